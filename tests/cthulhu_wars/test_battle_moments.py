"""The moment of each battle ability (`battle.md` 2, 4.1 to 4.3), state by state, against that in which it is offered,
and whether it comes again. An ability, or a battle door of a faction or card, without a row fails here."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.neutral_books import BATTLE_ABILITIES
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.held import held
from tests.cthulhu_wars.test_battle_windows import NEEDS, fight

STATES: Final = {
    Window.PRE_BATTLE: (3, 4),
    Window.TOTALS: (5,),
    Window.REROLL: (7,),
    Window.ROLLED: (7,),
    Window.AFTER_ROLL: (7,),
    Window.TOPPED_UP: (7,),
    Window.MORE_KILLS: (8,),
    Window.KILLS_ASSIGNED: (9,),
    Window.BEFORE_PAINS: (9,),
    Window.PAINS_ASSIGNED: (10,),
    Window.KILLED: (14,),
    Window.AFTER_BATTLE: (14,),
}
"""The state of the reference to which each of our windows belongs."""


class Moment(NamedTuple):
    """One row.

    Args:
        ids: the abilities that are this one here, one for each moment.
        states: by the reference.
        again: whether the reference lets it be used again in the same battle. What asks "how many" itself, or can come
            for one piece only, need not be.

    What no battle of this file or of `test_battle_windows` offers is held by tests that say so: `pytest.mark.holds`.
    """

    ids: tuple[str, ...]
    states: tuple[int, ...]
    again: bool = False


BEFORE: Final = (3, 4)
MOMENTS: Final = {
    # 4.1
    "Devour": Moment(("GC.devour",), BEFORE),
    "Absorb": Moment(("GC.absorb",), BEFORE, again=True),
    "Abduct": Moment(("CC.abduct",), BEFORE, again=True),
    "Invisibility": Moment(("CC.invisibility",), BEFORE, again=True),
    "Seek and Destroy": Moment(("CC.seek_and_destroy",), BEFORE, again=True),
    "Howl": Moment(("WW.howl",), BEFORE),
    "Demand Sacrifice": Moment(("SL.demand_sacrifice",), BEFORE),
    "Shriveling": Moment(("shriveling",), BEFORE),
    "Cosmic Unity": Moment(("cosmic_unity",), BEFORE),
    "Savagery": Moment(("BB.savagery",), BEFORE),
    # Reference 7, both also in battles of others.
    "Laughingstock": Moment(("laughingstock",), BEFORE),
    "Crawford Tillinghast": Moment(("crawford_tillinghast",), BEFORE),
    # 4.2
    "Terror": Moment(("TT.terror",), (5,)),
    "Channel Power": Moment(("OW.channel_power",), (7,), again=True),
    "Dragon Ascending": Moment(("OW.dragon_ascending",), (7,)),
    "Zagazig": Moment(("BB.zagazig",), (7,)),
    "Bloodthirst": Moment(("bloodthirst", "bloodthirst_later"), (7, 9), again=True),
    "Vicious": Moment(("vicious",), (7,)),
    "Star Vampire drain": Moment(("vampirism",), (7,)),
    "Nodens": Moment(("nodens",), (7,)),
    # 4.3
    "Snakebite": Moment(("snakebite",), (8,)),
    "Keziah Mason": Moment(
        ("keziah_kill", "keziah_pain"),
        (8, 10),
    ),
    "Pitpipo": Moment(("pitpipo",), (9,)),
    "The Harbinger": Moment(("CC.harbinger_kill", "CC.harbinger_pain"), (9, 10), again=True),
    "Eternal": Moment(("WW.eternal_kill", "WW.eternal_pain"), (9, 10)),
    "Berserkergang": Moment(("WW.berserkergang",), (9,), again=True),
    "Unholy Ground": Moment(("AN.unholy_ground",), (9,), again=True),
    # Also for Kills that are assigned after it.
    "Martyrdom": Moment(("TT.martyrdom",), (9,), again=True),
    "Cosmic Ruler": Moment(("DS.cosmic_ruler",), (9,), again=True),
    "Necrophagy": Moment(("BG.necrophagy", "BG.necrophagy_pains"), (9, 10), again=True),
    "Fire Vampires": Moment(("fire_vampires",), (9,), again=True),
    "Orifices": Moment(("orifices",), (14,)),
    "The Million Favored Ones": Moment(("OW.million_favored_ones",), (14,)),
    "Cannibalism": Moment(("WW.cannibalism",), (14,)),
    "Predator": Moment(("BB.predator",), (14,)),
    "Fulmination": Moment(("TT.fulmination",), (14,)),
    "Dhole": Moment(("planetary_destruction",), (14,)),
    "Quachil Uttaus": Moment(("dust_to_dust",), (14,)),
    "The Shining Trapezohedron": Moment(("shining_trapezohedron",), BEFORE),
    "Hagarg Ryonis": Moment(("hagarg_ryonis",), (7,)),
    "Non-Euclidean": Moment(("non_euclidean",), (7,), again=True),
    "Threnody": Moment(("threnody",), (10,)),
    "Needs Affection": Moment(("needs_affection",), BEFORE),
    "The Final Ritual": Moment(("final_ritual",), (14,)),
    "Prime Cause": Moment(("prime_cause",), BEFORE),
    "Elder Shoggoth": Moment(("prime_cause_later",), (14,)),
    "The Velvet Fan": Moment(("velvet_fan",), (14,)),
}
"""The rows of 4.1 to 4.3 with an ability that is offered, and those of cards that 4.3 leaves to reference 7."""

OF_NOBODY: Final[dict[str, dict[str, Any]]] = {
    "shriveling": {
        "pieces": {"GC": {"deep_one": 1}, "CC": {"flying_polyp": 1}},
        "books": {"GC": ["shriveling"]},
    },
    "cosmic_unity": {"pieces": {"GC": {"daoloth": 1, "deep_one": 1}, "CC": {"nyarlathotep": 1}}},
    "laughingstock": {
        "pieces": {"GC": {"deep_one": 1}, "CC": {"flying_polyp": 1}},
        "in_play": {"GC": {"albino_penguin": 1, "deep_one": 1}},
    },
    "bloodthirst": {
        "pieces": {"GC": {"leng_spider": 1, "deep_one": 1}, "CC": {"flying_polyp": 2}},
        "faces": {"GC": [4, 4]},
    },
    "bloodthirst_later": {
        "pieces": {"GC": {"leng_spider": 1, "deep_one": 1}, "CC": {"flying_polyp": 2}},
        "faces": {"GC": [4, 4]},
    },
    "vicious": {"pieces": {"GC": {"voonith": 1}, "CC": {"flying_polyp": 1}}},
    "vampirism": {"pieces": {"GC": {"star_vampire": 1}, "CC": {"flying_polyp": 1}}, "faces": {"GC": [4]}},
    "needs_affection": {"pieces": {"GC": {"cat_from_mercury": 1}, "CC": {"flying_polyp": 1}}},
    "snakebite": {
        "pieces": {"GC": {"yig": 1, "acolyte": 1}, "CC": {"flying_polyp": 1}},
        "faces": {"CC": [6]},
        "hit": ("GC.acolyte.1",),
    },
    "fire_vampires": {
        "pieces": {"CC": {"flying_polyp": 1, "cthugha": 1}, "GC": {"deep_one": 1}},
        "faces": {"CC": [6]},
    },
    "planetary_destruction": {"pieces": {"GC": {"dhole": 1}, "CC": {"flying_polyp": 1}}, "faces": {"CC": [6]}},
    "dust_to_dust": {"pieces": {"GC": {"quachil_uttaus": 1}, "CC": {"flying_polyp": 1}}, "faces": {"GC": [6]}},
    "prime_cause": {"pieces": {"GC": {"elder_shoggoth": 1}, "CC": {"flying_polyp": 1}}},
    "prime_cause_later": {
        "pieces": {"GC": {"elder_shoggoth": 1}, "CC": {"flying_polyp": 1}},
        "options": {"D71": "other"},
    },
    "velvet_fan": {"pieces": {"GC": {"bloated_woman": 1}, "CC": {"flying_polyp": 1}}, "faces": {"GC": [6]}},
}
"""A battle in which each ability of a neutral piece or spellbook is offered."""


def every() -> dict[str, BattleAbility]:
    """All battle abilities: of factions as `CODE.id`, of neutral pieces and spellbooks by their ids."""
    own = {f"{code}.{ability.id}": ability for code, card in FACTIONS.items() for ability in card.battle}
    return {**own, **{ability.id: ability for ability in (*BATTLE_ABILITIES, *registry.ABILITIES)}}


def test_each_ability_has_a_row() -> None:
    rows = [name for moment in MOMENTS.values() for name in moment.ids]
    assert sorted(rows) == sorted(every())


@pytest.mark.parametrize("name", MOMENTS)
def test_it_is_offered_in_the_states_of_the_reference(name: str) -> None:
    """The states of its windows, all of them and no other."""
    moment, known = MOMENTS[name], every()
    windows = [known[one].window for one in moment.ids]
    assert tuple(state for window in windows for state in STATES[window]) == moment.states
    for one in () if name in held() else moment.ids:
        found = fight(**(NEEDS[one][0] if one in NEEDS else OF_NOBODY[one]))
        offered = {window for key, seen in found.items() if key.endswith(one) for window in seen}
        assert offered == {known[one].window.name.lower()}


@pytest.mark.parametrize("name", MOMENTS)
def test_it_comes_again_where_the_reference_lets_it(name: str) -> None:
    assert {every()[one].repeat for one in MOMENTS[name].ids} == {MOMENTS[name].again}


# -- what is not offered as an ability ---------------------------------------------------------------------------------

DOORS: Final = {
    # The door, its faction: the states of the reference.
    "SL.interrupts": (2,),
    "AN.may_not_attack": (0,),
    "DS.before_roll": (5,),
    "BB.after_roll": (7,),
    "YS.assigns_for": (8, 10),
    "GC.takes": (8, 10),
    "CC.survives": (8, 13),
    "DS.instead": (4, 9, 13),
    "YS.cultists_lost": (3, 4, 9, 11, 13),
    "AN.leaves_game": (11,),
    "CC.directs_retreats": (12, 13),
    "GC.after_battle": (14,),
    "SL.after_battle": (14,),
    "OW.after_battle": (14,),
    "TT.after_battle": (14,),
    "elder_thing.battle_begins": (3,),
    "ermengarde_stubbs.battle_begins": (0,),
    "insect_from_shaggai.battle_begins": (0,),
    "hound_of_tindalos.battle_ends": (14,),
    "crawford_tillinghast.battle_ends": (14,),
    "bokrug.battle_ends": (14,),
    "byatis.battle_ends": (14,),
    "nyogtha.battle_ends": (14,),
    "cthugha.battle_ends": (14,),
    "daoloth.battle_ends": (14,),
    "dire_cthulhu.battle_ends": (14,),
    "dire_azathoth.battle_ends": (14,),
    "the_risen_one.battle_ends": (14,),
}
"""What a faction or a card does in a battle of itself, by the door through which it does."""

OF_FACTIONS: Final = (
    *("interrupts", "may_not_attack", "before_roll", "after_roll", "assigns_for", "takes", "survives", "instead"),
    *("cultists_lost", "leaves_game", "directs_retreats", "after_battle"),
)
OF_CARDS: Final = ("battle_begins", "battle_ends")


def differing(thing: Any, doors: tuple[str, ...]) -> list[str]:
    """The doors of a faction or card that are not as they are by default."""
    default = dict(zip(reversed(thing.__struct_fields__), reversed(thing.__struct_defaults__), strict=False))
    return [door for door in doors if getattr(thing, door) != default[door]]


def test_each_door_has_a_row() -> None:
    used = [f"{code}.{door}" for code, card in FACTIONS.items() for door in differing(card, OF_FACTIONS)]
    used += [f"{card}.{door}" for card, powers in registry.POWERS.items() for door in differing(powers, OF_CARDS)]
    assert sorted(used) == sorted(DOORS)


def test_each_door_has_its_tests() -> None:
    assert set(DOORS) - held() == set()


# -- found by the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "offered"), [("printed", False), ("other", True)])
def test_vicious_comes_after_bastet(reading: str, offered: bool) -> None:
    """State 7: fixed results (Bastet, Vicious); D81: a rolled Kill that she takes off counts, or only those scored."""
    battle = Skirmish({"YS": {"byakhee": 1, "voonith": 1}, "BB": {"bastet": 1, "acolyte": 2}}, options={"D81": reading})
    battle.roll(YS=[6, *[1] * (battle.dice("YS") - 1)])
    assert battle.battle.kills["YS"] == 0
    assert ("battle/topped_up/YS" in battle.open_keys) is offered
    if offered:
        battle.play(("battle/topped_up/YS", "vicious"))
        assert battle.battle.kills["YS"] == 1


@pytest.mark.parametrize(("reading", "kills"), [("printed", 1 + 2), ("other", 2)])
def test_d81_vicious_counts_rolled_kills_or_those_scored(reading: str, kills: int) -> None:
    """D81: Bastet adds 1 Kill to two Vooniths of her side that have rolled none: 2 more, or 1."""
    battle = Skirmish({"BB": {"bastet": 1, "voonith": 2}, "YS": {"undead": 3}}, options={"D81": reading})
    battle.roll(BB=[1, 1], YS=[1, 1]).play(("battle/topped_up/BB", "vicious"))
    assert battle.battle.kills["BB"] == kills


def test_vicious_comes_before_demand_sacrifice() -> None:
    """State 7: the conversion comes last; what Vooniths add is converted with the rest (D45)."""
    battle = Skirmish(
        {"GC": {"voonith": 2}, "SL": {"serpent_man": 2}},
        in_play={"SL": {"tsathoggua": 1, "serpent_man": 2}},
        books={"SL": ["demand_sacrifice"]},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(GC=[1, 1], SL=[1, 1]).play(("battle/topped_up/GC", "vicious"))
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (0, 2)


def with_keziah_mason(enemy: str, **pieces: int) -> Evening:
    """Great Cthulhu has her, and the other faction some pieces and Yig; it attacks on its turn."""
    game = Evening(
        *("GC", enemy, "BG", "YS"),
        neutral=["high_priests", "unique_priests", "yig"],
        first="GC",
        starts={"WW": "antarctica"} if enemy == "WW" else {},
    )
    game.play(("action/GC", "recruit/unique"), ("unique_priest", "keziah_mason"))
    while game.key != f"action/{enemy}":
        game.answer("finish" if "finish" in game.options() else "move/1")
    game.state.record(CardTaken(enemy, "yig", enemy, 0, 0))
    game.correct(GC_deep_one=1, **{f"{enemy}_{unit}": number for unit, number in pieces.items()})
    here = [f"{enemy}.{unit}.1" for unit in pieces]
    game.fight(enemy, "europe", "GC", here, ["GC.keziah_mason.1", "GC.deep_one.1"])
    game.until("battle/roll")
    return game


def test_a_kill_that_keziah_mason_adds_sets_off_snakebite_of_the_attacker() -> None:
    """State 8: whatever is assigned a Kill sets off what answers to it, though its player comes before."""
    game = with_keziah_mason("CC", yig=1, flying_polyp=1, acolyte=6)
    game.play(("battle/roll/CC", [6, 1, 1]), ("battle/roll/GC", [1]))
    game.play(("battle/kill/GC", {"GC.keziah_mason.1": ["kill"]}), ("battle/more_kills/GC", "keziah_kill"))
    game.play(("battle/kill/CC", {"CC.acolyte.1": ["kill"], "CC.flying_polyp.1": ["kill"]}))
    game.play(("battle/more_kills/CC", "snakebite"))


def test_eternal_answers_a_pain_that_keziah_mason_adds() -> None:
    """State 10: Rhan Tegoth is assigned a Pain by her after his player, who comes before, was passed over."""
    game = with_keziah_mason("WW", rhan_tegoth=1)
    game.play(("battle/roll/WW", [4, 1, 1]), ("battle/roll/GC", [1]))
    game.play(("battle/pain/GC", {"GC.keziah_mason.1": ["pain"]}), ("battle/pains_assigned/GC", "keziah_pain"))
    game.play(("battle/pains_assigned/WW", "eternal_pain"))
