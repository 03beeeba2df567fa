"""The updater with real repositories: whatever goes wrong, one complete version runs, and the games are untouched."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.installation import room, updater
from companion.installation.source import FILE, source_of
from companion.installation.steps import InstallationError
from companion.installation.updater import Updater
from companion.installation.versions import NOBODY, Versions
from tests.installation.cuts import cut_at
from tests.installation.project import Project, git


class Table(NamedTuple):
    """A project that publishes, and a place where one version of it runs."""

    project: Project
    place: Path

    @property
    def data(self) -> Path:
        return self.project.data

    @property
    def updater(self) -> Updater:
        return Updater(self.place, self.data, lambda _: None)

    def update(self) -> None:
        self.updater.look()
        self.updater.take()

    def runs(self) -> str:
        """Which version runs; it is complete, and the games are as they were."""
        current = Versions(self.place).current()
        assert current is not None
        assert (self.data / "games" / "evening.game").read_text() == "ours"
        version = (self.place / "current" / "set-up").read_text()
        trial = subprocess.run([current.python], capture_output=True, text=True, check=True)
        assert json.loads(trial.stdout) == {}
        assert current.says.startswith(f"version {version} ")
        return version


def lay_table(folder: Path) -> Table:
    project = Project(folder)
    place = folder / "program"
    path = place / "versions" / "0001-first"
    path.mkdir(parents=True)
    (place / FILE).write_text(json.dumps({"kind": "git", "address": str(project.origin), "branch": "main"}))
    id_ = git(project.origin, "rev-parse", "HEAD")
    shutil.copytree(project.origin / "companion", path / "companion")
    updater.first(place, project.data, path, id_, "version one (today)")
    return Table(project, place)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return lay_table(tmp_path)


def test_an_update_is_set_up_beside_the_running_version_and_taken_back(table: Table) -> None:
    assert table.updater.look() == []
    table.updater.take()
    assert table.project.copies() == [], "there was nothing to take"
    table.project.publish("two")
    assert table.updater.look() == ["version two"]
    assert table.runs() == "one"
    table.updater.take()
    assert table.runs() == "two"
    assert len(table.project.copies()) == 1
    table.updater.back()
    assert table.runs() == "one"
    with pytest.raises(InstallationError, match="There is no update to undo"):
        table.updater.back()
    table.project.origin.rename(table.project.origin.with_name("gone"))
    table.updater.take()
    assert table.runs() == "two", "it was kept: forward again is the link, without a network"


WRONG = {
    "set-up": ({"works": False}, r"could not be set up; .* \(The network cannot be reached from here\.\)"),
    "import": ({"starts": False}, r"does not start \(ImportError: no module named dice\); the one of before is in its"),
    "game": ({"refuses": ("evening.game",)}, r"cannot open the game evening\.game \(it is too old\); the one of befo"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_version_that_is_not_fit_never_runs(wrong: str, table: Table) -> None:
    how, sentence = WRONG[wrong]
    table.project.publish("two", **how)  # type: ignore[arg-type]
    with pytest.raises(InstallationError, match=sentence):
        table.update()
    assert table.runs() == "one"
    assert len(list((table.place / "versions").iterdir())) == 1, "its room is free again"
    table.project.publish("three")
    table.update()
    assert table.runs() == "three"


def test_a_set_up_that_does_not_compile_is_no_traceback(table: Table) -> None:
    table.project.publish("two")
    (table.project.origin / "companion" / "bootstrap.py").write_text("def main(:\n")
    git(table.project.origin, "commit", "-qam", "broken")
    said: list[str] = []
    broken = Updater(table.place, table.data, said.append)
    broken.look()
    sentence = r"^The other version does not start \(SyntaxError: .*\); the one of before is in its place\.$"
    with pytest.raises(InstallationError, match=sentence):
        broken.take()
    assert not any("Error" in line or "File" in line for line in said)
    assert table.runs() == "one"


def test_what_a_set_up_is_at_is_told_in_words_for_the_table(table: Table) -> None:
    """Each line that the set-up itself prints was shown as it is."""
    lines = (
        "Making /opt/x/.venv",
        "Installing Python packages; some minutes on a Raspberry Pi, once",
        "     5 s  kivy (3 of 9)",
        "    10 s  fetching kivy (18.2 MB) (3 of 9)",
        "    15 s  putting them in their place",
        "WARNING: Retrying (Retry(total=4)) after connection broken",
        "Installing the companion itself",
        "companion 0.4.0",
    )
    table.project.publish("two")
    script = table.project.origin / "companion" / "bootstrap.py"
    script.write_text(f"print({chr(10).join(lines)!r})\n{script.read_text()}")
    git(table.project.origin, "commit", "-qam", "talks")
    said: list[str] = []
    talking = Updater(table.place, table.data, said.append)
    talking.look()
    talking.take()
    assert said[2:-1] == [
        "Its parts are fetched. This takes some minutes.",
        "Its parts are fetched: 3 of 9.",
        "Its parts are put in their place. This takes some minutes.",
        "It is almost set up.",
    ]


def test_a_game_that_no_version_opens_stands_in_nobodys_way(table: Table) -> None:
    current = Versions(table.place).current()
    assert current is not None
    current.python.write_text('#!/bin/sh\necho \'{"damaged.game": "it is damaged"}\'\n')
    table.project.publish("two", refuses=("damaged.game",))
    table.update()
    assert (table.place / "current" / "set-up").read_text() == "two"


def test_what_is_no_file_and_rights_that_nobody_may_give_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The companion that runs has a socket in the data folder, and the updater may set no setgid bit."""
    (tmp_path / "data" / "games").mkdir(parents=True)
    (tmp_path / "data" / "games").chmod(0o2770)
    (tmp_path / "data" / "games" / "a.game").write_text("ours")
    (tmp_path / "data" / "backups").mkdir()
    (tmp_path / "data" / "backups" / "b.zip").write_text("large")
    with socket.socket(socket.AF_UNIX) as ear:
        # A path from the root may have more letters than an address of a socket.
        monkeypatch.chdir(tmp_path / "data")
        ear.bind("companion.socket")
        updater.copy_files(tmp_path / "data", tmp_path / "copy")
    assert [path.name for path in sorted((tmp_path / "copy").rglob("*"))] == ["games", "a.game"]
    assert (tmp_path / "copy" / "games").stat().st_mode & 0o2000 == 0


