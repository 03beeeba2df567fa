"""Rulings that a table chooses before the game: a named set in one tap, or point by point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars.facts import RulingsNamed
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.rulings import AT_SET_UP, OTHER, of_cards, rulings
from companion.games.cthulhu_wars.model.setup_form import CHOOSE, EACH, EACH_IN_OLD_GAMES, RULEBOOK, SHEET
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE, Choose, Option
from companion.table.rulings import Ruled, Rulings
from companion.table.script import Script, pick_one
from companion.table.words import N_, _

KEYS: Final = "setup/ruling"
"""What the keys of the questions for single points begin with."""

LATER: Final = ("D6", "D32", "D66", "D67", "D76", "D78", "D79", "D80", *(key for key in AT_SET_UP if key != "D2"))
"""Points that rules before version 10 did not know: games that were begun by those have not been asked for them."""


class NamedSet(Struct, frozen=True):
    """Readings that belong together.

    Args:
        title: what the set is called.
        detail: a sentence more.
        readings: those that are not the printed rule.
    """

    title: str
    detail: str
    readings: dict[str, str]


SETS: Final = {
    RULEBOOK: NamedSet(N_("Rulebook"), N_("Every rule as printed"), {}),
    SHEET: NamedSet(
        N_("Summary sheet of 2015"),
        N_("Six rules differ: ? says which"),
        dict.fromkeys(("D2", "D3", "D4", "D6", "D28", "D32"), OTHER),
    ),
}
"""The sets: the printed rules, and the summary of the first edition (S4) where it differs. D7 and D27, in which it
differs, too, stay as printed."""


def choose_rulings(state: CthulhuState) -> Script[bool]:
    """Ask which set of rulings holds, or for each point; return whether the points are asked for one by one."""
    how = str(state.given.ask or "")
    if how == CHOOSE:
        how = (yield from pick_one(state, _which_set)) or RULEBOOK
    if how in SETS:
        take(state, how)
        return False
    if how:
        yield from ask_points(state, [f.code for f in FACTIONS.values() if not f.expansion])
    elif by_the_sheet(state):
        state.record(RulingsNamed(SETS[SHEET].title))
    return bool(how)


def by_the_sheet(state: CthulhuState) -> bool:
    """Return whether all that the sheet says of a game is given, as for the same table again."""
    said = {key: reading for key, reading in SETS[SHEET].readings.items() if key not in AT_SET_UP}
    return all(state.rulings.get(key) == reading for key, reading in said.items())


def ask_points(state: CthulhuState, codes: Iterable[str]) -> Script[None]:
    """Ask for each point that is not given yet: those that all share, and those of some factions."""
    points = rulings(codes)
    if state.given.hands or state.players:
        # Who plays what is said already; of old, D2 was asked for all the same.
        points = points.without(*(key for key in AT_SET_UP if key != "D2"))
    if state.given.ask == EACH_IN_OLD_GAMES:
        points = points.without(*LATER)
    yield from points.ask(state, KEYS)


def ask_card_points(state: CthulhuState) -> Script[None]:
    """Ask for each point of the neutral cards in use that is not given yet."""
    if state.given.ask != EACH_IN_OLD_GAMES:
        yield from of_cards(state.neutral_in_use).ask(state, KEYS)


def take(state: CthulhuState, name: str) -> None:
    """Take a set; readings that are given already stay."""
    chosen = SETS[name]
    state.record(RulingsNamed(chosen.title))
    points: Rulings = rulings(())
    for key, reading in chosen.readings.items():
        if key in state.rulings or (key in AT_SET_UP and state.given.hands):
            continue
        words = _("{point}: {reading}.").format(point=_(points[key].title), reading=_(points[key].readings[reading]))
        state.record(Ruled(key, reading, words=words))


def _which_set() -> Choose:
    options = [Option(name, _(one.title), detail=_(one.detail)) for name, one in SETS.items()]
    options.append(Option(EACH, _("One by one"), detail=_("You are asked for each ruling")))
    return Choose(
        key="setup/rulings",
        who=TABLE,
        title=_("Which rulings?"),
        text=_(
            "The order of losses (D7) and of abilities after an Action (D27) stays as printed, whatever you choose."
        ),
        options=tuple(options),
        rule="rulings",
    )
