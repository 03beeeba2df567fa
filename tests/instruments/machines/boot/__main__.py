"""A whole boot of a machine with the companion, in an emulator, looked at from outside.

    sudo .venv/bin/python -m tests.instruments.machines.boot --out FOLDER

Makes a disk with a bare Debian 12 where a user ran README's first command and `companion install`, and starts it:
kernel, systemd, the unit, SDL on the bare screen (KMSDRM). Then a finger on a touchscreen begins a game and answers,
a button on a pin answers, the app is killed, and then stopped so that the watchdog must see it; each time the same
picture has to come back. Then what makes sounds, a board with a tower, and sticks with FAT32, exFAT, NTFS and ext4
come, for which this kernel has loaded no driver yet, and the sticks are pulled out while they are mounted. At last
nobody touches the glass until its socket is switched off, and a touch switches it on. Pictures and the kernel's log lie
in FOLDER. Needs root, a network, and Debian's debootstrap, dosfstools, exfatprogs, ntfs-3g and
qemu-system-x86; takes twenty minutes or more, for each instruction is emulated.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.installation.stick import PLACE as STICKS
from companion.installation.units import NAME
from companion.setting_up.attended import say
from companion.storage.game_archive import SUFFIX
from firmware_bridge.simulator import SimulatedTower
from tests.instruments.machines.boot import root
from tests.instruments.machines.boot.machine import Machine
from tests.instruments.machines.fresh_roots import PLACE, WHERE
from tests.x11.screen import Picture

NEEDED = {
    "debootstrap": "debootstrap",
    "mkfs.ext4": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mkfs.exfat": "exfatprogs",
    "mkfs.ntfs": "ntfs-3g",
    "qemu-system-x86_64": "qemu-system-x86",
}
"""Programs, and the packages that bring them."""

DRAWN = 100
"""Colours; the text console and an empty window have fewer."""

SOME = 40
"""Hundredths of a second, in two: an app at rest still tells the watchdog that it is there."""

STICK_KINDS = {
    "vfat": ("mkfs.vfat",),
    "exfat": ("mkfs.exfat",),
    "ntfs": ("mkfs.ntfs", "-F", "-Q", "-q"),
    "ext4": ("mkfs.ext4", "-q", "-F"),
}

LINES = "/sys/devices/platform/gpio-sim.0/gpiochip0"


class Evening:
    """What somebody at that table does and sees.

    Args:
        machine: that runs.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine, self._pictures = machine, 0

    def play(self) -> None:
        """Do all of it. Raises `TimeoutError` or `AssertionError` for what does not come about."""
        home = self.seen("home", lambda _: self.state("ActiveState") == "active")
        say(f"   the companion is there {self._machine.ask('cut -d. -f1 /proc/uptime')} s after the kernel's start")
        asked = self.touch(300, 250, "the question", than=home)
        first = self.touch(140, 140, "the answer", than=asked)
        self._machine.until(lambda: self.games() == 1, "the game is kept")
        self._machine.until(lambda: self.lamp(24), "the lamp of undo is lit")
        ring = self.press(5, "the ring", than=first)
        chosen = self.press(27, "chosen with a button", than=ring)
        self.comes_back("killed", "systemctl kill --signal=KILL", chosen)
        self.comes_back("stuck", "systemctl kill --signal=STOP", chosen)
        self.sound_later()
        self.tower_later()
        self.sticks()
        self.dark(chosen)
        wrong = self._machine.ask(
            f"journalctl -u {NAME} -p warning --no-pager -q -o cat; journalctl -u {NAME} -o cat | grep -i fail"
        )
        say(f"   what systemd and the app complained about:\n{wrong or '(nothing)'}")

    def sound_later(self) -> None:
        """What makes sounds is plugged in, with the first driver for sound: from within the unit it can be opened."""
        assert self.doctor()["sound"]["state"] == "note", "nothing makes a sound yet"
        self._machine.ask("modprobe snd-dummy; udevadm settle")
        self._machine.until(lambda: self.doctor()["sound"]["state"] == "ok", "sounds can be heard")
        say(f"   sound later: {self.doctor()['sound']['says']}")

    def tower_later(self) -> None:
        """The first board with a serial port since the start, whose driver is loaded only now: its tower answers."""
        assert "ttyUSB" not in self._machine.ask("cat /proc/devices"), "the driver is not there yet"
        port = self._machine.folder / "tower"
        with SimulatedTower(port):
            self._machine.plug_in_serial(port)
            self._machine.until(lambda: self.doctor()["tower"]["state"] == "ok", "the tower answers")
            say(f"   tower later: {self.doctor()['tower']['says']}")
            assert self._machine.ask("ls /dev/table-companion-tower") == "/dev/table-companion-tower"

    def sticks(self) -> None:
        """Each kind is mounted and gets the games; it is pulled out while it is mounted, and the companion goes on."""
        process = self.state("MainPID")
        copies = f"ls {STICKS}/*/{NAME}/*{SUFFIX} 2> /dev/null"
        for kind, make in STICK_KINDS.items():
            image = self._machine.folder / f"{kind}.img"
            image.unlink(missing_ok=True)
            with image.open("wb") as file:
                file.truncate(300 * 2**20)
            subprocess.run([*make, str(image)], check=True, capture_output=True)
            self._machine.plug_in_stick(image)
            self._machine.until(lambda: self._machine.ask(copies), f"a game is copied to a stick with {kind}")
            options = self._machine.ask(f"findmnt -n -o FSTYPE,OPTIONS {STICKS}/*")
            self._machine.pull_out_stick()
            self._machine.until(lambda: not self._machine.ask(f"ls {STICKS}"), "it is unmounted")
            say(f"   stick: {options}; pulled out")
        assert self.state("MainPID") == process, "the companion has not stumbled"

    def dark(self, before: Picture) -> None:
        """The socket of the screen is switched off when it is dark, and a touch, which does nothing else, wakes it."""
        wanted = f'sed -i \'1i dark = "off"\\ndim = "1"\' {root.DATA}/settings.toml'
        self._machine.ask(f"{wanted}; systemctl restart {NAME}")
        self._machine.until(lambda: self.socket() == "Off", "the socket is switched off")
        self._machine.ask(f"echo 300 250 > {root.PIPE}")
        self._machine.until(lambda: self.socket() == "On", "the socket is switched on")
        assert self.seen("woken", bool) == before, "the very question that stood there: the touch did nothing else"

    def socket(self) -> str:
        """Whether the socket of the screen gives a picture: `On` or `Off`, as the kernel says."""
        return self._machine.ask("cat /sys/class/drm/card*-*/dpms")

    def doctor(self) -> dict[str, Any]:
        """What `companion doctor` finds, by its names; the companion that runs answers."""
        command = f"cd {shlex.quote(WHERE)} && .venv/bin/companion doctor --json 2> /dev/null"
        said = self._machine.ask(
            f"setpriv --reuid=anna --regid=anna --init-groups env HOME=/home/anna sh -c {shlex.quote(command)}"
        )
        found = {finding["what"]: finding for finding in json.loads(said)["findings"]}
        assert "running" in found, found
        return found

    def seen(self, name: str, condition: Callable[[Picture], object]) -> Picture:
        """Wait for a picture, keep it, and return it."""
        picture = self._machine.picture()

        def stands() -> bool:
            nonlocal picture
            picture = self._machine.picture()
            drawn = len(picture.colours()) > DRAWN and condition(picture)
            return bool(drawn and self.rests() and self._machine.picture() == picture)

        self._machine.until(stands, name)
        self._pictures += 1
        place = picture.save(self._machine.folder / f"{self._pictures}-{name.replace(' ', '-')}.png")
        say(f"   {place.name}: {picture.width} x {picture.height}, {len(picture.colours())} colours")
        return picture

    def rests(self) -> bool:
        """Whether the app draws next to nothing for a while; a picture that stands still may be a slow one."""
        # Of its first thread: lgpio's own threads look at the pins some thousand times a second.
        main = f"P=$(systemctl show -p MainPID --value {NAME})"
        took = f"{main}; sed 's/.*) //' /proc/$P/task/$P/stat | cut -d' ' -f12,13"
        before, after = self._machine.ask(f"{took}; sleep 2; {took}").split("\n")
        return sum(map(int, after.split())) - sum(map(int, before.split())) <= SOME

    def touch(self, x: int, y: int, name: str, *, than: Picture) -> Picture:
        """Tap the glass, and return the other picture that comes of it."""
        self._machine.ask(f"echo {x} {y} > {root.PIPE}")
        return self.seen(name, lambda one: one != than)

    def press(self, pin: int, name: str, *, than: Picture) -> Picture:
        """Press a button, which connects its pin to ground, and return the other picture that comes of it."""
        for pull in ("pull-down", "pull-up"):
            self._machine.ask(f"echo {pull} > {LINES}/sim_gpio{pin}/pull; sleep 0.2")
        return self.seen(name, lambda one: one != than)

    def lamp(self, pin: int) -> bool:
        """Whether the pin of a lamp gives power."""
        return self._machine.ask(f"cat {LINES}/sim_gpio{pin}/value") == "1"

    def comes_back(self, name: str, does: str, before: Picture) -> None:
        """Do something to the app, and wait until systemd has brought it back to the same picture."""
        restarts, process = int(self.state("NRestarts")), self.state("MainPID")
        began = time.monotonic()
        self._machine.ask(f"{does} {NAME}")
        self._machine.until(lambda: int(self.state("NRestarts")) == restarts + 1, f"started again after it was {name}")
        self._machine.until(lambda: self.state("ActiveState") == "active", f"there again after it was {name}")
        assert self.state("MainPID") != process
        again = self.seen(f"back after it was {name}", bool)
        assert again == before, "the very question that stood there"
        say(f"   {name}: back {time.monotonic() - began:.0f} s later, at the same question")

    def state(self, what: str) -> str:
        """What systemd says of the companion's unit."""
        return self._machine.ask(f"systemctl show -p {what} --value {NAME}")

    def games(self) -> int:
        """How many games are kept."""
        return int(self._machine.ask(f"ls {root.DATA}/games | grep -c game$"))


def main(arguments: list[str]) -> int:
    """Return 0 if all of it worked."""
    parser = argparse.ArgumentParser(prog="boot", description=__doc__)
    parser.add_argument("--out", type=Path, default=PLACE / "boot", help="folder for disk, pictures and logs")
    parser.add_argument("--again", action="store_true", help="with the root that an earlier run has left there")
    chosen = parser.parse_args(arguments)
    if os.geteuid() != 0 or not all(map(shutil.which, NEEDED)):
        say(f"This needs root and Debian's {', '.join(NEEDED.values())}.")
        return 2
    folder: Path = chosen.out.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    system, disk = folder / "root", folder / "disk"
    if not chosen.again:
        say("== Debian, the set-up and companion install")
        root.make(system)
    else:
        root.renew(system)
    root.furnish_machine(system)
    say(f"== Debian's kernel says: {', '.join(root.left_out(system))}; so gpio-sim was compiled from its source")
    root.pack(system, disk)
    say("== the machine is switched on")
    with Machine(disk, root.kernel(system), folder) as machine:
        Evening(machine).play()
    say("All of it worked.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
