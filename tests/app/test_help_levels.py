"""Levels of help and refusing what was worked out, by real touches on a real window."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.state import HelpLevel, Phase
from companion.table.game import Mode
from companion.table.prompts import Choose
from tests.app.sizes import sized

SIZES = [(800, 480), (720, 1280)]


@pytest.fixture
def evening(window: Any, fingers: Any, resize: Any, tmp_path: Any) -> Any:  # noqa: ARG001
    from tests.app.conftest import on_the_window

    with on_the_window(window, fingers, tmp_path, (CTHULHU_WARS,)) as shell:
        setup = {"factions": ["GC", "CC", "BG", "YS"], "first": "GC", "direction": 1, "signs": "app", "map": "earth35"}
        shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("test", "Test", "", setup)))
        fingers.skip(0.4)
        session = shell.page.session
        while session.state.phase is Phase.SETUP:
            prompt = session.prompts[0].prompt
            able = [o.id for o in prompt.open_options()][:1] if isinstance(prompt, Choose) else True
            session.answer(session.prompts[0].ticket, able)
        shell.page.refresh()
        fingers.skip(0.4)
        yield shell


def tap(fingers: Any, widget: Any) -> None:
    fingers.tap(widget)
    fingers.skip(0.4)


def options(page: Any) -> dict[str, Any]:
    """What the open question offers, by the words of its keys."""
    return {option.id: option for option in page.session.prompts[0].prompt.options}


@sized(*SIZES)
def test_the_level_is_changed_from_more_and_taken_back_by_undo(evening: Any, fingers: Any) -> None:
    from companion.app.demo.touches import touches

    page = evening.page
    for level in (HelpLevel.SCRIBE, HelpLevel.CLERK):
        page.open_more()
        fingers.skip(0.4)
        evening.page.turn_to("right")
        fingers.frames(2)
        key = evening.page.keys["help"]
        evening.page.pager.show(key)
        fingers.skip(0.4)
        tap(fingers, key)
        assert evening.page is page
        assert page.session.prompts[0].prompt.key == "help"
        for widget in touches(page.question.body, [level.value]):
            tap(fingers, widget)
        if page.session.prompts and page.session.prompts[0].prompt.key == "help":
            tap(fingers, page.primary)
        while page.session.prompts[0].prompt.key.startswith("help/"):
            tap(fingers, page.primary)
        assert page.session.state.level is level
        assert page.session.prompts[0].prompt.key.startswith("action/")
        assert ("paid/1" in options(page)) is (level is HelpLevel.SCRIBE)
    tap(fingers, page.left_key)
    assert page.session.state.level is HelpLevel.SCRIBE


@sized(*SIZES)
def test_gather_power_is_refused_by_one_tap_and_written_otherwise(evening: Any, fingers: Any) -> None:
    from companion.app.demo.touches import touches

    page = evening.page
    while page.session.prompts[0].prompt.key.startswith("action/"):
        page.session.answer(page.session.prompts[0].ticket, ["pass"])
    page.refresh()
    fingers.skip(0.4)
    (refusal,) = touches(page.question.body, False)
    page.question.body.pager.show(refusal)
    fingers.skip(0.4)
    tap(fingers, refusal)
    assert page.session.prompts[0].prompt.key == "gather_power/otherwise"
    row = page.question.body.rows["CC"]
    tap(fingers, row.more)
    tap(fingers, page.primary)
    assert {code: f.power for code, f in page.session.state.factions.items()} == {"GC": 8, "CC": 9, "BG": 8, "YS": 8}


@sized(*SIZES)
def test_the_dice_of_a_side_are_refused_by_a_tap_on_their_number(evening: Any, fingers: Any) -> None:
    from companion.app.demo.touches import touches

    page, session = evening.page, evening.page.session
    session.correct({"GC.deep_one": 3})
    area = session.state.factions["GC"].start
    for key, value in (
        ("action/GC", ["battle/CC"]),
        ("battle/area", [area]),
        ("battle/pieces/GC", ["GC.deep_one.1", "GC.deep_one.2", "GC.deep_one.3"]),
        ("battle/pieces/CC", ["CC.acolyte.1", "CC.acolyte.2"]),
    ):
        assert session.prompts[0].prompt.key == key
        session.answer(session.prompts[0].ticket, value)
    page.refresh()
    fingers.skip(0.4)
    tap(fingers, page.question.body.card.head)
    pad = evening.page
    assert pad is not page
    for widget in touches(pad, 5):
        tap(fingers, widget)
    if evening.page is pad:
        tap(fingers, pad.primary)
    assert evening.page is page
    assert session.prompts[0].prompt.dice == 5
