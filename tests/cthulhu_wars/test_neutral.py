"""Neutral pieces and spellbooks (reference 7): Loyalty Cards, independent Great Old Ones, the six books, and what of
them is established in battles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.factions.great_cthulhu import Submerged
from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, PiecesLeft, RemovedFromGame
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.errors import BadSetupError
from companion.table.prompts import Assign, Choose, Roll
from companion.table.session import new_session
from tests.chance import back_and_forth, step
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, onwards
from tests.cthulhu_wars.test_random_games import check_invariants

NUMBERS = (
    ("ghast", Rank.MONSTER, 4, 2, 0, False),
    ("gug", Rank.MONSTER, 2, 1, 3, False),
    ("shantak", Rank.MONSTER, 2, 2, 2, False),
    ("star_vampire", Rank.MONSTER, 3, 2, 1, False),
    ("gnorri", Rank.MONSTER, 3, 3, 2, False),
    ("moonbeast", Rank.MONSTER, 4, 2, 0, False),
    ("leng_spider", Rank.MONSTER, 3, 2, 1, False),
    ("dimensional_shambler", Rank.MONSTER, 3, 2, 2, False),
    ("elder_thing", Rank.MONSTER, 3, 2, 2, False),
    ("servitor", Rank.MONSTER, 3, 1, -1, False),
    ("wamp", Rank.MONSTER, 4, 1, 0, False),
    ("voonith", Rank.MONSTER, 2, 3, 1, False),
    ("insect_from_shaggai", Rank.MONSTER, 3, 2, 0, False),
    ("satyr", Rank.MONSTER, 3, 2, 1, False),
    ("asteroid_cat", Rank.MONSTER, 2, 1, 1, False),
    ("cat_from_mercury", Rank.MONSTER, 2, 1, 1, False),
    ("cat_from_venus", Rank.MONSTER, 2, 1, 1, False),
    ("albino_penguin", Rank.MONSTER, 2, 1, -2, False),
    ("dhole", Rank.TERROR, 1, 4, 5, False),
    ("great_race_of_yith", Rank.TERROR, 1, 4, 3, False),
    ("quachil_uttaus", Rank.TERROR, 1, 4, 1, False),
    ("hound_of_tindalos", Rank.TERROR, 1, 4, 4, False),
    ("brown_jenkin", Rank.TERROR, 1, 2, 0, False),
    ("elder_shoggoth", Rank.TERROR, 1, 4, 2, False),
    ("cacodemon", Rank.TERROR, 1, 4, 3, False),
    ("cat_from_neptune", Rank.TERROR, 1, 3, 3, False),
    ("shadow_pharaoh", Rank.TERROR, 1, 4, 2, False),
    ("worm_of_ghroth", Rank.TERROR, 6, None, 0, False),
    ("dark_demon", Rank.CULTIST, 1, 1, 0, False),
    ("eidolon", Rank.CULTIST, 1, 2, 0, False),
    ("prophetess", Rank.CULTIST, 1, 2, 0, True),
    ("byatis", Rank.GOO, 1, 4, 4, False),
    ("abhoth", Rank.GOO, 1, 4, None, False),
    ("daoloth", Rank.GOO, 1, 6, 0, False),
    ("nyogtha", Rank.GOO, 2, 6, None, False),
    ("cthugha", Rank.GOO, 1, None, None, False),
    ("tulzscha", Rank.GOO, 1, 4, 1, False),
    ("ygolonac", Rank.GOO, 1, 2, 1, False),
    ("yig", Rank.GOO, 1, 4, 2, False),
    ("bokrug", Rank.GOO, 1, 4, 1, False),
    ("ghatanothoa", Rank.GOO, 1, 4, None, False),
    ("azathoth_free", Rank.GOO, 1, None, None, False),
    ("father_dagon", Rank.GOO, 1, 4, None, False),
    ("mother_hydra", Rank.GOO, 1, 4, None, False),
    ("bloated_woman", Rank.GOO, 1, 4, 1, False),
    ("atlach_nacha", Rank.GOO, 1, 6, 4, False),
    ("glaaki", Rank.GOO, 1, 4, None, False),
    ("chaugnar_faugn", Rank.GOO, 1, 4, 3, False),
    ("eihort", Rank.GOO, 1, 4, 0, False),
    ("gobogeg", Rank.GOO, 1, 0, 0, False),
    ("haunter_of_the_dark", Rank.GOO, 1, 6, None, False),
    ("hagarg_ryonis", Rank.GOO, 1, 4, 0, False),
    ("nodens", Rank.GOO, 1, 6, None, False),
    ("dire_cthulhu", Rank.GOO, 1, 6, 3, False),
    ("dire_azathoth", Rank.GOO, 1, 10, None, False),
    ("dire_yog_sothoth", Rank.GOO, 1, None, None, True),
    ("cthulhu_free", Rank.GOO, 1, 6, 3, True),
    ("hastur_free", Rank.GOO, 1, 6, 0, True),
    ("ithaqua_free", Rank.GOO, 1, 4, 5, False),
    ("nyarlathotep_free", Rank.GOO, 1, 6, None, True),
    ("rhan_tegoth_free", Rank.GOO, 1, 4, 2, False),
    ("shub_niggurath_free", Rank.GOO, 1, 4, 0, True),
    ("king_in_yellow_free", Rank.GOO, 1, 2, 0, True),
    ("tsathoggua_free", Rank.GOO, 1, 4, None, False),
    ("ubbo_sathla_free", Rank.GOO, 1, 4, None, False),
    ("yog_sothoth_free", Rank.GOO, 1, 6, None, True),
    ("the_harbinger", Rank.GOO, 1, 8, 0, True),
    ("the_risen_one", Rank.GOO, 1, 8, None, True),
)
"""Reference 7, the tables: rank, count, cost, Combat (None: a formula, or not established), one source only."""


@pytest.mark.parametrize(("name", "rank", "count", "cost", "combat", "alone"), NUMBERS)
def test_the_numbers_of_each_card(
    name: str, rank: Rank, count: int, cost: int | None, combat: int | None, alone: bool
) -> None:
    """Reference 7: the printed numbers; what is no number there is worked out or asked."""
    card = CARDS[name]
    assert (card.unit.rank, card.unit.count) == (rank, count)
    assert card.unit.cost == (cost or 0) or not card.cost_known or not card.summoned
    assert card.cost_known is (cost is not None) or not card.summoned
    assert combat is None or card.unit.combat == combat
    assert card.asks is (combat is None and name not in ("nyogtha", "father_dagon", "nodens", "ghatanothoa"))
    assert card.one_source is alone
    assert card.text


def test_every_card_of_the_reference_is_there_and_six_books() -> None:
    assert {row[0] for row in NUMBERS} == set(CARDS)
    assert len(BOOKS) == 6
    taken = {unit.id for faction in FACTIONS.values() for unit in faction.units}
    assert not taken & set(CARDS)


def settled(game: Evening) -> None:
    """Take whatever spellbooks are owed."""
    game.take_first("book/")


def doom_phase(*cards: str, **numbers: int) -> Evening:
    """Great Cthulhu's place in the Doom Phase, with cards in the common pool."""
    game = Evening("GC", "CC", "BG", neutral=list(cards), first="GC")
    game.to_doom_phase()
    settled(game)
    game.correct(**{"GC_power": 12, "GC_doom": 10, **numbers})
    assert game.key == "doom_phase/GC"
    return game


