"""What neutral pieces and independent Great Old Ones do in battles (reference 7, `battle.md` 4.3 and 4.5). Expected
outcomes are worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.prompts import Assign, Choose
from tests.cthulhu_wars.battles import AREA, Skirmish

pytestmark = pytest.mark.usefixtures("battles_again")


# -- Yig: Snakebite ----------------------------------------------------------------------------------------------------


def bitten(*faces: int, **more: object) -> Skirmish:
    """Great Cthulhu with Yig and an Acolyte against two Polyps; the Acolyte takes the Kill."""
    battle = Skirmish({"CC": {"flying_polyp": 2}, "GC": {"yig": 1, "acolyte": 1}}, **more)
    battle.roll(CC=list(faces), GC=[1, 1])
    return battle.play(("battle/kill/GC", {"GC.acolyte.1": ["kill"]}))


def test_snakebite_adds_a_kill_when_a_cultist_is_assigned_one() -> None:
    """Yig: when such a Cultist is assigned a Kill, 1 Kill more against the enemy, once."""
    battle = bitten(6, 1).play(("battle/more_kills/GC", "snakebite"))
    assert battle.in_play("CC") == {"flying_polyp": 1}
    assert battle.in_play("GC") == {"yig": 1}
    assert battle.battle.kills["GC"] == 1


def test_snakebite_may_be_declined() -> None:
    """Abilities are optional."""
    battle = bitten(6, 1).play(("battle/more_kills/GC", []))
    assert battle.in_play("CC") == {"flying_polyp": 2}


def test_snakebite_needs_a_cultist_with_a_kill() -> None:
    """A Kill on Yig himself is none."""
    battle = Skirmish({"CC": {"flying_polyp": 2}, "GC": {"yig": 1, "acolyte": 1}})
    battle.roll(CC=[6, 1], GC=[1, 1]).play(("battle/kill/GC", {"GC.yig.1": ["kill"]}))
    assert "battle/more_kills/GC" not in battle.open_keys


def test_snakebite_stays_when_martyrdom_turns_the_kill_into_a_pain() -> None:
    """Pair Martyrdom - Snakebite (4.3, RB): what the changed Kill has set off stays."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 2, "nightgaunt": 1}, "TT": {"yig": 1, "high_priest": 1, "acolyte": 1}},
        books={"TT": ["martyrdom"]},
    )
    battle.roll(CC=[6, 6], TT=[1, 1])
    battle.play(("battle/kill/TT", {"TT.acolyte.1": ["kill"], "TT.high_priest.1": ["kill"]}))
    battle.play(("battle/more_kills/TT", "snakebite"), ("battle/kill/CC", {"CC.nightgaunt.1": ["kill"]}))
    battle.play(("battle/kills_assigned/TT", "martyrdom"))
    assert battle.in_play("CC") == {"flying_polyp": 2}
    assert battle.battle.figure("TT.acolyte.1").hits == ["pain"]


# -- Cthugha: Fire Vampires --------------------------------------------------------------------------------------------


def test_fire_vampires_spare_a_killed_enemy_for_1_power_each() -> None:
    """Cthugha: make any Killed enemy unit Pained instead, 1 Power for each."""
    battle = Skirmish({"GC": {"cthugha": 1, "deep_one": 2}, "CC": {"flying_polyp": 3}})
    battle.roll(GC=[6, 6], CC=[1, 1, 1])
    battle.play(("battle/kills_assigned/GC", "fire_vampires"), ("battle/kills_assigned/GC", "fire_vampires"))
    assert battle.state.factions["GC"].power == 10
    assert "battle/kills_assigned/GC" not in battle.open_keys, "nobody else is Killed"
    assert [f.hits for f in battle.battle.figures if f.side == "CC"] == [["pain"], ["pain"], []]


def test_eternal_comes_before_fire_vampires() -> None:
    """Pair Eternal - Fire Vampires: a cancelled Kill cannot be spared, though Cthugha's side is the attacker."""
    battle = Skirmish({"GC": {"cthugha": 1, "deep_one": 1}, "WW": {"rhan_tegoth": 1}})
    battle.roll(GC=[6, 1, 1, 1], WW=[1, 1, 1])
    battle.play(("battle/kills_assigned/WW", ["eternal_kill"]))
    assert "battle/kills_assigned/GC" not in battle.open_keys
    assert (battle.state.factions["GC"].power, battle.state.factions["WW"].power) == (8, 7)


