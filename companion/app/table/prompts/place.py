"""Place pieces in areas, on the map or in a list: all at once, or one by one."""

from __future__ import annotations

from typing import Final, cast

from companion.app.table.map.area_map import AreaMap
from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.widgets import OptionGrid
from companion.app.widgets.controls.piece_row import PieceChip, PieceRow
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.controls.tokens import TokenPiece
from companion.table.prompts import Answer, Option, Place, Placing
from companion.table.session import OpenPrompt
from companion.table.words import _, n_
from layouts.theme import look

_BRIEF: Final = 12
"""Letters of an area that stands in one of four columns on a wide screen, where there are many."""
_MANY: Final = 6


@widget_for(Place)
class PlacePrompt(PromptWidget):
    """Pieces above, areas below; in a list both scroll, so that many pieces leave room for it.

    An area takes all pieces that have no area yet, and those with the same area as the piece in hand; a piece that was
    tapped moves alone. If the first tap places all of them, that is the answer.
    """

    wide = True
    silhouette = 0.0
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.orientation = "vertical"
        self.row = PieceRow(self._picked)
        self.add_widget(self.row)
        self.map: AreaMap | None = None
        self.list: ScrollList | None = None
        self.grid = OptionGrid()
        self.area_keys: dict[str, OptionKey] = {}
        self._begin()
        self.row.bind(width=lambda *_: self._show())

    @property
    def ask(self) -> Place:
        """The prompt."""
        return cast(Place, self.prompt)

    @property
    def keys(self) -> dict[str, PieceChip]:
        """The chip of each piece, by id; equal pieces share one where there are many."""
        return {piece.id: self.row.chips[group[0].id] for group in self._groups for piece in group}

    def pick(self, piece: Placing, *, alone: bool = True) -> None:
        """Take a piece in hand.

        Args:
            piece: to be placed next.
            alone: whether it moves without the others.
        """
        self.piece, self.single_piece = piece, alone
        options = {a.id: a for a in piece.areas}
        if self.map is not None:
            self.map.ask(options)
        elif self.list is not None:
            self._list_areas(options)
        self._show()

    def put(self, area: str) -> None:
        """Place the piece in hand in an area, and those that move with it."""
        before, first = self.placed.get(self.piece.id), not self.placed
        self.placed[self.piece.id] = area
        for other in self.ask.pieces:
            # Most pieces retreat to one area, and a change of mind is about all of them.
            along = not self.single_piece and self.placed.get(other.id) in (None, before)
            if along and area in [a.id for a in other.areas if not a.refused]:
                self.placed[other.id] = area
        if first and len(self.placed) == len(self.ask.pieces):
            # One tap answers, like a single option; an undo takes it back.
            self.act()
            return
        waiting = next((p for p in self.ask.pieces if p.id not in self.placed), None)
        self.pick(waiting or self.piece, alone=False)

    def act(self) -> None:
        areas = self.map.keys if self.map is not None else {}
        for group in self._groups:
            chip, area = self.row.chips.get(group[0].id), areas.get(self.placed[group[0].id])
            if chip is not None and area is not None:
                target = area.to_window(*area.center)
                self.context.flights.leave(chip.piece, chip.to_window(*chip.center), 0.8 * min(chip.size), target)
        self.answer(dict(self.placed))

    def _begin(self) -> None:
        self.placed: dict[str, str] = {}
        self.spacing = look.gap if look.portrait else 4 * look.u
        known = {a.id for a in self.context.view.areas}
        if self.ask.on_map and all(a.id in known for p in self.ask.pieces for a in p.areas):
            self._show_map()
        else:
            self._show_list()
        # The map shows possible areas; for a list the text explains them.
        alone = _("To move one piece alone, tap it first.") if len(self.ask.pieces) > 1 else ""
        self.note = alone if self.map is not None else " ".join(filter(None, (self.prompt.text, alone)))
        self.pick(self.ask.pieces[0], alone=False)

    @property
    def half(self) -> Answer | None:
        return dict(self.placed) or None

    def show_half(self, half: Answer) -> None:
        self.placed = dict(half)
        self.pick(next((p for p in self.ask.pieces if p.id not in half), self.piece), alone=False)

    def _show_map(self) -> None:
        if self.list is not None:
            self.list.clear()
            self.remove_widget(self.list)
            self.list = None
            self.add_widget(self.row, index=len(self.children))
        if self.map is not None and not self.map.rebind(self.context.view, {}):
            self.remove_widget(self.map)
            self.map = None
        if self.map is None:
            self.map = AreaMap(self.context.view, {})
            self.map.bind(on_area=lambda _, name: self.put(name), on_refusal=lambda _, why: self.refuse(why))
            self.add_widget(self.map)

    def _show_list(self) -> None:
        if self.map is not None:
            self.remove_widget(self.map)
            self.map = None
        if self.list is None:
            self.list = ScrollList()
            self.remove_widget(self.row)
            self.list.add(self.row)
            self.list.add(self.grid)
            self.add_widget(self.list)

    def _list_areas(self, options: dict[str, Option]) -> None:
        self.grid.clear_widgets()
        self.area_keys = {}
        short = all(len(o.label) <= 18 and len(o.detail) <= 26 and len(o.refused) <= 40 for o in options.values())
        brief = all(len(o.label) <= _BRIEF and not (o.detail or o.refused) for o in options.values())
        self.grid.cols = (
            4 if brief and len(options) > _MANY and not look.portrait else 2 if short and len(options) > 3 else 1
        )
        for name, option in options.items():
            key = OptionKey(label=option.label, detail=option.detail, refused=option.refused)
            key.bind(on_use=lambda _, name=name: self.put(name))
            self.area_keys[name] = key
            self.grid.add_widget(key)

    def _picked(self, name: str) -> None:
        group = next(group for group in self._groups if group[0].id == name)
        # Another tap takes the next piece of the chip.
        place = group.index(self.piece) + 1 if self.single_piece and self.piece in group else 0
        self.pick(group[place % len(group)])

    def _group(self, together: bool) -> list[list[Placing]]:
        """Return the pieces of each chip; equal ones in the same area may share it."""
        found: dict[tuple[str, ...], list[Placing]] = {}
        for piece in self.ask.pieces:
            key = (piece.label, piece.side, self.placed.get(piece.id, "")) if together else (piece.id,)
            found.setdefault(key, []).append(piece)
        return list(found.values())

    def _chip(self, group: list[Placing]) -> TokenPiece:
        piece = group[0]
        area = self.placed.get(piece.id)
        goes = next((a.label for a in piece.areas if a.id == area), "")
        colour = self.context.player(piece.side or self.prompt.who).colour
        # Highlight what the next area takes: the piece in hand, or all pieces without an area.
        chosen = self.piece in group if self.single_piece else not area
        goes = f"→ {goes}" if goes else ""
        return TokenPiece(piece.id, piece.symbol, piece.label, colour, chosen=chosen, number=len(group), detail=goes)

    @property
    def _hides_header(self) -> bool:
        """True if the header can be left out for a map beside a battle.

        It says nothing else then, since the pieces are the player's own.
        """
        own = all(piece.side in ("", self.prompt.who) for piece in self.ask.pieces)
        return self.map is not None and bool(self.context.view.sides) and own

    def _show(self) -> None:
        # A single piece has no chip: the title names it.
        self._groups = self._group(False)
        if self.row.crowded([self._chip(group) for group in self._groups]):
            self._groups = self._group(True)
        chips = [self._chip(group) for group in self._groups] if len(self.ask.pieces) > 1 else []
        self.shows_title = self._hides_header
        self.row.show(chips, self.title if self.shows_title else "")
        here = self.placed.get(self.piece.id)
        if self.map is not None:
            self.map.mark([here] if here else [])
        for name, area_key in self.area_keys.items():
            area_key.chosen = name == here
        missing = sum(piece.id not in self.placed for piece in self.ask.pieces)
        if missing:
            self.set_action(n_("{n} to place", "{n} to place", missing).format(n=missing), False)
        else:
            number = len(self.ask.pieces)
            self.set_action(n_("Place it there", "Place all {n}", number).format(n=number), True)
