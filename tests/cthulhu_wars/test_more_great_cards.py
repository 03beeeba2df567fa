"""Chaugnar Faugn's Curse, Eihort, Gobogeg, the Haunter of the Dark, Hagarg Ryonis, Nodens and the Dire ones (reference
7). Expected outcomes are worked out by hand from there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, CounterSet, PieceLost
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.card_books import earn
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give, holding, onwards
from tests.cthulhu_wars.test_battle_windows import declined

NO_ELDER_THING = "Not with an enemy's Elder Thing there"


def with_great(*cards: str, **numbers: int) -> Evening:
    """Great Cthulhu's Action with Cthulhu in play and independent ones in the common pool."""
    game = Evening("GC", "CC", "BG", neutral=list(cards), first="GC")
    game.correct(**{"GC_cthulhu": 1, "GC_power": 12, **numbers})
    return game


def with_elder_thing(card: str, **numbers: int) -> Evening:
    """Great Cthulhu has the card in play, and an enemy an Elder Thing somewhere."""
    game = Evening("GC", "CC", "BG", neutral=[card, "elder_thing", "byatis"], first="GC")
    game.state.record(CardTaken("GC", card, "GC", 0, 0))
    game.state.record(CardTaken("CC", "elder_thing", "CC", 0, 0))
    game.correct(**{f"GC_{card}": 1, "CC_elder_thing": 1, "GC_power": 12, **numbers})
    return game


# -- Chaugnar Faugn ----------------------------------------------------------------------------------------------------


def test_chaugnar_faugn_costs_4_and_has_3_dice() -> None:
    """RB old layout p. 111, WEB, POD 14."""
    game = with_great("chaugnar_faugn")
    game.act("GC", "awaken/chaugnar_faugn")
    assert game["GC"].power == 8
    battle = Skirmish({"GC": {"chaugnar_faugn": 1}, "CC": {"acolyte": 1}}).play(("battle/miri_nigri/GC", "no"))
    assert battle.dice("GC") == 3


def test_his_curse_is_earned_by_2_elder_signs_and_chooses_what_is_drawn() -> None:
    """Curse of Chaugnar Faugn (RB old layout p. 111, WEB, POD 14): discard 2 Elder Signs, no Doom for them; whoever
    gains one gets the one that you choose."""
    game = holding("chaugnar_faugn")
    assert game.refusal("curse_of_chaugnar") == "You have fewer than 2 Elder Signs."
    game.correct(GC_signs=2)
    doom = game["GC"].doom
    game.play(("action/GC", "curse_of_chaugnar"))
    game.decline("curse/")
    game.take_first("curse/")
    assert (game["GC"].signs, game["GC"].doom, game["GC"].marks["book_chaugnar_faugn"]) == ([], doom, 1)
    onwards(game, "action/CC")
    bag = sorted(game.state.bag)
    draw(game.state, "CC", "Immortal")
    game.act("CC", "move/1")
    game.play(("curse/CC", "3"))
    assert game["CC"].signs == [3]
    assert sorted([*game.state.bag, 3]) == bag


# -- Eihort ------------------------------------------------------------------------------------------------------------


@pytest.mark.holds("eihort: The Brood")
def test_the_brood_takes_the_place_of_all_acolytes_in_play() -> None:
    """Eihort, The Brood (RB old layout p. 137, WEB, POD 29): as he is awakened all Acolytes in play become Brood, where
    they are; a Brood keeps the Gate, is no Acolyte, and has Combat 1."""
    game = with_great("eihort")
    gates = len(game.state.gates_of("GC"))
    game.play(("action/GC", "awaken/eihort"))
    assert (game["GC"].in_play["acolyte"], game["GC"].in_play["brood"], game["GC"].power) == (0, 6, 8)
    assert len(game.state.gates_of("GC")) == gates
    assert Skirmish({"GC": {"brood": 2, "eihort": 1}, "CC": {"acolyte": 1}}).dice("GC") == 2
    game.session.undo(1)
    assert (game["GC"].in_play["acolyte"], game["GC"].in_play.get("brood", 0)) == (6, 0)


