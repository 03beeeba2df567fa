"""Writes a picture as PNG, with nothing but Python's own library."""

from __future__ import annotations

import struct
import zlib
from typing import Final

__all__ = ["png"]

_HEAD: Final = b"\x89PNG\r\n\x1a\n"


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file.

    Args:
        width: in pixels.
        height: in pixels.
        pixels: red, green, blue and opacity of each, row by row from the top; the opacity is left out.
    """
    rows = bytearray()
    for row in range(height):
        line, plain = pixels[4 * width * row : 4 * width * (row + 1)], bytearray(3 * width)
        plain[0::3], plain[1::3], plain[2::3] = line[0::4], line[1::4], line[2::4]
        rows += b"\0" + plain
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b"")
    body = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return _HEAD + b"".join(body)
