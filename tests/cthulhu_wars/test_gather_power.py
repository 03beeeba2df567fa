"""Gather Power and First Player: reference 3.1 and 3.2."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import Captured, GateSet
from companion.games.cthulhu_wars.model.setup_form import EveningSetup
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.turn.gather_power import Harvest, half_of_leader
from companion.table.prompts import Choose, Tell
from tests.cthulhu_wars.evening import Evening


def at_gather(game: Evening) -> Tell:
    game.pass_all()
    assert isinstance(game.prompt, Tell)
    return game.prompt


def test_six_cultists_and_a_gate_give_eight_power() -> None:
    """Reference 3.1, items 1 and 2: 6 x 1 + 2."""
    game = Evening("GC", "CC", "BG", "YS")
    prompt = at_gather(game)
    assert prompt.sheet is not None
    assert prompt.sheet.rows[0].cells == ("6", "2", "+8")
    game.answer(True)
    assert [game[c].power for c in ("GC", "CC", "BG", "YS")] == [8, 8, 8, 8]


def test_abandoned_gate_gives_one_power_to_every_player() -> None:
    """Reference 3.1, item 3."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "abandon"))
    game.act("GC", "pass")
    game.pass_all()
    game.answer(True)
    assert [game[c].power for c in ("GC", "CC", "BG")] == [7, 9, 9]


def test_captured_cultists_give_one_power_each_and_go_home() -> None:
    """Reference 3.1, item 4: +1 per captive held, then they must go back to their owners' pools."""
    game = Evening("GC", "CC", "BG")
    game.state.record(Captured("CC", "acolyte", "GC"))
    game.state.record(Captured("CC", "acolyte", "GC"))
    at_gather(game)
    game.answer(True)
    assert "Cultists 6, Gates 1 × 2 = 2, captured Cultists 2" in "".join(game.log())
    assert game["GC"].power == 10
    assert game["GC"].captives == {}
    assert game.state.captured("CC") == 0


def test_the_whole_reckoning_stands_on_one_sheet_and_is_taken_by_one_tap() -> None:
    """Reference 3.1: every addend in its column, what nobody has left out, what has a name of its own below it."""
    game = Evening("GC", "CC", "BG")
    prompt = at_gather(game)
    assert prompt.sheet is not None
    assert [heading.symbol for heading in prompt.sheet.headings] == ["cultist", "gate", "power"]
    assert {row.cells for row in prompt.sheet.rows} == {("6", "2", "+8")}
    game = Evening("GC", "YS", "BG")
    game["GC"].books.append("yha_nthlei")
    for area in ("asia", "north_america", "indian_ocean", "north_atlantic"):
        game.state.record(GateSet(area, "YS"))
    game.state.record(GateSet("africa", None))
    game.state.record(Captured("BG", "acolyte", "YS"))
    game.correct(GC_cthulhu=1, BG_acolyte=1)
    prompt = at_gather(game)
    assert prompt.sheet is not None
    symbols = ["cultist", "gate", "gate-abandoned", "captive", "plus", "power"]
    assert [heading.symbol for heading in prompt.sheet.headings] == symbols
    assert [row.cells for row in prompt.sheet.rows] == [
        ("6", "2", "1", "", "2", "+11"),
        ("6", "10", "1", "1", "", "+18"),
        ("1", "", "1", "", "7", "+9"),
    ]
    assert prompt.lines == ("Great Cthulhu: Y'ha Nthlei 2", "Black Goat: raised to half the leader's 7")
    game.answer(True)
    assert [game[code].power for code in ("GC", "YS", "BG")] == [11, 18, 9]


def test_half_of_leader_rule_rounds_up() -> None:
    """Reference 3.1, item 6, with the rulebook's example: highest 13, a player at 4 becomes 7."""
    game = Evening("GC", "CC")
    for faction in game.state.factions.values():
        faction.power = 0
    found = half_of_leader(game.state, [Harvest("GC", cultists=13), Harvest("CC", cultists=4)])
    assert [h.total for h in found] == [13, 7]


