"""What the set-up decides before it changes anything on the machine."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import bootstrap

LISTING = (
    "installed\txvfb\txserver, libfoo (= 1.2)\n"
    "installed\tlibmtdev1t64\tlibmtdev1 (= 1.1.6-1.2)\n"
    "config-files\tgcc-avr\t\n"
    "installed\tlibelf-dev\t\n"
)


def test_a_package_provided_under_another_name_is_not_missing() -> None:
    assert bootstrap.missing_packages(["xvfb", "libmtdev1", "libelf-dev"], LISTING) == []


def test_a_removed_package_whose_settings_stay_is_missing() -> None:
    assert bootstrap.missing_packages(["gcc-avr", "avr-libc"], LISTING) == ["gcc-avr", "avr-libc"]


def test_the_fingerprint_changes_with_the_pinned_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bootstrap.fingerprint()
    assert before == bootstrap.fingerprint()
    pins = tmp_path / "constraints.txt"
    pins.write_text(bootstrap.CONSTRAINTS.read_text(encoding="utf-8") + "more==1\n", encoding="utf-8")
    monkeypatch.setattr(bootstrap, "CONSTRAINTS", pins)
    assert bootstrap.fingerprint() != before


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_is_known_by_its_variable(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "x")
    assert bootstrap.has_display()


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


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((bootstrap.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["project"]["dependencies"]) + list(project["build-system"]["requires"])
    wanted += [name for names in project["project"]["optional-dependencies"].values() for name in names]
    pinned = {line.split("==")[0].lower() for line in bootstrap.CONSTRAINTS.read_text(encoding="utf-8").split()}
    assert {name.split(">=")[0].lower() for name in wanted} <= pinned
