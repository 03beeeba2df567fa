"""The battle in progress: where it is, how far it has come, and its two halves, which stay beside every question."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Sequence
from typing import Final, Literal

from kivy.clock import Clock
from kivy.graphics import Canvas
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.app.look.chart import OddsChart
from companion.app.look.dice import DiceParts, Die, dice_fit
from companion.app.look.drawing import CLEAR, Field, Tint, Words, extent, faded, largest, mixed
from companion.app.look.drawn import Drawn, Tapped, fitted
from companion.app.look.glow import Glow
from companion.app.look.marks import dice_row, ink_on, player_mark, symbol_mark, words
from companion.table.view import PlayerView, SideView, TokenView, View
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["Half", "Sides", "Steps", "TokenLine", "result_lines", "side_lines"]

TUMBLE: Final = 0.4
"""Seconds for which dice that have just fallen turn. Nobody waits for them."""

_TURN: Final = 0.06
"""Seconds for which a turning die shows a face."""

LINE: Final = 1.12
"""How high a line of pieces is, in the size of their drawings."""

_NOBODY: Final = "#6b7a8f"

_LEFT: Final[Literal["left"]] = "left"
_RIGHT: Final[Literal["right"]] = "right"

_STAMPS: Final[dict[str, Literal["kill", "pain"]]] = {"kill": "kill", "elimination": "kill", "pain": "pain"}
"""Drawings whose colour says what they mean, besides their shape."""


def _narrow(width: float) -> bool:
    """Whether a half has no room for its name beside its sigil."""
    return bool(width < 300 * look.u)


def stamp_colour(name: str) -> Tint:
    """Return the colour of a stamp."""
    tint: Tint = getattr(look, _STAMPS[name]) if name in _STAMPS else look.ink
    return tint


def together(lines: Sequence[str]) -> list[str]:
    """Return the lines with equal ones counted: three Acolytes take one line."""
    counted: dict[str, int] = {}
    for line in lines:
        counted[line] = counted.get(line, 0) + 1
    return [line if n == 1 else f"{n} × {line}" for line, n in counted.items()]


def result_lines(side: SideView) -> list[str]:
    """Return a side's results, one per line, by shape, number and word."""
    return [f"{symbol_mark(r, n)} {v} {words(r, v)}" for n, (r, v) in enumerate(side.results)]


def side_lines(side: SideView) -> list[str]:
    """Return all that is known of a side, as lines to read."""
    dice = dice_row(side.faces)
    return [line for line in (side.total, *result_lines(side), dice, *together(side.lines)) if line]


def dice_of(side: SideView) -> tuple[Die, ...]:
    """Return a side's dice with what they mean."""
    faces, marks = side.faces or (0,) * len(side.marks), side.marks or ("",) * len(side.faces)
    return tuple(Die(face, mark) for face, mark in zip(faces, marks, strict=True))


def counted(dice: Sequence[Die]) -> str:
    """What many dice show: each face once, the highest first, with how many there are of it."""
    found = Counted((die.face, die.mark) for die in dice)
    shown = sorted(found.items(), key=lambda item: (-item[0][0], item[0][1]))
    signs = [(dice_row((face,)) if face else SYMBOLS.get(mark, SYMBOLS["miss"]), n) for (face, mark), n in shown]
    return "   ".join(f"{sign}\N{NO-BREAK SPACE}{number}" for sign, number in signs)


def merged(tokens: Sequence[TokenView]) -> list[TokenView]:
    """Return the tokens with those of one drawing and one fate counted together."""
    found: dict[tuple[str, tuple[str, ...], bool], TokenView] = {}
    for token in tokens:
        key = token.symbol or token.label, token.stamps, token.gone
        before = found.get(key)
        number = token.number + (before.number if before else 0)
        found[key] = TokenView(token.symbol, token.label, number, None, token.stamps, token.gone)
    return sorted(found.values(), key=lambda token: token.gone)


