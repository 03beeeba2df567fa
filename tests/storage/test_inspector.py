"""Games are read in a process of their own, which ends with one that takes too much; the next one is read anew."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.games import GAMES
from companion.storage import inspector as looker_module
from companion.storage.game_library import Library
from companion.storage.inspector import FAULT, TOO_MUCH, GameInspector, Inspection, command
from tests.patience import PATIENCE
from tests.storage.evenings import evening

READER: Final = """
import sys
from companion.games import GAMES
from companion.storage import inspector
read = inspector.read
def odd(path, games, **more):
    if path.name == "memory.game":
        return bytearray(2 * inspector.MEMORY)
    if path.name == "time.game":
        while True:
            pass
    if path.name == "fault.game":
        1 // 0
    if path.name == "garbage.game":
        sys.stdout.write("garbage\\n")
        sys.stdout.flush()
    if path.name == "end.game":
        sys.exit(7)
    return read(path, games, **more)
inspector.read, inspector.SECONDS = odd, 1
inspector.serve(GAMES, sys.stdin.buffer, sys.stdout.buffer)
"""
"""Reads games, but for those of some names."""


class Asked:
    """A looker, and what it has found."""

    def __init__(self, reader: Callable[[], list[str]]) -> None:
        self._heard = threading.Semaphore(0)
        self.looker = GameInspector(reader, self._heard.release)

    def found(self, *paths: Path) -> list[Inspection]:
        for path in paths:
            self.looker.ask(path)
        found: list[tuple[Path, Inspection]] = []
        for _ in paths:
            assert self._heard.acquire(timeout=PATIENCE)
            found += self.looker.news()
        assert [path for path, _ in found] == [*paths]
        return [seen for _, seen in found]


@pytest.fixture
def odd() -> Iterator[Asked]:
    made = Asked(lambda: [sys.executable, "-c", READER])
    yield made
    made.looker.close()


@pytest.fixture
def good(library: Library) -> Path:
    return evening(library.folder / "good.game", GAMES[0], steps=30)


def test_it_finds_what_the_library_finds(tmp_path: Path, library: Library) -> None:
    odd_name = Path(os.fsdecode(bytes(library.folder) + b"/J\xf6rg \n.game"))
    paths = [evening(library.folder / f"{game.name}.game", game, steps=20) for game in GAMES]
    paths.append(evening(tmp_path / "plain.game", GAMES[0], steps=5).rename(odd_name))
    asked = Asked(lambda: command(tmp_path, "en"))
    for path, seen in zip(paths, asked.found(*paths), strict=True):
        assert seen == Inspection(library.view(path))
        assert asked.looker.known(path) == seen.view
    (refused,) = asked.found(library.folder / "none.game")
    assert refused.refused
    assert "no such file" in refused.trouble
    asked.looker.close()


def test_it_speaks_the_language_of_the_table(tmp_path: Path, library: Library) -> None:
    asked = Asked(lambda: command(tmp_path, "de"))
    (refused,) = asked.found(library.folder / "none.game")
    assert "no such file" not in refused.trouble
    asked.looker.close()


@pytest.mark.parametrize("name", ["memory", "time", "garbage", "end"])
def test_one_that_takes_too_much_is_said_to_and_the_next_one_is_read(odd: Asked, good: Path, name: str) -> None:
    first, second, third = odd.found(good, good.with_name(f"{name}.game"), good)
    assert second == Inspection(trouble=TOO_MUCH)
    assert first == third
    assert first.view is not None


def test_a_fault_is_said(odd: Asked, good: Path) -> None:
    first, second = odd.found(good.with_name("fault.game"), good)
    assert first == Inspection(trouble=FAULT, refused=True)
    assert second.view is not None


def test_a_process_that_cannot_begin_is_no_trouble_for_the_screen(good: Path) -> None:
    asked = Asked(lambda: ["/nowhere/python"])
    assert asked.found(good, good) == [Inspection(trouble=TOO_MUCH)] * 2
    asked.looker.close()


def test_one_that_only_waits_is_ended(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looker_module, "_PATIENCE", 0.2)
    asked = Asked(lambda: [sys.executable, "-c", "import time; time.sleep(1000)"])
    assert asked.found(good) == [Inspection(trouble=TOO_MUCH)]
    asked.looker.close()


def test_the_process_goes_when_there_is_nothing_to_read(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looker_module, "_IDLE", 0.01)
    begun: list[int] = []
    gone = threading.Event()
    end = subprocess.Popen.communicate

    def ended(process: subprocess.Popen[bytes]) -> object:
        found = end(process)
        begun.append(process.returncode)
        gone.set()
        return found

    monkeypatch.setattr(subprocess.Popen, "communicate", ended)
    asked = Asked(lambda: [sys.executable, "-c", READER])
    asked.found(good)
    assert gone.wait(PATIENCE)
    assert asked.found(good)[0].view is not None
    asked.looker.close()


def test_what_has_changed_is_not_known_any_more(library: Library, good: Path) -> None:
    asked = Asked(lambda: [sys.executable, "-c", READER])
    view = library.view(good)
    asked.looker.know(good, view)
    assert asked.looker.known(good) == view
    opened = library.open(good)
    opened.session.undo(past_dice=True)
    opened.close()
    assert asked.looker.known(good) is None
    asked.looker.know(good, view)
    asked.looker.forget()
    assert asked.looker.known(good) is None
    asked.looker.close()


def test_a_game_can_be_opened_while_it_is_read(library: Library, good: Path) -> None:
    """It is read without a lock; and one that is open is read as far as it goes."""
    opened = library.open(good)
    asked = Asked(lambda: [sys.executable, "-c", READER])
    (seen,) = asked.found(good)
    assert seen.view is not None
    opened.close()
    asked.looker.close()
