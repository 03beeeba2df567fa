"""What `PROTOCOL.md` says, the firmware and the simulator both do, request by request; and its figures are theirs."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import serial

import firmware_bridge
from firmware_bridge.link import Timing
from firmware_bridge.simulator import SimulatedTower
from firmware_bridge.wire import LINE_MAX, Decoder, Frame, Reply, Request, Telemetry, encode
from tests.patience import PATIENCE

from .emulator.board import Board

HERE: Final = Path(firmware_bridge.__file__).parent
SAID: Final = (
    ("PING", "PONG up st=idle"),
    ("STAT", "STAT rx crc bad over evlost entropy=ok rolls"),
    ("LAST", "UNK id=-"),
    ("GET id=nobody", "UNK id=nobody"),
    ("END id=nobody", "UNK id=nobody"),
    ("READ id=nobody", "ERR code=arg k=try"),
    ("AGAIN id=nobody try=1", "UNK id=nobody"),
    ("ROLL id=Tmine n=3", "ERR code=arg k=id"),
    ("ROLL id=a+b n=3", "ERR code=arg k=id"),
    ("ROLL id=abcdefghijkl n=3", "ERR code=arg k=id"),
    ("ROLL id=a n=0", "ERR code=arg k=n"),
    ("ROLL id=a n=49", "ERR code=arg k=n"),
    ("ROLL id=a n=3 m=r", "ERR code=mode"),
    ("MODE m=x", "ERR code=arg k=m"),
    ("MODE m=g", "OK"),
    ("SET later=1", "ERR code=arg"),
    ("SET wait=0", "ERR code=arg"),
    ("SET tumble=5001", "ERR code=arg"),
    ("SET wait=60 later=1", "OK"),
    ("SET tumble=5000", "OK"),
    ("LIGHT k=1 v=2", "OK"),
    ("LIGHT k=1 v=3", "ERR code=arg k=v"),
    ("LIGHT k=2 v=1", "ERR code=arg k=k"),
    ("DANCE", "ERR code=verb"),
    ("ROLL id=a n=3", "PEND id=a st=tumble drop=1 of=1 dice=3 done=0"),
    ("LAST", "UNK id=-"),
    ("ROLL id=b n=3", "ERR code=busy id=a"),
)
"""Requests one after the other, and what is replied: verb and keys, some with their values."""


class Host:
    """Another program that talks to a tower.

    Args:
        port: of the tower.
    """

    def __init__(self, port: str) -> None:
        self._port, self._decoder, self._asked = serial.Serial(port, 115200, timeout=0.05), Decoder(), 0
        self.close = self._port.close
        self.heard: list[Frame] = []

    def ask(self, said: str) -> Reply:
        """Send a request until it is answered, and return the reply."""
        self._asked += 1
        verb, *args = said.split(" ")
        request = Request(f"{self._asked:02X}", verb, dict(arg.split("=") for arg in args))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for frame in self.hear(encode(request)):
                if isinstance(frame, Reply) and frame.tag == request.tag:
                    return frame
        raise AssertionError(f"no reply to {said}")

    def hear(self, request: bytes = b"") -> list[Frame]:
        """Send something, and return what is heard until nothing has come for a moment."""
        self._port.write(request)
        frames = self._decoder.feed(self._port.read(4096))
        self.heard += frames
        return frames

    def beats(self) -> int:
        """How many heartbeats have been heard."""
        return sum(isinstance(frame, Telemetry) and frame.verb == "HB" for frame in self.heard)


@pytest.fixture(params=["firmware", "simulator"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    if request.param == "firmware":
        board: Board = request.getfixturevalue("board")
        made = Host(board.port)
        yield made
        made.close()
        return
    with SimulatedTower(tmp_path / "simulated", people_drop=None) as tower:
        made = Host(tower.port)
        yield made
        made.close()


def fits(reply: Reply, wanted: str) -> bool:
    """Whether a reply has this verb and these keys, and the values that are given."""
    verb, *keys = wanted.split(" ")
    given = dict(key.partition("=")[::2] for key in keys)
    return (
        reply.verb == verb
        and reply.args.keys() == given.keys()
        and all(value in ("", reply.args[key]) for key, value in given.items())
    )


def test_every_request_is_answered_as_the_page_says(host: Host) -> None:
    greeting = host.ask("HELLO v=1")
    caps = "caps=gen,read,button,light,journal"
    assert fits(greeting, f"TOWER proto=1 fw=1.0.0 hw uid boot bays=5 max=48 mode=g {caps}")
    assert re.fullmatch("[0-9A-F]{8}", greeting.args["uid"])
    replies = [(said, host.ask(said), wanted) for said, wanted in SAID]
    assert [(said, reply) for said, reply, wanted in replies if not fits(reply, wanted)] == []


def test_the_heartbeat_can_be_set_and_stopped(host: Host) -> None:
    assert host.ask("SET hb=50").verb == "OK"
    end = time.monotonic() + PATIENCE
    while host.beats() < 3:
        host.hear()
        assert time.monotonic() < end
    assert int(host.ask("PING").args["up"]) > 0
    assert host.ask("SET hb=0").verb == "OK"
    host.heard.clear()
    # A moment of silence each: longer than two of its own heartbeats, a second apart as they come.
    for _ in range(50):
        host.hear()
    assert not host.beats()


def test_its_figures_are_those_of_the_firmware_and_the_link() -> None:
    page = (HERE / "PROTOCOL.md").read_text(encoding="utf-8")
    source = "".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "firmware").glob("*.[ch]")))
    defined = {name: int(number) for name, number in re.findall(r"^#define (\w+)\s+(\d+)\b", source, re.MULTILINE)}
    timing = Timing()
    assert defined["LINE_MAX"] == LINE_MAX
    for sentence in (
        f"sent again every {defined['RESEND_MS']} ms until acknowledged",
        f"at most {LINE_MAX} bytes from sigil to CRC",
        f"1 to {defined['ID_MAX']} characters",
        f"The journal keeps the last {defined['SLOTS']} entries",
        f"given up after {defined['BUTTON_STALE_MS'] // 1000} s unacknowledged",
        f"unchanged for {defined['STILL_MS']} ms",
        f"every {timing.hello * 1000:.0f} ms until it is answered",
        f"Not answered in {timing.no_tower:.0f} s",
        f"lost after {timing.silence:.0f} s without any good line",
    ):
        assert sentence in " ".join(page.split())
