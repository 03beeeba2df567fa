"""Flashing: a real port, a tower that answers afterwards, and a stand-in for avrdude only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import serial

from companion.doctor import ports
from companion.installation import flash as flashing
from companion.installation.flash import flash, own_firmware
from companion.installation.steps import InstallationError
from firmware_bridge.link import Timing
from firmware_bridge.simulator import SimulatedTower
from tests.patience import PATIENCE


@pytest.fixture
def avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Notes how it is called; a board with an old boot loader answers at 57600 baud only."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program, calls = folder / "avrdude", tmp_path / "calls"
    program.write_text(
        f'#!/bin/sh\necho "$@" >> {calls}\ncase "$*" in *115200*) echo "not in sync: resp=0x00" >&2; exit 1;; esac\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(ports, "GREETING", Timing(hello=0.1, no_tower=PATIENCE))
    return calls


def test_an_old_boot_loader_is_tried_too_and_the_tower_is_greeted(
    avrdude: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    firmware = tmp_path / "my tower.hex"
    firmware.write_text(":00000001FF\n")
    with SimulatedTower(tmp_path / "tower") as tower:
        assert flash(str(tower.link), firmware, yes=True) == 0
    first, second = avrdude.read_text().splitlines()
    assert "-b 115200" in first
    assert second == f"-p m328p -c arduino -P {tower.link} -b 57600 -D -U flash:w:{firmware}:i"
    assert f"A dice tower answers at {tower.link}" in capsys.readouterr().out


def test_a_board_that_takes_nothing_is_said(avrdude: Path, tmp_path: Path) -> None:
    (avrdude.parent / "bin" / "avrdude").write_text("#!/bin/sh\necho 'not in sync: resp=0x00' >&2\nexit 1\n")
    with (
        SimulatedTower(tmp_path / "tower") as tower,
        pytest.raises(InstallationError, match=r"did not accept the firmware .not in sync"),
    ):
        flash(str(tower.link), tmp_path / "x.hex", yes=True)


def test_the_companion_must_be_closed(avrdude: Path, tmp_path: Path) -> None:
    with (
        SimulatedTower(tmp_path / "tower") as tower,
        serial.Serial(str(tower.link), exclusive=True),
        pytest.raises(InstallationError, match="Close the companion first"),
    ):
        flash(str(tower.link), tmp_path / "x.hex", yes=True)
    assert not avrdude.exists()


@pytest.mark.parametrize(("found", "words"), [([], "No board is plugged in"), (["/a", "/b"], "flash /a | /b")])
def test_no_board_or_two(found: list[str], words: str, avrdude: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "discover", lambda: found)
    with pytest.raises(InstallationError) as told:
        flash("", None, yes=True)
    assert words in str(told.value)
    assert not avrdude.exists()


def test_the_firmware_of_this_checkout_is_made() -> None:
    assert own_firmware().read_text().startswith(":")
