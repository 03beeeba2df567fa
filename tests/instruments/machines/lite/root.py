"""The root of a machine without a desktop: Debian 13, and the companion set up and installed by its own commands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from companion.installation import system_units
from companion.installation.install import SYSTEM_UNIT
from companion.installation.stick import PLACE as STICKS
from companion.installation.units import NAME
from tests.instruments.machines.fresh_roots import PACKAGES, WHERE, bare, furnish, in_root, lay, mounted
from tests.instruments.machines.lite import probe

SUITE: Final = "trixie"
"""The Debian of Raspberry Pi OS' newest."""

SYSTEM: Final = ("systemd-sysv", "dbus", "libpam-systemd", "udev", "polkitd", "ntfs-3g", "kmod")
"""What Raspberry Pi OS Lite has of what is asked here."""

GLASS: Final = ("xvfb", "xdotool", "procps")
"""What stands for a screen and a finger, and what looks."""

SET_UP: Final = "python3 -m companion.bootstrap run --version"

DATA: Final = "/home/anna/.local/share/table-companion"
WHEELS: Final = "/srv/wheels"
ORIGIN: Final = "/srv/git"
DISPLAY: Final = ":9"

SCREEN: Final = f"""\
[Unit]
Description=A screen, once it is switched on
[Service]
ExecStart=/usr/bin/Xvfb {DISPLAY} -screen 0 800x480x24 -nolisten tcp
"""

ON: Final = f"""\
[Service]
Environment=SDL_VIDEODRIVER=x11 DISPLAY={DISPLAY} LIBGL_ALWAYS_SOFTWARE=1
"""
"""What the unit is given with that screen: there is none here for which it could have KMSDRM."""

DROP_IN: Final = f"{SYSTEM_UNIT}.d/screen.conf"

AS_USB: Final = 'SUBSYSTEM=="block", KERNEL=="loop*", ENV{ID_BUS}="usb"\n'
"""A file stands for the stick; udev calls it one."""

PROBE: Final = "probe.service"

FILES: Final = {
    "/etc/systemd/system/screen.service": SCREEN,
    # After the rules that ask what is on a disk, before those of the companion.
    "/etc/udev/rules.d/65-as-usb.rules": AS_USB,
    "/etc/hostname": "table\n",
    "/etc/hosts": "127.0.0.1 localhost table\n",
    "/usr/local/lib/probe.py": Path(probe.__file__).read_text(encoding="utf-8"),
}


def make(root: Path) -> None:
    """Make a root as somebody would who has Raspberry Pi OS Lite, a network and README's commands.

    Args:
        root: the folder; what is there goes.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    bare(root, SUITE, ",".join((PACKAGES, *SYSTEM, *GLASS)))
    lay(root, FILES)
    with mounted(root):
        furnish(root)
        subprocess.run(["chroot", str(root), "groupadd", "-r", "gpio"], check=True)
        if code := in_root(root, SET_UP):
            raise subprocess.CalledProcessError(code, SET_UP)


def offline(root: Path) -> None:
    """Lay what an installation for the machine needs of the network: a guest has none.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    lay(root, {"/etc/gitconfig": "[user]\n\tname = A\n\temail = a@example.org\n[safe]\n\tdirectory = *\n"})
    with mounted(root):
        subprocess.run(
            ["chroot", str(root), "sh", "-c", f"rm -f /etc/pip.conf; mkdir -p -m 777 {WHEELS} {ORIGIN}"], check=True
        )
        for command in (
            "rm -rf .git; git init -q -b main; git add -A; git commit -q -m all",
            f"git clone -q --bare . {ORIGIN}/companion; git remote add origin {ORIGIN}/companion; git fetch -q",
            "git branch -q --set-upstream-to=origin/main",
            f".venv/bin/pip download -q --no-deps --require-hashes -r companion/locks/run.txt -d {WHEELS}",
        ):
            if code := in_root(root, command):
                raise subprocess.CalledProcessError(code, command)
    lay(root, {"/etc/pip.conf": f"[global]\nno-index = true\nfind-links = {WHEELS}\n"})


def renew(root: Path) -> None:
    """Put the project's files of now into a root that an earlier run has left, its environment stays; nothing is
    installed there any more."""
    for left in (SYSTEM_UNIT, Path(DROP_IN), Path(f"/etc/udev/rules.d/70-{NAME}.rules"), Path("/etc/fstab")):
        (root / str(left).lstrip("/")).unlink(missing_ok=True)
    for folder in (DATA, STICKS, system_units.PLACE, system_units.DATA, ORIGIN):
        shutil.rmtree(root / str(folder).lstrip("/"), ignore_errors=True)
    place = root / WHERE.lstrip("/")
    for old in place.iterdir():
        if old.name != ".venv":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    packed = subprocess.run(["git", "archive", "HEAD"], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(place)], input=packed, check=True)
    lay(root, FILES)
