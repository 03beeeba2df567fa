"""Assign results to pieces: a tap on a token goes through what it may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import combinations_with_replacement
from typing import Any, Final, cast

from companion.app.table.battle.flights import MANY
from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.registry import WidgetPool, joint_widget_for, widget_for
from companion.app.table.prompts.two_sided import Stacking, make_two_sided
from companion.app.widgets.base.marks import words
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.token_rows import TokenName, alone_high, least_high
from companion.app.widgets.controls.tokens import Token, TokenGrid, TokenPiece
from companion.app.widgets.rendering.motion import motion
from companion.table.prompts import Answer, Assign, Piece
from companion.table.session import OpenPrompt
from companion.table.words import _, n_

_LOST: Final = frozenset({"kill", "hit", "elimination"})
"""Results that take a piece away."""
_OFTEN: Final = 2
"""How often the page keys are hidden again for one prompt."""


@joint_widget_for(Assign)
def assign_both(items: Sequence[OpenPrompt], context: PromptContext, pool: WidgetPool) -> PromptWidget | None:
    """Return a widget with the pieces of both sides of a battle, if these prompts are theirs."""
    whose = [next((piece.side for piece in cast(Assign, item.prompt).pieces), "") for item in items]
    if len(items) != 2 or set(whose) != {side.player for side in context.view.sides}:
        return None
    return make_two_sided(items, context, whose, pool)


@widget_for(Assign)
class AssignPrompt(SelfArranged, Stacking, ColumnPrompt):
    """A token for each piece, stamped with its results; results left are on the button.

    Where tokens do not fit, equal pieces are stacked: a tap gives a result to the next of them, the minus takes it
    back. Pieces that cannot take anything are hidden then.
    """

    pooled = True
    shows_reminder = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.grid = TokenGrid(self._tapped, self.refuse, self._less)
        self.grid.bind(natural=self.grid.setter("height"))
        self.pager.add(self.grid)
        self._stacked = self._hidden = False
        self.pager.bind(size=self._lay)
        # The texts above get their height after the pager.
        self.pager.column.bind(height=self._lay)
        # The height of names depends on the width, which the pager knows first.
        self.grid.bind(width=self._lay)
        self._begin()

    @property
    def ask(self) -> Assign:
        """The prompt."""
        return cast(Assign, self.prompt)

    @property
    def keys(self) -> dict[str, Token]:
        """The token of each piece, by the piece's id; pieces of a stack share one."""
        stacks = [names for names in self.stacks.values() if names[0] in self.grid.tokens]
        return {name: self.grid.tokens[names[0]] for names in stacks for name in names}

    def tap(self, piece: Piece) -> None:
        """Give a piece the next results it may take; after the last ones, none.

        If no result is left, it takes one from another piece.
        """
        now = self.taken[piece.id]
        if len(self.ask.results) == 1 and len(now) < piece.capacity and not sum(self.unassigned().values()):
            self._free_one(piece)
        ways = self._ways(piece)
        self._give(piece, ways[(ways.index(now) + 1) % len(ways)])

    def hide_results(self, hidden: bool) -> None:
        if hidden == self._hidden:
            return
        self._hidden = hidden
        # A step ends what moves: it must not begin with the dice.
        with nullcontext() if hidden else motion.step(calm=False):
            self._show()

    def act(self) -> None:
        for name, token in self.grid.tokens.items():
            piece = token.piece
            if _LOST.intersection(result.lower() for result in self.taken[name]):
                *place, size = token.disc_place
                self.context.flights.leave(piece, token.to_window(*place), size)
        self.answer({name: list(results) for name, results in self.taken.items() if results})

    def _begin(self) -> None:
        given = self.ask.suggested
        self.taken: dict[str, tuple[str, ...]] = {p.id: tuple(given.get(p.id, ())) for p in self.ask.pieces}
        # Pieces that people gave something, then suggested ones.
        self._order: list[str] = [name for name, results in given.items() if results]
        self._filled_in = {*self._order}
        self._touched, self._picked, self._freed = False, False, 0
        self._hidden = self.context.flights.hidden
        self._drawn_results: dict[str, int] = {}
        self._pieces = {p.id: p for p in self.ask.pieces}
        # Most prompts have the same room as the one before; this avoids a second layout.
        self._have_stacks(self.grid.room > 0 and self.crowded(self.pager.width, self.grid.room))
        self._lay()

    @property
    def half(self) -> Answer | None:
        return {name: [*results] for name, results in self.taken.items() if results} if self._picked else None

    def show_half(self, half: Answer) -> None:
        self.taken = {piece.id: tuple(half.get(piece.id, ())) for piece in self.ask.pieces}
        self._order, self._filled_in, self._picked = [*half], set(), True
        self._show()

    def stack(self, stacked: bool) -> None:
        """Show one token for all equal pieces, or one for each, unless a token was tapped."""
        if stacked != self._stacked and not self._touched:
            self._have_stacks(stacked)

    def crowded(self, width: float, room: float) -> bool:
        """Return whether not all pieces would be visible in this room with a token each."""
        return width >= 2 and alone_high(self._names(stacked=False), width, room) > room + 1

    def lowest(self, width: float, *, stacked: bool) -> float:
        """Return the minimum height of the tokens at this width, in pixels."""
        return least_high(self._names(stacked=self._stacked if self._touched else stacked), width)

    def _names(self, *, stacked: bool) -> tuple[TokenName, ...]:
        """Return the names of the tokens, stacked or not."""
        stacks = self._stacks(stacked).values()
        shown = [names for names in stacks if not (stacked and self._pieces[names[0]].refused)]
        return tuple(TokenName(self._pieces[names[0]].label, len(names) > 1, False) for names in shown)

    def _stacks(self, stacked: bool) -> dict[tuple[object, ...], list[str]]:
        found: dict[tuple[object, ...], list[str]] = {}
        # Pieces that cannot take anything are last.
        for piece in sorted(self.ask.pieces, key=lambda piece: bool(piece.refused)):
            alike = stacked and piece.capacity == 1 and len(self.ask.results) == 1
            name = (piece.label, piece.refused, piece.symbol, piece.side) if alike else (piece.id,)
            found.setdefault(name, []).append(piece.id)
        return found

    def _have_stacks(self, stacked: bool) -> None:
        self._stacked, self.stacks = stacked, self._stacks(stacked)
        self._show()

    def arrange(self, *__: Any) -> None:
        """Stack equal pieces if they would not all be visible."""
        room = self.pager.height - self.pager.all_but(self.grid)
        if room != self.grid.room and self.pager.overflow and self._freed < _OFTEN:
            # Without the page keys there is more room, so it may fit now.
            self._freed += 1
            self.pager.overflow = False
        self.grid.room = room
        if self.is_alone:
            self.stack(self.crowded(self.pager.width, room))

    def _tapped(self, name: str) -> None:
        with motion.step(calm=False):
            self._use(name)

    def _use(self, name: str) -> None:
        names = next(names for names in self.stacks.values() if name in names)
        if len(names) == 1:
            self.tap(self._pieces[name])
            return
        waiting = next((n for n in names if not self.taken[n]), None)
        if waiting is not None:
            self.tap(self._pieces[waiting])

    def _less(self, name: str) -> None:
        names = next(names for names in self.stacks.values() if name in names)
        last = next((n for n in reversed(names) if self.taken[n]), None)
        if last is not None:
            self._give(self._pieces[last], ())

    def _give(self, piece: Piece, results: tuple[str, ...]) -> None:
        self._touched = self._picked = True
        self.taken[piece.id] = results
        self._filled_in -= {piece.id}
        others = [name for name in self._order if name != piece.id]
        place = sum(name not in self._filled_in for name in others)
        self._order = [*others[:place], *[piece.id] * bool(results), *others[place:]]
        self._show()

    def _free_one(self, piece: Piece) -> None:
        """Take one result from another piece, since none is left."""
        last = self.giver(piece.id)
        if last:
            self.taken[last] = self.taken[last][1:]
            if not self.taken[last]:
                self._order.remove(last)

    def giver(self, name: str) -> str:
        """Return the piece that gives up a result: the last filled-in one, or the last."""
        return next((other for other in reversed(self._order) if other != name), "")

    def unassigned(self) -> dict[str, int]:
        """Return the number of results left, by result."""
        used = [r for results in self.taken.values() for r in results]
        return {name: number - used.count(name) for name, number in self.ask.results.items()}

    def _ways(self, piece: Piece) -> list[tuple[str, ...]]:
        free = self.unassigned()
        for result in self.taken[piece.id]:
            free[result] += 1
        sizes = range(piece.capacity + 1)
        ways = [way for n in sizes for way in combinations_with_replacement(self.ask.results, n)]
        return [way for way in ways if all(way.count(r) <= free[r] for r in way)]

    def _show(self) -> None:
        drawn = [self._drawn(names) for names in self.stacks.values()]
        shown = [piece for piece in drawn if not (self._stacked and piece.refused)]
        self.grid.show(shown)
        self._bring(shown)
        missing = self.ask.required - sum(len(r) for r in self.taken.values())
        if missing:
            left = ", ".join(f"{n} {words(r, n)}" for r, n in self.unassigned().items() if n)
            self.set_action(n_("{left} left", "{left} left", missing).format(left=left), False)
        else:
            given = Counter(result for results in self.taken.values() for result in results)
            said = ", ".join(f"{n} {words(result, n)}" for result, n in given.items())
            self.set_action(_("Assign {results}").format(results=said), True)

    def _bring(self, shown: Sequence[TokenPiece]) -> None:
        """Have the results fly that tokens have been given since they were shown last."""
        before, tokens, counts = self._drawn_results, self.grid.tokens, {}
        for names in self.stacks.values():
            counts[names[0]] = 0 if self._hidden else sum(len(self.taken[name]) for name in names)
        self._drawn_results = counts
        more = {name: number - before.get(name, 0) for name, number in counts.items()}
        if not motion.alive or not 0 < sum(number for number in more.values() if number > 0) <= MANY:
            return
        giver = next((tokens[name] for name, number in more.items() if number < 0 and name in tokens), None)
        for piece in shown:
            if more[piece.id] > 0 and piece.stamps:
                victim = self._pieces[piece.id].side or self.prompt.who
                self.context.flights.bring(piece.stamps[-1], victim, tokens[piece.id], giver)

    def _drawn(self, names: list[str]) -> TokenPiece:
        piece = self._pieces[names[0]]
        colour = self.context.player(piece.side or self.prompt.who).colour
        taken = [self.taken[name] for name in names if self.taken[name] and not self._hidden]
        stamps = taken[0] if taken else ()
        return TokenPiece(
            names[0],
            piece.symbol,
            piece.label,
            colour,
            (*piece.held, *stamps),
            piece.refused,
            number=len(names),
            taken=len(taken) if len(names) > 1 else 0,
        )
