"""Interface between the pages and the shell around them.

`PageServices` is what a page may ask of the shell. `FrontPage` is what the shell, buttons and tower may ask of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from kivy.uix.widget import Widget

from companion.storage.background_jobs import Courier
from companion.storage.game_library import Library, OpenGame
from companion.storage.inspector import Seen
from companion.storage.settings import Settings
from companion.table.game import Game

__all__ = ["FooterKey", "FrontPage", "PageId", "PageServices", "PrimaryAction"]

T = TypeVar("T")


class PageId(Enum):
    """All pages that can be opened by id, each with its module and class.

    They are texts so that a page is imported when it is first opened, and so that no page imports another one.
    """

    HOME = "companion.app.pages.home:HomePage"
    ALL_GAMES = "companion.app.pages.all_games:AllGamesPage"
    IMPORT_GAMES = "companion.app.pages.import_games:ImportGamesPage"
    SETTINGS = "companion.app.pages.settings:SettingsPage"
    HARDWARE = "companion.app.hardware.page:HardwarePage"
    APPROVE_PROGRAM = "companion.app.pages.approve_program:ApproveProgramPage"
    AUTOSTART = "companion.app.pages.autostart:AutostartPage"
    UPDATE = "companion.app.pages.update:UpdatePage"
    SHUTDOWN = "companion.app.pages.shutdown:ShutdownPage"


class PageServices(Protocol):
    """What a page may ask of its surroundings.

    `library` holds the games on the shelf, `courier` carries them about, `settings` is what people have set; after a
    change of the settings comes `apply_settings`.
    """

    library: Library
    courier: Courier
    settings: Settings

    @property
    def page(self) -> FrontPage:
        """The page in front."""
        ...

    def above(self) -> Sequence[Widget]:
        """Return what lies over the page in front and can be tapped."""
        ...

    def open(self, page: FrontPage) -> None:
        """Put a page in front of the others."""
        ...

    def show(self, page: PageId) -> None:
        """Make the page of this name and put it in front of the others."""
        ...

    def back(self) -> None:
        """Take the front page away; the last one stays."""
        ...

    def home(self) -> None:
        """Put the game away and show the home page."""
        ...

    def refresh_previews(self) -> None:
        """Rules or words have changed: look over every stored game anew when it is shown next."""
        ...

    def show_home(self) -> None:
        """Show the home page without forgetting which game was open."""
        ...

    def open_settings(self) -> None:
        """Put the page of the settings in front."""
        ...

    def play(self, opening: Callable[[], OpenGame]) -> None:
        """Open or start a game and show its table."""
        ...

    def go_on(self, path: Path) -> None:
        """Open a stored game and show its table."""
        ...

    def look_over(self, path: Path, then: Callable[[Seen], None]) -> None:
        """Look a stored game over, and say later what was found; nothing waits for it."""
        ...

    def start_lesson(self, game: Game[Any]) -> None:
        """Show how a game is played here."""
        ...

    def attempt(self, action: Callable[[], T]) -> T | None:
        """Do something that may go wrong in a way people can mend; then say so and return None."""
        ...

    def say(self, message: str) -> None:
        """Show a message in the banner, or take the banner away."""
        ...

    def back_up(self) -> None:
        """A turn is over: copy the games to the stick, if there is one."""
        ...

    def apply_settings(self) -> None:
        """Keep the settings and follow them."""
        ...

    def sound(self, name: str) -> None:
        """Have a sound heard, by its name, if people want any; nothing for an empty one."""
        ...

    def lock(self) -> None:
        """Take no touches until a key is held; the pages stay in sight."""
        ...

    def face(self, degrees: int) -> None:
        """Turn the whole picture by so much against how it stands, so that it faces another side of the table."""
        ...

    def restart(self) -> None:
        """Close everything and begin anew, with whatever version of the program is there now."""
        ...

    def focus_changed(self) -> None:
        """What can be picked on the page in front is no longer what it was."""
        ...


class FooterKey(Protocol):
    """A key at the foot of a page: whether it is dead, and for how many seconds it must be held, 0 for a tap."""

    disabled: bool
    hold: float

    def bind(self, **calls: Callable[..., object]) -> None:
        """Have something called whenever one of its properties changes."""
        ...


class PrimaryAction(FooterKey, Protocol):
    """The verb button; `ready` is whether what it means can be done, `locked` that it has only just come to mean it."""

    ready: bool
    locked: bool


class FrontPage(Protocol):
    """A page in front, or below others. Whoever opens it sets its `host`."""

    host: PageServices

    @property
    def verb(self) -> PrimaryAction:
        """The one button that goes on."""
        ...

    @property
    def left_key(self) -> FooterKey:
        """The key at the left of the foot."""
        ...

    def act(self) -> None:
        """The verb button was used."""
        ...

    def go_left(self) -> None:
        """The left key was used."""
        ...

    def opened(self) -> None:
        """The page has come to the front."""
        ...

    def focus_area(self) -> Widget:
        """Return the widget whose keys the buttons on the table step through."""
        ...

    def extra_focus(self) -> Sequence[Widget]:
        """Return the widgets whose keys they step through after the verb button."""
        ...

    def turn_knob(self, clicks: int, around: bool = False) -> bool:
        """Change the number that is asked for, if one is.

        Args:
            clicks: by so much.
            around: whether it begins again at the other end.

        Returns:
            Whether it was meant for the number; past its end it is not.
        """
        ...

    def rolls(self) -> bool:
        """Whether the button that rolls would do something now."""
        ...

    def awaits_tower(self) -> bool:
        """Whether a press of the tower's button would roll."""
        ...

    def takes_button(self, job: str, held: bool) -> bool:
        """A button on the table was pressed; return whether the page made use of it in a way of its own."""
        ...

    def tower_changed(self) -> None:
        """The tower has come or gone."""
        ...

    def locked(self, locked: bool) -> None:
        """The screen takes no touches any more, or takes them again."""
        ...

    def stays_lit(self) -> bool:
        """Whether the screen stays lit however long nobody touches it."""
        ...

    def dropped(self, faces: list[int]) -> None:
        """Dice fell in the tower that nobody asked for."""
        ...

    def stick_changed(self) -> None:
        """Another number of games is on the stick only, or it has come or gone."""
        ...
