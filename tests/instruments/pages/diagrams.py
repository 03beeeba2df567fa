"""Draws the diagrams of the papers: `python -m tests.instruments.pages.diagrams` writes them to `docs/pictures`.

What is drawn comes from where it is decided: the pins of the tower from its firmware, those of the buttons from the
example in the settings file.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from companion.storage.settings_file import WIRING
from firmware_bridge import FIRMWARE

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "pictures"

HEADER: Final = (
    ("3V3", "5V"),
    ("2", "5V"),
    ("3", "GND"),
    ("4", "14"),
    ("GND", "15"),
    ("17", "18"),
    ("27", "GND"),
    ("22", "23"),
    ("3V3", "24"),
    ("10", "GND"),
    ("9", "25"),
    ("11", "8"),
    ("GND", "7"),
    ("0", "1"),
    ("5", "GND"),
    ("6", "12"),
    ("13", "GND"),
    ("19", "16"),
    ("26", "20"),
    ("GND", "21"),
)
"""The 40 pins of every Raspberry Pi since the B+, from the end with the SD card on; numbers are GPIO numbers."""

TOWER: Final = (
    ("D2", "light barrier", "4.7 kΩ to GND; high while light falls on it"),
    ("D3", "button", "to GND"),
    ("D9", "gate", "220 Ω, MOSFET, 10 kΩ to GND; diode across the coil"),
    ("D10", "lamp of the button", "330 Ω, LED to GND"),
    ("A0", "noise", "5 cm of wire, left open"),
    ("A1", "bay 1", "face × 0.70 V"),
    ("A2", "bay 2", "face × 0.70 V"),
    ("A3", "bay 3", "face × 0.70 V"),
    ("A4", "bay 4", "face × 0.70 V"),
    ("A5", "bay 5", "face × 0.70 V"),
    ("5V", "sensors, light barrier", ""),
    ("GND", "all of them", ""),
)


class Drawing:
    """A picture of lines, boxes and words."""

    def __init__(self, width: int, height: int) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="14">'
        )
        self._parts = [f'<rect width="{width}" height="{height}" fill="#fff"/>']

    def box(self, x: int, y: int, width: int, height: int, fill: str = "#eee") -> None:
        """A box."""
        self._parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{fill}" stroke="#333"/>'
        )

    def line(self, x: int, y: int, to_x: int, to_y: int, colour: str = "#333") -> None:
        """A wire."""
        self._parts.append(f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}" stroke-width="2"/>')

    def dot(self, x: int, y: int, fill: str) -> None:
        """A pin."""
        self._parts.append(f'<circle cx="{x}" cy="{y}" r="8" fill="{fill}" stroke="#333"/>')

    def words(self, x: int, y: int, text: str, anchor: str = "start", weight: str = "normal") -> None:
        """Words."""
        plain = text.replace("&", "&amp;").replace("<", "&lt;")
        self._parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{plain}</text>')

    def text(self) -> str:
        """The picture as SVG."""
        return "\n".join([self._head, *self._parts, "</svg>", ""])


def wired() -> dict[str, str]:
    """Which GPIO pin does what in the example of the settings file."""
    found, table = {}, ""
    for name, value, _ in WIRING:
        if not value:
            table = name.strip("[]").removeprefix("wiring").lstrip(".")
            continue
        plain = name.strip('"')
        numbers = re.findall(r"\d+", value)
        if table == "buttons":
            found[numbers[0]] = f"button “{plain}”, its other end to GND"
        elif table == "lights":
            found[numbers[0]] = f"330 Ω, lamp “{plain}”, to GND"
        elif plain == "colour":
            found |= dict(zip(numbers, ("330 Ω, lamp red", "330 Ω, lamp green", "330 Ω, lamp blue"), strict=True))
        elif plain == "knob":
            found |= dict(zip(numbers, ("knob, pin A", "knob, pin B"), strict=True))
    return found


def buttons() -> str:
    """The header of a Raspberry Pi with buttons, lamps and knob of the example."""
    what = wired()
    drawing = Drawing(900, 60 + 26 * len(HEADER))
    drawing.words(450, 26, "the end with the SD card", "middle")
    drawing.box(356, 40, 188, 26 * len(HEADER) + 8)
    for row, pair in enumerate(HEADER):
        y = 58 + 26 * row
        for side, (name, x) in enumerate(zip(pair, (430, 470), strict=True)):
            fill = {"GND": "#333", "5V": "#d33", "3V3": "#e90"}.get(name, "#2a7" if name in what else "#fff")
            drawing.dot(x, y, fill)
            away = -1 if side == 0 else 1
            drawing.words(
                x + 26 * away, y + 5, name, "end" if side == 0 else "start", "bold" if name in what else "normal"
            )
            if name in what:
                drawing.line(x + 74 * away, y, x + 96 * away, y, "#2a7")
                drawing.words(x + 102 * away, y + 5, what[name], "end" if side == 0 else "start")
    return drawing.text()


def tower() -> str:
    """The board of the dice tower and what hangs on it."""
    drawing = Drawing(900, 60 + 36 * len(TOWER))
    drawing.box(40, 30, 150, 36 * len(TOWER) + 10)
    drawing.words(115, 22, "Arduino Uno or Nano", "middle", "bold")
    for row, (pin, what, how) in enumerate(TOWER):
        y = 56 + 36 * row
        drawing.words(150, y + 5, pin, "end", "bold")
        drawing.dot(176, y, "#2a7")
        drawing.line(186, y, 260, y)
        drawing.box(260, y - 14, 190, 28)
        drawing.words(355, y + 5, what, "middle")
        drawing.words(466, y + 5, how)
    return drawing.text()


def pins_of_the_firmware() -> set[str]:
    """The pins that the firmware's own page names."""
    page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([AD]\d+(?:, [AD]\d+| to [AD]\d+)?) \|", page, re.MULTILINE)
    found: set[str] = set()
    for row in rows:
        first, *last = re.findall(r"[AD]\d+", row)
        ends = int((last or [first])[0][1:])
        found |= {f"{first[0]}{number}" for number in range(int(first[1:]), ends + 1)}
    return found


PICTURES: Final = {"buttons.svg": buttons, "tower_wiring.svg": tower}


def main() -> int:
    """Write all of them."""
    for name, draw in PICTURES.items():
        (FOLDER / name).write_text(draw(), encoding="utf-8")
        print(FOLDER / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
