"""Each promise on Raspberry Pi OS Lite, under the unit that `companion install` writes, looked at from outside.

    sudo .venv/bin/python -m tests.instruments.machines.lite --out FOLDER

Makes a bare Debian 13 where a user ran README's first command, and starts it with a systemd and a udev of its own.
They are told what root must run as long as they have no password. They type `companion install`, and it is started
anew, its screen switched off: the journal has to say so, and the companion to come when the screen is on. Then the
light is set, a tower and other devices come that were not there at the start, sticks are plugged in and pulled out
while games are copied to them, a stick of fstab's is left alone, the doctor is asked, the machine is switched off, and
`companion uninstall` takes it all out again. A display's light, a socket for a screen and sticks are files here; what
only a kernel with drivers shows is in `tests.instruments.machines.boot`. Needs root, a network, and Debian's
debootstrap, fdisk, e2fsprogs and ntfs-3g; takes eight minutes, with `--again` three. With `--system` all of it is
installed for the machine, with a user of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.installation import system_units
from companion.installation.install import SYSTEM_UNIT
from companion.installation.stick import PLACE as STICKS
from companion.installation.units import NAME
from companion.installation.versions import CURRENT
from companion.setting_up.attended import say
from companion.storage.game_archive import SUFFIX
from tests.instruments.machines.fresh_roots import PLACE, WHERE
from tests.instruments.machines.lite import probe, root
from tests.instruments.machines.lite.guest import LIGHT, SOCKET, LiteGuest, UsbStick

NEEDED: Final = ("debootstrap", "unshare", "losetup", "sfdisk", "mkfs.ext4", "mkfs.ntfs")

HALF: Final = 128
"""Of 255 steps of the light; then a third, when nobody has touched the screen for a minute."""
DIMMED: Final = 89

IN_VAIN: Final = 4
"""Starts without a screen; the fifth within two minutes was the last."""

SETTINGS: Final = """\
brightness = "50"
dim = "1"
tower = "on"
tower_port = "DATA/tower"
sound = "on"
"""

FILTER: Final = "DevicePolicy=closed\nDeviceAllow=char-ttyACM rw\nDeviceAllow=char-alsa rw\n"
"""As the unit had it."""


@dataclass(frozen=True)
class Way:
    """One of the two ways to install it.

    Attributes:
        installs: what is typed.
        program: the command afterwards.
        user: who runs the screen.
        data: where the games are.
    """

    installs: str
    program: str
    user: str
    data: str


OF_A_USER: Final = Way("install --yes", f"{shlex.quote(WHERE)}/.venv/bin/companion", "anna", root.DATA)
OF_THE_MACHINE: Final = Way(
    "install --system --yes",
    f"{system_units.PLACE}/{CURRENT}/.venv/bin/companion",
    system_units.USER,
    str(system_units.DATA),
)


class Evening:
    """What somebody at that machine does and sees.

    Args:
        guest: that runs.
        folder: for the sticks.
        way: how it is installed.
    """

    def __init__(self, guest: LiteGuest, folder: Path, way: Way) -> None:
        self._guest, self._folder, self._way = guest, folder, way

    # ---- the promises; each raises `TimeoutError` or `AssertionError` for what does not come about ----

    def screen_later(self) -> None:
        """It is off when the machine starts."""
        self._guest.until(lambda: int(self.state("NRestarts")) >= IN_VAIN, f"started again {IN_VAIN} times")
        journal = self._guest.ask(f"journalctl -u {NAME} -o cat --no-pager -q")
        assert "No screen is connected." in journal, journal
        assert "AttributeError" not in journal
        assert self.state("ActiveState") == "activating", "never given up"
        assert self._guest.ask("systemctl is-active multi-user.target") == "active", "nor does the boot wait for it"
        # It is switched on; there is no KMSDRM here, so the unit is given what stands for the screen.
        self._guest.ask(f"mkdir -p {Path(root.DROP_IN).parent}; printf '{root.ON}' > {root.DROP_IN}")
        self._guest.ask(f"systemctl daemon-reload; systemctl start screen; echo connected > {SOCKET}")
        self._guest.until(lambda: self.state("ActiveState") == "active", "the companion has come with the screen")
        say(f"   screen later: there after {self.state('NRestarts')} starts in vain")

    def light(self) -> None:
        """*Brightness* and the dimmed screen reach the display's light, from within the unit."""
        self._guest.until(lambda: self.lit() == HALF, "the light is at one half")
        self._guest.until(lambda: self.lit() == DIMMED, "nobody touches the screen: the light is turned down")
        say(f"   light: {HALF}, then {DIMMED} of 255")

    def devices_later(self) -> None:
        """Those that were not there when the unit started are not refused by it; one as it was before refuses them."""
        with self.probed("") as told:
            wrong = {device: error for device, error in told.items() if error in probe.REFUSED}
            assert wrong == {}, f"the unit refuses {wrong}"
        with self.probed(FILTER) as told:
            refused = {device for device, error in told.items() if error == "EPERM"}
            assert {"ttyACM0", "snd/controlC0"} <= refused, f"what looks sees no refusal: {told}"
        say(f"   reached from within the unit: {', '.join(probe.DEVICES)}")

    def tower_later(self) -> None:
        """One that is plugged in while the companion runs answers."""
        assert "answers" not in self.doctor()["tower"]["says"]
        simulator = f"sleep infinity | {self._way.program} tower-sim {self._way.data}/tower"
        self._guest.ask(f"systemd-run --quiet --uid={self._way.user} sh -c {shlex.quote(simulator)}")
        self._guest.until(lambda: self.doctor()["tower"]["state"] == "ok", "the tower answers")
        say(f"   tower later: {self.doctor()['tower']['says']}")

    def sticks(self) -> None:
        """Each is mounted, gets the games, is pulled out, and comes again."""
        self._guest.until(self.has_a_game, "a game is begun")
        process = self.state("MainPID")
        for kind, make in (("ext4", ["mkfs.ext4", "-q"]), ("ntfs", ["mkfs.ntfs", "-Q", "-q"])):
            stick = UsbStick(self._guest, self._folder / f"{kind}.img", *make)
            try:
                self.stick(stick)
            finally:
                stick.forget()
            say(f"   stick with {kind}: copied to, pulled out, plugged in again")
        assert self.state("MainPID") == process, "the companion has not stumbled"
        assert self.doctor()["stick"]["says"] == "A USB stick that is plugged in gets a copy of every game."

    def stick(self, stick: UsbStick) -> None:
        """Plugged in, and pulled out while it is being mounted or written, at moments that nobody picks."""
        for _ in range(5):
            stick.plug_in()
            stick.pull_out()
        # At once: the end of the one before may still be seen to.
        stick.plug_in()
        self._guest.until(lambda: self.copies() != "", "a game is copied to it")
        options = self.mounted(stick).split(",")
        assert {"nosuid", "nodev", "noexec"} <= set(options), options
        assert "All games are copied to" in self.doctor()["stick"]["says"]
        for _ in range(5):
            stick.pull_out()
            stick.plug_in()
            self._guest.until(lambda: self.mounted(stick) != "", "pulled out for a moment, it is mounted again")
        stick.pull_out()
        self._guest.until(lambda: self.mounted(stick) == "", "it is unmounted")
        self._guest.until(lambda: self._guest.ask(f"ls {STICKS}") == "", "nothing is left of it")

    def stick_of_fstab(self) -> None:
        """What somebody else has seen to is left alone."""
        stick = UsbStick(self._guest, self._folder / "fstab.img", "mkfs.ext4", "-q", "-L", "MINE")
        try:
            self._guest.ask("echo 'LABEL=MINE /srv ext4 noauto 0 0' >> /etc/fstab")
            stick.plug_in()
            said = f"journalctl -u '{NAME}-stick@*' -o cat --no-pager -q"
            self._guest.until(lambda: "stands in /etc/fstab: left alone" in self._guest.ask(said), "it is looked at")
            assert self.mounted(stick) == ""
            stick.pull_out()
        finally:
            stick.forget()
        say("   a stick that stands in fstab: left alone")

    def doctor_is_right(self) -> None:
        """The running companion says how it is; where it does not run, nothing is judged that its unit decides."""
        found = self.doctor()
        assert found["running"]["state"] == "ok"
        assert "The light of the screen can be set" in found["backlight"]["says"]
        self._guest.ask(f"systemctl stop {NAME}")
        alone = self.doctor()
        assert "running" not in alone
        assert alone["backlight"]["state"] == "skip", alone["backlight"]
        self._guest.ask(f"systemctl start {NAME}")
        say("   doctor: asks the companion that runs; judges no light without it")

    def shuts_down(self) -> None:
        """From within the unit, by the user who plays: what the key *Shut down* does."""
        self.lay_probe("/usr/bin/systemctl poweroff", "")
        self._guest.ask(f"systemctl start --no-block {root.PROBE}")
        began = time.monotonic()
        self._guest.until(self._guest.is_off, "the machine is off")
        say(f"   shut down: {time.monotonic() - began:.0f} s")

    # ---- what is needed for it ----

    def installs(self) -> None:
        """They have Raspberry Pi OS Lite, and type the command."""
        said = self.types(f".venv/bin/companion {self._way.installs}")
        assert "Done." in said, said
        settings = SETTINGS.replace("DATA", self._way.data)
        place = f"{self._way.data}/settings.toml"
        self._guest.ask(f"printf '{settings}' > {place}; chown {self._way.user}: {place}")

    def needs_root(self) -> None:
        """Somebody who logs in with a key and has no password is told what root must run; then sudo lets them."""
        rights = "/etc/sudoers.d/anna"
        self._guest.ask(f"mv {rights} /root/; usermod -aG sudo anna")
        said = self.types(f".venv/bin/companion {self._way.installs}")
        named = re.search("anna has none. Nothing was changed. .* run: (passwd anna); then: ", said)
        assert named is not None, said
        self._guest.ask(f"printf 'secret\\nsecret\\n' | {named[1]}")
        assert self.types("echo secret | sudo -S -p '' id -u") == "0"
        self._guest.ask(f"mv /root/anna {rights}; passwd -d anna; usermod -p '!' anna; gpasswd -d anna sudo")
        say("   a key and no password: told which command root must run")

    def goes_without_a_trace(self) -> None:
        """`companion uninstall` takes out all of it, and leaves the games."""
        said = self.types(".venv/bin/companion uninstall --yes")
        ours = ("/etc/*/rules.d/*", "/etc/systemd/system/*", "/usr/local/lib/*", "/var/cache/*", "/opt/")
        left = self._guest.ask(f"ls -d {' '.join(f'{place}{NAME}*' for place in ours)} 2> /dev/null")
        assert set(left.split()) <= {f"{SYSTEM_UNIT}.d"}, said
        assert self._guest.ask(f"ls {self._way.data}/games | grep -c game$") == "1", said
        say("   uninstalled: nothing of it is left, and the game is there")

    def types(self, command: str) -> str:
        """Run a command in the project's folder, and return what it says."""
        return self._guest.by_anna(f"cd {shlex.quote(WHERE)} && {command}")

    def state(self, what: str) -> str:
        """What systemd says of the companion's unit."""
        return self._guest.ask(f"systemctl show -p {what} --value {NAME}")

    def lit(self) -> int:
        """How bright the display's light is."""
        return int(self._guest.ask(f"cat {LIGHT}"))

    def doctor(self) -> dict[str, Any]:
        """What `companion doctor` finds, by its names."""
        anna = f"setpriv --reuid={self._way.user} --regid={self._way.user} --init-groups env HOME=/"
        said = self._guest.ask(f"cd / && {anna} {self._way.program} --data {self._way.data} doctor --json 2> /dev/null")
        return {finding["what"]: finding for finding in json.loads(said)["findings"]}

    def tap(self, x: int, y: int) -> None:
        """A finger on the screen."""
        self._guest.ask(f"DISPLAY={root.DISPLAY} xdotool mousemove {x} {y} click 1; sleep 1")

    def has_a_game(self) -> bool:
        """Begin a Quick Battle and answer, until one is kept."""
        if self._guest.ask(f"ls {self._way.data}/games 2> /dev/null | grep -c game$") != "0":
            return True
        self.tap(300, 250)
        self.tap(140, 140)
        return False

    def mounted(self, stick: UsbStick) -> str:
        """With what options a stick is mounted; nothing if it is not."""
        return self._guest.ask(f"findmnt -n -o OPTIONS -S /dev/{stick.name}")

    def copies(self) -> str:
        """The games on the sticks."""
        return self._guest.ask(f"ls {STICKS}/*/{NAME}/*{SUFFIX} 2> /dev/null")

    @contextmanager
    def probed(self, more: str) -> Iterator[dict[str, str]]:
        """Run the probe in the companion's place, let devices come, and yield what it was told of them."""
        self.lay_probe(f"/usr/bin/python3 /usr/local/lib/probe.py {self._way.data}", more)
        self._guest.ask(f"cd {self._way.data} && rm -f ready go said.json; systemctl start --no-block {root.PROBE}")
        self._guest.until(lambda: self._guest.ask(f"ls {self._way.data}/ready 2> /dev/null"), "the probe runs")
        self._guest.ask(f"{probe.COMES}touch {self._way.data}/go")
        self._guest.until(
            lambda: self._guest.ask(f"cat {self._way.data}/said.json 2> /dev/null"), "the probe has looked"
        )
        yield json.loads(self._guest.ask(f"cat {self._way.data}/said.json"))
        self._guest.ask(f"cd /dev && rm -f {' '.join(probe.DEVICES)}; rm -f {self._way.data}/ready")

    def lay_probe(self, command: str, more: str) -> None:
        """Write a unit that is the companion's but for what it runs."""
        unit = self._guest.ask(f"cat {SYSTEM_UNIT}")
        unit = re.sub(r"(?m)^ExecStart=.*$", lambda _: f"ExecStart={command}\n{more}", unit)
        unit = re.sub(r"(?m)^(Conflicts|After|Type|Restart|WatchdogSec|StandardInput|TTY\w+|Runtime\w+)=.*\n", "", unit)
        self._guest.ask(f"cat > /run/systemd/system/{root.PROBE} << 'END'\n{unit}\nEND\nsystemctl daemon-reload")


