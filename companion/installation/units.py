"""The files that are installed: a unit for systemd, a rule for udev, one for polkit."""

from __future__ import annotations

from pathlib import Path
from typing import Final

NAME: Final = "table-companion"
CACHE: Final = Path("/var/cache") / NAME
"""For what the graphics driver has compiled: the unit of the bare screen may write nothing else in a home."""

RULES: Final = """\
# The table companion: a lasting name for the dice tower, and whoever may use the screen may set its light.
# The names of the makers: Arduino (two), CH340, FTDI, CP210x.
SUBSYSTEM!="tty", GOTO="companion_light"
ATTRS{idVendor}=="2341|2a03|1a86|0403|10c4", SYMLINK+="table-companion-tower", GROUP="dialout", MODE="0660", \
TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"
LABEL="companion_light"
SUBSYSTEM=="backlight", ACTION=="add", RUN+="/bin/chgrp video /sys%p/brightness", \
RUN+="/bin/chmod g+w /sys%p/brightness"
"""


def quoted(text: object) -> str:
    """Return a word as systemd reads it back: spaces, quotes, percent and dollar signs mean themselves.

    As an argument, that is: the name of a program may hold none of them, so `env` starts ours.
    """
    marked = str(text).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{marked}"'


def path_value(path: Path) -> str:
    """Return a path as systemd reads it where a dollar sign has no meaning."""
    return quoted(path).replace("$$", "$")


def on_the_bare_screen(python: Path, data: Path, user: str, groups: list[str]) -> str:
    """Return the unit for a machine without a desktop: it draws on the screen itself, from the start.

    Args:
        python: of the companion's environment.
        data: where the games are; nothing else of the user's can be written.
        user: who plays.
        groups: who may open screen, touchscreen, ports and pins.
    """
    return f"""\
[Unit]
Description=Table companion
After=systemd-user-sessions.service getty@tty1.service plymouth-quit-wait.service
Conflicts=getty@tty1.service
# Never given up: a screen may be switched on later. The companion itself waits longer each time.
StartLimitIntervalSec=0

[Service]
Type=notify
User={user}
SupplementaryGroups={" ".join(groups)}
ExecStart=/usr/bin/env {quoted(python)} -m companion --data {quoted(data)} app
Environment=SDL_VIDEODRIVER=kmsdrm
Environment=XDG_CACHE_HOME={CACHE}
# The sound card, as ALSA names it.
Environment=AUDIODEV=default
CacheDirectory={NAME}
CacheDirectoryMode=0700
RuntimeDirectory={NAME}
RuntimeDirectoryMode=0700
RuntimeDirectoryPreserve=restart
WorkingDirectory=/
Restart=always
RestartSec=2
WatchdogSec=60
TimeoutStartSec=180
StandardInput=tty
StandardOutput=journal
TTYPath=/dev/tty1
TTYReset=yes

UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths={path_value(data)} -/media -/run/media -/mnt
# The light of the screen: of its files only those that udev's rule gives to the group.
ReadWritePaths=-/sys/devices
PrivateTmp=yes
PrivateIPC=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
# No device filter: it knows the drivers that are loaded when the unit starts, and refuses those of a tower, a screen
# or a loudspeaker that is plugged in later. The files of devices belong to groups, and we are not root.

[Install]
WantedBy=multi-user.target
"""


def finisher(python: Path) -> str:
    """Return, as systemd reads it, the program that brings an update of a clone to its end; there only when needed.

    Args:
        python: of the clone's environment.
    """
    return quoted(python.parents[2] / ".git" / "companion" / "finish.py")


def on_a_desktop(python: Path, data: Path) -> str:
    """Return the unit for a user's desktop, under which the companion is one program among others.

    Args:
        python: of the companion's environment.
        data: where the games are.
    """
    return f"""\
[Unit]
Description=Table companion
PartOf=graphical-session.target
StartLimitIntervalSec=120
StartLimitBurst=5

[Service]
Type=notify
ExecStartPre=-/bin/sh -c '[ ! -e "$$1" ] || exec python3 "$$1"' sh {finisher(python)}
ExecStart=/usr/bin/env {quoted(python)} -m companion --data {quoted(data)} app
Restart=on-failure
RestartSec=2
WatchdogSec=60
TimeoutStartSec=180
UMask=0077
NoNewPrivileges=yes
"""


START: Final = f"""\
[Desktop Entry]
Type=Application
Name=Table companion
Comment=Starts with the desktop, on its display
Exec=sh -c "systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY; \
systemctl --user reset-failed {NAME}.service; systemctl --user restart {NAME}.service"
Terminal=false
"""
"""Started by every desktop that follows the XDG autostart rules: labwc and LXDE of Raspberry Pi OS do.

The end of the desktop before has taken its display away: systemd may have given the companion up, and would refuse.
"""


def may_switch_off(user: str) -> str:
    """Return the rule that lets a user switch the machine off without having logged in at it."""
    return f"""\
// The table companion's key *Shut down*.
polkit.addRule(function (action, subject) {{
    var off = ["org.freedesktop.login1.power-off", "org.freedesktop.login1.power-off-multiple-sessions"];
    if (off.indexOf(action.id) >= 0 && subject.user == "{user}") return polkit.Result.YES;
}});
"""
