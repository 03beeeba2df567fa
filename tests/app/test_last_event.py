"""The last event beside the suggested keys: whole at every width, or in fewer letters."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.table.prompts import Option
from layouts.glyphs import SYMBOLS

pytestmark = pytest.mark.window

SIZES = pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
SETUP = {"factions": ["GC", "CC", "BG", "YS"], "first": "GC", "direction": 1, "signs": "app", "map": "earth35"}
KEYS = (
    Option("one", "Claim: 4 areas", near=True, tile="bg", heading="Black Goat"),
    Option("two", "Claim: Elder Signs", near=True, tile="ww", heading="Windwalker"),
)
EVENTS = (
    "Nobody can act: Gather Power",
    "Great Cthulhu: 8 Power paid (passes and drops to 0)",
    f"{SYMBOLS['hand']} Crawling Chaos: put Seek and Destroy on the faction card",
    f"{SYMBOLS['hand']} Return Crawling Chaos Acolyte from South America West to the Pool",
)


@pytest.fixture
def sidebar(face: Any, size: tuple[int, int]) -> Any:
    """The sidebar of an evening of four, below a head that takes some of the height."""
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    face.begin(CTHULHU_WARS, SETUP)
    page = face.page
    if page.sidebar.parent is None:
        page.board.add_widget(page.sidebar)
    return page.sidebar


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


@SIZES
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("event", EVENTS)
def test_the_last_event_is_whole_beside_the_suggested_keys(sidebar: Any, face: Any, number: int, event: str) -> None:
    from layouts.theme import look
    from layouts.typeset import extent

    page = face.page
    recent, near = page.recent, page.near
    near.offer(KEYS[:number])
    if near.parent is not None and near.parent is not sidebar:
        near.parent.remove_widget(near)
    if look.portrait:
        sidebar.size = 700 * look.u, 400 * look.u
    else:
        sidebar.size = 353 * look.u, 319 * look.u
    recent.lines = [event]
    sidebar.arrange()
    recent.draw()
    assert near.parent is sidebar, "each suggested key is there"
    assert "…" not in recent.text
    assert recent.text.split()[-1] == event.split()[-1]
    assert extent(recent.text, "text", look.least, recent.width - 16 * look.u)[1] <= recent.height
    assert min(card.height for card in page.ledger.cards) >= look.finger
    assert page.ledger.y >= recent.top
    assert not recent.collide_widget(near) or recent.y >= near.top or recent.right <= near.x


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


@SIZES
@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("event", ["Windwalker: start in Antarctica", "Gute Nacht in der Unaussprechlichkeitsarktis"])
def test_no_word_of_the_last_event_is_broken(sidebar: Any, face: Any, number: int, event: str) -> None:
    """*start in Antarctic a* stood beside two keys."""
    from layouts.theme import look
    from layouts.typeset import stands

    recent = face.page.recent
    face.page.near.offer(KEYS[:number])
    sidebar.size = (700 * look.u, 400 * look.u) if look.portrait else (353 * look.u, 319 * look.u)
    recent.lines = [event]
    sidebar.arrange()
    recent.draw()
    assert "…" not in recent.text
    assert stands(recent.text, "text", look.least, recent.width - 16 * look.u, recent.height)


def test_keys_in_the_largest_type_leave_room_for_the_last_event(face: Any) -> None:
    """Nothing of it stood beside them."""
    from companion.app.table.sidebar.recent import SuggestedKeys
    from layouts.theme import look

    face.look(text="XL")
    keys = SuggestedKeys(print)
    keys.offer([Option(name, name, near=True, tile=name, symbol="help") for name in ("Referee", "Neutral pieces")])
    room = 353 * look.u
    assert keys.stand(room, 50) > 0.75 * room
    assert keys.stand(room, 50, brief=True) <= 0.72 * room
    assert len(keys.chips) == 2


def _with_narrow_ledger(face: Any) -> Any:
    """Return the page of an evening of four, with its sidebar in sight: beside a map it waits, and is not laid out."""
    face.begin(CTHULHU_WARS, SETUP)
    page = face.page
    if page.sidebar.parent is None:
        page.board.add_widget(page.sidebar)
    page.ledger.set_slim(True)
    return page


@pytest.mark.parametrize("event", EVENTS)
def test_the_last_event_is_whole_below_a_narrow_ledger(face: Any, event: str) -> None:
    """*Doom: 24 (corrected by h…* stood there."""
    from layouts.theme import look

    page = _with_narrow_ledger(face)
    page.near.offer(())
    page.sidebar.size = 168 * look.u, 360 * look.u
    page.recent.lines = [event]
    page.sidebar.arrange()
    page.recent.draw()
    assert "…" not in page.recent.text
    assert min(card.height for card in page.ledger.cards) >= look.finger
    assert page.ledger.y >= page.recent.top


@pytest.mark.parametrize("event", EVENTS)
def test_long_events_leave_the_numbers_of_a_narrow_ledger_large(face: Any, event: str) -> None:
    """Five lines of an event and a key below them left 12 units for Power and Doom."""
    from layouts.theme import look

    page = _with_narrow_ledger(face)
    sidebar = page.sidebar
    page.near.offer(KEYS[:1])
    sidebar.size = 168 * look.u, 390 * look.u
    page.recent.lines = [f"{event}, and what else there is to say of it, so that it takes many lines"]
    sidebar.arrange()
    for card in page.ledger.cards:
        assert card.height >= 60 * look.u
        card.draw()
        assert min(numeral.font_size for numeral in card.numerals) >= 30 * look.u


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
