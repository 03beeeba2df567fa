"""Action Phase: reference 3.4, 3.5 and 3.8."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BattleFought, BookTaken, GateSet
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.turn.action_phase import why_not_over
from companion.table.errors import BadAnswerError
from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import taps
from tests.cthulhu_wars.evening import Evening, units

START = {"GC": "south_pacific", "CC": "asia", "BG": "africa", "YS": "europe"}


def test_each_faction_starts_with_six_acolytes_a_gate_and_eight_power() -> None:
    """Reference section 2, items 4 and 6."""
    game = Evening("GC", "CC", "BG")
    for code in ("GC", "CC", "BG"):
        assert game[code].in_play == {"acolyte": 6}
        assert game.state.gates[START[code]] == code
        assert game[code].power == 8


def test_great_cthulhu_is_first_player_on_turn_one() -> None:
    """Reference section 2, item 7."""
    game = Evening("CC", "YS", "GC")
    assert game.state.first == "GC"
    assert "First Player: Great Cthulhu, as always in the first turn" in [fact.text() for fact in game.state.facts]


def test_first_player_on_turn_one_without_great_cthulhu_is_asked() -> None:
    """D33: any method."""
    game = Evening("YS", "CC", "BG", first="CC")
    assert game.key == "action/CC"


def test_one_action_each_in_player_order() -> None:
    """Reference 3.4: First Player first, then in order, one Action each."""
    game = Evening("GC", "CC", "BG", "YS")
    seen = []
    for _ in range(5):
        seen.append(game.key)
        game.act(game.key[-2:], "move", ("move", units(1)))
    assert seen == ["action/GC", "action/CC", "action/BG", "action/YS", "action/GC"]


def test_direction_of_play_turns_the_order_round() -> None:
    """Reference 3.2: counter-clockwise."""
    game = Evening("GC", "CC", "BG", direction=-1)
    game.act("GC", "move", ("move", units(1)))
    assert game.key == "action/BG"


def test_a_player_at_zero_power_is_skipped_and_returns_when_it_gains_some() -> None:
    """Reference 3.4: 0 Power is skipped; with Power gained later the player acts again on its turn."""
    game = Evening("GC", "CC", "BG")
    game.act("GC", "pass")
    game.act("CC", "move", ("move", units(1)))
    game.act("BG", "move", ("move", units(1)))
    assert game.key == "action/CC"
    assert "Great Cthulhu: no Power, skipped" in game.log()
    game.act("CC", "move", ("move", units(1)))
    game.correct(GC_power=1)
    game.act("BG", "move", ("move", units(1)))
    assert game.key == "action/GC"


def test_passing_with_power_is_a_drop_to_zero() -> None:
    """Reference 3.4."""
    game = Evening("GC", "CC", "BG")
    game.act("GC", "pass")
    assert game["GC"].power == 0


def test_the_phase_ends_when_nobody_has_power() -> None:
    """Reference 3.4."""
    game = Evening("GC", "CC", "BG")
    game.pass_all()
    assert game.key == "gather_power"


def test_recruit_costs_one_and_takes_an_acolyte_from_the_pool() -> None:
    """Reference 3.4, Recruit Cultist."""
    game = Evening("GC", "CC", "BG")
    assert game.refusal("recruit") == "No Acolyte is in your Pool."
    game.correct(GC_acolyte=5)
    game.act("GC", "recruit")
    assert (game["GC"].in_play["acolyte"], game["GC"].power) == (6, 7)


def test_summon_needs_a_controlled_gate_and_costs_the_printed_number() -> None:
    """Reference 3.4, Summon Monster."""
    game = Evening("GC", "CC", "BG")
    game.act("GC", "summon/starspawn")
    assert (game["GC"].in_play["starspawn"], game["GC"].power) == (1, 5)
    game.act("CC", "pass")
    game.state.record(GateSet("africa", None))
    game.correct(GC_power=4)
    assert game.refusal("summon/ghoul") == "You control no Gate."


def test_no_more_pieces_in_play_than_the_stock() -> None:
    """Reference section 2, figure limit."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_starspawn=2, GC_shoggoth=2, GC_deep_one=4)
    assert {game.refusal(f"summon/{kind}") for kind in ("deep_one", "shoggoth", "starspawn")} == {
        "None is in your Pool."
    }


