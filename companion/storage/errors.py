"""What can go wrong with the disk, in words for the table."""

from __future__ import annotations

import errno
from typing import ClassVar, Final

from companion.table.errors import CompanionError
from companion.table.words import N_, _

_WHY: Final = {
    errno.ENOSPC: N_("the disk is full: make room on it"),
    errno.EDQUOT: N_("this user has no disk space left: free some"),
    errno.EROFS: N_("the disk is read-only: the card may be locked or worn out"),
    errno.EACCES: N_("this user may not write there: fix the permissions"),
    errno.EPERM: N_("this user may not write there: fix the permissions"),
    errno.EEXIST: N_("a file of that name is in the way: move it"),
    errno.ENOTDIR: N_("a file is in the way where a folder should be: move it"),
    errno.EISDIR: N_("a folder is in the way where a file should be: move it"),
    errno.EIO: N_("the disk is not responding properly: the card may be worn out"),
}


class StorageError(CompanionError, OSError):
    """The folder of the games or the settings cannot be read or written."""

    code: ClassVar[str] = "shelf"
    """What scripts know it by (docs/headless.md), and so a name that stays."""


def why(error: OSError) -> str:
    """Say why the disk refused, and what to do."""
    return _(_WHY.get(error.errno or 0, "")) or error.strerror or str(error)
