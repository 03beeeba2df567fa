"""What has happened, newest first. A tap on a line shows what going back to it would take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.look.keys import OptionKey
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
    """The whole game, a page of lines at a time.

    Args:
        session: the game.
        undo: takes back so many entries.
        redo: takes the last undo back.
    """

    def __init__(self, session: Session[Any], undo: Callable[[int], None], redo: Callable[[], None]) -> None:
        super().__init__(_("What has happened"))
        self._session, self._undo, self._shown = session, undo, 0
        self.keys: dict[int, OptionKey] = {}
        self.pager = Pager()
        self.content.add_widget(self.pager)
        if session.timeline.undone:
            self.add_extra(_("Redo"), redo)
        self.verb.mean(_("Back to the game"), True)
        self._lines = list(reversed(session.history))
        if not self._lines:
            self.pager.add(Text(text=_("Nothing yet.")))
        self._more()

    def _more(self) -> None:
        for line in self._lines[self._shown : self._shown + _AT_ONCE]:
            details = [fact.text() for fact in line.facts if fact.text()]
            if line.entry.original is not None:
                dice = dice_text(line.entry.original)
                details.append(_("The dice first said {dice}; corrected by hand.").format(dice=dice))
            if line.entry.note:
                details.append(f"({line.entry.note})")
            source = _(_SOURCES.get(line.entry.source, line.entry.source))
            label = f"{line.number}. {line.entry.label}" + (f" ({source})" if source else "")
            key = OptionKey(label=label, detail="\n".join(details))
            key.bind(on_use=lambda _, line=line: self._preview(line))
            self.keys[line.number] = key
            self.pager.add(key)
        self._shown += _AT_ONCE
        if self._shown < len(self._lines):
            older = OptionKey(label=_("Older lines …"))
            older.bind(on_use=self._show_older)
            self.pager.add(older)

    def _show_older(self, key: OptionKey) -> None:
        self.pager.column.remove_widget(key)
        self._more()

    def _preview(self, line: LogLine) -> None:
        self.host.open(PreviewPage(self._session.history[line.number - 1 :], self._undo))


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
