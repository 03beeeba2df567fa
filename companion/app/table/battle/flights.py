"""Results on their way from the dice to the pieces, and pieces on their way out of a battle."""

from __future__ import annotations

from math import pi, sin
from typing import Final

from companion.app.table.battle.sides import BattleSides
from companion.app.table.battle.token_line import stamp_colour
from companion.app.widgets.base.marks import symbol_mark
from companion.app.widgets.controls.tokens import Token, TokenPiece
from companion.app.widgets.rendering.motion import FLIGHT, eased, motion, part_of
from companion.app.widgets.rendering.motion_layer import FlyingSprite, MotionLayer, picture_of
from layouts.colours import faded, ink_over, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["MANY", "Flights"]

MANY: Final = 6
"""Maximum results that fly at once; more are on their pieces at once."""
_POP: Final = 0.14
"""Seconds in which a result that has arrived comes to its size."""
_LEAVE: Final = 0.25
"""Seconds in which a piece leaves."""
_SIZE: Final = 34
"""Size of a flying result, in units."""
_ARC: Final = 26
_SINK: Final = 8
"""Height of its arc, and how far a piece sinks that is lost, in units."""

Point = tuple[float, float]


class Flights:
    """Results that fly from the halves of a battle to the prompt beside them, and pieces that leave it.

    Args:
        sides: the halves.
    """

    def __init__(self, sides: BattleSides) -> None:
        self._sides = sides
        self._leaving: list[tuple[TokenPiece, Point, float, Point | None]] = []

    @property
    def hidden(self) -> bool:
        """True while dice are falling, whose results must not be shown yet."""
        return bool(self._sides.thrown)

    @property
    def _layer(self) -> MotionLayer | None:
        return self._sides.stage[1] if self._sides.stage is not None else None

    def bring(self, result: str, victim: str, token: Token, giver: Token | None = None) -> None:
        """Have a result fly to the token that has it already.

        Args:
            result: its name.
            victim: the player whose piece takes it.
            token: of the piece.
            giver: the token that gives it up; by default it comes from the dice of the other side.
        """
        layer, source = self._layer, self._sides.source(result, victim)
        if layer is None or (giver is None and source is None):
            return
        sprites: list[FlyingSprite] = []
        whole = FLIGHT + _POP

        def fly(share: float) -> None:
            time = share * whole
            begin = giver.to_window(*giver.landing) if giver is not None else source
            if begin is None or share >= 1 or token.get_root_window() is None:
                return
            if not sprites:
                sprites.extend(layer.lend(2))
            u, colour, end = look.u, stamp_colour(result.lower()), token.to_window(*token.landing)
            way, pop = part_of(time, 0, FLIGHT), part_of(time, FLIGHT, whole)
            place = (
                begin[0] + (end[0] - begin[0]) * eased(way),
                begin[1] + (end[1] - begin[1]) * eased(way) + _ARC * u * sin(pi * way),
            )
            scale = 0.7 + 0.3 * way + (0.35 * (1 - pop) if way >= 1 else 0.0)
            sprites[0].stand(picture_of(SYMBOLS["seat-disc"], _SIZE * u), *place, scale, colour)
            sign = picture_of(SYMBOLS.get(result, symbol_mark(result)), 0.68 * _SIZE * u)
            sprites[1].stand(sign, *place, scale, ink_over(colour))

        def arrive() -> None:
            layer.give_back(sprites)
            token.coming = False
            token.later()

        token.coming = True
        token.later()
        motion.play((token, "result"), whole, fly, arrive)

    def leave(self, piece: TokenPiece, place: Point, size: float, target: Point | None = None) -> None:
        """Note a piece that the answer about to be given takes away.

        Args:
            piece: as it is drawn.
            place: its middle on the window, in pixels.
            size: in pixels.
            target: where it goes; None for a piece that is lost.
        """
        self._leaving.append((piece, place, size, target))

    def show_leaving(self, *, answered: bool) -> None:
        """Have the pieces leave that were noted, if the answer was taken."""
        leaving, self._leaving = self._leaving, []
        layer = self._layer
        if not answered or layer is None or not leaving or len(leaving) > MANY:
            return
        sprites: list[FlyingSprite] = []

        def go(share: float) -> None:
            if share >= 1:
                return
            if not sprites:
                sprites.extend(layer.lend(2 * len(leaving)))
            for rank, (piece, (x, y), size, target) in enumerate(leaving):
                end_x, end_y = target or (x, y - _SINK * look.u)
                way = eased(share) if target else share
                place = x + (end_x - x) * way, y + (end_y - y) * way
                colour, seen = tint_of(piece.colour), 1 - share**2 if target else 1 - share
                sprites[2 * rank].stand(picture_of(SYMBOLS["seat-disc"], size), *place, 1.0, faded(colour, seen))
                sign = picture_of(SYMBOLS.get(piece.symbol, "") or piece.label[:1], 0.6 * size)
                sprites[2 * rank + 1].stand(sign, *place, 1.0, faded(ink_over(colour), seen))

        motion.play((self, "leaving"), _LEAVE, go, lambda: layer.give_back(sprites))
