"""Opens the files of a folder in which people, sticks and accidents may have put anything.

Whatever the companion reads or writes there is opened here: without waiting, and only if it is an ordinary file, or a
link to one, of bounded size. A pipe would keep us waiting for ever, and a device has no end.
"""

from __future__ import annotations

import errno
import itertools
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.table.words import N_, _

_IN_THE_WAY: Final = {
    errno.EISDIR: N_("a folder is in the way where a file should be: move it"),
    errno.ENXIO: N_("a pipe, a socket or a device is in the way where a file should be: move it"),
    errno.EFBIG: N_("the file there is far too large: move it"),
}
"""What is said of something that is no ordinary file, by `errno`."""

ANY_SIZE: Final = 2**63 - 1
"""For a file of which only a part is read, or to which something is added."""


def open_ordinary(path: Path, how: int, most: int, rights: int = 0o600) -> int:
    """Open an ordinary file and return its descriptor.

    Args:
        path: the file, or a link to it.
        how: `os.O_RDONLY` and so on.
        most: bytes that it may have.
        rights: of a new file, where `how` makes one.

    Raises:
        OSError: it is no ordinary file, is larger, or cannot be opened; the error says in words which of these.
    """
    try:
        descriptor = os.open(path, how | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY, rights)
    except OSError as error:
        # The system's own word for a pipe that nobody reads, and for a socket.
        if error.errno in (errno.EISDIR, errno.ENXIO):
            raise _in_the_way(error.errno, path) from error
        raise
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise _in_the_way(errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.ENXIO, path)
        if found.st_size > most:
            raise _in_the_way(errno.EFBIG, path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_file(path: Path, most: int) -> bytes:
    """Return the content of an ordinary file of at most `most` bytes. Raises `OSError` like `open_ordinary`."""
    with os.fdopen(open_ordinary(path, os.O_RDONLY, most), "rb") as file:
        content = file.read(most + 1)
    # It may have grown meanwhile.
    if len(content) > most:
        raise _in_the_way(errno.EFBIG, path)
    return content


def first_bytes(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of an ordinary file of any size. Raises `OSError` like `open_ordinary`."""
    with os.fdopen(open_ordinary(path, os.O_RDONLY, ANY_SIZE), "rb") as file:
        return file.read(most)


def last_bytes(path: Path, most: int) -> bytes:
    """Return the last `most` bytes of an ordinary file of any size. Raises `OSError` like `open_ordinary`."""
    with os.fdopen(open_ordinary(path, os.O_RDONLY, ANY_SIZE), "rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - most))
        return file.read(most)


def is_absent(error: OSError) -> bool:
    """Return whether no file of ours is there, by an error of `open_ordinary`: nothing is, or what cannot be one."""
    return isinstance(error, FileNotFoundError) or error.errno in _IN_THE_WAY


def look_at(path: Path, most: int) -> None:
    """Raise `OSError` like `open_ordinary` for what something else is about to open, if it is there."""
    with suppress(FileNotFoundError):
        os.close(open_ordinary(path, os.O_RDONLY, most))


def make_way(path: Path, most: int) -> None:
    """Give another name to what lies in the place of a file and cannot be one of ours; nothing of anybody's is lost.

    Args:
        path: the place.
        most: bytes that a file of ours may have there; with less than 0, none of ours is ever there.

    Raises:
        OSError: the disk refuses.
    """
    try:
        look_at(path, most)
    except OSError as error:
        if not is_absent(error):
            raise
        names = (path.with_name(f"{path.name}.in-the-way{number or ''}") for number in itertools.count())
        other = next(name for name in names if not os.path.lexists(name))
        path.rename(other)
        # Headless begins in half the time without it.
        import logging

        logging.getLogger(__name__).warning("%s was in the way (%s) and is called %s now", path, error.strerror, other)


def _in_the_way(number: int, path: Path) -> OSError:
    return OSError(number, _(_IN_THE_WAY[number]), str(path))
