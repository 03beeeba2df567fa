"""Room on a disk: an update leaves some of it to the games, and says so before it begins."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Final

from companion.installation.steps import InstallationError
from companion.table.words import _

MB: Final = 2**20
SPARE: Final = 100 * MB
"""Bytes that must be free before anything is fetched, and that a set-up needs besides a second version."""

LEFT: Final = 20 * MB
"""Bytes that an update leaves free: the open game is saved with every step."""


def free(place: Path) -> int:
    """Return how many bytes are free on the disk of a folder. Raises `OSError`."""
    return shutil.disk_usage(place).free


def size(folder: Path) -> int:
    """Return how many bytes the files below a folder take."""
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))


def refuse_without_room(place: Path, like: Path) -> None:
    """Raise `InstallationError` where a place has no room for a second version.

    Args:
        place: on the disk in question.
        like: a folder as large as what will come.
    """
    needed, there = size(like) + SPARE, free(place)
    if there < needed:
        words = _("There is no room for a second version: {needed} MB are needed, {free} MB are free.")
        said = words.format(needed=needed // MB + 1, free=there // MB)
        raise InstallationError(f"{said} {_('Nothing was changed.')}")


def most_of(place: Path) -> int:
    """Return how many bytes a fetch may write to a place at most. Raises `InstallationError` if that is too little."""
    there = free(place)
    if there < SPARE:
        words = _("The disk is too full: {needed} MB must be free, and {free} MB are. Make room on it.")
        raise InstallationError(words.format(needed=SPARE // MB, free=there // MB))
    return there - LEFT


def take_room(place: Path, needed: int) -> None:
    """Raise the `OSError` of a full disk where bytes would take the last room, before they do."""
    if free(place) < needed + LEFT:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
