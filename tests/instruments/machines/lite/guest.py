"""A machine without a desktop, without an emulator: what such a guest has besides what one with a desktop has."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from tests.instruments.machines.desktop.guest import BEGIN, Guest

LIGHT: Final = "/sys/class/backlight/10-0045/brightness"
SOCKET: Final = "/sys/class/drm/card1-HDMI-A-1/status"
DEVICES: Final = "sys/devices/software"
"""A folder of the kernel's in which nothing is that a machine without hardware needs."""

HARDWARE: Final = f"""\
# A display's light and a socket for a screen, put into the kernel's tree.
mkdir run/class
for name in $(ls sys/class); do mkdir run/class/$name; mount --bind sys/class/$name run/class/$name; done
mount --rbind run/class sys/class
mount -t tmpfs none {DEVICES}
mkdir -p sys/class/backlight sys/class/drm {DEVICES}/10-0045 {DEVICES}/card1-HDMI-A-1
ln -s ../../devices/software/10-0045 sys/class/backlight/10-0045
ln -s ../../devices/software/card1-HDMI-A-1 sys/class/drm/card1-HDMI-A-1
echo 255 > {DEVICES}/10-0045/max_brightness
echo 255 > {DEVICES}/10-0045/brightness
# As the rule for udev does when a real one comes.
chgrp video {DEVICES}/10-0045/brightness
chmod 664 {DEVICES}/10-0045/brightness
echo disconnected > {DEVICES}/card1-HDMI-A-1/status
for name in fuse tty1; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mknod dev/loop-control c 10 237
# systemd hears of devices only where it finds udev's door, or the kernel's own /dev, when it starts.
mkdir run/udev
touch run/udev/control
# As systemd has it on a machine of its own: what is mounted later is seen by those who run already.
mount --make-rshared .
"""

READY: Final = "systemctl is-active dbus multi-user.target"


class LiteGuest(Guest):
    """Runs such a root for as long as the block lasts.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        first, last = BEGIN.split("exec chroot")
        # udev runs only where it may write the kernel's tree.
        begun = first.replace("sysfs -o ro none", "sysfs none")
        assert begun != first
        super().__init__(root, f"{begun}{HARDWARE}exec chroot{last}")

    def _stands(self) -> bool:
        self.lives()
        return bool(self._first()) and self.ask(READY).split() == ["active", "active"]

    def is_off(self) -> bool:
        """Whether the machine has been switched off."""
        return self._process.poll() is not None


class UsbStick:
    """A stick as a file of this machine; its partition comes when it is plugged in.

    Args:
        guest: the machine that it is plugged into.
        image: the file.
        make: the command that makes a file system on the partition.
    """

    def __init__(self, guest: Guest, image: Path, *make: str) -> None:
        self._guest, self._image = guest, image
        image.unlink(missing_ok=True)
        with image.open("wb") as file:
            file.truncate(64 * 2**20)
        subprocess.run(["sfdisk", "-q", str(image)], input=b"start=2048\n", check=True)
        done = subprocess.run(["losetup", "-f", "--show", image], check=True, capture_output=True, text=True)
        self.disk = Path(done.stdout.strip()).name
        self.name = f"{self.disk}p1"
        # Not every kernel reads the table by itself.
        subprocess.run(["partx", "-a", f"/dev/{self.disk}"], check=True)
        subprocess.run([*make, f"/dev/{self.name}"], check=True, capture_output=True)

    def plug_in(self) -> None:
        """The kernel tells udev that it has come."""
        major, minor = Path(f"/sys/class/block/{self.name}/dev").read_text(encoding="ascii").strip().split(":")
        self._guest.ask(f"mknod /dev/{self.name} b {major} {minor}; {self._tell('add')}")

    def pull_out(self) -> None:
        """The kernel tells udev that it is gone."""
        self._guest.ask(f"{self._tell('remove')}; rm /dev/{self.name}")

    def _tell(self, what: str) -> str:
        return f"udevadm trigger --action={what} --settle /sys/class/block/{self.name}"

    def forget(self) -> None:
        """Take the file away from the kernel."""
        subprocess.run(["partx", "-d", f"/dev/{self.disk}"], check=True)
        subprocess.run(["losetup", "-d", f"/dev/{self.disk}"], check=True)
