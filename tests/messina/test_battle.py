"""The rules of a battle, each played through a session."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.messina.game import MESSINA
from companion.table.errors import BadAnswerError, BadSetupError, NotNowError
from companion.table.session import new_session
from tests.messina.table import Table
from tests.messina.worked_example import EXAMPLE

THREE = {"red": {"mech": 1}, "blue": {"infantry": 1}, "green": {"infantry": 1}}


def test_the_worked_example() -> None:
    """Reference 2.8, from the meeting to the retreat."""
    table = Table({"red": {}, "blue": {}})
    table.session = new_session(MESSINA, {})
    table.give(*EXAMPLE)
    assert "Red Units 18 + Skill 1 + Chance 0 = 19; Blue Units 10 + Skill 3 + Chance 1 = 14." in table.said
    assert "Blue Infantry destroyed: overwhelming superiority." in table.said
    assert "Blue Worker destroyed: a pair of Infantry." in table.said
    assert "Blue Infantry destroyed: a pair of Mechs." in table.said
    assert "The Location Card goes to Red." in table.said
    assert "Blue: 1 Mech routed, to space B." in table.said
    assert table.session.view.finished == "The Round is over."


def test_nobody_unwilling_means_no_battle() -> None:
    """Reference 2.3, TRIGGER."""
    table = Table({"red": {}, "blue": {}})
    table.session = new_session(MESSINA, {})
    table.give(("1/seats", ["red", "blue"]), ("1/initiator", "red"), ("1/trigger", "no"))
    assert table.open == ["0/next"]


def test_any_two_of_three_may_pool() -> None:
    """Reference 2.4, 1."""
    table = Table(THREE)
    table.give(("1/agreement", "blue+green"))
    assert table.state.sides == (("blue", "green"), ("red",))


def test_strengths_stand_in_the_players_rows_until_there_are_two_sides() -> None:
    """Five columns side by side could not be read."""
    table = Table(THREE)
    assert list(table.session.view.sides) == []
    assert [counter.value for player in table.session.view.players for counter in player.big] == [5, 2, 2]
    table.give(("1/agreement", "blue+green"))
    assert [side.total for side in table.session.view.sides] == ["Strength 4", "Strength 5"]


def test_without_agreement_the_first_willing_stands_alone() -> None:
    """Reference 2.4, 2: asked in turn from whoever marched."""
    table = Table(THREE, initiator="green")
    table.give(("1/agreement", []), ("1/alone/green", "no"), ("1/alone/red", "yes"))
    assert table.state.sides == (("red",), ("blue", "green"))


FIVE = {**THREE, "gold": {"fighter": 1}, "grey": {"bomber": 1}}


@pytest.mark.parametrize("number", [4, 5])
def test_four_or_five_factions_may_agree_on_any_two_sides(number: int) -> None:
    """Reference 2.4: each faction is on exactly one side."""
    table = Table(dict(list(FIVE.items())[:number]))
    table.give(("1/two_sides", "yes"), ("1/allies", ["gold"]))
    assert table.state.sides == (("red", "gold"), ("blue", "green", "grey")[: number - 2])


@pytest.mark.parametrize("number", [4, 5])
def test_four_or_five_who_do_not_agree_are_asked_in_turn_to_stand_alone(number: int) -> None:
    """Reference 2.4: from the one whose March began this, against the combined force of all the others."""
    seats = list(FIVE)[:number]
    table = Table({seat: FIVE[seat] for seat in seats}, initiator="green")
    table.give(("1/two_sides", "no"), ("1/alone/green", "no"))
    turn = [*seats[3:], "red"]
    assert table.open == [f"1/alone/{turn[0]}"]
    table.give(*((f"1/alone/{seat}", "no") for seat in turn[:-1]), ("1/alone/red", "yes"))
    assert table.state.sides == (("red",), tuple(seat for seat in seats if seat != "red"))


def test_four_factions_of_whom_nobody_will_stand_alone_all_take_damage() -> None:
    """Reference 2.4 and 2.7: cards for all the others' Units, counted before anybody is hit."""
    table = Table({**THREE, "gold": {"fighter": 1}})
    table.give(("1/two_sides", "no"), *((f"1/alone/{seat}", "no") for seat in ("red", "blue", "green", "gold")))
    assert table.state.sides is None
    assert {key: table.prompt(key).most for key in table.open} == {
        "1/cards/red": 3,
        "1/cards/blue": 4,
        "1/cards/green": 4,
        "1/cards/gold": 4,
    }


