"""A real window, a finger, and the app's root widget over a fresh data folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app import environment
from companion.app.virtual_display import display


@pytest.fixture(scope="session")
def window() -> Iterator[Any]:
    with display(), tempfile.TemporaryDirectory() as home:
        environment.prepare(Path(home))
        from kivy.base import EventLoop
        from kivy.core.window import Window

        EventLoop.ensure_window()
        # Whatever size it gets later, it has to lie on the virtual display as a whole, or pictures have holes.
        Window.left = Window.top = 0
        yield Window


@pytest.fixture
def fingers(window: Any) -> Iterator[Any]:  # noqa: ARG001 - the window must be there
    from companion.app.fingertips import Fingertips

    made = Fingertips()
    yield made
    made.close()


@pytest.fixture
def resize(window: Any, fingers: Any) -> Any:
    def to(width: int, height: int) -> None:
        window.size = (width, height)
        for _ in range(200):
            window.mainloop()
            fingers.frames(1)
            if tuple(window.size) == (width, height) and tuple(window.system_size) == (width, height):
                break
        assert tuple(window.size) == (width, height)
        fingers.frames(3)

    to(800, 480)
    return to


@pytest.fixture
def shell(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from companion.app.application import make_shell
    from firmware_bridge.dice import VirtualDice
    from tests.app.all_kinds import GAMES

    made = make_shell(tmp_path, GAMES, VirtualDice(Random(5).randbytes))
    window.add_widget(made)
    made.home()
    fingers.skip(0.4)
    yield made
    made.put_away()
    window.remove_widget(made)


@pytest.fixture
def start(shell: Any, fingers: Any) -> Any:
    """Start the little game, asking only the named kinds of questions; returns the table page."""

    def begin(*only: str, players: int = 4) -> Any:
        from companion.table.game import Mode

        setup: dict[str, Any] = {"players": players} | ({"only": list(only)} if only else {})
        game = shell.library.games[0]
        shell.play(lambda: shell.library.start(game, Mode("test", "Test", "", setup)))
        fingers.skip(0.4)
        return shell.page

    return begin
