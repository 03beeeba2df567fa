"""Dice of one side that fall: large over the question, then each into its place in the side's half."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from typing import Final

from kivy.uix.widget import Widget

from companion.app.widgets.base.marks import Die, colour_of, symbol_mark
from companion.app.widgets.controls.dice import dice_fit
from companion.app.widgets.rendering.motion import LANDING, eased, part_of
from companion.app.widgets.rendering.motion_layer import FlyingSprite, MotionLayer, picture_of
from layouts.colours import Tint, ink_over, mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["MOST", "ThrownDice"]

MOST: Final = 40
"""Maximum dice of a side that fall; more are in their places at once."""
_FIRST: Final = 0.62
_LAST: Final = 1.02
"""Seconds after which the first and the last die are in their places."""
_WAY: Final = 0.2
"""Seconds that a die needs to its place."""
_COME: Final = 0.22
"""Seconds that it needs to where it tumbles."""
_POP: Final = LANDING - _LAST
_FACE: Final = 0.07
"""Seconds for which a tumbling die shows a face."""
_SIZE: Final = 76
"""Maximum size of a tumbling die, in units."""
_SHAKE: Final = 14
"""How far a die that has landed turns to either side as it comes to rest, in degrees."""
_APART: Final = 1.14


class ThrownDice:
    """Some dice of a side, while they fall.

    Args:
        layer: in which they are drawn.
        dice: of the side.
        falling: indexes of those that fall; the others lie in their places.
        floor: the widget over which they tumble.
        colour: of the side, in which they tumble.
        right: whether they come from the right.
    """

    def __init__(
        self,
        layer: MotionLayer,
        dice: Sequence[Die],
        falling: Sequence[int],
        floor: Widget,
        colour: Tint,
        *,
        right: bool,
    ) -> None:
        self._layer, self._dice, self._falling, self._floor, self._right = layer, dice, falling, floor, right
        self._own = colour
        self._sprites: list[tuple[FlyingSprite, FlyingSprite]] = []
        self._time = 0.0
        self.lying = frozenset(range(len(dice))) - set(falling)
        size = 1.12 * _SIZE * look.u
        self._faces = [picture_of(SYMBOLS[f"die-{face}"], size) for face in range(1, 7)]
        self._back = picture_of(SYMBOLS["seat-square"], size)

    def count(self, result: str) -> int:
        """Return how many dice with a result are in their places."""
        return sum(self._dice[place].mark.lower() == result.lower() for place in self.lying)

    def pop(self, result: str) -> float:
        """Return by how much the number of a result is larger than usual, because a die has just landed."""
        since = [
            self._time - self._lands(rank)
            for rank, place in enumerate(self._falling)
            if place in self.lying and self._dice[place].mark.lower() == result.lower()
        ]
        return 1 + 0.3 * max(0.0, 1 - min(since) / _POP) if since else 1.0

    def draw(self, time: float, places: Sequence[tuple[float, float, float]]) -> bool:
        """Draw the falling dice; return whether the half must be redrawn.

        Args:
            time: since they were thrown, in seconds.
            places: left, low and size of the place of each die of the side, on the window in pixels.
        """
        self._time = time
        landed = {place for rank, place in enumerate(self._falling) if self._lands(rank) <= time}
        before, self.lying = self.lying, self.lying | landed
        if len(places) == len(self._dice):
            if not self._sprites:
                found = self._layer.lend(2 * len(self._falling))
                self._sprites = list(zip(found[::2], found[1::2], strict=True))
            for rank, place in enumerate(self._falling):
                self._draw_one(rank, self._dice[place], places[place])
        # Numbers of results shrink to their size until the end.
        return self.lying != before or time >= _FIRST

    def end(self) -> None:
        """Put all dice into their places."""
        self.lying = frozenset(range(len(self._dice)))
        self._layer.give_back([sprite for pair in self._sprites for sprite in pair])
        self._sprites = []

    def _lands(self, rank: int) -> float:
        return _FIRST + (_LAST - _FIRST) * rank / max(1, len(self._falling) - 1)

    def _tumbling(self, rank: int) -> tuple[float, float, float]:
        """Return where a die tumbles: its middle and its size, in pixels."""
        u, floor, number = look.u, self._floor, len(self._falling)
        size, row = dice_fit(number, 0.5 * floor.width - 24 * u, _SIZE * u)
        lines = -(-number // row)
        size = min(size, (floor.height - 20 * u) / (_APART * lines))
        line, column = divmod(rank, row)
        in_line = min(row, number - line * row)
        x = floor.width * (0.75 if self._right else 0.25) + (column - (in_line - 1) / 2) * _APART * size
        y = floor.height / 2 - (line - (lines - 1) / 2) * _APART * size
        left, low = floor.to_window(floor.x, floor.y)
        return left + x, low + y, size

    def _draw_one(self, rank: int, die: Die, place: tuple[float, float, float]) -> None:
        back, front = self._sprites[rank]
        time, lands, (left, low, small) = self._time, self._lands(rank), place
        end = (left + small / 2, low + small / 2)
        face = die.face if 1 <= die.face <= len(self._faces) else 0
        picture, angle = self._faces[face - 1], 0.0
        colour = self._own
        if time >= lands:
            pop = part_of(time, lands, lands + _POP)
            if pop >= 1:
                back.hide()
                front.hide()
                return
            (x, y), size, colour = end, small * (1 + 0.7 * (1 - eased(pop))), colour_of(die.mark)
            angle = _SHAKE * sin(3 * pi * pop) * (1 - pop)
        else:
            large_x, large_y, large = self._tumbling(rank)
            late = 0.012 * (rank % 7)
            come, go = eased(part_of(time, late, _COME + late)), part_of(time, lands - _WAY, lands) ** 2
            floor_left = self._floor.to_window(self._floor.x, self._floor.y)[0]
            begin = floor_left + self._floor.width + large if self._right else floor_left - large
            x = begin + (large_x - begin) * come
            y = large_y + 16 * look.u * abs(sin(9 * time + rank)) * (1 - go) * (1 - come / 2)
            x, y, size = x + (end[0] - x) * go, y + (end[1] - y) * go, large + (small - large) * go
            turn = 1 if (rank + self._right) % 2 else -1
            angle = turn * (1 - part_of(time, 0, lands - _WAY)) * (150 + 40 * (rank % 4))
            if time < lands - _WAY:
                number = (die.face * 5 + int(time / _FACE) * (rank % 5 + 2)) % 6
                picture = self._faces[number]
            else:
                # It shows its face as it leaves, and its result as it lands.
                colour = mixed(self._own, colour_of(die.mark), go)
        scale = size / (_SIZE * look.u)
        if not face and time >= lands - _WAY:
            # It has other sides, or it was typed in as a result.
            said = str(die.face) if die.face else symbol_mark(die.mark) if die.mark else ""
            back.stand(self._back, x, y, scale, colour, angle)
            front.stand(picture_of(said or " ", 0.68 * _SIZE * look.u), x, y, scale, ink_over(colour), angle)
            return
        back.stand(self._back, x, y, 0.8 * scale, ink_over(colour), angle)
        front.stand(picture, x, y, scale, colour, angle)
