"""The real window for a command, sizes for it, and its pixels."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.app.demo.virtual_display import display
from companion.app.start import environment
from tests.instruments.outside.pixels import Pixels


@contextmanager
def on_stage() -> Iterator[tuple[Any, Any, Path]]:
    """A window, a finger, and a folder, for as long as the block lasts."""
    with display(), tempfile.TemporaryDirectory() as home:
        environment.prepare(Path(home) / "kivy")
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from companion.app.demo.fingertips import Fingertips

        # Kivy takes it for its own log, which is switched off: a command would end in silence.
        sys.stderr = sys.__stderr__
        EventLoop.ensure_window()
        Window.left = Window.top = 0
        fingers = Fingertips()
        try:
            yield Window, fingers, Path(home) / "data"
        finally:
            fingers.close()


def resize(window: Any, fingers: Any, size: tuple[int, int]) -> None:
    """Give the window a size and let everything follow it."""
    window.size = size
    for _ in range(200):
        window.mainloop()
        fingers.frames(1)
        if tuple(window.size) == size == tuple(window.system_size):
            break
    assert tuple(window.size) == size
    fingers.frames(3)
    for _ in range(2):
        # The drawing surface takes a new size only when a frame is shown.
        window.canvas.ask_update()
        window.dispatch("on_draw")
        window.dispatch("on_flip")


def grab(face: Any) -> Pixels:
    """Paint the window and return its pixels."""
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    face.paint()
    width, height = face.window.system_size
    return Pixels(width, height, bytes(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)))
