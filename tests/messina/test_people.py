"""People at the table of Messina: they are called by name, and somebody else takes their faction."""

from __future__ import annotations

import pytest

from companion.games.messina.game import MESSINA
from companion.table.errors import BadSetupError
from companion.table.people import KEY
from companion.table.session import new_session
from tests.messina.table import Table

UNITS = {"red": {"infantry": 2}, "blue": {"infantry": 1}}


def people(table: Table, place: str, how: str, *more: tuple[str, str]) -> None:
    table.session.interject(KEY)
    table.give((KEY, place), (f"{KEY}/how", how), *more)


def test_people_get_names_and_hand_their_faction_on() -> None:
    table = Table(UNITS)
    asked = table.open
    people(table, "red", "name", (f"{KEY}/name", "Ann"))
    people(table, "blue", "other", (f"{KEY}/other", "new"), (f"{KEY}/name", "Ben"))
    people(table, "red", "other", (f"{KEY}/other", "known/Ben"))
    assert table.open == asked
    assert [(player.person, player.former) for player in table.session.view.players] == [
        ("Ben", ("Ann",)),
        ("Ben", ("",)),
    ]
    assert "Red is played by Ann." in table.said
    assert "Ben takes over Blue." in table.said
    assert "Ben takes over Red from Ann." in table.said
    again = MESSINA.again(table.state)
    assert again["names"] == {"red": "Ben", "blue": "Ben"}
    assert [player.person for player in new_session(MESSINA, again).view.players[:2]] == ["Ben", "Ben"]


def test_nobody_is_renamed_before_anybody_is_seated() -> None:
    session = new_session(MESSINA, {})
    (entry,) = (option for option in session.interjections if option.id == KEY)
    assert entry.refused == "Nobody is seated yet."


@pytest.mark.parametrize("names", [{"red": "Maximilianus"}, {"red": ""}, {"pink": "Ann"}, {"red": "A\nB"}, ["Ann"]])
def test_a_set_up_with_names_that_are_none_is_refused(names: object) -> None:
    with pytest.raises(BadSetupError):
        new_session(MESSINA, {"names": names})
