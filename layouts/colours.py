"""Colours as numbers, and others made of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

Tint: TypeAlias = Sequence[float]
"""Red, green, blue and opacity, from 0 to 1."""

CLEAR: Final = (0.0, 0.0, 0.0, 0.0)

_RGB: Final = 3

_SEEN: Final = 3.0
"""The contrast that a drawing needs against its ground (WCAG)."""


@lru_cache(maxsize=128)
def tint_of(colour: str) -> tuple[float, float, float, float]:
    """Return the tint that is written `#rrggbb`, or `#rrggbbaa` with its opacity."""
    red, green, blue, opaque = (int((colour + "ff")[i : i + 2], 16) / 255 for i in (1, 3, 5, 7))
    return red, green, blue, opaque


def faded(colour: Tint, opacity: float) -> tuple[float, ...]:
    """Return the colour with this opacity."""
    return (*colour[:3], opacity)


def thinned(colour: Tint, share: float) -> tuple[float, ...]:
    """Return the colour with this share of its opacity."""
    return (*colour[:3], colour[3] * share)


def mixed(one: Tint, other: Tint, share: float) -> tuple[float, ...]:
    """Return a colour between two; `share` is how much there is of the second, 0 to 1."""
    red, green, blue, opaque = one if len(one) > _RGB else (*one, 1.0)
    more, most, much, whole = other if len(other) > _RGB else (*other, 1.0)
    return (
        red + (more - red) * share,
        green + (most - green) * share,
        blue + (much - blue) * share,
        opaque + (whole - opaque) * share,
    )


def light_of(colour: Tint) -> float:
    """Return the relative luminance of an opaque colour (WCAG)."""
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_of(one: Tint, other: Tint) -> float:
    """Return the contrast of two opaque colours (WCAG)."""
    dark, bright = sorted((light_of(one), light_of(other)))
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=64)
def ink_on(colour: str) -> tuple[float, float, float, float]:
    """Return black or white, whichever reads better on `colour` (`#rrggbb`)."""
    return (0, 0, 0, 1) if light_of([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]) > 0.179 else (1, 1, 1, 1)


def drawn_in(colour: Tint, ground: Tint, ink: Tint) -> tuple[float, ...]:
    """Return a colour mixed with as much ink as it needs to be seen on a ground, 3:1 (WCAG)."""
    return _drawn_in(tuple(colour[:3]), tuple(ground[:3]), tuple(ink[:3]))


@lru_cache(maxsize=512)
def _drawn_in(colour: tuple[float, ...], ground: tuple[float, ...], ink: tuple[float, ...]) -> tuple[float, ...]:
    for tenths in range(2, 10):
        found = mixed(colour, ink, tenths / 10)
        if contrast_of(found, ground) >= _SEEN:
            return found
    return (*ink, 1.0)


def ink_over(colour: Tint) -> tuple[float, float, float, float]:
    """Return ink for a colour given as red, green and blue from 0 to 1."""
    return _ink_over(tuple(colour[:3]))


@lru_cache(maxsize=64)
def _ink_over(colour: tuple[float, ...]) -> tuple[float, float, float, float]:
    return ink_on("#" + "".join(f"{round(channel * 255):02x}" for channel in colour))
