"""The serial line to a tower: finds the port, opens it, keeps it alive, and reconnects when it was lost.

One thread owns the port. What happens on the line goes to a `Protocol`, in that thread; `tower.Tower` is the one
that hands everything on through a queue, so that no other code ever runs there.
"""

from __future__ import annotations

import errno
import grp
import logging
import os
import select
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol as TypingProtocol

import serial
from msgspec import Struct

from firmware_bridge.errors import (
    BridgeError,
    LinkLostError,
    PortBusyError,
    PortMissingError,
    PortPermissionError,
)
from firmware_bridge.watch import FolderWatch
from firmware_bridge.wire import Decoder, Frame, encode
from firmware_bridge.words import N_, _

__all__ = ["AUTO", "BY_ID", "Link", "Port", "Protocol", "Timing", "discover", "open_port"]

AUTO = "auto"
BY_ID = Path("/dev/serial/by-id")
OWN_NAME = "table-companion-tower"
"""The name in /dev that the rule of `companion install` gives to the tower."""
BAUD = 115200
_log = logging.getLogger(__name__)
_LIKELY = ("arduino", "1a86", "ftdi", "silicon_labs", "prolific", "usb_serial")
_NETWORK = ("socket://", "rfc2217://")
_LONGEST = 255
"""Letters of the name of a port."""
_SHOWN = 60
_SAFE = N_("Nothing is lost; play on with typed-in or built-in dice.")


class Timing(Struct, frozen=True):
    """Times of the link, in seconds.

    Attributes:
        hello: from one greeting to the next.
        no_tower: until a port without an answer to the greeting counts as one without a tower.
        resend: before a request without reply is sent again, the first time; doubled up to `resend_most`.
        poll: from one request for an unfinished roll to the next.
        silence: until a tower that sends no valid line counts as lost.
        reconnect: before the first try to open again; doubled up to `reconnect_most`.
        unseen: before the next look for a port that is not there, if the kernel tells of none that comes.
    """

    hello: float = 0.3
    no_tower: float = 6.0
    resend: float = 0.35
    resend_most: float = 2.0
    poll: float = 1.0
    silence: float = 4.0
    reconnect: float = 0.25
    reconnect_most: float = 3.0
    unseen: float = 60.0


class Port(TypingProtocol):
    """The part of pyserial's `Serial` that the link uses."""

    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...
    def fileno(self) -> int: ...


class Protocol(TypingProtocol):
    """The protocol on the line. All methods are called in the link's thread."""

    def connected(self, where: str, now: float) -> None:
        """Note that the port is open."""
        ...

    def received(self, frame: Frame, now: float) -> None:
        """Take a whole, checked line."""
        ...

    def damaged(self, lines: int) -> None:
        """Note that lines with a wrong checksum have come in."""
        ...

    def tick(self, now: float) -> float:
        """Do what is due.

        Returns:
            The moment (as `now`) at which something is due next.

        Raises:
            LinkLostError: give the line up and open it anew.
        """
        ...

    def lost(self, error: BridgeError, retry_in: float) -> None:
        """Note that the port could not be opened, or is gone.

        The next try is in `retry_in` seconds.
        """
        ...


def discover(by_id: Path = BY_ID) -> list[str]:
    """Return the ports that may be a tower, by their stable names, the likeliest first.

    Some systems lack the names by id (a fault of udev 252 in Debian 12): then our own name for the tower comes first,
    and the names by the socket it is plugged into.

    Args:
        by_id: where the system keeps the names by id; the others lie beside it.
    """
    if by_id.is_dir():
        names = sorted(path.name for path in by_id.iterdir())
        names.sort(key=lambda name: not any(word in name.lower() for word in _LIKELY))
        return [str(by_id / name) for name in names]
    by_path = by_id.with_name("by-path")
    own = by_id.parent.with_name(OWN_NAME)
    others = sorted(by_path.iterdir()) if by_path.is_dir() else []
    return [str(path) for path in (*([own] if own.exists() else []), *others) if not _same_as(path, own)]


def _same_as(path: Path, own: Path) -> bool:
    """Return whether a name means the same port as our own name."""
    return path != own and own.exists() and path.resolve() == own.resolve()


def open_port(where: str) -> Port:
    """Open a port exclusively, without waiting and without throwing away what has already arrived.

    Args:
        where: a device path, `socket://host:port` or `rfc2217://host:port`.

    Raises:
        PortMissingError, PortPermissionError, PortBusyError: with a sentence that says what to do.
    """
    local = "://" not in where
    if not _can_be_port(where):
        raise PortMissingError(
            _(
                "“{where}” cannot be the port of a dice tower. {safe} It is a device such as /dev/ttyACM0, "
                "socket://HOST:PORT or rfc2217://HOST:PORT."
            ).format(where=where[:_SHOWN], safe=_(_SAFE))
        )
    port: Port | None = None
    try:
        port = serial.serial_for_url(where, BAUD, timeout=0, do_not_open=True)
        if local:
            port.exclusive = True
            port.write_timeout = 1.0
        port.open()
    except (serial.SerialException, OSError, ValueError) as error:
        if port is not None:
            _let_go(port)
        raise _sentence(where, error) from error
    if local:
        _keep_running_on_close(port)
    return port


