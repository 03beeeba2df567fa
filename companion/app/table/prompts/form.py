"""A form of several numbers: a row for each thing counted, a column for each side."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any, Final, cast

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.widgets import FitLabel, WrapLabel
from companion.app.widgets.controls.player_bar import HasPlayerBar
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.numpad import NumpadPage
from companion.table.prompts import Answer, Blank, Form
from companion.table.session import OpenPrompt
from companion.table.words import _, labelled, opening
from layouts.colours import CLEAR, Tint, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, parted

KEY: Final = 47
"""Width of a key for minus or plus and its gap, and of the number, in units."""
LEAST: Final = 52
"""Width that a finger needs, in units."""
LABEL: Final = 92
"""Width of a label beside its numbers, in units; with less room it is above them."""
SIGN: Final = 34
"""Width of the symbol before a label, in units."""
ROW: Final = 47, 60
"""Minimum height of a row in units, on a wide and on an upright screen."""
BESIDE: Final = 0.85
"""Minimum width of a label there, as a share of a column of numbers."""


class MinusKey(Key):
    """The minus of a number; not drawn while there is nothing to take away."""

    def colours(self) -> tuple[Tint, Tint]:
        return (CLEAR, CLEAR) if self.disabled else super().colours()


class BlankRow(BoxLayout):
    """One number between minus and plus, or one key for yes and no.

    A number above its minimum stands on its side's colour, and without that there is no minus: what is filled in is
    seen at first sight.

    Args:
        blank: the blank to fill in.
        change: called with another number.
        typing: called to type it.
    """

    def __init__(self, blank: Blank, change: Any, typing: Any) -> None:
        super().__init__(spacing=4 * look.u)
        self.blank, self.value, self._change, self._typing = blank, blank.suggested, change, typing
        self.compact, self.colour = False, ""
        self._stand()
        self.show(self.value)

    # Keys are made when first shown: a form of many rows takes longest of all pages to open.

    @cached_property
    def fewer(self) -> Key:
        """The minus key."""
        return self._sign(MinusKey, "−", -1)

    @cached_property
    def number(self) -> Key:
        """The key that shows the number and opens the numpad."""
        return Key(size_hint_y=1, quiet=True, face="strong", step="sign", use=lambda: self._typing(self))

    @cached_property
    def more(self) -> Key:
        """The plus key."""
        return self._sign(Key, "+", +1)

    @cached_property
    def whether(self) -> Key:
        """The key for yes or no."""
        return Key(size_hint_y=1, use=lambda: self._change(self, 1 - self.value))

    def _sign(self, kind: type[Key], text: str, step: int) -> Key:
        use = partial(self._by, step)
        return kind(text=text, size_hint_y=1, step="sign", repeats=True, use=use)

    def _by(self, step: int) -> None:
        self._change(self, self.value + step)

    def ask(self, blank: Blank, colour: str) -> None:
        """Show another blank, in the colour (`#rrggbb`) of its side."""
        whether, self.blank, self.colour = self.blank.whether, blank, colour
        if blank.whether != whether:
            self._stand()
        self.show(blank.suggested)

    def fold(self, compact: bool) -> None:
        """Take less room: the plus key shows the number, and the numpad is not available."""
        if compact != self.compact:
            self.compact = compact
            self._stand()
            self.show(self.value)

    def _stand(self) -> None:
        self.clear_widgets()
        for key in self._keys():
            self.add_widget(key)

    def _keys(self) -> tuple[Key, ...]:
        if self.blank.whether:
            return (self.whether,)
        return (self.fewer, self.more) if self.compact else (self.fewer, self.number, self.more)

    def show(self, value: int) -> None:
        """Show another number."""
        self.value = value
        if self.blank.whether:
            self.whether.chosen = bool(value)
            self.whether.text = _("Yes") if value else _("No")
            return
        filled = value > self.blank.least
        tint = mixed(look.surface, tint_of(self.colour), 0.4) if filled and self.colour else CLEAR
        if not self.compact:
            self.number.text, self.number.tint = str(value), tint
        self.more.text, self.more.tint = (f"{value} +", tint) if self.compact else ("+", CLEAR)
        self.fewer.disabled = not filled
        self.more.disabled = value >= self.blank.most


class Line(BoxLayout):
    """A line of a form; where the form is too high, one with keys is lowered last.

    Args:
        usual: its height, in pixels.
        least: how low it may become.
        keyed: whether it has keys.
    """

    def __init__(self, usual: float, least: float, *, keyed: bool) -> None:
        super().__init__(size_hint_y=None, height=usual, spacing=12 * look.u)
        self.usual, self.least, self.keyed = usual, least, keyed


@widget_for(Form)
class FormPrompt(ColumnPrompt):
    """All blanks of a form; the primary button takes them."""

    pooled = True
    shows_reminder = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.rows: dict[str, BlankRow] = {}
        self._spare: list[BlankRow] = []
        self._laid: tuple[object, ...] | None = None
        self._lines: list[Line] = []
        self._beside = BESIDE
        self._sheet = BoxLayout(orientation="vertical", size_hint_y=None)
        self._sheet.bind(minimum_height=self._sheet.setter("height"))
        self.pager.add(self._sheet)
        self.leave = Key(quiet=True, use=lambda: self.answer([]))
        # The layout is expensive, so it waits for the width.
        self.bind(width=self._lay)
        self.pager.scroll.bind(height=self._fit)
        self.pager.column.bind(height=self._fit)
        look.tell(self._look_changed)
        self._begin()

    def _begin(self) -> None:
        self.form = cast(Form, self.prompt)
        rows = [*self.rows.values(), *self._spare]
        self.rows = {}
        for blank in self.form.blanks:
            row = rows.pop(0) if rows else BlankRow(blank, self._change, self._type)
            row.ask(blank, self.context.player(blank.side or self.form.who).colour)
            self.rows[blank.id] = row
        self._spare = rows
        self.leave.text = self.form.decline
        self._stand(self.leave, bool(self.form.decline), None)
        if self._laid is not None:
            self._lay()
        self._update_action()

    def _look_changed(self) -> None:
        if self._laid is not None:
            self._laid = ()
            self._lay()

    @property
    def wide(self) -> bool:
        return len({blank.group for blank in cast(Form, self.prompt).blanks}) > 1

    @property
    def values(self) -> dict[str, int]:
        """The numbers by the ids of their blanks."""
        return {name: row.value if self.asks(row.blank) else row.blank.suggested for name, row in self.rows.items()}

    def asks(self, blank: Blank) -> bool:
        """Return whether a blank is shown; some only mean something with enough in another."""
        name, least = blank.needs
        return name not in self.rows or self.rows[name].value >= least

    @property
    def half(self) -> Answer | None:
        return {name: row.value for name, row in self.rows.items() if row.value != row.blank.suggested} or None

    def show_half(self, half: Answer) -> None:
        for name, number in half.items():
            self._change(self.rows[name], number)

    def act(self) -> None:
        self.answer(self.values)

    def _change(self, row: BlankRow, value: int) -> None:
        asked = [*map(self.asks, self.form.blanks)]
        row.show(min(row.blank.most, max(row.blank.least, value)))
        if asked != [*map(self.asks, self.form.blanks)]:
            self._lay()
            self.pager.turn_to_top()
        self._update_action()

    def _type(self, row: BlankRow) -> None:
        blank = row.blank
        title = labelled(blank.group, blank.label)
        self.numpad = NumpadPage(title, row.value, partial(self._typed, row), least=blank.least, most=blank.most)
        self.context.open_page(self.numpad)

    def _typed(self, row: BlankRow, value: int) -> None:
        self.context.close_page()
        self._change(row, value)

    def _update_action(self) -> None:
        # A sum of unlike numbers means nothing.
        numbers = len(self.rows) > 1 and not all(row.blank.whether for row in self.rows.values())
        plain = _("Use these numbers") if numbers else _("Confirm")
        self.set_action(self.form.confirm.format(**self.values) or plain, True)

    def _lay(self, *_: Any) -> None:
        """Lay out rows and columns; labels are above their numbers where there is no room beside."""
        u, sheet, blanks = look.u, self._sheet, [blank for blank in self.form.blanks if self.asks(blank)]
        # The same form with other numbers keeps its layout.
        shown = [(blank.label, blank.group, blank.symbol, blank.side) for blank in blanks]
        if (laid := (self.width, shown)) == self._laid:
            return
        self._laid = laid
        for row in [*self._spare, *self.rows.values()]:
            if row.parent is not None:
                row.parent.remove_widget(row)
        groups = list(dict.fromkeys(blank.group for blank in blanks))
        labels = list(dict.fromkeys(blank.label for blank in blanks))
        column = (3 * KEY + 8) * u
        room = self.width - (70 + ScrollList.MARGIN) * u
        self._signed = any(blank.symbol in SYMBOLS for blank in blanks)
        words = max(extent(word, "text", look.least)[0] for label in labels for word in parted(opening(label)))
        left = room - len(groups) * (column + 8 * u)
        beside = left >= LABEL * u
        if beside and left < words + SIGN * u:
            # Labels beside their numbers are better than symbols with labels above.
            self._signed = False
        narrow = (room - 12 * u * (len(groups) - 1)) / len(groups) < (3 * LEAST + 8) * u
        for row in self.rows.values():
            row.fold(narrow and not beside)
        sheet.clear_widgets()
        self._lines = []
        # Widths of label and column, for the heights of their texts.
        across, longest = room - 12 * u * len(groups), min(left, words + 2 + SIGN * u * self._signed)
        self._beside = max(BESIDE, longest * len(groups) / (across - longest)) if beside else BESIDE
        share = across / (self._beside + len(groups))
        if any(groups):
            high = max(extent(group, "bold", look.least, round(share))[1] for group in groups)
            # Letters do not fill the height of their lines; in a bar they need it.
            least = high + (u if any(blank.side for blank in blanks) else -u)
            head = self._line(max(1.3 * look.body, high + 2 * u), least, beside, "", "")
            for group in groups:
                side = next(blank.side for blank in blanks if blank.group == group)
                head.add_widget(
                    HasPlayerBar(self.context.player(side), group)
                    if side
                    else FitLabel(text=group, face="bold", most=look.body)
                )
        for label in labels:
            sign = next(SYMBOLS.get(blank.symbol, "") for blank in blanks if blank.label == label)
            if not beside:
                sheet.add_widget(WrapLabel(text=" ".join(filter(None, (sign, opening(label)))), face="bold"))
            named = round(self._beside * share) - SIGN * u * self._signed
            high = extent(opening(label), "text", look.least, named)[1] if beside else 0.0
            usual = max(ROW[look.portrait] * u, look.finger, high + 2 * u)
            line = self._line(usual, max(look.finger - 0.55 * u, high), beside, label, sign)
            for group in groups:
                found = next((b for b in blanks if (b.label, b.group) == (label, group)), None)
                line.add_widget(self.rows[found.id] if found is not None else Widget())
        self._fit()

    def _line(self, usual: float, least: float, beside: bool, label: str, sign: str) -> Line:
        line = Line(usual, least, keyed=bool(label))
        if beside:
            head = BoxLayout(size_hint_x=self._beside)
            if self._signed:
                head.add_widget(FitLabel(text=sign, most=look.sign, size_hint_x=None, width=SIGN * look.u))
            head.add_widget(FitLabel(text=opening(label), align="left", most=look.option))
            line.add_widget(head)
        self._sheet.add_widget(line)
        self._lines.append(line)
        return line

    def _fit(self, *_: object) -> None:
        """Make lines lower where the form is then in sight as a whole."""
        sheet, usual, close = self._sheet, 3 * look.u, look.u
        # To the list a column fits that is a pixel too high.
        room = self.pager.scroll.height + 0.9 - self.pager.all_but(sheet)
        # Labels above their numbers stay as high as they are.
        room -= sum(line.height for line in sheet.children if isinstance(line, WrapLabel))
        gaps = max(0, len(sheet.children) - 1)
        fits = sum(line.usual for line in self._lines) + gaps * usual <= room
        spare = room - gaps * close - sum(line.least for line in self._lines)
        low = not fits and spare >= 0
        sheet.spacing = close if low else usual
        keyed = [line for line in self._lines if line.keyed]
        for line in self._lines:
            more = spare / len(keyed) if line.keyed else 0.0
            line.height = min(line.usual, line.least + more) if low else line.usual
