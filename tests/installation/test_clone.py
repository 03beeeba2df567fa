"""Updates of a clone: whatever cuts them short, the clone is wholly the old or the new version after the next start."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from companion import bootstrap
from companion.doctor import running
from companion.installation import clone, finish, place, renew
from companion.installation.clone import Clone
from companion.installation.steps import InstallationError
from tests.installation.cuts import cut_at
from tests.installation.project import Project, git

QUIET = ("status", "--porcelain", "--untracked-files=no")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return laid(tmp_path, monkeypatch)


def laid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A clone that is set up, with a newer version to be had."""
    made = Project(folder)
    monkeypatch.setattr(bootstrap, "ROOT", made.here)
    subprocess.run([sys.executable, "-m", "companion.bootstrap"], cwd=made.here, capture_output=True, check=True)
    made.publish("two")
    return made


def take(project: Project) -> None:
    renew.news()
    renew.take(project.data, lambda _: None)


def starts(project: Project) -> str:
    """What the unit does before it starts the companion; return which version is there: all of it, and the games."""
    script = project.here / ".git" / "companion" / "finish.py"
    if script.exists():
        subprocess.run([sys.executable, str(script)], capture_output=True, check=False)
    assert git(project.here, *QUIET) == "", "no file is of another version"
    version = git(project.here, "log", "-1", "--format=%s").removeprefix("version ")
    assert project.set_up == version
    assert subprocess.run([project.here / ".venv/bin/python"], capture_output=True, check=True).stdout == b"{}\n"
    assert (project.data / "games" / "evening.game").read_text() == "ours"
    return version


def test_nothing_of_the_clone_is_changed_before_the_next_start(project: Project) -> None:
    """Old and new code met in one process."""
    take(project)
    assert project.set_up == "one"
    assert git(project.here, "log", "-1", "--format=%s") == "version one"
    assert starts(project) == "two"
    assert starts(project) == "two"
    assert renew.earlier().startswith("version one")
    renew.go_back(project.data, lambda _: None)
    assert project.set_up == "two"
    project.origin.rename(project.origin.with_name("gone"))
    assert starts(project) == "one", "its environment was kept: without a network"
    assert renew.earlier() == ""


