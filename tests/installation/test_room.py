"""An update never takes the last room, on real disks of a few hundred kilobytes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from companion import bootstrap
from companion.installation import renew, room
from companion.installation.copies import back_up
from companion.installation.source import GitSource
from companion.installation.steps import InstallationError
from tests.installation.project import Project
from tests.installation.small_disk import NEEDS_ROOT, disk

pytestmark = NEEDS_ROOT

KB: Final = 1024
SAFE: Final = 64 * KB
"""What the games are left in these tests."""


def by_versions(project: Project, place: Path) -> Callable[[], object]:
    return GitSource(place / "repository.git", str(project.origin), "main").fetch


def by_clone(project: Project, place: Path) -> Callable[[], object]:
    shutil.copytree(project.here, place, symlinks=True, dirs_exist_ok=True)
    return renew.news


WAYS: Final = {"versions": by_versions, "clone": by_clone}


@pytest.fixture(params=WAYS)
def look(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], object]:
    """Ask for a newer version, which is larger than the disk that `tmp_path / "place"` becomes."""
    project, place = Project(tmp_path / "project"), tmp_path / "place"
    place.mkdir()
    asks = WAYS[request.param](project, place)
    monkeypatch.setattr(bootstrap, "ROOT", place)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    (project.origin / "companion" / "large.bin").write_bytes(os.urandom(600 * KB))
    project.publish("two")
    return asks


def test_too_little_room_is_said_before_anything_is_fetched(look: Callable[[], object], tmp_path: Path) -> None:
    with disk(tmp_path / "place", 1000 * KB):
        before = room.free(tmp_path / "place")
        with pytest.raises(InstallationError, match=r"Nothing was changed\. The disk is too full: 100 MB must be free"):
            look()
        assert room.free(tmp_path / "place") >= before - 64 * KB


@pytest.mark.parametrize("left", [0, SAFE])
def test_a_fetch_that_fills_the_disk_leaves_nothing_behind(
    look: Callable[[], object], tmp_path: Path, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a pack took all that was free, said that nothing was changed, and no step of the evening could be saved."""
    monkeypatch.setattr(room, "SPARE", 0)
    monkeypatch.setattr(room, "LEFT", left)
    with disk(tmp_path / "place", 512 * KB):
        with pytest.raises(InstallationError, match=r"Nothing was changed\. The disk is full: make room on it"):
            look()
        before = room.free(tmp_path / "place")
        assert before > SAFE
        assert not list((tmp_path / "place").rglob("tmp_*"))
        # One that the power cut ended leaves its half to the next.
        pack = next((tmp_path / "place").rglob("objects/pack"))
        (pack / "tmp_pack_abc123").write_bytes(bytes(before // 2))
        with pytest.raises(InstallationError, match="The disk is full"):
            look()
        assert room.free(tmp_path / "place") == before


def test_copies_of_the_games_leave_room_for_the_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "LEFT", SAFE)
    data = tmp_path / "data"
    (data / "games").mkdir(parents=True)
    (data / "games" / "a.game").write_bytes(os.urandom(100 * KB))
    with disk(data, 240 * KB):
        before = room.free(data)
        with pytest.raises(InstallationError, match=r"cannot be copied .*the disk is full.* Nothing was changed"):
            back_up(data, lambda _: None)
        assert room.free(data) >= before - 8 * KB
    with disk(data, 400 * KB):
        back_up(data, lambda _: None)
