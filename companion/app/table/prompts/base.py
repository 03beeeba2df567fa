"""What every question on the screen has: the open prompt, what the verb button says, and when it may be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.hardware.table_tower import TableTower
from companion.app.look.page import Page
from companion.app.look.sheet import SheetTable
from companion.app.look.widgets import Pager, Text, load_layout
from companion.shelf.settings import Settings
from companion.table.prompts import TABLE, Answer, Prompt, Roll
from companion.table.session import OpenPrompt
from companion.table.view import PlayerView, View
from companion.table.words import _
from firmware_bridge.dice import DiceSource
from layouts.glyphs import SYMBOLS


@dataclass(frozen=True)
class Desk:
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
    """

    view: View
    settings: Settings
    dice: DiceSource
    tower: TableTower
    roll_base: Callable[[Roll], str]
    open_page: Callable[[Page], None]
    close_page: Callable[[], None]
    in_front: Callable[[], bool]

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


@dataclass(frozen=True)
class Given:
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


class PromptBody(BoxLayout):
    """Base of all. Fires `on_answer(ticket, given)`.

    `verb` is what the verb button says, `ready` whether it can be used. While it cannot, `verb` says what is
    missing. `title` and `who` head the question, `helpful` says whether there is help for it. `wide` bodies take the
    whole width of the screen; one that asks several questions `together` leaves none to turn to. A verb that
    `declines` is quiet: the usual way on is what is offered.
    """

    __events__ = ("on_answer",)

    verb = StringProperty("")
    ready = BooleanProperty(False)
    wide = False
    together = False
    declines = False

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__()
        self.item, self.desk = item, desk
        self.title, self.who, self.helpful = item.prompt.title, item.prompt.who, bool(item.prompt.rule)

    @property
    def prompt(self) -> Prompt:
        return self.item.prompt

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
    """A question in a column: its text first, then whatever there is to tap."""

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.pager = Pager()
        self.add_widget(self.pager)
        self._sheet = self.prompt.sheet
        for line in (self.prompt.text, self.prompt.effect):
            if line:
                self.pager.add(Text(text=line))

    def add_sheet(self) -> None:
        """Add the reckoning that belongs to the question, if there is one and it is not there yet."""
        sheet, self._sheet = self._sheet, None
        if sheet is not None:
            self.pager.add(SheetTable(sheet, self.desk.player))

    def finished(self) -> None:
        """All there is to tap stands; what is only good to know comes below it."""
        self.add_sheet()
        if odds := self.desk.odds(self.prompt):
            self.pager.add(Text(text=odds, step="small", quiet=True))


load_layout("prompts")
