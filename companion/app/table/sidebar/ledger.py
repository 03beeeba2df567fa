"""Ledger of the players in playing order: rows that touch, each with sigil, spellbooks, marks and big numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from math import pi, sin
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.colour_wipe import ColourWipe
from companion.app.widgets.rendering.motion import SLIDE, MovingValue, eased, motion
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import Counter, PlayerView
from layouts.colours import CLEAR, Tint, faded, ink_on, mixed, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["Ledger", "NameZone", "Numeral", "PlayerCard"]

GLOW: Final = 1.0
"""Seconds for which a changed number glows."""

_NAMED: Final = 240
"""Width of a row from which on it holds a name, in units."""
_WIDE: Final = 400
"""Width of a row beyond which large numbers leave room for name and marks, in units."""
_TALL: Final = 70
"""Height of a row from which on name and marks stand above each other, in units."""
_MOST: Final = 116
"""Height above which a row grows no more, in units."""
_PIPS: Final = 6
_MARKS: Final = 5
_GAPS: Final = ((1.0, 10.0), (0.85, 6.0), (0.8, 3.0))
"""How close marks may stand: size of their symbols per type, and units between two of them."""


class Numeral(Tappable, CanvasWidget):
    """A big number with its symbol; a tap corrects it."""

    def __init__(self) -> None:
        # It is drawn after its card has set its place and type size.
        super().__init__(size=(0, 0))
        self.counter = Counter("", "", 0)
        self.owner = ""
        self.size_of_type, self.ink, self.sign_ink = look.numeral, tuple(look.ink), tuple(look.dim)
        self._glow, self._press = RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, light=0)
        self._number, self._sign = TextSprite(self.canvas), TextSprite(self.canvas)
        self.glows, self.lift = False, 0.0
        self._count = MovingValue(self.later)
        self._calm = Clock.create_trigger(self._stop_glowing, GLOW)
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later, text=self.later)

    def tell(self, counter: Counter) -> None:
        """Update the counter; a changed value counts to the new one, and glows for a moment."""
        if counter.key and counter.key == self.counter.key and counter.value != self.counter.value:
            self.glows = True
            self._calm.cancel()
            self._calm()
            self.later()
            self._count.go_to(counter.value)
        self.counter, self.text = counter, str(counter.value)
        self._count.jump_to(counter.value)

    def _stop_glowing(self, _: float) -> None:
        self.glows = False
        self.later()

    def show(self, counter: Counter, owner: str, size: float, ink: Tint, sign_ink: Tint, lift: float) -> None:
        """Draw a counter, unless it is drawn like this.

        Args:
            counter: to be drawn.
            owner: name of its owner.
            size: of the type, in pixels.
            ink: colour of the number.
            sign_ink: colour of its symbol.
            lift: how far it is above the middle, in pixels.
        """
        kind = counter.symbol, size, tuple(ink), tuple(sign_ink), lift
        if kind != (self.counter.symbol, self.size_of_type, self.ink, self.sign_ink, self.lift):
            _symbol, self.size_of_type, self.ink, self.sign_ink, self.lift = kind
            self.later()
        self.counter, self.owner, self.text = counter, owner, str(counter.value)
        self._count.jump_to(counter.value)

    @property
    def font_size(self) -> float:
        """Height of the type, in pixels."""
        return float(self.size_of_type)

    @property
    def number_begins(self) -> float:
        """Left end of the place that two digits take, in pixels."""
        return float(self.right - 0.33 * self.size_of_type - extent("00", "strong", self.size_of_type)[0])

    def draw(self) -> None:
        u, symbol = look.u, SYMBOLS.get(self.counter.symbol, "")
        sign = 0.33 * self.size_of_type if symbol else 0.0
        down, middle = self.state == "down", self.center_y + self.lift
        self._glow.cover(self, faded(self.ink, 0.22) if self.glows else CLEAR, 10 * u)
        self._press.cover(self, faded(self.ink, 0.2) if down else CLEAR, 10 * u)
        said = self._count.text
        self._number.put(said, "strong", self.size_of_type, self.ink, self.right - sign, middle, anchor="right")
        base = middle - 0.3 * self.size_of_type
        self._sign.put(symbol, "text", sign, self.sign_ink, self.right - sign, base + sign / 2)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)


class NameZone(Tappable, CanvasWidget):
    """The part of a card that opens the player's page."""

    _seen = False

    def __init__(self) -> None:
        super().__init__(size=(0, 0))
        self.player: PlayerView | None = None
        self.inset = 0.0, 0.0
        """Pixels below and above the visible card that take touches for it."""
        self._press, self._ring = RoundedRect(self.canvas, light=0), RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later)

    def later(self, *_: Any) -> None:
        # Nothing of it is seen unless it is touched or focused.
        if self._seen or self.focused or self.state == "down":
            super().later()

    def draw(self) -> None:
        down = self.state == "down"
        self._seen = down or self.focused
        self._press.cover(self, faded(look.ink, 0.2) if down else CLEAR, 12 * look.u)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 12 * look.u)


