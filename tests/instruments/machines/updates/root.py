"""The root of a machine without a desktop: Debian 13, a clone in a home, and the place where newer versions appear."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from companion.bootstrap import ROOT
from tests.instruments.machines.fresh_roots import PACKAGES, bare, lay, mounted

SUITE: Final = "trixie"
SYSTEM: Final = ("systemd-sysv", "dbus", "polkitd", "udev", "libpam-systemd", "python3-venv", "libxss1")
LOOKS: Final = ("xvfb", "xdotool", "imagemagick")
"""A screen for the unit, a finger, and what takes pictures."""

CLONE: Final = "/home/anna/table-companion"
OLD_DATA: Final = "/home/anna/.local/share/table-companion"
ORIGIN: Final = "/srv/companion.git"
WORK: Final = "/srv/work"
WHEELS: Final = "/srv/wheels"
DISPLAY: Final = ":5"

COMMANDS: Final = (
    f"git clone -q {ORIGIN} {CLONE}",
    f"cd {CLONE} && python3 -m companion.bootstrap run --version",
    # The guest has no network: what pip wants lies here.
    f"cd {CLONE} && .venv/bin/pip download -q --no-deps --require-hashes -r companion/locks/run.txt -d {WHEELS}",
)
"""What the user types, while there is a network."""

SCREEN: Final = f"""\
[Unit]
Description=A screen
[Service]
ExecStart=/usr/bin/Xvfb {DISPLAY} -screen 0 800x480x24 -ac
[Install]
WantedBy=multi-user.target
"""

ON_IT: Final = f"""\
# What this machine has in place of a screen and a terminal; three minutes are a quarter of one.
[Unit]
After=screen.service
[Service]
Environment=SDL_VIDEODRIVER=x11 DISPLAY={DISPLAY} LIBGL_ALWAYS_SOFTWARE=1
PrivateTmp=no
StandardInput=null
TTYPath=
TTYReset=no
TimeoutStartSec=45
"""

FILES: Final = {
    "/etc/systemd/system/screen.service": SCREEN,
    "/etc/systemd/system/table-companion.service.d/zz-guest.conf": ON_IT,
    "/etc/gitconfig": "[safe]\n\tdirectory = *\n[user]\n\tname = A\n\temail = a@example.org\n",
    "/etc/hostname": "table\n",
    "/etc/hosts": "127.0.0.1 localhost\n127.0.1.1 table\n",
    "/etc/sudoers.d/anna": "anna ALL=(ALL) NOPASSWD: ALL\n",
}

OFFLINE: Final = {"/etc/pip.conf": f"[global]\nno-index = true\nfind-links = {WHEELS}\n"}


def make(root: Path) -> None:
    """Make a root as somebody has it who ran the first commands of `docs/install.md`, with games of some evenings.

    Args:
        root: the folder; what is there goes.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    bare(root, SUITE, ",".join((PACKAGES, *SYSTEM, *LOOKS)))
    lay(root, FILES)
    with mounted(root):
        for name in ("resolv.conf", "ssl/certs/ca-certificates.crt"):
            (root / "etc" / name).unlink(missing_ok=True)
            shutil.copy(Path("/etc") / name, root / "etc" / name)
        inside = root / ORIGIN.lstrip("/")
        subprocess.run(["git", "clone", "-q", "--bare", str(ROOT), str(inside)], check=True)
        for command in (
            f"cd {ORIGIN} && git update-ref refs/heads/main HEAD && git symbolic-ref HEAD refs/heads/main",
            f"git clone -q {ORIGIN} {WORK}",
            f"mkdir -m 777 {WHEELS}",
            "useradd -m -s /bin/bash anna",
            "systemctl -q enable screen.service",
        ):
            subprocess.run(["chroot", str(root), "sh", "-ec", command], check=True)
        for command in COMMANDS:
            by_anna(root, command)
        games = root / OLD_DATA.lstrip("/") / "games"
        games.mkdir(parents=True)
        for game in (ROOT / "tests" / "fixtures" / "version_0_2" / "games").iterdir():
            shutil.copy(game, games)
        subprocess.run(["chroot", str(root), "chown", "-R", "anna:anna", "/home/anna"], check=True)
    lay(root, OFFLINE)


def by_anna(root: Path, command: str) -> None:
    """Run something as that user. Raises `subprocess.CalledProcessError`."""
    ours = ["HOME=/home/anna", "USER=anna", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "TERM=dumb"]
    chroot = ["chroot", "--userspec=anna:anna", str(root), "/usr/bin/env", "-i", *ours, "bash", "-ec", command]
    subprocess.run(chroot, check=True)
