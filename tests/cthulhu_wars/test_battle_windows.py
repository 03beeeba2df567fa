"""Each battle ability is offered where all that it needs is there, and not where any one thing of that is missing
(battle reference 4.1 to 4.3, and the tables of section 6). What each needs is written from there."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.table.prompts import Answer, Assign, Choose, Form, Prompt, Roll
from tests.cthulhu_wars.battles import AREA, Skirmish

Change = Mapping[str, Any]
DICE: Final = 8


def fight(
    pieces: Mapping[str, Mapping[str, int]],
    faces: Mapping[str, list[int]] | None = None,
    hit: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, set[str]]:
    """Fight a battle in which nobody uses anything.

    Args:
        pieces: those in it by side, the attacker first.
        faces: what the first dice of a side show; the others miss.
        hit: the pieces that take results first, by id.
        more: further keys of the Quick Battle's set-up.

    Returns:
        The abilities that were offered, as `CODE.ability`, with the windows in which they were.
    """
    battle, found = Skirmish(pieces, **more), dict[str, set[str]]()
    while battle.session.prompts:
        key, ticket = next(iter(battle.open_keys.items()))
        prompt = battle.session.prompt_for(ticket)
        if isinstance(prompt, Choose) and key.count("/") == 2:
            for option in prompt.open_options():
                found.setdefault(f"{prompt.who}.{option.id}", set()).add(key.split("/")[1])
        battle.play((key, declined(prompt, faces or {}, hit)))
    return found


def declined(prompt: Prompt, faces: Mapping[str, list[int]], hit: tuple[str, ...]) -> Answer:
    """What leaves everything as it is, with these dice, and results on these pieces first."""
    if isinstance(prompt, Roll):
        return [*faces.get(prompt.who, []), *[1] * DICE * 4][: prompt.dice]
    if isinstance(prompt, Assign):
        wanted = [piece.id for piece in sorted(prompt.pieces, key=lambda piece: piece.id not in hit)]
        (result,) = prompt.results
        return {name: [result] for name in wanted[: prompt.required]}
    if isinstance(prompt, Choose) and not prompt.least:
        return []
    if isinstance(prompt, Form):
        return {}
    return prompt.any_answer(Random(1))


def books(**owned: str) -> dict[str, list[str]]:
    return {code: [book] for code, book in owned.items()}


DEVOUR = {"pieces": {"GC": {"cthulhu": 1}, "CC": {"acolyte": 1, "nyarlathotep": 1}}}
ABSORB = {"pieces": {"GC": {"shoggoth": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}, "books": books(GC="absorb")}
ABDUCT = {
    "pieces": {"CC": {"nightgaunt": 1, "hunting_horror": 1}, "GC": {"deep_one": 1}},
    "books": books(CC="abduct"),
}
HIDE = {
    "pieces": {"CC": {"flying_polyp": 1, "hunting_horror": 1}, "GC": {"deep_one": 1}},
    "books": books(CC="invisibility"),
}
SEEK = {
    "pieces": {"CC": {"flying_polyp": 1}, "GC": {"deep_one": 1}},
    "in_play": {"CC": {"hunting_horror": 1}},
    "books": books(CC="seek_and_destroy"),
}
HARBINGER = {
    "pieces": {"CC": {"nyarlathotep": 1, "hunting_horror": 1}, "GC": {"cthulhu": 1}},
    "faces": {"CC": [6]},
}
HARBINGER_PAIN = {**HARBINGER, "faces": {"CC": [4]}}
WITHOUT_THE_HARBINGER: Final[dict[str, Change]] = {
    "Nyarlathotep": {"pieces": {"CC": {"hunting_horror": 2}, "GC": {"cthulhu": 1}}},
    "an enemy Great Old One": {"pieces": {"CC": {"nyarlathotep": 1, "hunting_horror": 1}, "GC": {"shoggoth": 1}}},
    "a result on it": {"faces": {}},
}
NECROPHAGY = {
    "pieces": {"GC": {"deep_one": 2}, "CC": {"flying_polyp": 2}},
    "others": ["BG"],
    "in_play": {"BG": {"ghoul": 1}},
    "books": books(BG="necrophagy"),
    "faces": {"GC": [4], "CC": [4]},
}
CHANNEL = {
    "pieces": {"OW": {"mutant": 2}, "CC": {"flying_polyp": 2}},
    "books": books(OW="channel_power"),
    "faces": {"OW": [4, 1]},
}
REFILL = {
    **CHANNEL,
    "books": {"OW": ["channel_power", "dragon_ascending"]},
    "power": {"OW": 0, "CC": 5},
}
MILLION = {
    "pieces": {"OW": {"mutant": 1}, "CC": {"flying_polyp": 1}},
    "books": books(OW="million_favored_ones"),
}
DEMAND = {
    "pieces": {"SL": {"serpent_man": 1}, "CC": {"flying_polyp": 1}},
    "in_play": {"SL": {"tsathoggua": 1}},
    "books": books(SL="demand_sacrifice"),
}
HOWL = {"pieces": {"WW": {"wendigo": 1}, "CC": {"flying_polyp": 1}}, "books": books(WW="howl")}
RAGE = {
    "pieces": {"WW": {"gnoph_keh": 1, "wendigo": 1}, "CC": {"flying_polyp": 2}},
    "books": books(WW="berserkergang"),
    "faces": {"CC": [6]},
    "hit": ("WW.gnoph_keh.1",),
}
ETERNAL = {
    "pieces": {"WW": {"rhan_tegoth": 1, "wendigo": 1}, "CC": {"flying_polyp": 2}},
    "faces": {"CC": [6]},
    "hit": ("WW.rhan_tegoth.1",),
}
ETERNAL_PAIN = {**ETERNAL, "faces": {"CC": [4]}}
FEED = {
    "pieces": {"GC": {"deep_one": 2}, "CC": {"flying_polyp": 1}},
    "others": ["WW"],
    "in_play": {"WW": {}},
    "books": books(WW="cannibalism"),
    "faces": {"GC": [6]},
}
RULER = {
    "pieces": {"DS": {"avatar_synthesis": 1, "acolyte": 1}, "CC": {"flying_polyp": 2}},
    "in_play": {"DS": {"avatar_synthesis": 1, "avatar_thesis": 1, "acolyte": 1}},
    "faces": {"CC": [6]},
    "hit": ("DS.avatar_synthesis.1",),
}
UNHOLY = {
    "pieces": {"AN": {"yothan": 1}, "CC": {"nyarlathotep": 1, "flying_polyp": 1}},
    "tokens": {"AN": [AREA]},
    "books": books(AN="unholy_ground"),
}
SAVAGERY = {"pieces": {"BB": {"cat_from_saturn": 1}, "CC": {"flying_polyp": 1}}, "books": books(BB="savagery")}
ZAGAZIG = {
    "pieces": {"BB": {"cat_from_mars": 1}, "CC": {"flying_polyp": 1}},
    "books": books(BB="zagazig"),
    "faces": {"CC": [4]},
}
PREDATOR = {
    "pieces": {"BB": {"cat_from_uranus": 1}, "CC": {"flying_polyp": 1}},
    "books": books(BB="predator"),
    "faces": {"BB": [6]},
}
TERROR = {"pieces": {"TT": {"proto_shoggoth": 1}, "CC": {"flying_polyp": 1}}, "books": books(TT="terror")}
MARTYRDOM = {
    "pieces": {"TT": {"high_priest": 1, "proto_shoggoth": 2}, "CC": {"flying_polyp": 2}},
    "books": books(TT="martyrdom"),
    "faces": {"CC": [6, 6]},
    "hit": ("TT.high_priest.1",),
}
FULMINATION = {
    "pieces": {"TT": {"ubbo_sathla": 1, "proto_shoggoth": 1}, "CC": {"flying_polyp": 2}},
    "books": books(TT="fulmination"),
    "faces": {"CC": [6]},
    "hit": ("TT.ubbo_sathla.1",),
}

NEEDS: Final[dict[str, tuple[Change, dict[str, Change]]]] = {
    "GC.devour": (
        DEVOUR,
        {
            "Cthulhu": {"pieces": {"GC": {"deep_one": 1}, "CC": {"acolyte": 1, "nyarlathotep": 1}}},
            "a Monster or Cultist": {"pieces": {"GC": {"cthulhu": 1}, "CC": {"nyarlathotep": 1}}},
        },
    ),
    "GC.absorb": (
        ABSORB,
        {
            "the book": {"books": {}},
            "a Shoggoth": {"pieces": {"GC": {"deep_one": 2}, "CC": {"flying_polyp": 1}}},
            "another to absorb": {"pieces": {"GC": {"shoggoth": 1, "cthulhu": 1}, "CC": {"flying_polyp": 1}}},
        },
    ),
    "CC.abduct": (
        ABDUCT,
        {
            "the book": {"books": {}},
            "a Nightgaunt": {"pieces": {"CC": {"hunting_horror": 1}, "GC": {"deep_one": 1}}},
            "a Monster or Cultist (D38)": {
                "pieces": {"CC": {"nightgaunt": 1, "hunting_horror": 1}, "GC": {"cthulhu": 1}}
            },
        },
    ),
    "CC.invisibility": (
        HIDE,
        {
            "the book": {"books": {}},
            "a Flying Polyp": {"pieces": {"CC": {"hunting_horror": 1}, "GC": {"deep_one": 1}}},
        },
    ),
    "CC.seek_and_destroy": (SEEK, {"the book": {"books": {}}, "a Hunting Horror elsewhere": {"in_play": {}}}),
    "CC.harbinger_kill": (
        HARBINGER,
        WITHOUT_THE_HARBINGER,
    ),
    "CC.harbinger_pain": (
        HARBINGER_PAIN,
        WITHOUT_THE_HARBINGER,
    ),
    "BG.necrophagy": (NECROPHAGY, {"the book": {"books": {}}, "a Ghoul that is not in it": {"in_play": {"BG": {}}}}),
    "BG.necrophagy_pains": (
        NECROPHAGY,
        {
            "the book": {"books": {}},
            "a Ghoul that is not in it": {"in_play": {"BG": {}}},
            "that reading of D36": {"options": {"D36": "other"}},
            "a Pain that was rolled": {"faces": {"GC": [6], "CC": [6]}},
        },
    ),
    "OW.channel_power": (
        CHANNEL,
        {"the book": {"books": {}}, "Power": {"power": {"OW": 0}}, "a miss": {"faces": {"OW": [4, 4]}}},
    ),
    "OW.dragon_ascending": (
        REFILL,
        {
            "the book": {"books": books(OW="channel_power")},
            "Channel Power to pay": {"books": books(OW="dragon_ascending")},
            "no Power of its own": {"power": {"OW": 1, "CC": 5}},
            "an enemy with some": {"power": {"OW": 0, "CC": 0}},
            "a miss": {"faces": {"OW": [4, 4]}},
        },
    ),
    "OW.million_favored_ones": (
        MILLION,
        {
            "the book": {"books": {}},
            "a survivor": {"faces": {"CC": [6]}},
            "one of the next kind in the pool": {"in_play": {"OW": {"mutant": 1, "abomination": 3}}},
        },
    ),
    "SL.demand_sacrifice": (DEMAND, {"the book": {"books": {}}, "Tsathoggua in play": {"in_play": {"SL": {}}}}),
    "WW.howl": (
        HOWL,
        {
            "the book": {"books": {}},
            "a Wendigo": {"pieces": {"WW": {"gnoph_keh": 1}, "CC": {"flying_polyp": 1}}},
            "one that can be moved": {"pieces": {"WW": {"wendigo": 1}, "CC": {"byatis": 1}}},
        },
    ),
    "WW.berserkergang": (
        RAGE,
        {
            "the book": {"books": {}},
            "a Kill on a Gnoph-Keh": {"hit": ("WW.wendigo.1",)},
            "a Kill, not a Pain": {"faces": {"CC": [4]}},
            "a Monster or Cultist": {
                "pieces": {"WW": {"gnoph_keh": 1, "wendigo": 1}, "CC": {"nyarlathotep": 1, "yig": 1}}
            },
        },
    ),
    "WW.eternal_kill": (
        ETERNAL,
        {"Power": {"power": {"WW": 0}}, "a Kill on him": {"hit": ("WW.wendigo.1",)}, "a Kill": {"faces": {"CC": [4]}}},
    ),
    "WW.eternal_pain": (
        ETERNAL_PAIN,
        {"Power": {"power": {"WW": 0}}, "a Pain on him": {"hit": ("WW.wendigo.1",)}, "a Pain": {"faces": {}}},
    ),
    "WW.cannibalism": (
        FEED,
        {
            "the book": {"books": {}},
            "a Kill": {"faces": {"GC": [4]}},
            "one in the pool": {"in_play": {"WW": {"wendigo": 4, "acolyte": 6}}},
        },
    ),
    "DS.cosmic_ruler": (
        RULER,
        {
            "Avatar Synthesis": {
                "pieces": {"DS": {"avatar_antithesis": 1, "acolyte": 1}, "CC": {"flying_polyp": 2}},
                "in_play": {"DS": {"avatar_antithesis": 1, "avatar_thesis": 1, "acolyte": 1}},
                "hit": ("DS.avatar_antithesis.1",),
            },
            "another Avatar": {"in_play": {"DS": {"avatar_synthesis": 1, "acolyte": 1}}},
            "a Kill on one": {"hit": ("DS.acolyte.1",)},
        },
    ),
    "AN.unholy_ground": (
        UNHOLY,
        {
            "the book": {"books": {}},
            "a Cathedral in the area": {"tokens": {"AN": ["arabia"]}},
            "an enemy Great Old One (D63)": {"pieces": {"AN": {"yothan": 1}, "CC": {"flying_polyp": 1}}},
        },
    ),
    "BB.savagery": (
        SAVAGERY,
        {
            "the book": {"books": {}},
            "a Cat from Saturn": {"pieces": {"BB": {"cat_from_mars": 1}, "CC": {"flying_polyp": 1}}},
            "Power": {"power": {"BB": 0}},
        },
    ),
    "BB.zagazig": (
        ZAGAZIG,
        {
            "the book": {"books": {}},
            "a Cat from Mars": {"pieces": {"BB": {"cat_from_saturn": 1}, "CC": {"flying_polyp": 1}}},
            "anything to swap": {"faces": {}},
        },
    ),
    "BB.predator": (
        PREDATOR,
        {
            "the book": {"books": {}},
            "a Cat from Uranus": {"pieces": {"BB": {"cat_from_saturn": 1}, "CC": {"flying_polyp": 1}}},
            "a lost enemy": {"faces": {"BB": [4]}},
        },
    ),
    "TT.terror": (
        TERROR,
        {
            "the book": {"books": {}},
            "a Proto-Shoggoth": {"pieces": {"TT": {"high_priest": 1, "gug": 1}, "CC": {"flying_polyp": 1}}},
        },
    ),
    "TT.martyrdom": (
        MARTYRDOM,
        {
            "the book": {"books": {}},
            "a Kill on a High Priest": {"hit": ("TT.proto_shoggoth.1", "TT.proto_shoggoth.2")},
            "a Kill on another": {"faces": {"CC": [6]}},
        },
    ),
    "TT.fulmination": (
        FULMINATION,
        {
            "the book": {"books": {}},
            "a Kill on Ubbo-Sathla": {"hit": ("TT.proto_shoggoth.1",)},
            "a Kill, not a Pain": {"faces": {"CC": [4]}},
        },
    ),
}
"""A battle in which each is offered, and what in it is changed for each thing that it needs."""


@pytest.mark.parametrize("ability", NEEDS)
def test_it_is_offered_where_all_is_there(ability: str) -> None:
    base, __ = NEEDS[ability]
    assert ability in fight(**base)


@pytest.mark.parametrize(("ability", "missing"), [(name, what) for name, (_, lacks) in NEEDS.items() for what in lacks])
def test_it_is_not_offered_without(ability: str, missing: str) -> None:
    base, lacks = NEEDS[ability]
    assert ability not in fight(**{**base, **lacks[missing]})


def test_no_battle_ability_of_a_faction_is_left_out() -> None:
    assert set(NEEDS) == {f"{code}.{ability.id}" for code, card in FACTIONS.items() for ability in card.battle}
