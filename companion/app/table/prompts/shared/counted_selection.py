"""Base class of prompt widgets that count how many of each kind of option are picked."""

from __future__ import annotations

from typing import Final

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.selection import SelectionPrompt
from companion.app.widgets.controls.number_row import NumberRow
from companion.table.prompts import Option
from companion.table.session import OpenPrompt
from layouts.theme import look

__all__ = ["CountedSelectionPrompt"]

_MANY: Final = 3
"""Pieces of a kind from which on a number is quicker."""


class CountedSelectionPrompt(SelectionPrompt):
    """Options in groups of equal ones, of which the number is picked.

    `numbers` has a key for each number of the group in focus: at first the largest one, then the one tapped last.
    """

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        self.groups: dict[str, list[Option]] = {}
        self.about = ""
        self.numbers = NumberRow(lambda number: self._take(self.about, number))
        super().__init__(item, context)

    @property
    def counts(self) -> bool:
        """True if there is a group that is quicker to set by number."""
        return bool(self.about)

    @property
    def shares_numbers(self) -> bool:
        """True if the numbers are elsewhere: tokens in two bands have no room below."""
        return not self.is_alone and not look.portrait

    def numbers_fit(self, width: float) -> bool:
        """Return whether the numbers of each group fit into this width in pixels."""
        return NumberRow.fits(max(len(self.able(group)) for group in self.groups), width)

    def more(self, group: str) -> None:
        """Pick one more of a group; if it has only one, toggle that."""
        able, number = self.able(group), self.number_of(group)
        self._mean(group)
        self._take(group, 0 if number == len(able) == 1 else min(number + 1, len(able)))

    def less(self, group: str) -> None:
        """Pick one less of a group."""
        self._mean(group)
        self._take(group, max(0, self.number_of(group) - 1))

    def update_numbers(self) -> None:
        """Show which group the numbers are about, and how many are picked."""
        about = self.about
        label = self.groups[about][0].label if about else ""
        colour = self.context.player(self.prompt.who).colour
        self.numbers.show(label, colour, len(self.able(about)) if about else 0, self.number_of(about) if about else 0)

    def _begin(self) -> None:
        super()._begin()
        self.groups = {}
        for option in self.selection.prompt.options:
            self.groups.setdefault(option.group, []).append(option)
        counted = [group for group in self.groups if len(self.able(group)) >= _MANY and not self.selection.single]
        self.about = max(counted, key=lambda group: len(self.able(group)), default="")

    def able(self, group: str) -> list[str]:
        """Return the options of a group that can be picked."""
        return [option.id for option in self.groups[group] if not option.refused]

    def number_of(self, group: str) -> int:
        """Return how many of a group are picked."""
        return sum(option.id in self.selection.picked for option in self.groups[group])

    def _mean(self, group: str) -> None:
        """Put a group in focus."""
        if len(self.able(group)) >= _MANY:
            self.about = group

    def _take(self, group: str, number: int) -> None:
        able = self.able(group)
        others = [name for name in self.selection.picked if name not in able]
        self.selection.picked = others + able[:number]
        self._show()
