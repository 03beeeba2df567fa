"""What people read: factions, kinds of Units, spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.messina.model.units import BOMBER, CIVILIAN, FIGHTER, INFANTRY, MECH, WORKER, MessinaUnit
from companion.table.prompts import Option
from companion.table.words import N_, NN_, _, and_list, n_

FACTIONS: Final = {
    "red": (N_("Red"), "#c0392b", "▲"),
    "blue": (N_("Blue"), "#2f7fd0", "●"),
    "green": (N_("Green"), "#3f8f4f", "★"),
    "gold": (N_("Gold"), "#e0b050", "◆"),
    "grey": (N_("Grey"), "#8f98a3", "■"),
}
"""Name, colour and mark of each seat; tables take the colour of their pieces."""

KINDS: Final = {
    CIVILIAN: NN_("Civilian", "Civilians"),
    WORKER: NN_("Worker", "Workers"),
    INFANTRY: NN_("Infantry", "Infantry"),
    BOMBER: NN_("Bomber", "Bombers"),
    FIGHTER: NN_("Fighter", "Fighters"),
    MECH: NN_("Mech", "Mechs"),
}

SPACES: Final = ("A", "B", "C", "D", "E", "F")
"""Spaces beside the site, named by the table, clockwise from wherever it likes."""


def faction(name: str) -> str:
    """Return a faction's name."""
    return _(FACTIONS[name][0])


def marked(name: str) -> str:
    """Return a faction's name behind its mark."""
    return f"{FACTIONS[name][2]} {faction(name)}"


def option(name: str, detail: str = "") -> Option:
    """Return a faction as something to pick, with its colour and mark."""
    words, colour, mark = FACTIONS[name]
    return Option(name, _(words), detail=detail, colour=colour, sigil=mark)


def side_option(id_: str, names: Sequence[str]) -> Option:
    """Return a side as something to pick, with the colour and mark of a faction that is alone."""
    _words, colour, mark = FACTIONS[names[0]] if len(names) == 1 else ("", "", "")
    return Option(id_, side(names), colour=colour, sigil=mark)


def side(names: Iterable[str]) -> str:
    """Return the name of a side: its factions."""
    return and_list([faction(name) for name in names])


def wins(names: Sequence[str]) -> str:
    """Return who wins, as a title."""
    return n_("{factions} wins", "{factions} win", len(names)).format(factions=side(names))


def victors_say(names: Sequence[str]) -> str:
    """Return the sentence that the winning side chooses the Utilities."""
    sentence = n_(
        "The victor ({factions}) says which, never a Shield.",
        "The victors ({factions}) say which, never a Shield.",
        len(names),
    )
    return sentence.format(factions=side(names))


def kind(name: str, number: int = 1) -> str:
    """Return a kind of Unit, without its number."""
    return n_(*KINDS[name], number)


def unit(one: MessinaUnit) -> str:
    """One Unit."""
    words = _("{faction} {unit} in support") if one.support else _("{faction} {unit}")
    return words.format(faction=faction(one.faction), unit=kind(one.kind))


def units(several: Iterable[MessinaUnit]) -> str:
    """Several Units of one faction, counted by kind."""
    counts = Counter(one.kind for one in several)
    return ", ".join(f"{number} {kind(name, number)}" for name, number in counts.items())
