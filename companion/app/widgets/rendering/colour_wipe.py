"""A colour that comes in over another one from the left, as when another player's turn begins."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.app.widgets.rendering.motion import WIPE, eased, motion
from companion.app.widgets.rendering.sprites import RoundedRect
from layouts.colours import Tint, faded

__all__ = ["ColourWipe"]


class ColourWipe:
    """The ground of a widget while its colour changes; at the level `less` the new colour fades in.

    Args:
        widget: whose ground it is.
        back: drawn over all of it.
        over: drawn above that, where the new colour has come in.
        later: has the widget redrawn.
    """

    def __init__(self, widget: Widget, back: RoundedRect, over: RoundedRect, later: Callable[[], None]) -> None:
        self._widget, self._back, self._over, self._later = widget, back, over, later
        self._share = 1.0

    def begin(self) -> None:
        """Have the next colour come in, if motions are allowed now."""
        motion.play(self, WIPE, self._move_to, fade=True)

    @property
    def running(self) -> bool:
        """True while the new colour comes in."""
        return self._share < 1

    @property
    def edge(self) -> float:
        """Right end of the new colour, in pixels; where it fades in, all or nothing."""
        widget = self._widget
        if motion.level == "less":
            return float(widget.right if self._share > 0.5 else widget.x)
        return float(widget.x + widget.width * eased(self._share))

    def draw(self, old: Tint, new: Tint, radius: float) -> None:
        """Draw the ground; the radius in pixels."""
        widget = self._widget
        if not self.running:
            self._back.cover(widget, new, radius)
            self._over.hide()
            return
        self._back.cover(widget, old, radius)
        if motion.level == "less":
            self._over.cover(widget, faded(new, self._share), radius)
        else:
            self._over.put(widget.x, widget.y, self.edge - widget.x, widget.height, new, radius)

    def _move_to(self, share: float) -> None:
        self._share = share
        self._later()
