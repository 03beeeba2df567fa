"""Pick options: in a list, as rows of numbers for equal ones, or on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final, cast

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.app.table.map.area_map import AreaMap
from companion.app.table.prompts.choose_counts import PieceCountsPrompt
from companion.app.table.prompts.choose_long import LongChoicePrompt, at_length, is_long
from companion.app.table.prompts.choose_maps import MapPicturesPrompt
from companion.app.table.prompts.choose_palette import PalettePrompt
from companion.app.table.prompts.choose_tiles import TileChoicePrompt
from companion.app.table.prompts.place_adjacent import make_adjacent_areas
from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.deferred import is_deferrable
from companion.app.table.prompts.shared.registry import WidgetPool, joint_widget_for, widget_for
from companion.app.table.prompts.shared.selection import SelectionPrompt
from companion.app.table.prompts.two_sided import make_two_sided
from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.pages.numpad import NumpadPage
from companion.table.prompts import Choose, Option, Prompt
from companion.table.session import OpenPrompt
from companion.table.view import View
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

_WORD: Final = 12
"""Maximum letters of a word in a column of half the width."""
_MANY: Final = 20
"""Options from which on each is no higher than a finger needs."""
_CHIPS: Final = 9
"""Maximum number that has a key; a larger one is counted up or typed."""
_ROWS: Final = 2
"""Rows that fit below the halves of a battle on a wide screen; more need the whole width."""
_WHOLE: Final = 4
"""Options in one column that fit beside the halves of a battle."""
_ROW: Final = 6
"""Numbers that fit in a row beside the ledger."""
_BEFORE: Final = 3
"""Options above a number that fit beside the ledger."""
_HALF: Final = 235
"""Units of width of an option's text in one of two columns on a wide screen."""


def fits_map(prompt: Choose, view: View) -> bool:
    """Return whether every option is an area that the game draws."""
    areas = {area.id for area in view.areas}
    return prompt.on_map and bool(prompt.options) and all(o.id in areas for o in prompt.options)


class GroupRow(BoxLayout):
    """Equal options: their name and a key for each number."""

    chips = KvChild(StackLayout)
    label = StringProperty("")
    number = NumericProperty(0)


class CountRow(BoxLayout):
    """Equal options: name, minus, number and plus. A tap on the number opens the numpad."""

    minus = KvChild(Key)
    typed = KvChild(Key)
    plus = KvChild(Key)
    label = StringProperty("")
    number = NumericProperty(0)
    full = BooleanProperty(False)


def _stands_in_half(option: Option) -> bool:
    """Return whether an option takes at most two lines, and two below, in one of two columns.

    In three lines a key would be higher than the visible part of its list.
    """
    half = round(_HALF * look.u)
    below = option.refused or option.detail
    return all(
        extent(said, "text", size, half)[1] <= 2 * extent("x", "text", size)[1]
        for said, size in ((option.label, look.option), (below, look.small))
    )


@widget_for(Choose)
def choose_widget(item: OpenPrompt, context: PromptContext) -> type[PromptWidget]:
    """Return the widget class for a choice: on the map, tokens, tiles, long options or a list."""
    prompt = cast(Choose, item.prompt)
    if context.form is not None and prompt.key in context.form.layouts:
        return PalettePrompt
    if fits_map(prompt, context.view):
        return MapChoicePrompt
    if prompt.maps and prompt.most == 1 and not any(option.refused for option in prompt.options):
        return MapPicturesPrompt
    owned = all(option.colour for option in prompt.options)
    if (prompt.most > 1 or owned) and all(option.symbol and option.group for option in prompt.options):
        return PieceCountsPrompt
    if prompt.most == 1 and any(option.symbol for option in prompt.options):
        return TileChoicePrompt
    return LongChoicePrompt if at_length(prompt) or (not context.view.sides and is_long(prompt)) else ChoosePrompt


