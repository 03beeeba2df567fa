"""Games, sticks and folders of strangers on the pages: no fault, each refusal a sentence, the next game opens.

In the gate a few; `pytest -m slow tests/app/test_strangers.py` meets 300, and looks at how long each page is silent.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.storage.game_archive import SUFFIX
from companion.storage.game_library import Library
from companion.table.autoplay import play
from companion.table.errors import CompanionError
from companion.table.game import Mode
from companion.table.journal_mirror import beside
from tests.patience import PATIENCE
from tests.storage.strangers import MANY, fill, fill_library, game

pytestmark = pytest.mark.window

FEW: Final = 10
MORE: Final = 300

MEMORY: Final = 400
"""Megabytes that one of them may cost at most."""

SLOWER: Final = 30
"""Times that a stranger's game may take what an honest one takes: it may be as long as thirty evenings."""


class Visit:
    """Goes through the pages as people do who want to know what that game is."""

    def __init__(self, shell: Any, fingers: Any) -> None:
        self.shell, self.fingers = shell, fingers
        self.longest = 0.0
        self.opened = 0
        shell.play(lambda: shell.library.start(GAMES[0], Mode("", "", "", {"factions": ["GC", "CC", "YS"]})))
        play(shell.game.session, Random(3), 1000)
        self.good: Path = shell.game.path
        shell.home()

    @contextmanager
    def timed(self) -> Iterator[None]:
        begun = time.process_time()
        yield
        self.fingers.frames(2)
        self.longest = max(self.longest, time.process_time() - begun)
        self.well()

    def well(self) -> None:
        from companion.app.pages.unexpected_error import UnexpectedErrorPage

        assert not isinstance(self.shell.page, UnexpectedErrorPage)
        assert len(self.shell.banner.message) < 1500

    def until(self, so: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not so():
            self.fingers.frames(1)
            assert time.monotonic() < end

    def front_pages(self) -> None:
        """Home, all games with how each stands, and what can be imported."""
        from companion.app.pages.all_games import AllGamesPage
        from companion.app.pages.import_games import ImportGamesPage

        with self.timed():
            self.shell.home()
        with self.timed():
            self.shell.open(AllGamesPage())
        page = self.shell.page
        while page._untold:
            with self.timed():
                pass
        self.fingers.frames(3)
        with self.timed():
            self.shell.open(ImportGamesPage())
        for path in self.shell.jobs.offered():
            with self.timed():
                self.shell.jobs.take_in(path)
        assert self.shell.jobs.finish(PATIENCE)
        with self.timed():
            self.shell.home()

    def table(self, path: Path, rng: Random) -> None:
        """Open it, look at its pages, answer, undo, and put it away."""
        from companion.app.table.pages.more import has_settable_numbers

        shell = self.shell
        with self.timed():
            shell.open_stored(path)
        if shell.game is None:
            assert shell.banner.message
            with self.timed():
                shell.play(lambda: shell.library.save(path))
        if shell.game is None:
            return
        self.opened += 1
        table = shell.page
        players = shell.game.session.view.players
        pages: list[Callable[[], object]] = [table.open_log, table.open_more, table.open_rules]
        if has_settable_numbers(players):
            pages.append(table.open_numbers)
        if players:
            pages.append(lambda: table.open_player(rng.choice(players)))
        for show in pages:
            with self.timed():
                show()
            while len(shell.pages) > 1:
                with self.timed():
                    shell.back()
        for _ in range(3):
            if not shell.game.session.finished:
                item = rng.choice(shell.game.session.prompts)
                with self.timed(), self.refused():
                    play(shell.game.session, rng, 1)
                    table.refresh()
                assert item.prompt.key
        with self.timed():
            table.undo()
        with self.timed():
            shell.home()

    @contextmanager
    def refused(self) -> Iterator[None]:
        try:
            yield
        except CompanionError as error:
            self.shell.show_message(str(error))


def peak() -> int:
    """Return the most megabytes of this process since `since_now`."""
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) // 1024


def since_now() -> int:
    """Have the most counted from now on, where the system can; return what it is (proc(5), `clear_refs`)."""
    Path("/proc/self/clear_refs").write_text("5")
    return peak()


def put(library: Library, seed: int, folder: Path) -> Path:
    """Put a stranger's game into the library: brought back from a stick, or as a file beside the others."""
    content = game(seed)
    carried = folder / f"x{SUFFIX}"
    carried.write_bytes(content)
    try:
        return library.take_in(carried, partly=True, play=False)
    except CompanionError:
        path = library.folder / f"x-{seed}.game"
        beside(path).write_bytes(content)
        return path


@pytest.mark.parametrize(
    ("first", "number"), [(3, FEW), pytest.param(10_000, MORE, marks=pytest.mark.slow)], ids=["a few", "more"]
)
def test_no_stranger_stops_the_pages(
    ours: Any, fingers: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, first: int, number: int
) -> None:
    visit = Visit(ours, fingers)
    visit.front_pages()
    visit.table(visit.good, Random(1))
    honest, visit.longest = visit.longest, 0.0
    for seed in range(first, first + number):
        rng = Random(seed)
        gc.collect()
        before = since_now()
        # One as long as a game may be takes as long as many others.
        path = put(ours.library, seed + 1 if seed % MANY == 1 and number == FEW else seed, tmp_path)
        if seed % 3 == 0:
            fill(ours.jobs.imports, rng, SUFFIX, 2)
        if seed % 10 == 0:
            fill_library(ours.library.folder, rng, 4)
        visit.front_pages()
        visit.table(path, rng)
        for other in ours.library.every() if seed % 10 == 0 else []:
            visit.table(other.path, rng)
        for folder in (ours.library.folder, ours.jobs.imports):
            for odd in [*folder.iterdir()] if folder.is_dir() else []:
                if not odd.name.startswith(visit.good.name):
                    odd.rmdir() if odd.is_dir() and not odd.is_symlink() else odd.unlink()
        ours.open_stored(visit.good)
        assert ours.game is not None
        assert ours.game.session.timeline.entries
        ours.home()
        assert peak() - before < MEMORY, seed
    assert visit.opened
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    if number > FEW:
        assert visit.longest < SLOWER * honest, (visit.longest, honest)
