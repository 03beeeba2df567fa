"""The second copy of a game: every record once more, a line of text each, in a file beside the game file.

SQLite drops whatever follows a damaged place in its log, and says nothing. The copy is the witness of what was
acknowledged. It is written first, so it is never behind the game file, and at most one step before it: the one that
was being written when the power failed, or as much of its records as had been written.

A line holds the chain value in hexadecimal digits, a blank, the record. A line at the end whose record is blank takes
back the record of that chain value: the game file refused it, but may hold it nevertheless. The next step is written in
its place, when the file holds it no more.
"""

from __future__ import annotations

import fcntl
import os
from binascii import hexlify
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final, Self

from msgspec import Struct, field

from companion.table.digest import sha256
from companion.table.folder import create_beside, sync_folder
from companion.table.limits import LARGEST_COPY, MOST_RECORDS
from companion.table.ordinary_file import is_absent, open_ordinary

ENDS: Final = "-copy"
"""What the name of a second copy has more than its game file's."""

BEGINNING: Final = b""
"""The chain value before the first record."""

_JOINED: Final = b'"joined":true'
"""Stands in a record that belongs to the step of the record before."""
_HEX: Final = 64
_NEAR: Final = 100
_END: Final = 65_536
"""Bytes of either end that are read when only these are wanted."""


def beside(path: Path) -> Path:
    """Return where the second copy of a game file lies."""
    # A folder like `.` has no name that could be changed; a stranger may give one.
    return path.parent / f"{path.name}{ENDS}"


def link(before: bytes, body: bytes) -> bytes:
    """Return the chain value of a record: a hash of itself and of all before it."""
    return sha256(before + body).digest()


def links(chain: bytes, bodies: Iterable[bytes], digest: Callable[[bytes], Any] = sha256) -> list[bytes]:
    """Return the chain values of records that follow one with this chain value; `digest` is a SHA-256."""
    made: list[bytes] = []
    for body in bodies:
        chain = digest(chain + body).digest()
        made.append(chain)
    return made


class MirrorContents(Struct, frozen=True):
    """What was read from a second copy.

    Args:
        bodies: the records, oldest first, as they are stored.
        chains: the chain value of each of them.
        taken_back: chain values of records that the game file has refused last.
        beyond: of what follows a damaged line, the records that fit to their neighbours, by their chain values.
        size: bytes up to the end of the last good line.
        kept: bytes up to the end of the last record.
    """

    bodies: list[bytes] = field(default_factory=list)
    chains: list[bytes] = field(default_factory=list)
    taken_back: set[bytes] = field(default_factory=set)
    beyond: dict[bytes, bytes] = field(default_factory=dict)
    size: int = 0
    kept: int = 0


def read(text: bytes, bodies: Sequence[bytes] = (), chains: Sequence[bytes] = ()) -> MirrorContents:
    """Read a second copy up to its first bad line. The bytes of a line are checked before anything in it is read.

    Args:
        text: of the copy.
        bodies: records that have been checked, those of the game file; a copy of just these is not checked once more.
        chains: their chain values.
    """
    if _is_just(text, bodies, chains):
        return MirrorContents([*bodies], [*chains], size=len(text), kept=len(text))
    contents, chain, size, kept, taken_back = MirrorContents(), BEGINNING, 0, 0, set[bytes]()
    for line in _lines(text):
        parts = _parts(line)
        if parts is None:
            break
        stated, body = parts
        end = size + len(line)
        if not body.strip(b" "):
            taken_back.add(stated)
        elif link(chain, body) == stated:
            chain, kept = stated, end
            contents.bodies.append(body)
            contents.chains.append(stated)
            taken_back.clear()
        else:
            break
        size = end
    return MirrorContents(contents.bodies, contents.chains, taken_back, _beyond(text, size), size, kept)


def _is_just(text: bytes, bodies: Sequence[bytes], chains: Sequence[bytes]) -> bool:
    """Return whether a text is the copy of just these records, and whole."""
    at = 0
    # Not all at once: what is small stays near the processor.
    for first in range(0, len(bodies), _NEAR):
        digits = hexlify(b"".join(chains[first : first + _NEAR]), " ", _HEX // 2).split()
        lines = b"\n".join(map(b" ".join, zip(digits, bodies[first : first + _NEAR], strict=True)))
        if not text.startswith(lines + b"\n", at):
            return False
        at += len(lines) + 1
    return at == len(text)


def ends_of(path: Path) -> list[bytes]:
    """Return the first record of a second copy and, if there are more, the last one, without reading what is between.

    Nothing is returned if either of them cannot be had so: whoever wants to know why reads all of it. Raises `OSError`.
    """
    with os.fdopen(open_ordinary(path, os.O_RDONLY, LARGEST_COPY), "rb") as file:
        first = file.readline(_END)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(len(first), size - _END))
        tail = file.read(_END)
    parts = _parts(first)
    if parts is None or link(BEGINNING, parts[1]) != parts[0]:
        return []
    lines = [*_lines(tail)]
    if b"".join(lines)[-1:] != tail[-1:]:
        return []
    if not lines:
        return [parts[1]]
    # The chain value of a line is made with that of the line before it, which may be the first. Of several that were
    # written in one go the last may have come to the disk alone.
    for place in range(len(lines) - 1, -1, -1):
        before, last = _parts(lines[place - 1] if place else first), _parts(lines[place])
        if before is None or last is None or link(before[0], last[1]) != last[0]:
            return []
        if _JOINED not in last[1]:
            break
    return [parts[1], lines[-1][_HEX + 1 : -1]]