def test_whoever_starts_again_becomes_the_newer_version(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    class BecomeError(BaseException):
        """A process that is another one now runs nothing of ours any more."""

    def become(program: str, _: list[str]) -> None:
        assert program == sys.executable
        raise BecomeError

    monkeypatch.setattr(os, "execv", become)
    take(project)
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    assert place.begin_anew() == 1, "a failure, after which its unit starts it again: that may take its time"
    assert project.set_up == "one"
    monkeypatch.delenv("NOTIFY_SOCKET")
    with pytest.raises(BecomeError):
        place.begin_anew()
    assert project.set_up == "two"
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    with pytest.raises(BecomeError):
        place.begin_anew()
    assert starts(project) == "two"


@pytest.mark.parametrize("after", [False, True])
def test_a_cut_before_the_next_start_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for number in range(2 if after else 1, 200, 3):
        project = laid(tmp_path / str(number), monkeypatch)
        renew.news()
        cut = cut_at(number, lambda here=project: renew.take(here.data, lambda _: None), after=after)  # type: ignore[misc]
        assert project.set_up == "one"
        assert starts(project) in ("one", "two")
        assert renew.update(project.data, yes=True) == 0
        assert starts(project) == "two", "the next attempt comes to its end"
        if not cut:
            break
    assert number > 10


@pytest.mark.parametrize("after", [False, True])
def test_a_cut_at_any_call_of_the_change_is_finished_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for number in range(1, 200):
        project = laid(tmp_path / str(number), monkeypatch)
        take(project)
        folder = project.here / ".git" / "companion"
        cut = cut_at(number, lambda here=folder: finish.main(here), after=after)  # type: ignore[misc]
        if clone._load(folder / finish.STATE).get("began"):
            # Git was at work.
            (project.here / ".git" / "index.lock").touch()
        assert starts(project) == "two"
        if not cut:
            break
    assert number > 10


@pytest.mark.parametrize("half", [0, 1])
def test_a_cut_between_two_files_is_finished_by_the_next_start(half: int, project: Project) -> None:
    """Half of them are of the newer version, and one is not there at all."""
    (project.origin / "companion" / "more.py").write_text("newer = 1\n")
    project.publish("three")
    take(project)
    folder = project.here / ".git" / "companion"
    state = clone._load(folder / finish.STATE)
    finish.write(folder / finish.STATE, {**state, "began": True})
    (project.here / ".git" / "index.lock").touch()
    newer = git(project.here, "show", f"{state['to']}:companion/bootstrap.py")
    if half:
        (project.here / "companion" / "bootstrap.py").write_text(newer)
        (project.here / "companion" / "__init__.py").unlink()
    else:
        (project.here / "companion" / "more.py").write_text("newer")
    with pytest.raises(InstallationError, match="An update was cut short here"):
        renew.news()
    assert starts(project) == "three"


def test_the_next_update_finishes_one_that_was_cut(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """It said "You have the newest version", with the old packages under the new code."""
    take(project)
    folder = project.here / ".git" / "companion"
    finish.write(folder / finish.STATE, {**clone._load(folder / finish.STATE), "began": True})
    git(project.here, "reset", "-q", "--hard", "@{upstream}")
    assert renew.update(project.data, yes=True) == 0
    assert "You have the newest version" in capsys.readouterr().out
    assert starts(project) == "two"


def test_a_game_that_the_version_before_cannot_open_either_is_in_no_way(project: Project) -> None:
    (project.here / ".venv" / "bin" / "python").write_text('#!/bin/sh\necho \'{"damaged.game": "damaged"}\'\n')
    project.publish("three", refuses=("damaged.game",))
    take(project)
    project.publish("four", refuses=("damaged.game", "evening.game"))
    with pytest.raises(InstallationError, match=r"cannot open the game evening\.game"):
        take(project)


def test_a_file_whose_date_alone_is_another_one_is_no_change(project: Project) -> None:
    for path in (project.here / "companion").iterdir():
        if path.is_file():
            os.utime(path, (1, 1))
    take(project)
    assert starts(project) == "two"


def test_commits_of_ones_own_stay(project: Project) -> None:
    """They left the folder without a word."""
    (project.here / "mine.txt").write_text("mine")
    git(project.here, "add", "mine.txt")
    git(project.here, "commit", "-q", "-m", "mine")
    with pytest.raises(InstallationError, match=r"commits of your own here.*Nothing was changed.*git pull --rebase"):
        renew.update(project.data, yes=True)
    assert (project.here / "mine.txt").read_text() == "mine"
    git(project.here, "pull", "-q", "--rebase")
    assert renew.news() == [], "ahead of the newest is no older than it"


@pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "refs/heads/main.lock", "packed-refs.lock"])
def test_a_lock_of_gits_is_named_as_such(project: Project, name: str) -> None:
    """It was told as "a changed file is in the way", or the update was dropped without a word."""
    lock = project.here / ".git" / name
    lock.touch()
    for ask in (renew.news, lambda: renew.take(project.data, lambda _: None)):
        with pytest.raises(InstallationError, match=rf"left its lock.*Nothing was changed.*rm '{lock}'"):
            ask()
    lock.unlink()
    assert renew.news() == ["version two"]


def empty(file: Path) -> None:
    file.write_bytes(b"")


