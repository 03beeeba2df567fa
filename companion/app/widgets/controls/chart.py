"""A small chart of what chance has in store: how likely there is at least one of a result, two, three and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.graphics import Canvas

from companion.app.widgets.base.marks import colour_of, symbol_mark
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import OddsView
from companion.table.words import percent
from layouts.colours import mixed
from layouts.corners import Corner
from layouts.theme import look

__all__ = ["OddsChart"]

_ROW: Final = 40
"""Height of a result, in units."""
_BESIDE: Final = 130
"""Minimum width of a result that stands beside another, in units."""

_BARS: Final = 5
"""Maximum number of bars of a result; the numbers beyond have a chance of a few per cent."""


class OddsChart:
    """Draws it on a canvas: for each result its drawing, how likely there is one of it, and a bar for each number."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._rows: list[tuple[TextSprite, TextSprite, RoundedRect, list[RoundedRect]]] = []

    def hide(self) -> None:
        """Draw nothing."""
        for sign, word, ground, bars in self._rows:
            for part in (sign, word, ground, *bars):
                part.hide()

    @staticmethod
    def height(number: int, width: float) -> float:
        """Return the height of a chart of this many results at this width, in pixels."""
        return float(_ROW * look.u) * (number if width < number * _BESIDE * look.u else 1)

    def put(self, odds: Sequence[OddsView], x: float, low: float, width: float, high: float) -> None:
        """Draw it there, in pixels."""
        while len(self._rows) < len(odds):
            bars = [RoundedRect(self._canvas, Corner.UPPER, light=0) for _ in range(_BARS)]
            self._rows.append(
                (TextSprite(self._canvas), TextSprite(self._canvas), RoundedRect(self._canvas, light=0), bars)
            )
        beside = width >= len(odds) * _BESIDE * look.u
        across = width / max(1, len(odds)) if beside else width
        line = high if beside else high / len(odds)
        for place, (sign, word, ground, bars) in enumerate(self._rows):
            if place >= len(odds):
                for part in (sign, word, ground, *bars):
                    part.hide()
                continue
            one, left = odds[place], x + (place * across if beside else 0)
            floor = low if beside else low + high - (place + 1) * line
            middle = floor + line / 2
            colour = colour_of(one.result)
            sign.put(symbol_mark(one.result, place), "text", 1.1 * look.small, colour, left, middle)
            likely = percent(one.at_least[0]) if one.at_least else percent(0)
            word.put(likely, "strong", look.small, look.ink, left + sign.width + 4 * look.u, middle)
            start = left + sign.width + word.width + 10 * look.u
            room = left + across - 8 * look.u - start
            wide = min(16 * look.u, room / _BARS)
            if wide < 4 * look.u:
                for part in (ground, *bars):
                    part.hide()
                continue
            base = floor + 3 * look.u
            ground.put(start, base - 2 * look.u, wide * _BARS, 2 * look.u, mixed(look.ground, look.ink, 0.35), 1)
            for number, bar in enumerate(bars):
                chance = one.at_least[number] if number < len(one.at_least) else 0.0
                tall = chance * (line - 8 * look.u)
                if tall < 1.5:
                    bar.hide()
                else:
                    bar.put(start + number * wide, base, wide - 2 * look.u, tall, colour, 3 * look.u)
