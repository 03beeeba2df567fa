"""The table says, while something is asked, that what it is about is gone: that alone ends, and the game goes on."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import CardTaken, RequirementMet
from tests.cthulhu_wars.evening import Evening, units
from tests.cthulhu_wars.test_battle_corrections import correct
from tests.cthulhu_wars.test_daemon_sultan import ANTITHESIS, SYNTHESIS, THESIS, ruler
from tests.cthulhu_wars.test_tcho_tcho import HOME, begun

ENDS = "nothing is left to choose; this ends here"


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
