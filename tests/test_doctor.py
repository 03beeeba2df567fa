"""What the doctor says of power supply and card, on made-up trees of `/sys`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from companion import cli, doctor

FIRMWARE: Final = "devices/platform/soc/soc:firmware/get_throttled"


def lay(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


def hwmon(alarm: str) -> dict[str, str]:
    return {
        "class/hwmon/hwmon0/name": "cpu_thermal\n",
        "class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
        "class/hwmon/hwmon1/name": "rpi_volt\n",
        "class/hwmon/hwmon1/in0_lcrit_alarm": alarm,
    }


@pytest.mark.parametrize(
    ("files", "fine", "words"),
    [
        ({}, True, "as far as this machine can tell"),
        (hwmon("0\n"), True, "strong enough"),
        (hwmon("1\n"), False, "too low at this moment"),
        ({FIRMWARE: "0\n"}, True, "strong enough"),
        ({FIRMWARE: "50005\n"}, False, "too low at this moment"),
        ({FIRMWARE: "50000\n"}, False, "has been too low"),
        ({FIRMWARE: "0x50000\n"}, False, "has been too low"),
        ({FIRMWARE: "80008\n"}, False, "heat"),
        ({FIRMWARE: "nonsense\n"}, True, "strong enough"),
        ({FIRMWARE: "\xff" * 4096}, True, "strong enough"),
    ],
)
def test_power(tmp_path: Path, files: dict[str, str], fine: bool, words: str) -> None:
    found = doctor.check_power(lay(tmp_path, files), ask="no-such-program")
    assert found[0] is fine
    assert words in found[1]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo throttled=0x0", "strong enough"),
        ("echo throttled=0x50005", "too low at this moment"),
        ("echo VCHI initialization failed; exit 255", "strong enough"),
    ],
)
def test_power_as_an_older_pi_tells_it(tmp_path: Path, script: str, words: str) -> None:
    """Its kernel shows nothing; its own program is asked."""
    program = tmp_path / "vcgencmd"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    assert words in doctor.check_power(tmp_path, ask=str(program))[1]


DISK: Final = "devices/platform/mmc/mmc0/block/mmcblk0"


def card(root: Path, **said: str) -> Path:
    """A card with two partitions, as the kernel shows it."""
    lay(root, {f"{DISK}/device/{name}": content for name, content in said.items()})
    lay(root, {f"{DISK}/stat": "  10 0 80 5  2048 0 4096 7 0 1 2 0 0 0 0 0 0\n", f"{DISK}/mmcblk0p2/partition": "2\n"})
    (root / "dev/block").mkdir(parents=True)
    (root / "dev/block/179:2").symlink_to(root / DISK / "mmcblk0p2")
    (root / "dev/block/179:0").symlink_to(root / DISK)
    return root


@pytest.mark.parametrize(
    ("said", "fine", "words"),
    [
        ({}, True, "mmcblk0 does not say how worn it is"),
        ({"life_time": "0x00 0x00\n"}, True, "does not say"),
        ({"life_time": "0x01 0x02\n", "pre_eol_info": "0x01\n"}, True, "has used 10 to 20 %"),
        ({"life_time": "0x0a 0x03\n"}, False, "10 % or less"),
        ({"life_time": "0x0B 0x01\n"}, False, "worn out"),
        ({"life_time": "0x01 0x01\n", "pre_eol_info": "0x02\n"}, False, "little of its life"),
        ({"life_time": "0x01 0x01\n", "pre_eol_info": "0x03\n"}, False, "worn out"),
        ({"life_time": "?? \xff -1"}, True, "does not say"),
    ],
)
@pytest.mark.parametrize("partition", [0, 2])
def test_card_wear(tmp_path: Path, said: dict[str, str], fine: bool, words: str, partition: int) -> None:
    root = card(tmp_path, **said)
    (wear, written) = doctor.check_card(tmp_path, root, os.makedev(179, partition))
    assert wear[0] is fine
    assert words in wear[1]
    assert written == (True, "Since it was switched on, 2 MB were written to mmcblk0, by all programs together.")


def test_a_folder_on_no_disk_is_passed_over(tmp_path: Path) -> None:
    """Memory, a network, an overlay."""
    assert [*doctor.check_card(tmp_path, card(tmp_path), os.makedev(0, 50))] == []
    assert isinstance([*doctor.check_card(tmp_path / "not" / "yet")], list)


def test_the_doctor_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    power = doctor.check_power
    monkeypatch.setattr(doctor, "check_power", lambda: power(lay(tmp_path, hwmon("1")), ask="none"))
    assert cli.main(["--data", str(tmp_path / "data"), "doctor"]) == 1
    assert "look  The voltage is too low at this moment" in capsys.readouterr().out
