"""The host's side of the protocol, without port, thread or queue.

All requests may be repeated, so everything here follows one rule: repeat until it has visibly arrived.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from firmware_bridge.errors import BridgeError, LinkLostError
from firmware_bridge.link import Timing
from firmware_bridge.pending_rolls import PendingRolls, faces_in, number_in, outcome_in
from firmware_bridge.tower_events import (
    Connected,
    Disconnected,
    LineSeen,
    TowerButton,
    TowerEvent,
    TowerInfo,
    TowerStatus,
    UnaskedDrop,
)
from firmware_bridge.wire import Event, Frame, Reply, Request, Telemetry, encode
from firmware_bridge.words import _

__all__ = ["ProtocolClient"]

_PROTOCOL: Final = "1"
_REMEMBERED: Final = 64


class _PendingRequest(Struct):
    """A request that has no reply yet."""

    verb: str
    args: Mapping[str, str]
    due: float
    wait: float


class ProtocolClient:
    """The host's side of the protocol; fits `link.Protocol`.

    Args:
        send: writes a line.
        emit: takes the events.
        timing: the times of the link.
    """

    def __init__(self, send: Callable[[Frame], None], emit: Callable[[TowerEvent], None], timing: Timing) -> None:
        self._write = send
        self._emit = emit
        self._timing = timing
        self.rolls = PendingRolls(emit, timing)
        self.info: TowerInfo | None = None
        self.show_lines = False
        self._where = ""
        self._greeting = True
        self._opened = self._heard = self._hello_due = self._ping_due = 0.0
        self._tag = 0
        self._roll_of_tag: dict[str, str] = {}
        self._waiting: dict[str, _PendingRequest] = {}
        self._wanted: dict[str, tuple[str, Mapping[str, str]]] = {}
        self._mode = "g"
        self._seen: deque[str] = deque(maxlen=_REMEMBERED)

    # ---- what the table wants ----

    def set(self, what: str, verb: str, args: Mapping[str, str], now: float) -> None:
        """Set something; it is set again whenever the tower has started anew."""
        self._wanted[what] = (verb, args)
        if verb == "MODE":
            self._mode = args["m"]
        if self.info is not None:
            self._ask(verb, args, now)

    def ask_status(self, now: float) -> None:
        """Ask for the tower's counters; they come as `TowerStatus`."""
        if self.info is not None:
            self._ask("STAT", {}, now)

    # ---- link.Protocol ----

    def connected(self, where: str, now: float) -> None:
        """Greet the tower: the port is open."""
        self._where = where
        self._heard = now
        self._greet(now)

    def lost(self, error: BridgeError, retry_in: float) -> None:
        """Note that the port is gone; rolls stay open until it is back."""
        self.info = None
        self._waiting.clear()
        self._roll_of_tag.clear()
        self._emit(Disconnected(error, retry_in))

    def damaged(self, lines: int) -> None:
        """Report lines with a wrong checksum to the raw line viewer."""
        if self.show_lines:
            self._emit(LineSeen("damaged", str(lines)))

    def tick(self, now: float) -> float:
        """Send what is due.

        Returns:
            The moment at which something is due next.

        Raises:
            LinkLostError: no tower answers, or it has been silent for too long.
        """
        return self._greet_on(now) if self._greeting else self._talk(now)

    def received(self, frame: Frame, now: float) -> None:
        """Take a line of the tower."""
        if self.show_lines:
            self._emit(LineSeen("received", encode(frame).decode("ascii").rstrip()))
        self._heard = now
        match frame:
            case Reply():
                self._reply(frame, now)
            case Event():
                self._send("ACK", {"ev": frame.number})
                if frame.number not in self._seen:
                    self._seen.append(frame.number)
                    self._event(frame.verb, frame.args, now)
            case Telemetry("NAK"):
                self._hello_due = now
                self.rolls.hurry(now)
                for request in self._waiting.values():
                    request.due = now
            case _:
                return

    # ---- sending ----

    def _greet(self, now: float) -> None:
        self._greeting = True
        self._opened = self._hello_due = now
        self._waiting.clear()

    def _greet_on(self, now: float) -> float:
        if now - self._opened > self._timing.no_tower:
            raise LinkLostError(
                _(
                    "No dice tower answers on {where}. Play on with other dice. Check that the tower's "
                    "firmware is on the board."
                ).format(where=self._where)
            )
        if now >= self._hello_due:
            self._send("HELLO", {"v": _PROTOCOL})
            self._hello_due = now + self._timing.hello
        return self._hello_due

    def _talk(self, now: float) -> float:
        silent = now - self._heard
        if silent > self._timing.silence:
            raise LinkLostError(
                _(
                    "The tower has stopped answering. A roll in progress is safe in its memory. Wait, "
                    "unplug it and plug it back in, or use other dice."
                )
            )
        if silent > self._timing.silence / 3 and now >= self._ping_due:
            self._send("PING", {})
            self._ping_due = now + self._timing.silence / 4
        for tag, request in list(self._waiting.items()):
            if now >= request.due:
                del self._waiting[tag]
                self._ask(request.verb, request.args, now, min(2 * request.wait, self._timing.resend_most))
        for roll_id, verb, args in self.rolls.due(now, self.info.uid if self.info else "", self._mode):
            self._roll_of_tag[self._send(verb, args)] = roll_id
        look = now + self._timing.silence / 4
        return self.rolls.next_due(min([look, *(request.due for request in self._waiting.values())]))

    def _send(self, verb: str, args: Mapping[str, str]) -> str:
        self._tag = (self._tag + 1) & 0xFF
        request = Request(f"{self._tag:02X}", verb, args)
        self._roll_of_tag.pop(request.tag, None)
        if self.show_lines:
            self._emit(LineSeen("sent", encode(request).decode("ascii").rstrip()))
        self._write(request)
        return request.tag

    def _ask(self, verb: str, args: Mapping[str, str], now: float, wait: float = 0.0) -> None:
        wait = wait or self._timing.resend
        self._waiting[self._send(verb, args)] = _PendingRequest(verb, args, now + wait, wait)

    # ---- receiving ----

    def _reply(self, frame: Reply, now: float) -> None:
        self._waiting.pop(frame.tag, None)
        roll_id = self._roll_of_tag.pop(frame.tag, "")
        match frame.verb:
            case "TOWER":
                self._welcome(frame.args, now)
            case "STAT":
                self._emit(TowerStatus(tuple(frame.args.items())))
            case "PEND" | "HELD" | "RES":
                self.rolls.about(frame.verb, frame.args)
            case "UNK" if roll_id in self.rolls:
                self.rolls.unknown(roll_id, now)
            case "ERR" if roll_id in self.rolls:
                self._refused(roll_id, frame.args, now)

    def _welcome(self, args: Mapping[str, str], now: float) -> None:
        if args.get("proto") != _PROTOCOL:
            raise LinkLostError(
                _(
                    "The tower on {where} uses version {theirs} of the protocol, this program version "
                    "{ours}. Play on with other dice, and update the older of the two."
                ).format(where=self._where, theirs=args.get("proto", "?"), ours=_PROTOCOL)
            )
        before = self.info
        self.info = TowerInfo(
            where=self._where,
            firmware=args.get("fw", "?"),
            hardware=args.get("hw", "?"),
            uid=args.get("uid", ""),
            boot=number_in(args, "boot"),
            bays=number_in(args, "bays"),
            max_dice=number_in(args, "max"),
            mode=args.get("mode", "g"),
            capabilities=frozenset(args.get("caps", "").split(",")),
        )
        self._greeting = False
        for verb, wanted in self._wanted.values():
            self._ask(verb, wanted, now)
        self.rolls.resume(self.info.uid)
        if before != self.info:
            self._emit(Connected(self.info))

    def _refused(self, roll_id: str, args: Mapping[str, str], now: float) -> None:
        code, other = args.get("code", "?"), args.get("id", "")
        if code == "mode":
            self._ask("MODE", {"m": self._mode}, now)
            self.rolls.again_at(roll_id, now + self._timing.resend / 4)
        elif code == "busy":
            if other and not other.startswith("T") and other not in self.rolls:
                self._send("END", {"id": other})  # of a program that was closed: nobody here waits for it
            self.rolls.in_the_way(roll_id)
        else:
            self.rolls.refused(roll_id, code)

    def _event(self, verb: str, args: Mapping[str, str], now: float) -> None:
        match verb:
            case "BOOT":
                if self.info is None or number_in(args, "boot") != self.info.boot:
                    self._greet(now)
            case "BTN":
                self._emit(TowerButton(number_in(args, "k"), args.get("e", "")))
            case "DROP":
                drop_id, number = args.get("id", ""), number_in(args, "no")
                self._emit(UnaskedDrop(drop_id, faces_in(args), outcome_in(args), number))
            case "PEND" | "HELD" | "RES":
                self.rolls.about(verb, args)
