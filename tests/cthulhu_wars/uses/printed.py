"""Numbers of the rules reference (sections 6 and 7), copied from there by hand."""

from __future__ import annotations

from typing import Final

NEUTRAL_CULTISTS: Final = {
    "dark_demon": 1,
    "eidolon": 2,
    "prophetess": 2,
    "asenath_waite": 3,
    "crawford_tillinghast": 3,
    "ermengarde_stubbs": 3,
    "herbert_west": 3,
    "joseph_curwen": 3,
    "keziah_mason": 3,
    "lavinia_whateley": 3,
    "pitpipo": 3,
}
"""Reference 7: Cultists that are on no faction's card, with their cost."""
CULTIST_COSTS: Final = {"brood": 0, "acolyte": 1, "high_priest": 3, **NEUTRAL_CULTISTS}
CULTISTS: Final = tuple(CULTIST_COSTS)
UNIQUE_PRIESTS: Final = tuple(unit for unit, cost in NEUTRAL_CULTISTS.items() if cost == 3)
HIGH_PRIESTS: Final = ("high_priest", *UNIQUE_PRIESTS)
MONSTERS: Final = {
    "GC": {"deep_one": 1, "shoggoth": 2, "starspawn": 3},
    "CC": {"nightgaunt": 1, "flying_polyp": 2, "hunting_horror": 3},
    "BG": {"ghoul": 1, "fungi": 2, "dark_young": 3},
    "YS": {"undead": 1, "byakhee": 2},
    "OW": {"mutant": 2, "abomination": 3, "spawn_of_yog_sothoth": 4},
    "SL": {"wizard": 1, "serpent_man": 2, "formless_spawn": 3},
    "WW": {"wendigo": 1, "gnoph_keh": 4},
    "DS": {"larva_thesis": 1, "larva_antithesis": 1, "larva_synthesis": 1},
    "AN": {"un_man": 3, "reanimated": 4},
    "TT": {"proto_shoggoth": 2},
    "BB": {"acolyte": 1, "cat_from_mars": 2, "cat_from_saturn": 3, "cat_from_uranus": 4},
    "DC": {"singer": 1},
}
"""Reference 6: each faction's Monsters with their cost; `DC` is that of `docs/own_things.md`."""
CATS: Final = ("acolyte", "cat_from_mars", "cat_from_saturn", "cat_from_uranus")
"""Reference 6, Bubastis: what gives Power as a Cat; Earth Cats go by the name of Acolytes."""
GREAT: Final = {
    "cthulhu": 10,
    "nyarlathotep": 10,
    "shub_niggurath": 8,
    "king_in_yellow": 4,
    "hastur": 10,
    "yog_sothoth": 6,
    "tsathoggua": 8,
    "rhan_tegoth": 6,
    "ithaqua": 6,
    "avatar_thesis": 0,
    "avatar_antithesis": 0,
    "avatar_synthesis": 8,
    "ubbo_sathla": 6,
    "bastet": 6,
    "conductor": 6,
}
"""Reference 6: each faction's Great Old Ones with their cost."""
STOCK: Final = {
    "acolyte": 6,
    "deep_one": 4,
    "shoggoth": 2,
    "starspawn": 2,
    "nightgaunt": 3,
    "flying_polyp": 3,
    "hunting_horror": 2,
    "ghoul": 2,
    "fungi": 4,
    "dark_young": 3,
    "undead": 6,
    "byakhee": 4,
    "mutant": 4,
    "abomination": 3,
    "spawn_of_yog_sothoth": 2,
    "wizard": 2,
    "serpent_man": 3,
    "formless_spawn": 4,
    "wendigo": 4,
    "gnoph_keh": 4,
    "cat_from_mars": 2,
    "cat_from_saturn": 2,
    "cat_from_uranus": 2,
    "larva_thesis": 2,
    "larva_antithesis": 2,
    "larva_synthesis": 2,
    "un_man": 3,
    "reanimated": 3,
    "yothan": 3,
    "proto_shoggoth": 6,
    "singer": 5,
}
NEUTRAL_MONSTERS: Final = {
    "ghast": 2,
    "gug": 1,
    "shantak": 2,
    "star_vampire": 2,
    "gnorri": 3,
    "moonbeast": 2,
    "leng_spider": 2,
    "dimensional_shambler": 2,
    "elder_thing": 2,
    "servitor": 1,
    "wamp": 1,
    "filth": 1,
    "voonith": 3,
    "insect_from_shaggai": 2,
    "satyr": 2,
    "asteroid_cat": 1,
    "cat_from_mercury": 1,
    "cat_from_venus": 1,
    "albino_penguin": 1,
}
TERRORS: Final = {
    "dhole": 4,
    "great_race_of_yith": 4,
    "quachil_uttaus": 4,
    "hound_of_tindalos": 4,
    "brown_jenkin": 2,
    "elder_shoggoth": 4,
    "cacodemon": 4,
    "cat_from_neptune": 3,
    "shadow_pharaoh": 4,
    "worm_of_ghroth": 0,
}
NEUTRAL_COSTS: Final = {**NEUTRAL_MONSTERS, **TERRORS}
NEUTRAL_COUNTS: Final = {
    "filth": 12,
    "brood": 6,
    "ghast": 4,
    "gug": 2,
    "shantak": 2,
    "star_vampire": 3,
    "gnorri": 3,
    "moonbeast": 4,
    "leng_spider": 3,
    "dimensional_shambler": 3,
    "elder_thing": 3,
    "servitor": 3,
    "wamp": 4,
    "voonith": 2,
    "insect_from_shaggai": 3,
    "satyr": 3,
    "asteroid_cat": 2,
    "cat_from_mercury": 2,
    "cat_from_venus": 2,
    "albino_penguin": 2,
}
INDEPENDENT_COSTS: Final[dict[str, int | None]] = {
    "byatis": 4,
    "abhoth": 4,
    "daoloth": 6,
    "nyogtha": 6,
    "tulzscha": 4,
    "ygolonac": 2,
    "yig": 4,
    "bokrug": 4,
    "ghatanothoa": 4,
    "father_dagon": 4,
    "mother_hydra": 4,
    "bloated_woman": 4,
    "atlach_nacha": 6,
    "glaaki": 4,
    "nodens": 6,
    "chaugnar_faugn": 4,
    "eihort": 4,
    "gobogeg": 0,
    "haunter_of_the_dark": 6,
    "hagarg_ryonis": 4,
    "dire_cthulhu": 6,
    "dire_azathoth": 10,
    **dict.fromkeys(("cthugha", "azathoth_free", "dire_yog_sothoth"), None),
}
"""Reference 7: what is no number there is asked at the table."""
PLACED: Final = {"ghast": 4, "wamp": 4, "servitor": 0}
"""How many come with a card, if not one."""
