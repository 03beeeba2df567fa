"""Home page: resume the last unfinished game in one tap, repeat its seats, or start another game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from msgspec.structs import replace

from companion.app.pages.home_tiles import LastGameTile, ModeTile, ModeTiles
from companion.app.pages.more_modes import MoreModesPage
from companion.app.pages.stored_game import bring_back_key, damage_text, dated_title, key_name
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.widgets import OptionGrid
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageId
from companion.app.widgets.rendering.ground import Beast, FieldPlace
from companion.storage.errors import StorageError
from companion.storage.game_library import StoredGame
from companion.storage.inspector import Inspection
from companion.table.game import Game, Mode
from companion.table.view import View
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look

_NEWEST: Final = 3
"""Number of stored games, the newest first, that are read when the page opens."""
_EARLIER: Final = 12
"""Number of stored games, the newest first, among which an unfinished one is looked for."""
_RECENT: Final = 7 * 86_400.0
"""Maximum age of such a game, in seconds before the newest one."""

_MOST_TILES: Final = 8
"""Modes that have a tile; the others are on the page of more modes."""


class HomePage(Page):
    """The home page."""

    def __init__(self) -> None:
        super().__init__(left=_("Settings"))
        self.remove_widget(self.header)
        self.keys: dict[str, Any] = {}
        self.stored: list[StoredGame] = []
        self._unfinished: StoredGame | None = None
        self._more: list[tuple[Game[Any], Mode]] = []
        self.ids.foot.remove_widget(self.primary)
        self.again_key = self.add_extra(_("Same setup"), self._again)
        self.all_key = self.add_extra(_("All games"), lambda: self.host.show(PageId.ALL_GAMES))
        self.more_modes_key = self.add_extra(_("All modes"), self._open_more_modes)
        self.pager, self.tiles = ScrollList(), ModeTiles()
        self.last = LastGameTile(self.primary)
        self.last.bind(on_use=lambda _: self.act())
        self.margin = 0
        self._board = BoxLayout(orientation="vertical")
        self._listed = BoxLayout(size_hint_y=None)
        self._listed.add_widget(self.pager)
        look.tell(self._look_changed)
        self._look_changed()
        self.pager.column.bind(height=self._lay)
        self.content.bind(height=self._lay)
        self.content.add_widget(self._board)
        self._standing = Clock.create_trigger(self._look_over, 0)

    def _open_more_modes(self) -> None:
        self.host.open(MoreModesPage(self._more, self._start, self._lessons()))

    def _lessons(self) -> list[OptionKey]:
        """Return a key for each game that has a tutorial."""
        return [
            OptionKey(
                name=f"{game.name}.lesson",
                label=_("Learn it in five minutes"),
                detail=_("One turn, one battle, nothing is saved"),
                use=partial(self.host.start_lesson, game),
            )
            for game in self.host.library.games
            if getattr(game, "teaches", False)
        ]

    def _sounds(self) -> list[OptionKey]:
        """Return a key that turns sounds on, which are off at first."""
        if self.host.settings.sound == "on":
            return []
        detail = _("Settings turns it off again")
        return [OptionKey(name="sounds", label=_("Turn sound on"), detail=detail, use=self._turn_sound_on)]

    def _turn_sound_on(self) -> None:
        self.host.settings.sound = "on"
        self.host.apply_settings()
        self.host.play_sound("turn")
        self._show_stored()

    def backup_changed(self) -> None:
        if not self.stored:
            self.opened()

    def opened(self) -> None:
        self.keys, self._unfinished = {}, None
        self.stored = self._newest(_NEWEST)
        self._show_stored()
        self._show_modes()
        self._standing()

    def _newest(self, most: int) -> list[StoredGame]:
        try:
            return self.host.library.newest(most)
        except StorageError as error:
            self.host.show_message(str(error))
            return []

    def act(self) -> None:
        item = self._shown
        if item is not None:
            self.host.open_stored(item.path)
            if self.host.page is self:
                # The game could not be opened: it is damaged inside, or open elsewhere.
                self._standing()

    def go_left(self) -> None:
        self.host.open_settings()

    @property
    def _openable(self) -> StoredGame | None:
        return next((item for item in self.stored if not item.trouble), None)

    @property
    def _shown(self) -> StoredGame | None:
        """The game played last, or an unfinished one before it if that is over."""
        return self._unfinished or self._openable

    def _show_stored(self) -> None:
        """Show the last game, then what is wrong with newer ones."""
        self.pager.clear()
        item = self._shown
        if item is not None:
            self.last.show(dated_title(item), item.called, item.last)
            self.keys[item.path.name] = self.last
        for other in self.stored:
            if other.trouble:
                self._add_troubled(other)
        if not self.stored and (lost := self.host.jobs.found.lost):
            # The SD card is new, and all games are on the stick.
            self.pager.add(bring_back_key(lost, self.host.jobs))
        if not self.stored:
            # Later the tutorials are on the page of more modes.
            keys = [*self._lessons(), *self._sounds()]
            self.keys |= {key.name: key for key in keys}
            grid = OptionGrid(columns=1 if look.portrait else 2)
            grid.have(keys)
            self.pager.add(grid)
        self._set_out(item is not None)
        words = _("Go on") if item else _("Pick a game")
        self.primary.set_action(words, item is not None, item.path.name if item else None)
        self.again_key.disabled = item is None
        self._lay()

    def _add_troubled(self, item: StoredGame) -> None:
        if item.aside:
            key = OptionKey(
                label=_("Try again: {game}").format(game=dated_title(item)),
                detail=item.trouble,
                use=partial(self.host.open_stored, item.path),
            )
            self.keys[item.path.name] = key
            self.pager.add(key)
            return
        for half, steps in item.halves:
            key = OptionKey(label=dated_title(item), detail=damage_text(item, half, steps))
            key.bind(on_use=lambda _, half=half: self.host.play(lambda: self.host.library.save(item.path, half)))
            self.keys[key_name(item, half)] = key
            self.pager.add(key)
        if not item.halves:
            key = OptionKey(label=dated_title(item), refused=item.trouble)
            self.keys[item.path.name] = key
            self.pager.add(key)

    def _look_over(self, __: float) -> None:
        """Ask for the preview of the last game; it is read whole only after the page is shown."""
        item = self._openable
        if item is not None and self.parent is not None and self.host.page is self:
            self.host.preview(item.path, partial(self._looked, item))

    def _looked(self, item: StoredGame, found: Inspection) -> None:
        if item is not self._openable or self.parent is None:
            return
        if found.view is not None:
            self._unfinished = None
            self._stand(item, found.view)
            if found.view.finished:
                self._look_earlier(item, self._earlier(item))
        elif found.refused:
            read = self.host.library.look_over(item.path)
            self._set_aside(item, read if read.trouble else replace(read, trouble=found.trouble))
        else:
            self.host.library.put_aside(item.path)
            self._set_aside(item, replace(item, trouble=found.trouble, aside=True))

    def _stand(self, item: StoredGame, view: View) -> None:
        """Show a game as it stands."""
        self.keys = {name: key for name, key in self.keys.items() if key is not self.last}
        self.keys[item.path.name] = self.last
        self.last.show(dated_title(item), item.called, item.last)
        self.last.stand(view)
        self.primary.set_action(_("How it ended") if view.finished else _("Go on"), True, item.path.name)

    def _earlier(self, newest: StoredGame) -> list[StoredGame]:
        """Return the games of the last days before the newest one; one without a date may be of these."""
        games = [item for item in self._newest(_EARLIER) if not item.trouble and item.path != newest.path]
        return [item for item in games if not (item.when and newest.when) or newest.when - item.when < _RECENT]

    def _look_earlier(self, newest: StoredGame, games: list[StoredGame]) -> None:
        """Look for an unfinished game: one that is over, such as a single battle, must not hide the evening."""
        if games:
            self.host.preview(games[0].path, partial(self._looked_earlier, newest, games))

    def _looked_earlier(self, newest: StoredGame, games: list[StoredGame], found: Inspection) -> None:
        if newest is not self._openable or self.parent is None:
            return
        item, *others = games
        if found.view is None and not found.refused:
            self.host.library.put_aside(item.path)
        if found.view is None or found.view.finished:
            self._look_earlier(newest, others)
        else:
            self._unfinished = item
            self._stand(item, found.view)

    def _set_aside(self, item: StoredGame, found: StoredGame) -> None:
        """Replace a game that cannot be opened by its error, and show the one before it."""
        self.stored = [found if other is item else other for other in self.stored]
        self.keys = {name: key for name, key in self.keys.items() if name != item.path.name}
        self._show_stored()
        self._standing()

    def _show_modes(self) -> None:
        self.tiles.clear_widgets()
        first: list[tuple[Game[Any], Mode]] = []
        self._more = []
        for game in self.host.library.games:
            for place, mode in enumerate(game.modes):
                room = (not place or mode.symbol) and len(first) < _MOST_TILES
                (first if room else self._more).append((game, mode))
        for place, (game, mode) in enumerate(first):
            title = game.title if mode is game.modes[0] else mode.title
            tile = ModeTile(_(title), _(mode.text), mode, place)
            tile.bind(on_use=partial(self._tapped, game, mode))
            self.keys[f"{game.name}.{mode.id}"] = tile
            self.tiles.add_widget(tile)
        self.more_modes_key.disabled = not self._more

    def _set_out(self, resumed: bool) -> None:
        """Show the last game above the modes, or without one the modes as large as can be."""
        self.tiles.large_first = not resumed
        self._board.clear_widgets()
        for part in (self.last, self._listed, self.tiles) if resumed else (self.tiles, self._listed):
            self._board.add_widget(part)
        self.tiles.schedule_arrange()

    def fields(self) -> Sequence[FieldPlace]:
        return [place._replace(beast=Beast()) for place in super().fields()]

    def _look_changed(self) -> None:
        """Lay out the footer anew; on an upright screen its keys have no symbols."""
        self._board.spacing = 2 * look.u
        self._listed.padding = [look.gap, look.gap - 2 * look.u]
        signs = {self.left_key: "settings", self.again_key: "rematch", self.all_key: "log", self.more_modes_key: "plus"}
        for key, sign in signs.items():
            key.sign = "" if look.portrait else SYMBOLS[sign]
            key.most = look.option
        self.left_key.size_hint_x, self.extras.size_hint_x = 0.25, 0.75

    def _lay(self, *_: Any) -> None:
        # Leave room for the mode tiles, however many games have errors.
        needed = self.pager.column.height
        self.last.make_low(bool(needed))
        shown = self.last.height if self.last.parent is not None else 0.0
        most = (0.6 if look.portrait else 0.68) * self.content.height
        self._listed.height = needed and min(needed + 2 * look.gap, most - shown)

    def _tapped(self, game: Game[Any], mode: Mode, __: ModeTile) -> None:
        self._start(game, mode)

    def _start(self, game: Game[Any], mode: Mode) -> None:
        self.host.play(lambda: self.host.library.start(game, mode))

    def _again(self) -> None:
        item = self._shown
        if item is not None:
            self.host.play(lambda: self.host.library.again(item.path))
