"""What the doctor says: of windows, ports, disks and users that are broken here, and of made-up trees of `/sys`."""

from __future__ import annotations

import json
import os
import shlex
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import serial

from companion.doctor import examination, ports, power_and_card
from companion.doctor.examination import check_clock, examine, report
from companion.doctor.finding import Finding
from companion.doctor.ports import check_pins, check_ports, check_rights
from companion.doctor.screen import check_backlight, check_touchscreen, check_window
from companion.doctor.storage import check_log, check_settings, check_stick
from companion.setting_up.screens import has_desktop
from companion.storage.settings import Settings
from firmware_bridge.buttons import ButtonsState
from firmware_bridge.errors import PinError
from firmware_bridge.link import Timing
from firmware_bridge.simulator import SimulatedTower
from firmware_bridge.wiring import Wiring
from tests.nobody import as_nobody, open_to_all
from tests.patience import PATIENCE

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
    found = power_and_card.check_power(lay(tmp_path, files), ask="no-such-program")
    assert found.fine is fine
    assert words in found.says
    assert fine or found.mend


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
    assert words in power_and_card.check_power(tmp_path, ask=str(program)).says


@pytest.mark.parametrize(
    ("current", "enabled", "words"),
    [(3000, 0, "gives 3000 mA"), (5000, 1, "strong enough"), (3000, 1, "strong enough"), (0, 0, "strong enough")],
)
def test_a_pi_5_with_a_small_supply_limits_usb(tmp_path: Path, current: int, enabled: int, words: str) -> None:
    """600 mA for all of USB, unless the supply says that it gives 5 A, or somebody has said so in config.txt."""
    power = tmp_path / "tree" / "chosen" / "power"
    power.mkdir(parents=True)
    (power / "max_current").write_bytes(current.to_bytes(4))
    (power / "usb_max_current_enable").write_bytes(enabled.to_bytes(4))
    found = power_and_card.check_power(tmp_path, ask="no-such-program", tree=tmp_path / "tree")
    assert words in found.says
    assert found.fine


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
    (wear, written) = power_and_card.check_card(tmp_path, root, os.makedev(179, partition))
    assert wear.fine is fine
    assert words in wear.says
    assert fine or wear.mend
    sentence = "Since it was switched on, 2 MB were written to mmcblk0, by all programs together."
    assert written == Finding("written", "ok", sentence)


def test_a_folder_on_no_disk_is_passed_over(tmp_path: Path) -> None:
    """Memory, a network, an overlay."""
    assert [*power_and_card.check_card(tmp_path, card(tmp_path), os.makedev(0, 50))] == []
    assert isinstance([*power_and_card.check_card(tmp_path / "not" / "yet")], list)


