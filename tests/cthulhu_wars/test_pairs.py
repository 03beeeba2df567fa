"""Every row of `battle.md` 4.5, with the tests that hold it; those that nothing else holds are here. Then battles in
which several abilities meet. Outcomes are worked out by hand from the reference, section 2 of it and the rows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, RequirementMet
from companion.table.prompts import Assign, Choose, Place
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_battle_cases import neighbours

ROWS: Final = {
    "Eternal - Harbinger, Kill books, Star Vampire": (
        *("test_eternal_and_the_harbinger", "test_eternal_and_the_kill_books"),
        "test_a_star_vampire_drains_though_eternal_cancels_its_result",
    ),
    "Eternal - Unholy Ground": ("test_unholy_ground_beats_eternal", "test_eternal_is_no_answer_to_unholy_ground"),
    "Eternal - Fire Vampires": ("test_eternal_comes_before_fire_vampires",),
    "Eternal - blocked retreat": ("test_eternal_and_a_blocked_retreat",),
    # Only an enemy's Kill feeds Windwalker, and only Windwalker has Eternal: of this row Fulmination is left.
    "Eternal - Cannibalism, Fulmination": ("test_a_cancelled_kill_gives_no_fulmination",),
    "Berserkergang - later change of the Kill": ("test_berserkergang_stays_when_fire_vampires_spare_the_gnoph_keh",),
    "Berserkergang and others - Yothan, Bastet, GOOs": (
        *("test_berserkergang_takes_no_yothan", "test_what_names_monsters_and_cultists_does_not_choose_bastet"),
        "test_devour_needs_someone_to_devour",
    ),
    "Howl - Madness": ("test_howl_and_madness",),
    "Howl - abilities of the moved unit": ("test_howl_and_the_harbinger", "test_a_howled_unit_is_not_promoted"),
    "Howl, Energy Nexus, Devour - last unit": (
        *("test_howl_of_the_last_unit_ends_the_battle", "test_an_early_end_promotes_nobody"),
        "test_energy_nexus_that_leaves_a_side_without_units_ends_the_battle",
    ),
    "Cannibalism - Necrophagy": ("test_cannibalism_and_necrophagy",),
    "Cannibalism - Million Favored Ones": ("test_promotions_come_before_cannibalism",),
    "Cannibalism - Eliminations": (
        *("test_cannibalism_needs_a_kill", "test_cannibalism_does_not_eat_what_unholy_ground_eliminates"),
    ),
    "Demand Sacrifice - Zagazig": ("test_zagazig_comes_before_demand_sacrifice",),
    "Demand Sacrifice - Bloodthirst": ("test_a_kill_of_bloodthirst_becomes_one_pain",),
    "Demand Sacrifice - Channel Power": ("test_demand_sacrifice_takes_kills_that_channel_power_brought",),
    "Demand Sacrifice - Harbinger": ("test_demand_sacrifice_and_the_harbinger",),
    "Demand Sacrifice - Eliminations": (
        *(
            "test_demand_sacrifice_and_devour",
            "test_demand_sacrifice_and_abduct",
            "test_berserkergang_is_not_converted",
        ),
        "test_demand_sacrifice_does_not_soften_unholy_ground",
    ),
    "Zagazig - Bloodthirst": ("test_zagazig_comes_before_bloodthirst",),
    "Zagazig - added results": (
        *("test_zagazig_leaves_the_fixed_results_of_bastet", "test_zagazig_does_not_touch_the_pains_of_necrophagy"),
        *("test_zagazig_would_not_swap_what_nodens_adds", "test_the_kill_of_snakebite_is_not_swapped"),
    ),
    "Terror - enemy total": ("test_terror_not_below_0", "test_a_star_vampire_still_rolls_under_terror"),
    "Energy Nexus - own attack": ("test_energy_nexus_before_an_own_attack", "test_energy_nexus_battle_first"),
    "Energy Nexus - Actions before the battle": (
        *("test_a_book_earned_by_energy_nexus_works_in_the_battle", "test_energy_nexus_and_a_gate_put_to_slumber"),
    ),
    "Energy Nexus (third party) - retreats": (
        *("test_energy_nexus_in_a_battle_of_others", "test_energy_nexus_also_allows_control_of_a_gate"),
    ),
    "Million Favored Ones - Invisibility": ("test_units_hidden_by_invisibility_do_not_promote",),
    "Million Favored Ones - retreat": (
        "test_the_million_favored_ones_promote_where_they_have_retreated_to",
        "test_a_spawn_eliminated_for_lack_of_retreat_gives_no_mutants",
    ),
    "Million Favored Ones - Orifices": ("test_orifices_come_before_the_million_favored_ones",),
    "Million Favored Ones - lose a unit": ("test_a_captured_or_promoted_unit_is_no_loss",),
    "Dread Curse - this chapter": (
        *("test_dread_curse_is_no_battle", "test_dread_curse_spares_no_emissary", "test_dread_curse_makes_no_martyr"),
        *("test_no_cosmic_ruler_against_the_dread_curse", "test_no_eternal_against_the_dread_curse"),
    ),
    "Dread Curse - ongoing texts": ("test_dread_curse_and_passion", "test_extinction_by_dread_curse"),
    "Unholy Ground - Emissary": ("test_unholy_ground_beats_the_emissary",),
    "Unholy Ground - Cosmic Ruler": ("test_cosmic_ruler_for_unholy_ground",),
    "Cosmic Ruler - two dying Avatars": ("test_cosmic_ruler_does_not_double_up",),
    "Martyrdom - Eliminations of the priest": (
        *("test_no_martyrdom_for_a_priest_that_berserkergang_takes", "test_no_martyrdom_for_a_devoured_priest"),
    ),
    "Martyrdom - doubling, Eliminations": ("test_martyrdom_and_regenerate", "test_martyrdom_brings_nobody_back"),
    "Fulmination - who counts": ("test_fulmination_counts_no_eliminations",),
    "Elder God - counts as a Great Old One": (
        *("test_the_harbinger_is_paid_for_bastet", "test_emissary_does_not_help_against_bastet"),
        *("test_hibernate_counts_bastet", "test_unholy_ground_takes_bastet"),
    ),
    "Formless Spawn - Invisibility, Howl": (
        *("test_formless_spawn_and_invisibility", "test_a_howled_formless_spawn_still_counts"),
    ),
    "Yothan - Extinction": (
        *("test_extinction_a_killed_yothan_leaves_the_game", "test_extinction_eliminated_for_lack_of_retreat"),
        "test_a_yothan_that_howl_sends_away_stays_in_the_game",
    ),
    "Lone Reanimated": ("test_lone_reanimated_are_attacked_roll_and_retreat",),
    "Ferox - capture": (
        *("test_ferox_keeps_monsters_from_capturing", "test_ferox_leaves_great_old_ones_free"),
        "test_the_great_race_of_yith_ignores_ferox",
    ),
    "Ice Age - battle": ("test_ice_age_taxes_battles", "test_promotions_cost_nothing_under_ice_age"),
    "Moon - retreats": ("test_bubastis_retreats_to_the_moon_from_anywhere_and_others_do_not",),
}
"""The rows of 4.5 in their order, each with its tests."""


def test_every_row_has_its_tests() -> None:
    here = Path(__file__).parent
    tests = [file.read_text("utf-8") for file in here.glob("test_*.py")]
    known = {name for text in tests for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}
    assert len(ROWS) == 43
    assert {name for names in ROWS.values() for name in names} - known == set()


# -- rows that nothing else holds --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("battles_again")
def test_a_star_vampire_drains_though_eternal_cancels_its_result() -> None:
    """Pair Eternal - Star Vampire drain: the result counts though Rhan Tegoth is unharmed; the drain is at the roll."""
    battle = Skirmish({"GC": {"star_vampire": 1, "deep_one": 1}, "WW": {"rhan_tegoth": 1}}, doom={"WW": 3})
    battle.roll(GC=[6, 1], WW=[1, 1, 1]).play(("battle/after_roll/GC", "vampirism"))
    if "battle/star_vampire/pains" in battle.open_keys:
        battle.play(("battle/star_vampire/pains", 0))
    battle.play(("battle/star_vampire/kills", 1), ("battle/kills_assigned/WW", ["eternal_kill"]))
    factions = battle.state.factions
    assert (factions["GC"].doom, factions["WW"].doom, factions["WW"].power) == (1, 2, 7)
    assert battle.in_play("WW") == {"rhan_tegoth": 1}


@pytest.mark.usefixtures("battles_again")
def test_a_kill_of_bloodthirst_becomes_one_pain() -> None:
    """Pair Demand Sacrifice - Bloodthirst: the Kill made from two Pains turns into one Pain."""
    battle = Skirmish(
        {"GC": {"leng_spider": 1, "deep_one": 2}, "SL": {"serpent_man": 3}},
        in_play={"SL": {"tsathoggua": 1, "serpent_man": 3}},
        books={"SL": ["demand_sacrifice"]},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(GC=[4, 5, 4], SL=[1, 1, 1]).play(("battle/after_roll/GC", "bloodthirst"))
    if "battle/leng_spider" in battle.open_keys:
        battle.play(("battle/leng_spider", "GC"))
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (0, 2)


@pytest.mark.usefixtures("battles_again")
def test_the_kill_of_snakebite_is_not_swapped() -> None:
    """Pair Zagazig - Snakebite: only rolled results are swapped; it comes when the Kills are assigned."""
    battle = Skirmish({"BB": {"cat_from_mars": 2}, "GC": {"yig": 1, "acolyte": 1}}, books={"BB": ["zagazig"]})
    battle.roll(BB=[4, 1], GC=[1, 1]).play(("battle/rolled/BB", "zagazig"))
    battle.play(("battle/kill/GC", {"GC.acolyte.1": ["kill"]}), ("battle/more_kills/GC", "snakebite"))
    assert battle.in_play("BB") == {"cat_from_mars": 1}


@pytest.mark.usefixtures("battles_again")
def test_a_star_vampire_still_rolls_under_terror() -> None:
    """Pair Terror - enemy total: with a total of 0 a Star Vampire still rolls its own die."""
    battle = Skirmish({"TT": {"proto_shoggoth": 3}, "GC": {"star_vampire": 1}}, books={"TT": ["terror"]})
    battle.play(("battle/totals/TT", "terror"), ("battle/terror", "less"))
    assert (battle.dice("TT"), battle.dice("GC")) == (3, 1)


@pytest.mark.usefixtures("battles_again")
def test_no_martyrdom_for_a_devoured_priest() -> None:
    """Pair Martyrdom - Devour on the priest: an Elimination is no Kill."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1}, "TT": {"high_priest": 1, "proto_shoggoth": 2}}, books={"TT": ["martyrdom"]}
    )
    battle.play(("battle/pre_battle/GC", "devour"), ("battle/devour", "TT.high_priest.1"))
    battle.roll(GC=[6, 1, 1, 1, 1, 1], TT=[1, 1])
    assert "battle/kills_assigned/TT" not in battle.open_keys
    assert battle.in_play("TT") == {"proto_shoggoth": 1}


