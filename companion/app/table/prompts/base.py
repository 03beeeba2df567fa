"""What every question on the screen has: the open prompt, what the verb button says, and when it may be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.app.hardware.table_tower import TableTower
from companion.app.look.drawing import extent
from companion.app.look.page import Page
from companion.app.look.pager import Pager
from companion.app.look.part import load_layout
from companion.app.look.sheet import SheetTable
from companion.app.look.widgets import Text
from companion.shelf.settings import Settings
from companion.table.lookup import Reminder
from companion.table.prompts import TABLE, Answer, Prompt, Roll
from companion.table.session import OpenPrompt
from companion.table.view import Counter, PlayerView, SideView, View
from companion.table.words import _
from firmware_bridge.dice import DiceSource
from layouts.glyphs import SYMBOLS
from layouts.theme import look

SETTLED: Final = 0.1
"""Seconds after which a question that is new has found its height."""


class Desk(Struct, frozen=True):
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
    open_page: Callable[[Page], None]
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


class Given(Struct, frozen=True):
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


def remembered(reminder: Reminder) -> str:
    """Say a rule that is often got wrong, and where it stands."""
    return _("Often missed: {rule} ({source})").format(rule=reminder.text, source=reminder.source)


class PromptBody(BoxLayout):
    """Base of all. Fires `on_answer(ticket, given)`, or `on_answers` with several of these that are given in one go.

    `verb` is what the verb button says, `ready` whether it can be used. While it cannot, `verb` says what is
    missing. `title` and `who` head the question, `helpful` says whether there is help for it. `wide` bodies take the
    whole width of the screen; one that asks several questions `together` leaves none to turn to; one that is
    `numeric` is answered by the knob. One with
    `halves` shows those of a battle itself, one that is `titled` says itself what is asked, one that
    is not `alone` is confirmed with others. A verb that
    `declines` is quiet: the usual way on is what is offered. A `note` is said in the head, where the body has no room
    for it. One that is `kept` asks one question after the other, and
    is given the next by `renew`; others are made anew for each.
    """

    __events__ = ("on_answer", "on_answers")

    verb = StringProperty("")
    ready = BooleanProperty(False)
    wide = False
    together = False
    numeric = False
    halves = False
    titled = False
    alone = True
    declines = False
    kept = False
    note = ""

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__()
        self._gathered: list[tuple[int, Given]] | None = None
        self._belong_to(item, desk)

    def renew(self, item: OpenPrompt, desk: Desk) -> None:
        """Ask another question of the same kind. Only what differs is touched."""
        self._belong_to(item, desk)

    def _belong_to(self, item: OpenPrompt, desk: Desk) -> None:
        self.item, self.desk = item, desk
        self.title, self.who, self.helpful = item.prompt.title, item.prompt.who, bool(item.prompt.rule)

    @property
    def prompt(self) -> Prompt:
        return self.item.prompt

    @property
    def prompts(self) -> Sequence[Prompt]:
        """All that is asked here."""
        return (self.prompt,)

    def stand_beside(self) -> None:
        """Be one of two that are confirmed together, in half of the page."""
        self.alone = False

    def act(self) -> None:
        """The verb button was used."""
        raise NotImplementedError

    def touches(self, answer: Answer | None) -> Iterator[Widget]:  # noqa: ARG002
        """Yield, one after the other, what a finger taps to answer like this before it takes the verb button.

        What answers at once ends the question: whoever taps then stops. Some of the keys come about only when the one
        before was tapped.

        Args:
            answer: a legal one; for dice None lets the companion roll.
        """
        yield from ()

    def answer(self, value: Answer, source: str = "touch") -> None:
        """Give the answer."""
        self.dispatch("on_answer", self.item.ticket, Given(value, source))

    def on_answer(self, ticket: int, given: Given) -> None:
        """An answer was given; bind to this."""

    def on_answers(self, answers: Sequence[tuple[int, Given]]) -> None:
        """Several questions were answered in one go; bind to this."""

    def gather(self, ticket: int, given: Given) -> None:
        """Take the answer to one of several questions; outside `in_one_go` it is given at once."""
        if self._gathered is None:
            self.dispatch("on_answer", ticket, given)
        else:
            self._gathered.append((ticket, given))

    def in_one_go(self, acts: Iterable[Callable[[], None]]) -> None:
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
        """The knob was turned; return whether a number is asked for here (see `Page.turn_knob`)."""
        return False

    def roll_dice(self) -> bool:
        """The button that rolls was pressed; return whether there is a roll here."""
        return False

    def awaits_tower(self) -> bool:
        """Return whether a press of the tower's button would roll."""
        return False

    def dropped(self, faces: list[int]) -> None:
        """Dice fell in the tower that nobody asked for."""

    def tower_changed(self) -> None:
        """The tower has come or gone."""

    def gone(self) -> None:
        """Another widget has taken the place of this one."""

    def finished(self) -> None:
        """The widget has been made; what comes last may be added."""

    def say(self, verb: str, ready: bool, *, declines: bool = False) -> None:
        """Set the verb button's words, whether it can be used, and whether that leaves out what is offered."""
        self.declines = declines
        self.ready, self.verb = ready, verb


