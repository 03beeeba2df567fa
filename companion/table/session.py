"""One game in progress: runs its script, checks answers, keeps the journal, undoes and redoes.

The session is the only way to a game. Every face (screen, buttons, headless, tests) sees the open questions with
their tickets, answers them, and reads the view. Use it from one thread only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.table.errors import (
    BadAnswerError,
    BadCorrectionError,
    CompanionError,
    DiceBarrierError,
    NotNowError,
    ReplayMismatchError,
    StaleAnswerError,
)
from companion.table.game import Game, Secret, SupportsGreatMoments, SupportsPreview, SupportsSecrets
from companion.table.limits import MOST_HELD, count
from companion.table.prompts import Answer, Option, Prompt, Roll
from companion.table.record import Entry, GameStarted, Record, RulesMigration
from companion.table.runner import Runner, Snapshot, fits
from companion.table.state import Fact, SavedItem, TableState
from companion.table.timeline import Timeline
from companion.table.view import GreatMoment, SideView, View
from companion.table.words import _, labelled, n_

if TYPE_CHECKING:
    from logging import Logger

    from companion.table.snapshots import SnapshotFile

S = TypeVar("S", bound=TableState)


class Journal(Protocol):
    """Where a session writes; `append` returns only when the records of a step are safe, all of them or none."""

    def append(self, *records: Mapping[str, Any]) -> None: ...


class OpenPrompt(Struct, frozen=True):
    """A question that can be answered now.

    Args:
        ticket: good for this question only, as it is put now.
        prompt: the question.
        first: the ticket that the same question had when it was put first. After another answer, a correction or
            something done in between it may be put anew, perhaps with other options.
    """

    ticket: int
    prompt: Prompt
    first: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the open prompt for JSON, with its ticket."""
        return {"ticket": self.ticket, **self.prompt.as_json()}


class LabelledAnswer(Struct, frozen=True):
    """An answer with what the log says about it.

    Args:
        value: of the shape that the question asks for.
        source: where it came from: `touch`, `hand`, `tower`, or the name of a roller.
        original: for dice that people corrected: what was reported first.
        note: what else is worth knowing.
    """

    value: Answer
    source: str = "touch"
    original: Answer | None = None
    note: str = ""


