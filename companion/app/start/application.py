"""The Kivy application: window, main loop, shell, and handling of unexpected errors."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label

from companion.app.pages.garbage_collection import collect_between_steps
from companion.app.start import heartbeat, loop, sdl_fingers
from companion.app.start.startup_error import report_start_error
from companion.app.start.touch_gate import TouchGate
from companion.app.table.prompts import KINDS
from companion.app.widgets.base.canvas_widget import touched
from companion.setting_up.reduced_motion import desktop_reduces_motion
from companion.setting_up.screens import on_raspberry_pi
from companion.storage.mount_watch import in_memory
from companion.storage.settings import FILE, Settings
from companion.table import words
from companion.table.words import N_, _
from layouts.theme import look

if TYPE_CHECKING:
    from companion.app.hardware.device_hub import DeviceHub
    from companion.app.hardware.outputs import Awake
    from companion.app.pages.shell import Shell
    from companion.doctor.running import DoctorSocket
    from companion.table.game import Game
    from firmware_bridge.dice import DiceSource

# Pages and games are imported after the first frame: see `CompanionApp.build`.

_log = logging.getLogger(__name__)

PRELOADED: Final = (
    "companion.app.table.page",
    *(f"companion.app.table.prompts.{kind}" for kind in KINDS),
    "companion.app.pages.home",
    "companion.app.table.pages.player",
    "companion.app.table.pages.rules_page",
    "companion.app.table.pages.ending",
    "companion.app.pages.unexpected_error",
    "companion.app.pages.all_games",
    "companion.app.pages.settings",
    "companion.app.pages.lesson",
    "companion.app.pages.import_games",
    "companion.app.table.pages.log",
    "companion.app.table.pages.more",
    "companion.app.table.pages.correct_numbers",
)
"""Modules that are likely needed next, imported while people look at the first page."""

IN_MEMORY: Final = N_(
    "Games are kept in memory only on this machine: they are gone when it is switched off. Plug in a USB stick: it "
    "gets a copy of each game, and “Bring back” fetches them from there."
)

PRELOAD_INTERVAL: Final = 0.5
"""Seconds between two of these imports."""


def preload_next(ahead: Iterator[str]) -> bool:
    """Import the next module; return whether there are more."""
    # A touch is in progress: its result must not wait for an import.
    if touched():
        return True
    name = next(ahead, "")
    if name:
        import_module(name)
    return bool(name)


class ErrorHandler(ExceptionHandler):
    """Logs an unexpected error and shows the page that says the game is safe."""

    def __init__(self, show_error: Callable[[], None]) -> None:
        super().__init__()
        self._show_error = show_error

    def handle_exception(self, error: BaseException) -> int:
        if not isinstance(error, Exception):
            return int(ExceptionManager.RAISE)
        _log.error("unforeseen error", exc_info=error)
        Clock.schedule_once(lambda _: self._show_error(), 0)
        return int(ExceptionManager.PASS)


def make_shell(
    data_dir: Path,
    games: Sequence[Game[Any]],
    dice: DiceSource,
    hub: DeviceHub | None = None,
    *,
    copies: bool = False,
    apart: bool = False,
) -> Shell:
    """Return the shell of a data folder; hardware is only used if a hub is given.

    Args:
        data_dir: holds games and settings.
        games: that can be played.
        dice: the built-in roller.
        hub: the connected hardware.
        copies: whether games are copied to where the settings say.
        apart: whether games are read in a process of its own, which knows the installed games.
    """
    from companion.app.pages.shell import Shell
    from companion.app.widgets.pages.services import PageId
    from companion.games import own_programs, take_own
    from companion.storage.game_library import Library
    from companion.storage.inspector import command
    from companion.storage.program_approval import AllowedPrograms, ProgramApproval
    from companion.storage.user_files import FOLDER

    settings_path = data_dir / FILE
    settings = Settings.load(settings_path)
    words.use(settings.language)
    own = data_dir / FOLDER
    library = Library(data_dir / "games", games, own)
    permissions = AllowedPrograms(data_dir)
    programs = ProgramApproval(
        own,
        permissions,
        find=lambda: own_programs(own, games),
        take=lambda: take_own(own, permissions.allows, games),
    )
    left_out = programs.take()
    machine = partial(_machine, data_dir)
    reader = (lambda: command(data_dir, settings.language)) if apart else None
    # The page says at its end what was left out.
    said, asks = ((), PageId.APPROVE_PROGRAM) if programs.waiting() else (left_out, None)
    return Shell(
        library, settings, settings_path, dice, machine, programs, hub, said, asks, reader=reader, copies=copies
    )


def _machine(data_dir: Path) -> dict[str, str]:
    # Imported only for a bug report.
    from companion.doctor.examination import machine

    return machine(data_dir)


class CompanionApp(App):
    """The app of a data folder.

    After it has ended, `again` says whether it is to start again, and `failed` that this version, which is on trial,
    could not open the data folder.

    Args:
        data_dir: holds games, settings, the record of rolls and the log file.
        tower_port: overrides the one in the settings.
    """

    title = "Companion"

    def __init__(self, data_dir: Path, tower_port: str = "") -> None:
        super().__init__()
        self._data_dir, self._tower_port = data_dir, tower_port
        self.loop: loop.SleepingLoop | None = None
        self.shell: Shell | None = None
        self._gate = TouchGate()
        self._ear: DoctorSocket | None = None
        self._awake: Awake | None = None
        self.again = self.failed = self._told_why = False

    def build(self) -> FloatLayout:
        sdl_fingers.install()
        self._gate.install()
        sleeping = self.loop = loop.install()
        self._gate.woken = lambda: sleeping.woken
        Window.bind(size=lambda _, size: look.fit(*size))
        look.fit(*Window.size)
        settings = Settings.load(self._data_dir / FILE)
        words.use(settings.language)
        look.choose(settings.theme, settings.text)
        # Background where there is no page: at the start, and if a page cannot be made.
        Window.clearcolor = look.ground
        root = FloatLayout()
        root.add_widget(Label(text=_("Companion"), font_size=look.title, color=look.ink))
        return root

    def on_start(self) -> None:
        ExceptionManager.add_handler(ErrorHandler(lambda: self.shell.show_error() if self.shell else None))
        Window.bind(on_flip=self._first_picture)

    def _first_picture(self, _window: object) -> None:
        """Open the data folder, now that the first frame is shown."""
        Window.unbind(on_flip=self._first_picture)
        Window.bind(on_flip=self._page_stands)
        Clock.schedule_once(lambda _: self.open_data(), 0)

    def _page_stands(self, _window: object) -> None:
        """Tell systemd, after the first page is shown, that this version works."""
        if self.shell is not None or self._told_why:
            Window.unbind(on_flip=self._page_stands)
            heartbeat.begin()

    def open_data(self) -> None:
        """Open the data folder and show its page, or one that says why that failed."""
        from companion.app.hardware.device_hub import DeviceHub
        from companion.app.hardware.power import PowerWatch
        from companion.app.pages.startup_error import StartupErrorPage
        from companion.games import GAMES
        from firmware_bridge.dice import VirtualDice

        self._clear()
        hub = DeviceHub(self._data_dir / "rolls.db", self._tower_port)
        try:
            self.shell = make_shell(self._data_dir, GAMES, VirtualDice(), hub, copies=True, apart=True)
            self.shell.bind(on_restart=lambda _: self._restart())
            self.root.add_widget(self.shell)
            self._gate.rest = self.shell.rest
            self.shell.resume()
            self.shell.follow_hardware()
            if in_memory(self._data_dir):
                self.shell.warn(_(IN_MEMORY))
            Clock.schedule_once(lambda _: self._listen(), PRELOAD_INTERVAL)
            if on_raspberry_pi():
                self.shell.watch_power(PowerWatch())
        except Exception as error:  # noqa: BLE001 - the error is shown on a page
            self._clear()
            hub.close()
            from companion.installation.place import is_on_trial

            words_for_it = report_start_error(error)
            if is_on_trial():
                # The version before is started again, so nobody needs to see the error.
                self.failed = True
                self.stop()
                return
            self._told_why = True
            self.root.add_widget(StartupErrorPage(words_for_it, self.open_data, self.stop))
        collect_between_steps()
        ahead = iter(PRELOADED)
        Clock.schedule_interval(lambda _: preload_next(ahead), PRELOAD_INTERVAL)

    def _listen(self) -> None:
        # Imported while people look at the first page.
        from companion.app.hardware.outputs import Awake
        from companion.app.start.device_report import answer

        self._ask_desktop()
        if self.shell is not None and self._ear is None:
            self._ear = answer(self._data_dir, self.shell.hub, self.shell.settings)
            self._awake = Awake()

    def _ask_desktop(self) -> None:
        """Ask the desktop whether it wants less motion; a program of its own answers, so a thread waits for it."""

        def tell(_: float) -> None:
            if self.shell is not None:
                self.shell.follow_desktop(less_motion=True)

        trigger = Clock.create_trigger(tell)
        environment = dict(os.environ)
        ask = threading.Thread(
            target=lambda: desktop_reduces_motion(environment) and trigger(), name="desktop", daemon=True
        )
        ask.start()

    def _restart(self) -> None:
        self.again = True
        self.stop()

    def on_stop(self) -> None:
        self._clear()
        self._gate.remove()

    def load_kv(self, filename: str | None = None) -> None:
        """Load nothing: each module loads its own layout."""

    def _clear(self) -> None:
        self.root.clear_widgets()
        ear, self._ear = self._ear, None
        if ear is not None:
            ear.close()
        awake, self._awake = self._awake, None
        if awake is not None:
            awake.close()
        shell, self.shell, self._gate.rest = self.shell, None, None
        if shell is not None:
            shell.close()
