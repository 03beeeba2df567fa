"""What has left the screen is let go: an evening of many pages needs no more memory than its first hour."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from weakref import ref

import pytest

from companion.games import OURS
from tests.app.conftest import on_the_window

pytestmark = pytest.mark.window


@pytest.fixture
def all_looked_through() -> Iterator[None]:
    """What is loaded for all tests is looked through here, and left alone again by the tests that follow."""
    yield
    gc.collect()
    gc.freeze()


def one_game(shell: Any, fingers: Any, game: Any, chance: Random) -> list[ref[Any]]:
    """Play a little, look at the pages around the table, and go home; return what was there."""
    from companion.app.pages.all_games import AllGamesPage
    from companion.table.session import LabelledAnswer

    home = shell.page
    shell.play(lambda: shell.library.start(game, game.modes[0]))
    table = shell.page
    for _ in range(12):
        item = chance.choice(shell.game.session.prompts)
        table.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(chance)))
        while shell.page is not table:
            shell.back()
        fingers.frames(2)
    seen = [ref(home), ref(table), ref(table.session), ref(table.question)]
    for look_at in (table.open_log, table.open_more, shell.open_settings):
        look_at()
        fingers.frames(2)
        seen.append(ref(shell.page))
        shell.back()
    shell.home()
    shell.open(AllGamesPage())
    fingers.frames(2)
    seen.append(ref(shell.page))
    shell.home()
    for _ in range(3):
        # The bar of a list waits a moment and fades, and holds its page as long.
        fingers.skip(1)
    return seen


def kept_by_weak_names() -> Counter[str]:
    """Callbacks that Kivy and the look hold, also of widgets that are gone."""
    from kivy.weakmethod import WeakMethod

    from layouts.theme import look

    gc.unfreeze()
    gc.collect()
    kept = Counter(str(thing.method_name) for thing in gc.get_objects() if type(thing) is WeakMethod)
    # Each text that is kept as a picture has one: there are only so many of them.
    kept.pop("_texture_refresh", None)
    return kept + Counter(told=len(look._told))


@pytest.mark.usefixtures("all_looked_through")
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if place else (), id=game.name) for place, game in enumerate(OURS)],
)
def test_a_table_that_was_left_is_gone(window: Any, fingers: Any, resize: Any, tmp_path: Path, game: Any) -> None:  # noqa: ARG001
    """The track of a table was known to the look for ever, and with it its page, its game and its pictures;
    and each key that was ever made left its name behind."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        one_game(shell, fingers, game, Random(1))
        before = kept_by_weak_names()
        seen = [thing for seed in (2, 2, 2) for thing in one_game(shell, fingers, game, Random(seed))]
        after = kept_by_weak_names()
        assert not [thing() for thing in seen if thing() is not None]
        assert after.total() < before.total() + 40, (after - before).most_common(5)
