"""Say how many pieces of each kind there are: a tap on a token is one more, its minus one less."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.look.tokens import Piece, TokenGrid
from companion.app.table.prompts.base import Desk
from companion.app.table.prompts.column import ColumnBody
from companion.app.table.prompts.picking import Picks
from companion.table.prompts import Answer, Option, as_list
from companion.table.session import OpenPrompt

__all__ = ["MusterBody"]


class MusterBody(Picks, ColumnBody):
    """A token for each kind. A kind of which there is one comes and goes with a tap."""

    wide = True
    kept = True

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.grid = TokenGrid(self.more, lambda why: self.say(why, False), self.less)
        self.grid.bind(natural=self.grid.setter("height"))
        self.pager.add(self.grid)
        self._fit = Clock.create_trigger(self._measure, -1)
        self.pager.bind(size=self._fit)
        self._begin()

    def renew(self, item: OpenPrompt, desk: Desk) -> None:
        super().renew(item, desk)
        self._begin()

    def more(self, group: str) -> None:
        """One more of a kind; of which there is one, it goes again."""
        able, number = self._able(group), self._number(group)
        self._take(group, 0 if number == len(able) == 1 else min(number + 1, len(able)))

    def less(self, group: str) -> None:
        """One less of a kind."""
        self._take(group, max(0, self._number(group) - 1))

    def touches(self, answer: Answer | None) -> Iterator[Widget]:
        wanted = as_list(answer)
        for group, members in self._groups.items():
            change = sum(option.id in wanted for option in members) - self._number(group)
            if change and len(self._able(group)) == 1:
                yield self.grid.tokens[group]
            elif change < 0:
                yield from [self.grid.minus[group]] * -change
            else:
                yield from [self.grid.tokens[group]] * change

    def _begin(self) -> None:
        super()._begin()
        self._groups: dict[str, list[Option]] = {}
        for option in self.picking.prompt.options:
            self._groups.setdefault(option.group, []).append(option)
        self._show()
        self._fit()

    def _able(self, group: str) -> list[str]:
        return [option.id for option in self._groups[group] if not option.refused]

    def _number(self, group: str) -> int:
        return sum(option.id in self.picking.picked for option in self._groups[group])

    def _take(self, group: str, number: int) -> None:
        able = self._able(group)
        others = [name for name in self.picking.picked if name not in able]
        self.picking.picked = others + able[:number]
        self._show()

    def _show(self) -> None:
        self.grid.show([self._token(group, members) for group, members in self._groups.items()])
        super()._show()

    def _token(self, group: str, members: list[Option]) -> Piece:
        first, able = members[0], self._able(group)
        return Piece(
            group,
            first.symbol,
            first.label,
            self.desk.player(self.prompt.who).colour,
            refused="" if able else first.refused,
            number=len(able),
            taken=self._number(group),
            chosen=bool(self._number(group)),
        )

    def _measure(self, __: float) -> None:
        column = self.pager.column
        above = sum(widget.height + column.spacing for widget in column.children if widget is not self.grid)
        self.grid.room = self.pager.height - above
