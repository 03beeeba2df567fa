"""Colours and sizes, as one object that every .kv rule watches.

`u` is the unit of length: 1 pixel at 800x480, and as much more as the window is larger, so that a finger finds the
same target on every screen. Text has its own scale on top; nothing is ever smaller than 20 units.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty

from companion.table.view import PlayerView
from layouts.glyphs import SYMBOLS

SMALLEST_TEXT: Final = 20
"""Units."""

_SCALES: Final = {"S": 0.92, "M": 1.0, "L": 1.15, "XL": 1.35}


@dataclass(frozen=True)
class Palette:
    """The colours of a theme. Nothing is told by colour alone, and no pair is red against green."""

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


THEMES: Final[dict[str, Palette]] = {
    "dark": Palette(
        "#11151b",
        "#1a2029",
        "#2a3340",
        "#46546a",
        "#f2f5f9",
        "#aab6c5",
        "#f2b93b",
        "#1b1400",
        "#7c3aa8",
        "#ffffff",
    ),
    "light": Palette(
        "#e9ecf0",
        "#ffffff",
        "#d5dce5",
        "#8695a8",
        "#10151c",
        "#46525f",
        "#0b5cad",
        "#ffffff",
        "#6d2a94",
        "#ffffff",
    ),
    "contrast": Palette(
        "#000000",
        "#000000",
        "#1c1c1c",
        "#ffffff",
        "#ffffff",
        "#e6e6e6",
        "#ffe600",
        "#000000",
        "#d9a8ff",
        "#000000",
    ),
    "candle": Palette(
        "#120a04",
        "#1d1108",
        "#34200f",
        "#63421f",
        "#ffcf96",
        "#cf9a5e",
        "#e88a2a",
        "#1a0c00",
        "#7a3b10",
        "#ffe2bd",
    ),
}


class Look(EventDispatcher):
    """The look of the whole app; `look` below is the only one."""

    u = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    tiny = NumericProperty(21)
    body = NumericProperty(23)
    option = NumericProperty(26)
    title = NumericProperty(29)
    dice = NumericProperty(36)
    throw = NumericProperty(44)
    numeral = NumericProperty(62)
    target = NumericProperty(64)
    gap = NumericProperty(8)
    ground = ColorProperty()
    surface = ColorProperty()
    raised = ColorProperty()
    line = ColorProperty()
    ink = ColorProperty()
    dim = ColorProperty()
    accent = ColorProperty()
    accent_ink = ColorProperty()
    alert = ColorProperty()
    alert_ink = ColorProperty()

    def __init__(self) -> None:
        super().__init__()
        self._scale = 1.0
        self.choose("dark", "M")

    def choose(self, theme: str, text: str) -> None:
        """Take a theme and a text size."""
        for name, colour in asdict(THEMES[theme]).items():
            setattr(self, name, colour)
        self._scale = _SCALES[text]
        self._measure()

    def fit(self, width: float, height: float) -> None:
        """Follow the window's size, in pixels."""
        self.portrait = height > width
        wide, high = (480, 800) if self.portrait else (800, 480)
        self.u = max(0.5, min(width / wide, height / high))
        self._measure()

    def _measure(self) -> None:
        u, scale = self.u, self._scale
        for name, size in (("tiny", 21), ("body", 23), ("option", 26), ("title", 29)):
            setattr(self, name, max(SMALLEST_TEXT, size * scale) * u)
        for name, size in (("dice", 36), ("throw", 44), ("numeral", 62), ("target", 64), ("gap", 8)):
            setattr(self, name, size * u)


look: Final = Look()


def ink_on(colour: str) -> tuple[float, float, float, float]:
    """Return black or white, whichever reads better on `colour` (`#rrggbb`)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return (0, 0, 0, 1) if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else (1, 1, 1, 1)


def player_mark(player: PlayerView) -> str:
    """Return what stands for a player: their sigil if there is a drawing of it, or else their glyph."""
    return SYMBOLS.get(player.sigil, player.glyph)


_MARKS: Final = {
    "kill": SYMBOLS["kill"],
    "eliminate": SYMBOLS["elimination"],
    "pain": SYMBOLS["pain"],
    "hit": SYMBOLS["hit"],
    "miss": SYMBOLS["miss"],
    "block": SYMBOLS["shield"],
    "success": SYMBOLS["check"],
}
_SHAPES: Final = "◆▲●■"


def symbol_mark(symbol: str, place: int = 0) -> str:
    """Return the shape that stands with a result's word; unknown words take shapes by their place in the list."""
    return _MARKS.get(symbol.lower(), _SHAPES[place % len(_SHAPES)])


def words(symbol: str) -> str:
    """Return a result's name as people read it."""
    return symbol.replace("_", " ").capitalize()


def face(value: int, sides: int = 6) -> str:
    """Return how a die's face is written."""
    return "⚀⚁⚂⚃⚄⚅"[value - 1] if sides == 6 and 1 <= value <= 6 else str(value)


def dice_row(values: Iterable[int], sides: int = 6) -> str:
    """Return how dice in a row are written."""
    return " ".join(face(value, sides) for value in values)
