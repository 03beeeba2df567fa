"""Corrects several numbers in one step, and asks now and then whether they are right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.registry import make_widget
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.prompts import TABLE, Blank, Form
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.view import Counter, PlayerView
from companion.table.words import _, labelled

__all__ = ["AuditPage", "NumbersPage", "race_numbers"]

MOST = 999


def race_numbers(players: Sequence[PlayerView]) -> list[tuple[PlayerView, Counter]]:
    """Return the number of each player that wins the game."""
    return [(player, counter) for player in players for counter in player.big if counter.most and counter.key]


class NumbersPage(Page):
    """The big numbers of all players with minus and plus; changes are taken together.

    Args:
        context: what the prompt widget may use.
        take: called with the changed numbers, by counter.
    """

    def __init__(self, context: PromptContext, take: Callable[[Mapping[str, int]], None]) -> None:
        super().__init__(_("Numbers of all players"), left=_("Cancel"))
        self._take = take
        blanks = [
            Blank(counter.key, player.name, counter.label, most=max(MOST, counter.value), suggested=counter.value)
            for player in context.view.players
            for counter in player.big
            if counter.key
        ]
        sheet = Form(key="numbers", who=TABLE, title=self.heading, blanks=tuple(blanks))
        self._before = {blank.id: blank.suggested for blank in blanks}
        self.form = make_widget(OpenPrompt(0, sheet), context)
        self.form.bind(on_answer=lambda _, __, given: self._write(given))
        self.content.add_widget(self.form)
        self.primary.set_action(_("Confirm"), True)

    def act(self) -> None:
        self.form.act()

    def _write(self, given: LabelledAnswer) -> None:
        self._take({name: value for name, value in given.value.items() if value != self._before[name]})


class AuditPage(Page):
    """Asks whether the numbers that win the game are those on the board.

    Args:
        numbers: players with their counters.
        change: opens the page that corrects them.
    """

    def __init__(self, numbers: Sequence[tuple[PlayerView, Counter]], change: Callable[[], None]) -> None:
        super().__init__(_("Check the board"))
        label = numbers[0][1].label
        said = ", ".join(str(counter.value) for __, counter in numbers)
        self.pager = ScrollList()
        asked = _("{counter} {numbers}: right?").format(counter=label, numbers=said)
        self.pager.add(WrapLabel(text=asked, step="title", face="bold"))
        for player, counter in numbers:
            self.pager.add(
                WrapLabel(text=labelled(f"{player_mark(player)}  {player.name}", counter.value), step="option")
            )
        self.content.add_widget(self.pager)
        self.change = self.add_extra(_("Change"), change)
        self.primary.set_action(_("Yes"), True)