def test_skill_cards_are_secret_until_everything_is_turned_up() -> None:
    """Reference 2.3, SKILL: nobody sees another's card; nothing of it is in view, log or history before."""
    table = Table({"red": {"mech": 1}, "blue": {"mech": 1}})
    table.give(("1/other/red", 0), ("1/other/blue", 0))
    assert table.open == ["1/skill/red", "1/skill/blue"]
    assert all(item.prompt.secret for item in table.session.prompts)
    before = json.dumps([line.as_json() for line in table.session.history])
    table.give(("1/skill/red", 7))
    history = [line.as_json() for line in table.session.history]
    assert "value" not in history[-1]
    assert history[-1]["label"] == "Your Skill Card"
    assert "7" not in json.dumps(history).replace(before[1:-1], "").replace('"number": 7', "")
    assert table.state.skill == {}
    assert "7" not in json.dumps(table.session.view.as_json()["sides"])
    table.give(("1/skill/blue", 2))
    assert table.open == ["1/chance/0", "1/chance/1"]
    table.give(("1/chance/0", 0), ("1/chance/1", 1))
    assert table.state.totals == [12, 8]


def test_equal_totals_go_to_the_location_card() -> None:
    """Reference 2.5, tie-break 1; a tie-break win has no overwhelming kills."""
    table = Table({"red": {"mech": 1}, "blue": {"mech": 1}})
    table.reckon()
    table.give(("1/tie/location", "1"))
    assert table.state.victors == ("blue",)
    assert table.state.difference == 0


def test_then_the_military_track_then_the_crypto_track() -> None:
    """Reference 2.5, tie-breaks 2 and 3; positions on the Crypto Track cannot be shared."""
    table = Table({"red": {"mech": 1}, "blue": {"mech": 1}})
    table.reckon()
    table.give(("1/tie/location", "2"), ("1/tie/military", "level"))
    assert [option.id for option in table.prompt("1/tie/crypto").options] == ["red", "blue"]
    table.give(("1/tie/crypto", "red"))
    assert table.state.victors == ("red",)


def test_a_routed_unit_has_no_strength_and_dies_with_its_side() -> None:
    """Reference 2.6, A: destroyed at once, and it draws nothing against the victor."""
    table = Table({"red": {"mech": 2}, "blue": {"infantry": 1, "routed.mech": 1}})
    table.reckon()
    assert "Blue Mech destroyed: it was routed already." in table.said
    assert table.state.totals == [10, 2]


def test_overwhelming_superiority_spares_supporters_and_strong_units() -> None:
    """Reference 2.6, B1."""
    table = Table({"red": {"mech": 4}, "blue": {"infantry": 1, "fighter": 1, "support.infantry": 1}})
    table.reckon()
    assert table.state.difference == 12
    # Two kills, but only one Infantry stands at the site: it is taken without asking.
    assert "Blue Infantry destroyed: overwhelming superiority." in table.said
    assert table.standing("blue") == {"fighter": 1, "infantry": 1}


PAIRED: dict[str, dict[str, int]] = {
    "red": {"infantry": 2, "bomber": 1},
    "blue": {"civilian": 1, "worker": 1, "infantry": 1},
}


def test_killing_pairs_destroy_by_themselves() -> None:
    """Reference 2.6, B2 (the seed: automatically destroys): the victor chooses which, not whether."""
    table = Table(PAIRED)
    table.reckon()
    prompt = table.prompt("1/pair/infantry")
    assert (prompt.least, prompt.most) == (1, 1)
    with pytest.raises(BadAnswerError):
        table.give(("1/pair/infantry", []))
    table.give(("1/pair/infantry", ["blue.worker.1"]))
    assert table.standing("blue") == {"civilian": 1, "infantry": 1}


def test_a_killing_pair_whose_victims_are_alike_asks_nothing() -> None:
    """Reference 2.6, B2: there is nothing to choose."""
    table = Table({"red": {"infantry": 2, "bomber": 1}, "blue": {"civilian": 2, "infantry": 1}})
    table.reckon()
    assert table.open == ["1/cards/blue"]
    assert table.standing("blue") == {"civilian": 1, "infantry": 1}


