"""Learning it by doing: the real table of a game that nobody keeps, with a sentence and a ring around what is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.hardware.station import Station
from companion.app.look.drawing import Field
from companion.app.look.keys import Key
from companion.app.look.part import Part, load_layout
from companion.app.look.widgets import Fit
from companion.app.table.page import TablePage
from companion.shelf.library import OpenGame
from companion.table.lesson import FIRST, Hint, Lesson
from companion.table.prompts import TABLE, Roll
from companion.table.words import _
from firmware_bridge.dice import DiceSource
from layouts.theme import look

__all__ = ["Coach", "LessonTable"]

_MOST_LED: Final = 300
"""Answers that others give one after the other; no turn has so many."""


class Coach(BoxLayout):
    """The sentence, a key that goes on where it was only to be read, and one that leaves."""

    words = StringProperty("")
    said = Part(Fit)
    next_key = Part(Key, "go_on")
    leave_key = Part(Key, "leave")


class LessonTable(TablePage):
    """A game in progress that shows how to play it. Everything on it is real; it may be left at any time.

    Args:
        game: a game that nobody keeps.
        dice: the built-in roller.
        station: what is plugged in.
        lesson: what is shown.
        further: shows the next part, or begins a game of one's own after the last.
        last: whether it is the last part.
    """

    def __init__(
        self,
        game: OpenGame,
        dice: DiceSource,
        station: Station,
        lesson: Lesson,
        further: Callable[[], None],
        *,
        last: bool,
    ) -> None:
        super().__init__(game, dice, station)
        self._lesson, self._further, self._last = lesson, further, last
        self._chance = Random(FIRST)
        self._led: set[int] = set()
        self.place, self._mark, self._seen = 0, 0, ""
        self._at: Widget | None = None
        self.coach = Coach()
        self.coach.leave_key.text = _("Leave")
        self.coach.leave_key.bind(on_use=lambda _: self.host.home())
        self.coach.next_key.bind(on_use=lambda _: self._go_on("next"))
        # What the header says is not needed for this.
        self.remove_widget(self.header)
        self.add_widget(self.coach, index=len(self.children))
        self._ring = Field(self.canvas.after, ring=4)
        self._point = Clock.create_trigger(self._point_now, 0)
        self._points: tuple[float, ...] = ()
        self.bind(size=self._point)

    @property
    def hint(self) -> Hint:
        """What is said now."""
        return self._lesson.hints[min(self.place, len(self._lesson.hints) - 1)]

    def opened(self) -> None:
        super().opened()
        self._guide()

    def refresh(self) -> None:
        self._lead()
        super().refresh()
        self._guide()

    def undo(self, count: int = 1) -> None:
        made = len(self.session.timeline.entries)
        # What others did since would only be done again.
        while count < made and made - count in self._led:
            count += 1
        super().undo(count)
        self._led = {number for number in self._led if number < len(self.session.timeline.entries)}
        self._go_on("undo")

    def open_log(self) -> None:
        super().open_log()
        self._go_on("log")

    def open_rules(self, whose: str = "") -> None:
        super().open_rules(whose)
        self._go_on("rules")

    def again(self) -> None:
        # There is no file whose seats could be taken over.
        self._further()

    def beyond(self) -> Sequence[Widget]:
        return self.coach, *super().beyond()

    def _lead(self) -> None:
        """Answer for the others, up to a question that is left to whoever learns."""
        for _number in range(_MOST_LED):
            item = next((item for item in self.session.prompts if self._is_others(item.prompt)), None)
            if item is None:
                return
            plays = (answer for key, answer in self._lesson.plays.items() if item.prompt.key.startswith(key))
            answer: Any = next(plays, None)
            self._led.add(len(self.session.timeline.entries))
            given = item.prompt.any_answer(self._chance) if answer is None else answer
            self.recent.note(self.session.answer(item.ticket, given, source="virtual"))

    def _is_others(self, prompt: Any) -> bool:
        if prompt.key.startswith(self._lesson.skipped):
            return True
        return bool(self._lesson.who) and prompt.who not in (self._lesson.who, TABLE) and not isinstance(prompt, Roll)

    def _go_on(self, what: str) -> None:
        """Something was done that may end a hint."""
        self._seen = what
        self._guide()

    def _guide(self) -> None:
        """Go on to the first hint that is not over, say it, and point."""
        hints, made = self._lesson.hints, len(self.session.timeline.entries)
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
        self.coach.words = _("Answer this one, too. ? explains it.") if waits else hint.words
        reads = not waits and hint.done == "next" and not hint.until
        over = self._last and self.place == len(hints) - 1
        self.coach.next_key.text = _("New game") if over else _("Next")
        self.coach.next_key.disabled = not reads
        self.coach.next_key.opacity = 1 if reads else 0
        self._at = self.question if waits else self._target(hint)
        self._point()

    def _is_over(self, hint: Hint, made: int) -> bool:
        if hint.until:
            return self._is_open(hint.until)
        if hint.done == "answer":
            return made > self._mark and self._was_asked(hint)
        return self._seen == hint.done

    def _was_asked(self, hint: Hint) -> bool:
        """Whether whoever learns has answered what the hint is about."""
        given = self.session.timeline.entries[self._mark :]
        return any(
            entry.key.startswith(hint.key) and self._mark + number not in self._led
            for number, entry in enumerate(given)
        )

    def _is_open(self, key: str) -> bool:
        return not key or any(item.prompt.key.startswith(key) for item in self.session.prompts)

    def _target(self, hint: Hint) -> Widget | None:
        body = self.question.body
        if hint.option and body is not None:
            return next(iter(body.touches([hint.option])), None)
        log, more = list(reversed(self.extras.children))[-2:]
        cards = [card for card in self.ledger.cards if card.player is not None and card.player.id == self._lesson.who]
        places: dict[str, Widget | None] = {
            "question": self.question,
            "verb": self.verb,
            "undo": self.left_key,
            "log": log,
            "more": more,
            "ledger": next(iter(cards), None),
        }
        return places.get(hint.at)

    def _point_now(self, __: float) -> None:
        """Draw the ring around what is meant, once it stands where it belongs."""
        at = self._at
        if at is None or at.get_root_window() is None:
            self._ring.hide()
            return
        (x, y), (right, top) = at.to_window(*at.pos), at.to_window(at.right, at.top)
        where = x, y, right, top
        gap = 4 * look.u
        self._ring.put(x - gap, y - gap, right - x + 2 * gap, top - y + 2 * gap, look.alert, 12 * look.u)
        if where != self._points:
            # What is laid out in this frame moves in the next.
            self._points = where
            self._point()


load_layout("lesson")
