"""Pips and marks of a player's card: spellbooks, Gates, Elder Signs and the like, all of them at every text size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kivy.graphics import Canvas

from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import Counter, PlayerView
from layouts.colours import Tint
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, largest

__all__ = ["MarkRows"]

_PIPS: Final = 6
_MARKS: Final = 5
_GAP: Final = 11
"""Units between two marks."""
_LEAST_GAP: Final = 5
_BESIDE: Final = 3
"""Units between a symbol and its number."""
_NARROW: Final = 6
"""Minimum width of a pip where a mark needs the rest of its line, in units."""


class MarkRows:
    """Draws a row of pips, and marks below it; marks without room there follow the pips.

    Args:
        canvas: of the card.
    """

    def __init__(self, canvas: Canvas) -> None:
        self.pips = [RoundedRect(canvas, light=0) for _ in range(_PIPS)]
        self.marks = [(TextSprite(canvas), TextSprite(canvas)) for _ in range(_MARKS)]

    @staticmethod
    def pipped(player: PlayerView) -> Counter | None:
        """Return the counter that is drawn as pips."""
        return next((counter for counter in player.small if counter.pips), None)

    @staticmethod
    def marked(player: PlayerView) -> list[Counter]:
        """Return the counters that are drawn with their symbols."""
        return [counter for counter in player.small if counter.symbol and not counter.pips][:_MARKS]

    def draw(
        self,
        player: PlayerView,
        box: tuple[float, float],
        lines: tuple[float, float],
        high: float,
        most: float,
        inks: Callable[[float], tuple[Tint, Tint, Tint, Tint]],
    ) -> float:
        """Draw everything that a player has.

        Args:
            player: whose card it is.
            box: left and right end of the lines, in pixels.
            lines: middles of the two lines, in pixels; the second is also that of marks without pips.
            high: height of the pips, in pixels.
            most: maximum size of the marks, in pixels.
            inks: returns those of full pips, of empty pips, of symbols and of numbers, at a place across.

        Returns:
            Where the longer line ends, in pixels.
        """
        (left, right), u = box, look.u
        pipped, marked = self.pipped(player), self.marked(player)
        number = pipped.most if pipped else 0
        size = largest(most, look.least, lambda size: _width(marked, size, _GAP * u) <= right - left)
        spare = right - left - _width(marked, size, 0)
        gap = max(_LEAST_GAP * u, min(_GAP * u, spare / max(1, len(marked) - 1)))
        below = len(marked)
        while below > 1 and number and _width(marked[:below], size, gap) > right - left:
            below -= 1
        after = marked[below:]
        wide = (14 if look.portrait else 10) * u
        room = right - left - (_width(after, size, gap) + gap if after else 0)
        wide = max(_NARROW * u, min(wide, (room - (number - 1) * 3 * u) / max(1, number)))
        for place, pip in enumerate(self.pips):
            if pipped is None or place >= number:
                pip.hide()
                continue
            at = left + place * (wide + 3 * u)
            colour = inks(at)[0 if place < pipped.value else 1]
            pip.put(at, lines[0] - high / 2, wide, high, colour, 3 * u)
        end = left + number * (wide + 3 * u)
        starts = [(left, lines[1])] * below + [(end - 3 * u + gap, lines[0])] * len(after)
        x, line = left, lines[1]
        for place, (sign, value) in enumerate(self.marks):
            if place >= len(marked):
                sign.hide()
                value.hide()
                continue
            if place in (0, below):
                x, line = starts[place]
            counter = marked[place]
            _full, _lack, quiet, ink = inks(x)
            sign.put(SYMBOLS.get(counter.symbol, ""), "text", size, quiet, x, line)
            value.put(str(counter.value), "bold", size, ink, x + sign.width + _BESIDE * u, line)
            x += sign.width + value.width + _BESIDE * u + gap
            end = max(end, x)
        return float(end)


def _width(counters: Sequence[Counter], size: float, gap: float) -> float:
    """Return the width of marks in a line, in pixels."""
    if not counters:
        return 0.0
    signs = sum(extent(SYMBOLS.get(counter.symbol, ""), "text", size)[0] for counter in counters)
    numbers = sum(extent(str(counter.value), "bold", size)[0] for counter in counters)
    return float(signs + numbers + len(counters) * _BESIDE * look.u + (len(counters) - 1) * gap)
