"""What the pages are, as the window's root is told: it knows none of them by its class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.app.hardware.station import Station
from companion.app.look.host import FrontPage, Place
from companion.shelf.library import OpenGame
from companion.table.lesson import Lesson
from firmware_bridge.dice import DiceSource

__all__ = ["MakesLesson", "Rooms"]


class MakesLesson(Protocol):
    """Makes the page of one part of learning a game: whose, what is shown, what comes after it, and whether it is the
    last."""

    def __call__(
        self,
        game: OpenGame,
        dice: DiceSource,
        station: Station,
        lesson: Lesson,
        further: Callable[[], None],
        *,
        last: bool,
    ) -> FrontPage: ...


class Rooms(Struct, frozen=True):
    """The pages that the window's root opens by itself. Whoever makes the root says what they are.

    Args:
        table: a game in progress.
        lesson: learning a game by doing.
        panic: after something unforeseen, with the game's file if it has one.
        places: those that are opened by their name; each may use what is plugged in.
    """

    table: Callable[[OpenGame, DiceSource, Station], FrontPage]
    lesson: MakesLesson
    panic: Callable[[Path | None], FrontPage]
    places: Mapping[Place, Callable[[Station], FrontPage]]
