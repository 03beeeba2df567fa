"""What became of both sides of a battle, on the last page of a Quick Battle."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.table.pages.player_cards import CardParts, PlayerCards
from companion.app.widgets.base.marks import player_mark, symbol_mark, words
from companion.table.view import OutcomeView, PlayerView, View
from companion.table.words import _, decimal, n_
from layouts.colours import ink_on, tint_of
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["BattleResult"]


class BattleResult(PlayerCards):
    """A card for each side: its pieces that are lost or driven off, its dice and how lucky they were."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Sequence[tuple[PlayerView, OutcomeView]] = ()

    def show(self, view: View) -> None:
        """Show what became of the sides of a battle that is over."""
        players = {player.id: player for player in view.players}
        self._shown = [(players[one.player], one) for one in view.outcome if one.player in players]
        self.text = " ".join(f"{player.called}: {one.words} {_dice(one)}" for player, one in self._shown)
        self.later()

    def draw(self) -> None:
        cards = self.cards(len(self._shown), 220 * look.u)
        for (parts, top, high), (player, one) in zip(cards, self._shown, strict=True):
            self._draw_card(parts, player, one, top, high)

    def _draw_card(self, parts: CardParts, player: PlayerView, one: OutcomeView, top: float, high: float) -> None:
        """Draw a card: its name, the fate of its pieces and its dice have a quarter, a half and a quarter of it."""
        u, (back, flag, sigil, name, fate, dice) = look.u, parts
        colour = tint_of(player.colour)
        back.put(self.x, top - high, self.width, high, look.field(player.colour).waiting, 0)
        side = min(64 * u, 0.6 * high)
        flag.put(self.x, top - high, side, high, colour, 0)
        ink = ink_on(player.colour)
        sigil.put(player_mark(player), "text", 0.8 * side, ink, self.x + side / 2, top - high / 2, "middle")
        left, room = self.x + side + 10 * u, self.width - side - 16 * u
        size, wrap = fitted(player.called, "bold", look.body, look.least, room, 0.27 * high)
        name.put(player.called, "bold", size, look.ink, left, top - 0.16 * high, wrap=wrap)
        size, wrap = fitted(one.words, "text", look.body, look.least, room, 0.44 * high)
        fate.put(one.words, "text", size, look.ink, left, top - 0.5 * high, wrap=wrap)
        said = _dice(one)
        size, wrap = fitted(said, "text", look.small, look.least, room, 0.27 * high)
        dice.put(said, "text", size, look.dim, left, top - 0.84 * high, wrap=wrap)


def _dice(outcome: OutcomeView) -> str:
    """Return what the dice of a side showed, and what that number of dice shows on average."""
    if not outcome.dice:
        return _("No dice")
    dice = n_("{n} die", "{n} dice", outcome.dice).format(n=outcome.dice)
    fell = [
        _("{mark} {n} {symbol} ({expected} expected)").format(
            mark=symbol_mark(symbol), n=number, symbol=words(symbol, number), expected=decimal(expected)
        )
        for symbol, number, expected in outcome.results
    ]
    return "  ".join([dice, *fell])