class PlayerCard(CanvasWidget):
    """Row of one player: filled with their colour while they act.

    Args:
        on_player: called with the player when the row is tapped.
        on_counter: called with a counter that was tapped, and the name of its owner.
    """

    def __init__(self, on_player: Callable[[PlayerView], None], on_counter: Callable[[Counter, str], None]) -> None:
        super().__init__()
        self.player: PlayerView | None = None
        self._on_counter = on_counter
        self._back, self._wipe = (RoundedRect(self.canvas, Corner.NONE, light=0.1) for _ in range(2))
        self._turn = ColourWipe(self, self._back, self._wipe, self.later)
        self.crown_comes = False
        self._flag = RoundedRect(self.canvas, Corner.NONE, light=0.12)
        self._sigil, self._name = TextSprite(self.canvas), TextSprite(self.canvas)
        self._pips = [RoundedRect(self.canvas, Corner.NONE, light=0) for _ in range(_PIPS)]
        self._marks = [(TextSprite(self.canvas), TextSprite(self.canvas)) for _ in range(_MARKS)]
        self._tab, self._crown = RoundedRect(self.canvas, light=0), TextSprite(self.canvas)
        self.zone = NameZone()
        self.zone.bind(on_use=lambda zone: on_player(zone.player))
        self.add_widget(self.zone)
        self.numerals: list[Numeral] = []

    def _make_numerals(self, number: int) -> None:
        """Make or remove big numbers until there are this many."""
        while len(self.numerals) > number:
            self.remove_widget(self.numerals.pop())
        while len(self.numerals) < number:
            numeral = Numeral()
            numeral.bind(on_use=lambda key: self._on_counter(key.counter, key.owner))
            self.numerals.append(numeral)
            self.add_widget(numeral)

    def show(self, player: PlayerView) -> None:
        """Draw a player; unchanged parts stay."""
        if player == self.player:
            return
        before, self.player = self.player, player
        if before is not None and before.id == player.id and player.active and not before.active:
            self._turn.begin()
        self.zone.player, self.zone.text = player, player.name
        self._make_numerals(len(player.big))
        # The row is drawn first and positions the numbers, so that they are drawn only once.
        self.later()
        for numeral, counter in zip(self.numerals, player.big, strict=True):
            numeral.tell(counter)

    def _lit(self, at: float) -> bool:
        """Return whether the player's colour is the ground at a place across, in pixels."""
        active = self.player is not None and self.player.active
        return active and (not self._turn.running or at < self._turn.edge)

    @property
    def named(self) -> bool:
        """True if there is room for a name."""
        return bool(self.width >= _NAMED * look.u)

    @property
    def _low(self) -> bool:
        """True if the marks stand in one line: the row is low, or long enough."""
        return bool(self.height < _TALL * look.u or self.width > _WIDE * look.u)

    @property
    def _flagged(self) -> float:
        """Width of the sigil's field, in pixels."""
        return float((64 if self.named else 50) * look.u)

    @property
    def crown_place(self) -> tuple[float, float]:
        """Middle of the crown, in pixels."""
        return self.x + self._flagged - (2 if self.named else 12) * look.u, self.top - 14 * look.u

    def draw(self) -> None:
        player = self.player
        if player is None:
            return
        u, (x, y), (w, h), colour = look.u, self.pos, self.size, tint_of(player.colour)
        on_flag, flag = ink_on(player.colour), self._flagged
        quiet = mixed(look.ground, colour, 0.16)
        self._turn.draw(quiet, colour if player.active else quiet, 1)
        self._flag.put(x, y, flag, h, colour, 1)
        self._sigil.put(
            player_mark(player), "text", min(46 * u, 0.62 * h), on_flag, x + flag / 2, y + 0.56 * h, "middle"
        )
        self._draw_pips(player, x, y, flag, on_flag)
        symbols = SYMBOLS["first-player"] if player.first and not self.crown_comes else ""
        symbols += SYMBOLS["check"] if player.done else ""
        wide, (at, level) = 26 * u + 18 * u * (len(symbols) - 1), self.crown_place
        # Two of them end where one does.
        at -= (wide - 26 * u) / 2
        self._tab.put(at - wide / 2, level - 13 * u, wide, 26 * u, look.ground if symbols else CLEAR, 13 * u)
        self._crown.put(symbols, "text", 18 * u, look.ink, at, level, "middle")
        self._draw_numerals(player, on_flag)
        left = x + flag + (14 if self.named else 6) * u
        end = self.numerals[0].number_begins if self.numerals else x + w - 8 * u
        begin = min((numeral.x for numeral in self.numerals), default=x + w)
        self.zone.pos, self.zone.size = (x, y), (max(flag, begin - x), h)
        self._draw_words(player, left, end)

    def _draw_pips(self, player: PlayerView, x: float, y: float, flag: float, ink: Tint) -> None:
        """Draw spellbooks as bars at the foot of the sigil's field."""
        u, counter = look.u, next((counter for counter in player.small if counter.pips), None)
        most = min(counter.most, _PIPS) if counter else 0
        gap = 2 * u
        wide = (flag - 12 * u - gap * (most - 1)) / max(1, most)
        low, high = y + max(3 * u, 0.07 * self.height), 6 * u if self.height > 48 * u else 5 * u
        for place, pip in enumerate(self._pips):
            if counter is None or place >= most:
                pip.hide()
                continue
            full = place < counter.value
            pip.put(x + 6 * u + place * (wide + gap), low, wide, high, ink if full else faded(ink, 0.3), 1)

    def _draw_numerals(self, player: PlayerView, on_flag: Tint) -> None:
        """Draw the big numbers at the right end."""
        u, h, number = look.u, self.height, len(self.numerals)
        if self.named:
            # Beside a name in a low row there is less room than below one in a high row.
            roomy = self.width > _WIDE * u
            size, step, end = (37.0, 70.0, 4) if self._low and not roomy else (min(60.0, 0.65 * h / u), 88.0, 4)
            lift = 0.0 if self._low or roomy else -min(12 * u, 0.5 * h - 0.4 * size * u)
            step = max(step, 1.9 * size) if roomy else step
        else:
            size, step, end = 36.0 if h >= _TALL * u else 34.0 if h > 52 * u else 30.0, 58.0, 2
            size = max(30.0, min(size, 0.62 * h / u))
            # The marks stand below them.
            lift = 0.16 * h if self._marks_below else 0.0
        for place, (numeral, counter) in enumerate(zip(self.numerals, player.big, strict=True)):
            right = self.right - (end + step * (number - 1 - place)) * u
            # The touch area takes the whole height of the row.
            left = max(right - step * u, self.x + self._flagged)
            numeral.pos, numeral.size = (left, self.y), (right - left, h)
            priced = place == 0 and number > 1
            lit = self._lit(numeral.right - 0.6 * size * u)
            own = on_flag if lit else (look.power if priced else look.ink)
            if player.done and priced:
                own = faded(own if lit else look.ink, 0.55)
            quiet = faded(own, 0.75) if lit else look.dim
            numeral.show(counter, player.name, size * u, own, own if priced else quiet, lift)

    @property
    def _marks_below(self) -> bool:
        """True if a narrow row has height for marks below its numbers."""
        return bool(self.height >= 30 * look.u + 1.1 * max(look.least, 0.95 * look.small))

    def _draw_words(self, player: PlayerView, left: float, end: float) -> None:
        """Draw the name, and marks between the sigil's field and the numbers."""
        u, y, h = look.u, self.y, self.height
        marked = [counter for counter in player.small if counter.symbol and not counter.pips][:_MARKS]
        shown: list[tuple[Counter, float, float, float]] = []
        if not self.named:
            if self._marks_below:
                level = y + max(0.26 * h, 13 * u)
                shown = self._in_a_line(marked, left, self.right - 2 * u, level)
            self._name.hide()
        elif self._low:
            shown = self._in_a_line(marked, left, end - 4 * u, y + max(12 * u, 0.27 * h))
            self._put_name(player, left, end - 4 * u - left, y + h - max(15 * u, 0.28 * h))
        else:
            # Two stand below each other, and what else there is at the end of the name's line.
            levels, above = (y + 0.47 * h - 4 * u, y + 0.19 * h), y + h - 18 * u
            for counter, level in zip(marked, levels, strict=False):
                shown += self._in_a_line([counter], left, end - 4 * u, level)
            rest = self._in_a_line(marked[2:], left, self.right - 10 * u, above)
            over = (self.right - 10 * u - rest[-1][2]) if rest else 0.0
            shown += [(counter, at + over, stop + over, level) for counter, at, stop, level in rest]
            self._put_name(player, left, (rest[0][1] + over if rest else self.right - 10 * u) - left - 6 * u, above)
        for (sign, value), place in zip_longest(self._marks, shown):
            if place is None:
                sign.hide()
                value.hide()
                continue
            counter, at, stop, level = place
            ink = self._ink(at)
            size = max(look.least, 0.95 * look.small) if not self._low else look.least
            value.put(str(counter.value), "bold", size, ink, stop, level, "right")
            high = min(size, 1.1 * (stop - at - value.width))
            sign.put(SYMBOLS.get(counter.symbol, ""), "text", high, faded(ink, 0.85), at, level)

    def _in_a_line(
        self, marked: Sequence[Counter], left: float, right: float, level: float
    ) -> list[tuple[Counter, float, float, float]]:
        """Return where marks stand in a line: left and right end, and the middle of its height.

        What has no room is on the player's own page.
        """
        size = max(look.least, 0.95 * look.small) if not self._low else look.least
        for share, gap in _GAPS:
            found, at = [], left
            for counter in marked:
                wide = share * size + 3 * look.u + extent(str(counter.value), "bold", size)[0]
                found.append((counter, at, at + wide, level))
                at += wide + gap * look.u
            if not found or found[-1][2] <= right:
                return found
        return [place for place in found if place[2] <= right]

    def _put_name(self, player: PlayerView, left: float, room: float, level: float) -> None:
        """Draw the name on one line, in the smallest type if need be, or as much of it as there is room for."""
        said = player.sits_there or player.name
        size, _wrap = fitted(said, "bold", max(look.least, min(look.small, 0.4 * self.height)), look.least, room)
        shown = next((form for form in _shortened(said) if extent(form, "bold", size)[0] <= room), "")
        self._name.put(shown, "bold", size, self._ink(left), left, level)

    def _ink(self, at: float) -> Tint:
        assert self.player is not None
        return ink_on(self.player.colour) if self._lit(at) else look.ink


