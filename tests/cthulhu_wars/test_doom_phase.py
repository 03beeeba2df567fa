"""Doom Phase, rituals, Elder Signs, victory: reference 1.1, 3.3 and 3.6."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import GateSet
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.maps import RITUAL_TRACKS
from companion.games.cthulhu_wars.model.setup_form import BAG
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.turn.victory import winners
from companion.table.prompts import Choose, Form
from tests.cthulhu_wars.evening import Evening, units

BOOK = ("book/GC", "dreams")


def doom_phase(*factions: str, gates: int = 1) -> Evening:
    game = Evening(*factions)
    spare = [a for a in game.state.board.areas if a not in game.state.gates]
    for area in spare[: gates - 1]:
        game.state.record(GateSet(area, "CC"))
    game.to_doom_phase()
    if game.key == "book/GC":
        game.answer("dreams")
    return game


def test_every_player_gains_one_doom_per_controlled_gate() -> None:
    """Reference 3.3, item 1."""
    game = doom_phase("GC", "CC", "BG", gates=3)
    assert [game[c].doom for c in ("GC", "CC", "BG")] == [1, 3, 1]


def test_the_ritual_is_one_tap_with_its_price_beside_the_doom_for_gates() -> None:
    """Reference 3.3: what the phase has given stays what it was when a Gate is lost later in the phase."""
    game = doom_phase("GC", "CC", "BG", gates=3)
    prompt = game.prompt
    assert isinstance(prompt, Choose)
    ritual = prompt.options[0]
    assert (ritual.id, ritual.symbol, ritual.cost, ritual.short) == ("ritual", "ritual", 5, "Ritual")
    assert prompt.sheet is not None
    assert [(heading.symbol, heading.label) for heading in prompt.sheet.headings] == [
        ("gate", "Gates"),
        ("doom", "Doom now"),
    ]
    assert [row.cells for row in prompt.sheet.rows] == [("+1", "1"), ("+3", "3"), ("+1", "1")]
    asked = prompt.who
    game.play((f"doom_phase/{asked}", "ritual"))
    game.state.record(GateSet("africa", None))
    game.correct(GC_power=9)
    assert isinstance(game.prompt, Choose)
    assert game.prompt.sheet is not None
    doom = [game[code].doom for code in ("GC", "CC", "BG")]
    assert [row.cells for row in game.prompt.sheet.rows] == [
        (n, str(d)) for n, d in zip(("+1", "+3", "+1"), doom, strict=True)
    ]


def test_a_ritual_that_is_adjusted_says_its_cost_and_has_a_way_back() -> None:
    """Its button performs the Ritual and is where "No Ritual" was."""
    game = doom_phase("GC", "CC", "BG")
    asked, power = game.prompt, game["GC"].power
    game.answer("ritual/otherwise")
    form = game.prompt
    assert isinstance(form, Form)
    assert (form.confirm.format(cost=6), form.decline, form.optional) == ("Ritual for 6 Power", "Back", True)
    assert form.as_json()["decline"] == "Back"
    game.answer([])
    assert game["GC"].power == power
    assert game.state.ritual_cost == 5
    assert game.prompt == asked, "nothing was performed, and all of it can be done"
    game.play(("doom_phase/GC", "ritual/otherwise"), ("ritual/told/GC", {"cost": 3}))
    assert game["GC"].power == power - 3
    assert game.state.ritual_cost == 6


def test_with_two_players_gates_give_no_doom_and_nothing_is_reckoned() -> None:
    """Reference 3.8."""
    game = Evening("GC", "CC")
    game.to_doom_phase_of_two()
    assert game.key.startswith("doom_phase/")
    assert game.prompt.sheet is None


def test_abandoned_gates_give_no_doom() -> None:
    """Reference 3.3, item 1."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "abandon"))
    game.to_doom_phase()
    assert game["GC"].doom == 0


def test_first_doom_phase_gives_great_cthulhu_a_book_and_an_elder_sign() -> None:
    """Great Cthulhu, requirement 1 (reference section 6)."""
    game = Evening("GC", "CC", "BG")
    game.to_doom_phase()
    assert game.key == "book/GC"
    assert game.prompt.text == "First Doom Phase of the game: you gain 1 Elder Sign."
    drawn = "Great Cthulhu draws an Elder Sign (First Doom Phase of the game)"
    assert drawn in [fact.text() for fact in game.state.facts]
    game.answer("regenerate")
    assert game["GC"].books == ["regenerate"]
    assert len(game["GC"].signs) == 1


def test_ritual_with_three_gates_and_a_great_old_one() -> None:
    """Reference 3.3, the rulebook's example: 3 Doom in the phase, and 3 Doom and 1 Elder Sign more by the ritual."""
    game = Evening("GC", "CC", "BG")
    for area in ("indian_ocean", "europe"):
        game.state.record(GateSet(area, "CC"))
    game.correct(CC_nyarlathotep=1)
    game["CC"].marks["awakened"] = 1
    game.act("GC", "pass")
    game.take_first("book/CC")
    game.to_doom_phase()
    game.take_first("book/")
    assert game["CC"].doom == 3
    game.play(("doom_phase/CC", "ritual"))
    assert game["CC"].doom == 6
    assert len(game["CC"].signs) == 1


