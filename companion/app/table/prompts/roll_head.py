"""Head of a roll: player, number of dice, pieces and odds."""

from __future__ import annotations

from typing import Final

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from msgspec import Struct

from companion.app.table.battle.token_line import LINE_HEIGHT, TokenLine, token_lines
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.controls.chart import OddsChart
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import PlayerView, SideView
from companion.table.words import labelled
from layouts.colours import CLEAR, ink_on, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, largest

__all__ = ["RollHalf", "RollHead", "RollSummary"]

_GAP: Final = 0.14
"""Gap between the number of dice and its word, as a share of its size."""


class RollSummary(Struct, frozen=True):
    """What is shown of a roll.

    Args:
        player: who rolls.
        number: of dice.
        what: the word for dice.
        side: the side of the battle, if there is one.
        legend: which faces show what.
        odds: the odds in words, where there is no chart of them.
        charted: whether the chart of odds is shown.
    """

    player: PlayerView
    number: int
    what: str
    side: SideView | None = None
    legend: str = ""
    odds: str = ""
    charted: bool = False


class RollHead(Tappable, CanvasWidget):
    """Draws the summary as large as fits; player and number are always shown.

    A tap corrects the number, if it can be corrected.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rolling: RollSummary | None = None
        self.text = ""
        self._flag = RoundedRect(self.canvas)
        self._sigil, self._name, self._number, self._what, self._legend, self._odds = (
            TextSprite(self.canvas) for _ in range(6)
        )
        self._tokens, self._chart = TokenLine(self.canvas), OddsChart(self.canvas)
        self._ring = RoundedRect(self.canvas, ring=3)
        self.disabled = True
        self.bind(focused=self.later)

    def show(self, rolling: RollSummary) -> None:
        """Show another roll."""
        if rolling != self.rolling:
            self.rolling = rolling
            self.disabled = not (rolling.side and rolling.side.key)
            dice = labelled(rolling.player.name, f"{rolling.number} {rolling.what}")
            said = dice, rolling.legend, rolling.odds
            self.text = ". ".join(filter(None, said))
            self.later()

    @staticmethod
    def least() -> float:
        """Return the minimum height in pixels."""
        return float(max(48 * look.u, 1.3 * look.title))

    def draw(self) -> None:
        rolling = self.rolling
        if rolling is None:
            return
        u, (x, y), (w, h) = look.u, self.pos, self.size
        side = rolling.side
        tokens, odds = (side.tokens, side.odds if rolling.charted else ()) if side else ((), ())
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)
        flag = self.least()
        lines = token_lines(tokens, w, look.body) if tokens else 0
        below = {
            "tokens": LINE_HEIGHT * look.body * lines if tokens else 0.0,
            "odds": OddsChart.height(len(odds), w) if odds else 1.2 * look.small if rolling.odds else 0.0,
            "legend": extent(rolling.legend, "text", look.least, round(w))[1] if rolling.legend else 0.0,
        }
        # Leave out, last first, what does not fit beside a number readable across the table.
        left = h - flag - 1.1 * look.large
        for name, high in below.items():
            below[name] = high if 0 < high <= left else 0.0
            left -= below[name] and below[name] + 6 * u
        compact = h < flag + 0.9 * look.large
        number = (
            min(look.giant, max(look.large, h - flag - sum(below.values()) - 20 * u)) if not compact else look.title
        )
        self._draw_name(rolling, x, y + h, w, flag, compact)
        middle = y + h - flag / 2
        if not compact:
            # Place the number as if there were two lines of pieces, level with that of the other half.
            taken = sum(below.values()) + max(0.0, 2 * LINE_HEIGHT * look.body - below["tokens"])
            middle = y + min((taken + h - flag) / 2, max((sum(below.values()) + h - flag) / 2, h - flag - 0.6 * number))
        self._draw_number(rolling, x, middle, w, number, compact)
        top = y + sum(v + 6 * u for v in below.values() if v)
        if below["tokens"]:
            self._tokens.put(tokens, rolling.player.colour, x, top, w, look.body)
            top -= below["tokens"] + 6 * u
        else:
            self._tokens.hide()
        if below["odds"] and odds:
            self._odds.hide()
            self._chart.put(odds, x, top - below["odds"], w, below["odds"])
        else:
            self._chart.hide()
            said = rolling.odds if below["odds"] else ""
            size, _wrap = fitted(said, "text", look.small, look.least, w)
            self._odds.put(said, "text", size, look.dim, x + w / 2, top - below["odds"] / 2, "middle")
        top -= below["odds"] and below["odds"] + 6 * u
        said = rolling.legend if below["legend"] else ""
        self._legend.put(said, "text", look.least, look.dim, x + w / 2, top - below["legend"] / 2, "middle", w)

    def _draw_name(self, rolling: RollSummary, x: float, top: float, w: float, flag: float, compact: bool) -> None:
        u, player = look.u, rolling.player
        self._flag.put(x, top - flag, flag, flag, tint_of(player.colour), 10 * u)
        ink = ink_on(player.colour)
        self._sigil.put(player_mark(player), "text", 0.78 * flag, ink, x + flag / 2, top - flag / 2, "middle")
        room = w - flag - 10 * u - (2.4 * look.title if compact else 0)
        size, wrap = fitted(player.name, "bold", look.option, look.least, room, flag)
        self._name.put(player.name, "bold", size, look.ink, x + flag + 10 * u, top - flag / 2, wrap=wrap)

    def _draw_number(self, rolling: RollSummary, x: float, middle: float, w: float, size: float, compact: bool) -> None:
        said = str(rolling.number)
        if compact:
            self._number.put(said, "strong", size, look.ink, x + w, middle, "right")
            self._what.hide()
            return
        what = rolling.what if self.disabled else f"{rolling.what} {SYMBOLS['pencil']}"
        fitting = largest(size, look.least, lambda size: _across(said, what, size) <= w)
        size = max(min(size, look.title), fitting)
        gap = _GAP * size
        self._what.put(what, "bold", _beside(size), look.ink, x, middle)
        self._number.put(said, "strong", size, look.ink, x, middle)
        left = x + (w - self._number.width - gap - self._what.width) / 2
        self._number.put(said, "strong", size, look.ink, left, middle)
        at = left + self._number.width + gap
        self._what.put(what, "bold", _beside(size), look.ink, at, middle - 0.16 * size)


def _beside(size: float) -> float:
    """Return the size of the word beside a number of this size, in pixels."""
    return float(min(look.title, 0.6 * size))


def _across(number: str, what: str, size: float) -> float:
    """Return the width of a number of this size with its word, in pixels."""
    return extent(number, "strong", size)[0] + _GAP * size + extent(what, "bold", _beside(size))[0]


class RollHalf(BoxLayout):
    """One half of a roll, on the field of its player, with its head at the top."""

    foot = NumericProperty(0)
    """Free height below the head, in pixels."""

    def __init__(self, rolling: RollSummary) -> None:
        super().__init__(orientation="vertical")
        self.head = RollHead()
        self.tell(rolling)
        self.add_widget(self.head)
        self.bind(foot=self._pad)
        look.tell(self._pad)
        self._pad()

    def tell(self, rolling: RollSummary) -> None:
        """Show another roll."""
        self.player = rolling.player
        self.head.show(rolling)

    def _pad(self, *_: object) -> None:
        side, end = 12 * look.u, 10 * look.u
        self.padding, self.spacing = (side, end, side, end + self.foot), look.gap
