"""Whole pages: all cards against a side at once, and at the end all that is to be done on the board."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import pytest

from companion.games.messina.facts import UnitDestroyed
from companion.games.messina.model.names import side, victors_say, wins
from tests.messina.table import Table


def test_all_cards_against_a_side_are_one_page_with_counts() -> None:
    """Counts by effect, each as often as there are cards, together not more."""
    table = Table({"red": {"bomber": 4}, "blue": {"bomber": 1, "civilian": 2, "infantry": 1}})
    table.reckon(chance=(0, 4))
    prompt = table.prompt("1/cards/blue")
    assert [option.label for option in prompt.options if option.id.endswith(".1")] == [
        "Blue",
        "Blue in a box",
        "Civ box",
        "Blue and Civ box",
        "Blue in a box and Civ box",
    ]
    assert (prompt.least, prompt.most, len(prompt.options)) == (0, 4, 5 * 4)
    table.shows("blue", "name", "square", "civ")
    table.give(("1/lost/blue/0", ["blue.bomber.1"]), ("1/lost/blue/1", ["blue.infantry.1"]))
    assert table.standing("blue") == {"civilian": 1}
    assert "Blue takes 1 damage on a Utility here, if it has one." in table.said


def test_cards_of_one_effect_choose_their_victims_on_one_page() -> None:
    """Three red squares are one question, and their damage to Utilities one line."""
    table = Table({"red": {"bomber": 4}, "blue": {"bomber": 2, "civilian": 2, "infantry": 1}})
    table.reckon(chance=(0, 1))
    table.shows("blue", "square", "square", "square")
    prompt = table.prompt("1/lost/blue/0")
    assert (prompt.title, prompt.least, prompt.most) == ("Which Units are lost?", 3, 3)
    table.give(("1/lost/blue/0", ["blue.civilian.1", "blue.civilian.2", "blue.infantry.1"]))
    assert "Blue takes 3 damage on Utilities here, if it has any." in table.said


def test_a_card_with_a_name_and_civ_stays_one_card() -> None:
    """Reference 2.6, B3: the loser orders cards, not their halves; so this is asked card by card."""
    table = Table({"red": {"bomber": 2}, "blue": {"bomber": 1, "civilian": 2}})
    table.reckon(chance=(0, 0))
    table.shows("blue", "name", "name+civ")
    labels = [option.label for option in table.prompt("1/order/blue/3").options]
    assert labels == ["A Unit of your choice", "A Unit of your choice, a Civilian or Worker"]
    table.give(("1/order/blue/3", "0"), ("1/lost/blue/3", ["blue.civilian.1"]), ("1/lost/blue/4", ["blue.civilian.2"]))
    assert table.standing("blue") == {"bomber": 1}


@pytest.mark.parametrize("options", [{"civilian_is_military": "civilians"}, {}])
def test_the_order_is_asked_where_it_is_more_than_the_choice_of_units(options: dict[str, str]) -> None:
    """Reference 2.6, B3: where names cannot take Workers, Civ first can save one."""
    table = Table({"red": {"bomber": 2}, "blue": {"civilian": 1, "worker": 1}}, options=options)
    table.reckon(chance=(0, 2))
    table.shows("blue", "name", "civ")
    if not options:
        assert table.open == ["1/lost/blue/1"]
        return
    table.give(("1/order/blue/3", "1"), ("1/civ/blue/3", ["blue.civilian.1"]))
    assert table.standing("blue") == {"worker": 1}


def outcomes(units: tuple[int, int], cards: tuple[str, ...], civilians: bool) -> set[tuple[int, int]]:
    """What can be left of (Civilians, others) by every order of cards and every choice of Units."""
    found = set()
    for order in set(permutations(cards)):
        left = {units}
        for card in order:
            left = {after for before in left for after in one_card(before, card, civilians)}
        found |= left
    return found


def one_card(left: tuple[int, int], card: str, civilians: bool) -> set[tuple[int, int]]:
    civil, other = left
    after = set()
    if civil and (card in ("civ", "square") or civilians):
        after.add((civil - 1, other))
    if other and card != "civ":
        after.add((civil, other - 1))
    return after or {left}


@pytest.mark.parametrize("reading", ["yes", "no"])
def test_names_before_civ_leave_the_loser_all_that_another_order_could(reading: str) -> None:
    """Reference 2.6, B3: the loser chooses the order. What every order can bring can be had, no more."""
    for civil, other, squares, plain, civ in product(range(3), range(3), range(2), range(3), range(3)):
        cards = ("square",) * squares + ("name",) * plain + ("civ",) * civ
        if len(cards) > 4 or not cards or not civil + other:
            continue
        expected = outcomes((civil, other), cards, reading == "yes")
        assert reached({"civilian": civil, "fighter": other}, cards, reading) == expected, (civil, other, cards)


def reached(units: dict[str, int], cards: tuple[str, ...], reading: str) -> set[tuple[int, int]]:
    """What is left of Blue by every answer that the game takes."""

    def all_ways(answers: list[tuple[str, Any]]) -> set[tuple[int, int]]:
        whole = {"red": {"bomber": len(cards)}, "blue": units}
        table = Table(whole, options={"civilian_is_military": reading})
        mine, theirs = (table.state.unit_strength([faction]) for faction in ("red", "blue"))
        table.give(("1/other/red", max(0, theirs + 1 - mine)), ("1/other/blue", max(0, mine - theirs - 1)))
        table.give(*((key, 0) for key in ("1/skill/red", "1/skill/blue", "1/chance/0", "1/chance/1")))
        table.shows("blue", *cards)
        table.give(*answers)
        key = table.open[0]
        if not key.startswith(("1/order/", "1/lost/", "1/civ/")):
            kinds = table.standing("blue")
            return {(kinds.get("civilian", 0), kinds.get("fighter", 0))}
        prompt = table.prompt(key)
        ways = combinations([option.id for option in prompt.options], prompt.least)
        return set().union(*(all_ways([*answers, (key, list(way))]) for way in ways))

    return all_ways([])


def test_a_big_battle_takes_few_answers() -> None:
    """It took 102 with a question for each card."""
    many = {"infantry": 3, "mech": 3, "fighter": 3, "bomber": 5, "civilian": 5, "worker": 5, "support.fighter": 4}
    table = Table({"red": many, "blue": {**many, "bomber": 4}})
    table.reckon()
    table.reach("1/cards/blue")
    number = table.prompt("1/cards/blue").most
    assert number >= 17
    table.shows("blue", *["name"] * 3, *["square"] * 2, *["civ"] * 4)
    table.reach("1/next")
    assert len(table.session.history) <= 25


def test_at_the_end_all_that_is_to_be_done_on_the_board_is_on_one_page() -> None:
    """Whatever has scrolled away by then is said again, counted up."""
    table = Table({"red": {"infantry": 2, "mech": 2, "bomber": 1, "worker": 1}, "blue": {"mech": 2, "worker": 2}})
    table.reckon()
    assert "destroyed" in table.said
    table.reach("1/cards/blue")
    table.shows("blue", "square")
    table.reach("1/victor_cards/red")
    table.give(("1/victor_cards/red", 1), ("1/victor_lost/red", ["red.bomber.1"]), ("1/location", "1"))
    table.give(("1/came_from", []), ("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"), ("1/room/blue", "yes"))
    page = table.prompt("1/board")
    assert page.text == "Red wins."
    assert page.lines == (
        "Red loses 1 Bomber.",
        "Blue loses 2 Workers, 1 Mech.",
        "Blue moves 1 Mech to space A, routed.",
        "Blue takes 1 damage on a Utility here, if it has one. The victor (Red) says which, never a Shield.",
        "Red has the Location Card now.",
        "Workers of Red keep their Utility.",
        "Routed Units block a Move ordered into their space.",
    )
    assert sum(isinstance(fact, UnitDestroyed) for fact in table.state.facts) == 4


def test_workers_that_must_retreat_leave_their_utility() -> None:
    """Reference 2.6, D (the seed: they do not have to vacate it unless they are forced to retreat)."""
    table = Table({"red": {"bomber": 1}, "blue": {"worker": 1}})
    table.reckon()
    table.reach("1/came_from")
    table.give(("1/came_from", []), ("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"), ("1/pole/blue", "no"))
    assert "Workers that retreat leave their Utility." in table.prompt("1/board").lines


def test_a_battle_without_losses_says_that_there_is_nothing_to_do() -> None:
    table = Table({"red": {"bomber": 1}, "blue": {}})
    table.reckon()
    table.reach("1/location")
    table.give(("1/location", "0"))
    assert table.prompt("1/board").lines == ("There is nothing to do.",)


def test_one_faction_wins_and_several_win() -> None:
    assert [wins(["red"]), wins(["red", "blue"])] == ["Red wins", "Red and Blue win"]
    assert side(["red", "blue", "green"]) == "Red, Blue and Green"
    assert victors_say(["red"]) == "The victor (Red) says which, never a Shield."
    assert victors_say(["red", "blue"]) == "The victors (Red and Blue) say which, never a Shield."


def test_pooled_victors_win_in_the_plural_everywhere() -> None:
    """In the log, over the side and on the last page."""
    table = Table({"red": {"bomber": 1}, "blue": {"mech": 1}, "green": {"bomber": 1}})
    table.give(("1/agreement", "blue+green"))
    table.reckon()
    assert "Blue and Green win by 8 against 3." in table.said
    assert [view.title for view in table.session.view.sides] == ["Blue and Green win", "Red"]
    table.shows("red", "square")
    assert "The victors (Blue and Green) say which" in table.said
    table.reach("1/board")
    assert table.prompt("1/board").text == "Blue and Green win."
