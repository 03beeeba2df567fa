"""A game whose rules have changed since goes on from its last safe point, and the file says so from then on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.errors import JournalError, NotNowError, ReplayMismatchError
from companion.table.prompts import Count
from companion.table.script import ask, safe_point
from companion.table.session import Session, new_session, open_session
from companion.table.snapshots import SnapshotFile, safe_file_of
from tests.chance import picture, step
from tests.table.looks import Memory
from tests.table.sample_game import CARAVANS, CaravanGame, Caravans, RoundEnded, one_round


class Rainy(Caravans):
    """What the new rules count besides."""

    rain: int

    def __init__(self, rounds: int) -> None:
        super().__init__(rounds)
        self.rain = 7


class Newer(CaravanGame):
    """The same game with one question more in each round."""

    rules_version = CaravanGame.rules_version + 1

    def begin(self, setup: Any) -> Rainy:
        return Rainy(setup["rounds"])

    def script(self, state: Any) -> Any:
        while state.round <= state.rounds:
            yield from safe_point()
            yield from ask(state, lambda: Count(key=f"{state.round}/rain", who="table", title="Rain", least=0, most=9))
            yield from one_round(state)
            state.record(RoundEnded())


NEWER = Newer()


def old_game(path: Path, length: int) -> tuple[Memory, Session[Any]]:
    """A game of the old rules that stands at the beginning of a round."""
    memory, chance = Memory(), Random(4)
    session = new_session(CARAVANS, {"rounds": 9999}, memory, SnapshotFile(path))
    while len(session.timeline.entries) < length or not session.prompts[0].prompt.key.endswith("/race/red"):
        step(session, chance)
    return memory, session


def carried(path: Path, memory: Memory) -> Session[Any]:
    return open_session([NEWER], memory.records, memory, SnapshotFile(path))


def test_without_a_safe_point_it_says_why_not(tmp_path: Path) -> None:
    memory, _ = old_game(tmp_path / "a.game", 60)
    with pytest.raises(ReplayMismatchError, match="unchanged"):
        open_session([NEWER], memory.records, None)
    safe_file_of(tmp_path / "a.game").write_bytes(b"")
    with pytest.raises(ReplayMismatchError, match="unchanged"):
        carried(tmp_path / "a.game", memory)


def test_it_goes_on_from_the_last_safe_point(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    memory, before = old_game(path, 60)
    made, gold = len(before.timeline.entries), dict(before.state.gold)
    session = carried(path, memory)
    assert session.begun_with == CARAVANS.rules_version
    assert [item.prompt.key for item in session.prompts] == [f"{before.state.round}/rain"]
    assert (session.state.gold, session.state.rain) == (gold, 7)
    assert len(session.history) == made
    assert not any(line.facts for line in session.history[:made])
    with pytest.raises(NotNowError, match="were corrected"):
        session.undo(past_dice=True)
    assert not [record for record in memory.records if "carried" in record], "looking changes nothing"


def test_the_file_says_so_before_the_first_new_answer(tmp_path: Path) -> None:
    """From then on no safe point is needed: what was answered by the new rules is never lost with one."""
    path = tmp_path / "a.game"
    memory, before = old_game(path, 60)
    made, chance = len(before.timeline.entries), Random(1)
    for _ in range(2):
        session = carried(path, memory)
    for _ in range(40):
        step(session, chance)
    assert ["carried" in record for record in memory.records[-42:]].count(True) == 1
    assert "carried" in memory.records[-41]
    safe_file_of(path).unlink()
    again = open_session([NEWER], memory.records, memory, SnapshotFile(path))
    assert picture(again) == picture(session)
    assert picture(carried(path, memory)) == picture(session), "safe points of the new rules count"
    taken = again.undo(len(again.timeline.entries) - made, past_dice=True)
    assert len(taken.entries) == 40
    with pytest.raises(NotNowError, match="were corrected"):
        again.undo(past_dice=True)
    again.redo(40)
    assert picture(again) == picture(session)
    with pytest.raises(ReplayMismatchError, match="rules version"):
        open_session([CARAVANS], memory.records, None)


def test_a_disk_that_refuses_it_refuses_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    memory, _ = old_game(path, 60)
    session = carried(path, memory)
    seen, memory.full = picture(session), True
    with pytest.raises(JournalError):
        session.answer(session.prompts[0].ticket, 3)
    assert picture(session) == seen
    memory.full = False
    session.answer(session.prompts[0].ticket, 3)
    assert picture(open_session([NEWER], memory.records, None)) == picture(session)


@pytest.mark.parametrize(
    "state", [{"gold": 3}, {"gold": {"red": "much"}}, [], None, {"step": "", "rounds": "x"}], ids=repr
)
def test_what_a_stranger_carried_over_is_checked(state: Any, tmp_path: Path) -> None:
    memory, _ = old_game(tmp_path / "a.game", 60)
    memory.records.append({"carried": {"entries": 60, "rules": NEWER.rules_version, "state": state}})
    with pytest.raises(ReplayMismatchError, match="unchanged"):
        open_session([NEWER], memory.records, None)


def test_a_state_that_cannot_be_shown_is_no_game(tmp_path: Path) -> None:
    """Its types are right, and its players are not there."""
    memory, _ = old_game(tmp_path / "a.game", 20)
    memory.records.append({"carried": {"entries": 0, "rules": NEWER.rules_version, "state": {"gold": {}, "round": 1}}})
    with pytest.raises(ReplayMismatchError, match="unchanged"):
        open_session([NEWER], memory.records, None)


def test_it_cannot_begin_after_entries_that_there_are_not(tmp_path: Path) -> None:
    memory, session = old_game(tmp_path / "a.game", 20)
    state = {"step": ""}
    memory.records.append({"carried": {"entries": len(session.timeline.entries) + 1, "rules": 1, "state": state}})
    with pytest.raises(ReplayMismatchError, match="unchanged"):
        open_session([NEWER], memory.records, None)
