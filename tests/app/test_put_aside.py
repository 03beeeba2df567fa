"""A game that does not come to a page: it is read in another process, put aside, said so, and can be tried again."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.storage import inspector as looker_module
from companion.storage.inspector import TOO_MUCH
from companion.table.autoplay import play
from companion.table.game import Mode
from tests.patience import PATIENCE

pytestmark = pytest.mark.window

SIZES: Final = [(800, 480), (720, 1280), (1280, 720)]

DIES: Final = """
import sys
from companion.games import GAMES
from companion.storage import inspector
seen = inspector.seen
inspector.seen = lambda path, games: seen(path, games) if "messina" in path.name else sys.exit("a stranger's game")
inspector.serve(GAMES, sys.stdin.buffer, sys.stdout.buffer)
"""
"""Reads games of Messina, and ends with any other."""


def played(shell: Any, number: int, steps: int) -> Path:
    shell.play(lambda: shell.library.start(GAMES[number], Mode("test", "", "", {})))
    play(shell.game.session, Random(4), steps)
    path: Path = shell.game.path
    shell.home()
    return path


def until(fingers: Any, so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        fingers.frames(1)
        assert time.monotonic() < end


def aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.aside")


@pytest.fixture
def apart(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    """The app's root widget that reads games in another process, as it does at the table."""
    from companion.app.start.application import make_shell
    from firmware_bridge.dice import VirtualDice

    made = make_shell(tmp_path, GAMES, VirtualDice(Random(5).randrange), apart=True)
    window.add_widget(made)
    made.home()
    fingers.skip(0.4)
    yield made
    made.put_away()
    made.close()
    window.remove_widget(made)


def test_the_last_game_is_read_in_another_process(apart: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played(apart, 2, 3)
    path = played(apart, 0, 40)
    view = apart.library.view(path)

    def here(*_: object, **__: object) -> None:
        raise AssertionError("the whole game was read by the screen's own process")

    monkeypatch.setattr(apart.library, "view", here)
    monkeypatch.setattr(looker_module, "read", here)
    said = ". ".join(view.header[:1])
    fingers.skip(0.4)
    assert said in apart.page.last.text, "it was just put away, and is known"
    apart._looker.forget()
    apart.home()
    until(fingers, lambda: said in apart.page.last.text)
    from companion.app.pages.all_games import AllGamesPage

    apart.open(AllGamesPage())
    until(
        fingers,
        lambda: all("Last:" in apart.page.keys[path.name].detail for path in apart.library.folder.glob("*.game")),
    )


def test_a_game_not_read_within_the_limits_is_put_aside_for_the_one_before(apart: Any, fingers: Any) -> None:
    other, path = played(apart, 2, 3), played(apart, 0, 20)
    content = path.read_bytes()
    apart._looker._command = lambda: [sys.executable, "-c", DIES]
    apart._looker.forget()
    apart.home()
    until(fingers, lambda: path.name in apart.page.keys and apart.page.keys[path.name] is not apart.page.last)
    assert TOO_MUCH in apart.page.keys[path.name].detail
    assert apart.page.keys[other.name] is apart.page.last
    assert apart.page.primary.ready
    # The next time nobody tries.
    apart.home()
    fingers.skip(0.4)
    assert "could not show this game last time" in apart.page.keys[path.name].detail
    assert path.read_bytes() == content
    fingers.tap(apart.page.keys[path.name])
    assert apart.game.path == path
    fingers.skip(1.1)
    assert not aside(path).exists(), "it has come to a page"
    apart.home()
    assert apart.page.keys[path.name] is apart.page.last


@pytest.mark.parametrize("size", SIZES)
def test_one_that_froze_the_screen_does_not_do_so_at_the_next_start(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    """The mark is made before the game is opened; who was ended by the watchdog meanwhile has left it."""
    path = played(ours, 0, 20)
    marked: list[bool] = []
    opening = ours.library.open

    def opened(path: Path) -> Any:
        marked.append(aside(path).exists())
        return opening(path)

    ours.library.open = opened
    ours.open_stored(path)
    assert marked == [True]
    assert aside(path).exists(), "its page has not been drawn"
    fingers.skip(1.1)
    assert not aside(path).exists()
    ours.home()
    fingers.skip(0.4)
    # A plug that was pulled in that moment leaves one mark: the game is at its question all the same.
    aside(path).write_bytes(b".")
    ours.settings.open_game = path.name
    ours.resume()
    assert ours.game.path == path
    fingers.skip(0.4)
    ours.home()
    aside(path).write_bytes(b"..")
    ours.settings.open_game = path.name
    resize(*size)
    ours.resume()
    assert not ours.game
    ours.show_home()
    fingers.skip(0.4)
    key = ours.page.keys[path.name]
    assert "could not show this game last time" in key.detail
    assert not ours.page.primary.ready
    fingers.picture(tmp_path / "aside.png")
    fingers.tap(ours.page.all_key)
    fingers.skip(0.4)
    fingers.tap(ours.page.keys[path.name])
    fingers.skip(0.4)
    assert ours.page.primary.text == "Try again"
    fingers.tap(ours.page.primary)
    fingers.skip(1.1)
    assert ours.game.path == path
    assert not aside(path).exists()


def test_one_that_is_refused_in_words_is_not_put_aside(ours: Any) -> None:
    path = played(ours, 0, 20)
    content = path.read_bytes()
    path.write_bytes(content[:4000])
    ours.open_stored(path)
    assert ours.game is None
    assert ours.banner.message
    assert not aside(path).exists()


def test_one_whose_page_fails_stays_aside(ours: Any, fingers: Any) -> None:
    path = played(ours, 0, 20)
    ours.open_stored(path)
    ours.show_error()
    fingers.skip(1.1)
    assert aside(path).exists()
    # The page that says so offers it once more.
    fingers.tap(ours.page.primary)
    fingers.skip(1.1)
    assert ours.game.path == path
    assert not aside(path).exists()


def test_where_nothing_can_be_noted_games_open_all_the_same(
    ours: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(ours, 0, 20)
    monkeypatch.setattr(Path, "touch", partial(_refused))
    ours.open_stored(path)
    fingers.skip(1.1)
    assert ours.game.path == path


def _refused(*_: object, **__: object) -> None:
    raise OSError(30, "read-only")
