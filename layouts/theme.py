"""Colours and sizes, as one object that every .kv rule watches.

`u` is the unit of length: 1 pixel at 800x480, and as much more as the window is larger, so that a finger finds the
same target on every screen. Text has its own scale on top; nothing is ever smaller than 20 units.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty

SMALLEST_TEXT: Final = 20
"""Units."""

_SCALES: Final = {"S": 0.92, "M": 1.0, "L": 1.15, "XL": 1.35}


@dataclass(frozen=True, kw_only=True)
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
        ground="#11151b",
        surface="#1a2029",
        raised="#2a3340",
        line="#46546a",
        ink="#f2f5f9",
        dim="#aab6c5",
        accent="#f2b93b",
        accent_ink="#1b1400",
        alert="#7c3aa8",
        alert_ink="#ffffff",
    ),
    "light": Palette(
        ground="#e9ecf0",
        surface="#ffffff",
        raised="#d5dce5",
        line="#8695a8",
        ink="#10151c",
        dim="#46525f",
        accent="#0b5cad",
        accent_ink="#ffffff",
        alert="#6d2a94",
        alert_ink="#ffffff",
    ),
    "contrast": Palette(
        ground="#000000",
        surface="#000000",
        raised="#1c1c1c",
        line="#ffffff",
        ink="#ffffff",
        dim="#e6e6e6",
        accent="#ffe600",
        accent_ink="#000000",
        alert="#d9a8ff",
        alert_ink="#000000",
    ),
    "candle": Palette(
        ground="#120a04",
        surface="#1d1108",
        raised="#34200f",
        line="#63421f",
        ink="#ffcf96",
        dim="#cf9a5e",
        accent="#e88a2a",
        accent_ink="#1a0c00",
        alert="#7a3b10",
        alert_ink="#ffe2bd",
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
