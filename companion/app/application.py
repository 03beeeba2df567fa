"""The Kivy application: window, sleeping loop, root widget, and what happens to unforeseen errors."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.app import fingers, loop
from companion.app.hardware.station import Station
from companion.app.shell import Shell
from companion.games import GAMES
from companion.shelf.library import Library
from companion.shelf.settings import Settings
from companion.table.game import Game
from firmware_bridge.dice import DiceSource, VirtualDice

_log = logging.getLogger(__name__)


class Catcher(ExceptionHandler):
    """Writes an unforeseen error to the log file and shows the page that says the game is safe."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell

    def handle_exception(self, error: BaseException) -> int:
        if not isinstance(error, Exception):
            return int(ExceptionManager.RAISE)
        _log.error("unforeseen error", exc_info=error)
        Clock.schedule_once(lambda _: self._shell.panic(), 0)
        return int(ExceptionManager.PASS)


def make_shell(data_dir: Path, games: Iterable[Game[Any]], dice: DiceSource, station: Station | None = None) -> Shell:
    """Return the root widget over a data folder; without a station nothing that is plugged in is used."""
    settings_path = data_dir / "settings.json"
    return Shell(Library(data_dir / "games", games), Settings.load(settings_path), settings_path, dice, station)


class CompanionApp(App):
    """The app over a data folder.

    Args:
        data_dir: holds games, settings, the record of rolls and the log file.
        tower_port: goes before the one in the settings.
    """

    title = "Companion"

    def __init__(self, data_dir: Path, tower_port: str = "") -> None:
        super().__init__()
        self._data_dir, self._tower_port = data_dir, tower_port
        self.loop: loop.SleepingLoop | None = None

    def build(self) -> Shell:
        fingers.install()
        self.loop = loop.install()
        station = Station(self._data_dir / "rolls.db", self._tower_port)
        return make_shell(self._data_dir, GAMES, VirtualDice(), station)

    def on_start(self) -> None:
        ExceptionManager.add_handler(Catcher(self.root))
        self.root.resume()
        self.root.follow_hardware()

    def on_stop(self) -> None:
        if self.root.game is not None:
            self.root.game.close()
        self.root.station.close()

    def load_kv(self, filename: str | None = None) -> None:
        """The layouts are loaded by the modules that they belong to."""
