"""The map: one key per area where it lies, drawn apart as far as their names need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.look import look
from companion.app.widgets import Key, load_layout, measure
from companion.table.prompts import Option
from companion.table.view import AreaView, View


@dataclass
class Box:
    """A rectangle with its centre; all in pixels."""

    x: float
    y: float
    width: float
    height: float


def spread(boxes: list[Box], width: float, height: float, gap: float, rounds: int = 600) -> bool:
    """Push boxes apart inside `width` x `height` until none overlap; return whether that succeeded."""
    for _ in range(rounds):
        moved = False
        for one, other in combinations(boxes, 2):
            across = (one.width + other.width) / 2 + gap - abs(one.x - other.x)
            along = (one.height + other.height) / 2 + gap - abs(one.y - other.y)
            if across <= 0.5 or along <= 0.5:
                continue
            moved = True
            if across < along:
                push = across / 2 * (1 if one.x >= other.x else -1)
                one.x, other.x = one.x + push, other.x - push
            else:
                push = along / 2 * (1 if one.y >= other.y else -1)
                one.y, other.y = one.y + push, other.y - push
        for box in boxes:
            box.x = min(width - box.width / 2, max(box.width / 2, box.x))
            box.y = min(height - box.height / 2, max(box.height / 2, box.y))
        if not moved:
            return True
    return False


class AreaKey(Key):
    """An area. `faint` ones are not asked about; `barred` ones are refused."""

    water = BooleanProperty(False)
    faint = BooleanProperty(False)
    barred = BooleanProperty(False)


class AreaMap(BoxLayout):
    """Shows the areas of a view. Fires `on_area(id)` for a tap on one that is possible.

    Args:
        view: where the areas lie and what links them.
        options: the areas that are asked about; a tap on a refused one shows why not.
        caption: the line above the map.
    """

    __events__ = ("on_area",)

    caption = StringProperty("")

    def __init__(self, view: View, options: Mapping[str, Option], caption: str = "") -> None:
        super().__init__()
        self.view, self.options, self._said = view, options, caption
        self.caption = caption
        self.keys: dict[str, AreaKey] = {}
        for area in view.areas:
            key = AreaKey(text=_words(area), water=area.water)
            key.bind(on_use=lambda _, name=area.id: self._tap(name))
            self.keys[area.id] = key
            self.ids.field.add_widget(key)
        lay = Clock.create_trigger(self._lay, -1)
        self.ids.field.bind(size=lay, pos=lay)
        self.bind(width=lambda *_: self._size_caption())
        self.ask(options)

    def ask(self, options: Mapping[str, Option], caption: str | None = None) -> None:
        """Ask about other areas."""
        self.options = options
        if caption is not None:
            self._said = self.caption = caption
            self._size_caption()
        for name, key in self.keys.items():
            option = options.get(name)
            key.faint = option is None
            key.barred = option is not None and bool(option.refused)

    def mark(self, chosen: Iterable[str]) -> None:
        """Mark the chosen areas."""
        names = set(chosen)
        for name, key in self.keys.items():
            key.chosen = name in names

    def on_area(self, name: str) -> None:
        """An area was picked; bind to this."""

    def _tap(self, name: str) -> None:
        option = self.options.get(name)
        if option is None:
            self.caption = "That area is not asked about."
        elif option.refused:
            self.caption = f"{option.label}: {option.refused}"
        else:
            self.caption = self._said
            self.dispatch("on_area", name)

    def _size_caption(self) -> None:
        """Keep room for two lines whatever is said: areas must not move under a finger."""
        high = measure(self._said, look.body, False, self.width)[1]
        self.ids.caption.height = max(50 * look.u, high)

    def _lay(self, *_: Any) -> None:
        field = self.ids.field
        if field.width < 10 or field.height < 10:
            return
        boxes = {area.id: self._box(area, field.width, field.height) for area in self.view.areas}
        spread(list(boxes.values()), field.width, field.height, 3 * look.u)
        for name, box in boxes.items():
            self.keys[name].size = box.width, box.height
            self.keys[name].pos = field.x + box.x - box.width / 2, field.top - box.y - box.height / 2
        field.canvas.before.clear()
        with field.canvas.before:
            Color(*look.line[:3], 0.7)
            for one, other in self.view.links:
                if one in boxes and other in boxes:
                    Line(points=[*self.keys[one].center, *self.keys[other].center], width=1.1)

    @staticmethod
    def _box(area: AreaView, width: float, height: float) -> Box:
        text = _words(area)
        longest = max(text.split(), key=len)
        one_line = measure(text, 20 * look.u, False, None)[0]
        wide = max(measure(longest, 20 * look.u, False, None)[0], one_line / 2 if len(text) > 9 else one_line)
        wide = max(62 * look.u, wide + 12 * look.u)
        high = max(52 * look.u, measure(text, 20 * look.u, False, wide - 8 * look.u)[1] + 6 * look.u)
        return Box(area.x * width, area.y * height, wide, high)


def _words(area: AreaView) -> str:
    return " ".join((area.name, *area.marks))


load_layout("area_map")
