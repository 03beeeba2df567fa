"""A finger that taps only what is in sight, and counts what it does; a hand on knob and buttons."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.scrollview import ScrollView

from tests.instruments.outside.sight import Seen, hits, look_at, page_keys, words_of

if TYPE_CHECKING:
    from tests.instruments.outside.face import Face

KNOWN: Final = 0.5
"""So much of a thing must be in sight for a finger to aim at it."""
KNOB: Final = (20, 21)
"""The knob's pins."""
MOST_STOPS: Final = 150
"""Clicks of the knob after which a thing counts as out of its reach."""


class OutOfReachError(Exception):
    """What should be used cannot be."""


@dataclass
class Cost:
    """What something took: taps on places of the board, all other taps, and flicks to bring things into sight."""

    taps: int = 0
    places: int = 0
    flicks: int = 0


class SightedFinger:
    """Taps as a person does: only what can be seen; what is scrolled away is brought into sight first.

    Args:
        face: the app.
    """

    def __init__(self, face: Face) -> None:
        self.face, self.cost = face, Cost()

    def tap(self, widget: Any, *, place: bool = False, hold: float = 0.05) -> None:
        """Tap a widget, flicking to it if need be. Raises `OutOfReachError`."""
        thing = self._aim(widget)
        assert thing.sight is not None
        x, y = thing.sight.middle
        self.face.fingers.tap((x, self.face.window.height - y), hold=hold)
        if place:
            self.cost.places += 1
        else:
            self.cost.taps += 1
        self.face.settle()

    def answer(self, value: Any, *, places: bool = False) -> None:
        """Answer the question in front by taps. Raises `OutOfReachError`."""
        from companion.app.table.map.area_map import AreaKey
        from companion.app.table.map.map_canvas import AreaShape

        face = self.face
        if face.covered():
            self.tap(face.verb)
        before = len(face.session.timeline.entries)
        for widget in face.targets(value):
            self.tap(widget, place=places and isinstance(widget, AreaKey | AreaShape))
            if len(face.session.timeline.entries) != before:
                return
        self.tap(face.verb)
        if len(face.session.timeline.entries) == before:
            raise OutOfReachError(f"{face.kind()}: {value} was tapped, and is no answer yet")

    def _aim(self, widget: Any) -> Seen:
        for _ in range(40):
            seen = look_at(self.face.window)
            thing = next((s for s in seen if s.widget is widget), None)
            if thing is None or not thing.touchable:
                raise OutOfReachError(f"{self.face.kind()}: {type(widget).__name__} is not there to be tapped")
            if thing.sight and thing.sight.area > KNOWN * thing.box.area:
                if not hits(thing, *thing.sight.middle, self.face.window.height):
                    raise OutOfReachError(f"{self.face.kind()}: {words_of(seen, thing)!r} takes no touch in its middle")
                return thing
            if thing.viewport is None:
                raise OutOfReachError(f"{self.face.kind()}: {words_of(seen, thing)!r} is out of sight")
            self._flick(thing)
        raise OutOfReachError(f"{self.face.kind()}: {type(widget).__name__} does not come into sight")

    def _flick(self, thing: Seen) -> None:
        """Tap the key of its page; else scroll by one view, or as far as is left."""
        assert thing.viewport is not None
        within = thing.viewport.height - thing.box.height + 1
        for key, top in page_keys(thing.widget):
            if top - 1 <= thing.box.top - thing.viewport.top <= top + within:
                self.face.fingers.tap(key.to_window(*key.center))
                self.cost.flicks += 1
                self.face.fingers.frames(2)
                return
        view = thing.widget.parent
        while not isinstance(view, ScrollView) or view.children[0].height <= view.height:
            view = view.parent
            if view is None or view.parent is view:
                raise OutOfReachError(f"{self.face.kind()}: what should scroll does not")
        hidden = view.children[0].height - view.height
        down = thing.box.middle[1] > thing.viewport.middle[1]
        # By less than a view as much as is high what is looked for: what was half in sight stands whole then.
        far = max(view.height - thing.box.height, thing.box.height)
        view.scroll_y = min(1.0, max(0.0, view.scroll_y + (-1 if down else 1) * far / hidden))
        self.cost.flicks += 1
        self.face.fingers.frames(2)