def test_brood_gathers_power_moves_never_and_is_never_recruited() -> None:
    """1 Power in Gather Power; it never Moves; tokens come only in the place of Acolytes."""
    game = with_great("eihort")
    game.act("GC", "awaken/eihort")
    onwards(game, "action/GC")
    assert "recruit/brood" not in game.ids()
    game.correct(GC_brood=4, GC_cthulhu=0, GC_eihort=1)
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    assert game["GC"].power >= 4 + 2
    onwards(game, "action/GC")
    game.correct(GC_eihort=0, GC_deep_one=0)
    game.correct(GC_power=5)
    if game.key == "action/GC":
        assert game.refusal("move/1")


def test_unclean_bargain_turns_acolytes_again_and_is_not_optional() -> None:
    """Unclean Bargain: earned by 3 Acolytes in play; in the Doom Phase those on the map become Brood, one for one."""
    game = with_great("eihort")
    game.act("GC", "awaken/eihort")
    game.correct(GC_brood=2)
    onwards(game, "action/CC")
    game.correct(GC_acolyte=3)
    game.act("CC", "move/1")
    assert game["GC"].marks["book_eihort"] == 1
    onwards(game, "doom_phase/GC")
    assert (game["GC"].in_play["acolyte"], game["GC"].in_play["brood"]) == (0, 5)


# -- Gobogeg -----------------------------------------------------------------------------------------------------------


def test_gobogeg_needs_six_books_of_anybody_and_costs_nothing() -> None:
    """WEB, POD 35: at least one player has six books; pay 0."""
    game = with_great("gobogeg")
    assert game.refusal("awaken/gobogeg") == "Nobody has six spellbooks."
    give(game, "BG", *(book.id for book in FACTIONS["BG"].books))
    game.take_first("book/")
    game.act("GC", "awaken/gobogeg", ("book_of_law/himself", "no"))
    assert (game["GC"].in_play["gobogeg"], game["GC"].power) == (1, 12)


@pytest.mark.parametrize(("himself", "power"), [("yes", 18), ("no", 12)])
def test_whether_the_law_pays_for_gobogeg_himself_the_table_says(himself: str, power: int) -> None:
    """No source tells: asked."""
    game = with_great("gobogeg")
    give(game, "BG", *(book.id for book in FACTIONS["BG"].books))
    game.take_first("book/")
    game.act("GC", "awaken/gobogeg", ("book_of_law/himself", himself))
    assert game["GC"].power == power


@pytest.mark.parametrize(("who", "unit", "cost"), [("GC", "byatis", 4), ("CC", "nyarlathotep", 10)])
def test_book_of_law_gives_6_power_to_whoever_awakens(who: str, unit: str, cost: int) -> None:
    """Book of Law (WEB, POD 35): any player, any Great Old One, after it."""
    game = Evening("GC", "CC", "BG", neutral=["gobogeg", "byatis"], first="GC")
    game.state.record(CardTaken("GC", "gobogeg", "GC", 0, 0))
    game.correct(GC_gobogeg=1, GC_power=12, CC_power=12)
    onwards(game, f"action/{who}")
    before = game[who].power
    game.play((f"action/{who}", f"awaken/{unit}"))
    while game.key.startswith("awaken/"):
        game.answer(game.options()[0])
    assert game[who].power == before - cost + 6


@pytest.mark.holds("gobogeg: Book of Law")
@pytest.mark.parametrize(("here", "power"), [("yes", 8), ("no", 14)])
def test_book_of_law_is_none_with_an_elder_thing(here: str, power: int) -> None:
    """Reference 7, Mind Control."""
    game = with_elder_thing("gobogeg", GC_cthulhu=1)
    game.play(("action/GC", "awaken/byatis"), ("mind_control/gobogeg", here))
    assert game["GC"].power == power


@pytest.mark.holds("Threnody")
def test_threnody_pains_everybody_without_a_result() -> None:
    """Threnody (WEB, POD 35; `battle.md` 4.3): Killed or Pained, all units in the area without a result are Pained,
    whoever owns them; mandatory."""
    battle = Skirmish({"CC": {"flying_polyp": 2}, "GC": {"gobogeg": 1, "deep_one": 1}})
    battle.roll(CC=[4, 1], GC=[1]).play(("battle/pain/GC", {"GC.gobogeg.1": ["pain"]}))
    assert [f.hits for f in battle.battle.figures] == [["pain"]] * 4


