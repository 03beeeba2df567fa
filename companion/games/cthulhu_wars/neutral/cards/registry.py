"""The Loyalty Cards that factions have, and what these bring at each moment of the evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, PRIESTS, SATYR
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.neutral.cards import bloated_woman, dark_demon, ghatanothoa, recruits
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.pool import chosen_priest, enter
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.table.script import Script
from companion.table.words import _

_BESIDE: Final = ("earning", "hooks", "registry")
"""Files of this folder that are no cards."""


def _found() -> Iterator[CardHooks]:
    """Yield the hooks of every card: each file of this folder has them as `POWERS`, one or several."""
    for name in sorted(found.name for found in iter_modules([str(Path(__file__).parent)])):
        if name not in _BESIDE:
            powers = import_module(f"{__package__}.{name}").POWERS
            yield from (powers,) if isinstance(powers, CardHooks) else powers


POWERS: Final[Mapping[str, CardHooks]] = {powers.card: powers for powers in _found()}
"""The hooks of those cards of which more than numbers is carried out here, by card."""


def held(state: CthulhuState, me: str) -> list[CardHooks]:
    """Return the hooks of the cards of a faction."""
    faction = state.factions[me]
    # Most factions have none, and are asked a dozen times with each answer.
    chosen = chosen_priest(state, me)
    if not faction.loyalty and not chosen:
        return []
    return [POWERS[name] for name in (*faction.loyalty, chosen) if name in POWERS]


def arrive(state: CthulhuState, me: str, unit: str, number: int, words: str) -> Script[None]:
    """Bring new pieces of a card into play, with what comes with them."""
    powers = POWERS.get(unit)
    if powers is None or not (yield from powers.comes(state, me, number)):
        enter(state, me, unit, number, words)
    if unit == SATYR:
        enter(state, me, ACOLYTE, 1, _("comes with it"))


def awakened(state: CthulhuState, me: str, unit: str) -> Script[None]:
    """As an independent Great Old One awakens."""
    if unit in POWERS:
        yield from POWERS[unit].awakened(state, me)


def moved(state: CthulhuState, me: str) -> Script[None]:
    """After a Move."""
    for powers in held(state, me):
        yield from powers.moved(state, me)


def reminders(state: CthulhuState, me: str, action: str) -> list[str]:
    """Return the reminders of cards beside a Common Action."""
    return [words for powers in held(state, me) if (words := powers.reminds(state, me, action))]


def no_place(state: CthulhuState, me: str, unit: str) -> str:
    """Why a new piece could not be placed; empty if it could."""
    return POWERS[unit].no_place(state, me) if unit in POWERS else ""


def _each(
    state: CthulhuState, codes: list[str], door: Callable[[CardHooks], Callable[[CthulhuState, str], Script[None]]]
) -> Script[None]:
    for code in codes:
        for powers in held(state, code):
            card = CARDS.get(powers.card) or PRIESTS[powers.card]
            yield from left_to_table(state, names.unit_of(card.unit), _(card.text), door(powers)(state, code), who=code)


def noticed(state: CthulhuState) -> Script[None]:
    """Run what follows by itself, for every faction."""
    codes = [] if state.by_hand else [code for code in state.player_order() if held(state, code)]
    if codes:
        yield from _each(state, codes, lambda powers: powers.noticed)


def gathers(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Addends in Gather Power, and what others' cards take off."""
    own = [addend for powers in held(state, me) for addend in powers.gathers(state, me)]
    return [*own, *ghatanothoa.laid_down(state, me), *dark_demon.gathers_less(state, me)]


def before_return(state: CthulhuState) -> None:
    """In Gather Power, before what was captured goes home."""
    for code in state.player_order():
        for powers in held(state, code):
            powers.before_return(state, code)


def gathered(state: CthulhuState) -> Script[None]:
    """At the end of Gather Power."""
    ghatanothoa.stand_up(state)
    yield from _each(state, state.player_order(), lambda powers: powers.gathered)


def doom_begins(state: CthulhuState, me: str) -> Script[None]:
    """As a faction's place in the Doom Phase comes."""
    yield from _each(state, [me], lambda powers: powers.doom_begins)


def doom_ends(state: CthulhuState, me: str) -> Script[None]:
    """As the Doom Phase ends."""
    yield from _each(state, [me], lambda powers: powers.doom_ends)


def actions(state: CthulhuState, me: str) -> list[Action]:
    """Their Actions, and what others' cards let a faction do."""
    own = [action for powers in held(state, me) for action in powers.actions]
    return [*own, *bloated_woman.takings(state, me), *recruits.recruits(state, me)]


def doom_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what cards let a faction do in its place in the Doom Phase."""
    return [action for powers in held(state, me) for action in powers.doom_phase]


def between_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what cards let a faction do after any player's Action."""
    return [action for powers in held(state, me) for action in powers.between_actions]


def anytime(state: CthulhuState, me: str) -> list[Action]:
    """Return what cards let a faction do at any time, if it is possible now."""
    found = (action for powers in held(state, me) for action in powers.anytime)
    return [action for action in found if not action.refused(state, me)]


def battle_begins(state: CthulhuState, battle: Battle) -> Script[None]:
    """At the beginning of a battle, for everybody."""
    for code in state.seats:
        for powers in held(state, code):
            yield from powers.battle_begins(state, battle, code)


def battle_ends(state: CthulhuState, battle: Battle) -> Script[None]:
    """At its end."""
    for code in state.seats:
        for powers in held(state, code):
            yield from powers.battle_ends(state, battle, code)


ABILITIES: Final[tuple[BattleAbility, ...]] = tuple(ability for powers in POWERS.values() for ability in powers.battle)
"""What they let their players do in battles."""