def test_all_pairs_of_a_kind_choose_on_one_page() -> None:
    """Reference 2.6, B2: two pairs of Mechs, two victims."""
    table = Table({"red": {"mech": 4}, "blue": {"civilian": 2, "infantry": 2, "bomber": 3}})
    table.reckon(chance=(0, 4))
    prompt = table.prompt("1/pair/mech")
    assert (prompt.title, prompt.least, prompt.most) == ("2 pairs of Mechs destroy", 2, 2)
    table.give(("1/pair/mech", ["blue.civilian.1", "blue.infantry.1"]))
    assert table.standing("blue") == {"civilian": 1, "infantry": 1, "bomber": 3}


def test_a_killing_pair_spares_only_as_an_own_ruling() -> None:
    """Reference 2.6, B2 [R]: allow the victor to decline."""
    table = Table(PAIRED, options={"pair_kills": "may"})
    table.reckon()
    table.give(("1/pair/infantry", []))
    assert table.standing("blue") == PAIRED["blue"]


def test_a_pair_without_a_victim_draws_nothing_by_default() -> None:
    """Reference 2.6, B2 [R]: `formed`."""
    table = Table({"red": {"infantry": 2}, "blue": {"bomber": 1}})
    table.reckon()
    assert "A pair of Infantry finds no victim." in table.said
    assert table.open == ["1/victor_cards/red"]


def test_several_pairs_without_a_victim_are_told_in_the_plural() -> None:
    """Reference 2.6, B2 [R]: one pair destroys the Worker, the others find nobody."""
    table = Table({"red": {"infantry": 6}, "blue": {"bomber": 3, "worker": 1}})
    table.reckon()
    assert "Blue Worker destroyed: a pair of Infantry." in table.said
    assert "2 pairs of Infantry find no victim." in table.said


def test_a_pair_without_a_victim_may_draw_cards() -> None:
    """Reference 2.6, B2 [R]: `draw_cards`."""
    table = Table({"red": {"infantry": 2}, "blue": {"bomber": 1}}, options={"victimless_pairs": "draw_cards"})
    table.reckon()
    assert table.prompt("1/cards/blue").title == "2 cards against Blue"


def test_a_mech_without_a_pair_draws_two_cards() -> None:
    """Reference 2.6, B3."""
    table = Table({"red": {"mech": 1}, "blue": {"infantry": 1}})
    table.reckon()
    assert table.prompt("1/cards/blue").title == "2 cards against Blue"


def test_the_loser_orders_the_cards_and_saves_a_unit() -> None:
    """Reference 2.6, B3: the Civilian goes to the name card, and Civ finds nobody."""
    table = Table({"red": {"bomber": 2}, "blue": {"civilian": 1, "fighter": 1}})
    table.reckon(skill={"red": 1})
    table.shows("blue", "civ", "name")
    assert table.prompt("1/lost/blue/1").who == "blue"
    table.give(("1/lost/blue/1", ["blue.civilian.1"]))
    assert table.standing("blue") == {"fighter": 1}


def test_a_red_square_also_damages_a_utility_of_the_victors_choice() -> None:
    """Reference 2.6, B3: never a Shield, and only reported."""
    table = Table({"red": {"bomber": 1}, "blue": {"infantry": 1}})
    table.reckon()
    table.shows("blue", "square")
    assert "Blue Infantry destroyed: a card names its faction." in table.said
    assert "The victor (Red) says which, never a Shield" in table.said


def test_civilians_are_military_units_unless_the_table_reads_it_otherwise() -> None:
    """Reference 2.6, B3 [R]."""
    units = {"red": {"bomber": 1}, "blue": {"civilian": 2}}
    table = Table(units)
    table.reckon()
    table.shows("blue", "name")
    assert table.standing("blue") == {"civilian": 1}
    table = Table(units, options={"civilian_is_military": "no"})
    table.reckon()
    table.shows("blue", "name")
    assert table.standing("blue") == {"civilian": 2}


def test_each_survivor_draws_one_card_against_the_victor() -> None:
    """Reference 2.6, B4: Mechs also one, supports none; the victor picks what it loses."""
    table = Table({"red": {"fighter": 1, "bomber": 2}, "blue": {"mech": 1, "bomber": 1, "support.infantry": 1}})
    table.reckon(skill={"red": 1})
    table.shows("blue")
    assert table.prompt("1/victor_cards/red").most == 2
    table.give(("1/victor_cards/red", 1))
    assert table.prompt("1/victor_lost/red").who == "red"
    assert len(table.prompt("1/victor_lost/red").options) == 3