# -- Loyalty Cards -------------------------------------------------------------------------------------------------


def test_a_monsters_card_costs_2_doom_and_places_one_at_a_controlled_gate() -> None:
    """Reference 7, Loyalty Cards and Monster."""
    game = doom_phase("voonith")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "voonith"))
    assert (game["GC"].doom, game["GC"].power) == (8, 12)
    assert game["GC"].loyalty == ["voonith"]
    assert game["GC"].in_play["voonith"] == 1
    assert game.state.neutral == []
    game.session.undo(2)
    assert (game["GC"].doom, game["GC"].loyalty, game.state.neutral) == (10, [], ["voonith"])


def test_a_terrors_card_costs_2_power_too() -> None:
    """Reference 7, Terror."""
    game = doom_phase("dhole", "gug", GC_power=1)
    game.play(("doom_phase/GC", "loyalty"))
    assert game.refusal("dhole") == "It also costs 2 Power."
    game.correct(GC_power=2)
    game.play(("loyalty", "dhole"))
    assert (game["GC"].doom, game["GC"].power, game["GC"].in_play["dhole"]) == (8, 0, 1)


def test_without_2_doom_there_is_no_card() -> None:
    """Reference 7: Monster, 2 Doom."""
    game = doom_phase("voonith", GC_doom=1)
    assert game.refusal("loyalty") == "It costs 2 Doom."


