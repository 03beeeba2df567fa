"""Mounts USB sticks on a machine without a desktop, where nothing else does: a rule for udev, a unit, a small program.

The rule starts the unit for each file system of a stick, by the kernel's name for it; the unit mounts it in a folder
with the file system's own id, and is bound to the device: when the stick is pulled out, it is unmounted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.installation.steps import InstallStep, remove, write
from companion.installation.units import NAME, quoted
from companion.setting_up.screens import STICK_RULE

RULE_FILE: Final = STICK_RULE
UNIT_FILE: Final = Path("/etc/systemd/system") / f"{NAME}-stick@.service"
PROGRAM_FILE: Final = Path("/usr/local/lib") / NAME / "stick"
PLACE: Final = f"/media/{NAME}"
"""The folder in which sticks are mounted, and in which the companion looks for them."""

ASIDE: Final = f"/run/{NAME}-stick"
"""Where one is mounted first that must be made ready."""

RULE: Final = f"""\
# The table companion: each file system of a USB stick is mounted, so that it gets copies of the games.
ACTION=="add", SUBSYSTEM=="block", ENV{{ID_BUS}}=="usb", ENV{{ID_FS_USAGE}}=="filesystem", \\
ENV{{ID_FS_TYPE}}=="vfat|exfat|ntfs|ext4|ext3|ext2", TAG+="systemd", ENV{{SYSTEMD_WANTS}}+="{NAME}-stick@%k.service", \\
RUN+="/bin/systemctl --no-block start {NAME}-stick@%k.service"
"""
"""A unit that a device wants is not started while it is still being stopped; a start of our own waits for that."""

PROGRAM: Final = f"""\
#!/bin/sh
# Mounts a file system of a USB stick for the table companion, or unmounts it:
#     stick mount sda1 USER
#     stick unmount sda1
set -eu
umask 022
device=/dev/$2 aside={ASIDE}-$2 note={ASIDE}-$2.place

property() {{
    udevadm info --query=property --name="$device" --property="$1" --value
}}

if [ "$1" = unmount ]; then
    for where in "$aside" "$(cat "$note" 2> /dev/null || true)"; do
        # Whoever has a file open there, as the companion may, must not keep a stick that is gone.
        [ -z "$where" ] || umount --lazy "$where" 2> /dev/null || true
        [ -z "$where" ] || rmdir "$where" 2> /dev/null || true
    done
    rm -f "$note"
    exit 0
fi

if findmnt --fstab --evaluate --source "$device" > /dev/null 2>&1; then
    echo "$device stands in /etc/fstab: left alone."
    exit 0
fi
if findmnt --source "$device" > /dev/null; then
    echo "$device is mounted already: left alone."
    exit 0
fi

user=$3 kind=$(property ID_FS_TYPE) id=$(property ID_FS_UUID)
case $id in
'' | *[!A-Za-z0-9-]*) id=$2 ;;
esac
where={PLACE}/$id
if mountpoint --quiet "$where"; then
    # A copy of a stick has its id.
    where={PLACE}/$id-$2
fi
all=nosuid,nodev,noexec,noatime
owner=uid=$(id -u "$user"),gid=$(id -g "$user"),umask=0007
# It may be pulled out at any moment: what is written is written at once.
case $kind in
vfat) options=$all,$owner,flush,utf8=1,shortname=mixed ;;
exfat) options=$all,$owner,sync,iocharset=utf8 ;;
ntfs)
    options=$all,$owner,sync
    if [ -e /sbin/mount.ntfs-3g ]; then kind=ntfs-3g; else kind=ntfs3; fi
    ;;
ext?) options=$all,sync ;;
*)
    echo "$device holds $kind, which is left alone."
    exit 0
    ;;
esac
first=$where
case $kind in
ext?)
    # The companion looks at once what comes there, so it comes when it is ready.
    first=$aside
    ;;
esac
echo "$where" > "$note"
mkdir -p "$first" "$where"
if ! mount -t "$kind" -o "$options" "$device" "$first"; then
    sh "$0" unmount "$2"
    exit 1
fi
if [ "$first" != "$where" ]; then
    # Its files have owners of their own: the companion's folder is made the player's, and nothing else is touched.
    ours=$first/{NAME}
    if [ ! -L "$ours" ] && mkdir -p "$ours"; then
        chown --recursive --no-dereference "$user:" "$ours" || true
    fi
    mount --bind "$first" "$where"
    umount "$first"
    rmdir "$first"
fi
"""


def unit(user: str) -> str:
    """Return the unit that mounts a file system of a stick for a user."""
    return f"""\
[Unit]
Description=USB stick %I for the table companion
BindsTo=dev-%i.device
After=dev-%i.device
CollectMode=inactive-or-failed
# A loose plug comes and goes often.
StartLimitIntervalSec=0

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh {PROGRAM_FILE} mount %I {quoted(user)}
ExecStopPost=/bin/sh {PROGRAM_FILE} unmount %I
TimeoutStartSec=60
TimeoutStopSec=20
"""


def to_install(user: str) -> list[InstallStep]:
    """Return the steps that have sticks mounted from now on.

    Those that are plugged in already are mounted, too; `user` may write on them.
    """
    return [
        write(PROGRAM_FILE, PROGRAM, "mounts a USB stick, so that it gets copies of the games", root=True),
        write(UNIT_FILE, unit(user), "has it done by systemd", root=True),
        write(RULE_FILE, RULE, "has it done when a stick is plugged in", root=True),
        InstallStep("let systemd read it", ("systemctl", "daemon-reload"), root=True, needed=False),
        InstallStep("let udev read it", ("udevadm", "control", "--reload"), root=True, needed=False),
        InstallStep(
            "mount the sticks that are plugged in",
            ("udevadm", "trigger", "--action=add", "--subsystem-match=block", "--property-match=ID_BUS=usb"),
            root=True,
            needed=False,
        ),
    ]


def to_uninstall() -> list[InstallStep]:
    """Return the steps that undo it; a mounted stick stays so until it is pulled out."""
    if not RULE_FILE.exists():
        return []
    return [
        remove(RULE_FILE, root=True),
        InstallStep("let udev read it", ("udevadm", "control", "--reload"), root=True, needed=False),
        remove(UNIT_FILE, root=True),
        InstallStep(f"remove {PROGRAM_FILE.parent}", ("rm", "-rf", str(PROGRAM_FILE.parent)), root=True),
        InstallStep("let systemd read it", ("systemctl", "daemon-reload"), root=True, needed=False),
    ]
