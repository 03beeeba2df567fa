"""Options of which several are alike: how many of each kind are picked."""

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
"""From so many pieces of a kind on, a number is quicker."""


class CountedSelectionPrompt(SelectionPrompt):
    """Options of which several are alike, so that their number is what is said.

    `numbers` has a key for each number of the kind that was tapped last; at first of that of which there may be most.
    """

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        self.groups: dict[str, list[Option]] = {}
        self.about = ""
        self.numbers = NumberRow(lambda number: self._take(self.about, number))
        super().__init__(item, context)

    @property
    def counts(self) -> bool:
        """Whether there is a kind that is quicker said by number."""
        return bool(self.about)

    @property
    def numbers_apart(self) -> bool:
        """Whether the numbers stand elsewhere: two rows of tokens across the page leave no room below each."""
        return not self.is_alone and not look.portrait

    def numbers_fit(self, width: float) -> bool:
        """Whether the numbers of each kind have room across so many pixels."""
        return NumberRow.fits(max(len(self.able(group)) for group in self.groups), width)

    def more(self, group: str) -> None:
        """One more of a kind; of which there is one, it goes again."""
        able, number = self.able(group), self.number_of(group)
        self._mean(group)
        self._take(group, 0 if number == len(able) == 1 else min(number + 1, len(able)))

    def less(self, group: str) -> None:
        """One less of a kind."""
        self._mean(group)
        self._take(group, max(0, self.number_of(group) - 1))

    def tell_numbers(self) -> None:
        """Show which kind the numbers are about, and how many of it are picked."""
        about = self.about
        label = self.groups[about][0].label if about else ""
        colour = self.context.player(self.prompt.who).colour
        self.numbers.show(label, colour, len(self.able(about)) if about else 0, self.number_of(about) if about else 0)

    def _begin(self) -> None:
        super()._begin()
        self.groups = {}
        for option in self.selection.prompt.options:
            self.groups.setdefault(option.group, []).append(option)
        counted = [group for group in self.groups if len(self.able(group)) >= _MANY]
        self.about = max(counted, key=lambda group: len(self.able(group)), default="")

    def able(self, group: str) -> list[str]:
        """Return the options of a group that can be picked."""
        return [option.id for option in self.groups[group] if not option.refused]

    def number_of(self, group: str) -> int:
        """Return how many of a group are picked."""
        return sum(option.id in self.selection.picked for option in self.groups[group])

    def _mean(self, group: str) -> None:
        """Have the numbers be about a kind."""
        if len(self.able(group)) >= _MANY:
            self.about = group

    def _take(self, group: str, number: int) -> None:
        able = self.able(group)
        others = [name for name in self.selection.picked if name not in able]
        self.selection.picked = others + able[:number]
        self._show()
