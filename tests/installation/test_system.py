"""What makes the companion a part of a machine, judged by the machine's own programs.

In a guest: `tests.instruments.machines.updates`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion import bootstrap, cli
from companion.installation import install, system, system_units, units
from companion.installation.install import InstallTarget
from companion.installation.steps import InstallationError
from companion.installation.system_units import DATA, PLACE, UPDATER
from tests.installation.judges import NEEDS_SYSTEMD_ANALYZE, exposure
from tests.installation.project import Project, git


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = Project(tmp_path / "clone")
    monkeypatch.setattr(bootstrap, "ROOT", made.here)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system, "is_installed", lambda: False)
    return made


def here(project: Project, *, desktop: bool = False) -> InstallTarget:
    return InstallTarget("anna", project.here, project.data, Path(sys.executable), desktop)


def verified(folder: Path, name: str) -> str:
    """What systemd complains of in a unit and what is added beside it, if nothing but this folder is there."""
    done = subprocess.run(
        ["systemd-analyze", "verify", name],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if units.NAME in line)


@NEEDS_SYSTEMD_ANALYZE
def test_its_units_are_ones_that_systemd_understands(tmp_path: Path) -> None:
    place = tmp_path / "program"
    for name in ("current", "before"):
        (place / name / ".venv" / "bin").mkdir(parents=True)
        for program in ("python", "companion"):
            (place / name / ".venv" / "bin" / program).write_text("#!/bin/sh\n")
            (place / name / ".venv" / "bin" / program).chmod(0o755)
    folder = tmp_path / "units"
    (folder / system_units.DROP_IN.parent.name).mkdir(parents=True)
    written = {
        f"{units.NAME}.service": units.on_the_bare_screen(place / "current/.venv/bin/python", DATA, "root", ["root"]),
        f"{system_units.DROP_IN.parent.name}/versions.conf": system_units.VERSIONS,
        system_units.TRIAL_UNIT.name: system_units.JUDGES,
        system_units.UPDATER_UNIT.name: system_units.UPDATES,
        system_units.MOVED_UNIT.name: system_units.puts_away('"/home/anna/Spiele für uns"', "root"),
    }
    for name, text in written.items():
        (folder / name).write_text(text.replace(str(PLACE), str(place)).replace(f"User={UPDATER}", "User=root"))
    instance = system_units.UPDATER_UNIT.name.replace("@", "@look")
    for name in (f"{units.NAME}.service", system_units.TRIAL_UNIT.name, instance, system_units.MOVED_UNIT.name):
        assert verified(folder, name) == ""
    unit = folder / system_units.TRIAL_UNIT.name
    unit.write_text(unit.read_text().replace("ProtectHome=yes", "ProtectHome=perhaps"))
    assert verified(folder, unit.name) != "", "the judge sees a fault when there is one"


def test_the_screen_may_not_write_the_program_and_the_updater_may() -> None:
    screen = units.on_the_bare_screen(PLACE / "current/.venv/bin/python", DATA, "x", ["x"]) + system_units.VERSIONS
    writes = re.findall("^ReadWritePaths=(.*)$", screen, re.MULTILINE)
    assert not any(str(PLACE) in paths for paths in writes)
    assert "ProtectSystem=strict" in screen
    for text in (system_units.UPDATES, system_units.JUDGES):
        assert f"ReadWritePaths={PLACE} {DATA}" in text.splitlines()
        assert f"User={UPDATER}" in text.splitlines()


@NEEDS_SYSTEMD_ANALYZE
def test_the_updater_gets_no_more_than_it_must(tmp_path: Path) -> None:
    assert exposure(tmp_path / "updater.service", system_units.UPDATES) <= 2.5


def test_the_command_is_one_that_the_shell_understands(tmp_path: Path) -> None:
    script = tmp_path / "companion"
    data, place = tmp_path / "data", tmp_path / "program"
    script.write_text(system_units.COMMAND_SCRIPT.replace(str(DATA), str(data)).replace(str(PLACE), str(place)))
    done = subprocess.run(["sh", script, "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "sudo usermod -aG table-companion" in done.stderr
    data.mkdir()
    program = place / "current" / ".venv" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(["sh", script, "export", "a b"], capture_output=True, text=True, check=False)
    assert done.stdout == f"--data {data} export a b\n"


def test_games_are_moved_once_and_only_what_was_moved_is_put_away(tmp_path: Path) -> None:
    """Whoever installs again has played on with the games of the machine, and perhaps some by hand meanwhile."""
    old, data = tmp_path / "Spiele für uns", tmp_path / "data"
    (old / "games").mkdir(parents=True)
    (old / "games" / "evening.game").write_text("ours")
    data.mkdir()

    def move() -> None:
        subprocess.run(["sh", "-c", system.MOVE, "sh", old, data], check=True)

    def put_away() -> None:
        unit = system_units.puts_away(units.quoted(old), "root")
        (line,) = re.findall("^ExecStart=(.*)$", unit, re.MULTILINE)
        subprocess.run(shlex.split(line.replace("$$", "$")), check=True)

    put_away()
    assert old.exists(), "what was never moved stays"
    move()
    assert (old / "games" / "evening.game").exists(), "until the first start"
    put_away()
    assert not old.exists()
    assert (tmp_path / "Spiele für uns.moved" / "games" / "evening.game").read_text() == "ours"
    (data / "games" / "evening.game").write_text("played on")
    (old / "games").mkdir(parents=True)
    (old / "games" / "evening.game").write_text("by hand")
    move()
    put_away()
    assert (data / "games" / "evening.game").read_text() == "played on"
    assert (old / "games" / "evening.game").read_text() == "by hand"


def test_all_that_is_laid_is_taken_away_and_the_games_stay(project: Project) -> None:
    laid = {step.command[-1] for step in system.to_install_system(here(project)) if step.given}
    # What every companion without a desktop lays is held by its own tests.
    laid -= {step.command[-1] for step in install.to_install(system.machine_of_system())}
    assert len(laid) > 5
    taken = [step.command for step in system.to_uninstall_system("anna")]
    removed = {path for command in taken for path in command if command[0] == "rm"}
    for path in laid:
        assert removed & {path, *map(str, Path(path).parents)}, f"{path} is left behind"
    assert str(DATA) not in removed
    assert {command[-1] for command in taken if command[0] == "userdel"} == {"table-companion", UPDATER}


def test_its_origin_is_kept_and_the_version_is_the_one_of_the_clone(project: Project) -> None:
    steps = system.to_install_system(here(project))
    (source,) = [step for step in steps if step.command[-1] == str(PLACE / "source")]
    assert f'"address": "{project.origin}", "branch": "main"' in source.given
    id_ = git(project.here, "rev-parse", "HEAD")
    (first,) = [step for step in steps if "first" in step.command]
    assert first.command[first.command.index("--id") + 1] == id_
    assert first.command[first.command.index("--path") + 1].endswith(f"/0001-{id_[:12]}")


def test_installed_again_by_the_machines_command_only_files_are_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may be playing."""
    version = tmp_path / "versions" / "0002-new"
    version.mkdir(parents=True)
    (tmp_path / "current").symlink_to("versions/0002-new")
    monkeypatch.setattr(bootstrap, "ROOT", version)
    monkeypatch.setattr(system, "SYSTEM_UNIT", version)
    steps = system.to_install_system(InstallTarget("anna", tmp_path, DATA, version / ".venv/bin/python", desktop=False))
    commands = [" ".join(step.command) for step in steps]
    assert not any("stop" in command.split() or system.MOVE in command for command in commands)
    assert not any("archive" in command or "bootstrap" in command for command in commands)
    assert any(str(system_units.DROP_IN) in command for command in commands)


def test_what_could_not_come_along_is_said_first(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project.here / "companion" / "bootstrap.py").write_text("mine")
    with pytest.raises(InstallationError, match="Files of the program were changed here"):
        system.to_install_system(here(project))
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    with pytest.raises(InstallationError, match="did not come with git"):
        system.to_install_system(here(project))


def test_a_desktop_keeps_its_users_own(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "this_machine", lambda _: here(project, desktop=True))
    assert cli.main(["--data", str(project.data), "install", "--system", "--yes"]) == 1
    assert "has a desktop" in capsys.readouterr().err


def test_it_is_shown_first(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "this_machine", lambda _: here(project))
    assert cli.main(["--data", str(project.data), "install", "--system", "--show"]) == 0
    shown = capsys.readouterr().out
    assert f"(with sudo) move the games from {project.data} to {DATA}" in shown
    assert f"(with sudo) write {system_units.COMMAND}" in shown
