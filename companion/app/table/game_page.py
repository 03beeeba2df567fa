"""Base class of the table page: answers, corrections, undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import chain, dropwhile
from typing import Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.table.header.sound_cues import SoundState
from companion.app.table.sidebar.recent import REMEMBERED, RecentEvents
from companion.app.widgets.pages.page import Page
from companion.app.widgets.rendering.motion import motion
from companion.storage.game_library import OpenGame
from companion.table.lesson import Hint
from companion.table.record import Entry
from companion.table.rulings import Ruled
from companion.table.session import LabelledAnswer
from companion.table.state import Fact
from companion.table.view import Counter, GreatMoment
from companion.table.words import _, briefly, halves, n_
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import stands

__all__ = ["GamePage"]

HOLD: Final = 1.0
"""Seconds for which undo must be held to take back dice."""


class GamePage(Page):
    """Page of a game in progress: changes the game, undoes and redoes steps.

    Fires `on_question` before the next question is shown, `on_shown(what)` afterwards, with the feature that was
    just used (`undo`, `log`, `rules`) or an empty text, `on_rematch` to start another game with the same seats, and
    `on_home` to leave the game.

    Args:
        game: the game.
    """

    __events__ = ("on_question", "on_shown", "on_rematch", "on_home")

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self.game, self.session = game, game.session
        self._view = self.session.view
        self.sound_state = SoundState.of(self.session, self._view)
        self.recent = RecentEvents()
        self.coach: Widget | None = None
        self._taken_back: Sequence[tuple[str, ...]] = ()
        self._shown_once: set[str] = set()
        self._late_moment: GreatMoment | None = None
        self.left_sign = SYMBOLS["undo"]
        self.redo_key = self.add_extra(SYMBOLS["redo"], self.redo, _("Redo"))
        if made := len(self.session.timeline.entries):
            # This may replay a turn or two, so it is done after the first frame.
            Clock.schedule_once(lambda _: self._recall(made), 0)

    def refresh(self) -> None:
        """Redraw everything from the session."""
        raise NotImplementedError

    def widget_for_hint(self, hint: Hint, who: str) -> Widget | None:
        """Return the widget that a hint for this player is about, if it is there."""
        raise NotImplementedError

    def set_coach(self, coach: Widget) -> None:
        """Show the coach of a tutorial in place of the header."""
        self.coach = coach
        self.remove_widget(self.header)
        self.add_widget(coach, index=len(self.children))

    def on_question(self) -> None:
        """Handle that the next question is about to be shown; bind to this."""

    def on_shown(self, what: str) -> None:
        """Handle that the question is shown, or a feature was used; bind to this."""

    def on_rematch(self) -> None:
        """Start another game with the same seats."""
        path, library = self.game.path, self.host.library
        self.host.play(lambda: library.again(path))

    def on_home(self) -> None:
        """Leave the game for the home page."""
        self.host.home()

    def answer_taken(self, taken: bool) -> None:
        """Handle that an answer was given, and taken or refused."""

    def turn_started(self) -> None:
        """Handle that the game's next turn is on the screen."""

    def open_put_back(self) -> None:
        """Show what is to be put back on the board; once read, it leaves the header."""
        raise NotImplementedError

    @property
    def put_back(self) -> list[str]:
        """What is to be put back on the board because of undos, until the game goes on."""
        return [*chain(*self._taken_back)]

    def answer(self, ticket: int, given: LabelledAnswer) -> None:
        """Answer an open prompt."""
        self.answer_all([(ticket, given)])

    def answer_all(self, answers: Sequence[tuple[int, LabelledAnswer]]) -> None:
        """Answer several open prompts in one step, which is also undone as one."""
        with self._step():
            self.answer_taken(self._change_game(lambda: self.session.answer_all(dict(answers))))

    def correct(self, counter: Counter, value: int) -> None:
        """Correct a counter."""
        with self._step():
            self._change_game(lambda: self.session.correct({counter.key: value}))

    def correct_all(self, numbers: Mapping[str, int]) -> None:
        """Correct several counters, by their keys, and return to this page."""
        self.come_to_front()
        if numbers:
            with self._step():
                self._change_game(lambda: self.session.correct(numbers))

    def interject(self, key: str) -> None:
        """Start an interjection, which is possible at any moment."""
        with self._step():
            self._change_game(lambda: self.session.interject(key))

    def redo(self) -> None:
        """Take back the last undo."""
        self._change_game(lambda: self.session.redo(self.session.timeline.undone_step), self._taken_back[:-1])

    def undo(self, count: int = 1) -> None:
        """Undo the last `count` answers, also past dice.

        What is to be put back on the board is shown above the table until the game goes on; an undo from the log opens
        it at once.
        """
        at_once = count == self.session.timeline.last_step
        undone = self.host.attempt(lambda: self.session.undo(count, past_dice=True))
        if undone is None:
            return
        labels = [entry.label for entry in undone.entries]
        steps = n_("Undone: {n} step", "Undone: {n} steps", count)
        said = _("Undone: {step}") if at_once else steps
        self.recent.lines = [said.format(step=labels[-1], n=count)]
        self._taken_back = (*self._taken_back, undone.board)
        far = self.host.page is not self
        self.come_to_front()
        self.refresh()
        if far and undone.board:
            self.open_put_back()
        self.dispatch("on_shown", "undo")

    def go_left(self) -> None:
        if self.session.timeline.entries:
            self.undo(self.session.timeline.last_step)

    def come_to_front(self) -> None:
        """Close all pages that were opened from this one."""
        while self.host.page is not self:
            self.host.back()

    def _change_game(self, action: Callable[[], Sequence[Fact]], taken_back: Sequence[tuple[str, ...]] = ()) -> bool:
        """Change the game; return whether that was possible.

        `taken_back` is what is still to be put back on the board.
        """
        facts = self.host.attempt(action)
        if facts is None:
            return False
        if all(map(_is_no_news, self.session.state.facts)):
            self.recent.lines = []
        else:
            self.recent.note(facts)
        self._taken_back = taken_back
        self.come_to_front()
        before, heard = self.moment, self.sound_state
        self.refresh()
        great = self.session.great_moment(facts)
        if great is not None and great.once in self._shown_once:
            great = None
        if great is not None and any(player.turned for player in self._view.players):
            # No result is told early: what is face down is turned first.
            self._late_moment, great = great, None
        own = next((fact.SOUND for fact in facts if fact.SOUND), "")
        self.host.play_sound((great.sound if great is not None else own) or heard.cue_to(self.sound_state))
        if before != self.moment:
            self.turn_started()
        if great is not None:
            self._show_moment(great)
        return True

    def _show_moment(self, great: GreatMoment) -> None:
        self._shown_once |= {great.once} - {""}
        player = next((one for one in self._view.players if one.id == great.who), None)
        self.host.show_great_moment(great, player.colour if player else "", player.sigil if player else "")

    def show_late_moment(self) -> None:
        """Show the moment that waited until everything was turned face up, if there is one."""
        great, self._late_moment = self._late_moment, None
        if great is not None:
            self.host.play_sound(great.sound)
            with self._step(calm=False):
                self._show_moment(great)

    def _step(self, *, calm: bool = True) -> AbstractContextManager[None]:
        """Return the context in which a change may move.

        Args:
            calm: whether nothing moves if the step before was made a moment ago.
        """
        return motion.step(calm=calm)

    def _recall(self, made: int) -> None:
        """Show what happened last in the first `made` entries, before the game was opened."""
        lines = self.session.lines(made - REMEMBERED, made)
        facts = chain.from_iterable(line.facts for line in lines)
        self.recent.recall([*(dropwhile(_is_no_news, facts) if made <= REMEMBERED else facts)])

    def update_footer(self) -> None:
        """Update the keys for undo and redo."""
        # It keeps its place, so that it pushes nothing aside.
        self.redo_key.disabled = not self.session.timeline.undone
        left, timeline = self.left_key, self.session.timeline
        entries = timeline.entries[-timeline.last_step :] if timeline.entries else []
        dice = any(entry.kind == "roll" for entry in entries)
        verb = _("Hold to undo the dice: {step}") if dice else _("Undo: {step}")
        wide, high = left.room()
        self.left = _("Nothing to undo")
        if entries:
            label = entries[0].label
            plain = _("Hold to undo the dice") if dice else _("Undo")
            # The longest text that fits, or nothing.
            steps = [*_common(entries), label, *_briefly(entries[0])]
            # Words of a label that was cut off say nothing.
            ways = [*(verb.format(step=step) for step in steps if not step.endswith("…")), plain]
            if dice and self.hides_dice:
                ways = [plain]
            room = max(80.0, 0.97 * wide)
            self.left = next((said for said in ways if stands(said, "text", look.least, room, high)), _("Undo"))
        left.disabled = not entries
        left.hold = HOLD if dice else 0.0


def _common(entries: Sequence[Entry]) -> list[str]:
    """Return the question or the answer that different answers of one step have in common, if there is one."""
    labels = list(dict.fromkeys(entry.label for entry in entries if entry.kind == "answer"))
    parts = zip(*map(halves, labels), strict=True) if len(labels) > 1 else ()
    return [part[0] for part in parts if len(set(part)) == 1]


def _briefly(entry: Entry) -> list[str]:
    """Return shorter words for a step, the fullest first."""
    if entry.kind == "correct":
        changes = entry.label.removeprefix(_("Correction: {changes}").format(changes=""))
        return [changes, *([changes.rpartition(", ")[2]] if len(entry.value) == 1 else [])]
    return briefly(entry.label, bare=isinstance(entry.value, dict))


def _is_no_news(fact: Fact) -> bool:
    """Return whether a fact is no event while nothing else has happened: a ruling chosen before the game, too."""
    return isinstance(fact, Ruled) or not (fact.text() or fact.on_board())
