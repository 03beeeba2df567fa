"""Count pieces by kind: a tap on a token adds one, its minus removes one."""

from __future__ import annotations

from kivy.clock import Clock

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.counted_selection import CountedSelectionPrompt
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.number_row import NumberRow
from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece
from companion.table.prompts import Option
from companion.table.session import OpenPrompt
from layouts.theme import look

__all__ = ["PieceCountsPrompt"]


class PieceCountsPrompt(SelfArranged, CountedSelectionPrompt, ColumnPrompt):
    """A token for each kind, and a row of numbers if it fits.

    A kind with only one piece is toggled by a tap.
    """

    wide = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.orientation = "vertical"
        self.grid = TokenGrid(self._tapped, self.refuse, self.less)
        self.grid.bind(natural=self.grid.setter("height"))
        self.pager.add(self.grid)
        self.pager.bind(size=self._lay)
        self._show_numbers = Clock.create_trigger(self._place_numbers, -1)
        self.bind(size=self._show_numbers)
        # The texts above get their height after these, and after the pager.
        for follow in (self._lay, self._show_numbers):
            self.pager.column.bind(height=follow)
        self._begin()

    def use_half_page(self) -> None:
        super().use_half_page()
        self._show_numbers()

    def update_numbers(self) -> None:
        self.grid.mean(self.about if self.numbers.parent is not None else "")
        super().update_numbers()

    def _begin(self) -> None:
        super()._begin()
        self._show()
        self._lay()
        self._show_numbers()

    def _show(self) -> None:
        self.grid.show([self._token(group, members) for group, members in self.groups.items()])
        self.update_numbers()
        super()._show()

    def _tapped(self, group: str) -> None:
        """Pick one more of a kind; answer if one is all that is asked for."""
        if self.selection.single:
            self.answer(self.able(group)[:1])
        else:
            self.more(group)

    def _token(self, group: str, members: list[Option]) -> TokenPiece:
        """Return a token; where options say whose they are, all of them stand there, and their number is known."""
        first, able = members[0], self.able(group)
        return TokenPiece(
            group,
            first.symbol,
            first.label,
            first.colour or self.context.player(self.prompt.who).colour,
            refused="" if able else first.refused,
            number=len(able),
            taken=self.number_of(group),
            counted=not first.colour,
            chosen=bool(self.number_of(group)),
        )

    def _place_numbers(self, __: float) -> None:
        """Show the numbers below the tokens if both fit."""
        if self.shares_numbers:
            if self.numbers.parent is self:
                self.remove_widget(self.numbers)
            self.update_numbers()
            return
        self.spacing = 2 * look.u
        spare = self.height - self.pager.all_but(self.grid) - self.grid.lowest(self.width) - self.spacing
        wanted = self.counts and spare >= NumberRow.tall(named=False) and self.numbers_fit(self.width)
        if wanted and self.numbers.parent is not self:
            if self.numbers.parent is not None:
                self.numbers.parent.remove_widget(self.numbers)
            self.add_widget(self.numbers)
        elif not wanted and self.numbers.parent is self:
            self.remove_widget(self.numbers)
        self.numbers.height = NumberRow.tall(named=spare >= NumberRow.tall(named=True))
        self.update_numbers()

    def arrange(self, *__: object) -> None:
        self.grid.room = self.pager.height - self.pager.all_but(self.grid)
