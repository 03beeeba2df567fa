"""Lines of the tower's protocol (PROTOCOL.md): frames as plain data, and a decoder that survives anything."""

from __future__ import annotations

import binascii
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

__all__ = ["LINE_MAX", "Decoder", "Event", "Frame", "Reply", "Request", "Telemetry", "crc16", "encode"]

LINE_MAX: Final = 144
"""Longest line from sigil to CRC, in bytes, without the newline."""

_CRC_LENGTH: Final = 5
_STAR: Final = 0x2A
_SIGILS: Final = b">@!#"
_HEX: Final = frozenset(b"0123456789ABCDEF")


class Request(Struct, frozen=True):
    """What the host asks; `tag` (two hex digits) comes back in the reply."""

    tag: str
    verb: str
    args: Mapping[str, str] = field(default_factory=dict)


class Reply(Struct, frozen=True):
    """The tower's one answer to the request with this tag."""

    tag: str
    verb: str
    args: Mapping[str, str] = field(default_factory=dict)


class Event(Struct, frozen=True):
    """Something that happened at the tower; repeated under the same `number` until acknowledged."""

    number: str
    verb: str
    args: Mapping[str, str] = field(default_factory=dict)


class Telemetry(Struct, frozen=True):
    """A line of information that may get lost."""

    verb: str
    args: Mapping[str, str] = field(default_factory=dict)


Frame = Request | Reply | Event | Telemetry


def crc16(data: bytes) -> int:
    """CRC-16, polynomial 1021, start FFFF, as the protocol uses it."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """Return the frame as a line with its checksum and newline.

    Raises:
        ValueError: the content has bytes that cannot stand in a line, or the line would be too long.
    """
    match frame:
        case Request(tag, verb, args):
            head = f">{tag} {verb}"
        case Reply(tag, verb, args):
            head = f"@{tag} {verb}"
        case Event(number, verb, args):
            head = f"!{number} {verb}"
        case Telemetry(verb, args):
            head = f"#{verb}"
    raw = " ".join([head, *(f"{key}={value}" for key, value in args.items())]).encode("ascii")
    if not _may_stand(raw) or len(raw) + _CRC_LENGTH > LINE_MAX:
        raise ValueError(f"not a line of the protocol: {raw!r}")
    return raw + b"*%04X\n" % crc16(raw)


class Decoder:
    """Turns bytes that come in, in any portions, into whole and checked frames.

    Memory is bounded: it keeps at most one line's worth of bytes between calls.

    Attributes:
        good: the number of lines with a right checksum.
        bad: the number of lines with a wrong one.
        noise: the number of bytes that were dropped.
    """

    def __init__(self) -> None:
        self._rest = b""
        self.good = 0
        self.bad = 0
        self.noise = 0

    @property
    def pending(self) -> int:
        """The number of bytes of an unfinished line that are kept."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions.

        Returns:
            The frames completed by these bytes, in order.
        """
        *lines, rest = (self._rest + data).split(b"\n")
        frames = [frame for line in lines if (frame := self._line(line)) is not None]
        # A sigil further back than a whole line can no longer be the start of one.
        self.noise += max(0, len(rest) - LINE_MAX - 1)
        self._rest = rest[-LINE_MAX - 1 :]
        return frames

    def _line(self, raw: bytes) -> Frame | None:
        raw = raw.rstrip(b"\r")
        if not raw:
            return None
        dropped = max(0, len(raw) - LINE_MAX)
        frame, skipped = _first_that_checks(raw[dropped:])
        if frame is None:
            self.bad += 1
            self.noise += len(raw)
            return None
        self.good += 1
        self.noise += dropped + skipped
        return frame


def _first_that_checks(line: bytes) -> tuple[Frame | None, int]:
    body, star, digits = line[:-_CRC_LENGTH], line[-_CRC_LENGTH : -_CRC_LENGTH + 1], line[-4:]
    if star != b"*" or not _HEX.issuperset(digits):
        return None, 0
    wanted = int(digits, 16)
    for start, byte in enumerate(body):
        if byte in _SIGILS and crc16(body[start:]) == wanted:
            return _parse(body[start:]), start
    return None, 0


def _parse(body: bytes) -> Frame | None:
    if not _may_stand(body):
        return None
    sigil, words = chr(body[0]), body[1:].decode("ascii").split(" ")
    tag = "" if sigil == "#" else words.pop(0)
    verb = words.pop(0) if words else ""
    if not verb or (sigil != "#" and not _is_tag(tag, 4 if sigil == "!" else 2)):
        return None
    args = dict(word.split("=", 1) for word in words if "=" in word)
    match sigil:
        case ">":
            return Request(tag, verb, args)
        case "@":
            return Reply(tag, verb, args)
        case "!":
            return Event(tag, verb, args)
        case _:
            return Telemetry(verb, args)


def _may_stand(body: bytes) -> bool:
    """Return whether these bytes can be the body of a line that `encode` would write."""
    return all(0x20 <= byte <= 0x7E and byte != _STAR for byte in body)


def _is_tag(tag: str, length: int) -> bool:
    return len(tag) == length and _HEX.issuperset(tag.encode("ascii"))
