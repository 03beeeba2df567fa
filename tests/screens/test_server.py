"""The process that serves the pages: what it answers, whom it refuses, and that the table goes on without it."""

from __future__ import annotations

import os
import re
import signal
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.screens import server
from companion.table.autoplay import play
from tests.screens.client import asks, get, is_snap, join, plug, told, until_closed
from tests.screens.table import LOOPBACK, PATIENCE, Table

FILES = ("/", "/link.js", "/television.js", "/style.css", "/face/text.ttf", "/map/earth33.json")


def status(answer: bytes) -> int:
    """The status of an answer."""
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize("path", FILES)
def test_the_files_of_the_pages_are_served(table: Table, path: str) -> None:
    answer = get(table, path)
    head, __, body = answer.partition(b"\r\n\r\n")
    assert status(answer) == 200
    assert f"Content-Length: {len(body)}".encode() in head
    assert b"Content-Security-Policy: default-src 'none'" in head
    assert f"ws://{table.address}".encode() in head
    without = get(table, path, "HEAD")
    assert without.partition(b"\r\n\r\n")[::2] == (head, b"")


@pytest.mark.parametrize(
    ("path", "method", "found"),
    [
        ("/?code=1", "GET", 404),
        ("/television.html", "GET", 404),
        ("/../server.py", "GET", 404),
        ("/%2e%2e/server.py", "GET", 404),
        ("//", "GET", 404),
        ("/face/../../pyproject.toml", "GET", 404),
        ("/nothing", "HEAD", 404),
        ("/", "POST", 405),
        ("/", "PUT", 405),
        ("/", "DELETE", 405),
        ("/", "OPTIONS", 405),
        ("/ws", "POST", 405),
    ],
)
def test_nothing_else_is_answered(table: Table, path: str, method: str, found: int) -> None:
    before = table.session.view
    assert status(get(table, path, method)) == found
    assert table.session.view == before


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost:{port}", "{host}", "{host}:1", "{host}:{port}.evil.example"]
)
def test_another_name_in_host_is_refused(table: Table, host: str) -> None:
    """A name that somebody has pointed here would let their page in."""
    assert status(get(table, "/", host=host.format(host=table.at.host, port=table.at.port))) == 421


