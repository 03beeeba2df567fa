"""Every row of `battle.md` 4.5, with the tests that hold it; those that nothing else holds are here. Then battles in
which several abilities meet. Outcomes are worked out by hand from the reference, section 2 of it and the rows."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, RequirementMet
from companion.table.prompts import Assign, Choose, Place
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening, give
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
    "Eternal - Cannibalism, Fulmination, Daoloth": (
        *("test_a_cancelled_kill_gives_no_fulmination", "test_a_cancelled_kill_does_not_earn_daoloths_book"),
    ),
    "Berserkergang - later change of the Kill": ("test_berserkergang_stays_when_fire_vampires_spare_the_gnoph_keh",),
    "Berserkergang and others - Yothan, Bastet, GOOs": (
        *("test_berserkergang_takes_no_yothan", "test_what_names_monsters_and_cultists_does_not_choose_bastet"),
        *(
            "test_devour_needs_someone_to_devour",
            "test_monsters_and_cultists_means_no_terrors_and_no_great_old_ones",
        ),
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
        "test_cannibalism_does_not_eat_what_berserkergang_eliminates",
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
        "test_vicious_counts_the_kills_after_the_swap",
    ),
    "Terror - enemy total": ("test_terror_not_below_0", "test_a_star_vampire_still_rolls_under_terror"),
    "Energy Nexus - own attack": ("test_energy_nexus_before_an_own_attack", "test_energy_nexus_battle_first"),
    "Energy Nexus - Actions before the battle": (
        *("test_a_book_earned_by_energy_nexus_works_in_the_battle", "test_energy_nexus_and_a_gate_put_to_slumber"),
        *(
            "test_burrow_works_in_energy_nexus",
            "test_a_monster_captured_in_energy_nexus_is_not_in_the_battle",
        ),
    ),
    "Energy Nexus (third party) - retreats": (
        *("test_energy_nexus_in_a_battle_of_others", "test_energy_nexus_also_allows_control_of_a_gate"),
        "test_a_recruit_of_energy_nexus_takes_no_gate_in_the_turn_of_others",
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
        *(
            "test_nobody_answers_the_dread_curse_as_a_battle",
            "test_a_great_old_one_lost_by_the_dread_curse_died_in_no_battle",
        ),
    ),
    "Dread Curse - ongoing texts": (
        *("test_dread_curse_and_passion", "test_extinction_by_dread_curse"),
        "test_dread_curse_lowers_azathoths_marker",
    ),
    "Unholy Ground - Emissary": ("test_unholy_ground_beats_the_emissary",),
    "Unholy Ground - Cosmic Ruler": ("test_cosmic_ruler_for_unholy_ground",),
    "Cosmic Ruler - two dying Avatars": ("test_cosmic_ruler_does_not_double_up",),
    "Martyrdom - Eliminations of the priest": (
        *("test_no_martyrdom_for_a_priest_that_berserkergang_takes", "test_no_martyrdom_for_a_devoured_priest"),
        "test_no_martyrdom_for_an_abducted_priest",
    ),
    "Martyrdom - doubling, Eliminations": ("test_martyrdom_and_regenerate", "test_martyrdom_brings_nobody_back"),
    "Fulmination - who counts": ("test_fulmination_counts_no_eliminations",),
    "Elder God - counts as a Great Old One": (
        *("test_the_harbinger_is_paid_for_bastet", "test_emissary_does_not_help_against_bastet"),
        *("test_hibernate_counts_bastet", "test_unholy_ground_takes_bastet"),
        "test_bastet_captures_what_ferox_guards",
    ),
    "Formless Spawn - Invisibility, Howl": (
        *("test_formless_spawn_and_invisibility", "test_a_howled_formless_spawn_still_counts"),
    ),
    "Yothan - Extinction": (
        *("test_extinction_a_killed_yothan_leaves_the_game", "test_extinction_eliminated_for_lack_of_retreat"),
        *("test_a_yothan_that_howl_sends_away_stays_in_the_game", "test_a_yothan_that_is_replaced_stays_in_the_game"),
    ),
    "Lone Reanimated": ("test_lone_reanimated_are_attacked_roll_and_retreat",),
    "Ferox - capture": (
        *("test_ferox_keeps_monsters_from_capturing", "test_ferox_leaves_great_old_ones_free"),
        "test_the_great_race_of_yith_ignores_ferox",
    ),
    "Ice Age - battle": (
        *("test_ice_age_taxes_battles", "test_promotions_cost_nothing_under_ice_age"),
        "test_howl_retreats_and_cannibalism_are_free_in_the_ice_age",
    ),
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


def test_energy_nexus_and_the_battle_pay_in_the_ice_age_each_for_itself() -> None:
    """Pair Ice Age - battle in the area, and Windwalker's rulings: once per Action. Black Goat pays 1 + 1 to declare
    there, Sleeper 1 + 1 to recruit there in between, and Black Goat nothing more when its battle goes on."""
    game = Evening("BG", "SL", "WW", first="BG")
    game.state.record(RequirementMet("SL", "give_three"))
    game.state.record(BookTaken("SL", "energy_nexus", "give_three"))
    game["WW"].tokens.append("europe")
    game.correct(BG_fungi=1, SL_wizard=1, SL_acolyte=5, WW_wendigo=1)
    game.play(("action/BG", "battle/WW"), ("battle/area", "europe"))
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


@pytest.mark.holds("daoloth.battle_ends")
@pytest.mark.usefixtures("battles_again")
@pytest.mark.parametrize(("answer", "earned"), [(["eternal_kill"], False), ([], True)])
def test_a_cancelled_kill_does_not_earn_daoloths_book(answer: list[str], earned: bool) -> None:
    """Pair Eternal - Daoloth's book: a cancelled Kill is not a Killed unit; one that is not cancelled is."""
    battle = Skirmish({"GC": {"daoloth": 1, "starspawn": 1}, "WW": {"rhan_tegoth": 1}})
    battle.play(("battle/pre_battle/GC", []))
    battle.roll(GC=[6, 1, 1], WW=[1, 1, 1]).play(("battle/kills_assigned/WW", answer))
    assert bool(battle.state.factions["GC"].marks.get("book_daoloth")) is earned