class TokenLine:
    """Draws pieces on a line: the drawing of their kind, how many, what they bring, and what has befallen them.

    Args:
        canvas: where they are drawn.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._words: list[Words] = []

    def hide(self) -> None:
        """Draw none."""
        for word in self._words:
            word.hide()

    def lines(self, tokens: Sequence[TokenView], width: float, size: float) -> int:
        """Return on how many lines they stand."""
        return len(self._broken(tokens, width, size)[1])

    def put(
        self,
        tokens: Sequence[TokenView],
        colour: str,
        x: float,
        top: float,
        width: float,
        size: float,
        *,
        right: bool = False,
        most: int = 9,
    ) -> None:
        """Draw them.

        Args:
            tokens: from left to right, line by line.
            colour: of whose they are.
            x: left end of the room, in pixels.
            top: upper end of it.
            width: of the room.
            size: of their drawings; smaller where they would not fit.
            right: whether they stand at the right end.
            most: how many lines there may be; what is left is left out.
        """
        sign = mixed(get_color_from_hex(colour), look.ink, 0.3)
        high, lines = self._broken(tokens, width, size)
        used = 0
        for number, line in enumerate(lines[:most]):
            runs = [self._run(token, sign) for token in line]
            wide = [self._wide(run, high) for run in runs]
            left = x + max(0.0, width - sum(wide) + 0.42 * high) if right else x
            y = top - (number + 0.5) * LINE * size
            for run, across in zip(runs, wide, strict=True):
                at = left
                for text, share, ink in run:
                    if used == len(self._words):
                        self._words.append(Words(self._canvas))
                    type_size = _type(share, high)
                    self._words[used].put(text, _voice(share), type_size, ink, at, y)
                    at += extent(text, _voice(share), type_size)[0] + 0.08 * high
                    used += 1
                left += across
        for word in self._words[used:]:
            word.hide()

    def _broken(self, tokens: Sequence[TokenView], width: float, size: float) -> tuple[float, list[list[TokenView]]]:
        """How large they are, and which stand on each line."""
        runs = [self._run(token, look.ink) for token in tokens]
        natural = sum(self._wide(run, size) for run in runs) - 0.42 * size
        if natural > width:
            size *= max(0.8, width / natural)
        found: list[list[TokenView]] = [[]]
        taken = 0.0
        for token, run in zip(tokens, runs, strict=True):
            wide = self._wide(run, size)
            if found[-1] and taken + wide - 0.42 * size > width + 0.5:
                found.append([])
                taken = 0.0
            found[-1].append(token)
            taken += wide
        return size, found

    @staticmethod
    def _run(token: TokenView, sign: Tint) -> list[tuple[str, float, Tint]]:
        """The texts of one kind with their sizes, as shares of that of its drawing, and colours."""
        opacity = 0.5 if token.gone else 1.0
        drawn = SYMBOLS.get(token.symbol)
        run: list[tuple[str, float, Tint]]
        run = [(drawn, 1.0, faded(sign, opacity))] if drawn else [(token.label, 0.8, faded(look.ink, opacity))]
        if token.worth is not None:
            run.append((f"{token.number} = {token.worth}", 0.86, look.ink))
        elif token.number > 1 or token.symbol:
            run.append((str(token.number), 0.86, faded(look.ink, opacity)))
        run += [(SYMBOLS.get(name, "?"), 1.0, stamp_colour(name)) for name in token.stamps]
        return run

    @staticmethod
    def _wide(run: Sequence[tuple[str, float, Tint]], size: float) -> float:
        wide = sum(extent(text, _voice(share), _type(share, size))[0] + 0.08 * size for text, share, _ink in run)
        return float(wide + 0.42 * size)


def _type(share: float, size: float) -> float:
    """The size of a drawing, or of a text beside it, as it is drawn."""
    return round((max(look.least, share * size) if share < 1 else size) * 2) / 2


def _voice(share: float) -> Literal["strong", "text"]:
    return "strong" if share < 1 else "text"


class Steps(Drawn):
    """Where the battle is and how far it has come: a chip for each step, the present one lit.

    Where there is no room for all their names, those that are over lose theirs first.

    Args:
        placed: whether it says where the battle is, too.
    """

    text = StringProperty("")

    def __init__(self, *, placed: bool = False) -> None:
        super().__init__()
        self._placed = placed
        self._place, self._now = "", -1
        self._names: tuple[str, ...] = ()
        self._where = Words(self.canvas)
        self._chips: list[tuple[Field, Words]] = []

    def show(self, view: View) -> None:
        """Draw the steps of a view."""
        if (view.place, view.steps, view.step) == (self._place, self._names, self._now):
            return
        self._place, self._names, self._now = view.place, view.steps, view.step
        within = 0 <= view.step < len(view.steps)
        self.text = f"{view.step + 1}/{len(view.steps)}  {view.steps[view.step]}" if within else ""
        while len(self._chips) < len(view.steps):
            self._chips.append((Field(self.canvas, light=0), Words(self.canvas)))
        self.later()

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        middle, left = y + h / 2, x
        if self._place and self._placed:
            said = f"{SYMBOLS['battle']} {self._place}"
            size, _ = fitted(said, "title", 0.8 * look.moment, look.least, self._room_for_place())
            self._where.put(said, "title", size, look.ink, x + 4 * u, middle)
            left += self._where.width + 14 * u
        else:
            self._where.put("", "title", look.least, look.ink, x, middle)
        gap, high, size = 4 * u, min(h - 4 * u, 1.5 * look.least), look.least
        widths, named = self._widths(x + w - left - gap * (len(self._names) - 1))
        for place, (back, word) in enumerate(self._chips):
            if place >= len(self._names):
                back.hide()
                word.hide()
                continue
            wide, now = widths[place], place == self._now
            done = place < self._now
            ground = look.accent if now else mixed(look.ground, look.ink, 0.2 if done else 0.07)
            ink = look.accent_ink if now else mixed(ground, look.ink, 0.78)
            back.put(left, middle - high / 2, wide, high, ground, high / 2)
            name = self._names[place] if named[place] else (SYMBOLS["check"] if done else "")
            face: Literal["bold", "text"] = "bold" if now else "text"
            word.put(name, face, size if named[place] else 0.8 * size, ink, left + wide / 2, middle, "middle")
            left += wide + gap

    def _room_for_place(self) -> float:
        """What is left beside all chips, of which those of steps that are over need not say their names."""
        needed, bare = self._needed()
        taken = sum(wide if place >= self._now else bare for place, wide in enumerate(needed))
        return float(self.width - 18 * look.u - taken - 4 * look.u * (len(needed) - 1))

    def _needed(self) -> tuple[list[float], float]:
        """How wide each chip is with its name, and without."""
        return [
            extent(name, "bold" if place == self._now else "text", look.least)[0] + 20 * look.u
            for place, name in enumerate(self._names)
        ], 26 * look.u

    def _widths(self, room: float) -> tuple[list[float], list[bool]]:
        """How wide each chip is, and whether it says its name."""
        number, (needed, bare) = len(self._names), self._needed()
        named = [True] * number

        def taken() -> float:
            return float(sum(wide if said else bare for wide, said in zip(needed, named, strict=True)))

        # Those that are over say least, and of the others the last ones.
        for place in (*range(self._now), *range(number - 1, self._now, -1)):
            if taken() <= room:
                break
            named[place] = False
        spare = max(0.0, room - taken())
        shares = [(1.6 if place == self._now else 1.0) * said for place, said in enumerate(named)]
        return [
            (wide if said else bare) + spare * share / max(1.0, sum(shares))
            for wide, said, share in zip(needed, named, shares, strict=True)
        ], named


class Sizes:
    """How large the parts of a half are, in pixels.

    Args:
        share: of the sizes that people have chosen, where there is not enough room for those.
        lines: of pieces, at most.
        die: units across a die at least; 0 for no dice.
        counted: whether there is room for the number of each face only.
    """

    def __init__(self, share: float = 1.0, lines: int = 9, die: float = 26, *, counted: bool = False) -> None:
        self.counted = counted
        self.body = max(look.least, share * look.body)
        self.pieces = max(look.least, 1.12 * share * look.small)
        self.flag = max(44 * look.u, min(52 * look.u, 1.12 * self.body + self.pieces))
        self.die = die * look.u if die < 26 else max(26 * look.u, 34 * look.u * share, 1.2 * share * look.body)
        self.number = min(self.flag, 0.8 * look.numeral)
        self.lines = lines


class Half(Tapped, Drawn):
    """One half of a battle: whose, what they have, how their dice fell and what has come of it. A tap tells all of it.

    Args:
        right: whether it is the right one, which is drawn the other way round.
    """

    def __init__(self, right: bool = False) -> None:
        super().__init__()
        self.side = SideView("", "")
        self.player: PlayerView | None = None
        self._right = right
        self._began = -1.0
        # How many lines its pieces take, by the room and the size that they have.
        self._broken: dict[tuple[float, float], int] = {}
        self._press = Field(self.canvas, light=0)
        self._glow = Glow(self.canvas.before, right)
        self._flag = Field(self.canvas)
        self._sigil, self._name, self._number, self._total = (Words(self.canvas) for _ in range(4))
        self._tokens, self._dice, self._count = TokenLine(self.canvas), DiceParts(self.canvas), Words(self.canvas)
        self._chart, self._odds = OddsChart(self.canvas), False
        self._results: list[tuple[Words, Words, Words]] = []
        self._ring = Field(self.canvas, ring=3)
        self._turn = Clock.create_trigger(lambda _: self.draw(), _TURN)
        self.bind(state=self.later, focused=self.later)

    def show(self, side: SideView, player: PlayerView | None, *, odds: bool = False) -> None:
        """Draw a side, with what chance has in store if people want to know. Dice that were not there before turn for a
        moment."""
        if (side, player, odds) == (self.side, self.player, self._odds):
            return
        self._odds = odds
        same = side.player == self.side.player
        fell = same and bool(dice_of(side)) and not dice_of(self.side)
        self.side, self.player = side, player
        self._broken.clear()
        self.text = ". ".join((side.title, *side_lines(side)))
        if fell:
            self._began = Clock.get_time()
        elif not same:
            self._began = -1.0
        while len(self._results) < len(side.results):
            self._results.append((Words(self.canvas), Words(self.canvas), Words(self.canvas)))
        self.later()

    def look_changed(self) -> None:
        self._broken.clear()
        super().look_changed()

    def natural(self, width: float) -> float:
        """Return how high it would like to be at this width, in pixels."""
        return self._high(width, Sizes())

    def _high(self, width: float, sizes: Sizes) -> float:
        u, side = look.u, self.side
        high = 14 * u + self._head(width, sizes)
        dice = dice_of(side)
        if dice and sizes.counted:
            high += 6 * u + extent(counted(dice), "bold", look.least, round(width - 20 * u))[1]
        elif dice and sizes.die:
            size, row = dice_fit(len(dice), width - 20 * u, sizes.die)
            high += 6 * u + -(-len(dice) // row) * 1.14 * size
        if self._odds and side.odds:
            high += 4 * u + OddsChart.height(len(side.odds), width - 20 * u)
        elif side.results:
            high += 4 * u + 1.22 * sizes.body
        elif self._told():
            size, wrap = self._total_size(width - 20 * u)
            high += 4 * u + extent(self._told(), "text", size, round(wrap))[1]
        return float(high)

    def _sizes(self) -> Sizes:
        """The largest sizes at which all of it has room."""
        for least in (
            *((share, 9, 26) for share in (1.0, 0.9, 0.82, 0.74, 0.66)),
            # A hundred dice beside a map: what they have come to is said below them.
            *((0.66, lines, die) for lines, die in ((2, 26), (1, 26), (2, 20), (1, 15), (1, 11))),
        ):
            sizes = Sizes(*least)
            if self._high(self.width, sizes) <= self.height + 1:
                return sizes
        # Hundreds of dice are counted; where even that has no room, the question beside it shows them.
        if not dice_of(self.side):
            return sizes
        few = Sizes(0.66, 1, 11, counted=True)
        return few if self._high(self.width, few) <= self.height + 1 else Sizes(0.66, 1, 0)

    @property
    def colour(self) -> str:
        """Whose it is, as `#rrggbb`."""
        return self.player.colour if self.player else _NOBODY

    def draw(self) -> None:
        u, side, (x, y), (w, h) = look.u, self.side, self.pos, self.size
        pad = 10 * u
        self._glow.put(x, y, w, h, get_color_from_hex(self.colour))
        self._press.cover(self, faded(look.ink, 0.12) if self.state == "down" else CLEAR, 12 * u)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 12 * u)
        sizes = self._sizes()
        head = self._head(w, sizes)
        top = y + h - 7 * u
        self._draw_head(x + pad, top, w - 2 * pad, sizes)
        top -= head
        dice = dice_of(side)
        self._count.hide()
        if dice and sizes.counted:
            self._dice.hide()
            said, wrap = counted(dice), round(w - 2 * pad)
            high = extent(said, "bold", look.least, wrap)[1]
            self._count.put(said, "bold", look.least, look.ink, x + pad, top - 6 * u - high / 2, wrap=wrap)
            top -= 6 * u + high
        elif dice and sizes.die:
            top -= 6 * u
            top -= self._draw_dice(dice, x + pad, top, w - 2 * pad, sizes)
        else:
            self._dice.hide()
        for parts in self._results[len(side.results) :]:
            for part in parts:
                part.hide()
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
        size, wrap = self._total_size(w - 2 * pad)
        high = extent(self._told(), "text", size, round(wrap))[1] if self._told() else 0
        at, anchor = (x + w - pad, _RIGHT) if self._right else (x + pad, _LEFT)
        self._total.put(self._told(), "text", size, look.dim, at, top - 4 * u - high / 2, anchor, wrap)

    def _head(self, width: float, sizes: Sizes) -> float:
        """How high sigil, name and pieces are together."""
        name = 1.2 * sizes.body
        lines = self._token_lines(self._room(width, sizes), sizes)
        pieces = LINE * sizes.pieces * lines if self.side.tokens else 0.0
        if _narrow(width):
            return float(sizes.flag + name + pieces)
        return float(max(sizes.flag, name + pieces))

    def _token_lines(self, room: float, sizes: Sizes) -> int:
        known = room, sizes.pieces
        if known not in self._broken:
            self._broken[known] = self._tokens.lines(merged(self.side.tokens), room, sizes.pieces)
        return min(sizes.lines, self._broken[known])

    def _room(self, width: float, sizes: Sizes) -> float:
        """How wide name and pieces may be."""
        room = width - 20 * look.u
        if _narrow(width):
            return float(room)
        said = "" if self.side.number is None else str(self.side.number)
        number = extent(said, "strong", round(sizes.number * 2) / 2)[0] + 8 * look.u if said else 0.0
        return float(room - sizes.flag - 8 * look.u - number)

    def _told(self) -> str:
        """What it has all together, in words, unless the number says as much."""
        side = self.side
        return "" if side.total == f"{side.number} {side.unit}" else side.total

    def _total_size(self, width: float) -> tuple[float, float]:
        return fitted(self._told(), "text", look.small, look.least, width, 2.5 * look.small)

    def _draw_head(self, x: float, top: float, w: float, sizes: Sizes) -> None:
        u, side, right = look.u, self.side, self._right
        flag, narrow = sizes.flag, _narrow(self.width)
        mark = player_mark(self.player) if self.player else "?"
        at = x + w - flag if right else x
        self._flag.put(at, top - flag, flag, flag, get_color_from_hex(self.colour), 10 * u)
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
        name = 1.2 * sizes.body if side.tokens else high
        title = self._title(room)
        size, wrap = fitted(title, "bold", sizes.body, look.least, room, name)
        self._name.put(title, "bold", size, look.ink, edge, top - name / 2, anchor, wrap)
        if side.tokens:
            # In the middle of what the sigil beside them leaves.
            lines = self._token_lines(room, sizes)
            spare = max(0.0, high - name - LINE * sizes.pieces * lines)
            first = top - name - spare / 2
            self._tokens.put(merged(side.tokens), self.colour, left, first, room, sizes.pieces, right=right, most=lines)
        else:
            self._tokens.hide()

    def _title(self, room: float) -> str:
        """The title, or the name, or the short name: what fits."""
        title = self.side.title
        if self.player is None:
            return title
        for said in (title, self.player.name):
            if extent(said, "bold", look.least)[0] <= room:
                return said
        return self.player.short

    def _draw_dice(self, dice: Sequence[Die], x: float, top: float, w: float, sizes: Sizes) -> float:
        passed = Clock.get_time() - self._began
        if self._began >= 0 and passed < TUMBLE:
            step = int(passed / _TURN) + 1
            dice = [Die((die.face + step * (place + 3)) % 6 + 1) for place, die in enumerate(dice)]
            self._turn()
        else:
            self._began = -1.0
        return self._dice.put(dice, x, top, w, sizes.die, right=self._right)

    def _draw_results(self, x: float, middle: float, w: float, size: float) -> None:
        side, u = self.side, look.u
        shown = list(enumerate(side.results))
        widths = []
        for place, (name, number) in shown:
            mark = extent(symbol_mark(name, place), "text", round(1.05 * size * 2) / 2)[0]
            figure = extent(str(number), "strong", round(1.2 * size * 2) / 2)[0]
            word = extent(words(name, number), "bold", round(0.9 * size * 2) / 2)[0]
            widths.append((mark, figure, word))
        whole = sum(sum(wide) + 9 * u for wide in widths) + 16 * u * (len(widths) - 1)
        # Without their words where there is no room for them: the drawings are the same everywhere.
        worded = whole <= w
        if not worded:
            whole -= sum(word + 4 * u for *_, word in widths)
        left = x + w - whole if self._right else x
        for place, parts in enumerate(self._results[: len(shown)]):
            name, number = side.results[place]
            mark, figure, word = widths[place]
            ink = stamp_colour(name.lower())
            parts[0].put(symbol_mark(name, place), "text", 1.05 * size, ink, left, middle)
            parts[1].put(str(number), "strong", 1.2 * size, look.ink, left + mark + 5 * u, middle)
            said = words(name, number) if worded else ""
            parts[2].put(said, "bold", 0.9 * size, look.ink, left + mark + figure + 9 * u, middle)
            left += mark + figure + 9 * u + (word if worded else -4 * u) + 16 * u


class Sides(Widget):
    """The two halves of the battle, and below them what everybody should know of it.

    Args:
        on_side: called with a side that was tapped.
    """

    natural = NumericProperty(0)
    """How high it would like to be, in pixels."""

    def __init__(self, on_side: Callable[[SideView], None]) -> None:
        super().__init__()
        self._on_side = on_side
        self.boards: list[Half] = []
        self.stacked = False
        self._notes = ""
        self._note = Words(self.canvas)
        self._lay = Clock.create_trigger(self._lay_now, -1)
        self.bind(pos=self._lay, size=self._lay)
        look.tell(self._lay_again)

    def show(self, view: View, *, odds: bool = False) -> None:
        """Draw the battle of a view, with what chance has in store if people want to know."""
        while len(self.boards) > len(view.sides):
            self.remove_widget(self.boards.pop())
        while len(self.boards) < len(view.sides):
            half = Half(right=len(self.boards) % 2 == 1)
            half.bind(on_use=lambda tapped: self._on_side(tapped.side))
            self.boards.append(half)
            self.add_widget(half)
        players = {p.id: p for p in view.players}
        for half, side in zip(self.boards, view.sides, strict=True):
            half.show(side, players.get(side.player), odds=odds)
        self._notes = "  ".join(view.notes)
        self._lay()

    def measure(self, width: float) -> float:
        """Return how high it would like to be at this width, in pixels."""
        if not self.boards:
            return 0.0
        return max(half.natural(self._half(width)) for half in self.boards) + self._note_height(width)

    def _lay_again(self) -> None:
        self._lay()

    def stack(self, stacked: bool) -> None:
        """Have the halves one above the other, and without a word besides: in a strip beside a map."""
        if stacked != self.stacked:
            self.stacked = stacked
            self._lay()

    def _half(self, width: float) -> float:
        number = max(1, len(self.boards))
        return float((width - 6 * look.u * (number - 1)) / number)

    def _note_height(self, width: float) -> float:
        if not self._notes:
            return 0.0
        return float(extent(self._notes, "text", look.least, round(width - 16 * look.u))[1] + 4 * look.u)

    def _lay_now(self, *_: object) -> None:
        if self.width < 2:
            return
        if self.stacked:
            self._note.hide()
            self._lay_stacked()
            return
        below, wide = self._note_height(self.width), self._half(self.width)
        for place, half in enumerate(self.boards):
            half.pos = self.x + place * (wide + 6 * look.u), self.y + below
            half.size = wide, self.height - below
        middle = self.y + (below - 4 * look.u) / 2
        self._note.put(
            self._notes, "text", look.least, look.dim, self.x + 8 * look.u, middle, wrap=self.width - 16 * look.u
        )

    def _lay_stacked(self) -> None:
        gap, number = 6 * look.u, max(1, len(self.boards))
        high = (self.height - gap * (number - 1)) / number
        for place, half in enumerate(self.boards):
            half.pos = self.x, self.top - (place + 1) * high - place * gap
            half.size = self.width, high