@pytest.mark.parametrize("there", [True, False])
def test_threnody_is_none_without_a_result_on_him_or_with_an_elder_thing(there: bool) -> None:
    battle = Skirmish({"CC": {"flying_polyp": 1, "elder_thing": 1}, "GC": {"gobogeg": 1, "deep_one": 1}})
    target = "GC.gobogeg.1" if there else "GC.deep_one.1"
    battle.roll(CC=[4, 1, 1], GC=[1]).play(("battle/pain/GC", {target: ["pain"]}))
    assert [f.id for f in battle.battle.figures if f.hits] == [target]


# -- Haunter of the Dark -----------------------------------------------------------------------------------------------


def test_the_haunter_costs_6_and_5_for_crawling_chaos_who_gives_signs() -> None:
    """RB old layout p. 133, WEB, POD 10: Crawling Chaos at any Gate it controls; every other faction an Elder Sign."""
    game = with_great("haunter_of_the_dark")
    assert game.option("awaken/haunter_of_the_dark").cost == 6
    game = Evening("CC", "GC", "BG", neutral=["haunter_of_the_dark"], first="CC")
    game.correct(CC_power=7)
    game.play(("action/CC", "awaken/haunter_of_the_dark"))
    assert (game["CC"].power, len(game["GC"].signs), len(game["BG"].signs)) == (2, 1, 1)


def test_the_haunter_fights_with_the_books_of_the_enemy() -> None:
    """Number of books the battle opponent has earned, those of its Independent ones included."""
    game = holding("haunter_of_the_dark")
    give(game, "CC", "emissary", "abduct")
    game.take_first("book/")
    game.correct(CC_nightgaunt=1)
    game.fight("GC", "europe", "CC", ["GC.haunter_of_the_dark.1"], ["CC.nightgaunt.1"])
    assert game.prompt.dice == 2  # type: ignore[attr-defined]


@pytest.mark.holds("haunter_of_the_dark: Fly to the Light")
@pytest.mark.parametrize(
    ("faces", "enemy", "asked"),
    [([6, 1], "flying_polyp", False), ([6, 6], "flying_polyp", True), ([6, 1, 1], "elder_thing", True)],
)
def test_the_only_kill_must_be_assigned_to_the_haunter(faces: list[int], enemy: str, asked: bool) -> None:
    """Fly to the Light (`battle.md` 4.3): exactly one Kill is his; from two on freely; not with an Elder Thing."""
    pieces = {"flying_polyp": 2} if enemy == "flying_polyp" else {"flying_polyp": 1, "elder_thing": 1}
    battle = Skirmish({"CC": pieces, "GC": {"haunter_of_the_dark": 1, "deep_one": 2}})
    battle.roll(CC=faces, GC=[1] * battle.dice("GC"))
    assert ("battle/kill/GC" in battle.open_keys) is asked
    if not asked:
        assert battle.battle.figure("GC.haunter_of_the_dark.1").hits == ["kill"]


@pytest.mark.holds("haunter_of_the_dark: his dice")
def test_his_dice_are_not_affected_by_an_elder_thing() -> None:
    """Combat is no special ability."""
    pieces = {"CC": {"elder_thing": 1}, "GC": {"haunter_of_the_dark": 1, "deep_one": 1}}
    assert Skirmish(pieces, books={"CC": ["abduct"], "GC": []}).dice("GC") == 2


