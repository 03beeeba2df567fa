"""What stands beside the questions of a combat: numbers that count now, and dice only until they are read."""

from __future__ import annotations

from companion.storage.bgstats_export import play
from companion.storage.statistics import chronicle
from companion.storage.story import story
from companion.table.prompts import Roll
from tests.mythos_encounters.table import Combat


def head(combat: Combat) -> list[tuple[int | None, int, bool]]:
    """The number of each side, how many dice lie there, and whether losses are told."""
    return [(side.number, len(side.faces), bool(side.results)) for side in combat.session.view.sides]


def test_dice_that_have_been_read_leave_the_head() -> None:
    """They stayed to the end of the combat, with the number of the last roll beside them, over what was asked."""
    combat = Combat()
    combat.give(("1/cards/1/1", []))
    combat.give(("1/roll/1/attacker", [6, 5, 4, 1]), ("1/roll/1/defender", [6, 1, 1]))
    assert head(combat) == [(4, 4, True), (3, 3, True)]
    combat.give(("1/match/1", True))
    assert head(combat) == [(4, 0, True), (3, 0, True)], "losses are known, and not taken yet"
    combat.give(("1/losses/1/1", []))
    assert head(combat) == [(3, 0, True), (0, 0, True)], "what counts now"
    combat.give(("1/off/1", True))
    assert head(combat) == [(3, 0, False), (0, 0, False)]


def test_there_is_no_number_of_dice_at_the_gate() -> None:
    """Both sides had 0 there, and a roll for the Gate stood beside it as if they fought by it."""
    combat = Combat(gate="yes")
    assert combat.open == ["1/gate/crossing"]
    assert [side.number for side in combat.session.view.sides] == [None, None]
    combat.give(("1/gate/crossing", 2))
    roll = combat.prompt("1/gate/roll")
    assert isinstance(roll, Roll)
    assert (roll.apart, roll.title) == (True, "Gate crossing")
    assert roll.as_json()["apart"]


def test_a_roll_of_a_card_says_whose_it_is() -> None:
    """It was called Recovery, which no screen showed; beside it stood the dice that were left."""
    combat = Combat()
    combat.roll(1, [6, 6, 6, 6], [1, 1, 1])
    combat.give(("1/post/1", "second"), ("1/post/1/effect", "west"), ("1/post/1/dice", 3))
    assert combat.prompt("1/post/1/roll").title == "Herbert West: roll for Cultists"


def test_who_may_be_picked_has_a_colour_and_a_sign() -> None:
    combat = Combat()
    looks = [(option.colour, option.sigil) for option in combat.prompt("1/cards/1/1").options]
    assert looks == [(player.colour, player.glyph) for player in combat.session.view.players]


def test_the_last_page_says_who_won_and_who_lost_what() -> None:
    """It said that the lead had changed three times, by dice that nobody leads with (reference 1.8)."""
    combat = Combat()
    combat.roll(1, [6, 6, 6, 6], [1, 1, 1])
    combat.give(("1/post/1", []), ("1/victor/give_up", "keep"), ("1/reform/attacker", "2+1"))
    combat.give(("1/board", True), ("1/next", "done"))
    view = combat.session.view
    assert view.told == ("The attacker wins. The defender loses 1 Cultist and 1 Servitor.",)
    assert [line.words for line in story(chronicle(combat.session))] == [*view.told]
    found = play(view, "Mythos Encounters", "1", 0.0)
    assert found["game"]["noPoints"]
    assert not any("score" in player for player in found["players"])
    assert found["comments"].startswith(view.told[0])
