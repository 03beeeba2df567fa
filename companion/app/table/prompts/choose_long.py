"""Pick some of several things that say at length what they are: all in sight over the width, such as spellbooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.selection import SelectionPrompt
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.layout_pass import Laid
from companion.app.widgets.base.widgets import OptionGrid, clipped
from companion.app.widgets.controls.scroll_list import PageKeys, Pager
from companion.table.prompts import Choose, Option
from companion.table.session import OpenPrompt
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["LongChoicePrompt", "at_length", "is_long"]

_FEW: Final = 4
_MANY: Final = 6
"""So many options stand side by side however short they are."""
_NARROW: Final = 300
"""Units across under which the words of a column would be broken."""
_BARE: Final = 195
"""The same for columns in which there are labels only."""
_LONG: Final = 120
"""Letters of what all options tell together that have room beside a ledger."""
_SHORT: Final = 24
"""Letters of an option, on average, that stand in any column."""


def at_length(prompt: Choose) -> bool:
    """Whether its options are several that tell at length what they are, or many."""
    letters = [len(option.label) + len(option.detail) for option in prompt.options]
    return _plain(prompt) and (len(letters) > _MANY or (len(letters) >= _FEW and sum(letters) > _SHORT * len(letters)))


def is_long(prompt: Choose) -> bool:
    """Whether its options, however few, tell more than has room beside a ledger, such as the last spellbooks."""
    return _plain(prompt) and len(prompt.options) > 1 and sum(len(option.detail) for option in prompt.options) > _LONG


def _plain(prompt: Choose) -> bool:
    return not any(option.symbol or option.group for option in prompt.options)


class LongChoicePrompt(Laid, SelectionPrompt, ColumnPrompt):
    """Options in one or two columns, and of what each says as much as there is room for."""

    wide = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.keys: dict[str, OptionKey] = {}
        self._grid = OptionGrid(cols=1)
        self._spare: list[OptionKey] = []
        self.pager.bind(size=self._lay)
        self.pager.add(self._grid)
        self._begin()
        look.tell(self.lay_again)

    def _tell_first(self) -> None:
        # What is said beside who decides needs no line of its own.
        self.note = self.prompt.text

    def key_of(self, option: str) -> Widget | None:
        return self.keys.get(option)

    def _begin(self) -> None:
        super()._begin()
        spare = [*self.keys.values(), *self._spare]
        self.keys = {}
        for option in self.selection.prompt.options:
            key = spare.pop(0) if spare else self._new_key()
            key.name, key.label, key.focused = option.id, option.label, False
            self.keys[option.id] = key
        self._spare = spare
        self._grid.have([*self.keys.values()])
        self._show()
        self._lay()

    def _show(self) -> None:
        for name, key in self.keys.items():
            key.chosen = not self.selection.single and name in self.selection.picked
        super()._show()

    def lay_now(self, *_: object) -> None:
        options, (wide, high) = self.selection.prompt.options, self.pager.size
        if wide < 2 or not options:
            return
        least = 52 * look.u if len(options) > _MANY else look.target
        talks = any(len(option.detail) + len(option.refused) > _SHORT for option in options)
        for narrow in (_NARROW, _BARE) if talks else (_BARE,):
            columns, room = _columns(options, wide, high, least, narrow * look.u)
            # All that they say, or as many lines of each as there is room for; where not even that, it is scrolled.
            heights = {n: _needed(options, columns, room, n, least) for n in (None, 3, 2, 1, 0)}
            scrolls = min(heights.values()) > high
            # What is scrolled should be no further away than a flick.
            lines = next((n for n, needed in heights.items() if needed <= (2 * high if scrolls else high)), 0)
            if not scrolls:
                break
        self._grid.cols = columns
        line = extent("X", "text", look.small)[1]
        for option in options:
            key, said = self.keys[option.id], option.detail
            if lines is not None:
                said = clipped(said, look.small, round(room), (lines + 0.5) * line) if lines else ""
            key.digest, key.dense = said != option.detail, len(options) > _MANY
            key.detail, key.refused = said, option.refused
        # What fits must not wait for the keys to go that it needed before.
        self._grid.size_hint_x = 1 if scrolls else None
        self._grid.width = wide


def _columns(options: Sequence[Option], wide: float, high: float, least: float, narrow: float) -> tuple[int, float]:
    """Return the fewest columns in which the options stand whole, or as many as there are of more than `narrow` pixels
    that break no word; and how wide their words may be. Longest words are written smaller where there would be more
    than one flick of options otherwise."""
    words = [part for option in options for part in option.label.split()]
    most, room = 1, _room(wide, 1)
    for columns in (1, 2, 3):
        far = _needed(options, most, room, 0, least) > 2 * high
        word = max(extent(part, "text", look.least if far else look.option)[0] for part in words)
        if columns == 1 or (_room(wide, columns) >= word and wide > columns * narrow):
            most, room = columns, _room(wide, columns)
            if _needed(options, columns, room, None, least) <= high:
                break
    return most, room


def _room(wide: float, columns: int) -> float:
    """How wide the words of an option may be, also beside the keys that scroll."""
    beside = PageKeys.wide(1) + Pager.MARGIN * look.u + look.gap
    return float((wide - beside - (columns - 1) * look.gap) / columns - 28 * look.u - look.option)


def _needed(options: Sequence[Option], columns: int, room: float, lines: int | None, least: float) -> float:
    """How high so many columns of options are, if their words may be so wide, with so many lines below each label and
    each at least so high."""
    heights = [max(least, _height(option, room, lines)) for option in options]
    rows = [max(heights[n : n + columns]) for n in range(0, len(heights), columns)]
    return float(sum(rows) + (len(rows) - 1) * look.gap)


def _height(option: Option, room: float, lines: int | None) -> float:
    label = extent(option.label, "text", look.option, round(room))[1]
    said = option.refused or option.detail
    below = extent(said, "text", look.small, round(room))[1] if said else 0.0
    if lines is not None and not option.refused:
        below = min(below, lines * extent("X", "text", look.small)[1])
    return float(label + below + 12 * look.u)
