"""Update and roll-back of real repositories, whose set-up is a program of two lines."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from companion import bootstrap
from companion.installation import renew
from companion.installation.copies import BACKUPS
from companion.installation.steps import InstallationError
from tests.installation.project import Project, git


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = Project(tmp_path)
    monkeypatch.setattr(bootstrap, "ROOT", made.here)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return made


def test_an_update_copies_the_games_first_and_can_be_taken_back(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert renew.update(project.data, yes=True) == 0
    assert "You have the newest version" in capsys.readouterr().out
    assert project.copies() == []
    project.publish("two")
    assert renew.update(project.data, yes=True) == 0
    assert "version two" in capsys.readouterr().out
    assert project.set_up == "two"
    (copy,) = project.copies()
    with zipfile.ZipFile(copy) as archive:
        assert archive.read("games/evening.game") == b"ours"
    assert renew.rollback(project.data, yes=True) == 0
    assert project.set_up == "one"
    assert "version one" in git(project.here, "log", "-1", "--format=%s")
    assert renew.rollback(project.data, yes=True) == 0, "already there"
    assert renew.update(project.data, yes=True) == 0
    assert project.set_up == "two"


def test_a_version_that_cannot_be_set_up_does_not_stay(project: Project) -> None:
    project.publish("broken", works=False)
    with pytest.raises(InstallationError, match="the one of before is in its place"):
        renew.update(project.data, yes=True)
    assert not (project.here / "set-up").exists()
    assert git(project.here, "log", "-1", "--format=%s") == "version one"


def test_what_was_changed_here_is_not_lost(project: Project) -> None:
    project.publish("two")
    mine = project.here / "companion" / "bootstrap.py"
    mine.write_text("mine")
    with pytest.raises(InstallationError, match="Nothing was changed"):
        renew.update(project.data, yes=True)
    assert mine.read_text() == "mine"


def test_without_the_other_side_nothing_changes(project: Project) -> None:
    project.origin.rename(project.origin.with_name("gone"))
    with pytest.raises(InstallationError, match=r"cannot be fetched\. Nothing was changed"):
        renew.update(project.data, yes=True)
    with pytest.raises(InstallationError, match="There is no update to undo"):
        renew.rollback(project.data, yes=True)


def test_a_package_is_renewed_by_what_brought_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(InstallationError, match=r"Update it the way it was installed, using the newer file"):
        renew.update(tmp_path, yes=True)


def test_games_that_cannot_be_copied_keep_the_version(project: Project) -> None:
    project.publish("two")
    (project.data / BACKUPS).write_text("in the way")
    with pytest.raises(InstallationError, match="cannot be copied"):
        renew.update(project.data, yes=True)
    assert not (project.here / "set-up").exists()
