"""What rules ask for a dozen times with each answer is found by a short way; it leads where the long one does.

Whole evenings with all cards, with undo and corrections: a short way knows nothing of the answer before.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cthulhu_wars.battle.combat_totals import combat
from companion.games.cthulhu_wars.battle.declare import nobody_attacks
from companion.games.cthulhu_wars.corrections.corrections import limits
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_figures import pieces
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import (
    BOOKS,
    BROUGHT,
    CARDS,
    DARK_DEMON,
    FILTH,
    GUG,
    HIGH_PRIEST,
    HIGH_PRIESTS,
    UNIQUE_PRIESTS,
    UNITS,
)
from companion.games.cthulhu_wars.model.state import DEMON, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.games.cthulhu_wars.rules.pool import chosen_priest, gate_keepers, has_priest, keeper_units, kinds
from companion.games.cthulhu_wars.turn.common_actions import capture_options, capture_refused
from companion.games.cthulhu_wars.turn.common_choices import common_choices, unlimited_choices
from companion.games.cthulhu_wars.turn.palette import palette
from companion.games.cthulhu_wars.view import view
from companion.table import words
from companion.table.session import new_session
from companion.table.view import PlayerView
from tests.chance import back_and_forth, step

ANSWERS = 250
EVENINGS = (("GC", "CC", "BG", "YS"), ("OW", "SL", "WW", "AN", "TT"), ("BB", "DS", "BG", "AN"), ("GC", "TT"))
NEUTRAL = [*CARDS, *BOOKS, HIGH_PRIESTS, UNIQUE_PRIESTS]


@pytest.mark.parametrize("factions", EVENINGS)
def test_short_ways_lead_where_the_long_ones_do(factions: tuple[str, ...]) -> None:
    chance = Random("".join(factions))
    session = new_session(CTHULHU_WARS, {"factions": list(factions), "signs": "app", "neutral": NEUTRAL})
    for number in range(ANSWERS):
        if session.finished:
            break
        step(session, chance)
        if session.state.seats and number % 10 == 0:
            code = chance.choice(session.state.seats)
            counters = (f"{code}.power", f"{code}.acolyte")
            session.correct({key: chance.randint(*limits(session.state, key)) for key in counters})
        if number % 25 == 24:
            back_and_forth(session, chance, 5)
        check_view(session.state)
        for code in session.state.seats if session.state.first else ():
            check(session.state, code)


def fresh(state: CthulhuState) -> tuple[PlayerView, ...]:
    """Everybody's column, made anew."""
    return tuple(view.player(state, code, view.details(state, code)) for code in state.seats)


def check_view(state: CthulhuState) -> None:
    """What is shown again was made of the same."""
    assert view.players(state) == fresh(state)
    shown = view.areas(state)
    view._MAPS.clear()
    assert view.areas(state) == shown


def test_a_column_is_said_in_the_language_in_use() -> None:
    state = new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app"}).state
    english = view.players(state)
    words.use("de")
    try:
        assert view.players(state) == fresh(state) != english
    finally:
        words.use(words.ENGLISH)
    assert view.players(state) == english


def test_two_games_side_by_side_show_each_its_own() -> None:
    one, other = (new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app"}) for _ in range(2))
    other.correct({"GC.doom": 7})
    for _ in range(2):
        assert one.view.players[0].big[1].value == 0
        assert other.view.players[0].big[1].value == 7


def check(state: CthulhuState, code: str) -> None:
    assert list(kinds(state, code)) == all_kinds(state, code)
    for ranks in ((Rank.CULTIST,), (Rank.MONSTER, Rank.TERROR), (Rank.GOO,)):
        assert list(kinds(state, code, *ranks)) == [unit for unit in all_kinds(state, code) if unit.rank in ranks]
    assert gate_keepers(state, code) == sum(state.on_map(code, unit) for unit in keeper_units(state, code))
    gates = [area for area, owner in state.gates.items() if owner == code]
    assert state.held_gates(code) == [area for area in gates if not state.fixed(area)]
    for enemy, refused in nobody_attacks(state, code, state.enemies(code)).items():
        assert bool(refused) == bool(lined_up(state, code, enemy))
    assert capture_refused(state, code) == captured_nobody(state, code)
    if not state.by_hand:
        in_full = [choice.option for choice in common_choices(state, code) if choice.unlimited]
        assert [choice.option for choice in unlimited_choices(state, code)] == in_full
        check_order([choice.option.tile or choice.id for choice in palette(state, code, [], acted=False)])


def all_kinds(state: CthulhuState, code: str) -> list[Unit]:
    """A faction's own kinds of unit, then the neutral ones of which it has the card (reference 7)."""
    faction, own = state.factions[code], list(roster.card(code).units)
    priest = state.priests and has_priest(state, code) and HIGH_PRIEST not in [unit.id for unit in own]
    demon = DARK_DEMON not in faction.loyalty and faction.marks.get(DEMON)
    return [
        *own,
        *([UNITS[HIGH_PRIEST]] if priest else []),
        *(UNITS[name] for name in faction.loyalty),
        *([UNITS[DARK_DEMON]] if demon else []),
        *(unit for card, unit in BROUGHT.items() if card in faction.loyalty or state.in_play(code, unit.id)),
        *([UNITS[chosen_priest(state, code)]] if chosen_priest(state, code) else []),
    ]


def lined_up(state: CthulhuState, code: str, enemy: str) -> str:
    """Why all pieces on the map together could not attack an enemy."""
    everywhere = pieces(code, {unit.id: state.on_map(code, unit.id) for unit in kinds(state, code)})
    battle = Battle("", code, enemy, everywhere)
    if combat(state, battle, code) <= 0:
        return "Combat 0"
    return roster.card(code).may_not_attack(state, battle, code)


def captured_nobody(state: CthulhuState, code: str) -> str:
    """Why nobody's Cultist can be captured, by what would be offered."""
    captors = [unit for unit in kinds(state, code) if unit.rank is not Rank.CULTIST and unit.id not in (GUG, FILTH)]
    if not any(state.on_map(code, unit.id) > 0 for unit in captors):
        return "You have no Monster or Great Old One in play."
    options = capture_options(state, code)
    there = [option for option in options if option.refused != "They have no Cultist on the map."]
    if not there:
        return "No enemy Cultist is on the map."
    return "" if any(not option.refused for option in there) else there[0].refused


def check_order(tiles: list[str]) -> None:
    """Choices of one tile stand together."""
    first = list(dict.fromkeys(tiles))
    assert tiles == sorted(tiles, key=first.index)
