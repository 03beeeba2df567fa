"""The counter of a battle ("3/6 Kills") counts steps that come."""

from __future__ import annotations

from random import Random

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.table.autoplay import play
from companion.table.session import new_session


def test_each_step_that_is_counted_comes() -> None:
    """In Quick Battles with random answers. A battle that is on the screen is always at one of its steps."""
    listed: set[str] = set()
    seen: set[str] = set()
    for seed in range(60):
        chance = Random(seed)
        session = new_session(CTHULHU_WARS, {"quick_battle": {}})
        while not session.finished:
            view = session.view
            assert bool(view.steps) is (view.step >= 0)
            if view.steps:
                listed.update(view.steps)
                seen.add(view.steps[view.step])
            play(session, chance, 1, interject=0)
    assert listed
    assert seen == listed