def on_a_display(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a program prints that has a display of its own, whose number X picks: two that look for a free one at the
    same time may find the same."""
    opened = "from companion.app.demo.virtual_display import display\nwith display(720, 1280):\n    "
    ours = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | environment
    command = [sys.executable, "-c", f"{opened}exec({code!r})"]
    return subprocess.run(command, env=ours, capture_output=True, text=True, check=False)


@pytest.mark.window
def test_a_window_is_really_opened_and_a_finger_counts_once() -> None:
    done = on_a_display("from companion.doctor.screen import check_window as w; print(*w(), sep='\\n')")
    window, touch, sound = done.stdout.splitlines()
    assert "A window opens: x11, 720 x 1280" in window, done.stderr
    assert "counts once" in touch
    assert "makes a sound" in sound or "can be heard" in sound


@pytest.mark.window
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SDL_VIDEODRIVER", "wayland", "A window opens: x11"),
        ("SDL_VIDEODRIVER", "dummy", "mend='unset SDL_VIDEODRIVER'"),
        ("KIVY_GL_BACKEND", "mock", "mend='unset KIVY_GL_BACKEND'"),
    ],
)
def test_what_is_set_for_other_programs_is_named_or_in_nobodys_way(name: str, value: str, said: str) -> None:
    """The display was blamed, and a window that draws nothing was “ok”; the app ended in a fault under the first."""
    code = "from companion.doctor.screen import check_window as w; print(*w(), sep='\\n')"
    done = on_a_display(code, **{name: value})
    assert said in done.stdout, done.stdout + done.stderr


@pytest.mark.window
@pytest.mark.parametrize(
    ("driver", "said"), [("dummy", "can be heard, if you want any: dummy"), ("none", "makes a sound")]
)
def test_what_makes_a_sound_is_named_and_its_lack_is_in_nobodys_way(driver: str, said: str) -> None:
    code = "from companion.doctor.screen import check_window as w; print(*w(), sep='\\n')"
    done = on_a_display(code, SDL_AUDIODRIVER=driver)
    (sound,) = [line for line in done.stdout.splitlines() if "what='sound'" in line]
    assert said in sound
    assert "state='look'" not in sound


@pytest.mark.window
def test_a_doubled_input_provider_is_named(tmp_path: Path) -> None:
    """The real window with a second provider of the same fingers, as a foreign configuration of Kivy makes it."""
    trial = tmp_path / "trial.py"
    trial.write_text(
        "from companion.app.start import environment, window_trial\n"
        "prepare = environment.prepare\n"
        "def doubled(*args, **values):\n"
        "    prepare(*args, **values)\n"
        "    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider as Fingers\n"
        "    once = Fingers.update\n"
        "    def twice(self, dispatch_fn):\n"
        "        for what, device, finger, *rest in list(self.q):\n"
        "            self.q.appendleft((what, device, finger + 1, *rest))\n"
        "        once(self, dispatch_fn)\n"
        "    Fingers.update = twice\n"
        "environment.prepare = doubled\n"
        "raise SystemExit(window_trial.main())\n"
    )
    code = (
        "import sys; from companion.doctor.screen import check_window as w; "
        f"print(*w((sys.executable, {str(trial)!r})), sep='\\n')"
    )
    done = on_a_display(code, PYTHONPATH=os.pathsep.join(sys.path))
    assert "counts 2 times" in done.stdout, done.stdout + done.stderr


@pytest.mark.window
def test_a_display_that_turns_us_away_is_not_said_to_be_missing(tmp_path: Path) -> None:
    """Somebody else's desktop, or ours under another user: it is there, and lets in who has its key. The app said
    “There is no display”, the doctor wanted a report of it."""
    code = (
        "from pathlib import Path; from companion.app.start.main import main; "
        "from companion.doctor.screen import check_window; (found,) = check_window(); "
        "print(found.says, '>', found.mend); "
        f"raise SystemExit(main(Path({str(tmp_path)!r})))"
    )
    # A key that nobody has: for any display (family, no address, no number), its kind, and 16 bytes.
    kind, key = b"MIT-MAGIC-COOKIE-1", os.urandom(16)
    keys = tmp_path / "keys"
    keys.write_bytes(struct.pack(f">HHHH{len(kind)}sH16s", 0xFFFF, 0, 0, len(kind), kind, len(key), key))
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-auth", str(keys), "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as pipe:
            theirs = {"DISPLAY": f":{pipe.readline().strip()}", "XAUTHORITY": str(tmp_path / "no key")}
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | theirs, capture_output=True, text=True, check=False
        )
        server.terminate()
    doctors, apps = done.stdout.strip().split("No window opens: ")[1:]
    assert "does not let this user in (Authorization required" in doctors
    assert "as the user whose desktop it is" in doctors
    assert apps.split() == doctors.split()
    assert done.returncode == 1


def test_a_display_that_is_not_there_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any `DISPLAY` was believed."""
    monkeypatch.setattr("companion.doctor.screen.desktops", lambda: [":3"])
    (found,) = check_window(environment={**os.environ, "DISPLAY": ":4777"})
    assert (found.what, found.state) == ("window", "look")
    assert found.says == "No window opens: there is no display :4777."
    assert found.mend == "DISPLAY=:3 .venv/bin/companion doctor"
    bare = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    (wayland,) = check_window(environment={**bare, "WAYLAND_DISPLAY": "wayland-1"})
    assert "belongs to its desktop" in wayland.says
    monkeypatch.setattr("companion.doctor.screen.desktops", list)
    (alone,) = check_window(environment={**bare, "WAYLAND_DISPLAY": "wayland-1"})
    assert "xwayland" in alone.mend


def test_a_program_that_falls_over_in_the_graphics_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.screen.desktops", lambda: [":3"])
    dies = (sys.executable, "-c", "import os, sys; sys.stderr.write('MESA: no\\n'); sys.stderr.flush(); os.abort()")
    (found,) = check_window(dies, {**os.environ, "DISPLAY": ":3"})
    assert found.state == "look"
    assert "No window opens on the display :3 (MESA: no)" in found.says


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    """Devices of which this user may open none; the folder may be entered by all."""
    (tmp_path / "dri").mkdir()
    open_to_all(tmp_path / "dri")
    for name in ("ttyACM0", "ttyUSB1", "dri/card0", "dri/renderD128", "gpiochip0"):
        (tmp_path / name).touch(mode=0o600)
    return tmp_path


@pytest.mark.root
def test_what_this_user_may_not_open_is_named_with_one_command_for_all(
    devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was “ok”, with a command for the first group only."""
    monkeypatch.delenv("DISPLAY", raising=False)
    found = as_nobody(lambda: check_rights(devices))
    assert found.state == "look"
    assert "ttyACM0" in found.says
    assert "renderD128" in found.says
    assert found.mend.startswith("sudo usermod -aG dialout,video,render nobody, then")
    monkeypatch.setenv("DISPLAY", ":0")
    assert as_nobody(lambda: check_rights(devices)).mend.startswith("sudo usermod -aG dialout nobody, then")
    monkeypatch.setattr(ports, "_groups_of", lambda _: {"dialout"})
    assert "from the next log-in on" in as_nobody(lambda: check_rights(devices)).says
    for name in ("ttyACM0", "ttyUSB1"):
        (devices / name).chmod(0o666)
    assert as_nobody(lambda: check_rights(devices)).state == "ok"


def test_each_port_is_greeted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    master, silent = os.openpty()
    with SimulatedTower(tmp_path / "tower") as tower:
        found = check_ports(Settings(), [os.ttyname(silent), str(tower.link)])
        monkeypatch.setattr(ports, "GREETING", Timing(hello=0.1, no_tower=0.5))
        first = next(found)
        # One that answers is waited for as long as it takes.
        monkeypatch.setattr(ports, "GREETING", Timing(hello=0.1, no_tower=PATIENCE))
        (second,) = found
    os.close(master)
    os.close(silent)
    assert first.state == "note"
    assert "answers as a dice tower" in first.says
    assert second.state == "ok"
    assert f"A dice tower answers at {tower.link}" in second.says
    (named,) = check_ports(Settings(tower_port=str(tmp_path / "gone")))
    assert named.state == "look"
    assert str(tmp_path / "gone") in named.says
    assert 'tower_port = "auto"' in named.mend, "flashing what is not there was the advice"
    assert [f.state for f in check_ports(Settings(tower="off"))] == ["note"]
    assert [f.state for f in check_ports(Settings(), [])] == ["note"]


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    with SimulatedTower(tmp_path / "tower") as tower, serial.Serial(str(tower.link), exclusive=True):
        (found,) = check_ports(Settings(tower_port=str(tower.link)))
    assert found.state == "look"
    assert "another program" in found.says.lower()


@pytest.mark.root
def test_pins(devices: Path, tmp_path: Path) -> None:
    wired = Settings(wiring={"buttons": {"roll": 17}})
    assert check_pins(Settings(), devices).state == "note"
    without = tmp_path / "without"
    without.write_text("#!/bin/sh\nexit 1\n")
    without.chmod(0o755)
    assert "sudo apt-get install python3-lgpio" in check_pins(wired, devices, without).mend
    assert check_pins(wired, tmp_path / "dri").says == "This machine has no GPIO pins."
    twice = check_pins(Settings(wiring={"buttons": {"roll": 17, "next": 17}}), devices)
    assert "gives pin 17 to two things" in twice.says
    stand_in = tmp_path / "python"
    stand_in.write_text("#!/bin/sh\nexit 0\n")
    stand_in.chmod(0o755)

    def busy(_: Wiring) -> ButtonsState:
        raise PinError("pin 17 cannot be used ('GPIO busy')")

    takes = lambda _: ButtonsState(True, "1 button ready.")  # noqa: E731
    assert check_pins(wired, devices, stand_in, takes).state == "ok"
    taken = check_pins(wired, devices, stand_in, busy)
    assert (taken.state, "GPIO busy" in taken.says) == ("look", True), "all was said to be well"
    assert check_pins(wired, devices, stand_in, lambda _: ButtonsState(False, "none")).state == "look"
    assert "usermod -aG gpio" in as_nobody(lambda: check_pins(wired, devices, stand_in)).mend


def mounted(options: str, folder: Path, code: str) -> str:
    """What a program prints for which something is mounted on a folder."""
    folder.mkdir()
    script = f"mount -t tmpfs -o {options} none {folder} && exec {shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    done = subprocess.run(["unshare", "-r", "-m", "sh", "-c", script], capture_output=True, text=True, check=False)
    if "unshare failed" in done.stderr or "permission denied" in done.stderr.lower():
        pytest.skip("this machine does not let a test mount anything")
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [("ro", "the disk is read-only"), ("size=4k,nr_inodes=2", "the disk is full"), ("size=20m", "Only 20 MB are free")],
)
def test_a_disk_that_takes_nothing(tmp_path: Path, options: str, words: str) -> None:
    code = (
        "from pathlib import Path; from companion.doctor.storage import check_data; "
        f"found = check_data(Path({str(tmp_path / 'disk' / 'data')!r})); print(found.state, found.says, found.mend)"
    )
    told = mounted(options, tmp_path / "disk", code)
    assert told.startswith("look ")
    assert words in told


def test_the_settings_are_named_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    assert check_settings(path).state == "ok"
    path.write_text('theme = "dark"\ntext = L\n')
    found = check_settings(path)
    assert found.state == "look"
    assert "line 2, column 8" in found.says


def test_faults_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "companion.log"
    assert list(check_log(log)) == []
    log.write_text("2026-11-01 20:00:00,1 INFO companion: begun\n")
    assert [f.state for f in check_log(log)] == ["ok"]
    log.write_text("x" * 500_000 + "\n2026-11-01 20:00:00,1 ERROR companion.x: unforeseen error\nTraceback\n")
    (found,) = check_log(log)
    assert "companion.x: unforeseen error" in found.says


def test_a_clock_that_stood_still() -> None:
    assert check_clock().state == "ok"
    found = check_clock(now=0.0, made=1.8e9)
    assert (found.state, "1970" in found.says) == ("note", True)


def test_touchscreen_and_light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "devices"
    listed.write_text(
        'I: Bus=0018\nN: Name="generic ft5x06 (79)"\nH: Handlers=mouse0 event4 \nB: PROP=2\n\n'
        'I: Bus=0003\nN: Name="A mouse"\nH: Handlers=mouse1 event5 \nB: PROP=0\n'
    )
    (tmp_path / "event4").touch(mode=0o600)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert check_touchscreen(listed, tmp_path) == Finding("touchscreen", "ok", "Touchscreen: generic ft5x06 (79).")
    assert check_touchscreen(tmp_path / "none").state == "note"
    assert check_backlight(tmp_path).state == "note"
    (tmp_path / "10-0045").mkdir()
    (tmp_path / "10-0045" / "brightness").write_text("255")
    assert check_backlight(tmp_path).state == "ok"


def test_what_it_prints_and_how_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = Finding("a", "ok", "Fine."), Finding("b", "look", "The voltage is too low.", "Use another supply.")
    monkeypatch.setattr(examination, "examine", lambda _: iter([good, bad]))
    assert report(tmp_path) == 1
    assert capsys.readouterr().out == "ok    Fine.\nlook  The voltage is too low.\n      > Use another supply.\n"
    monkeypatch.setattr(examination, "examine", lambda _: iter([good]))
    assert report(tmp_path, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ready"] is True
    assert told["findings"] == [{"what": "a", "state": "ok", "says": "Fine.", "mend": ""}]


def test_every_finding_that_stands_in_the_way_says_how_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    found = list(examine(tmp_path / "data", at_play=True))
    assert any(not finding.fine for finding in found)
    assert all(finding.mend for finding in found if not finding.fine)


def test_while_it_plays_screen_and_ports_are_left_alone(tmp_path: Path) -> None:
    whats = {finding.what for finding in examine(tmp_path, at_play=True)}
    assert not whats & {"window", "touch", "tower", "pins"}
    assert {"data", "settings", "versions", "clock", "power"} <= whats


@pytest.mark.root
def test_a_stick_gets_copies_only_where_something_mounts_it(tmp_path: Path) -> None:
    """On Raspberry Pi OS Lite nothing did, and the doctor said that a stick gets copies of all games."""
    assert check_stick("off").says.endswith("copied nowhere.")
    nothing = check_stick("auto", lambda: False)
    assert (nothing.state, "gets no copies" in nothing.says) == ("note", True)
    assert nothing.mend
    assert check_stick("auto", lambda: True).state == "ok"
    assert check_stick(str(tmp_path)).says == f"All games are copied to {tmp_path}."
    assert check_stick(str(tmp_path / "gone")).state == "note"
    open_to_all(tmp_path)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    found = as_nobody(lambda: check_stick(str(locked)))
    assert f"Nothing can be written to {locked}" in found.says
    ours = locked / "table-companion"
    ours.mkdir()
    ours.chmod(0o777)
    assert as_nobody(lambda: check_stick(str(locked))).state == "ok", "the rest of the stick may be somebody else's"


@pytest.mark.parametrize(
    ("said", "desktop"), [("graphical.target", True), ("multi-user.target", False), ("", True), ("my.target", False)]
)
def test_a_desktop_that_is_switched_off_is_none(
    tmp_path: Path, said: str, desktop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`raspi-config`, *Boot*, *Console* changes the default target only; the link to the desktop stays."""
    program = tmp_path / "systemctl"
    program.write_text(f'#!/bin/sh\n[ "$*" = get-default ] && [ -n "{said}" ] && echo "{said}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    link = tmp_path / "display-manager.service"
    assert not has_desktop(link)
    link.touch()
    assert has_desktop(link) is desktop


def test_without_systemctl_the_link_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "link").touch()
    assert has_desktop(tmp_path / "link")
