"""Runs a game's scripts over the entries of a game: the state they make, and the question they stop at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct, field

from companion.table.errors import BadAnswerError, BadCorrectionError
from companion.table.game import Game
from companion.table.prompts import Answer, Prompt, Together
from companion.table.record import Entry
from companion.table.script import REASK, SAFE, Marker, Script
from companion.table.state import Fact, TableState
from companion.table.words import _

S = TypeVar("S", bound=TableState)


class _Running(Struct):
    """A script and the question it waits with.

    Args:
        given: answers to parts of it.
        aside: such answers while a correction puts another question before theirs.
    """

    script: Script[None]
    pending: Prompt | Together | None = None
    given: dict[str, Answer] = field(default_factory=dict)
    aside: dict[str, Answer] = field(default_factory=dict)


class _EntryResult(Struct, frozen=True):
    """What an entry has led to, kept for an undo to it.

    Args:
        entries: how many had been made.
        facts: those of the last of these entries.
        state: packed; empty where the facts since one before it tell the same.
        asked: the question that was waited with.
        given: what of it was answered.
        interrupted: whether something that may be done at any moment was going on.
        point: the safe point that it was, if it was one.
    """

    entries: int
    facts: list[Fact]
    state: bytes
    asked: Prompt | Together | None
    given: dict[str, Answer]
    interrupted: bool
    point: Snapshot | None


class Snapshot(Struct, frozen=True):
    """A moment of a game from which it can be gone on with.

    Args:
        entries: how many had been made.
        facts: how many of those that a runner remembers were recorded before it.
        state: packed.
    """

    entries: int
    facts: int
    state: bytes


_NEAR: Final = 64
"""Entries back to which every safe point is kept: an undo is mostly short."""

_BACK: Final = 64
"""Entries back to which all is kept that they led to; between an undo and the next answer no script runs."""

FAR: Final = 64
"""Entries between two states kept of the time before: as many are played again to show a moment of long ago."""

_APART: Final = 8
"""Entries after which what they led to is packed: between them stand the facts, which tell the same."""

_ROOM: Final = 48
"""Safe points that may pile up before some are given up."""


class Runner(Generic[S]):
    """Runs the scripts of a game. It stores nothing; the answers are handed to it.

    Args:
        game: the game.
        setup: a prepared set-up (see `Game.prepare`).
        points: safe points that are known already, with no facts before them.

    `rebuild` comes first. `state` is what the scripts have made so far, with the facts of all entries from number
    `first` on; `marks` tells how many facts there were before each of these.
    """

    state: S

    def __init__(self, game: Game[S], setup: Mapping[str, Any], points: Iterable[Snapshot] = ()) -> None:
        self._game, self._setup = game, setup
        self._safe = list(points)
        self._room = _ROOM
        self._begun = False
        # One for each of the last entries; those after the last one that counts have been undone.
        self._reached: list[_EntryResult] = []
        self._come_to: _EntryResult | None = None
        self.first = 0
        self.marks: list[int] = []

    @property
    def interrupted(self) -> bool:
        """Whether something that may be done at any moment is going on."""
        return self._come_to.interrupted if self._come_to is not None else len(self._stack) > 1

    @property
    def points(self) -> Sequence[Snapshot]:
        """Safe points from which it can go on, oldest first: all of the newest ones, few of those long ago."""
        return self._safe

    @property
    def made(self) -> int:
        """How many entries have been made."""
        return self.first + len(self.marks)

    def facts_of(self, start: int, stop: int) -> list[tuple[Fact, ...]]:
        """Return the facts of the entries from `start`, which is at least `first`, up to `stop`."""
        facts = self.state.facts
        bounds = [*self.marks[start - self.first : stop - self.first + 1]]
        if stop == self.made:
            bounds.append(len(facts))
        return [tuple(facts[one:other]) for one, other in pairwise(bounds)]

    def rebuild(self, entries: Sequence[Entry], number: int | None = None) -> int:
        """Run the script again from the last safe point over the entries that count.

        It takes as long as what comes after that, however many entries there are. If it fails, rebuild once more.

        Args:
            entries: of the game.
            number: how many of them count; None for all.

        Returns:
            How many entries at the beginning did not have to be run again.
        """
        number = len(entries) if number is None else number
        self._drop_safe(number)
        done = self._safe[-1].entries if self._safe else 0
        self._drop_reached(done - 1 if done >= self.first else -1)
        if self._safe:
            point, facts = self._safe[-1], list[Fact]()
            if self._begun and done >= self.first:
                facts = self.state.facts
                del facts[point.facts :]
                del self.marks[done - self.first :]
            else:
                self.first, self.marks = done, []
            kind = type(self.state if self._begun else self._game.begin(self._setup))
            self.state = kind.unpacked(point.state)
            self.state.facts = facts
        else:
            self.state = self._game.begin(self._setup)
            self.first, self.marks = 0, []
        self._begun, self._come_to = True, None
        self._stack = [_Running(self._game.script(self.state))]
        self._at_safe = True
        self._facts_at_safe = len(self.state.facts)
        self._advance(None)
        self._note_reached()
        for entry in islice(entries, done, number):
            self.feed(entry)
        return done

    def go_to(self, number: int) -> bool:
        """Go back to the state after `number` entries, if that is still known. No script runs before the next entry.

        Returns:
            Whether it was known.
        """
        back, state = self._at(number), self._state_at(number)
        if back is None or state is None:
            return False
        facts = self.state.facts
        if number < self.made:
            del facts[self.marks[number - self.first] :]
            del self.marks[number - self.first :]
            self._drop_safe(number)
        while self.made < number:
            again = self._at(self.made + 1)
            assert again is not None
            self.marks.append(len(facts))
            facts += again.facts
            if again.point is not None:
                self._add_safe(again.point)
        self.state = state
        self.state.facts = facts
        self._come_to = back
        return True

    def wake(self, entries: Sequence[Entry]) -> None:
        """Start the scripts again after `go_to`; the open questions stay the same.

        Args:
            entries: those that count.

        Raises:
            BadAnswerError: the scripts ask something else than before; they may also raise any other error.
        """
        known = self._come_to
        if known is None:
            return
        asked = [prompt.key for prompt in self.parts()]
        self.rebuild(entries)
        if [prompt.key for prompt in self.parts()] != asked:
            raise BadAnswerError(_("“{question}” is not asked here.").format(question=", ".join(asked)))
        running = self._stack[-1]
        running.pending, running.given = known.asked, dict(known.given)

    def feed(self, entry: Entry, accepted: Prompt | None = None) -> None:
        """Hand one entry to the running scripts.

        Raises an error where the entry does not fit, maybe half-way; call `rebuild` then.

        Args:
            accepted: the question that has accepted this answer, if one has; any other looks at it first.
        """
        self._drop_reached(self.made)
        self.marks.append(len(self.state.facts))
        if len(self._stack) == 1:
            # Facts recorded since the safe point would be recorded twice if the script started anew.
            self._at_safe = self._at_safe and self._facts_at_safe == len(self.state.facts)
        if entry.kind == "interject":
            self._stack.append(_Running(self._game.interjection(self.state, entry.key)))
            self._advance(None)
        elif entry.kind == "correct":
            self._correct(entry.value)
            self._ask_again()
        else:
            prompt = next((p for p in self.parts() if p.key == entry.key), None)
            if prompt is None:
                raise BadAnswerError(_("“{question}” is not asked here.").format(question=entry.key))
            if prompt is not accepted:
                prompt.check_stored(entry.value)
            running = self._stack[-1]
            running.given[entry.key] = entry.value
            # A state alone does not know the part that is given: from now on it is no safe point any more.
            self._at_safe = self._at_safe and len(self._stack) > 1
            if not isinstance(running.pending, Together):
                aside, running.aside = running.aside, {}
                self._advance(entry.value)
                if self._stack[-1] is running and isinstance(running.pending, Together):
                    self._take_up(aside)
            elif not self.parts():
                self._advance(dict(running.given))
        self._note_reached()

    def _correct(self, changes: Any) -> None:
        """Set counters. Raises `BadCorrectionError` if a stranger's entry sets what there is not, or to no number."""
        known = self._game.counters(self.state)
        whole = isinstance(changes, dict) and all(type(value) is int for value in changes.values())
        if not whole or not changes.keys() <= known.keys():
            raise BadCorrectionError(_("There is no such counter, or it needs a whole number. Nothing has changed."))
        for key, value in changes.items():
            self._game.correct(self.state, key, value)

    def _asked(self) -> tuple[Prompt | Together | None, dict[str, Answer]]:
        """Return the questions of this moment, and what of them is answered."""
        if self._come_to is not None:
            return self._come_to.asked, self._come_to.given
        return self._stack[-1].pending, self._stack[-1].given

    def answered(self) -> list[tuple[Prompt, Answer]]:
        """Return the questions of this moment that are answered while others are open, with their answers."""
        asked, given = self._asked()
        parts = asked.parts if isinstance(asked, Together) else ()
        return [(part, given[part.key]) for part in parts if part.key in given]

    def parts(self) -> list[Prompt]:
        """Return the questions that can be answered now."""
        asked, given = self._asked()
        if isinstance(asked, Together):
            return [p for p in asked.parts if p.key not in given]
        return [] if asked is None else [asked]

    def _at(self, number: int) -> _EntryResult | None:
        place = number - self._reached[0].entries if self._reached else -1
        return self._reached[place] if 0 <= place < len(self._reached) else None

    def _state_at(self, number: int) -> S | None:
        """Return the state after `number` entries, without facts; None if it is not known any more."""
        facts: list[Fact] = []
        while (reached := self._at(number)) is not None:
            if reached.state:
                state = type(self.state).unpacked(reached.state)
                for fact in reversed(facts):
                    fact.apply(state)
                return state
            facts += reversed(reached.facts)
            number -= 1
        return None

    def _note_reached(self) -> None:
        """Keep what the last entry has led to, for an undo."""
        made, running = self.made, self._stack[-1]
        point = self._safe[-1] if self._safe and self._safe[-1].entries == made else None
        facts = self.state.facts[self.marks[-1] :] if self.marks else []
        # Facts may have come between the safe point and the question.
        if point is not None and point.facts == len(self.state.facts):
            state = point.state
        elif made % _APART == 0 or not self._reached:
            state = self.state.packed()
        else:
            state = b""
        given = dict(running.given)
        self._reached.append(_EntryResult(made, facts, state, running.pending, given, self.interrupted, point))
        if len(self._reached) > 2 * _BACK:
            del self._reached[: len(self._reached) - _BACK]

    def _drop_reached(self, number: int) -> None:
        """Forget what entries after the first `number` have led to."""
        if self._reached:
            del self._reached[max(0, number + 1 - self._reached[0].entries) :]

    def _ask_again(self) -> None:
        """Build the pending question anew; answers to parts of it that still fit are kept."""
        given = {**self._stack[-1].aside, **self._stack[-1].given}
        if self._at_safe and len(self._stack) == 1:
            self._stack = [_Running(self._game.script(self.state))]
            self._advance(None)
        else:
            self._advance(REASK)
        self._take_up(given)

    def _take_up(self, given: dict[str, Answer]) -> None:
        """Keep answers to parts of the question that still fit; those to parts of one that is put off wait."""
        running = self._stack[-1]
        if not isinstance(running.pending, Together):
            running.aside = given
            return
        asked = running.pending.parts
        running.given = {p.key: given[p.key] for p in asked if p.key in given and fits(p, given[p.key])}
        running.aside = {}
        if not self.parts():
            self._advance(dict(running.given))

    def _advance(self, value: Any) -> None:
        running = self._stack[-1]
        running.given = {}
        if len(self._stack) == 1 and value is not None and value is not REASK:
            self._at_safe = False
        while True:
            try:
                step = running.script.send(value)
            except StopIteration:
                running.pending = None
                if len(self._stack) > 1:
                    self._stack.pop()
                    self._ask_again()
                return
            if not isinstance(step, Marker):
                running.pending = step
                return
            if step is SAFE and len(self._stack) == 1:
                self._mark_safe()
            value = None

    def _mark_safe(self) -> None:
        self._at_safe = True
        self._facts_at_safe = len(self.state.facts)
        entries = self.made
        if self._safe and self._safe[-1].entries >= entries:
            return
        self._add_safe(Snapshot(entries, len(self.state.facts), self.state.packed()))

    def _drop_safe(self, number: int) -> None:
        while self._safe and self._safe[-1].entries > number:
            self._safe.pop()

    def _add_safe(self, point: Snapshot) -> None:
        self._safe.append(point)
        if len(self._safe) > self._room:
            self._give_up()

    def _give_up(self) -> None:
        """Keep few of the safe points that lie far back."""
        newest, last = self._safe[-1].entries, -FAR
        kept = []
        for point in self._safe:
            if point.entries >= newest - _NEAR or point.entries - last >= FAR:
                kept.append(point)
                last = point.entries
        self._safe, self._room = kept, len(kept) + _ROOM


def fits(prompt: Prompt, value: Answer) -> bool:
    """Return whether a value that was given answers a question."""
    try:
        prompt.check_stored(value)
    except BadAnswerError:
        return False
    return True