def _shortened(name: str) -> Iterator[str]:
    """Yield a name, and then shorter forms with an ellipsis."""
    yield name
    yield from (f"{name[:end].rstrip()}…" for end in range(len(name) - 1, 1, -1))


class Ledger(Widget):
    """All players, one below the other; on an upright screen many of them are in two columns.

    Args:
        on_player: called with a player whose row was tapped.
        on_counter: called with a counter that was tapped, and the name of its owner.
    """

    def __init__(self, on_player: Callable[[PlayerView], None], on_counter: Callable[[Counter, str], None]) -> None:
        super().__init__()
        self._on_player, self._on_counter = on_player, on_counter
        self.cards: list[PlayerCard] = []
        self._crown = TextSprite(self.canvas.after)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, players: Sequence[PlayerView]) -> None:
        """Show the players, in playing order."""
        while len(self.cards) > len(players):
            self.remove_widget(self.cards.pop())
        while len(self.cards) < len(players):
            card = PlayerCard(self._on_player, self._on_counter)
            self.cards.append(card)
            self.add_widget(card)
        first = self._first()
        for card, player in zip(self.cards, players, strict=True):
            card.show(player)
        self._lay()
        now = self._first()
        if first is not None and now is not None and first is not now:
            self._pass_crown(first, now)

    def _first(self) -> PlayerCard | None:
        """Return the card of the First Player."""
        return next((card for card in self.cards if card.player is not None and card.player.first), None)

    def _pass_crown(self, giver: PlayerCard, taker: PlayerCard) -> None:
        """Have the crown go from one card to another."""

        def carry(share: float) -> None:
            (x, y), (end, low), way = giver.crown_place, taker.crown_place, eased(share)
            arc = 30 * look.u * sin(pi * share)
            place = x + (end - x) * way + arc, y + (low - y) * way
            self._crown.put(SYMBOLS["first-player"], "text", 30 * look.u, look.ink, *place, "middle")

        def arrive() -> None:
            self._crown.hide()
            taker.crown_comes = False
            taker.later()

        taker.crown_comes = True
        motion.play(self, SLIDE, carry, arrive)

    @property
    def rows(self) -> int:
        """Number of rows that there would be in one column."""
        return len(self.cards)

    def _lay(self, *_: Any) -> None:
        number, gap = len(self.cards), 2 * look.u
        if not number or self.height <= 1:
            return
        # A row is as high as a finger.
        columns = 2 if (self.height + gap) / number < look.finger and look.portrait else 1
        rows = -(-number // columns)
        wide = (self.width - gap * (columns - 1)) / columns
        high = min((self.height - gap * (rows - 1)) / rows, _MOST * look.u)
        for place, card in enumerate(self.cards):
            # Down the first column, then down the second, in the order of play.
            column, row = divmod(place, rows)
            card.size = wide, high
            card.pos = self.x + column * (wide + gap), self.top - (row + 1) * high - row * gap
