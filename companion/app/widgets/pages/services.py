"""Interface between the pages and the shell around them.

`PageServices` is what a page may ask of the shell. `FrontPage` is what the shell, buttons and tower may ask of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from kivy.uix.widget import Widget

from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_library import Library, OpenGame
from companion.storage.inspector import Inspection
from companion.storage.settings import Settings
from companion.table.game import Game
from companion.table.view import GreatMoment
from layouts.modes import Backdrop

__all__ = ["FooterKey", "FrontPage", "PageId", "PageServices", "PrimaryAction"]

T = TypeVar("T")


class PageId(Enum):
    """All pages that can be opened by id, each with its module and class.

    They are texts so that a page is imported when it is first opened, and so that no page imports another one.
    """

    HOME = "companion.app.pages.home:HomePage"
    ALL_GAMES = "companion.app.pages.all_games:AllGamesPage"
    EVENINGS = "companion.app.pages.evenings:EveningsPage"
    IMPORT_GAMES = "companion.app.pages.import_games:ImportGamesPage"
    SETTINGS = "companion.app.pages.settings:SettingsPage"
    TELEVISION = "companion.app.pages.television:TelevisionPage"
    HARDWARE = "companion.app.hardware.page:HardwarePage"
    APPROVE_PROGRAM = "companion.app.pages.approve_program:ApproveProgramPage"
    AUTOSTART = "companion.app.pages.autostart:AutostartPage"
    UPDATE = "companion.app.pages.update:UpdatePage"
    SHUTDOWN = "companion.app.pages.shutdown:ShutdownPage"


class PageServices(Protocol):
    """What a page may ask of the shell.

    `library` holds the stored games, `jobs` runs background jobs on them, `settings` are the users' settings; call
    `apply_settings` after changing them.
    """

    library: Library
    jobs: BackgroundJobs
    settings: Settings

    @property
    def page(self) -> FrontPage:
        """The page in front."""
        ...

    @property
    def game(self) -> OpenGame | None:
        """The open game."""
        ...

    @property
    def television(self) -> Any:
        """The `Television` that shows the game on other screens; made when it is asked for first."""
        ...

    def show_great_moment(self, moment: GreatMoment, colour: str, sigil: str) -> None:
        """Show a great moment over the pages for a second, in the look of its player."""
        ...

    def overlays(self) -> Sequence[Widget]:
        """Return the tappable widgets above the page in front."""
        ...

    @property
    def layer(self) -> Any:
        """The `MotionLayer` above the pages in which pictures fly."""
        ...

    def open(self, page: FrontPage) -> None:
        """Put a page in front."""
        ...

    def show(self, page: PageId) -> None:
        """Make the page with this id and put it in front."""
        ...

    def back(self) -> None:
        """Remove the page in front; the last page stays."""
        ...

    def home(self) -> None:
        """Close the game and show the home page."""
        ...

    @property
    def automatic_motion(self) -> str:
        """What *Automatic* chooses for motion, and why."""
        ...

    def refresh_previews(self) -> None:
        """Forget the previews of stored games, after a change of rules or language."""
        ...

    def show_home(self) -> None:
        """Show the home page; the open game is reopened at the next start."""
        ...

    def open_settings(self) -> None:
        """Open the settings page."""
        ...

    def play(self, opening: Callable[[], OpenGame]) -> None:
        """Open or start a game and show its table page."""
        ...

    def open_stored(self, path: Path) -> None:
        """Open a stored game and show its table page."""
        ...

    def preview(self, path: Path, then: Callable[[Inspection], None]) -> None:
        """Read a stored game in the background, then call `then` with the result."""
        ...

    def start_lesson(self, game: Game[Any]) -> None:
        """Start the tutorial of a game."""
        ...

    def attempt(self, action: Callable[[], T]) -> T | None:
        """Call `action`; if it fails in a way that people can mend, show why and return None."""
        ...

    def show_message(self, message: str) -> None:
        """Show a message in the banner; an empty message hides it."""
        ...

    def back_up(self) -> None:
        """Copy the games to the USB stick, if there is one; called after each turn."""
        ...

    def apply_settings(self) -> None:
        """Save the settings and apply them."""
        ...

    def play_sound(self, name: str) -> None:
        """Play a sound by its name, unless sounds are off; ignore an empty name."""
        ...

    def lock(self) -> None:
        """Lock the screen until a key is held; the pages stay visible."""
        ...

    def rotate_to(self, degrees: int) -> None:
        """Rotate the picture by `degrees`, to face another side of the table."""
        ...

    def restart(self) -> None:
        """Close everything and start again, with whatever version is installed now."""
        ...

    def focus_changed(self) -> None:
        """Reset the focus: the keys of the page in front have changed."""
        ...


class FooterKey(Protocol):
    """A key of the footer; `hold` is for how many seconds it must be held, 0 for a tap."""

    disabled: bool
    hold: float

    def bind(self, **calls: Callable[..., object]) -> None:
        """Bind callbacks to properties."""
        ...


class PrimaryAction(FooterKey, Protocol):
    """The primary button: `ready` if its action can be done, `locked` just after a change."""

    ready: bool
    locked: bool


class FrontPage(Protocol):
    """A page as the shell sees it, in front or below others. Whoever opens it sets its `host`."""

    host: PageServices

    @property
    def primary(self) -> PrimaryAction:
        """The primary button."""
        ...

    @property
    def backdrop(self) -> Backdrop:
        """What it stands before."""
        ...

    def stand_over(self, backdrop: Backdrop) -> None:
        """Take what the page behind it stands before, unless it has its own."""
        ...

    @property
    def left_key(self) -> FooterKey:
        """The left key of the footer."""
        ...

    def act(self) -> None:
        """Do what the primary button says."""
        ...

    def go_left(self) -> None:
        """Do what the left key says."""
        ...

    def opened(self) -> None:
        """Update the page; called each time it comes to the front."""
        ...

    def focus_area(self) -> Widget:
        """Return the widget whose keys the table buttons step through."""
        ...

    def extra_focus(self) -> Sequence[Widget]:
        """Return widgets whose keys are stepped through after the primary button."""
        ...

    def turn_knob(self, clicks: int, around: bool = False) -> bool:
        """Change the number that is asked for, if there is one.

        Args:
            clicks: how far the knob was turned; negative for left.
            around: whether the number wraps at its ends.

        Returns:
            Whether the turn was meant for the number; beyond the end of the range it is not.
        """
        ...

    def can_roll(self) -> bool:
        """Return whether the roll button would do something now."""
        ...

    def can_roll_in_tower(self) -> bool:
        """Return whether a press of the tower's button would roll."""
        ...

    def handle_button(self, job: str, held: bool) -> bool:
        """Handle a table button in the page's own way; return whether it did."""
        ...

    def tower_changed(self) -> None:
        """Update the page after the tower was connected or disconnected."""
        ...

    def lock_changed(self, locked: bool) -> None:
        """Update the page after the screen was locked or unlocked."""
        ...

    def clocks_changed(self) -> None:
        """Update the page after the players' clocks were stopped or go on."""
        ...

    @property
    def hides_dice(self) -> bool:
        """True if dice are falling, whose result must not be told yet."""
        ...

    def stays_lit(self) -> bool:
        """Return whether the screen must stay lit, however long nobody touches it."""
        ...

    def dice_dropped(self, faces: list[int]) -> None:
        """Handle dice that fell in the tower without being asked for."""
        ...

    def backup_changed(self) -> None:
        """Update the page after a change of the USB stick or of the games that only it has."""
        ...