class LogLine(Struct, frozen=True):
    """One entry of the game with the facts that came of it. `number` counts from 1."""

    number: int
    entry: Entry
    facts: tuple[Fact, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the line for JSON."""
        facts = [f.as_json() for f in self.facts]
        return {"number": self.number, **self.entry.as_public_json(), "facts": facts}


class UndoResult(Struct, frozen=True):
    """What an undo took back: the entries, newest first, and what to put back on the physical board."""

    entries: tuple[Entry, ...]
    board: tuple[str, ...]


class Session(Generic[S]):
    """A game in progress.

    Args:
        game: the game.
        setup: a prepared set-up (see `Game.prepare`).
        journal: where every entry is made durable before it is acknowledged; None keeps it in memory only.
        timeline: entries to start with, when a stored game is opened.
        safe_file: where safe points are kept, so that opening it need not play all of it again.

    Raises:
        ReplayMismatchError: the entries do not fit the game's rules.

    `begun_with` is the version of the rules that a game was begun with. If it is an older one, numbers that were worked
    out by the old rules may differ now, and should be compared with the board.
    `keep` is told what people make with an answer for their next game. `told` is called after each step: an answer, a
    correction, something done in between, an undo, a redo, another language. `epoch` names this opening of the game:
    tickets are counted anew whenever it is opened.
    """

    def __init__(
        self,
        game: Game[S],
        setup: Mapping[str, Any],
        journal: Journal | None = None,
        timeline: Timeline | None = None,
        snapshot_file: SnapshotFile | None = None,
    ) -> None:
        self.game, self.setup, self._journal, self._snapshot_file = game, dict(setup), journal, snapshot_file
        self.timeline, self._stored = timeline or Timeline(), timeline is not None
        self.begun_with = game.rules_version
        self.keep: Callable[[SavedItem], None] = lambda _keepsake: None
        self.told: Callable[[], None] = lambda: None
        self.epoch = os.urandom(6).hex()
        self._tickets = 0
        self._asked: dict[str, tuple[type[Prompt], int]] = {}
        self._open: list[OpenPrompt] = []
        self._shown: list[tuple[Prompt, int]] = []
        self._origin = b"" if snapshot_file is None else snapshot_file.origin(game, self.setup)
        self._log: list[LogLine] = []
        self._carry: RulesMigration | None = None
        try:
            self._runner = self._from_snapshot() or self._played()
        except Exception as error:
            runner = self._carried_over()
            if runner is None and isinstance(error, BadAnswerError | BadCorrectionError | NotNowError):
                raise ReplayMismatchError(
                    _(
                        "This game was played with rules that differ from this version ({error}). The file is "
                        "unchanged; open it with the version that made it."
                    ).format(error=error)
                ) from error
            if runner is None:
                raise
            self._runner = runner
        self._show()

    # -- what a face reads ------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """What the game knows."""
        return self._runner.state

    @property
    def prompts(self) -> tuple[OpenPrompt, ...]:
        """The questions that can be answered now; none when the game is over."""
        return tuple(self._open)

    @property
    def answered(self) -> tuple[tuple[Prompt, Answer], ...]:
        """The questions of this moment that are answered while others are open, with their answers; no secret ones."""
        return tuple(pair for pair in self._runner.answered() if not pair[0].secret)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to ask."""
        return not self._open

    @property
    def view(self) -> View:
        """What everybody may see of the state."""
        return self.game.view(self.state)

    @property
    def interjections(self) -> tuple[Option, ...]:
        """What players may do at any moment; nothing while one of them is going on."""
        return () if self._runner.interrupted else self.game.interjections(self.state)

    @property
    def history(self) -> list[LogLine]:
        """All entries so far with the facts that came of each."""
        known = len(self._log)
        self._log += self.lines(known, len(self.timeline.entries))
        return list(self._log)

    def lines(self, start: int, stop: int) -> list[LogLine]:
        """Return the entries from number `start` + 1 to number `stop` with their facts, oldest first.

        What lies before the safe point that the game was opened from is played again for that, from the last safe point
        before.
        """
        stop, first = min(stop, len(self.timeline.entries)), self._runner.first
        start = max(0, start)
        facts: list[tuple[Fact, ...]] = []
        unknown = max(0, min(self._floor, stop) - start)
        if unknown:
            # What other rules made of them, those of today cannot tell.
            told = self.timeline.entries[start : start + unknown]
            silent = [LogLine(start + n, entry, ()) for n, entry in enumerate(told, 1)]
            return silent + self.lines(start + unknown, stop)
        if start < min(first, stop):
            points = [point for point in self._runner.points if point.entries <= start]
            earlier = Runner(self.game, self.setup, points)
            earlier.rebuild(self.timeline.entries[: min(first, stop)])
            facts = earlier.facts_of(start, min(first, stop))
        if stop > first:
            facts += self._runner.facts_of(max(first, start), stop)
        entries = self.timeline.entries[start:stop]
        return [LogLine(start + n, *line) for n, line in enumerate(zip(entries, facts, strict=True), 1)]

    def own(self, player: str) -> tuple[Secret, ...]:
        """Return what only this player may see, without asking a question."""
        return self.game.own(self.state, player) if isinstance(self.game, SupportsSecrets) else ()

    def prompt_for(self, ticket: int, epoch: str = "", key: str = "") -> Prompt:
        """Return the open question with this ticket.

        Args:
            ticket: of the question.
            epoch: of the opening that gave the ticket out, if known.
            key: of the question, if known.

        Raises:
            StaleAnswerError: there is no such question any more, or the ticket now belongs to another one.
        """
        for item in self._open:
            if item.ticket == ticket and epoch in ("", self.epoch) and key in ("", item.prompt.key):
                return item.prompt
        raise StaleAnswerError(_("That question is no longer open. Nothing has changed; answer the one on screen."))

    def foresee(self, picked: Mapping[str, Sequence[str]]) -> tuple[SideView, ...]:
        """Return the sides of a battle that is being declared with what is picked so far.

        `picked` has the keys of the open questions; there are no sides if the game cannot tell.
        """
        if not isinstance(self.game, SupportsPreview):
            return ()
        return self.game.foresee(self.state, [item.prompt for item in self._open], picked)

    def great_moment(self, facts: Sequence[Fact]) -> GreatMoment | None:
        """Return the greatest moment among the facts of the step just made; None if there is none."""
        return self.game.great_moment(self.state, facts) if isinstance(self.game, SupportsGreatMoments) else None

    # -- what a face does -------------------------------------------------------------------------------------

    def answer(
        self,
        ticket: int,
        value: Answer,
        *,
        source: str = "touch",
        original: Answer | None = None,
        note: str = "",
        joined: bool = False,
    ) -> list[Fact]:
        """Answer an open question and return the new facts.

        Args:
            ticket: of the question that was shown.
            value: the answer, of the shape that the kind of prompt asks for.
            source: where it came from.
            original: for dice that the table corrected: what was reported first.
            note: what else the log should say about it.
            joined: whether it is given in one go with the answer before.

        Raises:
            StaleAnswerError: the question is not open any more.
            BadAnswerError: the answer does not fit.
            JournalError: it could not be made durable; nothing has changed.
        """
        return self._take([self._answered(ticket, LabelledAnswer(value, source, original, note), joined=joined)])

    def answer_all(self, answers: Mapping[int, LabelledAnswer]) -> list[Fact]:
        """Answer several questions that are open at the same moment, by their tickets, and return the new facts.

        They count together or not at all, and are one step for whoever takes it back. Raises like `answer`.
        """
        given = enumerate(answers.items())
        return self._take([self._answered(ticket, one, joined=place > 0) for place, (ticket, one) in given])

    def _answered(self, ticket: int, given: LabelledAnswer, *, joined: bool) -> tuple[Entry, Prompt]:
        """Return the entry of an answer, and the question that has accepted it."""
        prompt, value = self.prompt_for(ticket), given.value
        prompt.check(value)
        kind = "answer"
        if isinstance(prompt, Roll):
            kind = "roll"
            if prompt.kept is not None and value != prompt.kept and given.source != "hand":
                raise BadAnswerError(_("These dice have already been rolled; undo does not roll them again."))
        # What only its player may see stays out of the log and off the undo button; facts tell what becomes public.
        label = prompt.title if prompt.secret else prompt.label(value)
        said = label, given.original, given.note
        return Entry(kind, prompt.key, value, given.source, prompt.who, *said, prompt.secret, joined), prompt

    def correct(self, counters: Mapping[str, int], *, source: str = "touch") -> list[Fact]:
        """Set counters by hand, at any moment; the open question is built anew. Raises `BadCorrectionError`."""
        known = self.game.counters(self.state)
        for key, value in counters.items():
            if key not in known:
                raise BadCorrectionError(
                    _("There is no counter “{key}”. Nothing has changed.").format(key=str(key)[:60])
                )
            if not isinstance(value, int) or isinstance(value, bool):
                raise BadCorrectionError(
                    _("{counter} needs a whole number. Nothing has changed.").format(
                        counter=self.view.labels().get(key, key)
                    )
                )
        changes = {k: v for k, v in counters.items() if known[k] != v}
        if not changes:
            return []
        view = self.view
        labels, said = view.labels(), view.says
        changed = [labelled(labels.get(k, k), f"{said(k, known[k])} → {said(k, v)}") for k, v in changes.items()]
        label = _("Correction: {changes}").format(changes="; ".join(changed))
        return self._take([(Entry("correct", "correct", changes, source, "", label), None)])

    def interject(self, key: str, *, source: str = "touch") -> list[Fact]:
        """Start something that may be done at any moment. Raises `NotNowError`."""
        found = next((o for o in self.interjections if o.id == key), None)
        if found is None:
            raise NotNowError(_("“{key}” cannot be done right now. Nothing has changed.").format(key=str(key)[:60]))
        if found.refused:
            raise NotNowError(_("{what}: {refused}").format(what=found.label, refused=found.refused))
        return self._take([(Entry("interject", key, None, source, "", found.label), None)])

    def undo(self, count: int = 1, *, past_dice: bool = False) -> UndoResult:
        """Take back the last `count` entries.

        Dice stay as they fell: when the same roll comes again it shows them and takes no others.

        Raises:
            NotNowError: there are not that many.
            DiceBarrierError: dice are among them and `past_dice` was not given.
        """
        entries = self.timeline.entries
        if not 1 <= count <= len(entries):
            only = n_("Only {n} can be undone.", "Only {n} can be undone.", len(entries)).format(n=len(entries))
            raise NotNowError(only if entries else _("There is nothing to undo."))
        if len(entries) - count < self._floor:
            raise NotNowError(
                _(
                    "The rules were corrected at that point, so earlier steps cannot be undone. Correct "
                    "the numbers instead."
                )
            )
        if not past_dice and any(e.kind == "roll" for e in entries[-count:]):
            raise DiceBarrierError(_("Dice have been rolled since then. Their results stand; hold to undo past them."))
        taken_back = self.lines(len(entries) - count, len(entries))
        facts = (fact for line in reversed(taken_back) for fact in reversed(line.facts))
        board = tuple(filter(None, (fact.put_back() for fact in facts)))
        try:
            # What cannot be undone must not be in the file: it is tried first.
            known = self._seek(len(entries) - count)
            self._write({"undo": count})
        except BaseException:
            self._restore()
            raise
        dropped = self.timeline.undo(count)
        # All questions are asked anew, also those that nobody had answered.
        self._shown, self._asked = [], {}
        self._rebuilt(known)
        self.told()
        return UndoResult(tuple(dropped), board)

    def redo(self, count: int = 1) -> list[Fact]:
        """Take back an undo. Raises `NotNowError` if nothing was undone since the last new answer."""
        if not 1 <= count <= len(self.timeline.undone):
            raise NotNowError(_("There is nothing to redo."))
        before = len(self.state.facts)
        if self._runner.go_to(len(self.timeline.entries) + count):
            self._push((), {"redo": count})
        else:
            self._push([(entry, None) for entry in self.timeline.undone[: -count - 1 : -1]], {"redo": count})
        self.timeline.redo(count)
        self._asked = {}
        self._show()
        self.told()
        return self.state.facts[before:]

    def rebuild_log(self) -> None:
        """Run the game once more, so that the log is in the language in use; nothing else changes."""
        if self._snapshot_file is not None:
            self._origin = self._snapshot_file.origin(self.game, self.setup)
        self._runner = self._played()
        self._rebuilt(0)
        self.told()

    # -- machinery --------------------------------------------------------------------------------------------

    def _played(self) -> Runner[S]:
        """Run the whole game, and return its runner."""
        runner = Runner(self.game, self.setup, self._base())
        runner.rebuild(self.timeline.entries)
        return runner

    @property
    def _floor(self) -> int:
        """The number of entries at the beginning that earlier rules have played."""
        return 0 if self.timeline.carried is None else self.timeline.carried.entries

    def _base(self) -> list[Snapshot]:
        """Return the safe point from which on today's rules have played; none if from the beginning."""
        carried = self.timeline.carried
        if carried is None:
            return []
        begun = self.game.begin(self.setup)
        state = begun.taking(msgspec.json.encode(carried.state))
        # What nobody has played here holds no number that a correction would refuse.
        taken = type(begun).unpacked(state)
        for key, value in self.game.counters(taken).items():
            self.game.correct(type(begun).unpacked(state), key, value)
        return [Snapshot(carried.entries, 0, state)]

    def _carried_over(self) -> Runner[S] | None:
        """Return a runner of today's rules from the last safe point of earlier rules, or None if there is none.

        That point becomes part of the game's file with the next record.
        """
        point = self._snapshot_file.left_over(self.timeline.entries) if self._snapshot_file is not None else None
        if point is None or point.entries < self._floor:
            return None
        before = self.timeline.carried
        try:
            state = msgspec.json.decode(point.state, type=dict[str, Any])
            self.timeline.carried = RulesMigration(point.entries, self.game.rules_version, state)
            runner = self._played()
        except Exception:  # noqa: BLE001 - then it is as if there were none
            _log().info("left-over safe point refused", exc_info=True)
            self.timeline.carried = before
            return None
        self._carry = self.timeline.carried
        return runner

    def _from_snapshot(self) -> Runner[S] | None:
        """Return a runner from the last safe point that was kept, or None if there is none."""
        if self._snapshot_file is None or not self.timeline.entries:
            return None
        points = self._snapshot_file.load(self._origin, self.timeline.entries)
        points = [point for point in points if point.entries > self._floor]
        if not points:
            return None
        runner = Runner(self.game, self.setup, self._base() + points)
        try:
            runner.rebuild(self.timeline.entries)
        except Exception:  # noqa: BLE001 - no game is lost by a safe point
            # Its hashes are right and its content is not: whatever wrote that, the game itself knows better.
            _log().info("safe point refused", exc_info=True)
            self._snapshot_file.forget(0)
            return None
        return runner

    def _write(self, *records: Mapping[str, Any]) -> None:
        if self._journal is not None:
            if self._carry is not None:
                # In the file, so that no entry is ever there that only a safe point could explain.
                self._journal.append({"carried": msgspec.to_builtins(self._carry)})
            self._journal.append(*records)
        self._carry = None

    def _take(self, step: Sequence[tuple[Entry, Prompt | None]]) -> list[Fact]:
        """Take new entries as one step, each with the question that has accepted it, if one has."""
        before = len(self.state.facts)
        self._push(step, *({"entry": entry.as_json()} for entry, _prompt in step if self._journal is not None))
        for entry, _prompt in step:
            self.timeline.add(entry)
            if entry.kind in ("answer", "roll"):
                self._asked.pop(entry.key, None)
        self._show()
        facts = self.state.facts[before:]
        for fact in facts:
            if isinstance(fact, SavedItem):
                self.keep(fact)
        self.told()
        return facts

    def _push(self, entries: Iterable[tuple[Entry, Prompt | None]], *records: Mapping[str, Any]) -> None:
        """Run entries, each with the question that has accepted it, and write records.

        If that fails, everything is as it was.
        """
        try:
            for entry, accepted in entries:
                self._resume()
                self._runner.feed(entry, accepted)
            self._write(*records)
        except BaseException as error:
            self._restore()
            if not self._stored or isinstance(error, CompanionError) or not isinstance(error, Exception):
                raise
            # A stranger may have written what no rule leads to, and any line of a game may trip over it.
            _log().exception("what stands in the file of this game leads to a fault")
            raise NotNowError(
                _(
                    "That cannot be done with what stands in the file of this game ({error}). Nothing has changed; "
                    "do something else, or undo."
                ).format(error=type(error).__name__)
            ) from error

    def _seek(self, number: int) -> int:
        """Go back to the state after `number` entries; return how many of them were not played again."""
        return number if self._runner.go_to(number) else self._runner.rebuild(self.timeline.entries, number)

    def _resume(self) -> None:
        """Start the scripts, which an undo leaves stopped: mostly another undo follows."""
        try:
            self._runner.wake(self.timeline.entries)
        except Exception:  # noqa: BLE001 - whatever a safe point that is none leads to
            _log().info("played from the beginning", exc_info=True)
            self._runner = self._played()

    def _restore(self) -> None:
        """Play the entries that count again after a failure; the tickets that were given out stay good."""
        shown = self._shown
        try:
            known = self._runner.rebuild(self.timeline.entries)
        except Exception:  # noqa: BLE001 - whatever a safe point that is none leads to
            _log().info("played from the beginning", exc_info=True)
            self._runner, known = self._played(), 0
        self._rebuilt(known)
        self._shown = [(prompt, ticket) for (prompt, __), (___, ticket) in zip(self._shown, shown, strict=True)]
        self._show()

    def _rebuilt(self, known: int) -> None:
        """Give out the questions that a runner has come to, which has not played the first `known` entries again."""
        del self._log[known:]
        if self._snapshot_file is not None:
            self._snapshot_file.forget(len(self.timeline.entries))
        self._show()

    def _show(self) -> None:
        """Give out tickets; a question that is still the same keeps its own."""
        # Until it is in the file, what a game was carried over from is needed again.
        if self._snapshot_file is not None and self._carry is None:
            self._snapshot_file.keep(self._origin, self._runner.points, self.timeline.entries)
        before, self._shown = self._shown, []
        asked, self._open = self._asked, []
        # What is done in between puts the questions of before off, and does not end them.
        self._asked = dict(asked) if self._runner.interrupted else {}
        for prompt in self._runner.parts():
            ticket = next((t for p, t in before if p is prompt), None)
            if ticket is None:
                self._tickets += 1
                ticket = self._tickets
            self._shown.append((prompt, ticket))
            kind, first = asked.get(prompt.key, (type(prompt), ticket))
            if kind is not type(prompt):
                first = ticket
            self._asked[prompt.key] = type(prompt), first
            kept = self.timeline.kept(prompt.key) if isinstance(prompt, Roll) else None
            # After a correction the same roll may take another number of dice: that one has not fallen yet.
            if isinstance(prompt, Roll) and kept is not None and fits(prompt, kept):
                self._open.append(OpenPrompt(ticket, replace(prompt, kept=kept), first))
            else:
                self._open.append(OpenPrompt(ticket, prompt, first))


def _log() -> Logger:
    # Few sessions have anything to log.
    import logging

    return logging.getLogger(__name__)


def open_session(
    games: Iterable[Game[Any]],
    records: Sequence[Mapping[str, Any]] | Sequence[Record],
    journal: Journal | None,
    snapshot_file: SnapshotFile | None = None,
) -> Session[Any]:
    """Open a stored game from its journal records; new entries go to `journal`.

    Raises:
        ReplayMismatchError: the game is unknown here, or its rules are not those that it was played by. A game of
            older rules opens if they ask all the same questions, or else from the last safe point of then, if that was
            kept; `begun_with` tells.
    """
    told = [record if isinstance(record, Record) else Record.of(record) for record in records]
    game, first = game_of(games, told[:1])
    _refuse_newer(first.rules, game)
    try:
        timeline = Timeline.of(told[1:])
        if timeline.carried is not None:
            _refuse_newer(timeline.carried.rules, game)
        session = Session(game, first.setup, journal, timeline, snapshot_file)
        if timeline.carried is not None:
            # What nobody has played here must at least be something that can be shown.
            session.view.as_json()
            game.counters(session.state)
            tuple(session.interjections)
    except ReplayMismatchError:
        raise
    except Exception as error:
        # What a stranger wrote may trip any line of a game; whatever it is, the file holds no game of this version.
        raise ReplayMismatchError(
            _(
                "This version cannot replay the game in this file ({name}: {error}). It is "
                "unchanged; open it with the version that made it, or choose another file."
            ).format(name=type(error).__name__, error=str(error)[:200])
        ) from error
    session.begun_with = first.rules
    return session


def _refuse_newer(rules: int, game: Game[Any]) -> None:
    if rules > game.rules_version:
        raise ReplayMismatchError(
            _(
                "This game was played with rules version {rules}; this is version {rules_version}. The file is "
                "unchanged; open it with the version that made it."
            ).format(rules=rules, rules_version=game.rules_version)
        )


def game_of(games: Iterable[Game[Any]], records: Sequence[Record]) -> tuple[Game[Any], GameStarted]:
    """Return which game stored records belong to, and their first one. Raises `ReplayMismatchError`."""
    first = records[0].new if records else None
    if first is None:
        raise ReplayMismatchError(_("This file does not contain a game. It is unchanged; choose another file."))
    game = next((g for g in games if g.name == first.game), None)
    if game is None:
        raise ReplayMismatchError(
            _("This version has no game called “{game}”. The file is unchanged.").format(game=first.game[:40])
        )
    try:
        count(first.setup, MOST_HELD)
    except ValueError as error:
        raise ReplayMismatchError(
            _(
                "This file holds a game that nobody can have set up like that ({error}). It is unchanged; choose "
                "another one."
            ).format(error=error)
        ) from error
    return game, first


def new_session(
    game: Game[Any], setup: Mapping[str, Any], journal: Journal | None = None, snapshot_file: SnapshotFile | None = None
) -> Session[Any]:
    """Start a new game and write its first line. Raises `BadSetupError`."""
    prepared = game.prepare(setup)
    if journal is not None:
        journal.append({"new": {"game": game.name, "rules": game.rules_version, "setup": prepared}})
    return Session(game, prepared, journal, None, snapshot_file)
