"""The cards that a table can say it plays: those that are known, and one for every effect there is (reference 1.6)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from companion.table.words import N_


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


MONSTER: Final = N_("the dice of a Monster")
MONSTERS: Final = ("dhole", "shuggoth", "star_vampire", "monster")

CANCELS: Final = {
    "elder_sign": Kind(N_("Elder Sign"), N_("cancels a card"), Effect.CANCEL, named=True),
    "cancel": Kind(N_("Cancel a card"), N_("in another way"), Effect.CANCEL),
}
NOTED: Final = {"note": Kind(N_("Another card"), N_("write down what it does"), Effect.NOTE)}
"""In every window: a card may always be cancelled, and may always be one that is not known here."""

BEFORE: Final = {
    "weapons": Kind(N_("Automatic Weapons"), N_("+1 die for each Cultist"), Effect.DICE, named=True),
    "bind": Kind(N_("Bind Servitors"), N_("they take no part"), Effect.EXCLUDE, named=True),
    "exclude": Kind(N_("Keep others out"), N_("Cultists or Monsters"), Effect.EXCLUDE),
    "dhole": Kind(N_("Dhole"), MONSTER, Effect.DICE, 2, named=True),
    "shuggoth": Kind(N_("Shuggoth"), MONSTER, Effect.DICE, 2, named=True),
    "star_vampire": Kind(N_("Star Vampire"), MONSTER, Effect.DICE, named=True),
    "monster": Kind(N_("Another Monster"), MONSTER, Effect.DICE, 2),
    "more": Kind(N_("More dice"), N_("another card"), Effect.DICE),
    "fewer": Kind(N_("Fewer dice"), N_("another card"), Effect.DICE),
}
LOSSES: Final = {
    "deflect": Kind(N_("Deflect Harm"), N_("somebody else takes a side's losses"), Effect.REDIRECT, named=True)
}
AFTER: Final = {
    "west": Kind(N_("Herbert West"), N_("Cultists come back"), Effect.RECOVER, named=True),
    "recover": Kind(N_("Another recovery"), N_("Cultists come back"), Effect.RECOVER),
}