def main(arguments: list[str]) -> int:
    """Return 0 if all of it worked."""
    parser = argparse.ArgumentParser(prog="lite", description=__doc__)
    parser.add_argument("--out", type=Path, default=PLACE / "lite", help="folder for the root and the sticks")
    parser.add_argument("--again", action="store_true", help="with the root that an earlier run has left there")
    parser.add_argument("--system", action="store_true", help="installed for the machine, not for a user")
    chosen = parser.parse_args(arguments)
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        say(f"This needs root and {', '.join(missing) or 'nothing else'}.")
        return 2
    way = OF_THE_MACHINE if chosen.system else OF_A_USER
    folder: Path = chosen.out.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    system = folder / "root"
    if not chosen.again:
        say("== Debian and the set-up")
        root.make(system)
    root.renew(system)
    if chosen.system:
        root.offline(system)
    with LiteGuest(system) as guest:
        say("== companion install")
        evening = Evening(guest, folder, way)
        evening.needs_root()
        evening.installs()
    say("== the machine is switched on, its screen is not")
    with LiteGuest(system) as guest:
        evening = Evening(guest, folder, way)
        evening.screen_later()
        evening.light()
        evening.devices_later()
        evening.tower_later()
        evening.sticks()
        evening.stick_of_fstab()
        evening.doctor_is_right()
        evening.shuts_down()
    say("== it is switched on once more")
    with LiteGuest(system) as guest:
        Evening(guest, folder, way).goes_without_a_trace()
    say("All of it worked.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
