"""Copies of all games in one file each, made before another version of the program may touch them."""

from __future__ import annotations

import itertools
import os
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion import __version__
from companion.installation.steps import InstallationError
from companion.storage.errors import why
from companion.table.file_names import plain_path
from companion.table.folder import sync_folder
from companion.table.words import _

BACKUPS: Final = "backups"
KEPT: Final = 5
"""So many copies are kept, the newest."""

_PART: Final = ".part"


def back_up(data: Path) -> Path:
    """Copy the folder of the games, but for earlier copies and logs, into one file; return it.

    The oldest copies beyond `KEPT` are removed once the new one is on the disk.

    Raises:
        InstallationError: the disk refuses; nothing of the attempt is left.
    """
    folder = data / BACKUPS
    name = f"{time.strftime('%Y-%m-%d')}-{__version__}"
    path = next(path for n in itertools.count(1) if not (path := folder / f"{name}-{n}.zip").exists())
    part = path.with_suffix(_PART)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"*{_PART}"):
            left.unlink()
        try:
            with part.open("xb") as file:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
                    for found in _files(data):
                        _put(archive, found, data)
                file.flush()
                os.fsync(file.fileno())
            part.rename(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        sync_folder(folder)
        for old in sorted(folder.glob("*.zip"), key=_age)[:-KEPT]:
            old.unlink()
    except OSError as error:
        raise InstallationError(
            _("The games cannot be copied to {path} ({why}). Nothing was changed.").format(
                path=plain_path(path), why=why(error)
            )
        ) from error
    return path


def _files(data: Path) -> Iterator[Path]:
    for file in sorted(data.rglob("*")):
        if file.is_file() and data / BACKUPS not in file.parents and file.suffix != ".log":
            yield file


def _put(archive: zipfile.ZipFile, file: Path, data: Path) -> None:
    # A zip archive holds names in UTF-8 only; a file may have any bytes for a name.
    name = os.fsencode(file.relative_to(data)).decode("utf-8", errors="backslashreplace")
    try:
        archive.write(file, name)
    except FileNotFoundError:
        return  # removed since it was listed: a journal of SQLite's comes and goes


def _age(path: Path) -> tuple[float, str]:
    return path.stat().st_mtime, path.name
