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
from tests.cthulhu_wars.named_tests import names_of_tests
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
        tests: what holds it, where no battle of this file or of `test_battle_windows` offers it.
    """

    ids: tuple[str, ...]
    states: tuple[int, ...]
    again: bool = False
    tests: tuple[str, ...] = ()


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
    "Crawford Tillinghast": Moment(
        ("crawford_tillinghast",), BEFORE, tests=("test_crawford_tillinghast_calls_units_for_3_power",)
    ),
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
        tests=("test_keziah_mason_strikes_back", "test_keziah_mason_need_not_strike_back"),
    ),
    "Pitpipo": Moment(("pitpipo",), (9,), tests=("test_pitpipo_may_take_a_kill_from_afar",)),
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
    "Elder Shoggoth": Moment(("prime_cause",), (14,)),
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
    "nodens": {"pieces": {"GC": {"nodens": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}},
    "snakebite": {
        "pieces": {"GC": {"yig": 1, "acolyte": 1}, "CC": {"flying_polyp": 1}},
        "faces": {"CC": [6]},
        "hit": ("GC.acolyte.1",),
    },
    "fire_vampires": {
        "pieces": {"CC": {"flying_polyp": 1, "cthugha": 1}, "GC": {"deep_one": 1}},
        "faces": {"CC": [6]},
    },
    "orifices": {
        "pieces": {"GC": {"ygolonac": 1}, "CC": {"flying_polyp": 2}},
        "faces": {"CC": [6]},
    },
    "planetary_destruction": {"pieces": {"GC": {"dhole": 1}, "CC": {"flying_polyp": 1}}, "faces": {"CC": [6]}},
    "dust_to_dust": {"pieces": {"GC": {"quachil_uttaus": 1}, "CC": {"flying_polyp": 1}}, "faces": {"GC": [6]}},
    "prime_cause": {"pieces": {"GC": {"elder_shoggoth": 1}, "CC": {"flying_polyp": 1}}},
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
    for one in () if moment.tests else moment.ids:
        found = fight(**(NEEDS[one][0] if one in NEEDS else OF_NOBODY[one]))
        offered = {window for key, seen in found.items() if key.endswith(one) for window in seen}
        assert offered == {known[one].window.name.lower()}


@pytest.mark.parametrize("name", MOMENTS)
def test_it_comes_again_where_the_reference_lets_it(name: str) -> None:
    assert {every()[one].repeat for one in MOMENTS[name].ids} == {MOMENTS[name].again}


# -- what is not offered as an ability ---------------------------------------------------------------------------------

DOORS: Final = {
    # The door, its faction: the states of the reference, and what holds them.
    "SL.interrupts": ((2,), ("test_energy_nexus_before_an_own_attack", "test_energy_nexus_in_a_battle_of_others")),
    "AN.may_not_attack": ((0,), ("test_brainless_reanimated_alone_declare_no_battle",)),
    "DS.before_roll": ((5,), ("test_synthesis_rolls_the_azathoth_die_first",)),
    "BB.after_roll": ((7,), ("test_bastet_adds_a_kill_and_takes_one_of_the_enemys_off",)),
    "YS.assigns_for": ((8, 10), ("test_vengeance_yellow_sign_assigns_what_it_inflicts",)),
    "GC.takes": ((8, 10), ("test_regenerate_only_two_kills_kill",)),
    "CC.survives": ((8, 13), ("test_emissary_turns_a_kill_into_a_pain", "test_emissary_soaks_the_lack_of_a_retreat")),
    "DS.instead": ((4, 9, 13), ("test_cosmic_ruler_for_unholy_ground", "test_cosmic_ruler_for_a_blocked_retreat")),
    "YS.cultists_lost": (
        (3, 4, 9, 11, 13),
        ("test_passion_pays_once_per_action", "test_berserkergang_sets_off_passion"),
    ),
    "AN.leaves_game": ((11,), ("test_extinction_a_killed_yothan_leaves_the_game",)),
    "CC.directs_retreats": ((12, 13), ("test_madness_owners_still_pick_who_is_pained_and_who_dies",)),
    "GC.after_battle": ((14,), ("test_kill_spellbooks_in_one_battle_need_3_units",)),
    "SL.after_battle": ((14,), ("test_six_dice_in_one_battle",)),
    "OW.after_battle": ((14,), ("test_a_captured_or_promoted_unit_is_no_loss",)),
    "TT.after_battle": ((14,), ("test_a_great_old_one_is_killed",)),
    "elder_thing.battle_begins": ((3,), ("test_the_elder_thing_of_somebody_else_is_asked_for",)),
    "ermengarde_stubbs.battle_begins": ((0,), ("test_ermengarde_stubbs_costs_a_doom",)),
    "insect_from_shaggai.battle_begins": ((0,), ("test_acolytes_with_insects_fight_on_their_side",)),
    "hound_of_tindalos.battle_ends": ((14,), ("test_the_hound_that_retreats_to_an_area_without_a_gate_is_eliminated",)),
    "crawford_tillinghast.battle_ends": ((14,), ("test_crawford_tillinghast_calls_units_for_3_power",)),
    "bokrug.battle_ends": ((14,), ("test_bokrug_with_an_elder_thing_does_not_wait_on_his_card",)),
    "byatis.battle_ends": ((14,), ("test_god_of_forgetfulness_as_byatis_survives_a_kill_of_his_side",)),
    "nyogtha.battle_ends": ((14,), ("test_nightmare_web_as_all_nyogthas_survive_a_great_old_one",)),
    "cthugha.battle_ends": ((14,), ("test_a_loss_is_noticed_wherever_it_happens",)),
    "daoloth.battle_ends": ((14,), ("test_a_cancelled_kill_does_not_earn_daoloths_book",)),
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


def test_each_row_has_its_tests() -> None:
    named = {name for __, tests in DOORS.values() for name in tests}
    named |= {name for moment in MOMENTS.values() for name in moment.tests}
    assert named - names_of_tests() == set()


# -- found by the table ------------------------------------------------------------------------------------------------


def test_vicious_comes_after_bastet() -> None:
    """State 7: fixed results (Bastet, Vicious): a Voonith's Kill that she takes off is added again."""
    battle = Skirmish({"YS": {"byakhee": 1, "voonith": 1}, "BB": {"bastet": 1, "acolyte": 2}})
    battle.roll(YS=[6, *[1] * (battle.dice("YS") - 1)])
    assert battle.battle.kills["YS"] == 0
    battle.play(("battle/topped_up/YS", "vicious"))
    assert battle.battle.kills["YS"] == 1


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
