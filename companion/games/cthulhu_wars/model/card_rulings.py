"""Rules of neutral cards on which the sources disagree, the printed rule first (reference section 8)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import (
    ABHOTH,
    AZATHOTH,
    CTHUGHA,
    ELDER_SHOGGOTH,
    GLAAKI,
    NEPTUNE,
    NODENS,
    VOONITH,
)
from companion.games.cthulhu_wars.model.setup_form import ALLOWED
from companion.table.rulings import Ruling
from companion.table.words import N_

PRINTED: Final = "printed"
OTHER: Final = ALLOWED
DIE: Final = "die"

FEWER_TOKENS: Final = 6
"""Filth tokens in the box by the other reading of D72."""
CHEAPER_CAT: Final = 1
"""What a Cat from Neptune costs by the other reading of D69."""

OF_CARDS: Final = {
    ABHOTH: {"D72": Ruling(N_("Filth tokens in the box"), {PRINTED: N_("12"), OTHER: N_("6")})},
    AZATHOTH: {
        "D68": Ruling(
            N_("Azathoth awakens: where his marker goes"),
            {
                PRINTED: N_("to the sum of the dice that the enemies show"),
                OTHER: N_("to that sum, with the die of whoever awakens him"),
                DIE: N_("to the number of Power lost"),
            },
        ),
    },
    CTHUGHA: {
        "D70": Ruling(
            N_("Fire Vampires and Firestorm on an enemy without Power, or who hibernates"),
            {PRINTED: N_("not possible"), OTHER: N_("possible")},
        ),
    },
    ELDER_SHOGGOTH: {
        "D71": Ruling(N_("Prime Cause"), {PRINTED: N_("before the dice"), OTHER: N_("after the battle")}),
    },
    GLAAKI: {
        "D75": Ruling(
            N_("Gla'aki awakens: an Elder Sign"),
            {PRINTED: N_("none"), OTHER: N_("1 Elder Sign for whoever awakens him")},
        ),
    },
    NEPTUNE: {
        "D69": Ruling(
            N_("Cat from Neptune: cost and Combat"),
            {PRINTED: N_("3 Power, Combat 3"), OTHER: N_("1 Power, Combat 1")},
        ),
    },
    NODENS: {
        "D74": Ruling(
            N_("Nodens lost, with a spellbook that takes lost units out of the game (Proteus)"),
            {PRINTED: N_("taken out of the game"), OTHER: N_("not taken out")},
        ),
    },
    VOONITH: {
        "D81": Ruling(
            N_("Vicious counts"),
            {PRINTED: N_("the Kills that were rolled"), OTHER: N_("the Kills scored, with what abilities added")},
        ),
    },
}
"""The rulings on each card; they are asked for where the card is in use."""
