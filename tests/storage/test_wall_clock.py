"""A date counts only where the clock was set since the start of the machine, or kept time meanwhile."""

from __future__ import annotations

import ctypes
import os
import time
from pathlib import Path
from typing import Any, Final

import pytest

from companion.storage import evenings, game_library, wall_clock
from companion.storage.evenings import Evening, Evenings, profiles
from companion.storage.game_library import JUMP, Library
from companion.storage.wall_clock import is_set

NOW: Final = time.time()
HOUR: Final = 3600.0


class Kernel:
    """Answers adjtimex(2) in the place of the real one.

    Args:
        status: what it says of the clock; None where there is no such call.
    """

    def __init__(self, status: int | None) -> None:
        self._status = status

    def __call__(self, _: None) -> Kernel:
        return self

    def __getattr__(self, name: str) -> Any:
        assert name == "adjtimex"
        if self._status is None:
            raise AttributeError(name)

        def answer(place: Any) -> int:
            place._obj.status = self._status
            return 0

        return answer


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody keeps the clock right."""
    monkeypatch.setattr(ctypes, "CDLL", Kernel(0x0040))


def chip(folder: Path, since: object, from_it: str = "1\n") -> Path:
    """A clock of the machine's own, as the kernel shows it."""
    place = folder / "rtc0"
    place.mkdir(parents=True)
    (place / "hctosys").write_text(from_it)
    (place / "since_epoch").write_text(f"{since}\n")
    return folder


@pytest.mark.parametrize(
    ("status", "known"), [(0, True), (0x2001, True), (0x0040, False), (0x2041, False), (None, False)]
)
def test_the_kernel_says_whether_a_network_keeps_it_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int | None, known: bool
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", Kernel(status))
    assert is_set(tmp_path / "none", tmp_path) is known


def test_the_real_kernel_answers() -> None:
    """Whatever it says, it is the same as its own word for it: no field is read in the place of another."""
    said = ctypes.create_string_buffer(512)
    unsynchronised = ctypes.CDLL(None).adjtimex(said) == 5
    assert wall_clock._kernel_says_so() is not unsynchronised


@pytest.mark.usefixtures("nobody")
def test_the_mark_of_systemd_will_do(tmp_path: Path) -> None:
    (tmp_path / "synchronized").touch()
    assert is_set(tmp_path / "synchronized", tmp_path / "none")


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(
    ("since", "from_it", "known"),
    [
        (int(NOW), "1\n", True),
        (int(NOW - 2 * HOUR), "1\n", True),
        (int(NOW), "0\n", False),
        (1200, "1\n", False),
        ("", "1\n", False),
    ],
    ids=["kept time", "keeps local time", "was not asked", "stood still", "has none"],
)
def test_a_chip_counts_if_it_kept_time(tmp_path: Path, since: object, from_it: str, known: bool) -> None:
    assert is_set(tmp_path / "none", chip(tmp_path / "rtc", since, from_it)) is known


@pytest.mark.usefixtures("nobody")
def test_a_chip_that_begins_before_the_program_was_put_here_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the machine was taken from it all the same."""
    monkeypatch.setattr(time, "time", lambda: 86_400.0 * 365)
    assert not is_set(tmp_path / "none", chip(tmp_path / "rtc", 86_400 * 365))


@pytest.mark.parametrize("known", [False, True])
def test_a_game_of_this_evening_has_a_day_only_if_the_clock_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    monkeypatch.setattr(game_library, "is_set", lambda: known)
    monkeypatch.setattr(game_library, "began", lambda: NOW - HOUR)
    library = Library(tmp_path, ())
    path = tmp_path / "a.game"
    path.touch()
    os.utime(path, (NOW, NOW))
    assert library.played_on(path) == (pytest.approx(NOW) if known else 0.0)


def test_a_game_of_before_the_start_keeps_its_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written before this machine was switched on is judged by the games around it."""
    monkeypatch.setattr(game_library, "is_set", lambda: False)
    monkeypatch.setattr(game_library, "began", lambda: NOW - HOUR)
    library = Library(tmp_path, ())
    path = tmp_path / "a.game"
    path.touch()
    os.utime(path, (NOW - JUMP, NOW - JUMP))
    assert library.played_on(path) == pytest.approx(NOW - JUMP)


def test_a_day_that_is_known_stays_when_the_game_is_noted_again(tmp_path: Path) -> None:
    path = tmp_path / evenings.FILE
    evenings.note(path, Evening("a", "g", NOW))
    evenings.note(path, Evening("a", "g", 0.0))
    assert evenings.day_noted(path, "a") == NOW
    assert evenings.day_noted(path, "b") == 0.0


def test_without_dates_who_played_last_comes_first() -> None:
    played = [Evening(name, "g", players=(evenings.Played("GC", name=name),)) for name in ("Ann", "Bob", "Cid")]
    assert [one.name for one in profiles(Evenings(evenings=tuple(played)))] == ["Cid", "Bob", "Ann"]
