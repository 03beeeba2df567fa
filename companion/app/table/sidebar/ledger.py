"""Ledger of the players in playing order: sigil, pips, marks and their big numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sin
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.table.sidebar.card_layout import CardLayout, crowded, named, unnamed
from companion.app.table.sidebar.mark_rows import MarkRows
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
from layouts.typeset import extent, stands

__all__ = ["CROWDED", "LARGE", "Ledger", "NameZone", "Numeral", "PlayerCard", "most_slim"]

CROWDED: Final = 6
"""Number of players from which on the cards are in two columns."""

GLOW: Final = 1.0
"""Seconds for which a changed number glows."""

_SIGIL: Final = 50
"""Width of the area to tap for a player's page, where numbers take the rest, in units."""
_HIGH: Final = 0.88
"""Size of a big number where its card has room, as a share of the look's."""
_DIGITS: Final = 1.65
"""Width of a big number of two digits with its symbol, per size."""
LARGE: Final = 24
"""Size of small type in units above which the header leaves less height."""
_CARD: Final = 96
"""Maximum height of a card, in units."""
_SLIM_CARD: Final = 64
"""Height of a card of a narrow ledger where the last events need the rest, in units."""
_SLIM_LOWEST: Final = 60
"""Minimum height of a card of a narrow ledger, where the numbers are above the marks, in units."""
_LOWEST: Final = 48
"""Minimum height of a card whose marks are clear of its frame, in units."""
_MARKED: Final = 168
"""Width that sigil and marks need beside the big numbers, in units."""


