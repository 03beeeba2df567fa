"""Copies of all games: whole or not there, and never so many that they take the room of the games."""

from __future__ import annotations

import os
import resource
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.installation import updater
from companion.installation.copies import BACKUPS, KEPT, back_up
from companion.installation.steps import InstallationError
from companion.table import ordinary_file
from tests.installation.cuts import cut_at
from tests.nobody import as_nobody, open_to_all


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


def copied(data: Path) -> Path:
    """Copy the games, all of them, and return where to."""
    before = set(data.glob(f"{BACKUPS}/*.zip"))
    assert back_up(data, lambda _: None) == []
    (fresh,) = set(data.glob(f"{BACKUPS}/*.zip")) - before
    return fresh


def left(data: Path) -> list[str]:
    return sorted(path.name for path in (data / BACKUPS).iterdir())


def test_a_full_disk_leaves_no_half_copy_that_takes_the_last_room(data: Path) -> None:
    for most in (0, 1, 1000, 100_000):
        with small_files(most), pytest.raises(InstallationError, match=r"cannot be copied .* Nothing was changed"):
            copied(data)
        assert left(data) == []


def test_copies_are_bounded_and_the_newest_stay(data: Path) -> None:
    made = []
    for number in range(KEPT + 3):
        made.append(copied(data))
        os.utime(made[-1], (number, number))
    assert sorted(path.name for path in made[-KEPT:]) == left(data)


def test_a_full_disk_takes_no_older_copy(data: Path) -> None:
    made = [copied(data).name for _ in range(KEPT)]
    with small_files(1000), pytest.raises(InstallationError):
        copied(data)
    assert left(data) == sorted(made)


def test_a_name_that_is_not_utf_8_is_copied(data: Path) -> None:
    """It ended every update in a traceback, and the page said "Please wait" for good."""
    name = b"Spiel\xe9.game"
    (data / "games" / os.fsdecode(name)).write_bytes(b"theirs")
    with zipfile.ZipFile(copied(data)) as archive:
        assert archive.read("games/Spiel\\xe9.game") == b"theirs"


def test_a_cut_leaves_whole_copies_only(data: Path) -> None:
    for number in range(1, 100):
        cut = cut_at(number, lambda: copied(data))
        for path in (data / BACKUPS).glob("*.zip"):
            with zipfile.ZipFile(path) as archive:
                assert archive.testzip() is None
                assert archive.read("games/a.game") == (data / "games" / "a.game").read_bytes()
        if not cut:
            break
    assert number > 3
    copied(data)
    assert not list((data / BACKUPS).glob("*.part")), "what a cut left goes with the next"


def test_a_file_that_goes_meanwhile_is_no_fault(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "games" / "a.game-journal").touch()
    real = ordinary_file.read_file

    def goes(file: Path, most: int) -> bytes:
        if file.name.endswith("-journal"):
            file.unlink(missing_ok=True)
        return real(file, most)

    monkeypatch.setattr("companion.installation.copies.read_file", goes)
    with zipfile.ZipFile(copied(data)) as archive:
        assert archive.namelist() == ["games/a.game"]


@pytest.mark.root
def test_what_may_not_be_read_is_named_and_stops_nothing_else(
    data: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The message named the copy, and no update came to its end."""
    (data / "games" / "locked").mkdir()
    (data / "games" / "z.game").write_bytes(b"theirs")
    for secret in ("games/b.game", "games/locked/c.game"):
        (data / secret).write_bytes(b"secret")
    (data / "games" / "b.game").chmod(0)
    (data / "games" / "locked").chmod(0o700)
    (data / BACKUPS).mkdir()
    (data / BACKUPS).chmod(0o777)
    open_to_all(data / "games" / "z.game")
    (data / "games" / "locked").chmod(0o700)
    trial = tmp_path_factory.mktemp("trial")
    trial.chmod(0o777)
    open_to_all(trial)
    said: list[str] = []

    def copies() -> list[str]:
        unread = back_up(data, said.append)
        updater.copy_files(data, trial / "copy")
        return [*unread, *said]

    *unread, told = as_nobody(copies)
    for name, line in zip(("b.game", "locked"), sorted(unread), strict=True):
        assert line.startswith(str(data / "games" / name))
        assert "cannot be read (this user may not read it) and is not in the copy" in line
        assert line in told
    (copy,) = (data / BACKUPS).glob("*.zip")
    with zipfile.ZipFile(copy) as archive:
        assert archive.namelist() == ["games/a.game", "games/z.game"]
    assert sorted(path.name for path in (trial / "copy" / "games").iterdir()) == ["a.game", "z.game"]


def test_a_file_far_too_large_is_named_and_stops_nothing_else(data: Path) -> None:
    """A link to a device without end, or a file of holes, would fill memory and disk."""
    large = data / "games" / "large.game"
    with large.open("wb") as file:
        file.truncate(100 * 2**30)
    told: list[str] = []
    (unread,) = back_up(data, told.append)
    assert f"{large} cannot be read (the file there is far too large: move it)" in unread
    assert unread in told[-1]
    (made,) = data.glob(f"{BACKUPS}/*.zip")
    with zipfile.ZipFile(made) as archive:
        assert archive.namelist() == ["games/a.game"]
