"""The fields of colour: whoever sees colours less well still tells all factions and the way on apart."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest

from companion.games.cthulhu_wars.roster import FACTIONS
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


@pytest.mark.parametrize("colour", sorted(FIELDS.values()))
def test_a_sigil_is_readable_on_its_field_and_the_field_on_the_screen(colour: str) -> None:
    assert max(contrast(colour, "#000000"), contrast(colour, "#ffffff")) >= 4.5
    assert contrast(colour, THEMES["dark"].ground) >= 2
    assert 0.05 < luminance(colour) < 0.95
