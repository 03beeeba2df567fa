"""Map of areas to tap: a drawn one, or a scrolling one with a key for each area."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.table.map.map_canvas import AreaShape, MapCanvas
from companion.app.table.map.map_drawing import drawing_for
from companion.app.table.map.map_links import Box, route
from companion.app.table.map.map_rows import LabelBox, arrange_rows
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.controls.scroll_list import PageKeys, ScrollList
from companion.table.prompts import LaidPieces, Option
from companion.table.view import AreaView, View
from companion.table.words import _, labelled
from layouts.colours import Tint, mixed
from layouts.theme import look
from layouts.typeset import extent, parted

_NOBODYS: Final[Mapping[str, str]] = {}
_TICK: Final = "✓"
"""Marks a picked area for people who cannot tell its colour from others."""

_GAPS: Final = 14, 3
"""Units between areas that are not drawn: enough to see lines between them, and the least."""


class AreaKey(Key):
    """Key of an area. A `faint` one is not asked about; a `barred` one is refused."""

    water = BooleanProperty(False)
    faint = BooleanProperty(False)
    barred = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**({"size_hint": (None, None)} | values))
        for name in ("water", "faint", "barred"):
            self.fbind(name, self.later)

    @property
    def usable(self) -> bool:
        """True if a tap would pick it."""
        return super().usable and not self.faint and not self.barred

    def colours(self) -> tuple[Tint, Tint]:
        if self.chosen:
            return look.accent, look.accent_ink
        if self.faint or self.barred:
            return mixed(look.ground, look.surface, 0.8), mixed(look.surface, look.ink, 0.55)
        return mixed(look.raised, look.power, 0.28), look.ink

    def framed(self) -> bool:
        return super().framed() or not (self.faint or self.barred)

    def radius(self) -> float:
        return float((20 if self.water else 7) * look.u)

    def room(self) -> tuple[float, float]:
        return float(self.width - 8 * look.u), float(self.height - 4 * look.u)


class AreaMap(BoxLayout):
    """Map of a view's areas. Fires `on_area(id)` or, for other areas, `on_refusal(why)`.

    Args:
        view: with the areas and their links.
        options: the areas that are asked about, by id.
    """

    __events__ = ("on_area", "on_refusal")

    room = KvChild(BoxLayout)

    def __init__(self, view: View, options: Mapping[str, Option]) -> None:
        super().__init__()
        self.view, self.options = view, options
        self.field = FloatLayout(size_hint=(None, None))
        self.pager = ScrollList()
        self.pager.add(self.field)
        self.labels: dict[str, AreaKey] = {}
        self._chosen: set[str] = set()
        self._theirs: Mapping[str, str] = {}
        self._routed: tuple[object, list[list[tuple[float, float]]]] = (), []
        self.drawn = MapCanvas(view)
        for name, shape in self.drawn.shapes.items():
            shape.bind(on_use=lambda _, name=name: self._tap(name))
        lay = Clock.create_trigger(self._lay, -1)
        self.room.bind(size=lay)
        self.pager.bind(size=lay)
        self.field.bind(pos=lay)
        self._again = lay
        self.ask(options)

    def rebind(self, view: View, options: Mapping[str, Option]) -> bool:
        """Ask about another view; return False, and change nothing, if it has other areas."""
        places = [(area.id, area.x, area.y, area.water) for area in view.areas]
        if places != [(area.id, area.x, area.y, area.water) for area in self.view.areas]:
            return False
        self.view = view
        for area in view.areas:
            if area.id in self.labels:
                self.labels[area.id].text = self._label(area)
        self.options = options
        self.mark(())
        self._again()
        return True

    def lay_pieces(self, pieces: Iterable[LaidPieces]) -> None:
        """Show pieces in areas, besides what the view shows there; only on a drawn map."""
        self.drawn.lay_pieces(pieces)

    @property
    def keys(self) -> Mapping[str, AreaKey | AreaShape]:
        """The widget to tap for each area, by id."""
        return self.drawn.shapes if self.drawn.parent is not None else self.labels

    def ask(self, options: Mapping[str, Option]) -> None:
        """Ask about other areas."""
        self.options = options
        self._tell_keys()

    def mark(self, chosen: Iterable[str], theirs: Mapping[str, str] = _NOBODYS) -> None:
        """Mark the picked areas.

        Args:
            chosen: ids of the picked areas.
            theirs: ids of areas that other players have picked, with those players.
        """
        self._chosen, self._theirs = set(chosen), theirs
        self._tell_keys()

    def _tell_keys(self) -> None:
        """Update all keys: what is asked, refused and picked."""
        for keys in (self.labels, self.drawn.shapes):
            for name, key in keys.items():
                option = self.options.get(name)
                key.faint = option is None
                key.barred = option is not None and bool(option.refused)
                key.chosen = name in self._chosen
        refused = {name: option for name, option in self.options.items() if option.refused}
        why = {name: option.refused_word for name, option in refused.items() if option.refused_word}
        self.drawn.bar({**self._theirs, **{name: option.refused_by for name, option in refused.items()}}, why)
        for name, label in self.labels.items():
            area = next(area for area in self.view.areas if area.id == name)
            label.text = self._label(area)

    def _label(self, area: AreaView) -> str:
        """Return the text of an area: name, marks, and what or whose pieces bar it."""
        option = self.options.get(area.id)
        refused = option is not None and option.refused
        who = option.refused_by if option is not None and refused else self._theirs.get(area.id)
        why = [option.refused_word] if option is not None and refused and option.refused_word else []
        by = next((player for player in self.view.players if player.id == who), None)
        tick = [_TICK] if area.id in self._chosen else []
        # A player whose sign is there already is not named twice.
        named = by is None or any(owner == by.id for _, owner in area.signs)
        by_whom = why or ([] if by is None or named else [player_mark(by)])
        return " ".join((_words(area), *by_whom, *tick))

    def _make_labels(self) -> None:
        """Make a key for each area, since no drawing fits."""
        if self.labels:
            return
        for area in self.view.areas:
            key = AreaKey(text=self._label(area), water=area.water)
            key.bind(on_use=lambda _, name=area.id: self._tap(name))
            self.labels[area.id] = key
            self.field.add_widget(key)
        self._tell_keys()

    def on_area(self, name: str) -> None:
        """Handle that an area was picked; bind to this."""

    def on_refusal(self, why: str) -> None:
        """Handle a tap on an area that cannot be picked; bind to this."""

    def _tap(self, name: str) -> None:
        option = self.options.get(name)
        if option is None:
            self.dispatch("on_refusal", _("You cannot pick that area now."))
        elif option.refused:
            self.dispatch("on_refusal", labelled(option.label, option.refused))
        else:
            self.dispatch("on_area", name)

    def _lay(self, *_: Any) -> None:
        pager, room = self.pager, self.room
        if min(room.size) < 2 * look.target:
            # It has no size yet, and would make keys for areas of a drawing.
            return
        drawing = drawing_for(self.view, room.width, room.height)
        if drawing is None:
            self._make_labels()
        wanted = pager if drawing is None else self.drawn
        if room.children != [wanted]:
            room.clear_widgets()
            room.add_widget(wanted)
        if drawing is not None:
            self.drawn.show(self.view, drawing)
            return
        # Try without page keys, with the whole width, so that the result does not alternate.
        width: float = pager.width
        sizes = look.small, (look.small + look.least) / 2, look.least
        for size, gap in product(sizes, _GAPS):
            boxes, high = self._arranged(width, size, gap)
            if high <= pager.height:
                break
        else:
            width -= PageKeys.wide() + ScrollList.MARGIN * look.u + look.gap
            boxes, high = self._arranged(width, size, gap)
        for key in self.labels.values():
            key.most = size
        self.field.size = width, high
        self._draw(boxes, gap * look.u)

    def _arranged(self, width: float, size: float, gap: float) -> tuple[dict[str, LabelBox], float]:
        height: float = self.pager.height
        boxes = {area.id: self._box(area, size, width, height) for area in self.view.areas}
        return boxes, arrange_rows(list(boxes.values()), width, height, gap * look.u)

    def _draw(self, boxes: Mapping[str, LabelBox], gap: float) -> None:
        field = self.field
        for name, box in boxes.items():
            self.labels[name].size = box.width, box.height
            self.labels[name].pos = field.x + box.x - box.width / 2, field.top - box.y - box.height / 2
        field.canvas.before.clear()
        with field.canvas.before:
            Color(*look.line[:3], 0.7)
            for way in self._lines(boxes, gap):
                Line(points=[at for x, y in way for at in (field.x + x, field.top - y)], width=1.1, joint="round")

    def _lines(self, boxes: Mapping[str, LabelBox], gap: float) -> list[list[tuple[float, float]]]:
        """Return the lines between neighbours, from the upper left of the field."""
        key = self.view.links, tuple((b.x, b.y, b.width, b.height) for b in boxes.values()), tuple(self.field.size)
        if key != self._routed[0]:
            edges = {name: _edges(box) for name, box in boxes.items()}
            found = []
            for one, other in self.view.links:
                if one in boxes and other in boxes:
                    a, b = boxes[one], boxes[other]
                    others = [edge for name, edge in edges.items() if name not in (one, other)]
                    found.append(route((a.x, a.y), (b.x, b.y), others, self.field.size, gap / 2))
            self._routed = key, found
        return self._routed[1]

    def _box(self, area: AreaView, size: float, width: float, height: float) -> LabelBox:
        # Leave room for the tick: a tap must not move anything.
        option, text = self.options.get(area.id), self._label(area)
        text += f" {_TICK}" if option is not None and not option.refused and area.id not in self._chosen else ""
        longest = max([extent(word, "text", size)[0] for word in parted(text)])
        inner = [longest + step * look.u for step in range(0, 60, 6)]
        # The lowest box, and of those the narrowest.
        high, wide = min([(max(52 * look.u, extent(text, "text", size, w)[1] + 6 * look.u), w) for w in inner])
        # Boxes of water have rounder corners.
        wide = min(width, max(62 * look.u, wide + (26 if area.water else 16) * look.u))
        return LabelBox(area.x * width, area.y * height, wide, high)


def _edges(box: LabelBox) -> Box:
    across, down = box.width / 2, box.height / 2
    return box.x - across, box.y - down, box.x + across, box.y + down


def _words(area: AreaView) -> str:
    return " ".join((area.name, *area.marks))


load_layout("area_map")
