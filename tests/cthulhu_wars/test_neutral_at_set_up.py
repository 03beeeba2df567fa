"""Neutral cards that are chosen while the board is set up, and what is laid out because of them."""

from __future__ import annotations

from typing import Any

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, HIGH_PRIEST, HIGH_PRIESTS, UNIQUE_PRIESTS
from companion.games.cthulhu_wars.model.state import ACOLYTE
from companion.table.prompts import Tell
from companion.table.session import Session, new_session
from companion.table.words import labelled

SETUP = {"factions": ["TT", "CC", "BG"], "signs": "app", "first": "CC", "direction": 1}


def laid_out(seating: bool = True) -> Session[Any]:
    session = new_session(CTHULHU_WARS, SETUP | ({"seating": "table"} if seating else {}))
    while (item := session.prompts[0]).prompt.key != "setup/board":
        prompt: Any = item.prompt
        session.answer(item.ticket, [prompt.open_options()[0].id])
    return session


def give(session: Session[Any], key: str, answer: Any) -> None:
    (item,) = session.prompts
    assert item.prompt.key == key
    session.answer(item.ticket, answer)


def choose(session: Session[Any], kinds: dict[str, list[str]]) -> None:
    session.interject("neutral")
    give(session, "neutral/kinds", list(kinds))
    for kind, cards in kinds.items():
        give(session, f"neutral/{kind}", cards)


def test_only_kinds_that_are_there_are_asked_for() -> None:
    session = laid_out()
    offered = {option.id: option for option in session.interjections}
    assert offered["neutral"].near
    choose(session, {"monsters": ["ghast", "gug"], "great": ["yig"]})
    assert session.prompts[0].prompt.key == "setup/board"
    assert session.state.neutral == ["ghast", "gug", "yig"]
    # Asked again it is filled in, and a kind that is dropped is back in the box.
    session.interject("neutral")
    asked: Any = session.prompts[0].prompt
    assert asked.suggested == ("monsters", "great")
    give(session, "neutral/kinds", ["great"])
    asked = session.prompts[0].prompt
    assert asked.suggested == ("yig",)
    give(session, "neutral/great", ["yig"])
    assert session.state.neutral == ["yig"]


def test_cards_show_their_pieces() -> None:
    session = laid_out()
    session.interject("neutral")
    give(session, "neutral/kinds", ["monsters"])
    asked: Any = session.prompts[0].prompt
    assert {option.id: option.symbol for option in asked.options}["star_vampire"] == "unit-star-vampire"


def test_spellbooks_say_what_they_do() -> None:
    session = laid_out()
    session.interject("neutral")
    give(session, "neutral/kinds", ["books"])
    asked: Any = session.prompts[0].prompt
    assert {option.id: option.detail.removesuffix(" Check your card.") for option in asked.options} == {
        name: book.text for name, book in BOOKS.items()
    }


def test_high_priests_take_the_place_of_acolytes() -> None:
    """As if they had been given with the set-up; undone or dropped again, they are Acolytes."""
    given = new_session(CTHULHU_WARS, SETUP | {"neutral": [HIGH_PRIESTS]})
    wanted = {unit: given.state.in_play("TT", unit) for unit in (HIGH_PRIEST, ACOLYTE)}
    session = laid_out()
    before = {unit: session.state.in_play("TT", unit) for unit in (HIGH_PRIEST, ACOLYTE)}
    assert wanted != before
    choose(session, {"priests": [HIGH_PRIESTS, UNIQUE_PRIESTS]})
    assert {unit: session.state.in_play("TT", unit) for unit in (HIGH_PRIEST, ACOLYTE)} == wanted
    assert session.state.in_play("CC", HIGH_PRIEST) == 0
    told: Any = session.prompts[0].prompt
    assert isinstance(told, Tell)
    assert "High Priest" in told.lines[0]
    start = session.state.factions["TT"].start
    assert told.board is not None
    assert ("high-priest", 1) in [(one.symbol, one.number) for one in told.board.pieces if one.id == start]
    choose(session, {})
    assert {unit: session.state.in_play("TT", unit) for unit in (HIGH_PRIEST, ACOLYTE)} == before
    session.undo(2)
    assert {unit: session.state.in_play("TT", unit) for unit in (HIGH_PRIEST, ACOLYTE)} == wanted


def test_the_picture_of_the_board_shows_what_the_lines_say() -> None:
    session = laid_out()
    told: Any = session.prompts[0].prompt
    state = session.state
    for code in state.seats:
        start = state.factions[code].start
        there = sum(one.number for one in told.board.pieces if one.id == start)
        assert there == sum(state.factions[code].in_play.values()) == 6
    assert told.lines[-1] == told.board.lines[-1].text, "the Ritual marker and the Elder Signs"
    beside = [labelled(names.faction(one.who), one.text) if one.who else one.text for one in told.board.lines]
    assert {line.casefold() for line in beside[1:]} < {line.casefold() for line in told.lines}


def test_programs_are_asked_as_before() -> None:
    """Whoever gives the factions gives the neutral cards, too, and reads what is laid out in lines."""
    session = laid_out(seating=False)
    assert "neutral" not in [option.id for option in session.interjections]
    assert session.prompts[0].prompt.as_json().keys() == {
        "kind",
        "key",
        "who",
        "title",
        "optional",
        "rule",
        "lines",
        "verb",
    }