@pytest.mark.parametrize(
    ("user", "pieces", "book"),
    [
        ("WW", {"gnoph_keh": 1}, "berserkergang"),
        ("GC", {"cthulhu": 1}, "devour"),
        ("CC", {"nightgaunt": 1, "hunting_horror": 1}, "abduct"),
        ("YS", {"undead": 3}, "shriveling"),
        ("CC", {"flying_polyp": 2}, "invisibility"),
    ],
)
@pytest.mark.parametrize(("foe", "great"), [("AN", "yothan"), ("BB", "bastet"), ("SL", "tsathoggua")])
def test_monsters_and_cultists_means_no_terrors_and_no_great_old_ones(
    user: str, pieces: dict[str, int], book: str, foe: str, great: str
) -> None:
    """Pair Berserkergang, Devour, Abduct, Shriveling, Invisibility - Yothan, Bastet, GOOs: where one of them is alone
    it is not offered at all; Invisibility may still hide a Polyp, and nobody else."""
    battle = Skirmish({user: pieces, foe: {great: 1}}, books={user: [] if book == "devour" else [book]})
    if book == "invisibility":
        battle.play((f"battle/pre_battle/{user}", book))
        asked = battle.prompt("battle/invisibility")
        assert isinstance(asked, Choose)
        assert {o.id.split(".")[1] for o in asked.options} == {"flying_polyp"}
        return
    assert f"battle/pre_battle/{user}" not in battle.open_keys
    if book == "berserkergang":
        faces = {user: [1, 1, 1], foe: [6] + [1] * (battle.dice(foe) - 1)}
        battle.roll(**{side: faces[side] for side in (user, foe) if battle.dice(side)})
        assert f"battle/kills_assigned/{user}" not in battle.open_keys
        assert battle.in_play(user) == {}, "it was Killed"


@pytest.mark.usefixtures("battles_again")
def test_cannibalism_does_not_eat_what_berserkergang_eliminates() -> None:
    """Pair Cannibalism - Eliminations: a Deep One goes with the Gnoph-Keh, and nobody was Killed by Windwalker."""
    battle = Skirmish({"WW": {"gnoph_keh": 1}, "GC": {"deep_one": 2}}, books={"WW": ["berserkergang", "cannibalism"]})
    battle.roll(WW=[1, 1, 1], GC=[6, 1]).play(("battle/kills_assigned/WW", "berserkergang"))
    assert battle.in_play("GC") == {"deep_one": 1}
    assert "battle/after_battle/WW" not in battle.open_keys


def nexus(*books: str, **numbers: int) -> Evening:
    """Crawling Chaos has declared a battle against Black Goat in Africa, and Sleeper's Wizard is there."""
    game = Evening("CC", "SL", "BG")
    game.state.record(RequirementMet("SL", "give_three"))
    game.state.record(BookTaken("SL", "energy_nexus", "give_three"))
    for book, requirement in zip(books, ("give_one", "take_one"), strict=False):
        game.state.record(RequirementMet("SL", requirement))
        game.state.record(BookTaken("SL", book, requirement))
    game.correct(**{"CC_hunting_horror": 1, "SL_wizard": 1, **numbers})
    game.fight("CC", "africa", "BG", ["CC.hunting_horror.1"], ["BG.acolyte.1"])
    return game


