"""The process that serves the pages, seen from the companion: starts it, speaks with it, and never waits for it."""

from __future__ import annotations

import logging
import queue
import selectors
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from layouts import FOLDER

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = ["PORT", "Address", "Came", "Gone", "Message", "Restarted", "Said", "ServerLink"]

PORT: Final = 8377
"""An address that changes is another one to a browser, so the port does not."""
_ROOM: Final = 2**20
"""Bytes that may wait for a process that does not read; then it is ended and begun anew."""
_LINE: Final = 2**14
"""Bytes of a line that it may say."""
_NEWS: Final = 512
"""Messages that may wait for the companion's own thread."""
_PAUSES: Final = 1.0, 2.0, 4.0, 8.0, 16.0, 30.0
"""Seconds before it is begun anew, after one end, two, and so on."""

_log = logging.getLogger(__name__)


class Address(Struct, frozen=True, tag="at", tag_field="k"):
    """Where it listens; `host` is empty without a network."""

    host: str
    port: int


class Came(Struct, frozen=True, tag="come", tag_field="k"):
    """A connection has begun."""

    c: int
    a: str


class Said(Struct, frozen=True, tag="said", tag_field="k"):
    """A connection has said something."""

    c: int
    m: str


class Gone(Struct, frozen=True, tag="gone", tag_field="k"):
    """A connection has ended."""

    c: int


class Restarted(Struct, frozen=True, tag="restarted", tag_field="k"):
    """The process has ended, and all connections with it."""


Message: TypeAlias = Address | Came | Said | Gone | Restarted
Kind: TypeAlias = Literal["snap", "in", "say", "bye"]
_DECODE: Final = msgspec.json.Decoder(Address | Came | Said | Gone).decode


class ServerLink:
    """Has the pages served from now on. All methods return at once.

    Args:
        notify: called in a thread of this when there are `news`; it may only signal.
        host: address to listen at; empty for a private one of this machine.
        port: the first port to try; 0 for any.
    """

    def __init__(self, notify: Callable[[], None], host: str = "", port: int = PORT) -> None:
        self._notify, self._host, self._port = notify, host, port
        self._news: queue.Queue[Message] = queue.Queue(_NEWS)
        self._waiting: deque[bytes] = deque()
        self._lock = threading.Lock()
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._closing = False
        self.process: Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="screens", daemon=True)
        self._thread.start()

    def news(self) -> list[Message]:
        """Return what came in since the last call."""
        found: list[Message] = []
        with suppress(queue.Empty):
            while len(found) < _NEWS:
                found.append(self._news.get_nowait())
        return found

    def send(self, to: Sequence[int], kind: str, data: bytes) -> None:
        """Send bytes to connections."""
        head = msgspec.json.encode({"to": to, "as": kind, "n": len(data)})
        with self._lock:
            self._waiting.append(head + b"\n" + data)
        self._ring()

    def close(self) -> None:
        """End the process and the thread, without waiting for them."""
        self._closing = True
        if (process := self.process) is not None:
            process.kill()
        self._ring()

    def _ring(self) -> None:
        # A full pipe has rung already, and one that is closed has nobody to wake.
        with suppress(OSError):
            self._bell.send(b"!")

    def _run(self) -> None:
        ends = 0
        while not self._closing:
            begun = time.monotonic()
            self._serve()
            if self._closing:
                break
            ends = 0 if time.monotonic() - begun > _PAUSES[-1] else ends + 1
            _log.warning("the process that serves the pages has ended; it is begun anew")
            self._tell(Restarted())
            self._pause(_PAUSES[min(ends, len(_PAUSES) - 1)])
        self._bell.close()
        self._ear.close()

    def _pause(self, seconds: float) -> None:
        """Wait, unless it is to end."""
        until = time.monotonic() + seconds
        self._ear.setblocking(True)
        while not self._closing and (left := until - time.monotonic()) > 0:
            self._ear.settimeout(left)
            with suppress(TimeoutError):
                self._ear.recv(4096)

    def _serve(self) -> None:
        """Run one process until it ends, or does what it should not."""
        from subprocess import DEVNULL, Popen

        mine, theirs = socket.socketpair()
        try:
            with theirs:
                self.process = Popen(
                    [*command(theirs.fileno()), self._host, str(self._port), library(), str(FOLDER)],
                    stdin=DEVNULL,
                    stdout=DEVNULL,
                    stderr=DEVNULL,
                    pass_fds=[theirs.fileno()],
                    cwd="/",
                    env={},
                    start_new_session=True,
                )
            self._speak(mine)
        except OSError as error:
            _log.warning("the process that serves the pages cannot be spoken with: %s", error)
        finally:
            mine.close()
            if self.process is not None:
                self.process.kill()
                self.process.wait()
            with self._lock:
                self._waiting.clear()

    def _speak(self, pipe: socket.socket) -> None:
        pipe.setblocking(False)
        self._ear.setblocking(False)
        heard, out = bytearray(), bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(pipe, selectors.EVENT_READ)
            while not self._closing:
                for key, __ in selector.select():
                    if key.fileobj is self._ear:
                        self._ear.recv(4096)
                    elif not self._hear(pipe, heard):
                        return
                with self._lock:
                    while self._waiting:
                        out += self._waiting.popleft()
                with suppress(BlockingIOError):
                    while out:
                        del out[: pipe.send(out)]
                if len(out) > _ROOM:
                    _log.warning("the process that serves the pages does not read")
                    return
                selector.modify(pipe, selectors.EVENT_READ | (selectors.EVENT_WRITE if out else 0))

    def _hear(self, pipe: socket.socket, heard: bytearray) -> bool:
        """Take what was said; return whether it goes on."""
        try:
            data = pipe.recv(2**16)
        except BlockingIOError:
            return True
        if not data:
            return False
        heard += data
        *lines, rest = bytes(heard).split(b"\n")
        heard[:] = rest
        for line in (*lines, rest):
            if len(line) > _LINE:
                return False
        try:
            return all(self._tell(_DECODE(line)) for line in lines)
        except msgspec.MsgspecError:
            _log.warning("the process that serves the pages says what it should not")
            return False

    def _tell(self, message: Message) -> bool:
        """Hand a message on; return whether there was room for it."""
        try:
            self._news.put_nowait(message)
        except queue.Full:
            return isinstance(message, Restarted)
        self._notify()
        return True


def command(descriptor: int) -> list[str]:
    """Return the beginning of the command that serves the pages at the end of a pair of sockets."""
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("server.py")), str(descriptor)]


def library() -> str:
    """Return the folder in which the one library lies that the process may import."""
    found = find_spec("websockets")
    return "" if found is None or found.origin is None else str(Path(found.origin).parent.parent)
