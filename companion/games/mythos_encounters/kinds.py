"""The cards that a table can say it plays: those that are known, and one for every effect there is (reference 1.6)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Effect(StrEnum):
    """What a card does."""

    DICE = "dice"
    """A side gets dice, or loses some."""
    EXCLUDE = "exclude"
    """Pieces take no part, and are not lost."""
    REDIRECT = "redirect"
    """Somebody else takes a side's losses."""
    CANCEL = "cancel"
    """Another card does nothing."""
    RECOVER = "recover"
    """Cultists come back."""
    NOTE = "note"
    """Nothing that the companion counts."""


class Kind(NamedTuple):
    """A card that can be played.

    Args:
        name: its own, or what it does.
        detail: what it does, in a few words more.
        effect: which of the effects it has.
        price: Cultists that it usually costs.
        named: whether `name` is its own; else the table may write it down.
    """

    name: str
    detail: str
    effect: Effect
    price: int = 0
    named: bool = False


MONSTER: Final = "adds the dice of a Monster"
MONSTERS: Final = ("dhole", "shuggoth", "star_vampire", "monster")

CANCELS: Final = {
    "elder_sign": Kind("Elder Sign", "cancels a card", Effect.CANCEL, named=True),
    "cancel": Kind("Cancel a card", "another card that cancels", Effect.CANCEL),
}
NOTED: Final = {"note": Kind("Another card", "write down what it does", Effect.NOTE)}
"""In every window: a card may always be cancelled, and may always be one that is not known here."""

BEFORE: Final = {
    "weapons": Kind("Automatic Weapons", "one more die for each Cultist", Effect.DICE, named=True),
    "dhole": Kind("Dhole", MONSTER, Effect.DICE, 2, named=True),
    "shuggoth": Kind("Shuggoth", MONSTER, Effect.DICE, 2, named=True),
    "star_vampire": Kind("Star Vampire", MONSTER, Effect.DICE, named=True),
    "monster": Kind("Another Monster", MONSTER, Effect.DICE, 2),
    "bind": Kind("Bind Servitors", "a side's Servitors take no part", Effect.EXCLUDE, named=True),
    "exclude": Kind("Keep other pieces out", "a side's Cultists or Monsters take no part", Effect.EXCLUDE),
    "more": Kind("More dice", "another card that adds dice", Effect.DICE),
    "fewer": Kind("Fewer dice", "another card that takes dice away", Effect.DICE),
}
LOSSES: Final = {"deflect": Kind("Deflect Harm", "somebody else takes a side's losses", Effect.REDIRECT, named=True)}
AFTER: Final = {
    "west": Kind("Herbert West", "Cultists come back", Effect.RECOVER, named=True),
    "recover": Kind("Another recovery", "Cultists come back", Effect.RECOVER),
}