def test_create_gate_costs_three_and_is_controlled_at_once() -> None:
    """Reference 3.4, Create Gate."""
    game = Evening("GC", "CC", "BG")
    assert "south_pacific" not in [o for o in game.state.board.areas if o not in game.state.gates], (
        "areas with a Gate are not offered"
    )
    game.act("GC", "create_gate", ("create_gate", "indian_ocean"))
    assert game.state.gates["indian_ocean"] == "GC"
    assert game["GC"].power == 5


def test_create_gate_needs_a_cultist_that_is_not_on_a_gate() -> None:
    """Reference 3.4 and 3.5: one Cultist per Gate."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_acolyte=1)
    assert game.refusal("create_gate") == "All your Cultists are on Gates already."


def test_without_a_cultist_on_the_map_no_gate_is_built_or_taken() -> None:
    """Reference 3.4, Create Gate and 3.5: what is missing is a Cultist, for none is on a Gate."""
    game = Evening("GC", "CC", "BG", first="GC")
    game.play(("action/GC", "abandon"))
    game.take_first("abandon")
    game.correct(GC_acolyte=0, GC_deep_one=1)
    for action in ("create_gate", "control"):
        assert game.refusal(action) == "You have no Cultist on the map."


def test_move_costs_one_per_unit() -> None:
    """Reference 3.4, Move."""
    game = Evening("GC", "CC", "BG")
    game.act("GC", "move", ("move", units(3)))
    assert game["GC"].power == 5


def test_nobody_moves_more_units_than_there_are_or_power_pays_for() -> None:
    """Reference 3.4: pay first; an Action that cannot be fully performed may not be chosen."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"))
    assert isinstance(game.prompt, Choose)
    assert game.prompt.most == 6
    with pytest.raises(BadAnswerError):
        game.answer(units(7))
    assert game["GC"].power == 8


def test_a_cultist_moving_off_its_gate_abandons_it_at_once() -> None:
    """Reference 3.5: the Gate's Cultist is on the same page, is paid like any other (3.4), and abandons the Gate."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"), ("move", ["unit.1", "south_pacific"]))
    assert game["GC"].power == 6
    assert game.state.gates["south_pacific"] is None


def test_capture_puts_the_cultist_on_the_captors_card() -> None:
    """Reference 3.4, Capture: it leaves play and is not in its owner's pool meanwhile."""
    game = Evening("GC", "CC", "BG")
    assert game.refusal("capture") == "You have no Monster or Great Old One in play."
    game.correct(GC_deep_one=1)
    game.act("GC", "capture", ("capture", "CC"), ("capture/gate", []))
    assert game["GC"].captives == {"CC": {"acolyte": 1}}
    assert game["CC"].in_play["acolyte"] == 5
    assert game.state.captured("CC") == 1
    assert game["GC"].power == 7


def test_the_owner_says_whether_the_captured_cultist_held_a_gate() -> None:
    """Reference 3.4 and 3.5: the owner picks which Cultist; its Gate is then abandoned at once."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=1)
    game.play(("action/GC", "capture"), ("capture", "CC"))
    assert game.prompt.who == "CC"
    assert game.prompt.text == "Great Cthulhu captures this unit: Acolyte."
    assert game.prompt.title == "Was that Cultist on a Gate?"
    game.play(("capture/gate", "asia"))
    assert game.state.gates["asia"] is None


def test_control_gate_is_free_and_does_not_use_up_the_action() -> None:
    """Reference 3.4, Unlimited Actions: 0 Power, before or after the Action, never the only thing done."""
    game = Evening("GC", "CC", "BG")
    game.state.record(GateSet("indian_ocean", None))
    game.correct(GC_power=7)
    game.play(("action/GC", "control"))
    assert game.state.gates["indian_ocean"] == "GC"
    assert game.key == "action/GC"
    assert "finish" not in game.options()


def test_summoning_is_an_unlimited_action_for_black_goat() -> None:
    """Black Goat's Fertility Cult (reference section 6)."""
    game = Evening("BG", "CC", "YS")
    game.play(("action/BG", "summon/ghoul"), ("action/BG", "summon/ghoul"))
    assert game.key == "action/BG"
    assert game.prompt.title == "Black Goat: another Action?"
    assert game.prompt.why == "Fertility Cult: Summoning Monsters is an Unlimited Action for you."
    game.play(("action/BG", "move"), ("move", units(1)))
    assert (game.prompt.title, game.prompt.why) == ("Black Goat: anything else?", ""), "only what is free is open"
    game.play(
        ("action/BG", "summon/dark_young"),
        ("action/BG", "finish"),
    )
    assert game["BG"].in_play == {"acolyte": 6, "ghoul": 2, "dark_young": 1}
    assert game["BG"].power == 2
    assert game.key == "action/CC"


