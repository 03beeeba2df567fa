"""Makes the names in a folder safe on disk, and says who may open what is made in it."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder as safe as the file behind it. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_shared(folder: Path) -> bool:
    """Return whether a folder, or the nearest one above that is there, hands its group on to all that is made in it.

    Such a folder (its setgid bit is set) belongs to a group of people: who is in it may open the games there, too.
    """
    for place in (folder, *folder.parents):
        try:
            return bool(place.stat().st_mode & stat.S_ISGID)
        except OSError:
            continue
    return False


def file_rights(folder: Path) -> int:
    """Return the mode of a new file in a folder: for its owner's eyes, or for those of a shared folder's group."""
    return 0o660 if is_shared(folder) else 0o600


def folder_rights(folder: Path) -> int:
    """Return the mode of a new folder, given its path; as for files."""
    return 0o770 if is_shared(folder) else 0o700
