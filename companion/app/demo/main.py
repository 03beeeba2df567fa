"""Starts the demo. Importing this does not import Kivy."""

from __future__ import annotations

from pathlib import Path

from companion.app.demo.virtual_display import DisplayError, display
from companion.app.start import environment
from companion.app.start.startup_error import report_start_error, set_up_logging

__all__ = ["main"]


def main(output: Path) -> int:
    """Play every game for a while, and save a picture of each kind of screen.

    On a machine without a display it starts a virtual one.

    Args:
        output: folder for the pictures and the demo's games; created if missing.

    Returns:
        The exit code: 0, or 1 after an error, which is printed.
    """
    output.mkdir(parents=True, exist_ok=True)
    set_up_logging(output / "companion.log")
    try:
        with display():
            environment.prepare(output / "kivy")
            from companion.app.demo.tour import play
            from companion.app.start.application import make_shell
            from companion.games import GAMES

            pictures = play(
                output, lambda data, dice: make_shell(data, GAMES, dice), lambda line: print(line, flush=True)
            )
    except DisplayError as error:
        print(error)
        return 1
    except Exception as error:  # noqa: BLE001 - Kivy takes the terminal's errors for a log that is switched off
        report_start_error(error)
        return 1
    print("To play yourself, run the companion on a machine with a screen: python3 -m companion.bootstrap run")
    print("Look at the pictures with any program for them, or copy their folder to a machine that has one.")
    print(f"{len(pictures)} pictures are in {output.resolve()}")
    return 0