def test_ritual_costs_what_is_under_the_marker_before_it_advances() -> None:
    """Reference 1.1 and 3.3: pay the present cost, then move the marker one step."""
    game = doom_phase("GC", "CC", "BG", "YS")
    before = game["GC"].power
    game.play(("doom_phase/GC", "ritual"))
    assert before - game["GC"].power == 5
    assert game.state.ritual_cost == 6


def test_one_ritual_each_in_player_order() -> None:
    """Reference 3.3, item 2."""
    game = doom_phase("GC", "CC", "BG", "YS")
    asked = []
    while game.key.startswith("doom_phase/"):
        asked.append(game.key[-2:])
        game.answer("ritual")
    assert asked == ["GC", "CC", "BG", "YS"]
    assert game.state.ritual_cost == 8


@pytest.mark.parametrize(
    ("players", "track"),
    [
        (3, [5, 6, 7, 8, 9, 10]),
        (4, [5, 6, 7, 7, 8, 8, 9, 10]),
        (5, [5, 6, 6, 7, 7, 8, 8, 9, 9, 10]),
        (2, [5, 6, 7, 7, 8, 8, 9, 10]),
        (6, [5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10]),
    ],
)
def test_ritual_tracks(players: int, track: list[int]) -> None:
    """Reference 1.1: the printed tracks; two players use the four-player one."""
    assert list(RITUAL_TRACKS[players]) == track


def test_unaffordable_ritual_is_refused_with_the_reason() -> None:
    """Reference 3.3: the cost must be paid."""
    game = doom_phase("GC", "CC", "BG")
    game.correct(GC_power=4)
    assert game.key == "doom_phase/CC", "a slot with nothing to choose is skipped"


def test_instant_death_ends_the_game_with_this_doom_phase() -> None:
    """Reference 3.3: the ritual at 10 moves the marker to Instant Death; later players still have theirs at 10."""
    game = doom_phase("GC", "CC", "BG")
    game.correct(GC_power=10, CC_power=10, BG_power=9)
    game.session.correct({"ritual": 5})
    game.play(("doom_phase/GC", "ritual"))
    assert game.state.instant_death
    assert game.state.ritual_cost == 10
    game.play(("doom_phase/CC", "ritual"))
    assert game["CC"].power == 0
    assert game.key == "end"


def test_thirty_doom_in_the_doom_phase_lets_the_phase_be_completed() -> None:
    """Reference 3.6: everybody may finish rituals; then the game ends."""
    game = doom_phase("GC", "CC", "BG")
    game.correct(GC_doom=30)
    assert game.key == "doom_phase/GC"
    game.play(("doom_phase/GC", []), ("doom_phase/CC", "ritual"), ("doom_phase/BG", []))
    assert game.key == "end"


def test_thirty_doom_in_the_action_phase_ends_after_the_turn() -> None:
    """D3, printed: the game ends at the end of the current player's turn."""
    game = Evening("GC", "CC", "BG")
    game.correct(CC_doom=30)
    assert game.key == "action/GC"
    game.act("GC", "recruit") if "recruit" in game.options() else game.act("GC", "move", ("move", units(1)))
    assert game.key == "end"


def test_thirty_doom_in_the_action_phase_ends_at_once_as_an_option() -> None:
    """D3, the other reading."""
    game = Evening("GC", "CC", "BG", options={"D3": "other"})
    game.correct(CC_doom=30)
    assert game.key == "end"


def almost_over(*, last: bool = False) -> Evening:
    """Great Cthulhu has acted; it holds an Elder Sign that brings it to 30 Doom.

    Args:
        last: whether nobody has Power any more.
    """
    game = Evening("GC", "CC", "BG", bag=[2])
    game.correct(GC_doom=28, GC_signs=1, **({"GC_power": 1, "CC_power": 0, "BG_power": 0} if last else {}))
    game.act("GC", "move/1")
    game.session.interject("signs/GC")
    game.play(("reveal/GC", ["0"]))
    return game


def test_who_has_just_acted_may_end_the_game_with_this_turn() -> None:
    """Reference 3.6, D3, printed: at the end of the current player's turn, no more rituals. After the Action it is
    still that turn, and what it brought may be revealed; nobody else acts then."""
    game = almost_over()
    assert game.prompt.who == "GC"
    game.play(("end/turn", "yes"))
    assert game.key == "end"


def test_or_reveal_in_the_turn_that_comes() -> None:
    """The same: also on another player's turn, which is then played to its end."""
    game = almost_over()
    game.play(("end/turn", "no"))
    game.act("CC", "move/1")
    assert game.key == "end"


