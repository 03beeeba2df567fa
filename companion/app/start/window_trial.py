"""Opens a window, sends it a touch, and prints what it saw; run by `companion doctor`.

It is a process of its own, since a crashing graphics library takes the whole process with it.
"""

from __future__ import annotations

import ctypes
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from companion.app.start import environment
from companion.app.start.startup_error import write_to_terminal

_FINGER_DOWN = 0x700
_FINGER_UP = 0x701


class _Finger(ctypes.Structure):
    """SDL_TouchFingerEvent."""

    _fields_ = [
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("touch", ctypes.c_int64),
        ("finger", ctypes.c_int64),
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("dx", ctypes.c_float),
        ("dy", ctypes.c_float),
        ("pressure", ctypes.c_float),
        ("window", ctypes.c_uint32),
        ("rest", ctypes.c_uint8 * 64),
    ]


def main() -> int:
    """Print as JSON what was found.

    The video driver, the renderer, the size of the screen, how often one touch arrived, and the sound device.
    """
    try:
        with tempfile.TemporaryDirectory() as home:
            environment.prepare(Path(home), fullscreen=True)
            from kivy.base import EventLoop
            from kivy.core.window import Window
            from kivy.graphics.opengl import GL_RENDERER, glGetString

            from companion.app.hardware import sounds
            from companion.app.hardware.sdl import sdl_library, video_driver
            from companion.app.start import sdl_fingers

            EventLoop.ensure_window()
            sdl_fingers.install()
            EventLoop.start()
            driver, sdl, counted = video_driver(), sdl_library(), list[Any]()
            Window.bind(on_touch_down=lambda _, touch: counted.append(touch))
            if sdl is not None and driver not in ("offscreen", "dummy"):
                for kind in (_FINGER_DOWN, _FINGER_UP):
                    sdl.SDL_PushEvent(ctypes.byref(_Finger(type=kind, touch=7, finger=7, x=0.5, y=0.5, pressure=1.0)))
                for _ in range(5):
                    Window.mainloop()
                    EventLoop.idle()
            renderer, size = glGetString(GL_RENDERER).decode(), list(Window.system_size)
            heard = sounds.device()
        seen = {"driver": driver, "renderer": renderer, "screen": size, "touches": len(counted), "sound": heard}
        print(json.dumps(seen))
    except Exception as error:  # noqa: BLE001 - the doctor shows it
        write_to_terminal(f"{type(error).__name__}: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
