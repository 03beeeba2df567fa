"""Score race and score strip above the table, and the bar of a track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kivy.properties import NumericProperty

from companion.app.table.sidebar.ledger import NameZone
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.motion import SLIDE, MovingValue, eased, motion
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import Counter, PlayerView, Track
from layouts.colours import CLEAR, faded, ink_on, ink_over, mixed, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, largest

__all__ = ["ScoreRace", "ScoreStrip", "TrackBar"]

_PLAYERS: Final = 8
_ABOVE: Final = 24
"""Units above the first of many players in a column that take touches for it."""
_BELOW: Final = 6
"""Units below the last one that take touches for it."""
_CELL: Final = 32
"""Width of a track's space and its gap in the header, in units."""
_LARGE: Final = 44
"""Maximum width of them in a row of their own."""


_ARRIVED: Final = 0.2
"""Share of a marker's way after which it is below the number of its next space."""


class ScoreRace(CanvasWidget):
    """Draws each player's sigil on a line from 0 to the end of a counter."""

    def __init__(self) -> None:
        super().__init__()
        self._players: tuple[tuple[str, str, int], ...] = ()
        self._moves = [MovingValue(self.later, whole=False) for _ in range(_PLAYERS)]
        self._counter = Counter("", "", 0)
        self._sign, self._end, self._round = (TextSprite(self.canvas) for _ in range(3))
        self._way = ""
        self._road = RoundedRect(self.canvas, light=0)
        self._ticks = [RoundedRect(self.canvas, Corner.NONE, light=0) for _ in range(3)]
        self._discs = [
            (RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, light=0), TextSprite(self.canvas))
            for _ in range(_PLAYERS)
        ]

    def show_way(self, way: str) -> None:
        """Show the symbol of the direction of play after the end; empty for none."""
        if way != self._way:
            self._way = way
            self.later()

    def show(self, players: Sequence[PlayerView]) -> None:
        """Show the first big counter that has a maximum."""
        found = []
        for player in players:
            counter = next((c for c in player.big if c.most), None)
            if counter is not None:
                self._counter = counter
                found.append((player_mark(player), player.colour, counter.value))
        if tuple(found) == self._players:
            return
        same = [mark for mark, *_ in found] == [mark for mark, *_ in self._players]
        self._players = tuple(found)
        for moves, (_mark, _colour, value) in zip(self._moves, found, strict=False):
            (moves.go_to if same else moves.jump_to)(value)
        self.later()

    @property
    def runs(self) -> bool:
        """True if there is anything to draw."""
        return bool(self._players)

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        middle, most = y + h / 2, max(1, self._counter.most)
        self._sign.put(SYMBOLS.get(self._counter.symbol, ""), "text", 26 * u, look.dim, x + 8 * u, middle)
        self._round.put(self._way, "text", 30 * u, look.ink, x + w - 8 * u, middle, "right")
        right = x + w - 8 * u - (self._round.width + 10 * u if self._way else 0)
        self._end.put(str(most), "bold", look.small, look.ink, right, middle, "right")
        begin, end = x + 52 * u, right - 6 * u - self._end.width - 12 * u
        self._road.put(begin, middle - 11 * u, end - begin, 22 * u, mixed(look.ground, look.ink, 0.07), 8 * u)
        for place, tick in enumerate(self._ticks):
            at = begin + (end - begin) * (place + 1) / 3
            last = place == len(self._ticks) - 1
            tick.put(
                at - (3 * u if last else 0), middle - 11 * u, 2 * u, 22 * u, faded(look.ink, 0.4 if last else 0.22), 1
            )
        order = sorted(range(len(self._players)), key=lambda n: self._moves[n].shown)
        wanted = [begin + 14 * u + (end - begin - 30 * u) * min(self._moves[n].shown, most) / most for n in order]
        places = dict(zip(order, spread_out(wanted, 20 * u, begin + 14 * u, end), strict=True))
        for place, (edge, disc, sigil) in enumerate(self._discs):
            if place >= len(self._players):
                for part in (edge, disc, sigil):
                    part.hide()
                continue
            mark, colour, _value = self._players[place]
            at = places[place]
            edge.put(at - 16 * u, middle - 16 * u, 32 * u, 32 * u, look.ground, 16 * u)
            disc.put(at - 14 * u, middle - 14 * u, 28 * u, 28 * u, tint_of(colour), 14 * u)
            sigil.put(mark, "text", 21 * u, ink_on(colour), at, middle, "middle")


