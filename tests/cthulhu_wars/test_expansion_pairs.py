"""Pairs of abilities of expansions that interact (battle reference 4.5), and set-up among them: Windwalker and Daemon
Sultan with the others. What is expected is worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening, give

pytestmark = pytest.mark.usefixtures("battles_again")

THESIS, ANTITHESIS, SYNTHESIS = "avatar_thesis", "avatar_antithesis", "avatar_synthesis"


# -- Windwalker ----------------------------------------------------------------------------------------------------


def test_unholy_ground_beats_eternal() -> None:
    """Pair Eternal - Unholy Ground: Rhan Tegoth, who has paid against a Kill, is Eliminated all the same."""
    battle = Skirmish(
        {"WW": {"rhan_tegoth": 1}, "AN": {"reanimated": 1, "acolyte": 1}},
        books={"AN": ["unholy_ground"]},
        tokens={"AN": [AREA]},
    )
    battle.roll(WW=[1, 1, 1], AN=[6, 1]).play(("battle/kills_assigned/WW", ["eternal_kill"]))
    battle.play(("battle/kills_assigned/AN", "unholy_ground"))
    assert (battle.in_play("WW"), battle.state.factions["WW"].power) == ({}, 7)


def test_eternal_is_no_answer_to_unholy_ground() -> None:
    """Pair Eternal - Unholy Ground: paying is not possible; nothing is offered."""
    battle = Skirmish(
        {"AN": {"reanimated": 1, "acolyte": 1}, "WW": {"rhan_tegoth": 1}},
        books={"AN": ["unholy_ground"]},
        tokens={"AN": [AREA]},
    )
    battle.roll(AN=[1, 1], WW=[1, 1, 1]).play(("battle/kills_assigned/AN", "unholy_ground"))
    assert (battle.in_play("WW"), battle.state.factions["WW"].power) == ({}, 8)


def test_a_cancelled_kill_gives_no_fulmination() -> None:
    """Pair Eternal - Fulmination count: only Ubbo-Sathla was Killed, so 1 Elder Sign."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "TT": {"ubbo_sathla": 1}}, books={"TT": ["fulmination"]})
    battle.session.correct({"TT.growth": 1})
    battle.roll(WW=[6, 1, 1], TT=[6]).play(("battle/kills_assigned/WW", ["eternal_kill"]))
    battle.play(("battle/after_battle/TT", "fulmination"))
    assert (len(battle.state.factions["TT"].signs), battle.in_play("WW")) == (1, {"rhan_tegoth": 1})


def test_berserkergang_cannot_choose_a_yothan() -> None:
    """Pair Berserkergang - Yothan: a Terror is no Monster; with it alone nothing is offered."""
    battle = Skirmish({"WW": {"gnoph_keh": 1}, "AN": {"yothan": 1}}, books={"WW": ["berserkergang"]})
    battle.roll(WW=[1, 1, 1], AN=[6] + [1] * 6)
    assert "battle/kills_assigned/WW" not in battle.open_keys
    assert (battle.in_play("WW"), battle.in_play("AN")) == ({}, {"yothan": 1})


