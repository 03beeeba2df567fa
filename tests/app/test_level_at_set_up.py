"""The level of help is picked while the board is set up, by touch, knob and buttons; the switch for Gates and
neighbours stands under More."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.games.cthulhu_wars.model.state import HelpLevel, Phase
from tests.app.sizes import sized
from tests.app.test_help_levels import SIZES, evening, tap

__all__ = ["evening"]

pytestmark = pytest.mark.window

SEATED = [{"id": "GC", "name": "Ann"}, {"id": "YS"}, {"id": "CC"}]


def to_the_first_action(session: Any) -> None:
    while session.state.phase is Phase.SETUP:
        item = session.prompts[0]
        session.answer(item.ticket, item.prompt.any_answer(Random(1)))


@sized(*SIZES, (480, 800))
def test_it_stands_on_the_page_of_the_seats_and_who_sits_there_stays(ours: Any, fingers: Any) -> None:
    """Three taps; as last time plays at that level again."""
    from companion.app.demo.touches import touches

    tap(fingers, ours.page.keys["cthulhu_wars.evening"])
    table = ours.page
    for widget in touches(table.question.body, SEATED):
        tap(fingers, widget)
    key = table.headline.near_keys["help"]
    fingers.frames(3)
    assert key.text == "How much help: Referee"
    assert key.top <= table.top
    assert key.texture_size[0] <= key.room()[0] + 1
    before = fingers.touches
    tap(fingers, key)
    for widget in touches(table.question.body, ["scribe"]):
        tap(fingers, widget)
    if table.question.body.prompt.key == "help":
        tap(fingers, table.primary)
    assert fingers.touches - before <= 3
    assert table.question.body.value == SEATED
    fingers.frames(3)
    assert table.headline.near_keys["help"].text == "How much help: Scribe"
    tap(fingers, table.primary)
    to_the_first_action(table.session)
    assert table.session.state.level is HelpLevel.SCRIBE
    ours.home()
    fingers.skip(0.4)
    tap(fingers, ours.page.again_key)
    assert ours.game.session.state.level is HelpLevel.SCRIBE


def test_it_is_picked_by_knob_and_buttons(window: Any, fingers: Any, tmp_path: Path) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside.hand import Pins
    from tests.instruments.outside.knob import wired

    factory = MockFactory()
    with wired(window, fingers, tmp_path, factory) as face:
        pins = Pins(face, factory)
        face.begin(CTHULHU_WARS, {"seating": "table"})
        pins.ring_on(face.page.headline.near_keys["help"])
        pins.press("next")
        assert face.item().prompt.key == "help"
        pins.answer(["clerk"])
        assert face.session.state.level is HelpLevel.CLERK
        assert face.item().prompt.key == "setup/seats"
    factory.close()


@sized(*SIZES)
def test_places_are_turned_off_by_one_tap_under_more_and_on_again(evening: Any, fingers: Any) -> None:
    page = evening.page
    for follows in (False, True):
        page.open_more()
        fingers.skip(0.4)
        evening.page.turn_to("right")
        fingers.frames(2)
        key = evening.page.keys["places"]
        assert key.text.startswith("Gates and neighbours")
        evening.page.pager.show(key)
        fingers.skip(0.4)
        tap(fingers, key)
        assert evening.page is page
        while page.session.prompts[0].prompt.key.startswith(("help/", "tokens/")):
            tap(fingers, page.primary)
        assert page.session.state.follows is follows
        assert page.session.state.guides
    assert set(page.session.state.gates.values()) == {"GC", "CC", "BG", "YS"}


@sized(*SIZES)
def test_a_retreat_that_is_the_tables_is_said_by_one_tap(evening: Any, fingers: Any, tmp_path: Path) -> None:
    page, session = evening.page, evening.page.session
    session.interject("places")
    session.correct({"GC.deep_one": 2})
    for value in (
        ["battle/CC"],
        [session.state.board.on_map[0]],
        ["GC.deep_one.1", "GC.deep_one.2"],
        ["CC.acolyte.1", "CC.acolyte.2"],
        [5, 5],
    ):
        item = session.prompts[0]
        session.answer(item.ticket, value)
    while not session.prompts[0].prompt.key.startswith("battle/retreat"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    page.refresh()
    fingers.skip(0.4)
    fingers.frames(3)
    fingers.picture(tmp_path / "retreat.png")
    assert session.prompts[0].prompt.key == "battle/retreat/by_hand/CC"
    assert page.primary.text == "All have retreated"
    assert not page.question.body.pager.overflow
    tap(fingers, page.primary)
    assert session.prompts[0].prompt.key == "battle/board"
