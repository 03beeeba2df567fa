"""Pieces that are given a place, in a row: each as a small token with its name, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.app.look.drawing import Field, Words, extent, fitted, parted
from companion.app.look.drawn import Drawn, Tapped
from companion.app.look.tokens import Piece
from layouts.colours import CLEAR, Tint, mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["PieceChip", "PieceRow"]

_DISC: Final = 42
_SMALL: Final = 28
"""Units across of a token; small where there are many."""
_HIGH: Final = 54
"""Units of height."""
_THERE: Final = SYMBOLS["check"]
"""Stands for a place whose name has no room; the map shows it."""


class PieceChip(Tapped, Drawn):
    """One piece.

    Args:
        use: called with its id for a tap.
    """

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__()
        self.piece = Piece("", "", "", "#808080")
        self.across = _DISC
        self._back, self._disc, self._core = (
            Field(self.canvas),
            Field(self.canvas, light=0),
            Field(self.canvas, light=0),
        )
        self._sign, self._label, self._detail = (Words(self.canvas) for _ in range(3))
        self._ring = Field(self.canvas, ring=3)
        self.bind(on_use=lambda _: use(self.piece.id), state=self.later, focused=self.later)

    def show(self, piece: Piece) -> None:
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
        colour = get_color_from_hex(piece.colour)
        inner = mixed(look.ground, colour, 0.2)
        self._disc.put(centre - size / 2, middle - size / 2, size, size, colour, size / 2)
        small = size - 6 * u
        self._core.put(centre - small / 2, middle - small / 2, small, small, inner, small / 2)
        sign = SYMBOLS.get(piece.symbol, "")
        lit = mixed(colour, look.ink, 0.2)
        self._sign.put(sign or piece.label[:1], "text" if sign else "strong", 0.6 * size, lit, centre, middle, "middle")
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)
        left, room = centre + size / 2 + 6 * u, w - size - 18 * u
        number = f"{piece.number} × " if piece.number > 1 else ""
        said = number + piece.label
        goes = piece.detail if extent(piece.detail, "text", look.least)[0] <= room else _THERE * bool(piece.detail)
        type_size, wrap = fitted(said, "bold", look.small, look.least, room, (0.56 if goes else 0.95) * h)
        self._label.put(said, "bold", type_size, ink, left, y + (0.7 if goes else 0.5) * h, wrap=wrap)
        self._detail.put(goes, "text", look.least, ink, left, y + 0.29 * h)


def width_of(piece: Piece, disc: float = _DISC) -> float:
    """How wide a chip must be for its words, in pixels."""
    said = f"{piece.number} × {piece.label}" if piece.number > 1 else piece.label
    words = parted(said)
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))] or [(said, "")]
    one = extent(said, "bold", look.least)[0]
    two = min(max(extent(part, "bold", look.least)[0] if part else 0 for part in pair) for pair in halves)
    return float((one if piece.detail else two) + (disc + 19) * look.u)


def broken(needed: Sequence[float], width: float, gap: float) -> list[list[int]]:
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


class PieceRow(Widget):
    """The chips, in as few rows as their words allow. `natural` is its height.

    Args:
        use: called with the id of a piece that was tapped.
    """

    natural = NumericProperty(0)

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__(size_hint_y=None, height=0)
        self._use = use
        self._names: tuple[str, ...] = ()
        self.chips: dict[str, PieceChip] = {}
        self._spare: list[PieceChip] = []
        self._lay = Clock.create_trigger(self._lay_now, -1)
        self.bind(pos=self._lay, size=self._lay, natural=self.setter("height"))
        look.tell(self._lay_again)

    def show(self, pieces: Sequence[Piece]) -> None:
        """Show these; chips that are there already are used again."""
        names = tuple(piece.id for piece in pieces)
        if names != self._names:
            pool = [*self.chips.values(), *self._spare]
            self.clear_widgets()
            self._names, self.chips = names, {}
            for name in names:
                chip = self.chips[name] = pool.pop(0) if pool else PieceChip(self._use)
                chip.focused = False
                self.add_widget(chip)
            self._spare = pool
        for piece in pieces:
            self.chips[piece.id].show(piece)
        self._lay()

    def crowded(self, pieces: Sequence[Piece]) -> bool:
        """Whether these would take more rows than there is room for."""
        lines = broken([width_of(piece) for piece in pieces], self.width, 5 * look.u)
        return len(lines) > (2 if look.portrait else 1)

    def _lay_again(self) -> None:
        self._lay()

    def _lay_now(self, *_: Any) -> None:
        number = len(self.chips)
        if number < 1 or self.width < 2:
            self.natural = 0
            return
        gap, high = 5 * look.u, max(_HIGH * look.u, 2.5 * look.least)
        needed = [width_of(chip.piece) for chip in self.chips.values()]
        lines, disc = broken(needed, self.width, gap), _DISC
        if len(lines) > (2 if look.portrait else 1):
            disc = _SMALL
            needed = [width_of(chip.piece, disc) for chip in self.chips.values()]
            lines = broken(needed, self.width, gap)
        for row, line in enumerate(lines):
            spare = (self.width - gap * (len(line) - 1) - sum(needed[n] for n in line)) / len(line)
            x = self.x
            for n in line:
                chip = list(self.chips.values())[n]
                if chip.across != disc:
                    chip.across = disc
                    chip.later()
                chip.size = needed[n] + min(spare, 70 * look.u), high
                chip.pos = x, self.top - (row + 1) * high - row * gap
                x += chip.width + gap
        rows = len(lines)
        self.natural = rows * high + (rows - 1) * gap
