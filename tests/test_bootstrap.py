"""What the set-up decides before it changes anything on the machine."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Final

import pytest

from companion import bootstrap
from companion.setting_up import packages
from companion.setting_up.screens import has_display

LISTING = (
    "installed\txvfb\txserver, libfoo (= 1.2)\n"
    "installed\tlibmtdev1t64\tlibmtdev1 (= 1.1.6-1.2)\n"
    "config-files\tgcc-avr\t\n"
    "installed\tlibelf-dev\t\n"
)


def test_a_package_provided_under_another_name_is_not_missing() -> None:
    assert packages.missing(["xvfb", "libmtdev1", "libelf-dev"], LISTING) == []


def test_a_removed_package_whose_settings_stay_is_missing() -> None:
    assert packages.missing(["gcc-avr", "avr-libc"], LISTING) == ["gcc-avr", "avr-libc"]


@pytest.mark.parametrize(("offered", "asked"), [("libasound2t64", "libasound2t64"), ("libasound2", "libasound2")])
def test_a_package_is_asked_for_by_the_name_that_this_debian_has(
    offered: str, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian 13's libasound2t64 is not the only one that provides libasound2, so apt-get would refuse the old name."""
    told = tmp_path / "told"
    programs = {
        "dpkg-query": "true",
        "dpkg": "true",
        "apt-cache": f'[ "$2" != {offered} ] || echo "Package: $2"',
        "apt-get": f'echo "$@" >> "{told}"',
    }
    for name, does in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr("companion.setting_up.packages._as_root", lambda _: [])
    packages.install(("libgl1", "libasound2"))
    update, installation = told.read_text().splitlines()
    assert update.endswith("update")
    assert installation.split()[-2:] == ["libgl1", asked]


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("trixie/main amd64 libxi6 amd64 2:1.8.2-1 [78.9 kB]", "fetching libxi6"),
        ("trixie/main amd64 Packages [9670 kB]", "fetching Packages"),
        ("trixie/main Translation-en [6486 kB]", "fetching Translation-en"),
        ("trixie InRelease [140 kB]", "fetching InRelease"),
    ],
)
def test_what_is_fetched_is_named_and_not_its_size(rest: str, told: str) -> None:
    """`fetching [6486` on a fresh Debian 13."""
    assert packages._step(f"Get:7 http://deb.debian.org/debian {rest}") == told


def test_the_fingerprint_changes_with_the_locked_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bootstrap.fingerprint()
    assert before == bootstrap.fingerprint()
    locks = tmp_path / "locks"
    shutil.copytree(bootstrap.LOCKS, locks)
    monkeypatch.setattr(bootstrap, "LOCKS", locks)
    assert bootstrap.fingerprint() == before
    with (locks / "run.txt").open("a", encoding="utf-8") as lock:
        lock.write("more==1\n")
    assert bootstrap.fingerprint() != before


@pytest.mark.parametrize(("variable", "there"), [("DISPLAY", True), ("WAYLAND_DISPLAY", False)])
def test_a_display_is_one_of_x11(variable: str, there: bool) -> None:
    """The SDL that comes with Kivy knows no Wayland."""
    assert has_display({variable: "wayland-0"}) is there


def test_a_program_that_is_gone_or_fails_does_not_work(tmp_path: Path) -> None:
    python = Path(sys.executable)
    assert bootstrap.works(python, "-c", "")
    assert not bootstrap.works(python, "-c", "raise SystemExit(1)")
    assert not bootstrap.works(tmp_path / "python")


@pytest.mark.parametrize("arguments", [[], ["walk"]])
def test_a_wrong_call_says_how_to_call_it(arguments: list[str]) -> None:
    call = [sys.executable, "-m", "companion.bootstrap", *arguments]
    result = subprocess.run(call, cwd=bootstrap.ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "Use: python3 -m companion.bootstrap run | test\n"


LOCKED: Final = {"run": [], "test": ["dev"], "pi": ["pi"]}
"""Which extras each lock holds besides what the app needs to run."""


@pytest.mark.parametrize("lock", LOCKED)
def test_every_dependency_is_locked_to_files_with_a_hash(lock: str) -> None:
    project = tomllib.loads((bootstrap.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["project"]["dependencies"]) + list(project["build-system"]["requires"])
    wanted += [name for extra in LOCKED[lock] for name in project["project"]["optional-dependencies"][extra]]
    text = (bootstrap.LOCKS / f"{lock}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    locked = {line.split("==")[0].lower(): line for line in text.splitlines()}
    assert {re.split("[<>=]", name)[0].lower() for name in wanted} <= set(locked)
    assert all(re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line) for line in locked.values())


def test_a_file_with_another_hash_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "trifle-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("trifle.py", "")
        archive.writestr("trifle-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: trifle\nVersion: 1\n")
        archive.writestr("trifle-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("trifle-1.dist-info/RECORD", "")
    right = hashlib.sha256(wheel.read_bytes()).hexdigest()
    monkeypatch.setattr(bootstrap, "LOCKS", tmp_path)
    for name, digest, code in (("right", right, 0), ("wrong", "0" * 64, 1)):
        (tmp_path / f"{name}.txt").write_text(f"trifle==1 --hash=sha256:{digest}\n", encoding="utf-8")
        options = ("--no-index", "--find-links", str(tmp_path), "--target", str(tmp_path / name))
        assert bootstrap.install_lock(Path(sys.executable), name, *options)[0] == code


def test_what_is_new_is_compiled_before_it_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    for part in bootstrap.SOURCES:
        (tmp_path / part).mkdir()
        (tmp_path / part / "a.py").write_text("A = 1\n", encoding="utf-8")
    bootstrap.compile_sources(tmp_path)
    found = [next((tmp_path / part / "__pycache__").glob("a.*.pyc")) for part in bootstrap.SOURCES]
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("nothing is new"))
    bootstrap.compile_sources(tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    later = found[0].stat().st_mtime + 10
    os.utime(tmp_path / bootstrap.SOURCES[0] / "a.py", (later, later))
    before = found[0].read_bytes()
    bootstrap.compile_sources(tmp_path)
    assert found[0].read_bytes() != before


def test_the_tests_look_at_nothing_that_whoever_runs_them_has_played(tmp_path: Path) -> None:
    """Maps of one's own had the headless interface load what its tests forbid."""
    maps = tmp_path / "table-companion" / "own" / "cthulhu_wars" / "maps"
    maps.mkdir(parents=True)
    (maps / "mine.json").write_text("{")
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/headless/test_cli.py"],
        cwd=bootstrap.ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "COMPANION_DIM": "soon", "COMPANION_TEXT": "XL"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert sorted(tmp_path.rglob("*")) == before
