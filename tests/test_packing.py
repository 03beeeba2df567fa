"""Wheel and source archive: what is in them, and that a game begins from what was installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final

import pytest

from companion import __version__, bootstrap
from companion.setting_up.backend import words_only
from tests.instruments.release import check_contents

ROOT: Final = bootstrap.ROOT
BUILD: Final = "from companion.setting_up import backend as b; b.build_{}({!r})"


def run(*command: str, cwd: Path, given: str = "", **more: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **more}, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive of this checkout, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-c", BUILD.format("sdist", str(folder)), cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        # Debian 12's Python 3.11.2 is from before filters, and 3.14 wants one.
        tar.extraction_filter = getattr(tarfile, "data_filter", None)
        tar.extractall(folder)
    return folder / f"table_companion-{__version__}"


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is built from the source archive, far from any repository."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-c", BUILD.format("wheel", str(folder)), cwd=source, PYTHONPATH=str(source))
    (path,) = folder.glob("*.whl")
    return path


def test_a_wheel_takes_one_name_among_everybodys_packages(wheel: Path) -> None:
    """`layouts` and `firmware_bridge` lay beside it."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    assert {name.split("/")[0] for name in names} == {"companion", f"table_companion-{__version__}.dist-info"}
    check_contents(wheel)
    assert {"companion/parts/firmware_bridge/PROTOCOL.md", "companion/parts/firmware_bridge/firmware/tower.hex"} <= set(
        names
    )


def test_what_is_installed_plays(wheel: Path, tmp_path: Path) -> None:
    """Only what the wheel brings is used of our own, and everything of it can be imported."""
    place = tmp_path / "place"
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        "--target",
        str(place),
        str(wheel),
        cwd=tmp_path,
    )
    assert {path.name for path in place.iterdir()} == {"bin", "companion", f"table_companion-{__version__}.dist-info"}
    where = run(
        sys.executable,
        "-c",
        "import companion, layouts, firmware_bridge.tower; print(layouts.FOLDER, firmware_bridge.__file__)",
        cwd=tmp_path,
        PYTHONPATH=str(place),
    )
    assert where.count(str(place / "companion" / "parts")) == 2
    command = (sys.executable, "-m", "companion", "--data", str(tmp_path / "data"), "headless")
    games = json.loads(run(*command, cwd=tmp_path, given='{"games": true}\n', PYTHONPATH=str(place)))["games"]
    lines = "".join(json.dumps({"new": {"game": game["name"]}}) + "\n" for game in games)
    replies = [
        json.loads(line) for line in run(*command, cwd=tmp_path, given=lines, PYTHONPATH=str(place)).splitlines()
    ]
    assert len(replies) == len(games) >= 3
    assert all(reply["ok"] and reply["prompt"] for reply in replies)


def test_the_source_archive_has_its_tests_and_papers(source: Path) -> None:
    tracked = run("git", "ls-files", cwd=ROOT).splitlines() if (ROOT / ".git").exists() else []
    assert {name for name in tracked if not (source / name).exists()} == set()
    done = run(
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/table/test_setup.py",
        cwd=source,
        PYTHONPATH=str(source),
    )
    assert " passed" in done


def test_the_page_of_the_package_shows_no_picture_that_is_not_there() -> None:
    page = "# A\n\n![An evening](docs/pictures/table.png)\n\nSee [the page](docs/x.md), or [out](https://x.org).\n"
    assert words_only(page) == "# A\n\nSee the page, or [out](https://x.org).\n"
