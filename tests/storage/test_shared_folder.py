"""A data folder that is shared with a group: what one of them makes, the others can open; no other folder is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.storage.game_library import Library
from companion.storage.settings import FILE, Settings
from firmware_bridge.roll_record import RollRecord


@pytest.fixture(autouse=True)
def any_rights() -> Iterator[None]:
    """The rights come from the folder, and not from the user's mask."""
    before = os.umask(0)
    yield
    os.umask(before)


def played(data: Path) -> dict[int, set[str]]:
    """Which rights all that an evening makes in a data folder has."""
    library = Library(data / "games", GAMES, data / "own")
    library.start(GAMES[0], GAMES[0].modes[0]).close()
    Settings().save(data / FILE)
    RollRecord(data / "rolls.db").close()
    found: dict[int, set[str]] = {}
    for path in data.rglob("*"):
        found.setdefault(stat.S_IMODE(path.stat().st_mode), set()).add("folder" if path.is_dir() else "file")
    return found


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(0o700, {0o700: {"folder"}, 0o600: {"file"}}), (0o2770, {0o2770: {"folder"}, 0o660: {"file"}})],
    ids=["own", "shared"],
)
def test_what_is_made_in_a_folder_is_for_whoever_the_folder_is_for(
    mode: int, expected: dict[int, set[str]], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(mode)
    assert played(data) == expected
