"""Copies all games into one file before another version of the program may touch them."""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion import __version__
from companion.installation.room import take_room
from companion.installation.steps import InstallationError
from companion.storage.errors import why
from companion.table.file_names import plain_path
from companion.table.folder import sync_folder
from companion.table.limits import LARGEST_FILE
from companion.table.ordinary_file import read_file
from companion.table.words import _

BACKUPS: Final = "backups"
KEPT: Final = 5
"""The number of copies that are kept: the newest ones."""

_PART: Final = ".part"


def back_up(data: Path, say: Callable[[str], object]) -> list[str]:
    """Copy the folder of the games, but for earlier copies and logs, into one file.

    The oldest copies beyond `KEPT` are removed once the new one is on the disk.

    Args:
        data: the folder.
        say: hears which file it is.

    Returns:
        A sentence for each file that cannot be read; the copy holds all others.

    Raises:
        InstallationError: the disk refuses; nothing of the attempt is left.
    """
    folder = data / BACKUPS
    name = f"{time.strftime('%Y-%m-%d')}-{__version__}"
    path = next(path for n in itertools.count(1) if not (path := folder / f"{name}-{n}.zip").exists())
    part = path.with_suffix(_PART)
    unread: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"*{_PART}"):
            left.unlink()
        files = [file for file in files_in(data, unread) if _is_kept(file.relative_to(data))]
        take_room(folder, sum(map(_size, files)))
        try:
            with part.open("xb") as file:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
                    for found in files:
                        _put(archive, found, data, unread)
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
    say("\n".join([_("The games are copied to {path}.").format(path=plain_path(path)), *unread]))
    return unread


def files_in(data: Path, unread: list[str]) -> Iterator[Path]:
    """Yield all files below a folder, by name.

    Args:
        data: the folder.
        unread: gets a sentence for each folder that cannot be read.
    """
    for folder, within, names in os.walk(data, onerror=lambda error: _note(error, unread)):
        within.sort()
        for file in sorted(Path(folder) / name for name in names):
            try:
                if stat.S_ISREG(file.stat().st_mode):
                    yield file
            except OSError as error:
                _note(error, unread)


def read(file: Path, unread: list[str]) -> bytes | None:
    """Return the content of a file; None if it is gone, or cannot be read.

    Args:
        file: of the data folder.
        unread: gets a sentence if it cannot be read.
    """
    try:
        return read_file(file, LARGEST_FILE)
    except OSError as error:
        _note(error, unread)
        return None


def _note(error: OSError, unread: list[str]) -> None:
    if isinstance(error, FileNotFoundError):
        return  # removed since it was listed: a journal of SQLite's comes and goes
    words = _("{file} cannot be read ({why}) and is not in the copy; everything else is.")
    said = _("this user may not read it") if isinstance(error, PermissionError) else why(error)
    unread.append(words.format(file=plain_path(Path(os.fsdecode(error.filename))), why=said))


def _is_kept(within: Path) -> bool:
    return within.parts[0] != BACKUPS and within.suffix != ".log"


def _size(file: Path) -> int:
    try:
        found = file.stat().st_size
    except OSError:
        return 0
    # A larger one is not copied.
    return found if found <= LARGEST_FILE else 0


def _put(archive: zipfile.ZipFile, file: Path, data: Path, unread: list[str]) -> None:
    if (content := read(file, unread)) is None:
        return
    # A zip archive holds names in UTF-8 only; a file may have any bytes for a name.
    name = os.fsencode(file.relative_to(data)).decode("utf-8", errors="backslashreplace")
    with contextlib.suppress(FileNotFoundError):
        kept = zipfile.ZipInfo.from_file(file, name, strict_timestamps=False)
        kept.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(kept, content)


def _age(path: Path) -> tuple[float, str]:
    return path.stat().st_mtime, path.name