def test_half_of_leader_rule_leaves_others_alone() -> None:
    """Reference 3.1, item 6: only those below half are raised."""
    state = CthulhuState(EveningSetup())
    state.factions = Evening("GC", "CC").state.factions
    for faction in state.factions.values():
        faction.power = 0
    found = half_of_leader(state, [Harvest("GC", cultists=13), Harvest("CC", cultists=7)])
    assert [h.raised_by for h in found] == [0, 0]


def test_yha_nthlei_counts_enemy_gates_in_oceans_while_cthulhu_is_in_play() -> None:
    """Great Cthulhu's book Y'ha Nthlei (reference section 6)."""
    game = Evening("GC", "CC", "BG")
    game["GC"].books.append("yha_nthlei")
    game.state.record(GateSet("indian_ocean", "CC"))
    game.state.record(GateSet("north_atlantic", None))
    game.correct(GC_cthulhu=1)
    assert "Y'ha Nthlei 1" in at_gather(game).lines[0]
    game.correct(GC_cthulhu=0)
    assert isinstance(game.prompt, Tell)
    assert game.prompt.lines == ()


def test_feast_asks_where_yellow_sign_has_units_in_desecrated_areas() -> None:
    """Yellow Sign's unique ability Feast (reference section 6): +1 per such area, asked on the map."""
    game = Evening("GC", "CC", "YS")
    game["YS"].tokens += ["europe", "africa"]
    for glyph in ("chevron", "thorns"):
        game["YS"].met.append(glyph)
        game["YS"].books.append("passion" if glyph == "chevron" else "zingaya")
    game.pass_all()
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == ("europe", "africa")
    game.play(("feast", ["europe"]))
    assert isinstance(game.prompt, Tell)
    assert game.prompt.lines == ("Yellow Sign: Feast 1",)
    game.answer(True)
    assert game["YS"].power == 9


def test_the_red_sign_gives_one_power_per_dark_young() -> None:
    """Black Goat's book The Red Sign (reference section 6)."""
    game = Evening("GC", "CC", "BG")
    game["BG"].books.append("red_sign")
    game.correct(BG_dark_young=2)
    at_gather(game)
    game.answer(True)
    assert game["BG"].power == 10


def test_power_kept_is_added_to() -> None:
    """Reference 3.1: Power is not reset before gathering; a correction on the sheet counts too."""
    game = Evening("GC", "CC", "BG")
    at_gather(game)
    game.correct(CC_power=2)
    game.answer(True)
    assert game["CC"].power == 10


def test_most_power_takes_the_first_player_marker() -> None:
    """Reference 3.2."""
    game = Evening("GC", "CC", "BG")
    at_gather(game)
    game.correct(BG_power=1)
    game.answer(True)
    assert game.state.first == "BG"
    assert game.log()[-1] == "First Player: Black Goat, with the most Power"
    assert game.prompt.why == game.log()[-1]
    game.play(("first_player/direction", "-1"))
    assert game.state.player_order() == ["BG", "CC", "GC"]


def test_tie_for_first_player_is_decided_by_the_previous_one() -> None:
    """Reference 3.2: the previous First Player picks one of the tied players, and may pick itself."""
    game = Evening("GC", "CC", "BG", "YS")
    at_gather(game)
    game.correct(CC_power=1, YS_power=1)
    game.answer(True)
    assert (game.key, game.prompt.who) == ("first_player/tie", "GC")
    assert game.options() == ["CC", "YS"]
    game.play(("first_player/tie", "YS"), ("first_player/direction", "1"))
    assert "First Player: Yellow Sign, tied for the most Power; Great Cthulhu decides" in game.log()
    assert game.state.player_order() == ["YS", "GC", "CC", "BG"]
