"""A screen that is off when the machine starts: said in a sentence, and looked for ever more seldom, for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.start.restart_delay import COUNT, FOLDER, delay_restart, forget_failed_starts
from companion.doctor import screen
from companion.installation import units
from companion.setting_up.screens import no_screen, place_of


def starts(folder: Path, number: int, missing: list[bool] | None = None) -> list[int]:
    """How many seconds each start waits; `missing` is what is found of the screen, the last for ever."""
    found = missing or [True]
    told = []
    for _ in range(number):
        slept: list[float] = []
        delay_restart({FOLDER: str(folder)}, lambda: found.pop(0) if len(found) > 1 else found[0], slept.append)
        told.append(round(sum(slept)))
    return told


def test_each_start_in_vain_waits_longer_up_to_half_a_minute(tmp_path: Path) -> None:
    """Others met it: guysoft/FullPageOS#353, ardera/flutter-pi#266, raspberrypi/linux#5017."""
    assert starts(tmp_path, 9) == [0, 1, 2, 4, 8, 16, 30, 30, 30]
    forget_failed_starts({FOLDER: str(tmp_path)})
    assert starts(tmp_path, 2) == [0, 1], "once a picture stood it begins anew"


def test_a_screen_that_is_switched_on_is_not_waited_for_any_longer(tmp_path: Path) -> None:
    starts(tmp_path, 6)
    assert starts(tmp_path, 1, [True, True, True, True, False]) == [3]


def test_what_fails_with_a_screen_waits_all_the_same(tmp_path: Path) -> None:
    starts(tmp_path, 4, [False])
    assert starts(tmp_path, 1, [False]) == [8]


@pytest.mark.parametrize("content", ["", "many", "\udcff"])
def test_a_count_that_cannot_be_read_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / COUNT).write_bytes(content.encode(errors="surrogateescape"))
    assert starts(tmp_path, 2) == [0, 1]


def test_without_systemd_nobody_waits(tmp_path: Path) -> None:
    for _ in range(3):
        delay_restart({}, lambda: True, lambda _: pytest.fail("somebody waits"))
    forget_failed_starts({})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("told", "missing"),
    [
        ({}, False),
        ({"card1-HDMI-A-1": "disconnected", "card1-HDMI-A-2": "disconnected"}, True),
        ({"card1-HDMI-A-1": "disconnected", "card1-Writeback-1": "unknown"}, True),
        ({"card1-HDMI-A-1": "disconnected", "card0-DSI-1": "connected"}, False),
        ({"card0-VGA-1": "unknown"}, False),
    ],
)
def test_whether_a_screen_is_connected(
    tmp_path: Path, told: dict[str, str], missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, status in told.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(f"{status}\n")
    assert no_screen(tmp_path) is missing
    monkeypatch.setattr(screen, "no_screen", lambda: no_screen(tmp_path))
    said = screen.why_no_window({"SDL_VIDEODRIVER": "kmsdrm"})[0]
    assert ("No screen is connected." in said) is missing
    assert "environment" not in said, "what the unit sets is no fault of anybody's"


@pytest.mark.window
def test_without_a_screen_the_journal_says_so(tmp_path: Path) -> None:
    """It was `AttributeError: 'NoneType' object has no attribute '_win'`."""
    ours = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | {"SDL_VIDEODRIVER": "kmsdrm"}
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path), "app"]
    done = subprocess.run(command, env=ours, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "No window opens on the bare screen" in done.stdout
    assert "Error" not in done.stdout + done.stderr
    assert "Error" not in (tmp_path / "companion.log").read_text(encoding="utf-8")


def test_the_unit_never_gives_up_and_comes_after_the_boot_splash(tmp_path: Path) -> None:
    """Five starts in two minutes were all; Plymouth holds the screen until its own end (raspberrypi/firmware#1335)."""
    lines = units.on_the_bare_screen(tmp_path, tmp_path, "root", ["root"]).splitlines()
    assert "StartLimitIntervalSec=0" in lines
    assert f"RuntimeDirectory={units.NAME}" in lines
    assert "RuntimeDirectoryPreserve=restart" in lines, "or the count would be gone with each end"
    (after,) = [line for line in lines if line.startswith("After=")]
    assert "plymouth-quit-wait.service" in after.split("=")[1].split()


def test_a_screen_is_found_by_its_number_on_the_card_that_it_belongs_to(tmp_path: Path) -> None:
    """A Pi 5 has one card for HDMI and another one for the displays on its flat cables."""
    for socket, status, id_ in (
        ("card1-HDMI-A-1", "connected", 42),
        ("card1-HDMI-A-2", "connected", 33),
        ("card1-Writeback-1", "connected", 50),
        ("card0-DSI-1", "connected", 34),
        ("card0-DSI-2", "disconnected", 30),
    ):
        (tmp_path / socket).mkdir()
        (tmp_path / socket / "status").write_text(f"{status}\n")
        (tmp_path / socket / "connector_id").write_text(f"{id_}\n")
    (tmp_path / "card2").mkdir()
    assert [place_of(number, tmp_path) for number in range(5)] == [None, (0, 0), (1, 0), (1, 1), None]
