"""Score race and score strip above the table, and the bar of a track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final

from kivy.graphics import Canvas
from kivy.properties import NumericProperty

from companion.app.table.sidebar.ledger import NameZone
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.motion import SLIDE, MovingValue, eased, motion
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import Counter, PlayerView, Track
from layouts.colours import CLEAR, Tint, faded, ink_on, ink_over, mixed, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import Face, extent

__all__ = ["ScoreRace", "ScoreStrip", "TrackBar"]

_PLAYERS: Final = 8
_ABOVE: Final = 24
"""Units above the first of many players in a column that take touches for it."""
_BELOW: Final = 6
"""Units below the last one that take touches for it."""
_ROW: Final = 84
"""Height above which a row of the strip grows no more, in units."""
_ROOMY: Final = 6
"""Players in a column up to whom the numbers stand above each other."""
_NUMBER: Final = 30
"""Size of the numbers of the strip, in units; they are read across the table."""
_PIPS: Final = 6
_TICKS: Final = 4
"""Marks on the line of the race: at its ends and between."""
_CELL: Final = 25
"""Width of a space of a track that is still to come, in units."""
_NOW: Final = 46
"""Width of the present one."""
_SIGN: Final = 32
"""Width of a track's symbol."""
_PRICE: Final = 32
"""Size of what the present space says, in units; it is read across the table."""


_ARRIVED: Final = 0.2
"""Share of a marker's way after which it is below the number of its next space."""


class ScoreRace(CanvasWidget):
    """Draws each player's sigil on a line from 0 to the end of a counter."""

    def __init__(self) -> None:
        super().__init__()
        self._players: tuple[tuple[str, str, int], ...] = ()
        self._moves = [MovingValue(self.later, whole=False) for _ in range(_PLAYERS)]
        self._counter = Counter("", "", 0)
        self._road = RoundedRect(self.canvas, light=0)
        self._ticks = [RoundedRect(self.canvas, Corner.NONE, light=0) for _ in range(_TICKS)]
        self._ways = [tuple(RoundedRect(self.canvas, Corner.NONE, light=0) for _ in range(3)) for _ in range(_PLAYERS)]
        self._discs = [(RoundedRect(self.canvas, light=0), TextSprite(self.canvas)) for _ in range(_PLAYERS)]

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
        u, (x, y), (w, h), most = look.u, self.pos, self.size, max(1, self._counter.most)
        size = min(28 * u, max(25 * u, 0.55 * h), (w - 8 * u) / max(1, len(self._players)) - 2 * u)
        begin, end, road, high = x + 2 * u, x + w - 2 * u, y + 6 * u, y + h - size / 2 - 2 * u
        self._road.put(begin, road - 2 * u, end - begin, 4 * u, mixed(look.ground, look.ink, 0.28), 1)
        for place, tick in enumerate(self._ticks):
            at = begin + (end - begin - 2 * u) * place / (_TICKS - 1)
            tick.put(at, road - 5 * u, 2 * u, 10 * u, mixed(look.ground, look.ink, 0.45), 1)
        order = sorted(range(len(self._players)), key=lambda n: self._moves[n].shown)
        wanted = [begin + u + (end - begin - 2 * u) * min(self._moves[n].shown, most) / most for n in order]
        spread = pushed(wanted, size + 2 * u, x + size / 2, x + w - size / 2)
        places = {n: (at, true) for n, at, true in zip(order, spread, wanted, strict=True)}
        for place, ((disc, sigil), ways) in enumerate(zip(self._discs, self._ways, strict=True)):
            if place >= len(self._players):
                for part in (disc, sigil, *ways):
                    part.hide()
                continue
            (mark, colour, _value), (at, true) = self._players[place], places[place]
            tint, bend = tint_of(colour), (road + high - size / 2) / 2
            # From the chip down, across, and down to the true place.
            down, across, up = ways
            down.put(true - 1.5 * u, road - 2 * u, 3 * u, bend - road + 3.5 * u, tint, 1)
            left = min(at, true) - 1.5 * u
            across.put(left, bend - 1.5 * u, abs(at - true) + 3 * u, 3 * u, tint, 1)
            up.put(at - 1.5 * u, bend - 1.5 * u, 3 * u, high - bend, tint, 1)
            disc.put(at - size / 2, high - size / 2, size, size, tint, size / 2)
            sigil.put(mark, "text", 0.74 * size, ink_on(colour), at, high, "middle")


