"""Fields of players' colours: words on them can be read in every theme, and fields that meet are told apart."""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from layouts.colours import Tint, contrast_of, ink_on, light_of, mixed, tint_of
from layouts.fields import deep, field_of, strength_of
from layouts.modes import EVERYBODY, MODES
from layouts.palette import THEMES
from tests.colour_sight import DEFICIENCIES, difference, lab, linear, seen_with

FIELDED: Final = [name for name, theme in THEMES.items() if theme.field is not None]
OWN: Final = {EVERYBODY, *(faction.colour for faction in FACTIONS.values()), *(look.colour for look in MODES.values())}
HOME_MADE: Final = {"#ffffff", "#000000", "#ffff00", "#00ff00", "#808080", "#c8ffb0"}
WORDS, SIGNS, APART = 4.5, 3.0, 10.0


def over(above: str, below: Tint) -> Tint:
    """A colour that lets what is below it through, on that."""
    *colour, opaque = tint_of(above)
    return mixed(below, (*colour, 1.0), opaque)


def written(colour: Tint) -> str:
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in colour[:3])


@pytest.mark.parametrize("colour", sorted(OWN | HOME_MADE))
@pytest.mark.parametrize("theme", FIELDED)
def test_all_that_lies_on_a_field_can_be_read(theme: str, colour: str) -> None:
    palette, field = THEMES[theme], field_of(colour, theme)
    for base in (field.bright, field.dark):
        key, well = over(palette.raised, base), over(palette.well, base)
        grounds = (base, key)
        for ink, ground in product((palette.ink, palette.dim), grounds):
            assert contrast_of(tint_of(ink), ground) >= WORDS
        assert contrast_of(tint_of(palette.power), key) >= WORDS
        assert contrast_of(tint_of(palette.kill), well) >= SIGNS
        assert contrast_of(tint_of(palette.pain), well) >= SIGNS
        assert contrast_of(tint_of(palette.accent), base) >= SIGNS
    for ground in (field.ground, field.waiting):
        assert contrast_of(tint_of(palette.ink), ground) >= WORDS
        assert contrast_of(tint_of(palette.dim), ground) >= WORDS
    assert contrast_of(tint_of(palette.ink), over(palette.bar, field.ground)) >= WORDS


@pytest.mark.parametrize("colour", sorted(OWN | HOME_MADE))
@pytest.mark.parametrize("theme", FIELDED)
def test_small_words_that_cross_a_silhouette_are_read(theme: str, colour: str) -> None:
    palette, field = THEMES[theme], field_of(colour, theme)
    for wanted in (0.18, 0.5, 1.0):
        shown = strength_of(colour, theme, wanted, crossed=True)
        assert shown <= strength_of(colour, theme, wanted, crossed=False) == pytest.approx(wanted * palette.beast)
        assert contrast_of(tint_of(palette.ink), mixed(field.bright, tint_of(colour), shown)) >= WORDS


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_two_fields_that_meet_end_in_colours_that_are_told_apart(deficiency: str) -> None:
    """Fields alone are too alike: each ends in its full colour, with ground between."""
    colours = sorted(faction.colour for faction in FACTIONS.values())
    for one, other in combinations(colours, 2):
        assert difference(*(lab(seen_with(colour, deficiency)) for colour in (one, other))) >= APART


def test_a_field_keeps_its_hue_and_is_never_plain_black() -> None:
    green, pale = deep(tint_of("#35b277"), 0.1), deep(tint_of("#f08cc4"), 0.1)
    assert green[1] > 2 * green[0]
    assert pale[0] > 1.5 * pale[1]
    for colour in OWN:
        ground = field_of(colour, "dark").ground
        assert light_of(ground) < 0.02
        assert difference(lab(linear(written(ground))), lab(linear("#000000"))) > 2


def test_black_or_white_is_read_on_each_full_colour() -> None:
    assert all(contrast_of(ink_on(colour), tint_of(colour)) >= WORDS for colour in OWN)


def test_the_theme_of_most_contrast_has_no_fields_and_no_silhouettes() -> None:
    field = field_of("#35b277", "contrast")
    assert {written(colour) for colour in (field.bright, field.dark, field.ground)} == {"#000000"}
    assert strength_of("#35b277", "contrast", 0.5, crossed=False) == 0
