"""A disk that takes nothing: games can be looked at, and played on without saving if the table wishes it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.game_library import Library, OpenGame, read
from companion.table.autoplay import play
from companion.table.errors import JournalError
from tests.chance import picture
from tests.durability.disk import needs_a_compiler, run


def begun(library: Library, steps: int = 5) -> OpenGame:
    game = library.start(GAMES[0], GAMES[0].modes[0])
    play(game.session, Random(1), steps, interject=0)
    return game


class Full:
    """A disk without room, for as long as the block lasts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __enter__(self) -> None:
        def full(*_: Any) -> int:
            raise OSError(errno.ENOSPC, "no space")

        self._monkeypatch.setattr(os, "pwrite", full)
        self._monkeypatch.setattr(os, "fsync", full)

    def __exit__(self, *_: object) -> None:
        self._monkeypatch.undo()


def step(game: OpenGame, seed: int) -> None:
    play(game.session, Random(seed), 1, interject=0)


def test_a_refused_step_done_again_counts_and_is_saved_once_there_is_room(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(library)
    with Full(monkeypatch):
        before = picture(game.session)
        with pytest.raises(JournalError, match="Repeat the step to play on without saving"):
            step(game, 2)
        assert (picture(game.session), game.warning) == (before, "")
        for seed in (2, 3, 4):
            step(game, seed)
            assert "Nothing you do now is saved" in game.warning
    step(game, 5)
    assert game.warning == ""
    game.close()
    assert picture(read(game.path, GAMES)) == picture(game.session)


def test_another_step_after_a_refused_one_is_refused_first_too(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only who does the same again wishes it."""
    game = begun(library)
    with Full(monkeypatch):
        with pytest.raises(JournalError):
            step(game, 2)
        with pytest.raises(JournalError):
            game.session.undo(past_dice=True)
    assert game.warning == ""
    game.close()


def test_what_waits_is_offered_to_the_disk_a_last_time(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(library)
    with Full(monkeypatch):
        with pytest.raises(JournalError):
            step(game, 2)
        step(game, 2)
        step(game, 3)
    game.close()
    assert picture(read(game.path, GAMES)) == picture(game.session)


def test_a_new_game_on_a_full_disk_is_played_without_saving(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(library, 0)
    with Full(monkeypatch):
        with pytest.raises(JournalError):
            step(game, 1)
        step(game, 1)
        assert list(library.folder.iterdir()) == []
    step(game, 2)
    assert game.warning == ""
    game.close()
    assert picture(read(game.path, GAMES)) == picture(game.session)


READ_ONLY = """
import os, sys
from pathlib import Path
from random import Random
from companion import cli
from companion.games import GAMES
from companion.storage.game_library import Library
from companion.table.autoplay import play
from companion.table.errors import CannotSaveError
folder = Path(sys.argv[1])
library = Library(folder, GAMES)
(item,) = library.every()
print(item.trouble or item.title)
print(cli.main(["export", str(item.path)]))
try:
    library.open(item.path)
except CannotSaveError as error:
    print(error)
game = library.open(item.path)
before = len(game.session.history)
play(game.session, Random(1), 3, interject=0)
print(len(game.session.history) - before, game.warning)
game.close()
"""


@needs_a_compiler
@pytest.mark.parametrize("cut_off", [False, True])
def test_a_game_on_a_read_only_disk_is_listed_printed_and_played(tmp_path: Path, cut_off: bool) -> None:
    """Also one that stands in its log for the most part, as the power cut leaves it."""
    library = Library(tmp_path / "games", GAMES)
    game = begun(library, 12)
    left = {path.name: path.read_bytes() for path in library.folder.iterdir()}
    game.close()
    if cut_off:
        for name, content in left.items():
            (library.folder / name).write_bytes(content)
    before = {path.name: path.read_bytes() for path in library.folder.iterdir()}
    read_only = "".join(f"open {end} {errno.EROFS} 0 999999\n" for end in ("e", "l", "y", "w", "m", "d"))
    said = run(library.folder, READ_ONLY, faults=read_only)
    assert said.startswith(GAMES[0].title)
    assert "Open it again to play on without saving" in said
    assert "3 Nothing you do now is saved" in said
    assert {path.name: path.read_bytes() for path in library.folder.iterdir()} == before