@pytest.mark.holds("The Shining Trapezohedron")
def test_the_trapezohedron_eliminates_a_unit_for_each_6() -> None:
    """The Shining Trapezohedron (RB old layout p. 133): earned by an Action for 1 Power; the enemy rolls a die for each
    of its units there and Eliminates one of its choice for each 6."""
    game = holding("haunter_of_the_dark")
    game.act("GC", "trapezohedron_book")
    assert (game["GC"].power, game["GC"].marks["book_haunter_of_the_dark"]) == (8, 1)
    onwards(game, "action/GC")
    assert game.refusal("trapezohedron_book") == "Already done."
    give(game, "CC", "emissary")
    game.take_first("book/")
    game.correct(CC_nightgaunt=2, GC_power=5)
    theirs = ["CC.nightgaunt.1", "CC.nightgaunt.2", "CC.acolyte.1"]
    game.fight("GC", "europe", "CC", ["GC.haunter_of_the_dark.1"], theirs)
    game.play(("battle/pre_battle/GC", "shining_trapezohedron"), ("battle/trapezohedron", [6, 2, 1]))
    assert game.prompt.who == "CC"
    game.play(("battle/trapezohedron/1", "CC.acolyte.1"))
    assert game["CC"].in_play["acolyte"] == 5
    assert not game.key.startswith("battle/trapezohedron")


# -- Hagarg Ryonis -----------------------------------------------------------------------------------------------------


@pytest.mark.holds("Hagarg Ryonis")
def test_hagarg_ryonis_adds_3_pains_and_rolls_no_dice() -> None:
    """WEB, POD 12; an Elder God adds fixed results, also when it is the only unit of its side (RB p. 182)."""
    battle = Skirmish({"CC": {"flying_polyp": 3}, "GC": {"hagarg_ryonis": 1}})
    assert battle.dice("GC") == 0
    battle.roll(CC=[1] * 3)
    assert battle.battle.pains["GC"] == 3


def subverted() -> Evening:
    """Great Cthulhu has chosen Crawling Chaos as the First Player was determined."""
    game = holding("hagarg_ryonis")
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    game.take_first("book/")
    game.play(("subversion/GC", "CC"))
    return game


def test_subversion_takes_an_elder_sign_of_that_players_ritual() -> None:
    """Subversion (WEB, POD 12): one of the Elder Signs that it earns by a Ritual in this Doom Phase."""
    game = subverted()
    onwards(game, "doom_phase/CC")
    game.correct(CC_nyarlathotep=1, CC_power=12)
    game.take_first("book/")
    before = len(game["GC"].signs), len(game["CC"].signs)
    game.play(("doom_phase/CC", "ritual"))
    game.take_first("book/")
    assert (len(game["GC"].signs), len(game["CC"].signs)) == (before[0] + 1, before[1])


def test_subversion_takes_nothing_of_others_or_where_there_is_none() -> None:
    """If any; only of whom was chosen."""
    game = subverted()
    onwards(game, "doom_phase/CC")
    before = len(game["GC"].signs)
    game.correct(CC_power=12)
    game.play(("doom_phase/CC", "ritual"))
    assert len(game["GC"].signs) == before
    onwards(game, "doom_phase/BG")
    game.correct(BG_shub_niggurath=1, BG_power=12)
    game.take_first("book/")
    game.play(("doom_phase/BG", "ritual"))
    assert len(game["GC"].signs) == before


@pytest.mark.holds("hagarg_ryonis: Subversion")
@pytest.mark.parametrize(("here", "asked"), [("yes", False), ("no", True)])
def test_subversion_is_none_with_an_elder_thing(here: str, asked: bool) -> None:
    game = with_elder_thing("hagarg_ryonis")
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    game.take_first("book/")
    game.play(("mind_control/hagarg_ryonis", here))
    assert (game.key == "subversion/GC") is asked


def test_laziness_takes_the_last_power_of_everybody() -> None:
    """Laziness (WEB, POD 12): earned with 0 Power; an Action of cost 0: every faction with exactly 1 Power loses it."""
    game = holding("hagarg_ryonis")
    game.correct(GC_power=1)
    game.act("GC", "move/1")
    game.correct(GC_power=3)
    onwards(game, "action/GC")
    assert game["GC"].marks["book_hagarg_ryonis"] == 1
    assert game.refusal("laziness") == "No enemy has exactly 1 Power, and nobody hibernates."
    game.correct(CC_power=1, BG_power=2)
    power = game["GC"].power
    game.play(("action/GC", "laziness"))
    assert (game["GC"].power, game["CC"].power, game["BG"].power) == (power, 0, 2)


