"""Pick some of several options with long texts, such as spellbooks, over the whole width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.selection import SelectionPrompt
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.controls.scroll_list import PageKeys, ScrollList
from companion.table.prompts import Choose, Option
from companion.table.session import OpenPrompt
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["LongChoicePrompt", "at_length", "is_long"]

_FEW: Final = 4
_MANY: Final = 6
"""Options from which on they are in columns, however short."""
_NARROW: Final = 300
"""Minimum width of a column in units; words would be broken below it."""
_BARE: Final = 195
"""The same for columns with labels only."""
_PAGES: Final = 4
"""Maximum number of pages on which the texts are whole."""
_LONG: Final = 120
"""Letters of all details together that fit beside the ledger."""
_SHORT: Final = 24
"""Average letters of an option that fit any column."""


def at_length(prompt: Choose) -> bool:
    """Return whether there are several options with long texts, or many."""
    letters = [len(option.label) + len(option.detail) for option in prompt.options]
    return _plain(prompt) and (len(letters) > _MANY or (len(letters) >= _FEW and sum(letters) > _SHORT * len(letters)))


def is_long(prompt: Choose) -> bool:
    """Return whether the texts of the options, however few, do not fit beside the ledger."""
    return _plain(prompt) and len(prompt.options) > 1 and sum(len(option.detail) for option in prompt.options) > _LONG


def _plain(prompt: Choose) -> bool:
    return not any(option.symbol or option.group for option in prompt.options)


class LongChoicePrompt(SelfArranged, SelectionPrompt, ColumnPrompt):
    """Options in one to three columns, each with as much of its text as fits."""

    wide = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.keys: dict[str, OptionKey] = {}
        self.options.cols = 1
        self._spare: list[OptionKey] = []
        self.pager.bind(size=self._lay)
        self.pager.add(self.options)
        self._begin()
        look.tell(self.schedule_arrange)

    def _show_above(self) -> None:
        # The text is shown as a note in the header.
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
            key.whose, key.mark = option.colour, SYMBOLS.get(option.sigil, option.sigil) if option.colour else ""
            self.keys[option.id] = key
        self._spare = spare
        self.options.have([*self.keys.values()])
        self._show()
        self._lay()

    def _show(self) -> None:
        for name, key in self.keys.items():
            key.chosen = not self.selection.single and name in self.selection.picked
        super()._show()

    def arrange(self, *_: object) -> None:
        options, (wide, high) = self.selection.prompt.options, self.pager.size
        if wide < 2 or not options:
            return
        least = 52 * look.u if len(options) > _MANY else look.target
        talks = any(len(option.refused or option.detail) > _SHORT for option in options)
        marked = not self.selection.single or any(option.colour for option in options)
        mark = look.option if marked else 0.0
        widths = (_NARROW, _BARE) if talks else (_BARE,)
        found = _in_sight(options, wide, high, least, mark, widths, (None,) if talks else (None, 1, 0))
        scrolls = found is None
        columns, room, lines = found or _on_pages(options, wide, high, least, mark, widths)
        self.options.cols = columns
        line = extent("X", "text", look.small)[1]
        for option in options:
            key, said = self.keys[option.id], option.detail
            if lines is not None:
                said = clipped(said, look.small, round(room), (lines + 0.5) * line) if lines else ""
            key.answers = self.selection.single
            key.digest, key.dense = said != option.detail, len(options) > _MANY
            key.detail, key.refused = said, option.refused
        # If all fits, take the width of the page keys at once.
        self.options.size_hint_x = 1 if scrolls else None
        self.options.width = wide


def _in_sight(
    options: Sequence[Option],
    wide: float,
    high: float,
    least: float,
    mark: float,
    widths: Sequence[float],
    texts: Sequence[int | None],
) -> tuple[int, float, int | None] | None:
    """Return the columns, the width of their texts and the lines of these with which all options are in sight.

    Args:
        options: to be shown.
        wide: width of their room, in pixels.
        high: its height, in pixels.
        least: minimum height of an option, in pixels.
        mark: width of the mark beside each, in pixels.
        widths: minimum widths of a column, in units, the best first.
        texts: maximum lines below each label, the best first; None for no limit.

    Returns:
        None if there is no such arrangement.
    """
    for lines in texts:
        for narrow in widths:
            columns, room = _columns(options, wide, high, least, narrow * look.u, mark, paged=False)
            if _needed(options, columns, room, lines, least) <= high:
                return columns, room, lines
    return None


def _on_pages(
    options: Sequence[Option], wide: float, high: float, least: float, mark: float, widths: Sequence[float]
) -> tuple[int, float, int | None]:
    """Return the same for options on pages; the arguments as for `_in_sight`."""
    for narrow in widths:
        columns, room = _columns(options, wide, high, least, narrow * look.u, mark)
        # The whole texts on a few pages, or else as many lines of each as fit on two.
        heights = {n: _needed(options, columns, room, n, least) for n in (None, 3, 2, 1, 0)}
        most = {n: (_PAGES if n is None else 2) * high for n in heights}
        lines = next((n for n, needed in heights.items() if needed <= most[n]), 0)
        if heights[lines] <= high or lines is None:
            break
    return columns, room, lines


def _columns(
    options: Sequence[Option],
    wide: float,
    high: float,
    least: float,
    narrow: float,
    mark: float,
    *,
    paged: bool = True,
) -> tuple[int, float]:
    """Return the number of columns, and the width of their texts in pixels.

    It is the smallest number in which the options fit whole, or else the largest whose columns are wider than `narrow`
    pixels and break no word. If there would be more than two screens of options, words are measured in small type.
    """
    words = [part for option in options for part in option.label.split()]
    most, room = 1, _room(wide, 1, mark, paged=paged)
    for columns in (1, 2, 3):
        far = _needed(options, most, room, 0, least) > 2 * high
        word = max(extent(part, "text", look.least if far else look.option)[0] for part in words)
        text = _room(wide, columns, mark, paged=paged)
        if columns == 1 or (text >= word and wide > columns * narrow):
            most, room = columns, text
            if _needed(options, columns, room, None, least) <= high:
                break
    return most, room


def _room(wide: float, columns: int, mark: float, *, paged: bool) -> float:
    """Return the width of an option's text in pixels, beside a mark so wide and the keys of pages if there are any."""
    beside = PageKeys.wide() + ScrollList.MARGIN * look.u + look.gap if paged else 0.0
    return float((wide - beside - (columns - 1) * look.gap) / columns - 28 * look.u - mark)


def _needed(options: Sequence[Option], columns: int, room: float, lines: int | None, least: float) -> float:
    """Return the height of the options in this number of columns, in pixels.

    Args:
        options: to be shown.
        columns: their number.
        room: width of a text, in pixels.
        lines: maximum lines below each label; None for no limit.
        least: minimum height of an option, in pixels.
    """
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
