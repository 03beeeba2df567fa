"""Touches the window on a virtual clock, for the demo and for tests.

A touch goes through Kivy's whole input path (provider, post-processing, `Window.on_motion`). The virtual clock makes
waiting exact and free: a hold of one second takes no longer than drawing it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import kivy.input.motionevent as motionevent
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.input.postproc import doubletap, kivy_postproc_modules, tripletap
from kivy.input.provider import MotionEventProvider
from kivy.lang import Builder
from kivy.uix.behaviors import button as button_behavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.widgets.rendering.motion import motion

FRAME: Final = 1 / 60
"""Seconds of a frame."""

# Modules that read the wall clock: time of a touch, double taps, minimum time of a button press.
_CLOCK_READERS: Final = (motionevent, doubletap, tripletap, button_behavior)


class Finger(MotionEvent):
    """One touch."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("is_touch", True)
        kwargs.setdefault("type_id", "touch")
        super().__init__(*args, **kwargs)
        self.profile = ("pos",)

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        super().depack(args)


class _FingertipProvider(MotionEventProvider):
    def __init__(self) -> None:
        super().__init__("fingertips", "")
        self.pending: deque[tuple[str, Finger]] = deque()

    def start(self) -> None:
        """Do nothing; there is no device."""

    def stop(self) -> None:
        """Do nothing; there is no device."""

    def update(self, dispatch_fn: Callable[[str, Finger], None]) -> None:
        while self.pending:
            dispatch_fn(*self.pending.popleft())


class Fingertips:
    """Takes over Kivy's clock and main loop until `close`.

    Args:
        moving: whether motions are shown; without them each step is at rest at once.
    """

    def __init__(self, *, moving: bool = False) -> None:
        motion.restart(still=not moving)
        self._now: float = Clock.time()
        self._fps = Clock._max_fps
        self._wall_clock = motionevent.time
        Clock.time = lambda: self._now
        Clock._last_tick = self._now
        Clock._max_fps = 0
        for module in _CLOCK_READERS:
            module.time = lambda: self._now
        self._provider = _FingertipProvider()
        EventLoop.add_input_provider(self._provider)
        for module in kivy_postproc_modules.values():
            EventLoop.add_postproc_module(module)
        EventLoop.status = "started"
        self.touches = 0

    def close(self) -> None:
        """Give back clock and main loop."""
        motion.restart(still=False)
        EventLoop.remove_input_provider(self._provider)
        EventLoop.touches.clear()
        for postproc in kivy_postproc_modules.values():
            # The double tap modules keep the last touch, and with it its page.
            getattr(postproc, "touches", {}).clear()
        for event in Clock.get_events():
            event.cancel()
        del Clock.time
        # Events due at once would otherwise wait for the virtual time.
        Clock._last_tick = Clock.time()
        for module in _CLOCK_READERS:
            module.time = self._wall_clock
        Clock._max_fps = self._fps

    def frames(self, count: int = 1) -> None:
        """Run frames without painting, which is most of a frame's cost; `picture` paints."""
        for _ in range(count):
            self._now += FRAME
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def wait(self, seconds: float) -> None:
        """Let time pass, in frames."""
        self.frames(max(1, round(seconds / FRAME)))

    def skip(self, seconds: float) -> None:
        """Let time pass between two frames; nothing moves meanwhile."""
        self.frames(1)
        self.pass_by(seconds)
        self.frames(1)

    def pass_by(self, seconds: float) -> None:
        """Let time pass within a frame, as if something took long."""
        self._now += seconds

    def tap(self, target: Widget | tuple[float, float], hold: float = 0.05) -> None:
        """Tap a widget, scrolled into sight first, or a point, for `hold` seconds."""
        if isinstance(target, Widget):
            self._into_sight(target)
            point = target.to_window(*target.center)
        else:
            point = target
        touch = self.down(*point)
        if hold > 0.2:
            self.wait(hold)
        else:
            self.pass_by(hold)
            self.frames(1)
        self.up(touch)
        self.frames(1)

    def down(self, x: float, y: float) -> Finger:
        """Put a finger down, in pixels from the lower left."""
        width, height = Window.system_size
        self.touches += 1
        touch = Finger("fingertips", self.touches, (x / (width - 1), y / (height - 1)))
        self._provider.pending.append(("begin", touch))
        self.frames(1)
        return touch

    def move(self, touch: Finger, x: float, y: float) -> None:
        """Move a finger that is down."""
        width, height = Window.system_size
        touch.move((x / (width - 1), y / (height - 1)))
        self._provider.pending.append(("update", touch))
        self.frames(1)

    def up(self, touch: Finger) -> None:
        """Lift a finger."""
        touch.update_time_end()
        self._provider.pending.append(("end", touch))
        self.frames(1)

    def picture(self, path: Path) -> Path:
        """Save a picture of the window; return its path."""
        for _ in range(2):
            # The surface takes a new window size only when a frame is shown.
            Window.canvas.ask_update()
            Window.dispatch("on_draw")
            Window.dispatch("on_flip")
        Window.canvas.ask_update()
        Window.dispatch("on_draw")
        taken = Path(Window.screenshot(name=str(path.with_suffix(".png"))))
        taken.replace(path)
        return path

    def _into_sight(self, target: Widget) -> None:
        parent = target.parent
        while parent is not None and parent is not Window:
            if isinstance(parent, ScrollView):
                parent.scroll_to(target, padding=4, animate=False)
                self.frames(2)
                return
            parent = parent.parent
