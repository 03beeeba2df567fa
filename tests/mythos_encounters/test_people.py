"""People at the table of Mythos Encounters who are called something else, or whose place somebody else takes."""

from __future__ import annotations

from random import Random

from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.people import KEY
from tests.mythos_encounters.table import Combat

PLAYERS = [{"name": "Ann", "god": "Hastur"}, {"name": "Ben"}, {}]


def table() -> Combat:
    combat = Combat(players=PLAYERS, others=1)
    assert [player.name for player in combat.session.view.players] == ["Ann", "Ben", "Third player"]
    return combat


def people(combat: Combat, place: str, how: str, *more: tuple[str, str]) -> None:
    combat.session.interject(KEY)
    combat.give((KEY, place), (f"{KEY}/how", how), *more)


def test_a_player_is_called_something_else_in_the_middle_of_a_combat() -> None:
    combat = table()
    asked = combat.open
    people(combat, "first", "name", (f"{KEY}/name", "Anna"))
    assert combat.open == asked
    assert [player.name for player in combat.session.view.players] == ["Anna", "Ben", "Third player"]
    assert "Ann is called Anna (Hastur)." in combat.said
    assert MYTHOS_ENCOUNTERS.again(combat.state)["players"][0] == {"name": "Anna", "god": "Hastur"}


def test_somebody_else_takes_a_place_with_its_great_old_one() -> None:
    combat = table()
    people(combat, "first", "other", (f"{KEY}/other", "new"), (f"{KEY}/name", "Eve"))
    assert "Eve takes over Hastur from Ann." in combat.said
    (eve, *__) = combat.session.view.players
    assert (eve.name, eve.former, eve.details) == ("Eve", ("Ann",), ("Hastur",))
    people(combat, "third", "other", (f"{KEY}/other", "known/Ben"))
    assert [player.name for player in combat.session.view.players] == ["Eve", "Ben", "Ben"]
    combat.session.undo(4)
    assert combat.session.state.former == {"first": ["Ann"]}


def test_nobody_can_change_before_it_is_known_how_many_there_are() -> None:
    session = MYTHOS_ENCOUNTERS
    assert session.interjections(session.begin({})) == ()


def test_who_leaves_between_combats_is_asked_nothing_more() -> None:
    combat = table()
    combat.session.interject(KEY)
    combat.give((KEY, "third"))
    refused = {option.id: option.refused for option in combat.prompt(f"{KEY}/how").options}
    assert refused["nobody"] == "Only between combats."
    combat.give((f"{KEY}/how", []))
    while not combat.open[0].endswith("/next"):
        prompt = combat.prompt(combat.open[0])
        combat.give((prompt.key, prompt.any_answer(Random(2))))
    combat.give((combat.open[0], "turn"))
    people(combat, "third", "nobody")
    assert "Third player: nobody plays on." in combat.said
    assert [player.id for player in combat.session.view.players] == ["first", "second"]
    assert [option.id for option in combat.prompt(combat.open[0]).options] == ["first", "second"]
    combat.session.interject(KEY)
    combat.give((KEY, "first"))
    refused = {option.id: option.refused for option in combat.prompt(f"{KEY}/how").options}
    assert refused["nobody"] == "Two must play on."
