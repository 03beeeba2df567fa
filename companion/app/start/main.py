"""Starts the touchscreen. Importing this does not import Kivy."""

from __future__ import annotations

import gc
import logging
import tempfile
from pathlib import Path

from companion.app.start import environment, restart_delay
from companion.app.start.startup_error import report_start_error, set_up_logging
from companion.setting_up.screens import is_fullscreen
from companion.storage.settings import FILE, Settings
from companion.table import words
from companion.table.words import _

__all__ = ["main"]


def main(data_dir: Path, *, window: bool = False, tower_port: str = "") -> int:
    """Show the app until its window is closed.

    Args:
        data_dir: holds the games, the settings and the log file; created if missing.
        window: whether to use a window this time, whatever the settings say.
        tower_port: of the dice tower; overrides the one in the settings.

    Returns:
        The exit code: 0, or 1 if no window opens.
    """
    # Objects loaded before the first page stay, and the collector would scan them repeatedly; it is
    # enabled with the first page.
    gc.disable()
    set_up_logging(data_dir / "companion.log")
    restart_delay.delay_restart()
    try:
        settings = Settings.load(data_dir / FILE)
        words.use(settings.language)
        fullscreen = not window and is_fullscreen(settings.screen)
        environment.prepare(_kivy_home(data_dir / "kivy"), fullscreen=fullscreen, display=settings.display)
        from kivy.core.window import Window

        if Window is None:
            from companion.app.hardware.sdl import last_error
            from companion.doctor.screen import why_no_window

            print(*why_no_window(error=last_error()), sep="\n> ")
            return 1
        from companion.app.hardware.sdl import video_driver
        from companion.app.start.application import CompanionApp

        # Without a display SDL draws off screen, and nobody would notice.
        if video_driver() in ("offscreen", "dummy"):
            from companion.doctor.screen import why_no_window
            from companion.setting_up.screens import has_display

            if has_display():
                print(*why_no_window(), sep="\n> ")
                return 1
            print(_("No display was found. Start the companion on the machine with the screen, or run: companion demo"))
            return 1
        app = CompanionApp(data_dir, tower_port)
        app.run()
        if app.failed:
            return 1
        if app.again:
            from companion.installation.place import begin_anew

            return begin_anew()
    except Exception as error:  # noqa: BLE001 - before there is a window, only the terminal can say it
        report_start_error(error)
        return 1
    return 0


def _kivy_home(wanted: Path) -> Path:
    """Return a folder that Kivy can write to; without one it does not start."""
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError as error:
        logging.getLogger(__name__).warning("%s cannot be used (%s)", wanted, error)
        return Path(tempfile.mkdtemp(prefix="companion-"))
