"""The colours of each theme, by name."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Deep(Struct, frozen=True, kw_only=True):
    """How a dark theme makes a field: a player's colour, darkened.

    Args:
        warmth: a colour that is mixed in before.
        warm: its share.
        light: how light the field is, as a share of that of the dark theme.
        ground: the relative luminance of what is beside it.
    """

    warmth: str = "#000000"
    warm: float = 0.0
    light: float = 1.0
    ground: float = 0.009


class Paper(Struct, frozen=True, kw_only=True):
    """How a light theme makes a field: a player's colour on paper, of which these are the shares.

    Args:
        paper: its colour.
        light: the relative luminance from which on a colour is bright.
        bright: at the field's bright end, and
        brightest: there, of a bright colour.
        dark: at its other end.
        ground: beside it.
        waiting: in the row of a player who waits.
    """

    paper: str = "#f3f0e8"
    light: float = 0.4
    bright: float = 0.52
    brightest: float = 0.42
    dark: float = 0.74
    ground: float = 0.88
    waiting: float = 0.8


class Palette(Struct, frozen=True, kw_only=True):
    """The colours of a theme. Nothing is told by colour alone, and no pair is red against green.

    Args:
        ground: the background.
        surface: cards and panels.
        raised: keys that can be tapped, on a field; as all that lies on one, it lets the field through.
        hollow: keys that cannot be used now, and
        faint: their words.
        bar: keys on the ground, below a field.
        well: what dice lie in.
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
        field: how fields are made of players' colours; None for a theme without them.
        beast: how strong silhouettes on them are, as a share of those in the dark theme.
    """

    ground: str
    surface: str
    raised: str
    hollow: str
    faint: str
    bar: str
    well: str
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
    field: Deep | Paper | None
    beast: float


THEMES: Final[dict[str, Palette]] = {
    "dark": Palette(
        ground="#0b100f",
        surface="#151e1c",
        raised="#03070670",
        hollow="#00000000",
        faint="#f3f6f38c",
        bar="#ffffff1a",
        well="#0408079e",
        line="#4b5c57",
        ink="#f3f6f3",
        dim="#d6dcd8",
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
        field=Deep(),
        beast=1.0,
    ),
    "light": Palette(
        ground="#e6e2d8",
        surface="#f7f4ec",
        raised="#ffffff8c",
        hollow="#00000000",
        faint="#101a178c",
        bar="#101a171a",
        well="#fffdf6b3",
        line="#857f70",
        ink="#101a17",
        dim="#26332e",
        accent="#22302c",
        accent_ink="#f4ecd8",
        alert="#6d2a94",
        alert_ink="#ffffff",
        power="#0b5f49",
        kill="#b3261e",
        pain="#8a4405",
        ritual="#5d31a3",
        land="#d3cfb4",
        sea="#b4c6cf",
        field=Paper(),
        beast=0.9,
    ),
    "contrast": Palette(
        ground="#000000",
        surface="#000000",
        raised="#1c1c1c",
        hollow="#1c1c1c73",
        faint="#999999",
        bar="#1c1c1c",
        well="#000000",
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
        field=None,
        beast=0.0,
    ),
    "candle": Palette(
        ground="#120a04",
        surface="#1d1108",
        raised="#0a040080",
        hollow="#00000000",
        faint="#ffd9a88c",
        bar="#ffbe6e21",
        well="#0a04009e",
        line="#63421f",
        ink="#ffd9a8",
        dim="#dfab6c",
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
        field=Deep(warmth="#8a4a12", warm=0.38, light=0.55, ground=0.006),
        beast=0.7,
    ),
}
