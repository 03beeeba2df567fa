"""Base of the lists on the last page: a card for each player, one below the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.corners import Corner
from layouts.theme import look

__all__ = ["CardParts", "PlayerCards"]

CardParts: TypeAlias = tuple[RoundedRect, RoundedRect, TextSprite, TextSprite, TextSprite, TextSprite]
"""Ground, flag in the player's colour, and four texts, of which the first is the sigil."""

_GAP = 2
"""Units between two cards."""


class PlayerCards(CanvasWidget):
    """Widget that draws a card for each player."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._rows: list[CardParts] = []

    def cards(self, number: int, highest: float) -> Iterator[tuple[CardParts, float, float]]:
        """Yield the parts of each card with its top and height in pixels, and hide all other cards.

        Args:
            number: of cards.
            highest: maximum height of one, in pixels.
        """
        gap = _GAP * look.u
        while len(self._rows) < number:
            fields = RoundedRect(self.canvas, Corner.NONE, light=0), RoundedRect(self.canvas, Corner.NONE, light=0)
            self._rows.append((*fields, *(TextSprite(self.canvas) for _ in range(4))))  # type: ignore[arg-type]
        high = min((self.height + gap) / max(1, number) - gap, highest)
        for parts in self._rows[number:]:
            for part in parts:
                part.hide()
        for place, parts in enumerate(self._rows[:number]):
            yield parts, self.top - place * (high + gap), high
