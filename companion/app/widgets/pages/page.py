"""Base class of all screens: heading, body, left key and primary button.

`widgets/pages/services.py` describes what page and shell may ask of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import after_layout
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.widgets import FitLabel, TextWidget
from companion.app.widgets.pages.services import PageServices
from companion.app.widgets.rendering.ground import Beast, FieldPlace, Ground
from companion.table.words import _, in_parts
from layouts.glyphs import SYMBOLS
from layouts.modes import EVERYBODY, NOBODY, Backdrop
from layouts.theme import look
from layouts.typeset import extent, fitted, parted

GUARD_SECONDS: Final = 0.3
"""Seconds for which new content ignores touches."""


class InputGuard:
    """Ignores touches for `GUARD_SECONDS` after the first frame of new content.

    A touch that was waiting by then was meant for the content before. The time starts with the frame, however long
    that frame took.

    Args:
        over: called at the end of that time.
    """

    def __init__(self, over: Callable[[], None]) -> None:
        self._end = Clock.create_trigger(lambda _: over(), GUARD_SECONDS)
        # A trigger without a delay fires in the next frame, after this one has been shown.
        self._shown = Clock.create_trigger(lambda _: self._end())

    def begin(self) -> None:
        """Start counting at the next frame."""
        self._shown.cancel()
        self._end.cancel()
        self._shown()


class PrimaryButton(Key):
    """The button that goes on. After a change of its action it ignores touches for a moment."""

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
        """Set what the button does.

        Args:
            text: the label; while the button is not ready, what is missing.
            ready: whether it can be used.
            token: what it acts on; the same label with another token is another action.
            hold: seconds for which it must be held.
            declines: whether it leaves out what is offered, and so looks quiet.
        """
        self.strong = not declines
        if (text, token) != self._meaning:
            self._meaning = (text, token)
            self.locked = True
            self._input_guard.begin()
        self.text, self.ready, self.hold = text, ready, hold

    def framed(self) -> bool:
        return super().framed() or (self.disabled and look.fielded)

    def _open(self) -> None:
        self.locked = False


class PhaseLabel(TextWidget):
    """Label of the current phase, on one line; `room` is its maximum width in pixels."""

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
            # Without a width it is not redrawn, and the old text would stay.
            self._words.hide()

    def draw(self) -> None:
        self._words.put(self.text, "title", self.font_size, look.ink, self.x, self.center_y)


class Page(BoxLayout):
    """Base class of all screens. The left key goes back unless a page overrides `go_left`."""

    NEEDS: ClassVar[tuple[str, ...]] = ()
    """Names of the `PageResources` that the constructor takes, in their order; for pages that have a `PageId`."""

    left_key = KvChild(Key, "left")
    extras = KvChild(BoxLayout)
    header = KvChild(BoxLayout)
    primary = KvChild(PrimaryButton)
    heading = StringProperty("")
    moment = StringProperty("")
    whose = StringProperty("")
    """Colour of the player whom the page is about, `#rrggbb`; its field has that colour."""
    backdrop = ObjectProperty(Backdrop(EVERYBODY, SYMBOLS[NOBODY]))
    wide_heading = BooleanProperty(False)
    """True if the heading takes the room of the phase label."""
    left_sign = StringProperty("")
    left = StringProperty("")
    margin = NumericProperty(8)
    """Width at the left and right of the body, in units."""
    header_height = NumericProperty(42)
    """Minimum height of the header in units, on a wide screen."""
    content: BoxLayout = ObjectProperty(None)

    def __init__(self, heading: str = "", **values: Any) -> None:
        super().__init__(**{"left": _("Back")} | values)
        self.heading = heading
        self._host: PageServices | None = None
        self.primary.bind(on_use=lambda *_: self.act())
        self.left_key.bind(on_use=lambda *_: self.go_left())
        self.ground = Ground(self.canvas.before)
        for name in ("pos", "size", "parent", "backdrop", "whose"):
            self.fbind(name, self.ground_later)
        look.tell(self.ground_later)

    def stand_over(self, backdrop: Backdrop) -> None:
        self.backdrop = backdrop

    def fields(self) -> Sequence[FieldPlace]:
        """Return the fields behind the page; by default one behind all but the footer."""
        box = (self.x, self.ids.foot.top, self.right, self.top)
        colour, drawing = self.backdrop
        own = self.whose or colour
        return (FieldPlace(box, own, Beast(drawing if own == colour else "", 480, 80, 6)),)

    def spine(self) -> float:
        """Return the width of the full colour at the left of the first field, in pixels."""
        return 0.0

    def ground_later(self, *_: object) -> None:
        """Have the ground drawn anew, once all has its place."""
        if self.parent is not None:
            after_layout.decide(self._lay_ground)

    def _lay_ground(self) -> None:
        self.ground.put((self.x, self.y, self.right, self.top), self.fields(), self.spine())

    @property
    def host(self) -> PageServices:
        """Services of the shell; set by the shell when it opens the page.

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
        """Return the heading as it is shown in a header of this width, in pixels.

        Where a word is wider than that, lines break where the catalogue allows it; where even a part of a word is
        wider, the heading is empty. Used by the layout.
        """
        if all(extent(word, "bold", look.least)[0] <= width for word in parted(text)):
            return text
        lines = " ".join("\n".join(parts) for parts in in_parts(text))
        return lines if all(extent(part, "bold", look.least)[0] <= width for part in parted(lines)) else ""

    def add_extra(self, text: str, use: Callable[[], None], caption: str = "") -> Key:
        """Add a key between the left key and the primary button.

        Args:
            text: its words or its symbol.
            use: called when it is tapped.
            caption: words that say what the symbol means.
        """
        step = "sign" if len(text) == 1 else "option"
        key = Key(text=text, use=use, size_hint_y=1, step=step, caption=caption, barred=True, bare=bool(caption))
        self.extras.add_widget(key)
        return key

    def leave_by_primary(self) -> None:
        """Take the left key away, which would do the same as the primary button; its place stays empty."""
        place, left = Widget(), self.left_key
        left.bind(size_hint_x=place.setter("size_hint_x"))
        place.size_hint_x = left.size_hint_x
        self.ids.foot.remove_widget(left)
        self.ids.foot.add_widget(place, len(self.ids.foot.children))

    # The interface `FrontPage`; pages override what concerns them.

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

    def can_roll(self) -> bool:
        return False

    def can_roll_in_tower(self) -> bool:
        return False

    def handle_button(self, job: str, held: bool) -> bool:  # noqa: ARG002
        return False

    def tower_changed(self) -> None:
        pass

    def lock_changed(self, locked: bool) -> None:
        pass

    def clocks_changed(self) -> None:
        pass

    @property
    def hides_dice(self) -> bool:
        return False

    def stays_lit(self) -> bool:
        return False

    def dice_dropped(self, faces: list[int]) -> None:
        pass

    def backup_changed(self) -> None:
        pass


load_layout("page", FitLabel, PhaseLabel)
