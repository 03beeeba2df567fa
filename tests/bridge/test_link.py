"""Opening ports for real: what is missing, forbidden or busy is told in a sentence, and the link finds its way back."""

from __future__ import annotations

import errno
import gc
import os
import pty
import selectors
import socket
import struct
import subprocess
import sys
import threading
import tty
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import serial
from serial.rfc2217 import PortManager
from serial.urlhandler import protocol_socket

from firmware_bridge.errors import (
    BridgeError,
    LinkLostError,
    PortBusyError,
    PortMissingError,
    PortPermissionError,
    TowerRefusedError,
)
from firmware_bridge.link import AUTO, Timing, discover, open_port
from firmware_bridge.simulator import SimulatedTower
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Connected, Disconnected, LineSeen, RollRefused
from tests.patience import PATIENCE

from .listening import QUICK, expect, throw, up


@pytest.fixture
def simulated() -> Iterator[SimulatedTower]:
    with SimulatedTower() as running:
        yield running


def test_no_such_port() -> None:
    with pytest.raises(PortMissingError, match="Plug the tower in"):
        open_port("/dev/no-such-tower")


def test_a_port_that_another_program_has() -> None:
    with SimulatedTower() as simulated:
        first = open_port(simulated.port)
        with pytest.raises(PortBusyError, match="Another program is using"):
            open_port(simulated.port)
        first.close()
        open_port(simulated.port).close()