def test_two_hosts_are_refused(table: Table) -> None:
    assert status(get(table, "/", more="Host: evil.example\r\n")) == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://{address}", "http://{address}.evil.example"]
)
def test_another_origin_gets_no_socket(table: Table, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, plug(table, origin.format(address=table.address)):
        pass
    assert refused.value.response.status_code == 403


def test_no_origin_gets_no_socket(table: Table) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://{table.address}/ws", compression=None):
        pass
    assert refused.value.response.status_code == 403


def test_a_long_or_binary_message_ends_the_connection(table: Table) -> None:
    for message in ("x" * (server.LONGEST + 1), b"\0"):
        with join(table) as guest:
            guest.send(message)
            with pytest.raises(ConnectionClosed):
                until_closed(guest)


def test_a_flood_ends_the_connection(table: Table) -> None:
    with join(table) as guest:
        with suppress(ConnectionClosed):
            for _number in range(200):
                guest.send('{"t":"hello"}')
        with pytest.raises(ConnectionClosed):
            until_closed(guest)


def test_half_a_request_holds_nobody_up(table: Table) -> None:
    """Slow heads: as many as there are places from one address, and a page is served beside them."""
    with ExitStack() as stack:
        slow = []
        for _number in range(server.OPEN_EACH - 1):
            slow.append(stack.enter_context(socket.create_connection((table.at.host, table.at.port))))
            slow[-1].sendall(b"GET / HTTP/1.1\r\n")
        assert status(get(table, "/")) == 200
        for one in slow:
            one.settimeout(PATIENCE)
            while one.recv(4096):
                pass


def test_too_many_from_one_address_are_shut_at_once(table: Table) -> None:
    with ExitStack() as stack:
        for _number in range(server.OPEN_EACH):
            stack.enter_context(socket.create_connection((table.at.host, table.at.port))).sendall(b"GET")
        late = stack.enter_context(socket.create_connection((table.at.host, table.at.port), timeout=PATIENCE))
        # Without a word.
        with suppress(ConnectionResetError):
            assert late.recv(4096) == b""


def test_who_says_nothing_is_shut_out(table: Table) -> None:
    with plug(table) as guest, pytest.raises(ConnectionClosed):
        guest.recv(timeout=PATIENCE)


@pytest.mark.parametrize(
    "words", [b"\0" * 400, b"GET /", b"\x16\x03\x01\x02\x00\x01" * 40, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 4000]
)
def test_what_is_no_request_ends_nothing(table: Table, words: bytes) -> None:
    with suppress(ConnectionError):
        assert b"200 OK" not in asks(table, words + b"\r\n\r\n")
    assert status(get(table, "/")) == 200


def test_guests_see_each_step(table: Table) -> None:
    with join(table, code=table.permits.new_code()) as guest:
        told(table, guest, is_snap)
        play(table.session, Random(1), 1)
        found = told(table, guest, is_snap)
        assert found["rev"] == table.room.revision == 1
        assert [p["id"] for p in found["seen"]["players"]] == ["GC", "CC"]


def test_a_slow_reader_gets_the_newest_picture(table: Table) -> None:
    with join(table, code=table.permits.new_code()) as guest:
        told(table, guest, is_snap)
        play(table.session, Random(1), 120)
        last = table.room.revision
        assert told(table, guest, lambda said: said.get("rev") == last)["rev"] == last


def test_the_table_goes_on_when_the_process_is_killed(table: Table) -> None:
    with join(table, code=table.permits.new_code()) as guest:
        told(table, guest, lambda said: said["t"] == "in")
        assert table.link.process is not None
        first = table.link.process
        first.kill()
        table.until(lambda: table.restarts)
        play(table.session, Random(1), 5)
        assert len(table.session.timeline.entries) == 5
        assert table.room.guests == 0
        table.until(lambda: table.at.port and table.link.process is not first)


def test_a_process_that_hangs_is_begun_anew(table: Table) -> None:
    """It is stopped, not dead: its pipe fills up, and no step at the table waits for it."""
    with join(table, code=table.permits.new_code()) as guest:
        told(table, guest, is_snap)
        assert table.link.process is not None
        table.link.process.send_signal(signal.SIGSTOP)
        rng = Random(1)
        while not table.restarts:
            if table.session.finished:
                table.session.undo(len(table.session.timeline.entries), past_dice=True)
            play(table.session, rng, 20)
            table.turn()


def test_the_process_has_nothing_that_it_does_not_need(table: Table) -> None:
    assert table.link.process is not None
    home = Path(f"/proc/{table.link.process.pid}")
    assert (home / "environ").read_bytes() == b""
    state = (home / "status").read_text()
    assert re.search(r"^NoNewPrivs:\t1$", state, re.MULTILINE)
    limits = (home / "limits").read_text()
    for name, most in (("Max data size", server.MEMORY), ("Max open files", 64), ("Max processes", 0)):
        assert re.search(rf"^{name} +{most} +{most} ", limits, re.MULTILINE), name
    opened = [os.readlink(found) for found in (home / "fd").iterdir()]  # noqa: PTH115 - sockets are no paths
    assert {found for found in opened if not found.startswith(("socket:", "anon_inode:", "/dev/null"))} == set()
    known = {b"companion.table", b"companion/games"}
    assert not [line for line in (home / "maps").read_bytes().splitlines() if any(word in line for word in known)]


def test_it_ends_with_its_companion(table: Table) -> None:
    assert table.link.process is not None
    process = table.link.process
    table.link.close()
    assert process.wait(PATIENCE) is not None


def test_it_listens_at_one_address_only(table: Table) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", table.at.port), timeout=PATIENCE)
    assert table.at.host == LOOPBACK


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("10.0.0.1", True),
        ("172.16.0.1", True),
        ("172.31.255.1", True),
        ("172.32.0.1", False),
        ("192.168.178.20", True),
        ("192.169.0.1", False),
        ("169.254.1.1", True),
        ("100.64.0.1", False),
        ("8.8.8.8", False),
        ("127.0.0.1", False),
    ],
)
def test_only_a_home_network_is_served(address: str, private: bool) -> None:
    assert server.is_private(address) is private


def test_a_missing_network_is_no_error() -> None:
    found = server.own_address()
    assert found == "" or server.is_private(found)


def test_what_comes_back_after_a_restart(table: Table) -> None:
    """A screen keeps its token, and needs no picture again that it has."""
    with join(table, code=table.permits.new_code()) as guest:
        token = told(table, guest, lambda said: said["t"] == "in")["token"]
        picture = told(table, guest, is_snap)
    have = {"epoch": picture["epoch"], "rev": picture["rev"]}
    with join(table, token=token, have=have) as again:
        assert told(table, again, lambda said: said["t"] != "in") == {"t": "same", "rev": picture["rev"]}
    with join(table, token=token, have=have | {"epoch": "another"}) as again:
        assert told(table, again, is_snap)["seen"] == picture["seen"]


def test_the_process_says_only_what_it_should(table: Table) -> None:
    """Whoever has taken it over may say anything: what is no message ends it."""
    wrong = b'{"k":"said","c":"1","m":1}', b'{"k":"restarted"}'
    for line in (b"{}", b"nonsense", *wrong, b"[" * 5000, b'"' + b"x" * 20_000):
        mine, theirs = socket.socketpair()
        with mine, theirs:
            theirs.sendall(line + b"\n")
            assert table.link._hear(mine, bytearray()) is False
