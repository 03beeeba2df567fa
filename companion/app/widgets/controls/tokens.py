"""Pieces as round tokens: what they are, whose, how many stand there, and what befalls them as stamps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from kivy.properties import NumericProperty
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.app.widgets.base.canvas_widget import Drawn, Tapped
from companion.app.widgets.base.layout_pass import Laid
from companion.app.widgets.base.marks import colour_of, symbol_mark, words
from companion.app.widgets.rendering.sprites import Field, Words
from companion.table.words import edition, in_parts, labelled
from layouts.colours import CLEAR, Tint, drawn_in, faded, ink_over, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, hyphened

__all__ = ["Piece", "Token", "TokenGrid"]

_ACROSS: Final = 62
"""Units across a token, and"""
_STAMP: Final = 34
"""of a stamp on it."""
_CELL: Final = 92
"""Units across the place of a token, and"""
_STACKED: Final = 112
"""of one with the key that puts one back."""
_LEAST: Final = 42
"""Units across a token where another row then stands whole on a page,"""
_TIGHT: Final = 52
"""across one of a row that would otherwise take two, and"""
_TIGHT_CELL: Final = 99
"""across its place, with that key."""


class _Rows(NamedTuple):
    """How tokens stand in rows; all but the first in pixels.

    Args:
        row: so many in each, but for the last.
        rows: how high each row is.
        disc: how large they are.
        slim: how wide each place is, where all stand in a row; else none.
        usual: how wide places are otherwise, and
        own: how much of that a token needs.
    """

    row: int
    rows: list[float]
    disc: float
    slim: list[float]
    usual: float
    own: float


class Piece(Struct, frozen=True):
    """What a token shows.

    Args:
        id: given to whoever is told of a tap.
        symbol: name of a drawing; without one the first letter of the label stands for it.
        label: its kind, in words.
        colour: whose it is, `#rrggbb`.
        stamps: what befalls it, by name.
        refused: why it cannot be tapped.
        chosen: whether it is in hand.
        number: how many pieces stand there, and
        taken: how many of them are picked.
        detail: a second line, such as where it goes.
    """

    id: str
    symbol: str
    label: str
    colour: str
    stamps: tuple[str, ...] = ()
    refused: str = ""
    chosen: bool = False
    number: int = 1
    taken: int = 0
    detail: str = ""


class Token(Tapped, Drawn):
    """One token, or a stack of them.

    Args:
        use: called with its id for a tap.
        refuse: called with the reason when it cannot be tapped.
    """

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str], None]) -> None:
        super().__init__()
        self.piece = Piece("", "", "", "#808080")
        self._halo, self._disc, self._edge = (
            Field(self.canvas, light=0),
            Field(self.canvas, light=0),
            Field(self.canvas),
        )
        self._core = Field(self.canvas, light=0)
        self._sign, self._label, self._detail = (Words(self.canvas) for _ in range(3))
        self._count = Field(self.canvas, light=0), Words(self.canvas)
        self._stamps: list[tuple[Field, Field, Words]] = []
        self._ring = Field(self.canvas, ring=3)
        self.bind(
            on_use=lambda _: use(self.piece.id),
            on_refusal=lambda _: refuse(labelled(self.piece.label, self.piece.refused)),
        )
        self.bare, self.disc = False, 0.0
        self.bind(state=self.later, focused=self.later)

    def stand(self, x: float, y: float, width: float, height: float, *, bare: bool = False, disc: float = 0.0) -> None:
        """Take a place, in pixels; a `bare` token leaves its words to whoever gives it the place, one with a `disc` is
        so large."""
        self.pos, self.size = (x, y), (width, height)
        if (bare, disc) != (self.bare, self.disc):
            self.bare, self.disc = bare, disc
            self.later()

    def show(self, piece: Piece) -> None:
        """Show another piece, or another fate of it."""
        if piece == self.piece:
            return
        self.piece, self.refused = piece, piece.refused
        self.chosen = piece.chosen or piece.taken > 0 or bool(piece.stamps)
        number = f"{piece.taken}/{piece.number} " if piece.number > 1 or piece.taken else ""
        self.text = ", ".join(
            filter(None, (f"{number}{piece.label}", *map(words, piece.stamps), piece.refused or piece.detail))
        )
        while len(self._stamps) < len(piece.stamps):
            self._stamps.append((Field(self.canvas, light=0), Field(self.canvas, light=0), Words(self.canvas)))
        self.later()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(look.least)

    def draw(self) -> None:
        u, piece, (x, y), (w, h) = look.u, self.piece, self.pos, self.size
        colour, size = tint_of(piece.colour), self.disc or across()
        dim = 0.45 if piece.refused else 1.0
        middle, centre = x + w / 2, y + h - size / 2 - 5 * u
        inner = mixed(look.ground, colour, 0.2)
        if self.state == "down":
            inner = mixed(inner, look.ink, 0.3)
        halo = look.accent if piece.chosen else CLEAR
        _round(self._halo, middle, centre, size + 9 * u, halo)
        _round(self._disc, middle, centre, size, mixed(look.ground, colour, dim))
        _round(self._core, middle, centre, size - 8 * u, inner)
        sign = SYMBOLS.get(piece.symbol, "")
        ink = mixed(inner, drawn_in(colour, inner, look.ink), dim)
        self._sign.put(sign or piece.label[:1], "text" if sign else "strong", 0.6 * size, ink, middle, centre, "middle")
        self._draw_label(middle, centre - size / 2 - 3 * u, dim)
        self._draw_count(middle - 0.36 * size, centre + 0.36 * size)
        # All of a stamp in the token's place: above it another one's name may stand, or the edge of the page.
        beside = centre + min(0.36 * size, size / 2 + 5 * u - (_STAMP + 5) * u / 2)
        if piece.taken and piece.number > 1:
            # How many of how many is as long as the token is broad: stamps stand below it.
            lower = 0.36 * size - (look.body + _STAMP * u) / 2
            beside = centre + max(lower, (_STAMP * u - size) / 2)
        self._draw_stamps(middle + 0.4 * size, beside)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)

    def _draw_label(self, middle: float, top: float, dim: float) -> None:
        if self.bare:
            self._label.hide()
            self._detail.hide()
            return
        piece, room = self.piece, self.width - 8 * look.u
        high = top - self.y
        below = piece.detail
        one = 1.12 * look.least
        label = _broken(piece.label, room)
        size, wrap = fitted(label, "text", look.small, look.least, room, high - (one if below else 0))
        ink = mixed(look.surface, look.ink, max(0.62, dim))
        tall = extent(label, "text", size, round(wrap))[1] if label else 0
        self._label.put(label, "text", size, ink, middle, top - tall / 2, "middle", wrap)
        self._detail.put(below, "bold", look.least, look.power, middle, top - tall - one / 2, "middle")

    def _draw_count(self, x: float, y: float) -> None:
        piece, (back, word) = self.piece, self._count
        if piece.number < 2:
            back.hide()
            word.hide()
            return
        said = f"{piece.taken}/{piece.number}" if piece.taken and piece.number > 1 else str(piece.number)
        lit = piece.taken > 0 and not piece.stamps
        size, _ = fitted(said, "strong", look.body, look.least, self.width - 12 * look.u)
        wide = max(30 * look.u, extent(said, "strong", size)[0] + 12 * look.u)
        ground = look.accent if lit else look.ink
        # A longer one goes over its own token, not over the key that puts one back, nor over that of the next one.
        left = max(self.x, min(x - 15 * look.u, self.right - wide))
        back.put(left, y - 15 * look.u, wide, 30 * look.u, ground, 15 * look.u)
        ink = look.accent_ink if lit else look.ground
        word.put(said, "strong", size, ink, left + wide / 2, y, "middle")

    def _draw_stamps(self, x: float, y: float) -> None:
        piece, size = self.piece, _STAMP * look.u
        for place, (edge, back, word) in enumerate(self._stamps):
            if place >= len(piece.stamps):
                for part in (edge, back, word):
                    part.hide()
                continue
            name = piece.stamps[place]
            known: dict[str, Tint] = {"kill": look.kill, "pain": look.pain}
            colour = known.get(name.lower(), colour_of(name))
            at = x - 0.8 * size * (len(piece.stamps) - 1 - place)
            _round(edge, at, y, size + 5 * look.u, look.ground)
            _round(back, at, y, size, colour)
            mark = SYMBOLS.get(name, symbol_mark(name, place))
            word.put(mark, "text", 0.68 * size, ink_over(colour), at, y, "middle")


class Minus(Tapped, Drawn):
    """Puts one of a stack back."""

    def __init__(self) -> None:
        super().__init__()
        self.text = SYMBOLS["minus"]
        self._back, self._sign = Field(self.canvas), Words(self.canvas)
        self._ring = Field(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later, disabled=self.later)

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(look.body)

    def draw(self) -> None:
        back = mixed(look.raised, look.ink, 0.3) if self.state == "down" and not self.disabled else look.raised
        self._back.cover(self, faded(back, 0.7) if self.disabled else back, 10 * look.u)
        ink = mixed(look.surface, look.ink, 0.62 if self.disabled else 1.0)
        self._sign.put(self.text, "text", look.body, ink, self.center_x, self.center_y, "middle")
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * look.u)


def _round(field: Field, x: float, y: float, size: float, colour: Tint) -> None:
    """Draw a disc about a point."""
    field.put(x - size / 2, y - size / 2, size, size, colour, size / 2)


def across() -> float:
    """How large a token is, in pixels."""
    return float(_ACROSS * look.u)


def _broken(label: str, width: float) -> str:
    """Return a name in which every word that has no room on a line is broken where it may be."""
    return _broken_at(label, width, look.least, edition())


@lru_cache(maxsize=512)
def _broken_at(label: str, width: float, size: float, _edition: str) -> str:
    found = []
    for parts in in_parts(label):
        whole = "".join([*(part[:-1] for part in parts[:-1]), parts[-1]])
        found.append("\n".join(parts) if extent(whole, "text", size)[0] > width else whole)
    return hyphened(" ".join(found), "text", size, width)


class TokenGrid(Laid, Widget):
    """Tokens in rows, from the middle. `natural` is the height that it needs.

    Args:
        use: called with the id of a token that was tapped.
        less: called with the id of a stack of which one is put back; None where that is no use.
        refuse: called with the reason when a refused one was tapped.
    """

    natural = NumericProperty(0)
    room = NumericProperty(0)
    """How high it may be without keys to scroll, in pixels."""

    def __init__(
        self,
        use: Callable[[str], None],
        refuse: Callable[[str], None],
        less: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(size_hint_y=None, width=0)
        self._use, self._refuse, self._less = use, refuse, less
        self._pieces: tuple[Piece, ...] = ()
        self.tokens: dict[str, Token] = {}
        self.minus: dict[str, Minus] = {}
        self._spare: list[Token] = []
        self._spare_keys: list[Minus] = []
        self._labels: list[Words] = []
        self._low = False
        self._laid: tuple[object, ...] = ()
        self._rows: _Rows | None = None
        self._looked = 0
        self._cells: dict[tuple[object, ...], float] = {}
        self._meant, self._mark = "", Field(self.canvas.before, light=0)
        self.bind(pos=self._lay, size=self._lay, room=self._lay)
        look.tell(self._lay_again)

    def show(self, pieces: Sequence[Piece]) -> None:
        """Show these; tokens that are there already are used again."""
        if tuple(pieces) == self._pieces:
            return
        before = [(piece.id, piece.number > 1) for piece in self._pieces]
        self._pieces = tuple(pieces)
        self._cells.clear()
        # What has its place first is drawn once.
        self._lay()
        if before != [(piece.id, piece.number > 1) for piece in pieces]:
            self._have([piece.id for piece in pieces])
        for piece in pieces:
            self.tokens[piece.id].show(piece)
            if piece.id in self.minus:
                self.minus[piece.id].disabled = not piece.taken

    def mean(self, name: str) -> None:
        """Mark the name of a stack: what is said elsewhere is about it."""
        if name != self._meant:
            self._meant = name
            self._lay()

    def columns(self, width: float) -> int:
        """How many tokens stand beside each other at this width."""
        return len(self._pieces) if self._slim(width) else max(1, int(width / self._cell()))

    def _slim(self, width: float) -> list[float]:
        """How wide each place is where all stand in a row because tokens without a key are given less; else none."""
        cell = _TIGHT_CELL * look.u
        if not self.minus or len(self._pieces) * cell <= width:
            return []
        needed = [cell if piece.id in self.minus else self._least_wide(piece) for piece in self._pieces]
        spare = (width - sum(needed)) / len(needed)
        return [wide + spare for wide in needed] if spare >= 0 else []

    @staticmethod
    def _least_wide(piece: Piece) -> float:
        """How wide a token without a key must be for a name in two lines."""
        words = piece.label.split()
        parted = [max(" ".join(words[:n]), " ".join(words[n:]), key=len) for n in range(1, len(words) + 1)]
        name = min(extent(line, "text", look.least)[0] for line in parted) if parted else 0.0
        return float(max(look.finger, (_TIGHT + 12) * look.u, name + 10 * look.u))

    @property
    def _tight(self) -> bool:
        """Whether they are a little smaller: so they all stand in a row, or are all in sight."""
        wide, number = self.width / look.u, len(self._pieces)
        in_a_row = bool(self.minus) and number * _TIGHT_CELL <= wide < number * _STACKED
        return self._low or in_a_row or bool(self._slim(self.width))

    def alone(self, number: int, width: float) -> float:
        """How high so many tokens are at this width if none are stacked, in pixels."""
        cell = _CELL * look.u
        return -(-number // max(1, int(width / cell))) * self._high()

    def lowest(self, width: float) -> float:
        """How high they are at this width at least, with all their words, in pixels; whatever room there is."""
        if not self._pieces:
            return 0.0
        if slim := self._slim(width):
            return float((_TIGHT + 8) * look.u + self._words(slim))
        cell = (_TIGHT_CELL if self.minus else _CELL) * look.u
        lines = -(-len(self._pieces) // max(1, int(width / cell)))
        words = self._words([min(width * lines / len(self._pieces), 1.25 * cell)] * len(self._pieces))
        return float(lines * ((_TIGHT + 8) * look.u + words))

    def _words(self, cells: Sequence[float], pieces: Sequence[Piece] = ()) -> float:
        """How high the names, all of them if none are given, are in places of these widths; beside a minus they stand
        below both."""
        tall = 0.0
        for piece, cell in zip(pieces or self._pieces, cells, strict=True):
            wide = round(cell - (2 if piece.id in self.minus else 8) * look.u)
            said = _broken(piece.label, wide)
            tall = max(tall, extent(said, "text", look.least, wide)[1])
        return tall

    def _have(self, names: Sequence[str]) -> None:
        """Have a token for each of these, and a key that puts one back for each stack."""
        stacks = {piece.id for piece in self._pieces if self._less is not None and piece.number > 1}
        pool = [*self.tokens.values(), *self._spare]
        keys = [*self.minus.values(), *self._spare_keys]
        self.clear_widgets()
        self.tokens, self.minus = {}, {}
        for name in names:
            token = pool.pop(0) if pool else Token(self._use, self._refuse)
            token.focused = False
            self.tokens[name] = token
            self.add_widget(token)
            if name in stacks:
                key = keys.pop(0) if keys else self._new_key()
                key.focused = False
                self.minus[name] = key
                self.add_widget(key)
        self._spare, self._spare_keys = pool, keys

    def _lay_again(self) -> None:
        self._looked += 1
        self._lay()

    def _new_key(self) -> Minus:
        key = Minus()
        key.bind(on_use=self._put_back)
        return key

    def _put_back(self, key: Minus) -> None:
        if self._less is not None:
            self._less(next(name for name, minus in self.minus.items() if minus is key))

    def _cell(self) -> float:
        now = self._low, self.width, self.room, len(self.minus), self._looked
        if now not in self._cells:
            self._cells[now] = self._needed_cell()
        return self._cells[now]

    def _needed_cell(self) -> float:
        tight = float((_TIGHT_CELL if self._tight else _STACKED) * look.u if self.minus else _CELL * look.u)
        words = [word for piece in self._pieces for word in piece.label.split()]
        wide = max([tight, *(extent(word, "text", look.least)[0] + 9 * look.u for word in words)])
        # The longest word has room where that costs no more than the room that there is.
        lines, few = (-(-len(self._pieces) // max(1, int(self.width / cell))) for cell in (wide, tight))
        return wide if lines == few or lines * (across() + 10 * look.u + 2.3 * look.least) <= self.room else tight

    def _high(self) -> float:
        lines = 2.3 + (1.15 if any(piece.detail for piece in self._pieces) else 0)
        row = min(len(self._pieces), self.columns(self.width))
        words = self._words_in_rows()
        size = self._disc(words)
        # Long names may have a third line, which must not lie under what comes next.
        most = max(size + 10 * look.u + lines * look.least, size + 8 * look.u + words)
        # A line for the words less, rather than a part of it below the fold, unless some of them need it.
        least, room = most - 1.1 * look.least, self.room / -(-len(self._pieces) // row)
        if not (self._low or least <= room < most):
            return float(most)
        high = size + 8 * look.u + words
        return float(min(most, max(room if self._low else least, high)))

    def _words_in_rows(self) -> float:
        """How high the names are at the present width, in pixels."""
        row = min(len(self._pieces), self.columns(self.width))
        return self._words(self._slim(self.width) or [self._usual(row)] * len(self._pieces))

    def _usual(self, row: int) -> float:
        """How wide a place is with so many in a row: where there is little height, names have all the width."""
        return float(min(self.width / row, (2.5 if self._low else 1.25) * self._cell()))

    def _disc(self, words: float) -> float:
        """How large tokens are above names so high, in pixels: smaller where they would not all be in sight, and even
        smaller where they are scrolled and another row then stands whole."""
        if not self._low:
            return across()
        usual, least = _TIGHT * look.u, _LEAST * look.u
        lines = -(-len(self._pieces) // min(len(self._pieces), self.columns(self.width)))
        if self.room >= lines * (least + 8 * look.u + words):
            return float(min(usual, self.room / lines - 8 * look.u - words))
        # The few with a third line have higher rows of their own.
        rest = 8 * look.u + min(words, 2.4 * look.least)
        rows = int(self.room / (least + rest))
        return float(min(usual, self.room / rows - rest) if 0 < rows < lines else usual)

    def _in_rows(self) -> _Rows:
        """Share the tokens out among rows."""
        self._low = False
        row = min(len(self._pieces), self.columns(self.width))
        self._low = self._high() * -(-len(self._pieces) // row) > self.room > 0
        row = min(len(self._pieces), self.columns(self.width))
        high, disc = self._high(), self._disc(self._words_in_rows())
        # As many in each row as in the others.
        lines = -(-len(self._pieces) // row)
        row = -(-len(self._pieces) // lines)
        slim, usual, own = self._slim(self.width), self._usual(row), self._cell()
        rows = [high] * lines
        if self._low and not slim and lines * high > self.room + 1:
            parts = [self._pieces[line * row : (line + 1) * row] for line in range(lines)]
            rows = [disc + 8 * look.u + self._words([usual] * len(part), part) for part in parts]
        return _Rows(row, rows, disc, slim, usual, own)

    def lay_now(self, *_: Any) -> None:
        if not self._pieces:
            self.natural, self._laid = 0, ()
            return
        if self.width < across():
            # It has no place yet. Had it no height then, the keys that scroll would go, and come back as it is wide
            # again, for ever.
            return
        now = self._pieces, tuple(self.minus), self._meant, self.x, self.top, self.width, self.room, self._looked
        if now == self._laid:
            # Its own height follows from what is laid out.
            return
        if self._laid[:2] != now[:2] or self._laid[5:] != now[5:] or self._rows is None:
            # That it is moved is no reason to measure all words again.
            self._rows = self._in_rows()
        self._laid = now
        row, rows, disc, slim, usual, own = self._rows
        self._mark.hide()
        while len(self._labels) < len(self._pieces):
            self._labels.append(Words(self.canvas))
        for place, piece in enumerate(self._pieces):
            line, column = divmod(place, row)
            here = min(row, len(self._pieces) - line * row)
            cell = slim[place] if slim else usual
            left = self.x + (sum(slim[:place]) if slim else (self.width - here * cell) / 2 + column * cell)
            high = rows[line]
            low = self.top - sum(rows[: line + 1])
            token, key = self.tokens[piece.id], self.minus.get(piece.id)
            spare = max(0.0, (cell - own) / 2)
            if key is None:
                token.stand(left, low, cell, high, disc=disc)
                self._labels[place].hide()
                continue
            across_key = max(46 * look.u, look.finger - (0 if self._tight else look.u))
            side = spare + across_key + (0 if self._tight else 2 * look.u)
            own_disc = min(disc, _TIGHT * look.u) if self._tight else disc
            token.stand(left + side, low, cell - side, high, bare=True, disc=own_disc)
            above = min(63 * look.u, own_disc + 8 * look.u)
            key.pos, key.size = (left + spare, low + high - above), (across_key, min(50 * look.u, above - look.u))
            room = high - disc - 8 * look.u
            said = _broken(piece.label, cell - 2 * look.u)
            size, wrap = fitted(said, "text", look.small, look.least, cell - 2 * look.u, room)
            tall = extent(said, "text", size, round(wrap))[1]
            middle, ink = left + cell / 2, mixed(look.surface, look.ink, 0.62 if piece.refused else 1.0)
            self._labels[place].put(said, "text", size, ink, middle, low + room - tall / 2, "middle", wrap)
            if piece.id == self._meant:
                wide = min(cell, self._labels[place].width + 10 * look.u)
                field = mixed(look.surface, tint_of(piece.colour), 0.35)
                self._mark.put(middle - wide / 2, low + room - tall, wide, tall, field, 6 * look.u)
        for label in self._labels[len(self._pieces) :]:
            label.hide()
        self.natural = sum(rows)
