"""What every question on the screen has: the open prompt, what the verb button says, and when it may be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.app.hardware.table_tower import TableTower
from companion.app.widgets.pages.services import FrontPage
from companion.storage.settings import Settings
from companion.table.lookup import Reminder
from companion.table.prompts import TABLE, Answer, Prompt, Roll
from companion.table.session import Given, OpenPrompt
from companion.table.view import Counter, PlayerView, SideView, View
from companion.table.words import _
from firmware_bridge.dice import DiceSource
from layouts.glyphs import SYMBOLS

READ: Final = 2.5
"""Seconds in which the reason is read why something cannot be."""


class PromptContext(Struct, frozen=True):
    """What a question's widget may use of the table around it.

    Args:
        view: what everybody may see.
        settings: what people have set.
        dice: the built-in roller.
        tower: the dice tower.
        roll_base: the name by which the tower knows a roll of this game.
        open_page: puts a page on top of the table.
        close_page: takes it away again.
        in_front: whether the table is the page in front.
        correct: opens a counter, with the name of its owner, to be set by hand.
        foresee: what a battle would be with what is picked so far, by the keys of the questions (`Session.foresee`).
        reminders: what is often got wrong at a question, if people want to know.
    """

    view: View
    settings: Settings
    dice: DiceSource
    tower: TableTower
    roll_base: Callable[[Roll], str]
    open_page: Callable[[FrontPage], None]
    close_page: Callable[[], None]
    in_front: Callable[[], bool]
    correct: Callable[[Counter, str], None]
    foresee: Callable[[Mapping[str, Sequence[str]]], tuple[SideView, ...]]
    reminders: Callable[[Prompt], tuple[Reminder, ...]]

    def odds(self, prompt: Prompt) -> str:
        """Return what chance has in store, if people want to know."""
        return prompt.odds if self.settings.odds == "on" else ""

    def player(self, who: str) -> PlayerView:
        """Return the column of a player; the table itself is one too."""
        for player in self.view.players:
            if player.id == who:
                return player
        name = _("Everybody") if who == TABLE else who
        return PlayerView(TABLE, name, name, "#6b7a8f", SYMBOLS["people"])


def reminder_text(reminder: Reminder) -> str:
    """Say a rule that is often got wrong, and where it stands."""
    return _("Often missed: {rule} ({source})").format(rule=reminder.text, source=reminder.source)


def set_children(box: BoxLayout, widgets: Sequence[Widget]) -> None:
    """Have these in a box, in this order; they leave the one that they were in."""
    if box.children[::-1] != widgets:
        box.clear_widgets()
        for widget in widgets:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            box.add_widget(widget)


class PromptWidget(BoxLayout):
    """Base of all. Fires `on_answer(ticket, given)`, or `on_answers` with several of these that are given in one go.

    `verb` is what the verb button says, `ready` whether it can be used. While it cannot, `verb` says what is
    missing. `title` and `who` head the question, `helpful` says whether there is help for it. `wide` bodies take the
    whole width of the screen; one that asks several questions `joint` leaves none to turn to; one that is
    `numeric` is answered by the knob. One with
    `shows_halves` shows those of a battle itself, one that is `shows_title` says itself what is asked, one that
    is not `is_alone` is confirmed with others. A verb that
    `declines` is quiet: the usual way on is what is offered. A `note` is said in the head, where the body has no room
    for it. One that is `pooled` asks one question after the other, and
    is given the next by `rebind`; others are made anew for each.
    """

    __events__ = ("on_answer", "on_answers")

    verb = StringProperty("")
    ready = BooleanProperty(False)
    wide = False
    joint = False
    numeric = False
    shows_halves = False
    shows_title = False
    is_alone = True
    declines = False
    pooled = False
    note = ""

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__()
        self._gathered: list[tuple[int, Given]] | None = None
        self._action = "", False, False
        self._bind_prompt(item, context)

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        """Ask another question of the same kind. Only what differs is touched."""
        self._bind_prompt(item, context)
        self._begin()

    def _begin(self) -> None:
        """Begin with what differs from question to question; a body that is made does so at the end, too."""

    def _bind_prompt(self, item: OpenPrompt, context: PromptContext) -> None:
        self.item, self.context = item, context
        self.title, self.who, self.helpful = item.prompt.title, item.prompt.who, bool(item.prompt.rule)

    @property
    def prompt(self) -> Prompt:
        """Return the prompt that is asked."""
        return self.item.prompt

    @property
    def prompts(self) -> Sequence[Prompt]:
        """All that is asked here."""
        return (self.prompt,)

    def use_half_page(self) -> None:
        """Be one of two that are confirmed together, in half of the page."""
        self.is_alone = False

    def act(self) -> None:
        """The verb button was used."""
        raise NotImplementedError

    def answer(self, value: Answer, source: str = "touch") -> None:
        """Give the answer."""
        self.dispatch("on_answer", self.item.ticket, Given(value, source))

    def on_answer(self, ticket: int, given: Given) -> None:
        """An answer was given; bind to this."""

    def on_answers(self, answers: Sequence[tuple[int, Given]]) -> None:
        """Several questions were answered in one go; bind to this."""

    def collect_answer(self, ticket: int, given: Given) -> None:
        """Take the answer to one of several questions; outside `answer_together` it is given at once."""
        if self._gathered is None:
            self.dispatch("on_answer", ticket, given)
        else:
            self._gathered.append((ticket, given))

    def answer_together(self, acts: Iterable[Callable[[], None]]) -> None:
        """Give all answers together that come of these."""
        outer, self._gathered = self._gathered, []
        for act in acts:
            act()
        answers, self._gathered = self._gathered, outer
        if outer is not None:
            outer += answers
        elif answers:
            self.dispatch("on_answers", answers)

    def turn(self, clicks: int, around: bool) -> bool:  # noqa: ARG002
        """The knob was turned; return whether that was meant for a number (see `FrontPage.turn_knob`)."""
        return False

    def roll_dice(self) -> bool:
        """The button that rolls was pressed; return whether there is a roll here."""
        return False

    def rolls(self) -> bool:
        """Return whether that button would do something now."""
        return False

    def awaits_tower(self) -> bool:
        """Return whether a press of the tower's button would roll."""
        return False

    def dropped(self, faces: list[int]) -> None:
        """Dice fell in the tower that nobody asked for."""

    def tower_changed(self) -> None:
        """The tower has come or gone."""

    def on_detach(self) -> None:
        """Another widget has taken the place of this one."""

    def key_of(self, option: str) -> Widget | None:  # noqa: ARG002 - not every question has options
        """Return what a finger taps to pick an option, by the option's id; None if this asks for none."""
        return None

    def finished(self) -> None:
        """The widget has been made; what comes last may be added."""

    def set_action(self, verb: str, ready: bool, *, declines: bool = False) -> None:
        """Set the verb button's words, whether it can be used, and whether that leaves out what is offered."""
        self._action = verb, ready, declines
        if "_restore" in self.__dict__:
            self._restore.cancel()
        self._restore_action()

    def refuse(self, why: str) -> None:
        """Say in the verb button's place why something cannot be, for as long as it takes to read that; then it is what
        it was."""
        self._restore.cancel()
        self.declines = self.ready = False
        self.verb = why
        self._restore()

    def _restore_action(self, *_: object) -> None:
        verb, ready, self.declines = self._action
        self.ready, self.verb = ready, verb

    @cached_property
    def _restore(self) -> ClockEvent:
        return Clock.create_trigger(self._restore_action, READ)