def test_berserkergang_stays_when_fire_vampires_spare_the_gnoph_keh() -> None:
    """Pair Berserkergang - later change of the Gnoph-Keh's Kill: set off by the assignment, it stays."""
    battle = Skirmish(
        {"GC": {"cthugha": 1, "deep_one": 2}, "WW": {"gnoph_keh": 1, "wendigo": 1}}, books={"WW": ["berserkergang"]}
    )
    battle.roll(GC=[6, 1], WW=[1, 1, 1, 1])
    battle.play(("battle/kill/WW", {"WW.gnoph_keh.1": ["kill"]}), ("battle/kills_assigned/WW", ["berserkergang"]))
    battle.play(("battle/kills_assigned/GC", "fire_vampires"))
    assert battle.in_play("GC") == {"cthugha": 1, "deep_one": 1}
    assert battle.state.factions["GC"].power == 9
    assert battle.battle.figure("WW.gnoph_keh.1").hits == ["pain"]


@pytest.mark.parametrize(
    ("enemies", "dice"),
    [
        ({"flying_polyp": 1}, 1),
        ({"nyarlathotep": 1, "flying_polyp": 1}, 1),
        ({"yig": 1, "flying_polyp": 1}, 3),
        ({"nodens": 1, "flying_polyp": 1}, 1),
    ],
)
def test_cthugha_has_the_combat_of_an_enemy_great_old_one(enemies: dict[str, int], dice: int) -> None:
    """Combat of one enemy Great Old One in the battle, else 0; Elder Gods 0. A Deep One has 1; Nyarlathotep without
    spellbooks 0, Yig 2."""
    battle = Skirmish({"CC": enemies, "GC": {"cthugha": 1, "deep_one": 1}}, books={"CC": [], "GC": []})
    assert battle.dice("GC") == dice


def test_of_several_great_old_ones_cthughas_player_picks_one() -> None:
    """ "Of one": Byatis has 4, Yig 2."""
    battle = Skirmish({"CC": {"byatis": 1, "yig": 1}, "GC": {"cthugha": 1}})
    asked = battle.prompt("battle/cthugha")
    assert isinstance(asked, Choose)
    assert [o.label for o in asked.options] == ["Byatis: 4", "Yig: 2"]
    battle.play(("battle/cthugha", "byatis"))
    assert battle.dice("GC") == 4


def test_cthugha_has_a_combat_though_cosmic_unity_dims_the_other() -> None:
    """Cosmic Unity takes the dice, not the Combat."""
    battle = Skirmish({"GC": {"cthugha": 1, "daoloth": 1}, "CC": {"byatis": 1, "flying_polyp": 1}})
    battle.play(("battle/pre_battle/GC", "cosmic_unity"))
    assert (battle.dice("GC"), battle.dice("CC")) == (4, 1)


# -- The Bloated Woman: The Velvet Fan ---------------------------------------------------------------------------------


def test_the_velvet_fan_keeps_a_lost_enemy_out_of_its_pool() -> None:
    """Put one Killed or Eliminated enemy Monster or Cultist on her card; it is not in its pool."""
    battle = Skirmish({"GC": {"bloated_woman": 1, "deep_one": 1}, "CC": {"nightgaunt": 2, "flying_polyp": 1}})
    battle.roll(GC=[6, 1], CC=[1]).play(("battle/kill/CC", {"CC.nightgaunt.1": ["kill"]}))
    before = pool(battle.state, "CC", "nightgaunt")
    battle.play(("battle/after_battle/GC", "velvet_fan"))
    assert battle.state.fan("GC") == {("CC", "nightgaunt"): 1}
    assert pool(battle.state, "CC", "nightgaunt") == before - 1


def test_the_velvet_fan_wants_a_monster_or_cultist_and_may_be_declined() -> None:
    battle = Skirmish({"GC": {"bloated_woman": 1, "deep_one": 1}, "CC": {"dhole": 1, "flying_polyp": 1}})
    battle.roll(GC=[6, 1], CC=[1] * 6).play(("battle/kill/CC", {"CC.dhole.1": ["kill"]}))
    assert "battle/after_battle/GC" not in battle.open_keys, "a Terror is neither"
    battle = Skirmish({"GC": {"bloated_woman": 1, "deep_one": 1}, "CC": {"nightgaunt": 2, "flying_polyp": 1}})
    battle.roll(GC=[6, 1], CC=[1]).play(("battle/kill/CC", {"CC.nightgaunt.1": ["kill"]}))
    battle.play(("battle/after_battle/GC", []))
    assert battle.state.fan("GC") == {}


