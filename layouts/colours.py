"""Colours as numbers, and others made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Tint: TypeAlias = Sequence[float]
"""Red, green, blue and opacity, from 0 to 1."""

CLEAR: Final = (0.0, 0.0, 0.0, 0.0)


def faded(colour: Tint, opacity: float) -> tuple[float, ...]:
    """Return the colour with this opacity."""
    return (*colour[:3], opacity)


def mixed(one: Tint, other: Tint, share: float) -> tuple[float, ...]:
    """Return a colour between two opaque ones; `share` is how much there is of the second, 0 to 1."""
    return (*(a + (b - a) * share for a, b in zip(one[:3], other[:3], strict=True)), 1.0)


def ink_on(colour: str) -> tuple[float, float, float, float]:
    """Return black or white, whichever reads better on `colour` (`#rrggbb`)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return (0, 0, 0, 1) if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else (1, 1, 1, 1)


def ink_over(colour: Tint) -> tuple[float, float, float, float]:
    """The same for a colour as red, green and blue from 0 to 1."""
    return ink_on("#" + "".join(f"{round(channel * 255):02x}" for channel in colour[:3]))
