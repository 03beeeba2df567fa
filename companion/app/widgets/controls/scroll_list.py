"""A column that scrolls, with keys for it that are always in sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.graphics import Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import after_layout
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.widgets import WrapLabel
from layouts.theme import look

__all__ = ["PageKeys", "Scroll", "ScrollList"]

_MOST_KEYS: Final = 0.45
"""Maximum share of the width that the keys take."""
_MOST_PAGES: Final = 12
"""Maximum number of pages that have a key each, in several columns."""
_TOO_MANY: Final = 99
"""Columns of keys that no page has room for: there are two keys until something else is shown."""
_HOPELESS: Final = 3
"""Height of a column, in heights of its room, above which it would not fit without the keys, either.

Without them lines are longer, so that there are fewer.
"""
_END: Final = 0.001
"""Maximum distance at which a column still counts as at its end, as a share of what is hidden."""


_LONGEST: Final = 0.05
"""Seconds of a picture for which a column glides on; what takes longer counts as this."""


class GlideEffect(DampedScrollEffect):
    """How a column goes on after a flick, and comes back at its ends."""

    def update_velocity(self, dt: float) -> None:
        """Go on for a picture."""
        # Its friction is reckoned as if no picture took long: after one of 0.7 s it would fly out of sight for minutes.
        super().update_velocity(min(dt, _LONGEST))


class Scroll(ScrollView):
    """What is seen of a column. Only where it hides something it cuts off what stands out, which is dear."""

    effect_cls = ObjectProperty(GlideEffect)
    clips = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._hole, self._lid = Rectangle(), Rectangle()
        self._before = [StencilPush(), self._hole, StencilUse()]
        self._after = [StencilUnUse(), self._lid, StencilPop()]
        self.bind(pos=self._cut, size=self._cut)

    def _bind_inactive_bar_color(self, *_: Any) -> None:
        """Keep the bar from fading, which would be thirty pictures after each page opened."""

    def update_from_scroll(self, *args: Any) -> None:
        """Move what is in it by whole pixels: letters and edges that are drawn between two of them are ragged."""
        super().update_from_scroll(*args)
        x, y = self.g_translate.xy
        self.g_translate.xy = round(x), round(y)

    def scroll_to(self, *args: Any, **options: Any) -> None:
        """Bring a widget into sight."""
        # It is measured where it stands on the window, which earlier ones of this frame have not moved yet.
        self.update_from_scroll()
        super().scroll_to(*args, **options)

    def on_clips(self, *_: Any) -> None:
        """Begin to cut off, or leave it."""
        for canvas, some in ((self.canvas.before, self._before), (self.canvas.after, self._after)):
            for instruction in some:
                (canvas.add if self.clips else canvas.remove)(instruction)

    def _cut(self, *_: Any) -> None:
        for rectangle in (self._hole, self._lid):
            rectangle.pos, rectangle.size = self.pos, self.size


class PageKeys(GridLayout):
    """The keys beside a column that does not fit."""

    WIDE = 56
    """In units."""

    @classmethod
    def wide(cls, columns: int = 1) -> float:
        """Return the width of this many columns of keys, in pixels."""
        return float(columns * (cls.WIDE * look.u + look.gap) - look.gap)

    up_key = KvChild(Key, "up")
    down_key = KvChild(Key, "down")
    pager = ObjectProperty(None)


class ScrollList(BoxLayout):
    """A column that scrolls by finger, and by visible keys whenever it does not fit.

    Those are up and down, or one for each page where two would not show each key whole, in several columns if need be,
    so that nothing to tap is further away than a tap; what is only read keeps the width. `stops` has these keys, each
    with how far it scrolls, in pixels; the one of the page in sight is disabled. Where two keys would be too low for a
    finger there is one: down, and at the end up to the top. `keys_below` has them below a narrow column.
    """

    MARGIN = 10
    """Width that the column leaves free for the bar while it scrolls, in units."""

    scroll = KvChild(Scroll)
    column: BoxLayout = ObjectProperty(None)
    overflow = BooleanProperty(False)
    keys_below = BooleanProperty(False)

    def on_kv_post(self, _: Widget) -> None:
        """Follow the heights of the column and of its room."""
        self._across = 1
        self._is_new = False
        self.stops: list[tuple[Key, float]] = []
        self.scroll.fbind("scroll_y", self._tell_page)
        self.column.fbind("height", self._begin_watch)
        self.scroll.fbind("height", self._begin_watch)
        self.fbind("size", self._begin_anew)
        self.fbind("keys_below", self._begin_anew)
        look.tell(self._begin_anew)

    @cached_property
    def beside(self) -> PageKeys:
        """Its keys. Most columns fit, and never have any."""
        return PageKeys(pager=self)

    def on_overflow(self, *_: Any) -> None:
        """Add the keys beside the column, or remove them."""
        self._across = 1
        if self.overflow:
            self.add_widget(self.beside)
        else:
            self.remove_widget(self.beside)

    def _begin_anew(self, *_: Any) -> None:
        """Decide about the keys for another content or another room."""
        self._is_new = True
        self._begin_watch()

    def _begin_watch(self, *_: Any) -> None:
        after_layout.decide(self._decide)

    def _decide(self) -> None:
        # Where a key has no room there is none; so it is before the list has a place.
        fits = self.column.height <= self.scroll.height + 1 or self.scroll.height < look.finger
        if self.overflow and not fits and self._is_new:
            self._across = 1
            if self.column.height <= _HOPELESS * self.scroll.height:
                # Without the keys its lines are longer, and it may fit.
                self._is_new = self.overflow = False
                self._begin_watch()
                return
        self._is_new, self.overflow = False, not fits
        self._place_keys()

    def _place_keys(self) -> None:
        """Have a key for each page, or one up and one down."""
        view, hidden = self.scroll.height, self.column.height - self.scroll.height
        paged = self.overflow and view > 0 and (hidden > view or self._cuts(view, hidden))
        places = self._pages(view, hidden) if paged else []
        if places and self.keys_below:
            places = places if len(places) * (look.finger + look.gap) <= self.width else []
        elif places:
            # Beside more keys lines are shorter, and there may be more pages: the columns of keys only become more,
            # until something else is shown.
            upon_each_other = max(1, int((view + look.gap) / (look.finger + look.gap / 2)))
            self._across = max(self._across, -(-len(places) // upon_each_other))
            too_wide = len(places) > _MOST_PAGES or PageKeys.wide(self._across) > _MOST_KEYS * self.width
            if self._across > 1 and (too_wide or not _has_keys(self.column)):
                self._across, places = _TOO_MANY, []
        if self.overflow and self.keys_below:
            self.beside.cols, self.beside.size_hint = len(places) or 2, (1, None)
            self.beside.height = look.finger
        elif self.overflow:
            self.beside.cols, self.beside.size_hint = (self._across if places else 1), (None, 1)
            self.beside.width = PageKeys.wide(self.beside.cols)
        kept = [key for key, _ in self.stops][: len(places)]
        kept += [self._page_key(place) for place in range(len(kept), len(places))]
        self.stops = list(zip(kept, places, strict=True))
        self._tell_page()

    def _cuts(self, view: float, hidden: float) -> bool:
        """Return whether something to tap is whole neither at the top of the column nor at its end."""
        rows = _rows(self.column, self.column.top) if _has_keys(self.column) else ()
        return any(bottom > view + 1 and top < hidden - 1 and bottom - top <= view for top, bottom in rows)

    def _pages(self, view: float, hidden: float) -> list[float]:
        """Return the scrolled distance of each page: what stands across the end of one begins the next."""
        rows = sorted(_rows(self.column, self.column.top))
        found = [0.0]
        while found[-1] < hidden - 1:
            end = found[-1] + view + 1
            cut = (top for top, bottom in rows if bottom > end and top > found[-1] + 1)
            found.append(min(hidden, next(cut, found[-1] + view), found[-1] + view))
        return found

    def _page_key(self, place: int) -> Key:
        return Key(text=str(place + 1), size_hint_y=1, use=lambda: self._turn_to(place))

    def _turn_to(self, place: int) -> None:
        hidden = self.column.height - self.scroll.height
        self.scroll.scroll_y = min(1.0, max(0.0, 1 - self.stops[place][1] / max(1.0, hidden)))

    @property
    def _low(self) -> bool:
        """True if two keys upon each other would be too low for a finger."""
        return not self.keys_below and bool(self.scroll.height - look.gap < 2 * look.finger)

    def _tell_page(self, *_: Any) -> None:
        """Have the keys of the page in sight, its own disabled."""
        if not self.overflow:
            return
        up, down = self.beside.up_key, self.beside.down_key
        wanted = [key for key, _ in self.stops] or [up, down]
        if not self.stops and self._low:
            wanted = [up if self.scroll.scroll_y <= _END else down]
        if self.beside.children[::-1] != wanted:
            self.beside.clear_widgets()
            for key in wanted:
                self.beside.add_widget(key)
        at = (1 - self.scroll.scroll_y) * (self.column.height - self.scroll.height)
        for key, stop in self.stops:
            key.disabled = abs(at - stop) < 1

    def all_but(self, widget: Widget, width: float = 0.0) -> float:
        """Return the height of all other widgets in the column with its gaps, in pixels.

        It is that at `width`, or as they stand if that is 0.
        """
        column = self.column
        others = [other for other in column.children if other is not widget]
        heights = (
            other.height_at(width) if width and isinstance(other, WrapLabel) else other.height for other in others
        )
        return float(sum(heights) + len(others) * column.spacing)

    def add(self, widget: Any) -> None:
        """Add a widget at the bottom of the column."""
        self.column.add_widget(widget)

    def have(self, widgets: Sequence[Widget]) -> None:
        """Have these widgets in the column, from the top; those that are in it already stay."""
        column = self.column
        for place, widget in enumerate(reversed(widgets)):
            if place >= len(column.children) or column.children[place] is not widget:
                if widget.parent is not None:
                    column.remove_widget(widget)
                column.add_widget(widget, index=place)
        for widget in column.children[len(widgets) :]:
            column.remove_widget(widget)
        self._begin_anew()

    def clear(self) -> None:
        """Empty the column and go back to its top."""
        self.column.clear_widgets()
        self.turn_to_top()

    def turn(self, direction: int) -> None:
        """Move by most of a page: -1 up, 1 down."""
        scroll = self.scroll
        hidden = self.column.height - scroll.height
        if direction < 0 and self._low:
            self.turn_to_top()
        elif hidden > 0:
            # What two pages hold is in sight after one tap.
            step = 1.0 if hidden <= scroll.height else max(scroll.height * 0.8, look.target) / hidden
            scroll.scroll_y = min(1.0, max(0.0, scroll.scroll_y - direction * step))

    def turn_to_top(self) -> None:
        """Show the beginning: something new stands there."""
        self._across = 1
        self.scroll.scroll_y = 1
        self._begin_anew()

    def show(self, widget: Any) -> None:
        """Scroll until a widget of the column is in sight."""
        self.scroll.scroll_to(widget, padding=look.gap, animate=False)


def _has_keys(widget: Widget) -> bool:
    """Return whether there is anything to tap in it."""
    return any(child.is_event_type("on_use") or _has_keys(child) for child in widget.children)


def _rows(widget: Widget, top: float) -> Iterator[tuple[float, float]]:
    """Yield the begin and the end of each thing in a column, in pixels from its top."""
    for child in widget.children:
        if child.children and not child.is_event_type("on_use"):
            yield from _rows(child, top)
        else:
            yield top - child.top, top - child.y


load_layout("scroll_list")
