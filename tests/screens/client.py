"""A screen that looks on, as a program: what a page does, and what a stranger may try instead."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.screens.table import PATIENCE, Table


@contextmanager
def plug(table: Table, origin: str = "") -> Iterator[ClientConnection]:
    """Connect, and say nothing."""
    where = Origin(origin or f"http://{table.address}")
    with connect(f"ws://{table.address}/ws", origin=where, compression=None) as made:
        yield made


@contextmanager
def join(table: Table, *, origin: str = "", **said: Any) -> Iterator[ClientConnection]:
    """Connect, and say hello."""
    with plug(table, origin) as made:
        made.send(json.dumps({"t": "hello", **said}))
        yield made


def until_closed(connection: ClientConnection) -> None:
    """Read until it is closed."""
    while True:
        connection.recv(timeout=PATIENCE)


def hears(connection: ClientConnection) -> dict[str, Any]:
    """Return the next thing that a connection is told, but for signs of life."""
    while (found := json.loads(connection.recv(timeout=PATIENCE)))["t"] == "beat":
        pass
    return dict(found)


def told(table: Table, connection: ClientConnection, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Have the table go on until a connection is told something."""
    found: list[dict[str, Any]] = []

    def there() -> bool:
        try:
            found.append(json.loads(connection.recv(timeout=0.01)))
        except TimeoutError:
            return False
        return wanted(found[-1])

    table.until(there)
    return found[-1]


def is_snap(said: dict[str, Any]) -> bool:
    """Return whether this is a picture of the game."""
    return bool(said["t"] == "snap")


def asks(table: Table, request: bytes) -> bytes:
    """Send bytes to the server, and return all that comes back until it closes."""
    with socket.create_connection((table.at.host, table.at.port), timeout=PATIENCE) as made:
        made.sendall(request)
        found = b""
        while data := made.recv(65536):
            found += data
    return found


def get(table: Table, path: str, method: str = "GET", host: str = "", more: str = "") -> bytes:
    """Return the whole answer to a request."""
    return asks(table, f"{method} {path} HTTP/1.1\r\nHost: {host or table.address}\r\n{more}\r\n".encode())