@pytest.mark.parametrize(("paid", "left"), [("yes", (4, 2)), ("no", (5, 3))])
def test_laziness_reaches_windwalker_who_hibernates_for_1_power(paid: str, left: tuple[int, int]) -> None:
    """You may also pay 1 so that Windwalker loses 1; while it hibernates."""
    game = Evening("GC", "WW", "BG", neutral=["hagarg_ryonis"], first="GC")
    game.state.record(CardTaken("GC", "hagarg_ryonis", "GC", 0, 0))
    game.correct(GC_hagarg_ryonis=1, GC_power=5, WW_power=3, WW_rhan_tegoth=1)
    game.take_first("book/")
    earn(game.state, "GC", "hagarg_ryonis")
    game.act("GC", "move/1")
    game.correct(GC_power=5)
    onwards(game, "action/WW")
    game.play(("action/WW", "hibernate"))
    while game.key != "action/GC":
        game.answer("finish" if "finish" in game.options() else "move/1" if "move/1" in game.options() else [])
    game.correct(WW_power=3)
    game.play(("action/GC", "laziness"), ("laziness/WW", paid))
    assert (game["GC"].power, game["WW"].power) == left


@pytest.mark.parametrize(("own", "power"), [("yes", 0), ("no", 1)])
def test_whether_the_owners_last_power_goes_the_table_says(own: str, power: int) -> None:
    """Reference 9: not established."""
    game = holding("hagarg_ryonis")
    earn(game.state, "GC", "hagarg_ryonis")
    game.correct(GC_power=1, CC_power=1)
    game.play(("action/GC", "laziness"), ("laziness/own", own))
    assert (game["GC"].power, game["CC"].power) == (power, 0)


# -- Nodens ------------------------------------------------------------------------------------------------------------


def healed(ritual: int, answer: str | None = None) -> Evening:
    """The end of the Doom Phase with Nodens in play."""
    game = holding("nodens")
    onwards(game, "doom_phase/BG")
    game.correct(ritual=ritual)
    while game.state.phase == "doom" and game.key != "healing/GC":
        game.answer([] if isinstance(game.prompt, Choose) and not game.prompt.least else game.options()[0])
    if answer:
        game.play(("healing/GC", answer))
    return game


@pytest.mark.parametrize(("answer", "marker"), [("yes", 1), ("no", 2)])
def test_healing_moves_the_ritual_marker_a_step_back(answer: str, marker: int) -> None:
    """Nodens, Healing (RB old layout p. 123, WEB, POD 35): at the end of the Doom Phase."""
    assert healed(2, answer).state.ritual == marker


def test_healing_goes_not_below_the_first_step() -> None:
    game = healed(0)
    assert (game.key != "healing/GC", game.state.ritual) == (True, 0)


@pytest.mark.holds("nodens: Healing")
@pytest.mark.parametrize(("here", "asked"), [("yes", False), ("no", True)])
def test_healing_is_none_with_an_elder_thing(here: str, asked: bool) -> None:
    game = with_elder_thing("nodens")
    onwards(game, "doom_phase/BG")
    game.correct(ritual=2)
    onwards(game, "mind_control/nodens")
    game.play(("mind_control/nodens", here))
    assert (game.key == "healing/GC") is asked


def test_proteus_is_earned_by_a_ritual_and_marks_a_spellbook() -> None:
    """Proteus (RB old layout p. 123): earned by a Ritual; an Action for 2 Power marks an earned book of the faction."""
    game = holding("nodens")
    give(game, "GC", "dreams", "submerge")
    game.take_first("book/")
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=9)
    game.play(("doom_phase/GC", "ritual"))
    assert game["GC"].marks["book_nodens"] == 1
    onwards(game, "action/GC")
    game.correct(GC_power=6)
    game.play(("action/GC", "proteus"), ("proteus", "submerge"))
    assert (game["GC"].power, game["GC"].marks["proteus_submerge"]) == (4, 1)
    assert any("works for Nodens" in line for line in game.log())
    onwards(game, "action/GC")
    game.correct(GC_power=6)
    game.play(("action/GC", "proteus"))
    onwards(game, "action/GC")
    game.correct(GC_power=6)
    assert game.refusal("proteus") == "You have no further spellbook of your faction."


