"""The dice tower as the screens see it: its connection and the rolls asked of it.

Each roll has what people have to do and how it came out. Everything here runs in Kivy's thread.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import Final, Protocol

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.table.digest import sha256
from companion.table.prompts import dice_words
from companion.table.words import N_, _
from firmware_bridge.errors import BridgeError, TowerRefusedError
from firmware_bridge.roll_record import RollRecord
from firmware_bridge.tower_events import (
    Connected,
    Disconnected,
    DropHeld,
    LineSeen,
    Mode,
    RollFinished,
    RollProgress,
    RollRefused,
    TowerButton,
    TowerEvent,
    TowerStatus,
    UnaskedDrop,
)

__all__ = ["TowerAdapter", "TowerPort", "TowerRoll", "roll_base"]

_log = logging.getLogger(__name__)

_LINES: Final = 200


class TowerPort(Protocol):
    """The part of `firmware_bridge.tower.Tower` that is used here."""

    def roll(self, dice: int, roll_id: str | None = None) -> str: ...
    def reread(self, roll_id: str) -> None: ...
    def again(self, roll_id: str) -> None: ...
    def forget(self, roll_id: str) -> None: ...
    def use_mode(self, mode: Mode) -> None: ...
    def light(self, state: str, key: int = 1) -> None: ...
    def ask_status(self) -> None: ...
    def show_lines(self, on: bool) -> None: ...


_HELD: Final = {
    "cocked": N_("A die is leaning: straighten it and read again."),
    "few": N_("Too few dice: find the missing ones and read again."),
    "many": N_("Too many dice: take some out and read again."),
    "jam": N_("The dice are stuck: free them and read again."),
    "timeout": N_("No dice have arrived: drop them in and read again."),
    "cut": N_("The power failed while the dice were falling: roll again."),
}
_UNFINISHED: Final = N_("Some dice cannot be read: {why}. Type in what they show, or roll again.")
_WHY: Final = {
    "cocked": N_("one is leaning"),
    "few": N_("some are missing"),
    "many": N_("there were too many"),
    "jam": N_("they were stuck"),
    "timeout": N_("nobody dropped them"),
    "cut": N_("its power failed partway through"),
}
_NONE: Final = N_("The tower search is off.")
_REFUSED: Final = N_("the tower refused")
_UNKNOWN: Final = N_("the reason is unknown")


class TowerRoll(EventDispatcher):
    """One roll that the tower was asked for.

    `message` says what people have to do or what went wrong; `held` that a drop waits for their decision; `failed`
    that the roll ended without all its faces; `faces` is the result once there is one, and `read` whether it was read
    from real dice, which can be misread.
    """

    message = StringProperty("")
    bays = StringProperty("")
    held = BooleanProperty(False)
    failed = BooleanProperty(False)
    faces = ObjectProperty(None, allownone=True)
    read = BooleanProperty(False)

    def __init__(self, base: str, dice: int, attempt: int) -> None:
        super().__init__()
        self.base, self.dice, self.attempt = base, dice, attempt
        self.repeats: list[str] = []
        self.outcome = ""
        self.tower = ""

    @property
    def roll_id(self) -> str:
        """What the tower knows it by."""
        return f"c{self.base}{self.attempt % 100:02}"

    @property
    def note(self) -> str:
        """What the log says about it."""
        plain = _("tower {tower}, roll {roll}")
        again = _("tower {tower}, roll {roll}; rolled again: {why}")
        said = again if self.repeats else plain
        return said.format(tower=self.tower, roll=self.roll_id, why=", ".join(self.repeats))


class TowerAdapter(EventDispatcher):
    """The tower, whether or not there is one.

    `connected` says whether it answers, `sentence` what there is to say about that, `trouble` what is wrong with the
    record of rolls. Fires `on_button(change)` for the tower's own button, `on_drop(faces)` for dice that nobody asked
    for, `on_status(values)` and `on_line(direction, text)` for the hardware page. Its `record`, if there is one,
    keeps every roll.
    """

    __events__ = ("on_button", "on_drop", "on_status", "on_line")

    connected = BooleanProperty(False)
    sentence = StringProperty("")
    trouble = StringProperty("")
    info = ObjectProperty(None, allownone=True)

    def __init__(self) -> None:
        super().__init__()
        self.record: RollRecord | None = None
        self.sentence = _(_NONE)
        self.rolls: dict[str, TowerRoll] = {}
        self.lines: deque[tuple[str, str]] = deque(maxlen=_LINES)
        self._attempts: dict[str, int] = {}
        self._port: TowerPort | None = None
        self._light = ""

    # ---- what the screens do ----

    def use(self, port: TowerPort | None, mode: Mode = "g") -> None:
        """Take a tower's line, or none; rolls under way are asked there again."""
        self._port, self._light = port, ""
        self.connected, self.info = False, None
        self.sentence = _("Looking for the tower.") if port else _(_NONE)
        if port is not None:
            port.use_mode(mode)
            for roll in self.rolls.values():
                if roll.faces is None and not roll.failed:
                    self._ask(roll)

    def refusal(self, dice: int, sides: int) -> str:
        """Return why the tower cannot do this roll now, or nothing."""
        if self.info is None:
            return _("The tower is not connected.")
        if sides != 6:
            return _("The tower has six-sided dice only.")
        most = self.info.max_dice
        return "" if dice <= most else _("The tower takes at most {dice}.").format(dice=dice_words(most))

    def roll(self, base: str, dice: int) -> TowerRoll:
        """Ask for a roll, or take up the one that was asked for under this name."""
        roll = self.rolls.get(base)
        if roll is None:
            roll = self.rolls[base] = TowerRoll(base, dice, self._attempts.get(base, 0))
            self._ask(roll)
        return roll

    def reread(self, roll: TowerRoll) -> None:
        """Read the dice of the held drop again."""
        roll.held, roll.message = False, _("Reading the dice again…")
        if self._port is not None:
            self._port.reread(roll.roll_id)

    def again(self, roll: TowerRoll) -> None:
        """Throw the held drop again, or ask anew for a roll that failed; the log will say so."""
        roll.repeats.append(_(_WHY.get(roll.outcome, _REFUSED)))
        if roll.failed:
            self._ask_anew(roll)
            return
        roll.held, roll.message = False, _("Rolling again…")
        if self._port is not None:
            self._port.again(roll.roll_id)

    def forget(self, roll: TowerRoll) -> None:
        """Stop waiting for a roll whose faces come from elsewhere.

        A roll that has fallen stays: it must not fall twice.
        """
        if roll.faces is not None:
            return
        self.rolls.pop(roll.base, None)
        # The tower has closed this id: should the question come again, it is another throw.
        self._attempts[roll.base] = roll.attempt + 1
        if self._port is not None:
            self._port.forget(roll.roll_id)

    def forget_others(self, bases: set[str]) -> None:
        """Forget every roll that is not one of these: its question is no longer open."""
        for roll in list(self.rolls.values()):
            if roll.base not in bases:
                self.forget(roll)

    def use_mode(self, mode: Mode) -> None:
        """Let the tower make the faces (`g`) or read real dice (`r`)."""
        if self._port is not None:
            self._port.use_mode(mode)

    def light(self, state: str) -> None:
        """Set the light of the tower's button: `off`, `on` or `blink`."""
        if self._port is not None and state != self._light:
            self._light = state
            self._port.light(state)

    def ask_status(self) -> None:
        """Ask for the tower's counters; they come as `on_status`."""
        if self._port is not None:
            self._port.ask_status()

    def show_lines(self, on: bool) -> None:
        """Begin or stop to tell every line on the wire."""
        if self._port is not None:
            self._port.show_lines(on)

    # ---- what the tower tells ----

    def hear(self, event: TowerEvent) -> None:
        """Take one event, in the order they come."""
        match event:
            case Connected():
                self.info, self.connected = event.info, True
                self.sentence = _("Tower {tower} is connected on {where}.").format(
                    tower=event.info.uid, where=event.info.where
                )
            case Disconnected():
                self.info, self.connected = None, False
                self.sentence = str(event.error)
            case RollProgress() | DropHeld() | RollFinished() | RollRefused():
                roll = next((r for r in self.rolls.values() if r.roll_id == event.roll_id), None)
                if roll is not None:
                    self._about(roll, event)
                elif isinstance(event, RollFinished):
                    self._keep(event)
            case UnaskedDrop(outcome="ok") if None not in event.faces:
                self.dispatch("on_drop", list(event.faces))
            case TowerButton():
                self.dispatch("on_button", event.change)
            case TowerStatus():
                self.dispatch("on_status", dict(event.values))
            case LineSeen():
                self.lines.append((event.direction, event.text))
                self.dispatch("on_line", event.direction, event.text)

    def on_button(self, change: str) -> None:
        """Hear of the tower's own button: `down`, `hold` or `up`."""

    def on_drop(self, faces: list[int]) -> None:
        """Dice fell that nobody asked for."""

    def on_status(self, values: dict[str, str]) -> None:
        """Hear the tower's counters."""

    def on_line(self, direction: str, text: str) -> None:
        """Hear a line on the wire."""

    # ---- inside ----

    def _ask_anew(self, roll: TowerRoll) -> None:
        roll.attempt += 1
        self._attempts[roll.base] = roll.attempt
        self._ask(roll)

    def _ask(self, roll: TowerRoll) -> None:
        roll.held = roll.failed = False
        roll.bays = ""
        roll.message = _("Asking the tower…")
        if self._port is not None:
            self._port.roll(roll.dice, roll.roll_id)

    def _about(self, roll: TowerRoll, event: RollProgress | DropHeld | RollFinished | RollRefused) -> None:
        roll.tower = self.info.uid if self.info is not None else roll.tower
        match event:
            case RollProgress():
                roll.held, roll.bays, roll.message = False, "", _progress_words(event)
            case DropHeld():
                roll.outcome, roll.bays = event.outcome, event.bays
                roll.message = _(_HELD.get(event.outcome, _HELD["jam"]))
                roll.held = True
            case RollRefused():
                self._fail(roll, event.error)
            case RollFinished(replayed=True, outcome="timeout") if not any(event.faces):
                # Before this program was started somebody went back before any die fell.
                self._ask_anew(roll)
            case RollFinished():
                self._keep(event)
                roll.outcome, roll.read = event.outcome, event.source == "r"
                faces = [face for face in event.faces if face is not None]
                if len(faces) == roll.dice:
                    roll.held, roll.message = False, ""
                    roll.faces = faces
                else:
                    roll.bays = "".join(str(face or "?") for face in event.faces)
                    why = _(_WHY.get(event.outcome, _UNKNOWN))
                    self._fail(roll, _(_UNFINISHED).format(why=why))

    @staticmethod
    def _fail(roll: TowerRoll, why: TowerRefusedError | BridgeError | str) -> None:
        roll.held, roll.message = False, str(why)
        roll.failed = True

    def _keep(self, roll: RollFinished) -> None:
        if self.record is None or self.info is None:
            return
        try:
            self.record.add(self.info.uid, roll)
            self.trouble = ""
        except BridgeError as error:
            _log.warning("%s", error)
            self.trouble = str(error)


def roll_base(game: str, key: str, number: int, dice: int) -> str:
    """Return the name of one roll of one game.

    It is the same after a crash of this program, so that the tower gives the faces that fell instead of rolling again.

    Args:
        game: name of the game's file.
        key: of the question.
        number: how many rolls with this key came before.
        dice: how many dice.
    """
    return sha256(f"{game}\n{key}\n{number}\n{dice}".encode()).hexdigest()[:8]


def _progress_words(event: RollProgress) -> str:
    """Return what people do at this stage of a roll."""
    said = _stage_words(event)
    if event.drops < 2 or event.stage not in ("wait", "empty", "settle"):
        return said
    part = _("Drop {drop} of {drops}, {done} read so far.")
    return f"{said} {part.format(drop=event.drop, drops=event.drops, done=event.done)}"


def _stage_words(event: RollProgress) -> str:
    match event.stage:
        case "wait":
            return _("Drop {dice} into the tower.").format(dice=dice_words(event.dice))
        case "empty":
            return _("Take the dice out of the tower.")
        case "settle":
            return _("The dice are falling…")
        case "busy":
            return _("The tower is still busy with another roll.")
        case _:
            return _("The tower is rolling…")
