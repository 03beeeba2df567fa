"""Builds wheel and source archive: setuptools does the work, and this moves some files.

In this folder `companion`, `firmware_bridge` and `layouts` lie side by side. Installed, `companion` alone may take a
name among everybody's packages, so a wheel has the other two in `companion/parts`, where `companion/__init__.py` finds
them. A wheel also carries the tower's firmware ready to flash, if this machine can compile it (gcc-avr).
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any, Final

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
]

WITHIN: Final = ("firmware_bridge/", "layouts/")
PARTS: Final = "companion/parts/"
FIRMWARE: Final = Path("firmware_bridge") / "firmware"
HEX: Final = f"{PARTS}firmware_bridge/firmware/tower.hex"


def build_wheel(folder: str, config_settings: Any = None, metadata_folder: str | None = None) -> str:
    """Build the wheel; the arguments and the result are those of PEP 517."""
    name: str = build_meta.build_wheel(folder, config_settings, metadata_folder)
    path = Path(folder) / name
    with zipfile.ZipFile(path) as archive:
        inside = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    record = next(entry for entry in inside if entry.endswith(".dist-info/RECORD"))
    moved = {_place(entry): _content(entry, content) for entry, content in inside.items() if entry != record}
    if firmware := _firmware():
        moved[HEX] = firmware
    lines = [f"{entry},sha256={_digest(content)},{len(content)}" for entry, content in moved.items()]
    moved[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in moved.items():
            # All of one date, so that the same sources make the same wheel.
            archive.writestr(zipfile.ZipInfo(entry), content, zipfile.ZIP_DEFLATED)
    return name


def words_only(readme: str) -> str:
    """Return a page without pictures and without links into this folder: where it is shown, there is none."""
    plain = re.sub(r"!\[[^\]]*\]\([^)]*\)\n*", "", readme)
    return re.sub(r"\[([^\]]*)\]\((?!\w+:)[^)]*\)", r"\1", plain)


def _place(entry: str) -> str:
    return PARTS + entry if entry.startswith(WITHIN) else entry


def _content(entry: str, content: bytes) -> bytes:
    if entry.endswith(".dist-info/METADATA"):
        return words_only(content.decode()).encode()
    if entry.endswith(".dist-info/top_level.txt"):
        return b"companion\n"
    return content


def _firmware() -> bytes:
    ready = FIRMWARE / "tower.hex"
    if ready.exists():
        return ready.read_bytes()
    if shutil.which("avr-gcc") is None or shutil.which("make") is None:
        return b""
    subprocess.run(["make", "-s", "-C", str(FIRMWARE)], check=True, stdout=subprocess.DEVNULL)
    return (FIRMWARE / "build" / "tower.hex").read_bytes()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