def test_a_name_that_is_not_utf_8_ends_no_update(table: Table) -> None:
    (table.data / "games" / os.fsdecode(b"Spiel\xe9.game")).write_text("theirs")
    table.project.publish("two")
    table.update()
    assert table.runs() == "two"


def test_the_version_that_runs_is_not_removed_under_its_feet(table: Table) -> None:
    """It loads files as it needs them; two updates, or one after going back, may come before the next start."""
    (table.data / updater.STOOD).write_text(f"{table.place}/versions/0001-first/.venv/bin/python\n")
    for name in ("two", "three", "four"):
        table.project.publish(name)
        table.update()
        assert (table.place / "versions" / "0001-first" / "set-up").read_text() == "one"
    (table.data / updater.STOOD).write_text(str(table.place / (table.place / "current").readlink()))
    runs = (table.place / "current").resolve()
    table.updater.back()
    table.project.publish("five")
    table.update()
    assert (runs / "set-up").read_text() == "four"
    assert len(list((table.place / "versions").iterdir())) == 3
    assert table.runs() == "five"
    table.updater.back()
    assert table.runs() == "three", "not the one that somebody went back from"


def test_the_first_version_is_no_worse_than_itself(table: Table) -> None:
    """A game that is damaged must not keep anybody from installing."""
    id_ = table.project.publish("two", refuses=("evening.game",))
    path = table.place / "versions" / "0007-second"
    shutil.copytree(table.project.origin / "companion", path / "companion")
    updater.first(table.place, table.data, path, id_, "version two (today)")
    assert (table.place / "current" / "set-up").read_text() == "two"


def test_changes_of_ones_own_are_not_taken_away(table: Table) -> None:
    git(table.project.origin, "commit", "-q", "--amend", "-m", "written anew")
    with pytest.raises(InstallationError, match=r"has changes of its own.*Nothing was changed"):
        table.updater.look()


def test_no_room_is_said_before_anything_is_done(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.project.publish("two")
    table.updater.look()
    usage = shutil.disk_usage(table.place)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=room.SPARE))
    with pytest.raises(InstallationError, match=r"There is no room for a second version: 101 MB are needed, 100 MB"):
        table.updater.take()
    assert table.runs() == "one"


def test_a_repository_that_a_cut_has_damaged_is_fetched_anew(table: Table) -> None:
    table.updater.look()
    table.project.publish("two")
    (table.place / "repository.git" / "HEAD").write_text("")
    assert table.updater.look() == ["version two"]
    (table.place / "repository.git" / "packed-refs").write_text("garbage")
    assert table.updater.look() == ["version two"]
    (table.place / "repository.git" / "refs" / "remotes" / "origin" / "main.lock").touch()
    assert table.updater.look() == ["version two"], "nobody else works in there"


