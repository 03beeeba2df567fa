"""Whether what is written to a folder is there again after the machine was switched off."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.storage.mount_watch import in_memory

CARD = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
MADE_READ_ONLY = (
    "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/work 0 0\n"
)
BELOW = "/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\ntmpfs-root /media/root-rw tmpfs rw 0 0\n"


@pytest.mark.parametrize(
    ("listed", "gone"),
    [
        (CARD, False),
        (f"{CARD}tmpfs /home/anna tmpfs rw 0 0\n", True),
        (f"{CARD}none /home ramfs rw 0 0\n", True),
        (f"{CARD}tmpfs /home/anna/other tmpfs rw 0 0\n", False),
        (f"{CARD}tmpfs /home tmpfs rw 0 0\n/dev/sda1 /home/anna ext4 rw 0 0\n", False),
        (f"/dev/sda1 /home/anna ext4 rw 0 0\n{CARD}tmpfs /home/anna tmpfs rw 0 0\n", True),
        # raspi-config, Performance, Overlay File System; of older ones what lies over the card cannot be seen.
        (BELOW + MADE_READ_ONLY, True),
        ("overlay / overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work 0 0\n", True),
        (MADE_READ_ONLY + BELOW + "/dev/sda1 /home/anna ext4 rw 0 0\n", False),
        (
            f"{CARD}/dev/sda1 /srv ext4 rw 0 0\no /home overlay rw,lowerdir=/l,upperdir=/srv/up,workdir=/srv/w 0 0\n",
            False,
        ),
        (f"{CARD}none /home\\040of/anna tmpfs rw 0 0\n", False),
        ("", False),
        ("nonsense\n", False),
    ],
)
def test_a_folder_in_memory_is_known(tmp_path: Path, listed: str, gone: bool) -> None:
    (tmp_path / "mounts").write_text(listed)
    assert in_memory(Path("/home/anna/games"), tmp_path / "mounts") is gone


OVERLAY = """
set -e
mount -t tmpfs none {place}
mkdir {place}/card {place}/up {place}/work {place}/root
mount -t overlay overlay -o lowerdir={place}/card,upperdir={place}/up,workdir={place}/work {place}/root
exec {python} -c {code}
"""


@pytest.mark.root
def test_the_kernels_own_overlay(tmp_path: Path) -> None:
    """As with a card that is made read-only: all was “ok”, and gone when it was switched off."""
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("an overlay needs a place of its own to be mounted in")
    place = tmp_path / "place"
    place.mkdir()
    code = (
        "from pathlib import Path; from companion.doctor.storage import check_data; "
        f"print(check_data(Path({str(place / 'root' / 'data')!r})).line())"
    )
    script = OVERLAY.format(place=place, python=shlex.quote(sys.executable), code=shlex.quote(code))
    done = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, check=False)
    if "unknown filesystem type" in done.stderr:
        pytest.skip("this kernel has no overlay")
    assert done.stdout.startswith("look  Games are kept in "), done.stderr
    assert "in memory only" in done.stdout
    assert "USB stick" in done.stdout
