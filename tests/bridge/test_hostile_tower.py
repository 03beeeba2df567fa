"""A tower that means ill, or whose program is broken: it is told, and it never costs the tower for the evening."""

from __future__ import annotations

import random
import select
import socket
import threading
from collections.abc import Iterator

import pytest

from firmware_bridge.link import Link, Port, open_port
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Connected, Disconnected, LineSeen
from firmware_bridge.wire import Decoder, Frame, Request, crc16
from tests.patience import PATIENCE

from .listening import QUICK, expect

VERBS = ("TOWER", "STAT", "PEND", "HELD", "RES", "UNK", "ERR", "BOOT", "BTN", "DROP", "NAK", "HB", "ACK", "X")
KEYS = [
    "proto",
    "fw",
    "hw",
    "uid",
    "boot",
    "bays",
    "max",
    "mode",
    "caps",
    "id",
    "no",
    "faces",
    "out",
    "src",
    "replay",
    "st",
    "drop",
    "of",
    "dice",
    "done",
    "try",
    "code",
    "k",
    "e",
    "ev",
]
VALUES = (
    *("", "1", "0", "-1", "9" * 60, "1" * 10, "r1", "busy", "mode", "idused", "ok", "cut", "666666", "?123", "wait"),
    *("*", "a*b", "=", "==", "%s", "{0}", "[b]", "g", "r", "T1", ";", "\t", "½"),
)


class Line:
    """One end of a wire as the link opens it; the other end is the test's."""

    def __init__(self) -> None:
        self._ours, self.theirs = socket.socketpair()
        self._ours.setblocking(False)

    def read(self, size: int = 1, /) -> bytes:
        data = self._ours.recv(size)
        if not data:
            raise OSError("the other end is gone")
        return data

    def write(self, data: bytes, /) -> int:
        return self._ours.send(data)

    def fileno(self) -> int:
        return self._ours.fileno()

    def close(self) -> None:
        self._ours.close()


class Stranger:
    """The other end: takes whatever the host asks and sends whatever it likes."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._decoder = Decoder()
        self._opened = threading.Event()

    def open(self, _: str) -> Port:
        self.lines.append(Line())
        self._opened.set()
        return self.lines[-1]

    def asked(self) -> list[Frame]:
        """Wait until the host says something on the line that is open now."""
        assert self._opened.wait(PATIENCE)
        theirs = self.lines[-1].theirs
        select.select([theirs], [], [], QUICK.reconnect)
        try:
            return self._decoder.feed(theirs.recv(4096, socket.MSG_DONTWAIT))
        except (BlockingIOError, ConnectionError):
            return []

    def send(self, body: str) -> None:
        raw = body.encode("latin-1")
        try:
            self.lines[-1].theirs.sendall(raw + b"*%04X\n" % crc16(raw))
        except OSError:
            return  # the host has hung up

    def wait_for(self, verb: str) -> str:
        """Wait until the host asks this; return the tag of the request."""
        while True:
            for frame in self.asked():
                if isinstance(frame, Request) and frame.verb == verb:
                    return frame.tag

    def greet(self) -> None:
        """Answer as a good tower does."""
        tag = self.wait_for("HELLO")
        self.send(f"@{tag} TOWER proto=1 fw=2 hw=x uid=ab boot=7 bays=6 max=60 mode=g caps=read")

    def close(self) -> None:
        for line in self.lines:
            line.theirs.close()


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    made = Stranger()
    yield made
    made.close()


def hostile(rng: random.Random, tag: str) -> str:
    """A line whose checksum is right, and little else."""
    args = "".join(f" {rng.choice(KEYS)}={rng.choice(VALUES)}" for _ in range(rng.randrange(9)))
    head = rng.choice((f"@{tag} ", f"!{rng.randrange(9):04X} ", "#", f">{tag} "))
    return f"{head}{rng.choice(VERBS)}{args}"[:138]


def test_a_good_line_that_holds_a_star(stranger: Stranger) -> None:
    """It could not be said again, neither to the viewer of raw lines nor to the tower itself."""
    with Tower("here", QUICK, opener=stranger.open) as tower:
        tower.show_lines(True)
        tower.roll(6, "r1")
        stranger.greet()
        expect(tower, Connected)
        stranger.send("#HB a=*b")
        assert expect(tower, LineSeen, direction="damaged").text == "1"
        stranger.send(f"@{stranger.wait_for('ROLL')} ERR code=busy id=x*y")
        stranger.send("#HB still=here")
        assert "still=here" in expect(tower, LineSeen, direction="received").text


@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_stranger_says_the_next_tower_is_found(stranger: Stranger, seed: int) -> None:
    rng = random.Random(seed)
    with Tower("here", QUICK, opener=stranger.open) as tower:
        tower.show_lines(True)
        tower.roll(6, "r1")
        for _ in range(150):
            tag = "00"
            for frame in stranger.asked():
                tag = frame.tag if isinstance(frame, Request) else tag
                stranger.send(hostile(rng, tag))
            for _ in range(rng.randrange(6)):
                stranger.send(hostile(rng, tag))
        before, told = len(stranger.lines), tower.events()
        stranger.lines[-1].theirs.shutdown(socket.SHUT_RDWR)
        while len(stranger.lines) == before:
            told += filter(None, [tower.next_event(QUICK.reconnect)])
        stranger.greet()
        while not isinstance(event := tower.next_event(PATIENCE), Connected) or event.info.uid != "ab":
            assert event is not None
            told.append(event)
        assert not [e for e in told if isinstance(e, Disconnected) and "fault" in str(e.error)]


def test_a_tower_that_talks_without_end_is_let_go(stranger: Stranger) -> None:
    """What nobody has taken yet would fill the memory."""
    with Tower("here", QUICK, opener=stranger.open) as tower:
        stranger.greet()
        while len(stranger.lines) < 2:
            for number in range(200):
                stranger.send(f"!{number:04X} BTN k=1 e=down")
        told = tower.events()
        assert len(told) < 20_000
        assert [event for event in told if isinstance(event, Disconnected)]
        stranger.greet()
        expect(tower, Connected)


def test_a_fault_of_our_own_is_told_and_the_tower_is_found_again(
    stranger: Stranger, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(where: str) -> Port:
        if not caplog.records:
            raise ZeroDivisionError
        return stranger.open(where)

    with Tower("anywhere", QUICK, opener=broken) as tower:
        assert "The link to the tower failed" in str(expect(tower, Disconnected).error)
        assert "ZeroDivisionError" in caplog.text
        stranger.greet()
        expect(tower, Connected)


def test_closing_does_not_wait_for_a_line_that_swallows_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen stood for 3 s. The queue of this server is full, so that nobody is ever let in."""
    waits: list[float | None] = []
    join = Link.join
    opening = threading.Event()

    def waiting(link: Link, timeout: float | None = None) -> None:
        waits.append(timeout)
        join(link, timeout)

    def opened(where: str) -> Port:
        opening.set()
        return open_port(where)

    with socket.create_server(("127.0.0.1", 0), backlog=0) as server, socket.socket() as first:
        first.connect(server.getsockname())
        tower = Tower(f"socket://127.0.0.1:{server.getsockname()[1]}", QUICK, opener=opened)
        tower.start()
        assert opening.wait(PATIENCE)
        with monkeypatch.context() as patch:
            patch.setattr(Link, "join", waiting)
            tower.close(wait=False)
        assert waits == []
        tower.close()
