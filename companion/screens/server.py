"""The network's side: a few files by HTTP, and a WebSocket. It knows no game, and runs in a process of its own.

The companion starts this file by itself, without its own packages and without an environment, at one end of a pair of
sockets: `python -I -S server.py DESCRIPTOR HOST PORT LIBRARY FOLDER`. Whatever comes in there was checked by nobody.

From the companion come a line of JSON, `{"to": [1, 2], "as": "snap", "n": 5}`, and so many bytes after it. To the
companion go lines of JSON: `at` (the address that listens, or none), `come`, `said` and `gone`.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import json
import resource
import socket
import struct
import sys
from collections import Counter, deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

if __name__ == "__main__":
    sys.path.append(sys.argv[4])

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter, Transport

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".ttf": "font/ttf",
    ".json": "application/json",
}
LONGEST: Final = 1024
"""Bytes of a message that comes in."""
STRANGERS: Final = 16
"""Connections that are not let in: eight that may wait for it, and as many that have yet to say who they are."""
STRANGERS_EACH: Final = 2
"""The same from one address."""
OPEN: Final = 40
"""Connections in all, with those that fetch a file or have only begun."""
OPEN_EACH: Final = 12
"""The same from one address."""
HELLO: Final = 5.0
"""Seconds within which a connection must say something, and those for the head of a request."""
RATE: Final = 5.0
BURST: Final = 20.0
"""Messages a second, and at once."""
REPLIES: Final = 32
"""Replies that may wait for a slow reader; of snapshots only the newest does."""
BEAT: Final = b'{"t":"beat"}'
BEATS: Final = 15.0
"""Seconds between two signs of life: a page cannot see those of the WebSocket itself."""
AGAIN: Final = 5.0
"""Seconds after which it is looked whether the address has changed."""
PORTS: Final = 8
"""Ports that are tried, if other programs have the first ones."""
MEMORY: Final = 64 * 2**20

SAFE: Final = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self' ws://HOST; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)


def is_private(address: str) -> bool:
    """Return whether an IPv4 address is one of a home network."""
    one, two = map(int, address.split(".")[:2])
    return one == 10 or (one, two) in ((192, 168), (169, 254)) or (one == 172 and 16 <= two < 32)


def own_address() -> str:
    """Return the private address of the interface that leads outside, or of any other; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with suppress(OSError):
            # Nothing is sent: the kernel only says which interface it would take.
            probe.connect(("192.0.2.1", 9))
            if is_private(found := probe.getsockname()[0]):
                return str(found)
        for _number, name in socket.if_nameindex():
            with suppress(OSError):
                asked = struct.pack("256s", name.encode()[:15])
                found = socket.inet_ntoa(fcntl.ioctl(probe.fileno(), 0x8915, asked)[20:24])
                if is_private(found):
                    return found
    return ""


class Peer:
    """A connection: replies in their order, and of the snapshots only the newest."""

    def __init__(self, connection: ServerConnection, address: str) -> None:
        self.connection, self.address, self.guest = connection, address, False
        self._replies: deque[bytes] = deque()
        self._newest, self._last = b"", False
        self._some = asyncio.Event()
        self._may, self._since = BURST, asyncio.get_running_loop().time()

    def put(self, data: bytes, kind: str) -> None:
        """Send something soon; the last thing if it is `bye`."""
        if kind == "snap":
            self._newest = data
        elif len(self._replies) < REPLIES:
            self._replies.append(data)
        self._last = self._last or kind == "bye"
        self._some.set()

    async def write(self) -> None:
        """Write whatever there is, for as long as the connection lasts."""
        with suppress(ConnectionClosed):
            while True:
                await self._some.wait()
                self._some.clear()
                while self._replies or self._newest:
                    if self._replies:
                        data = self._replies.popleft()
                    else:
                        data, self._newest = self._newest, b""
                    await self.connection.send(data, text=True)
                if self._last:
                    await self.connection.close()

    def is_too_fast(self) -> bool:
        """Count a message; return whether there were too many."""
        now = asyncio.get_running_loop().time()
        self._may, self._since = min(BURST, self._may + RATE * (now - self._since)) - 1, now
        return self._may < 0


class Pages:
    """The files that are served, and nothing else."""

    def __init__(self, own: Path, layouts: Path) -> None:
        found = [
            *((path, "") for path in own.iterdir()),
            *((path, "face/") for path in (layouts / "fonts").glob("*.ttf")),
            *((path, "map/") for path in (layouts / "maps").glob("*.json")),
        ]
        self.files = {f"/{at}{path.name}": path for path, at in found if path.suffix in TYPES}
        self.files["/"] = self.files.pop("/television.html")

    def answer(self, request: Request, host: str) -> Response:
        """Answer a request that is none for the WebSocket."""
        if getattr(request, "method", "GET") not in ("GET", "HEAD"):
            return reply(405, "Method Not Allowed", more=(("Allow", "GET, HEAD"),))
        path = self.files.get(request.path)
        if path is None:
            return reply(404, "Not Found")
        body = path.read_bytes()
        kept = "max-age=86400" if path.suffix in (".ttf", ".json") else "no-cache"
        head = [(name, value.replace("HOST", host)) for name, value in SAFE]
        found = reply(200, "OK", body, (("Cache-Control", kept), *head), TYPES[path.suffix])
        if getattr(request, "method", "GET") == "HEAD":
            found.body = b""
        return found


def reply(
    status: int, reason: str, body: bytes = b"", more: tuple[tuple[str, str], ...] = (), kind: str = "text/plain"
) -> Response:
    """Return a response, after which the connection is closed."""
    head = [("Content-Type", kind), ("Content-Length", str(len(body))), ("Connection", "close"), *more]
    return Response(status, reason, Headers(head), body)


