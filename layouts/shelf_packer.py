"""Packs small pictures into a large one, in rows (shelves) about as high as the pictures in them."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

__all__ = ["ShelfPacker"]

_ALIKE: Final = ((48, 4), (96, 16), (0, 32))
"""Pairs of a height and a step, in pixels: a row up to that height (0: any) is as high as a multiple of the step, so
that pictures of nearly the same height share it."""

_WASTE: Final = 1.5
"""Heights of a picture that a row may have which takes it."""
_LITTLE: Final = 3000
"""Pixels above a picture that may be left free in a row that is higher than that."""


class _Row:
    """A row of pictures. `gaps` holds where it is free, from the left: the beginning and the width of each gap."""

    __slots__ = ("gaps", "height", "low")

    def __init__(self, low: int, height: int, gaps: list[tuple[int, int]]) -> None:
        self.low, self.height, self.gaps = low, height, gaps


class ShelfPacker:
    """Finds places for small pictures in a large one. A place that is given back is free for others.

    Args:
        width: of the picture, in pixels.
        height: in pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self._free = [(0, width)]
        # From the lowest one, with nothing between them.
        self._rows = [_Row(0, height, self._free)]

    @property
    def empty(self) -> bool:
        """Whether all of it is free."""
        return len(self._rows) == 1 and self._rows[0].gaps == self._free

    def take(self, width: int, height: int, *, anywhere: bool = False) -> tuple[int, int] | None:
        """Return the lower left corner of a free place of this size, or None.

        `anywhere` also allows a place above which much stays free.
        """
        for row in sorted(self._rows, key=attrgetter("height")):
            if row.height < height:
                continue
            if row.gaps == self._free and width <= self._free[0][1]:
                self._part(row, height)
            elif not anywhere and row.height > _WASTE * height and (row.height - height) * width > _LITTLE:
                continue
            for number, (left, free) in enumerate(row.gaps):
                if free >= width:
                    rest = [(left + width, free - width)] if free > width else []
                    row.gaps = [*row.gaps[:number], *rest, *row.gaps[number + 1 :]]
                    return left, row.low
        return None

    def give_back(self, left: int, low: int, width: int) -> None:
        """Free a place that was taken; all in pixels."""
        place = [row.low for row in self._rows].index(low)
        row = self._rows[place]
        gaps: list[tuple[int, int]] = []
        for start, free in sorted([*row.gaps, (left, width)]):
            if gaps and gaps[-1][0] + gaps[-1][1] == start:
                gaps[-1] = gaps[-1][0], gaps[-1][1] + free
            else:
                gaps.append((start, free))
        row.gaps = gaps
        for at in (place, place - 1):
            pair = self._rows[max(0, at) : at + 2]
            if [one.gaps for one in pair] == 2 * [self._free]:
                pair[0].height += pair[1].height
                del self._rows[at + 1]

    def _part(self, row: _Row, height: int) -> None:
        """Cut an empty row to the height that a picture needs."""
        alike = next(step for most, step in _ALIKE if height <= most or not most)
        tall = -(-height // alike) * alike
        if tall < row.height:
            rest = _Row(row.low + tall, row.height - tall, self._free)
            self._rows.insert(self._rows.index(row) + 1, rest)
            row.height = tall
