"""Pieces as round tokens: what they are, whose, how many stand there, and what befalls them as stamps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.properties import NumericProperty
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import colour_of, symbol_mark, words
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.token_rows import (
    TIGHT,
    TokenName,
    TokenRows,
    across,
    broken,
    least_high,
    token_rows,
)
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.words import labelled
from layouts.colours import CLEAR, Tint, drawn_in, faded, ink_over, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["Token", "TokenGrid", "TokenPiece"]

_STAMP: Final = 34
"""Units across a stamp."""


class TokenPiece(Struct, frozen=True):
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
        counted: whether only people know how many stand there, so that nothing is said before some are picked.
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
    counted: bool = False
    detail: str = ""


class Token(Tappable, CanvasWidget):
    """One token, or a stack of them.

    Args:
        use: called with its id for a tap.
        refuse: called with the reason when it cannot be tapped.
    """

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str], None]) -> None:
        super().__init__()
        self.piece = TokenPiece("", "", "", "#808080")
        self._halo, self._disc, self._edge = (
            RoundedRect(self.canvas, light=0),
            RoundedRect(self.canvas, light=0),
            RoundedRect(self.canvas),
        )
        self._core = RoundedRect(self.canvas, light=0)
        self._sign, self._label, self._detail = (TextSprite(self.canvas) for _ in range(3))
        self._count = RoundedRect(self.canvas, light=0), TextSprite(self.canvas)
        self._stamps: list[tuple[RoundedRect, RoundedRect, TextSprite]] = []
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(
            on_use=lambda _: use(self.piece.id),
            on_refusal=lambda _: refuse(labelled(self.piece.label, self.piece.refused)),
        )
        self.bare, self.disc = False, 0.0
        self.coming = False
        """True if its last stamp is on its way."""
        self.landing = 0.0, 0.0
        """Middle of its last stamp, in pixels."""
        self.bind(state=self.later, focused=self.later)

    def stand(self, x: float, y: float, width: float, height: float, *, bare: bool = False, disc: float = 0.0) -> None:
        """Take a place, in pixels.

        A `bare` token leaves its words to the caller; one with a `disc` is that large.
        """
        self.pos, self.size = (x, y), (width, height)
        if (bare, disc) != (self.bare, self.disc):
            self.bare, self.disc = bare, disc
            self.later()

    def show(self, piece: TokenPiece) -> None:
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
            self._stamps.append(
                (RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, light=0), TextSprite(self.canvas))
            )
        self.later()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(look.least)

    @property
    def disc_place(self) -> tuple[float, float, float]:
        """Middle and size of its disc, in pixels."""
        size = self.disc or across()
        return self.x + self.width / 2, self.top - size / 2 - 5 * look.u, size

    def draw(self) -> None:
        u, piece, (x, y), (w, h) = look.u, self.piece, self.pos, self.size
        colour, size = tint_of(piece.colour), self.disc or across()
        dim = 0.45 if piece.refused else 1.0
        middle, centre = x + w / 2, y + h - size / 2 - 5 * u
        # One that is hit is dark within; so are all in a theme without fields.
        full = look.fielded and not piece.stamps
        inner = mixed(look.ground, colour, dim if full else 0.2)
        ink = mixed(inner, ink_over(inner) if full else drawn_in(colour, inner, look.ink), dim)
        if self.state == "down":
            inner = mixed(inner, look.ink, 0.3)
        halo = look.accent if piece.chosen else CLEAR
        _round(self._halo, middle, centre, size + 9 * u, halo)
        _round(self._disc, middle, centre, size, mixed(look.ground, colour, dim))
        _round(self._core, middle, centre, size - 8 * u, inner)
        sign = SYMBOLS.get(piece.symbol, "")
        self._sign.put(sign or piece.label[:1], "text" if sign else "strong", 0.6 * size, ink, middle, centre, "middle")
        self._draw_label(middle, centre - size / 2 - 3 * u, dim)
        self._draw_count(middle - 0.36 * size, centre + 0.36 * size)
        # All of a stamp in the token's place: above it another one's name may stand, or the edge of the page.
        stamp = _STAMP * u
        beside = centre + min(0.36 * size, size / 2 + 5 * u - (stamp + 5 * u) / 2)
        if piece.taken and piece.number > 1 and not piece.counted:
            # How many of how many is as long as the token is broad: stamps stand below it.
            stamp = min(stamp, 0.62 * size)
            beside = centre + max(0.36 * size - (look.body + stamp) / 2, (stamp - size) / 2 - 4 * u)
        self._draw_stamps(middle + 0.4 * size, beside, stamp)
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
        label = broken(piece.label, room)
        size, wrap = fitted(label, "text", look.small, look.least, room, high - (one if below else 0))
        ink = mixed(look.surface, look.ink, max(0.62, dim))
        tall = extent(label, "text", size, round(wrap))[1] if label else 0
        self._label.put(label, "text", size, ink, middle, top - tall / 2, "middle", wrap)
        self._detail.put(below, "bold", look.least, look.power, middle, top - tall - one / 2, "middle")

    def _draw_count(self, x: float, y: float) -> None:
        piece, (back, word) = self.piece, self._count
        if piece.number < 2 or (piece.counted and not piece.taken):
            back.hide()
            word.hide()
            return
        said = f"{piece.taken}/{piece.number}" if piece.taken else str(piece.number)
        said = f"×{piece.taken}" if piece.counted else said
        lit = piece.taken > 0 and not piece.stamps
        size, _ = fitted(said, "strong", look.body, look.least, self.width - 12 * look.u)
        wide = max(30 * look.u, extent(said, "strong", size)[0] + 12 * look.u)
        ground = look.accent if lit else look.ink
        # A longer one goes over its own token, not over the key that puts one back, nor over that of the next one.
        left = max(self.x, min(x - 15 * look.u, self.right - wide))
        back.put(left, y - 15 * look.u, wide, 30 * look.u, ground, 15 * look.u)
        ink = look.accent_ink if lit else look.ground
        word.put(said, "strong", size, ink, left + wide / 2, y, "middle")

    def _draw_stamps(self, x: float, y: float, size: float) -> None:
        piece = self.piece
        self.landing = x, y
        for place, (edge, back, word) in enumerate(self._stamps):
            if place >= len(piece.stamps) - self.coming:
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


class Minus(Tappable, CanvasWidget):
    """Puts one of a stack back."""

    def __init__(self) -> None:
        super().__init__()
        self.text = SYMBOLS["minus"]
        self._back, self._sign = RoundedRect(self.canvas), TextSprite(self.canvas)
        self._ring = RoundedRect(self.canvas, ring=3)
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


def _round(field: RoundedRect, x: float, y: float, size: float, colour: Tint) -> None:
    """Draw a disc about a point."""
    field.put(x - size / 2, y - size / 2, size, size, colour, size / 2)


class TokenGrid(SelfArranged, Widget):
    """Tokens in rows, from the middle. `natural` is the height that it needs.

    Args:
        use: called with the id of a token that was tapped.
        less: called with the id of a stack of which one is put back; None where that is no use.
        refuse: called with the reason when a refused one was tapped.
    """

    natural = NumericProperty(0)
    room = NumericProperty(0)
    """Maximum height without keys to scroll, in pixels."""

    def __init__(
        self,
        use: Callable[[str], None],
        refuse: Callable[[str], None],
        less: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(size_hint_y=None, width=0)
        self._use, self._refuse, self._less = use, refuse, less
        self._pieces: tuple[TokenPiece, ...] = ()
        self.tokens: dict[str, Token] = {}
        self.minus: dict[str, Minus] = {}
        self._spare: list[Token] = []
        self._spare_keys: list[Minus] = []
        self._labels: list[TextSprite] = []
        self._names: tuple[TokenName, ...] = ()
        self._rows: TokenRows | None = None
        self._laid: tuple[object, ...] = ()
        self._looked = 0
        self._meant, self._mark = "", RoundedRect(self.canvas.before, light=0)
        self.bind(pos=self._lay, size=self._lay, room=self._lay)
        look.tell(self._lay_again)

    def show(self, pieces: Sequence[TokenPiece]) -> None:
        """Show these; tokens that are there already are used again."""
        if tuple(pieces) == self._pieces:
            return
        before = [(piece.id, piece.number > 1) for piece in self._pieces]
        self._pieces, self._names = tuple(pieces), tuple(map(self._named, pieces))
        # What has its place first is drawn once.
        self._lay()
        if before != [(piece.id, piece.number > 1) for piece in pieces]:
            self._have([piece.id for piece in pieces])
        for piece in pieces:
            self.tokens[piece.id].show(piece)
            if piece.id in self.minus:
                self.minus[piece.id].disabled = not piece.taken

    def _named(self, piece: TokenPiece) -> TokenName:
        return TokenName(piece.label, self._less is not None and piece.number > 1, bool(piece.detail))

    def mean(self, name: str) -> None:
        """Mark the name of a stack: what is said elsewhere is about it."""
        if name != self._meant:
            self._meant = name
            self._lay()

    def lowest(self, width: float) -> float:
        """Return how high they are at this width at least, in pixels; whatever room there is."""
        return least_high(self._names, width)

    def _have(self, names: Sequence[str]) -> None:
        """Have a token for each of these, and a key that puts one back for each stack."""
        stacks = {piece.id for piece, name in zip(self._pieces, self._names, strict=True) if name.keyed}
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

    def arrange(self, *_: Any) -> None:
        if not self._pieces:
            self.natural, self._laid = 0, ()
            return
        if self.width < across():
            # It has no place yet. Had it no height then, the keys that scroll would go, and come back as it is wide
            # again, for ever.
            return
        now = self._pieces, self._meant, self.x, self.top, self.width, self.room, self._looked
        if now == self._laid:
            # Its own height follows from what is laid out.
            return
        self._laid = now
        self._rows = rows = token_rows(self._names, self.width, self.room)
        self._mark.hide()
        while len(self._labels) < len(self._pieces):
            self._labels.append(TextSprite(self.canvas))
        for place, piece in enumerate(self._pieces):
            line, column = divmod(place, rows.row)
            here = min(rows.row, len(self._pieces) - line * rows.row)
            cell = rows.slim[place] if rows.slim else rows.usual
            before = sum(rows.slim[:place]) if rows.slim else (self.width - here * cell) / 2 + column * cell
            left, low, high = self.x + before, self.top - sum(rows.rows[: line + 1]), rows.rows[line]
            if piece.id in self.minus:
                self._stand_keyed(place, rows, (left, low), (cell, high))
            else:
                self.tokens[piece.id].stand(left, low, cell, high, disc=rows.disc)
                self._labels[place].hide()
        for label in self._labels[len(self._pieces) :]:
            label.hide()
        self.natural = sum(rows.rows)

    def _stand_keyed(self, place: int, rows: TokenRows, at: tuple[float, float], size: tuple[float, float]) -> None:
        """Place a token beside the key that puts one back, and its name below both."""
        piece, (left, low), (cell, high) = self._pieces[place], at, size
        token, key, label = self.tokens[piece.id], self.minus[piece.id], self._labels[place]
        spare = max(0.0, (cell - rows.own) / 2)
        across_key = max(46 * look.u, look.finger - (0 if rows.tight else look.u))
        side = spare + across_key + (0 if rows.tight else 2 * look.u)
        disc = min(rows.disc, TIGHT * look.u) if rows.tight else rows.disc
        token.stand(left + side, low, cell - side, high, bare=True, disc=disc)
        above = min(63 * look.u, disc + 8 * look.u)
        key.pos, key.size = (left + spare, low + high - above), (across_key, min(50 * look.u, above - look.u))
        room = high - rows.disc - 8 * look.u
        said = broken(piece.label, cell - 2 * look.u)
        type_size, wrap = fitted(said, "text", look.small, look.least, cell - 2 * look.u, room)
        tall = extent(said, "text", type_size, round(wrap))[1]
        middle, ink = left + cell / 2, mixed(look.surface, look.ink, 0.62 if piece.refused else 1.0)
        label.put(said, "text", type_size, ink, middle, low + room - tall / 2, "middle", wrap)
        if piece.id == self._meant:
            wide = min(cell, label.width + 10 * look.u)
            field = mixed(look.surface, tint_of(piece.colour), 0.35)
            self._mark.put(middle - wide / 2, low + room - tall, wide, tall, field, 6 * look.u)
