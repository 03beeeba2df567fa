"""Dice in rows, drawn with their pips: what a die means is told by its colour, and by the words beside them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from kivy.graphics import Canvas
from kivy.properties import BooleanProperty, NumericProperty

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import EMPTY, UNKNOWN, Die, colour_of, symbol_mark
from companion.app.widgets.rendering.motion import LANDING, eased, motion, part_of
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, ink_over
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["DiceParts", "DiceRow", "dice_fit"]

_GAP: Final = 0.14
"""Gap between two dice, as a share of their width."""

_SMALL: Final = 0.78
"""Minimum size in a single row, and maximum size in several, as a share of the largest size."""
_LEAST: Final = 0.7
"""Minimum size that needs no further row, as a share of the largest size."""


_POP: Final = 0.2
"""Seconds in which a die that has landed comes to its size."""
_MOST_LANDING: Final = 40
"""Maximum dice that land one after the other; more are there at once."""


def dice_fit(number: int, width: float, most: float) -> tuple[float, int]:
    """Return the size of each die in pixels, and the number of dice in a row.

    Args:
        number: of dice.
        width: of the room, in pixels.
        most: the largest size, in pixels.
    """
    number = max(1, number)
    for rows in range(1, number + 1):
        row = -(-number // rows)
        size = min(most if rows == 1 else _SMALL * most, width / (row + _GAP * (row - 1)))
        if size >= (_LEAST if rows > 1 else _SMALL) * most:
            break
    return size, row


class DiceParts:
    """Draws dice on a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._well = RoundedRect(canvas, light=0)
        self._dice: list[tuple[RoundedRect, TextSprite]] = []
        self.places: list[tuple[float, float, float]] = []
        """Left, low and size of each die, in pixels."""

    def hide(self) -> None:
        """Draw none."""
        self.places.clear()
        self._well.hide()
        for back, pips in self._dice:
            back.hide()
            pips.hide()

    @staticmethod
    def height(number: int, width: float, most: float) -> float:
        """Return the height of all dice in pixels; the arguments are those of `dice_fit`."""
        size, row = dice_fit(number, width, most)
        return -(-number // row) * size * (1 + _GAP) - _GAP * size

    def put(
        self,
        dice: Sequence[Die],
        x: float,
        top: float,
        width: float,
        most: float,
        *,
        right: bool = False,
        shown: Collection[int] | None = None,
        grown: Mapping[int, float] | None = None,
    ) -> float:
        """Draw dice; return how high they are, in pixels.

        Args:
            dice: from left to right, row by row.
            x: left end of the room.
            top: its upper end.
            width: of the room.
            most: the largest size.
            right: whether they stand at its right end.
            shown: indexes of the dice that are there already; None for all.
            grown: by how much dice are larger than usual, by their indexes.
        """
        size, row = dice_fit(len(dice), width, most)
        step = size * (1 + _GAP)
        self.places.clear()
        in_row, pad = min(row, len(dice)) * step - _GAP * size, 0.16 * size
        rows = -(-len(dice) // row) * step - _GAP * size if dice else 0.0
        begin = x + width - in_row if right else x
        ground = look.well if dice else CLEAR
        self._well.put(begin - pad, top - rows - pad, in_row + 2 * pad, rows + 2 * pad, ground, 8 * look.u)
        while len(self._dice) < len(dice):
            self._dice.append((RoundedRect(self._canvas, light=0), TextSprite(self._canvas)))
        for place, (back, pips) in enumerate(self._dice):
            if place >= len(dice):
                back.hide()
                pips.hide()
                continue
            line, column = divmod(place, row)
            in_line = min(row, len(dice) - line * row)
            left = x + width - in_line * step + _GAP * size if right else x
            at = left + column * step, top - line * step - size
            self.places.append((*at, size))
            if shown is not None and place not in shown:
                back.hide()
                pips.hide()
                continue
            large = size * grown.get(place, 1.0) if grown else size
            more = (large - size) / 2
            self._one(back, pips, dice[place], at[0] - more, at[1] - more, large)
        return rows

    @staticmethod
    def _one(back: RoundedRect, pips: TextSprite, die: Die, x: float, y: float, size: float) -> None:
        colour = colour_of(die.mark)
        drawn = SYMBOLS.get(f"die-{die.face}")
        if drawn is not None:
            # The pips are holes in the drawing of a die: what lies below it shows through.
            inset = 0.12 * size
            back.put(x + inset, y + inset, size - 2 * inset, size - 2 * inset, ink_over(colour), 0.1 * size)
            pips.put(drawn, "text", 1.12 * size, colour, x + size / 2, y + size / 2, "middle")
            return
        if die.mark == EMPTY:
            # A bay without a die.
            back.put(x + 0.2 * size, y + 0.44 * size, 0.6 * size, 0.12 * size, look.line, 0.06 * size)
            pips.hide()
            return
        back.put(x, y, size, size, colour, 0.2 * size)
        said = (
            str(die.face)
            if die.face
            else die.mark
            if die.mark == UNKNOWN
            else symbol_mark(die.mark)
            if die.mark
            else ""
        )
        pips.put(said, "strong", 0.68 * size, ink_over(colour), x + size / 2, y + size / 2, "middle")


class DiceRow(CanvasWidget):
    """Dice in rows, as high as they are.

    `most` is how large one may be, in pixels, if it is not to be as large as a sign that stands for itself.
    """

    most = NumericProperty(0)
    landing = BooleanProperty(False)
    """True until all new dice have come to rest."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**({"size_hint_y": None, "height": 0} | values))
        self.dice: tuple[Die, ...] = ()
        self.text = ""
        self._fresh: list[int] = []
        self._time, self._lands = LANDING, dict[int, float]()
        self._parts = DiceParts(self.canvas)
        self.bind(width=lambda *_: self.take_room())

    def show(self, dice: tuple[Die, ...], words: str) -> None:
        """Draw these, new ones as they land; the words say the same."""
        if dice != self.dice:
            before, self.dice, self.text = self.dice, dice, words
            fresh = [n for n, die in enumerate(dice) if die.face and (n >= len(before) or before[n].face != die.face)]
            if fresh and len(fresh) <= _MOST_LANDING:
                self._fresh = fresh
                motion.play(self, _POP if len(fresh) == 1 else LANDING, self._land)
            self.take_room()
            if not dice:
                # Nothing without a height is drawn again.
                self._parts.hide()
            self.later()

    def take_room(self) -> None:
        self.height = DiceParts.height(len(self.dice), self.width, self._most()) if self.dice else 0

    def _most(self) -> float:
        return float(self.most or 1.3 * look.sign)

    def _land(self, share: float) -> None:
        """Have new dice come to rest one after the other."""
        whole = _POP if len(self._fresh) == 1 else LANDING
        self._time, last = share * whole, whole - _POP
        self.landing = share < 1
        if not self.landing:
            self._fresh = []
        self._lands = {place: last * rank / max(1, len(self._fresh) - 1) for rank, place in enumerate(self._fresh)}
        self.later()

    def draw(self) -> None:
        grown = {
            place: 1 + 0.7 * (1 - eased(part_of(self._time, lands, lands + _POP)))
            for place, lands in self._lands.items()
            if lands <= self._time
        }
        shown = [place for place in range(len(self.dice)) if place not in self._lands or place in grown]
        self._parts.put(self.dice, self.x, self.top, self.width, self._most(), shown=shown, grown=grown)
