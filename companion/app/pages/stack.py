"""Stack of pages, of which the front one is visible, below a banner and the lock."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kivy.core.window import Window
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app.pages.lock import LockScreen
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.pages.moment_card import MomentCard
from companion.app.widgets.pages.services import FrontPage
from companion.app.widgets.rendering.motion import motion
from companion.app.widgets.rendering.motion_layer import MotionLayer
from companion.table.errors import CompanionError
from companion.table.view import GreatMoment
from companion.table.words import _
from firmware_bridge.errors import BridgeError
from layouts.theme import look

__all__ = ["PageStack"]

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Banner(BoxLayout):
    """A message that stays until it is tapped away or an action succeeds."""

    close_key = KvChild(Key, "close")
    message = StringProperty("")


class PageStack(FloatLayout):
    """Root widget with the pages, the banner and the lock, on the colour of the ground."""

    def __init__(self) -> None:
        super().__init__()
        look.tell(self._colour_ground)
        self._colour_ground()
        self.pages: list[FrontPage] = []
        self.layer = MotionLayer()
        self.add_widget(self.layer)
        self.banner = Banner()
        self.banner.close_key.bind(on_use=lambda _: self._show(""))
        self._lock: LockScreen | None = None
        self.moment_card = MomentCard()

    @property
    def page(self) -> FrontPage:
        """The page in front."""
        return self.pages[-1]

    def on_touch_down(self, touch: Any) -> bool | None:
        # A touch ends what moves, and counts: what is behind a motion is the new state.
        # What a card hides cannot be meant: a touch on it only ends it.
        covered = self.moment_card.parent is not None
        motion.end()
        if covered:
            return True
        used: bool | None = super().on_touch_down(touch)
        return used

    def overlays(self) -> Sequence[Widget]:
        """Return the tappable widgets above the page in front."""
        return [over for over in (self.banner, self._lock) if over is not None and over.parent is not None]

    @property
    def warning(self) -> str:
        """A message that is shown whenever no other one is."""
        return ""

    def focus_changed(self) -> None:
        """Reset the focus: the keys of the page in front have changed."""

    def open(self, page: FrontPage) -> None:
        """Put a page in front."""
        if self.pages:
            page.stand_over(self.page.backdrop)
            self.remove_widget(self.page)
        self.pages.append(page)
        self._front()
        if self._lock is not None:
            page.lock_changed(True)

    def back(self) -> None:
        """Remove the page in front; the last page stays."""
        if len(self.pages) > 1:
            self.remove_widget(self.pages.pop())
            self._front()

    def replace_all(self, page: FrontPage) -> None:
        """Replace all pages by one."""
        for old in self.pages:
            self.remove_widget(old)
        self.pages = []
        self.open(page)

    def notify_pages(self, tell: Callable[[FrontPage], None]) -> None:
        """Call `tell` with each page."""
        for page in self.pages:
            tell(page)

    def attempt(self, action: Callable[[], T]) -> T | None:
        """Call `action`; if it fails in a way that people can mend, show why and return None."""
        try:
            result = action()
        except (CompanionError, BridgeError) as error:
            _log.info("refused: %s", error, exc_info=error.__cause__)
            self.show_message(str(error))
            return None
        self.show_message("")
        return result

    def show_message(self, message: str) -> None:
        """Show a message in the banner; an empty message hides it or shows `warning`."""
        self._show(message or self.warning)

    def lock(self) -> None:
        """Lock the screen until a key is held; the table page stays visible."""
        motion.end()
        while len(self.pages) > 1:
            self.back()
        if self._lock is not None:
            # Table buttons work while it is locked, so this can be called again.
            return
        self._lock = LockScreen(self._unlock)
        self.add_widget(self._lock)
        self.notify_pages(lambda page: page.lock_changed(True))

    def show_great_moment(self, moment: GreatMoment, colour: str, sigil: str) -> None:
        """Show a great moment over the pages for a second, if motions are allowed now.

        Args:
            moment: what is shown.
            colour: of its player, `#rrggbb`; empty for nobody.
            sigil: name of the player's drawing, for a moment without one of its own.
        """
        if motion.alive:
            motion.finish(self.moment_card)
            self.add_widget(self.moment_card)
            self.moment_card.show(moment.title, moment.line, moment.symbol or sigil, colour)

    def _colour_ground(self) -> None:
        Window.clearcolor = look.ground

    def _unlock(self) -> None:
        if self._lock is not None:
            self.remove_widget(self._lock)
            self._lock = None
            self.notify_pages(lambda page: page.lock_changed(False))

    def _show(self, message: str) -> None:
        self.banner.message, self.banner.close_key.text = message, _("OK")
        if message and self.banner.parent is None:
            self.add_widget(self.banner)
        elif not message and self.banner.parent is not None:
            self.remove_widget(self.banner)

    def _front(self) -> None:
        motion.end()
        message = self.banner.message
        self.show_message("")
        self.add_widget(self.page)
        # Pictures fly above the page, and below what must be read.
        self.remove_widget(self.layer)
        self.add_widget(self.layer)
        self.show_message(message)
        if self._lock is not None:
            # Keep the lock above a page that a table button has opened.
            self.remove_widget(self._lock)
            self.add_widget(self._lock)
        self.focus_changed()
        self.page.opened()


load_layout("shell", WrapLabel)
