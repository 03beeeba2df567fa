"""Widgets are given their places in one go, from the top down.

By itself each of Kivy's layouts waits for the one around it, a round of the clock for each, and is laid out once more
because it has just given its children their sizes.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

__all__ = ["Laid", "Weighed", "lay_out"]

_WEIGHINGS: Final = 4
"""So often one widget is weighed in one go; what is not at rest then comes to it with the clock."""


class Laid:
    """Base of what gives its parts their places by `lay_now`, once before the next picture: `_lay` has it done."""

    def __init__(self, *arguments: Any, **values: Any) -> None:
        self._lay = Clock.create_trigger(self.lay_now, -1)
        super().__init__(*arguments, **values)

    def lay_now(self, *_: Any) -> None:
        """Give all parts their places."""
        raise NotImplementedError

    def lay_again(self) -> None:
        """Have it done before the next picture: colours and sizes are others."""
        self._lay()

    def lay_due(self) -> None:
        """Do it now, if it is to be done."""
        if self._lay.is_triggered:
            self._lay.cancel()
            self.lay_now()


class Weighed:
    """Base of what stands in one way or another by how large its parts come out."""

    def weigh_now(self, *, first: bool) -> bool:
        """Choose an arrangement for the measured children, and return whether it has changed.

        All children have their places when this is called.

        Args:
            first: since it was asked last something else may have changed than what its own choice has moved.
        """
        raise NotImplementedError


def lay_out(widget: Widget) -> None:
    """Give all that waits for its place below a widget its place at once."""
    _place(widget)
    if isinstance(widget, Weighed):
        for weighing in range(_WEIGHINGS):
            if not widget.weigh_now(first=not weighing):
                break
            _place(widget)


def _place(widget: Widget) -> None:
    _settle(widget)
    for child in widget.children[:]:
        lay_out(child)
    # How high they must be is known now.
    _settle(widget)


def _settle(widget: Widget) -> None:
    if isinstance(widget, Layout):
        due = widget._trigger_layout
        if due.is_triggered:
            due.cancel()
            upright = isinstance(widget, BoxLayout) and widget.orientation == "vertical"
            if upright:
                _widen(widget)
            wide, high, asked = widget.width, widget.height, _asked(widget)
            widget.do_layout()
            if upright and widget.height == widget.minimum_height:
                # It took that height before it gave its children their places.
                high = widget.height
            if due.is_triggered and (widget.width, widget.height) == (wide, high) and _asked(widget) == asked:
                # Only what it gave its children itself has called it.
                due.cancel()
    elif isinstance(widget, ScrollView):
        due = widget._trigger_update_from_scroll
        if due.is_triggered:
            due.cancel()
            widget.update_from_scroll()
    if isinstance(widget, Laid):
        widget.lay_due()


def _widen(column: BoxLayout) -> None:
    """Give what stands in a column its width first: what wraps is as high as that and its words make it."""
    left, _, right, _ = column.padding
    for child in column.children:
        across = child.size_hint_x
        if across and child.size_hint_y is None:
            child.width = max(0, across * (column.width - (left + right)))
            if isinstance(child, Laid):
                child.lay_due()


def _asked(layout: Layout) -> list[object]:
    """Return the layout's inputs, but for its size, that its own work may change."""
    found: list[object] = []
    for child in layout.children:
        # One by one: Kivy puts together its pairs anew each time that one is asked for.
        across, up = child.size_hint_x, child.size_hint_y
        found += child, across, up
        if across is None:
            found.append(child.width)
        if up is None:
            found.append(child.height)
    return found
