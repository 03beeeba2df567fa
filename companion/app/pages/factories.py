"""What the pages are, as the window's root is told: it knows none of them by its class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.app.hardware.station import Station
from companion.app.widgets.pages.services import FrontPage, PageId
from companion.storage.game_library import OpenGame
from companion.table.lesson import Lesson
from firmware_bridge.dice import DiceSource

__all__ = ["PageFactories", "TutorialStep"]


class TutorialStep(Struct, frozen=True):
    """One part of learning a game by doing.

    Args:
        lesson: what is shown.
        further: shows the next part, or begins a game of one's own after the last.
        last: whether it is the last part.
    """

    lesson: Lesson
    further: Callable[[], None]
    last: bool


class PageFactories(Struct, frozen=True):
    """The pages that the window's root opens by itself. Whoever makes the root says what they are.

    Args:
        table: a game in progress, and by what it is learnt, if it is played for that.
        panic: after something unforeseen, with the game's file if it has one.
        places: those that are opened by their name; each may use what is plugged in.
    """

    table: Callable[[OpenGame, DiceSource, Station, TutorialStep | None], FrontPage]
    show_error: Callable[[Path | None], FrontPage]
    places: Mapping[PageId, Callable[[Station], FrontPage]]