# -- Y'Golonac: Orifices -----------------------------------------------------------------------------------------------


@pytest.mark.holds("Orifices")
def test_ygolonac_takes_the_place_of_an_enemy_and_goes_to_that_player() -> None:
    """Orifices: Killed in a battle he replaces a surviving enemy Terror, Monster or Cultist; the owner picks which."""
    battle = Skirmish({"CC": {"flying_polyp": 1, "nightgaunt": 1}, "GC": {"ygolonac": 1, "deep_one": 1}})
    battle.roll(CC=[6], GC=[1, 1]).play(("battle/kill/GC", {"GC.ygolonac.1": ["kill"]}))
    asked = battle.prompt("battle/orifices")
    assert isinstance(asked, Choose)
    assert asked.who == "CC"
    battle.play(("battle/orifices", "CC.nightgaunt.1"))
    assert battle.in_play("CC") == {"flying_polyp": 1, "ygolonac": 1}
    assert (battle.state.factions["CC"].loyalty, battle.state.factions["GC"].loyalty) == (["ygolonac"], [])


def test_orifices_come_before_the_million_favored_ones() -> None:
    """Pair Million Favored Ones - Orifices: Orifices first, for it needs only the Kill."""
    battle = Skirmish(
        {"OW": {"mutant": 2}, "GC": {"ygolonac": 1}}, books={"OW": ["million_favored_ones"]}, in_play={"OW": {}}
    )
    battle.roll(OW=[6, 1], GC=[1])
    assert battle.in_play("OW") == {"mutant": 1, "ygolonac": 1}
    battle.play(("battle/after_battle/OW", "million_favored_ones"))
    asked = battle.prompt("battle/million/OW")
    assert isinstance(asked, Choose)
    assert len(asked.options) == 1, "one Mutant is left"


def test_without_a_survivor_ygolonac_goes_to_the_common_pool() -> None:
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"ygolonac": 1, "deep_one": 1}})
    battle.roll(CC=[6], GC=[6, 1]).play(("battle/kill/GC", {"GC.ygolonac.1": ["kill"]}))
    assert "battle/killed/GC" not in battle.open_keys
    assert battle.in_play("CC") == {}


# -- Nodens ------------------------------------------------------------------------------------------------------------


@pytest.mark.holds("Nodens")
def test_nodens_adds_a_kill_and_two_pains() -> None:
    """Nodens: no dice; adds 1 Kill and 2 Pains; fixed results, so nobody is asked (RB p. 182)."""
    battle = Skirmish({"GC": {"nodens": 1, "deep_one": 1}, "CC": {"flying_polyp": 3}})
    assert battle.dice("GC") == 1
    battle.roll(GC=[1], CC=[1, 1, 1])
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (1, 2)


def test_zagazig_would_not_swap_what_nodens_adds() -> None:
    """Pair Zagazig - added results: his come once the rolled ones are settled."""
    battle = Skirmish({"BB": {"cat_from_mars": 1, "acolyte": 5}, "GC": {"nodens": 1}}, books={"BB": ["zagazig"]})
    battle.roll(BB=[6, *[1] * (battle.dice("BB") - 1)])
    assert battle.battle.kills["GC"] == 0, "not yet"
    battle.play(("battle/rolled/BB", "zagazig"))
    assert (battle.battle.kills["BB"], battle.battle.pains["BB"]) == (0, 1)
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (1, 2)


# -- Terrors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("picked", ["sign", "nightgaunt"])
def test_dust_to_dust(picked: str) -> None:
    """Quachil Uttaus: for lost enemy units their owner removes one from the game or you gain an Elder Sign."""
    battle = Skirmish({"GC": {"quachil_uttaus": 1, "deep_one": 1}, "CC": {"nightgaunt": 2, "flying_polyp": 1}})
    battle.roll(GC=[6, 1], CC=[1]).play(("battle/kill/CC", {"CC.nightgaunt.1": ["kill"]}))
    battle.play(("battle/after_battle/GC", "dust_to_dust"))
    asked = battle.prompt("battle/dust_to_dust")
    assert isinstance(asked, Choose)
    assert (asked.who, [o.id for o in asked.options]) == ("CC", ["sign", "nightgaunt"])
    battle.play(("battle/dust_to_dust", picked))
    assert len(battle.state.factions["GC"].signs) == (picked == "sign")
    assert battle.state.factions["CC"].away == ({} if picked == "sign" else {"nightgaunt": 1})


