"""The root file system of the emulated machine: Debian, the companion set up and installed by its own commands."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from companion.installation.install import SYSTEM_UNIT
from tests.instruments.machines.boot import finger
from tests.instruments.machines.boot.machine import HEIGHT, WIDTH
from tests.instruments.machines.fresh_roots import PACKAGES, WHERE, bare, furnish, in_root, lay, mounted

SUITE: Final = "bookworm"
SYSTEM: Final = (
    *("systemd-sysv", "dbus", "linux-image-amd64"),
    *("libasound2", "ntfs-3g"),
    *("linux-headers-amd64", "linux-source-6.1", "gcc", "make", "xz-utils"),
)
"""A kernel and what it starts, and what compiles one more driver for it."""

SIZE: Final = "6G"
"""Of the disk; what is empty takes no room."""

COMMANDS: Final = (
    "python3 -m companion.bootstrap run --version",
    # The set-up does this on a Raspberry Pi.
    ".venv/bin/python -m pip install -q --require-hashes --only-binary=lgpio -r companion/locks/pi.txt",
    ".venv/bin/companion install --yes",
)
"""What the user types."""

DRIVER: Final = "/root/gpio-sim"
CPU: Final = "/etc/cpu-of-a-pi"
OUTSIDE: Final = "/dev/virtio-ports/outside"
"""Where the machine's commands come from."""

BUILD: Final = f"""\
set -e
release=$(ls /lib/modules)
mkdir -p {DRIVER}
tar -xJf /usr/src/linux-source-6.1.tar.xz -C {DRIVER} --strip-components=1 --wildcards \
    '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
cd {DRIVER}
cp drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c .
# The same call by a name that modules may use.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' irq_sim.c
printf '%s\\n' 'obj-m := gpio-sim-all.o' 'gpio-sim-all-y := gpio-sim.o irq_sim.o' > Makefile
make -s -C /lib/modules/$release/build M=$PWD modules
install -D gpio-sim-all.ko /lib/modules/$release/extra/gpio-sim-all.ko
depmod $release
"""
"""Debian's kernels leave the simulated pins out; their source, of the same version, is a package of Debian's."""

PINS: Final = """\
set -e
modprobe configfs
modprobe gpio-sim-all
cd /sys/kernel/config/gpio-sim
mkdir -p header/bank
echo 28 > header/bank/num_lines
echo 1 > header/live
udevadm settle
"""
"""A chip with the 28 lines of a Raspberry Pi's header."""

WIRING: Final = """\
tower = "on"

[wiring.buttons]
next = 27
"player:first" = 5

[wiring.lights]
undo = 24
"""
"""What the user has soldered."""

PIPE: Final = "/run/finger"
"""Takes taps; see `tests/instruments/machines/boot/finger.py`."""


def service(what: str, does: str, *, more: str = "") -> str:
    """Return a unit that runs before the companion does."""
    return f"""\
[Unit]
Description={what}
Before={SYSTEM_UNIT.name}
StartLimitIntervalSec=0
[Service]
Environment=PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
ExecStart={does}
{more}
[Install]
WantedBy=multi-user.target
"""


SHELL: Final = f"""\
StandardInput=file:{OUTSIDE}
StandardOutput=file:{OUTSIDE}
StandardError=inherit
Restart=always
RestartSec=1
"""

AS_ON_A_PI: Final = f"""\
[Service]
# A library for pins asks the processor which Raspberry Pi this is: a Pi 4.
BindReadOnlyPaths={CPU}:/proc/cpuinfo
# Every instruction is emulated.
TimeoutStartSec=900
"""

RIGHTS: Final = 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"\n'
"""Raspberry Pi OS brings this rule and the group."""

DATA: Final = "/home/anna/.local/share/table-companion"
UNITS: Final = "/etc/systemd/system"

FILES: Final = {
    f"{UNITS}/outside.service": service("Commands from outside", "/bin/bash --noprofile --norc", more=SHELL),
    f"{UNITS}/pins.service": service("Simulated pins", "/bin/sh /root/pins.sh", more="Type=oneshot"),
    f"{UNITS}/finger.service": service(
        "A touchscreen",
        f"/usr/bin/python3 /root/finger.py {WIDTH} {HEIGHT} {PIPE}",
        more="ExecStartPre=modprobe uinput",
    ),
    f"{SYSTEM_UNIT}.d/pi.conf": AS_ON_A_PI,
    CPU: "Hardware\t: BCM2835\nRevision\t: c03114\nModel\t\t: Raspberry Pi 4 Model B Rev 1.4\n",
    "/etc/udev/rules.d/60-gpio.rules": RIGHTS,
    "/etc/hostname": "table\n",
    "/root/pins.sh": PINS,
    "/root/finger.py": Path(finger.__file__).read_text(encoding="utf-8"),
    f"{DATA}/settings.toml": WIRING,
}


def make(root: Path) -> None:
    """Make a root as somebody would who has a bare Debian, a network and README's commands.

    Args:
        root: the folder; what is there goes.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    bare(root, SUITE, ",".join((PACKAGES, *SYSTEM)))
    with mounted(root):
        furnish(root)
        subprocess.run(["chroot", str(root), "groupadd", "-r", "gpio"], check=True)
        for command in COMMANDS:
            if code := in_root(root, command):
                raise subprocess.CalledProcessError(code, command)
        subprocess.run(["chroot", str(root), "sh", "-c", BUILD], check=True)


def renew(root: Path) -> None:
    """Put the project's files of now into a root that an earlier run has left, and install them.

    Raises:
        subprocess.CalledProcessError: a step did not work.
    """
    packed = subprocess.run(["git", "archive", "HEAD"], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(root / WHERE.lstrip("/"))], input=packed, check=True)
    with mounted(root):
        if code := in_root(root, COMMANDS[-1]):
            raise subprocess.CalledProcessError(code, COMMANDS[-1])


def furnish_machine(root: Path) -> None:
    """Add what this machine has and a Raspberry Pi has not, or the other way round."""
    lay(root, FILES)
    units = [Path(name).name for name in FILES if name.endswith(".service")]
    subprocess.run(["chroot", str(root), "systemctl", "-q", "enable", *units], check=True)
    subprocess.run(["chroot", str(root), "chown", "-R", "anna:anna", DATA], check=True)


def pack(root: Path, disk: Path) -> None:
    """Put a root on a disk of its own, that the machine may write on."""
    disk.unlink(missing_ok=True)
    subprocess.run(["mkfs.ext4", "-q", "-d", str(root), str(disk), SIZE], check=True)


def kernel(root: Path) -> tuple[Path, Path]:
    """Return the kernel and the first file system that it loads."""
    (release,) = (root / "lib/modules").iterdir()
    return root / f"boot/vmlinuz-{release.name}", root / f"boot/initrd.img-{release.name}"


def left_out(root: Path) -> list[str]:
    """Return what Debian's kernel says of simulated pins."""
    (release,) = (root / "lib/modules").iterdir()
    lines = (root / f"boot/config-{release.name}").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "CONFIG_GPIO_SIM" in line or "CONFIG_GPIO_CDEV=" in line]
