"""Asks to hand the screen to a player, before a secret prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.app.table.prompts.shared.base import Half, PromptContext, PromptWidget
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import FitLabel
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.session import OpenPrompt
from companion.table.view import PlayerView
from companion.table.words import _
from layouts.colours import ink_on, tint_of
from layouts.theme import look

_MOST: Final = 260
"""Maximum size of a sigil, in units."""


class SigilDisc(CanvasWidget):
    """A player's sigil on a disc of their colour."""

    def __init__(self, player: PlayerView) -> None:
        super().__init__()
        self._player, self._disc, self._sigil = player, RoundedRect(self.canvas, light=0.1), TextSprite(self.canvas)

    def draw(self) -> None:
        size = min(0.88 * self.height, 0.6 * self.width, _MOST * look.u)
        left, low = self.center_x - size / 2, self.center_y - size / 2
        self._disc.put(left, low, size, size, tint_of(self._player.colour), size / 2)
        ink = ink_on(self._player.colour)
        self._sigil.put(player_mark(self._player), "text", 0.6 * size, ink, self.center_x, self.center_y, "middle")


class HandOverPrompt(PromptWidget):
    """Shown before a secret prompt until its player has the screen.

    Args:
        item: the secret prompt.
        context: what the prompt widget may use.
        open_secret: called when the player has the screen.
    """

    words = KvChild(FitLabel)
    wide = True
    silhouette = 0.0

    def __init__(self, item: OpenPrompt, context: PromptContext, open_secret: Callable[[], None]) -> None:
        super().__init__(item, context)
        self.title, self.helpful = _("For one player's eyes only"), False
        self._open_secret = open_secret
        self.orientation = "vertical"
        player = context.player(item.prompt.who)
        self.add_widget(SigilDisc(player), index=len(self.children))
        self.words.text = _("Hand the screen to {name}.").format(name=player.decided_by or player.called)
        self.set_action(_("I am {name}").format(name=player.asked or player.name), True)

    def halves(self) -> dict[int, Half]:
        return {}

    def take_halves(self, halves: Mapping[int, Half]) -> list[str]:  # noqa: ARG002 - nobody may see them yet
        return []

    def act(self) -> None:
        self._open_secret()
