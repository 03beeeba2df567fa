"""Draws pieces in lines of text, as in the halves of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from kivy.graphics import Canvas

from companion.app.widgets.rendering.sprites import TextSprite
from companion.table.view import TokenView
from layouts.colours import Tint, faded, ink_over, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["LINE_HEIGHT", "TokenLine", "merge_tokens", "stamp_colour", "stamped", "token_lines"]

LINE_HEIGHT: Final = 1.12
"""Height of a line of pieces, as a multiple of that of their symbols."""

_STAMPS: Final[dict[str, Literal["kill", "pain"]]] = {"kill": "kill", "elimination": "kill", "pain": "pain"}
"""Stamps with a colour of their own, besides their shape."""

_DISC: Final = SYMBOLS["seat-disc"]

_LOST: Final = frozenset(name for name, colour in _STAMPS.items() if colour == "kill")

_Line: TypeAlias = tuple[tuple[TokenView, float], ...]
"""The pieces of a line with their widths, in pixels."""


def stamp_colour(name: str) -> Tint:
    """Return the colour of a stamp."""
    tint: Tint = getattr(look, _STAMPS[name]) if name in _STAMPS else look.ink
    return tint


def stamped(ink: Tint) -> bool:
    """Return whether a sign of this colour stands on a disc: on a field of any colour it would not be read."""
    return bool(look.fielded and (ink == look.kill or ink == look.pain))


def merge_tokens(tokens: Sequence[TokenView]) -> tuple[TokenView, ...]:
    """Return the tokens with equal ones merged and counted; those that have retreated and the lost are last."""
    found: dict[tuple[str, tuple[str, ...], bool], TokenView] = {}
    for token in tokens:
        key = token.symbol or token.label, token.stamps, token.gone
        before = found.get(key)
        number = token.number + (before.number if before else 0)
        found[key] = TokenView(token.symbol, token.label, number, None, token.stamps, token.gone)
    return tuple(sorted(found.values(), key=lambda token: token.gone * (1 + bool(_LOST & {*token.stamps}))))


class TokenLine:
    """Draws pieces in lines: symbol, number, worth and stamps of each kind.

    Args:
        canvas: to draw on.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._words: list[TextSprite] = []

    def hide(self) -> None:
        """Hide all pieces."""
        for word in self._words:
            word.hide()

    def put(
        self,
        tokens: tuple[TokenView, ...],
        colour: str,
        x: float,
        top: float,
        width: float,
        size: float,
        *,
        right: bool = False,
        most: int = 9,
    ) -> None:
        """Draw pieces.

        Args:
            tokens: from left to right, line by line.
            colour: of their player.
            x: left edge, in pixels.
            top: upper edge, in pixels.
            width: in pixels.
            size: of their symbols; smaller where they would not fit.
            right: whether they are aligned to the right.
            most: maximum number of lines; the rest is left out.
        """
        # On a field of its own colour it needs more ink.
        sign = mixed(tint_of(colour), look.ink, 0.8 if look.fielded else 0.3)
        high, lines = _broken(tokens, width, size, look.least)
        used = 0
        for number, line in enumerate(lines[:most]):
            taken = sum(across for _, across in line)
            left = x + max(0.0, width - taken + 0.42 * high) if right else x
            y = top - (number + 0.5) * LINE_HEIGHT * size
            for token, across in line:
                at = left
                for text, share, ink in _run(token, sign):
                    size_of_type = _type(share, high)
                    wide = extent(text, _voice(share), size_of_type)[0]
                    if stamped(ink):
                        self._word(used).put(_DISC, "text", 1.1 * size_of_type, ink, at + wide / 2, y, "middle")
                        sign_size = 0.74 * size_of_type
                        self._word(used + 1).put(text, "text", sign_size, ink_over(ink), at + wide / 2, y, "middle")
                        used += 2
                    else:
                        self._word(used).put(text, _voice(share), size_of_type, ink, at, y)
                        used += 1
                    at += wide + 0.08 * high
                left += across
        for word in self._words[used:]:
            word.hide()

    def _word(self, place: int) -> TextSprite:
        if place == len(self._words):
            self._words.append(TextSprite(self._canvas))
        return self._words[place]


def token_lines(tokens: tuple[TokenView, ...], width: float, size: float) -> int:
    """Return the number of lines that pieces take; for the arguments see `TokenLine.put`."""
    return len(_broken(tokens, width, size, look.least)[1])


@lru_cache(maxsize=256)
def _broken(tokens: tuple[TokenView, ...], width: float, size: float, _least: float) -> tuple[float, tuple[_Line, ...]]:
    """Return the size of the pieces, and the lines."""
    runs = [_run(token, look.ink) for token in tokens]
    natural = sum(_wide(run, size) for run in runs) - 0.42 * size
    if natural > width:
        size *= max(0.8, width / natural)
    found: list[list[tuple[TokenView, float]]] = [[]]
    taken = 0.0
    for token, run in zip(tokens, runs, strict=True):
        wide = _wide(run, size)
        if found[-1] and taken + wide - 0.42 * size > width + 0.5:
            found.append([])
            taken = 0.0
        found[-1].append((token, wide))
        taken += wide
    return size, tuple(map(tuple, found))


def _run(token: TokenView, sign: Tint) -> list[tuple[str, float, Tint]]:
    """Return the texts of one kind with their colours, and sizes as shares of its symbol's."""
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


def _wide(run: Sequence[tuple[str, float, Tint]], size: float) -> float:
    wide = sum(extent(text, _voice(share), _type(share, size))[0] + 0.08 * size for text, share, _ink in run)
    return float(wide + 0.42 * size)


def _type(share: float, size: float) -> float:
    """Return the size of a symbol, or of a text beside it."""
    return max(look.least, share * size) if share < 1 else size


def _voice(share: float) -> Literal["strong", "text"]:
    return "strong" if share < 1 else "text"
