"""Everything that must have been used often enough, by name."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from tests.cthulhu_wars.uses import (
    awakenings,
    rituals,
    statements_battles,
    statements_bubastis,
    statements_common,
    statements_expansions,
    statements_neutral,
    statements_priests,
)
from tests.cthulhu_wars.uses.printed import NEUTRAL_COSTS, NEUTRAL_CULTISTS
from tests.cthulhu_wars.uses.statements import STATEMENTS
from tests.cthulhu_wars.uses.tally import Tally
from tests.cthulhu_wars.uses.taste import NEUTRAL

TABLES = (
    awakenings,
    rituals,
    statements_battles,
    statements_bubastis,
    statements_common,
    statements_expansions,
    statements_neutral,
    statements_priests,
)
"""Statements enter themselves as their modules are imported."""

PASSIVES = (
    *(
        "YS.passion",
        "SL.burrow",
        "SL.sorcery_ends",
        "AN.festival",
        "WW.ice_age_surcharge",
        "GC.immortal",
        "YS.third_eye",
    ),
    *("OW.dragon_descending", "TT.sycophancy", "SL.demand_sacrifice_pains", "AN.extinction", "GC.regenerate"),
    *("CC.emissary", "BG.frenzy", "TT.otherworld", "YS.hastur_combat", "SL.tsathoggua_combat"),
    *("TT.ubbo_sathla_combat", "DS.synthesis_combat", "TT.hierophants", "TT.hells_banquet", "WW.herald"),
    *("AN.consecration", "TT.soulless", "YS.feast", "GC.yha_nthlei", "BG.red_sign", "AN.worship_services"),
    *("BB.cat_power", "BB.bastet", "BB.moon_left", "DC.chorus"),
)
OTHERS = (
    # By Ancient Sorcery.
    *("SL.psychosis", "SL.hibernate", "SL.beyond_one", "SL.dematerialization"),
    *(
        "neutral.ermengarde_stubbs",
        "neutral.stars_are_right",
        "neutral.mao_ceremony",
        "neutral.umr_at_tawil",
        "neutral.great_race_of_yith",
    ),
    *(f"neutral.{name}" for name in NEUTRAL),
    *(f"neutral.summon/{unit}" for unit in NEUTRAL_COSTS if unit in CARDS and CARDS[unit].summoned),
    *(f"common.recruit/{unit}" for unit in NEUTRAL_CULTISTS if unit != "dark_demon"),
    *(f"neutral.awaken/{card.id}" for card in CARDS.values() if card.independent),
)

HELD_BY: Final = {
    "bokrug": "card_book",
    "brown_jenkin": "Brown Jenkin",
    "cat_from_venus": "capture",
    "dark_demon": "dark_demon",
    **dict.fromkeys(("cthulhu_free", "hastur_free", "nyarlathotep_free", "shub_niggurath_free"), "awaken/"),
    **dict.fromkeys(("yog_sothoth_free", "the_harbinger", "the_risen_one"), "awaken/"),
    "eihort": "awaken/",
    "ermengarde_stubbs": "neutral.ermengarde_stubbs",
    "glaaki": "Green Decay",
    "great_race_of_yith": "neutral.great_race_of_yith",
    "lavinia_whateley": "lavinia_whateley",
    "moonbeast": "moonbeast_away",
    "prophetess": "recruit_for/",
    "satyr": "satyr",
    "shadow_pharaoh": "shadow_pharaoh",
    "worm_of_ghroth": "neutral.worm_of_ghroth",
}
"""Cards without an ability that is picked: a statement of theirs, or the word by which others' statements know them."""
NOT_COUNTED: Final = {
    "elder_thing": "It takes abilities from others, whose statements ask for it.",
    "gnorri": "Their Doom comes with that of the Doom Phase, in which nothing is used.",
    "insect_from_shaggai": "It moves pieces to its side of a battle, where statements count what results did to them.",
    "shantak": "Whom it takes along off a Gate only the table knows.",
}
"""Cards without a statement, and why."""


def expected(code: str) -> list[str]:
    """Every ability of a faction of which the table must speak."""
    own = [name for name in STATEMENTS if name.startswith(f"{code}.")]
    card = FACTIONS[code]
    awakened = [f"{code}.awaken/{unit.unit}" for unit in card.awakenings]
    return [*own, *awakened, *(name for name in PASSIVES if name.startswith(f"{code}."))]


def every(tally: Tally) -> list[str]:
    """All that there are, and whatever else has been used, in order."""
    of_factions = [name for code in FACTIONS for name in expected(code)]
    return sorted({*of_factions, *OTHERS, *tally.used})