def test_cards_against_a_pooled_side_go_round_and_are_never_passed_on() -> None:
    """Reference 2.6, pooled factions: dealt one at a time before looking, from whoever marched in turn order."""
    table = Table({"red": {"bomber": 5}, "blue": {"bomber": 2}, "green": {"bomber": 1}})
    table.give(("1/agreement", "blue+green"))
    table.reckon()
    table.give(("1/direction", "forward"))
    assert "face down, one at a time in turn order" in table.prompt("1/first/losers").text
    table.give(("1/first/losers", "blue"))
    assert {key: table.prompt(key).most for key in table.open} == {"1/cards/blue": 3, "1/cards/green": 2}
    table.shows("green", "name", "name")
    table.shows("blue")
    assert (table.standing("blue"), table.standing("green")) == ({"bomber": 2}, {})


def test_a_losing_supporter_draws_one_card_for_all_its_support() -> None:
    """Reference 2.6, C: the owner gives up a Unit, or the victor takes a supporting Civilian."""
    table = Table({"red": {"mech": 3}, "blue": {"support.fighter": 1, "support.civilian": 2}})
    table.reckon()
    table.reach("1/support_card/blue")
    table.give(("1/support_card/blue", ["name", "civ"]), ("1/support_lost/blue", ["blue.support.fighter.1"]))
    assert table.standing("blue") == {"civilian": 1}


def test_the_location_card_stays_if_several_victors_disagree() -> None:
    """Reference 2.6, D."""
    table = Table({"red": {"infantry": 1}, "blue": {"mech": 1}, "green": {"mech": 1}})
    table.give(("1/agreement", "blue+green"))
    table.reckon()
    table.reach("1/location")
    table.give(("1/location", "1"), ("1/heir", []))
    assert "The victors disagree: the Location Card stays where it is." in table.said


def test_a_victor_that_holds_the_location_card_keeps_it() -> None:
    """Reference 2.6, D: nothing is to be done on the board."""
    table = Table({"red": {"mech": 1}, "blue": {"mech": 1, "routed.infantry": 1}})
    table.reckon(chance=(1, 0))
    table.reach("1/location")
    table.give(("1/location", "0"))
    assert "Red keeps the Location Card." in table.said
    assert "has the Location Card now" not in table.said


def losers_at_the_site(units: dict[str, int], **options: str) -> Table:
    """Blue loses with these Units, none of them hit, and is about to retreat."""
    table = Table({"red": {"fighter": 1}, "blue": units}, options=options)
    mine, theirs = (table.state.unit_strength([faction]) for faction in ("red", "blue"))
    extra = max(0, theirs + 1 - mine)
    table.reckon(skill={"red": min(9, extra)}, chance=(max(0, extra - 9), 0))
    table.reach("1/location")
    table.give(("1/location", "2"), ("1/came_from", ["F"]))
    return table


def test_who_cannot_cross_the_cliff_dies() -> None:
    """Reference 2.6, retreat: the loser may choose it all the same, to save aircraft; Secret Routes do not help."""
    table = losers_at_the_site({"mech": 1, "bomber": 1})
    table.give(("1/free_spaces/blue", ["A", "B"]))
    assert "not even with Secret Routes" in table.prompt("1/cliffs/blue").text
    table.give(("1/cliffs/blue", ["A"]), ("1/pole/blue", []))
    details = {option.id: option.detail for option in table.prompt("1/retreat/blue").options}
    assert details == {"A": "1 Mech would die", "B": ""}
    table.give(("1/retreat/blue", "A"), ("1/room/blue", "yes"))
    assert "Blue Mech destroyed: it cannot cross the cliff." in table.said
    assert [(r.kind, r.space) for r in table.state.routed] == [("bomber", "space A")]


def test_cliffs_are_asked_only_when_a_ground_unit_retreats() -> None:
    """Reference 2.6, retreat: aircraft cross them."""
    table = losers_at_the_site({"bomber": 1, "fighter": 1})
    table.give(("1/free_spaces/blue", ["A", "B"]))
    assert table.open == ["1/pole/blue"]


def test_the_pole_is_asked_only_when_a_human_retreats() -> None:
    """Reference 2.6, retreat: Mechs are not human."""
    table = losers_at_the_site({"mech": 2})
    table.give(("1/free_spaces/blue", ["A", "B"]), ("1/cliffs/blue", []))
    assert table.open == ["1/retreat/blue"]


