"""Starts the touchscreen, or plays a demo on it. Importing this does not import Kivy."""

from __future__ import annotations

import logging
import sys
import tempfile
from logging.handlers import RotatingFileHandler
from pathlib import Path

from companion.app.start import environment
from companion.app.start.display import takes_all
from companion.app.start.trouble import start_trouble, tell
from companion.shelf.settings import Settings

__all__ = ["run", "run_app", "run_demo"]


def run(data_dir: Path, *, demo: bool = False) -> int:
    """Run the app, or the demo with its pictures in `data_dir`; return the exit code."""
    return run_demo(data_dir) if demo else run_app(data_dir)


def run_app(data_dir: Path, *, window: bool = False, tower_port: str = "") -> int:
    """Show the app until its window is closed.

    Args:
        data_dir: holds the games, the settings and the log file; created if missing.
        window: leave the rest of the display to others this time, whatever the settings say.
        tower_port: of the dice tower; goes before the one in the settings.

    Returns:
        The exit code: 0, or 1 if there is no display.
    """
    _log_to(data_dir / "companion.log")
    try:
        wish = Settings.load(data_dir / "settings.json").screen
        environment.prepare(_kivy_home(data_dir / "kivy"), fullscreen=not window and takes_all(wish))
        from companion.app.start import loop
        from companion.app.start.application import CompanionApp

        # Without a display SDL draws into the void, and nobody would ever know.
        if loop.video_driver() in ("offscreen", "dummy"):
            print("There is no display. Start the companion on the machine with the screen, or run: companion demo")
            return 1
        CompanionApp(data_dir, tower_port).run()
    except Exception as error:  # noqa: BLE001 - before there is a window, only the terminal can say it
        start_trouble(error)
        return 1
    return 0


def run_demo(output: Path) -> int:
    """Play every game for a while by touches on the real window, and save a picture of each kind of screen.

    On a machine without a display it starts a virtual one of its own.

    Args:
        output: folder for the pictures and the demo's games; created if missing.

    Returns:
        The exit code: 0, or 1 if no virtual display could be started.
    """
    from companion.app.demo.virtual_display import DisplayError, display

    output.mkdir(parents=True, exist_ok=True)
    _log_to(output / "companion.log")
    try:
        with display():
            environment.prepare(output / "kivy")
            from companion.app.demo.tour import play

            pictures = play(output)
    except DisplayError as error:
        print(error)
        return 1
    print(f"{len(pictures)} pictures are in {output}:")
    for picture in pictures:
        print(f"  {picture.name}")
    return 0


def _kivy_home(wanted: Path) -> Path:
    """Return a folder that Kivy can write to: it will not even start without."""
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError as error:
        logging.getLogger(__name__).warning("%s cannot be used (%s)", wanted, error)
        return Path(tempfile.mkdtemp(prefix="companion-"))


def _log_to(path: Path) -> None:
    handler: logging.Handler
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=2, encoding="utf-8")
    except OSError as error:
        tell(f"There is no log file: {path} cannot be written ({error.strerror}).\n")
        handler = logging.StreamHandler(sys.__stderr__)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger("companion").addHandler(handler)
    logging.getLogger("companion").setLevel(logging.INFO)
