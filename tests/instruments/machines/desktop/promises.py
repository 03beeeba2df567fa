"""What the page on installing promises for a desktop, seen from within the companion's unit there.

Each raises `TimeoutError` or `AssertionError` for what does not come about.
"""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.installation.units import NAME
from companion.setting_up.attended import say
from companion.storage.game_archive import SUFFIX
from tests.instruments.machines.desktop import root
from tests.instruments.machines.fresh_roots import WHERE
from tests.instruments.machines.lite import probe
from tests.instruments.machines.lite.guest import LIGHT, LiteGuest, UsbStick
from tests.x11.screen import Picture

DATA: Final = "/home/anna/.local/share/table-companion"
UNIT: Final = f"/home/anna/.config/systemd/user/{NAME}.service"
PROBE: Final = "probe.service"
IN: Final = f"cd {shlex.quote(WHERE)} &&"

HALF: Final = 128
"""Of 255 steps of the light; then a third, when nobody has touched the screen for a minute; then none."""
DIMMED: Final = 89

VERB: Final = (590, 443)
"""The bright button of a page, on 800 x 480 pixels."""

TO_A_ROLL: Final = ((270, 133), (278, 222), (270, 133), (278, 222), VERB, (200, 352))
"""From *Who defends?* in a Quick Battle: who and where, one of each side, and *Roll here*."""

TO_UPDATE: Final = ((100, 445), (764, 320), (764, 320), (540, 322))
"""From the home page to the page *Update*."""

BACK: Final = (200, 200)
"""The key *Back to previous version*."""


PATIENCES: Final = 4
"""So many times the guest's patience the longest takes: a set-up, and a screen until it is dark."""

STILL: Final = 5
"""So many pictures that are the same stand still."""

DRAWN: Final = 100
"""Colours; an empty desktop has fewer."""

IDLE: Final = 3
"""Seconds without a touch after which the desktop would do something."""


