"""Pips and marks of a player's card: spellbooks, Gates, Elder Signs and the like, all of them at every text size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from kivy.graphics import Canvas

from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import Counter, PlayerView
from layouts.colours import Tint
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, largest

__all__ = ["CLOSER", "MarkRows", "Plan"]

_PIPS: Final = 6
_MARKS: Final = 5
_GAP: Final = 11
"""Units between two marks."""
_LEAST_GAP: Final = 5
_BESIDE: Final = 3
"""Units between a symbol and its number."""
_NARROW: Final = 6
"""Minimum width of a pip where a mark needs the rest of its line, in units."""
_STYLES: Final = ((1.0, 5, 3, 6, 3), (0.8, 4, 2, 5, 2), (0.8, 3, 2, 4, 2))
"""Where marks have too little room: size of symbols per type, then gap, space beside a symbol, width of a pip and space
between pips in units."""


CLOSER: Final = 1.15
"""Height of a symbol per distance of two rows."""


class Style(NamedTuple):
    """How close marks and pips are, all in pixels.

    Args:
        size: of the type.
        sign: of the symbols.
        gap: between two marks.
        beside: between a symbol and its number.
        pip: minimum width of a pip.
        between: two pips.
    """

    size: float
    sign: float
    gap: float
    beside: float
    pip: float
    between: float

    def width(self, counter: Counter) -> float:
        """Return the width of a mark, in pixels."""
        sign = extent(SYMBOLS.get(counter.symbol, ""), "text", self.sign)[0]
        return float(sign + self.beside + extent(str(counter.value), "bold", self.size)[0])


class Plan(NamedTuple):
    """Where the marks of a card are.

    Args:
        style: how close they are.
        pip: width of a pip, in pixels.
        places: row and left end of each mark, in pixels.
        ends: right end of each row, in pixels.
    """

    style: Style
    pip: float
    places: tuple[tuple[int, float], ...]
    ends: tuple[float, ...]

    @property
    def rows(self) -> int:
        """Number of rows that hold marks."""
        return len({row for row, _left in self.places})

    def wide(self, pips: Counter | None) -> float:
        """Return the width of pips, in pixels."""
        return pips.most * (self.pip + self.style.between) - self.style.between if pips else 0.0


class MarkRows:
    """Draws a row of pips, and marks in rows of their own and after the pips.

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

    def plan(
        self, player: PlayerView, box: tuple[float, float], most: float, starts: Sequence[float | None], pitch: float
    ) -> Plan | None:
        """Return where all marks have room; None if they have none.

        Args:
            player: whose card it is.
            box: left and right end of the rows, in pixels.
            most: maximum size of the marks, in pixels.
            starts: left end of each row, the one that is filled first in front; None for that after the pips.
            pitch: minimum distance between two rows, or between the only one and the pips, in pixels.
        """
        for style in self._styles(player, box, most):
            plan = self._pack(player, box, style, starts)
            alone = len(starts) > 1 and plan.rows < 2
            if max(plan.ends) <= box[1] and (alone or style.sign <= CLOSER * pitch):
                return plan
        return None

    def overfull(self, player: PlayerView, box: tuple[float, float], starts: Sequence[float | None]) -> Plan:
        """Return where marks are that have too little room: the last row goes on beyond its end."""
        return self._pack(player, box, list(self._styles(player, box, look.least))[-1], starts)

    def _styles(self, player: PlayerView, box: tuple[float, float], most: float) -> Iterator[Style]:
        """Yield the styles, the loosest first."""
        marked, wide, u = self.marked(player), box[1] - box[0], look.u

        def across(size: float, gap: float) -> float:
            style = Style(size, size, gap, _BESIDE * u, 0, 0)
            return sum(map(style.width, marked)) + (len(marked) - 1) * gap

        size = largest(most, look.least, lambda size: across(size, _GAP * u) <= wide)
        gap = max(_LEAST_GAP * u, min(_GAP * u, (wide - across(size, 0)) / max(1, len(marked) - 1)))
        yield Style(size, size, gap, _BESIDE * u, _NARROW * u, 3 * u)
        for share, *units in _STYLES:
            yield Style(look.least, share * look.least, *(number * u for number in units))

    def _pack(self, player: PlayerView, box: tuple[float, float], style: Style, starts: Sequence[float | None]) -> Plan:
        """Return where the marks are in this style: each in the first row that has room, or else beyond the last."""
        (left, right), pipped = box, self.pipped(player)
        number = pipped.most if pipped else 0
        after = left + number * (style.pip + style.between) - style.between + style.gap if number else left
        ends = [after if start is None else start for start in starts]
        places: list[tuple[int, float]] = []
        for counter in self.marked(player):
            wide = style.width(counter)
            row = next((row for row, end in enumerate(ends) if end + wide <= right), len(ends) - 1)
            places.append((row, ends[row]))
            ends[row] += wide + style.gap
        # The pips take what the marks after them leave.
        used = [row for row, start in enumerate(starts) if start is None and ends[row] > after]
        spare = right - (ends[used[0]] - style.gap if used else after - style.gap)
        more = max(0.0, min((14 if look.portrait else 10) * look.u - style.pip, spare / max(1, number)))
        shift = number * more
        moved = ((row, at + shift if starts[row] is None else at) for row, at in places)
        ends = [end + shift if start is None else end for end, start in zip(ends, starts, strict=True)]
        return Plan(style, style.pip + more, tuple(moved), tuple(end - style.gap for end in ends))

    def draw(
        self,
        player: PlayerView,
        plan: Plan,
        pips: tuple[float, float, float],
        lines: Sequence[float],
        inks: Callable[[float], tuple[Tint, Tint, Tint, Tint]],
    ) -> None:
        """Draw everything that a player has.

        Args:
            player: whose card it is.
            plan: where the marks are.
            pips: left end, middle and height of the pips, in pixels.
            lines: middle of each row of marks, in pixels.
            inks: returns those of full pips, of empty pips, of symbols and of numbers, at a place across.
        """
        (left, middle, high), u, style = pips, look.u, plan.style
        pipped, marked = self.pipped(player), self.marked(player)
        for place, pip in enumerate(self.pips):
            if pipped is None or place >= pipped.most:
                pip.hide()
                continue
            at = left + place * (plan.pip + style.between)
            colour = inks(at)[0 if place < pipped.value else 1]
            pip.put(at, middle - high / 2, plan.pip, high, colour, min(3 * u, 0.4 * plan.pip))
        for place, (sign, value) in enumerate(self.marks):
            if place >= len(marked):
                sign.hide()
                value.hide()
                continue
            (row, at), counter = plan.places[place], marked[place]
            _full, _lack, quiet, ink = inks(at)
            sign.put(SYMBOLS.get(counter.symbol, ""), "text", style.sign, quiet, at, lines[row])
            value.put(str(counter.value), "bold", style.size, ink, at + sign.width + style.beside, lines[row])