def test_dust_to_dust_needs_a_lost_enemy() -> None:
    battle = Skirmish({"GC": {"quachil_uttaus": 1, "deep_one": 1}, "CC": {"nightgaunt": 2, "flying_polyp": 1}})
    battle.roll(GC=[1, 1], CC=[1])
    assert "battle/after_battle/GC" not in battle.open_keys


def test_prime_cause_replaces_a_unit_for_half_the_price_before_the_dice() -> None:
    """D71: before the dice another unit of its battle becomes one from the pool, for half its cost, rounded down; that
    one fights. 2 and 3 dice; 1 Power for a Starspawn."""
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}})
    battle.play(("battle/pre_battle/GC", "prime_cause"))
    battle.play(("battle/prime_cause", "GC.deep_one.1"), ("battle/prime_cause/by", "starspawn"))
    assert battle.in_play("GC") == {"elder_shoggoth": 1, "starspawn": 1}
    assert battle.state.factions["GC"].power == 7
    assert battle.dice("GC") == 2 + 3
    battle.roll(GC=[1] * 5, CC=[6]).play(("battle/kill/GC", {"GC.starspawn.1": ["kill"]}))
    assert battle.in_play("GC") == {"elder_shoggoth": 1}
    assert "battle/after_battle/GC" not in battle.open_keys


def test_prime_cause_makes_a_great_cthulhu_who_rolls() -> None:
    """D71: the Elder Shoggoth, free, becomes Great Cthulhu, with Combat 6; his Devour comes before the dice, too."""
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "acolyte": 1}, "YS": {"undead": 2}})
    battle.play(("battle/pre_battle/GC", "prime_cause"))
    battle.play(("battle/prime_cause", "GC.elder_shoggoth.1"), ("battle/prime_cause/by", "cthulhu"))
    assert battle.dice("GC") == 0, "not yet"
    assert battle.prompt("battle/pre_battle/GC").options[0].id == "devour"  # type: ignore[attr-defined]
    battle.play(("battle/pre_battle/GC", []))
    assert (battle.dice("GC"), battle.in_play("GC")) == (6, {"acolyte": 1, "cthulhu": 1})


def test_d71_by_the_other_reading_prime_cause_comes_after_the_battle() -> None:
    """D71: after the battle; nobody is asked before."""
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}, options={"D71": "other"})
    battle.roll(GC=[1, 1, 1], CC=[1]).play(("battle/after_battle/GC", "prime_cause_later"))
    battle.play(("battle/prime_cause", "GC.deep_one.1"), ("battle/prime_cause/by", "starspawn"))
    assert (battle.in_play("GC"), battle.state.factions["GC"].power) == ({"elder_shoggoth": 1, "starspawn": 1}, 7)


def test_prime_cause_is_free_and_gives_a_sign_for_a_great_old_one() -> None:
    """Replacing itself is free; otherwise the enemy gains 1 Elder Sign for a Great Old One."""
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}})
    battle.play(("battle/pre_battle/GC", "prime_cause"))
    battle.play(("battle/prime_cause", "GC.elder_shoggoth.1"), ("battle/prime_cause/by", "starspawn"))
    assert (battle.in_play("GC"), battle.state.factions["GC"].power) == ({"deep_one": 1, "starspawn": 1}, 8)
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}, power={"GC": 5})
    battle.play(("battle/pre_battle/GC", "prime_cause"))
    battle.play(("battle/prime_cause", "GC.deep_one.1"), ("battle/prime_cause/by", "cthulhu"))
    assert (battle.in_play("GC"), battle.state.factions["GC"].power) == ({"elder_shoggoth": 1, "cthulhu": 1}, 0)
    assert len(battle.state.factions["CC"].signs) == 1


def test_ghatanothoa_counts_the_enemys_cultists_on_the_map() -> None:
    """Ghatanothoa: Combat is the number of Cultists that the opponent has on the map."""
    battle = Skirmish(
        {"GC": {"ghatanothoa": 1}, "CC": {"flying_polyp": 1, "acolyte": 1}}, in_play={"CC": {"acolyte": 4}}
    )
    assert battle.dice("GC") == 4


