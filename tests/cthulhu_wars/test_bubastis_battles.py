"""Bubastis in battles: reference section 6, `BB`, battle reference 3 and 4, and its pairs of 4.5. What comes out is
worked out by hand from there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.battle.declare import nobody_attacks
from companion.games.cthulhu_wars.model.roster import card
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Place
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening

pytestmark = pytest.mark.usefixtures("battles_again")

MARS, SATURN, URANUS = "cat_from_mars", "cat_from_saturn", "cat_from_uranus"
MOON = "the_moon"


def results(battle: Skirmish) -> tuple[dict[str, int], dict[str, int]]:
    """Kills and Pains that the sides inflict."""
    return dict(battle.battle.kills), dict(battle.battle.pains)


# -- Combat --------------------------------------------------------------------------------------------------------


def test_the_combat_of_the_cats() -> None:
    """Battle reference 3: Earth Cat 0, Mars 1, Saturn 2, Uranus 3; Bastet rolls no dice."""
    battle = Skirmish({"BB": {"acolyte": 2, MARS: 2, SATURN: 2, URANUS: 2, "bastet": 1}, "YS": {"undead": 2}})
    assert battle.dice("BB") == 2 + 4 + 6


def test_bastet_alone_cannot_declare() -> None:
    """Battle reference 2.1: an Elder God alone may not; nor Earth Cats with her. She can be attacked."""
    for pieces in ({"bastet": 1}, {"bastet": 1, "acolyte": 3}):
        with pytest.raises(BadSetupError, match="Combat 0"):
            Skirmish({"BB": pieces, "YS": {"undead": 2}})
    game = Evening("BB", "YS", "BG", first="BB")
    game.correct(BB_bastet=1)
    assert nobody_attacks(game.state, "BB", ["YS"])["YS"]
    battle = Skirmish({"YS": {"undead": 3}, "BB": {"bastet": 1}})
    assert (battle.dice("YS"), battle.dice("BB")) == (2, 0)


@pytest.mark.holds("BB.after_roll")
def test_bastet_adds_a_kill_and_takes_one_of_the_enemys_off() -> None:
    """Bastet: fixed results, after the roll; here alone against two Kills, of which one is left and Kills her."""
    battle = Skirmish({"YS": {"undead": 3}, "BB": {"bastet": 1}})
    battle.roll(YS=[6, 6])
    assert (battle.in_play("BB"), battle.in_play("YS")) == ({}, {"undead": 2})


def test_bastet_takes_no_kill_off_where_there_is_none() -> None:
    """Bastet: not below 0; the Pain stays."""
    battle = Skirmish({"YS": {"undead": 3}, "BB": {"bastet": 1}})
    battle.roll(YS=[4, 1])
    assert results(battle) == ({"YS": 0, "BB": 1}, {"YS": 1, "BB": 0})
    assert battle.in_play("BB") == {"bastet": 1}


def test_without_bastet_nothing_is_added() -> None:
    battle = Skirmish({"YS": {"undead": 3}, "BB": {"acolyte": 1}})
    battle.roll(YS=[1, 1])
    assert battle.in_play("YS") == {"undead": 3}


# -- Savagery ------------------------------------------------------------------------------------------------------


def test_savagery_gives_each_cat_from_saturn_4_for_1_power() -> None:
    """Savagery: pay 1, once; two Cats roll 2 x 6 dice."""
    battle = Skirmish({"BB": {SATURN: 2, MARS: 1}, "YS": {"undead": 2}}, books={"BB": ["savagery"]})
    battle.play(("battle/pre_battle/BB", "savagery"))
    assert (battle.dice("BB"), battle.state.factions["BB"].power) == (13, 7)


def test_savagery_takes_the_last_power() -> None:
    """Savagery: pay 1."""
    battle = Skirmish({"BB": {SATURN: 1}, "YS": {"undead": 2}}, books={"BB": ["savagery"]}, power={"BB": 1, "YS": 1})
    battle.play(("battle/pre_battle/BB", "savagery"))
    assert (battle.dice("BB"), battle.state.factions["BB"].power) == (6, 0)


def test_savagery_may_be_declined_and_needs_saturn_power_and_book() -> None:
    battle = Skirmish({"BB": {SATURN: 1}, "YS": {"undead": 2}}, books={"BB": ["savagery"]})
    battle.play(("battle/pre_battle/BB", []))
    assert (battle.dice("BB"), battle.state.factions["BB"].power) == (2, 8)
    for pieces, books, power in (({MARS: 1}, ["savagery"], 8), ({SATURN: 1}, [], 8), ({SATURN: 1}, ["savagery"], 0)):
        battle = Skirmish({"BB": pieces, "YS": {"undead": 2}}, books={"BB": books}, power={"BB": power})
        assert "battle/pre_battle/BB" not in battle.open_keys


def test_a_cat_from_saturn_hidden_by_invisibility_adds_nothing() -> None:
    """Battle reference 4.1: one hidden afterwards takes its 6 dice with it."""
    battle = Skirmish(
        {"BB": {SATURN: 2}, "CC": {"flying_polyp": 1}}, books={"BB": ["savagery"], "CC": ["invisibility"]}
    )
    battle.play(("battle/pre_battle/BB", "savagery"), ("battle/pre_battle/CC", "invisibility"))
    while "battle/roll/BB" not in battle.open_keys:
        (key,) = battle.open_keys
        prompt = battle.prompt(key)
        assert isinstance(prompt, Choose)
        ids = [o.id for o in prompt.open_options()]
        battle.play((key, next((i for i in ids if SATURN in i), []) or []))
    assert battle.dice("BB") == 6


# -- Zagazig -------------------------------------------------------------------------------------------------------


def zagazig(bb: list[int], ys: list[int], **more: Any) -> Skirmish:
    """A Cat from Mars with its book and two Earth Cats against 3 Undead; the dice have fallen."""
    battle = Skirmish(
        {"BB": {MARS: 1, "acolyte": 2}, "YS": {"undead": 3}},
        books={"BB": ["zagazig"]},
        **more,
    )
    return battle.roll(BB=bb, YS=ys)


def test_zagazig_turns_kills_and_pains_into_each_other_for_both_sides() -> None:
    """Zagazig: after the rolls; misses stay."""
    battle = zagazig([4], [6, 1])
    battle.play(("battle/rolled/BB", "zagazig"))
    assert results(battle) == ({"BB": 1, "YS": 0}, {"BB": 0, "YS": 1})
    assert battle.battle.misses == {"BB": 0, "YS": 1}
    assert "Zagazig" in battle.log()


def test_zagazig_may_be_declined() -> None:
    battle = zagazig([4], [6, 1])
    battle.play(("battle/rolled/BB", []))
    assert results(battle) == ({"BB": 0, "YS": 1}, {"BB": 1, "YS": 0})


def test_zagazig_needs_a_cat_from_mars_and_its_book() -> None:
    for pieces, books in (({SATURN: 1}, ["zagazig"]), ({MARS: 1}, [])):
        battle = Skirmish({"BB": pieces, "YS": {"undead": 3}}, books={"BB": books})
        battle.roll(BB=[4] * battle.dice("BB"), YS=[1, 1])
        assert "battle/rolled/BB" not in battle.open_keys


def test_zagazig_is_not_offered_where_the_dice_show_nothing() -> None:
    """Reference: no ability for nothing: with misses only there is nothing to turn."""
    battle = zagazig([1], [1, 2])
    assert "battle/rolled/BB" not in battle.open_keys


# -- Predator ------------------------------------------------------------------------------------------------------


def predator(bb: list[int], ys: list[int], **more: Any) -> Skirmish:
    """A Cat from Uranus against an Undead and an Acolyte; more of them are elsewhere."""
    battle = Skirmish(
        {"BB": {URANUS: 1}, "YS": {"undead": 1, "byakhee": 1}},
        in_play={"YS": {"undead": 3, "byakhee": 1}},
        books={"BB": ["predator"]},
        **more,
    )
    return battle.roll(BB=bb, YS=ys)


def test_predator_eliminates_another_unit_of_a_type_that_was_lost() -> None:
    """Predator: Bubastis names a lost unit, the enemy Eliminates another of that type anywhere. It is no Kill."""
    battle = predator([6, 6, 1], [1, 1])
    battle.play(("battle/after_battle/BB", "predator"), ("battle/predator", "undead"))
    assert battle.in_play("YS") == {"undead": 1}
    assert "Yellow Sign: Undead Eliminated" in battle.log()


def test_predator_takes_the_last_unit_of_its_type() -> None:
    """Predator: another one, if it has one."""
    battle = Skirmish(
        {"BB": {URANUS: 1}, "YS": {"undead": 1, "byakhee": 1}},
        in_play={"YS": {"undead": 2, "byakhee": 1}},
        books={"BB": ["predator"]},
    )
    battle.roll(BB=[6, 1, 1], YS=[1, 1]).play(("battle/kill/YS", {"YS.undead.1": ["kill"]}))
    battle.play(("battle/after_battle/BB", "predator"))
    assert battle.in_play("YS") == {"byakhee": 1}


def test_predator_may_be_declined() -> None:
    battle = predator([6, 6, 1], [1, 1])
    battle.play(("battle/after_battle/BB", []))
    assert battle.in_play("YS") == {"undead": 2}


def test_predator_works_though_the_cat_is_killed() -> None:
    """Battle reference 2.3: a post-battle ability outlives its unit."""
    battle = predator([6, 1, 1], [6, 1])
    battle.play(("battle/kill/YS", {"YS.undead.1": ["kill"]}), ("battle/after_battle/BB", "predator"))
    assert (battle.in_play("BB"), battle.in_play("YS")) == ({}, {"undead": 1, "byakhee": 1})


def test_predator_takes_nothing_where_there_is_no_other() -> None:
    """Predator: if it has one; the Byakhee was the only one that anybody knows of."""
    battle = predator([6, 1, 1], [1, 1])
    battle.play(("battle/kill/YS", {"YS.byakhee.1": ["kill"]}), ("battle/after_battle/BB", "predator"))
    assert battle.in_play("YS") == {"undead": 3}
    assert "no other Byakhee" in battle.log()


def test_predator_needs_a_cat_from_uranus_a_loss_and_its_book() -> None:
    battle = predator([4, 1, 1], [1, 1])
    battle.play(("battle/pain/YS", {"YS.undead.1": ["pain"]}), ("battle/near/BB", []))
    battle.play(("battle/retreat/YS", {"YS.undead.1": "scandinavia"}))
    assert "battle/after_battle/BB" not in battle.open_keys
    for pieces, books in (({SATURN: 1}, ["predator"]), ({URANUS: 1}, [])):
        battle = Skirmish({"BB": pieces, "YS": {"undead": 1}}, books={"BB": books})
        battle.roll(BB=[6] * battle.dice("BB"))
        assert "battle/after_battle/BB" not in battle.open_keys


def test_predator_on_a_lost_acolyte_asks_for_its_gate() -> None:
    """Predator: the owner picks the unit, perhaps one that holds a Gate, which is then abandoned."""
    game = Evening("BB", "YS", "BG", first="BB")
    game["BB"].books.append("predator")
    game["BB"].met.append("pay_two")
    game.correct(BB_cat_from_uranus=1)
    game.fight("BB", "asia", "YS", [f"BB.{URANUS}.1"], ["YS.acolyte.1"])
    game.play(("battle/roll/BB", [6, 1, 1]), ("battle/after_battle/BB", "predator"))
    game.play(("battle/predator/gate", "europe"))
    assert (game["YS"].in_play["acolyte"], game.state.gates["europe"]) == (4, None)


# -- what a battle earns -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "met"), [(MARS, "lost_mars_or_saturn"), (URANUS, "lost_uranus")])
def test_a_cat_lost_in_battle_earns_its_book_afterwards(unit: str, met: str) -> None:
    """Battle reference 5: granted once the battle is over."""
    game = Evening("YS", "BB", "BG", first="YS")
    game.correct(YS_undead=3, **{f"BB_{unit}": 1})
    game.fight("YS", "asia", "BB", [f"YS.undead.{n}" for n in (1, 2, 3)], [f"BB.{unit}.1"])
    dice = card("BB").unit(unit).combat
    game.play(("battle/roll/YS", [6, 1]), ("battle/roll/BB", [1] * dice))
    assert (game.key, game["BB"].met) == ("battle/board", [])
    game.play(("battle/board", True), ("book/BB", "zagazig"))
    assert game["BB"].met == [met]


# -- the Moon ------------------------------------------------------------------------------------------------------


def test_bubastis_retreats_to_the_moon_from_anywhere_and_others_do_not() -> None:
    """Pair Moon - retreats, and battle reference 2.5."""
    battle = Skirmish({"BB": {MARS: 1, "acolyte": 1}, "YS": {"undead": 2}})
    battle.roll(BB=[4], YS=[4]).play(("battle/pain/BB", {"BB.acolyte.1": ["pain"]}))
    battle.play(("battle/near/YS", []), ("battle/near/BB", []))
    home = battle.prompt("battle/retreat/BB")
    assert isinstance(home, Place)
    assert MOON in [o.id for o in home.pieces[0].areas if not o.refused]
    battle.play(("battle/retreat/BB", {"BB.acolyte.1": MOON}))
    fled = battle.prompt("battle/retreat/YS")
    assert isinstance(fled, Place)
    assert MOON not in [o.id for o in fled.pieces[0].areas]


def test_an_enemy_on_the_moon_bars_it() -> None:
    """Battle reference 2.5: no unit of the faction just battled; here one that Catnapping has brought there."""
    battle = Skirmish({"YS": {"undead": 2}, "BB": {MARS: 1, "acolyte": 1}})
    battle.roll(YS=[4], BB=[1]).play(("battle/pain/BB", {"BB.acolyte.1": ["pain"]}), ("battle/near/YS", [MOON]))
    home = battle.prompt("battle/retreat/BB")
    assert isinstance(home, Place)
    assert [o.id for o in home.pieces[0].areas if o.refused] == [MOON]


def test_a_battle_on_the_moon_drives_others_to_any_area() -> None:
    """Pair Moon - retreats: others only from it."""
    battle = Skirmish({"BB": {MARS: 1}, "YS": {"undead": 1}}, area=MOON)
    battle.roll(BB=[4]).play(("battle/near/BB", []))
    fled = battle.prompt("battle/retreat/YS")
    assert isinstance(fled, Place)
    assert {o.id for o in fled.pieces[0].areas} == set(battle.state.board.on_map)


def test_an_evening_battle_on_the_moon() -> None:
    """Section 6, BB: the Moon is an area; the Gate there has no Cultist on it to tell apart."""
    game = Evening("BB", "YS", "BG", first="BB")
    game.correct(BB_cat_from_mars=1)
    game.play(("action/BB", "battle/YS"), ("battle/area", MOON))
    prompt = game.prompt
    assert isinstance(prompt, Choose)
    assert {o.label for o in prompt.options} == {"Cat from Mars", "Earth Cat"}
    assert not any("gate" in o.group for o in prompt.options)


# -- pairs of battle reference 4.5 ---------------------------------------------------------------------------------


def test_zagazig_comes_before_demand_sacrifice() -> None:
    """Pair Demand Sacrifice - Zagazig: Sleeper demanded; Bubastis' two Pains become Kills and count as Pains again; the
    Kill of Sleeper's dice has become a Pain and stays one."""
    battle = Skirmish(
        {"BB": {MARS: 2, "acolyte": 1}, "SL": {"wizard": 2, "serpent_man": 1}},
        in_play={"SL": {"tsathoggua": 1, "wizard": 2, "serpent_man": 1}},
        books={"BB": ["zagazig"], "SL": ["demand_sacrifice"]},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(BB=[4, 5], SL=[6]).play(("battle/rolled/BB", "zagazig"))
    assert results(battle) == ({"BB": 0, "SL": 0}, {"BB": 2, "SL": 1})


@pytest.mark.parametrize(("ruling", "kills", "pains"), [("printed", 0, 1), ("other", 1, 0)])
def test_demand_sacrifice_and_the_kill_of_bastet(ruling: str, kills: int, pains: int) -> None:
    """Pair Demand Sacrifice - Bastet, D45: by the card her added Kill is a Pain, too; else it is none."""
    battle = Skirmish(
        {"SL": {"serpent_man": 2}, "BB": {"bastet": 1}},
        in_play={"SL": {"tsathoggua": 1, "serpent_man": 2}},
        books={"SL": ["demand_sacrifice"]},
        options={"D45": ruling},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(SL=[1, 1])
    assert (battle.battle.kills["BB"], battle.battle.pains["BB"]) == (kills, pains)


def test_zagazig_comes_before_bloodthirst() -> None:
    """Pair Zagazig - Bloodthirst: Yellow Sign's two Kills become Pains first; its Leng Spider then makes one Kill of
    them."""
    battle = Skirmish({"YS": {"undead": 3, "leng_spider": 1}, "BB": {MARS: 1, "acolyte": 1}}, books={"BB": ["zagazig"]})
    battle.roll(YS=[6, 6, 1], BB=[1]).play(("battle/rolled/BB", "zagazig"))
    assert results(battle) == ({"YS": 0, "BB": 0}, {"YS": 2, "BB": 0})
    battle.play(("battle/after_roll/YS", "bloodthirst"))
    if "battle/leng_spider" in battle.open_keys:
        battle.play(("battle/leng_spider", "YS"))
    assert battle.battle.kills["YS"] == 1
    assert battle.battle.pains["YS"] == 0


def test_zagazig_leaves_the_fixed_results_of_bastet() -> None:
    """Pair Zagazig - Bastet: the swap first; her Kill comes on top, and one is taken off the swapped ones."""
    battle = Skirmish({"YS": {"undead": 4}, "BB": {MARS: 1, "bastet": 1, "acolyte": 1}}, books={"BB": ["zagazig"]})
    battle.roll(YS=[5, 4, 6], BB=[6]).play(("battle/rolled/BB", "zagazig"))
    assert results(battle) == ({"YS": 1, "BB": 1}, {"YS": 1, "BB": 1})


def test_bastet_takes_off_rolled_kills_only() -> None:
    """Bastet: those that the enemy rolled: a Kill that a Leng Spider made is none of its dice's."""
    battle = Skirmish({"YS": {"undead": 3, "leng_spider": 1}, "BB": {"bastet": 1, "acolyte": 2}})
    battle.roll(YS=[4, 4, 1]).play(("battle/after_roll/YS", "bloodthirst"))
    if "battle/leng_spider" in battle.open_keys:
        battle.play(("battle/leng_spider", "YS"))
    assert (battle.battle.kills["YS"], battle.battle.kills["BB"]) == (1, 1)


def test_zagazig_does_not_touch_the_pains_of_necrophagy() -> None:
    """Pair Zagazig - Necrophagy: added Pains come later and stay Pains, for both sides."""
    battle = Skirmish(
        {"BB": {MARS: 1, "acolyte": 2}, "YS": {"undead": 3}},
        others=["BG"],
        in_play={"BG": {"ghoul": 1}},
        books={"BB": ["zagazig"], "BG": ["necrophagy"]},
    )
    battle.roll(BB=[6], YS=[1, 1]).play(("battle/rolled/BB", "zagazig"))
    battle.play(("battle/kills_assigned/BG", "necrophagy"))
    assert results(battle) == ({"BB": 0, "YS": 0}, {"BB": 1, "YS": 0})
    battle.play(("battle/pain/BB", {"BB.acolyte.1": ["pain"]}))
    assert sorted(len(f.hits) for f in battle.battle.figures if f.side == "YS") == [0, 1, 1], (
        "the swapped and the added"
    )


def test_zagazig_does_not_touch_the_kill_of_snakebite() -> None:
    """Pair Zagazig - Snakebite: Yellow Sign's rolled Kill has become a Pain; the Kill that Yig adds is none of them."""
    battle = Skirmish(
        {"YS": {"undead": 3, "acolyte": 1, "yig": 1}, "BB": {MARS: 1, "acolyte": 3}}, books={"BB": ["zagazig"]}
    )
    battle.roll(YS=[6, 1, 1, 1], BB=[5]).play(("battle/rolled/BB", "zagazig"))
    battle.play(("battle/kill/YS", {"YS.acolyte.1": ["kill"]}), ("battle/more_kills/YS", "snakebite"))
    assert results(battle) == ({"YS": 1, "BB": 1}, {"YS": 1, "BB": 0})


def test_snakebite_works_on_earth_cats() -> None:
    """Rulings: Independent units that act on own Cultists work on Earth Cats; not on the other Cats."""
    for unit, offered in (("acolyte", True), (MARS, False)):
        battle = Skirmish({"YS": {"undead": 3}, "BB": {unit: 1, "yig": 1}})
        battle.roll(YS=[6, 1], BB=[1] * battle.dice("BB")).play(("battle/kill/BB", {f"BB.{unit}.1": ["kill"]}))
        assert ("battle/more_kills/BB" in battle.open_keys) is offered


def test_zagazig_comes_after_the_rolls_of_channel_power() -> None:
    """Battle reference, state 7: rerolls, then the swap."""
    battle = Skirmish(
        {"OW": {"mutant": 2}, "BB": {MARS: 1, "acolyte": 1}}, books={"OW": ["channel_power"], "BB": ["zagazig"]}
    )
    battle.roll(OW=[1, 4], BB=[1])
    assert "battle/rolled/BB" not in battle.open_keys
    battle.play(("battle/reroll/OW", "channel_power"))
    battle.play((next(iter(battle.open_keys)), [6]), ("battle/rolled/BB", "zagazig"))
    assert results(battle)[0]["OW"] == 1
    assert results(battle)[1]["OW"] == 1


def test_vicious_counts_the_kills_after_the_swap() -> None:
    """Pair Zagazig - Vicious: Vooniths fill up the Kills that are left, and what they add is not turned."""
    battle = Skirmish({"YS": {"byakhee": 1, "voonith": 2}, "BB": {MARS: 1, "acolyte": 3}}, books={"BB": ["zagazig"]})
    dice = battle.dice("YS")
    battle.roll(YS=[6] + [1] * (dice - 1), BB=[1]).play(("battle/rolled/BB", "zagazig"))
    battle.play(("battle/topped_up/YS", "vicious"))
    assert (battle.battle.kills["YS"], battle.battle.pains["YS"]) == (2, 1)


@pytest.mark.parametrize(("reward", "power", "signs"), [("power", 3, 0), ("signs", 0, 2)])
def test_the_harbinger_is_paid_for_bastet(reward: str, power: int, signs: int) -> None:
    """Pair Elder God - Harbinger: half of 6, or 2 Elder Signs, though she is only Pained."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "BB": {"bastet": 1}}, books={"CC": ["emissary"]})
    battle.roll(CC=[4] + [1] * (battle.dice("CC") - 1))
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"))
    battle.play((next(iter(battle.open_keys)), reward))
    crawling = battle.state.factions["CC"]
    assert (crawling.power - 8, len(crawling.signs)) == (power, signs)


def test_emissary_does_not_help_against_bastet() -> None:
    """Pair Elder God - Emissary: she is an enemy Great Old One; her one Kill kills Nyarlathotep."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "BB": {"bastet": 1}}, books={"CC": ["emissary"]})
    battle.roll(CC=[1] * battle.dice("CC"))
    battle.play(("battle/kills_assigned/CC", [])) if "battle/kills_assigned/CC" in battle.open_keys else None
    assert battle.in_play("CC") == {}


def test_hibernate_counts_bastet() -> None:
    """Pair Elder God - Hibernate, D50: every enemy Great Old One, Elder Gods included."""
    game = Evening("WW", "BB", "BG", starts={"WW": "antarctica"}, first="BB")
    game.correct(BB_bastet=1)
    while game.key != "action/WW":
        game.answer(game.options()[0] if game.key.startswith("book") else "pass")
    game.play(("action/WW", "hibernate"))
    assert game["WW"].power == 9


@pytest.mark.parametrize(("captor", "refused"), [("bastet", ""), ("cat_from_mars", "Only a Great Old One")])
def test_bastet_captures_what_ferox_guards(captor: str, refused: str) -> None:
    """Pairs Elder God - capture and Ferox - capture: a Monster cannot, a Great Old One or Elder God can."""
    game = Evening("BB", "WW", first="BB", starts={"WW": "antarctica"})
    game.correct(WW_ithaqua=1, WW_rhan_tegoth=1)
    game.take_first("book")
    game.correct(**{f"BB_{captor}": 1})
    game.take_first("book")
    assert isinstance(game.prompt, Choose)
    assert next(o.refused for o in game.prompt.options if o.id == "capture").startswith(refused)
    if not refused:
        game.play(("action/BB", "capture"), ("capture/gate", []))
        assert game["BB"].captives == {"WW": {"acolyte": 1}}


def test_unholy_ground_takes_bastet() -> None:
    """Pair Elder God - Unholy Ground: she is Eliminated."""
    battle = Skirmish(
        {"AN": {"reanimated": 1, "acolyte": 1}, "BB": {"bastet": 1}},
        books={"AN": ["unholy_ground"]},
        tokens={"AN": [AREA]},
    )
    battle.roll(AN=[1, 1]).play(("battle/kill/AN", {"AN.acolyte.1": ["kill"]}))
    battle.play(("battle/kills_assigned/AN", "unholy_ground"))
    assert battle.in_play("BB") == {}


@pytest.mark.parametrize(
    ("enemy", "pieces", "book"),
    [
        ("WW", {"gnoph_keh": 1}, "berserkergang"),
        ("GC", {"cthulhu": 1}, ""),
        ("CC", {"nightgaunt": 1, "hunting_horror": 1}, "abduct"),
        ("CC", {"flying_polyp": 1}, "invisibility"),
        ("YS", {"undead": 3}, "shriveling"),
    ],
)
def test_what_names_monsters_and_cultists_does_not_choose_bastet(enemy: str, pieces: dict[str, int], book: str) -> None:
    """Pair Berserkergang, Devour, Abduct, Invisibility - Bastet: an Elder God is neither."""
    battle = Skirmish({enemy: pieces, "BB": {"bastet": 1}}, books={enemy: [book] if book else []})
    seen: list[str] = []
    while battle.state.battle and len(seen) < 12:
        key = next(iter(battle.open_keys))
        prompt = battle.prompt(key)
        if isinstance(prompt, Choose):
            seen += [o.id for o in prompt.options]
            if book and book in seen[-len(prompt.options) :] and prompt.who == enemy:
                battle.play((key, book))
                continue
            battle.play((key, [] if not prompt.least else prompt.open_options()[0].id))
            continue
        if not key.startswith("battle/roll"):
            break
        battle.roll(**{enemy: [1] * battle.dice(enemy)})
    assert "devour" not in seen
    assert not any("bastet" in one for one in seen)


def test_devour_takes_a_cat() -> None:
    """Lunacy: Earth Cats and the others are Monsters; the owner picks."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "BB": {"acolyte": 1, MARS: 1}})
    battle.play(("battle/pre_battle/GC", "devour"))
    prompt = battle.prompt("battle/devour")
    assert isinstance(prompt, Choose)
    assert {o.id for o in prompt.options} == {"BB.acolyte.1", f"BB.{MARS}.1"}


# -- three and more at once ----------------------------------------------------------------------------------------


def test_savagery_zagazig_and_demand_sacrifice_do_not_meet_but_stack() -> None:
    """Savagery 2 + 4 and Mars 1 give 7 dice. They show 2 Kills, 3 Pains; swapped 3 and 2; demanded, all 5 are Pains."""
    battle = Skirmish(
        {"BB": {MARS: 1, SATURN: 1}, "SL": {"wizard": 1, "serpent_man": 1}},
        in_play={"SL": {"tsathoggua": 1, "wizard": 1, "serpent_man": 1}},
        books={"BB": ["savagery", "zagazig"], "SL": ["demand_sacrifice"]},
    )
    battle.play(("battle/pre_battle/BB", ["savagery"]))
    if "battle/pre_battle/BB" in battle.open_keys:
        battle.play(("battle/pre_battle/BB", []))
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    assert battle.dice("BB") == 7
    battle.roll(BB=[6, 6, 4, 4, 5, 1, 1], SL=[4]).play(("battle/rolled/BB", "zagazig"))
    assert (battle.battle.kills["BB"], battle.battle.pains["BB"]) == (0, 5)
    assert (battle.battle.kills["SL"], battle.battle.pains["SL"]) == (1, 0)


def test_bastet_zagazig_and_predator_in_one_battle() -> None:
    """Uranus 3 and Mars 1: 4 Pains become 4 Kills, Bastet adds one: of 3 Undead and 2 Byakhee all are Killed; Predator
    takes another Undead. The enemy's 2 Kills became Pains, of which none is for Bastet to take off."""
    battle = Skirmish(
        {"BB": {URANUS: 1, MARS: 1, "bastet": 1}, "YS": {"undead": 3, "byakhee": 2}},
        in_play={"YS": {"undead": 5, "byakhee": 2}},
        books={"BB": ["zagazig", "predator"]},
    )
    dice = battle.dice("YS")
    assert dice == 2 + 3
    battle.roll(BB=[4, 4, 5, 5], YS=[6, 6, 1, 1, 1]).play(("battle/rolled/BB", "zagazig"))
    assert results(battle) == ({"BB": 5, "YS": 0}, {"BB": 0, "YS": 2})
    pain = {f"BB.{URANUS}.1": ["pain"], f"BB.{MARS}.1": ["pain"]}
    battle.play(("battle/pain/BB", pain), ("battle/near/YS", []))
    battle.play(("battle/retreat/BB", dict.fromkeys(pain, MOON)))
    battle.play(("battle/after_battle/BB", "predator"), ("battle/predator", "undead"))
    assert battle.in_play("YS") == {"undead": 1}
    assert battle.in_play("BB") == {URANUS: 1, MARS: 1, "bastet": 1}
