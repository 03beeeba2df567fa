"""The root of a machine with a desktop: Debian 13, labwc, and the companion set up by its own command."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.instruments.machines.desktop import glass
from tests.instruments.machines.fresh_roots import PACKAGES, WHERE, bare, furnish, in_root, lay, mounted
from tests.instruments.machines.lite import root as lite

SUITE: Final = "trixie"
"""The first with labwc, and the Debian of Raspberry Pi OS' newest."""

SYSTEM: Final = ("systemd-sysv", "dbus-user-session", "libpam-systemd", "udev", "polkitd", "kmod", "udisks2")
DESKTOP: Final = ("labwc", "wlr-randr", "wlopm", "swayidle", "xwayland", "lxsession")
SOUND: Final = ("pipewire", "pipewire-pulse", "wireplumber", "libpulse0")
LOOKS: Final = ("suckless-tools", "grim", "x11-utils", "pulseaudio-utils", "procps", "wlrctl")
"""What Raspberry Pi OS has, a screen lock that brings no second desktop with it, and what looks."""

GLASS: Final = ("xserver-xorg-core", "xserver-xorg-video-dummy")
"""What stands for a screen with a touch panel: labwc runs on it as it would on the real one."""

ALL: Final = " ".join((*SYSTEM, *DESKTOP, *SOUND, *LOOKS, *GLASS))

COMMANDS: Final = (
    f"sudo apt-get install -qq --no-install-recommends {ALL} > /dev/null",
    "python3 -m companion.bootstrap run --version",
    # Also by the name by which the companion knows that there is a desktop.
    "sudo systemctl -q enable somebody.service",
)
"""What the user types, after the system was given its desktop."""

WORK: Final = "/srv/work"
"""Where newer versions are made."""

ENVIRONMENT: Final = f"{WHERE}/.venv"
KEPT: Final = "/srv/environment"
"""That environment as it was made."""

PANEL: Final = "/run/panel"
PIPE: Final = "/run/finger"
"""Takes taps; see `tests/instruments/machines/desktop/glass.py`."""

SCREEN: Final = f"""\
Section "ServerFlags"
    Option "AutoAddDevices" "false"
EndSection
Section "Device"
    Identifier "nothing"
    Driver "dummy"
    VideoRam 64000
EndSection
Section "Monitor"
    Identifier "any"
    HorizSync 1-2000
    VertRefresh 1-2000
EndSection
Section "Screen"
    Identifier "screen"
    Device "nothing"
    Monitor "any"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Modes "{glass.WIDE}x{glass.HIGH}"
        Virtual {glass.WIDE} {glass.HIGH}
    EndSubSection
EndSection
Section "InputDevice"
    Identifier "panel"
    Driver "inputtest"
    Option "SocketPath" "{PANEL}"
    Option "DeviceType" "Touch"
    Option "TouchCount" "5"
EndSection
Section "ServerLayout"
    Identifier "all"
    Screen "screen"
    InputDevice "panel" "SendCoreEvents"
EndSection
"""

GLASS_UNIT: Final = """\
[Unit]
Description=A screen with a touch panel
[Service]
ExecStart=/usr/lib/xorg/Xorg :9 -config /etc/screen.conf -noreset -novtswitch -sharevts -ac -nolisten tcp
"""

FINGER: Final = f"""\
[Unit]
Description=A finger
Requires=glass.service
After=glass.service
[Service]
ExecStartPre=/bin/sh -c 'until [ -S {PANEL} ]; do sleep 0.2; done'
ExecStart=/usr/bin/python3 /root/glass.py {PANEL} {PIPE}
"""

SESSION: Final = """\
[Unit]
Description=A desktop that somebody is logged in at
# Logging out and in often is what is tried.
StartLimitIntervalSec=0
Requires=glass.service finger.service
After=glass.service
[Service]
User=anna
PAMName=login
Environment=WLR_BACKENDS=x11 DISPLAY=:9 WLR_RENDERER=pixman
# At the machine itself: only such a one may switch it off, and has sticks mounted.
Environment=XDG_SEAT=seat0 XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user XDG_CURRENT_DESKTOP=labwc:wlroots
ExecStartPre=/bin/sh -c 'until [ -S /tmp/.X11-unix/X9 ]; do sleep 0.2; done'
ExecStart=/usr/bin/labwc
[Install]
Alias=display-manager.service
"""
"""What a desktop's log-in comes to."""

AUTOSTART: Final = "/usr/bin/lxsession-xdg-autostart &\n"
"""As Raspberry Pi OS has it: what programs want to be started with the desktop is."""

STICK: Final = 'SUBSYSTEM=="block", KERNEL=="loop*", ENV{UDISKS_SYSTEM}="0"\n'
"""A file stands for a stick, and is no part of the machine."""

MAY_MOUNT: Final = """\
polkit.addRule(function (action, subject) {
    if (action.id == "org.freedesktop.udisks2.filesystem-mount-other-seat" && subject.active) return polkit.Result.YES;
});
"""
"""Such a stick is plugged in at nobody's seat: it has no drive."""

FILES: Final = {
    "/etc/systemd/system/glass.service": GLASS_UNIT,
    "/etc/systemd/system/finger.service": FINGER,
    "/etc/systemd/system/somebody.service": SESSION,
    "/etc/screen.conf": SCREEN,
    "/root/glass.py": Path(glass.__file__).read_text(encoding="utf-8"),
    "/etc/xdg/labwc/autostart": AUTOSTART,
    "/etc/udev/rules.d/66-as-a-stick.rules": STICK,
    "/etc/polkit-1/rules.d/40-seat.rules": MAY_MOUNT,
    "/etc/hostname": "table\n",
}


def make(root: Path) -> None:
    """Make a root as somebody would who has that desktop, a network and README's commands.

    Args:
        root: the folder; what is there goes.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    bare(root, SUITE, PACKAGES)
    lay(root, FILES)
    with mounted(root):
        furnish(root)
        for command in COMMANDS:
            if code := in_root(root, command):
                raise subprocess.CalledProcessError(code, command)
        subprocess.run(["chroot", str(root), "groupadd", "-r", "gpio"], check=True)
        subprocess.run(["chroot", str(root), "cp", "-a", ENVIRONMENT, KEPT], check=True)


def renew(root: Path) -> None:
    """Lay the project's files of now, as a clone of a place within the root where newer versions can appear.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    # An update has put another one in its place.
    for command in (("rm", "-rf", ENVIRONMENT), ("cp", "-a", KEPT, ENVIRONMENT)):
        subprocess.run(["chroot", str(root), *command], check=True)
    lite.renew(root)
    lay(root, FILES)
    for left in (WORK, f"{WHERE}/../../.config"):
        shutil.rmtree(root / left.lstrip("/"), ignore_errors=True)
    subprocess.run(["chroot", str(root), "chown", "-R", "anna:anna", "/home/anna"], check=True)
    lite.offline(root)
    with mounted(root):
        subprocess.run(["chroot", str(root), "install", "-d", "-o", "anna", "-g", "anna", WORK], check=True)
        if code := in_root(root, f"git clone -q {lite.ORIGIN}/companion {WORK}"):
            raise subprocess.CalledProcessError(code, "git clone")
