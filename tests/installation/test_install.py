"""What is written for systemd, udev and the desktop, judged by their own programs; and what is refused."""

from __future__ import annotations

import io
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli
from companion.doctor.ports import GROUPS
from companion.installation import install, units
from companion.installation.install import InstallTarget, to_install, to_uninstall
from companion.installation.steps import InstallationError, InstallStep, ask_for_root, perform
from tests.installation.judges import NEEDS_SYSTEMD_ANALYZE, NEEDS_UDEVADM, assert_understood, exposure
from tests.nobody import as_nobody, open_to_all
from tests.patience import PATIENCE
from tests.x11.product import Product
from tests.x11.screen import Screen

AWKWARD = 'Spiele für 100% "uns" $HOME'
"""A name with all that means something to systemd."""


def verified(unit: Path, *options: str) -> str:
    """What systemd complains of in a unit."""
    runtime = unit.parent / "runtime"
    runtime.mkdir(exist_ok=True)
    done = subprocess.run(
        ["systemd-analyze", "verify", *options, str(unit)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
        capture_output=True,
        text=True,
        check=False,
    )
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if units.NAME in line)


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A program in a folder of an awkward name."""
    path = tmp_path / AWKWARD / "python"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@NEEDS_SYSTEMD_ANALYZE
def test_the_unit_for_the_bare_screen_is_one_that_systemd_understands(tmp_path: Path, python: Path) -> None:
    unit = tmp_path / f"{units.NAME}.service"
    unit.write_text(units.on_the_bare_screen(python, python.parent / "data", "root", ["root"]))
    assert verified(unit) == ""
    for right, wrong in (
        ("UMask", "Umsk"),
        ("/usr/bin/env", "/usr/bin/no-such"),
        ("UMask=0077", "UMask=all"),
    ):
        broken = tmp_path / f"broken-{units.NAME}.service"
        broken.write_text(unit.read_text().replace(right, wrong))
        assert verified(broken) != "", "the judge sees a fault when there is one"


@NEEDS_SYSTEMD_ANALYZE
def test_awkward_names_arrive_as_they_are(python: Path) -> None:
    """As systemd splits the line: C-like escapes within double quotes, `%%` and `$$` for one of them."""
    (line,) = [x for x in units.on_a_desktop(python, python.parent).splitlines() if x.startswith("ExecStart=")]
    first = shlex.split(line.removeprefix("ExecStart=").replace("%%", "%").replace("$$", "$"))[1]
    assert first == str(python)


def test_an_update_of_a_clone_is_finished_before_a_desktop_unit_starts(tmp_path: Path) -> None:
    """By what lies in git's folder, if anything does: the files of the program may be of two versions."""
    here = tmp_path / AWKWARD
    unit = units.on_a_desktop(here / ".venv" / "bin" / "python", here / "data")
    (line,) = re.findall("^ExecStartPre=-(.*)$", unit, re.MULTILINE)
    # As systemd reads it.
    command = shlex.split(line.replace("%%", "%").replace("$$", "$"))
    assert subprocess.run(command, check=False).returncode == 0, "there is nothing to finish"
    script = here / ".git" / "companion" / "finish.py"
    script.parent.mkdir(parents=True)
    script.write_text("import pathlib; pathlib.Path(__file__).with_name('finished').touch()\n")
    subprocess.run(command, check=True)
    assert (script.parent / "finished").exists()


@NEEDS_SYSTEMD_ANALYZE
def test_the_unit_for_a_desktop_is_one_that_systemd_understands(tmp_path: Path, python: Path) -> None:
    unit = tmp_path / f"{units.NAME}.service"
    unit.write_text(units.on_a_desktop(python, python.parent / "data"))
    assert verified(unit, "--user") == ""