def test_after_something_free_the_title_is_not_that_of_another_action() -> None:
    """Abandon Gate is never the only thing done in a turn (reference 3.4)."""
    game = Evening("BG", "CC", "YS")
    game.play(("action/BG", "abandon"))
    assert game.prompt.title == "Black Goat to act"


def test_a_battle_with_six_spellbooks_says_why_another_action_may_follow() -> None:
    """Reference 3.4: Unlimited Battle."""
    game = Evening("GC", "CC", "BG")
    game["GC"].books.extend(book.id for book in card("GC").books if book.id not in game["GC"].books)
    assert why_not_over(game.state, "GC", ["battle/CC"]) == "With six spellbooks Battle is an Unlimited Action."
    assert why_not_over(game.state, "GC", ["control"]) == ""


def test_awaken_cthulhu_costs_ten_then_four_and_gives_an_elder_sign() -> None:
    """Great Cthulhu, awakening steps and Immortal (reference section 6)."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_power=15)
    game.play(("action/GC", "awaken/cthulhu"), ("book/GC", "absorb"))
    assert game["GC"].power == 5
    assert len(game["GC"].signs) == 1
    game.pass_others("GC")
    game.correct(GC_cthulhu=0, GC_power=4)
    game.play(("action/GC", "awaken/cthulhu"))
    assert game["GC"].power == 0
    assert len(game["GC"].signs) == 2


def test_awaken_cthulhu_needs_a_gate_in_the_start_area() -> None:
    """Great Cthulhu, awakening step 1: any controller, or abandoned."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_power=10)
    game.play(("action/GC", "abandon"))
    assert game.refusal("awaken/cthulhu") == ""
    del game.state.gates["south_pacific"]
    game.correct(GC_power=11)
    assert game.refusal("awaken/cthulhu") == "There is no Gate in South Pacific."


def test_awaken_shub_niggurath_removes_two_cultists() -> None:
    """Black Goat, awakening steps."""
    game = Evening("BG", "CC", "YS")
    game.play(
        ("action/BG", "awaken/shub_niggurath"),
        ("awaken/cultist/0/gate", []),
        ("awaken/cultist/1/gate", []),
        ("book/BG", "frenzy"),
    )
    assert game["BG"].in_play == {"acolyte": 4, "shub_niggurath": 1}
    assert (game["BG"].power, game["BG"].marks["awakened"]) == (0, 1)


def test_before_it_is_asked_for_their_gates_it_is_said_that_cultists_go() -> None:
    """Black Goat, awakening steps: nobody had said that two of them go, and the small line answered for the player."""
    game = Evening("BG", "CC", "YS")
    game.play(("action/BG", "awaken/shub_niggurath"))
    for place in (1, 2):
        assert game.prompt.title == f"Was that Cultist on a Gate? ({place} of 2)"
        assert game.prompt.text == "You lose 2 Cultists (Shub-Niggurath)."
        assert game.prompt.effect == "If it was, that Gate is abandoned."
        game.answer([])


def test_awaken_the_king_needs_an_area_without_a_gate_and_hastur_the_king() -> None:
    """Yellow Sign, awakening steps of both."""
    game = Evening("YS", "CC", "BG")
    game.correct(YS_power=14)
    game.play(("action/YS", "awaken/king_in_yellow"))
    prompt = game.prompt
    assert "europe" not in game.options(), prompt
    game.play(("awaken/king", "indian_ocean"), ("book/YS", "passion"))
    game.pass_others("YS")
    game.play(("action/YS", "awaken/hastur"), ("book/YS", "shriek"))
    assert game["YS"].in_play == {"acolyte": 6, "king_in_yellow": 1, "hastur": 1}
    assert (game["YS"].power, len(game["YS"].signs)) == (0, 1)
    assert (game["YS"].marks["king_awakened"], game["YS"].marks["hastur_awakened"]) == (1, 1)


