"""The fields of colour: whoever sees colours less well still tells all factions and the way on apart.

    .venv/bin/python -m tests.cthulhu_wars.test_colours

says which colours are left for one more.
"""

from __future__ import annotations

import sys
from itertools import combinations, product
from typing import Final

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from layouts.palette import THEMES
from tests.colour_sight import DEFICIENCIES, contrast, difference, lab, linear, luminance, seen_with

FIELDS: Final = {code: faction.colour for code, faction in FACTIONS.items()}

LEAST: Final = 10.0


def nearest(colours: dict[str, str], deficiency: str) -> tuple[float, str, str]:
    """The two that are hardest to tell apart."""
    seen = {name: lab(seen_with(colour, deficiency)) for name, colour in colours.items()}
    return min((difference(seen[one], seen[other]), one, other) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_all_fields_and_the_accent_stay_apart(theme: str, deficiency: str) -> None:
    """CIEDE2000 of at least 10 between any two, under each deficiency at its full strength."""
    colours = FIELDS | {"accent": THEMES[theme].accent}
    assert nearest(colours, deficiency)[0] >= LEAST, nearest(colours, deficiency)


def test_two_colours_that_only_a_full_eye_tells_apart_are_found() -> None:
    assert difference(lab(linear("#35b277")), lab(linear("#c9b48a"))) > 20
    assert nearest({"a": "#35b277", "b": "#c9b48a", "c": "#000000"}, "protanopia")[0] < LEAST


def can_be_read(colour: str) -> bool:
    """Whether a sigil is readable on a field of this colour, and the field on the screen."""
    seen = contrast(colour, THEMES["dark"].ground) >= 2 and 0.05 < luminance(colour) < 0.95
    return seen and max(contrast(colour, "#000000"), contrast(colour, "#ffffff")) >= 4.5


@pytest.mark.parametrize("colour", sorted(FIELDS.values()))
def test_a_sigil_is_readable_on_its_field_and_the_field_on_the_screen(colour: str) -> None:
    assert can_be_read(colour)


def left() -> list[tuple[float, str]]:
    """The colours that one more faction may have, with how far they are from all others; the farthest first."""
    taken, found = [*FIELDS.values(), *(theme.accent for theme in THEMES.values())], []
    seen_taken = {d: [lab(seen_with(other, d)) for other in taken] for d in DEFICIENCIES}
    for parts in product(range(0, 256, 17), repeat=3):
        colour = "#{:02x}{:02x}{:02x}".format(*parts)
        if not can_be_read(colour):
            continue
        seen = {d: lab(seen_with(colour, d)) for d in DEFICIENCIES}
        if (far := min(difference(seen[d], other) for d in DEFICIENCIES for other in seen_taken[d])) >= LEAST:
            found.append((far, colour))
    return sorted(found, reverse=True)


def test_a_colour_that_is_left_can_be_taken() -> None:
    _far, colour = left()[0]
    for theme, deficiency in product(THEMES.values(), DEFICIENCIES):
        assert nearest(FIELDS | {"accent": theme.accent, "one more": colour}, deficiency)[0] >= LEAST


if __name__ == "__main__":
    sys.stdout.writelines(f"{colour} {far:.1f}\n" for far, colour in left()[:12])
