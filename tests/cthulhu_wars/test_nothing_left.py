"""The table says, while something is asked, that what it is about is gone: that alone ends, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, PiecesLeft, RequirementMet
from companion.games.cthulhu_wars.model.units import Loss
from companion.table.prompts import Answer, Choose
from tests.cthulhu_wars.evening import Evening, give, units
from tests.cthulhu_wars.test_battle_corrections import correct
from tests.cthulhu_wars.test_daemon_sultan import ANTITHESIS, SYNTHESIS, THESIS, chaos, ruler, sultan
from tests.cthulhu_wars.test_neutral import given
from tests.cthulhu_wars.test_tcho_tcho import HOME, begun

ENDS = "nothing left to choose; this ends here"


def gate(game: Evening, area: str, owner: str = "none") -> None:
    """Say who controls a Gate, whatever is asked."""
    game.session.interject("gate")
    game.play(("gate/area", area), ("gate/owner", owner))


def test_an_ability_of_a_battle_ends_and_the_battle_goes_on() -> None:
    """Cosmic Ruler: no Avatar is left to go instead (the correction ended in a fault)."""
    battle = ruler(**{ANTITHESIS: 1})
    battle.roll(GC=[6, 1, 1], DS=[1] * 6)
    battle.play(("battle/kills_assigned/DS", ["cosmic_ruler"]))
    battle.prompt("battle/cosmic_ruler")
    correct(battle, **{f"DS_{THESIS}": 0, f"DS_{SYNTHESIS}": 0})
    assert ENDS in battle.log()
    assert ANTITHESIS not in battle.in_play("DS")


def test_what_a_spellbook_brings_ends_and_the_spellbook_stays() -> None:
    """Doomsday comes to a Gate, and there is none any more (the answer failed, each time it was given)."""
    game = begun("CC", "BG", neutral=["father_dagon", "yig"])
    game.state.record(RequirementMet("TT", "awaken"))
    game.act("TT", "move", ("move", units(1)), ("book/TT", "doomsday"), ("doomsday/now", "yes"))
    gate(game, HOME)
    game.play(("doomsday/who", "yig"))
    assert f"Tcho-Tcho: {ENDS}" in game.log()
    assert (game["TT"].books, game["TT"].flipped) == (["doomsday"], [])
    game.until("action/")


def test_an_ability_of_the_doom_phase_ends_and_the_phase_goes_on() -> None:
    """Death from Below brings a Monster of the pool, and all are on the map (the correction ended in a fault)."""
    game = Evening("SL", "CC", "BG", neutral=["ghast"])
    game.state.record(CardTaken("SL", "ghast", "SL", 0, 0))
    game.correct(SL_wizard=2)
    game.to_doom_phase()
    game.play(("doom_phase/SL", "death_from_below"))
    game.correct(SL_serpent_man=3, SL_formless_spawn=4, SL_ghast=4)
    assert f"Sleeper: {ENDS}" in game.log()
    game.until("doom_phase/CC")


def chaos_gates() -> Evening:
    """Daemon Sultan turns a Chaos Gate of two into a normal one, with a Cultist of either enemy."""
    game = sultan("GC", "BG", books=("traitors", "animate_matter"))
    chaos(game, "europe")
    chaos(game, "asia")
    game.correct(DS_acolyte=2, GC_acolyte=5, BG_acolyte=5)
    return game


def beyond() -> Evening:
    game = Evening("OW", "CC", "BG", first="OW")
    game.correct(OW_abomination=1, OW_spawn_of_yog_sothoth=1)
    gate(game, "asia", "OW")
    return game


def asleep() -> Evening:
    game = Evening("SL", "CC", "BG", neutral=["high_priests"], first="SL")
    give(game, "SL", "cursed_slumber")
    game.correct(SL_high_priest=1)
    gate(game, "asia", "SL")
    return game


@pytest.mark.parametrize(
    ("game", "steps", "asked"),
    [
        (beyond, [("action/OW", "beyond_one"), ("beyond_one/from", "asia")], "beyond_one/unit"),
        (
            beyond,
            [("action/OW", "beyond_one"), ("beyond_one/from", "asia"), ("beyond_one/unit", "abomination")],
            "beyond_one/to",
        ),
        (asleep, [("action/SL", "cursed_slumber"), ("cursed_slumber/gate", "asia")], "cursed_slumber/unit"),
        (chaos_gates, [("action/DS", "traitors"), ("traitors/area", "asia")], "traitors/whose"),
        (chaos_gates, [("action/DS", "animate_matter"), ("animate_matter/from", "asia")], "animate_matter/to"),
    ],
)
def test_an_action_with_a_gate_that_is_gone_meanwhile_ends(
    game: Callable[[], Evening], steps: list[tuple[str, Answer]], asked: str
) -> None:
    """“Correct a Gate”, said while it is asked what becomes of that Gate (each answer ended in a fault)."""
    played = game()
    played.play(*steps)
    assert played.key == asked
    gate(played, "asia")
    assert any(ENDS in line for line in played.log()[-3:])
    assert played.key == steps[0][0]


def level(game: Evening, picked: str) -> None:
    """How much the companion helps from now on."""
    game.session.interject("help")
    game.play(("help", picked))


def test_below_the_referee_no_gate_is_asked_for_by_its_area() -> None:
    """Gates that are counted are in no area that could be picked: so many are abandoned (“an area” was offered twice,
    on a map on which neither was)."""
    game = Evening("GC", "CC", "BG")
    gate(game, "asia", "GC")
    game.state.record(PiecesLeft("GC", "acolyte", 5, Loss.ELIMINATED))
    game.play(("action/GC", "pass"))
    assert game.key == "gates/GC"
    level(game, "clerk")
    assert game.key == "action/CC"
    assert len(game.state.held_gates("GC")) == 1


def test_below_the_referee_it_is_not_asked_whether_a_cultist_was_on_a_gate() -> None:
    """It is counted, too (“an area” could be picked)."""
    game = given("mao_ceremony")
    game.pass_all()
    game.play(("gather_power", True), ("mao/GC", 2))
    assert isinstance(game.prompt, Choose)
    assert game.prompt.on_map
    level(game, "clerk")
    assert not any(option.startswith("#") for option in game.options())
    game.take_first("mao/")
    assert game["GC"].in_play["acolyte"] == 4
    assert len(game.state.held_gates("GC")) == 1


def test_the_mao_ceremony_ends_and_the_evening_goes_on() -> None:
    """None of its Cultists is left to take (the correction ended in a fault)."""
    game = Evening("GC", "CC", "BG", neutral=["mao_ceremony", "high_priests"], first="GC")
    give(game, "GC", "mao_ceremony")
    game.correct(GC_high_priest=1)
    level(game, "clerk")
    game.pass_all()
    game.play(("gather_power", True), ("mao/GC", 3))
    assert game.key == "mao/GC/1/kind"
    game.correct(GC_acolyte=0, GC_high_priest=0)
    assert any(ENDS in line for line in game.log())
    assert not game.key.startswith("mao/")