def most_slim() -> int:
    """Return the maximum number of players whose cards stand in a narrow ledger, each as high as a finger."""
    return 5 if look.small > LARGE * look.u else 6


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
    """Card of one player; filled with their colour, and framed, while they act.

    Args:
        on_player: called with the player when the card is tapped.
        on_counter: called with a counter that was tapped, and the name of its owner.
    """

    def __init__(self, on_player: Callable[[PlayerView], None], on_counter: Callable[[Counter, str], None]) -> None:
        super().__init__()
        self.player: PlayerView | None = None
        self.crowded = False
        self._factions: frozenset[str] = frozenset()
        self._on_counter = on_counter
        self._back, self._wipe = RoundedRect(self.canvas), RoundedRect(self.canvas)
        self._turn = ColourWipe(self, self._back, self._wipe, self.later)
        self.crown_comes = False
        self._flag = RoundedRect(self.canvas, Corner.LEFT, light=0.12)
        self._edge = RoundedRect(self.canvas, ring=3)
        self._sigil, self._name = TextSprite(self.canvas), TextSprite(self.canvas)
        self._tab, self._crown = RoundedRect(self.canvas, light=0), TextSprite(self.canvas)
        self._rows = MarkRows(self.canvas)
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

    def show(self, player: PlayerView, crowded: bool, factions: frozenset[str]) -> None:
        """Draw a player; unchanged parts stay.

        Args:
            player: to be shown.
            crowded: whether there are so many players that the numbers are below the marks.
            factions: names of all players without a person's name; all of them are shown, or none.
        """
        if (player, crowded, factions) == (self.player, self.crowded, self._factions):
            return
        before = self.player
        self.player, self.crowded, self._factions = player, crowded, factions
        if before is not None and before.id == player.id and player.active and not before.active:
            self._turn.begin()
        self.zone.player, self.zone.text = player, player.name
        self._make_numerals(len(player.big))
        # The card is drawn first and positions the numbers, so that they are drawn only once.
        self.later()
        for numeral, counter in zip(self.numerals, player.big, strict=True):
            numeral.tell(counter)

    def _lit(self, at: float) -> bool:
        """Return whether the player's colour is the ground at a place across, in pixels."""
        active = self.player is not None and self.player.active
        return active and (not self._turn.running or at < self._turn.edge)

    @property
    def crown_place(self) -> tuple[float, float]:
        """Middle of the crown, in pixels."""
        return self.x + 12 * look.u, self.top - 10.5 * look.u

    def draw(self) -> None:
        player = self.player
        if player is None:
            return
        u, (x, y), (w, h) = look.u, self.pos, self.size
        colour = tint_of(player.colour)
        on_flag = ink_on(player.colour)
        flag = (44 if self.crowded else 54) * u
        self._turn.draw(look.surface, colour if player.active else look.surface, 12 * u)
        self._flag.put(x, y, flag, h, colour, 12 * u)
        self._edge.put(x + u, y + u, w - 2 * u, h - 2 * u, on_flag if player.active else CLEAR, 12 * u)
        crown = SYMBOLS["first-player"] if player.first and not self.crown_comes else ""
        crown += SYMBOLS["check"] if player.done else ""
        # The symbols have a tab, or they would touch the frame of the active card.
        beyond = 17 * u * (len(crown) - 1)
        self._tab.put(x, y + h - 21 * u, 24 * u + beyond, 21 * u, on_flag if crown else CLEAR, 8 * u)
        at, level = self.crown_place
        self._crown.put(crown, "text", 18 * u, colour, at + beyond / 2, level, "middle")
        sigil, middle = min(0.78 * flag, 0.8 * h), (x + flag / 2, y + h / 2)
        if crown:
            # Below the tab, or beside it where the card is low.
            below = h - 23 * u
            sigil, middle = min(sigil, 0.86 * below), (x + flag / 2, y + below / 2)
            if below < 0.7 * flag and len(crown) == 1:
                sigil, middle = 0.58 * h, (x + 0.7 * flag, y + 0.4 * h)
        self._sigil.put(player_mark(player), "text", sigil, on_flag, *middle, "middle")
        left = x + flag + 6 * u
        layout = self._layout(left, 0) if self.crowded else None
        numerals = self._draw_numerals(player, on_flag, layout.top if layout is not None else 0.0)
        self.zone.pos, self.zone.size = (x, y), (max(flag, numerals - x), h)
        self._draw_rest(player, layout or self._layout(left, numerals - left - 4 * u), left, colour, on_flag)

    def _draw_numerals(self, player: PlayerView, on_flag: Tint, low: float) -> float:
        """Draw the big numbers at the right end, and return where they begin.

        Args:
            player: whose they are.
            on_flag: ink on their colour.
            low: height below them that marks take, in pixels.
        """
        u, h, number = look.u, self.height, len(self.numerals)
        if self.crowded:
            room = (self.width - 48 * u) / max(1, number)
            size = max(40 * u, min(0.62 * look.numeral, 0.6 * h, room / 1.4))
            wide, lift = room, low / 2
            size = min(size, (h - low - 4 * u) / 0.72)
            # Two digits with their symbol are wider; the space beside a digit may go beyond their room.
            most = max((extent(n.text, "strong", size)[0] for n in self.numerals), default=0.0) / size + 0.33
            size = min(size, wide / most if 40 * u * most > wide + 1.3 * u else max(40 * u, wide / most))
        else:
            size, room = min(_HIGH * look.numeral, 1.05 * h), self.width - _MARKED * u
            size = min(size, max(look.across, room / (_DIGITS * max(1, number))))
            wide, lift = _DIGITS * size, 0.0
        x = self.right - number * wide - 4 * u
        for place, (numeral, counter) in enumerate(zip(self.numerals, player.big, strict=True)):
            # The touch area takes the whole height of the card.
            left, right = max(x + place * wide, self.x + _SIGIL * u), x + (place + 1) * wide
            numeral.pos, numeral.size = (left, self.y), (right - left, h)
            priced = place == 0 and number > 1
            lit = self._lit(numeral.right - 0.6 * size)
            own = on_flag if lit else (look.power if priced else look.ink)
            if player.done and priced and not lit:
                own = look.dim
            quiet = faded(own, 0.75) if lit else look.dim
            numeral.show(counter, player.name, size, own, own if priced else quiet, lift)
        return float(max(x, self.x + _SIGIL * u))

    def _layout(self, left: float, room: float) -> CardLayout:
        """Return the places of everything beside sigil and big numbers.

        Args:
            left: end of the sigil's area, in pixels.
            room: from there to the big numbers, in pixels.
        """
        rows, player, high = self._rows, self.player, self.height
        assert player is not None
        if self.crowded:
            return crowded(rows, player, (left, self.right - 4 * look.u), high)
        # Use the free place of a one-digit number.
        box = left, left + room + self._free()
        if not (rows.pipped(player) or rows.marked(player)) or self._named(room):
            return named(rows, player, box, room, high)
        return unnamed(rows, player, box, high)

    def _draw_rest(self, player: PlayerView, layout: CardLayout, left: float, colour: Tint, on_flag: Tint) -> None:
        """Draw pips and marks between sigil and numbers, and the name above them if it fits."""
        y = self.y

        def inks(at: float) -> tuple[Tint, Tint, Tint, Tint]:
            if self._lit(at):
                return on_flag, faded(on_flag, 0.25), on_flag, on_flag
            return colour, mixed(look.surface, look.ink, 0.12), look.dim, look.ink

        begin, middle, high = layout.pips
        self._rows.draw(player, layout.plan, (begin, y + middle, high), [y + line for line in layout.lines], inks)
        ink = inks(left)[3]
        self._name.put(layout.name, "bold", layout.size, ink, layout.left, y + layout.middle, wrap=layout.wrap)

    def _free(self) -> float:
        """Return the width of the free place before the digits of the first big number, in pixels."""
        if not self.numerals:
            return 0.0
        first = self.numerals[0]
        digits = extent(first.text, "strong", first.size_of_type)[0]
        return float(max(0.0, first.width - 0.33 * first.size_of_type - digits))

    @property
    def _low(self) -> bool:
        """True if two lines only just fit into the card."""
        return bool(self.height < 70 * look.u)

    def _named(self, room: float) -> bool:
        """Return whether the name fits, too."""
        player = self.player
        if player is None or self.height < 74 * look.u:
            return False
        names = {player.sits_there} if player.sits_there else self._factions
        return all(stands(name, "bold", look.least, room) for name in names)