def _can_be_port(where: str) -> bool:
    # pyserial has more handlers: one of them writes files wherever it is told to.
    return where.startswith(_NETWORK) if "://" in where else 0 < len(where) <= _LONGEST and "\0" not in where


def _let_go(port: Port) -> None:
    # pyserial forgets a socket that the other end has reset, also while it is being opened, instead of closing it.
    left = getattr(port, "_socket", None)
    port.close()
    if left is not None:
        left.close()


def _keep_running_on_close(port: Port) -> None:
    # An Arduino resets when the modem line drops; without HUPCL closing leaves it up, so the next opening is no boot.
    settings = termios.tcgetattr(port.fileno())
    settings[2] &= ~termios.HUPCL
    termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)


def _sentence(where: str, error: Exception) -> BridgeError:
    safe = _(_SAFE)
    number = getattr(error, "errno", None)
    if number == errno.EPERM:
        # The files' own rights refuse with EACCES; this is a filter of systemd's, and no group helps.
        return PortPermissionError(
            _(
                "The unit that starts the companion refuses {where}. {safe} To allow it, run “companion install” once "
                "more, then switch off and on again."
            ).format(where=where, safe=safe)
        )
    if number == errno.EACCES:
        return PortPermissionError(
            _(
                "This user may not open {where}. {safe} To allow it, run “sudo usermod -aG {group} $USER”, "
                "then log out and in again."
            ).format(where=where, safe=safe, group=_group_of(where))
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in str(error).lower():
        return PortBusyError(
            _("Another program is using {where}. {safe} Close that program and the tower will be found.").format(
                where=where, safe=safe
            )
        )
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return PortMissingError(
            _("There is no {where}. {safe} Plug the tower in and it will be found.").format(where=where, safe=safe)
        )
    return PortMissingError(
        _("{where} cannot be opened ({why}). {safe} Check the cable, the power and the port name.").format(
            where=where, why=error, safe=safe
        )
    )


def _group_of(where: str) -> str:
    try:
        group = Path(where).stat().st_gid
        return grp.getgrgid(group).gr_name if group else "dialout"
    except (OSError, KeyError):
        return "dialout"


def _drain(port: Port) -> bytes:
    data = b""
    while len(data) < 4096 and (more := port.read(4096)):  # rfc2217 gives one byte at a time
        data += more
    return data


class Link(threading.Thread):
    """The thread that owns the port.

    Args:
        where: a port for `open_port`, or `AUTO` to try what `discover` finds.
        protocol: handles the lines.
        timing: the times of the link.
        opener: opens a port.
        finder: returns the ports that `AUTO` tries.
    """

    def __init__(
        self,
        where: str,
        protocol: Protocol,
        timing: Timing,
        opener: Callable[[str], Port] = open_port,
        finder: Callable[[], list[str]] = discover,
    ) -> None:
        super().__init__(name="tower-link", daemon=True)
        self._where = where
        self._protocol = protocol
        self._timing = timing
        self._opener = opener
        self._finder = finder
        self._port: Port | None = None
        self._told = ""
        self._wake_in, self._wake_out = os.pipe()
        os.set_blocking(self._wake_out, False)
        os.set_blocking(self._wake_in, False)
        self._stop_asked = threading.Event()
        self._closing = threading.Lock()
        self._closed = False

    def wake(self) -> None:
        """Make the thread look at once at what is due. May be called from any thread."""
        with self._closing:
            if not self._closed:
                try:
                    os.write(self._wake_out, b".")
                except BlockingIOError:
                    return  # the pipe is full of wake-ups: it will wake

    def stop(self, *, wait: bool = True, timeout: float = 3.0) -> None:
        """Close the port and end the thread.

        Args:
            wait: also for a line across the network: one that swallows what is sent ends only after seconds. The port
                of this machine, which the next link may want, is always waited for.
            timeout: seconds to wait at most.
        """
        self._stop_asked.set()
        self.wake()
        if self.ident is None:
            self._close_pipe()
        elif wait or "://" not in self._where:
            self.join(timeout)

    def send(self, frame: Frame) -> None:
        """Write one line. Only for the protocol, in the link's thread.

        Raises:
            LinkLostError: the port does not take it.
        """
        if self._port is None:
            return
        try:
            self._port.write(encode(frame))
        except (serial.SerialException, OSError) as error:
            raise LinkLostError(
                _("Data no longer reaches the tower ({why}). {safe}").format(why=error, safe=_(_SAFE))
            ) from error

    def run(self) -> None:
        """Open the port, serve it, and open it again, until told to stop.

        This is the thread's work.
        """
        try:
            self._run()
        finally:
            self._close_port()
            self._close_pipe()

    def _run(self) -> None:
        pause = self._timing.reconnect
        candidates: Iterator[str] = iter(())
        while not self._stop_asked.is_set():
            served_since = time.monotonic()
            try:
                where = next(candidates, None)
                if where is None:
                    candidates = iter(self._finder() if self._where == AUTO else [self._where])
                    where = next(candidates, None)
                if where is None:
                    raise PortMissingError(
                        _("No tower is plugged in. {safe} Plug it in and it will be found.").format(safe=_(_SAFE))
                    )
                self._port = self._opener(where)
                self._serve(where, self._port)
            except BridgeError as error:
                self._close_port()
                if time.monotonic() - served_since > self._timing.no_tower + 1:
                    pause = self._timing.reconnect
                pause = self._pause(error, pause)
            except Exception:  # noqa: BLE001 - it is told, and written down with where it came from
                # No line of a stranger may cost the tower for the rest of the evening; nor may it look only slow.
                _log.exception("a fault in the link to the tower")
                self._close_port()
                fault = _("The link to the tower failed and is trying again. {safe}")
                pause = self._pause(LinkLostError(fault.format(safe=_(_SAFE))), pause)

    def _pause(self, error: BridgeError, pause: float) -> float:
        """Report an error once, wait, and return how long to wait the next time."""
        folder = self._folder() if isinstance(error, PortMissingError) else None
        with FolderWatch(folder) as watch:
            # A port that came before it was watched for tells nothing more.
            seconds = self._timing.unseen if watch.fileno() >= 0 and not self._there() else pause
            if str(error) != self._told:
                self._told = str(error)
                self._protocol.lost(error, seconds)
            self._nap(seconds, watch)
        return min(2 * pause, self._timing.reconnect_most)

    def _folder(self) -> Path | None:
        """Return the folder in which a missing port is going to appear; None if that is not known."""
        if "://" in self._where or (self._where == AUTO and self._finder is not discover):
            return None
        folder = BY_ID if self._where == AUTO else Path(self._where).absolute().parent
        # Some folders come with the first port that is plugged in, and go with the last.
        return next(one for one in (folder, *folder.parents) if os.path.isdir(one))  # noqa: PTH112 - it raises nothing

    def _there(self) -> bool:
        try:
            return bool(self._finder()) if self._where == AUTO else Path(self._where).exists()
        except Exception:  # noqa: BLE001 - told already by whoever looked before; it is looked for again soon
            return True

    def _serve(self, where: str, port: Port) -> None:
        decoder = Decoder()
        self._protocol.connected(where, time.monotonic())
        self._told = ""
        while not self._stop_asked.is_set():
            due = self._protocol.tick(time.monotonic())
            data = self._wait(port, max(0.0, due - time.monotonic()))
            bad = decoder.bad
            frames = decoder.feed(data) if data else []
            if decoder.bad > bad:
                self._protocol.damaged(decoder.bad - bad)
            for frame in frames:
                self._protocol.received(frame, time.monotonic())

    def _wait(self, port: Port, seconds: float) -> bytes:
        try:
            try:
                watched = [port.fileno(), self._wake_in]
            except OSError:  # rfc2217 has no descriptor to wait on: look often
                watched = [self._wake_in]
                seconds = min(seconds, 0.01)
            ready, *__ = select.select(watched, [], [], seconds)
            if self._wake_in in ready:
                os.read(self._wake_in, 4096)
            if len(watched) == 1:
                return _drain(port)
            if watched[0] in ready:
                return port.read(4096)
        except (serial.SerialException, OSError, ValueError, TypeError) as error:
            raise LinkLostError(
                _("The tower was unplugged or has lost power ({why}). {safe}").format(why=error, safe=_(_SAFE))
            ) from error
        return b""

    def _nap(self, seconds: float, watch: FolderWatch) -> None:
        """Sleep until the time is over, the link is stopped, or something changes in the watched folders."""
        end = time.monotonic() + seconds
        watched = [file for file in (self._wake_in, watch.fileno()) if file >= 0]
        while not self._stop_asked.is_set() and (left := end - time.monotonic()) > 0:
            ready, *__ = select.select(watched, [], [], left)
            if self._wake_in in ready:
                os.read(self._wake_in, 4096)
            if watch.fileno() in ready:
                return

    def _close_pipe(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                os.close(self._wake_in)
                os.close(self._wake_out)

    def _close_port(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            try:
                _let_go(port)
            except (serial.SerialException, OSError) as error:
                said = _("The port closed with an error ({why}). {safe}").format(why=error, safe=_(_SAFE))
                self._protocol.lost(LinkLostError(said), 0.0)
