"""Parts of the home page: the last game, and a tile for each mode."""

from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.pages.page import PrimaryButton
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import Counter, OutcomeView, PlayerView, View
from companion.table.words import _, labelled
from layouts.colours import CLEAR, Tint, faded, ink_on, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, stands

__all__ = ["LastGameTile", "ModeTile", "ModeTiles"]

_LONG: Final = 5
"""Letters from which on what is told of a player has a wide place."""

_TINTS: Final = ("power", "kill", "ritual", "pain")
"""Theme colours that the tiles take in turn."""


class LastGameTile(Tappable, CanvasWidget):
    """The game to resume: when it was played, the phase, and each player's number.

    Args:
        primary: the primary button, which is placed in the tile.
    """

    def __init__(self, primary: PrimaryButton) -> None:
        super().__init__(size_hint_y=None)
        self.primary = primary
        primary.size_hint = (None, None)
        self.add_widget(primary)
        self.when = self.title = self.last = self._told = ""
        self._players: tuple[tuple[PlayerView, str], ...] = ()
        self._back, self._frame = RoundedRect(self.canvas.before, light=0.3), RoundedRect(self.canvas.before, ring=2)
        self._when, self._title, self._last = (TextSprite(self.canvas.before) for _ in range(3))
        self._stands: list[tuple[RoundedRect, TextSprite, TextSprite]] = []
        self._ring = RoundedRect(self.canvas.after, ring=3)
        self.bind(state=self.later, focused=self.later)
        self.take_room()

    def show(self, when: str, title: str, last: str) -> None:
        """Show what is known at once: time, title and the last answer."""
        self.when, self.title, self.last, self._players, self._told = when, title, last, (), ""
        self._say()

    def stand(self, view: View) -> None:
        """Show phase and players, once the game has been read."""
        acting = next((player.person or player.name for player in view.players if player.active), "")
        moment = view.header[0] if view.header else view.title
        self.title = view.finished or (_("{moment}, {player} to act") if acting else "{moment}").format(
            moment=moment, player=acting
        )
        if view.outcome:
            players = {player.id: player for player in view.players}
            self._players = tuple((players[one.player], _losses(one)) for one in view.outcome if one.player in players)
            self._told = " ".join(
                labelled(players[one.player].name, one.words) for one in view.outcome if one.player in players
            )
        else:
            self._players = tuple((player, str(_told(player).value)) for player in view.players if player.big)
            self._told = ", ".join(f"{player.name} {number}" for player, number in self._players)
        self._say()

    def _say(self) -> None:
        self.text = ". ".join(filter(None, (self.when, self.title, self._told or self.last)))
        self.later()

    def take_room(self) -> None:
        lines = 2.5 if look.portrait else 1.3
        last = 70 * look.u if look.portrait else max(1.3 * look.body, 46 * look.u)
        self.height = 1.3 * look.small + lines * look.moment + last + 24 * look.u

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        active = next((p for p, __ in self._players if p.active), None)
        colour = tint_of(active.colour) if active else look.line
        back = mixed(look.surface, colour, 0.2 if active else 0.0)
        self._back.cover(self, mixed(back, look.ink, 0.12) if self.state == "down" else back, 12 * u)
        self._frame.cover(self, colour, 12 * u)
        # On an upright screen texts take the whole width, and the button is beside the numbers.
        below = look.portrait
        wide, high = (0.33 * w, 66 * u) if below else (min(190 * u, 0.3 * w), min(h - 48 * u, 100 * u))
        self.primary.size = wide, high
        self.primary.pos = x + w - wide - 14 * u, y + 12 * u if below else y + (h - high) / 2
        left, narrow = x + 16 * u, w - wide - 44 * u
        room = w - 32 * u if below else narrow
        top = y + h - 8 * u - 0.65 * look.small
        self._when.put(clipped(self.when, look.small, room, 1.5 * look.small), "text", look.small, look.dim, left, top)
        lines = (2.5 if below else 1.35) * look.moment
        top -= 0.65 * look.small + lines / 2
        size, wrap = fitted(self.title, "title", look.moment, look.least, room, lines)
        self._title.put(self.title, "title", size, look.ink, left, top, wrap=wrap)
        self._draw_players(left, narrow, self.primary.center_y if below else (y + 8 * u + top - lines / 2) / 2)

    def _draw_players(self, left: float, room: float, middle: float) -> None:
        """Draw a sigil and a number for each player, or the last answer."""
        u = look.u
        while len(self._stands) < len(self._players):
            self._stands.append(
                (RoundedRect(self.canvas.before), TextSprite(self.canvas.before), TextSprite(self.canvas.before))
            )
        shown = clipped(self.last, look.body, room, 1.5 * look.body) if not self._players else ""
        self._last.put(shown, "text", look.body, look.dim, left, middle)
        number_of = max(1, len(self._players))
        # A battle has two sides, and more to say of each.
        long = any(len(said) >= _LONG for __, said in self._players)
        # Many players are in two rows, since their numbers would be too small in one.
        rows = 2 if room / number_of < (180 if long else 70) * u else 1
        columns = -(-number_of // rows)
        step = min((230 if long else 112) * u, room / columns)
        side = min(44 * u, 0.46 * step, 34 * u if rows == 2 else 44 * u)
        for place, (back, sigil, number) in enumerate(self._stands):
            if place >= len(self._players):
                for part in (back, sigil, number):
                    part.hide()
                continue
            (player, said), x = self._players[place], left + place % columns * step
            y = middle + (side / 2 + 2 * u) * (1 - 2 * (place // columns)) * (rows - 1)
            back.put(x, y - side / 2, side, side, tint_of(player.colour), 10 * u)
            ink = ink_on(player.colour)
            sigil.put(player_mark(player), "text", 0.8 * side, ink, x + side / 2, y, "middle")
            most = max(look.least, min(1.15 * look.title, 0.8 * side))
            size = fitted(said, "strong", most, look.least, step - side - 15 * u)[0]
            number.put(said, "strong", size, look.ink, x + side + 5 * u, y)


def _losses(outcome: OutcomeView) -> str:
    """Return how many pieces a side of a battle has lost and how many were driven off, as drawings."""
    return f"{SYMBOLS['kill']} {outcome.lost}  {SYMBOLS['move']} {outcome.left}"


def _told(player: PlayerView) -> Counter:
    """Return the number that a player is compared by: the one with a maximum, or the last."""
    return next((counter for counter in player.big if counter.most), player.big[-1])


class ModeTile(Tappable, CanvasWidget):
    """A mode in which to start a game.

    Args:
        title: of the mode, in the title face.
        words: a sentence about it.
        symbol: name of a symbol, or empty.
        place: index of the tile, which gives its colour.
    """

    def __init__(self, title: str, words: str, symbol: str, place: int) -> None:
        super().__init__()
        self.title, self.words, self._symbol, self._tint = title, words, symbol, _TINTS[place % len(_TINTS)]
        self.text = f"{title}. {words}"
        self._back = RoundedRect(self.canvas, light=0.5)
        self._sign, self._title, self._words = (TextSprite(self.canvas) for _ in range(3))
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later)

    def colours(self) -> tuple[Tint, Tint]:
        """Return the colours of its background and of its symbol."""
        tint = getattr(look, self._tint)
        return mixed(look.surface, tint, 0.42), faded(look.ink, 0.3)

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        back, sign = self.colours()
        self._back.cover(self, mixed(back, look.ink, 0.2) if self.state == "down" else back, 12 * u)
        pad, low = 12 * u, h < 130 * u
        side = min(0.8 * h, 0.3 * w) if low else min(0.62 * h, 0.6 * w, 130 * u)
        # In a low tile the symbol stands beside the words, if they leave room for it.
        for room in (w - 2 * pad - side, w - 2 * pad) if low else (w - 2 * pad,):
            needed = extent(self.words, "text", look.least, room)[1]
            most = max(1.0, min(0.5 * h if low else 0.42 * h, h - pad - needed))
            size, wrap = fitted(self.title, "title", look.moment, look.least, room, most)
            high = extent(self.title, "title", size, wrap)[1]
            left, words, largest = h - pad - high, self.words, look.small
            if stands(words, "text", look.least, room, left):
                break
        else:
            words, largest = clipped(words, look.least, room, left), look.least
        below = y + h - pad / 2 - high
        self._title.put(self.title, "title", size, look.ink, x + pad, below + high / 2, wrap=wrap)
        size, wrap = fitted(words, "text", largest, look.least, room, left)
        high = extent(words, "text", size, wrap)[1]
        self._words.put(words, "text", size, look.ink, x + pad, below - high / 2, wrap=wrap)
        if not low:
            side = min(side, max(0.0, left - high) + 0.1 * side)
        elif room > w - 2 * pad - side:
            side = 0.0
        symbol = SYMBOLS.get(self._symbol, "") if side > 30 * u else ""
        middle = y + h / 2 if low else y + pad / 3 + side / 2
        self._sign.put(symbol, "text", side, sign, x + w - pad / 2 - side / 2, middle, "middle")
        self._ring.cover(self, look.ink if self.focused else CLEAR, 12 * u)


class ModeTiles(SelfArranged, Widget):
    """Mode tiles in rows of equal height, each of which takes the whole width."""

    def __init__(self) -> None:
        super().__init__()
        self.bind(pos=self._lay, size=self._lay, children=self._lay)
        look.tell(self.schedule_arrange)

    def arrange(self, *__: object) -> None:
        tiles = list(reversed(self.children))
        if not tiles:
            return
        gap, rows = look.gap, -(-len(tiles) // (2 if look.portrait else 4))
        columns = -(-len(tiles) // rows)
        high = (self.height - gap * (rows - 1)) / rows
        for row in range(rows):
            beside = tiles[row * columns : (row + 1) * columns]
            wide = (self.width - gap * (len(beside) - 1)) / len(beside)
            for column, tile in enumerate(beside):
                tile.size = wide, high
                tile.pos = self.x + column * (wide + gap), self.top - (row + 1) * high - row * gap