def test_one_card_in_a_doom_phase_and_the_ritual_as_well() -> None:
    """Reference 7: at most one; the Ritual may still be performed."""
    game = doom_phase("voonith", "gug")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "gug"))
    assert "loyalty" not in game.options()
    assert "ritual" in game.options()
    game.answer("ritual")
    assert game.key == "doom_phase/CC"


def test_declined_it_stays_in_the_common_pool() -> None:
    game = doom_phase("voonith")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", []))
    assert "loyalty" in game.options(), "nothing was taken yet"
    game.answer([])
    assert game.state.neutral == ["voonith"]


def test_without_a_controlled_gate_nothing_is_placed() -> None:
    """Reference 7 (HRF [1]): the card is taken all the same."""
    game = doom_phase("gug")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "gug"))
    assert game["GC"].loyalty == ["gug"]
    assert not game["GC"].in_play.get("gug")


def test_the_ghasts_card_places_all_four_and_a_summon_all_of_the_pool() -> None:
    """Reference 7, Ghast: Hordeling."""
    game = doom_phase("ghast")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "ghast"))
    assert game["GC"].in_play["ghast"] == 4
    game.correct(GC_ghast=1, GC_power=9)
    game.until("action/")
    game.correct(GC_power=9)
    game.play(("action/GC", "summon/ghast"))
    assert (game["GC"].in_play["ghast"], game["GC"].power) == (4, 7)


def test_a_satyr_brings_an_acolyte() -> None:
    """Reference 7, Satyr: Fecund."""
    game = doom_phase("satyr")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "satyr"))
    game.until("action/")
    game.correct(GC_acolyte=4, GC_power=9)
    game.play(("action/GC", "summon/satyr"))
    assert (game["GC"].in_play["satyr"], game["GC"].in_play["acolyte"], game["GC"].power) == (2, 5, 7)


def test_a_servitor_goes_to_an_enemy_who_summons_it_first() -> None:
    """Reference 7, Servitor of the Outer Gods: Adulation; no figure is placed, all start in that player's Pool."""
    game = doom_phase("servitor", "gug")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "servitor"), ("loyalty/enemy", "CC"))
    assert (game["GC"].doom, game["CC"].loyalty, pool(game.state, "CC", "servitor")) == (8, ["servitor"], 3)
    while game.key != "action/CC":
        game.answer(game.options()[-1] if game.key.startswith("action/") else [])
    game.correct(CC_power=9)
    assert game.refusal("summon/nightgaunt") == "Summon your remaining Servitors of the Outer Gods first."
    game.correct(CC_servitor=3)
    assert game.refusal("summon/nightgaunt") == ""


def test_a_card_that_is_put_away_while_its_owner_is_asked_for_is_not_taken() -> None:
    """The answer broke off with an error of the program."""
    game = doom_phase("servitor", "gug")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "servitor"))
    doom = game["GC"].doom
    game.session.interject("neutral")
    game.play(("neutral/monsters", ["gug"]))
    game.decline("neutral/")
    game.play(("loyalty/enemy", "CC"))
    assert (game["GC"].doom, game["CC"].loyalty, game.state.neutral) == (doom, [], ["gug"])
    assert game.key == "doom_phase/GC"
    assert game.refusal("loyalty") == ""


def test_a_card_that_cannot_be_paid_any_more_meanwhile_is_not_taken() -> None:
    """Doom corrected meanwhile became -2."""
    game = doom_phase("servitor", "gug")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "servitor"))
    game.correct(GC_doom=0)
    game.play(("loyalty/enemy", "CC"))
    assert (game["GC"].doom, game["CC"].loyalty) == (0, [])


def test_worms_are_never_summoned() -> None:
    """Reference 7, Worms of Ghroth."""
    game = doom_phase("worm_of_ghroth")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "worm_of_ghroth"))
    game.until("action/")
    assert game.refusal("summon/worm_of_ghroth") == "It is never summoned."


