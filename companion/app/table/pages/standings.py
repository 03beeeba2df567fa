"""Parts of the last page: the closing words, the ranking, and how long each player was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.app.table.pages.player_cards import PlayerCards
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.sprites import TextSprite
from companion.storage.bgstats_export import ranked, score
from companion.storage.play_times import as_clock
from companion.table.view import PlayerView, View
from layouts.colours import ink_on, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, stands

__all__ = ["ClosingHeadline", "Ranking", "TimeSpent"]


class ClosingHeadline(CanvasWidget):
    """The closing words, after a trophy if somebody has won."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self._crowned = "", False
        self._crown, self._words = TextSprite(self.canvas), TextSprite(self.canvas)

    def show(self, words: str, crowned: bool) -> None:
        """Show other words."""
        self.text, self._crowned = words, crowned
        self.later()

    def draw(self) -> None:
        u, x = look.u, self.x + 8 * look.u
        self._crown.put(SYMBOLS["trophy"] if self._crowned else "", "text", look.sign, look.accent, x, self.center_y)
        x += (look.sign + 10 * u) if self._crowned else 0
        size, wrap = fitted(self.text, "title", look.moment, look.least, self.right - x - 6 * u, self.height)
        self._words.put(self.text, "title", size, look.ink, x, self.center_y, wrap=wrap)


class Ranking(PlayerCards):
    """The players, best first, with the deciding number; hidden points are not in it yet."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[PlayerView, int, str, str]] = []
        self._last, self._down = "", False

    @property
    def numbers(self) -> dict[str, int]:
        """The number shown for each player, by id."""
        return {player.id: value for player, value, *__ in self._shown}

    def show(self, view: View, down: dict[str, int], last: str = "") -> None:
        """Rank the players.

        Args:
            view: of the finished game.
            down: how many things of each player are still hidden.
            last: id of the player whose thing was revealed just now.
        """
        found = []
        for __, player in ranked(view):
            counted, hidden = score(player), down.get(player.id, 0)
            turned = player.turned[: len(player.turned) - hidden]
            under = sum(counter.value for counter in player.turned) - sum(counter.value for counter in turned)
            value = counted.value - under if counted is not None else 0
            said = "+".join(str(counter.value) for counter in turned)
            sign = SYMBOLS.get(player.turned[0].symbol, "") if player.turned else ""
            words = f"{said} {sign}".strip() if said else f"{hidden} {sign}" if hidden else ""
            brief = f"{sum(counter.value for counter in turned)} {sign}".strip() if said else words
            found.append((player, value, words, brief))
        if any(down.values()):
            found.sort(key=lambda row: -row[1])
        self._shown, self._last, self._down = found, last, any(down.values())
        self.text = ", ".join(f"{player.name} {value}" for player, value, *__ in found)
        self.later()

    def draw(self) -> None:
        u = look.u
        cards = self.cards(len(self._shown), 62 * u)
        for (parts, top, high), (player, number, said, brief) in zip(cards, self._shown, strict=True):
            back, flag, sigil, name, turned, value = parts
            colour = tint_of(player.colour)
            y = top - high
            waiting = look.field(player.colour).waiting
            full = player.won and not self._down
            ground = colour if full else mixed(waiting, colour, 0.4) if player.id == self._last else waiting
            back.put(self.x, y, self.width, high, ground, 0)
            words_ink, quiet = (ink_on(player.colour),) * 2 if full else (look.ink, look.dim)
            side, middle = min(58 * u, 1.1 * high), y + high / 2
            flag.put(self.x, y, side, high, colour, 0)
            ink = ink_on(player.colour)
            sigil.put(player_mark(player), "text", min(0.8 * high, 40 * u), ink, self.x + side / 2, middle, "middle")
            size = min(1.25 * look.title, 0.72 * high)
            counted = score(player) is not None
            value.put(str(number) if counted else "", "strong", size, words_ink, self.right - 12 * u, middle, "right")
            end = self.right - 18 * u - value.width
            left = self.x + side + 8 * u
            if extent(said, "bold", max(look.least, 0.9 * look.small))[0] > 0.5 * (end - left):
                # The name is more important than the single points.
                said = brief
            turned.put(said, "bold", max(look.least, 0.9 * look.small), quiet, end - 4 * u, middle, "right")
            room = end - 8 * u - turned.width - left
            if extent(player.person or player.name, "bold", look.least)[0] > room:
                turned.hide()
                room = end - 4 * u - left
            words = "\n".join(filter(None, (player.person, player.name)))
            if high < 2.6 * look.least or not stands(words, "bold", look.least, room, high):
                names = filter(None, (player.person, player.name))
                words = next((one for one in names if stands(one, "bold", look.least, room, high)), "")
            size, wrap = fitted(words, "bold", look.body, look.least, room, high)
            name.put(words, "bold", size, words_ink, left, middle, wrap=wrap)


class TimeSpent(CanvasWidget):
    """Line with the time for which each player was asked, if that was counted."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._words = TextSprite(self.canvas)

    def show(self, players: Sequence[PlayerView], seconds: Mapping[str, float]) -> None:
        """Show the times of the players that have one."""
        times = [f"{player_mark(player)} {as_clock(seconds[player.id])}" for player in players if player.id in seconds]
        self.text = f"{SYMBOLS['clock']}  " + "  ".join(times) if times else ""
        self.later()

    def measure(self, width: float) -> float:
        """Return the preferred height at this width, in pixels."""
        return extent(self.text, "text", look.least, round(width))[1] if self.text else 0.0

    def draw(self) -> None:
        self._words.put(self.text, "text", look.least, look.dim, self.x, self.center_y, wrap=round(self.width))
