"""The two halves of the battle in progress, which stay beside every question."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, Literal

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.app.table.battle.half_sizes import HalfSizes, choices, crowded
from companion.app.table.battle.side_words import dice_of, face_counts, side_lines
from companion.app.table.battle.thrown_dice import MOST, ThrownDice
from companion.app.table.battle.token_line import (
    LINE_HEIGHT,
    TokenLine,
    merge_tokens,
    stamp_colour,
    stamped,
    token_lines,
)
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import Die, player_mark, symbol_mark, words
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.chart import OddsChart
from companion.app.widgets.controls.dice import DiceParts, dice_fit
from companion.app.widgets.rendering.motion import LANDING, motion
from companion.app.widgets.rendering.motion_layer import MotionLayer
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import PlayerView, SideView, TokenView, View
from layouts.colours import CLEAR, faded, ink_on, ink_over, tint_of
from layouts.modes import EVERYBODY
from layouts.theme import look
from layouts.typeset import extent, fitted, largest, stands

__all__ = ["BattleHalf", "BattleSides"]

_NUMBER: Final = 1.14
"""Height of a result's number, as a multiple of that of its name."""

_DIE: Final = 1.14
"""Width of a die with its gap, as a multiple of its size."""
_LARGER: Final = 1.2
"""Minimum size of dice beside their results, as a multiple of their size in rows of their own."""

_LEFT: Final[Literal["left"]] = "left"
_RIGHT: Final[Literal["right"]] = "right"


def _narrow(width: float) -> bool:
    """Return whether a half is too narrow for its name beside the sigil."""
    return bool(width < 300 * look.u)


def _named_at(size: float) -> float:
    """Return the height of a result's name, in pixels."""
    return float(max(look.least, 0.9 * size))