def test_what_was_compiled_for_the_screen_is_kept_outside_of_the_home(tmp_path: Path, python: Path) -> None:
    """Mesa said so in a whole boot: `Failed to create /home/anna/.cache for shader cache (Read-only file system)`."""
    lines = units.on_the_bare_screen(python, tmp_path, "root", ["root"]).splitlines()
    assert "ProtectHome=read-only" in lines
    assert f"CacheDirectory={units.NAME}" in lines
    assert f"Environment=XDG_CACHE_HOME={units.CACHE}" in lines
    assert units.CACHE.name == units.NAME


@NEEDS_SYSTEMD_ANALYZE
def test_the_unit_gives_away_no_more_than_it_must(tmp_path: Path, python: Path) -> None:
    text = units.on_the_bare_screen(python, tmp_path, "root", ["root"])
    assert exposure(tmp_path / f"{units.NAME}.service", text) <= 2.5


def test_the_unit_refuses_nothing_that_is_plugged_in_later(tmp_path: Path) -> None:
    """A device filter knows only the drivers that were loaded when the unit started (systemd/systemd#14322)."""
    lines = units.on_the_bare_screen(tmp_path, tmp_path, "root", ["root"]).splitlines()
    assert not [line for line in lines if line.startswith("Device")]


def test_under_the_unit_the_light_can_be_set_and_sounds_be_heard(tmp_path: Path) -> None:
    """`ProtectKernelTunables` alone makes all of /sys read-only (ml-energy/zeus#252)."""
    lines = units.on_the_bare_screen(tmp_path, tmp_path, "root", ["root"]).splitlines()
    assert "ReadWritePaths=-/sys/devices" in lines
    assert "audio" in GROUPS


@NEEDS_UDEVADM
def test_the_rule_for_udev_is_one_that_udev_understands(tmp_path: Path) -> None:
    assert_understood(tmp_path / "70-table-companion.rules", units.RULES)


def machine(tmp_path: Path, *, desktop: bool) -> InstallTarget:
    return InstallTarget("anna", tmp_path / AWKWARD, tmp_path / AWKWARD / "data", Path(sys.executable), desktop)


def test_under_a_desktop_it_is_the_users_own_and_goes_without_a_trace(tmp_path: Path) -> None:
    here = machine(tmp_path, desktop=True)
    own = [step for step in to_install(here) if not step.root]
    perform(own)
    assert str(here.data) in here.user_unit.read_text().replace("\\", "").replace("%%", "%").replace("$$", "$")
    assert f"restart {units.NAME}.service" in here.start.read_text()
    (here.data / "games").mkdir()
    (here.data / "games" / "evening.game").write_text("ours")
    perform(step for step in to_uninstall(here) if not step.root)
    assert sorted(path.name for path in here.home.rglob("*") if path.is_file()) == ["evening.game"]


def test_without_a_desktop_it_is_the_machines_and_runs_as_whoever_plays(tmp_path: Path) -> None:
    steps = to_install(machine(tmp_path, desktop=False))
    (unit,) = [step for step in steps if step.command[-1] == str(install.SYSTEM_UNIT)]
    assert unit.root
    assert "\nUser=anna\n" in unit.given
    assert any(step.command[:2] == ("systemctl", "enable") for step in steps)
    assert not any(".config" in part for step in steps for part in step.command)