@pytest.mark.usefixtures("battles_again")
def test_martyrdom_brings_nobody_back() -> None:
    """Pair Martyrdom - Eliminations on other units: only Kills become Pains, Eliminations stay."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1}, "TT": {"high_priest": 1, "proto_shoggoth": 2}}, books={"TT": ["martyrdom"]}
    )
    battle.play(("battle/pre_battle/GC", "devour"), ("battle/devour", "TT.proto_shoggoth.1"))
    battle.roll(GC=[6, 6, 1, 1, 1, 1], TT=[1]).play(("battle/kills_assigned/TT", "martyrdom"))
    assert battle.in_play("TT") == {"proto_shoggoth": 1}
    assert battle.battle.figure("TT.proto_shoggoth.2").hits == ["pain"]


@pytest.mark.usefixtures("battles_again")
def test_a_yothan_that_howl_sends_away_stays_in_the_game() -> None:
    """Pair Yothan - Extinction: not when it only leaves the battle."""
    battle = Skirmish(
        {"WW": {"wendigo": 2}, "AN": {"yothan": 1, "acolyte": 1}}, books={"WW": ["howl"], "AN": ["extinction"]}
    )
    battle.play(("battle/pre_battle/WW", "howl"), ("battle/howl", "AN.yothan.1"), ("battle/howl/area", "scandinavia"))
    assert (battle.in_play("AN")["yothan"], battle.state.factions["AN"].away) == (1, {})


def test_the_great_race_of_yith_ignores_ferox() -> None:
    """Pair Ferox - capture: Monsters and Terrors cannot, but the Great Race of Yith ignores it [1]."""
    game = Evening("GC", "WW", neutral=["great_race_of_yith"])
    game.correct(WW_ithaqua=1, GC_shoggoth=1)
    assert game.refusal("capture") == "Only a Great Old One can capture its Cultists now."
    game.state.record(CardTaken("GC", "great_race_of_yith", "GC", 0, 0))
    game.correct(GC_great_race_of_yith=1)
    assert game.refusal("capture") == ""


def test_energy_nexus_pays_in_the_ice_age_for_itself_and_the_battle_for_itself() -> None:
    """Pair Ice Age - battle in the area, and Windwalker's rulings: once per Action. Black Goat pays 1 + 1 to declare
    there, Sleeper 1 + 1 to recruit there in between, and Black Goat nothing more when its battle goes on."""
    game = Evening("BG", "SL", "WW", first="BG")
    game.state.record(RequirementMet("SL", "give_three"))
    game.state.record(BookTaken("SL", "energy_nexus", "give_three"))
    game["WW"].tokens.append("europe")
    game.correct(BG_fungi=1, SL_wizard=1, SL_acolyte=5, WW_wendigo=1)
    game.play(("action/BG", "battle"), ("battle/area", "europe"), ("battle/enemy", "WW"))
    while game.key.startswith("battle/pieces"):
        picked = [o for o in game.options() if "fungi" in o or "wendigo" in o]
        game.answer(picked)
    assert game["BG"].power == 8 - 2
    game.play(("energy_nexus/SL", "recruit"), ("toll/SL", "europe"))
    assert (game["SL"].power, game["SL"].in_play["acolyte"]) == (8 - 2, 6)
    while not game.key.startswith("battle/roll"):
        suggested = (
            [o.id for o in game.prompt.options if o.id in game.prompt.suggested]
            if isinstance(game.prompt, Choose)
            else []
        )
        game.answer(suggested)
    assert (game["BG"].power, game["SL"].power) == (6, 6)


def test_energy_nexus_pays_twice_where_sleeper_attacks_in_the_ice_age() -> None:
    """The same by Sleeper's own attack: two Actions that do something there, 1 + 1 each; nothing a third time."""
    game = Evening("SL", "BG", "WW", first="SL")
    game.state.record(RequirementMet("SL", "give_three"))
    game.state.record(BookTaken("SL", "energy_nexus", "give_three"))
    game["WW"].tokens.append("europe")
    game.correct(SL_wizard=1, SL_serpent_man=1, SL_acolyte=5, WW_wendigo=1)
    game.fight("SL", "europe", "WW", ["SL.wizard.1", "SL.serpent_man.1"], ["WW.wendigo.1"])
    assert game["SL"].power == 8 - 2
    game.play(("energy_nexus/SL", "recruit"), ("toll/SL", "europe"))
    game.play(("battle/pieces_now/SL", ["SL.wizard.1", "SL.serpent_man.1"]), ("battle/pieces_now/WW", ["WW.wendigo.1"]))
    assert game.key.startswith("battle/roll")
    assert game["SL"].power == 8 - 2 - 2