def test_the_harbinger_asks_for_a_cost_that_is_no_number() -> None:
    """Reference 7: by a formula of his player, so it is asked. Half of what it is."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "flying_polyp": 1}, "GC": {"dire_yog_sothoth": 1}})
    battle.play(("battle/dice/GC/dire_yog_sothoth", 0)).roll(CC=[4, *[1] * (battle.dice("CC") - 1)])
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"), ("battle/harbinger/cost", 7))
    battle.play(("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == 11


def test_nodens_costs_6_for_the_harbinger_too() -> None:
    """D73: 6; The Harbinger pays half."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "flying_polyp": 1}, "GC": {"nodens": 1}})
    battle.roll(CC=[4, *[1] * (battle.dice("CC") - 1)])
    battle.play(("battle/kill/CC", {"CC.flying_polyp.1": ["kill"]}))
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"), ("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == 8 + 3


def test_azathoth_counts_as_cost_0_for_the_harbinger() -> None:
    """Reference 7, Azathoth."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "flying_polyp": 1}, "GC": {"azathoth_free": 1}})
    battle.play(("battle/dice/GC/azathoth_free", 0)).roll(CC=[4, *[1] * (battle.dice("CC") - 1)])
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"), ("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == 8


def test_no_kill_on_the_hound_even_by_snakebite() -> None:
    """Hound of Tindalos, Angles of Time: an added Kill finds nobody."""
    battle = Skirmish({"GC": {"yig": 1, "acolyte": 1}, "CC": {"hound_of_tindalos": 1}})
    battle.roll(GC=[1, 1], CC=[6, 1, 1, 1]).play(("battle/kill/GC", {"GC.acolyte.1": ["kill"]}))
    battle.play(("battle/more_kills/GC", "snakebite"))
    assert battle.in_play("CC") == {"hound_of_tindalos": 1}
    assert not isinstance(battle.session.prompts[0].prompt, Assign)
    assert battle.state.board.areas[AREA]


# -- Daoloth: Cosmic Unity ---------------------------------------------------------------------------------------------


def test_a_great_old_one_that_daoloth_dims_rolls_nothing_whatever_follows() -> None:
    """Cosmic Unity: one enemy Great Old One rolls no dice; so there is no Azathoth die for Avatar Synthesis either."""
    battle = Skirmish({"DS": {"avatar_synthesis": 1, "acolyte": 1}, "GC": {"daoloth": 1, "deep_one": 1}})
    battle.play(("battle/pre_battle/GC", "cosmic_unity"))
    assert "battle/azathoth" not in battle.open_keys
    assert (battle.dice("DS"), battle.dice("GC")) == (0, 1)


def test_prime_cause_is_not_offered_where_nothing_can_be_paid() -> None:
    """The Elder Shoggoth was Killed, and half of the cheapest other unit costs more than there is (D71, the other
    reading: before the dice it could replace itself)."""
    battle = Skirmish(
        {"GC": {"elder_shoggoth": 1, "shoggoth": 1}, "CC": {"flying_polyp": 1}},
        in_play={"GC": {"acolyte": 6, "deep_one": 4, "shoggoth": 1, "elder_shoggoth": 1}},
        power={"GC": 0},
        options={"D71": "other"},
    )
    battle.roll(GC=[1] * 4, CC=[6]).play(("battle/kill/GC", {"GC.elder_shoggoth.1": ["kill"]}))
    assert "battle/after_battle/GC" not in battle.open_keys


def test_prime_cause_asks_for_a_price_that_is_no_number() -> None:
    """Half the new unit's cost; what is no number is asked at the table (it came for nothing)."""
    battle = Skirmish(
        {"GC": {"elder_shoggoth": 1, "deep_one": 1, "dire_yog_sothoth": 1}, "CC": {"flying_polyp": 2}},
        options={"D71": "other"},
    )
    battle.play(("battle/dice/GC/dire_yog_sothoth", 0)).roll(GC=[1] * battle.dice("GC"), CC=[6, 1])
    battle.play(
        ("battle/kill/GC", {"GC.dire_yog_sothoth.1": ["kill"]}), ("battle/after_battle/GC", "prime_cause_later")
    )
    battle.play(("battle/prime_cause", "GC.deep_one.1"), ("battle/prime_cause/by", "dire_yog_sothoth"))
    battle.play(("battle/prime_cause/cost", 7))
    assert battle.in_play("GC") == {"elder_shoggoth": 1, "dire_yog_sothoth": 1}
    assert battle.state.factions["GC"].power == 5