@pytest.mark.root
def test_what_this_user_may_not_see_is_taken_out_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only polkit may look into the folder of its rules: a traceback on a fresh Debian 13."""
    open_to_all(tmp_path)
    (tmp_path / "polkit").mkdir(mode=0o700)
    (tmp_path / "udev").touch()
    monkeypatch.setattr(install, "SWITCH_OFF", tmp_path / "polkit" / "rules")
    monkeypatch.setattr(install, "RULES", tmp_path / "udev")
    steps = as_nobody(lambda: to_uninstall(machine(tmp_path, desktop=False)))
    gone = [step.command[-1] for step in steps]
    assert str(tmp_path / "polkit" / "rules") in gone
    assert str(units.CACHE) in gone


def test_a_step_that_does_not_work_ends_it_with_a_sentence() -> None:
    done: list[str] = []
    steps = [
        InstallStep("try", ("false",), needed=False),
        InstallStep("break", ("sh", "-c", "exit 3")),
        InstallStep("never", ("true",)),
    ]
    with pytest.raises(InstallationError, match=r"This step failed: break .*3\)\. Games and settings are untouched"):
        perform(steps)
    with pytest.raises(InstallationError, match="no-such-program"):
        perform([InstallStep("look", ("no-such-program",))])
    assert done == []


@pytest.mark.parametrize("command", ["install", "uninstall", "update", "rollback"])
def test_root_is_refused(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert cli.main(["--data", str(tmp_path / "data"), command, "--yes"]) == 1
    assert "not as root. Nothing was changed. Leave out sudo" in capsys.readouterr().err


def test_it_shows_first_and_does_nothing_without_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", os.getuid if os.getuid() else lambda: 65534)
    data = tmp_path / "data"
    assert cli.main(["--data", str(data), "install", "--show"]) == 0
    shown = capsys.readouterr().out
    assert f"(with sudo) write {install.RULES}" in shown
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert cli.main(["--data", str(data), "install"]) == 1
    assert "Nobody is here to answer. Nothing was changed." in capsys.readouterr().err
    assert not data.exists()


@pytest.mark.window
def test_systemd_is_told_that_it_stands_and_that_it_goes_on(
    tmp_path: Path, screen: Callable[[int, int], Screen]
) -> None:
    """The started app, and a socket in systemd's place."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE)
        where = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000"}
        with screen(800, 480) as display, Product(display, tmp_path / "data", **where):
            assert ear.recv(100) == b"READY=1"
            assert [ear.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3


def fake(folder: Path, **programs: str) -> None:
    """Lay small programs into a folder."""
    folder.mkdir(exist_ok=True)
    for name, lines in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{lines}\n")
        (folder / name).chmod(0o755)


ASKS = '[ "$1" != -n ] && exit "${TURNED_AWAY:-0}"; echo "sudo: a password is required" >&2; exit 1'
"""A sudo that wants a password; at a terminal the right one is given."""


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({}, "There is no sudo here. Nothing was changed. As root (su -), run: apt-get install sudo && usermod -aG"),
        (
            {"sudo": ASKS, "passwd": "echo anna L 2026-01-01 0 99999 7 -1"},
            "sudo asks for a password, and anna has none. Nothing was changed. As root (su -, or who may use "
            "sudo), run: passwd anna; then: companion install",
        ),
        (
            {"sudo": f"TURNED_AWAY=1; {ASKS}", "passwd": "echo anna P 2026-01-01 0 99999 7 -1"},
            "sudo did not let anna do it. Nothing was changed. As root (su -, or who may use sudo), run: "
            "usermod -aG sudo anna; log in again, then: companion install",
        ),
    ],
    ids=["no sudo", "a key and no password", "not in the group"],
)
def test_who_cannot_become_root_is_told_which_command_root_must_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: dict[str, str], said: str
) -> None:
    fake(tmp_path / "bin", **programs)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    with pytest.raises(InstallationError) as error:
        ask_for_root("anna", "companion install")
    assert str(error.value).startswith(said)


@pytest.mark.parametrize("status", ["anna P 2026-01-01", "anna NP 2026-01-01"], ids=["with a password", "an empty one"])
def test_who_has_a_password_is_asked_for_it_by_sudo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    fake(tmp_path / "bin", sudo=ASKS, passwd=f"echo {status}")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    ask_for_root("anna", "companion install")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    with pytest.raises(InstallationError, match="Your password can only be entered in a terminal"):
        ask_for_root("anna", "companion install")


def test_nothing_is_done_where_nobody_lets_this_user_become_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", os.getuid if os.getuid() else lambda: 65534)
    fake(tmp_path / "bin", sudo=ASKS, passwd="echo $2 L 2026-01-01")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert cli.main(["--data", str(tmp_path / "data"), "install", "--yes"]) == 1
    said = capsys.readouterr().err
    assert "has none. Nothing was changed." in said
    assert re.search(r"/companion'? install$", said.rstrip())
    assert not (tmp_path / "data").exists()