def test_a_port_that_this_user_may_not_open() -> None:
    """Really refused by the kernel: in a process without privileges, on a terminal without permissions."""
    script = """
import os, pty, sys
from firmware_bridge.errors import PortPermissionError
from firmware_bridge.link import open_port
master, slave = pty.openpty()
name = os.ttyname(slave)
os.fchmod(slave, 0)
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    open_port(name)
except PortPermissionError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "may not open /dev/pts/" in result.stdout
    assert "sudo usermod -aG " in result.stdout
    assert "play on with" in result.stdout


def test_a_filter_of_the_unit_is_not_told_as_a_lack_of_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    """systemd's device filter refuses with EPERM; “sudo usermod -aG dialout” helped nobody
    (home-assistant/supervisor#3960, systemd/systemd#14214)."""

    def refused(_: serial.Serial) -> None:
        raise serial.SerialException(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(serial.Serial, "open", refused)
    with pytest.raises(PortPermissionError) as told:
        open_port("/dev/ttyACM0")
    assert "usermod" not in str(told.value)
    assert "companion install" in str(told.value)


def test_stable_names_the_likeliest_first(tmp_path: Path) -> None:
    for name in (
        "usb-Acme_Printer-if00",
        "usb-Arduino__www.arduino.cc__0043-if00",
        "usb-1a86_USB2.0-Serial-if00",
    ):
        (tmp_path / name).touch()
    assert [Path(port).name for port in discover(tmp_path)] == [
        "usb-1a86_USB2.0-Serial-if00",
        "usb-Arduino__www.arduino.cc__0043-if00",
        "usb-Acme_Printer-if00",
    ]
    assert discover(tmp_path / "absent") == []


def test_the_tower_is_found_among_other_devices(tmp_path: Path) -> None:
    master, mute = pty.openpty()
    tty.setraw(mute)
    (tmp_path / "usb-1a86_a_modem").symlink_to(os.ttyname(mute))
    with SimulatedTower(tmp_path / "usb-Arduino_tower"):
        quick = type(QUICK)(hello=0.05, no_tower=0.4, reconnect=0.05, reconnect_most=0.1)
        with Tower(AUTO, quick, finder=lambda: discover(tmp_path)) as tower:
            assert expect(tower, Connected).info.where.endswith("usb-Arduino_tower")
    os.close(master)
    os.close(mute)


def test_nothing_plugged_in_is_told_and_tried_again(tmp_path: Path) -> None:
    with Tower(AUTO, QUICK, finder=lambda: discover(tmp_path)) as tower:
        lost = expect(tower, Disconnected)
        assert isinstance(lost.error, PortMissingError)
        assert "No tower is plugged in" in str(lost.error)
        with SimulatedTower(tmp_path / "usb-Arduino_tower"):
            up(tower)


def test_a_device_that_is_no_tower_is_said_to_be_none() -> None:
    master, mute = pty.openpty()
    tty.setraw(mute)
    with Tower(os.ttyname(mute), type(QUICK)(no_tower=0.3)) as tower:
        lost = expect(tower, Disconnected)
        assert isinstance(lost.error, LinkLostError)
        assert "No dice tower answers" in str(lost.error)
    os.close(master)
    os.close(mute)


def test_another_tower_never_gets_the_roll_of_the_first(tmp_path: Path) -> None:
    link = tmp_path / "tower"
    with SimulatedTower(link) as first, Tower(str(link), QUICK) as tower:
        up(tower)
        tower.tumble(5000)
        roll_id = tower.roll(6)
        while first.board.stage != "tumble":
            tower.next_event(0.01)
        first.unplug()
        expect(tower, Disconnected)
        with SimulatedTower(link) as second:
            refused = expect(tower, RollRefused, roll_id=roll_id)
            assert isinstance(refused.error, TowerRefusedError)
            assert second.board.rolls == 0


def test_closing_waits_for_no_interval_in_any_state(simulated: SimulatedTower) -> None:
    """Each of them is an hour, so that whoever waited one out would not come back."""
    hours = Timing(hello=3600, no_tower=3600, poll=3600, silence=3600, reconnect=3600, reconnect_most=3600)
    for where in (simulated.port, "/dev/no-such-tower"):
        tower = Tower(where, hours)
        tower.start()
        assert tower.next_event(PATIENCE)
        closing = threading.Thread(target=tower.close, daemon=True)
        closing.start()
        closing.join(PATIENCE)
        assert not closing.is_alive()
    Tower("/dev/no-such-tower").close()


def test_the_raw_lines_can_be_watched(simulated: SimulatedTower) -> None:
    with Tower(simulated.port, QUICK) as tower:
        up(tower)
        tower.show_lines(True)
        tower.ask_status()
        assert " STAT*" in expect(tower, LineSeen, direction="sent").text
        simulated.damage_next_line()
        expect(tower, LineSeen, direction="damaged")


def test_the_callers_wake_signal_comes_after_the_event(simulated: SimulatedTower) -> None:
    woken = threading.Event()
    with Tower(simulated.port, QUICK, wake=woken.set) as tower:
        assert woken.wait(PATIENCE)
        assert tower.events()


class Terminal(serial.Serial):  # type: ignore[misc, unused-ignore]
    """A pseudo-terminal as a serial port: it has no modem lines."""

    cts = dsr = ri = cd = False

    def _update_dtr_state(self) -> None:
        return

    def _update_rts_state(self) -> None:
        return

    def _update_break_state(self) -> None:
        return


def serve(server: socket.socket, port: str, rfc2217: bool, stop: threading.Event) -> None:
    """A serial server: one TCP connection to the terminal and back."""
    connection, _ = server.accept()
    terminal = Terminal(port, timeout=0)
    with (
        selectors.DefaultSelector() as selector,
        connection,
        terminal,
        connection.makefile("wb", buffering=0) as out,
    ):
        talk = PortManager(cast(Any, terminal), cast(Any, out)) if rfc2217 else None
        selector.register(connection, selectors.EVENT_READ)
        selector.register(terminal, selectors.EVENT_READ)
        while not stop.is_set():
            for key, _ in selector.select(0.05):
                if key.fileobj is connection:
                    data = connection.recv(4096)
                    if not data:
                        return
                    terminal.write(b"".join(talk.filter(data)) if talk else data)
                else:
                    data = terminal.read(4096)
                    connection.sendall(b"".join(talk.escape(data)) if talk else data)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # inside pyserial
@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_tower_across_the_room(simulated: SimulatedTower, scheme: str) -> None:
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        thread = threading.Thread(target=serve, args=(server, simulated.port, scheme == "rfc2217", stop))
        thread.start()
        with Tower(f"{scheme}://127.0.0.1:{port}", QUICK) as tower:
            tower.tumble(0)
            assert [throw(tower, 9).number for _ in range(3)] == [1, 2, 3]
            stop.set()
            thread.join()
            expect(tower, Disconnected)


def test_a_line_that_the_other_end_resets_is_closed_on_ours() -> None:
    """Found in a run of the whole suite: pyserial lets go of such a socket without closing it."""
    with socket.create_server(("127.0.0.1", 0)) as server, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with Tower(f"socket://127.0.0.1:{server.getsockname()[1]}", QUICK) as tower:
            for _ in range(3):
                line, _ = server.accept()
                # Without a farewell: the kernel answers with a reset.
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.close()
            expect(tower, Disconnected)
        gc.collect()
    assert [str(warning.message) for warning in told if warning.category is ResourceWarning] == []


def test_a_line_that_is_reset_while_it_is_opened_is_closed_on_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found in a run of the gate: the reset may come before the port is open."""
    with socket.create_server(("127.0.0.1", 0)) as server, warnings.catch_warnings(record=True) as told:

        def resets(port: Any) -> None:
            line, _ = server.accept()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
            with selectors.DefaultSelector() as selector:
                selector.register(port._socket, selectors.EVENT_READ)
                assert selector.select(PATIENCE)
            port._socket.recv(1)

        monkeypatch.setattr(protocol_socket.Serial, "reset_input_buffer", resets)
        warnings.simplefilter("always")
        with pytest.raises(BridgeError):
            open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        gc.collect()
    assert [str(warning.message) for warning in told if warning.category is ResourceWarning] == []


def test_an_idle_link_costs_next_to_nothing(simulated: SimulatedTower) -> None:
    with Tower(simulated.port) as tower:
        up(tower)
        with pytest.MonkeyPatch.context() as patch:
            looks: list[float] = []
            tick = tower.tick

            def counted(now: float) -> float:
                looks.append(now)
                return tick(now)

            patch.setattr(tower, "tick", counted)
            assert tower.next_event(1.5) is None
        assert len(looks) < 12


def test_a_missing_port_is_told_once_and_waited_for_by_the_kernel(tmp_path: Path) -> None:
    """Looking for it is nothing that happens every few seconds: even its folder may come with it."""
    patient = Timing(hello=0.05, reconnect=0.02, reconnect_most=0.02, unseen=10 * PATIENCE)
    opened: list[str] = []

    def opener(where: str) -> Any:
        opened.append(where)
        return open_port(where)

    where = tmp_path / "serial" / "by-id" / "tower"
    with Tower(str(where), patient, opener=opener) as tower:
        lost = expect(tower, Disconnected)
        assert isinstance(lost.error, PortMissingError)
        assert lost.retry_in == patient.unseen
        where.parent.mkdir(parents=True)
        with SimulatedTower(where):
            expect(tower, Connected)
            assert tower.events() == []
    assert len(opened) <= 5, "one try for what came, and not one every few moments"


def test_a_tower_that_cannot_be_opened_is_told_once(tmp_path: Path) -> None:
    tries = threading.Semaphore(0)

    def opener(where: str) -> Any:
        tries.release()
        raise PortBusyError(f"{where} is in use")

    with Tower(str(tmp_path / "tower"), QUICK, opener=opener) as tower:
        for _ in range(5):
            assert tries.acquire(timeout=PATIENCE)
        told = [event for event in tower.events() if isinstance(event, Disconnected)]
        assert len(told) == 1


def test_a_waker_that_raises_does_not_end_the_link(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tries = threading.Semaphore(0)

    def opener(where: str) -> Any:
        tries.release()
        raise PortBusyError(f"{where} is in use")

    def strange() -> None:
        raise RuntimeError("as nobody knows it")

    with Tower(str(tmp_path / "tower"), QUICK, strange, opener) as tower:
        for _ in range(3):
            assert tries.acquire(timeout=PATIENCE), "the link has ended"
        assert any(isinstance(event, Disconnected) for event in tower.events())
    assert [record.message for record in caplog.records] == ["nobody could be told of an event"]


def test_without_names_by_id_our_own_and_those_by_path_are_looked_at(tmp_path: Path) -> None:
    """A fault of udev 252 (Debian 12): `/dev/serial/by-id` was missing, and no tower was ever found."""
    serial_, ports = tmp_path / "serial", [tmp_path / "ttyACM0", tmp_path / "ttyUSB0"]
    (serial_ / "by-path").mkdir(parents=True)
    for port in ports:
        port.touch()
        (serial_ / "by-path" / f"usb-{port.name}").symlink_to(port)
    by_path = [str(serial_ / "by-path" / f"usb-{port.name}") for port in ports]
    assert discover(serial_ / "by-id") == by_path
    own = tmp_path / "table-companion-tower"
    own.symlink_to(ports[1])
    assert discover(serial_ / "by-id") == [str(own), by_path[0]], "one port is tried once"
    (serial_ / "by-id").mkdir()
    (serial_ / "by-id" / "usb-Arduino").symlink_to(ports[0])
    assert discover(serial_ / "by-id") == [str(serial_ / "by-id" / "usb-Arduino")]


NO_PORTS = ("x" * 256, "/dev/" + "x" * 300, "", "a\0b", "spy:///dev/ttyACM0?file=spied", "hwgrep://.*")


@pytest.mark.parametrize("where", NO_PORTS)
def test_what_can_be_no_port_is_refused(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of over 255 letters ended the link's thread in silence; `spy://` writes files."""
    monkeypatch.chdir(tmp_path)
    before = threading.active_count()
    with pytest.raises(PortMissingError):
        open_port(where)
    with Tower(where, QUICK) as tower:
        said = expect(tower, Disconnected)
        assert isinstance(said.error, PortMissingError)
        assert len(str(said.error)) < 400
        assert threading.active_count() > before, "it goes on looking"
    assert not list(tmp_path.iterdir())
