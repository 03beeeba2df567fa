"""Base class of prompt widgets, and what a prompt widget may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Protocol, TypeAlias

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.app.hardware.tower_adapter import TowerAdapter
from companion.app.widgets.controls.palette_form import GameForm
from companion.app.widgets.pages.services import FrontPage
from companion.storage.settings import Settings
from companion.table.lookup import Reminder
from companion.table.prompts import TABLE, Answer, Option, Prompt, Roll
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.view import Counter, PlayerView, SideView, View
from companion.table.words import _
from firmware_bridge.dice import DiceSource
from layouts.glyphs import SYMBOLS
from layouts.modes import EVERYBODY

READ: Final = 2.5
"""Seconds for which a reason is shown."""


class DiceEntry(Struct):
    """How dice are typed in; kept for as long as the game is open.

    Args:
        by_symbol: whether symbols are counted where they matter, instead of each face.
        following: rolls of the same moment whose dice are typed in next, by key.
    """

    by_symbol: bool = True
    following: frozenset[str] = frozenset()

    def takes(self, key: str) -> bool:
        """Return whether the dice of this roll are typed in next, and forget about the others."""
        follows, self.following = key in self.following, frozenset()
        return follows


class FlightServices(Protocol):
    """Interface to the pieces and results that fly between the halves of a battle and the prompt."""

    @property
    def hidden(self) -> bool:
        """True while dice are falling, whose results must not be shown yet."""
        ...

    def bring(self, result: str, victim: str, token: Any, giver: Any = None) -> None:
        """Have a result fly to the token that has it already, from another one or from the dice."""
        ...

    def leave(
        self, piece: Any, place: tuple[float, float], size: float, target: tuple[float, float] | None = None
    ) -> None:
        """Note a piece that the answer about to be given takes away, and where it goes."""
        ...


class PromptContext(Struct, frozen=True, kw_only=True):
    """What a prompt widget may use of the table around it.

    Args:
        view: the public view of the game.
        settings: the users' settings.
        dice: the built-in roller.
        tower: the dice tower.
        roll_base: returns the name by which the tower knows a roll.
        open_page: puts a page on top of the table page.
        close_page: closes it again.
        in_front: returns whether the table page is in front.
        correct: opens a counter, with the name of its owner, to be corrected.
        foresee: returns the sides of a battle with the present selection, by prompt key (`Session.foresee`).
        reminders: returns the rules that are often missed at a prompt, unless they are switched off.
        known_people: returns people from earlier games, each with the id of the chair they like or nothing; at most as
            many from stored games as given.
        flights: what flies between the halves of a battle and the prompt.
        answered: the questions of this moment that are answered already, with their answers.
        entry: how dice were typed in last.
        typed: whether the last dice were typed in.
        form: where the keys of the players' Actions stand in this game; None in a game without such keys.
        interjections: what may be done at any moment.
        interject: starts one of them.
        key_beside: returns the key of what stands beside the question, by its id; None if there is none.
    """

    view: View
    settings: Settings
    dice: DiceSource
    tower: TowerAdapter
    roll_base: Callable[[Roll], str]
    open_page: Callable[[FrontPage], None]
    close_page: Callable[[], None]
    in_front: Callable[[], bool]
    correct: Callable[[Counter, str], None]
    foresee: Callable[[Mapping[str, Sequence[str]]], tuple[SideView, ...]]
    reminders: Callable[[Prompt], tuple[Reminder, ...]]
    known_people: Callable[[int], dict[str, str]]
    flights: FlightServices
    answered: tuple[tuple[Prompt, Answer], ...]
    entry: DiceEntry
    typed: bool
    form: GameForm | None
    interjections: tuple[Option, ...]
    interject: Callable[[str], None]
    key_beside: Callable[[str], Widget | None]

    def odds(self, prompt: Prompt) -> str:
        """Return the odds of a prompt, if they are switched on."""
        return prompt.odds if self.settings.odds == "on" else ""

    def player(self, who: str) -> PlayerView:
        """Return the view of a player; the table itself is one, too."""
        for player in self.view.players:
            if player.id == who:
                return player
        name = _("Everybody") if who == TABLE else who
        return PlayerView(TABLE, name, name, EVERYBODY, SYMBOLS["people"])


def reminder_text(reminder: Reminder) -> str:
    """Return a rule that is often missed, with its source."""
    return _("Often missed: {rule} ({source})").format(rule=reminder.text, source=reminder.source)


def set_children(box: BoxLayout, widgets: Sequence[Widget]) -> None:
    """Give a box these children, in this order; they leave their former parents."""
    if box.children[::-1] != widgets:
        box.clear_widgets()
        for widget in widgets:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            box.add_widget(widget)


Half: TypeAlias = tuple[Prompt, Answer | None]
"""A question as it was put, with what had been picked then; None for nothing."""


def take_half(item: OpenPrompt, halves: Mapping[int, Half], show: Callable[[Answer], None]) -> list[str]:
    """Show what was picked for an open prompt before it was put anew; return in words what cannot be picked now."""
    before, half = halves.get(item.first, (item.prompt, None))
    if half is None:
        return []
    kept, dropped = item.prompt.still_possible(half)
    if kept is not None:
        show(kept)
    return [before.part_summary(dropped)] if dropped not in (None, [], {}) else []


class PromptWidget(BoxLayout):
    """Base class of prompt widgets.

    Fires `on_answer(ticket, given)`, or `on_answers` with several of these at once. Properties:

    - `action_label`: label of the primary button; while not `ready`, what is missing.
    - `title`, `who`: title and player of the question's header; `helpful`: whether there is help for it; `note`: a text
      shown in the header.
    - `bare`: whether the way on says who is asked, so that the question needs no header.
    - `numeric`: whether the knob sets its number.
    - `joint`: whether it asks several prompts at once.
    - `shows_halves`: whether it shows the halves of a battle; `shows_title`: whether it shows its title itself.
    - `silhouette`: how strong the silhouette behind it is, 0 to 1; the fewer words cross it, the stronger.
    - `is_alone`: false for one of two that are confirmed together.
    - `declines`: whether the primary button leaves out what is offered, and so looks quiet.
    - `reason`: the reason that the primary button shows for a moment.
    - `steady`: whether the height of the question's header never differs.
    - `pooled`: whether it is reused for the next prompt (`rebind`); others are made anew.
    """

    __events__ = ("on_answer", "on_answers")

    action_label = StringProperty("")
    ready = BooleanProperty(False)
    joint = False
    numeric = False
    shows_halves = False
    shows_title = False
    silhouette = 0.2
    is_alone = True
    declines = False
    pooled = False
    steady = False
    note = ""
    reason = ""

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__()
        self._gathered: list[tuple[int, LabelledAnswer]] | None = None
        self._action = "", False, False
        self._bind_prompt(item, context)

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        """Ask another prompt of the same kind; only what differs is updated."""
        self._bind_prompt(item, context)
        self._begin()

    def _begin(self) -> None:
        """Set what differs from prompt to prompt; also called at the end of `__init__`."""

    def _bind_prompt(self, item: OpenPrompt, context: PromptContext) -> None:
        self.item, self.context = item, context
        self.title, self.who, self.helpful = item.prompt.title, item.prompt.who, bool(item.prompt.rule)

    @property
    def prompt(self) -> Prompt:
        """Return the prompt that is asked."""
        return self.item.prompt

    @property
    def wide(self) -> bool:
        """True if it takes the whole width."""
        return False

    @property
    def bare(self) -> bool:
        """True if it needs no header."""
        return False

    @property
    def around(self) -> tuple[Option, ...]:
        """Options that stand beside the question, with what may be done at any moment."""
        return ()

    @property
    def keyed(self) -> frozenset[str]:
        """Ids of what may be done at any moment that has a place among its keys."""
        return frozenset()

    def pick_around(self, name: str) -> bool:  # noqa: ARG002 - most questions have none
        """Pick one of the options around it, by its id; return whether it is one of these."""
        return False

    def show_form(self, context: PromptContext) -> None:
        """Take another form of the game's keys, as after a change of size."""

    @property
    def prompts(self) -> Sequence[Prompt]:
        """All prompts that are asked here."""
        return (self.prompt,)

    @property
    def half(self) -> Answer | None:
        """What people have picked so far, in the shape of an answer; None if they have picked nothing."""
        return None

    def show_half(self, half: Answer) -> None:
        """Show what had been picked before the question was put anew; all of it can be picked."""

    def halves(self) -> dict[int, Half]:
        """Return what has been picked so far, by `OpenPrompt.first`."""
        return {self.item.first: (self.prompt, self.half)}

    def take_halves(self, halves: Mapping[int, Half]) -> list[str]:
        """Pick again what was picked before and can still be picked; return in words what cannot."""
        return take_half(self.item, halves, self.show_half)

    def side_panels(self) -> Sequence[tuple[Widget, PlayerView]]:
        """Return the widgets that show a side of a battle each, and whose it is."""
        return ()

    def use_half_page(self) -> None:
        """Become one of two that share a page and are confirmed together."""
        self.is_alone = False

    def act(self) -> None:
        """Do what the primary button says."""
        raise NotImplementedError

    def answer(self, value: Answer, source: str = "touch") -> None:
        """Give the answer."""
        self.dispatch("on_answer", self.item.ticket, LabelledAnswer(value, source))

    def on_answer(self, ticket: int, given: LabelledAnswer) -> None:
        """Handle an answer; bind to this."""

    def on_answers(self, answers: Sequence[tuple[int, LabelledAnswer]]) -> None:
        """Handle several answers given at once; bind to this."""

    def collect_answer(self, ticket: int, given: LabelledAnswer) -> None:
        """Collect an answer within `answer_together`; outside of it, give it at once."""
        if self._gathered is None:
            self.dispatch("on_answer", ticket, given)
        else:
            self._gathered.append((ticket, given))

    def answer_together(self, acts: Iterable[Callable[[], None]]) -> None:
        """Call these, and give all answers that they collect at once."""
        outer, self._gathered = self._gathered, []
        for act in acts:
            act()
        answers, self._gathered = self._gathered, outer
        if outer is not None:
            outer += answers
        elif answers:
            self.dispatch("on_answers", answers)

    def turn(self, clicks: int, around: bool) -> bool:  # noqa: ARG002
        """Change the number; return whether the knob was meant for it (see `FrontPage.turn_knob`)."""
        return False

    def roll_dice(self) -> bool:
        """Handle the roll button; return whether there is a roll here."""
        return False

    def can_roll(self) -> bool:
        """Return whether the roll button would do something now."""
        return False

    def can_roll_in_tower(self) -> bool:
        """Return whether a press of the tower's button would roll."""
        return False

    def dice_dropped(self, faces: list[int]) -> None:
        """Handle dice that fell in the tower without being asked for."""

    def hide_results(self, hidden: bool) -> None:
        """Hide what tells the result of dice while they are falling; by default all of it."""
        self.opacity = 0 if hidden else 1

    def tower_changed(self) -> None:
        """Update after the tower was connected or disconnected."""

    def on_detach(self) -> None:
        """Release resources; called when another widget takes the place of this one."""

    def key_of(self, option: str) -> Widget | None:  # noqa: ARG002 - not every question has options
        """Return the widget that picks an option, by the option's id; None if there is none."""
        return None

    def finished(self) -> None:
        """Add what comes last; called once, after the widget was made."""

    def set_action(self, label: str, ready: bool, *, declines: bool = False) -> None:
        """Set the primary button: its label, whether it is ready, and whether it declines."""
        self._action = label, ready, declines
        self.end_reason()

    def refuse(self, why: str) -> None:
        """Show a reason on the primary button for a moment, then its label again."""
        self._restore.cancel()
        self.declines = self.ready = False
        self.reason = self.action_label = why
        self._restore()

    def end_reason(self) -> None:
        """Show the primary button's own label again at once."""
        if "_restore" in self.__dict__:
            self._restore.cancel()
        self._restore_action()

    def _restore_action(self, *_: object) -> None:
        self.reason = ""
        label, ready, self.declines = self._action
        self.ready, self.action_label = ready, label

    @cached_property
    def _restore(self) -> ClockEvent:
        return Clock.create_trigger(self._restore_action, READ)
