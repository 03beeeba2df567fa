"""The last event in the head of the table page: in fewer letters where it has little room."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from layouts.glyphs import SYMBOLS

pytestmark = pytest.mark.window

SETUP = {"factions": ["GC", "CC", "BG", "YS"], "first": "GC", "direction": 1, "signs": "app", "map": "earth35"}


def test_rulings_before_the_game_are_no_news(face: Any) -> None:
    """ "No room for all: The victor." stood below the ledger as if it had happened."""
    from companion.games.messina.game import MESSINA

    def answer(*value: Any) -> None:
        face.answer(face.item().ticket, [*value])

    face.begin(MESSINA, {"seats": ["red", "blue"], "rulings": "ask"})
    while face.item().prompt.key.startswith("ruling/"):
        answer(face.item().prompt.options[-1].id)
    assert face.session.state.rulings["excess"] == "victor"
    assert face.page.recent.lines == []
    face.undo(1)
    assert face.page.recent.lines == ["Undone: No room for all: The victor"]
    answer("owner")
    assert face.page.recent.lines == []


def test_a_ruling_that_is_changed_in_the_game_is_news(face: Any) -> None:
    face.begin(CTHULHU_WARS, SETUP)
    chance = Random(2)
    while not face.item().prompt.key.startswith("action/"):
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    face.interject("ruling")
    face.answer(face.item().ticket, [face.item().prompt.options[0].id])
    face.answer(face.item().ticket, [face.item().prompt.options[-1].id])
    point = face.session.state.facts[-1]
    assert face.page.recent.lines[-1] == point.text()


def test_a_long_event_shows_sigils_for_names_and_a_short_one_the_names(face: Any) -> None:
    face.begin(CTHULHU_WARS, SETUP)
    recent = face.page.recent
    sign = face.session.view.players[0].sigil
    recent.lines = ["Great Cthulhu: 8 Power paid (passes and drops to 0)"]
    recent.size = 700, 60
    recent.draw()
    assert recent.text == recent.lines[0]
    recent.size = 260, 60
    recent.draw()
    assert recent.text == f"{SYMBOLS[sign]} 8 Power paid (passes and drops to 0)"


def test_what_is_to_be_done_on_the_board_goes_first(face: Any) -> None:
    """After an awakening the screen named the spellbook alone, and not the piece that was to be placed."""
    from companion.games.cthulhu_wars.facts.card import BookTaken, PowerSpent

    face.begin(CTHULHU_WARS, SETUP)
    recent, hand = face.page.recent, SYMBOLS["hand"]
    recent.note([BookTaken("GC", "dreams", ""), PowerSpent("GC", 1, "Move")])
    recent.size = 500, 200
    recent.draw()
    assert recent.text.count("\n") == 1, "all of it"
    recent.size = 300, 60
    recent.draw()
    assert recent.text.startswith(hand)
    assert "Dreams" in recent.text


def test_a_piece_to_be_placed_goes_before_its_spellbook(face: Any) -> None:
    """After an awakening only the spellbook was told, which came last."""
    from companion.games.cthulhu_wars.facts.board import PiecesEntered
    from companion.games.cthulhu_wars.facts.card import BookTaken

    face.begin(CTHULHU_WARS, SETUP)
    recent = face.page.recent
    recent.note([PiecesEntered("GC", "cthulhu", 1, "Awaken"), BookTaken("GC", "dreams", "")])
    recent.size = 168, 60
    recent.draw()
    assert "Cthulhu" in recent.text
    recent.note([BookTaken("GC", "devolve", "")])
    recent.size = 168, 130
    recent.draw()
    assert "Devolve" in recent.text
    assert "Place" in recent.text, "it is still to be done"


def test_the_last_event_stands_below_the_turn(face: Any) -> None:
    """Where the ledger has names; beside a narrow one the log has it."""
    face.begin(CTHULHU_WARS, {**SETUP, "factions": ["GC", "CC", "BG", "WW"]})
    chance = Random(2)
    while not face.item().prompt.key.startswith("action/"):
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    face.answer(face.item().ticket, ["move/1"])
    recent = face.page.recent
    assert recent.get_root_window() is not None
    assert "Move 1 unit" in recent.text
    assert recent.top <= face.page.headline.lead._turn.rect[1] + 12
