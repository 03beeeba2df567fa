"""Whole evenings played at random through prompts alone: no error, and the invariants after every answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.cthulhu_wars.facts import ActionPhaseBegan, TurnBegan
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import COUNTED
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import BAG
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.pool import kinds, pool
from companion.games.cthulhu_wars.setup.setup import no_duel
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session, open_session
from tests.chance import back_and_forth, picture, step

LONGEST = 8000


CORE = ("GC", "CC", "BG", "YS")


def evening(
    seed: int, journal: SqliteJournal | None = None, codes: Sequence[str] = CORE
) -> tuple[Session[Any], Random]:
    """A game of 2 to 4 random factions, or of two each for two players; every other one is set up by prompts."""
    chance = Random(seed)
    factions = chance.sample(codes, chance.choice([2, 3, 4]))
    while len(factions) == 2 and no_duel(factions):
        factions = chance.sample(codes, 2)
    setup: dict[str, Any] = {"factions": factions}
    if len(factions) == 4 and chance.random() < 0.5:
        setup = {"players": [factions[:2], factions[2:]]}
    return new_session(CTHULHU_WARS, setup if seed % 2 else {}, journal), chance


def check_invariants(state: CthulhuState) -> None:
    """Pieces are conserved; nothing is negative; books and signs add up (battle reference 6, reference 2 and 3)."""
    check_pieces(state)
    check_table(state)


def check_pieces(state: CthulhuState) -> None:
    """None is lost and none too many."""
    for code in state.factions:
        for unit in kinds(state, code):
            here, left = state.in_play(code, unit.id), pool(state, code, unit.id)
            assert 0 <= state.on_map(code, unit.id) <= here
            absent = state.absent(code, unit.id)
            fewer = unit.id == "filth" and state.rulings.get("D72") == "other"
            assert left + here + absent == (max(6, here) if fewer else unit.count)
            assert absent >= state.captured(code, unit.id) >= 0
            assert left >= 0


def check_table(state: CthulhuState) -> None:
    """Nothing is negative; books and signs add up; Gates lie on the map."""
    for faction in state.factions.values():
        assert faction.power >= 0
        assert len(faction.books) == len(set(faction.books)) <= 6
    placed = {area for area in state.gates if not area.startswith(COUNTED)}
    assert placed <= set(state.board.areas) if state.map_id else not state.gates
    assert sum(len(f.signs) for f in state.factions.values()) + len(state.bag) <= len(BAG)
    assert not state.acted or state.several
    assert all(state.hand(code) == state.hand(state.acted[0]) for code in state.acted)
    held = [name for f in state.factions.values() for name in (*f.loyalty, *(set(f.books) & set(BOOKS)))]
    assert len(held) == len(set(held))
    assert not set(held) & set(state.neutral)
    assert all(len(f.tokens) == len(set(f.tokens)) for f in state.factions.values())


def following(state: CthulhuState) -> tuple[str, dict[str, int]]:
    """Whose turn it is in the Action Phase, and everybody's Power."""
    return state.active if state.phase == "action" else "", {c: f.power for c, f in state.factions.items()}


def check_turn(state: CthulhuState, active: str, power: dict[str, int]) -> None:
    """Before the turn goes to somebody else a person has acted with each faction that can (D2)."""
    assert state.duel or not state.decay
    if not active or state.phase != "action" or not state.active or state.active in state.hand(active):
        return
    phase = takewhile(lambda f: not isinstance(f, ActionPhaseBegan), reversed(state.facts))
    # What nobody plays passes by itself, within somebody else's step.
    last, *earlier = [f for f in phase if isinstance(f, TurnBegan) and f.who not in state.unplayed]
    if last.words:
        return  # The table has said whose turn it is.
    turn = list(takewhile(lambda code: code in state.hand(active), (f.who for f in earlier)))
    able = [c for c in state.hand(active) if c not in state.resting and 0 not in (power[c], state.factions[c].power)]
    assert set(able) <= set(turn), earlier[:4]


def play(seed: int, codes: Sequence[str] = CORE) -> int:
    """Play one game to its end; return the number of answers."""
    session, chance = evening(seed, codes=codes)
    for answers in range(LONGEST):
        if session.finished:
            assert session.state.winners is not None
            return answers
        before = following(session.state)
        step(session, chance)
        check_invariants(session.state)
        check_turn(session.state, *before)
    raise AssertionError(f"game {seed} does not end")


@pytest.mark.parametrize("seed", range(40))
def test_random_game(seed: int) -> None:
    """No error, an end, and the invariants after each answer."""
    assert play(seed) > 10


def with_one(code: str) -> list[str]:
    """Four factions of which each is a core one but this one, so that it plays in most of these games."""
    return [code, *CORE[:3]]


@pytest.mark.parametrize("code", [code for code, faction in FACTIONS.items() if faction.expansion])
def test_random_games_with_each_expansion(code: str) -> None:
    """The same with a faction that is not in the box, among others of them and alone; with undo on the way."""
    for seed in (5001, 5003):
        assert play(seed, with_one(code) if seed % 4 == 1 else list(FACTIONS)) > 10
    session, chance = evening(5011, codes=with_one(code))
    for n in range(48):
        if session.finished:
            break
        step(session, chance)
        if n % 8 == 0:
            back_and_forth(session, chance, len(session.timeline.entries))


@pytest.mark.slow
def test_hundreds_of_random_games_of_all_factions() -> None:
    """500 games of factions drawn from all, and 100 with each expansion, set up by the test and by prompts."""
    assert sum(play(seed, list(FACTIONS)) > 10 for seed in range(20_000, 20_500)) == 500
    for code in (code for code, faction in FACTIONS.items() if faction.expansion):
        assert sum(play(seed, with_one(code)) > 10 for seed in range(30_000, 30_100)) == 100


@pytest.mark.slow
def test_a_thousand_random_games() -> None:
    """The same for 1,000 games, two players in both variants among them."""
    assert sum(play(seed) > 10 for seed in range(1000)) == 1000


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_undo_then_redo_gives_the_identical_state(seed: int) -> None:
    """For sampled prefixes: any number of steps back and forth again."""
    session, chance = evening(seed)
    for n in range(160):
        if session.finished:
            break
        step(session, chance)
        if n % 8 == 0:
            back_and_forth(session, chance, len(session.timeline.entries))


@pytest.mark.parametrize("seed", range(2000, 2004))
def test_saved_and_resumed_gives_the_identical_prompt(seed: int, tmp_path: Path) -> None:
    """For sampled prefixes: closing the file and opening it again changes nothing."""
    journal = SqliteJournal(tmp_path / "evening.game")
    session, chance = evening(seed, journal)
    for n in range(120):
        if session.finished:
            break
        step(session, chance)
        if n % 15 == 0:
            before = picture(session)
            journal.close()
            journal = SqliteJournal(tmp_path / "evening.game")
            session = open_session(GAMES, journal.records, journal)
            assert picture(session) == before
    journal.close()
