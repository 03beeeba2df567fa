"""The colours of each theme, by name."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Palette(Struct, frozen=True, kw_only=True):
    """The colours of a theme. Nothing is told by colour alone, and no pair is red against green.

    Args:
        ground: the background.
        surface: cards and panels.
        raised: keys that can be tapped.
        line: outlines.
        ink: text.
        dim: text that is less important.
        accent: the primary button and what is chosen; no player's colour.
        accent_ink: text on it.
        alert: errors, and keys that are being held.
        alert_ink: text on it.
        power: prices, and what can be paid.
        kill: losses.
        pain: harm that is no loss.
        ritual: the course of the game as a whole.
        land: areas of a map, and
        sea: those that are water.
    """

    ground: str
    surface: str
    raised: str
    line: str
    ink: str
    dim: str
    accent: str
    accent_ink: str
    alert: str
    alert_ink: str
    power: str
    kill: str
    pain: str
    ritual: str
    land: str
    sea: str


THEMES: Final[dict[str, Palette]] = {
    "dark": Palette(
        ground="#0b100f",
        surface="#151e1c",
        raised="#1d2a28",
        line="#4b5c57",
        ink="#eef3ef",
        dim="#a3b3ad",
        accent="#f4ecd8",
        accent_ink="#191408",
        alert="#7c3aa8",
        alert_ink="#ffffff",
        power="#8ff0d0",
        kill="#e5645a",
        pain="#e88b2d",
        ritual="#8f5fd0",
        land="#3d4a41",
        sea="#1a2b36",
    ),
    "light": Palette(
        ground="#e6e2d8",
        surface="#f7f4ec",
        raised="#d6d1c3",
        line="#857f70",
        ink="#101a17",
        dim="#3f4b46",
        accent="#22302c",
        accent_ink="#f4ecd8",
        alert="#6d2a94",
        alert_ink="#ffffff",
        power="#0b6b52",
        kill="#b3261e",
        pain="#9a4d06",
        ritual="#6a3bb0",
        land="#d3cfb4",
        sea="#b4c6cf",
    ),
    "contrast": Palette(
        ground="#000000",
        surface="#000000",
        raised="#1c1c1c",
        line="#ffffff",
        ink="#ffffff",
        dim="#e6e6e6",
        accent="#ffffff",
        accent_ink="#000000",
        alert="#d9a8ff",
        alert_ink="#000000",
        power="#8ff0d0",
        kill="#ff7a6e",
        pain="#ffb066",
        ritual="#c9a4ff",
        land="#3a3a3a",
        sea="#00202e",
    ),
    "candle": Palette(
        ground="#120a04",
        surface="#1d1108",
        raised="#34200f",
        line="#63421f",
        ink="#ffcf96",
        dim="#cf9a5e",
        accent="#ffe0b8",
        accent_ink="#1a0c00",
        alert="#7a3b10",
        alert_ink="#ffe2bd",
        power="#ffdf80",
        kill="#f0603e",
        pain="#f09a3a",
        ritual="#d08a9a",
        land="#4d361d",
        sea="#241a14",
    ),
}
