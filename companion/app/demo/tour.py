"""Plays every game for a while, by touches, and takes pictures."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from kivy.base import EventLoop
from kivy.core.window import Window

from companion.app.demo.autopilot import SETTLE, Autopilot, screen_kind
from companion.app.demo.fingertips import Fingertips
from companion.app.pages.home import HomePage
from companion.app.pages.more_modes import MoreModesPage
from companion.app.pages.shell import Shell
from companion.app.table.page import TablePage
from companion.app.table.pages.log import LogPage
from companion.games import GAMES
from firmware_bridge.dice import DiceSource, VirtualDice

SEED: Final = 7
STEPS: Final = 160
"""Answers in each mode."""
PAUSE: Final = 5.0
"""Seconds between two lines in the terminal."""


def play(output: Path, open_window: Callable[[Path, DiceSource], Shell], tell: Callable[[str], None]) -> list[Path]:
    """Play, and return the pictures in the order taken.

    Args:
        output: folder for the pictures; those of an earlier demo are removed, and its games are played anew in the
            folder `demo-data`.
        open_window: returns the shell of a data folder, with these dice.
        tell: prints a line; called every few seconds.
    """
    # With those of an earlier demo beside them there would be more than are told of.
    for picture in output.glob("[0-9]*_*.png"):
        picture.unlink()
    data = output / "demo-data"
    if data.exists():
        shutil.rmtree(data)
    chance = Random(SEED)
    EventLoop.ensure_window()
    fingers = Fingertips()
    shell = open_window(data, VirtualDice(chance.randrange))
    # Nobody touches the screen, so it would be dimmed in the pictures.
    shell.settings.dim = "never"
    shell.apply_settings()
    Window.add_widget(shell)
    try:
        return _Tour(output, shell, fingers, chance, tell).run()
    finally:
        shell.put_away()
        Window.remove_widget(shell)
        fingers.close()


class _Tour:
    def __init__(
        self, output: Path, shell: Shell, fingers: Fingertips, chance: Random, tell: Callable[[str], None]
    ) -> None:
        self._output, self._shell, self._fingers, self._chance = output, shell, fingers, chance
        self._tell, self._told = tell, monotonic()
        self._pictures: list[Path] = []
        self._seen: set[str] = set()
        self._at = ""

    def run(self) -> list[Path]:
        shell, fingers = self._shell, self._fingers
        shell.home()
        self._picture("home")
        fingers.tap(shell.page.left_key)
        self._picture("settings")
        fingers.skip(SETTLE)
        fingers.tap(shell.page.primary)
        modes = [(game, mode) for game in GAMES for mode in game.modes]
        for number, (game, mode) in enumerate(modes, 1):
            self._at = f"{game.name}_{mode.id}, {number} of {len(modes)}"
            home = shell.page
            assert isinstance(home, HomePage)
            name = f"{game.name}.{mode.id}"
            if name in home.keys:
                fingers.tap(home.keys[name])
            else:
                fingers.tap(home.more_modes_key)
                fingers.skip(SETTLE)
                ways = shell.page
                assert isinstance(ways, MoreModesPage)
                self._once("ways")
                fingers.tap(ways.keys[name])
            table = shell.page
            assert isinstance(table, TablePage), shell.banner.message
            self._play(table, f"{game.name}_{mode.id}")
            self._look_round(table, game.name)
            shell.home()
            fingers.frames(2)
        return self._pictures

    def _play(self, table: TablePage, name: str) -> None:
        pilot = Autopilot(self._fingers, self._chance)
        for _ in range(STEPS):
            self._once(f"{name}_{screen_kind(table)}")
            self._tell_sometimes()
            if table.session.finished:
                return
            pilot.step(table)

    def _look_round(self, table: TablePage, name: str) -> None:
        shell, fingers = self._shell, self._fingers
        fingers.tap(table.log_key)
        self._once(f"{name}_log")
        page = shell.page
        assert isinstance(page, LogPage)
        if page.keys:
            fingers.tap(next(itertools.islice(page.keys.values(), 2, None), next(iter(page.keys.values()))))
            self._once(f"{name}_log_preview")
            shell.back()
        shell.back()
        fingers.frames(2)
        fingers.tap(table.more_key)
        self._once(f"{name}_more")
        shell.back()
        fingers.frames(2)
        if table.ledger.parent is not None and table.ledger.cards:
            card = table.ledger.cards[0]
            fingers.tap(card.zone)
            self._once(f"{name}_player")
            shell.back()
            fingers.frames(2)
            if card.numerals and card.numerals[0].counter.key:
                fingers.tap(card.numerals[0])
                self._once(f"{name}_numpad")
                shell.back()
                fingers.frames(2)

    def _once(self, name: str) -> None:
        if name not in self._seen:
            self._seen.add(name)
            self._picture(name)

    def _tell_sometimes(self) -> None:
        if monotonic() - self._told > PAUSE:
            self._told = monotonic()
            self._tell(f"   {len(self._pictures)} pictures so far; playing {self._at}")

    def _picture(self, name: str) -> None:
        self._fingers.skip(SETTLE)
        number = len(self._pictures) + 1
        self._pictures.append(self._fingers.picture(self._output / f"{number:03}_{name}.png"))
