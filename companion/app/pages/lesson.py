"""Tutorial: the real table page of a game that is not stored, with hints."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.pages.factories import TutorialStep
from companion.app.table.game_page import GamePage
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.widgets import FitLabel
from companion.app.widgets.pages.services import FrontPage
from companion.app.widgets.rendering.sprites import RoundedRect
from companion.table.errors import BadAnswerError
from companion.table.lesson import FIRST, Hint, Turn
from companion.table.prompts import TABLE, Answer, Prompt, Roll
from companion.table.words import _, and_list, labelled
from layouts.theme import look

__all__ = ["Coach", "CoachLine"]

_MOST_LED: Final = 300
"""Maximum number of answers given for the other players in a row; no turn has so many."""


class Coach(BoxLayout):
    """Guides through a game at its real table page; it can be left at any time.

    Shows a sentence with a key to go on, if it is only to be read, and a key to leave, and draws a ring around the
    widget that the hint is about.

    Args:
        table: page of a game that is not stored.
        step: the part of the tutorial.
    """

    words = StringProperty("")
    said = KvChild(FitLabel)
    next_key = KvChild(Key, "go_on")
    leave_key = KvChild(Key, "leave")

    def __init__(self, table: GamePage, step: TutorialStep) -> None:
        super().__init__()
        self._table, self._lesson, self._further, self._last = table, step.lesson, step.further, step.last
        self._chance = Random(FIRST)
        self._led: set[int] = set()
        self._rounds: dict[int, dict[str, list[str]]] = {}
        self._leaving = False
        self.place, self._mark, self._seen = 0, 0, ""
        self.at: Widget | None = None
        self.leave_key.text = _("Leave the lesson")
        self.leave_key.bind(on_use=lambda _: self._leave())
        self.next_key.bind(on_use=lambda _: self._go_on())
        self._ring = RoundedRect(table.canvas.after, ring=4)
        self._line = CoachLine(self)
        step.watch(self._follow)
        self._point = Clock.create_trigger(self._point_now, 0)
        self._points: tuple[float, ...] = ()
        table.bind(
            on_question=self._lead, on_shown=self._look, on_rematch=self._end, on_home=self._ask, size=self._point
        )

    def _follow(self, page: FrontPage) -> None:
        """Say the same above a page that is in front of the table."""
        if page is not self._table and isinstance(page, BoxLayout) and self._line.parent is not page:
            if self._line.parent is not None:
                self._line.parent.remove_widget(self._line)
            page.add_widget(self._line, index=len(page.children))

    @property
    def hint(self) -> Hint:
        """The current hint."""
        return self._lesson.hints[min(self.place, len(self._lesson.hints) - 1)]

    def _go_on(self) -> None:
        """Stay, or show the next hint or what was done in the next round."""
        if self._leaving:
            self._leaving = False
            self._guide()
        elif self._rounds:
            del self._rounds[next(iter(self._rounds))]
            self._guide()
        else:
            self._look(self._table, "next")

    def _leave(self) -> None:
        """Leave at the second tap; the first one asks."""
        if self._leaving:
            self._table.host.home()
        else:
            self._ask(self._table)

    def _ask(self, table: GamePage) -> bool:
        """Ask at the table whether to leave, from whatever page in front of it."""
        while table.host.page is not table:
            table.host.back()
        self._leaving = True
        self._guide()
        return True

    def _look(self, _table: GamePage, what: str) -> None:
        """Update the hint after a question was shown or a feature was used."""
        self._seen = what or self._seen
        if what == "undo":
            self._rounds = {}
        self._guide()

    def _end(self, _table: GamePage) -> bool:
        # There is no file with seats for a rematch.
        self._further()
        return True

    def _lead(self, _table: GamePage) -> None:
        """Answer for the other players, up to a question for the learner."""
        session = self._table.session
        self._led = {place for place in self._led if place < len(session.timeline.entries)}
        for number in range(_MOST_LED):
            item = next((item for item in session.prompts if self._is_others(item.prompt)), None)
            if item is None:
                return
            made = len(session.timeline.entries)
            if not number:
                self._rounds = {}
            self._led.add(made)
            # An undo of the learner's answer takes these back, too.
            given = self._answer_of_others(item.prompt)
            self._table.recent.note(session.answer(item.ticket, given, source="virtual", joined=made > 0))

    def _answer_of_others(self, prompt: Prompt) -> Answer:
        for key, answers in self._lesson.plays.items():
            for answer in answers if prompt.key.startswith(key) else ():
                able = self._next_turn(prompt) if answer is None else _first_legal(prompt, [answer])
                if able is not None:
                    return able
        turns = self._begun(prompt.who)
        for key, answers in turns[-1].answers.items() if turns else ():
            if prompt.key.startswith(key) and (able := _first_legal(prompt, answers)) is not None:
                return able
        # What may be declined is: nobody performs a Ritual that nobody has planned.
        declined = _first_legal(prompt, [[]]) if prompt.optional else None
        return prompt.any_answer(self._chance) if declined is None else declined

    def _next_turn(self, prompt: Prompt) -> Answer | None:
        """Return what opens the next turn of another player; None if it has no more, or cannot be."""
        turns = self._lesson.turns.get(prompt.who, ())
        begun = len(self._begun(prompt.who))
        if begun == len(turns):
            return None
        opening = _first_legal(prompt, next(iter(turns[begun].answers.values())))
        if opening is not None:
            self._tell(prompt.who, begun, turns[begun])
        return opening

    def _begun(self, who: str) -> Sequence[Turn]:
        """Return the turns of another player so far; those that were undone come again."""
        turns, begun = self._lesson.turns.get(who, ()), 0
        for entry in self._table.session.timeline.entries:
            if begun == len(turns):
                break
            key, answers = next(iter(turns[begun].answers.items()))
            begun += entry.who == who and entry.key.startswith(key) and entry.value in answers
        return turns[:begun]

    def _tell(self, who: str, number: int, turn: Turn) -> None:
        """Have the learner told what another player does in a round, with those who do the same."""
        self._rounds.setdefault(number, {}).setdefault(turn.words, []).append(self._lesson.names.get(who, who))

    @property
    def _told(self) -> str:
        """Sentence about the others in the round that is told now; empty if all is told."""
        done = next(iter(self._rounds.values()), {})
        return "; ".join(labelled(and_list(names), words) for words, names in done.items())

    def _is_others(self, prompt: Any) -> bool:
        if prompt.key.startswith(self._lesson.skipped):
            return True
        return bool(self._lesson.who) and prompt.who not in (self._lesson.who, TABLE) and not isinstance(prompt, Roll)

    def _guide(self) -> None:
        """Go on to the first hint that is not done, show it, and point at its widget."""
        hints, made = self._lesson.hints, len(self._table.session.timeline.entries)
        while self.place < len(hints) and self._is_over(hints[self.place], made):
            self.place, self._mark, self._seen = self.place + 1, made, ""
        if self.place >= len(hints):
            self._further()
            return
        hint = self.hint
        if not self._is_open(hint.key):
            later = (n for n in range(self.place, len(hints)) if hints[n].key and self._is_open(hints[n].key))
            self.place = next(later, self.place)
            hint = self.hint
        waits = not self._is_open(hint.key)
        told = self._told
        self.words = told or (_("Answer this one too. Tap ? for an explanation.") if waits else hint.words)
        reads = bool(told) or (not waits and hint.done == "next" and not hint.until)
        over = not told and self._last and self.place == len(hints) - 1
        self.next_key.text = _("New game") if over else _("Next")
        if self._leaving:
            self.words, self.next_key.text, reads = _("Leave the lesson? Nothing of it is kept."), _("Stay"), True
        self.next_key.disabled = not reads
        self.next_key.opacity = 1 if reads else 0
        self.at = self._table.widget_for_hint(Hint("") if waits or told or self._leaving else hint, self._lesson.who)
        self._point()

    def _is_over(self, hint: Hint, made: int) -> bool:
        if hint.until:
            return self._is_open(hint.until)
        if hint.done == "answer":
            return made > self._mark and self._was_asked(hint)
        return self._seen == hint.done

    def _was_asked(self, hint: Hint) -> bool:
        """Return whether the learner has answered what the hint is about."""
        given = self._table.session.timeline.entries[self._mark :]
        return any(
            entry.key.startswith(hint.key) and self._mark + number not in self._led
            for number, entry in enumerate(given)
        )

    def _is_open(self, key: str) -> bool:
        return not key or any(item.prompt.key.startswith(key) for item in self._table.session.prompts)

    def _point_now(self, __: float) -> None:
        """Draw the ring around the hint's widget, once the widget has its place."""
        at = self.at
        if at is None or at.get_root_window() is None:
            self._ring.hide()
            return
        (x, y), (right, top) = at.to_window(*at.pos), at.to_window(at.right, at.top)
        where = x, y, right, top
        gap = 4 * look.u
        self._ring.put(x - gap, y - gap, right - x + 2 * gap, top - y + 2 * gap, look.alert, 12 * look.u)
        if where != self._points:
            # The widget may still be moving: look again in the next frame.
            self._points = where
            self._point()


def _first_legal(prompt: Prompt, answers: Sequence[Answer]) -> Answer | None:
    """Return the first of these answers that can be; what the learner does may make a planned one illegal."""
    for answer in answers:
        with suppress(BadAnswerError):
            prompt.check(answer)
            return answer
    return None


class CoachLine(BoxLayout):
    """Line with the coach's words, above a page that is in front of the table.

    Args:
        coach: of the table.
    """

    said = KvChild(FitLabel)

    def __init__(self, coach: Coach) -> None:
        super().__init__()
        self.said.text = coach.words
        coach.bind(words=self.said.setter("text"))


load_layout("lesson")