@pytest.mark.parametrize("how", [Loss.KILLED, Loss.ELIMINATED])
@pytest.mark.parametrize(("reading", "away", "free"), [("printed", 1, []), ("other", 0, ["nodens"])])
def test_d74_nodens_with_extinction_leaves_the_game_or_not(reading: str, away: int, free: list[str], how: Loss) -> None:
    """D74: removed from the game, Killed or Eliminated (RB p. 195); WEB's copy of the FAQ: not."""
    game = Evening(
        "AN", "CC", "BG", neutral=["nodens"], options={"D74": reading}, starts={"AN": "australia"}, first="AN"
    )
    game.state.record(CardTaken("AN", "nodens", "AN", 0, 0))
    game.correct(AN_nodens=1, AN_yothan=1)
    give(game, "AN", "extinction")
    game.take_first("book/")
    game.state.record(CounterSet("AN", "proteus_extinction", 1))
    onwards(game, "action/CC")
    game.correct(CC_flying_polyp=3, CC_power=6)
    game.fight("CC", "europe", "AN", ["CC.flying_polyp.1", "CC.flying_polyp.2"], ["AN.nodens.1"])
    if how is Loss.KILLED:
        game.play(("battle/roll/CC", [6, 1]))
    else:
        game.play(("battle/roll/CC", [4, 1]))
        game.until("battle/near/CC")
        game.answer(game.options())
    while game.key.startswith("battle/"):
        game.answer(True if game.key == "battle/board" else declined(game.prompt, {}, ()))
    assert game["AN"].away.get("nodens", 0) == away
    assert [name for name in game.state.neutral if name == "nodens"] == free


# -- the Dire ones -----------------------------------------------------------------------------------------------------


def test_dire_cthulhu_gives_a_sign_for_himself_and_for_others_after_him() -> None:
    """Dire Cthulhu (RB old layout p. 121, WEB, POD 35): 1 Elder Sign as he awakens; Lord and Master: 1 for each other
    Independent one. Great Cthulhu has one more for each by Immortal."""
    game = with_great("dire_cthulhu", "byatis", GC_power=20)
    game.act("GC", "awaken/dire_cthulhu")
    assert (game["GC"].power, len(game["GC"].signs)) == (14, 1 + 1)
    onwards(game, "action/GC")
    game.act("GC", "awaken/byatis")
    assert len(game["GC"].signs) == 2 + 1 + 1


@pytest.mark.holds("dire_cthulhu: Lord and Master")
@pytest.mark.parametrize(("here", "signs"), [("yes", 1), ("no", 2)])
def test_lord_and_master_is_none_with_an_elder_thing(here: str, signs: int) -> None:
    game = with_elder_thing("dire_cthulhu", GC_cthulhu=1)
    game.play(("action/GC", "awaken/byatis"), ("mind_control/dire_cthulhu", here))
    assert len(game["GC"].signs) == signs


def non_euclidean(faces: list[int]) -> Evening:
    """Great Cthulhu's Dire Cthulhu with his book against Crawling Chaos; Black Goat looks on."""
    game = holding("dire_cthulhu")
    earn(game.state, "GC", "dire_cthulhu")
    game.correct(CC_nightgaunt=2, BG_ghoul=1)
    game.fight("GC", "europe", "CC", ["GC.dire_cthulhu.1"], ["CC.nightgaunt.1", "CC.nightgaunt.2"])
    game.play(("battle/roll/GC", faces))
    return game


@pytest.mark.holds("Non-Euclidean")
def test_non_euclidean_gives_a_kill_to_somebody_who_looks_on() -> None:
    """Non-Euclidean (RB old layout p. 121): any result that you inflict may go to any faction with units in the area;
    its owner picks its unit."""
    game = non_euclidean([6, 1, 1])
    game.play(("battle/topped_up/GC", "non_euclidean"))
    assert game.prompt.who == "BG"
    game.play(("battle/non_euclidean/unit", "ghoul"))
    assert (game["BG"].in_play["ghoul"], game.state.running_battle.kills["GC"]) == (0, 0)