def test_the_last_turn_of_the_phase_may_end_the_game_before_gather_power() -> None:
    """The same where nobody can act any more: without another Doom Phase if it was in that turn."""
    game = almost_over(last=True)
    game.play(("end/turn", "yes"))
    assert game.key == "end"
    game = almost_over(last=True)
    game.play(("end/turn", "no"), ("gather_power", True))
    game.to_doom_phase()
    assert game.state.phase == "doom"


def test_before_its_own_action_nobody_is_asked_whose_turn_it_is() -> None:
    """The same: only between two turns it can be meant either way, and only by those signs that bring 30 Doom."""
    game = Evening("GC", "CC", "BG", bag=[2, 2, 2])
    game.correct(GC_doom=28, CC_doom=20, GC_signs=1, CC_signs=1)
    game.session.interject("signs/GC")
    game.play(("reveal/GC", ["0"]))
    assert game.key == "action/GC"
    game.act("GC", "move/1")
    assert game.key == "end"
    game = Evening("GC", "CC", "BG", bag=[2, 2, 2])
    game.correct(CC_doom=20, CC_signs=1)
    game.act("GC", "move/1")
    game.session.interject("signs/CC")
    game.play(("reveal/CC", ["0"]))
    assert game.key == "action/CC"


def test_elder_signs_in_the_bag() -> None:
    """Reference section 1: 18 of value 1, 12 of value 2, 6 of value 3."""
    assert [BAG.count(v) for v in (1, 2, 3)] == [18, 12, 6]


def test_when_all_elder_signs_are_out_each_further_one_is_a_doom() -> None:
    """Reference 3.6."""
    game = Evening("GC", "CC", bag=[3])
    draw(game.state, "GC", "test", 2)
    assert game["GC"].signs == [3]
    assert game["GC"].doom == 1


def test_elder_signs_are_revealed_any_time_and_only_their_owner_sees_them() -> None:
    """Reference 3.6 and D35: any number, also on another player's turn."""
    game = Evening("GC", "CC", "BG", bag=[1, 2])
    draw(game.state, "CC", "test", 2)
    game.session.interject("signs/CC")
    assert isinstance(game.prompt, Choose)
    assert game.prompt.secret
    assert game.prompt.who == "CC"
    game.play(("reveal/CC", ["0"]))
    assert game["CC"].doom == 2
    assert game["CC"].signs == [1]
    assert game.key == "action/GC"
    assert game.session.history[-1].entry.label == "Your Elder Signs", "the one kept is not named in the log"
    assert "2 Doom" not in str(game.session.view.as_json()["players"][0])


def test_physical_chits_are_counted_and_their_value_is_asked() -> None:
    """The table may keep the printed Elder Signs; then the companion only counts them."""
    game = Evening("GC", "CC", "BG", signs="chits")
    draw(game.state, "GC", "test")
    assert game["GC"].signs == [0]
    game.session.interject("signs/GC")
    game.play(("reveal/GC", ["0"]), ("reveal/GC/value", 3))
    assert game["GC"].doom == 3


def six_books(game: Evening, *codes: str) -> None:
    for code in codes:
        game[code].books.extend(book.id for book in roster.card(code).books)


def test_most_doom_among_those_with_six_spellbooks_wins() -> None:
    """Reference 3.6: more Doom without six books does not win."""
    game = Evening("GC", "CC", "BG")
    six_books(game, "GC", "CC")
    game["GC"].doom, game["CC"].doom, game["BG"].doom = 20, 19, 35
    assert winners(game.state) == [["GC"]]


def test_equal_doom_shares_the_victory() -> None:
    """Reference 3.6."""
    game = Evening("GC", "CC", "BG")
    six_books(game, "GC", "BG")
    game["GC"].doom = game["BG"].doom = 31
    assert winners(game.state) == [["GC"], ["BG"]]


def test_nobody_with_six_spellbooks_means_everybody_loses() -> None:
    """Reference 3.6."""
    game = Evening("GC", "CC", "BG")
    game["GC"].doom = 30
    assert winners(game.state) == []
    game.session.correct({"GC.doom": 31})
    game.act("GC", "move", ("move", units(1)))
    game.play(("end", True))
    assert game.session.finished
    assert game.session.view.finished == "Nobody has six spellbooks: everybody loses."


def test_blood_sacrifice_once_per_doom_phase() -> None:
    """Black Goat's book (reference section 6): with Shub-Niggurath in play a Cultist for an Elder Sign."""
    game = Evening("CC", "BG", "YS")
    game["BG"].books.append("blood_sacrifice")
    game["BG"].met.append("four_areas")
    game.correct(BG_shub_niggurath=1)
    game.to_doom_phase()
    game.until("doom_phase/BG")
    game.play(("doom_phase/BG", "blood_sacrifice"), ("blood_sacrifice/cultist/0/gate", []))
    assert game["BG"].in_play["acolyte"] == 5
    assert len(game["BG"].signs) == 1
    assert "blood_sacrifice" not in game.options()
