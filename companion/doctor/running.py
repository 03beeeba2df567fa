"""The companion that runs, asked by the doctor: a socket in the data folder, over which it says what it has found.

Whoever asks from a terminal has other rights, another screen and another room of files than the companion has under
its unit. So the companion looks itself, where it stands, and tells.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from companion.doctor.finding import Finding

SOCKET: Final = "companion.socket"
"""In the data folder, as long as the companion runs."""

UNIT: Final = Path("/etc/systemd/system/table-companion.service")
"""Is there where the companion is started on the bare screen, with rights of its own."""

PATIENCE: Final = 30.0
"""Seconds in which the companion answers: it greets nobody and opens no window, but tries a sound's device."""

_MOST: Final = 1_000_000
"""Bytes of an answer."""

_log = logging.getLogger(__name__)

Look = Callable[[], list[Finding]]


def ask(data: Path) -> list[Finding] | None:
    """Ask the companion that runs over a data folder what it has found; None where none runs.

    Args:
        data: the folder of the games.
    """
    try:
        with _named(data) as name, socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(name)
            with line.makefile("rb") as answer:
                return msgspec.json.decode(answer.read(_MOST), type=list[Finding])
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        return None
    except (OSError, msgspec.MsgspecError) as error:
        return [
            Finding(
                "running",
                "look",
                f"The companion runs, and does not say how it is ({error or type(error).__name__}).",
                "Close it and start it again, or sudo systemctl restart table-companion",
            )
        ]


def not_judged(found: Finding) -> Finding:
    """Return what is well from here as not judged: the companion is started by its unit, which is not asked."""
    return Finding(
        found.what,
        "skip",
        f"Not judged: {found.says} That is so from here; under its unit the companion may have other rights.",
        "sudo systemctl start table-companion, then ask again",
    )


class DoctorSocket:
    """Answers the doctor for as long as it is open. Where that cannot be, the log says so, and nothing else happens.

    Args:
        data: the folder of the games.
        look: finds out how things are, in a thread of the ear's own.
    """

    def __init__(self, data: Path, look: Look) -> None:
        self._data, self._place, self._look = data, data / SOCKET, look
        self._line: socket.socket | None = None
        self._mark = (0, 0)
        try:
            self._open()
        except Exception as error:  # noqa: BLE001 - nobody needs it to play
            _log.warning("the doctor cannot ask: %s", error)

    def close(self) -> None:
        """Answer no longer."""
        line, self._line = self._line, None
        if line is None:
            return
        with contextlib.suppress(OSError):
            # Whoever waits for a call is woken.
            line.shutdown(socket.SHUT_RDWR)
        line.close()
        with contextlib.suppress(OSError):
            if _mark(self._place) == self._mark:
                self._place.unlink()

    def _open(self) -> None:
        line = socket.socket(socket.AF_UNIX)
        try:
            with _named(self._data) as name:
                with contextlib.suppress(FileNotFoundError), socket.socket(socket.AF_UNIX) as other:
                    try:
                        other.connect(name)
                    except ConnectionRefusedError:
                        # Left by one that was killed.
                        self._place.unlink()
                line.bind(name)
            # Who may write into the folder may ask.
            self._place.chmod(0o600 | (self._data.stat().st_mode & 0o060))
            line.listen()
        except BaseException:
            line.close()
            raise
        self._line, self._mark = line, _mark(self._place)
        threading.Thread(target=self._run, args=[line], name="doctor's ear", daemon=True).start()

    def _run(self, line: socket.socket) -> None:
        while True:
            try:
                call, __ = line.accept()
            except OSError:
                return
            with call:
                try:
                    call.settimeout(PATIENCE)
                    call.sendall(msgspec.json.encode(self._look()))
                except Exception:  # noqa: BLE001 - the next one who asks may fare better
                    _log.exception("the doctor was not answered")


def _mark(place: Path) -> tuple[int, int]:
    """Which file it is. Raises `OSError`."""
    found = place.lstat()
    return found.st_dev, found.st_ino


@contextlib.contextmanager
def _named(data: Path) -> Iterator[str]:
    """Yield a name for the socket that is short enough in any folder.

    At most 107 bytes are allowed (unix(7)).
    """
    folder = os.open(data, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{SOCKET}"
    finally:
        os.close(folder)
