"""Clock of the player asked: it counts up, and a tap stops or starts all clocks."""

from __future__ import annotations

from typing import Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.storage.play_times import IDLE, PlayTimes, as_clock
from companion.table.words import _
from layouts.colours import CLEAR, Tint, faded
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["TAP", "ClockFace"]

TAP: Final = "tap"
"""Reason for which clocks are stopped by a tap."""

_WAKING: Final = 1.0
"""Seconds for which a tap on a clock that has just gone on leaves it going."""

STEP: Final = 10
"""Seconds between two updates of a running clock.

An update each second would keep the machine warm for an evening, and nobody reads it by the second across a table.
A stopped clock shows all seconds.
"""

_LATE: Final = 0.004
"""Seconds by which an update is late, so that its time has surely come."""


class ClockFace(Tappable, CanvasWidget):
    """The time of one player; while it runs and is visible, it is drawn every ten seconds.

    Args:
        times: the clocks of the game.
    """

    told = BooleanProperty(False)
    """True if it has been told that the turn has reached its limit."""

    wide = NumericProperty(0)
    """Preferred width in pixels; more from the first hour on."""

    def __init__(self, times: PlayTimes) -> None:
        super().__init__()
        self._times, self._player = times, ""
        self.ink: Tint = look.ink
        self._press, self._ring = RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, ring=3)
        self._sign = TextSprite(self.canvas)
        self._signs: list[TextSprite] = []
        self._next = Clock.create_trigger(self._tick, 1)
        self._turn, self._began, self._limit = "", 0.0, 0.0
        self._went_on_at, self._was_idle = -_WAKING, False
        self.bind(state=self.later, focused=self.later, on_use=lambda _: self._stop_or_go())
        self.take_room()

    @property
    def stopped(self) -> bool:
        """True if it was stopped by a tap, or because nobody was there."""
        return self._times.stopped(TAP) or self._times.stopped(IDLE)

    @property
    def over(self) -> bool:
        """True if the turn of the player shown has reached its limit."""
        mine = bool(self._limit) and self._player == self._turn != ""
        return mine and self._times.seconds(self._turn) - self._began >= self._limit

    def limit_turn(self, player: str, limit: float) -> None:
        """Set whose turn it is, and after how many seconds its limit is reached; 0 for none."""
        if player != self._turn:
            self._turn, self.told = player, False
            self._began = self._times.seconds(player) if player else 0.0
        self._limit = limit

    def show(self, player: str, ink: Tint) -> None:
        """Show the time of another player, in this colour."""
        self._player, self.ink = player, tuple(ink)
        self.update()

    def update(self) -> None:
        """Update it; it may be visible or run again."""
        self._tick(0)

    def _stop_or_go(self) -> None:
        if Clock.time() - self._went_on_at < _WAKING:
            # The touch itself has let a clock go on that had stopped because nobody was there.
            return
        (self._times.go_on if self.stopped else self._times.stop)(TAP)
        self.update()

    def _tick(self, _: float) -> None:
        self._next.cancel()
        idle = self._times.stopped(IDLE)
        if self._was_idle and not idle:
            self._went_on_at = Clock.time()
        self._was_idle = idle
        if self._player and self.get_root_window() is not None:
            seconds = self._times.seconds(self._player)
            self.take_room()
            self.later()
            if self._player in self._times.running:
                self._next.timeout = STEP - seconds % STEP + _LATE
                left = self._limit - (self._times.seconds(self._turn) - self._began) if self._turn else 0.0
                if self._limit and self._player == self._turn and left > 0:
                    self._next.timeout = min(self._next.timeout, left + _LATE)
                self._next()
            self.told = self.told or self.over

    def _told(self) -> str:
        if not self._player:
            return ""
        seconds = self._times.seconds(self._player)
        return as_clock(seconds // STEP * STEP if self._player in self._times.running else seconds)

    def take_room(self) -> None:
        time = self._told()
        self.text = _("{time}, stopped").format(time=time) if self.stopped else time
        self.wide = sum(self._room(sign) for sign in time.rjust(5, "0")) + 1.1 * look.option + 8 * look.u

    @staticmethod
    def _room(sign: str) -> float:
        """Return the width of a character; figures are equal, so that none moves."""
        return extent("0" if sign.isdigit() else sign, "strong", look.option)[0]

    def draw(self) -> None:
        u, time, over = look.u, self._told(), self.over
        shown = look.alert_ink if over else self.ink
        ink = faded(shown, 0.55) if self.stopped else shown
        back = look.alert if over else CLEAR
        self._press.cover(self, faded(self.ink, 0.25) if self.state == "down" else back, 10 * u)
        while len(self._signs) < len(time):
            self._signs.append(TextSprite(self.canvas))
        right = self.right - 4 * u
        for place, word in enumerate(self._signs):
            if place >= len(time):
                word.hide()
                continue
            figure = time[-1 - place]
            right -= self._room(figure)
            word.put(figure, "strong", look.option, ink, right + self._room(figure) / 2, self.center_y, "middle")
        sign = SYMBOLS["pause" if self.stopped else "clock"] if time else ""
        self._sign.put(sign, "text", 0.9 * look.option, ink, right - 4 * u, self.center_y, "right")
        self._ring.cover(self, self.ink if self.focused else CLEAR, 10 * u)

    @property
    def font_size(self) -> float:
        """Height of the type, in pixels."""
        return float(look.option)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of the text as drawn, in pixels."""
        return round(self.wide), round(look.option)
