"""Makes the pages that the shell opens; each is imported when it is opened for the first time."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.app.hardware.device_hub import DeviceHub
from companion.app.widgets.pages.services import FrontPage, PageId
from companion.storage.game_library import OpenGame
from companion.storage.program_approval import ProgramApproval
from companion.table.lesson import Lesson
from firmware_bridge.dice import DiceSource

__all__ = ["PageResources", "TutorialStep", "make_error_page", "make_page", "make_table_page"]


class TutorialStep(Struct, frozen=True):
    """One part of the tutorial of a game.

    Args:
        lesson: the hints of this part.
        further: opens the next part, or starts a real game after the last one.
        last: whether this is the last part.
        watch: registers what is called with each page that comes to the front.
    """

    lesson: Lesson
    further: Callable[[], None]
    last: bool
    watch: Callable[[Callable[[FrontPage], None]], None]


class PageResources(Struct, frozen=True):
    """What the constructor of a page may take, by the names in `Page.NEEDS`.

    Args:
        hub: the connected hardware.
        programs: the users' own programs.
    """

    hub: DeviceHub
    programs: ProgramApproval


def make_page(page: PageId, resources: PageResources) -> FrontPage:
    """Return a new page of this id."""
    kind = _load(page.value)
    made: FrontPage = kind(*(getattr(resources, name) for name in kind.NEEDS))
    return made


def make_table_page(game: OpenGame, dice: DiceSource, hub: DeviceHub, step: TutorialStep | None = None) -> FrontPage:
    """Return the page of a game in progress, with a coach if a part of the tutorial is given."""
    table = _load("companion.app.table.page:TablePage")(game, dice, hub)
    if step is not None:
        table.set_coach(_load("companion.app.pages.lesson:Coach")(table, step))
    made: FrontPage = table
    return made


def make_television(data: Path, theme: Callable[[], str], hides: Callable[[], bool]) -> Any:
    """Return the `Television` of a data folder."""
    return _load("companion.app.hardware.television:Television")(data, theme, hides)


def make_error_page(game: Path | None) -> FrontPage:
    """Return the page to show after an unexpected error.

    Args:
        game: the file of the game that was open; None without one.
    """
    made: FrontPage = _load("companion.app.pages.unexpected_error:UnexpectedErrorPage")(game)
    return made


def _load(name: str) -> Any:
    """Return what a "module:name" text names."""
    module, attribute = name.split(":")
    return getattr(import_module(module), attribute)
