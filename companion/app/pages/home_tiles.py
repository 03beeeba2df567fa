"""Parts of the home page: the last game, and a tile for each mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.uix.widget import Widget

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_drawing, player_mark
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.pages.page import PrimaryButton
from companion.app.widgets.rendering.ground import Beast, FieldPlace, Poster
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.game import Mode
from companion.table.view import Counter, OutcomeView, PlayerView, View
from companion.table.words import _, labelled
from layouts.colours import CLEAR, Tint, faded, ink_on, tint_of
from layouts.glyphs import SYMBOLS
from layouts.modes import EVERYBODY, NOBODY, mode_look
from layouts.theme import look
from layouts.typeset import extent, fitted, stands

__all__ = ["LastGameTile", "ModeTile", "ModeTiles"]

_LONG: Final = 5
"""Letters from which on what is told of a player has a wide place."""

_GAP: Final = 2
"""Units between tiles."""
_FEW, _MOST = 3, 4
"""Numbers of tiles of which the first may be larger."""


def _cover(*, pressed: bool) -> Tint:
    """Return what lies over a poster: in a theme without fields it is what there is of it."""
    if pressed:
        return faded(look.ink, 0.2)
    ground: Tint = CLEAR if look.fielded else look.bar
    return ground


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
        self._poster, self._press = Poster(self.canvas.before), RoundedRect(self.canvas.before, light=0)
        self._when, self._title, self._last = (TextSprite(self.canvas.before) for _ in range(3))
        self._stands: list[tuple[RoundedRect, TextSprite, TextSprite]] = []
        self._ring = RoundedRect(self.canvas.after, ring=3)
        self._low = False
        self.bind(state=self.later, focused=self.later)
        self.take_room()

    def make_low(self, low: bool) -> None:
        """Give the title of a wide screen one line only, where something stands below it."""
        if low != self._low:
            self._low = low
            self.take_room()
            self.later()

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
        lines = 2.4 if look.portrait else 1.2 if self._low else 2.3
        last = (84 if look.portrait else 60) * look.u
        self.height = 1.3 * look.small + lines * look.large + last + 26 * look.u

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        shown = next((p for p, __ in self._players if p.active), None) or next(
            (p for p, __ in self._players if p.won), None
        )
        drawing = player_drawing(shown) if shown else SYMBOLS[NOBODY]
        beast = Beast(drawing, 1.8 * h / u, -0.1 * w / u, 0.3 * h / u, 0.55)
        box = (x, y, x + w, y + h)
        self._poster.put(FieldPlace(box, shown.colour if shown else EVERYBODY, beast))
        self._press.cover(self, _cover(pressed=self.state == "down"), 0)
        # On an upright screen the button is beside the numbers.
        wide, high = (0.33 * w, 72 * u) if look.portrait else (min(224 * u, 0.3 * w), 74 * u)
        self.primary.size = wide, high
        self.primary.pos = x + w - wide - 16 * u, y + 14 * u
        left, room = x + 18 * u, w - 36 * u
        top = y + h - 12 * u - 0.65 * look.small
        said = clipped(self.when, look.small, room, 1.5 * look.small)
        self._when.put(said, "text", look.small, look.ink, left, top)
        lines = (1.1 if self._low and not look.portrait else 2.2) * look.large
        top -= 0.65 * look.small
        room = room if look.portrait else 0.6 * w
        size, wrap = fitted(self.title, "strong", look.large, look.least, room, lines)
        tall = extent(self.title, "strong", size, wrap)[1]
        self._title.put(self.title, "strong", size, look.ink, left, top - tall / 2, wrap=wrap)
        self._draw_players(left, w - wide - 48 * u, self.primary.center_y)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 0)

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
    """A mode in which to start a game, as a poster.

    Args:
        title: of the mode.
        words: a sentence about it.
        mode: which has a symbol or a drawing, or neither.
        place: index of the tile, which gives its colour to a mode of no look of its own.
    """

    def __init__(self, title: str, words: str, mode: Mode, place: int) -> None:
        super().__init__()
        self.title, self.words, self._look = title, words, mode_look(mode.symbol, place)
        self._drawing = SYMBOLS.get(mode.drawing or mode.symbol, "")
        self.text = f"{title}. {words}"
        self._poster, self._press = Poster(self.canvas), RoundedRect(self.canvas, light=0)
        self._title, self._words = TextSprite(self.canvas), TextSprite(self.canvas)
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later)

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        pad = 16 * u if w > 300 * u else 12 * u
        room, large = w - 2 * pad, 1.25 * look.title if w > 300 * u else look.title
        needed = extent(self.words, "text", look.least, room)[1]
        size, wrap = fitted(self.title, "strong", large, look.least, room, max(1.0, h - 2 * pad - needed))
        high = extent(self.title, "strong", size, wrap)[1]
        top = y + h - 0.7 * pad
        self._title.put(self.title, "strong", size, look.ink, x + pad, top - high / 2, wrap=wrap)
        top -= high
        left = top - y - pad / 2
        fits = stands(self.words, "text", look.least, room, left)
        some = clipped(self.words, look.least, room, left) if left > 1.3 * look.least else ""
        words = self.words if fits else some
        size, wrap = fitted(words, "text", look.small, look.least, room, left)
        wide, high = extent(words, "text", size, wrap)
        self._words.put(words, "text", size, look.ink, x + pad, top - high / 2, wrap=wrap)
        self._draw_poster((x + pad + wide, top - high))
        self._press.cover(self, _cover(pressed=self.state == "down"), 0)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 0)

    def _draw_poster(self, corner: tuple[float, float]) -> None:
        """Draw the ground; the lower right corner of the words is given."""
        u, (w, h) = look.u, (self.width / look.u, self.height / look.u)
        size = max(110.0, min(300.0, 1.1 * h, 0.75 * w))
        beyond, above = 0.16 * size, 0.96 * size - h
        left, top = self.right + (beyond - 0.9 * size) * u, self.top + above * u
        crossed = corner[0] > left and corner[1] < top
        beast = Beast(self._drawing, size, beyond, above, 0.62, crossed)
        self._poster.put(FieldPlace((self.x, self.y, self.right, self.top), self._look.colour, beast))


class ModeTiles(SelfArranged, Widget):
    """Mode tiles that touch each other: in rows, or the first one as large as all others."""

    def __init__(self) -> None:
        super().__init__()
        self.large_first = False
        self.bind(pos=self._lay, size=self._lay, children=self._lay)
        look.tell(self.schedule_arrange)

    def arrange(self, *__: object) -> None:
        tiles = list(reversed(self.children))
        if not tiles:
            return
        box = self.x, self.y, self.width, self.height
        if self.large_first and _FEW <= len(tiles) <= _MOST:
            first, second, *others = tiles
            (x, y, w, h), gap = box, _GAP * look.u
            if look.portrait:
                high = 0.4 * (h - 2 * gap)
                first.pos, first.size = (x, y + h - high), (w, high)
                rest = (x, y, w, h - high - gap)
            else:
                wide = (w - gap) / 2
                first.pos, first.size = (x, y), (wide, h)
                rest = (x + wide + gap, y, w - wide - gap, h)
            x, y, w, h = rest
            high = (h - gap) / 2
            second.pos, second.size = (x, y + high + gap), (w, high)
            _lay_rows(others, (x, y, w, high), 2 if len(others) % 2 == 0 else 3)
            return
        _lay_rows(tiles, box, 2 if look.portrait else 4)


def _lay_rows(tiles: Sequence[Widget], box: tuple[float, float, float, float], most: int) -> None:
    """Place tiles in rows of equal height, each of which takes the whole width of a box, in pixels."""
    (x, y, w, h), gap, rows = box, _GAP * look.u, -(-len(tiles) // most)
    columns = -(-len(tiles) // rows)
    high = (h - gap * (rows - 1)) / rows
    for row in range(rows):
        beside = tiles[row * columns : (row + 1) * columns]
        wide = (w - gap * (len(beside) - 1)) / len(beside)
        for column, tile in enumerate(beside):
            tile.size = wide, high
            tile.pos = x + column * (wide + gap), y + h - (row + 1) * high - row * gap
