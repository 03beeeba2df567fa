"""One roll of the dice tower on the screen: its name, what people have to do, and how it came out."""

from __future__ import annotations

import hashlib
from typing import Final

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.table.prompts import dice_words
from companion.table.words import N_, _
from firmware_bridge.tower_events import RollProgress

__all__ = ["HELD", "UNFINISHED", "WHY", "TowerRoll", "progress_words", "roll_base"]

HELD: Final = {
    "cocked": N_("A die leans: set it straight and read again."),
    "few": N_("Too few dice: find the missing ones and read again."),
    "many": N_("Too many dice: take some out and read again."),
    "jam": N_("The dice are stuck: free them and read again."),
    "timeout": N_("No dice have fallen: drop them and read again."),
    "cut": N_("The power failed while the dice fell: throw again."),
}
UNFINISHED: Final = N_("Not all dice can be told: {why}. Type in how they lie, or roll again.")
WHY: Final = {
    "cocked": N_("one leans"),
    "few": N_("some are missing"),
    "many": N_("there were too many"),
    "jam": N_("they were stuck"),
    "timeout": N_("nobody dropped them"),
    "cut": N_("its power failed in the middle"),
}


def roll_base(game: str, key: str, number: int, dice: int) -> str:
    """Return the name of one roll of one game: the same after a crash of this program, so that the tower gives the
    faces that fell instead of throwing again.

    Args:
        game: name of the game's file.
        key: of the question.
        number: how many rolls with this key came before.
        dice: how many dice.
    """
    return hashlib.blake2s(f"{game}\n{key}\n{number}\n{dice}".encode(), digest_size=4).hexdigest()


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
        again = _("tower {tower}, roll {roll}; thrown again: {why}")
        said = again if self.repeats else plain
        return said.format(tower=self.tower, roll=self.roll_id, why=", ".join(self.repeats))


def progress_words(event: RollProgress) -> str:
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
            return _("The dice are falling …")
        case "busy":
            return _("The tower is still busy with another roll.")
        case _:
            return _("The tower is rolling …")
