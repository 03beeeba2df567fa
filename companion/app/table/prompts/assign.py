"""Spread results over pieces: a tap on a piece goes through what it could take."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import cast

from kivy.uix.widget import Widget

from companion.app.look.keys import OptionKey
from companion.app.look.marks import symbol_mark, words
from companion.app.look.widgets import OptionGrid
from companion.app.table.prompts.base import ColumnBody, Desk
from companion.app.table.prompts.registry import asks
from companion.table.prompts import Answer, Assign, Piece
from companion.table.session import OpenPrompt
from companion.table.words import _, n_


@asks(Assign)
class AssignBody(ColumnBody):
    """Each piece is a key; the verb button says what is still to be assigned."""

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.ask = cast(Assign, item.prompt)
        self.taken: dict[str, tuple[str, ...]] = {p.id: () for p in self.ask.pieces}
        self.keys: dict[str, OptionKey] = {}
        short = all(len(p.label) <= 16 and len(p.refused) <= 30 for p in self.ask.pieces)
        grid = OptionGrid(cols=2 if short and len(self.ask.pieces) > 3 else 1)
        for piece in self.ask.pieces:
            key = OptionKey(label=piece.label, refused=piece.refused)
            key.bind(on_use=lambda _, piece=piece: self.tap(piece))
            self.keys[piece.id] = key
            grid.add_widget(key)
        self.pager.add(grid)
        self._show()

    def tap(self, piece: Piece) -> None:
        """Go on to the next thing that this piece could take, and after the last to nothing."""
        ways = self._ways(piece)
        now = self.taken[piece.id]
        self.taken[piece.id] = ways[(ways.index(now) + 1) % len(ways)]
        self._show()
        if self.ask.required == 1 and self.ready:
            # One result is one touch, like picking one option.
            self.act()

    def act(self) -> None:
        self.answer({name: list(results) for name, results in self.taken.items() if results})

    def touches(self, answer: Answer | None) -> Iterator[Widget]:
        for piece in self.ask.pieces:
            wanted = sorted((answer or {}).get(piece.id, []))
            for __ in self._ways(piece):
                if sorted(self.taken[piece.id]) == wanted:
                    break
                yield self.keys[piece.id]

    def _left(self) -> dict[str, int]:
        """Results that nobody has taken yet."""
        used = [r for results in self.taken.values() for r in results]
        return {name: number - used.count(name) for name, number in self.ask.results.items()}

    def _ways(self, piece: Piece) -> list[tuple[str, ...]]:
        free = self._left()
        for result in self.taken[piece.id]:
            free[result] += 1
        sizes = range(piece.capacity + 1)
        ways = [way for n in sizes for way in combinations_with_replacement(self.ask.results, n)]
        return [way for way in ways if all(way.count(r) <= free[r] for r in way)]

    def _show(self) -> None:
        order = list(self.ask.results)
        for piece in self.ask.pieces:
            results = self.taken[piece.id]
            key = self.keys[piece.id]
            key.chosen = bool(results)
            key.mark = " ".join(symbol_mark(r, order.index(r)) for r in results)
            room = (
                n_("takes up to {n}", "takes up to {n}", piece.capacity).format(n=piece.capacity)
                if piece.capacity > 1
                else ""
            )
            key.detail = " + ".join(words(r) for r in results) or room.format(n=piece.capacity)
        missing = self.ask.required - sum(len(r) for r in self.taken.values())
        if missing:
            left = ", ".join(f"{n} {words(r, n)}" for r, n in self._left().items() if n)
            self.say(n_("{n} to assign: {left}", "{n} to assign: {left}", missing).format(n=missing, left=left), False)
        else:
            self.say(_("Confirm"), True)
