"""Put pieces into areas: pick a piece, then its area, on the map or in a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.look.keys import OptionKey
from companion.app.look.part import Part
from companion.app.look.widgets import OptionGrid, Pager, Text
from companion.app.table.area_map import AreaMap
from companion.app.table.prompts.base import Desk, PromptBody
from companion.app.table.prompts.registry import asks
from companion.table.prompts import Answer, Option, Place, Placing
from companion.table.session import OpenPrompt
from companion.table.words import _, n_


class PlaceColumns(BoxLayout):
    """Pieces on the left, their areas on the right; one above the other where the screen is upright."""

    pieces = Part(BoxLayout)
    areas = Part(BoxLayout)


@asks(Place)
class PlaceBody(PromptBody):
    """Pieces and areas. The first area takes all who may go there; single pieces can then go elsewhere by two taps."""

    wide = True

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.ask = cast(Place, item.prompt)
        self.placed: dict[str, str] = {}
        self.moved = False
        self.piece: Placing = self.ask.pieces[0]
        self.keys: dict[str, OptionKey] = {}
        self.area_keys: dict[str, OptionKey] = {}
        columns = PlaceColumns()
        self.add_widget(columns)
        pieces = Pager()
        if self.prompt.text:
            pieces.add(Text(text=self.prompt.text))
        for piece in self.ask.pieces:
            key = OptionKey(label=piece.label)
            key.bind(on_use=lambda _, piece=piece: self.pick(piece))
            self.keys[piece.id] = key
            pieces.add(key)
        columns.pieces.add_widget(pieces)
        known = {a.id for a in desk.view.areas}
        self.map: AreaMap | None = None
        self.list: Pager | None = None
        if self.ask.on_map and all(a.id in known for p in self.ask.pieces for a in p.areas):
            self.map = AreaMap(desk.view, {})
            self.map.bind(on_area=lambda _, name: self.put(name))
            columns.areas.add_widget(self.map)
        else:
            self.list = Pager()
            columns.areas.add_widget(self.list)
        self.pick(self.piece)

    def pick(self, piece: Placing) -> None:
        """Take a piece in hand."""
        self.piece = piece
        options = {a.id: a for a in piece.areas}
        if self.map is not None:
            self.map.ask(options, _("Where does {piece} go?").format(piece=piece.label))
        elif self.list is not None:
            self._list_areas(self.list, options)
        self._show()

    def put(self, area: str) -> None:
        """Put the piece in hand into an area; the first area takes all who may go there, later ones only that piece."""
        self.placed[self.piece.id] = area
        if len(self.ask.pieces) == 1:
            # One piece is one touch, like picking one option.
            self.act()
            return
        for other in self.ask.pieces:
            # Most retreats go the same way: the first area takes everybody who may go there.
            if not self.moved and area in [a.id for a in other.areas if not a.refused]:
                self.placed[other.id] = area
        self.moved = True
        waiting = next((p for p in self.ask.pieces if p.id not in self.placed), None)
        self.pick(waiting or self.piece)

    def act(self) -> None:
        self.answer(dict(self.placed))

    def touches(self, answer: Answer | None) -> Iterator[Widget]:
        for name, area in (answer or {}).items():
            if self.placed.get(name) != area:
                yield self.keys[name]
                yield self.area_keys[area] if self.map is None else self.map.keys[area]

    def _list_areas(self, pager: Pager, options: dict[str, Option]) -> None:
        pager.clear()
        self.area_keys = {}
        grid = OptionGrid(cols=1)
        for name, option in options.items():
            key = OptionKey(label=option.label, detail=option.detail, refused=option.refused)
            key.bind(on_use=lambda _, name=name: self.put(name))
            self.area_keys[name] = key
            grid.add_widget(key)
        pager.add(grid)

    def _show(self) -> None:
        for piece in self.ask.pieces:
            key = self.keys[piece.id]
            key.chosen = piece is self.piece
            area = self.placed.get(piece.id)
            key.detail = "→ " + next((a.label for a in piece.areas if a.id == area), "…")
        here = self.placed.get(self.piece.id)
        if self.map is not None:
            self.map.mark([here] if here else [])
        for name, area_key in self.area_keys.items():
            area_key.chosen = name == here
        missing = [p.label for p in self.ask.pieces if p.id not in self.placed]
        if missing:
            several = n_("{n} needs a place", "{n} need a place", len(missing))
            said = _("{piece} needs a place") if len(missing) == 1 else several
            self.say(said.format(piece=missing[0], n=len(missing)), False)
        else:
            self.say(_("Confirm"), True)
