"""The rolls that a tower still owes, from the first request to the faces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, cast, get_args

from msgspec import Struct

from firmware_bridge.errors import TowerRefusedError
from firmware_bridge.link import Timing
from firmware_bridge.tower_events import (
    DropHeld,
    Faces,
    Outcome,
    RollFinished,
    RollProgress,
    RollRefused,
    TowerEvent,
)
from firmware_bridge.words import N_, _

__all__ = ["PendingRolls", "faces_in", "number_in", "outcome_in"]

_REMEMBERED: Final = 64
_REFUSALS: Final = {
    "entropy": N_(
        "The tower's random source failed its self-test, so it cannot roll. Nothing was "
        "rolled. Use other dice, and check the wire on its noise input."
    ),
    "idused": N_(
        "The tower has already made this roll with a different number of dice. Nothing was "
        "rolled now. Roll again, or type the faces in."
    ),
    "arg": N_("The tower cannot roll that many dice. Nothing was rolled. Split the roll, or type the faces in."),
}
_ANOTHER_TOWER: Final = N_(
    "This is not the tower that was asked to roll. Nothing was rolled here. Plug the "
    "first one in, roll again, or type the faces in."
)


class _PendingRoll(Struct):
    """A roll that is not finished."""

    dice: int
    due: float = 0.0
    wait: float = 0.0
    uid: str = ""
    action: tuple[str, int] | None = None
    forgotten: bool = False
    shown: TowerEvent | None = None


class PendingRolls:
    """Keeps the open rolls, tells what to ask about them, and reads the answers.

    Args:
        emit: takes the events.
        timing: the times of the link.
    """

    def __init__(self, emit: Callable[[TowerEvent], None], timing: Timing) -> None:
        self._emit = emit
        self._timing = timing
        self._jobs: dict[str, _PendingRoll] = {}
        self._finished: deque[str] = deque(maxlen=_REMEMBERED)

    def __contains__(self, roll_id: str) -> bool:
        return roll_id in self._jobs

    def open(self, roll_id: str, dice: int) -> None:
        """Begin a roll; an id that is known already changes nothing."""
        if roll_id not in self._jobs and roll_id not in self._finished:
            self._jobs[roll_id] = _PendingRoll(dice)

    def decide(self, roll_id: str, verb: str) -> None:
        """Note what people decided about a held drop: `READ`, `AGAIN` or `END`."""
        job = self._jobs.get(roll_id)
        if job is not None:
            attempt = job.shown.attempt if isinstance(job.shown, DropHeld) else 0
            job.action, job.due, job.wait = (verb, attempt), 0.0, 0.0

    def forget(self, roll_id: str, connected: bool) -> None:
        """Give up a roll; if a tower is connected, it is told first."""
        if not connected and roll_id in self._jobs:
            del self._jobs[roll_id]
            self._finished.append(roll_id)
        elif roll_id in self._jobs:
            self._jobs[roll_id].forgotten = True
            self.decide(roll_id, "END")

    # ---- asking ----

    def next_due(self, default: float) -> float:
        """Return the moment at which something must be asked next."""
        return min([default, *(job.due for job in self._jobs.values())])

    def hurry(self, now: float) -> None:
        """Ask about all rolls at once, because a line was lost."""
        for job in self._jobs.values():
            job.due = now

    def resume(self, uid: str) -> None:
        """Go on with a tower that answers.

        Rolls that another tower may have thrown are refused, all others asked at once.
        """
        for roll_id, job in list(self._jobs.items()):
            job.due = job.wait = 0.0
            if job.uid and job.uid != uid:
                self._close(roll_id, RollRefused(roll_id, TowerRefusedError(_(_ANOTHER_TOWER), "uid")))

    def due(self, now: float, uid: str, mode: str) -> list[tuple[str, str, dict[str, str]]]:
        """Return the requests that are due now.

        Returns:
            Roll id, verb and arguments of each request.
        """
        requests: list[tuple[str, str, dict[str, str]]] = []
        for roll_id, job in self._jobs.items():
            if now < job.due:
                continue
            job.wait = min(2 * job.wait, self._timing.poll) if job.wait else self._timing.resend
            job.due = now + job.wait
            job.uid = job.uid or uid
            if job.action is None:
                requests.append((roll_id, "ROLL", {"id": roll_id, "n": str(job.dice), "m": mode}))
            elif job.action[0] == "END":
                requests.append((roll_id, "END", {"id": roll_id}))
            else:
                requests.append((roll_id, job.action[0], {"id": roll_id, "try": str(job.action[1])}))
        return requests

    # ---- answers ----

    def in_the_way(self, roll_id: str) -> None:
        """Note that the tower is busy with another roll and has not begun this one."""
        job = self._jobs[roll_id]
        if job.forgotten:
            self._close(roll_id, None)
        else:
            self._show(job, RollProgress(roll_id, "busy", 0, 0, job.dice, 0))

    def again_at(self, roll_id: str, when: float) -> None:
        """Ask about this roll again at that moment."""
        self._jobs[roll_id].due = when

    def refused(self, roll_id: str, code: str) -> None:
        """Note that the tower refuses a roll."""
        sentence = _REFUSALS.get(code, N_("The tower refused this roll ({code}). Nothing was rolled. Use other dice."))
        self._close(roll_id, RollRefused(roll_id, TowerRefusedError(_(sentence).format(code=code), code)))

    def unknown(self, roll_id: str, now: float) -> None:
        """Note that the tower does not know a roll, which then never fell."""
        job = self._jobs[roll_id]
        if job.forgotten:
            self._close(roll_id, None)
        else:
            job.action, job.due = None, now

    def about(self, verb: str, fields: Mapping[str, str]) -> None:
        """Take what the tower tells of a roll: `PEND`, `HELD` or `RES`, as a reply or an event."""
        roll_id = fields.get("id", "")
        job = self._jobs.get(roll_id)
        if job is None:
            return
        if verb == "RES":
            self._result(roll_id, job, fields)
            return
        attempt = number_in(fields, "try") if verb == "HELD" else None
        if job.action is not None and job.action[0] != "END" and job.action[1] != attempt:
            job.action = None  # it has visibly arrived: this is another attempt than the one decided on
        drop, drops = number_in(fields, "drop"), number_in(fields, "of")
        dice, done = number_in(fields, "dice"), number_in(fields, "done")
        if attempt is None:
            self._show(job, RollProgress(roll_id, fields.get("st", "?"), drop, drops, dice, done))
        else:
            bays = fields.get("bays", "")
            self._show(job, DropHeld(roll_id, outcome_in(fields), bays, drop, drops, dice, done, attempt))

    def _result(self, roll_id: str, job: _PendingRoll, fields: Mapping[str, str]) -> None:
        faces, outcome = faces_in(fields), outcome_in(fields)
        if len(faces) != job.dice or (None in faces and outcome == "ok"):
            return  # no result of this protocol; the next poll asks again
        number, replayed = number_in(fields, "no"), fields.get("replay") == "1"
        self._close(roll_id, RollFinished(roll_id, faces, outcome, number, fields.get("src", "?"), replayed))

    def _show(self, job: _PendingRoll, event: TowerEvent) -> None:
        job.wait = self._timing.poll
        if event != job.shown:
            job.shown = event
            if not job.forgotten:
                self._emit(event)

    def _close(self, roll_id: str, event: TowerEvent | None) -> None:
        job = self._jobs.pop(roll_id)
        self._finished.append(roll_id)
        if event is not None and not job.forgotten:
            self._emit(event)


def number_in(fields: Mapping[str, str], key: str) -> int:
    """Return a whole number of at most ten digits, or 0."""
    text = fields.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else 0


def faces_in(fields: Mapping[str, str]) -> Faces:
    """Return the faces; None for what is not 1 to 6."""
    return tuple(int(letter) if letter in "123456" else None for letter in fields.get("faces", ""))


def outcome_in(fields: Mapping[str, str]) -> Outcome:
    """Return the outcome.

    One that this version does not know counts as a jam: no result, and people decide.
    """
    text = fields.get("out", "")
    return cast("Outcome", text) if text in get_args(Outcome) else "jam"
