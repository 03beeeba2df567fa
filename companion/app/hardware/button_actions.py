"""What a press of a button on the table does to the page in front: what a finger would, within the same limits."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.hardware.device_hub import DeviceHub
from companion.app.widgets.base.canvas_widget import Tappable
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import InputGuard
from companion.app.widgets.pages.services import FrontPage, PageServices
from companion.table.words import _
from firmware_bridge.buttons import ButtonEvent, ButtonMoved, ButtonPressed, KnobTurned
from firmware_bridge.wiring import PLAYER

__all__ = ["ButtonActions", "FocusRing"]


class ButtonActions:
    """Acts for the buttons, and lights those that can do something.

    `next` takes the choice with the ring, or else the primary button. `undo` is the left key; where that must be held,
    the button must be, too. `roll` rolls. A player's own button, and the knob, step the ring through the choices, or
    the number that is asked for.

    Args:
        host: whose front page is acted on.
        hub: whose lamps are lit.
    """

    def __init__(self, host: PageServices, hub: DeviceHub) -> None:
        self._host, self._hub = host, hub
        self._focus = FocusRing()
        self._down: set[str] = set()
        self._settled = True
        self._input_guard = InputGuard(self._settle)
        self._lamps = Clock.create_trigger(self._light, -1)
        hub.tower.bind(connected=self._lamps)

    def forget(self) -> None:
        """Forget what is held down, because another page or question is in front.

        For a moment only `undo` does something there.
        """
        self._focus.clear()
        self._down.clear()
        self._settled = False
        self._input_guard.begin()
        page = self._host.page
        page.primary.bind(ready=self._lamps, text=self._lamps)
        page.left_key.bind(disabled=self._lamps)
        self._lamps()

    def take(self, event: ButtonEvent) -> None:
        """Do what an event of the buttons means."""
        match event:
            case KnobTurned(clicks):
                self.turn(clicks)
            case ButtonMoved(job, down=True):
                self._down.add(job)
            case ButtonPressed(job, held) if job in self._down:
                self._down.remove(job)
                self.press(job, held)
        self._lamps()

    def tower_button(self, change: str) -> None:
        """Roll, if the tower's own button is pressed."""
        if change == "down":
            self.press("roll", held=False)

    def turn(self, clicks: int) -> None:
        """Turn the knob.

        It changes the number that is asked for while there is no focus ring, and else moves the ring.
        """
        page = self._host.page
        if self._focus.key is not None or not page.turn_knob(clicks):
            self._focus.step(page, 1 if clicks > 0 else -1, farther=True)

    def press(self, job: str, held: bool) -> None:
        """Do the job of a button that was pressed.

        Args:
            job: as in the wiring table.
            held: whether for long.
        """
        page = self._host.page
        if job != "undo" and not self._settled:
            return
        if job == "roll" and page.primary.locked:
            # Dice that have only just come to lie there were not seen by whoever pressed.
            return
        if page.handle_button(job, held):
            return
        if job == "next":
            key = self._focus.key
            if key is None:
                self._verb(held)
            elif key.usable and self._long_enough(key.hold, held):
                self._focus.use()
        elif job == "undo":
            self._undo(held)
        elif job.startswith(PLAYER) and (self._focus.key is not None or not page.turn_knob(1, around=True)):
            self._focus.step(page, 1)

    def _verb(self, held: bool) -> None:
        page = self._host.page
        if page.primary.locked:
            return
        if page.primary.disabled:
            self._focus.step(page, 1)
        elif self._long_enough(page.primary.hold, held):
            page.act()

    def _long_enough(self, hold: float, held: bool) -> bool:
        """Return whether a key was used as long as it must be; says so where it was not.

        Args:
            hold: of the key, in seconds; 0 for a tap.
            held: whether the button was.
        """
        if hold and not held:
            self._host.show_message(_("Hold the button to do this."))
        return held or not hold

    def _undo(self, held: bool) -> None:
        left = self._host.page.left_key
        if left.disabled:
            return
        if left.hold and not held:
            self._host.show_message(
                _("Dice were rolled at this point. Hold the undo button to go back past them; the results stand.")
            )
        else:
            self._host.page.go_left()

    def _settle(self) -> None:
        self._settled = True

    def _light(self, __: float) -> None:
        page, hub = self._host.page, self._hub
        key = self._focus.key
        hub.light("next", page.primary.ready if key is None else key.usable)
        hub.light("undo", not page.left_key.disabled)
        hub.light("roll", page.can_roll())
        hub.tower.light("blink" if page.can_roll_in_tower() else "off")


class FocusRing:
    """A ring around one key of a page, or around none: then the primary button is meant."""

    def __init__(self) -> None:
        self._key: Tappable | None = None

    @property
    def key(self) -> Tappable | None:
        """The key with the ring, as long as it is there."""
        return self._key if self._key is not None and self._key.get_root_window() is not None else None

    def clear(self) -> None:
        """Take the ring away."""
        if self._key is not None:
            self._key.focused = False
            self._key = None

    def step(self, page: FrontPage, by: int, *, farther: bool = False) -> None:
        """Move the ring over the choices of a page, and past the last to the primary button if that can be used.

        Args:
            page: whose.
            by: number of steps; a negative one goes back.
            farther: to all else that can be tapped on the page, too, after the primary button.
        """
        stops: list[Tappable | None] = [*keys_of(page.focus_area())]
        if page.primary.ready or not stops:
            stops.append(None)
        if farther:
            stops += extra_focus(page)
        now = self._key if self._key in stops else None
        place = stops.index(now) if now in stops else (-1 if by > 0 else 0)
        self.clear()
        self._key = stops[(place + by) % len(stops)]
        if self._key is not None:
            self._key.focused = True
            _into_sight(self._key)

    def use(self) -> None:
        """Use the key with the ring."""
        if self.key is not None:
            self.key.dispatch("on_use")
        if self.key is None:
            self.clear()


def extra_focus(page: FrontPage) -> list[Tappable]:
    """Return what there is to tap besides a page's choices and the primary button, as far as it is in sight."""
    parts = [part for part in (*page.host.overlays(), *page.extra_focus()) if part.get_root_window()]
    return [key for part in parts for key in keys_of(part) if key.opacity]


def keys_of(root: Widget) -> list[Tappable]:
    """Return the keys under a widget that can be used now, in reading order.

    A key that has the focus ring is one of them.
    """
    tapped = [w for w in root.walk(restrict=True) if isinstance(w, Tappable) and (w.usable or w.focused)]
    found = [w for w in tapped if _in_column(w)]
    return sorted(found, key=lambda key: _reading_order(key))


def _reading_order(key: Tappable) -> tuple[int, int]:
    x, y = key.to_window(*key.pos)
    return -round(y + key.height), round(x)


def _in_column(key: Tappable) -> bool:
    """Return whether a key is no part of a pager itself, which it would scroll."""
    pager = _pager_of(key)
    return pager is None or any(widget is pager.column.__self__ for widget in _around(key))


def _around(key: Tappable) -> Iterator[Widget]:
    """Yield the widgets that a key lies in, the nearest first.

    A window is its own parent.
    """
    parent = key.parent
    while parent is not None and parent.parent is not parent:
        yield parent
        parent = parent.parent


def _pager_of(key: Tappable) -> ScrollList | None:
    return next((widget for widget in _around(key) if isinstance(widget, ScrollList)), None)


def _into_sight(key: Tappable) -> None:
    pager = _pager_of(key)
    if pager is not None:
        pager.show(key)
