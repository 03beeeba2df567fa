"""The companion on the desktop of Raspberry Pi OS, looked at from outside.

    sudo .venv/bin/python -m tests.instruments.machines.desktop --out FOLDER

Makes a bare Debian 13 with labwc, where a user ran README's first command, and starts it with a systemd of its own.
Somebody is logged in at a screen with a touch panel that an X server makes up. They type `companion install`, and the
machine is switched on anew; the desktop starts the companion's unit, and its window, drawn by X11 within Wayland, has
to fill the screen at four sizes. Then a finger begins a game and answers, the app is killed and has to come back to the
same picture, and they log out and in more often than systemd lets a unit fail. What the page on installing promises for
a desktop is asked of the unit (`tests/instruments/machines/desktop/promises.py`). README's command over SSH has to name
the one that starts it on that screen, the machine is switched off, and `companion uninstall` takes it all out again.
Pictures lie in FOLDER. Needs root, a network, and Debian's debootstrap, fdisk and e2fsprogs; takes a quarter of an
hour, with `--again` ten minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.installation.units import NAME
from companion.setting_up.attended import say
from tests.instruments.machines.desktop import root
from tests.instruments.machines.desktop.promises import DATA, Promises
from tests.instruments.machines.fresh_roots import PLACE, WHERE
from tests.instruments.machines.lite.guest import LiteGuest
from tests.x11.screen import Picture

NEEDED = ("debootstrap", "unshare", "losetup", "sfdisk", "mkfs.ext4")
SIZES = ((800, 480), (720, 1280), (1024, 600), (1280, 720))
DRAWN = 100
"""Colours; an empty desktop has fewer."""

LOG_INS = 6
"""More often than systemd lets the unit fail within two minutes."""


class Evening:
    """What somebody at that desktop does and sees.

    Args:
        guest: that runs.
        folder: for the pictures.
    """

    def __init__(self, guest: LiteGuest, folder: Path) -> None:
        self._guest, self._folder, self._pictures = guest, folder, 0

    def installs(self) -> None:
        """They type the command."""
        self._guest.until(lambda: self._guest.by_anna("systemctl --user is-active dbus") == "active", "logged in")
        say(self.types(".venv/bin/companion install --yes"))

    def play(self) -> None:
        """Do all of it. Raises `TimeoutError` or `AssertionError` for what does not come about."""
        self._guest.until(self.stands, "the desktop has started the companion")
        for width, height in SIZES:
            self.fills(width, height)
        self.size(*SIZES[0])
        home = self.seen("home")
        asked = self.touch(300, 250, "the question", than=home)
        first = self.touch(140, 140, "the answer", than=asked)
        self._guest.until(lambda: self._guest.ask(f"ls {DATA}/games | grep -c game$") == "1", "the game is kept")
        self.comes_back(first)
        for _ in range(LOG_INS):
            self.log_out_and_in()
        say(f"   logged out and in {LOG_INS} times: the companion is there each time")
        self.size(*SIZES[0])
        assert self.seen("after logging in").data == first.data, "the very question that stood there"
        promises = Promises(self._guest, self._folder)
        promises.keep()
        self.over_ssh()
        promises.shuts_down()

    def types(self, command: str) -> str:
        """Run a command in the project's folder, and return what it says."""
        return self._guest.by_anna(f"cd {shlex.quote(WHERE)} && {command}")

    def stands(self) -> bool:
        """Whether systemd was told that the first picture stands."""
        return self.state("ActiveState") == "active"

    def state(self, what: str) -> str:
        """What systemd says of the companion's unit."""
        return self._guest.by_anna(f"systemctl --user show -p {what} --value {NAME}")

    def display(self) -> str:
        """The X display within the desktop."""
        found = re.search("^DISPLAY=(.+)$", self._guest.by_anna("systemctl --user show-environment"), re.MULTILINE)
        assert found is not None, "the desktop has told systemd its display"
        return found[1]

    def size(self, width: int, height: int) -> None:
        """Give the desktop's screen another size."""
        self._guest.by_anna(f"wlr-randr --output X11-1 --custom-mode {width}x{height}")

    def fills(self, width: int, height: int) -> None:
        """Start the unit on a screen of a size; its window has to be as large, with nothing around it."""
        self.size(width, height)
        # Without the first, systemd would count these starts as failures.
        self._guest.by_anna(f"systemctl --user reset-failed {NAME}; systemctl --user restart {NAME}")
        self._guest.until(lambda: self.windows() == [(width, height, 0, 0)], f"a window of {width} x {height}")
        picture = self.seen(f"{width}x{height}")
        assert (picture.width, picture.height) == (width, height)

    def windows(self) -> list[tuple[int, ...]]:
        """Width, height and place of each window of the companion."""
        tree = self._guest.by_anna("xwininfo -root -tree", DISPLAY=self.display())
        found = re.findall(r'"Companion": .*?(\d+)x(\d+)\+\d+\+\d+ +\+(-?\d+)\+(-?\d+)', tree)
        return [tuple(map(int, numbers)) for numbers in found]

    def seen(self, name: str, condition: Callable[[Picture], object] = bool) -> Picture:
        """Wait for a picture that stands still, keep it, and return it."""
        seen: list[Picture] = []

        def rests() -> bool:
            picture = self._guest.picture()
            if picture is None or len(picture.colours()) <= DRAWN or not condition(picture):
                seen.clear()
                return False
            if seen and picture.data != seen[-1].data:
                seen.clear()
            seen.append(picture)
            return len(seen) > 4

        self._guest.until(rests, name)
        self._pictures += 1
        place = seen[-1].save(self._folder / f"{self._pictures:02}-{name.replace(' ', '-')}.png")
        say(f"   {place.name}: {seen[-1].width} x {seen[-1].height}")
        return seen[-1]

    def touch(self, x: int, y: int, name: str, *, than: Picture) -> Picture:
        """Tap the glass, and return the other picture that comes of it."""
        self._guest.ask(f"echo {x} {y} > {root.PIPE}")
        return self.seen(name, lambda one: one.data != than.data)

    def comes_back(self, before: Picture) -> None:
        """Kill the app, and wait until systemd has brought it back to the same picture."""
        process, began = self.state("MainPID"), time.monotonic()
        self._guest.by_anna(f"systemctl --user kill --signal=KILL {NAME}")
        self._guest.until(lambda: self.state("NRestarts") == "1" and self.stands(), "started again after it was killed")
        assert self.state("MainPID") != process
        assert self.seen("back after it was killed").data == before.data, "the very question that stood there"
        say(f"   killed: back {time.monotonic() - began:.0f} s later, at the same question")

    def log_out_and_in(self) -> None:
        """End the desktop, wait until the companion misses it, and begin another."""
        self._guest.ask("systemctl stop somebody")
        self._guest.until(lambda: self.state("ActiveState") != "active", "the companion has no display any more")
        self._guest.ask("systemctl start somebody")
        self._guest.until(self.stands, "the desktop has started the companion again")

    def over_ssh(self) -> None:
        """README's first command names the one that starts it on the screen, and that one does."""
        self._guest.by_anna(f"systemctl --user stop {NAME}")
        self._guest.until(lambda: self.windows() == [], "the screen is empty")
        go = f"cd {shlex.quote(WHERE)} &&"
        said = self._guest.by_anna(
            f"{go} python3 -m companion.bootstrap run", SSH_CONNECTION="a 1 b 22", WAYLAND_DISPLAY=""
        )
        named = said.rpartition("run: ")[2]
        assert named == f"DISPLAY={self.display()} python3 -m companion.bootstrap run", said
        self._guest.by_anna(f"({go} {named}) > /dev/null 2>&1 &", SSH_CONNECTION="a 1 b 22", WAYLAND_DISPLAY="")
        self._guest.until(lambda: self.windows() == [(*SIZES[0], 0, 0)], "the window of what it has named")
        self.seen("started over SSH")
        say(f"   over SSH: {named}")

    def goes_without_a_trace(self) -> None:
        """`companion uninstall` takes out what starts it, and leaves the games."""
        said = self.types(".venv/bin/companion uninstall --yes")
        ours = f"ls -d /home/anna/.config/*/{NAME}* /home/anna/.config/systemd/user/{NAME}* /etc/*/rules.d/*{NAME}*"
        assert self._guest.ask(f"{ours} 2> /dev/null") == "", said
        assert self._guest.ask(f"ls {DATA}/games | grep -c game$") == "1", said
        say("   uninstalled: nothing starts it any more, and the game is there")


def main(arguments: list[str]) -> int:
    """Return 0 if all of it worked."""
    parser = argparse.ArgumentParser(prog="desktop", description=__doc__)
    parser.add_argument("--out", type=Path, default=PLACE / "desktop", help="folder for the root and pictures")
    parser.add_argument("--again", action="store_true", help="with the root that an earlier run has left there")
    chosen = parser.parse_args(arguments)
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        say(f"This needs root and {', '.join(missing) or 'nothing else'}.")
        return 2
    folder: Path = chosen.out.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    system = folder / "root"
    if not chosen.again:
        say("== Debian, labwc and the set-up")
        root.make(system)
    root.renew(system)
    say("== companion install")
    with LiteGuest(system) as guest:
        Evening(guest, folder).installs()
    say("== the machine is switched on, and somebody is logged in at the desktop")
    with LiteGuest(system) as guest:
        Evening(guest, folder).play()
    say("== it is switched on once more")
    with LiteGuest(system) as guest:
        Evening(guest, folder).goes_without_a_trace()
    say("All of it worked.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
