"""Home: go on with a game, start one, or change the settings."""

from __future__ import annotations

from companion.app.look.keys import OptionKey
from companion.app.look.page import Page
from companion.app.look.widgets import OptionGrid, Pager, Text
from companion.app.pages.games import GamesPage, back_key, damage, day, name_of
from companion.shelf.errors import ShelfError
from companion.shelf.library import Stored
from companion.table.game import Game, Mode
from companion.table.words import _

_NEWEST = 3


class HomePage(Page):
    """The first page."""

    def __init__(self) -> None:
        super().__init__(_("Companion"), left=_("Settings"))
        self.keys: dict[str, OptionKey] = {}
        self.stored: list[Stored] = []
        self.pager = Pager()
        self.content.add_widget(self.pager)
        self.add_extra(_("All games"), lambda: self.host.open(GamesPage()))

    def stick_changed(self) -> None:
        if not self.stored:
            self.opened()

    def opened(self) -> None:
        self.pager.clear()
        self.keys = {}
        try:
            self.stored = self.host.library.newest(_NEWEST)
        except ShelfError as error:
            self.stored = []
            self.host.say(str(error))
        if self.stored:
            self.pager.add(Text(text=_("Go on with"), bold=True))
            for item in self.stored:
                self._add_stored(item)
        elif lost := self.host.courier.found.lost:
            # A new card: all that was played is on the stick.
            self.pager.add(back_key(lost, self.host.courier))
        for game in self.host.library.games:
            self.pager.add(Text(text=_(game.title), bold=True))
            grid = OptionGrid(cols=1 if len(game.modes) < 2 else 2)
            for mode in game.modes:
                key = OptionKey(label=_(mode.title), detail=_(mode.text))
                key.bind(on_use=lambda _, game=game, mode=mode: self._start(game, mode))
                self.keys[f"{game.name}.{mode.id}"] = key
                grid.add_widget(key)
            self.pager.add(grid)
        able = [s for s in self.stored if not s.trouble]
        self.verb.mean(_("Go on with the last game") if able else _("Pick a game"), bool(able))

    def act(self) -> None:
        self._resume(next(s for s in self.stored if not s.trouble))

    def go_left(self) -> None:
        self.host.open_settings()

    def _add_stored(self, item: Stored) -> None:
        for half, steps in item.halves:
            key = OptionKey(label=day(item), detail=damage(item, half, steps))
            key.bind(on_use=lambda _, half=half: self.host.play(lambda: self.host.library.save(item.path, half)))
            self.keys[name_of(item, half)] = key
            self.pager.add(key)
        if not item.halves:
            key = OptionKey(label=day(item), detail=item.last, refused=item.trouble)
            key.bind(on_use=lambda _: self._resume(item))
            self.keys[item.path.name] = key
            self.pager.add(key)

    def _resume(self, item: Stored) -> None:
        self.host.play(lambda: self.host.library.open(item.path))

    def _start(self, game: Game[object], mode: Mode) -> None:  # type: ignore[type-var]
        self.host.play(lambda: self.host.library.start(game, mode))