def test_burrow_works_in_energy_nexus() -> None:
    """Pair Energy Nexus - Burrow: it works normally before the battle: a Move of 2 gives 1 back."""
    game = nexus("burrow", SL_serpent_man=1)
    assert game.key == "energy_nexus/SL"
    game.play(("energy_nexus/SL", "move"), ("move", ["unit.1", "unit.2"]))
    assert game["SL"].power == 8 - 2 + 1


def test_a_monster_captured_in_energy_nexus_is_not_in_the_battle() -> None:
    """Pair Energy Nexus - Capture Monster: units that are gone are not in it; the attacker has nobody left."""
    game = nexus("capture_monster", SL_tsathoggua=1)
    game.play(("energy_nexus/SL", "capture_monster"))
    while game.key.startswith("capture_monster"):
        game.answer(game.options()[0])
    assert game["SL"].captives == {"CC": {"hunting_horror": 1}}
    while game.key.startswith("battle/pieces_now"):
        game.answer([o for o in game.options() if "hunting_horror" not in o])
    assert not game.key.startswith("battle/roll")
    assert (game["CC"].power, game["BG"].in_play["acolyte"]) == (7, 6)


def test_a_recruit_of_energy_nexus_takes_no_gate_in_the_turn_of_others() -> None:
    """Pair Energy Nexus (third party) - retreats: the Acolyte stands by; the Gate that the battle leaves abandoned it
    may control in Sleeper's own turn only."""
    game = nexus(SL_acolyte=5)
    game.play(("energy_nexus/SL", "recruit"))
    while game.key.startswith("battle/pieces_now"):
        game.answer([o for o in game.options() if "acolyte" in o or "horror" in o][:1])
    game.play(("battle/roll/CC", [6, 1]))
    while game.key.startswith("battle"):
        game.answer(True if game.key == "battle/board" else game.options()[0])
    assert game.state.gates["africa"] is None
    while game.key != "action/SL":
        assert not game.key.startswith("control")
        game.answer("finish" if "finish" in game.options() else game.options()[0] if "book" in game.key else "pass")
    assert "control" in game.options()


@pytest.mark.parametrize(("marker", "face", "left"), [(6, 4, (2, 1)), (4, 5, (0, 0))])
def test_dread_curse_lowers_azathoths_marker(marker: int, face: int, left: tuple[int, int]) -> None:
    """Pair Dread Curse - independent Azathoth: his card still applies: a Kill lowers his marker by a die, and only 0
    kills him."""
    game = cursed_by_opener("CC", "BG", neutral=["azathoth_free"])
    game.state.record(CardTaken("CC", "azathoth_free", "CC", 0, 0))
    game.correct(CC_azathoth_free=1, CC_azathoth=marker)
    curse(game, "CC", ["CC.azathoth_free.1"], [6])
    game.play(("azathoth/struck", [face]))
    assert (game["CC"].marks["azathoth"], game["CC"].in_play["azathoth_free"]) == left


def cursed_by_opener(*others: str, neutral: list[str] | None = None) -> Evening:
    """Opener has Dread Curse and an Abomination: one die."""
    game = Evening("OW", *others, first="OW", starts={"OW": "antarctica"}, neutral=neutral or [])
    game.state.record(RequirementMet("OW", "lose_unit"))
    game.state.record(BookTaken("OW", "dread_curse", "lose_unit"))
    game.correct(OW_abomination=1)
    return game


def curse(game: Evening, foe: str, there: list[str], faces: list[int]) -> None:
    """The curse on these pieces of one enemy."""
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", game[foe].start), ("dread_curse/whom", [foe]))
    game.play(("dread_curse/roll", faces), (f"battle/pieces/{foe}", there))


def test_nobody_answers_the_dread_curse_as_a_battle() -> None:
    """Pair Dread Curse - this chapter: no Necrophagy, no Cannibalism, no Madness: a Kill and a Pain on two Polyps, and
    of all the others only Opener is asked, where the pained one goes."""
    game = cursed_by_opener("CC", "BG", "WW")
    give(game, "CC", "madness")
    give(game, "BG", "necrophagy")
    give(game, "WW", "cannibalism")
    game.take_first("book")
    game.correct(CC_flying_polyp=2, BG_ghoul=1, OW_abomination=2)
    game.take_first("book")
    curse(game, "CC", ["CC.flying_polyp.1", "CC.flying_polyp.2"], [6, 4])
    asked = []
    while not game.key.startswith(("action/", "book/")):
        asked.append((game.key.split("/")[1], game.prompt.who))
        prompt = game.prompt
        if isinstance(prompt, Assign):
            game.answer({prompt.pieces[0].id: [next(iter(prompt.results))]})
        else:
            assert isinstance(prompt, Place)
            game.answer(prompt.any_answer(Random(1)))
    assert set(asked) <= {("kill", "CC"), ("pain", "CC"), ("flee", "OW")}
    assert ("flee", "OW") in asked
    assert game["CC"].in_play["flying_polyp"] == 1


