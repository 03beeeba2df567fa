"""A machine with a desktop, without an emulator: a systemd of its own in a room of the kernel's (unshare)."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.instruments.machines.boot.machine import read_ppm
from tests.x11.screen import Picture

PATIENCE: Final = 120.0
"""Seconds to wait for what never comes."""

ENTER: Final = """\
set -e
mount --make-rprivate /
# A branch of its own among the control groups: what systemd makes there is seen by nobody else.
mount -t cgroup2 none "$1/mnt"
mkdir -p "$1/mnt/desktop"
echo $$ > "$1/mnt/desktop/cgroup.procs"
umount "$1/mnt"
exec unshare --pid --fork --ipc --uts --cgroup --net --kill-child sh -c "$2" sh "$1"
"""

BEGIN: Final = """\
set -e
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro none sys
mount -t cgroup2 none sys/fs/cgroup
for name in run tmp dev; do mount -t tmpfs -o mode=1777 none $name; done
chmod 755 run dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 none dev/pts
mount -t tmpfs -o mode=1777 none dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
exec chroot . /usr/bin/env -i container=plain PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
"""
"""As a kernel and its first programs leave a machine to systemd."""

ANNA: Final = ("setpriv", "--reuid=anna", "--regid=anna", "--init-groups")
MINE: Final = "/run/user/1000"


class Guest:
    """Runs a root for as long as the block lasts.

    Args:
        root: the folder.
        begin: the lines that leave it to systemd; the root is their first argument.
    """

    def __init__(self, root: Path, begin: str = BEGIN) -> None:
        self._root, self._begin = root, begin

    def __enter__(self) -> Self:
        command = ["unshare", "--mount", "sh", "-c", ENTER, "sh", str(self._root), self._begin]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            self.until(self._stands, "the machine has started")
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            print(self.ask("journalctl --no-pager -q -n 60 -o cat"))
        # With it goes all that it has started.
        self._process.kill()
        self._process.wait(PATIENCE)

    def lives(self) -> None:
        """Raises `RuntimeError` if the machine has ended."""
        if self._process.poll() is not None:
            raise RuntimeError("The machine does not start; why, stands above.")

    def _stands(self) -> bool:
        self.lives()
        return bool(self._first()) and "running" in self.ask("systemctl is-system-running; systemctl is-active dbus")

    def _first(self) -> str:
        """The number of the systemd within, as this machine counts."""
        return Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text(encoding="ascii").strip()

    def _enter(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        room = ["nsenter", f"--target={self._first()}", "--mount", "--pid", "--ipc", "--uts", "--net", "--root", "--wd"]
        path = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"]
        return subprocess.run([*room, *path, *command], capture_output=True, timeout=PATIENCE, check=False)

    def ask(self, command: str) -> str:
        """Run something as root within, and return what it says."""
        done = self._enter("sh", "-c", command)
        return (done.stdout + done.stderr).decode(errors="replace").strip()

    def by_anna(self, command: str, **more: str) -> str:
        """Run something as whoever sits at the desktop, and return what it says."""
        done = self._by_anna(command, **more)
        return (done.stdout + done.stderr).decode(errors="replace").strip()

    def _by_anna(self, command: str, **more: str) -> subprocess.CompletedProcess[bytes]:
        ours = {"HOME": "/home/anna", "USER": "anna", "XDG_RUNTIME_DIR": MINE, "WAYLAND_DISPLAY": "wayland-0", **more}
        pairs = [f"{name}={value}" for name, value in ours.items()]
        return self._enter(*ANNA, "env", *pairs, "bash", "-c", command)

    def picture(self) -> Picture | None:
        """Return what the desktop's screen shows; None while there is no desktop."""
        done = self._by_anna("grim -t ppm -")
        return None if done.returncode else read_ppm(done.stdout)

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Look again and again until something has come about. Raises `TimeoutError` if it does not."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"It never came about: {what}.")
            time.sleep(0.2)
