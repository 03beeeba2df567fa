"""The versions of the program side by side: at whatever call an update is cut, one of them runs, and is complete."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.installation.steps import InstallationError
from companion.installation.versions import REFUSED, RefusedVersion, Version, Versions
from tests.installation.cuts import cut_at


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    return with_one(tmp_path / "program")


def with_one(place: Path) -> Versions:
    """A place with one version that runs."""
    made = Versions(place)
    made.place.mkdir()
    made.switch(fill(made, "one"), trial=False)
    return made


def fill(versions: Versions, name: str) -> Version:
    """Set a version up beside the one that runs."""
    folder = versions.begin(name)
    (folder / ".venv" / "bin").mkdir(parents=True)
    for file in ("program", ".venv/bin/python"):
        (folder / file).write_text(name)
    return versions.complete(folder, name, f"version {name}")


def renew(versions: Versions, name: str) -> None:
    with versions.locked():
        versions.switch(fill(versions, name), trial=True)
        versions.tidy()


def start_three_times(versions: Versions) -> None:
    for _ in range(3):
        versions.judge("")


def runs(versions: Versions) -> str:
    """Which version runs; it has to be whole, and reachable by the link itself."""
    current = versions.current()
    assert current is not None
    assert (versions.place / "current" / "program").read_text() == current.id
    assert current.python.read_text() == current.id
    return current.id


def test_two_are_kept_and_going_back_is_the_link(versions: Versions) -> None:
    for name in ("two", "three"):
        renew(versions, name)
        assert runs(versions) == name
    assert [path.name for path in sorted((versions.place / "versions").iterdir())] == ["0002-two", "0003-three"]
    earlier = versions.earlier()
    assert earlier is not None
    assert earlier.says == "version two"
    versions.switch(earlier, trial=False)
    assert runs(versions) == "two"
    assert versions.earlier() is None
    assert versions.known("three") is not None, "forward again is the link, too"
    renew(versions, "four")
    assert runs(versions) == "four"
    assert versions.known("three") is None


@pytest.mark.parametrize("after", [False, True])
def test_a_cut_at_any_call_leaves_the_old_or_the_new_version_complete(tmp_path: Path, *, after: bool) -> None:
    seen = []
    for number in range(1, 200):
        versions = with_one(tmp_path / str(number))
        renew(versions, "two")
        cut = cut_at(number, partial(renew, versions, "three"), after=after)
        seen.append(runs(versions))
        earlier = versions.earlier()
        assert earlier is not None, "there is a way back at each moment"
        assert (earlier.path / "program").read_text() == earlier.id
        renew(versions, "four")
        assert runs(versions) == "four", "the next attempt is not kept from its end"
        if not cut:
            break
    assert number > 20
    assert seen[0] == "two"
    assert seen[-2:] == ["three", "three"], "some cuts come after the switch"


@pytest.mark.parametrize("after", [False, True])
def test_a_cut_while_going_back_leaves_a_complete_version(tmp_path: Path, *, after: bool) -> None:
    def back(versions: Versions) -> None:
        earlier = versions.earlier()
        assert earlier is not None
        versions.switch(earlier, trial=False)

    for number in range(1, 100):
        versions = with_one(tmp_path / str(number))
        renew(versions, "two")
        cut = cut_at(number, partial(back, versions), after=after)
        assert runs(versions) in ("one", "two")
        if not cut:
            break
    assert number > 3
    assert runs(versions) == "one"


def test_all_is_on_the_disk_before_the_link_names_it(versions: Versions, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not synced may be gone after a power cut: files first, then the mark, then the link."""
    calls: list[str] = []

    def noted(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def stand_in(*arguments: object, **options: object) -> object:
            calls.append(" ".join([name, *(Path(str(a)).name for a in arguments if not isinstance(a, int))]))
            return call(*arguments, **options)

        return stand_in

    for name in ("sync", "fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    versions.switch(fill(versions, "two"), trial=True)
    kept = [call for call in calls if call.split()[0] != "fsync"]
    assert kept == [
        "sync",
        "replace complete.new complete",
        "replace before.new before",
        "replace trial.new trial",
        "replace current.new current",
    ]
    for rename in kept[1:]:
        assert calls[calls.index(rename) + 1].startswith("fsync"), f"the folder is synced after {rename}"
    assert calls[calls.index("replace complete.new complete") - 1].startswith("fsync")


def test_a_version_that_never_shows_its_page_is_left_after_two_starts(versions: Versions) -> None:
    renew(versions, "two")
    assert [versions.judge("0001-one") for _ in range(2)] == ["", ""]
    assert runs(versions) == "two"
    assert versions.judge("0001-one") == "0002-two"
    assert runs(versions) == "one"
    assert versions.refused() == RefusedVersion("0002-two", "two", "version two")
    (versions.place / REFUSED).write_text('{"version": "0002-two", "says": "version two"}')
    assert versions.refused().id == "two", "also where a version of before wrote it down"
    assert versions.judge("") == ""
    assert versions.trial() == ("", 0)


def test_a_version_that_showed_its_page_stays(versions: Versions) -> None:
    renew(versions, "two")
    versions.judge("")
    assert versions.judge("0002-two") == ""
    assert versions.trial() == ("", 0)
    for _ in range(3):
        versions.judge("")
    assert runs(versions) == "two"


@pytest.mark.parametrize("after", [False, True])
def test_a_cut_while_a_start_is_judged_leaves_a_complete_version(tmp_path: Path, *, after: bool) -> None:
    for number in range(1, 100):
        versions = with_one(tmp_path / str(number))
        renew(versions, "two")
        cut = cut_at(number, partial(start_three_times, versions), after=after)
        assert runs(versions) in ("one", "two")
        for _ in range(3):
            versions.judge("")
        assert runs(versions) == "one"
        if not cut:
            break
    assert number > 8


def test_what_an_attempt_left_is_removed_by_the_next(versions: Versions) -> None:
    half = versions.begin("half")
    (half / "program").write_text("half")
    assert runs(versions) == "one"
    renew(versions, "two")
    assert not half.exists()


def test_whoever_installs_once_more_goes_back_to_what_ran_last(versions: Versions) -> None:
    renew(versions, "two")
    versions.switch(fill(versions, "three"), trial=False)
    versions.tidy()
    earlier = versions.earlier()
    assert earlier is not None
    assert earlier.id == "two"


def test_two_updaters_never_meet(versions: Versions) -> None:
    with versions.locked(), pytest.raises(InstallationError, match="Another update is at work"), versions.locked():
        pass


def test_a_full_disk_leaves_the_version_that_runs(versions: Versions, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call that needs room refuses in its turn."""
    names = ("mkdir", "symlink", "fsync")
    real = {name: getattr(os, name) for name in names}
    for refused in range(1, 40):
        made = 0

        def full(name: str, refused: int = refused) -> Callable[..., object]:
            def stand_in(*arguments: object, **options: object) -> object:
                nonlocal made
                made += 1
                if made >= refused:
                    raise OSError(28, "No space left on device")
                return real[name](*arguments, **options)

            return stand_in

        with monkeypatch.context() as patch:
            for name in names:
                patch.setattr(os, name, full(name))
            try:
                renew(versions, "two")
            except OSError:
                assert runs(versions) in ("one", "two")
                continue
        break
    assert refused > 5
    assert runs(versions) == "two"
