"""What every screen is: a heading, a body, and at the foot one key on the left and one verb button on the right.

What it and its surroundings may ask of each other stands in `widgets/pages/services.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import Part, load_layout
from companion.app.widgets.base.widgets import Fit, Worded
from companion.app.widgets.pages.services import PageServices
from companion.table.words import _, in_parts
from layouts.theme import look
from layouts.typeset import extent, fitted, parted

GUARD_SECONDS: Final = 0.3
"""Seconds for which what is new takes no touch."""


class InputGuard:
    """Counts the time for which what is new takes no touch, from its first picture, however long that took.

    A touch that waited meanwhile was meant for what was seen before.

    Args:
        over: called at its end.
    """

    def __init__(self, over: Callable[[], None]) -> None:
        self._end = Clock.create_trigger(lambda _: over(), GUARD_SECONDS)
        # What is due at once comes with the next frame, when the picture of this one has been shown.
        self._shown = Clock.create_trigger(lambda _: self._end())

    def begin(self) -> None:
        """Count from the next picture."""
        self._shown.cancel()
        self._end.cancel()
        self._shown()


class PrimaryButton(Key):
    """The one button that goes on. It cannot be hit by a tap that was meant for what it said before."""

    ready = BooleanProperty(False)
    locked = BooleanProperty(False)
    turned = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._meaning: tuple[str, object] = ("", None)
        self._input_guard = InputGuard(self._open)

    def set_action(
        self, text: str, ready: bool, token: object = None, hold: float = 0.0, *, declines: bool = False
    ) -> None:
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
            self._input_guard.begin()
        self.text, self.ready, self.hold = text, ready, hold

    def _open(self) -> None:
        self.locked = False


class PhaseLabel(Worded):
    """What time of the game it is, on one line and as wide as that; `room` is what it may take, in pixels."""

    text = StringProperty("")
    room = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.font_size = 0.0
        self.fbind("text", self._turn)
        self.fbind("room", self._turn)
        self.take_room()

    def _turn(self, *_: Any) -> None:
        self.take_room()
        self.later()

    def take_room(self) -> None:
        self.font_size = fitted(self.text, "title", look.moment, look.least, self.room)[0]
        self.width = extent(self.text, "title", self.font_size)[0] if self.text else 0
        if not self.text:
            # What has no width is not drawn again: the words before would stay, and lie under the heading.
            self._words.hide()

    def draw(self) -> None:
        self._words.put(self.text, "title", self.font_size, look.ink, self.x, self.center_y)


class Page(BoxLayout):
    """Base class of all screens. The left key goes back unless a page overrides `go_left`."""

    NEEDS: ClassVar[tuple[str, ...]] = ()
    """Names of the `PageResources` that the constructor takes, in their order; for pages that have a `PageId`."""

    left_key = Part(Key, "left")
    extras = Part(BoxLayout)
    header = Part(BoxLayout)
    verb = Part(PrimaryButton)
    heading = StringProperty("")
    moment = StringProperty("")
    wide_heading = BooleanProperty(False)
    """Whether its heading needs the room of the moment."""
    left_sign = StringProperty("")
    left = StringProperty("")
    header_height = NumericProperty(42)
    """Units of height of the header at least, where the screen is wide."""
    content: BoxLayout = ObjectProperty(None)

    def __init__(self, heading: str = "", **values: Any) -> None:
        super().__init__(**{"left": _("Back")} | values)
        self.heading = heading
        self._host: PageServices | None = None
        self.verb.bind(on_use=lambda *_: self.act())
        self.left_key.bind(on_use=lambda *_: self.go_left())

    @property
    def host(self) -> PageServices:
        """What is around the page. Whoever opens a page sets it.

        Raises:
            RuntimeError: nobody has opened the page.
        """
        if self._host is None:
            raise RuntimeError(f"{type(self).__name__} was used before it was opened")
        return self._host

    @host.setter
    def host(self, host: PageServices) -> None:
        self._host = host

    @staticmethod
    def heading_lines(text: str, width: float) -> str:
        """Return the heading; where a word of it is wider than that, with lines that break where its catalogue says so;
        none where even a part of a word is: half a word says nothing.

        For the layout.
        """
        if all(extent(word, "bold", look.least)[0] <= width for word in parted(text)):
            return text
        lines = " ".join("\n".join(parts) for parts in in_parts(text))
        return lines if all(extent(part, "bold", look.least)[0] <= width for part in parted(lines)) else ""

    def add_extra(self, text: str, use: Callable[[], None]) -> Key:
        """Add a key between the left one and the verb button."""
        key = Key(text=text, use=use, size_hint_y=1, step="sign" if len(text) == 1 else "option")
        self.extras.add_widget(key)
        return key

    # What its surroundings ask (see `FrontPage`); a page that has something to say to it says it.

    def act(self) -> None:
        self.go_left()

    def go_left(self) -> None:
        self.host.back()

    def opened(self) -> None:
        pass

    def focus_area(self) -> Widget:
        return self.content

    def extra_focus(self) -> Sequence[Widget]:
        return (self.extras,)

    def turn_knob(self, clicks: int, around: bool = False) -> bool:  # noqa: ARG002
        return False

    def rolls(self) -> bool:
        return False

    def awaits_tower(self) -> bool:
        return False

    def takes_button(self, job: str, held: bool) -> bool:  # noqa: ARG002
        return False

    def tower_changed(self) -> None:
        pass

    def locked(self, locked: bool) -> None:
        pass

    def stays_lit(self) -> bool:
        return False

    def dropped(self, faces: list[int]) -> None:
        pass

    def stick_changed(self) -> None:
        pass


load_layout("page", Fit, PhaseLabel)