def test_non_euclidean_gives_a_pain_which_the_table_moves() -> None:
    game = non_euclidean([4, 1, 1])
    game.play(("battle/topped_up/GC", "non_euclidean"))
    game.play(("battle/non_euclidean/unit", "ghoul"))
    assert (game["BG"].in_play["ghoul"], game.state.running_battle.pains["GC"]) == (1, 0)
    assert any("move it to an adjacent area" in fact.text() for fact in game.state.facts)


@pytest.mark.holds("dire_cthulhu.battle_ends")
def test_non_euclidean_is_earned_by_3_kills_in_a_battle() -> None:
    """3 enemy units Killed in one battle; 2 are too few."""
    for kills in (2, 3):
        game = holding("dire_cthulhu")
        game.correct(CC_nightgaunt=3)
        theirs = [f"CC.nightgaunt.{n + 1}" for n in range(3)]
        game.fight("GC", "europe", "CC", ["GC.dire_cthulhu.1"], theirs)
        game.play(("battle/roll/GC", [6] * kills + [1] * (3 - kills)))
        game.end_battle()
        assert game["GC"].marks.get("book_dire_cthulhu", 0) == (kills == 3)


def test_dire_azathoth_awakens_at_a_gate_in_an_enemys_start_area() -> None:
    """Dire Azathoth (RB old layout p. 122, WEB, POD 35): 10 Power; no Great Old One of yours is needed."""
    game = Evening("GC", "CC", "BG", neutral=["dire_azathoth"], first="GC")
    game.correct(GC_power=12)
    assert game.refusal("awaken/dire_azathoth") == "You control no Gate where it can awaken."
    start = game["CC"].start
    game.session.interject("gate")
    game.play(("gate/area", start), ("gate/owner", "GC"))
    assert game.refusal("awaken/dire_azathoth") == ""
    game.play(("action/GC", "awaken/dire_azathoth"))
    assert (game["GC"].power, game["GC"].in_play["dire_azathoth"]) == (2, 1)


@pytest.mark.holds("dire_azathoth: his dice")
@pytest.mark.parametrize("enemy", ["flying_polyp", "elder_thing"])
def test_dire_azathoth_rolls_a_die_for_his_dice(enemy: str) -> None:
    """A die rolled in each battle; his Combat, which an Elder Thing does not stop."""
    battle = Skirmish({"GC": {"dire_azathoth": 1, "deep_one": 1}, "CC": {enemy: 1}})
    battle.play(("battle/dire_azathoth/GC", [5]))
    assert battle.dice("GC") == 6


def destroyed(*, there: bool) -> Evening:
    """Great Cthulhu's Shoggoths Kill a Nightgaunt; Dire Azathoth is in the battle or somewhere."""
    game = holding("dire_azathoth")
    game.correct(GC_shoggoth=2, CC_nightgaunt=2)
    mine = ["GC.shoggoth.1", "GC.shoggoth.2", *["GC.dire_azathoth.1"] * there]
    game.fight("GC", "europe", "CC", mine, ["CC.nightgaunt.1", "CC.nightgaunt.2"])
    if there:
        game.play(("battle/dire_azathoth/GC", [1]))
    dice = game.prompt.dice  # type: ignore[attr-defined]
    game.play(("battle/roll/GC", [6, *[1] * (dice - 1)]))
    return game


@pytest.mark.holds("dire_azathoth.battle_ends")
def test_mindless_destruction_gives_doom_or_power_for_each_loss() -> None:
    """Mindless Destruction (RB old layout p. 122, WEB, POD 35): each side, for every unit that it Kills or Eliminates,
    1 Doom or 1 Power as it chooses; he need not take part."""
    for doom in (0, 1):
        game = destroyed(there=True)
        before = game["GC"].power, game["GC"].doom
        game.play(("battle/mindless_destruction/GC", doom))
        assert (game["GC"].power, game["GC"].doom) == (before[0] + 1 - doom, before[1] + doom)
    game = destroyed(there=False)
    game.play(("battle/dire_azathoth/there", "no"))
    assert game.key == "battle/board"
    game = destroyed(there=False)
    game.play(("battle/dire_azathoth/there", "yes"), ("battle/mindless_destruction/GC", 1))
    assert any(isinstance(fact, PieceLost) for fact in game.state.facts)


