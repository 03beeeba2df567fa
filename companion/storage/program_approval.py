"""Asks before a program is run that people have made themselves or been given: once for each content of its file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.table.digest import sha256
from companion.table.errors import CompanionError
from companion.table.file_names import plain, plain_path
from companion.table.limits import LARGEST_OWN
from companion.table.ordinary_file import first_bytes, read_file
from companion.table.words import _

FILE: Final = "allowed-programs.txt"
"""Its name in the data folder; not in the folder of the programs, which others may hand on as a whole."""

FINISHED: Final = 77
"""The exit code of `companion.headless.try_program` for a program that came to an end."""

_TIME: Final = 30.0
"""Seconds that a program may take to come to an end."""

_LARGEST: Final = 100_000
"""Bytes of the list."""


class BadProgramError(CompanionError):
    """A program of people's own cannot be run here."""

    code = "bad_program"


class AllowedPrograms:
    """The programs that somebody has allowed on this machine, by the SHA-256 of their files.

    Args:
        data: the data folder, which holds the list.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / FILE
        try:
            found = first_bytes(self._path, _LARGEST).decode("ascii", errors="replace").split()
        except OSError:
            found = []  # nothing was allowed yet; a list that cannot be read allows nothing
        self._allowed = set(found)

    def allows(self, program: bytes) -> bool:
        """Return whether somebody has allowed a file with this content."""
        return _hash(program) in self._allowed

    def allow(self, program: bytes) -> None:
        """Remember that a file with this content may be run.

        Raises:
            StorageError: that cannot be kept; it may be run this time all the same.
        """
        self._allowed.add(_hash(program))
        try:
            write_whole(self._path, "".join(f"{known}\n" for known in sorted(self._allowed)).encode())
        except OSError as error:
            raise StorageError(
                _("{path} cannot be written: {why}. You will be asked again.").format(
                    path=plain_path(self._path), why=why(error)
                )
            ) from error


class ProgramApproval:
    """Asks before a program of people's own is run, for the screen.

    Args:
        folder: of people's own things.
        permissions: what was allowed before.
        find: returns the files that would be run.
        take: has the games use what lies in the folder, and returns what cannot be used.
    """

    def __init__(
        self, folder: Path, permissions: AllowedPrograms, find: Callable[[], list[Path]], take: Callable[[], list[str]]
    ) -> None:
        self._folder, self._permissions, self._find, self._take = folder, permissions, find, take

    def take(self) -> list[str]:
        """Use what may be used; return a sentence for each thing that cannot."""
        return self._take()

    def waiting(self) -> list[Path]:
        """Return the files that nobody has allowed yet."""
        return [path for path in self._find() if (read := _read(path)) and not self._permissions.allows(read)]

    def allow(self, path: Path) -> None:
        """Try a program in a process of its own, and allow it if it comes to an end there.

        That takes a second or two, or half a minute for one that hangs.

        Raises:
            BadProgramError: it does not; it is left out.
            StorageError: that it is allowed cannot be kept.
        """
        program = _read(path)
        if not ends_by_itself(self._folder, program):
            raise BadProgramError(
                _(
                    "{file} does not come to an end, or ends the companion; it is left out. Everything else plays on."
                ).format(file=plain(path))
            )
        self._permissions.allow(program)


def ends_by_itself(folder: Path, program: bytes, seconds: float = _TIME) -> bool:
    """Run a program in a process of its own; return whether it came to an end there."""
    command = [sys.executable, "-m", "companion.headless.try_program", str(folder), _hash(program)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == FINISHED


def _read(path: Path) -> bytes:
    try:
        return read_file(path, LARGEST_OWN)
    except OSError:
        return b""


def _hash(program: bytes) -> str:
    return sha256(program).hexdigest()
