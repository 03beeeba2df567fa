"""README's first command on a bare Debian where everything goes wrong that can, at a real terminal.

    sudo .venv/bin/python -m tests.instruments.machines.fresh_troubles bookworm

Makes a root as `tests.instruments.machines.fresh_roots` does. Then, before anything is set up: a user whom sudo turns
away, no network, Ctrl-C after 1, 5 and 15 s of system packages and of Python's, a folder that cannot be written, a
full disk, `sudo` before the command, and root's own start before the user's. Each time the last line must be the one
sentence with the true cause, and no traceback above it. In the end the same command has to come to its end.
"""

from __future__ import annotations

import argparse
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion import __version__
from companion.setting_up.attended import say
from tests.instruments.machines.fresh_roots import PLACE, PROCESSOR, WHERE, furnish, make, mounted, timed, unmount

RUN: Final = "python3 -m companion.bootstrap run --version"
PASSWORD: Final = "anna's"
SECONDS: Final = (1.0, 5.0, 15.0)
STOPPED: Final = "Stopped. Games and settings are untouched. Run the same command again; it goes on where it stopped."
NETWORK: Final = "The network cannot be reached from here. Connect this machine to the internet. Then run the same"
FULL: Final = "The disk is full. Make room on it. Then run the same command again"


class Terminal:
    """What somebody at a terminal of that root sees.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self._root, self.wrong, self._pressed = root, list[str](), True

    def types(
        self, command: str, *, user: str = "anna", offline: bool = False, stop: float | None = None, after: str = ""
    ) -> str:
        """Run something, and return all that the terminal shows.

        Args:
            command: to run in the project's folder.
            user: who does.
            offline: without any network.
            stop: seconds after which Ctrl-C is pressed.
            after: these seconds count from when this is shown.
        """
        home = "/root" if user == "root" else f"/home/{user}"
        ours = [f"HOME={home}", f"USER={user}", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        ours += ["LANG=C.UTF-8", "TERM=dumb", *(f"{name}={value}" for name, value in PROCESSOR.items())]
        inside = ["chroot", f"--userspec={user}:{user}", f"--groups={user}", str(self._root), "/usr/bin/env", "-i"]
        line = f"cd {shlex.quote(WHERE)} && {command}"
        whole = [*(["unshare", "-n"] if offline else []), *inside, *ours, "bash", "-c", line]
        ours_end, theirs = pty.openpty()
        # Whoever starts this in the background lets it ignore Ctrl-C.
        whole = ["env", "--default-signal", "setsid", "-c", "-w", *whole]
        process = subprocess.Popen(whole, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self._pressed = stop is None
        began = heard = time.monotonic()
        shown, before, longest = "", "", 0.0
        while True:
            ready = select.select([ours_end], [], [], 0.2)[0]
            now = time.monotonic()
            if after not in shown:
                began = now
            elif not self._pressed and now - began >= (stop or 0.0):
                os.write(ours_end, b"\x03")
                self._pressed = True
            if not ready:
                continue
            if now - heard > longest:
                longest, before = now - heard, shown
            heard = now
            try:
                piece = os.read(ours_end, 4096)
            except OSError:
                # That is how a terminal of the kernel's ends.
                break
            if not piece:
                break
            if b"[sudo] password" in piece:
                os.write(ours_end, f"{PASSWORD}\n".encode())
            shown += piece.decode(errors="replace")
        os.close(ours_end)
        process.wait()
        say(
            f"   {heard - began:.0f} s, longest silence {longest:.0f} s, after: {before.strip().rpartition(chr(10))[2]}"
        )
        return shown.replace("\r", "")

    def sees(self, what: str, shown: str, sentence: str) -> None:
        """Judge what stands there in the end.

        Args:
            what: was wrong.
            shown: on the terminal.
            sentence: that the last line has to hold.
        """
        lines = shown.strip().splitlines() or [""]
        say(f"   {what}: {lines[-1]}")
        if not self._pressed:
            say("   (it was at its end before Ctrl-C)")
        elif sentence not in lines[-1] or "Traceback" in shown:
            self.wrong.append(what)
            say("\n".join(f"   ! {line}" for line in lines[-40:]))


@contextmanager
def laid_over(folder: Path, *options: str) -> Iterator[None]:
    """Mounts something over a folder."""
    subprocess.run(["mount", *options, str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def go_wrong(root: Path) -> list[str]:
    """Do all of it, and return what was told badly."""
    at = Terminal(root)
    folder, rights = root / WHERE.lstrip("/"), root / "etc/sudoers.d/anna"
    may = rights.read_text(encoding="utf-8")
    subprocess.run(["chroot", str(root), "chpasswd"], input=f"anna:{PASSWORD}\n", text=True, check=True)

    rights.write_text(may.split("anna ALL")[0], encoding="utf-8")
    at.sees("sudo turns the user away", at.types(RUN), "sudo did not let this user install packages, so nothing was")
    rights.write_text(may.replace("NOPASSWD: ", ""), encoding="utf-8")

    at.sees("sudo before the command", at.types(f"sudo {RUN}"), "This was started with sudo; games and files would")
    theirs = [path for path in folder.rglob("*") if path.stat().st_uid == 0]
    assert not theirs, f"what belongs to root now: {theirs}"

    with laid_over(folder, "--bind", str(folder)):
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
        at.sees("a folder that is read-only", at.types(RUN), "cannot be written: the disk is read-only. Copy the")

    at.sees("no network for system packages", at.types(RUN, offline=True), NETWORK)
    for seconds in SECONDS:
        at.sees(f"Ctrl-C after {seconds:.0f} s", at.types(RUN, stop=seconds), STOPPED)
    # So far as the system packages, whatever of them has been fetched by now.
    pip = "Installing Python packages"
    at.sees("Ctrl-C as soon as Python's are fetched", at.types(RUN, stop=0.0, after=pip), STOPPED)
    at.sees("no network for Python's packages", at.types(RUN, offline=True), NETWORK)
    (folder / ".venv").mkdir(exist_ok=True)
    with laid_over(folder / ".venv", "-t", "tmpfs", "-o", "size=40M,mode=777", "tmpfs"):
        at.sees("a full disk", at.types(RUN), FULL)
    for seconds in SECONDS:
        at.sees(f"Ctrl-C {seconds:.0f} s into Python's", at.types(RUN, stop=seconds, after=pip), STOPPED)

    shutil.rmtree(folder / ".venv")
    at.sees("root's own start, stopped", at.types(RUN, user="root", stop=2.0, after=pip), STOPPED)
    shown = at.types(RUN)
    at.sees("root first, the user later", shown, "belongs to root (a start with sudo does that). Give it to this user")
    mends = re.search(r"sudo chown -R anna '.*'", shown)
    assert mends is not None, shown
    at.types(mends[0])
    shown = at.types(RUN)
    at.sees("nothing is wrong any more", shown, __version__)
    at.sees("offline, but set up", at.types(RUN, offline=True), __version__)
    return at.wrong


def main(arguments: list[str]) -> int:
    """Return 0 if each time the true cause was told."""
    parser = argparse.ArgumentParser(prog="fresh_troubles", description=__doc__)
    parser.add_argument("suite", choices=["bookworm", "trixie"])
    parser.add_argument("--again", action="store_true", help="in the root that an earlier run has left there")
    chosen = parser.parse_args(arguments)
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        say("This needs root and Debian's debootstrap.")
        return 2
    root = PLACE / f"{chosen.suite}-troubles"
    if chosen.again:
        unmount(root)
    else:
        timed("debootstrap", make, root, chosen.suite, "amd64", foreign=False)
    with mounted(root):
        if not (root / WHERE.lstrip("/")).exists():
            furnish(root)
        wrong = go_wrong(root)
    say(f"Told badly: {', '.join(wrong)}" if wrong else "Each time the true cause was told.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
