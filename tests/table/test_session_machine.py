"""Any order of answers, corrections, interjections, undo, redo and reopening, found by hypothesis."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.strategies import booleans, integers, sampled_from

from companion.table.errors import CompanionError, JournalError, NotNowError
from companion.table.prompts import Roll
from companion.table.session import LabelledAnswer, new_session, open_session
from tests.table.looks import Memory, picture
from tests.table.sample_game import CARAVANS

SEEDS = integers(0, 2**32)


class Table(RuleBasedStateMachine):
    """A game at the table. `faces` is what the dice showed, by roll number and question: it must never change."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = Memory()
        self.session = new_session(CARAVANS, {"rounds": 3}, self.memory)
        self.acknowledged: list[Any] = []
        self.withdrawn: list[Any] = []

    def note(self, number: int = 1) -> None:
        self.acknowledged += self.session.timeline.entries[-number:]
        self.withdrawn.clear()

    @precondition(lambda self: not self.session.finished)
    @rule(seed=SEEDS, part=integers(0, 1))
    def answer(self, seed: int, part: int) -> None:
        item = self.session.prompts[part % len(self.session.prompts)]
        self.session.answer(item.ticket, item.prompt.any_answer(Random(seed)), source="virtual")
        self.note()

    @precondition(lambda self: not self.session.finished)
    @rule(seed=SEEDS, turned=booleans(), full=booleans())
    def answer_all(self, seed: int, turned: bool, full: bool) -> None:
        chance, items = Random(seed), [*self.session.prompts]
        given = {
            item.ticket: LabelledAnswer(item.prompt.any_answer(chance)) for item in (items[::-1] if turned else items)
        }
        before, self.memory.full = picture(self.session), full
        try:
            self.session.answer_all(given)
        except JournalError:
            assert full
            assert picture(self.session) == before
        else:
            self.note(len(given))
            assert self.session.timeline.last_step == len(given)
        self.memory.full = False

    @rule(key=sampled_from(["red.gold", "blue.gold", "red.water", "blue.water"]), value=integers(0, 6))
    def correct(self, key: str, value: int) -> None:
        if self.session.game.counters(self.session.state)[key] != value:
            self.session.correct({key: value})
            self.note()

    @rule(key=sampled_from(["rest", "find"]))
    def interject(self, key: str) -> None:
        able = any(option.id == key and not option.refused for option in self.session.interjections)
        before = picture(self.session)
        try:
            self.session.interject(key)
        except NotNowError:
            assert not able
            assert picture(self.session) == before
        else:
            assert able
            self.note()

    @precondition(lambda self: self.acknowledged)
    @rule(count=integers(1, 12))
    def undo(self, count: int) -> None:
        count = min(count, len(self.acknowledged))
        self.session.undo(count, past_dice=True)
        for _ in range(count):
            self.withdrawn.append(self.acknowledged.pop())

    @precondition(lambda self: self.withdrawn)
    @rule(count=integers(1, 12))
    def redo(self, count: int) -> None:
        count = min(count, len(self.withdrawn))
        self.session.redo(count)
        for _ in range(count):
            self.acknowledged.append(self.withdrawn.pop())

    @precondition(lambda self: self.acknowledged)
    @rule(count=integers(1, 12))
    def undo_then_redo_is_nothing(self, count: int) -> None:
        count = min(count, len(self.acknowledged))
        before = picture(self.session)
        self.session.undo(count, past_dice=True)
        self.session.redo(count)
        assert picture(self.session) == before

    @precondition(lambda self: not self.session.finished)
    @rule(wrong=sampled_from([None, -1, 10**9, "x", ["x"], [9, 9], {"x": ["gold"]}, {"scout": "moon"}, False]))
    def wrong_answer(self, wrong: object) -> None:
        before = picture(self.session)
        try:
            self.session.answer(self.session.prompts[0].ticket, wrong)
        except CompanionError:
            assert picture(self.session) == before
        else:
            raise AssertionError(wrong)

    @rule()
    def the_plug_is_pulled(self) -> None:
        before = picture(self.session)
        self.session = open_session([CARAVANS], self.memory.records, self.memory)
        assert picture(self.session) == before

    @invariant()
    def nothing_acknowledged_is_missing(self) -> None:
        assert self.session.timeline.entries == self.acknowledged
        assert [line.entry for line in self.session.history] == self.acknowledged
        assert list(reversed(self.session.timeline.undone)) == list(reversed(self.withdrawn))

    @invariant()
    def kept_dice_can_be_given_as_they_are(self) -> None:
        for item in self.session.prompts:
            if isinstance(item.prompt, Roll) and item.prompt.kept is not None:
                item.prompt.check(item.prompt.kept)

    @invariant()
    def facts_alone_make_the_state(self) -> None:
        again = CARAVANS.begin(self.session.setup)
        for fact in self.session.state.facts:
            again.record(fact)
        assert {k: v for k, v in vars(again).items() if k != "facts"} == picture(self.session)["state"]


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=150,
    stateful_step_count=40,
)
