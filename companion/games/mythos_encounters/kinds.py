"""The cards that a table can say it plays: those that are known, and one for every effect there is (reference 1.6)."""

from __future__ import annotations

from typing import Final, NamedTuple


class Kind(NamedTuple):
    """A card that can be played.

    Args:
        name: its own, or what it does.
        detail: what it does, in a few words more.
        effect: one of the six, or `note` for what the companion does not count.
        price: Cultists that it usually costs.
        named: whether `name` is its own; else the table may write it down.
    """

    name: str
    detail: str
    effect: str
    price: int = 0
    named: bool = False


MONSTER: Final = "adds the dice of a Monster"
MONSTERS: Final = ("dhole", "shuggoth", "star_vampire", "monster")

CANCELS: Final = {
    "elder_sign": Kind("Elder Sign", "cancels a card", "cancel", named=True),
    "cancel": Kind("Cancel a card", "another card that cancels", "cancel"),
}
NOTED: Final = {"note": Kind("Another card", "write down what it does", "note")}
"""In every window: a card may always be cancelled, and may always be one that is not known here."""

BEFORE: Final = {
    "weapons": Kind("Automatic Weapons", "one more die for each Cultist", "dice", named=True),
    "dhole": Kind("Dhole", MONSTER, "dice", 2, named=True),
    "shuggoth": Kind("Shuggoth", MONSTER, "dice", 2, named=True),
    "star_vampire": Kind("Star Vampire", MONSTER, "dice", named=True),
    "monster": Kind("Another Monster", MONSTER, "dice", 2),
    "bind": Kind("Bind Servitors", "a side's Servitors take no part", "exclude", named=True),
    "exclude": Kind("Keep other pieces out", "a side's Cultists or Monsters take no part", "exclude"),
    "more": Kind("More dice", "another card that adds dice", "dice"),
    "fewer": Kind("Fewer dice", "another card that takes dice away", "dice"),
}
LOSSES: Final = {"deflect": Kind("Deflect Harm", "somebody else takes a side's losses", "redirect", named=True)}
AFTER: Final = {
    "west": Kind("Herbert West", "Cultists come back", "recover", named=True),
    "recover": Kind("Another recovery", "Cultists come back", "recover"),
}
