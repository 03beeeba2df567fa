"""What is asked once a Round, what carries on from battle to battle, and where the state stands in between."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.messina.game import MESSINA
from companion.table.session import new_session
from tests.chance import back_and_forth, picture
from tests.messina.table import Table

THREE = {"red": {"mech": 1}, "blue": {"mech": 1}, "green": {"mech": 1}}


def fresh(**setup: Any) -> Table:
    """A table at the very first question."""
    table = Table({"red": {}, "blue": {}})
    table.session = new_session(MESSINA, setup)
    return table


def fought(units: dict[str, dict[str, int]], then: str, **setup: Any) -> Table:
    """One battle is over, nobody was hit by any card, and this comes next."""
    table = Table(units, **setup)
    if len(units) > 2:
        table.give(("1/agreement", "blue+green"))
    table.reckon(skill={"red": 9}, chance=(9, 9))
    table.reach("1/next")
    table.give(("1/next", then))
    return table


def test_another_round_without_a_battle_can_be_undone() -> None:
    """The state says that the readings are settled: what comes after them is asked, not they again."""
    table = fresh(rulings="ask")
    while table.open != ["1/seats"]:
        table.give((table.open[0], [] if table.open[0] == "strengths" else table.prompt(table.open[0]).options[0].id))
    table.give(("1/seats", ["red", "blue"]), ("1/initiator", "red"), ("1/trigger", "no"), ("0/next", "round"))
    table.give(("1/seats", ["red", "blue"]), ("1/initiator", "blue"))
    table.session.undo()
    assert table.open == ["1/initiator"]
    table.session.redo()
    assert table.open == ["1/trigger"]


@pytest.mark.parametrize("setup", [{}, {"rulings": "ask"}, {"seats": ["red", "blue", "green"], "rulings": "ask"}])
def test_every_step_between_battles_can_be_undone_and_redone(setup: dict[str, Any]) -> None:
    """Many meetings, with and without a battle, at the same site and elsewhere, in one Round and the next."""
    for seed in range(12):
        chance, session = Random(seed), new_session(MESSINA, setup)
        for _ in range(120):
            item = chance.choice(session.prompts)
            value = item.prompt.any_answer(chance)
            if item.prompt.key.endswith("/next"):
                value = [chance.choice([o.id for o in item.prompt.open_options() if o.id != "done"])]  # type: ignore[attr-defined]
            elif item.prompt.kind == "count" and "/units/" in item.prompt.key:
                value = 1
            session.answer(item.ticket, value)
            if chance.random() < 0.3:
                back_and_forth(session, chance, 6)


def test_what_the_set_up_gives_counts_for_the_first_meeting_only() -> None:
    """Nobody wanted to fight there: next time all is asked."""
    table = fresh(seats=["red", "blue"], initiator="red")
    table.give(("1/trigger", "no"), ("0/next", "battle"))
    assert table.open == ["1/fighters"]


def test_seats_are_asked_once_a_round() -> None:
    """Later battles ask only who of them fights, and keep the order of seats."""
    table = fresh()
    table.give(("1/seats", ["green", "red", "blue"]), ("1/fighters", ["red", "green"]), ("1/initiator", "red"))
    table.give(("1/trigger", "no"), ("0/next", "battle"), ("1/fighters", ["blue", "green"]))
    assert [option.id for option in table.prompt("1/initiator").options] == ["green", "blue"]
    table.give(("1/initiator", "blue"), ("1/trigger", "no"), ("0/next", "round"))
    assert table.prompt("1/seats").suggested == ("green", "red", "blue")


def test_two_who_were_just_seated_are_not_asked_who_fights() -> None:
    table = fresh()
    table.give(("1/seats", ["green", "red"]))
    assert table.open == ["1/initiator"]


def test_somebody_who_was_not_seated_can_join_a_later_battle() -> None:
    """Two were entered, and a third one marches in."""
    table = fresh()
    table.give(("1/seats", ["red", "blue"]), ("1/initiator", "red"), ("1/trigger", "no"), ("0/next", "battle"))
    table.give(("1/fighters", ["red", "others"]))
    assert table.prompt("1/seats").suggested == ("red", "blue")
    table.give(("1/seats", ["red", "gold", "blue"]), ("1/fighters", ["red", "gold"]))
    assert table.open == ["1/initiator"]


def test_the_direction_of_turns_is_asked_once_a_round() -> None:
    """Cards against losers and victors of a Round go the same way."""
    table = Table({"red": {"mech": 1}, "blue": {"mech": 1}, "green": {"mech": 1}})
    table.give(("1/agreement", "blue+green"))
    table.reckon()
    table.give(("1/direction", "backward"))
    assert [option.id for option in table.prompt("1/first/victors").options] == ["green", "blue"]
    table.reach("1/next")
    table.give(("1/next", "here"), ("2/fighters", ["red", "blue", "green"]), ("2/initiator", "red"))
    table.give(("2/trigger", "yes"), ("2/units/red", ["mech"]), ("2/units/red/mech", 1))
    table.give(("2/units/blue", []), ("2/units/green", []), ("2/agreement", "blue+green"))
    table.reckon()
    assert table.open == ["2/first/victors"]
    table.reach("2/next")
    table.give(("2/next", "round"))
    assert table.state.backward is None


def tied(units: dict[str, dict[str, int]]) -> Table:
    """Red alone against all others, at equal totals, nobody with the Location Card."""
    table = Table(units)
    if len(units) > 2:
        table.give(("1/agreement", "blue+green"))
    strengths = [table.state.unit_strength(side) for side in table.state.sides or ()]
    best = max(strengths)
    table.reckon(chance=(best - strengths[0], best - strengths[1]))
    table.give(("1/tie/location", "2"))
    return table


def again(table: Table) -> None:
    """The same three or two meet again, at equal totals."""
    table.reach("1/next")
    table.give(("1/next", "battle"), ("2/fighters", table.state.seating), ("2/initiator", "red"), ("2/trigger", "yes"))
    for seat in table.state.seats:
        table.give((f"2/units/{seat}", []))
    if len(table.state.seats) > 2:
        table.give(("2/agreement", "blue+green"))
    table.reckon()
    table.give(("2/tie/location", "2"))


def test_tracks_are_asked_once_a_round_of_two() -> None:
    """Reference 2.5: one touch; the next tie of the Round is decided without asking."""
    table = tied({"red": {"mech": 1}, "blue": {"mech": 1}})
    table.give(("1/tie/military", "level"), ("1/tie/crypto", "blue"))
    assert table.state.victors == ("blue",)
    again(table)
    assert table.state.victors == ("blue",)
    assert "Blue wins by the Crypto Track." in table.said


def test_tracks_are_asked_once_a_round_of_all() -> None:
    """Reference 2.5: a pooled side counts by its best-placed member; places on the Military Track can be shared."""
    table = tied(THREE)
    table.give(("1/tie/military", {"red": "2", "blue": "3", "green": "2"}), ("1/tie/crypto", ["blue", "red"]))
    assert table.state.victors == ("blue", "green")
    assert "Blue and Green win by the Crypto Track." in table.said
    table.reach("1/next")
    table.give(("1/next", "battle"), ("2/fighters", ["red", "blue"]), ("2/initiator", "red"), ("2/trigger", "yes"))
    table.give(("2/units/red", []), ("2/units/blue", []))
    table.reckon()
    table.give(("2/tie/location", "2"))
    assert "Red wins by the Military Track." in table.said


def test_tracks_are_asked_again_in_the_next_round_and_for_somebody_new() -> None:
    table = tied({"red": {"mech": 1}, "blue": {"mech": 1}})
    table.give(("1/tie/military", "red"))
    table.reach("1/next")
    table.give(("1/next", "battle"), ("2/fighters", ["red", "blue", "others"]), ("2/seats", ["red", "blue", "green"]))
    table.give(("2/fighters", ["red", "green"]), ("2/initiator", "red"), ("2/trigger", "yes"))
    table.give(("2/units/red", []), ("2/units/green", []))
    table.reckon()
    table.give(("2/tie/location", "2"))
    assert table.open == ["2/tie/military"]
    table.give(("2/tie/military", {"red": "1", "blue": "1", "green": "3"}))
    table.reach("2/next")
    table.give(("2/next", "round"))
    assert table.state.tracks == {}


def test_surviving_units_carry_on_at_the_same_site() -> None:
    """Nothing is typed in twice; people say what has come or gone."""
    table = fought({"red": {"mech": 2, "worker": 1, "support.fighter": 1}, "blue": {"bomber": 1}}, "here")
    assert table.prompt("2/fighters").suggested == ("red",)
    table.give(("2/fighters", ["red", "blue"]), ("2/initiator", "blue"), ("2/trigger", "yes"))
    prompt = table.prompt("2/units/red")
    assert prompt.text == "From the battle before: 2 Mechs, 1 Worker; 1 Fighter in support."
    table.give(("2/units/red", ["infantry", "left"]), ("2/units/red/infantry", 1))
    table.give(("2/units/red/left", ["red.mech.1"]))
    assert table.standing("red") == {"infantry": 1, "worker": 1, "mech": 1, "fighter": 1}
    assert [unit.kind for unit in table.state.of(["red"], support=True)] == ["fighter"]


def test_the_sheet_takes_as_many_as_a_card_has_left_at_the_site() -> None:
    """What is filled in can be confirmed as it stands, though no more than 20 of a kind are typed in at first."""
    table = Table({"red": {"mech": 20}, "blue": {"bomber": 1}}, forms=True)
    table.session.interject("card_text")
    table.give(("card_text/what", ["joins"]), ("card_text/faction", ["red"]), ("card_text/kind", ["site.mech"]))
    table.reckon(skill={"red": 9}, chance=(9, 9))
    table.reach("1/next")
    table.give(("1/next", "here"), ("2/fighters", ["red", "blue"]), ("2/initiator", "blue"), ("2/trigger", "yes"))
    table.give(("2/units/red", {blank.id: blank.suggested for blank in table.prompt("2/units/red").blanks}))
    assert table.standing("red") == {"mech": 21}


def test_routed_units_that_won_carry_on_routed() -> None:
    """Reference 2.6: until the end of the Round."""
    table = fought({"red": {"mech": 1, "routed.infantry": 1}, "blue": {"bomber": 1}}, "here")
    table.give(("2/fighters", ["red", "blue"]), ("2/initiator", "blue"), ("2/trigger", "yes"), ("2/units/red", []))
    assert [unit.kind for unit in table.state.of(["red"], routed=True)] == ["infantry"]


def test_who_stays_out_of_the_second_battle_is_still_there_for_the_third() -> None:
    table = fought(THREE | {"red": {"fighter": 3}}, "here")
    table.give(("2/fighters", ["red", "blue"]), ("2/initiator", "blue"), ("2/trigger", "no"), ("1/next", "here"))
    table.give(("2/fighters", ["red", "blue"]), ("2/initiator", "blue"), ("2/trigger", "yes"))
    assert "3 Fighters" in table.prompt("2/units/red").text


@pytest.mark.parametrize("then", ["battle", "round"])
def test_elsewhere_nobody_carries_on(then: str) -> None:
    table = fought({"red": {"mech": 2}, "blue": {"bomber": 1}}, then)
    table.reach("2/units/red")
    assert table.prompt("2/units/red").text == ""


def test_nobody_carries_on_where_nobody_is_left() -> None:
    table = fresh()
    table.give(("1/seats", ["red", "blue"]), ("1/initiator", "red"), ("1/trigger", "no"))
    refused = {option.id: option.refused for option in table.prompt("0/next").options if option.refused}
    assert refused == {"here": "No Unit is left there."}


def test_a_battle_that_is_over_is_not_shown_as_if_it_went_on() -> None:
    """Between two battles there are no sides and no steps, and nothing of them can be corrected."""
    table = fought({"red": {"mech": 2}, "blue": {"bomber": 1}}, "battle")
    seen = picture(table.session)
    assert not seen["view"]["sides"]
    assert not seen["view"]["steps"]
    assert seen["counters"] == {}
    assert [player["id"] for player in seen["view"]["players"]] == ["red", "blue"]


@pytest.mark.parametrize("setup", [{}, {"rulings": "ask"}])
def test_no_card_text_changes_a_battle_that_has_not_begun(setup: dict[str, Any]) -> None:
    text, *__ = new_session(MESSINA, setup).interjections
    assert text.refused == "Only in a battle, before the retreat."