def test_a_great_old_one_lost_by_the_dread_curse_died_in_no_battle() -> None:
    """Pair Dread Curse - this chapter: it does not meet Tcho-Tcho's requirement. Daoloth's book is for a Great Old One
    that is Killed anywhere, by Dread Curse too."""
    game = cursed_by_opener("CC", "TT", neutral=["daoloth"])
    game.state.record(CardTaken("TT", "daoloth", "TT", 0, 0))
    game.correct(CC_nyarlathotep=1, TT_daoloth=1)
    game.take_first("book")
    met = list(game["TT"].met)
    curse(game, "CC", ["CC.nyarlathotep.1"], [6])
    assert game["CC"].in_play["nyarlathotep"] == 0
    assert "great_old_one" not in game["TT"].met
    assert (game["TT"].met, game["TT"].marks.get("book_daoloth", 0)) == (met, 1)


@pytest.mark.usefixtures("battles_again")
def test_no_martyrdom_for_an_abducted_priest() -> None:
    """Pair Martyrdom - Abduct on the priest: an Elimination is no Kill."""
    battle = Skirmish(
        {"CC": {"nightgaunt": 1, "hunting_horror": 1}, "TT": {"high_priest": 1, "proto_shoggoth": 1}},
        books={"CC": ["abduct"], "TT": ["martyrdom"]},
    )
    battle.play(("battle/pre_battle/CC", "abduct"), ("battle/abducted/0", "TT.high_priest.1"))
    battle.roll(CC=[6, 1], TT=[1])
    assert "battle/kills_assigned/TT" not in battle.open_keys
    assert battle.in_play("TT") == {}


@pytest.mark.usefixtures("battles_again")
def test_a_yothan_that_is_replaced_stays_in_the_game() -> None:
    """Pair Yothan - Extinction: not when it is replaced, here by Y'Golonac: it lies in the pool."""
    battle = Skirmish(
        {"GC": {"ygolonac": 1}, "AN": {"yothan": 1}}, books={"AN": ["extinction"]}, in_play={"AN": {"yothan": 1}}
    )
    battle.roll(GC=[1], AN=[6, *[1] * 6])
    ancients = battle.state.factions["AN"]
    assert (battle.in_play("AN"), ancients.away) == ({"ygolonac": 1}, {})


def test_howl_retreats_and_cannibalism_are_free_in_the_ice_age() -> None:
    """Pair Ice Age - battle in the area: Great Cthulhu pays 1 + 1 to declare; that a unit is howled away, that others
    are pained away and come back elsewhere, and Cannibalism cost nobody anything."""
    game = Evening("GC", "BG", "WW", starts={"WW": "antarctica"})
    give(game, "WW", "howl", "cannibalism")
    game.take_first("book")
    game["WW"].tokens.append("europe")
    game.correct(GC_deep_one=3, WW_wendigo=2)
    game.take_first("book")
    game.fight("GC", "europe", "WW", [f"GC.deep_one.{n}" for n in (1, 2, 3)], ["WW.wendigo.1", "WW.wendigo.2"])
    assert game["GC"].power == 8 - 2
    there = game.state.board.areas["europe"].adjacent[0]
    game.play(("battle/pre_battle/WW", "howl"))
    while game.key.startswith("battle/howl"):
        game.answer("GC.deep_one.1" if "GC.deep_one.1" in game.options() else there)
    game.play(("battle/roll/GC", [1, 4]), ("battle/roll/WW", [6, 4]))
    fates = {"battle/kill/GC": {"GC.deep_one.2": ["kill"]}}
    while game.key.startswith("battle/") and game.key != "battle/after_battle/WW":
        prompt = game.prompt
        if isinstance(prompt, Assign):
            result = next(iter(prompt.results))
            game.answer(fates.get(game.key, {prompt.pieces[0].id: [result]}))
        elif isinstance(prompt, Place):
            game.answer(prompt.any_answer(Random(1)))
        else:
            game.answer([])
    game.play(("battle/after_battle/WW", "cannibalism"))
    assert (game["GC"].power, game["WW"].power, game["WW"].in_play["wendigo"]) == (6, 8, 3)


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
def test_eternal_necrophagy_and_harbinger_do_not_disturb_one_another() -> None:
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