def test_neutral_pieces_can_be_corrected_and_are_in_the_ledger() -> None:
    game = doom_phase("gug")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "gug"))
    game.correct(GC_gug=2)
    (player,) = (p for p in game.session.view.players if p.id == "GC")
    assert [(c.label, c.value) for c in player.small if c.key == "GC.gug"] == [("Gugs", 2)]
    assert any(line.startswith("Gug: It cannot capture") for line in player.details)


def test_the_table_says_at_any_moment_what_it_plays_with() -> None:
    game = Evening("GC", "CC", "BG")
    assert game.state.neutral == []
    game.session.interject("neutral")
    game.play(
        ("neutral/monsters", ["gug"]),
        ("neutral/terrors", []),
        ("neutral/cultists", []),
        ("neutral/great", ["byatis"]),
        ("neutral/books", ["stars_are_right"]),
        ("neutral/priests", []),
    )
    assert game.state.neutral == ["gug", "byatis", "stars_are_right"]
    game.session.interject("neutral")
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == ("gug",)
    game.play(("neutral/monsters", ["gug"]), ("neutral/terrors", []))
    assert game.option("prophetess").detail == "Check your card."


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(BadSetupError, match="“neutral” are Loyalty Cards"):
        CTHULHU_WARS.prepare({"factions": ["GC", "CC"], "neutral": ["gugg"]})


# -- independent Great Old Ones ------------------------------------------------------------------------------------


def with_great(*cards: str) -> Evening:
    """Great Cthulhu's Action with Cthulhu in play and independent ones in the common pool."""
    game = Evening("GC", "CC", "BG", neutral=list(cards))
    game.correct(GC_cthulhu=1, GC_power=12)
    return game


def test_an_independent_one_is_awakened_at_a_gate_with_a_great_old_one() -> None:
    """Reference 7, Independent GOO: an Action, its cost; Great Cthulhu gains an Elder Sign for it all the same."""
    game = with_great("byatis")
    game.play(("action/GC", "awaken/byatis"))
    assert (game["GC"].power, game["GC"].in_play["byatis"], game["GC"].loyalty) == (8, 1, ["byatis"])
    assert game.state.neutral == []


def test_it_needs_a_gate_a_great_old_one_and_its_power() -> None:
    """Reference 7: a Gate you control in an area with a Great Old One of yours; pay."""
    game = with_great("byatis")
    game.correct(GC_cthulhu=0)
    assert game.refusal("awaken/byatis") == "You have no Great Old One in play."
    game.correct(GC_cthulhu=1, GC_power=3)
    assert game.refusal("awaken/byatis") == "It costs 4 Power."


def test_an_independent_one_will_do_as_the_great_old_one_there() -> None:
    """Reference 7: "an Independent one will do"."""
    game = with_great("byatis", "daoloth")
    game.act("GC", "awaken/byatis")
    game.pass_others("GC")
    game.correct(GC_cthulhu=0, GC_power=12)
    assert game.refusal("awaken/daoloth") == ""


def test_killed_its_card_is_everybodys_again() -> None:
    """Reference 7 and D30."""
    game = with_great("byatis")
    game.play(("action/GC", "awaken/byatis"))
    game.correct(GC_byatis=0)
    while game.state.factions["GC"].loyalty:
        game.answer("finish" if "finish" in game.options() else "pass")
    assert game.state.neutral == ["byatis"]


def test_one_that_has_left_the_game_cannot_be_awakened_again() -> None:
    """Reference 7, Quachil Uttaus: one of the lost units is removed from the game."""
    game = with_great("byatis")
    game.act("GC", "awaken/byatis")
    game.state.record(PiecesLeft("GC", "byatis", 1, Loss.KILLED))
    game.state.record(RemovedFromGame("GC", "byatis"))
    game.pass_others("GC")
    assert isinstance(game.prompt, Choose)
    assert "awaken/byatis" not in [o.id for o in game.prompt.options]


def test_it_gives_no_elder_sign_in_a_ritual() -> None:
    """Reference 7 (D6)."""
    game = with_great("daoloth")
    game.act("GC", "awaken/daoloth")
    game.correct(GC_cthulhu=0)
    game.to_doom_phase()
    settled(game)
    game.correct(GC_power=12)
    game.until("doom_phase/GC")
    signs = len(game["GC"].signs)
    game.answer("ritual")
    assert len(game["GC"].signs) == signs


