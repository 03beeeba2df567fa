"""A machine without a desktop, from `companion install --system` to `companion uninstall`, looked at from outside.

    sudo .venv/bin/python -m tests.instruments.machines.updates --out FOLDER

Makes a bare Debian 13 where a user ran the first commands of `docs/install.md` and played, and starts it with a systemd
of its own, without a network. They type `companion install --system`; the unit shows the old games; the command works
from a login. A newer version appears, is found and taken by a finger on the page *Update*, and runs after
*Restart now*. One that never shows its page gives way to the one before after two starts, and the page says why.
The unit of the screen can write neither the program nor the link. The way back is the link. Killed in the middle of its
set-up, an update leaves the version that was there. `companion uninstall` leaves the games and nothing else. Pictures
lie in FOLDER. Needs root, a network and Debian's debootstrap; takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.installation.system_units import DATA, DROP_IN, PLACE, UPDATER, USER
from companion.installation.units import NAME
from companion.setting_up.attended import say
from tests.instruments.machines.desktop.guest import Guest
from tests.instruments.machines.fresh_roots import PLACE as ROOTS
from tests.instruments.machines.fresh_roots import unmount
from tests.instruments.machines.updates import root
from tests.instruments.machines.updates.root import CLONE, DISPLAY, OLD_DATA, WORK

VERB: Final = (590, 443)
"""The bright button of a page, on 800 x 480 pixels."""

TO_UPDATE: Final = ((100, 445), (764, 320), (764, 320), (540, 322))
"""From the home page to the page *Update*."""

PATIENCES: Final = 6
"""So many times the guest's patience the longest step takes: the set-up, and two starts that hang."""


