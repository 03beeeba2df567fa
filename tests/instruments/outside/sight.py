"""What is in sight: every widget's place on the window, what of it can be seen, and whether it can be tapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.slider import Slider
from kivy.uix.stencilview import StencilView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from layouts.glyphs import SYMBOLS

_NAMES: Final = {sign: name for name, sign in SYMBOLS.items() if not sign.isascii()}

PX_PER_MM: Final = {(800, 480): 5.2, (480, 800): 5.2, (1024, 600): 6.6, (720, 1280): 8.2, (1280, 720): 8.2}
"""How fine the displays are on which the companion runs."""


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels from the window's upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def area(self) -> float:
        return max(0.0, self.width) * max(0.0, self.height)

    def cut(self, other: Box) -> Box | None:
        """Return what both have in common, if it is more than a line."""
        common = Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )
        return common if common.width > 1 and common.height > 1 else None

    def rounded(self) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom as whole pixels."""
        return round(self.left), round(self.top), round(self.right), round(self.bottom)


@dataclass(frozen=True, eq=False)
class Seen:
    """A widget on the window.

    Args:
        widget: itself.
        box: where it lies, as a whole.
        sight: what of that can be seen; None if nothing.
        viewport: of the nearest thing around it that scrolls, if any.
        parents: ids of the widgets around it.
        touchable: whether a finger can do something with it.
        text: what it says; empty for everything but texts.
        within: the nearest touchable widget around it.
    """

    widget: Any
    box: Box
    sight: Box | None
    viewport: Box | None
    parents: frozenset[int]
    touchable: bool
    text: str
    within: Any

    @property
    def chain(self) -> frozenset[int]:
        return self.parents | {id(self.widget)}


def on_window(widget: Any, x: float, y: float, height: float) -> tuple[float, float]:
    """Where a point of a widget's own coordinates lies, from the window's upper left corner."""
    wide, high = widget.to_window(x, y)
    return wide, height - high


def box_of(widget: Any, height: float) -> Box:
    """Return where a widget lies, whatever its parents do with their children's places."""
    one, other = on_window(widget, widget.x, widget.y, height), on_window(widget, widget.right, widget.top, height)
    return Box(min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1]))


def can_touch(widget: Any) -> bool:
    """Whether a finger can do something with a widget."""
    if getattr(widget, "disabled", False):
        return False
    return isinstance(widget, ButtonBehavior | TextInput | Slider) or bool(widget.is_event_type("on_use"))


def look_at(window: Any) -> list[Seen]:
    """Return every widget that is neither hidden nor without size, from the back to the front."""
    width, height = window.size
    found: list[Seen] = []
    whole = Box(0, 0, width, height)
    for child in reversed(window.children):
        _gather(child, whole, None, frozenset(), None, height, found)
    return found


def _gather(
    widget: Any,
    clip: Box | None,
    viewport: Box | None,
    parents: frozenset[int],
    within: Any,
    height: float,
    found: list[Seen],
) -> None:
    if widget.opacity == 0 or widget.width <= 0 or widget.height <= 0:
        return
    box = box_of(widget, height)
    text = getattr(widget, "text", "")
    touchable = can_touch(widget)
    sight = box.cut(clip) if clip else None
    said = text.strip() if isinstance(text, str) and hasattr(widget, "font_size") else ""
    found.append(Seen(widget, box, sight, viewport, parents, touchable, said, within))
    if isinstance(widget, StencilView):
        clip = sight
    if isinstance(widget, ScrollView):
        viewport = box
    around = parents | {id(widget)}
    for child in reversed(widget.children):
        _gather(child, clip, viewport, around, widget if touchable else within, height, found)


def words_of(seen: list[Seen], thing: Seen) -> str:
    """Return what stands on a thing: its own text, and those of all within."""
    name = id(thing.widget)
    said = " / ".join(s.text for s in seen if s.text and name in s.chain)
    own = getattr(thing.widget, "text", "")
    # What draws no text of its own still says what it is.
    said = said or (own if isinstance(own, str) else "") or type(thing.widget).__name__
    return "".join(f"<{_NAMES[c]}>" if c in _NAMES else c for c in said)


def hits(thing: Seen, x: float, y: float, height: float) -> bool:
    """Whether a thing takes a touch at this point of the window."""
    parent = thing.widget.parent
    local = parent.to_widget(x, height - y) if isinstance(parent, Widget) else (x, height - y)
    return bool(thing.widget.collide_point(*local))


def shaped(thing: Seen) -> bool:
    """Whether a thing takes touches in another shape than its rectangle."""
    return type(thing.widget).collide_point is not Widget.collide_point


def page_keys(widget: Any) -> list[tuple[Any, float]]:
    """Return the keys that scroll what a widget stands in to a page of it, each with how much further down than now the
    upper end of that page lies, in pixels."""
    view = widget.parent
    while not isinstance(view, ScrollView):
        if view is None or view.parent is view:
            return []
        view = view.parent
    now = (1 - view.scroll_y) * (view.children[0].height - view.height)
    return [(key, stop - now) for key, stop in getattr(view.parent, "stops", ())]


def grid(box: Box) -> Iterator[tuple[float, float]]:
    """Return points spread over a rectangle."""
    for row, column in product(range(5), repeat=2):
        yield box.left + (column + 0.5) * box.width / 5, box.top + (row + 0.5) * box.height / 5
