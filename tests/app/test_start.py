"""The real start over data folders that no companion wrote: one bad file never hides the others, nothing is silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion.table.prompts import Prompt
from tests.storage.hostile import GOOD, HOSTILE, prepare

pytestmark = pytest.mark.window


def words(widget: Any) -> str:
    """All that stands on the screen."""
    return "\n".join(str(part.text) for part in widget.walk() if getattr(part, "text", ""))


@pytest.fixture
def begin(
    window: Any,
    fingers: Any,
    resize: Any,  # noqa: ARG001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[], Any]]:
    """Start the app; it reads games in its own process, for another one takes longer than most of these tests."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.app.start import application
    from companion.app.start.application import CompanionApp

    make_shell = application.make_shell
    monkeypatch.setattr(
        application, "make_shell", lambda *given, **named: make_shell(*given, **{**named, "apart": False})
    )
    app: Any = CompanionApp(tmp_path / "data")
    app.root = FloatLayout()
    window.add_widget(app.root)

    def start() -> Any:
        app.open_data()
        fingers.frames(2)
        return app

    yield start
    app.on_stop()
    window.remove_widget(app.root)


@pytest.mark.parametrize("name", HOSTILE)
def test_it_starts_or_says_why_not(name: str, begin: Callable[[], Any], tmp_path: Path, fingers: Any) -> None:
    """15 of 39 such folders ended the companion before its window stood, without a word."""
    folder = HOSTILE[name]
    prepare(tmp_path / "data")
    folder.make(tmp_path / "data")
    app = begin()
    if not folder.starts:
        assert app.shell is None
        assert folder.says in words(app.root)
        return
    from companion.app.pages.all_games import AllGamesPage
    from companion.app.pages.home import HomePage

    said = words(app.root)
    if not isinstance(app.shell.page, HomePage):
        # It was on the table and could be opened.
        app.shell.home()
        fingers.frames(4)
    said += words(app.root)
    # The one that was played last, or the good one behind one that cannot be gone on with.
    assert app.shell.page.primary.ready
    app.shell.open(AllGamesPage())
    fingers.frames(6)
    assert GOOD in app.shell.page.keys
    assert "Last:" in app.shell.page.keys[GOOD].detail
    assert folder.says in said + words(app.root)
    app.shell.play(lambda: app.shell.library.open(tmp_path / "data" / "games" / GOOD))
    assert app.shell.game is not None
    assert app.shell.game.session.prompts


def test_what_stands_in_the_way_can_be_put_right(
    begin: Callable[[], Any], tmp_path: Path, fingers: Any, capfd: pytest.CaptureFixture[str], caplog: Any
) -> None:
    """The page, the log and the terminal say it; Try again starts."""
    data = tmp_path / "data"
    prepare(data)
    (data / "games").rename(data / "elsewhere")
    (data / "games").touch()
    app = begin()
    assert "The companion cannot start" in capfd.readouterr().err
    assert "cannot start" in caplog.text
    fingers.picture(tmp_path / "start.png")
    page = app.root.children[0]
    fingers.tap(page.primary)
    fingers.skip(0.4)
    assert page.heading == app.root.children[0].heading
    (data / "games").unlink()
    (data / "elsewhere").rename(data / "games")
    fingers.tap(app.root.children[0].primary)
    fingers.skip(0.4)
    assert GOOD in app.shell.page.keys


def test_a_fault_at_the_start_is_said_with_its_traceback(
    begin: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from companion.storage.game_library import Library

    prepare(tmp_path / "data")

    def broken(*_: object) -> None:
        raise ArithmeticError("a fault of ours")

    monkeypatch.setattr(Library, "newest", broken)
    app = begin()
    assert "a fault of ours" in words(app.root)
    assert "Traceback" in capfd.readouterr().err
    monkeypatch.undo()
    app.root.children[0].act()
    assert GOOD in app.shell.page.keys


def test_all_games_can_be_gone_on_with_deleted_and_put_back(
    begin: Callable[[], Any], tmp_path: Path, fingers: Any
) -> None:
    """By touch: pick, delete, put back at once, go on."""
    prepare(tmp_path / "data")
    app = begin()
    fingers.tap(app.shell.page.all_key)
    page = app.shell.page
    fingers.frames(4)
    assert page.primary.disabled
    fingers.tap(page.keys[GOOD])
    fingers.skip(0.4)
    assert page.primary.text == "Go on"
    fingers.tap(page.remove)
    fingers.skip(0.4)
    assert (page.primary.text, page.remove.text) == ("Restore", "Hold to delete for good")
    assert [item.path.name for item in app.shell.library.every()] == []
    fingers.tap(page.remove)
    assert [item.path.name for item in app.shell.library.deleted()] == [GOOD], "a tap is no hold"
    fingers.tap(page.primary)
    fingers.skip(0.4)
    assert [item.path.name for item in app.shell.library.every()] == [GOOD]
    fingers.tap(page.primary)
    assert app.shell.game is not None
    assert app.shell.game.path.name == GOOD


def test_a_full_disk_is_named_by_home_and_settings(
    begin: Callable[[], Any], tmp_path: Path, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both raised the error page."""
    import errno
    import os

    prepare(tmp_path / "data")
    app = begin()
    app.shell.play(lambda: app.shell.library.open(tmp_path / "data" / "games" / GOOD))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    app.shell.home()
    assert "the disk is full" in app.shell.banner.message
    assert GOOD in app.shell.page.keys
    app.shell.show_message("")
    fingers.skip(0.4)
    fingers.tap(app.shell.page.ids.left)
    fingers.tap(app.shell.page.rows["text"].more)
    assert "the disk is full" in app.shell.banner.message
    assert app.shell.settings.text == "L"


def test_games_in_memory_are_said_at_the_start(
    begin: Callable[[], Any], tmp_path: Path, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that was made read-only: all evenings were gone when it was switched off, and nobody had said so."""
    prepare(tmp_path / "data")
    assert "in memory only" not in begin().shell.banner.message
    monkeypatch.setattr("companion.app.start.application.in_memory", lambda _: True)
    app = begin()
    fingers.skip(0.4)
    fingers.picture(tmp_path / "in_memory.png")
    assert "in memory only" in app.shell.banner.message
    assert "USB stick" in app.shell.banner.message


def test_what_is_loaded_while_people_look_is_there(window: Any) -> None:  # noqa: ARG001 - Kivy needs its window
    """It is named, so that nothing imports it; a wrong name would end the app some seconds after its start."""
    from companion.app.start.application import PRELOADED

    assert PRELOADED
    assert [name for name in PRELOADED if find_spec(name) is None] == []


def test_each_kind_of_question_is_found_when_it_is_asked_first(window: Any) -> None:  # noqa: ARG001 - Kivy needs its window
    """Its widget's file bears its name; a kind that is not named there is asked by nobody."""
    from companion.app.table.prompts import KINDS
    from companion.app.table.prompts.shared import registry

    ours = {
        kind.kind: kind for kind in Prompt.__subclasses__() if kind.__module__.startswith("companion.table.prompts.")
    }
    assert set(KINDS) == set(ours)
    for name, kind in ours.items():
        import_module(f"companion.app.table.prompts.{name}")
        assert kind in registry._MAKERS


def test_a_logged_error_keeps_no_page_in_memory(window: Any) -> None:  # noqa: ARG001 - Kivy is set up with it
    """Kivy kept the last hundred records of its log, and with an error the page and the game of its traceback."""
    from kivy.logger import Logger, LoggerHistory

    try:
        raise ValueError("an error with a traceback")
    except ValueError:
        Logger.exception("Test: an error")
    assert LoggerHistory.history == []
