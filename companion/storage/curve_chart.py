"""Chart of one number of all players over a game, reckoned for the last page and the HTML report, which draw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.storage.statistics import Curve

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 500, 1000)


class ChartFrame(NamedTuple):
    """The least and largest value and the first and last entry of a chart, and its edges; y may go up or down."""

    least: int
    most: int
    first: int
    last: int
    left: float = 0
    right: float = 1
    bottom: float = 0
    top: float = 1

    def across(self, number: int) -> float:
        """Return the x of an entry; of one before the first, the left edge."""
        steps = max(1, self.last - self.first)
        return self.left + (self.right - self.left) * (max(self.first, number) - self.first) / steps

    def up(self, value: float) -> float:
        """Return the y of a value."""
        low, share = min((self.bottom, value - self.least), (self.top, self.most - value))
        return low + abs(self.top - self.bottom) * share / (self.most - self.least)

    def scale(self, lines: int) -> range:
        """Return round values for a scale, in at most so many steps."""
        step = next((step for step in _STEPS if (self.most - self.least) / step <= lines), 2000)
        return range(-(-self.least // step) * step, self.most + 1, step)

    def marks(self, curves: Sequence[Curve], side: float, room: float) -> tuple[float, list[tuple[float, Curve]]]:
        """Return the side of the marks at the ends of lines, at most this, and the y of each, so that none overlap."""
        ended = ((self.up(c.values[-1]), c) for c in curves if c.values and c.values[-1] is not None)
        ends = sorted(ended, key=lambda end: end[0])
        side = min(side, room / max(1, len(ends)))
        least, most = sorted((self.bottom, self.top))
        places: list[float] = []
        for y, __ in ends:
            places.append(max(y, places[-1] + side if places else least))
        edge = most + side / 2
        for at in reversed(range(len(places))):
            places[at] = min(places[at], edge - side / 2)
            edge = places[at] - side / 2
        return side, [(y, curve) for y, (__, curve) in zip(places, ends, strict=True)]


def chart_frame(curves: Sequence[Curve]) -> ChartFrame | None:
    """Return what a chart of these curves spans; None as long as there is nothing to draw."""
    known = [(number, value) for curve in curves for number, value in enumerate(curve.values) if value is not None]
    last = max((len(curve.values) for curve in curves), default=0) - 1
    if last < 1 or not known:
        return None
    numbers, values = zip(*known, strict=True)
    return ChartFrame(min(0, *values), max(1, *values), min(numbers), last)


def names_that_fit(names: Iterable[tuple[float, float]], begin: float, end: float, gap: float) -> list[bool]:
    """Return of each name, given by x and width from the left, whether it stands clear of the shown ones before it."""
    fits = []
    for x, width in names:
        fits.append(x >= begin and x + width <= end)
        begin = x + width + gap if fits[-1] else begin
    return fits
