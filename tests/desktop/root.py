"""The root of a machine with a desktop: Debian 13, labwc, and the companion set up by its own command."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.fresh_roots import MIRROR, PACKAGES, furnish, in_root, mounted, unmount

SUITE: Final = "trixie"
"""The first with labwc, and the Debian of Raspberry Pi OS' newest."""

SYSTEM: Final = ("systemd-sysv", "dbus-user-session", "libpam-systemd", "udev")
DESKTOP: Final = ("labwc", "wlr-randr", "xwayland", "lxsession", "suckless-tools", "grim", "wlrctl", "x11-utils")
"""What Raspberry Pi OS has, a screen lock that brings no second desktop with it, and what looks and points."""

COMMANDS: Final = (
    f"sudo apt-get install -qq --no-install-recommends {' '.join((*SYSTEM, *DESKTOP))} > /dev/null",
    "python3 -m companion.bootstrap run --version",
    # Also by the name by which the companion knows that there is a desktop.
    "sudo systemctl -q enable somebody.service",
)
"""What the user types, after the system was given its desktop."""

SESSION: Final = """\
[Unit]
Description=A desktop that somebody is logged in at
[Service]
User=anna
PAMName=login
Environment=WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
Environment=XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=labwc:wlroots
ExecStart=/usr/bin/labwc
[Install]
Alias=display-manager.service
"""
"""What a desktop's log-in comes to; the screen is one that labwc makes up."""

AUTOSTART: Final = "/usr/bin/lxsession-xdg-autostart &\n"
"""As Raspberry Pi OS has it: what programs want to be started with the desktop is."""

FILES: Final = {
    "/etc/systemd/system/somebody.service": SESSION,
    "/etc/xdg/labwc/autostart": AUTOSTART,
    "/etc/hostname": "table\n",
}


def make(root: Path) -> None:
    """Make a root as somebody would who has that desktop, a network and README's commands.

    Args:
        root: the folder; what is there goes.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    unmount(root)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    debootstrap = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(root), MIRROR]
    subprocess.run(debootstrap, check=True, stdout=subprocess.DEVNULL)
    for name, content in FILES.items():
        place = root / name.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
    with mounted(root):
        furnish(root)
        for command in COMMANDS:
            if code := in_root(root, command):
                raise subprocess.CalledProcessError(code, command)
