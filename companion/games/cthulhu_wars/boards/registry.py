"""The boards and options that the table plays with, and what these bring at each moment of the evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.cthulhu_wars.boards import colour, dreamlands, library, primeval, shaggai, yuggoth
from companion.games.cthulhu_wars.boards.hooks import BoardRules
from companion.games.cthulhu_wars.model.faction_parts import Action, CustomCounter
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.table.script import Script
from companion.table.words import _

_ALL: Final = (library.RULES, dreamlands.RULES, primeval.RULES, shaggai.RULES, yuggoth.RULES, colour.RULES)

RULES: Final[Mapping[str, BoardRules]] = {rules.board: rules for rules in _ALL}
"""The rules of each board, by its id."""


def in_use(state: CthulhuState) -> list[BoardRules]:
    """Return the rules of the boards that are played with; mostly there are none."""
    return [RULES[name] for name in state.boards] if state.boards else []


def _each(state: CthulhuState, hook: Callable[[BoardRules], Callable[[CthulhuState], Script[None]]]) -> Script[None]:
    for rules in in_use(state):
        # No faction is whose: what a correction leaves nothing to choose for is left like anything else.
        yield from left_to_table(state, _(rules.title), _(rules.text), hook(rules)(state), who=state.first)


def begin(state: CthulhuState) -> Script[None]:
    """Run what a board brings once everybody has started."""
    yield from _each(state, lambda rules: rules.begins)


def doom_begins(state: CthulhuState) -> Script[None]:
    """Run what follows as the Doom Phase begins."""
    yield from _each(state, lambda rules: rules.doom_begins)


def doom_ends(state: CthulhuState) -> Script[None]:
    """Run what follows after all Rituals."""
    yield from _each(state, lambda rules: rules.doom_ends)


def gather_begins(state: CthulhuState) -> Script[None]:
    """Run what follows as Gather Power begins."""
    yield from _each(state, lambda rules: rules.gather_begins)


def actions_begin(state: CthulhuState) -> Script[None]:
    """Run what follows as the Action Phase begins."""
    yield from _each(state, lambda rules: rules.actions_begin)


def noticed(state: CthulhuState) -> Script[None]:
    """Run what follows by itself, where places are known."""
    for rules in in_use(state) if state.follows else ():
        yield from rules.noticed(state)


def gathers(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return the addends of a faction in Gather Power."""
    return [addend for rules in in_use(state) if rules.gathers for addend in rules.gathers(state, me)]


def actions(state: CthulhuState) -> list[Action]:
    """Return the Actions that everybody has because of the board."""
    return [action for rules in in_use(state) for action in rules.actions]


def doom_actions(state: CthulhuState) -> list[Action]:
    """Return what everybody may do in the own place in the Doom Phase."""
    return [action for rules in in_use(state) for action in rules.doom_phase]


def anytime(state: CthulhuState, me: str) -> list[Action]:
    """Return what a faction may do at any time, if it is possible now."""
    return [a for rules in in_use(state) for a in rules.anytime if not a.refused(state, me)]


def attacked(state: CthulhuState, attacker: str, defender: str) -> Script[None]:
    """Run what follows as a battle is declared."""
    for rules in in_use(state):
        yield from rules.attacked(state, attacker, defender)


def no_ritual(state: CthulhuState, me: str) -> str:
    """Return why a faction can perform no Ritual now, or an empty string."""
    return next((why for rules in in_use(state) if (why := rules.no_ritual(state, me))), "")


def ritual_signs(state: CthulhuState, me: str) -> int:
    """Return how many Elder Signs a Ritual gives a faction more."""
    return sum(rules.ritual_signs(state, me) for rules in in_use(state))


def closed(state: CthulhuState) -> list[str]:
    """Return the areas whose abandoned Gates nobody can take."""
    return [area for rules in in_use(state) if rules.closed for area in rules.closed(state)]


def wins(state: CthulhuState) -> list[str]:
    """Return the factions that have won at once; those that the table has barred do not."""
    won = [code for rules in in_use(state) if rules.wins for code in rules.wins(state)]
    return [code for code in won if code not in state.barred]


def over(state: CthulhuState) -> bool:
    """Return whether the game ends because of the board."""
    return any(rules.over(state) for rules in in_use(state))


def marks(state: CthulhuState) -> list[CustomCounter]:
    """Return the counters that every faction has because of the board."""
    return [mark for rules in in_use(state) for mark in rules.marks]


def details(state: CthulhuState, me: str) -> list[str]:
    """Return lines about a faction that stand behind its column."""
    return [line for rules in in_use(state) for line in rules.details(state, me)]


def words(state: CthulhuState, area: str) -> list[str]:
    """Return what is written on an area because of the board."""
    found = [_(word) for rules in in_use(state) for kind, word in rules.signs if area in state.places.get(kind, ())]
    return [*found, _("Archway")] if area in state.board.archways else found