def test_the_ai_is_asked_only_when_its_soldiers_could_live_at_the_pole() -> None:
    """Reference 2.1: of the AI faction only Civilians are human; it is asked once."""
    table = losers_at_the_site({"mech": 1, "civilian": 1})
    table.give(("1/free_spaces/blue", ["A", "C"]), ("1/cliffs/blue", []), ("1/pole/blue", "C"))
    assert table.open == ["1/retreat/blue"]
    table = losers_at_the_site({"bomber": 1})
    table.give(("1/free_spaces/blue", ["A", "C"]), ("1/pole/blue", []))
    assert table.open == ["1/retreat/blue"]
    table = losers_at_the_site({"bomber": 1})
    table.give(("1/free_spaces/blue", ["A", "C"]), ("1/pole/blue", "C"))
    assert table.open == ["1/ai/blue"]


def test_humans_cannot_enter_the_north_pole_but_mechs_can() -> None:
    """Reference 2.6, retreat; of the AI faction only Civilians are human (2.1)."""
    table = losers_at_the_site({"mech": 1, "bomber": 1})
    table.give(("1/free_spaces/blue", ["C"]), ("1/cliffs/blue", "no"), ("1/pole/blue", "yes"), ("1/ai/blue", "no"))
    table.give(("1/room/blue", "yes"))
    assert "Blue Bomber destroyed: it cannot survive at the North Pole." in table.said
    table = losers_at_the_site({"mech": 1, "bomber": 1})
    table.give(("1/free_spaces/blue", ["C"]), ("1/cliffs/blue", "no"), ("1/pole/blue", "yes"), ("1/ai/blue", "yes"))
    table.give(("1/room/blue", "yes"))
    assert sorted(r.kind for r in table.state.routed) == ["bomber", "mech"]


def test_nobody_retreats_to_where_the_victors_came_from() -> None:
    """Reference 2.6, retreat: asked once for all losers, and refused with the reason."""
    table = losers_at_the_site({"mech": 1})
    refused = {option.id: option.refused for option in table.prompt("1/free_spaces/blue").options if option.refused}
    assert refused == {"F": "Victors came from it."}


def test_of_two_factions_a_defender_that_wins_came_from_nowhere() -> None:
    """Reference 2.6, retreat: only the one that marched came from another space."""
    table = Table({"red": {"bomber": 1}, "blue": {"bomber": 2}})
    table.reckon()
    table.reach("1/origin/red")
    table.give(("1/origin/red", {"red.bomber.1": "here"}))
    assert table.open == ["1/free_spaces/red"]
    assert not any(option.refused for option in table.prompt("1/free_spaces/red").options)


def test_what_a_retreat_must_not_do_is_said_where_it_is_asked() -> None:
    """Reference 2.6, retreat: not onto a Location Card; no disbanding while a retreat exists."""
    table = Table({"red": {"bomber": 2}, "blue": {"bomber": 3}})
    table.reckon()
    table.reach("1/origin/red")
    assert "never onto a Location Card" in table.prompt("1/origin/red").text
    table.give(("1/origin/red", {"red.bomber.1": "C", "red.bomber.2": "here"}))
    assert "never onto a Location Card" in table.prompt("1/back/red/C").text
    table.give(("1/back/red/C", "all"))
    assert "nobody may disband Units instead" in table.prompt("1/free_spaces/red").text


def test_without_a_legal_space_all_are_destroyed() -> None:
    """Reference 2.6, retreat."""
    table = losers_at_the_site({"mech": 1, "bomber": 1})
    table.give(("1/free_spaces/blue", []))
    assert table.standing("blue") == {}
    assert "there is no space to retreat to" in table.said


def test_what_exceeds_the_stacking_limit_is_destroyed_workers_uncounted() -> None:
    """Reference 2.6, retreat; 2.1: five Military Units, Workers not counted."""
    table = losers_at_the_site({"mech": 2, "bomber": 1})
    table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"), ("1/pole/blue", "no"), ("1/room/blue", "no"))
    table.give(("1/places/blue/A", 1), ("1/excess/blue/A", ["blue.mech.1", "blue.mech.2"]))
    assert [(r.kind, r.number) for r in table.state.routed] == [("bomber", 1)]


def test_who_marched_in_goes_back_where_it_came_from() -> None:
    """Reference 2.6, retreat: an origin for each Unit; those that were here go together."""
    table = Table({"red": {"bomber": 2}, "blue": {"fighter": 1, "bomber": 3}})
    table.reckon()
    table.reach("1/location")
    table.give(("1/location", "2"), ("1/origin/red", {"red.bomber.1": "C", "red.bomber.2": "here"}))
    table.give(("1/back/red/C", "all"), ("1/free_spaces/red", ["A"]), ("1/pole/red", "no"))
    table.give(("1/room/red", "yes"))
    assert [(r.kind, r.space) for r in table.state.routed] == [("bomber", "space C"), ("bomber", "space A")]


