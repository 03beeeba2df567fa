"""Page of games to import from the imports folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.storage.errors import StorageError
from companion.storage.game_archive import SUFFIX
from companion.table.file_names import plain, plain_path
from companion.table.words import _, n_


class ImportGamesPage(Page):
    """The files in the imports folder, newest first."""

    def __init__(self) -> None:
        super().__init__(_("Import a game"))
        self.keys: dict[str, OptionKey] = {}
        self.pager = ScrollList()
        self.content.add_widget(self.pager)
        self._chosen: Path | None = None

    def opened(self) -> None:
        jobs = self.host.jobs
        try:
            found = jobs.offered()
        except StorageError as error:
            self.host.show_message(str(error))
            found = {}
        self.pager.clear()
        self.keys = {}
        for path, size in found.items():
            thousands = -(-size // 1000)
            detail = n_("{n} kilobyte", "{n} kilobytes", thousands).format(n=thousands)
            key = OptionKey(label=plain(path).removesuffix(SUFFIX), detail=detail, use=partial(self._choose, path))
            self.keys[path.name] = key
            self.pager.add(key)
        words = _("Put exported games (files ending in “.game-copy”) into the folder {folder}.")
        self.pager.add(WrapLabel(text=words.format(folder=plain_path(jobs.imports)), quiet=True))
        self._choose(self._chosen if self._chosen in found else None)

    def act(self) -> None:
        if self._chosen is not None:
            self.host.jobs.take_in(self._chosen)

    def _choose(self, path: Path | None) -> None:
        self._chosen = path
        for name, key in self.keys.items():
            key.chosen = path is not None and name == path.name
        self.primary.set_action(_("Import") if path else _("Pick a file"), path is not None, path)