def test_berserkergang_is_not_converted() -> None:
    """Pair Demand Sacrifice - Berserkergang: Windwalker's Kills are Pains, but the Elimination stays one."""
    battle = Skirmish(
        {"WW": {"gnoph_keh": 1}, "SL": {"serpent_man": 2}},
        in_play={"SL": {"tsathoggua": 1}},
        books={"WW": ["berserkergang"], "SL": ["demand_sacrifice"]},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(WW=[6, 1, 1], SL=[6, 1]).play(("battle/kills_assigned/WW", ["berserkergang"]))
    assert (battle.battle.kills["WW"], battle.battle.pains["WW"]) == (0, 1)
    assert battle.in_play("SL") == {"serpent_man": 1, "tsathoggua": 1}
    assert battle.in_play("WW") == {}


def test_no_martyrdom_for_a_priest_that_berserkergang_takes() -> None:
    """Pair Martyrdom - Berserkergang on the priest: an Elimination is no Kill."""
    battle = Skirmish(
        {"WW": {"gnoph_keh": 1}, "TT": {"high_priest": 1, "proto_shoggoth": 1}},
        books={"WW": ["berserkergang"], "TT": ["martyrdom"]},
    )
    battle.roll(WW=[1, 1, 1], TT=[6]).play(("battle/kills_assigned/WW", ["berserkergang"]))
    battle.play(("battle/berserkergang/0", "TT.high_priest.1"))
    assert "battle/kills_assigned/TT" not in battle.open_keys
    assert battle.in_play("TT") == {"proto_shoggoth": 1}


def test_a_howled_formless_spawn_still_counts() -> None:
    """Pair Formless Spawn - Howl: it rolls nothing, but stays on the map: the other one counts 3."""
    battle = Skirmish(
        {"WW": {"wendigo": 1}, "SL": {"formless_spawn": 2}},
        in_play={"SL": {"formless_spawn": 3}},
        books={"WW": ["howl"]},
    )
    battle.play(("battle/pre_battle/WW", ["howl"]), ("battle/howl/area", "north_atlantic"))
    assert battle.dice("SL") == 3


def test_sleeper_may_hibernate() -> None:
    """Sleeper's rulings, Ancient Sorcery: Windwalker lends Hibernate, who loses nothing."""
    game = Evening("SL", "GC", "WW", first="SL", direction=1)
    give(game, "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1, GC_cthulhu=1)
    game.play(("action/SL", "ancient_sorcery"), ("ancient_sorcery", "WW"))
    game.pass_others("SL")
    assert game["SL"].power == 7
    game.play(("action/SL", "hibernate"))
    assert (game["SL"].power, game.key) == (8, "gather_power"), "nobody else has Power"


def test_tcho_tcho_at_a_pole_leaves_windwalker_the_other() -> None:
    """Reference 2.5, D51, and Windwalker's rulings: Tcho-Tcho first; the other pole's book is due at once."""
    game = Evening("GC", "TT", "WW", starts={"TT": "arctic_ocean"})
    assert (game["TT"].start, game["WW"].start) == ("arctic_ocean", "antarctica")
    game.play(("book/WW", "howl"))
    assert (game.key, game["WW"].met) == ("action/GC", ["other_pole"])


@pytest.mark.parametrize(("area", "power"), [("europe", 5), ("asia", 6)])
def test_surprise_pays_where_actions_cost_more(area: str, power: int) -> None:
    """Ice Age: an Action that does something to the area costs 1 more: Surprise! 2 + 1."""
    game = Evening("GC", "TT", "WW", first="GC", starts={"TT": "asia"})
    give(game, "TT", "surprise")
    game["WW"].tokens.append("europe")
    game.pass_others("TT")
    game.correct(TT_power=8)
    game.play(("action/TT", "surprise"), ("surprise/enemy", "GC"), ("surprise/area", area))
    assert game["TT"].power == power


# -- Daemon Sultan -------------------------------------------------------------------------------------------------


@pytest.mark.holds("DS.instead")
def test_cosmic_ruler_for_unholy_ground() -> None:
    """Pair Unholy Ground - Cosmic Ruler: another Avatar may be Eliminated instead."""
    battle = Skirmish(
        {"AN": {"reanimated": 1, "acolyte": 1}, "DS": {ANTITHESIS: 1}},
        in_play={"DS": {THESIS: 1, ANTITHESIS: 1, SYNTHESIS: 1}},
        books={"AN": ["unholy_ground"]},
        tokens={"AN": [AREA]},
        marks={"DS": {"azathoth": 8}},
    )
    battle.roll(AN=[1, 1]).play(("battle/kills_assigned/AN", "unholy_ground"))
    prompt = battle.prompt("battle/cosmic_ruler/instead")
    assert isinstance(prompt, Choose)
    assert {o.id for o in prompt.options} == {THESIS, SYNTHESIS}
    battle.play(("battle/cosmic_ruler/instead", THESIS))
    assert battle.in_play("DS") == {ANTITHESIS: 1, SYNTHESIS: 1}


def test_no_cosmic_ruler_against_the_dread_curse() -> None:
    """Pair Dread Curse - everything of the chapter: the Avatar that the Kill is on is lost."""
    game = Evening("GC", "DS", "OW", first="GC")
    give(game, "OW", "dread_curse")
    game["DS"].met += ["awaken_thesis", "awaken_antithesis", "awaken_synthesis"]
    game["DS"].books += ["chaos_gate", "traitors", "consummation"]
    game["DS"].start = "europe"
    game.correct(OW_spawn_of_yog_sothoth=1, DS_avatar_thesis=1, DS_avatar_synthesis=1)
    game.pass_others("OW")
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "asia"), ("dread_curse/whom", ["DS"]))
    game.play(("dread_curse/roll", [6]), ("battle/pieces/DS", [f"DS.{THESIS}.1"]))
    assert (game["DS"].in_play[THESIS], game["DS"].in_play[SYNTHESIS]) == (0, 1)


def test_sleeper_may_have_psychosis() -> None:
    """Sleeper's rulings, Ancient Sorcery: Daemon Sultan lends Psychosis."""
    game = Evening("SL", "GC", "DS", first="SL", direction=1)
    give(game, "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1, SL_acolyte=5)
    game.play(("action/SL", "ancient_sorcery"), ("ancient_sorcery", "DS"))
    game.pass_others("SL")
    game.play(("action/SL", "psychosis"), ("psychosis", "europe"))
    assert (game["SL"].power, game["SL"].in_play["acolyte"]) == (7, 6)


def test_hibernate_counts_each_avatar() -> None:
    """Hibernate: 1 Power per enemy Great Old One; three Avatars are three."""
    game = Evening("GC", "WW", "DS")
    game["DS"].met += ["awaken_thesis", "awaken_antithesis", "awaken_synthesis"]
    game["DS"].books += ["chaos_gate", "traitors", "consummation"]
    game.correct(DS_avatar_thesis=1, DS_avatar_antithesis=1, DS_avatar_synthesis=1)
    game.pass_others("WW")
    game.play(("action/WW", "hibernate"))
    assert game["WW"].power == 11