def test_a_routed_marker_is_carried_to_the_next_battle_of_the_round() -> None:
    """Reference 2.6: until the end of the Round."""
    table = losers_at_the_site({"mech": 1})
    table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"))
    table.give(("1/room/blue", "yes"), ("1/board", True))
    table.give(("1/next", "battle"), ("2/fighters", ["red", "blue"]), ("2/initiator", "red"), ("2/trigger", "yes"))
    table.give(("2/units/red", ["fighter"]), ("2/units/red/fighter", 1))
    routed = next(o for o in table.prompt("2/units/blue").options if o.id == "routed")
    assert routed.detail == "This Round: 1 Mech at space A of battle 1"
    table.give(("2/units/blue", ["mech", "routed"]), ("2/units/blue/mech", 2))
    assert table.prompt("2/units/blue/routed").suggested == ("blue.mech.1",)
    table.give(("2/units/blue/routed", ["blue.mech.1"]))
    assert len(table.state.of(["blue"], routed=True)) == 1


def test_a_routed_unit_that_is_destroyed_takes_its_marker_along() -> None:
    """Reference 2.6, A and retreat: in a later battle of the Round it is not offered again; an undo brings it back."""
    table = losers_at_the_site({"mech": 2})
    table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"), ("1/room/blue", "yes"), ("1/board", True))
    table.give(("1/next", "battle"), ("2/fighters", ["red", "blue"]), ("2/initiator", "red"), ("2/trigger", "yes"))
    table.give(("2/units/red", ["fighter"]), ("2/units/red/fighter", 1))
    table.give(("2/units/blue", ["mech", "routed"]), ("2/units/blue/mech", 2))
    table.give(("2/units/blue/routed", ["blue.mech.1"]), ("2/other/red", 9), ("2/other/blue", 0))
    table.give(("2/skill/red", 0), ("2/skill/blue", 0), ("2/chance/0", 0))
    assert [r.number for r in table.state.routed] == [2]
    table.give(("2/chance/1", 0))
    assert "Blue Mech destroyed: it was routed already." in table.said
    assert [r.number for r in table.state.routed] == [1]
    table.session.undo()
    assert [r.number for r in table.state.routed] == [2]


def test_even_a_single_unit_needs_room() -> None:
    """Reference 2.6, retreat: over the stacking limit, excess destroyed; a full space holds not one more."""
    table = losers_at_the_site({"mech": 1})
    table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"), ("1/room/blue", "no"))
    table.give(("1/places/blue/A", 0))
    assert "Blue Mech destroyed: no room." in table.said
    assert table.state.routed == []


def test_each_loser_says_which_spaces_are_hostile_to_it() -> None:
    """Reference 2.6, retreat, and 2.9: one loser's space can be hostile to the other; a cliff is the same for both."""
    table = Table({"red": {"fighter": 1}, "blue": {"mech": 1, "bomber": 1}, "green": {"mech": 1, "bomber": 1}})
    table.give(("1/agreement", "blue+green"))
    table.reckon(skill={"red": 9}, chance=(0, 9))
    table.reach("1/location")
    table.give(("1/location", "2"), ("1/marched/blue", "no"), ("1/came_from", []))
    table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "yes"), ("1/pole/blue", "no"), ("1/room/blue", "yes"))
    table.give(("1/marched/green", "no"), ("1/free_spaces/green", ["A", "B"]))
    assert table.prompt("1/cliffs/green").title == "Is space B across a cliff?"
    table.give(("1/cliffs/green", "no"), ("1/pole/green", "no"))
    details = {option.id: option.detail for option in table.prompt("1/retreat/green").options}
    assert details == {"A": "1 Mech would die", "B": ""}


def test_the_end_of_the_round_takes_routed_markers_off() -> None:
    """Reference 2.6."""
    table = losers_at_the_site({"mech": 1})
    table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"))
    table.give(("1/room/blue", "yes"), ("1/board", True), ("1/next", "round"))
    assert table.state.routed == []
    assert "Take all routed markers off." in table.said
    assert table.open == ["2/seats"]


