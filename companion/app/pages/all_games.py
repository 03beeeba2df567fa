"""Page of all games: open, delete or restore one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.app.pages.stored_game import bring_back_key, damage_text, dated_title, key_name
from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageId
from companion.storage.errors import StorageError
from companion.storage.evenings import read
from companion.storage.game_library import StoredGame, standing
from companion.storage.inspector import Inspection
from companion.table.file_names import plain_path
from companion.table.game_file import Half
from companion.table.words import _
from layouts.theme import look

HOLD: Final = 1.0
"""Seconds for which the key must be held to erase a game."""

ALL: Final = ""
DELETED: Final = "/"
"""Filters besides the titles of games; no title has a slash."""


class AllGamesPage(Page):
    """All stored games with players and standing, then the deleted ones."""

    def __init__(self) -> None:
        super().__init__(_("All games"))
        self.keys: dict[str, OptionKey] = {}
        self.pager = ScrollList()
        self.filters: dict[str, Key] = {}
        self._shown = ALL
        self._row = BoxLayout(size_hint_y=None)
        self._board = BoxLayout(orientation="vertical")
        for widget in (self._row, self.pager):
            self._board.add_widget(widget)
        self.content.add_widget(self._board)
        look.tell(self._lay)
        self._lay()
        self.remove: Key = self.add_extra(_("Delete"), self._remove)
        self._chosen: StoredGame | None = None
        self._half: Half = "longest"
        self._deleted: set[str] = set()
        self._untold: list[StoredGame] = []
        self._next = Clock.create_trigger(self._tell, 0)

    def opened(self) -> None:
        self.host.back_up()
        self._fill("")

    def backup_changed(self) -> None:
        self._fill(self._chosen.path.name if self._chosen is not None else "")

    def act(self) -> None:
        item, library = self._chosen, self.host.library
        if item is None:
            return
        if item.path.name in self._deleted:
            self.host.attempt(lambda: library.put_back(item.path))
            self._fill(item.path.name)
        else:
            half = self._half
            if item.halves:
                self.host.play(lambda: library.save(item.path, half))
            else:
                self.host.open_stored(item.path)

    def _remove(self) -> None:
        item, library = self._chosen, self.host.library
        if item is not None:
            change = library.erase if item.path.name in self._deleted else library.delete
            self.host.attempt(lambda: change(item.path))
            self._fill(item.path.name)

    def _export(self) -> None:
        if self._chosen is not None:
            self.host.jobs.export(self._chosen.path)

    def _lay(self) -> None:
        self._board.spacing = self._row.spacing = look.gap
        self._row.height = look.target if self.filters else 0

    def _fill(self, chosen: str) -> None:
        """List the games; select the one with this file name if it is there."""
        library = self.host.library
        try:
            kept, deleted = library.every(), library.deleted()
        except StorageError as error:
            self.host.show_message(str(error))
            kept, deleted = [], []
        self._offer_filters(kept, deleted)
        if self._shown != ALL:
            kept = [item for item in kept if item.title == self._shown]
            deleted = [item for item in deleted if self._shown in (DELETED, item.title)]
        self.pager.clear()
        self.keys, self._deleted = {}, {item.path.name for item in deleted}
        if lost := self.host.jobs.found.lost:
            self.bring_back_key = bring_back_key(lost, self.host.jobs)
            self.pager.add(self.bring_back_key)
        known = read(self.host.jobs.evenings)
        self.evenings_key = OptionKey(
            label=_("Over the evenings"),
            detail=_("Wins, factions, lengths and luck of everybody who plays here."),
            use=lambda: self.host.show(PageId.EVENINGS),
        )
        if known is not None and (known.evenings or known.profiles):
            self.pager.add(self.evenings_key)
        for item in kept:
            self._add(item)
        self.export = OptionKey(
            label=_("Export the selected game"),
            detail=_("Saves one file and a readable report, to a USB stick or next to the games."),
            use=self._export,
        )
        if kept:
            self.pager.add(self.export)
        elif self._shown == ALL:
            self.pager.add(WrapLabel(text=_("There are no games yet.")))
        self.import_key = OptionKey(
            label=_("Import a game"),
            detail=_("From the folder {folder}.").format(folder=plain_path(self.host.jobs.imports)),
            use=lambda: self.host.show(PageId.IMPORT_GAMES),
        )
        self.pager.add(self.import_key)
        if deleted:
            self.pager.add(WrapLabel(text=_("Deleted"), face="bold"))
        for item in deleted:
            self._add(item)
        self._untold = [item for item in (*kept, *deleted) if not item.trouble]
        self._next()
        self._choose(next((item for item in (*kept, *deleted) if item.path.name == chosen), None))

    def _offer_filters(self, kept: Sequence[StoredGame], deleted: Sequence[StoredGame]) -> None:
        """Show a filter key for each kind of game found, if there are several kinds."""
        titles = {_(game.title) for game in self.host.library.games}
        found = [title for title in dict.fromkeys(item.title for item in (*kept, *deleted)) if title in titles]
        offered = {ALL: _("All"), **{title: title for title in found}, **({DELETED: _("Deleted")} if deleted else {})}
        if len(offered) < 3:
            offered, self._shown = {}, ALL
        elif self._shown not in offered:
            self._shown = ALL
        self._row.clear_widgets()
        self.filters = {}
        for name, words in offered.items():
            key = Key(text=words, size_hint_y=1, chosen=name == self._shown, use=partial(self._show_only, name))
            self.filters[name] = key
            self._row.add_widget(key)
        self._row.height = look.target if self.filters else 0

    def _show_only(self, name: str) -> None:
        self._shown = name
        self._fill(self._chosen.path.name if self._chosen is not None else "")

    def _add(self, item: StoredGame) -> None:
        for half, steps in item.halves or (("longest", 0),):
            detail = damage_text(item, half, steps) if item.halves else item.trouble or item.last
            key = OptionKey(label=dated_title(item), detail=detail)
            key.bind(on_use=partial(self._pick, item, half))
            self.keys[key_name(item, half)] = key
            self.pager.add(key)

    def _pick(self, item: StoredGame, half: Half, __: OptionKey) -> None:
        self._choose(item, half)

    def _choose(self, item: StoredGame | None, half: Half = "longest") -> None:
        self._chosen, self._half = item, half
        chosen = key_name(item, half) if item else ""
        for other, key in self.keys.items():
            key.chosen = other == chosen
        name = item.path.name if item else ""
        gone = name in self._deleted
        words = _("Restore") if gone else _("Go on from intact steps") if item and item.halves else _("Go on")
        if item is not None and item.aside and not gone:
            words = _("Try again")
        able = item is not None and (gone or bool(item.halves) or item.aside or not item.trouble)
        self.primary.set_action(
            _("Pick a game") if item is None else words if able else _("Cannot be opened"), able, name
        )
        self.remove.text = _("Hold to delete for good") if gone else _("Delete")
        self.remove.hold = HOLD if gone else 0.0
        self.remove.disabled = item is None
        self.export.refused = (
            _("First tap a game in the list.") if item is None else _("Cannot be opened") if item.trouble else ""
        )
        self.export.disabled = bool(self.export.refused)

    def _tell(self, __: float) -> None:
        """Ask for the preview of one game; the next is asked for when that has come."""
        if self._untold and self.parent is not None:
            item = self._untold.pop(0)
            self.host.preview(item.path, partial(self._told, item))

    def _told(self, item: StoredGame, found: Inspection) -> None:
        if found.view is None and not found.refused:
            self.host.library.put_aside(item.path)
        key = self.keys.get(item.path.name)
        if key is not None:
            said = standing(found.view) if found.view is not None else found.trouble
            key.detail = _("{standing}\nLast: {last}").format(standing=said, last=item.last)
        self._next()
