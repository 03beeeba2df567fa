"""Plays by chance within a started app, through the app's own pages, and notes outside of it what was acknowledged.

`install` comes before the command; see `tests.x11.test_kills`.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from random import Random
from typing import Any, Final

NOTES: Final = "ROBOT_NOTES"
"""The variable that names the file of notes: `a NAME NUMBER` for so many records that are safe, `c` for an app that is
being closed, `! WORDS` for what must not happen, `m STEPS CALLBACKS WIDGETS` for what Kivy keeps."""

SEED: Final = "ROBOT_SEED"
STEPS: Final = "ROBOT_STEPS"
"""So many things it does before it closes the app."""

FOREVER: Final = "ROBOT_FOREVER"
"""Set, it erases the oldest of many games, and says now and then what Kivy keeps."""

GAMES: Final = 12
EVERY: Final = 50
"""Steps between two looks at what Kivy keeps."""


def install() -> None:
    """Let the robot begin when the app has started."""
    from companion.app.start import environment

    prepare, notes = environment.prepare, os.open(os.environ[NOTES], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def prepared(home: Path, **more: Any) -> None:
        prepare(home, **more)
        _attach(lambda words: os.write(notes, words.encode() + b"\n"))

    environment.prepare = prepared


def _attach(note: Any) -> None:
    from kivy.clock import Clock

    from companion.app.pages.shell import Shell
    from companion.app.start.application import CompanionApp
    from companion.storage.fallback_journal import FallbackJournal

    begin, append, show_error, start = (
        FallbackJournal.__init__,
        FallbackJournal.append,
        Shell.show_error,
        CompanionApp.open_data,
    )
    counts: dict[int, int] = {}

    def begun(self: Any, path: Path, place: int | None, file: Any = None, stored: int = 0) -> None:
        begin(self, path, place, file, stored)
        counts[id(self)] = stored

    def appended(self: Any, *records: Any) -> None:
        append(self, *records)
        counts[id(self)] += len(records)
        # A game that was only looked at leaves no file.
        if counts[id(self)] > 1:
            note(f"a {self._path.name} {counts[id(self)]}" if not self.warning else "! it was not saved")

    def panicked(self: Any) -> None:
        note("! panic")
        show_error(self)

    def started(self: Any) -> None:
        start(self)
        robot = Robot(self, note, Random(os.environ[SEED]))
        Clock.schedule_interval(lambda _: robot.step(), 0)

    places = (
        (FallbackJournal, "__init__", begun),
        (FallbackJournal, "append", appended),
        (Shell, "show_error", panicked),
    )
    for owner, name, method in (*places, (CompanionApp, "open_data", started)):
        setattr(owner, name, method)


class Robot:
    """Does one thing a frame."""

    def __init__(self, app: Any, note: Any, chance: Random) -> None:
        self._app, self._note, self._chance = app, note, chance
        self._left = int(os.environ[STEPS])
        self._forever = FOREVER in os.environ

    def step(self) -> None:
        from companion.table.session import LabelledAnswer

        shell, chance = self._app.shell, self._chance
        if shell is None:
            self._note("! it could not start")
            return
        if shell.game is None:
            self._sit_down(shell)
            return
        self._left -= 1
        if self._forever and self._left % EVERY == 0:
            self._look()
        if not self._left:
            self._note("c")
            self._app.stop()
            return
        page, number = shell.page, chance.random()
        if shell.game.session.finished or number < 0.02:
            shell.home()
        elif self._forever and number < 0.06:
            self._look_round(page, number)
        elif number < 0.08 and shell.game.session.timeline.entries:
            page.undo()
            while shell.page is not page:
                shell.back()
        else:
            item = chance.choice(shell.game.session.prompts)
            page.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(chance)))

    def _sit_down(self, shell: Any) -> None:
        from companion.app.pages.all_games import AllGamesPage

        chance, library = self._chance, shell.library
        stored, number = library.every(), chance.random()
        if number < 0.1:
            shell.jobs.bring_back()
        elif number < 0.2:
            shell.open(AllGamesPage())
            shell.home()
        if self._forever and len(stored) >= GAMES:
            library.delete(stored[-1].path)
            library.erase(stored.pop().path)
        if not stored or (len(stored) < GAMES and number < 0.6):
            game = chance.choice(library.games)
            mode = chance.choice(game.modes)
            shell.play(lambda: library.start(game, mode))
            return
        item = chance.choice(stored)
        if item.halves:
            shell.play(lambda: library.save(item.path, item.halves[0][0]))
        elif not item.trouble:
            shell.jobs.export(item.path)
            shell.play(lambda: library.open(item.path))

    def _look_round(self, page: Any, number: float) -> None:
        """Open a page over the table, and come back."""
        shell = self._app.shell
        if number < 0.03:
            page.open_log()
        elif number < 0.04:
            page.open_more()
        elif number < 0.05:
            shell.open_settings()
        else:
            for player in page.session.view.players[:1]:
                page.open_player(player)
        while shell.page is not page:
            shell.back()

    def _look(self) -> None:
        from kivy.clock import Clock
        from kivy.uix.widget import Widget

        gc.collect()
        widgets = sum(issubclass(type(thing), Widget) for thing in gc.get_objects())
        self._note(f"m {-self._left} {len(Clock.get_events())} {widgets}")