def lines_at_start(text: bytes) -> list[bytes]:
    """Return the records of the beginning of a second copy, up to a line that is not whole."""
    found = []
    for line in _lines(text):
        said = _parts(line)
        if said is None:
            break
        found.append(said[1])
    return found


def lines_of(bodies: Iterable[bytes]) -> bytes:
    """Return a whole second copy of these records."""
    lines, chain = bytearray(), BEGINNING
    for body in bodies:
        chain = link(chain, body)
        lines += _line(chain, body)
    return bytes(lines)


def _beyond(text: bytes, start: int) -> dict[bytes, bytes]:
    """Return the records from a bad line on that fit to the line before or after, by their chain values."""
    found: dict[bytes, bytes] = {}
    # No game has more of them, however many line feeds a stranger's file holds.
    for one, other in pairwise(map(_parts, islice(_lines(text, start), MOST_RECORDS))):
        if one is not None and other is not None and link(one[0], other[1]) == other[0]:
            found |= (one, other)
    return found


def _lines(text: bytes, start: int = 0) -> Iterator[bytes]:
    """Yield one line after the other; they end with a line feed and nothing else."""
    while end := text.find(b"\n", start) + 1:
        yield text[start:end]
        start = end


def _parts(line: bytes) -> tuple[bytes, bytes] | None:
    """Return the chain value and the record of a line, or None if it is no line of a copy."""
    if len(line) < _HEX + 2 or line[_HEX : _HEX + 1] != b" " or not line.endswith(b"\n"):
        return None
    try:
        return bytes.fromhex(line[:_HEX].decode("ascii")), line[_HEX + 1 : -1]
    except ValueError:
        return None


def _line(chain: bytes, body: bytes) -> bytes:
    return b"%b %b\n" % (hexlify(chain), body)


class MirrorInUseError(Exception):
    """Another companion has the game open."""


class JournalMirror:
    """An open second copy; nobody else can open it meanwhile.

    Args:
        path: the file; it must exist.
        size: bytes of it that are good; what follows is cut off with the next record.

    Raises:
        MirrorInUseError: another companion holds it.
        OSError: it cannot be opened for writing.
    """

    def __init__(self, path: Path, size: int) -> None:
        self.path, self._size = path, size
        self._last: tuple[int, Sequence[tuple[bytes, bytes]]] | None = None
        self._file = open_ordinary(path, os.O_RDWR, LARGEST_COPY)
        try:
            _claim(self._file, fcntl.LOCK_EX)
        except MirrorInUseError:
            os.close(self._file)
            raise

    @classmethod
    def write(cls, path: Path, bodies: Iterable[bytes]) -> Self:
        """Write a whole copy, in the place of any other one, and return it open. Raises `OSError`."""
        lines = lines_of(bodies)
        file, fresh = create_beside(path, "-new")
        try:
            try:
                _write(file, lines, 0)
                os.fsync(file)
            finally:
                os.close(file)
            made = cls(fresh, len(lines))
        except OSError:
            fresh.unlink(missing_ok=True)
            raise
        try:
            fresh.rename(path)
            sync_folder(path.parent)
        except OSError:
            made.close()
            raise
        made.path = path
        return made

    def append(self, step: Sequence[tuple[bytes, bytes]]) -> None:
        """Write records with their chain values, and return when they are safe on disk.

        Raises `OSError`; see `take_back`.
        """
        lines = b"".join(_line(chain, body) for chain, body in step)
        self._last = self._size, step
        if os.fstat(self._file).st_size != self._size:
            os.ftruncate(self._file, self._size)
        _write(self._file, lines, self._size)
        os.fdatasync(self._file)
        self._size += len(lines)

    def take_back(self, *, stands: bool) -> None:
        """Take back what was written last; what is written next lies in its place.

        Args:
            stands: whether all of it was written, and the game file may hold it, too.

        Raises:
            OSError: whether it counts cannot be known until the file is opened again.
        """
        assert self._last is not None
        at, step = self._last
        self._size = at
        if stands:
            # In the same place, because a full disk has no other one.
            _write(self._file, b"".join(_line(chain, b" " * len(body)) for chain, body in step), at)
            os.fdatasync(self._file)
        else:
            os.ftruncate(self._file, at)
            os.fdatasync(self._file)

    def close(self) -> None:
        """Release the file."""
        os.close(self._file)


def load(path: Path, *, claims: bool = True) -> bytes | None:
    """Return what is in a second copy, or None if there is none: what lies there may be no file, or one of no game.

    Args:
        path: the file.
        claims: whether nobody may open it meanwhile, and nobody has.

    Raises:
        MirrorInUseError: a companion has the game open.
        OSError: it cannot be read.
    """
    try:
        file = open_ordinary(path, os.O_RDONLY, LARGEST_COPY)
    except OSError as error:
        if is_absent(error):
            return None
        raise
    with os.fdopen(file, "rb") as found:
        if claims:
            _claim(found.fileno(), fcntl.LOCK_SH)
        return found.read(LARGEST_COPY)


def _claim(file: int, how: int) -> None:
    """Lock a file. SQLite's own locks would end as soon as this process closes it once; this one does not."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise MirrorInUseError from error


def _write(file: int, text: bytes, at: int) -> None:
    while text:
        written = os.pwrite(file, text, at)
        text, at = text[written:], at + written