def standoff(**options: str) -> Table:
    table = Table(THREE, options=options)
    table.give(("1/agreement", []), ("1/alone/red", "no"), ("1/alone/blue", "no"), ("1/alone/green", "no"))
    return table


def test_in_a_stand_off_everybody_is_hit_by_all_the_others_at_once() -> None:
    """Reference 2.7: no overwhelming kills, no pairs, nobody retreats; counted before anybody is hit."""
    table = standoff()
    assert {key: table.prompt(key).most for key in table.open} == {
        "1/cards/red": 2,
        "1/cards/blue": 3,
        "1/cards/green": 3,
    }
    table.shows("red", "name", "name")
    table.shows("blue", "name")
    table.shows("green", "name")
    assert not table.state.units
    table.give(("1/board", True))
    assert table.open == ["1/next"]


def test_after_a_stand_off_all_may_retreat_where_the_table_reads_it_so() -> None:
    """Reference 2.7 [R]: `standoff = all_retreat`."""
    table = standoff(standoff="all_retreat")
    table.reach("1/origin/red")
    table.give(("1/origin/red", {"red.mech.1": "A"}), ("1/back/red/A", "all"))
    assert table.open == ["1/marched/blue"]


def test_strengths_may_be_set() -> None:
    """Reference 2.1: the table of strengths is editable."""
    table = Table({"red": {"mech": 1}, "blue": {"bomber": 1}}, values={"mech": 2, "bomber": 4})
    table.reckon()
    assert table.state.totals == [2, 4]


def test_card_texts_can_change_the_strength_any_time_before_the_reveal() -> None:
    """Reference 3: every count editable."""
    table = Table({"red": {"mech": 1}, "blue": {"bomber": 1}})
    table.give(("1/other/red", 0), ("1/other/blue", 6))
    table.session.correct({"blue.other": 8})
    table.give(("1/skill/red", 0), ("1/skill/blue", 0), ("1/chance/0", 0), ("1/chance/1", 0))
    assert table.state.totals == [5, 11]


def test_strengths_are_set_on_screen_with_the_rulings() -> None:
    """Reference 2.1 and 2.9: entered by the players; Civilian and Worker are certain."""
    table = Table({"red": {"mech": 1}, "blue": {"bomber": 1}}, rulings="ask")
    while table.open[0].startswith("ruling/"):
        table.give((table.open[0], [table.prompt(table.open[0]).options[0].id]))
    assert [option.id for option in table.prompt("strengths").options] == ["infantry", "bomber", "fighter", "mech"]
    table.give(("strengths", ["mech"]), ("strength/mech", 7))
    table.reckon()
    assert table.state.totals == [7, 3]


def test_a_cards_text_destroys_a_unit_or_brings_one() -> None:
    """Reference 2.9 and 3: every count can be changed, here while the Skill Cards are being played."""
    table = Table({"red": {"mech": 2}, "blue": {"bomber": 1}})
    table.give(("1/other/red", 0), ("1/other/blue", 0), ("1/skill/red", 1))
    table.session.interject("card_text")
    table.give(("card_text/what", ["destroyed"]), ("card_text/which", ["red.mech.1"]))
    assert table.open == ["1/skill/blue"], "red's secret card still counts"
    table.session.interject("card_text")
    table.give(("card_text/what", ["joins"]), ("card_text/faction", ["blue"]), ("card_text/kind", ["support.fighter"]))
    table.give(("1/skill/blue", 0), ("1/chance/0", 0), ("1/chance/1", 0))
    assert table.state.totals == [6, 7]


def test_a_cards_text_can_take_the_last_victim_of_an_open_question() -> None:
    """Reference 3: the question that was open finds nobody any more and is dropped."""
    units = {"red": {"infantry": 2, "bomber": 1}, "blue": {"civilian": 1}}
    table = Table(units, options={"pair_kills": "may"})
    table.reckon(chance=(0, 5))
    assert table.open == ["1/pair/infantry"]
    table.session.interject("card_text")
    table.give(("card_text/what", ["destroyed"]), ("card_text/which", ["blue.civilian.1"]))
    assert "Blue Civilian destroyed: a card's text." in table.said
    assert table.open == ["1/cards/blue"]


def test_what_else_a_card_does_is_written_down() -> None:
    """Reference 2.3: some cards override the order of play; the exception is noted in the table's own words."""
    table = Table({"red": {"infantry": 1}, "blue": {"civilian": 1}})
    table.session.interject("card_text")
    table.give(("card_text/what", ["note"]), ("card_text/note", "Blue draws after Red has shown"))
    assert "By a card's text: Blue draws after Red has shown" in table.said
    table.session.interject("card_text")
    table.give(("card_text/what", ["note"]), ("card_text/note", ""))
    assert table.said.count("By a card's text") == 1