class Promises:
    """What the companion of a desktop is asked.

    Args:
        guest: that runs, with somebody logged in.
        folder: for the stick.
    """

    def __init__(self, guest: LiteGuest, folder: Path) -> None:
        self._guest, self._folder = guest, folder

    def keep(self) -> None:
        """Keep all of them."""
        self.devices_later()
        self.set_up(f'tower_port = "{DATA}/tower"', 'dim = "never"', keep="open_game")
        self.tower_later()
        self.set_up('sound = "on"', 'dim = "never"', keep="open_game")
        self.sound()
        self.stick()
        self.update_and_back()
        self.light()
        self.dark_without_a_light()
        self.stays_awake()

    def devices_later(self) -> None:
        """Those that were not there when the unit started, pins among them, are not refused by it."""
        self.lay_probe(f"/usr/bin/python3 /usr/local/lib/probe.py {DATA}")
        self._guest.by_anna(f"cd {DATA} && rm -f ready go said.json; systemctl --user start --no-block {PROBE}")
        self._guest.until(lambda: self._guest.ask(f"ls {DATA}/ready 2> /dev/null"), "the probe runs")
        self._guest.ask(f"{probe.COMES}touch {DATA}/go")
        self._guest.until(lambda: self._guest.ask(f"cat {DATA}/said.json 2> /dev/null"), "the probe has looked")
        told = json.loads(self._guest.ask(f"cat {DATA}/said.json"))
        self._guest.ask(f"cd /dev && rm -f {' '.join(probe.DEVICES)}; rm -f {DATA}/ready")
        assert set(told) == set(probe.DEVICES)
        wrong = {device: error for device, error in told.items() if error in probe.REFUSED}
        assert wrong == {}, f"the unit refuses {wrong}"
        say(f"   reached from within the unit: {', '.join(told)}")

    def tower_later(self) -> None:
        """One that is plugged in while the companion runs answers."""
        assert "answers" not in self.doctor()["tower"]["says"]
        simulator = f"sleep infinity | {shlex.quote(WHERE)}/.venv/bin/companion tower-sim {DATA}/tower"
        self._guest.ask(f"systemd-run --quiet --uid=anna --unit=tower sh -c {shlex.quote(simulator)}")
        self._guest.until(lambda: self.doctor()["tower"]["state"] == "ok", "the tower answers")
        say(f"   tower later: {self.doctor()['tower']['says']}")
        self._guest.ask("systemctl stop tower")

    def sound(self) -> None:
        """A sound of the table comes to the desktop's own mixer."""
        self._guest.until(lambda: self.doctor()["sound"]["state"] == "ok", "sounds can be heard")
        heard = f"{DATA}/heard"
        self._guest.by_anna(f"(parec -d @DEFAULT_MONITOR@ --raw > {heard}) > /dev/null 2>&1 &")
        self._guest.until(lambda: self._guest.ask(f"stat -c %s {heard}") not in ("", "0"), "somebody listens")
        loud = f"tr -d '\\000' < {heard} | head -c 1000 | wc -c"
        assert self._guest.ask(loud) == "0", "nothing was heard before"

        for place in TO_A_ROLL:
            self.touch(*place)
        self._guest.until(lambda: self._guest.ask(loud) != "0", "dice are heard")
        self._guest.ask(f"pkill -x parec; rm -f {heard}")
        say(f"   sound: {self.doctor()['sound']['says']}")

    def stick(self) -> None:
        """One that the desktop mounts gets the games, is pulled out, and comes again."""
        process = self.state("MainPID")
        # A file's system knows owners, and this kernel no other one without a daemon.
        stick = UsbStick(self._guest, self._folder / "stick.img", "mkfs.ext4", "-q", "-E", "root_owner=1000:1000")
        copies = f"ls /media/anna/*/{NAME}/*{SUFFIX} 2> /dev/null"
        try:
            for _ in range(2):
                stick.plug_in()
                # As the desktop's file manager has it done; of a file that stands for a stick it knows no drive.
                mount = f"udisksctl mount --no-user-interaction -b /dev/{stick.name}"
                said = self._guest.by_anna(f"systemd-run --user --wait --pipe -q {mount}")
                assert said.startswith("Mounted"), said
                self._guest.until(lambda: self._guest.ask(copies), "a game is copied to it")
                assert "All games are copied to" in self.doctor()["stick"]["says"]
                self._guest.ask(f"umount --lazy /dev/{stick.name}")
                stick.pull_out()
                self._guest.until(lambda: "All games are copied to" not in self.doctor()["stick"]["says"], "it is gone")
        finally:
            stick.forget()
        assert self.state("MainPID") == process, "the companion has not stumbled"
        say("   stick: mounted by the desktop, copied to, pulled out, plugged in again")

    def update_and_back(self) -> None:
        """Take a newer version by a finger, and go back to the one before."""
        first = self.current()
        said = self._guest.by_anna(f"cd {root.WORK} && echo >> README.md && git commit -qam newer && git push -q 2>&1")
        assert said == "", said
        self.changes(1, lambda: self.current() != first)
        newer = self.current()
        say(f"   update: {first[:12]} -> {newer[:12]}")
        self.changes(2, lambda: self.current() == first)
        say(f"   and back: {newer[:12]} -> {first[:12]}")

    def changes(self, taps: int, is_other: Callable[[], bool]) -> None:
        """Take what the page *Update* offers, and start again from there.

        Args:
            taps: 1 for the newer version, 2 for the one before.
            is_other: whether the version is there.
        """
        self.set_up('dim = "never"')
        for place in TO_UPDATE:
            self.tap(*place)
        self.tap(*(VERB if taps == 1 else BACK))
        if taps == 1:
            self._guest.until(lambda: "newer" in self._guest.by_anna(f"{IN} git log -1 --format=%s @{{u}}"), "found")
        self.shown(f"update-{taps}")
        self.tap(*VERB)
        intended = f"cat {shlex.quote(WHERE)}/.git/companion/update.json 2> /dev/null"
        self.until(lambda: self._guest.ask(intended), "it is set up and tried")
        self.shown(f"ready-{taps}")
        self.tap(*VERB)
        self._guest.until(is_other, "the version is there")
        self._guest.until(lambda: self.state("ActiveState") == "active", "it has started again")

    def shown(self, name: str) -> None:
        """Keep what the screen shows."""
        picture = self._guest.picture()
        assert picture is not None
        picture.save(self._folder / f"{name}.png")

    def current(self) -> str:
        """Return the version of the files."""
        return self._guest.by_anna(f"{IN} git rev-parse HEAD")

    def light(self) -> None:
        """*Brightness* and the dimmed and dark screen reach the display's light; a touch wakes it."""
        self.set_up('brightness = "50"', 'dim = "1"')
        assert "The light of the screen can be set" in self.doctor()["backlight"]["says"]
        for share in (HALF, DIMMED, 0):
            self.until(lambda: self.lit() == share, f"the light is at {share}")  # noqa: B023
        self.tap(1, 1)
        self._guest.until(lambda: self.lit() == HALF, "a touch wakes it")
        say(f"   light: {HALF}, then {DIMMED}, then none of 255, and a touch wakes it")

    def dark_without_a_light(self) -> None:
        """Where no light can be set, the screen itself is switched off; what is touched while it is off wakes it."""
        self._guest.ask(f"chmod 444 {LIGHT}")
        self.set_up('dim = "1"', 'screen = "full"')
        power = "wlopm | cut -d ' ' -f 2"
        assert self._guest.by_anna(power) == "on"
        before = self.still()
        self.until(lambda: self._guest.by_anna(power) == "off", "the screen is switched off")
        # The finger's panel belongs to what is off here: another one that the desktop knows.
        self._guest.by_anna("wlrctl pointer click")
        self._guest.until(lambda: self._guest.by_anna(power) == "on", "it is woken")
        self._guest.until(lambda: self._guest.picture() == before, "it shows what it showed before")
        self._guest.ask(f"chmod 664 {LIGHT}")
        say("   dark: the screen is switched off, and woken")

    def stays_awake(self) -> None:
        """What switches the desktop's screens off after a while does not, as long as the companion runs."""
        self.set_up('dim = "never"')
        listed = "systemd-inhibit --list --no-pager --no-legend"
        self._guest.until(lambda: "table-companion" in self._guest.ask(listed), "the desktop is told to stay awake")
        idle = f"swayidle -w timeout {IDLE} 'touch {DATA}/idle'"
        self._guest.by_anna(f"systemd-run --user -q --unit=idle --setenv=WAYLAND_DISPLAY=wayland-0 {idle}")
        self._guest.ask(f"sleep {3 * IDLE}")
        assert self._guest.ask(f"ls {DATA}/idle 2> /dev/null") == ""
        self._guest.by_anna(f"systemctl --user stop {NAME}")
        self._guest.until(lambda: self._guest.ask(f"ls {DATA}/idle 2> /dev/null"), "without the companion it does")
        assert "table-companion" not in self._guest.ask(listed)
        self._guest.by_anna(f"systemctl --user stop idle; systemctl --user start {NAME}; rm {DATA}/idle")
        say("   the desktop stays awake, and only as long as the companion runs")

    def shuts_down(self) -> None:
        """From within the unit, by the user who plays: what the key *Shut down* does."""
        self.lay_probe("/usr/bin/systemctl poweroff")
        self._guest.by_anna(f"systemctl --user start --no-block {PROBE}")
        began = time.monotonic()
        self._guest.until(self._guest.is_off, "the machine is off")
        say(f"   shut down: {time.monotonic() - began:.0f} s")

    # ---- what is needed for it ----

    def set_up(self, *lines: str, keep: str = "=") -> None:
        """Write the settings, and start again with them.

        Args:
            lines: of the file.
            keep: what a line of the present file begins with that stays; none does without it.
        """
        text = "\\n".join(lines)
        file = f"{DATA}/settings.toml"
        self._guest.by_anna(f"systemctl --user stop {NAME}; printf '{text}\\n' > {file}.new")
        self._guest.by_anna(f"grep '^{keep}' {file} >> {file}.new; mv {file}.new {file}")
        self.restart()

    def restart(self) -> None:
        """Start the unit anew."""
        self._guest.by_anna(f"systemctl --user reset-failed {NAME}; systemctl --user restart {NAME}")
        self._guest.until(lambda: self.state("ActiveState") == "active", "the companion is there")

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait longer than the guest's own patience."""
        for _ in range(PATIENCES):
            with contextlib.suppress(TimeoutError):
                return self._guest.until(condition, what)
        raise TimeoutError(f"It never came about: {what}.")

    def state(self, what: str) -> str:
        """What systemd says of the companion's unit."""
        return self._guest.by_anna(f"systemctl --user show -p {what} --value {NAME}")

    def doctor(self) -> dict[str, Any]:
        """What `companion doctor` finds, by its names; the companion that runs answers."""
        found: dict[str, Any] = {}

        def told() -> bool:
            said = self._guest.by_anna(f"{IN} .venv/bin/companion doctor --json 2> /dev/null")
            found.update({finding["what"]: finding for finding in json.loads(said)["findings"]})
            return "running" in found

        self._guest.until(told, "the companion tells the doctor")
        return found

    def tap(self, x: int, y: int) -> None:
        """Tap somewhere, after a moment: a page that has just come takes no tap."""
        self._guest.ask(f"sleep 1; echo {x} {y} > {root.PIPE}; sleep 1")

    def touch(self, x: int, y: int) -> None:
        """Tap somewhere until something comes of it."""
        before = self.still()

        def other() -> bool:
            self.tap(x, y)
            return self._guest.picture() != before

        self._guest.until(other, f"something comes of a tap at {x}, {y}")

    def still(self) -> Picture:
        """Return the picture once it stands still."""
        seen: list[Picture | None] = [None] * STILL

        def stands() -> bool:
            seen.append(self._guest.picture())
            return seen[-1] is not None and len(seen[-1].colours()) > DRAWN and seen[-STILL:] == [seen[-1]] * STILL

        self._guest.until(stands, "the picture stands still")
        assert seen[-1] is not None
        return seen[-1]

    def lit(self) -> int:
        """How bright the display's light is."""
        return int(self._guest.ask(f"cat {LIGHT}"))

    def lay_probe(self, command: str) -> None:
        """Write a unit that is the companion's but for what it runs."""
        unit = re.sub(r"(?m)^ExecStart=.*$", lambda _: f"ExecStart={command}", self._guest.ask(f"cat {UNIT}"))
        unit = re.sub(r"(?m)^(ExecStartPre|PartOf|Type|Restart|WatchdogSec)=.*\n", "", unit)
        place = "/run/user/1000/systemd/user"
        self._guest.by_anna(
            f"mkdir -p {place}; cat > {place}/{PROBE} << 'END'\n{unit}\nEND\nsystemctl --user daemon-reload"
        )