@pytest.mark.parametrize(("gnorri", "doom"), [(1, 0), (2, 1), (3, 2)])
def test_gnorri_give_doom_in_the_doom_phase(gnorri: int, doom: int) -> None:
    """Reference 7, Gnorri: Grottos."""
    game = doom_phase("gnorri")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "gnorri"))
    game.until("action/")
    game.correct(GC_gnorri=gnorri, GC_doom=0)
    game.to_doom_phase()
    gates = len(game.state.gates_of("GC"))
    assert game["GC"].doom == gates + doom


def test_the_great_race_of_yith_gathers_power_for_captured_cultists() -> None:
    """Reference 7, Great Race of Yith: 1 Power more for each."""
    game = doom_phase("great_race_of_yith")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "great_race_of_yith"))
    game.until("action/")
    game.correct(CC_acolyte=4)
    game.correct(**{"GC_captives.CC": 2})
    game.pass_all()
    assert any("Great Race of Yith 2" in line for line in game.prompt.as_json()["lines"])


def test_tulzscha_gives_what_somebody_has_more_of() -> None:
    """Reference 7, Tulzscha: Undying Flame, at the end of Gather Power."""
    game = with_great("tulzscha")
    game.act("GC", "awaken/tulzscha")
    game.pass_all()
    game.correct(CC_doom=3, GC_doom=3, BG_doom=5, CC_power=30)
    signs = len(game["GC"].signs)
    game.play(("gather_power", True))
    game.take_first("book/CC")
    assert game["GC"].doom == 4, "Black Goat has more"
    assert len(game["GC"].signs) == signs, "nobody has more"
    assert "Great Cthulhu: +1 Power (Tulzscha)" in game.log(), "Crawling Chaos has more"


# -- in battles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "dice"),
    [
        ({"gug": 2}, 6),
        ({"ghast": 4, "deep_one": 1}, 1),
        ({"albino_penguin": 1, "deep_one": 4}, 2),
        ({"servitor": 2, "deep_one": 3}, 1),
        ({"dhole": 1}, 5),
        ({"nyogtha": 2}, 8),
        ({"father_dagon": 1}, 2),
        ({"atlach_nacha": 1}, 4),
    ],
)
def test_combat_of_neutral_pieces(mine: dict[str, int], dice: int) -> None:
    """Reference 7, the tables; Nyogtha 4 each when attacking; Father Dagon 2 on land; totals not below 0."""
    assert Skirmish({"GC": mine, "CC": {"acolyte": 2}}).dice("GC") == dice


def test_combat_that_depends_on_the_battle() -> None:
    """Reference 7: Nyogtha 1 each when defending; Father Dagon 6 in an ocean."""
    assert Skirmish({"CC": {"flying_polyp": 2}, "GC": {"nyogtha": 2}}).dice("GC") == 2
    battle = Skirmish({"GC": {"father_dagon": 1}, "CC": {"acolyte": 2}}, area="indian_ocean")
    assert battle.dice("GC") == 6


def test_combat_that_only_the_table_can_tell_is_asked() -> None:
    """Reference 7, Abhoth: own Filth tokens in play."""
    battle = Skirmish({"GC": {"abhoth": 1}, "CC": {"acolyte": 2}})
    battle.play(("battle/dice/GC/abhoth", 5))
    assert battle.dice("GC") == 5


def test_vooniths_score_as_many_kills_as_they_are() -> None:
    """Reference 7, Voonith: Vicious; max(0, Vooniths - own rolled Kills)."""
    battle = Skirmish({"GC": {"voonith": 2}, "CC": {"acolyte": 3}})
    battle.roll(GC=[6, 1])
    battle.play(("battle/topped_up/GC", "vicious"))
    assert battle.battle.kills["GC"] == 2


def test_vooniths_with_kills_enough_add_none() -> None:
    battle = Skirmish({"GC": {"voonith": 1, "deep_one": 1}, "CC": {"acolyte": 3}})
    battle.roll(GC=[6, 1])
    assert "battle/topped_up/GC" not in battle.open_keys
    assert battle.battle.kills["GC"] == 1


