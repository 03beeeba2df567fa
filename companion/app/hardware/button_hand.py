"""What a press of a button on the table does to the page in front: what a finger would, within the same limits."""

from __future__ import annotations

from companion.app.hardware.focus import Focus
from companion.app.look.host import Host
from companion.table.words import _
from firmware_bridge.buttons import ButtonEvent, ButtonPressed, KnobTurned
from firmware_bridge.wiring import PLAYER

__all__ = ["ButtonHand"]


class ButtonHand:
    """Acts for the buttons.

    `next` takes the choice with the ring, or else the verb button. `undo` is the left key; where that must be held,
    the button must be, too. `roll` rolls. A player's own button, and the knob, step the ring through the choices, or
    the number that is asked for.

    Args:
        host: whose front page is acted on.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._focus = Focus()

    def forget(self) -> None:
        """Another page or question has come to the front."""
        self._focus.clear()

    def take(self, event: ButtonEvent) -> None:
        """Do what an event of the buttons means."""
        match event:
            case KnobTurned(clicks):
                self.turn(clicks)
            case ButtonPressed(job, held):
                self.press(job, held)
        self._host.page.ringed(self._focus.on)

    def tower_button(self, change: str) -> None:
        """The tower's own button rolls."""
        if change == "down":
            self.press("roll", held=False)

    def turn(self, clicks: int) -> None:
        """The knob: the number that is asked for, or the ring."""
        page = self._host.page
        if not page.turn_knob(clicks):
            self._focus.step(page, 1 if clicks > 0 else -1, farther=True)

    def press(self, job: str, held: bool) -> None:
        """A button was pressed.

        Args:
            job: as in the wiring table.
            held: whether for long.
        """
        page = self._host.page
        if page.takes_button(job, held):
            return
        if job == "next":
            if not self._focus.use(page):
                self._verb(held)
        elif job == "undo":
            self._undo(held)
        elif job.startswith(PLAYER) and not page.turn_knob(1, around=True):
            self._focus.step(page, 1)

    def _verb(self, held: bool) -> None:
        page = self._host.page
        if page.verb.disabled:
            self._focus.step(page, 1)
        elif page.verb.hold and not held:
            self._host.say(_("Hold the button for this one."))
        else:
            page.act()

    def _undo(self, held: bool) -> None:
        left = self._host.page.left_key
        if left.disabled:
            return
        if left.hold and not held:
            self._host.say(_("Dice were rolled here. Hold the undo button to go past them; they stay as they fell."))
        else:
            self._host.page.go_left()
