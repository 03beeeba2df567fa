"""What the host says to a tower, and what it makes of the answers: the protocol without port, thread or queue.

All requests may be repeated, so everything here follows one rule: repeat until it has visibly arrived.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast, get_args

from firmware_bridge.errors import BridgeError, LinkLostError, TowerRefusedError
from firmware_bridge.link import Timing
from firmware_bridge.tower_events import (
    Connected,
    Disconnected,
    DropHeld,
    Faces,
    LineSeen,
    Outcome,
    RollFinished,
    RollProgress,
    RollRefused,
    TowerButton,
    TowerEvent,
    TowerInfo,
    TowerStatus,
    UnaskedDrop,
)
from firmware_bridge.wire import Event, Frame, Note, Reply, Request, encode

PROTOCOL_VERSION = "1"
_REMEMBERED = 64
_REFUSALS = {
    "entropy": "The tower's source of chance fails its own test, so it makes no faces. "
    "Nothing was thrown. Use other dice, and look at the wire on its noise input.",
    "idused": "The tower has already thrown this roll with another number of dice. "
    "Nothing was thrown now. Roll again, or type the faces in.",
    "arg": "The tower cannot throw that many dice. Nothing was thrown. Roll in parts, or type the faces in.",
}


@dataclass(slots=True)
class _Job:
    """A roll that must still come to an end."""

    dice: int
    due: float = 0.0
    wait: float = 0.0
    uid: str = ""
    action: tuple[str, int] | None = None
    forget: bool = False
    shown: TowerEvent | None = None


@dataclass(slots=True)
class _Waiting:
    """A request that has no reply yet."""

    verb: str
    args: dict[str, str]
    due: float
    wait: float


class Conversation:
    """The host's side of the protocol; fits `link.Protocol`.

    Args:
        send: writes a line.
        emit: takes what the tower tells.
        timing: how patient to be.
    """

    def __init__(
        self, send: Callable[[Frame], None], emit: Callable[[TowerEvent], None], timing: Timing
    ) -> None:
        self._write = send
        self._emit = emit
        self._timing = timing
        self.info: TowerInfo | None = None
        self.show_lines = False
        self._where = ""
        self._open = False
        self._greeting = True
        self._opened = self._heard = self._hello_due = self._ping_due = 0.0
        self._tag = 0
        self._jobs: dict[str, _Job] = {}
        self._roll_tags: dict[str, str] = {}
        self._waiting: dict[str, _Waiting] = {}
        self._wanted: dict[str, tuple[str, dict[str, str]]] = {}
        self._mode = "g"
        self._seen: deque[str] = deque(maxlen=_REMEMBERED)
        self._finished: deque[str] = deque(maxlen=_REMEMBERED)

    # ---- what the table wants ----

    def roll(self, roll_id: str, dice: int) -> None:
        """Throw dice under this id; the same id again changes nothing."""
        if roll_id not in self._jobs and roll_id not in self._finished:
            self._jobs[roll_id] = _Job(dice)

    def decide(self, roll_id: str, verb: str) -> None:
        """`READ`, `AGAIN` or `END` for a roll that is held or waits."""
        job = self._jobs.get(roll_id)
        if job is not None:
            attempt = job.shown.attempt if isinstance(job.shown, DropHeld) else 0
            job.action, job.due, job.wait = (verb, attempt), 0.0, 0.0

    def forget(self, roll_id: str) -> None:
        """The table has its faces from elsewhere: stop the tower from waiting, tell nothing more of this roll."""
        if self.info is None:
            self._jobs.pop(roll_id, None)
            self._finished.append(roll_id)
        elif roll_id in self._jobs:
            self._jobs[roll_id].forget = True
            self.decide(roll_id, "END")

    def set(self, what: str, verb: str, args: dict[str, str], now: float) -> None:
        """Wish a setting; it is made again whenever the tower has started anew."""
        self._wanted[what] = (verb, args)
        if verb == "MODE":
            self._mode = args["m"]
        if self.info is not None:
            self._ask(verb, args, now)

    def ask_status(self, now: float) -> None:
        """Ask for the tower's counters; they come as `TowerStatus`."""
        if self.info is not None:
            self._ask("STAT", {}, now)

    # ---- link.Protocol ----

    def connected(self, where: str, now: float) -> None:
        """The port is open: greet."""
        self._where, self._open = where, True
        self._opened = self._heard = now
        self._greet(now)

    def lost(self, error: BridgeError, retry_in: float) -> None:
        """The port is gone; rolls stay open until it is back."""
        self._open = False
        self.info = None
        self._waiting.clear()
        self._roll_tags.clear()
        self._emit(Disconnected(error, retry_in))

    def damaged(self, lines: int) -> None:
        """For the raw line viewer."""
        if self.show_lines:
            self._emit(LineSeen("damaged", str(lines)))

    def tick(self, now: float) -> float:
        """Send what is due; when is something due next."""
        if not self._open:
            return now + 1.0
        silent = now - self._heard
        if self._greeting:
            if now - self._opened > self._timing.no_tower and silent > self._timing.no_tower:
                raise LinkLostError(
                    f"Nothing on {self._where} answers as a dice tower. The game goes on with other dice. "
                    "Check that the tower's own program is on the board."
                )
            if now >= self._hello_due:
                self._send("HELLO", {"v": PROTOCOL_VERSION})
                self._hello_due = now + self._timing.hello
            return self._hello_due
        if silent > self._timing.silence:
            raise LinkLostError(
                "The tower has fallen silent. The roll, if one runs, is safe in its memory. "
                "Wait, unplug it and plug it in again, or use other dice."
            )
        if silent > self._timing.silence / 3 and now >= self._ping_due:
            self._send("PING", {})
            self._ping_due = now + self._timing.silence / 4
        for waiting_tag, request in list(self._waiting.items()):
            if now >= request.due:
                del self._waiting[waiting_tag]
                self._ask(request.verb, request.args, now, min(2 * request.wait, self._timing.resend_most))
        for roll_id, job in list(self._jobs.items()):
            if now >= job.due:
                self._press(roll_id, job, now)
        dues = [request.due for request in self._waiting.values()] + [job.due for job in self._jobs.values()]
        return min([now + self._timing.silence / 4, *dues])

    def received(self, frame: Frame, now: float) -> None:
        """A line of the tower."""
        if self.show_lines:
            self._emit(LineSeen("received", encode(frame).decode("ascii").rstrip()))
        self._heard = now
        match frame:
            case Reply():
                self._reply(frame, now)
            case Event():
                self._send("ACK", {"ev": frame.number})
                if frame.number not in self._seen:
                    self._seen.append(frame.number)
                    self._event(frame.verb, frame.args, now)
            case Note("NAK"):
                self._hello_due = now
                for request in self._waiting.values():
                    request.due = now
                for job in self._jobs.values():
                    job.due = now
            case _:
                return

    # ---- inside ----

    def _send(self, verb: str, args: dict[str, str]) -> str:
        self._tag = (self._tag + 1) & 0xFF
        request = Request(f"{self._tag:02X}", verb, args)
        if self.show_lines:
            self._emit(LineSeen("sent", encode(request).decode("ascii").rstrip()))
        self._write(request)
        return request.tag

    def _ask(self, verb: str, args: dict[str, str], now: float, wait: float = 0.0) -> None:
        wait = wait or self._timing.resend
        self._waiting[self._send(verb, args)] = _Waiting(verb, args, now + wait, wait)

    def _press(self, roll_id: str, job: _Job, now: float) -> None:
        job.wait = min(2 * job.wait, self._timing.poll) if job.wait else self._timing.resend
        job.due = now + job.wait
        job.uid = job.uid or (self.info.uid if self.info else "")
        if job.action is None:
            tag = self._send("ROLL", {"id": roll_id, "n": str(job.dice), "m": self._mode})
        else:
            verb, attempt = job.action
            tag = self._send(verb, {"id": roll_id} if verb == "END" else {"id": roll_id, "try": str(attempt)})
        self._roll_tags.pop(tag, None)
        self._roll_tags[tag] = roll_id

    def _greet(self, now: float) -> None:
        self._greeting = True
        self._hello_due = now
        self._waiting.clear()

    def _reply(self, frame: Reply, now: float) -> None:
        self._waiting.pop(frame.tag, None)
        roll_id = self._roll_tags.pop(frame.tag, None)
        match frame.verb:
            case "TOWER":
                self._welcome(frame, now)
            case "STAT":
                self._emit(TowerStatus(tuple(frame.args.items())))
            case "ERR" if roll_id is not None and roll_id in self._jobs:
                self._refused(roll_id, frame, now)
            case "UNK" if roll_id is not None and roll_id in self._jobs:
                self._unknown(roll_id, now)
            case "PEND" | "HELD" | "RES":
                self._about_roll(frame.verb, frame.args)

    def _welcome(self, frame: Reply, now: float) -> None:
        args = frame.args
        if args.get("proto") != PROTOCOL_VERSION:
            raise LinkLostError(
                f"The tower on {self._where} speaks version {args.get('proto', '?')} of the protocol, this program "
                f"version {PROTOCOL_VERSION}. The game goes on with other dice. Update the older of the two."
            )
        again = self.info
        self.info = TowerInfo(
            self._where,
            args.get("fw", "?"),
            args.get("hw", "?"),
            args.get("uid", ""),
            _number(args.get("boot")),
            _number(args.get("bays")),
            _number(args.get("max")),
            args.get("mode", "g"),
            frozenset(args.get("caps", "").split(",")),
        )
        self._greeting = False
        for roll_id, job in list(self._jobs.items()):
            job.due = job.wait = 0.0
            if job.uid and job.uid != self.info.uid:
                self._end(
                    roll_id,
                    RollRefused(
                        roll_id,
                        TowerRefusedError(
                            "This is another tower than the one that was asked to roll. Nothing was thrown here. "
                            "Plug the first one in, roll again, or type the faces in.",
                            "uid",
                        ),
                    ),
                )
        for verb, wanted in self._wanted.values():
            self._ask(verb, wanted, now)
        if again != self.info:
            self._emit(Connected(self.info))

    def _refused(self, roll_id: str, frame: Reply, now: float) -> None:
        job, code = self._jobs[roll_id], frame.args.get("code", "?")
        if code == "mode":
            self._ask("MODE", {"m": self._mode}, now)
            job.due = now + self._timing.resend / 4
        elif code == "busy":
            other = frame.args.get("id", "")
            if other and not other.startswith("T") and other not in self._jobs:
                self._send(
                    "END", {"id": other}
                )  # a roll that nobody here waits for: of a program that was closed
            self._show(job, RollProgress(roll_id, "busy", 0, 0, job.dice, 0))
        else:
            sentence = _REFUSALS.get(
                code, f"The tower refuses this roll ({code}). Nothing was thrown. Use other dice."
            )
            self._end(roll_id, RollRefused(roll_id, TowerRefusedError(sentence, code)))

    def _unknown(self, roll_id: str, now: float) -> None:
        job = self._jobs[roll_id]
        if job.forget:
            self._end(roll_id, None)
        else:
            job.action, job.due = None, now

    def _event(self, verb: str, args: object, now: float) -> None:
        fields = cast("dict[str, str]", args)
        match verb:
            case "BOOT":
                if self.info is None or fields.get("boot") != str(self.info.boot):
                    self._opened = now
                    self._greet(now)
            case "BTN":
                self._emit(TowerButton(_number(fields.get("k")), fields.get("e", "")))
            case "DROP":
                outcome, faces = _outcome(fields), _faces(fields.get("faces", ""))
                self._emit(UnaskedDrop(fields.get("id", ""), faces, outcome, _number(fields.get("no"))))
            case "PEND" | "HELD" | "RES":
                self._about_roll(verb, fields)

    def _about_roll(self, verb: str, args: object) -> None:
        fields = cast("dict[str, str]", args)
        roll_id = fields.get("id", "")
        job = self._jobs.get(roll_id)
        if job is None:
            return
        if verb == "RES":
            faces, outcome = _faces(fields.get("faces", "")), _outcome(fields)
            if len(faces) == job.dice and (None not in faces or outcome != "ok"):
                number, replayed = _number(fields.get("no")), fields.get("replay") == "1"
                done = RollFinished(roll_id, faces, outcome, number, fields.get("src", "?"), replayed)
                self._end(roll_id, done)
            return
        drop, drops = _number(fields.get("drop")), _number(fields.get("of"))
        dice, done_dice = _number(fields.get("dice")), _number(fields.get("done"))
        if verb == "PEND":
            if job.action is not None and job.action[0] != "END":
                job.action = None
            self._show(job, RollProgress(roll_id, fields.get("st", "?"), drop, drops, dice, done_dice))
            return
        attempt = _number(fields.get("try"))
        if job.action is not None and job.action[0] != "END" and job.action[1] != attempt:
            job.action = None
        bays = fields.get("bays", "")
        self._show(job, DropHeld(roll_id, _outcome(fields), bays, drop, drops, dice, done_dice, attempt))

    def _show(self, job: _Job, event: TowerEvent) -> None:
        job.wait = self._timing.poll
        if event != job.shown:
            job.shown = event
            if not job.forget:
                self._emit(event)

    def _end(self, roll_id: str, event: TowerEvent | None) -> None:
        job = self._jobs.pop(roll_id)
        self._finished.append(roll_id)
        if event is not None and not job.forget:
            self._emit(event)


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 10 else 0


def _faces(text: str) -> Faces:
    return tuple(int(letter) if letter in "123456" else None for letter in text)


def _outcome(fields: dict[str, str]) -> Outcome:
    text = fields.get("out", "")
    return cast(Outcome, text) if text in get_args(Outcome) else "jam"
