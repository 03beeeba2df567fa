"""Page of what only one player may see; to look at it is no step of the game."""

from __future__ import annotations

from typing import Any

from companion.app.table.prompts.shared.hand_over import SigilDisc
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageServices
from companion.table.session import Session
from companion.table.words import _


class SecretsPage(Page):
    """Asks to hand the screen to a player, and shows what is theirs once they have it.

    Args:
        session: of the game.
        player: id.
    """

    def __init__(self, session: Session[Any], player: str) -> None:
        self._session = session
        self._player = next(p for p in session.view.players if p.id == player)
        words = _("For one player's eyes only")
        super().__init__(f"{player_mark(self._player)}  {words}", whose=self._player.colour)
        self.pager = ScrollList()
        self.covered = True

    def opened(self) -> None:
        # Whoever comes back to it may be somebody else.
        self._cover()

    def act(self) -> None:
        if not self.covered:
            self.host.back()
            return
        self.covered = False
        self.content.clear_widgets()
        self.pager.have([WrapLabel(text=secret.label, step="title") for secret in self._session.own(self._player.id)])
        self.content.add_widget(self.pager)
        self.primary.set_action(_("Back"), True, "shown")

    def lock_changed(self, locked: bool) -> None:
        if locked:
            self._cover()

    def _cover(self) -> None:
        self.covered = True
        self.pager.clear()
        self.content.clear_widgets()
        self.content.orientation = "vertical"
        self.content.add_widget(SigilDisc(self._player))
        self.content.add_widget(
            WrapLabel(text=_("Hand the screen to {name}.").format(name=self._player.called), step="title")
        )
        name = self._player.person or self._player.name
        self.primary.set_action(_("I am {name}").format(name=name), True, "covered")


def open_secrets_of(host: PageServices, session: Session[Any], player: str) -> None:
    """Open the page of what only this player may see."""
    host.open(SecretsPage(session, player))