class ColumnBody(PromptBody):
    """A question in a column: its text first, then whatever there is to tap, then what is only good to know.

    `reckoned_first` puts the reckoning that belongs to the question before what there is to tap. One that is `roomy`
    does not fit what it asks to its room, and says there what is often got wrong, too.
    """

    reckoned_first = False
    roomy = False

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.pager = Pager()
        self.add_widget(self.pager)
        self._text, self._effect, self._odds = Text(), Text(), Text(step="small", quiet=True)
        self._table = SheetTable()
        self.reminder = Text(step="small", quiet=True)
        # When what is asked has found its own height.
        self._remind = Clock.create_trigger(self._stand_reminder, SETTLED)
        self.pager.bind(size=lambda *_: self._remind() if self.reminder.text and self.roomy else None)
        self._tell_first()

    def renew(self, item: OpenPrompt, desk: Desk) -> None:
        super().renew(item, desk)
        self._tell_first()
        self._tell_last()
        self.pager.turn_to_top()

    def finished(self) -> None:
        self._tell_last()

    def _tell_first(self) -> None:
        """Say what comes before what there is to tap."""
        prompt, place = self.prompt, 0
        for line, said in ((self._text, prompt.text), (self._effect, prompt.effect)):
            line.text = said
            place += self._stand(line, bool(said), place)
        if self.reckoned_first:
            self._reckon(place)

    def _tell_last(self) -> None:
        """Say what comes after it."""
        for widget in (self._table, self._odds):
            if not (widget is self._table and self.reckoned_first):
                self._stand(widget, False, None)
        if not self.reckoned_first:
            self._reckon(None)
        charted = any(side.odds for side in self.desk.view.sides)
        self._odds.text = "" if charted else self.desk.odds(self.prompt)
        self._stand(self._odds, bool(self._odds.text), None)
        self._stand(self.reminder, False, None)
        self.reminder.text = "\n".join(map(remembered, self.desk.reminders(self.prompt)))
        if self.reminder.text and self.roomy:
            self._remind()

    def _stand_reminder(self, __: float) -> None:
        """Say what is often got wrong, where there is room for it without scrolling."""
        pager = self.pager
        stands = self.reminder.parent is not None
        taken = pager.column.height - (self.reminder.height + pager.column.spacing if stands else 0)
        room = pager.height - taken - pager.column.spacing
        for step in ("small", "least"):
            high = 1.05 * extent(self.reminder.text, "text", getattr(look, step), round(pager.column.width))[1]
            if high <= room:
                self.reminder.step = step
                self._stand(self.reminder, True, None)
                return
        self._stand(self.reminder, False, None)

    def _reckon(self, place: int | None) -> None:
        sheet = self.prompt.sheet
        if sheet is not None:
            self._table.show(sheet, self.desk.player)
        self._stand(self._table, sheet is not None, place)

    def _stand(self, widget: Widget, shown: bool, place: int | None) -> int:
        """Have a widget at this place of the column, None for its end, or not at all; return how many there are."""
        column = self.pager.column
        if shown and widget.parent is None:
            column.add_widget(widget, index=0 if place is None else len(column.children) - place)
        elif not shown and widget.parent is not None:
            column.remove_widget(widget)
        return int(shown)


load_layout("prompts")
