"""What has happened, newest first. A tap on a line shows what going back to it would take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.app.look.keys import Key, OptionKey
from companion.app.look.marks import dice_row, words
from companion.app.look.page import Page
from companion.app.look.widgets import Pager, Text
from companion.table.session import LogLine, Session
from companion.table.words import N_, _, n_

_AT_ONCE: Final = 25
_SOURCES: Final = {
    "hand": N_("typed in"),
    "virtual": N_("rolled here"),
    "tower": N_("tower"),
    "button": N_("button"),
    "touch": "",
}


class LogPage(Page):
    """The whole game, a page of lines at a time. It is kept: what it said before stays as it is.

    Args:
        session: the game.
        undo: takes back so many entries.
        redo: takes the last undo back.
    """

    def __init__(self, session: Session[Any], undo: Callable[[int], None], redo: Callable[[], None]) -> None:
        super().__init__(_("What has happened"))
        self._session, self._undo = session, undo
        self.keys: dict[int, OptionKey] = {}
        self._told: dict[int, LogLine] = {}
        self._spare: list[OptionKey] = []
        self.pager = Pager()
        self.content.add_widget(self.pager)
        self._redo = self.add_extra(_("Redo"), redo)
        self._nothing = Text(text=_("Nothing yet."))
        self._older = OptionKey(label=_("Older lines …"))
        self._older.bind(on_use=lambda _: self._fill(len(self.keys) + _AT_ONCE))
        self.verb.mean(_("Back to the game"), True)

    def show(self) -> None:
        """Tell what has happened until now, from its end."""
        known = len(self._session.timeline.entries) - min(self.keys, default=0) + 1
        # What goes moves all that stays: some more lines than are asked for may wait at the end.
        self._fill(known if _AT_ONCE <= known <= 2 * _AT_ONCE else _AT_ONCE)
        self._stand(self._redo, bool(self._session.timeline.undone))
        self.pager.turn_to_top()

    def _fill(self, number: int) -> None:
        """Have a key for each of so many lines, the newest uppermost."""
        made = len(self._session.timeline.entries)
        lines = self._session.lines(max(0, made - number), made)
        wanted = {line.number for line in lines}
        for gone in [number for number in self.keys if number not in wanted]:
            del self._told[gone]
            self._spare.append(self.keys.pop(gone))
        for line in lines:
            if line.number not in self.keys:
                self.keys[line.number] = self._spare.pop() if self._spare else self._new_key()
            if self._told.get(line.number) != line:
                self._told[line.number] = line
                self._tell(self.keys[line.number], line)
        self.keys = {line.number: self.keys[line.number] for line in reversed(lines)}
        column: list[Widget] = [*self.keys.values()] or [self._nothing]
        self.pager.have([*column, self._older] if made > number else column)

    def _new_key(self) -> OptionKey:
        key = OptionKey()
        key.bind(on_use=lambda key: self._preview(self._told[int(key.name)]))
        return key

    def _stand(self, key: Key, shown: bool) -> None:
        if shown != (key.parent is not None):
            (self.extras.add_widget if shown else self.extras.remove_widget)(key)

    @staticmethod
    def _tell(key: OptionKey, line: LogLine) -> None:
        details = [fact.text() for fact in line.facts if fact.text()]
        if line.entry.original is not None:
            dice = dice_text(line.entry.original)
            details.append(_("The dice first said {dice}; corrected by hand.").format(dice=dice))
        if line.entry.note:
            details.append(f"({line.entry.note})")
        source = _(_SOURCES.get(line.entry.source, line.entry.source))
        key.name, key.detail = str(line.number), "\n".join(details)
        key.label = f"{line.number}. {line.entry.label}" + (f" ({source})" if source else "")

    def _preview(self, line: LogLine) -> None:
        made = len(self._session.timeline.entries)
        self.host.open(PreviewPage(self._session.lines(line.number - 1, made), self._undo))


def dice_text(value: Any) -> str:
    """Return dice of any kind in words, without the question that they answered."""
    if isinstance(value, dict):
        return ", ".join(f"{number} {words(name, number)}" for name, number in value.items())
    return dice_row(value)


class PreviewPage(Page):
    """What would be taken back; nothing has happened yet."""

    def __init__(self, lines: list[LogLine], undo: Callable[[int], None]) -> None:
        count = len(lines)
        heading = n_("Would take back this step", "Would take back these {n} steps", count)
        super().__init__(heading.format(n=count))
        self._undo, self._count = undo, count
        self.pager = Pager()
        self.content.add_widget(self.pager)
        dice = any(line.entry.kind == "roll" for line in lines)
        if dice:
            warning = _("Dice are among them. They stay as they fell and are not rolled again.")
            self.pager.add(Text(text=warning, bold=True))
        for line in reversed(lines):
            self.pager.add(Text(text=f"{line.number}. {line.entry.label}"))
        back = [fact.put_back() for line in reversed(lines) for fact in reversed(line.facts)]
        if any(back):
            self.pager.add(Text(text=_("To put back on the board:"), bold=True, step="option"))
            for words in filter(None, back):
                self.pager.add(Text(text=f"• {words}"))
        self.verb.mean(_("Hold: undo to here") if dice else _("Undo to here"), True, hold=1.0 if dice else 0.0)

    def act(self) -> None:
        self._undo(self._count)
