"""What a table remembers is told by the facts of the step, once, and the greatest of several."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import (
    BookTaken,
    GameEnded,
    PiecesEntered,
    RitualAdvanced,
    SignRevealed,
)
from companion.table.state import Fact
from companion.table.view import GreatMoment
from layouts.build_sounds import SOUNDS
from layouts.glyphs import SYMBOLS
from tests.cthulhu_wars.evening import Evening


def after(game: Evening, *facts: Fact) -> GreatMoment | None:
    """The moment of a step in which these things happen."""
    for fact in facts:
        game.state.record(fact)
    moment = game.session.great_moment(facts)
    if moment is not None:
        assert not moment.symbol or moment.symbol in SYMBOLS
        assert moment.sound in SOUNDS
    return moment


@pytest.fixture
def game() -> Evening:
    return Evening("GC", "BG")


def test_an_awakening_is_told_with_place_and_silhouette(game: Evening) -> None:
    found = after(game, PiecesEntered("GC", "cthulhu", 1, "awakened", "south_pacific"))
    assert found == GreatMoment("Cthulhu", "awakens: South Pacific", "GC", "unit-cthulhu", "awaken-deep", "GC cthulhu")


def test_a_monster_that_comes_is_no_moment(game: Evening) -> None:
    assert after(game, PiecesEntered("GC", "shoggoth", 1, "summoned", "south_pacific")) is None


def test_a_ritual_says_what_the_next_one_costs(game: Evening) -> None:
    found = after(game, RitualAdvanced("BG"))
    assert found is not None
    assert (found.title, found.line, found.who) == ("Ritual of Annihilation", "The next one costs 6", "BG")


def test_the_last_ritual_is_instant_death(game: Evening) -> None:
    game.state.ritual = len(game.state.track) - 1
    found = after(game, RitualAdvanced("BG"))
    assert found is not None
    assert (found.title, found.symbol) == ("Instant Death", "instant-death")


def test_only_the_sixth_spellbook_is_a_moment(game: Evening) -> None:
    books = ["frenzy", "ghroth", "necrophagy", "red_sign", "thousand_young", "blood_sacrifice"]
    found = [after(game, BookTaken("BG", book, "any")) for book in books]
    assert found[:5] == [None] * 5
    assert found[5] is not None
    assert (found[5].title, found[5].line) == ("Six spellbooks", "Black Goat")


def test_a_revealed_elder_sign_is_told_by_its_doom(game: Evening) -> None:
    game.state.factions["GC"].signs.append(3)
    found = after(game, SignRevealed("GC", 0, 3))
    assert found is not None
    assert (found.title, found.who) == ("Elder Sign: 3 Doom", "GC")


@pytest.mark.parametrize(
    ("winners", "title", "line", "who"),
    [
        ((("GC",),), "Victory", "Great Cthulhu", "GC"),
        ((("GC",), ("BG",)), "Victory", "Great Cthulhu and Black Goat", ""),
        ((), "Everybody loses", "Nobody has six spellbooks.", ""),
    ],
)
def test_the_end_is_greater_than_all_else(
    game: Evening, winners: tuple[tuple[str, ...], ...], title: str, line: str, who: str
) -> None:
    found = after(game, RitualAdvanced("BG"), GameEnded(winners))
    assert found is not None
    assert (found.title, found.line, found.who) == (title, line, who)