def test_star_vampires_take_power_and_doom_for_what_their_dice_show() -> None:
    """Reference 7, Star Vampire: Vampirism, as far as the enemy has any; the results count as well."""
    battle = Skirmish({"GC": {"star_vampire": 2}, "CC": {"acolyte": 3}}, power={"CC": 1}, doom={"CC": 4})
    battle.roll(GC=[6, 4])
    battle.play(
        ("battle/after_roll/GC", "vampirism"), ("battle/star_vampire/pains", 1), ("battle/star_vampire/kills", 1)
    )
    assert (battle.state.factions["CC"].power, battle.state.factions["CC"].doom) == (0, 3)
    assert (battle.state.factions["GC"].power, battle.state.factions["GC"].doom) == (9, 1)
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (1, 1)


@pytest.mark.parametrize(("side", "kills", "pains"), [("GC", 1, 1), ("CC", 1, 0)])
def test_a_leng_spider_exchanges_2_pains_for_a_kill_of_either_side(side: str, kills: int, pains: int) -> None:
    """Reference 7, Leng Spider: Bloodthirst, once per spider in the battle."""
    battle = Skirmish({"GC": {"leng_spider": 1, "deep_one": 2}, "CC": {"flying_polyp": 2}})
    battle.roll(GC=[4, 5, 4], CC=[5, 5])
    battle.play(("battle/after_roll/GC", "bloodthirst"), ("battle/leng_spider", side))
    assert (battle.battle.kills[side], battle.battle.pains[side]) == (kills, pains)
    assert "battle/after_roll/GC" not in battle.open_keys, "once per spider"


def test_daoloth_takes_the_dice_of_an_enemy_great_old_one() -> None:
    """Reference 7, Daoloth: Cosmic Unity."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "flying_polyp": 2}, "GC": {"daoloth": 1, "deep_one": 1}})
    battle.play(("battle/pre_battle/GC", "cosmic_unity"))
    assert (battle.dice("CC"), battle.dice("GC")) == (2, 1)


def test_no_kill_can_be_assigned_to_the_hound_of_tindalos() -> None:
    """Reference 7, Hound of Tindalos: Angles of Time; Pains can."""
    battle = Skirmish({"CC": {"flying_polyp": 3}, "GC": {"hound_of_tindalos": 1, "deep_one": 1, "shoggoth": 1}})
    battle.roll(CC=[6, 4, 1], GC=[1] * battle.dice("GC"))
    prompt = battle.prompt("battle/kill/GC")
    assert isinstance(prompt, Assign)
    assert {piece.id for piece in prompt.pieces if not piece.refused} == {"GC.deep_one.1", "GC.shoggoth.1"}
    battle.play(("battle/kill/GC", {"GC.deep_one.1": ["kill"]}))
    prompt = battle.prompt("battle/pain/GC")
    assert isinstance(prompt, Assign)
    assert "GC.hound_of_tindalos.1" in {piece.id for piece in prompt.pieces}


def test_the_harbinger_is_paid_half_of_what_an_independent_one_costs() -> None:
    """Reference 6, The Harbinger: half the cost; Byatis costs 4."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "flying_polyp": 1}, "GC": {"byatis": 1}})
    battle.roll(CC=[4, *[1] * (battle.dice("CC") - 1)], GC=[1] * 4)
    while "battle/harbinger" not in battle.open_keys:
        prompt = battle.prompt("battle/pains_assigned/CC")
        assert isinstance(prompt, Choose)
        battle.play((prompt.key, prompt.options[0].id))
    battle.play(("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == 10


def test_a_lost_dhole_leaves_signs_and_a_gift() -> None:
    """Reference 7, Dhole: Planetary Destruction."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"dhole": 1}})
    battle.roll(CC=[6], GC=[1] * 5)
    battle.play(("battle/after_battle/GC", "planetary_destruction"), ("battle/dhole", "power"))
    assert battle.state.factions["CC"].power == 10
    assert len(battle.state.factions["GC"].signs) == 2


def test_shriveling_eliminates_a_unit_and_its_owner_gains_its_cost() -> None:
    """Reference 7, Shriveling; no Terror, no Great Old One."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"hunting_horror": 1, "dhole": 1}}, books={"GC": ["shriveling"]})
    battle.play(("battle/pre_battle/GC", "shriveling"))
    assert battle.state.factions["CC"].in_play["hunting_horror"] == 0
    assert battle.state.factions["CC"].power == 8 + 3
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"nyarlathotep": 1, "dhole": 1}}, books={"GC": ["shriveling"]})
    assert "battle/pre_battle/GC" not in battle.open_keys