def test_two_players_pay_the_decay_marker() -> None:
    """Reference 3.8: each time the other is out of Power at its turn the marker goes up and is paid."""
    game = Evening("GC", "CC")
    game.correct(CC_power=0, GC_power=8)
    game.act("GC", "move", ("move", units(1)))
    assert (game["GC"].power, game.state.decay) == (6, 1)
    game.act("GC", "move", ("move", units(1)))
    assert (game["GC"].power, game.state.decay) == (3, 2)


def test_two_players_may_not_drop_to_zero() -> None:
    """Reference 3.8."""
    game = Evening("GC", "CC")
    assert game.refusal("pass") == "With two players nobody may drop to 0 Power."


def test_two_players_gain_no_doom_for_gates_in_the_doom_phase() -> None:
    """Reference 3.8."""
    game = Evening("GC", "CC")
    while game.key.startswith("action/"):
        game.correct(**{f"{game.key[-2:]}_power": 1})
        game.answer("move")
        game.answer(units(1))
    game.play(("gather_power", True))
    game.take_first("first_player", "book")
    assert game.state.phase == "doom"
    assert [game[c].doom for c in ("GC", "CC")] == [0, 0]


def test_two_players_gain_doom_for_a_captured_cultist() -> None:
    """Reference 3.8: an Eliminated enemy unit gives Doom equal to its cost; Capture is an Elimination."""
    game = Evening("GC", "CC")
    game.correct(GC_deep_one=1)
    game.act("GC", "capture", ("capture/gate", []))
    assert game["GC"].doom == 1


@pytest.mark.parametrize(("counts", "doom"), [("yes", 1), ("no", 0)])
def test_two_players_say_whether_dreams_gives_doom(counts: str, doom: int) -> None:
    """Reference 3.8: replacements give none. Whether Dreams is one is not established, so the table says."""
    game = Evening("GC", "CC")
    game.correct(GC_acolyte=5)
    game.play(("action/GC", "create_gate"), ("create_gate", "indian_ocean"))
    game["GC"].met.append("kill_one")
    game.state.record(BookTaken("GC", "dreams", "kill_one"))
    game.act("CC", "move", ("move", units(1)))
    game.play(
        ("action/GC", "dreams"),
        ("dreams/area", "asia"),
        ("dreams/gate", []),
        ("dreams/doom", counts),
    )
    assert game["GC"].doom == doom


def test_units_of_crawling_chaos_move_two_areas() -> None:
    """Flight: each unit moves up to two areas for its 1 Power."""
    game = Evening("CC", "BG", "YS")
    game.answer("move")
    assert game.prompt.text == "Up to two areas each"


def test_two_players_gain_half_the_doom_for_a_unit_that_avoids_death() -> None:
    """Reference 3.8: Emissary makes the Kill on Nyarlathotep (cost 10) a Pain: 5 Doom; the Polyp (2) is Killed."""
    game = Evening("GC", "CC")
    game["CC"].met.append("capture")
    game.state.record(BookTaken("CC", "emissary", "capture"))
    game.correct(GC_starspawn=2, CC_nyarlathotep=1, CC_flying_polyp=1)
    game.play(
        ("action/GC", "battle/CC"),
        ("battle/area", "asia"),
        ("battle/pieces/GC", ["GC.starspawn.1", "GC.starspawn.2"]),
        ("battle/pieces/CC", ["CC.nyarlathotep.1", "CC.flying_polyp.1"]),
        ("battle/roll/GC", [6, 6, 1, 1, 1, 1]),
        ("battle/roll/CC", [1, 1]),
        ("battle/near/GC", []),
        ("battle/retreat/CC", {"CC.nyarlathotep.1": "indian_ocean"}),
        ("battle/board", True),
    )
    assert game["GC"].doom == 7


