"""Page that shuts the machine down, for machines without a keyboard."""

from __future__ import annotations

from kivy.clock import Clock

from companion.app.hardware.power import switch_off
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.words import _


class ShutdownPage(Page):
    """Asks for confirmation, and says when the plug may be pulled."""

    def __init__(self) -> None:
        super().__init__(_("Shut down"), left=_("Back"))
        self._why = ""
        refused = Clock.create_trigger(lambda _: self._stays_on())

        def tell(why: str) -> None:
            self._why = why
            refused()

        self._refused = tell
        pager = ScrollList()
        pager.add(
            WrapLabel(
                text=_("The game is saved and will be first on the home page when you switch on again."), step="option"
            )
        )
        pager.add(
            WrapLabel(
                text=_("Unplug the power when the screen is black and the green light has stopped blinking."),
                step="option",
            )
        )
        self.content.add_widget(pager)
        self.primary.set_action(_("Shut down"), True)

    def act(self) -> None:
        self.primary.set_action(_("Shutting down…"), False)
        switch_off(self._refused)

    def _stays_on(self) -> None:
        self.primary.set_action(_("Shut down"), True)
        self.host.show_message(
            _(
                "The machine could not be shut down ({why}). In a terminal, run: sudo poweroff. Everything is saved."
            ).format(why=self._why)
        )
