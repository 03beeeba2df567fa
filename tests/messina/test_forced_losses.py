"""Losses that nobody picks are said with the next question, in words that stop no table."""

from __future__ import annotations

from random import Random

from companion.games.messina.facts import UnitDestroyed
from companion.table.prompts import Choose
from tests.messina.table import Table


def test_a_loss_that_nobody_picks_is_said_with_the_next_question() -> None:
    """A pair took the only Unit that it could, and nothing but the log told it (reference 2.6, B2)."""
    table = Table({"red": {"infantry": 2, "mech": 3}, "blue": {"worker": 1, "bomber": 2}})
    table.reckon()
    assert [fact.forced for fact in table.state.facts if isinstance(fact, UnitDestroyed)] == [True]
    assert table.prompt(table.open[0]).text.startswith("Blue loses 1 Worker.")


def test_it_is_said_once() -> None:
    table = Table({"red": {"infantry": 2, "mech": 3}, "blue": {"worker": 1, "bomber": 2}})
    table.reckon()
    first = table.open[0]
    table.give((first, table.prompt(first).any_answer(Random(1))))
    assert "Blue loses 1 Worker." not in table.prompt(table.open[0]).text


def test_units_to_pick_are_tokens_in_the_colour_of_their_faction() -> None:
    table = Table({"red": {"infantry": 4, "mech": 3}, "blue": {"worker": 1, "infantry": 3, "civilian": 1}})
    table.reckon()
    prompt = table.prompt("1/overwhelming")
    assert isinstance(prompt, Choose)
    assert {(option.symbol, option.colour) for option in prompt.options} == {
        ("worker", "#2f7fd0"),
        ("infantry", "#2f7fd0"),
        ("civilian", "#2f7fd0"),
    }


def test_the_last_page_says_who_won_and_who_lost_what() -> None:
    """It said that Red led from Messina to the end, by a strength that is of the moment."""
    table = Table({"red": {"bomber": 4}, "blue": {"worker": 1}})
    table.reckon()
    table.reach("1/board")
    view = table.session.view
    assert view.told[0].startswith("Red wins.")
    assert all(counter.passing for player in view.players for counter in player.big)
