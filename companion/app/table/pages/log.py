"""Log of the game, newest first. A tap on a line shows what an undo to it would take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.marks import dice_row, player_mark, words
from companion.app.widgets.base.widgets import Bullet, WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.headings import GamePart, above, under
from companion.table.session import LogLine, Session
from companion.table.view import PlayerView
from companion.table.words import N_, _, n_
from layouts.glyphs import SYMBOLS

_AT_ONCE: Final = 25
_FEW: Final = 8
_SOURCES: Final = {
    "hand": N_("typed in"),
    "virtual": N_("rolled here"),
    "tower": N_("tower"),
    "button": N_("button"),
    "touch": "",
}


class GroupHead(WrapLabel):
    """Heading of the lines below it: their part of the game."""

    INDENT, HEAD = 4, 6

    def __init__(self, **values: Any) -> None:
        super().__init__(**({"step": "small", "face": "bold"} | values))


class FilterRow(BoxLayout):
    """Keys that filter the lines by player; empty without players."""


class LogPage(Page):
    """The whole log, some lines at a time. It is reused: known lines stay as they are.

    Args:
        session: of the game.
        undo: takes back this many entries.
    """

    def __init__(self, session: Session[Any], undo: Callable[[int], None]) -> None:
        super().__init__(_("Log: what happened"))
        self._session, self._undo = session, undo
        self.keys: dict[int, OptionKey] = {}
        self._told: dict[int, LogLine] = {}
        self._spare: list[OptionKey] = []
        self.heads: dict[GamePart, GroupHead] = {}
        self._whose, self._reach = "", 0
        self._players: dict[str, PlayerView] = {}
        self.filters: dict[str, Key] = {}
        self._row = FilterRow()
        self.pager = ScrollList()
        column = BoxLayout(orientation="vertical")
        column.add_widget(self._row)
        column.add_widget(self.pager)
        self.content.add_widget(column)
        self._nothing = WrapLabel(text=_("Nothing yet."))
        self._older = OptionKey(label=_("Older lines"))
        self._older.bind(on_use=lambda _: self._fill(self._reach + _AT_ONCE))
        self.primary.set_action(_("Back to the game"), True)
        self.leave_by_primary()

    def show(self) -> None:
        """Update the log, and show its end."""
        self._show_filters()
        known = len(self._session.timeline.entries) - min(self.keys, default=0) + 1
        # Removing lines moves all others, so some more than needed may stay.
        self._fill(known if _AT_ONCE <= known <= 2 * _AT_ONCE else _AT_ONCE)
        self.pager.turn_to_top()

    def _fill(self, number: int) -> None:
        """Make a key for each of the last lines, the newest at the top."""
        made = len(self._session.timeline.entries)
        lines = self._session.lines(max(0, made - number), made)
        parts = under(lines, above(self._session, lines[0].number)) if lines else {}
        if self._whose:
            lines = [line for line in lines if line.entry.who == self._whose]
            if len(lines) < _FEW and made > number:
                # Only a few of these lines are the player's: look further back.
                self._fill(2 * number)
                return
        self._reach = number
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
        column = self._grouped(parts) or [self._nothing]
        self.pager.have([*column, self._older] if made > number else column)

    def _grouped(self, parts: dict[int, GamePart]) -> list[Widget]:
        """Return the keys below headings of their parts of the game, if it has parts."""
        shown = {parts[number] for number in self.keys}
        some = any(part.after for part in shown)
        self.heads = {part: self.heads.get(part) or GroupHead() for part in shown if some and part.words}
        column: list[Widget] = []
        last = None
        for number, key in self.keys.items():
            part = parts[number]
            if part != last and part in self.heads:
                self.heads[part].text = "   ".join(part.words)
                column.append(self.heads[part])
            last = part
            column.append(key)
        return column

    def _new_key(self) -> OptionKey:
        key = OptionKey()
        key.bind(on_use=lambda key: self._preview(self._told[int(key.name)]))
        return key

    def _show_filters(self) -> None:
        """Make a key for the lines of everybody, and one for each player."""
        players = {player.id: player for player in self._session.view.players}
        if list(players) != list(self._players):
            self._row.clear_widgets()
            self.filters = {"": Key(text=SYMBOLS["people"], step="sign")} if players else {}
            for player in players.values():
                self.filters[player.id] = Key(text=player_mark(player), step="sign")
            for whose, key in self.filters.items():
                key.bind(on_use=lambda _, whose=whose: self.show_only(whose))
                self._row.add_widget(key)
            self._whose = ""
        self._players = players
        for whose, key in self.filters.items():
            key.chosen = whose == self._whose

    def show_only(self, whose: str) -> None:
        """Show the lines of one player, by id; an empty id shows all."""
        self._whose = whose
        self._show_filters()
        self._fill(_AT_ONCE)
        self.pager.turn_to_top()

    def _tell(self, key: OptionKey, line: LogLine) -> None:
        details = [fact.text() for fact in line.facts if fact.text()]
        if line.entry.original is not None:
            dice = dice_text(line.entry.original)
            details.append(_("The dice first showed {dice}; corrected by hand.").format(dice=dice))
        if line.entry.note:
            details.append(f"({line.entry.note})")
        source = _(_SOURCES.get(line.entry.source, line.entry.source))
        player = self._players.get(line.entry.who)
        key.whose = player.colour if player else ""
        key.name, key.detail = str(line.number), "\n".join(details)
        key.label = f"{line.number}. {line.entry.label}" + (f" ({source})" if source else "")

    def _preview(self, line: LogLine) -> None:
        made = len(self._session.timeline.entries)
        self.host.open(PreviewPage(self._session.lines(line.number - 1, made), self._undo))


def dice_text(value: Any) -> str:
    """Return dice of any kind in words."""
    if isinstance(value, dict):
        return ", ".join(f"{number} {words(name, number)}" for name, number in value.items())
    return dice_row(value)


class PreviewPage(Page):
    """What an undo would take back, before it is done."""

    def __init__(self, lines: list[LogLine], undo: Callable[[int], None]) -> None:
        count = len(lines)
        heading = n_("Undoes this step", "Undoes these {n} steps", count)
        super().__init__(heading.format(n=count))
        self._undo, self._count = undo, count
        self.pager = ScrollList()
        self.content.add_widget(self.pager)
        dice = any(line.entry.kind == "roll" for line in lines)
        if dice:
            warning = _("These include dice rolls. Their results stand; nothing is rolled again.")
            self.pager.add(WrapLabel(text=warning, face="bold"))
        for line in reversed(lines):
            self.pager.add(WrapLabel(text=f"{line.number}. {line.entry.label}"))
        back = [fact.put_back() for line in reversed(lines) for fact in reversed(line.facts)]
        if any(back):
            self.pager.add(WrapLabel(text=_("Put back on the board:"), face="bold", step="option"))
            for words in filter(None, back):
                self.pager.add(Bullet(text=words))
        self.primary.set_action(_("Hold: undo to here") if dice else _("Undo to here"), True, hold=1.0 if dice else 0.0)

    def act(self) -> None:
        self._undo(self._count)


load_layout("log")