class BattleHalf(Tappable, CanvasWidget):
    """One half of a battle: player, pieces, dice and results. A tap opens all details.

    Args:
        right: whether it is the right half, which is mirrored.
    """

    thrown = BooleanProperty(False)
    """True while its dice are falling; nothing waits for them."""

    def __init__(self, right: bool = False) -> None:
        super().__init__()
        self.side = SideView("", "")
        self.player: PlayerView | None = None
        self._right = right
        self._thrown: ThrownDice | None = None
        self.stage: tuple[Widget, MotionLayer] | None = None
        """Over what dice fall, and where they are drawn."""
        self._fallen: tuple[Die, ...] = ()
        self._merged: tuple[TokenView, ...] = ()
        self._press = RoundedRect(self.canvas, light=0)
        self._flag = RoundedRect(self.canvas)
        self._sigil, self._name, self._number, self._total = (TextSprite(self.canvas) for _ in range(4))
        self._tokens, self._dice, self._count = TokenLine(self.canvas), DiceParts(self.canvas), TextSprite(self.canvas)
        self._chart, self._odds = OddsChart(self.canvas), False
        self._results: list[tuple[RoundedRect, TextSprite, TextSprite, TextSprite]] = []
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later)

    def show(self, side: SideView, player: PlayerView | None, *, odds: bool = False) -> None:
        """Show a side, with its odds if wanted; new dice fall into their places."""
        if (side, player, odds) == (self.side, self.player, self._odds):
            return
        self._odds = odds
        same = side.player == self.side.player
        before, self._fallen = self._fallen, dice_of(side)
        falling = _fallen_since(before, self._fallen) if same else []
        self.side, self.player = side, player
        self._merged = merge_tokens(side.tokens)
        self.text = ". ".join((side.title, *side_lines(side)))
        if falling:
            self._throw(falling)
        while len(self._results) < len(side.results):
            self._results.append((RoundedRect(self.canvas, light=0), *(TextSprite(self.canvas) for _ in range(3))))  # type: ignore[arg-type]
        self.later()

    def _throw(self, falling: Sequence[int]) -> None:
        """Have dice fall over the question, and into their places."""
        if self.stage is None or len(falling) > MOST:
            return
        floor, layer = self.stage
        throw = ThrownDice(layer, self._fallen, falling, floor, tint_of(self.colour), right=self._right)

        def fall(share: float) -> None:
            self.thrown, self._thrown = share < 1, throw if share < 1 else None
            places = [(*self.to_window(left, low), size) for left, low, size in self._dice.places]
            if throw.draw(share * LANDING, places):
                self.later()

        def lie() -> None:
            throw.end()
            self.later()

        motion.play((self, "dice"), LANDING, fall, lie)

    def source(self, result: str) -> tuple[float, float]:
        """Return where a result stands on the window, in pixels."""
        for place, (name, _number) in enumerate(self.side.results[: len(self._results)]):
            if name.lower() == result.lower():
                left, low, wide, high = self._results[place][1].rect
                found: tuple[float, float] = self.to_window(left + wide / 2, low + high / 2)
                return found
        middle: tuple[float, float] = self.to_window(*self.center)
        return middle

    def natural(self, width: float) -> float:
        """Return the preferred height at this width, in pixels."""
        return self._high(width, HalfSizes())

    def least(self, width: float, *, dice: bool) -> float:
        """Return the minimum height at this width, in pixels, with or without dice."""
        return self._high(width, choices(look.u, look.least, look.small, look.body, look.numeral)[-2 if dice else -1])

    def _high(self, width: float, sizes: HalfSizes) -> float:
        u, side = look.u, self.side
        high = 14 * u + self._head(width, sizes)
        dice = self._fallen
        if dice and sizes.counted:
            high += 6 * u + extent(face_counts(dice), "bold", look.least, round(width - 20 * u))[1]
        elif dice and sizes.die:
            size, row = dice_fit(len(dice), width - 20 * u, sizes.die)
            high += 6 * u + -(-len(dice) // row) * 1.14 * size
        if self._odds and side.odds:
            high += 4 * u + OddsChart.height(len(side.odds), width - 20 * u)
        elif side.results:
            high += 4 * u + 1.22 * sizes.body
        elif sizes.told and self._told():
            size, wrap = self._total_size(width - 20 * u)
            high += 4 * u + extent(self._told(), "text", size, round(wrap))[1]
        return float(high)

    def _sizes(self) -> HalfSizes:
        """Return the largest sizes that fit all pieces, or else most of them; the summary is left out first."""
        looks = look.u, look.least, look.small, look.body, look.numeral
        usual, many = choices(*looks), crowded(*looks)
        whole = (sizes for sizes in (*usual, *many) if self._whole(sizes) and self._fits(sizes))
        return next(chain(whole, filter(self._fits, (*many, *usual))), usual[-1])

    def _fits(self, sizes: HalfSizes) -> bool:
        return (not sizes.named or self._two_lines(sizes)) and self._high(self.width, sizes) <= self.height + 1

    def _whole(self, sizes: HalfSizes) -> bool:
        """Return whether all pieces are shown."""
        return token_lines(self._merged, self._room(self.width, sizes), sizes.pieces) <= sizes.lines

    def _two_lines(self, sizes: HalfSizes) -> bool:
        """Return whether the name needs two lines."""
        return not self._in_line(self._room(self.width, sizes))

    @property
    def colour(self) -> str:
        """Colour of the player, as `#rrggbb`."""
        return self.player.colour if self.player else EVERYBODY

    def draw(self) -> None:
        u, side, (x, y), (w, h) = look.u, self.side, self.pos, self.size
        pad = 10 * u
        self._press.cover(self, faded(look.ink, 0.12) if self.state == "down" else CLEAR, 12 * u)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 12 * u)
        sizes = self._sizes()
        head = self._head(w, sizes)
        top = y + h - 7 * u
        self._draw_head(x + pad, top, w - 2 * pad, sizes)
        top -= head
        dice = self._fallen
        self._count.hide()
        if (beside := self._beside(top - y, sizes)) > 0:
            self._chart.hide()
            self._total.hide()
            self._draw_beside(dice, (x + pad, y + 5 * u), (w - 2 * pad, top - y - 9 * u), beside, sizes)
            self._hide_results(len(side.results))
            return
        if dice and sizes.counted:
            self._dice.hide()
            said, wrap = face_counts(dice), round(w - 2 * pad)
            high = extent(said, "bold", look.least, wrap)[1]
            self._count.put(said, "bold", look.least, look.ink, x + pad, top - 6 * u - high / 2, wrap=wrap)
            top -= 6 * u + high
        elif dice and sizes.die:
            top -= 6 * u
            top -= self._draw_dice(dice, x + pad, top, w - 2 * pad, sizes)
        else:
            self._dice.hide()
        self._hide_results(len(side.results))
        if self._odds and side.odds:
            self._total.hide()
            tall = OddsChart.height(len(side.odds), w - 2 * pad)
            self._chart.put(side.odds, x + pad, top - 4 * u - tall, w - 2 * pad, tall)
            return
        self._chart.hide()
        if side.results:
            self._total.hide()
            self._draw_results(x + pad, top - 4 * u - 0.61 * sizes.body, w - 2 * pad, sizes.body)
            return
        told = self._told() if sizes.told else ""
        size, wrap = self._total_size(w - 2 * pad)
        high = extent(told, "text", size, round(wrap))[1] if told else 0
        at, anchor = (x + w - pad, _RIGHT) if self._right else (x + pad, _LEFT)
        self._total.put(told, "text", size, look.dim, at, top - 4 * u - high / 2, anchor, wrap)

    def _hide_results(self, first: int) -> None:
        """Hide the results from an index on."""
        for parts in self._results[first:]:
            for part in parts:
                part.hide()

    def _beside(self, height: float, sizes: HalfSizes) -> float:
        """Return the size of dice beside their results, in pixels; 0 if they are larger in rows of their own.

        Args:
            height: of the room below the head, in pixels.
            sizes: of the parts of the half.
        """
        number, wide = len(self._fallen), 0.5 * (self.width - 20 * look.u) - 8 * look.u
        if not number or not self.side.results or not sizes.die or (self._odds and self.side.odds):
            return 0.0
        if self._across(look.least, 8 * look.u, worded=False) > wide:
            return 0.0
        high = height - 9 * look.u
        lines = range(1, 4)
        found = max(min(wide / (_DIE * -(-number // rows)), high / (_DIE * rows), 34 * look.u) for rows in lines)
        own = 0.0 if sizes.counted else dice_fit(number, self.width - 20 * look.u, sizes.die)[0]
        return found if found > _LARGER * own and found >= 11 * look.u else 0.0

    def _draw_beside(
        self, dice: Sequence[Die], at: tuple[float, float], room: tuple[float, float], size: float, sizes: HalfSizes
    ) -> None:
        """Draw results at the outer end of the half, and the dice beside them.

        Args:
            dice: to be drawn.
            at: left and low end of the room, in pixels.
            room: its width and height, in pixels.
            size: of a die, in pixels.
            sizes: of the parts of the half.
        """
        (x, y), (w, h) = at, room
        wide = 0.5 * w - 4 * look.u
        row = max(1, int((wide + 0.14 * size) / (_DIE * size)))
        rows = -(-len(dice) // row)
        most = size if rows == 1 else size / 0.78
        left, right = (x + w - wide, x) if not self._right else (x, x + w - wide)
        lying = self._thrown.lying if self._thrown is not None else None
        top = y + (h + (rows * _DIE - 0.14) * size) / 2
        self._dice.put(dice, left, top, wide, most, right=not self._right, shown=lying)
        self._draw_results(right, y + h / 2, wide, sizes.body)

    def _head(self, width: float, sizes: HalfSizes) -> float:
        """Return the height of sigil, name and pieces together."""
        room = self._room(width, sizes)
        name, lines = self._title(room, sizes)[1], self._token_lines(room, sizes)
        pieces = LINE_HEIGHT * sizes.pieces * lines if self.side.tokens else 0.0
        if _narrow(width):
            return float(sizes.flag + name + pieces)
        return float(max(sizes.flag, name + pieces))

    def _token_lines(self, room: float, sizes: HalfSizes) -> int:
        return min(sizes.lines, token_lines(self._merged, room, sizes.pieces))

    def _room(self, width: float, sizes: HalfSizes) -> float:
        """Return the maximum width of name and pieces."""
        room = width - 20 * look.u
        if _narrow(width):
            return float(room)
        said = "" if self.side.number is None else str(self.side.number)
        number = extent(said, "strong", sizes.number)[0] + 8 * look.u if said else 0.0
        return float(room - sizes.flag - 8 * look.u - number)

    def _told(self) -> str:
        """Return the summary in words, unless the number says the same."""
        side = self.side
        return "" if side.total == f"{side.number} {side.unit}" else side.total

    def _total_size(self, width: float) -> tuple[float, float]:
        return fitted(self._told(), "text", look.small, look.least, width, 2.5 * look.small)

    def _draw_head(self, x: float, top: float, w: float, sizes: HalfSizes) -> None:
        u, side, right = look.u, self.side, self._right
        flag, narrow = sizes.flag, _narrow(self.width)
        mark = player_mark(self.player) if self.player else "?"
        at = x + w - flag if right else x
        self._flag.put(at, top - flag, flag, flag, tint_of(self.colour), 10 * u)
        self._sigil.put(mark, "text", 0.78 * flag, ink_on(self.colour), at + flag / 2, top - flag / 2, "middle")
        said = "" if side.number is None else str(side.number)
        inner, other = (x, _LEFT) if right else (x + w, _RIGHT)
        beside = w - flag - 6 * u
        size = largest(sizes.number, look.least, lambda size: extent(said, "strong", size)[0] <= beside)
        self._number.put(said, "strong", size, look.ink, inner, top - flag / 2, other)
        room, high = self._room(self.width, sizes), self._head(self.width, sizes)
        if narrow:
            left, top, high = x, top - flag, high - flag
        else:
            left = x + w - flag - 8 * u - room if right else x + flag + 8 * u
        edge, anchor = (left + room, _RIGHT) if right else (left, _LEFT)
        title, name = self._title(room, sizes)
        name = name if side.tokens else high
        size, wrap = fitted(title, "bold", sizes.body, look.least, room, name)
        self._name.put(title, "bold", size, look.ink, edge, top - name / 2, anchor, wrap)
        if side.tokens:
            # Centred in the height that the sigil leaves.
            lines = self._token_lines(room, sizes)
            spare = max(0.0, high - name - LINE_HEIGHT * sizes.pieces * lines)
            first = top - name - spare / 2
            self._tokens.put(self._merged, self.colour, left, first, room, sizes.pieces, right=right, most=lines)
        else:
            self._tokens.hide()

    def _title(self, room: float, sizes: HalfSizes) -> tuple[str, float]:
        """Return the title or the name, and its height: in two lines if need be, or else nothing.

        Args:
            room: its maximum width, in pixels.
            sizes: of the parts of the half.
        """
        if sizes.nameless:
            return "", 0.0
        if said := self._in_line(room):
            return said, 1.2 * sizes.body
        name = self.player.name if self.player else ""
        if sizes.named and stands(name, "bold", look.least, room, 2.6 * look.least):
            return name, extent(name, "bold", look.least, round(room))[1]
        return "", 0.0

    def _in_line(self, room: float) -> str:
        """Return the title or the name, the first that fits in one line; empty if neither does."""
        title = self.side.title
        if self.player is None:
            return title
        texts = (title, self.player.name)
        return next((said for said in texts if extent(said, "bold", look.least)[0] <= room), "")

    def _draw_dice(self, dice: Sequence[Die], x: float, top: float, w: float, sizes: HalfSizes) -> float:
        lying = self._thrown.lying if self._thrown is not None else None
        return self._dice.put(dice, x, top, w, sizes.die, right=self._right, shown=lying)

    def _widths(self, size: float) -> list[tuple[float, float, float]]:
        """Return how wide symbol, number and name of each result are, in pixels, at a size."""
        return [
            (
                max(extent(symbol_mark(name, place), "text", 1.05 * size)[0], 1.1 * size),
                extent(str(number), "strong", _NUMBER * size)[0],
                extent(words(name, number), "bold", _named_at(size))[0],
            )
            for place, (name, number) in enumerate(self.side.results)
        ]

    def _across(self, size: float, gap: float, *, worded: bool) -> float:
        """Return how wide all results are in a line, in pixels.

        Args:
            size: of their type, in pixels.
            gap: between two of them, in pixels.
            worded: whether their names are shown.
        """
        u, widths = look.u, self._widths(size)
        parts = (mark + figure + (word + 9 * u if worded else 5 * u) for mark, figure, word in widths)
        return float(sum(parts) + gap * (len(widths) - 1))

    def _draw_results(self, x: float, middle: float, w: float, size: float) -> None:
        side, u = self.side, look.u
        across = self._across
        # If they do not fit, words are left out first (symbols are the same everywhere), then they are
        # closer, and smaller at last.
        worded = across(size, 16 * u, worded=True) <= w
        gap = (16 if worded or across(size, 16 * u, worded=False) <= w else 8) * u
        if not worded:
            size = largest(size, look.least, lambda size: across(size, gap, worded=False) <= w)
        widths, whole = self._widths(size), across(size, gap, worded=worded)
        left = x + w - whole if self._right else x
        for place, parts in enumerate(self._results[: len(side.results)]):
            name, number = side.results[place]
            mark, figure, word = widths[place]
            ink = stamp_colour(name.lower())
            stamp = stamped(ink)
            disc = 1.2 * size
            parts[0].put(left + (mark - disc) / 2, middle - disc / 2, disc, disc, ink if stamp else CLEAR, disc / 2)
            sign = (0.78 if stamp else 1.05) * size
            on = ink_over(ink) if stamp else ink
            parts[1].put(symbol_mark(name, place), "text", sign, on, left + mark / 2, middle, "middle")
            pop = 1.0
            if self._thrown is not None:
                number, pop = min(number, self._thrown.count(name)), self._thrown.pop(name)
            number_size = round(_NUMBER * size * pop)
            parts[2].put(str(number), "strong", number_size, look.ink, left + mark + 5 * u, middle)
            said = words(name, number) if worded else ""
            parts[3].put(said, "bold", _named_at(size), look.ink, left + mark + figure + 9 * u, middle)
            left += mark + figure + (word + 9 * u if worded else 5 * u) + gap


def _fallen_since(before: Sequence[Die], now: Sequence[Die]) -> list[int]:
    """Return the indexes of the dice that have been rolled since."""
    if not Counted(die.face for die in now) - Counted(die.face for die in before):
        return []
    if len(before) < len(now):
        # A second throw is added to the first, or typed in instead of it.
        same = [die.face for die in now[: len(before)]] == [die.face for die in before]
        return list(range(len(before) if same else 0, len(now)))
    return [place for place, die in enumerate(now) if die.face != before[place].face]


class BattleSides(SelfArranged, Widget):
    """The two halves of the battle, and notes for everybody below them.

    Args:
        on_side: called with a side that was tapped.
    """

    natural = NumericProperty(0)
    """Preferred height in pixels."""
    thrown = BooleanProperty(False)
    """True while dice of a side are falling."""

    def __init__(self, on_side: Callable[[SideView], None]) -> None:
        super().__init__()
        self._on_side = on_side
        self.halves: list[BattleHalf] = []
        self.stage: tuple[Widget, MotionLayer] | None = None
        self.stacked = False
        self._notes = self._brief = ""
        self._note = TextSprite(self.canvas)
        self.bind(pos=self._lay, size=self._lay)
        look.tell(self.schedule_arrange)

    def show(self, view: View, *, odds: bool = False) -> None:
        """Show the battle of a view, with the odds if wanted."""
        while len(self.halves) > len(view.sides):
            self.remove_widget(self.halves.pop())
        while len(self.halves) < len(view.sides):
            half = BattleHalf(right=len(self.halves) % 2 == 1)
            half.stage = self.stage
            half.bind(on_use=lambda tapped: self._on_side(tapped.side), thrown=self._half_thrown)
            self.halves.append(half)
            self.add_widget(half)
        players = {p.id: p for p in view.players}
        for half, side in zip(self.halves, view.sides, strict=True):
            half.show(side, players.get(side.player), odds=odds)
        self._notes = "  ".join(view.notes)
        self._brief = "   ".join(f"{player_mark(players[one.player])} {one.able}" for one in view.besides)
        self._lay()

    def set_stage(self, floor: Widget, layer: MotionLayer) -> None:
        """Set over what dice fall, and where they are drawn."""
        self.stage = floor, layer
        for half in self.halves:
            half.stage = self.stage

    def source(self, result: str, victim: str) -> tuple[float, float] | None:
        """Return where on the window a result comes from to a side; None if nobody sees its dice."""
        givers = [half for half in self.halves if half.side.player != victim]
        if self.width < 2 or self.get_root_window() is None or len(givers) != 1:
            return None
        return givers[0].source(result)

    def end_unseen(self) -> None:
        """End the fall of dice that nobody sees, because another page has their place."""
        if self.width < 2 or self.get_root_window() is None:
            for half in self.halves:
                motion.finish((half, "dice"))

    def _half_thrown(self, *_: object) -> None:
        self.thrown = any(half.thrown for half in self.halves)

    def measure(self, width: float) -> float:
        """Return the preferred height at this width, in pixels."""
        if not self.halves:
            return 0.0
        return max(half.natural(self._half(width)) for half in self.halves) + self._note_height(self._notes, width)

    def note_at_least(self, width: float) -> float:
        """Return the minimum height of the notes at this width, in pixels."""
        return self._note_height(self._brief, width)

    def stack(self, stacked: bool) -> None:
        """Set whether the halves are stacked without notes, in a strip beside a map."""
        if stacked != self.stacked:
            self.stacked = stacked
            self._lay()

    def _half(self, width: float) -> float:
        number = max(1, len(self.halves))
        return float((width - 6 * look.u * (number - 1)) / number)

    def _note_height(self, note: str, width: float) -> float:
        if not note:
            return 0.0
        return float(extent(note, "text", look.least, round(width - 16 * look.u))[1] + 4 * look.u)

    def _fitting(self, wide: float) -> str:
        """Return what fits of the notes below the halves: all, the brief form, or none.

        A tap on a half shows them, too.
        """
        if not self._notes:
            return ""
        for dice, notes in ((True, (self._notes, self._brief)), (False, (self._brief,))):
            most = self.height - max((half.least(wide, dice=dice) for half in self.halves), default=0.0)
            for note in notes:
                if note and self._note_height(note, self.width) <= most + 1:
                    return note
        return ""

    def arrange(self, *_: object) -> None:
        if self.width < 2:
            for half in self.halves:
                half.size = 0, 0
            return
        if self.stacked:
            self._note.hide()
            self._lay_stacked()
            return
        wide = self._half(self.width)
        note = self._fitting(wide)
        below = self._note_height(note, self.width)
        for place, half in enumerate(self.halves):
            half.pos = self.x + place * (wide + 6 * look.u), self.y + below
            half.size = wide, self.height - below
        middle = self.y + (below - 4 * look.u) / 2
        self._note.put(note, "text", look.least, look.dim, self.x + 8 * look.u, middle, wrap=self.width - 16 * look.u)

    def _lay_stacked(self) -> None:
        gap, number = 6 * look.u, max(1, len(self.halves))
        high = (self.height - gap * (number - 1)) / number
        for place, half in enumerate(self.halves):
            half.pos = self.x, self.top - (place + 1) * high - place * gap
            half.size = self.width, high
