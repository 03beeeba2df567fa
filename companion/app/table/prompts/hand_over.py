"""Before a secret question: its player takes the screen."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.look.part import Part
from companion.app.look.widgets import Fit
from companion.app.table.prompts.base import Desk, PromptBody
from companion.table.session import OpenPrompt
from companion.table.words import _


class HandOver(PromptBody):
    """Stands before a secret question until its player has the screen.

    Args:
        item: the secret question.
        desk: what may be used of the table.
        open_secret: called when the player has it.
    """

    words = Part(Fit)
    wide = True

    def __init__(self, item: OpenPrompt, desk: Desk, open_secret: Callable[[], None]) -> None:
        super().__init__(item, desk)
        self.title, self.helpful = _("For one pair of eyes only"), False
        self._open_secret = open_secret
        player = desk.player(item.prompt.who)
        self.words.text = _("Hand the screen to {name}.").format(name=player.called)
        self.say(_("I am {name}").format(name=player.person or player.name), True)

    def act(self) -> None:
        self._open_secret()
