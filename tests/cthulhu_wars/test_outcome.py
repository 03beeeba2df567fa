"""What became of a battle: told at its end, and for good where a Quick Battle was all."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.cthulhu_wars.facts import PieceLost, PieceRetreated
from companion.storage.game_library import standing
from companion.storage.html_report import report
from companion.table.session import Session, new_session
from tests.instruments.outside.evenings import sensible

FACES = {"kill": (6,), "pain": (4, 5)}


def fought(seed: int) -> Session[Any]:
    """A Quick Battle up to the page that tells what to move; without dice it is another one."""
    chance = Random(seed)
    setup = {"quick_battle": {"attacker": "GC", "defender": "CC", "area": "arctic_ocean"}}
    session = new_session(GAMES[0], setup)
    while session.prompts[0].prompt.key != "battle/board":
        session.answer(*sensible(session, chance))
    return session


@pytest.mark.parametrize("seed", range(12))
def test_the_outcome_is_what_the_facts_and_the_dice_say(seed: int) -> None:
    session = fought(seed)
    facts = session.state.facts
    lost = Counter(fact.who for fact in facts if isinstance(fact, PieceLost))
    left = Counter(fact.who for fact in facts if isinstance(fact, PieceRetreated))
    thrown: dict[str, list[int]] = {}
    for line in session.history:
        if line.entry.kind == "roll" and line.entry.key.startswith("battle/roll"):
            thrown.setdefault(line.entry.who, []).extend(line.entry.value)
    outcome = {one.player: one for one in session.view.outcome}
    assert set(outcome) == {"GC", "CC"}
    for code, one in outcome.items():
        assert (one.lost, one.left) == (lost[code], left[code])
        faces = thrown.get(code, [])
        assert one.dice == len(faces)
        assert {name: n for name, n, __ in one.results} == {
            name: sum(face in shown for face in faces) for name, shown in FACES.items()
        }
        assert ("Lost" in one.words, "Driven off" in one.words) == (bool(lost[code]), bool(left[code]))
    # It says the same after the pieces are moved, and after all is read once more.
    before = session.view.outcome
    while not session.finished:
        session.answer(*sensible(session, Random(1)))
    assert session.view.outcome == before
    assert session.view.finished


def test_the_page_at_the_end_tells_losses_and_luck() -> None:
    session = fought(2)
    text = session.prompts[0].prompt.text
    for one in session.view.outcome:
        __, kills, expected = one.results[0]
        assert f"{one.lost} lost" in text or not one.lost
        assert f"{kills} Kill" in text
        assert f"{expected:.1f} expected" in text


def test_a_quick_battle_stands_on_the_list_by_its_outcome() -> None:
    session = fought(3)
    while not session.finished:
        session.answer(*sensible(session, Random(1)))
    said, page = standing(session.view), report(session)
    assert "Doom" not in said
    assert "Power" not in said
    assert all(one.words in said for one in session.view.outcome)
    assert "Doom" not in page.partition("<main>")[2].partition("<h2>Full log</h2>")[0]
    assert all(one.words in page for one in session.view.outcome)


def test_a_battle_of_an_evening_leaves_nothing_behind() -> None:
    session = new_session(GAMES[0], {"factions": ["GC", "CC", "BG", "YS"], "signs": "app"})
    chance, seen = Random(3), 0
    for _ in range(250):
        if session.prompts[0].prompt.key == "end":
            break
        session.answer(*sensible(session, chance))
        seen += bool(session.view.outcome)
        assert not session.view.outcome or session.view.sides
    assert seen
    assert session.state.fought is None
