"""Rows of tokens and their sizes, worked out from the names and the room alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from companion.table.words import edition, in_parts
from layouts.theme import look
from layouts.typeset import extent, hyphened

__all__ = ["TIGHT", "TokenName", "TokenRows", "across", "alone_high", "broken", "least_high", "token_rows"]

_ACROSS: Final = 62
"""Width of a token, in units."""
_CELL: Final = 92
"""Width of the place of a token, in units."""
_STACKED: Final = 112
"""Width of the place of a token with the key that puts one back, in units."""
_LEAST: Final = 42
"""Minimum width of a token that is made smaller for another whole row on its page, in units."""
TIGHT: Final = 52
"""Width of a token that is made smaller so that one row is enough, in units."""
_TIGHT_CELL: Final = 99
"""Width of the place of such a token with a key, in units."""


class TokenName(NamedTuple):
    """A token that is to be placed: its name, whether a key puts one of it back, and whether it has a second line."""

    label: str
    keyed: bool
    detailed: bool


class TokenRows(NamedTuple):
    """Tokens in rows; lengths in pixels.

    Args:
        row: number of tokens in each row; the last may have fewer.
        rows: height of each row.
        disc: size of a token.
        slim: width of each place, where narrower places let all tokens stand in one row; else empty.
        usual: width of a place otherwise.
        own: the part of that width that a token needs.
        tight: true if tokens are a little smaller, so that all stand in one row or all are in sight.
    """

    row: int
    rows: tuple[float, ...]
    disc: float
    slim: tuple[float, ...]
    usual: float
    own: float
    tight: bool


def across() -> float:
    """Return how large a token is, in pixels."""
    return float(_ACROSS * look.u)


def token_rows(names: tuple[TokenName, ...], width: float, room: float) -> TokenRows:
    """Share tokens out among rows.

    Args:
        names: of one token at least.
        width: of their room, in pixels.
        room: how high they may be without keys to scroll, in pixels; 0 if that is not known.
    """
    return _shared_out(names, width, room, look.u, look.least, edition())


def least_high(names: tuple[TokenName, ...], width: float) -> float:
    """Return how high tokens are at this width at least, with all their words, in pixels; whatever room there is."""
    return _least_high(names, width, look.u, look.least, edition()) if names else 0.0


def alone_high(names: tuple[TokenName, ...], width: float, room: float) -> float:
    """Return how high tokens are at their usual size if none of them are stacked; the arguments as for `token_rows`."""
    sizes = _Sizes(names, width, room, low=False)
    return -(-len(names) // max(1, int(width / (_CELL * look.u)))) * sizes.high


def broken(label: str, width: float) -> str:
    """Return a name in which every word that has no room on a line is broken where it may be."""
    return _broken_at(label, width, look.least, edition())


@lru_cache(maxsize=512)
def _broken_at(label: str, width: float, size: float, _edition: str) -> str:
    found = []
    for parts in in_parts(label):
        whole = "".join([*(part[:-1] for part in parts[:-1]), parts[-1]])
        found.append("\n".join(parts) if extent(whole, "text", size)[0] > width else whole)
    return hyphened(" ".join(found), "text", size, width)


@lru_cache(maxsize=128)
def _shared_out(
    names: tuple[TokenName, ...], width: float, room: float, u: float, _least: float, _edition: str
) -> TokenRows:
    sizes = _Sizes(names, width, room, low=False)
    if sizes.high * sizes.lines > room > 0:
        sizes = _Sizes(names, width, room, low=True)
    # As many in each row as in the others.
    lines, high = sizes.lines, sizes.high
    row = -(-len(names) // lines)
    rows = [high] * lines
    usual = sizes.usual(row)
    if sizes.low and not sizes.slim and lines * high > room + 1:
        parts = [names[line * row : (line + 1) * row] for line in range(lines)]
        rows = [sizes.disc + 8 * u + _words_high(part, [usual] * len(part)) for part in parts]
    return TokenRows(row, tuple(rows), sizes.disc, sizes.slim, usual, sizes.cell, sizes.tight)


@lru_cache(maxsize=128)
def _least_high(names: tuple[TokenName, ...], width: float, u: float, _least: float, _edition: str) -> float:
    if slim := _slim(names, width):
        return (TIGHT + 8) * u + _words_high(names, slim)
    cell = (_TIGHT_CELL if any(name.keyed for name in names) else _CELL) * u
    lines = -(-len(names) // max(1, int(width / cell)))
    words = _words_high(names, [min(width * lines / len(names), 1.25 * cell)] * len(names))
    return lines * ((TIGHT + 8) * u + words)


class _Sizes:
    """What follows from each other for tokens in a room.

    Args:
        names: of one token at least.
        width: of their room, in pixels.
        room: how high they may be without keys to scroll, in pixels.
        low: whether that is less than they usually take.
    """

    def __init__(self, names: tuple[TokenName, ...], width: float, room: float, *, low: bool) -> None:
        self._names, self._width, self._room, self.low = names, width, room, low
        self.slim = _slim(names, width)
        keyed = any(name.keyed for name in names)
        in_a_row = keyed and len(names) * _TIGHT_CELL <= width / look.u < len(names) * _STACKED
        self.tight = low or in_a_row or bool(self.slim)
        self._least_cell = ((_TIGHT_CELL if self.tight else _STACKED) if keyed else _CELL) * look.u

    @cached_property
    def cell(self) -> float:
        """Return the width of a token's place.

        The longest word has room where that costs no more than the room that there is. One that may be broken nowhere
        has it where tokens scroll all the same, too.
        """
        least, one = self._least_cell, across() + 10 * look.u + 2.3 * look.least
        whole = self._longest(name.label for name in self._names)
        parted = self._longest(broken(name.label, least - 8 * look.u) for name in self._names)
        lines, few = (-(-len(self._names) // max(1, int(self._width / cell))) for cell in (whole, least))
        if lines == few or lines * one <= self._room:
            return whole
        return parted if few * one > self._room else float(least)

    def _longest(self, labels: Iterable[str]) -> float:
        """Return the width of a place for the longest word of these, in pixels."""
        words = [word for label in labels for word in label.split()]
        return float(max([self._least_cell, *(extent(word, "text", look.least)[0] + 9 * look.u for word in words)]))

    @property
    def row(self) -> int:
        """Number of tokens beside each other."""
        return len(self._names) if self.slim else min(len(self._names), max(1, int(self._width / self.cell)))

    @property
    def lines(self) -> int:
        """Number of rows."""
        return -(-len(self._names) // self.row)

    def usual(self, row: int) -> float:
        """Return the width of a place, with `row` of them beside each other.

        Where there is little height, names have all the width.
        """
        return float(min(self._width / row, (2.5 if self.low else 1.25) * self.cell))

    @cached_property
    def words(self) -> float:
        """Height of the names, in pixels."""
        return _words_high(self._names, self.slim or [self.usual(self.row)] * len(self._names))

    @cached_property
    def disc(self) -> float:
        """Return the size of tokens.

        They are smaller where they would not all be in sight, and even smaller where they scroll and another row is
        then whole.
        """
        if not self.low:
            return across()
        usual, least, gap, lines = TIGHT * look.u, _LEAST * look.u, 8 * look.u, self.lines
        if self._room >= lines * (least + gap + self.words):
            return float(min(usual, self._room / lines - gap - self.words))
        # The few with a third line have higher rows of their own.
        rest = gap + min(self.words, 2.4 * look.least)
        rows = int(self._room / (least + rest))
        return float(min(usual, self._room / rows - rest) if 0 < rows < lines else usual)

    @cached_property
    def high(self) -> float:
        """Height of a row, in pixels."""
        lines = 2.3 + (1.15 if any(name.detailed for name in self._names) else 0)
        words = self.disc + 8 * look.u + self.words
        # Long names may have a third line, which must not lie under what comes next.
        most = max(self.disc + 10 * look.u + lines * look.least, words)
        # A line for the words less, rather than a part of it below the fold, unless some of them need it.
        least, room = most - 1.1 * look.least, self._room / self.lines
        if not (self.low or least <= room < most):
            return float(most)
        return float(min(most, max(room if self.low else least, words)))


def _slim(names: Sequence[TokenName], width: float) -> tuple[float, ...]:
    """Return the width of each place if narrower places let all tokens stand in one row, else nothing.

    Tokens with a key keep their width.
    """
    cell = _TIGHT_CELL * look.u
    if len(names) * cell <= width or not any(name.keyed for name in names):
        return ()
    needed = [cell if name.keyed else _least_wide(name.label) for name in names]
    spare = (width - sum(needed)) / len(needed)
    return tuple(wide + spare for wide in needed) if spare >= 0 else ()


def _least_wide(label: str) -> float:
    """Return how wide a token without a key must be for a name in two lines."""
    words = label.split()
    parted = [max(" ".join(words[:n]), " ".join(words[n:]), key=len) for n in range(1, len(words) + 1)]
    name = min(extent(line, "text", look.least)[0] for line in parted) if parted else 0.0
    return float(max(look.finger, (TIGHT + 12) * look.u, name + 10 * look.u))


def _words_high(names: Sequence[TokenName], places: Sequence[float]) -> float:
    """Return how high names are in places of these widths; beside a key they stand below both."""
    tall = 0.0
    for name, place in zip(names, places, strict=True):
        wide = round(place - (2 if name.keyed else 8) * look.u)
        tall = max(tall, extent(broken(name.label, wide), "text", look.least, wide)[1])
    return tall
