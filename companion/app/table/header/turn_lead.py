"""Turn, phase and last event, at the left end of the head of the table page."""

from __future__ import annotations

import re
from typing import Final

from companion.app.table.sidebar.recent import RecentEvents
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.sprites import TextSprite
from layouts.theme import look
from layouts.typeset import extent, fitted, largest

__all__ = ["TurnLead"]

_MOST: Final = 34
"""Size of the turn at most, in units: it has one line."""
_COUNTED: Final = re.compile(r"(\D+?)\s*(\d+)")
"""A word and a number after it."""
_EVENT: Final = 25
"""Height of the last event, in units."""


class TurnLead(CanvasWidget):
    """The turn in the display face, and beside it the phase; the last event below, or nothing but the turn.

    Args:
        recent: the last events.
    """

    def __init__(self, recent: RecentEvents) -> None:
        super().__init__(size_hint_x=None)
        self._recent = recent
        self._moment, self._phase, self._left = "", "", 0.0
        self._turn, self._words = TextSprite(self.canvas), TextSprite(self.canvas)
        self.add_widget(recent)

    def show(self, moment: str, phase: str, left: float = 0.0) -> None:
        """Show turn and phase.

        Args:
            moment: the turn.
            phase: and what else is told there; empty where there is no room for more than the turn.
            left: where they begin, in pixels from its left end.
        """
        if (moment, phase, left) != (self._moment, self._phase, self._left):
            self._moment, self._phase, self._left = moment, phase, left
            self.later()

    @property
    def text(self) -> str:
        """What it says, for whoever reads the screen without looking at it."""
        return f"{self._moment} {self._phase}".strip()

    def draw(self) -> None:
        u, below = look.u, (_EVENT * look.u if self._phase else 0.0)
        x, middle = self.x + self._left, self.y + (self.height + (0.7 * below if below else 0.0)) / 2
        room, most = self.width - self._left, min(look.moment, _MOST * u)
        counted = _COUNTED.fullmatch(self._moment)
        if counted and (not self._phase or extent(self._moment, "title", most)[0] > room):
            # The number is read across the table, its word need not be.
            word, number = counted.groups()
            self._turn.put(number, "strong", _MOST * u, look.ink, x + room, middle, "right")
            room -= self._turn.width + 6 * u
            size = fitted(word, "bold", look.small, look.least, room)[0]
            self._words.put(word, "bold", size, look.ink, x + room, middle, "right")
        else:
            size = largest(most, look.least, lambda size: extent(self._moment, "title", size)[0] <= room)
            self._turn.put(self._moment, "title", size, look.ink, x, middle)
            rest = room - self._turn.width - 10 * u
            said = self._phase if rest > 0 else ""
            size = fitted(said, "bold", min(look.title, most), look.least, rest)[0] if said else look.least
            self._words.put(said, "bold", size, look.ink, x + self._turn.width + 10 * u, middle)
        if not below:
            # Without a size it would keep what it has drawn.
            self.remove_widget(self._recent)
            return
        if self._recent.parent is None:
            self.add_widget(self._recent)
        self._recent.pos, self._recent.size = (self.x + self._left - 8 * u, self.y), (self.width - self._left, below)
