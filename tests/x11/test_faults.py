"""Faults in the middle of an evening, on the started app: a page or a banner says what is safe, the log says it, too,
and the evening goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from companion.table.game_file import records_of_copy
from companion.table.journal_mirror import beside
from companion.table.session import Session
from tests.durability import disk
from tests.x11.games import on_the_table
from tests.x11.product import Product
from tests.x11.screen import Screen

pytestmark = [pytest.mark.window, disk.needs_a_compiler]

VERB: Final = (780, 465)
LEFT: Final = (14, 460)
BETWEEN: Final = (2, 478)
"""Points of the two keys at the foot where no text stands, and one outside of all keys, at 800x480."""

STUMBLE: Final = """
import os
from companion.table.session import Session
def stumbling(real, sign):
    def action(*a, **k):
        if os.path.exists(os.environ[sign]):
            raise ZeroDivisionError("stumbled")
        return real(*a, **k)
    return action
Session.undo = stumbling(Session.undo, "STUMBLE")
Session.view = property(stumbling(Session.view.fget, "STUMBLE_FIRST"))
"""


def to_acknowledge(session: Session[Any]) -> bool:
    return session.prompts[0].prompt.kind == "tell" and len(session.timeline.entries) > 2


def kept(game: Path) -> int:
    return len(records_of_copy(beside(game).read_bytes()).bodies)


def log_of(data: Path) -> str:
    return (data / "companion.log").read_text() if (data / "companion.log").exists() else ""


def library(folder: Path) -> Path:
    """The disk that can fail, for a process of its own."""
    return disk.library_of(Path(disk.__file__).with_name("disk.c"), folder)


def test_an_evening_of_faults(screen: Callable[[int, int], Screen], tmp_path: Path) -> None:
    """A crash at the start; then a full disk, a second companion, a crash in the rules: all in one evening."""
    data, stumble, first = tmp_path / "data", tmp_path / "stumble", tmp_path / "first"
    game = on_the_table(data, "cthulhu_wars", to_acknowledge, tower="off", copies="off")
    before, faults = kept(game), tmp_path / "faults"
    faults.touch()
    first.touch()
    trouble = {
        "LD_PRELOAD": str(library(tmp_path)),
        "DISK_FOLDER": str(data / "games"),
        "DISK_FAULTS": str(faults),
        "STUMBLE": str(stumble),
        "STUMBLE_FIRST": str(first),
    }
    with screen(800, 480) as display, Product(display, data, before=STUMBLE, **trouble) as product:

        def tap(point: tuple[int, int], until: Callable[[], Any], what: str) -> None:
            # A key is dead for a moment after its meaning has changed, as people know who tap once more.
            def done() -> bool:
                if until():
                    return True
                display.tap(*point)
                return bool(until())

            display.until(done, what)

        def page_is_drawn() -> bool:
            picture = display.picture()
            return picture.at(*VERB) != picture.at(*BETWEEN)

        # The game on the table stumbles whenever it is drawn: the app stands, and goes on once that is mended.
        display.until(lambda: "unforeseen error with the game" in log_of(data), "the log says that it stumbled")
        panic = display.settled(page_is_drawn, "the page that says so", rest=1)
        assert product.process.poll() is None
        first.unlink()
        display.until(lambda: display.picture() == panic, "the page stays")
        # Once: the key has long been alive, and a second tap, late on a slow machine, would answer the question.
        display.tap(*VERB)
        display.until(lambda: display.picture() != panic and beside(game).exists() and locked(game), "the game is open")
        display.until(lambda: display.picture().at(*LEFT) != display.picture().at(*BETWEEN), "its page is drawn")

        # A full disk: nothing is taken; once more, it counts in memory; with room, all of it is saved.
        faults.write_text("write .game-copy 28 0 1000000\n")
        tap(VERB, lambda: "could not be saved" in log_of(data), "the log says that the disk is full")
        assert kept(game) == before
        tap(VERB, lambda: "played on in memory" in log_of(data), "it is played on without saving")
        assert kept(game) == before
        faults.write_text("")
        tap(LEFT, lambda: kept(game) >= before + 2, "both steps are on the disk again")
        assert "is saved again" in log_of(data)

        # A second companion over the same folder says so, and disturbs nothing.
        with Product(display, data, "--window") as second:
            display.until(lambda: "is open in another companion" in log_of(data), "the log says that it is in use")
            assert second.process.poll() is None
        now = kept(game)
        assert product.process.poll() is None
        display.until(page_is_drawn, "the first one is seen again")

        # A crash in the rules: nothing is lost, and the game is opened again where it was.
        stumble.touch()
        tap(LEFT, lambda: "ZeroDivisionError: stumbled" in log_of(data).partition("is saved again")[2], "it stumbles")
        stumble.unlink()
        assert kept(game) >= now
        display.until(lambda: not locked(game), "the game is put away")
        tap(VERB, lambda: locked(game), "it is opened again")
        tap(LEFT, lambda: kept(game) > now, "and goes on")
        assert product.process.poll() is None


def locked(game: Path) -> bool:
    """Whether somebody plays it."""
    import fcntl
    import os

    file = os.open(beside(game), os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
