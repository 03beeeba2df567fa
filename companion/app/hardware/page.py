"""Tower and buttons: four leaves behind one heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.buttons_tab import ButtonsTab
from companion.app.hardware.device_hub import DeviceHub
from companion.app.hardware.fairness_tab import FairnessTab
from companion.app.hardware.lines_tab import LinesTab
from companion.app.hardware.tower_tab import TowerTab
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.pages.page import Page
from companion.table.words import N_, _


class HardwareTab(Protocol):
    """A widget that shows one thing about what is plugged in."""

    def close(self) -> None:
        """Stop showing it."""
        ...


LEAVES: Final[dict[str, Callable[[DeviceHub], HardwareTab]]] = {
    N_("Tower"): TowerTab,
    N_("Data"): LinesTab,
    N_("Buttons"): ButtonsTab,
    N_("Fairness"): FairnessTab,
}


class HardwareTabs(BoxLayout):
    """The keys of the leaves, and the open leaf."""

    tabs = KvChild(BoxLayout)
    holder = KvChild(BoxLayout, "leaf")


class HardwarePage(Page):
    """One leaf at a time.

    Args:
        hub: what is plugged in.
    """

    NEEDS = ("hub",)

    def __init__(self, hub: DeviceHub) -> None:
        super().__init__(_("Tower and buttons"))
        self._hub = hub
        self.board = HardwareTabs()
        self.content.add_widget(self.board)
        self.keys: dict[str, Key] = {}
        for name in LEAVES:
            key = Key(text=_(name), size_hint_y=1)
            key.bind(on_use=lambda _, name=name: self.turn_to(name))
            self.keys[name] = key
            self.board.tabs.add_widget(key)
        self.leaf: HardwareTab | None = None
        self.turn_to(next(iter(LEAVES)))
        self.primary.set_action(_("Done"), True)

    def turn_to(self, name: str) -> None:
        """Show a leaf."""
        self._close_leaf()
        for other, key in self.keys.items():
            key.chosen = other == name
        self.leaf = LEAVES[name](self._hub)
        self.board.holder.add_widget(self.leaf)

    def act(self) -> None:
        self.go_left()

    def go_left(self) -> None:
        self._close_leaf()
        super().go_left()

    def handle_button(self, job: str, held: bool) -> bool:
        # Here buttons are tried out; only one of them leads away from the page that shows them, when it is held.
        return isinstance(self.leaf, ButtonsTab) and not (job == "undo" and held)

    def turn_knob(self, clicks: int, around: bool = False) -> bool:  # noqa: ARG002
        return isinstance(self.leaf, ButtonsTab)

    def _close_leaf(self) -> None:
        if self.leaf is not None:
            self.leaf.close()
        self.board.holder.clear_widgets()
        self.leaf = None


load_layout("hardware")
