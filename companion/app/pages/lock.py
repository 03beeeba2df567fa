"""The screen lock: numbers stay in sight, and no sleeve, cat or child changes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import Part, load_layout
from companion.table.words import _

__all__ = ["LockScreen"]


class LockScreen(FloatLayout):
    """Lies over all pages and takes every touch; one key opens it when it is held. Buttons, knob and tower go on, and
    `next`, held on that key, opens it, too.

    Args:
        on_open: called when it was held long enough.
    """

    opener = Part(Key)

    def __init__(self, on_open: Callable[[], None]) -> None:
        super().__init__()
        self.opener.text = _("Hold to unlock")
        self.opener.bind(on_use=lambda *_: on_open())

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True


load_layout("lock")