@joint_widget_for(Choose)
def choose_all(items: Sequence[OpenPrompt], context: PromptContext, pool: WidgetPool) -> PromptWidget | None:
    """Return one widget for several choices, if they can be asked together.

    Two sides that pick several of their own are side by side; optional prompts beside tokens have a key in the footer.
    """
    tokens = [item for item in items if choose_widget(item, context) is PieceCountsPrompt]
    others = [item for item in items if item not in tokens]
    if len(tokens) == 2 and others:
        asked = [item.prompt.who for item in tokens]
        apart = len(set(asked)) == 2 and all(is_deferrable(item.prompt) for item in others)
        return make_two_sided(tokens, context, asked, pool, others) if apart else None
    kinds = {choose_widget(item, context) for item in items}
    if kinds == {MapChoicePrompt} and all(_several_of_one(item.prompt, context.view) for item in items):
        return make_adjacent_areas(items, context, pool)
    several = all(cast(Choose, item.prompt).most > 1 and not item.prompt.secret for item in items)
    asked = [item.prompt.who for item in items]
    if (
        len(items) != 2
        or len(set(asked)) != 2
        or not several
        or not kinds <= {PieceCountsPrompt, LongChoicePrompt, ChoosePrompt}
    ):
        return None
    # Names beside steppers do not fit into half a page.
    if ChoosePrompt in kinds and any(_has_numbers(cast(Choose, item.prompt)) for item in items):
        return None
    return make_two_sided(items, context, asked, pool)


def _several_of_one(prompt: Prompt, view: View) -> bool:
    """Return whether a player picks any number of areas, perhaps none."""
    several = isinstance(prompt, Choose) and prompt.most > 1 and prompt.optional and not prompt.secret
    return several and prompt.who in [player.id for player in view.players]


def _has_numbers(prompt: Choose) -> bool:
    """Return whether some options are equal, so that their number is asked for."""
    return max(Counter(option.group for option in prompt.options if option.group).values(), default=0) > 1