def test_objects_that_a_cut_has_damaged_are_fetched_anew(table: Table) -> None:
    """It was told as files that cannot be written."""
    table.project.publish("two")
    table.updater.look()
    (pack,) = (table.place / "repository.git" / "objects" / "pack").glob("*.pack")
    pack.chmod(0o600)
    pack.write_bytes(bytes(pack.stat().st_size))
    with pytest.raises(InstallationError, match=r"What was fetched is damaged .* Look for a newer version again"):
        table.updater.take()
    assert table.runs() == "one"
    table.update()
    assert table.runs() == "two"


def test_a_network_that_is_gone_takes_nothing_that_was_fetched(table: Table) -> None:
    table.project.publish("two")
    table.updater.look()
    table.project.origin.rename(table.project.origin.with_name("gone"))
    with pytest.raises(InstallationError, match="is not there"):
        table.updater.look()
    table.updater.take()
    assert table.runs() == "two"


def test_without_the_other_side_nothing_changes(table: Table) -> None:
    table.updater.look()
    table.project.origin.rename(table.project.origin.with_name("gone"))
    with pytest.raises(InstallationError, match=r"cannot be fetched\. Nothing was changed\. The place that it"):
        table.updater.look()
    (table.place / FILE).unlink()
    with pytest.raises(InstallationError, match="Where newer versions come from is not known"):
        source_of(table.place)


@pytest.mark.parametrize("after", [False, True])
def test_an_update_cut_at_any_call_leaves_the_old_or_the_new_version(tmp_path: Path, *, after: bool) -> None:
    """At some calls before, at others after; at each of them: `tests.installation.torn`."""
    seen = set()
    for number in range(3 if after else 1, 400, 6):
        table = lay_table(tmp_path / str(number))
        table.project.publish("two")
        table.updater.look()
        cut = cut_at(number, table.updater.take, after=after)
        seen.add(table.runs())
        table.update()
        assert table.runs() == "two", "the next attempt comes to its end"
        if not cut:
            break
        shutil.rmtree(tmp_path / str(number))
    assert seen == {"one", "two"}


ANSWERS: dict[str, tuple[Callable[[Project], object], str]] = {
    "news": (lambda project: project.publish("two"), '{"news": ["version two"]}'),
    "error": (lambda project: project.origin.rename(project.origin.with_name("gone")), "cannot be fetched"),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_what_came_of_it_is_written_down_for_the_screen(what: str, table: Table, tmp_path: Path) -> None:
    does, words = ANSWERS[what]
    does(table.project)
    (tmp_path / "run").mkdir()
    places = ["--place", str(table.place), "--data", str(table.data), "--answer", str(tmp_path / "run")]
    assert updater.main(["look", *places]) == (what == "error")
    assert words in (tmp_path / "run" / updater.ANSWER).read_text()


def test_any_fault_at_all_is_an_answer(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page waited for good."""
    monkeypatch.setattr(Updater, "look", lambda _: [][0])
    places = ["--place", str(table.place), "--data", str(table.data), "--answer", str(tmp_path)]
    assert updater.main(["look", *places]) == 1
    assert "A fault of the companion stopped the update" in (tmp_path / updater.ANSWER).read_text()


def test_a_start_without_a_screen_is_not_counted(tmp_path: Path) -> None:
    for name in ("card0-HDMI-A-1", "card0-HDMI-A-2"):
        (tmp_path / "drm" / name).mkdir(parents=True)
        (tmp_path / "drm" / name / "status").write_text("disconnected\n")
    assert not updater.screen_is_there(tmp_path / "drm")
    (tmp_path / "drm" / "card0-HDMI-A-2" / "status").write_text("connected\n")
    assert updater.screen_is_there(tmp_path / "drm")
    assert updater.screen_is_there(tmp_path / "none")


def test_the_link_goes_back_after_two_starts_without_a_page(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(updater, "screen_is_there", lambda: True)
    table.project.publish("two")
    table.update()
    for _ in range(2):
        updater.judge(table.place, table.data)
        assert table.runs() == "two"
    updater.judge(table.place, table.data)
    assert table.runs() == "one"
    assert "0002-" in caplog.text
    assert table.updater.look() == [], "it is not offered again"
    with pytest.raises(InstallationError, match=r"^“version two .*” did not start here"):
        table.updater.take()
    assert table.runs() == "one"
    assert len(table.project.copies()) == 1
    table.project.publish("three")
    assert table.updater.look() == ["version three", "version two"]
    table.updater.take()
    assert table.runs() == "three"
    updater.judge(table.place, table.data)
    (table.data / updater.STOOD).write_text(str(table.place / (table.place / "current").readlink()) + "\n")
    for _ in range(3):
        updater.judge(table.place, table.data)
    assert table.runs() == "three"
    assert Versions(table.place).refused() == NOBODY
