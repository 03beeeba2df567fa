"""Copies of all games: whole or not there, and never so many that they take the room of the games."""

from __future__ import annotations

import os
import resource
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.installation.copies import BACKUPS, KEPT, back_up
from companion.installation.steps import InstallationError
from tests.installation.cuts import cut_at


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.game").write_bytes(os.urandom(200_000))
    return tmp_path


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """Have the system refuse larger files, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def left(data: Path) -> list[str]:
    return sorted(path.name for path in (data / BACKUPS).iterdir())


def test_a_full_disk_leaves_no_half_copy_that_takes_the_last_room(data: Path) -> None:
    for most in (0, 1, 1000, 100_000):
        with small_files(most), pytest.raises(InstallationError, match=r"cannot be copied .* Nothing was changed"):
            back_up(data)
        assert left(data) == []


def test_copies_are_bounded_and_the_newest_stay(data: Path) -> None:
    made = []
    for number in range(KEPT + 3):
        made.append(back_up(data))
        os.utime(made[-1], (number, number))
    assert sorted(path.name for path in made[-KEPT:]) == left(data)


def test_a_full_disk_takes_no_older_copy(data: Path) -> None:
    made = [back_up(data).name for _ in range(KEPT)]
    with small_files(1000), pytest.raises(InstallationError):
        back_up(data)
    assert left(data) == sorted(made)


def test_a_name_that_is_not_utf_8_is_copied(data: Path) -> None:
    """It ended every update in a traceback, and the page said "Please wait" for good."""
    name = b"Spiel\xe9.game"
    (data / "games" / os.fsdecode(name)).write_bytes(b"theirs")
    with zipfile.ZipFile(back_up(data)) as archive:
        assert archive.read("games/Spiel\\xe9.game") == b"theirs"


def test_a_cut_leaves_whole_copies_only(data: Path) -> None:
    for number in range(1, 100):
        cut = cut_at(number, lambda: back_up(data))
        for path in (data / BACKUPS).glob("*.zip"):
            with zipfile.ZipFile(path) as archive:
                assert archive.testzip() is None
                assert archive.read("games/a.game") == (data / "games" / "a.game").read_bytes()
        if not cut:
            break
    assert number > 3
    back_up(data)
    assert not list((data / BACKUPS).glob("*.part")), "what a cut left goes with the next"


def test_a_file_that_goes_meanwhile_is_no_fault(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "games" / "a.game-journal").touch()
    real = zipfile.ZipFile.write

    def goes(archive: zipfile.ZipFile, file: Path, name: str) -> None:
        if file.name.endswith("-journal"):
            file.unlink()
        real(archive, file, name)

    monkeypatch.setattr(zipfile.ZipFile, "write", goes)
    with zipfile.ZipFile(back_up(data)) as archive:
        assert archive.namelist() == ["games/a.game"]
