"""One roll of the dice tower on the screen: its name, what people have to do, and how it came out."""

from __future__ import annotations

import hashlib
from typing import Final

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.table.prompts import dice_words
from firmware_bridge.tower_events import RollProgress

__all__ = ["HELD", "UNFINISHED", "WHY", "TowerRoll", "progress_words", "roll_base"]

HELD: Final = {
    "cocked": "A die leans: set it straight and read again.",
    "few": "Too few dice: find the missing ones and read again.",
    "many": "Too many dice: take some out and read again.",
    "jam": "The dice are stuck: free them and read again.",
    "timeout": "No dice have fallen: drop them and read again.",
    "cut": "The power failed while the dice fell: throw again.",
}
UNFINISHED: Final = "Not all dice can be told: {why}. Type in how they lie, or roll again."
WHY: Final = {
    "cocked": "one leans",
    "few": "some are missing",
    "many": "there were too many",
    "jam": "they were stuck",
    "timeout": "nobody dropped them",
    "cut": "its power failed in the middle",
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
        said = f"tower {self.tower}, roll {self.roll_id}"
        return f"{said}; thrown again: {', '.join(self.repeats)}" if self.repeats else said


def progress_words(event: RollProgress) -> str:
    """Return what people do at this stage of a roll."""
    part = f" Drop {event.drop} of {event.drops}, {event.done} read so far." if event.drops > 1 else ""
    match event.stage:
        case "wait":
            return f"Drop {dice_words(event.dice)} into the tower.{part}"
        case "empty":
            return f"Take the dice out of the tower.{part}"
        case "settle":
            return f"The dice are falling …{part}"
        case "busy":
            return "The tower is still busy with another roll."
        case _:
            return "The tower is rolling …"
