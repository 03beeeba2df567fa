"""The rolls of a simulated tower: the states of the real firmware, without line or terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

BAYS: Final = 5
MAX_DICE: Final = 48
_KEPT: Final = 18
_SETTLE: Final = 0.4
_PATIENCE: Final = 120.0
_HEARTBEAT: Final = 1.0
_MOST: Final = {"hb": 65535, "tumble": 5000, "wait": 65535}
"""The settings in the order in which they are looked for, and the highest value of each."""
_ID: Final = re.compile(r"(?!T)[0-9A-Za-z.-]{1,11}")
_Answer = tuple[str, Mapping[str, str]]


class _Roll(Struct):
    """The roll that is going on."""

    id: str
    dice: int
    faces: str = ""
    drop: int = 0
    attempt: int = 1
    held: str = ""


class _Result(Struct):
    """A finished roll, as the tower's journal keeps it."""

    dice: int
    source: str
    outcome: str
    faces: str
    number: int

    def fields(self, roll_id: str) -> dict[str, str]:
        return {
            "id": roll_id,
            "src": self.source,
            "out": self.outcome,
            "faces": self.faces.ljust(self.dice, "?"),
            "no": str(self.number),
        }


class SimulatedBoard(Struct):
    """The state of a simulated tower: its settings, its roll and its bays.

    Attributes:
        dice: makes the faces.
        people_drop: seconds until people drop the dice; None: they wait for `drop`.
        spoil: how the next drop by people goes wrong, or "".
        stage: `idle`, `tumble`, `empty`, `wait`, `settle` or `held`.
        heartbeat: seconds between two of them; 0 for none.
    """

    dice: random.Random
    people_drop: float | None
    spoil: str = ""
    mode: str = "g"
    stage: str = "idle"
    rolls: int = 0
    bays: str = ""
    heartbeat: float = _HEARTBEAT
    _tumble: float = 0.3
    _patience: float = _PATIENCE
    _since: float = 0.0
    _roll: _Roll | None = None
    _journal: dict[str, _Result] = field(default_factory=dict)
    _unasked: int = 0
    _pending_drop: str | None = None

    def reset(self) -> None:
        """Reset: settings go, results stay, a roll of real dice that is going on is broken off."""
        if self._roll is not None and self.mode == "r":
            self._store(self._roll, "cut")
        self._roll, self.stage, self.mode, self._tumble, self._patience = None, "idle", "g", 0.3, _PATIENCE
        self.heartbeat = _HEARTBEAT

    def drop(self, bays: str) -> None:
        """Drop dice into the bays.

        Raises:
            ValueError: not one sign of `1`..`6`, `?`, `-` for each bay.
        """
        if len(bays) > BAYS or set(bays) - set("123456?-"):
            raise ValueError(f"up to {BAYS} signs of 123456?- are possible, not {bays!r}")
        self._pending_drop = bays

    # ---- as time goes by ----

    def work(self, now: float) -> list[_Answer]:
        """Go on to a moment, and return the events up to it."""
        dropped, self._pending_drop = self._pending_drop, None
        if dropped is not None:
            self.bays = dropped
            if self.stage in ("wait", "held"):
                self._enter("settle", now)
            elif self.stage == "idle" and self.mode == "r":
                return [self._drop_nobody_asked_for()]
        if self._roll is None:
            return []
        waited = now - self._since
        match self.stage:
            case "tumble" if waited >= self._tumble:
                self._roll.faces = "".join(str(self.dice.randint(1, 6)) for _ in range(self._roll.dice))
                return [self._finish("ok")]
            case "empty" if waited >= (self.people_drop or 0.0) / 2:
                self.bays = ""
                self._enter("wait", now)
                return [self._progress()]
            case "wait":
                return self._wait(waited, now)
            case "settle" if waited >= _SETTLE:
                return [self._settled(now)]
        return []

    def _wait(self, waited: float, now: float) -> list[_Answer]:
        if self.spoil in ("jam", "timeout") and waited >= (self.people_drop or 0.0):
            why, self.spoil = self.spoil, ""
            return [self._hold(why, now)]
        if waited >= self._patience:
            return [self._hold("timeout", now)]
        if self.people_drop is not None and waited >= self.people_drop:
            self.bays = self._people_drop()
            self._enter("settle", now)
        return []

    def _people_drop(self) -> str:
        faces = [str(self.dice.randint(1, 6)) for _ in range(self._in_this_drop())]
        why, self.spoil = self.spoil, ""
        if why == "cocked":
            faces[-1] = "?"
        elif why == "few":
            faces.pop()
        elif why == "many" and len(faces) < BAYS:
            faces.append("1")
        return "".join(faces)

    def _settled(self, now: float) -> _Answer:
        assert self._roll is not None
        lying = self.bays.replace("-", "")
        wanted = self._in_this_drop()
        if len(lying) != wanted:
            return self._hold("few" if len(lying) < wanted else "many", now)
        if "?" in lying:
            return self._hold("cocked", now)
        self._roll.faces += lying
        if len(self._roll.faces) == self._roll.dice:
            return self._finish("ok")
        self._next_drop(now)
        return self._progress()

    # ---- requests ----

    def reply(self, verb: str, args: Mapping[str, str], now: float) -> _Answer:
        """Answer a request about rolls and settings."""
        roll_id = args.get("id", "")
        match verb:
            case "ROLL":
                return self._start(roll_id, args, now)
            case "GET":
                return self._about(roll_id)
            case "LAST":
                newest = next(reversed(self._journal), "-") if self._roll is None else "-"
                return self._about(newest)
            case "READ" | "AGAIN" | "END":
                return self._decide(verb, roll_id, args.get("try", ""), now)
            case "MODE" if args.get("m") in ("g", "r"):
                if self._roll is not None and args["m"] != self.mode:
                    return "ERR", {"code": "busy", "id": self._roll.id}
                self.mode = args["m"]
                return "OK", {}
            case "SET":
                return self._set(args)
            case "MODE":
                return "ERR", {"code": "arg", "k": "m"}
            case _:
                return "ERR", {"code": "verb"}

    def _set(self, args: Mapping[str, str]) -> _Answer:
        for key, most in _MOST.items():
            value = args.get(key, "")
            if not value.isdigit() or int(value) > most or (key == "wait" and not int(value)):
                continue
            if key == "hb":
                self.heartbeat = int(value) / 1000
            elif key == "tumble":
                self._tumble = int(value) / 1000
            else:
                self._patience = float(value)
            return "OK", {}
        return "ERR", {"code": "arg"}

    def _start(self, roll_id: str, args: Mapping[str, str], now: float) -> _Answer:
        count = int(args["n"]) if args.get("n", "").isdigit() else 0
        if not _ID.fullmatch(roll_id):
            return "ERR", {"code": "arg", "k": "id"}
        if not 1 <= count <= MAX_DICE:
            return "ERR", {"code": "arg", "k": "n"}
        if self._roll is None or self._roll.id != roll_id:
            known = self._journal.get(roll_id)
            if known is not None:
                return self._about(roll_id) if known.dice == count else ("ERR", {"code": "idused"})
            if self._roll is not None:
                return "ERR", {"code": "busy", "id": self._roll.id}
            if args.get("m", self.mode) != self.mode:
                return "ERR", {"code": "mode"}
            self._roll = _Roll(roll_id, count)
            self._enter("tumble", now)
            if self.mode == "r":
                self._next_drop(now)
        return self._about(roll_id)

    def _decide(self, verb: str, roll_id: str, attempt: str, now: float) -> _Answer:
        if not _ID.fullmatch(roll_id):
            return "ERR", {"code": "arg", "k": "id"}
        if verb != "END" and not attempt.isdigit():
            return "ERR", {"code": "arg", "k": "try"}
        roll = self._roll
        if roll is not None and roll.id == roll_id and self.stage != "tumble":
            if verb == "END":
                if roll.held in ("cocked", "few"):
                    roll.faces += self.bays.replace("-", "")
                self._store(roll, roll.held or "timeout")
                self._roll, self.stage = None, "idle"
            elif self.stage == "held" and attempt == str(roll.attempt):
                roll.attempt += 1
                self._enter("settle" if verb == "READ" else "empty" if self.bays else "wait", now)
        return self._about(roll_id)

    def _about(self, roll_id: str) -> _Answer:
        if self._roll is not None and self._roll.id == roll_id:
            return self._progress()
        if roll_id in self._journal:
            return "RES", {**self._journal[roll_id].fields(roll_id), "replay": "1"}
        return "UNK", {"id": roll_id}

    # ---- parts ----

    def _enter(self, stage: str, now: float) -> None:
        self.stage, self._since = stage, now

    def _next_drop(self, now: float) -> None:
        assert self._roll is not None
        self._roll.drop += 1
        self._roll.attempt, self._roll.held = 1, ""
        self._enter("empty" if self.bays else "wait", now)

    def _in_this_drop(self) -> int:
        assert self._roll is not None
        left = self._roll.dice - len(self._roll.faces)
        return min(left, BAYS) if self.mode == "r" else left

    def _progress(self) -> _Answer:
        roll = self._roll
        assert roll is not None
        drops = -(-roll.dice // BAYS) if self.mode == "r" else 1
        where = {"id": roll.id, "drop": str(roll.drop or 1), "of": str(drops)}
        count = {"dice": str(self._in_this_drop()), "done": str(len(roll.faces))}
        if self.stage != "held":
            return "PEND", {**where, "st": self.stage, **count}
        bays = self.bays.ljust(BAYS, "-")
        return "HELD", {**where, "try": str(roll.attempt), "out": roll.held, "bays": bays, **count}

    def _hold(self, why: str, now: float) -> _Answer:
        assert self._roll is not None
        self._roll.held = why
        self._enter("held", now)
        return self._progress()

    def _finish(self, outcome: str) -> _Answer:
        roll = self._roll
        assert roll is not None
        self._roll, self.stage = None, "idle"
        return "RES", self._store(roll, outcome).fields(roll.id)

    def _store(self, roll: _Roll, outcome: str) -> _Result:
        self.rolls += 1
        result = _Result(roll.dice, self.mode, outcome, roll.faces, self.rolls)
        self._journal[roll.id] = result
        while len(self._journal) > _KEPT:
            del self._journal[next(iter(self._journal))]
        return result

    def _drop_nobody_asked_for(self) -> _Answer:
        self._unasked += 1
        lying = self.bays.replace("-", "")
        roll = _Roll(f"T{self._unasked:08d}", len(lying), lying)
        return "DROP", self._store(roll, "cocked" if "?" in lying else "ok").fields(roll.id)