# -- three and more at once --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("battles_again")
def test_seek_abduct_vengeance_harbinger_and_madness_in_one_battle() -> None:
    """A Horror flies in, a Nightgaunt takes an Undead along, Hastur is Killed and pays The Harbinger though Yellow
    Sign assigned all that hit Crawling Chaos, and Madness sends both sides away.

    Dice: Nyarlathotep 3 books + 0, the Horror 2: 5. Hastur 5 (the Ritual), one Undead 0: 5.
    """
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1, "nightgaunt": 1}, "YS": {"hastur": 1, "undead": 2, "acolyte": 1}},
        in_play={"CC": {"nyarlathotep": 1, "nightgaunt": 1, "hunting_horror": 1}},
        books={"CC": ["seek_and_destroy", "abduct", "madness"]},
    )
    battle.play(("battle/pre_battle/CC", "seek_and_destroy"))
    battle.play(("battle/pre_battle/CC", "abduct"), ("battle/abducted/0", "YS.undead.1"))
    assert (battle.dice("CC"), battle.dice("YS")) == (5, 5)
    battle.roll(CC=[6, 4, 1, 1, 1], YS=[6, 5, 1, 1, 1])
    for side, piece in (("CC", "CC.hunting_horror.1"), ("YS", "YS.hastur.1")):
        asked = battle.prompt(f"battle/kill/{side}")
        assert isinstance(asked, Assign)
        assert asked.who == "YS"
        battle.play((f"battle/kill/{side}", {piece: ["kill"]}))
    battle.play(("battle/kills_assigned/CC", "harbinger_kill"), ("battle/harbinger", "power"))
    battle.play(("battle/pain/YS", {"YS.acolyte.1": ["pain"]}), ("battle/near/YS", []), ("battle/near/CC", []))
    asked_first = battle.prompt("battle/madness")
    assert isinstance(asked_first, Choose)
    battle.play(("battle/madness", "YS"))
    fled = battle.prompt("battle/retreat/YS")
    assert isinstance(fled, Place)
    assert fled.who == "CC"
    there = neighbours(battle)
    battle.play(
        ("battle/retreat/YS", {"YS.acolyte.1": there[0]}), ("battle/retreat/CC", {"CC.nyarlathotep.1": there[1]})
    )
    assert battle.in_play("CC") == {"nyarlathotep": 1}
    assert battle.in_play("YS") == {"undead": 1, "acolyte": 1}
    assert battle.state.factions["CC"].power == 8 + 5


