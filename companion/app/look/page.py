"""What every screen is: a heading, a body, and at the foot one key on the left and one verb button on the right.

A page asks its surroundings for things through `Host`, and for nothing else of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.look.drawn import fitted, in_lines
from companion.app.look.keys import Key
from companion.app.look.part import Part, load_layout
from companion.app.look.widgets import Fit
from companion.shelf.courier import Courier
from companion.shelf.library import Library, OpenGame
from companion.shelf.settings import Settings
from companion.table.game import Game
from companion.table.words import _

T = TypeVar("T")

LOCK_OUT: Final = 0.3
"""Seconds for which the verb button is dead after its meaning has changed."""


class VerbKey(Key):
    """The one button that goes on. It cannot be hit by a tap that was meant for what it said before."""

    ready = BooleanProperty(False)
    locked = BooleanProperty(False)
    turned = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._meaning: tuple[str, object] = ("", None)
        self._unlock = Clock.create_trigger(self._open, LOCK_OUT)

    def mean(self, text: str, ready: bool, token: object = None, hold: float = 0.0, *, declines: bool = False) -> None:
        """Say what the button does.

        Args:
            text: its words; while it is not ready, what is missing.
            ready: whether it can be used.
            token: what it acts on; another token with the same words is another meaning.
            hold: seconds that it must be held.
            declines: it leaves out what is offered, and is quiet.
        """
        self.strong = not declines
        if (text, token) != self._meaning:
            self._meaning = (text, token)
            self.locked = True
            self._unlock.cancel()
            self._unlock()
        self.text, self.ready, self.hold = text, ready, hold

    def _open(self, __: float) -> None:
        self.locked = False


class Host(Protocol):
    """What a page may ask of its surroundings.

    `library` holds the games on the shelf, `courier` carries them about, `settings` is what people have set; after a
    change of the settings comes `change_settings`.
    """

    library: Library
    courier: Courier
    settings: Settings

    @property
    def page(self) -> Page:
        """The page in front."""
        ...

    def open(self, page: Page) -> None:
        """Put a page in front of the others."""
        ...

    def back(self) -> None:
        """Take the front page away; the last one stays."""
        ...

    def home(self) -> None:
        """Put the game away and show the home page."""
        ...

    def home_first(self) -> None:
        """Show the home page without forgetting which game was open."""
        ...

    def open_settings(self) -> None:
        """Put the page of the settings in front."""
        ...

    def play(self, opening: Callable[[], OpenGame]) -> None:
        """Open or start a game and show its table."""
        ...

    def learn(self, game: Game[Any]) -> None:
        """Show how a game is played here."""
        ...

    def attempt(self, action: Callable[[], T]) -> T | None:
        """Do something that may go wrong in a way people can mend; then say so and return None."""
        ...

    def say(self, message: str) -> None:
        """Show a message in the banner, or take the banner away."""
        ...

    def copy_games(self) -> None:
        """A turn is over: copy the games to the stick, if there is one."""
        ...

    def change_settings(self) -> None:
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

    def start_again(self) -> None:
        """Close everything and begin anew, with whatever version of the program is there now."""
        ...

    def choices_changed(self) -> None:
        """What can be picked on the page in front is no longer what it was."""
        ...


class Page(BoxLayout):
    """Base of all screens. The left key goes back unless a page says otherwise."""

    left_key = Part(Key, "left")
    extras = Part(BoxLayout)
    header = Part(BoxLayout)
    verb = Part(VerbKey)
    heading = StringProperty("")
    moment = StringProperty("")
    left_sign = StringProperty("")
    left = StringProperty("")
    headroom = NumericProperty(42)
    """Units of height of the header at least, where the screen is wide."""
    content: BoxLayout = ObjectProperty(None)

    def __init__(self, heading: str = "", **values: Any) -> None:
        super().__init__(**{"left": _("Back")} | values)
        self.heading = heading
        self._host: Host | None = None
        self.verb.bind(on_use=lambda *_: self.act())
        self.left_key.bind(on_use=lambda *_: self.go_left())

    @property
    def host(self) -> Host:
        """What is around the page. Whoever opens a page sets it.

        Raises:
            RuntimeError: nobody has opened the page.
        """
        if self._host is None:
            raise RuntimeError(f"{type(self).__name__} was used before it was opened")
        return self._host

    @host.setter
    def host(self, host: Host) -> None:
        self._host = host

    @staticmethod
    def fitted_moment(text: str, most: float, least: float, width: float) -> float:
        """Return the size at which the moment stands on one line; for the layout."""
        return fitted(text, "title", most, least, width)[0]

    @staticmethod
    def heading_lines(text: str, width: float) -> str:
        """Return the heading in lines that have room; for the layout."""
        return in_lines(text, width)

    def add_extra(self, text: str, use: Callable[[], None]) -> Key:
        """Add a key between the left one and the verb button."""
        key = Key(text=text, use=use, size_hint_y=1, step="sign" if len(text) == 1 else "option")
        self.extras.add_widget(key)
        return key

    def act(self) -> None:
        """The verb button was used."""
        self.go_left()

    def go_left(self) -> None:
        """The left key was used."""
        self.host.back()

    def opened(self) -> None:
        """The page has come to the front."""

    def choices(self) -> Widget:
        """Return the widget whose keys the buttons on the table step through."""
        return self.content

    def beyond(self) -> Sequence[Widget]:
        """Return the widgets whose keys they step through after the verb button."""
        return ()

    def turn_knob(self, clicks: int, around: bool = False) -> bool:  # noqa: ARG002
        """Change the number that is asked for, if one is.

        Args:
            clicks: by so much.
            around: whether it begins again at the other end.

        Returns:
            Whether a number is asked for.
        """
        return False

    def takes_button(self, job: str, held: bool) -> bool:  # noqa: ARG002
        """A button on the table was pressed; return whether the page made use of it in a way of its own."""
        return False

    def tower_changed(self) -> None:
        """The tower has come or gone."""

    def locked(self, locked: bool) -> None:
        """The screen takes no touches any more, or takes them again."""

    def stays_lit(self) -> bool:
        """Whether the screen stays lit however long nobody touches it."""
        return False

    def dropped(self, faces: list[int]) -> None:
        """Dice fell in the tower that nobody asked for."""

    def stick_changed(self) -> None:
        """Another number of games is on the stick only, or it has come or gone."""


load_layout("page", Fit)
