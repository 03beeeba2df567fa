"""Pieces that are given a place, in a row: each as a small token with its name, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.tokens import TokenPiece
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, Tint, ink_over, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, parted

__all__ = ["PieceChip", "PieceRow"]

_DISC: Final = 42
_SMALL: Final = 28
"""Units across of a token; small where there are many."""
_HIGH: Final = 50
"""Units of height."""
_INSET: Final = 5
_APART: Final = 15
"""Units that what is asked stands from the left, and that it takes besides its words."""
_THERE: Final = SYMBOLS["check"]
"""Stands for a place whose name has no room; the map shows it."""


class PieceChip(Tappable, CanvasWidget):
    """One piece.

    Args:
        use: called with its id for a tap.
    """

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__()
        self.piece = TokenPiece("", "", "", "#808080")
        self.across: float = _DISC
        self._back, self._disc, self._core = (
            RoundedRect(self.canvas),
            RoundedRect(self.canvas, light=0),
            RoundedRect(self.canvas, light=0),
        )
        self._sign, self._label, self._detail = (TextSprite(self.canvas) for _ in range(3))
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(on_use=lambda _: use(self.piece.id), state=self.later, focused=self.later)

    def show(self, piece: TokenPiece) -> None:
        """Show another piece, or another place of it."""
        if piece != self.piece:
            self.piece, self.chosen = piece, piece.chosen
            self.text = " ".join(filter(None, (piece.label, piece.detail)))
            self.later()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(look.least)

    def draw(self) -> None:
        u, piece, (x, y), (w, h) = look.u, self.piece, self.pos, self.size
        ground: Tint = look.accent if piece.chosen else look.raised
        if self.state == "down":
            ground = mixed(ground, look.ink, 0.3)
        ink: Tint = look.accent_ink if piece.chosen else look.ink
        self._back.cover(self, ground, 10 * u)
        size, middle = self.across * u, y + h / 2
        centre = x + 6 * u + size / 2
        colour = tint_of(piece.colour)
        inner = colour if look.fielded else mixed(look.ground, colour, 0.2)
        self._disc.put(centre - size / 2, middle - size / 2, size, size, colour, size / 2)
        small = size - 6 * u
        self._core.put(centre - small / 2, middle - small / 2, small, small, inner, small / 2)
        sign = SYMBOLS.get(piece.symbol, "")
        lit = ink_over(inner) if look.fielded else mixed(colour, look.ink, 0.2)
        self._sign.put(sign or piece.label[:1], "text" if sign else "strong", 0.6 * size, lit, centre, middle, "middle")
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)
        left, room = centre + size / 2 + 6 * u, w - size - 18 * u
        number = f"{piece.number} × " if piece.number > 1 else ""
        said = number + piece.label
        goes = piece.detail if extent(piece.detail, "text", look.least)[0] <= room else _THERE * bool(piece.detail)
        type_size, wrap = fitted(said, "bold", look.small, look.least, room, (0.56 if goes else 0.95) * h)
        self._label.put(said, "bold", type_size, ink, left, y + (0.7 if goes else 0.5) * h, wrap=wrap)
        self._detail.put(goes, "text", look.least, ink, left, y + 0.29 * h)


class Asked(CanvasWidget):
    """What is asked: left of a row of chips, in two lines, or above it."""

    def __init__(self) -> None:
        super().__init__()
        self.said = ""
        self._words = TextSprite(self.canvas)

    def say(self, said: str) -> None:
        """Ask something else."""
        if said != self.said:
            self.said = said
            self.later()

    @property
    def needed(self) -> float:
        """Minimum width, in pixels."""
        return halved(self.said) + _APART * look.u if self.said else 0.0

    def draw(self) -> None:
        room = self.width - _APART * look.u
        size, wrap = fitted(self.said, "bold", look.body, look.least, room, self.height)
        self._words.put(self.said, "bold", size, look.ink, self.x + _INSET * look.u, self.center_y, wrap=wrap)


class Lines(NamedTuple):
    """How chips stand.

    Args:
        disc: units across their tokens.
        beside: whether what is asked stands beside them, not above.
        needed: how wide each must be, in pixels.
        lines: which of them stand on each line.
    """

    disc: float
    beside: bool
    needed: tuple[float, ...]
    lines: list[list[int]]


def halved(said: str) -> float:
    """Return how wide a text is in two lines, in pixels."""
    words = parted(said)
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))] or [(said, "")]
    return min(max(extent(part, "bold", look.least)[0] if part else 0 for part in pair) for pair in halves)


def chip_lines(pieces: tuple[TokenPiece, ...], asked: float, width: float) -> Lines:
    """Return how the chips of pieces stand in a row of this width, beside or below what is asked.

    Args:
        pieces: one at least.
        asked: how wide what is asked must be, 0 if there is nothing; in pixels.
        width: of the row, in pixels.
    """
    said = tuple((f"{p.number} × {p.label}" if p.number > 1 else p.label, bool(p.detail)) for p in pieces)
    return _lines(said, asked, width, look.u, look.least, look.portrait)


@lru_cache(maxsize=64)
def _lines(
    said: tuple[tuple[str, bool], ...], asked: float, width: float, u: float, least: float, portrait: bool
) -> Lines:
    words = [extent(label, "bold", least)[0] if detailed else halved(label) for label, detailed in said]
    wide = {disc: tuple(one + (disc + 19) * u for one in words) for disc in (_DISC, _SMALL)}
    # On a wide screen rather smaller tokens than what is asked on a line of its own.
    for disc in (_DISC, _SMALL) if asked and not portrait else (_DISC,):
        lines = _broken(wide[disc], width - asked, 5 * u)
        if len(lines) == 1:
            return Lines(disc, True, wide[disc], lines)
    lines = _broken(wide[_DISC], width, 5 * u)
    if len(lines) <= _most_lines(portrait=portrait):
        return Lines(_DISC, False, wide[_DISC], lines)
    return Lines(_SMALL, False, wide[_SMALL], _broken(wide[_SMALL], width, 5 * u))


def _most_lines(*, portrait: bool) -> int:
    """Return how many lines there is room for."""
    return 2 if portrait else 1


def _broken(needed: Sequence[float], width: float, gap: float) -> list[list[int]]:
    """Return which of so wide things stand on each line."""
    found: list[list[int]] = [[]]
    taken = 0.0
    for number, wide in enumerate(needed):
        if found[-1] and taken + wide > width + 0.5:
            found.append([])
            taken = 0.0
        found[-1].append(number)
        taken += wide + gap
    return found


class PieceRow(SelfArranged, Widget):
    """The chips, in as few rows as their words allow. `natural` is its height.

    Args:
        use: called with the id of a piece that was tapped.
    """

    natural = NumericProperty(0)

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__(size_hint_y=None, height=0)
        self._use = use
        self._shown: tuple[list[str], bool] = [], False
        self.chips: dict[str, PieceChip] = {}
        self._spare: list[PieceChip] = []
        self._asked = Asked()
        self.bind(pos=self._lay, size=self._lay, natural=self.setter("height"))
        look.tell(self.schedule_arrange)

    def show(self, pieces: Sequence[TokenPiece], asked: str = "") -> None:
        """Show these, and before them what is asked; chips that are there already are used again."""
        self._asked.say(asked)
        names = [piece.id for piece in pieces]
        if (names, bool(asked)) != self._shown:
            pool = [*self.chips.values(), *self._spare]
            self.clear_widgets()
            self._shown, self.chips = (names, bool(asked)), {}
            if asked:
                self.add_widget(self._asked)
            for name in names:
                chip = self.chips[name] = pool.pop(0) if pool else PieceChip(self._use)
                chip.focused = False
                self.add_widget(chip)
            self._spare = pool
        for piece in pieces:
            self.chips[piece.id].show(piece)
        # At once: a map below it would be drawn for the height of what stood here before.
        self.arrange()

    def crowded(self, pieces: Sequence[TokenPiece]) -> bool:
        """Return whether these would take more rows than there is room for."""
        found = chip_lines(tuple(pieces), 0.0, self.width)
        return len(found.lines) > _most_lines(portrait=look.portrait) or found.disc != _DISC

    def arrange(self, *_: Any) -> None:
        if self.width < 2 or not (self.chips or self._asked.said):
            self.natural = 0
            return
        gap, high = 5 * look.u, max(_HIGH * look.u, 2.35 * look.least)
        chips, asked = [*self.chips.values()], self._asked.needed
        found = chip_lines(tuple(chip.piece for chip in chips), asked, self.width) if chips else Lines(0, False, (), [])
        lead, above = (asked, 0.0) if found.beside else (0.0, 1.35 * look.body if asked else 0.0)
        top, left, width = self.top - above, self.x + lead, self.width - lead
        self._asked.size = (asked, high) if found.beside else (width, above)
        self._asked.pos = self.x, self.top - self._asked.height
        for row, line in enumerate(found.lines):
            spare = (width - gap * (len(line) - 1) - sum(found.needed[n] for n in line)) / len(line)
            x = left
            for n in line:
                chip = chips[n]
                if chip.across != found.disc:
                    chip.across = found.disc
                    chip.later()
                chip.size = found.needed[n] + min(spare, 70 * look.u), high
                chip.pos = x, top - (row + 1) * high - row * gap
                x += chip.width + gap
        rows = len(found.lines)
        self.natural = above + rows * high + max(0, rows - 1) * gap
