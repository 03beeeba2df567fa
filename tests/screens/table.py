"""A table without a screen whose game is served on loopback: the session's thread is the test's own."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from companion.screens.link import Address, Came, Gone, Restarted, Said, ServerLink
from companion.screens.permits import Permits
from companion.screens.room import Room
from companion.table.session import Session

LOOPBACK: Final = "127.0.0.1"
PATIENCE: Final = 30.0


class Table:
    """A session with a room and the process that serves it."""

    def __init__(self, session: Session[Any], folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self.session = session
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.permits = Permits(folder / "screens.json", "evening.game")
        self.link = ServerLink(lambda: self._bell.put(None), LOOPBACK, 0)
        self.falling, self.at, self.restarts = False, Address("", 0), 0
        self.room = Room(session, self.permits, self.link.send, lambda: "dark", lambda: self.falling, lambda: None, now)
        session.told = self.room.changed

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"{self.at.host}:{self.at.port}"

    def turn(self) -> None:
        """Take whatever has come in."""
        for message in self.link.news():
            match message:
                case Address():
                    self.at = message
                case Came(c=number, a=address):
                    self.room.come(number, address)
                case Said(c=number, m=said):
                    self.room.take(number, said)
                case Gone(c=number):
                    self.room.gone(number)
                case Restarted():
                    self.restarts += 1
                    self.room.forget_all()

    def until(self, condition: Callable[[], Any]) -> None:
        """Take what comes in until something holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            left = end - time.monotonic()
            assert left > 0, "it never came to that"
            with suppress(queue.Empty):
                self._bell.get(timeout=min(left, 0.2))
            self.turn()


@contextmanager
def served(session: Session[Any], folder: Path, now: Callable[[], float] = time.monotonic) -> Iterator[Table]:
    """Serve a session while the context lasts."""
    table = Table(session, folder, now)
    try:
        table.until(lambda: table.at.port)
        yield table
    finally:
        table.link.close()
