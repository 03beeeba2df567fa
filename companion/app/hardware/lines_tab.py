"""Every line on the tower's wire, the newest first, for whoever builds or mends one."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.device_hub import DeviceHub
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.table.words import _, n_

_SHOWN: Final = 60
_ARROWS: Final = {"sent": "→", "received": "←"}


class LinesTab(BoxLayout):
    """The lines of the wire while this is open. `close` it when it is no longer shown."""

    lines_box = KvChild(BoxLayout, "lines")
    stopped = BooleanProperty(False)

    def __init__(self, hub: DeviceHub) -> None:
        super().__init__()
        self.tower = hub.tower
        self.pager = ScrollList()
        self.sheet = WrapLabel(step="small")
        self.pager.add(self.sheet)
        self.lines_box.add_widget(self.pager)
        # A tower can send hundreds of lines a second; they are drawn ten times a second at most.
        self._draw = Clock.create_trigger(self._show, 0.1)
        self.tower.bind(on_line=self._draw)
        self.tower.show_lines(True)
        self._show()

    def toggle(self) -> None:
        """Hold the picture still, or go on."""
        self.stopped = not self.stopped
        self._show()

    def wipe(self) -> None:
        """Forget the lines so far."""
        self.tower.lines.clear()
        self._show()

    def close(self) -> None:
        """Stop listening."""
        self.tower.show_lines(False)
        self.tower.unbind(on_line=self._draw)
        self._draw.cancel()

    def _show(self, *__: Any) -> None:
        if self.stopped:
            return
        newest = list(self.tower.lines)[-_SHOWN:][::-1]
        self.sheet.text = "\n".join(_words(*line) for line in newest) or _("No messages to or from the tower yet.")


def _words(direction: str, text: str) -> str:
    if direction == "damaged":
        return n_("✗ {n} garbled message", "✗ {n} garbled messages", int(text)).format(n=text)
    return f"{_ARROWS[direction]} {text}"