def test_two_players_gain_doom_for_a_cultist_lost_to_ghroth() -> None:
    """Reference 3.8 and section 6, Ghroth: the enemy Eliminates Cultists; the die is halved, 2 is 1, and 5 is 3."""
    game = Evening("BG", "CC")
    game["BG"].met.append("two_cultists")
    game.state.record(BookTaken("BG", "ghroth", "two_cultists"))
    game.correct(BG_fungi=1)
    game.play(("action/BG", "ghroth"), ("ghroth/roll", [2]), ("ghroth/CC/0/gate", []))
    assert (game["BG"].doom, game["CC"].doom) == (1, 0)
    game.answer("finish")
    game.act("CC", "move", ("move", units(1)))
    game.correct(BG_fungi=3, BG_power=4)
    game.play(("action/BG", "ghroth"), ("ghroth/areas", 3), ("ghroth/roll", [5]))
    for place in (1, 2, 3):
        assert game.prompt.title == f"Was that Cultist on a Gate? ({place} of 3)"
        game.answer([])
    assert (game["BG"].doom, game["CC"].in_play["acolyte"]) == (4, 2)


@pytest.mark.parametrize(("counts", "doom"), [("yes", 1), ("no", 0)])
def test_two_players_say_whether_zingaya_gives_doom(counts: str, doom: int) -> None:
    """Reference 3.8: as for Dreams, whether the exchange is a replacement is not established."""
    game = Evening("YS", "CC")
    game["YS"].met.append("three_doom")
    game.state.record(BookTaken("YS", "zingaya", "three_doom"))
    game.correct(YS_undead=1)
    game.play(("action/YS", "zingaya"), ("zingaya/area", "asia"), ("zingaya/gate", []), ("zingaya/doom", counts))
    assert game["YS"].doom == doom


def test_two_players_give_doom_for_their_own_sacrifices() -> None:
    """Reference 3.8: also by its owner's own doing; two Cultists given up for a spellbook are 2 Doom for the other."""
    game = Evening("BG", "CC")
    game.play(
        ("action/BG", "two_cultists"),
        ("two_cultists/cultist/0/gate", []),
        ("two_cultists/cultist/1/gate", []),
        ("book/BG", "frenzy"),
    )
    assert (game["BG"].doom, game["CC"].doom) == (0, 2)


def test_a_move_says_on_one_page_which_units_come_from_gates() -> None:
    """Reference 3.5: a controller that leaves abandons its Gate. A plain Move takes no tap more than before: one unit
    is filled in, and as many units as are not on Gates can be picked by one number."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"))
    prompt = game.prompt
    assert isinstance(prompt, Choose)
    assert [(o.label, o.group) for o in prompt.options if o.group] == [("Unit not on a Gate", "unit")] * 5
    assert [(o.id, o.label) for o in prompt.options if not o.group] == [
        ("south_pacific", "Unit on the Gate in South Pacific")
    ]
    assert taps(prompt, units(1)) == 1
    game.play(("move", units(2)))
    assert game.state.gates["south_pacific"] == "GC", "the Gate stays where none of its units moved"
    assert game.session.history[-1].entry.label == "Move 2 units"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("recruit", "Where you have a unit"),
        ("summon/deep_one", "Where you control a Gate"),
        ("move", "One area each"),
        ("create_gate", "Where you have a Cultist and there is no Gate"),
        ("capture", "Where you have a Monster or Great Old One and the Cultist has no protector of that rank"),
    ],
)
def test_a_common_action_says_where_it_may_be_done(action: str, sentence: str) -> None:
    """Reference 3.4, the table of Common Actions."""
    game = Evening("GC", "CC", "BG")
    assert isinstance(game.prompt, Choose)
    assert next(o.detail for o in game.prompt.options if o.id == action) == sentence


def test_without_a_unit_on_the_map_recruiting_is_possible_anywhere() -> None:
    """Reference 3.4, Recruit Cultist."""
    game = Evening("GC", "CC", "BG")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.correct(GC_acolyte=0)
    assert isinstance(game.prompt, Choose)
    assert next(o.detail for o in game.prompt.options if o.id == "recruit") == "Anywhere: you have no unit on the map"


@pytest.mark.parametrize(("told", "battled"), [("GC", ["europe"]), ("CC", [])])
def test_the_table_says_whose_turn_it_is(told: str, battled: list[str]) -> None:
    """Design, section 5: another one's turn begins anew; the same one's goes on, and there was a battle in it."""
    game = Evening("GC", "CC", "BG")
    game.state.record(BattleFought("europe"))
    game.session.interject("active")
    game.play(("active", told))
    assert game.key == f"action/{told}"
    assert game.state.battled == battled
    assert game.log()[-1].startswith("Turn: ")
