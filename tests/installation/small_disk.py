"""Disks of some kilobytes, which only root can mount."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

NEEDS_ROOT: Final = pytest.mark.root


@contextlib.contextmanager
def disk(place: Path, size: int) -> Iterator[None]:
    """Put a disk of some bytes into the place of a folder, with what is in it."""
    kept = place.with_name(f"{place.name}.kept")
    place.rename(kept)
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "none", str(place)], check=True)
    try:
        shutil.copytree(kept, place, symlinks=True, dirs_exist_ok=True)
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)
        place.rmdir()
        kept.rename(place)