def test_a_quick_battle_asks_for_neutral_pieces_if_it_is_begun_so() -> None:
    """Nobody who does not want them is asked."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {"neutral": "ask"}})

    def answer(key: str, value: Any) -> None:
        session.answer(next(item.ticket for item in session.prompts if item.prompt.key == key), value)

    answer("quick/attacker", "GC")
    answer("quick/defender", "CC")
    answer("quick/area", "europe")
    answer("quick/neutral/GC", ["gug", "shriveling"])
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert not {"gug", "shriveling"} & {o.id for o in prompt.options}, "there is one of each"
    answer("quick/neutral/CC", ["dhole"])
    books = next(item.prompt for item in session.prompts if item.prompt.key == "quick/books/GC")
    assert isinstance(books, Choose)
    assert books.most == 5, "Shriveling is one of six"
    answer("quick/books/GC", [])
    answer("quick/books/CC", [])
    answer("quick/others", [])
    answer("quick/pieces/GC", ["gug.1", "deep_one.1"])
    answer("quick/pieces/CC", ["dhole.1", "acolyte.1"])
    while session.prompts[0].prompt.key != "battle/pre_battle/GC":
        session.answer(session.prompts[0].ticket, [] if session.prompts[0].prompt.optional else True)
    answer("battle/pre_battle/GC", "shriveling")
    rolls = {item.prompt.key: item.prompt for item in session.prompts}
    assert isinstance(rolls["battle/roll/GC"], Roll)
    assert rolls["battle/roll/GC"].dice == 4
    full = {"neutral": "ask", "attacker": "GC", "defender": "CC", "area": "europe", "others": []}
    given = {"GC": [book.id for book in FACTIONS["GC"].books], "CC": []}
    session = new_session(CTHULHU_WARS, {"quick_battle": {**full, "books": given}})
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert prompt.options[-1].refused == "It has six spellbooks."
    plain = new_session(CTHULHU_WARS, {"quick_battle": {"attacker": "GC", "defender": "CC"}})
    assert not plain.state.neutral


# -- the six spellbooks --------------------------------------------------------------------------------------------


def test_a_neutral_book_taken_for_a_requirement_is_nobody_elses() -> None:
    """Reference 7, Neutral spellbooks: it counts as one of the six."""
    game = Evening("GC", "CC", "BG", neutral=["umr_at_tawil"])
    game.session.interject("claim/CC")
    game.answer(game.options()[0])
    game.play(("book/CC", "umr_at_tawil"))
    assert (game["CC"].books, game.state.neutral) == (["umr_at_tawil"], [])
    game.session.interject("claim/BG")
    game.answer(game.options()[0])
    assert "umr_at_tawil" not in game.options()


def given(book: str) -> Evening:
    """Great Cthulhu has a neutral book."""
    game = Evening("GC", "CC", "BG", neutral=[book])
    game.session.interject("claim/GC")
    game.answer(game.options()[0])
    game.play(("book/GC", book))
    return game


def test_umr_at_tawil_makes_a_gate_cost_2() -> None:
    """Reference 7, Umr at-Tawil."""
    game = given("umr_at_tawil")
    game.act("GC", "create_gate", ("create_gate", "indian_ocean"))
    assert game["GC"].power == 6


def test_stars_are_right_gives_power_for_signs_revealed_in_the_doom_phase() -> None:
    """Reference 7, Stars Are Right: only there."""
    game = given("stars_are_right")
    game.correct(GC_signs=2)
    game.session.interject("signs/GC")
    power = game["GC"].power
    game.play(("reveal/GC", ["0"]))
    assert game["GC"].power == power, "not in the Action Phase"
    game.to_doom_phase()
    (value, power) = game["GC"].signs[0], game["GC"].power
    game.session.interject("signs/GC")
    game.play(("reveal/GC", ["0"]))
    assert game["GC"].power == power + value


def test_the_mao_ceremony_gives_power_for_acolytes_after_gather_power() -> None:
    """Reference 7, The Mao Ceremony: after the half-of-leader rule."""
    game = given("mao_ceremony")
    game.pass_all()
    game.play(("gather_power", True))
    power = game["GC"].power
    game.play(("mao/GC", 2))
    while game.key.startswith("mao/"):
        game.answer([] if "gate" in game.key else game.options()[0])
    assert game["GC"].in_play["acolyte"] == 4
    assert game["GC"].power == power + 2


@pytest.mark.parametrize("first", ["map", "card"])
def test_the_mao_ceremony_takes_the_last_ones_from_the_faction_card(first: str) -> None:
    """Any number of your Cultists: a High Priest on the card goes when no other one is left, or before if his owner
    likes, and is not paid for nothing."""
    game = Evening("GC", "CC", "BG", neutral=["mao_ceremony", "high_priests"], first="GC")
    game.session.interject("claim/GC")
    game.answer(game.options()[0])
    game.play(("book/GC", "mao_ceremony"))
    game.correct(GC_high_priest=1, GC_acolyte=1)
    game.state.record(Submerged("GC", (("high_priest", 1),)))
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    power = game["GC"].power
    game.play(("mao/GC", 2), ("mao/GC/1/from", first))
    game.decline("mao/")
    assert (game["GC"].in_play["high_priest"], game["GC"].in_play["acolyte"]) == (0, 0)
    assert not game["GC"].card
    assert game["GC"].power == power + 2


def test_recriminations_changes_a_book_and_frees_a_neutral_one() -> None:
    """Reference 7, Recriminations: cost 1."""
    game = given("recriminations")
    game.play(("action/GC", "recriminations"), ("recriminations/on", "dreams"))
    if game.key == "recriminations/off":
        game.answer("recriminations")
    assert (game["GC"].books, game.state.neutral, game["GC"].power) == (["dreams"], ["recriminations"], 7)


def test_undimensioned_costs_2_and_leaves_the_rest_to_the_board() -> None:
    """Reference 7, Undimensioned."""
    game = given("undimensioned")
    game.play(("action/GC", "undimensioned"))
    assert game["GC"].power == 6
    assert any("Rearrange your units" in line for line in game.log())


def test_random_evenings_with_everything_neutral() -> None:
    for seed in range(6):
        chance = Random(seed)
        setup: dict[str, Any] = {"factions": chance.sample(["GC", "CC", "BG", "YS"], 3), "neutral": [*CARDS, *BOOKS]}
        session = new_session(CTHULHU_WARS, setup)
        for n in range(220):
            if session.finished:
                break
            if n % 45 == 44:
                code = chance.choice(session.state.seats)
                session.correct({f"{code}.power": 15, f"{code}.doom": 12})
            step(session, chance)
            check_invariants(session.state)
            if n % 60 == 0:
                back_and_forth(session, chance, 6)


def test_a_neutral_piece_dives_with_cthulhu_and_comes_up_again() -> None:
    """Great Cthulhu, Submerge: any of your units in the area; those of a Loyalty Card are one's own."""
    game = Evening("GC", "BG", "YS", neutral=["gug"])
    game["GC"].met.append("kill_one")
    game.state.record(BookTaken("GC", "submerge", "kill_one"))
    game.state.record(CardTaken("GC", "gug", "GC", 0, 0))
    game.correct(GC_gug=2)
    game.correct(GC_cthulhu=1)
    game.play(("action/GC", "submerge"), ("submerge/area", "south_pacific"), ("submerge/with", ["gug.1"]))
    assert game["GC"].card == {"cthulhu": 1, "gug": 1}
    assert (game.state.on_map("GC", "gug"), game.state.in_play("GC", "gug")) == (1, 2)
    game.pass_others("GC")
    game.play(("action/GC", "surface"), ("submerge/to", "asia"))
    assert (game["GC"].card, game.state.on_map("GC", "gug")) == ({}, 2)


def test_a_neutral_piece_dematerializes() -> None:
    """The Ancients, Dematerialization: any units of one area."""
    game = Evening("AN", "BG", "YS", first="AN", starts={"AN": "australia"}, neutral=["gug"])
    game.state.record(CardTaken("AN", "gug", "AN", 0, 0))
    game.correct(AN_gug=1)
    game.to_doom_phase()
    game.until("doom_phase/AN")
    game.play(("doom_phase/AN", "dematerialization"), ("dematerialization/from", "australia"))
    game.play(("dematerialization/to", "europe"), ("dematerialization/units", ["gug.1"]))
    assert any("Gug" in line and "Europe" in line for line in game.log())
