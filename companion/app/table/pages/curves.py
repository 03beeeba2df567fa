"""Charts of a finished game: the players' numbers over time, and luck with dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kivy.graphics import Color, InstructionGroup, Line

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark, words
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.storage.statistics import Curve, GameStatistics, Luck
from companion.table.view import PlayerView
from companion.table.words import _, labelled, n_
from layouts.colours import faded, ink_on, mixed, tint_of
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["LuckRows", "ScoreCurves"]


class ChartFrame(NamedTuple):
    """Position of a chart in pixels, and its least and largest value and entry."""

    left: float
    right: float
    low: float
    high: float
    values: tuple[int, int]
    entries: tuple[int, int]

    def across(self, number: int) -> float:
        """Return the x of an entry, in pixels."""
        first, last = self.entries
        return self.left + (self.right - self.left) * (number - first) / max(1, last - first)

    def up(self, value: float) -> float:
        """Return the y of a value, in pixels."""
        least, most = self.values
        return self.low + (self.high - self.low) * (value - least) / (most - least)


class ScoreCurves(CanvasWidget):
    """Draws one number of all players over the game; each line ends in a sigil."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._curves: Sequence[Curve] = ()
        self._moments: Sequence[tuple[int, str]] = ()
        self._players: Mapping[str, PlayerView] = {}
        self._back = RoundedRect(self.canvas, light=0.1)
        self._lines = InstructionGroup()
        self.canvas.add(self._lines)
        self._scale: list[TextSprite] = []
        self._marks: list[tuple[RoundedRect, TextSprite]] = []
        self.points: dict[str, list[float]] = {}
        """The line of each player, in pixels."""

    def show(
        self, curves: Sequence[Curve], moments: Sequence[tuple[int, str]], players: Mapping[str, PlayerView]
    ) -> None:
        """Show other curves.

        Args:
            curves: of one number.
            moments: index of the entry with which each turn or round began, and its name.
            players: for their sigils.
        """
        self._curves, self._moments = curves, moments
        self._players = {player.name: player for player in players.values()}
        self.text = ", ".join(f"{curve.player} {curve.values[-1]}" for curve in curves if curve.values)
        self.later()

    def draw(self) -> None:
        u = look.u
        self._back.cover(self, look.surface, 12 * u)
        self._lines.clear()
        self.points = {}
        values = [value for curve in self._curves for value in curve.values if value is not None]
        length = max((len(curve.values) for curve in self._curves), default=0)
        if length < 2 or not values:
            for part in (*self._scale, *(p for pair in self._marks for p in pair)):
                part.hide()
            return
        least, most = min(0, *values), max(1, *values)
        side = min(34 * u, max(22 * u, self.height / 9))
        size = look.least
        begun = [n for c in self._curves for n, value in enumerate(c.values) if value is not None]
        frame = ChartFrame(
            self.x + 20 * u + extent(str(most), "text", size)[0],
            self.right - side - 12 * u,
            self.y + 1.6 * size,
            self.top - side / 2 - 4 * u,
            (least, most),
            (min(begun), length - 1),
        )
        said = self._draw_scale(frame, size)
        self._draw_moments(frame, size, said)
        for curve in self._curves:
            line: list[float] = []
            for number, value in enumerate(curve.values):
                if value is not None:
                    line += [frame.across(number), frame.up(value)]
            if len(line) >= 4:
                self.points[curve.player] = line
                self._lines.add(Color(*tint_of(curve.colour)))
                self._lines.add(Line(points=line, width=1.6 * u, joint="round", cap="round"))
        self._draw_marks(frame, side)

    def _draw_scale(self, frame: ChartFrame, size: float) -> int:
        """Draw the scale; return the number of its lines."""
        least, most = frame.values
        step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if (most - least) / s <= 5), 500)
        shown = list(range(-(-least // step) * step, most + 1, step))
        while len(self._scale) < len(shown):
            self._scale.append(TextSprite(self.canvas))
        for word, value in zip(self._scale, shown, strict=False):
            y = frame.up(value)
            self._lines.add(Color(*faded(look.ink, 0.18)))
            self._lines.add(Line(points=[frame.left, y, frame.right, y], width=1))
            word.put(str(value), "text", size, look.dim, frame.left - 8 * look.u, y, "right")
        return len(shown)

    def _draw_moments(self, frame: ChartFrame, size: float, said: int) -> None:
        """Draw a mark where each turn begins, with its name if it fits.

        Args:
            frame: of the chart.
            size: of the type, in pixels.
            said: number of words that the scale has taken.
        """
        shown = [(max(frame.entries[0], number), name) for number, name in self._moments]
        while len(self._scale) < said + len(shown):
            self._scale.append(TextSprite(self.canvas))
        room = frame.left - 1
        for word, (number, name) in zip(self._scale[said:], shown, strict=False):
            x = frame.across(number)
            self._lines.add(Color(*faded(look.ink, 0.12)))
            self._lines.add(Line(points=[x, frame.low, x, frame.high], width=1))
            wide = extent(name, "text", size)[0]
            if x >= room and x + wide <= self.right:
                word.put(name, "text", size, look.dim, x, frame.low - 0.8 * size)
                room = x + wide + 6 * look.u
            else:
                word.hide()
        for word in self._scale[said + len(shown) :]:
            word.hide()

    def _draw_marks(self, frame: ChartFrame, side: float) -> None:
        """Draw the sigils at the ends of the lines, without overlaps."""
        u = look.u
        while len(self._marks) < len(self._curves):
            self._marks.append((RoundedRect(self.canvas), TextSprite(self.canvas)))
        lasts = [(curve.values[-1] if curve.values else None, place) for place, curve in enumerate(self._curves)]
        ends = sorted((frame.up(value), place) for value, place in lasts if value is not None)
        side = min(side, (frame.high - frame.low + side) / max(1, len(ends)))
        heights: list[float] = []
        for y, __ in ends:
            heights.append(max(y, heights[-1] + side if heights else frame.low))
        top = frame.high + side / 2
        for at in range(len(heights) - 1, -1, -1):
            heights[at] = min(heights[at], top - side / 2)
            top = heights[at] - side / 2
        for part in (part for pair in self._marks for part in pair):
            part.hide()
        left = frame.right + 6 * u
        for y, place in zip(heights, [place for __, place in ends], strict=True):
            curve, (back, sign) = self._curves[place], self._marks[place]
            back.put(left, y - side / 2, side, side - 2 * u, tint_of(curve.colour), 8 * u)
            player = self._players.get(curve.player)
            mark = player_mark(player) if player is not None else curve.glyph
            sign.put(mark, "text", 0.76 * side, ink_on(curve.colour), left + side / 2, y - u, "middle")


class LuckRows(CanvasWidget):
    """Draws each player's results against the range of 95 of 100 such games.

    The fiercest battle is named below.
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._found: GameStatistics | None = None
        self._back, self._head = RoundedRect(self.canvas, light=0.1), TextSprite(self.canvas)
        self._below = TextSprite(self.canvas)
        self._rows: list[
            tuple[RoundedRect, TextSprite, RoundedRect, RoundedRect, RoundedRect, TextSprite, TextSprite]
        ] = []

    def show(self, found: GameStatistics) -> None:
        """Show the luck of a game."""
        self._found = found
        self.text = "; ".join(
            labelled(luck.player.name, f"{luck.fell} {words(luck.symbol, luck.fell)}, {luck.usual[0]}-{luck.usual[1]}")
            for luck in found.luck
        )
        self.text = ". ".join(filter(None, (self.text, self._last_words())))
        self.later()

    def _last_words(self) -> str:
        found = self._found
        if found is None or not found.luck:
            return ""
        said = n_("{n} battle", "{n} battles", len(found.battles)).format(n=len(found.battles)) if found.battles else ""
        dice = n_("{n} die", "{n} dice", found.dice).format(n=found.dice)
        lines = [", ".join(filter(None, (said, dice)))]
        if (fiercest := found.fiercest) is not None:
            symbol = found.luck[0].symbol
            number = fiercest.fell[symbol]
            lines.append(
                _("Fiercest: {n} {symbol}, {battle}, {moment}").format(
                    n=number, symbol=words(symbol, number), battle=fiercest.title, moment=fiercest.moment
                )
            )
        return "\n".join(lines)

    def draw(self) -> None:
        u, found = look.u, self._found
        self._back.cover(self, look.surface, 12 * u)
        if found is None or not found.luck:
            return
        pad, room = 12 * u, self.width - 24 * u
        said = self._last_words()
        size, wrap = fitted(said, "text", look.small, look.least, room, 0.34 * self.height)
        wrap, left = wrap or room, self.x + pad
        self._below.put(said, "text", size, look.ink, left, 0, wrap=wrap)
        self._below.put(said, "text", size, look.ink, left, self.y + pad / 2 + self._below.height / 2, wrap=wrap)
        low = self.y + pad + self._below.height
        symbol = found.luck[0].symbol
        head = _("{symbol}: rolled (circle), on average (line), in 95 of 100 such games (band)").format(
            symbol=words(symbol, 2)
        )
        size, wrap = fitted(head, "text", look.small, look.least, room, 2.6 * look.least)
        self._head.put(head, "text", size, look.dim, self.x + pad, 0, wrap=wrap)
        top = self.top - pad / 2 - self._head.height / 2
        self._head.put(head, "text", size, look.dim, self.x + pad, top, wrap=wrap)
        top -= self._head.height / 2 + 2 * u
        shown = [luck for luck in found.luck if luck.symbol == symbol]
        while len(self._rows) < len(shown):
            fields = (
                RoundedRect(self.canvas),
                TextSprite(self.canvas),
                *(RoundedRect(self.canvas, light=0) for _ in range(3)),
            )
            self._rows.append((*fields, TextSprite(self.canvas), TextSprite(self.canvas)))  # type: ignore[arg-type]
        high = min(58 * u, (top - low) / max(1, len(shown)))
        most = max(max(luck.usual[1], luck.fell) for luck in shown) + 1
        for place, parts in enumerate(self._rows):
            if place < len(shown):
                self._draw_row(parts, shown[place], top - (place + 0.5) * high, high, most)
            else:
                for part in parts:
                    part.hide()

    def _draw_row(
        self,
        parts: tuple[RoundedRect, TextSprite, RoundedRect, RoundedRect, RoundedRect, TextSprite, TextSprite],
        luck: Luck,
        middle: float,
        high: float,
        most: int,
    ) -> None:
        u, (back, sigil, band, mean, disc, number, dice) = look.u, parts
        side, left = min(0.86 * high, 44 * u), self.x + 12 * u
        colour = tint_of(luck.player.colour)
        back.put(left, middle - side / 2, side, side, colour, 8 * u)
        ink = ink_on(luck.player.colour)
        sigil.put(player_mark(luck.player), "text", 0.8 * side, ink, left + side / 2, middle, "middle")
        said = n_("{n} die", "{n} dice", luck.dice).format(n=luck.dice)
        dice.put(said, "text", look.least, look.dim, self.right - 12 * u, middle, "right")
        begin = left + 1.5 * side + 6 * u
        each = (self.right - 20 * u - extent(said, "text", look.least)[0] - 0.5 * side - begin) / most
        (least, largest), tall = luck.usual, 0.5 * side
        at, till = begin + each * least - 3 * u, begin + each * largest + 3 * u
        band.put(at, middle - tall / 2, till - at, tall, mixed(look.surface, look.ink, 0.3), 6 * u)
        mean.put(begin + each * luck.expected - 1.5 * u, middle - 0.7 * tall, 3 * u, 1.4 * tall, look.ink, 1 * u)
        round_ = max(1.35 * look.least, 0.8 * side)
        x = begin + each * luck.fell
        disc.put(x - round_ / 2, middle - round_ / 2, round_, round_, colour, round_ / 2)
        number.put(str(luck.fell), "strong", 0.62 * round_ if round_ > 32 * u else look.least, ink, x, middle, "middle")
