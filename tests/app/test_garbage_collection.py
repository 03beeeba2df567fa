"""When the garbage collector works, and what it takes away."""

from __future__ import annotations

import gc
import weakref
from random import Random
from typing import Any

import pytest

from companion.table.game import Mode


@pytest.fixture
def collects_when_calm() -> bool:
    return True


def test_the_collector_does_not_come_within_a_step(ours: Any, fingers: Any) -> None:
    """By itself it came five times within an answer, and every second time for as long as three milliseconds."""
    from companion.app.pages.garbage_collection import collect_between_steps
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.session import LabelledAnswer

    ours.play(lambda: ours.library.start(CTHULHU_WARS, Mode("begun", "", "", {"factions": ["GC", "CC", "BG", "YS"]})))
    fingers.wait(1)
    usual, came = gc.get_threshold(), list[int]()

    def come(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            came.append(told["generation"])

    # Python's own; all other tests have it come less often.
    gc.set_threshold(700, 10, 10)
    collect_between_steps()
    gc.callbacks.append(come)
    try:
        for number in range(6):
            gc.collect()
            came.clear()
            item = ours.game.session.prompts[0]
            ours.page.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(Random(number))))
            fingers.frames(2)
            assert came == []
    finally:
        gc.callbacks.remove(come)
        gc.set_threshold(*usual)


def test_a_page_that_was_left_is_taken_away_when_it_is_calm(shell: Any, fingers: Any) -> None:
    """It holds itself by circles: each look at the settings kept 1 MB until the end of the game."""
    gc.disable()
    try:
        shell.open_settings()
        left = weakref.ref(shell.page)
        fingers.skip(0.4)
        shell.back()
        fingers.skip(1)
        shell.focus_changed()
        fingers.skip(1.5)
        assert left() is not None, "somebody has just done something"
        fingers.skip(1)
        assert left() is None
    finally:
        gc.enable()


def test_a_battle_after_the_other_leaves_nothing_behind(ours: Any, fingers: Any) -> None:
    """A rematch takes the place of a table without the home page between them: 18 MB for each battle."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.session import LabelledAnswer

    def think() -> None:
        for _ in range(4):
            # The bar of a list waits a moment and fades, and holds its page as long.
            fingers.skip(1)

    armies = {"GC": {"deep_one": 4, "acolyte": 3}, "YS": {"byakhee": 3, "acolyte": 2}}
    setup = {"quick_battle": {"attacker": "GC", "defender": "YS", "others": [], "pieces": armies}}
    ours.play(lambda: ours.library.start(CTHULHU_WARS, Mode("begun", "", "", setup)))
    left, chance = [], Random(1)
    for _ in range(3):
        item = ours.game.session.prompts[0]
        ours.page.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(chance)))
        think()
        left.append(weakref.ref(ours.page))
        ours.page.on_rematch()
        assert ours.page is not left[-1]()
    think()
    assert [page() for page in left] == [None, None, None]