@pytest.mark.holds("dire_azathoth: Mindless Destruction")
@pytest.mark.parametrize(("here", "asked"), [("yes", False), ("no", True)])
def test_mindless_destruction_is_none_with_an_elder_thing(here: str, asked: bool) -> None:
    game = with_elder_thing("dire_azathoth", GC_shoggoth=2, CC_nightgaunt=2)
    game.fight("GC", "europe", "CC", ["GC.shoggoth.1"], ["CC.nightgaunt.1", "CC.nightgaunt.2"])
    game.play(("battle/roll/GC", [6, 1]))
    game.play(("battle/dire_azathoth/there", "yes"), ("mind_control/dire_azathoth", here))
    assert game.key.startswith("battle/mindless_destruction") is asked


def test_the_blind_idiot_god_wins_for_20_power() -> None:
    """The Blind Idiot God: pay 20 Power; you win, with whatever books and Doom."""
    game = holding("dire_azathoth")
    game.correct(GC_power=19)
    assert game.refusal("blind_idiot_god")
    game.correct(GC_power=20)
    game.play(("action/GC", "blind_idiot_god"), ("blind_idiot_god", True))
    assert game.state.winners == [["GC"]]


# -- Dire Yog-Sothoth --------------------------------------------------------------------------------------------------


def test_dire_yog_sothoth_replaces_the_dearest_monster_for_10_less() -> None:
    """POD 28: with a Great Old One in play, 10 minus the cost of the most expensive Monster or Terror, whom he
    replaces."""
    game = with_great("dire_yog_sothoth", GC_deep_one=1, GC_starspawn=1)
    game.act("GC", "awaken/dire_yog_sothoth")
    assert (game["GC"].power, game["GC"].in_play["starspawn"], game["GC"].in_play["deep_one"]) == (5, 0, 1)
    assert game["GC"].in_play["dire_yog_sothoth"] == 1
    game = with_great("dire_yog_sothoth")
    assert game.refusal("awaken/dire_yog_sothoth") == "You have nobody on the map whom he can replace."


def test_the_opener_replaces_a_spawn_for_6_and_others_gain_a_sign() -> None:
    """POD 28: it counts as awakening Yog-Sothoth; every other player gains an Elder Sign."""
    game = Evening("OW", "CC", "BG", neutral=["dire_yog_sothoth"], first="OW")
    game.correct(OW_spawn_of_yog_sothoth=1, OW_power=9)
    game.play(("action/OW", "awaken/dire_yog_sothoth"))
    assert (game["OW"].power, len(game["CC"].signs), len(game["BG"].signs)) == (3, 1, 1)
    assert game.key == "book/OW", "awakening Yog-Sothoth earns a spellbook"


def test_to_rule_them_all_captures_a_great_old_one_for_4() -> None:
    """To Rule Them All (POD 28): an Action, 4 Power; by the rules for Cultists."""
    game = holding("dire_yog_sothoth")
    assert game.refusal("rule_them_all") == "No enemy Great Old One is on the map."
    game.correct(CC_nyarlathotep=1)
    game.play(("action/GC", "rule_them_all"))
    assert (game["GC"].power, game["CC"].in_play["nyarlathotep"]) == (5, 0)
    assert game["GC"].captives["CC"] == {"nyarlathotep": 1}


def test_dire_yog_sothoth_fights_with_the_enemies_great_old_ones() -> None:
    """Number of enemy-controlled Great Old Ones in play (POD 28)."""
    game = holding("dire_yog_sothoth", CC_nyarlathotep=1, BG_shub_niggurath=1)
    game.take_first("book/")
    game.fight("GC", "europe", "BG", ["GC.dire_yog_sothoth.1"], ["BG.acolyte.1"])
    prompt: Any = game.prompt
    assert prompt.dice == 2