def pushed(wanted: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return positions at least `gap` apart, as near to the wanted ones as can be, which must be sorted.

    Neighbours that would touch become one group about their mean.
    """
    groups: list[list[float]] = []
    for want in wanted:
        groups.append([want])
        while len(groups) > 1 and _starts(groups[-1], gap, least, most) - _ends(groups[-2], gap, least, most) < gap:
            last = groups.pop()
            groups[-1] += last
    return [_starts(group, gap, least, most) + place * gap for group in groups for place in range(len(group))]


def _starts(group: Sequence[float], gap: float, least: float, most: float) -> float:
    """Return the first place of a group about its mean, within its limits."""
    wide = gap * (len(group) - 1)
    return max(least, min(sum(group) / len(group) - wide / 2, most - wide))


def _ends(group: Sequence[float], gap: float, least: float, most: float) -> float:
    return _starts(group, gap, least, most) + gap * (len(group) - 1)


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
        self._cells = [_Cell(self.canvas) for _ in range(_PLAYERS)]

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
        u, number, gap = look.u, max(1, len(self._players)), 2 * look.u
        column = self.height > self.width
        wide = self.width if column else (self.width - gap * (number - 1)) / number
        high = min(_ROW * u, (self.height - gap * (number - 1)) / number) if column else self.height
        told = [
            [count.text for count in counts[: len(p.big)]]
            for p, counts in zip(self._players, self._counts, strict=False)
        ]
        figures = max(extent(said, "strong", _NUMBER * u)[0] for said in ("00", *chain(*told)))
        for place, cell in enumerate(self._cells):
            if place >= len(self._players):
                cell.hide()
                continue
            x = self.x if column else self.x + place * (wide + gap)
            y = self.top - (place + 1) * high - place * gap if column else self.y
            cell.draw(
                self._players[place], (x, y, wide, high), told[place], figures, tight=not column or number > _ROOMY
            )
            zone = self.zones[place]
            zone.pos, zone.size, zone.inset = (x, y), (wide, high), (0.0, 0.0)
        if column and high + gap < look.finger:
            # Many players: touches just above the first and below the last one count.
            each = (self.height + (_ABOVE + _BELOW) * u) / number
            for place, zone in enumerate(self.zones):
                low = zone.y
                zone.y, zone.height = self.top + _ABOVE * u - (place + 1) * each, each
                zone.inset = low - zone.y, zone.top - low - high


class _Cell:
    """A player in the strip: sigil, spellbooks, and the two numbers, none on another and none cut.

    Args:
        canvas: of the strip.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._back, self._flag, self._line = (RoundedRect(canvas, Corner.NONE, light=0.1) for _ in range(3))
        self._pips = [RoundedRect(canvas, Corner.NONE, light=0) for _ in range(_PIPS)]
        self._sigil, self._one, self._other, self._mark = (TextSprite(canvas) for _ in range(4))

    def hide(self) -> None:
        """Draw nothing."""
        for part in (self._back, self._flag, self._line, *self._pips, self._sigil, self._one, self._other, self._mark):
            part.hide()

    def draw(
        self,
        player: PlayerView,
        box: tuple[float, float, float, float],
        counts: Sequence[str],
        figures: float,
        *,
        tight: bool,
    ) -> None:
        """Draw a player.

        Args:
            player: to be drawn.
            box: left, low, width and height, in pixels.
            counts: up to two numbers.
            figures: width of the widest number of all players, in pixels.
            tight: whether the numbers stand beside each other, where that has room.
        """
        u, (x, y, w, h), colour = look.u, box, tint_of(player.colour)
        on, acts = ink_on(player.colour), player.active
        first, second = [*counts, "", ""][:2]
        size = _NUMBER * u
        pair = 2 * figures + 5 * u
        # A single number is no Power, and is centred.
        beside = bool(second) and tight and w - pair >= 18 * u
        flag = min(50 * u, w - pair if beside else max(18 * u, w - pair / 2 - 4 * u))
        self._back.put(x, y, w, h, colour if acts else mixed(look.ground, colour, 0.16), 1)
        self._flag.put(x, y, flag, h, colour, 1)
        small = flag < 40 * u
        sigil = min(0.86 * flag, 0.5 * h if small else 0.62 * h)
        # Without bars below it, it leaves the upper corner to the crown.
        level = (0.72 if small else 0.58) if any(counter.pips for counter in player.small) else 0.4
        self._sigil.put(player_mark(player), "text", sigil, on, x + flag / 2, y + level * h, "middle")
        self._draw_pips(player, x, y, flag, on, lines=2 if small else 1)
        quiet = faded(on if acts else look.ink, 0.55)
        inks = (
            quiet if player.done and second else on if acts else look.power if second else look.ink,
            on if acts else look.ink,
        )
        room, right = w - flag, x + w - 2 * u
        self._line.put(right - pair / 2, y + 6 * u, u, h - 12 * u, faded(look.ink, 0.3) if beside else CLEAR, 1)
        if beside:
            self._one.put(first, "strong", size, inks[0], right - pair / 2 - 2 * u, y + h / 2 - 2 * u, "right")
            self._other.put(second, "strong", size, inks[1], right, y + h / 2 - 2 * u, "right")
        else:
            # Digits are 0.72 of their size high, and 4 units stay between the two.
            size = min(
                size, (0.47 * h - 4 * u) / 0.72 if second else 0.62 * h, size * (room - 4 * u) / (pair / 2 - 2 * u)
            )
            self._one.put(
                first, "strong", size, inks[0], x + flag + room / 2, y + (0.73 if second else 0.5) * h, "middle"
            )
            self._other.put(second, "strong", size, inks[1], x + flag + room / 2, y + 0.26 * h, "middle")
        mark = SYMBOLS["first-player"] if player.first else SYMBOLS["check"] if player.done else ""
        self._mark.put(mark, "text", 15 * u, on, x + flag - 1 * u, y + h - 8 * u, "right")

    def _draw_pips(self, player: PlayerView, x: float, y: float, flag: float, ink: Tint, *, lines: int) -> None:
        u, counter = look.u, next((counter for counter in player.small if counter.pips), None)
        most = min(counter.most, _PIPS) if counter else 0
        across, gap = -(-most // lines), 2 * u
        wide = (flag - 6 * u - gap * (across - 1)) / max(1, across)
        for place, pip in enumerate(self._pips):
            if counter is None or place >= most:
                pip.hide()
                continue
            row, column = divmod(place, across)
            low = y + 4 * u + (lines - 1 - row) * 7 * u
            tint = ink if place < counter.value else faded(ink, 0.3)
            pip.put(x + 3 * u + column * (wide + gap), low, wide, 5 * u, tint, 1)


class TrackBar(Tappable, CanvasWidget):
    """Draws the spaces of a track from the present one on. A tap corrects it."""

    natural = NumericProperty(0)
    """Preferred width, in pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.track: Track | None = None
        self.most = 0
        self._sign = TextSprite(self.canvas)
        self._left, self._marker = RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, light=0)
        self._flame, self._moved = TextSprite(self.canvas), 1.0
        self._now, self._cells = RoundedRect(self.canvas, light=0), list[TextSprite]()
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
            self._cells.append(TextSprite(self.canvas))
        self.take_room()
        self.later()

    def limit(self, most: int) -> None:
        """Show at most so many spaces, the present one included; 0 for all."""
        if most != self.most:
            self.most = most
            self.take_room()
            self.later()

    def _step(self, share: float) -> None:
        self._moved = share
        self.later()

    def _draw_step(self, track: Track, at: float, wide: float) -> None:
        """Draw the marker on its way to the first space, whose left end is `at`, from the one that burns."""
        u, way, high, ground = look.u, eased(self._moved), 30 * look.u, look.pain
        low = self.center_y - high / 2
        self._left.put(at - wide, low, wide - 3 * u, high, faded(ground, 1 - way), 6 * u)
        self._marker.put(at - wide * (1 - way), low, wide - 3 * u, high, mixed(ground, look.ritual, way), 6 * u)
        flame, middle = SYMBOLS.get(track.symbol, ""), at - wide + (wide - 3 * u) / 2
        ink = faded(ink_over(ground), 1 - self._moved)
        self._flame.put(flame, "text", (20 + 10 * way) * u, ink, middle, self.center_y + 4 * u * way, "middle")

    def collide_point(self, x: float, y: float) -> bool:
        # Nothing below can be tapped, so touches there count.
        return bool(
            self.x <= x <= self.right and self.top - max(look.finger + 2 * look.u, self.height) <= y <= self.top
        )

    def take_room(self) -> None:
        # Spaces that are gone keep their room, so that the present one keeps its place.
        number = len(self.track.cells) if self.track else 1
        self.natural = (_SIGN + _NOW + _CELL * (min(number, self.most or number) - 1)) * look.u

    def _shown(self) -> tuple[str, ...]:
        """Return the spaces that are left, and of these the first ones where there is a limit."""
        left = self.track.cells[max(0, self.track.at) :] if self.track else ()
        return left[: self.most] if self.most else left

    def draw(self) -> None:
        track = self.track
        if track is None:
            return
        u, middle = look.u, self.center_y
        sign = look.ritual if self.state != "down" else look.ink
        tint = faded(mixed(sign, look.ink, 0.35), self._moved)
        self._sign.put(SYMBOLS.get(track.symbol, ""), "text", 26 * u, tint, self.x + u, middle)
        shown, begin = self._shown(), self.x + _SIGN * u
        moving = self._moved < 1 and bool(shown)
        if moving:
            self._draw_step(track, begin, _NOW * u)
        else:
            for part in (self._left, self._marker, self._flame):
                part.hide()
        high = min(44 * u, self.height - 4 * u)
        self._now.put(begin, middle - high / 2, (_NOW - 3) * u, high, CLEAR if moving else look.ritual, 10 * u)
        if not shown:
            self._now.hide()
        for place, word in enumerate(self._cells):
            if place >= len(shown):
                word.hide()
                continue
            now, said = place == 0, shown[place]
            text = SYMBOLS.get(said[1:], "") if said.startswith(":") else said
            arrived = now and (not moving or self._moved > _ARRIVED)
            ink = ink_over(look.ritual) if arrived else look.dim
            size = min(_PRICE * u, high) if now else 20 * u
            wide = extent(text, "strong", size)[0] if now and text else 0.0
            size = size if wide <= (_NOW - 5) * u or said.startswith(":") else size * (_NOW - 5) * u / wide
            at = begin + ((_NOW - 3) / 2 if now else _NOW - 3 + _CELL * (place - 0.5)) * u
            face: Face = "text" if said.startswith(":") else "strong" if now else "bold"
            word.put(text, face, size, ink, at, middle, "middle")
        self._ring.cover(self, look.ink if self.focused else CLEAR, 8 * u)