class Hall:
    """All connections, and the way to the companion.

    Args:
        pages: the files that are served.
        writer: the way to the companion.
        wanted: the address to listen at; empty for a private one of this machine.
        port: the first port to try; 0 for any.
    """

    def __init__(self, pages: Pages, writer: StreamWriter, wanted: str, port: int) -> None:
        self._pages, self._writer, self._wanted, self._port = pages, writer, wanted, port
        self.peers: dict[int, Peer] = {}
        self._count = 0
        self._host = self._at = ""

    def say(self, **what: Any) -> None:
        """Tell the companion; one that does not listen gets no more, and ends this process."""
        if self._writer.transport.get_write_buffer_size() > 2**18:
            sys.exit(1)
        self._writer.write(json.dumps(what).encode() + b"\n")

    def put(self, told: dict[str, Any], data: bytes) -> None:
        """Hand on what comes from the companion."""
        for number in told["to"]:
            peer = self.peers.get(number)
            if peer is not None:
                peer.guest = peer.guest or told["as"] == "in"
                peer.put(data, told["as"])

    async def listen(self) -> None:
        """Listen at this machine's address, and at its new one whenever that changes."""
        server: Server | None = None
        while True:
            address = self._wanted or own_address()
            if address != self._at:
                if server is not None:
                    server.close()
                    await server.wait_closed()
                    server = None
                self._at = address
                if address:
                    server = await self._bind(address)
                port = server.sockets[0].getsockname()[1] if server is not None else 0
                self._host = f"{address}:{port}" if port else ""
                self.say(k="at", host=address if port else "", port=port)
                # Without a port it is tried again.
                self._at = address if port else ""
            await asyncio.sleep(AGAIN)

    async def beat(self) -> None:
        """Give guests a sign of life now and then."""
        while True:
            await asyncio.sleep(BEATS)
            for peer in self.peers.values():
                if peer.guest:
                    peer.put(BEAT, "say")

    async def _bind(self, address: str) -> Server | None:
        for port in range(self._port, self._port + PORTS):
            with suppress(OSError):
                return await serve(
                    self.talk,
                    address,
                    port,
                    family=socket.AF_INET,
                    process_request=self.request,
                    create_connection=Counted,
                    max_size=LONGEST,
                    max_queue=4,
                    write_limit=2**15,
                    compression=None,
                    ping_interval=20,
                    ping_timeout=20,
                    open_timeout=HELLO,
                    close_timeout=2,
                    server_header=None,
                )
        return None

    def request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request, or let a WebSocket begin."""
        if request.headers.get_all("Host") != [self._host]:
            return reply(421, "Misdirected Request")
        if request.path != "/ws":
            return self._pages.answer(request, self._host)
        if getattr(request, "method", "GET") != "GET":
            return reply(405, "Method Not Allowed", more=(("Allow", "GET"),))
        if request.headers.get_all("Origin") != [f"http://{self._host}"]:
            return reply(403, "Forbidden")
        strangers = [peer.address for peer in self.peers.values() if not peer.guest]
        if len(strangers) >= STRANGERS or strangers.count(connection.remote_address[0]) >= STRANGERS_EACH:
            return reply(503, "Service Unavailable")
        return None

    async def talk(self, connection: ServerConnection) -> None:
        """Hand on what a connection says, until it ends."""
        self._count += 1
        number, peer = self._count, Peer(connection, connection.remote_address[0])
        self.peers[number] = peer
        self.say(k="come", c=number, a=peer.address)
        writer = asyncio.create_task(peer.write())
        try:
            async with asyncio.timeout(HELLO) as patience:
                async for data in connection:
                    patience.reschedule(None)
                    if not isinstance(data, str) or peer.is_too_fast():
                        await connection.close(1008)
                        break
                    self.say(k="said", c=number, m=data)
        except (ConnectionClosed, TimeoutError):
            await connection.close(1008)
        finally:
            writer.cancel()
            del self.peers[number]
            self.say(k="gone", c=number)


class Counted(ServerConnection):
    """A connection that is refused at once if too many are open, from its address or in all."""

    opened: ClassVar[Counter[str]] = Counter()
    """How many there are from each address."""

    _from = ""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Count it."""
        address = transport.get_extra_info("peername")[0]
        if self.opened[address] >= OPEN_EACH or self.opened.total() >= OPEN:
            transport.abort()
            return
        self._from = address
        self.opened[address] += 1
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        if self._from:
            self.opened[self._from] -= 1
            if not self.opened[self._from]:
                del self.opened[self._from]
            super().connection_lost(exc)


def restrict() -> None:
    """Give up all rights that this process does not need, for good."""
    ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
    for what, most in (
        (resource.RLIMIT_DATA, MEMORY),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


async def hear(reader: StreamReader, hall: Hall) -> None:
    """Hand on what the companion says, until it ends."""
    with suppress(asyncio.IncompleteReadError):
        while line := await reader.readline():
            told = json.loads(line)
            hall.put(told, await reader.readexactly(told["n"]))


async def run(pipe: socket.socket, host: str, port: int, folder: Path) -> None:
    """Serve until the companion closes its end."""
    reader, writer = await asyncio.open_connection(sock=pipe)
    hall = Hall(Pages(Path(__file__).parent / "pages", folder), writer, host, port)
    tasks = {asyncio.create_task(job) for job in (hear(reader, hall), hall.listen(), hall.beat())}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


def main(arguments: list[str]) -> None:
    """Serve as the arguments say."""
    descriptor, host, port, _library, folder = arguments
    restrict()
    with suppress(KeyboardInterrupt):
        asyncio.run(run(socket.socket(fileno=int(descriptor)), host, int(port), Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
