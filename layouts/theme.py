"""Colours and sizes, as one object that every .kv rule watches.

`u` is the unit of length: 1 pixel at 800x480, and as much more as the window is larger, so that a finger finds the
same target on every screen. Text has its own scale on top, from S to XL; nothing is ever smaller than 20 units.
Widgets that draw themselves register with `tell`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from weakref import WeakMethod

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty
from msgspec.structs import asdict

from layouts.fields import Field, field_of, strength_of
from layouts.palette import THEMES

SMALLEST_TEXT: Final = 20
"""The smallest size of text, in units."""

FINGER_MM: Final = 9.0
"""The size of a target that a finger hits, in millimetres."""

ACROSS_THE_TABLE: Final = 56
"""The size of a number that can be read across the table, in units."""

SCALES: Final = {"S": 0.92, "M": 1.0, "L": 1.15, "XL": 1.35}
"""Text size -> how much larger every role of type is than at M."""

ROLES: Final = {
    "small": 21,
    "body": 23,
    "option": 26,
    "title": 29,
    "moment": 31,
    "sign": 36,
    "large": 44,
    "numeral": 66,
    "giant": 96,
}
"""The roles of type and their sizes at M, in units.

`small` is for labels and notes, `body` for running text, `option` for what can be picked, `title` for questions and
headings. `moment` is the title of a moment, in the display face: the turn, a place, the winner. `sign` is a symbol that
stands for itself or dice in a row, `large` a sentence or number that fills its place, `numeral` a number to be read
across the table, `giant` one that fills the screen.
"""


class Look(EventDispatcher):
    """The look of the whole app; `look` below is the only one."""

    u = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    fielded = BooleanProperty(True)
    """True if pages are fields of colour, on which what only shows something has no frame."""
    small = NumericProperty()
    body = NumericProperty()
    option = NumericProperty()
    title = NumericProperty()
    moment = NumericProperty()
    sign = NumericProperty()
    large = NumericProperty()
    numeral = NumericProperty()
    giant = NumericProperty()
    least = NumericProperty()
    across = NumericProperty()
    target = NumericProperty()
    gap = NumericProperty()
    finger = NumericProperty()
    ground = ColorProperty()
    surface = ColorProperty()
    raised = ColorProperty()
    hollow = ColorProperty()
    faint = ColorProperty()
    bar = ColorProperty()
    well = ColorProperty()
    line = ColorProperty()
    ink = ColorProperty()
    dim = ColorProperty()
    accent = ColorProperty()
    accent_ink = ColorProperty()
    alert = ColorProperty()
    alert_ink = ColorProperty()
    power = ColorProperty()
    kill = ColorProperty()
    pain = ColorProperty()
    ritual = ColorProperty()
    land = ColorProperty()
    sea = ColorProperty()

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[WeakMethod[Callable[[], object]], None] = {}
        self._scale = 1.0
        self.choose("dark", "M")

    def choose(self, theme: str, text: str) -> None:
        """Take a theme and a text size."""
        self._theme = theme
        self.fielded = THEMES[theme].field is not None
        for name, colour in asdict(THEMES[theme]).items():
            if isinstance(colour, str):
                setattr(self, name, colour)
        self._scale = SCALES[text]
        self._measure()

    def field(self, colour: str) -> Field:
        """Return the field of a player's colour, `#rrggbb`."""
        return field_of(colour, self._theme)

    def strength(self, colour: str, wanted: float, *, crossed: bool = True) -> float:
        """Return how opaque a silhouette is; the arguments are those of `strength_of`."""
        return strength_of(colour, self._theme, wanted, crossed=crossed)

    def fit(self, width: float, height: float) -> None:
        """Follow the window's size, in pixels."""
        self.portrait = height > width
        wide, high = (480, 800) if self.portrait else (800, 480)
        self.u = max(0.5, min(width / wide, height / high))
        self._measure()

    def tell(self, changed: Callable[[], object]) -> None:
        """Call a method after each change, for as long as there is the widget that it belongs to.

        Kivy's own `bind` forgets a widget that is gone no sooner than at the next change, and no evening has one.
        """
        self._told[WeakMethod(changed, lambda gone: self._told.pop(gone, None))] = None

    def _measure(self) -> None:
        u, scale = self.u, self._scale
        for name, size in ROLES.items():
            setattr(self, name, max(SMALLEST_TEXT, size * scale) * u)
        # An upright screen is looked at from further away.
        self.numeral *= 1.15 if self.portrait else 1.0
        self.least, self.across = SMALLEST_TEXT * u, ACROSS_THE_TABLE * u
        self.target, self.gap = 64 * u, 8 * u
        # Larger displays are finer, too: 5.2 pixels a millimetre at 800x480, 6.6 at 1024x600, 8.2 at 720x1280.
        self.finger = FINGER_MM * min(max(6 * u - 0.8, 5.2 * u), 5.5 * u)
        for known in reversed(list(self._told)):
            if (changed := known()) is not None:
                changed()


look: Final = Look()
