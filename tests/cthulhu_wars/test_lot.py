"""What the table leaves to the dice at set-up: who plays what, and who is First Player."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import perm
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.rules.lot import SIDES, dice_for
from companion.table.errors import BadAnswerError, DiceBarrierError
from companion.table.prompts import Roll
from companion.table.session import Session, new_session, open_session
from tests.table.looks import Memory

SEATING = {"seating": "table", "signs": "app"}
SEATED = [{"id": "YS", "name": "Ann"}, {"id": "CC"}, {"id": "BG", "name": "Bo"}]


def give(session: Session[Any], key: str, answer: Any) -> None:
    (item,) = session.prompts
    assert item.prompt.key == key
    session.answer(item.ticket, answer)


@pytest.mark.parametrize("number", range(2, 9))
def test_the_dice_are_fair(number: int) -> None:
    for results in (number, perm(number, number)):
        ways = SIDES ** dice_for(results)
        most, fewest = -(-ways // results), ways // results
        assert most / fewest <= 1 + 1 / 300


def test_each_order_comes_as_often() -> None:
    """Three people: six orders, one for each face."""
    fell: Counter[tuple[str, ...]] = Counter()
    for faces in product(range(1, SIDES + 1), repeat=dice_for(6)):
        session = new_session(CTHULHU_WARS, SEATING)
        give(session, "setup/seats", {"shuffle": SEATED})
        give(session, "setup/seats/lot/1", list(faces))
        (item,) = session.prompts
        seated: Any = item.prompt.as_json()["seated"]
        assert [seat.get("name", "") for seat in seated] == ["Ann", "", "Bo"], "people keep their places"
        fell[tuple(seat["id"] for seat in seated)] += 1
    assert len(fell) == 6
    assert set(fell.values()) == {1}


def test_factions_are_shuffled_again_and_taken() -> None:
    session = new_session(CTHULHU_WARS, SEATING)
    give(session, "setup/seats", {"shuffle": SEATED})
    give(session, "setup/seats/lot/1", [2])
    give(session, "setup/seats/2", {"shuffle": SEATED})
    give(session, "setup/seats/lot/2", [1])
    assert "Ann: Yellow Sign" in str(session.history[-1].facts[0].text())
    give(session, "setup/seats/3", SEATED)
    assert session.state.seats == ["YS", "CC", "BG"]
    assert session.state.names == {"YS": "Ann", "BG": "Bo"}


def test_a_lot_is_undone_as_dice_are() -> None:
    """They stay as they fell, and the same game opened again stands where it was."""
    kept = Memory()
    session = new_session(CTHULHU_WARS, SEATING, kept)
    give(session, "setup/seats", {"shuffle": SEATED})
    give(session, "setup/seats/lot/1", [4])
    with pytest.raises(DiceBarrierError):
        session.undo()
    session.undo(past_dice=True)
    (item,) = session.prompts
    assert isinstance(item.prompt, Roll)
    assert item.prompt.kept == [4]
    give(session, "setup/seats/lot/1", [4])
    dealt = session.prompts[0].prompt.as_json()
    again = open_session(GAMES, kept.records, None)
    assert again.prompts[0].prompt.as_json() == dealt


@pytest.mark.parametrize(("face", "first"), [(1, "YS"), (3, "BG"), (5, "CC")])
def test_first_player_by_lot(face: int, first: str) -> None:
    session = new_session(CTHULHU_WARS, SEATING)
    give(session, "setup/seats", SEATED)
    prompt: Any = session.prompts[0].prompt
    assert [option.id for option in prompt.options] == ["YS", "CC", "BG", "lot"]
    give(session, "setup/first", "lot")
    give(session, "setup/first/lot", [face])
    assert session.state.first == first
    told = session.history[-1].facts[0].text()
    assert told.startswith("First Player: ")
    assert told.endswith(f", by lot (rolled {face})")
    assert session.prompts[0].prompt.why == told


def test_what_is_asked_without_seats_stays_as_it_was() -> None:
    """Programs that give the factions are offered no lot; where people take seats it is offered in the next game."""
    session = new_session(CTHULHU_WARS, {"factions": ["YS", "CC", "BG"], "signs": "app"})
    prompt: Any = session.prompts[0].prompt
    assert prompt.key == "setup/first"
    assert [option.id for option in prompt.options] == ["YS", "CC", "BG"]
    seated = new_session(CTHULHU_WARS, SEATING)
    give(seated, "setup/seats", SEATED)
    again = new_session(CTHULHU_WARS, CTHULHU_WARS.again(seated.state))
    offered: Any = again.prompts[0].prompt
    assert [option.id for option in offered.options][-1] == "lot"


@pytest.mark.parametrize(
    "answer", [{"shuffle": []}, {"shuffle": SEATED, "more": 1}, {"shuffle": {"shuffle": SEATED}}, {"shuffle": "YS"}, {}]
)
def test_a_shuffle_that_cannot_be_is_refused(answer: Any) -> None:
    session = new_session(CTHULHU_WARS, SEATING)
    with pytest.raises(BadAnswerError):
        session.answer(session.prompts[0].ticket, answer)
