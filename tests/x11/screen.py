"""An X display of its own: what a person sees there, and a finger that X itself moves."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.ext import damage, screensaver, xfixes, xtest

from tests.patience import PATIENCE


@dataclass(frozen=True)
class Picture:
    """What stands on the display, row by row from the top, four bytes a pixel: blue, green, red, nothing."""

    width: int
    height: int
    data: bytes

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Return red, green and blue of a pixel."""
        at = 4 * (y * self.width + x)
        blue, green, red = self.data[at : at + 3]
        return red, green, blue

    def part(self, x: int, y: int, width: int, height: int) -> Picture:
        """Return a rectangle of it."""
        rows = (self.data[4 * (row * self.width + x) :][: 4 * width] for row in range(y, y + height))
        return Picture(width, height, b"".join(rows))

    def colours(self) -> set[bytes]:
        """Return the colours that occur."""
        return {self.data[n : n + 3] for n in range(0, len(self.data), 4)}

    def save(self, path: Path) -> Path:
        """Write it as PNG, to be looked at."""
        rows = bytearray()
        for row in range(self.height):
            line = self.data[4 * row * self.width :][: 4 * self.width]
            pixels = bytearray(3 * self.width)
            pixels[0::3], pixels[1::3], pixels[2::3] = line[2::4], line[1::4], line[0::4]
            rows += b"\0" + pixels
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
        body = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(body))
        return path


class Screen:
    """Runs an X server without hardware for as long as the block lasts.

    Args:
        width: in pixels.
        height: in pixels.
        pictures: folder for a picture of the display when something does not come about.
    """

    def __init__(self, width: int, height: int, pictures: Path) -> None:
        self.width, self.height, self._pictures = width, height, pictures
        self._helpers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Screen:
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{self.width}x{self.height}x24", "-nolisten", "tcp"],
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"
        self.display = Display(self.name)
        self.root = self.display.screen().root
        self.root.change_attributes(event_mask=X.SubstructureNotifyMask | X.PropertyChangeMask)
        damage.query_version(self.display)
        damage.damage_create(self.root, damage.DamageReportRawRectangles)
        xfixes.query_version(self.display)
        self.display.sync()
        return self

    def __exit__(self, *_: object) -> None:
        self.display.close()
        for process in (*reversed(self._helpers), self._server):
            process.terminate()
            process.wait(PATIENCE)

    @property
    def environment(self) -> dict[str, str]:
        """The variables with which a program opens its windows here."""
        bare = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP")}
        return {**bare, "DISPLAY": self.name, "LIBGL_ALWAYS_SOFTWARE": "1"}

    def manage(self, *command: str) -> None:
        """Start a window manager and wait until it has taken over."""
        self._helpers.append(subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL))
        check = self.display.intern_atom("_NET_SUPPORTING_WM_CHECK")
        self.until(lambda: self.root.get_full_property(check, X.AnyPropertyType), f"{command[0]} manages the windows")

    def picture(self) -> Picture:
        """Return what stands on the display now."""
        image: Any = self.root.get_image(0, 0, self.width, self.height, X.ZPixmap, 0xFFFFFFFF)
        return Picture(self.width, self.height, image.data)

    def until(self, condition: Callable[[], Any], what: str) -> None:
        """Look again until something has come about: after each change on the display, and now and then.

        Args:
            condition: whether it has.
            what: it is, in words, for the failure.
        """
        end = time.monotonic() + PATIENCE
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                path = self.picture().save(self._pictures / "never.png")
                raise AssertionError(f"It never came about: {what}. What stood there instead: {path}")
            if not self.display.pending_events():
                select.select([self.display], [], [], min(left, 0.2))
            while self.display.pending_events():
                self.display.next_event()

    def settled(self, condition: Callable[[], Any], what: str, rest: float = 0) -> Picture:
        """Return the picture in which something has come about, as soon as two looks at it are the same.

        Args:
            condition: whether it has.
            what: it is, in words, for the failure.
            rest: seconds for which all looks must be the same; a page may be drawn in several steps.
        """
        seen: list[tuple[float, Picture]] = []

        def same() -> bool:
            now = time.monotonic(), self.picture()
            if seen and now[1] != seen[0][1]:
                seen.clear()
            seen.append(now)
            return bool(condition()) and len(seen) > 1 and now[0] - seen[0][0] >= rest

        self.until(same, what)
        return seen[-1][1]

    def saver_after(self, seconds: int) -> None:
        """Let the screen saver come on when nobody has touched anything for so long."""
        self.display.set_screen_saver(seconds, 0, X.DontPreferBlanking, X.DontAllowExposures)
        self.display.sync()

    def move(self, x: float, y: float) -> None:
        """Move the pointer; pixels from the upper left."""
        xtest.fake_input(self.display, X.MotionNotify, x=round(x), y=round(y))
        self.display.sync()

    def press(self, x: float, y: float) -> None:
        """Put the finger down; pixels from the upper left."""
        self.move(x, y)
        xtest.fake_input(self.display, X.ButtonPress, 1)
        self.display.sync()

    def release(self) -> None:
        """Lift the finger."""
        xtest.fake_input(self.display, X.ButtonRelease, 1)
        self.display.sync()

    def tap(self, x: float, y: float) -> None:
        """Press and release."""
        self.press(x, y)
        self.release()

    def bounce(self, x: float, y: float) -> None:
        """Lift the finger and touch once more for a moment: all at one time, however busy the machine is."""
        xtest.fake_input(self.display, X.ButtonRelease, 1)
        xtest.fake_input(self.display, X.MotionNotify, x=round(x), y=round(y))
        xtest.fake_input(self.display, X.ButtonPress, 1)
        xtest.fake_input(self.display, X.ButtonRelease, 1)
        self.display.sync()

    def cursor_seen(self) -> bool:
        """Return whether any pixel of the mouse cursor can be seen."""
        return any(pixel >> 24 for pixel in xfixes.get_cursor_image(self.display, self.root).cursor_image)

    def idle(self) -> tuple[bool, int]:
        """Return whether the screen saver is on, and for how many milliseconds nobody has touched anything."""
        found = screensaver.query_info(self.root)
        return found.state == screensaver.StateOn, found.idle
