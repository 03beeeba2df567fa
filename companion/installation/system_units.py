"""The files for a companion that belongs to the machine: its units, who may start an update, and its command.

The unit of the screen is the one of `units.on_the_bare_screen`; what differs here is added beside it (`DROP_IN`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.installation.units import NAME
from companion.installation.updater import STOOD
from companion.installation.versions import BEFORE, CURRENT, TRIAL

PLACE: Final = Path("/opt") / NAME
"""The folder of the program: its versions, and the link to the current one."""

DATA: Final = Path("/var/lib") / NAME
"""The folder of games and settings."""

USER: Final = NAME
"""The user that runs the screen; members of its group may read and write the games."""

UPDATER: Final = f"{NAME}-updater"
"""The user that owns the program's folder, and alone may write there."""

RUN: Final = Path("/run") / UPDATER
"""The folder in which the updater writes its result."""

UPDATER_CACHE: Final = Path("/var/cache") / UPDATER
VERBS: Final = ("look", "take", "back")

UNITS: Final = Path("/etc/systemd/system")
DROP_IN: Final = UNITS / f"{NAME}.service.d" / "versions.conf"
UPDATER_UNIT: Final = UNITS / f"{UPDATER}@.service"
TRIAL_UNIT: Final = UNITS / f"{NAME}-trial.service"
MOVED_UNIT: Final = UNITS / f"{NAME}-moved.service"
MAY_UPDATE: Final = Path("/etc/polkit-1/rules.d") / f"50-{UPDATER}.rules"
COMMAND: Final = Path("/usr/local/bin/companion")

_APART: Final = f"""\
User={UPDATER}
SupplementaryGroups={USER}
UMask=0022
Nice=10
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
ReadWritePaths={PLACE} {DATA}
PrivateTmp=yes
PrivateDevices=yes
PrivateIPC=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
Environment=HOME={UPDATER_CACHE} TMPDIR=/var/tmp
"""

VERSIONS: Final = f"""\
# The companion of this machine: which version runs, and whether it showed its first page.
[Unit]
Wants={TRIAL_UNIT.name}
After={TRIAL_UNIT.name}

[Service]
ExecStart=
ExecStart={PLACE}/{CURRENT}/.venv/bin/companion --data {DATA} app
# After the first page: the program that runs, with its version's folder.
ExecStartPost=-/bin/sh -c 'tr "\\\\0" "\\\\n" < /proc/$$MAINPID/cmdline | head -n 1 > {DATA}/{STOOD}.new; \
sync {DATA}/{STOOD}.new; mv {DATA}/{STOOD}.new {DATA}/{STOOD}'
UMask=0007
"""

UPDATES: Final = f"""\
[Unit]
Description=Table companion: updates (%i)

[Service]
Type=oneshot
ExecStart={PLACE}/{CURRENT}/.venv/bin/python -m companion.installation.updater %i --place {PLACE} --data {DATA} \
--answer {RUN}
WorkingDirectory=/
RuntimeDirectory={RUN.name}
RuntimeDirectoryMode=0755
RuntimeDirectoryPreserve=yes
CacheDirectory={UPDATER_CACHE.name}
{_APART}"""

JUDGES: Final = f"""\
[Unit]
Description=Table companion: goes back to the version before if the new one does not start
ConditionPathExists={PLACE}/{TRIAL}

[Service]
Type=oneshot
# The code of the version before: the new one may not start at all.
ExecStart={PLACE}/{BEFORE}/.venv/bin/python -m companion.installation.updater judge --place {PLACE} --data {DATA}
WorkingDirectory=/
{_APART}"""

UPDATE_RULE: Final = f"""\
// The table companion's page *Update*, and its command for whoever is in its group.
polkit.addRule(function (action, subject) {{
    var units = [{", ".join(f'"{UPDATER}@{verb}.service"' for verb in VERBS)}];
    if (action.id == "org.freedesktop.systemd1.manage-units" && action.lookup("verb") == "start" &&
            units.indexOf(action.lookup("unit")) >= 0 &&
            (subject.user == "{USER}" || subject.isInGroup("{USER}"))) return polkit.Result.YES;
}});
"""

COMMAND_SCRIPT: Final = f"""\
#!/bin/sh
# The table companion of this machine, for members of the group {USER}.
if [ ! -w {DATA} ]; then
    echo "Games belong to the group {USER}, and you are not in it yet. Nothing was changed." >&2
    echo "Run: sudo usermod -aG {USER} $(id -un) and log in again." >&2
    exit 1
fi
exec {PLACE}/{CURRENT}/.venv/bin/companion --data {DATA} "$@"
"""


MOVED: Final = "moved-to-this-machine"
"""The file that marks a folder whose games were moved: only such a folder is renamed."""


def puts_away(old: str, user: str) -> str:
    """Return the unit that renames the folder whose games were moved, once the companion has started from the new one.

    Args:
        old: the folder, as systemd reads it.
        user: whose folder it is.
    """
    return f"""\
[Unit]
Description=Table companion: puts the folder away from which games were moved
After={NAME}.service
# Not by a requirement: one that waits for a screen would be started again at once, and the whole boot wait for it.
ConditionPathExists={DATA}/{STOOD}

[Service]
Type=oneshot
User={user}
ExecStart=/bin/sh -c '[ ! -e "$$1/{MOVED}" ] || [ -e "$$1.moved" ] || mv -T "$$1" "$$1.moved"' sh {old}

[Install]
WantedBy={NAME}.service
"""