class Ledger(Widget):
    """All players, one below the other; many of them are in two columns.

    Args:
        on_player: called with a player whose card was tapped.
        on_counter: called with a counter that was tapped, and the name of its owner.
    """

    def __init__(self, on_player: Callable[[PlayerView], None], on_counter: Callable[[Counter, str], None]) -> None:
        super().__init__()
        self._on_player, self._on_counter = on_player, on_counter
        self.cards: list[PlayerCard] = []
        self._slim = False
        self._crown = TextSprite(self.canvas.after)
        self.bind(pos=self._lay, size=self._lay)

    def set_slim(self, slim: bool) -> None:
        """Set whether the ledger is narrow, beside a palette of many Actions."""
        if slim is not self._slim:
            self._slim = slim
            self.show([card.player for card in self.cards if card.player is not None])

    def show(self, players: Sequence[PlayerView]) -> None:
        """Show the players, in playing order."""
        while len(self.cards) > len(players):
            self.remove_widget(self.cards.pop())
        while len(self.cards) < len(players):
            card = PlayerCard(self._on_player, self._on_counter)
            self.cards.append(card)
            self.add_widget(card)
        first = self._first()
        factions = frozenset(player.name for player in players if not player.sits_there)
        for card, player in zip(self.cards, players, strict=True):
            card.show(player, self._slim or len(players) >= CROWDED, factions)
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

    def lowest(self) -> float:
        """Return the minimum height at which a finger finds each card, and its marks keep off its frame, in pixels."""
        rows, card = self.rows, _SLIM_LOWEST if self._slim else _LOWEST
        return float(rows * max(look.finger, card * look.u) + max(0, rows - 1) * 5 * look.u)

    def comfortable(self) -> float:
        """Return the height at which each card is easy to read, in pixels."""
        return float(self.rows * (_SLIM_CARD if self._slim else _CARD) * look.u + max(0, self.rows - 1) * 5 * look.u)

    @property
    def rows(self) -> int:
        """Number of cards one below the other."""
        return -(-len(self.cards) // self._columns)

    @property
    def _columns(self) -> int:
        if self._slim:
            return 2 if look.portrait else 1
        return 2 if len(self.cards) >= CROWDED else 1

    def _lay(self, *_: Any) -> None:
        number = len(self.cards)
        if not number:
            return
        columns = self._columns
        rows, gap = self.rows, 5 * look.u
        wide = (self.width - gap * (columns - 1)) / columns
        high = min((self.height - gap * (rows - 1)) / rows, _CARD * look.u)
        for place, card in enumerate(self.cards):
            # Down the first column, then down the second, in the order of play.
            column, row = divmod(place, rows)
            card.size = wide, high
            card.pos = self.x + column * (wide + gap), self.top - (row + 1) * high - row * gap