def turn(factory: Any, clicks: int) -> None:
    """Turn the knob on the pins of `KNOB`; clockwise is positive."""
    a, b = (factory.pin(number) for number in KNOB)
    first, second = (a, b) if clicks > 0 else (b, a)
    for _ in range(abs(clicks)):
        first.drive_low()
        second.drive_low()
        first.drive_high()
        second.drive_high()


class Pins:
    """Knob, roll, next and undo on pins that exist in memory only.

    Args:
        face: the app, wired so.
        factory: of the pins.
    """

    JOBS: Final = {"roll": 17, "next": 27, "undo": 22}
    WIRING: Final[dict[str, Any]] = {"buttons": JOBS, "knob": list(KNOB), "hold_s": 10, "debounce_ms": 1}
    """All its presses are short, however busy the machine is."""

    def __init__(self, face: Face, factory: Any) -> None:
        self.face, self._factory = face, factory
        self._last = 0.0
        self.presses = self.clicks = 0

    def press(self, job: str) -> None:
        """A short press, after the lock-out of whatever came up last, and no bounce of the one before."""
        self.face.settle()
        while time.monotonic() - self._last < 0.003:
            pass
        pin = self._factory.pin(self.JOBS[job])
        pin.drive_low()
        pin.drive_high()
        self._last = time.monotonic()
        self.presses += 1
        self.face.fingers.frames(2)

    def turn(self, clicks: int) -> None:
        """Turn the knob; clockwise is positive."""
        turn(self._factory, clicks)
        self.clicks += abs(clicks)
        self.face.fingers.frames(2)

    def stops(self) -> list[Any]:
        """Turn once round; return where the ring stops (None: nowhere, so that `next` is the primary button)."""
        found: list[Any] = []
        if (item := self.face.item()) is not None and item.prompt.kind == "count" and self.face.ring() is None:
            # From the number the ring goes on where the knob is turned past its end, and not in one go.
            self.turn(item.prompt.most - self.number)
            self.face.fingers.skip(1.0)
        for _ in range(MOST_STOPS):
            self.turn(1)
            ring = self.face.ring()
            if found and ring is found[0]:
                break
            found.append(ring)
        return found

    @property
    def number(self) -> int:
        """What stands where a number is asked for."""
        return int(self.face.question.body.value)

    def ring_on(self, wanted: Any) -> None:
        """Turn until the ring is on a widget, or nowhere. Raises `OutOfReachError`."""
        stops = 0
        while self.face.ring() is not wanted:
            self.turn(1)
            stops += 1
            if stops > MOST_STOPS:
                what = "the primary button" if wanted is None else self._words(wanted)
                raise OutOfReachError(f"{self.face.kind()}: the ring does not come to {what}")

    def _words(self, widget: Any) -> str:
        seen = look_at(self.face.window)
        thing = next((s for s in seen if s.widget is widget), None)
        return repr(words_of(seen, thing)[:60]) if thing else type(widget).__name__

    def answer(self, value: Any) -> None:
        """Answer the question in front, once it takes answers. Raises `OutOfReachError`."""
        self.face.settle()
        face, entries = self.face, self.face.session.timeline.entries
        before = len(entries)
        if face.covered():
            self.ring_on(None)
            self.press("next")
        prompt = face.item().prompt
        if prompt.kind == "roll":
            self._roll(before)
            return
        if prompt.kind == "count":
            if self.face.ring() is not None:
                self.ring_on(None)
            self.turn(int(value) - self.number)
        else:
            for widget in face.targets(value):
                self.ring_on(None if widget is face.verb else widget)
                self.press("next")
                if len(face.session.timeline.entries) != before:
                    return
            self.ring_on(None)
        self.press("next")
        if len(face.session.timeline.entries) == before:
            said = f"{prompt.title!r}: {value} was chosen, and {face.verb.text!r} is pressed in vain"
            raise OutOfReachError(f"{face.kind()}: {said}{'; a message: ' + face.message() if face.message() else ''}")

    def _roll(self, before: int) -> None:
        for _ in range(4):
            self.press("roll")
            if len(self.face.session.timeline.entries) != before:
                return
        raise OutOfReachError(f"{self.face.kind()}: the button that rolls does not roll")
