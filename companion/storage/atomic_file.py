"""Replaces files as a whole: after a power cut or an error there is the old one or the new one."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from companion.table.folder import create_beside, sync_folder


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, and replace another one of its name once all is on the disk; its rights follow the folder.

    Raises:
        OSError: the disk refuses; what was there is unchanged.
    """
    descriptor, fresh = create_beside(path, ".new")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    try:
        sync_folder(path.parent)
    except OSError as error:
        # Some file systems of USB sticks sync no folders; there is nothing more to be had from them.
        if error.errno != errno.EINVAL:
            raise
