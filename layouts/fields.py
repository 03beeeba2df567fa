"""The colours of a broad field, made of a player's own, so that words on it can be read in every theme."""

from __future__ import annotations

from colorsys import hsv_to_rgb, rgb_to_hsv
from functools import lru_cache
from typing import Final

from msgspec import Struct

from layouts.colours import Tint, contrast_of, light_of, mixed, tint_of
from layouts.palette import THEMES, Deep, Paper

_READ: Final = 4.5
"""The contrast that small words need against their ground (WCAG)."""
_AMBER, _PALE = (0.10, 0.18), (0.2, 0.5)
"""Hues that would turn to olive, and saturations that would turn to grey, where they are darkened."""


class Field(Struct, frozen=True, gc=False):
    """The colours of a field.

    Args:
        bright: its upper left.
        dark: its lower right.
        ground: what lies beside it.
        waiting: the row of a player who waits.
    """

    bright: Tint
    dark: Tint
    ground: Tint
    waiting: Tint


def deep(colour: Tint, most: float) -> tuple[float, ...]:
    """Return a colour as dark as a ground: its hue, with a relative luminance of at most `most`."""
    hue, saturation, value = rgb_to_hsv(*colour[:3])
    if saturation > _PALE[1] and _AMBER[0] <= hue <= _AMBER[1]:
        hue -= 0.025
    if _PALE[0] < saturation < _PALE[1]:
        saturation = min(0.52, saturation * 1.7)
    while value > 0 and light_of(hsv_to_rgb(hue, saturation, value)) > most:
        value -= 0.004
    return (*hsv_to_rgb(hue, saturation, max(0.0, value)), 1.0)


@lru_cache(maxsize=64)
def field_of(colour: str, theme: str) -> Field:
    """Return the field of a player's colour, `#rrggbb`; in a theme without fields it is all ground."""
    palette = THEMES[theme]
    own: Tint = tint_of(colour)
    ground, recipe = tint_of(palette.ground), palette.field
    if isinstance(recipe, Paper):
        paper = tint_of(recipe.paper)
        bright = recipe.brightest if light_of(own) >= recipe.light else recipe.bright
        while contrast_of(tint_of(palette.dim), mixed(own, paper, bright)) < _READ:
            bright += 0.02
        return Field(*(mixed(own, paper, share) for share in (bright, recipe.dark, recipe.ground, recipe.waiting)))
    if isinstance(recipe, Deep):
        own = mixed(own, tint_of(recipe.warmth), recipe.warm)
        # A bright colour has a brighter field, so that fields differ in light, too.
        most = min(0.115, 0.055 + 0.1 * light_of(own)) * recipe.light
        beside = mixed(deep(own, recipe.ground), ground, 0.35)
        return Field(deep(own, most), deep(own, most / 4), beside, mixed(deep(own, 0.03), beside, 0.25))
    return Field(ground, ground, ground, mixed(tint_of(palette.surface), own, 0.22))


@lru_cache(maxsize=256)
def strength_of(colour: str, theme: str, wanted: float, *, crossed: bool) -> float:
    """Return how opaque a silhouette of a colour may be on its field.

    Args:
        colour: of the player, `#rrggbb`.
        theme: its name.
        wanted: how opaque it is to be in the dark theme.
        crossed: whether small words cross it, which are then still read.
    """
    palette = THEMES[theme]
    found, own, bright = wanted * palette.beast, tint_of(colour), field_of(colour, theme).bright
    while crossed and found > 0 and contrast_of(tint_of(palette.ink), mixed(bright, own, found)) < _READ:
        found -= 0.01
    return max(0.0, found)
