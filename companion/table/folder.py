"""Makes files in a folder: durable, under a name that is free, and with the rights that suit the folder."""

from __future__ import annotations

import itertools
import os
import stat
from pathlib import Path
from typing import Final

_LONGEST: Final = 200
"""Bytes of a name to which an ending is added; file systems allow 255."""


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it is as durable as the file. Raises `OSError`."""
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


def create_beside(path: Path, ending: str) -> tuple[int, Path]:
    """Create an empty file beside another one, by a name that nobody has yet.

    Whatever people keep there stays, also when its name ends like ours.

    Args:
        path: of the other file, which need not be there.
        ending: of the new name; a number follows where that one is taken.

    Returns:
        The file, open for writing, and its path.

    Raises:
        OSError: the disk refuses.
    """
    stem, rights = path.name, file_rights(path.parent)
    while len(os.fsencode(stem)) > _LONGEST:
        stem = stem[:-1]
    for number in itertools.count(1):
        fresh = path.with_name(f"{stem}{ending}{f'-{number}' if number > 1 else ''}")
        try:
            return os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, rights), fresh
        except FileExistsError:
            continue
    raise AssertionError("numbers do not end")
