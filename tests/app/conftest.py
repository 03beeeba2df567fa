"""A real window, a finger, and the app's root widget over a fresh data folder."""

from __future__ import annotations

import gc
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.demo.virtual_display import display
from companion.app.start import environment
from firmware_bridge.simulator import SimulatedTower
from tests.patience import PATIENCE

LOADED_FOR_ALL: Final = ("companion.app.start.application", "companion.app.table.page", "tests.app.all_kinds")
"""What the collector leaves alone in these tests, with what it loads."""


@pytest.fixture(scope="session")
def window() -> Iterator[Any]:
    with display(), tempfile.TemporaryDirectory() as home:
        environment.prepare(Path(home))
        from kivy.base import EventLoop
        from kivy.core.window import Window

        EventLoop.ensure_window()
        for name in LOADED_FOR_ALL:
            import_module(name)
        gc.freeze()
        # Whatever size it gets later, it has to lie on the virtual display as a whole, or pictures have holes.
        Window.left = Window.top = 0
        yield Window


def _collect() -> None:
    """Collect the pages of earlier tests: else they would follow each size of this one's window, and be drawn."""
    from companion.app.widgets.base.canvas_widget import after_layout

    # What waits to be drawn holds its page, and a test that shows no frame leaves it waiting.
    after_layout.forget()
    gc.collect()


@pytest.fixture(scope="module")
def _left_alone(window: Any) -> None:  # noqa: ARG001 - the window must be there
    """What earlier files have loaded stays: to look through it again before each test took a fifth of their time."""
    gc.unfreeze()
    _collect()
    gc.freeze()


@pytest.fixture
def collects_when_calm() -> bool:
    """Return whether the app collects garbage when nobody has tapped for a moment.

    Time is skipped here, so it would often, and once before each test is enough.
    """
    return False


@pytest.fixture
def fingers(window: Any, _left_alone: None, collects_when_calm: bool, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from kivy.clock import Clock

    from companion.app.demo.fingertips import Fingertips
    from companion.app.pages import shell
    from layouts.theme import look

    _collect()
    if not collects_when_calm:
        monkeypatch.setattr(shell, "collect_when_idle", lambda: Clock.create_trigger(lambda _: None))
    # What a test before has chosen must not be what this one measures.
    look.choose("dark", "M")
    look.fit(*window.size)
    made = Fingertips()
    yield made
    made.close()


@pytest.fixture
def resize(window: Any, fingers: Any) -> Any:
    from layouts.theme import look

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
    look.fit(800, 480)
    return to


@pytest.fixture
def size(request: pytest.FixtureRequest, resize: Any) -> tuple[int, int]:
    """The window as large as the test's parameter says."""
    width, height = request.param
    resize(width, height)
    return width, height


@contextmanager
def on_the_window(window: Any, fingers: Any, folder: Path, games: Any) -> Iterator[Any]:
    """The app's root widget with these games over a data folder, at its home page."""
    from companion.app.start.application import make_shell
    from firmware_bridge.dice import VirtualDice

    made = make_shell(folder, games, VirtualDice(Random(5).randrange))
    window.add_widget(made)
    made.home()
    fingers.skip(0.4)
    yield made
    made.put_away()
    window.remove_widget(made)


@pytest.fixture
def shell(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.app.all_kinds import GAMES

    with on_the_window(window, fingers, tmp_path, GAMES) as made:
        yield made


@pytest.fixture(autouse=True)
def clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that runs the tests may have a clock that nobody has set."""
    monkeypatch.setattr("companion.storage.game_library.is_set", lambda: True)


@pytest.fixture
def ours(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    """The same with the games that we bring along."""
    from companion.games import GAMES

    with on_the_window(window, fingers, tmp_path, GAMES) as made:
        yield made


@pytest.fixture
def face(window: Any, fingers: Any, tmp_path: Path) -> Iterator[Any]:
    """The app at 800x480, without a tower, as a person sees it who looks from outside."""
    from tests.instruments.outside import stage
    from tests.instruments.outside.face import on_window

    stage.resize(window, fingers, (800, 480))
    with on_window(window, fingers, tmp_path, tower="off") as made:
        yield made


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


@pytest.fixture
def bell() -> threading.Event:
    """Rings whenever something plugged in has something to tell."""
    return threading.Event()


@pytest.fixture
def until(fingers: Any, bell: threading.Event) -> Callable[[Callable[[], Any]], None]:
    """Run frames until something has come about; hardware and emulators keep their own, real time."""

    def wait(condition: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "it has not come about"
            bell.wait(0.02)
            bell.clear()
            fingers.frames(1)

    return wait


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[SimulatedTower]:
    """A tower whose dice fall only when the test drops them."""
    with SimulatedTower(tmp_path / "tower", seed=4, people_drop=None) as simulated:
        yield simulated


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    """Pins that exist in memory only: there are none on this machine."""
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.close()


@pytest.fixture
def plug(
    window: Any,
    fingers: Any,
    resize: Any,  # noqa: ARG001
    tmp_path: Path,
    bell: threading.Event,
) -> Iterator[Callable[..., Any]]:
    """Start the app with things plugged in: a tower on a port, a wiring table on a pin factory. May be called again:
    the app then starts anew over the same data folder."""
    from companion.app.hardware.device_hub import DeviceHub
    from companion.app.start.application import make_shell
    from firmware_bridge.dice import VirtualDice
    from firmware_bridge.tower import Tower
    from tests.app.all_kinds import GAMES
    from tests.bridge.listening import QUICK

    shells: list[Any] = []

    def tower(where: str, wake: Callable[[], None]) -> Tower:
        def ring() -> None:
            wake()
            bell.set()

        return Tower(where, QUICK, wake=ring)

    def unplug() -> None:
        for shell in shells:
            shell.put_away()
            shell.hub.close()
            window.remove_widget(shell)
        shells.clear()

    def begin(port: str = "", factory: Any = None, games: Any = GAMES, **settings: Any) -> Any:
        unplug()
        hub = DeviceHub(tmp_path / "rolls.db", port, factory, tower)
        shell = make_shell(tmp_path, games, VirtualDice(Random(5).randrange), hub)
        shells.append(shell)
        shell.settings.tower = "on" if port else "off"
        for name, value in settings.items():
            setattr(shell.settings, name, value)
        window.add_widget(shell)
        shell.home()
        shell.follow_hardware()
        fingers.skip(0.4)
        return shell

    yield begin
    unplug()


@pytest.fixture
def begin(fingers: Any) -> Callable[..., Any]:
    """Start the little game on an app, asking only the named kinds of questions; returns the table page."""

    def start_on(shell: Any, *only: str) -> Any:
        from companion.table.game import Mode

        game = shell.library.games[0]
        setup: dict[str, Any] = {"players": 4} | ({"only": list(only)} if only else {})
        shell.play(lambda: shell.library.start(game, Mode("test", "Test", "", setup)))
        fingers.skip(0.4)
        return shell.page

    return start_on