def spread_out(wanted: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return positions at least `gap` apart, near the wanted ones, which must be sorted."""
    found: list[float] = []
    for want in wanted:
        found.append(max(want, found[-1] + gap) if found else max(want, least))
    for place in range(len(found) - 1, -1, -1):
        after = found[place + 1] - gap if place + 1 < len(found) else most
        found[place] = min(found[place], after)
    return found


class ScoreStrip(CanvasWidget):
    """Draws the players' numbers in a row or a column, beside a wide question.

    Args:
        on_player: called with a player who was tapped.
    """

    def __init__(self, on_player: Callable[[PlayerView], None]) -> None:
        super().__init__()
        self.zones: list[NameZone] = []
        self._on_player = on_player
        self._players: tuple[PlayerView, ...] = ()
        self._counts = [(MovingValue(self.later), MovingValue(self.later)) for _ in range(_PLAYERS)]
        self._cells = [
            (
                RoundedRect(self.canvas),
                RoundedRect(self.canvas, Corner.LEFT, light=0.12),
                TextSprite(self.canvas),
                TextSprite(self.canvas),
                TextSprite(self.canvas),
                RoundedRect(self.canvas, ring=3),
            )
            for _ in range(_PLAYERS)
        ]

    def show(self, players: Sequence[PlayerView], *, fresh: bool = False) -> None:
        """Show the first two big counters of each player; a changed one counts to its new value.

        Args:
            players: in playing order.
            fresh: whether the strip was out of sight until now: then nothing counts from where it was then.
        """
        if tuple(players) == self._players:
            return
        same = [player.id for player in players] == [player.id for player in self._players]
        self._players = tuple(players)
        for player, counts in zip(players, self._counts, strict=False):
            for counter, count in zip(player.big, counts, strict=False):
                (count.go_to if same and not fresh else count.jump_to)(counter.value)
        while len(self.zones) > len(players):
            self.remove_widget(self.zones.pop())
        while len(self.zones) < len(players):
            zone = NameZone()
            zone.bind(on_use=lambda zone: self._on_player(zone.player))
            self.zones.append(zone)
            self.add_widget(zone)
        for zone, player in zip(self.zones, players, strict=True):
            zone.player, zone.text = player, player.name
        self.later()

    def draw(self) -> None:
        u, number = look.u, max(1, len(self._players))
        gap = 5 * u
        if self.height > self.width:
            high = min(80 * u, (self.height - gap * (number - 1)) / number)
            for place in range(_PLAYERS):
                low = self.top - (place + 1) * high - place * gap
                self._draw_cell(place, (self.x, low, self.width, high), 0.42 * self.width, 0.0)
            if high + gap < look.finger:
                # Many players: touches just above the first and below the last one count.
                each = (self.height + (_ABOVE + _BELOW) * u) / number
                for place, zone in enumerate(self.zones):
                    low = zone.y
                    zone.y, zone.height = self.top + _ABOVE * u - (place + 1) * each, each
                    zone.inset = low - zone.y, zone.top - low - high
            return
        wide = (self.width - gap * (number - 1)) / number
        flag = min(40 * u, 0.34 * wide)
        size = min(28 * u * max(1.0, look.small / (21 * u)), 0.8 * self.height)
        # Fit two numbers of two digits, so that their layout stays the same during a game.
        size = largest(size, look.least, lambda size: 2 * extent("00", "strong", size)[0] + 14 * u <= wide - flag)
        beside = 2 * extent("00", "strong", size)[0] + 14 * u <= wide - flag
        for place in range(_PLAYERS):
            left = self.x + place * (wide + gap)
            self._draw_cell(place, (left, self.y, wide, self.height), flag, size if beside else 0.0)

    def _draw_cell(self, place: int, box: tuple[float, float, float, float], flag: float, beside: float) -> None:
        """Draw a player's sigil and numbers.

        Args:
            place: index of the player; nothing is drawn without one.
            box: left, low, width and height, in pixels.
            flag: width of the sigil's field, in pixels.
            beside: size of the numbers side by side; 0 if one is below the other.
        """
        back, side, sigil, one, other, edge = self._cells[place]
        if place >= len(self._players):
            for part in (back, side, sigil, one, other, edge):
                part.hide()
            return
        u, player, (x, low, w, h) = look.u, self._players[place], box
        on, colour = ink_on(player.colour), tint_of(player.colour)
        zone = self.zones[place]
        zone.pos, zone.size, zone.inset = (x, low), (w, h), (0.0, 0.0)
        back.put(x, low, w, h, colour if player.active else look.surface, 9 * u)
        side.put(x, low, flag, h, colour, 9 * u)
        edge.put(x + u, low + u, w - 2 * u, h - 2 * u, on if player.active else CLEAR, 9 * u)
        sigil.put(player_mark(player), "text", min(0.74 * flag, 0.8 * h), on, x + flag / 2, low + h / 2, "middle")
        counts = self._counts[place][: len(player.big)]
        first, second = [*(count.text for count in counts), "", ""][:2]
        # A single number is no Power, and is centred.
        inks = on if player.active else look.power if second else look.ink, on if player.active else look.ink
        left, room = x + flag, w - flag
        if beside:
            one.put(first, "strong", beside, inks[0], left + (0.26 if second else 0.5) * room, low + h / 2, "middle")
            other.put(second, "strong", beside, inks[1], left + 0.74 * room, low + h / 2, "middle")
        else:
            size = min(28 * u, 0.52 * h)
            digits = max(first, second, key=len)
            size = largest(size, look.least, lambda size: extent(digits, "strong", size)[0] <= room - 6 * u)
            one.put(first, "strong", size, inks[0], left + room / 2, low + (0.74 if second else 0.5) * h, "middle")
            other.put(second, "strong", size, inks[1], left + room / 2, low + 0.27 * h, "middle")


class TrackBar(Tappable, CanvasWidget):
    """Draws the spaces of a track from the present one on. A tap corrects it."""

    natural = NumericProperty(0)
    """Preferred width, in pixels."""

    row = NumericProperty(0)
    """Height of the row of its own on an upright screen, in pixels; touches take more."""

    def __init__(self) -> None:
        super().__init__()
        self.track: Track | None = None
        self._sign = TextSprite(self.canvas)
        self._left, self._marker = RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, light=0)
        self._flame, self._moved = TextSprite(self.canvas), 1.0
        self._cells: list[tuple[RoundedRect, TextSprite]] = []
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later)

    def show(self, track: Track) -> None:
        """Show a track; its marker goes to the next space, and the space that it leaves burns."""
        if track == self.track:
            return
        before = self.track
        self.track, self.text = track, track.label
        if before is not None and (before.cells, before.at + 1) == (track.cells, track.at):
            motion.play(self, SLIDE, self._step)
        while len(self._cells) < len(track.cells):
            self._cells.append((RoundedRect(self.canvas, light=0), TextSprite(self.canvas)))
        self.take_room()
        self.later()

    def _step(self, share: float) -> None:
        self._moved = share
        self.later()

    def _draw_step(self, track: Track, at: float, wide: float) -> None:
        """Draw the marker on its way to the first space, whose left end is `at`, from the one that burns."""
        u, way, high, ground = look.u, eased(self._moved), 30 * look.u, look.pain
        low = self.middle - high / 2
        self._left.put(at - wide, low, wide - 3 * u, high, faded(ground, 1 - way), 6 * u)
        self._marker.put(at - wide * (1 - way), low, wide - 3 * u, high, mixed(ground, look.ritual, way), 6 * u)
        flame, middle = SYMBOLS.get(track.symbol, ""), at - wide + (wide - 3 * u) / 2
        ink = faded(ink_over(ground), 1 - self._moved)
        self._flame.put(flame, "text", (20 + 10 * way) * u, ink, middle, self.middle + 4 * u * way, "middle")

    @property
    def middle(self) -> float:
        """Height of the middle of the spaces; in a row of its own only the upper part of it is that row."""
        return float(self.top - self.row / 2 if self.row and look.portrait else self.center_y)

    def collide_point(self, x: float, y: float) -> bool:
        # Nothing below can be tapped, so touches there count.
        return bool(
            self.x <= x <= self.right and self.top - max(look.finger + 2 * look.u, self.height) <= y <= self.top
        )

    def take_room(self) -> None:
        self.natural = (38 + _CELL * len(self._shown())) * look.u

    def _shown(self) -> tuple[str, ...]:
        """Return the spaces that are left."""
        return self.track.cells[max(0, self.track.at) :] if self.track else ()

    def draw(self) -> None:
        track = self.track
        if track is None:
            return
        u, middle = look.u, self.middle
        sign = look.ritual if self.state != "down" else look.ink
        # In a row of its own it begins where the race does, and has room for larger spaces.
        cell, begin = (_LARGE, self.x + 8 * u) if look.portrait else (_CELL, self.x)
        tint = faded(mixed(sign, look.ink, 0.35), self._moved)
        self._sign.put(SYMBOLS.get(track.symbol, ""), "text", 27 * u, tint, begin, middle)
        shown = self._shown()
        wide = min(cell * u, (self.right - begin - 38 * u) / max(1, len(shown)))
        moving = self._moved < 1 and bool(shown)
        if moving:
            self._draw_step(track, begin + 38 * u, wide)
        else:
            for part in (self._left, self._marker, self._flame):
                part.hide()
        for place, (back, word) in enumerate(self._cells):
            if place >= len(shown):
                back.hide()
                word.hide()
                continue
            now, said = place == 0, shown[place]
            left = begin + 38 * u + place * wide
            high = 30 * u
            quiet = mixed(look.ground, look.ritual, 0.22)
            ground = CLEAR if now and moving else look.ritual if now else quiet
            back.put(left, middle - high / 2, wide - 3 * u, high, ground, 6 * u)
            text = SYMBOLS.get(said[1:], "") if said.startswith(":") else said
            arrived = now and (not moving or self._moved > _ARRIVED)
            ink = ink_over(look.ritual if arrived else quiet)
            face = "text" if said.startswith(":") else "bold"
            word.put(text, face, 20 * u, ink, left + (wide - 3 * u) / 2, middle, "middle")  # type: ignore[arg-type]
        self._ring.cover(self, look.ink if self.focused else CLEAR, 8 * u)
