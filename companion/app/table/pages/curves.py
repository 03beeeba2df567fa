"""Charts of a finished game: the players' numbers over time, and luck with dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from kivy.graphics import Color, InstructionGroup, Line

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark, words
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.storage.curve_chart import ChartFrame, chart_frame, names_that_fit
from companion.storage.statistics import Curve, GameStatistics, Luck
from companion.table.view import PlayerView
from companion.table.words import _, labelled, n_
from layouts.colours import faded, ink_on, tint_of
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["LuckRows", "ScoreCurves"]


class ScoreCurves(CanvasWidget):
    """Draws one number of all players over the game; each line ends in a sigil."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._curves: Sequence[Curve] = ()
        self._moments: Sequence[tuple[int, str]] = ()
        self._players: Mapping[str, PlayerView] = {}
        self._lines = InstructionGroup()
        self.canvas.add(self._lines)
        self._words: list[TextSprite] = []
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
        self.text = ", ".join(
            f"{curve.player} {curve.values[-1]}" for curve in curves if curve.values[-1:] not in ([], [None])
        )
        self.later()

    def draw(self) -> None:
        u = look.u
        self._lines.clear()
        self.points = {}
        frame = chart_frame(self._curves)
        if frame is None:
            for part in (*self._words, *(p for pair in self._marks for p in pair)):
                part.hide()
            return
        side = min(34 * u, max(22 * u, self.height / 9))
        size = look.least
        frame = frame._replace(
            left=self.x + 20 * u + extent(str(frame.most), "text", size)[0],
            right=self.right - side - 12 * u,
            bottom=self.y + 1.6 * size,
            top=self.top - side / 2 - 4 * u,
        )
        self._draw_words(frame, size)
        for curve in self._curves:
            line: list[float] = []
            for number, value in enumerate(curve.values):
                if value is not None:
                    line += [frame.across(number), frame.up(value)]
            if len(line) >= 4:
                self.points[curve.player] = line
                # On a field of its own colour a line needs an edge.
                for tint, wide in ((look.ground, 2.6), (tint_of(curve.colour), 1.6)):
                    self._lines.add(Color(*tint))
                    self._lines.add(Line(points=line, width=wide * u, joint="round", cap="round"))
        self._draw_marks(frame, side)

    def _draw_words(self, frame: ChartFrame, size: float) -> None:
        """Draw a line with its word for each value of the scale and each turn; names that have no room are left out."""
        u, said = look.u, list[tuple[str, float, float, Literal["left", "right"]]]()
        for value in frame.scale(5):
            height = frame.up(value)
            self._draw_line(0.18, [frame.left, height, frame.right, height])
            said.append((str(value), frame.left - 8 * u, height, "right"))
        names = [(frame.across(number), extent(name, "text", size)[0]) for number, name in self._moments]
        fits = names_that_fit(names, frame.left - 1, self.right, 6 * u)
        for (number, name), clear in zip(self._moments, fits, strict=True):
            x = frame.across(number)
            self._draw_line(0.12, [x, frame.bottom, x, frame.top])
            said.append((name if clear else "", x, frame.bottom - 0.8 * size, "left"))
        while len(self._words) < len(said):
            self._words.append(TextSprite(self.canvas))
        for word, (text, x, y, anchor) in zip(self._words, said, strict=False):
            word.put(text, "text", size, look.dim, x, y, anchor)
        for word in self._words[len(said) :]:
            word.hide()

    def _draw_line(self, ink: float, points: list[float]) -> None:
        self._lines.add(Color(*faded(look.ink, ink)))
        self._lines.add(Line(points=points, width=1))

    def _draw_marks(self, frame: ChartFrame, side: float) -> None:
        """Draw the sigils at the ends of the lines, without overlaps."""
        u = look.u
        while len(self._marks) < len(self._curves):
            self._marks.append((RoundedRect(self.canvas), TextSprite(self.canvas)))
        side, marks = frame.marks(self._curves, side, frame.top - frame.bottom + side)
        for part in (part for pair in self._marks for part in pair):
            part.hide()
        left = frame.right + 6 * u
        for (y, curve), (back, sign) in zip(marks, self._marks, strict=False):
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
        self._head = TextSprite(self.canvas)
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
        band.put(at, middle - tall / 2, till - at, tall, faded(look.ink, 0.3), 6 * u)
        mean.put(begin + each * luck.expected - 1.5 * u, middle - 0.7 * tall, 3 * u, 1.4 * tall, look.ink, 1 * u)
        round_ = max(1.35 * look.least, 0.8 * side)
        x = begin + each * luck.fell
        disc.put(x - round_ / 2, middle - round_ / 2, round_, round_, colour, round_ / 2)
        number.put(str(luck.fell), "strong", 0.62 * round_ if round_ > 32 * u else look.least, ink, x, middle, "middle")
