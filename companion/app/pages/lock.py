"""Screen lock: the numbers stay visible, and no touch changes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.table.words import _

__all__ = ["LockScreen"]


class LockScreen(FloatLayout):
    """Covers all pages and takes every touch until its key is held.

    Table buttons, knob and tower still work; `next`, held on the key, unlocks, too.

    Args:
        on_open: called when the key was held long enough.
    """

    opener = KvChild(Key)

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
