"""People at the table of Mythos Encounters who are called something else, or whose place somebody else takes."""

from __future__ import annotations

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