class ChoosePrompt(SelectionPrompt, ColumnPrompt):
    """Options in a list. With one to pick, a tap answers.

    With one group of equal options a tap on a number answers; other options are above it.
    """

    pooled = True
    shows_reminder = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.keys: dict[str, OptionKey] = {}
        self.chips: dict[str, list[Key]] = {}
        self.counts: dict[str, CountRow] = {}
        self._rows: list[Widget] = []
        self.orientation = "vertical"
        self.numpad: NumpadPage | None = None
        self._spare: list[OptionKey] = []
        self._cramped = -1
        self.pager.bind(overflow=self._ask_for_height)
        self._begin()

    def _begin(self) -> None:
        """Make a key for each option, reusing those of the prompt before."""
        self.pager.column.remove_widget(self.options)
        for row in self._rows:
            row.parent.remove_widget(row)
        super()._begin()
        self._number_given = False
        self._spare = [*self.keys.values(), *self._spare]
        self.keys, self.chips, self.counts, self._rows = {}, {}, {}, []
        self.groups: dict[str, list[Option]] = {}
        options = self.selection.prompt.options
        for option in options:
            if option.group:
                self.groups.setdefault(option.group, []).append(option)
        lone = [o for o in options if not o.group or self.selection.single or len(self.groups[o.group]) == 1]
        if self.numbered:
            self._add_list(lone)
        if not self.selection.single:
            for group, members in self.groups.items():
                if self._shared or (len(members) > _CHIPS and not self.numbered):
                    self._add_count(group, members)
                elif len(members) > 1:
                    self._add_group(group, members)
        if not self.numbered:
            self._add_list(self._one_per_group(lone) if self.selection.single else lone)
        else:
            # A tap answers, so that no number is filled in.
            alone = {option.id for option in lone}
            self.selection.picked = [name for name in self.selection.picked if name in alone]
        self._show()

    @property
    def wide(self) -> bool:
        if look.portrait:
            return False
        numbers = max(map(len, self.chips.values())) if self.numbered else 0
        if (self.keys and numbers > _ROW) or (self.prompt.text and numbers > 2 * _ROW) or self._many_before:
            # Several rows of numbers beside the ledger would leave no room for the options above.
            return True
        if self._cramped == self.item.ticket:
            return True
        rows = len(self.counts) + len(self.chips) + -(-len(self.keys) // max(1, self.options.cols or 1))
        return bool(self.context.view.sides) and rows > _ROWS

    def _ask_for_height(self, *_: object) -> None:
        """Take the whole height where not all answers are in sight below the halves of a battle."""
        if self.pager.overflow and self.is_alone and self.context.view.sides and not self.wide and not look.portrait:
            self._cramped = self.item.ticket
            if all(map(_stands_in_half, self.selection.prompt.options)):
                self.options.cols = 2
            self.crowded = True

    def use_half_page(self) -> None:
        super().use_half_page()
        if not look.portrait:
            self.options.cols = 1

    def take(self, group: str, number: int) -> None:
        """Pick this many of a group."""
        able = [o.id for o in self.groups[group] if not o.refused]
        keep = [p for p in self.selection.picked if p not in able]
        self.selection.picked = keep + able[:number]
        self._show()

    @property
    def numbered(self) -> bool:
        """True if one number is asked for, besides single options."""
        return not self.selection.single and [len(members) > 1 for members in self.groups.values()] == [True]

    @property
    def _awaits_number(self) -> bool:
        """Return whether a tap on a number answers, and none was tapped yet."""
        return self.numbered and not self._number_given

    @property
    def _many_before(self) -> bool:
        """True if the options above a number need the whole width."""
        return self.numbered and len(self.keys) > _BEFORE and not look.portrait

    def _answer_with(self, group: str, number: int) -> None:
        """Pick a number; answer if it is the only one."""
        self._number_given = True
        self.take(group, number)
        if self.numbered and self.ready:
            self.act()

    @property
    def _shared(self) -> bool:
        """True if several groups are counted, each of which may take up the maximum."""
        most = self.selection.prompt.most
        able = [sum(not option.refused for option in members) for members in self.groups.values()]
        return len(able) > 2 and set(able) == {most} and most > 1

    def key_of(self, option: str) -> OptionKey:
        """Return the key of an option, or the one for its group."""
        group = next(o.group for o in self.selection.prompt.options if o.id == option)
        alike = [o.id for o in self.groups.get(group, [])]
        return next(self.keys[other] for other in (option, *alike) if other in self.keys)

    def _one_per_group(self, options: list[Option]) -> list[Option]:
        """Return the options without equal ones; the first possible one stands for its group."""
        shown: dict[str, Option] = {}
        for option in options:
            name = f"group/{option.group}" if option.group else f"option/{option.id}"
            if name not in shown or (shown[name].refused and not option.refused):
                shown[name] = option
        return list(shown.values())

    def _add_list(self, options: list[Option]) -> None:
        self.options.clear_widgets()
        if not options:
            return
        short = all(len(o.label) <= 18 and len(o.detail) <= 26 and len(o.refused) <= 40 for o in options)
        # Longer words would be broken in half of the width.
        short = short and max(len(word) for o in options for word in o.label.split()) <= _WORD
        # Below the halves of a battle only one row fits.
        low = bool(self.context.view.sides) and not look.portrait
        for option in options:
            same = [o for o in self.groups.get(option.group, []) if not o.refused]
            label = f"{option.label} ×{len(same)}" if option.group and len(same) > 1 else option.label
            key = self._spare.pop(0) if self._spare else self._new_key()
            key.name, key.label, key.detail, key.refused = option.id, label, option.detail, option.refused
            key.dense = len(options) > _MANY
            key.whose, key.mark = option.colour, SYMBOLS.get(option.sigil, option.sigil) if option.colour else ""
            key.chosen = key.focused = False
            self.keys[option.id] = key
            self.options.add_widget(key)
        halves = (self._many_before or (low and len(options) > _WHOLE)) and all(map(_stands_in_half, options))
        self.options.cols = 2 if (short and (len(options) > 2 or low)) or halves else 1
        self.pager.add(self.options)

    def _add_count(self, group: str, members: list[Option]) -> None:
        row = CountRow(label=_named(members))
        row.minus.bind(on_use=lambda _: self.take(group, row.number - 1))
        row.plus.bind(on_use=lambda _: self.take(group, row.number + 1))
        row.typed.bind(on_use=lambda _: self._type(group, row))
        self.counts[group] = row
        self._add_row(row)

    def _type(self, group: str, row: CountRow) -> None:
        others = len(self.selection.picked) - row.number
        least, most = 0, min(self._able(group), self.selection.prompt.most - others)
        self.numpad = NumpadPage(row.label, row.number, partial(self._typed, group), least=least, most=most)
        self.context.open_page(self.numpad)

    def _typed(self, group: str, number: int) -> None:
        self.context.close_page()
        self.take(group, number)

    def _able(self, group: str) -> int:
        return sum(not option.refused for option in self.groups[group])

    def _add_group(self, group: str, members: list[Option]) -> None:
        row = GroupRow(label=_named(members))
        most = min(self._able(group), self.selection.prompt.most)
        self.chips[group] = []
        for number in range(most + 1):
            chip = Key(text=str(number), size_hint_x=None, width=56 * look.u)
            chip.bind(on_use=lambda _, number=number: self._answer_with(group, number))
            self.chips[group].append(chip)
            row.chips.add_widget(chip)
        if self.numbered:
            # It answers, so it stays visible below the scrolling options.
            self._rows.append(row)
            self.add_widget(row)
        else:
            self._add_row(row)

    def _add_row(self, row: Widget) -> None:
        self._rows.append(row)
        self.pager.add(row)

    def _show(self) -> None:
        picked = set(self.selection.picked)
        for name, key in self.keys.items():
            key.chosen = name in picked
        for group, chips in self.chips.items():
            number = sum(o.id in picked for o in self.groups[group])
            for value, chip in enumerate(chips):
                chip.chosen = value == number and not self._awaits_number
        for group, row in self.counts.items():
            row.number = sum(o.id in picked for o in self.groups[group])
            row.full = len(picked) == self.selection.prompt.most or row.number == self._able(group)
        super()._show()
        if self._awaits_number and not self.selection.declines:
            self.set_action(_("Tap a number"), False)


def _named(members: Sequence[Option]) -> str:
    """Return the name of equal options, with the number of those that cannot be picked."""
    refused = [option for option in members if option.refused]
    if not refused:
        return members[0].label
    return _("{label} ({n} cannot: {why})").format(label=members[0].label, n=len(refused), why=refused[0].refused)


def _by_id(item: OpenPrompt) -> dict[str, Option]:
    return {option.id: option for option in cast(Choose, item.prompt).options}


class MapChoicePrompt(SelectionPrompt):
    """Options that are areas, on the map."""

    wide = True
    silhouette = 0.0
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.orientation = "vertical"
        self._make_map(item, context)
        self._begin()

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        if not self.map.rebind(context.view, _by_id(item)):
            self.remove_widget(self.map)
            self._make_map(item, context)
        super().rebind(item, context)

    def _make_map(self, item: OpenPrompt, context: PromptContext) -> None:
        self.map = AreaMap(context.view, _by_id(item))
        self.map.bind(on_refusal=lambda _, why: self.refuse(why))
        self.map.bind(on_area=lambda _, name: self.tap(name))
        self.add_widget(self.map)

    def _begin(self) -> None:
        super()._begin()
        self.note = self.prompt.text
        self._show()

    def key_of(self, option: str) -> Widget | None:
        return self.map.keys.get(option)

    def _show(self) -> None:
        self.map.mark(self.selection.picked)
        super()._show()