class Evening:
    """What somebody with that machine does and sees.

    Args:
        guest: that runs.
        place: its root.
        folder: for the pictures.
    """

    def __init__(self, guest: Guest, place: Path, folder: Path) -> None:
        self._guest, self._place, self._folder, self._pictures = guest, place, folder, 0

    def play(self) -> None:
        """Do all of it. Raises `TimeoutError` or `AssertionError` for what does not come about."""
        self.installs()
        self.works_from_a_login()
        self.screen_writes_no_program()
        self.updates_from_the_screen()
        self.gives_way()
        self.goes_back_and_forward()
        self.survives_a_kill()
        self.goes_without_a_trace()

    def installs(self) -> None:
        """Install, start, and find the old games."""
        games = self.games(OLD_DATA)
        self.done(f"cd {CLONE} && .venv/bin/companion install --system --yes")
        self.ask(f"systemctl daemon-reload; systemctl start --no-block {NAME}")
        self.until(self.stands, "the companion shows its first page")
        assert self.games(str(DATA)) == games, self.games(str(DATA))
        self.until(lambda: "moved" in self.ask(f"ls {Path(OLD_DATA).parent}"), "the old folder is put away")
        self.until(self.has_stood, "the version that stands is noted")
        self.picture("installed")
        say(f"   installed: {self.current()}, {len(games)} games moved")

    def works_from_a_login(self) -> None:
        """Use the command as a member of the group, and as somebody who is none."""
        name = next(name for name in self.games(str(DATA)) if "messina-finished" in name)
        assert "findings" in self.types("companion doctor --json")
        assert "\n2. " in self.types(f"companion export {DATA}/games/{name}")
        self.types(f"companion export {DATA}/games/{name} --game carried.game-copy --report report.html")
        before = self.games(str(DATA))
        said = self.types("companion import carried.game-copy")
        assert "Imported: " in said, said
        (fresh,) = set(self.games(str(DATA))) - set(before)
        rights = self.ask(f"stat -c %G:%a {DATA}/games/{fresh}")
        assert rights == f"{USER}:660", rights
        assert "The bug report is" in self.types("companion problem --out problem.zip")
        assert self.types("stat -c %U problem.zip") == "anna"
        pid = self.show("MainPID", NAME)
        self.done("companion install --system --yes")
        assert self.show("MainPID", NAME) == pid, "whoever plays is not disturbed when units are renewed"
        self.ask("useradd -m bert")
        said = self.ask("setpriv --reuid=bert --regid=bert --init-groups /usr/local/bin/companion doctor")
        assert "sudo usermod -aG" in said, said
        say("   doctor, export, import and problem work from a login, for members of the group")

    def screen_writes_no_program(self) -> None:
        """Try, in the unit's own room and with its own rights, to write what only the updater may."""
        rights = f"setpriv --reuid={USER} --regid={USER} --init-groups --no-new-privs"
        into = f"nsenter --target {self.show('MainPID', NAME)} --mount --root --wd {rights}"
        for command in (f"touch {PLACE}/x", f"ln -sfn versions/none {PLACE}/current", f"touch {PLACE}/current/x"):
            said = self.ask(f"{into} {command}; echo $?")
            assert "Read-only file system" in said, said
            assert "Permission denied" in self.ask(f"{rights} {command}"), "also outside of its room"
        for unit in (NAME, f"{UPDATER}@judge"):
            said = self.ask(f"{into} systemctl --no-ask-password restart {unit}; echo $?")
            assert not said.endswith("\n0"), said
        say("   the unit of the screen can write neither the program nor the link, and may start the updater only")

    def updates_from_the_screen(self) -> None:
        """Take a newer version by a finger."""
        first = self.current()
        self.publish("echo >> README.md", "A newer version")
        self.open_update()
        self.tap(*VERB)
        self.until(lambda: self.ask(f"cat /run/{UPDATER}/answer.json").count("A newer version"), "it is found")
        self.picture("news")
        self.tap(*VERB)
        self.until(lambda: self.current() != first, "the newer version is current")
        self.until(lambda: self.show("ActiveState", f"{UPDATER}@take") == "inactive", "the update is done")
        self.picture("taken")
        pid = self.show("MainPID", NAME)
        self.tap(*VERB)
        self.until(lambda: self.show("MainPID", NAME) not in (pid, "0") and self.stands(), "it has started again")
        assert self.current() in self.ask(f"tr '\\0' ' ' < /proc/{self.show('MainPID', NAME)}/cmdline")
        self.until(self.has_stood, "the newer version has shown its page")
        assert "trial" in self.ask(f"ls {PLACE}")
        self.ask(f"systemctl restart {NAME}")
        assert "trial" not in self.ask(f"ls {PLACE}"), "it is not judged any more"
        say(f"   updated from the screen: {first} -> {self.current()}")

    def gives_way(self) -> None:
        """Take a version that never shows a page, by the command."""
        before = self.current()
        # In a function that only a start with a screen comes to: no trial without one can see it.
        code = 's/^def unmanaged_size.*/&\\n    __import__("time").sleep(3600)/'
        self.publish(f"sed -i '{code}' companion/app/start/display.py", "A version that hangs")
        self.done("companion update --yes")
        hung = self.current()
        assert hung != before
        self.ask(f"systemctl restart --no-block {NAME}")
        self.until(lambda: self.current() == before, "the link goes back")
        self.until(self.stands, "the version before shows its page")
        assert "did not start" in self.ask(f"journalctl -q -o cat -u {NAME}-trial")
        said = self.types("companion update --yes")
        assert "did not start here" in said, said
        assert self.current() == before, "it is not offered again"
        self.open_update()
        self.picture("gave_way")
        say(f"   {hung} gave way to {before}")

    def goes_back_and_forward(self) -> None:
        """Go back to the version before, and forward again, by the command."""
        self.ask(f"cd {WORK} && git revert --no-edit HEAD && git push -q")
        self.done("companion update --yes")
        newest = self.current()
        self.done("companion rollback --yes")
        assert self.current() < newest
        self.done("companion update --yes")
        assert self.current() == newest
        say(f"   back and forward by the link: {newest}")

    def survives_a_kill(self) -> None:
        """Kill the updater in the middle of its set-up, and start the companion."""
        before = self.current()
        self.publish("echo >> README.md", "Another version")
        self.types(f"systemctl start {UPDATER}@look.service; systemctl start --no-block {UPDATER}@take.service")
        fresh = f"find {PLACE}/versions -path '*/kivy/*' -newer {PLACE}/versions/{before}/complete"
        self.until(lambda: self.ask(fresh), "pip is at work")
        self.ask(f"systemctl kill --signal=KILL '{UPDATER}@take.service'")
        self.ask(f"systemctl restart --no-block {NAME}")
        self.until(self.stands, "the companion starts")
        assert self.current() == before
        self.done("companion update --yes")
        assert self.current() > before
        assert len(self.ask(f"ls {PLACE}/versions").split()) == 2
        say("   killed in its set-up, the version before starts; the next update comes to its end")

    def goes_without_a_trace(self) -> None:
        """Take it out again; the games stay."""
        games = self.games(str(DATA))
        self.done("companion uninstall --yes")
        places = "-not -path '/home/*' -not -path '/proc/*' -not -path '/srv/*' -not -path '/var/log/*'"
        found = self.ask(f"find / -xdev -name '*{NAME}*' {places} -not -path '{DATA}/*'").split()
        assert found in ([str(DATA)], [str(DROP_IN.parent), str(DATA)]), found
        said = self.ask(f"getent passwd {USER} {UPDATER}; getent group {USER} {UPDATER}")
        assert said == "", said
        assert self.games(str(DATA)) == games
        assert "\n2. " in self.types(
            f"{CLONE}/.venv/bin/companion --data {DATA} export {DATA}/games/messina-finished.game"
        )
        say(f"   uninstalled; {len(games)} games stay")

    # -- what is asked of the machine --------------------------------------------------------------------------

    def ask(self, command: str) -> str:
        """Run something as root, and return what it says."""
        return self._guest.ask(command)

    def types(self, command: str) -> str:
        """Run something as anna, as from a new login, and return what it says."""
        return self._guest.by_anna(f"PATH=/usr/local/bin:$PATH; cd; {command}")

    def done(self, command: str) -> None:
        """Run something as anna that says at its end that it is done; however long it takes."""
        self.types(f"rm -f out; ({command}; echo ended) > out 2>&1 &")
        self.until(lambda: self.types("tail -n 1 out") == "ended", command)
        said = self.types("cat out")
        assert "\nDone. " in said, said

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait for something to come about, longer than the guest's own patience."""
        for _ in range(PATIENCES - 1):
            try:
                return self._guest.until(condition, what)
            except TimeoutError:
                say(f"   still waiting: {what}")
        return self._guest.until(condition, what)

    def show(self, what: str, unit: str) -> str:
        """Return what systemd says of a unit."""
        return self.ask(f"systemctl show -p {what} --value '{unit}'")

    def stands(self) -> bool:
        """Return whether systemd was told that the first page stands."""
        return self.show("ActiveState", NAME) == "active"

    def has_stood(self) -> bool:
        """Return whether it is noted that the current version showed its page."""
        return self.current() in self.ask(f"cat {DATA}/stood")

    def current(self) -> str:
        """Return the folder name of the version that is current."""
        return Path(self.ask(f"readlink {PLACE}/current")).name

    def games(self, data: str) -> list[str]:
        """Return the names of all games in a data folder."""
        return [name for name in self.ask(f"ls {data}/games").split() if name.endswith(".game")]

    def publish(self, change: str, subject: str) -> None:
        """Have a newer version appear where versions come from."""
        said = self.ask(f"cd {WORK} && {change} && git commit -qam '{subject}' && git push -q && echo published")
        assert said.endswith("published"), said

    def open_update(self) -> None:
        """Open the page *Update* from the home page."""
        for place in TO_UPDATE:
            self.tap(*place)
            self.picture("on_the_way")

    def tap(self, x: int, y: int) -> None:
        """Tap somewhere, after a moment: a page that has just come takes no tap."""
        self.ask(f"sleep 1; DISPLAY={DISPLAY} xdotool mousemove {x} {y} click 1; sleep 1")

    def picture(self, name: str) -> None:
        """Keep what the screen shows."""
        self.ask(f"DISPLAY={DISPLAY} import -window root /srv/picture.png")
        self._pictures += 1
        shutil.copy(self._place / "srv" / "picture.png", self._folder / f"{self._pictures:02d}-{name}.png")


def main(arguments: list[str]) -> int:
    """Return 0 if all of it came about."""
    parser = argparse.ArgumentParser(prog="tests.instruments.machines.updates", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--again", action="store_true", help="with the root that an earlier run has made")
    chosen = parser.parse_args(arguments)
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        say("This needs root and Debian's debootstrap.")
        return 2
    chosen.out.mkdir(parents=True, exist_ok=True)
    made, place = ROOTS / "updates", ROOTS / "updates-run"
    if not chosen.again:
        say("== the root")
        root.make(made)
    unmount(place)
    shutil.rmtree(place, ignore_errors=True)
    # By cp: it keeps who owns what.
    os.spawnlp(os.P_WAIT, "cp", "cp", "-a", str(made), str(place))
    say("== the machine")
    with Guest(place) as guest:
        Evening(guest, place, chosen.out).play()
    say("All of it came about.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