def cut(git_folder: Path) -> None:
    """What a power cut leaves of a file whose room was given and whose contents were not written."""
    git(git_folder.parent, "gc", "-q")
    for pack in git_folder.glob("objects/pack/*.pack"):
        pack.chmod(0o600)
        os.truncate(pack, pack.stat().st_size // 3)


DAMAGES: Final[dict[str, Callable[[Path], object]]] = {
    "index": lambda folder: empty(folder / "index"),
    "HEAD": lambda folder: empty(folder / "HEAD"),
    "branch": lambda folder: empty(folder / "refs" / "heads" / "main"),
    "pack": cut,
    "config": lambda folder: (folder / "config").write_text("[core\n"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_clone_whose_git_is_damaged_says_what_to_do(what: str, project: Project) -> None:
    """It spoke of edited files, of a network, or of a place that is not there any more."""
    renew.news()
    DAMAGES[what](project.here / ".git")
    sentence = r"Git's own files in this folder are damaged.*clone .* again beside it"
    for ask in (renew.news, lambda: renew.take(project.data, lambda _: None)):
        with pytest.raises(InstallationError, match=sentence):
            ask()
    assert (project.data / "games" / "evening.game").read_text() == "ours"


def test_locks_of_a_git_that_was_cut_keep_no_start_from_its_end(project: Project) -> None:
    """It said "make room" at each start."""
    take(project)
    folder = project.here / ".git" / "companion"
    finish.write(folder / finish.STATE, {**clone._load(folder / finish.STATE), "began": True})
    for name in ("index.lock", "HEAD.lock", "refs/heads/main.lock"):
        (project.here / ".git" / name).touch()
    assert starts(project) == "two"


def test_what_is_changed_between_update_and_start_is_kept(project: Project) -> None:
    take(project)
    mine = project.here / "companion" / "__init__.py"
    mine.write_text("mine = 1\n")
    script = project.here / ".git" / "companion" / "finish.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "Files of the program were changed here; the update was dropped." in done.stderr
    assert mine.read_text() == "mine = 1\n"
    mine.write_text("")
    assert starts(project) == "one"


def test_a_new_file_does_not_replace_one_of_ones_own(project: Project) -> None:
    (project.origin / "notes.txt").write_text("theirs")
    project.publish("three")
    (project.here / "notes.txt").write_text("mine")
    take(project)
    assert starts(project) == "one"
    assert (project.here / "notes.txt").read_text() == "mine"


def test_a_version_that_fails_in_its_place_leaves_the_one_before(project: Project) -> None:
    """Its set-up worked in a folder of its own, and does not in the clone."""
    (project.here / ".git" / "info" / "exclude").write_text("set-up\n.venv\n")
    take(project)
    state = clone._load(project.here / ".git" / "companion" / finish.STATE)
    finish.write(project.here / ".git" / "companion" / finish.STATE, {**state, "python": "/bin/false"})
    with pytest.raises(InstallationError, match="the one of before is in its place again"):
        Clone().finish()
    assert starts(project) == "one"


def test_a_full_disk_leaves_the_version_that_was_there(project: Project) -> None:
    """Files may become no larger than a limit, which stands for the disk that is full."""
    (project.origin / "companion" / "large.bin").write_bytes(os.urandom(300_000))
    project.publish("three")
    renew.news()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in (0, 1000, 20_000, 200_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        try:
            with pytest.raises(InstallationError):
                renew.take(project.data, lambda _: None)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert starts(project) == "one"
    renew.take(project.data, lambda _: None)
    folder = project.here / ".git" / "companion"
    program = f"import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, {before[1]})); "
    code = f"{program}runpy.run_path({str(folder / 'finish.py')!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "The version of before is in its place again." in done.stderr
    assert starts(project) == "one"


def test_an_open_companion_is_not_changed_under_its_feet(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clone, "ask_running", lambda _: [])
    with pytest.raises(InstallationError, match=r"The companion is open\. Nothing was changed"):
        renew.update(project.data, yes=True)
    monkeypatch.setattr(clone, "ask_running", running.ask)
    assert renew.update(project.data, yes=True) == 0
    assert starts(project) == "two"


def test_the_environment_of_neither_version_is_removed(project: Project) -> None:
    for version in ("two", "three", "four"):
        project.publish(version)
        assert renew.update(project.data, yes=True) == 0
    assert starts(project) == "four"
    assert len(list((project.here / ".git" / "companion" / "versions").iterdir())) == 2