@pytest.mark.usefixtures("battles_again")
def test_terror_vengeance_and_martyrdom_in_one_battle() -> None:
    """Terror takes 2 dice off Hastur and three Undead (5 + 2 - 2 = 5); Yellow Sign kills the priest and both
    Proto-Shoggoths; the priest's death leaves them Pained; of those Pains nobody dies."""
    battle = Skirmish(
        {"TT": {"high_priest": 1, "proto_shoggoth": 2}, "YS": {"hastur": 1, "undead": 3}},
        books={"TT": ["terror", "martyrdom"]},
    )
    battle.play(("battle/totals/TT", "terror"), ("battle/terror", "less"))
    assert (battle.dice("TT"), battle.dice("YS")) == (2, 5)
    battle.roll(TT=[1, 1], YS=[6, 6, 6, 1, 1])
    battle.play(("battle/kills_assigned/TT", "martyrdom"), ("battle/near/YS", []))
    there = neighbours(battle)[0]
    battle.play(("battle/retreat/TT", {"TT.proto_shoggoth.1": there, "TT.proto_shoggoth.2": there}))
    assert battle.in_play("TT") == {"proto_shoggoth": 2}
    assert battle.in_play("YS") == {"hastur": 1, "undead": 3}


@pytest.mark.usefixtures("battles_again")
def test_eternal_necrophagy_harbinger_and_regenerate_do_not_disturb_one_another() -> None:
    """Crawling Chaos hits Rhan Tegoth and pays itself though he pays to be spared; a Ghoul's Pain finds Nyarlathotep
    and a Wendigo, for Rhan Tegoth has taken his one result."""
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1, "flying_polyp": 1}, "WW": {"rhan_tegoth": 1, "wendigo": 1}},
        others=["BG"],
        in_play={"BG": {"ghoul": 1}},
        books={"BG": ["necrophagy"], "CC": ["emissary", "madness"]},
    )
    # Nyarlathotep 2 books, the Polyp 1: 3 dice; Rhan Tegoth 3, the Wendigo 1: 4.
    battle.roll(CC=[6, 1, 1], WW=[1, 1, 1, 1]).play(("battle/kill/WW", {"WW.rhan_tegoth.1": ["kill"]}))
    battle.play(("battle/kills_assigned/CC", "harbinger_kill"), ("battle/harbinger", "power"))
    battle.play(("battle/kills_assigned/WW", ["eternal_kill"]), ("battle/kills_assigned/BG", "necrophagy"))
    battle.play(("battle/pain/CC", {"CC.nyarlathotep.1": ["pain"]}))
    assert battle.battle.figure("WW.wendigo.1").hits == ["pain"]
    assert (battle.state.factions["CC"].power, battle.state.factions["WW"].power) == (8 + 3, 8 - 1)
    assert battle.state.board.areas[AREA].adjacent