def test_units_that_retreat_are_beyond_card_texts() -> None:
    table = losers_at_the_site({"mech": 1})
    with pytest.raises(NotNowError, match="before the retreat"):
        table.session.interject("card_text")


def test_workers_alone_may_be_kept_from_cards_that_take_military_units() -> None:
    """Reference 2.6, B3 [R]: Civilians and Workers are two questions."""
    table = Table(
        {"red": {"bomber": 1}, "blue": {"civilian": 1, "worker": 1}}, options={"civilian_is_military": "civilians"}
    )
    table.reckon()
    table.shows("blue", "name")
    assert table.standing("blue") == {"worker": 1}


def test_pooled_factions_may_agree_who_is_dealt_to_first() -> None:
    """Reference 2.6, pooled factions: by consent, else from whoever marched."""
    table = Table({"red": {"infantry": 1}, "blue": {"bomber": 2}, "green": {"infantry": 1}})
    table.give(("1/agreement", "red+green"))
    table.reckon()
    assert [o.label for o in table.prompt("1/direction").options] == ["Red, Blue, Green", "Red, Green, Blue"]
    table.give(("1/direction", "forward"))
    assert [(o.id, o.detail) for o in table.prompt("1/first/losers").options] == [
        ("red", "unless they agree otherwise"),
        ("green", ""),
    ]
    table.give(("1/first/losers", "green"))
    assert {key: table.prompt(key).most for key in table.open} == {"1/cards/green": 1, "1/cards/red": 1}


def test_a_dealt_civ_takes_from_its_receiver_or_any_pooled_faction() -> None:
    """Reference 2.6, pooled factions [R]: by default the receiver's; nothing if it has none."""
    units = {"red": {"bomber": 1}, "blue": {"bomber": 1}, "green": {"civilian": 1, "bomber": 1}}
    for reading, left in (("receiver", {"civilian": 1, "bomber": 1}), ("any", {"bomber": 1})):
        table = Table(units, options={"dealt_civ": reading})
        table.give(("1/agreement", "blue+green"))
        table.reckon(skill={"red": 7})
        table.give(("1/direction", "forward"), ("1/first/losers", "blue"))
        table.shows("blue", "civ")
        assert table.standing("green") == left


def test_the_victor_picks_the_excess_where_the_table_reads_it_so() -> None:
    """Reference 2.6, retreat [R]: by default its owner."""
    for options, who in (({}, "blue"), ({"excess": "victor"}, "red")):
        table = losers_at_the_site({"mech": 1, "bomber": 1}, **options)
        table.give(("1/free_spaces/blue", ["A"]), ("1/cliffs/blue", "no"), ("1/pole/blue", "no"), ("1/room/blue", "no"))
        table.give(("1/places/blue/A", 1))
        assert table.prompt("1/excess/blue/A").who == who


@pytest.mark.parametrize(
    "setup",
    [
        {"seats": ["red"]},
        {"seats": ["red", "red"]},
        {"seats": ["red", "pink"]},
        {"seats": ["red", "blue"], "initiator": "gold"},
        {"units": {"gold": {}}},
        {"units": {"red": {"tank": 1}}},
        {"units": {"red": {"mech": -1}}},
        {"options": {"standoff": "no"}},
        {"values": {"mech": 99}},
        {"nonsense": 1},
    ],
)
def test_an_impossible_set_up_is_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(BadSetupError):
        new_session(MESSINA, setup)


def test_rulings_are_asked_for_once_even_if_the_first_meeting_is_no_battle() -> None:
    """An undo after another Round without a battle found the rulings asked anew, and the session broke."""
    table = Table({"red": {}, "blue": {}})
    table.session = new_session(MESSINA, {"rulings": "ask"})
    while table.open != ["1/seats"]:
        key = table.open[0]
        table.give((key, [] if key == "strengths" else [table.prompt(key).options[0].id]))
    meeting = (("1/seats", ["red", "blue"]), ("1/initiator", "red"), ("1/trigger", "no"))
    table.give(*meeting, ("0/next", "round"), *meeting[:2])
    table.session.undo()
    assert table.open == ["1/initiator"]
    table.give(*meeting[1:], ("0/next", "done"))
    assert table.session.finished
