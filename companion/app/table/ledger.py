"""What everybody may see: a card for each player, or both sides of the battle in progress, and what happened last."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.look.marks import dice_row, ink_on, player_mark, symbol_mark, words
from companion.app.look.part import Part
from companion.app.look.widgets import Badge, Fit, Key, Text, clipped, fitting_size, load_layout, measure
from companion.table.view import Counter, PlayerView, SideView, View
from layouts.glyphs import SYMBOLS
from layouts.theme import look

CROWDED = 5
"""From this many players on, cards stand in two columns and carry short names."""

_MARKS: Final = (("chevron-right", "active"), ("first-player", "first"), ("check", "done"))


class Numeral(Key):
    """A big number; a tap corrects it by hand."""

    crowded = BooleanProperty(False)
    ledger = ObjectProperty(None)


class NameZone(ButtonBehavior, BoxLayout):
    """The part of a card that says whose it is; a tap opens the player's page."""

    badge = Part(Badge)
    words = Part(BoxLayout)
    player = ObjectProperty(None)
    crowded = BooleanProperty(False)
    name = StringProperty("")
    marks = StringProperty("")
    smalls = StringProperty("")
    name_height = NumericProperty(28)

    def on_kv_post(self, base_widget: Any) -> None:  # noqa: ARG002 - Kivy passes it by name
        self._fit = Clock.create_trigger(self._fit_words, -1)
        self.words.bind(size=self._fit)

    def show(self, player: PlayerView, crowded: bool) -> None:
        """Draw a player."""
        self.player, self.crowded = player, crowded
        self.name = player.short
        self.marks = " ".join(SYMBOLS[symbol] for symbol, told in _MARKS if getattr(player, told))
        self.badge.text, self.badge.colour = player_mark(player), player.colour
        self.badge.colour_ink = ink_on(player.colour)
        self._fit()

    def _fit_words(self, *_: Any) -> None:
        zone = self.words
        if self.player is None or self.crowded or zone.width < 20:
            return
        line, wide = 1.13 * look.body, max(self.player.name.split(), key=len)
        fits = measure(self.player.name, look.least, True, None)[0] <= zone.width
        tall = measure(wide, look.least, True, None)[0] <= zone.width and self.height >= 3 * line
        self.name = self.player.name if fits or tall else self.player.short
        self.name_height = line * (2 if tall and not fits else 1)
        room, said = self.height - self.name_height - 3 * look.u, self.marks
        for counter in self.player.small:
            # A no-break space keeps a number with its word.
            longer = f"{said}  {counter.label}\u00a0{counter.value}".strip()
            if measure(longer, look.small, False, zone.width)[1] > room:
                break
            said = longer
        self.smalls = said


class PlayerCard(BoxLayout):
    """One player: name zone and up to two big numbers."""

    zone = Part(NameZone)
    active = BooleanProperty(False)
    colour = StringProperty("#808080")

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger
        self.numerals: list[Numeral] = []
        self.zone.bind(on_release=lambda zone: ledger.on_player(zone.player))

    def show(self, player: PlayerView, crowded: bool) -> None:
        """Draw a player."""
        self.active, self.colour = player.active, player.colour
        self.zone.show(player, crowded)
        while len(self.numerals) > len(player.big):
            self.remove_widget(self.numerals.pop())
        while len(self.numerals) < len(player.big):
            numeral = Numeral(ledger=self.ledger)
            numeral.bind(on_use=lambda key: self.ledger.on_counter(key.counter, key.owner))
            self.numerals.append(numeral)
            self.add_widget(numeral)
        for numeral, counter in zip(self.numerals, player.big, strict=True):
            numeral.crowded = crowded
            numeral.text, numeral.counter, numeral.owner = str(counter.value), counter, player.name


class SideBoard(ButtonBehavior, BoxLayout):
    """One side of a battle: whose, what has come of its dice, what they are the sum of. A tap shows all of it."""

    head = Part(BoxLayout)
    badge = Part(Badge)
    title = Part(Fit)
    told = Part(BoxLayout)
    colour = StringProperty("#6b7a8f")

    def __init__(self, side: SideView, player: PlayerView | None) -> None:
        super().__init__()
        badge = self.badge
        badge.text = player_mark(player) if player else "?"
        badge.colour = self.colour = player.colour if player else "#6b7a8f"
        badge.colour_ink = ink_on(badge.colour)
        self.title.text = side.title
        self._side = side
        tell = Clock.create_trigger(self._tell, -1)
        self.told.bind(size=tell)
        self.title.bind(width=tell)
        tell()

    @property
    def side(self) -> SideView:
        """What is drawn."""
        return self._side

    def _tell(self, *_: Any) -> None:
        """Draw results, dice, sum and pieces.

        Results and the end of the sum are always there. Dice shrink until they fit, then results do, too; the pieces
        that fit take what is left.
        """
        told, side, title = self.told, self._side, self.title
        # A long name takes as many lines as it needs, at the smallest size if it must.
        self.head.height = max(
            52 * look.u, look.badge, measure(title.text, title.least, True, title.width * 0.985)[1] + 1
        )
        told.clear_widgets()
        pieces = [PieceText(text=line) for line in together(side.lines)]
        dice = DiceText(text=dice_line(side))
        for step, sum_step in (("title", "body"), ("option", "body"), ("body", "body"), ("small", "small")):
            total = TotalText(text=side.total, step=sum_step)
            least = measure("=", total.font_size, True, None)[1] + told.spacing if side.total else 0.0
            results = [
                ResultText(text=line, step=step, result=result)
                for line, (result, _) in zip(result_lines(side), side.results, strict=True)
            ]
            room = told.height - self._heights(results)
            dice.height = self._height_of_dice(dice, room - least)
            fits = dice.height + told.spacing <= room - least
            if fits:
                break
        shown: list[Label] = list(results)
        if side.faces and fits:
            room -= dice.height + told.spacing
            shown.append(dice)
        if side.total:
            # Before the dice the sum names all the pieces; after them their fate comes first.
            left = room - self._heights(pieces) if results else room
            total.text = shortened(side.total, total.font_size, told.width, max(least, left) - told.spacing)
            room -= self._heights([total])
            shown.append(total)
        for text in pieces:
            room -= self._heights([text])
            if room < 0:
                break
            shown.append(text)
        for widget in (*shown, Widget()):
            told.add_widget(widget)

    def _heights(self, texts: Sequence[Text]) -> float:
        """What these take with the gaps below them, in pixels."""
        told = self.told
        return float(sum(measure(t.text, t.font_size, t.bold, told.width)[1] + told.spacing for t in texts))

    def _height_of_dice(self, dice: DiceText, room: float) -> float:
        """How high the dice are at the largest size that leaves them in the room."""
        width = self.told.width
        # A pixel more than measured is what rounding may take.
        size = fitting_size(dice.text, dice.most, dice.least, width, room - self.told.spacing - 1, False)
        return measure(dice.text, size, False, width * 0.985)[1] + 1


def shortened(total: str, size: float, width: float, height: float) -> str:
    """Return a sum with as many of its last addends as fit; its end, which is what is rolled, always stays."""
    parts = re.split(r" (?=[+=] )", total)
    for first in range(len(parts)):
        said = " ".join(["…", *parts[first:]] if first else parts)
        if measure(said, size, True, width)[1] <= height:
            return said
    return said


def together(lines: Sequence[str]) -> list[str]:
    """Return the lines with equal ones counted: three Acolytes take one line."""
    counted: dict[str, int] = {}
    for line in lines:
        counted[line] = counted.get(line, 0) + 1
    return [line if n == 1 else f"{n} × {line}" for line, n in counted.items()]


def result_lines(side: SideView) -> list[str]:
    """Return a side's results, one per line, by shape, number and word."""
    return [f"{symbol_mark(r, n)} {v} {words(r, v)}" for n, (r, v) in enumerate(side.results)]


def dice_line(side: SideView) -> str:
    """Return a side's dice as they are drawn."""
    return dice_row(side.faces)


def side_lines(side: SideView) -> list[str]:
    """Return all that is known of a side, as lines to read."""
    return [line for line in (side.total, *result_lines(side), dice_line(side), *side.lines) if line]


class DiceText(Fit):
    """Dice as they fell."""


class ResultText(Text):
    """What the dice come to."""

    result = StringProperty("")


class TotalText(Text):
    """What a side rolls, and why."""


class PieceText(Text):
    """Pieces and their fate."""


class Recent(ButtonBehavior, Fit):
    """The last things that happened; a tap opens the log."""

    lines = ListProperty()

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        choose = Clock.create_trigger(self._choose, -1)
        self.bind(size=choose, lines=choose)

    def _choose(self, *_: Any) -> None:
        """Show as many of the last lines as fit whole; the very last is shortened if it must be."""
        width, height = self.width - 12 * look.u, self.height - 4 * look.u
        if width < 20 or not self.lines:
            self.text = ""
            return
        shown = clipped(self.lines[-1], look.small, width, height)
        for line in reversed(self.lines[:-1]):
            longer = f"{line}\n{shown}"
            if measure(longer, look.small, False, width)[1] > height:
                break
            shown = longer
        self.text = shown


class Ledger(BoxLayout):
    """The whole of it.

    Args:
        on_player: called with a player whose name was tapped.
        on_counter: called with a counter that was tapped and the name of its owner.
        on_side: called with a side of the battle that was tapped.
        on_recent: called when the last lines were tapped.
    """

    titles = Part(BoxLayout)
    card_grid = Part(GridLayout, "cards")
    side_row = Part(BoxLayout, "sides")
    recent = Part(Recent)
    labels = ListProperty()
    column = NumericProperty(0)
    """How wide a big number may be: no wider than it can be high, so that names have the rest."""

    def __init__(
        self,
        on_player: Callable[[PlayerView], None],
        on_counter: Callable[[Counter, str], None],
        on_side: Callable[[SideView], None],
        on_recent: Callable[[], None],
    ) -> None:
        super().__init__()
        self.on_player, self.on_counter, self.on_side = on_player, on_counter, on_side
        self.recent.bind(on_release=lambda _: on_recent())
        self.cards: list[PlayerCard] = []
        self.sides: list[SideBoard] = []

    def show(self, view: View, recent: Sequence[str]) -> None:
        """Draw the view."""
        self.recent.lines = list(recent)
        for side in self.sides:
            self.side_row.remove_widget(side)
        self.sides = []
        if view.sides:
            self._show_cards((), ())
            if 0 <= view.step < len(view.steps):
                said = f"{view.step + 1}/{len(view.steps)}  {view.steps[view.step]}"
                self.titles.add_widget(StepTitle(text=said))
            players = {p.id: p for p in view.players}
            for drawn in view.sides:
                board = SideBoard(drawn, players.get(drawn.player))
                board.bind(on_release=lambda tapped: self.on_side(tapped.side))
                self.sides.append(board)
                self.side_row.add_widget(board)
        else:
            same = {tuple(c.label for c in p.big) for p in view.players}
            self._show_cards(view.players, next(iter(same)) if len(same) == 1 else ())
        self.side_row.size_hint_y = 1 if view.sides else None
        self.side_row.height = 0

    def _show_cards(self, players: Sequence[PlayerView], labels: Sequence[str]) -> None:
        grid = self.card_grid
        crowded = len(players) >= CROWDED
        grid.cols = 2 if crowded else 1
        grid.size_hint_y = 1 if players else None
        grid.height = 0
        while len(self.cards) > len(players):
            grid.remove_widget(self.cards.pop())
        while len(self.cards) < len(players):
            card = PlayerCard(self)
            self.cards.append(card)
            grid.add_widget(card)
        for card, player in zip(self.cards, players, strict=True):
            card.show(player, crowded)
        self.labels = list(labels) * grid.cols
        titles = self.titles
        titles.clear_widgets()
        for column in range(grid.cols if labels else 0):
            titles.add_widget(ColumnGap(narrow=crowded, first=column == 0))
            for label in labels:
                titles.add_widget(ColumnTitle(text=label, narrow=crowded, ledger=self))


class ColumnGap(Fit):
    """The space above the name zones."""

    narrow = BooleanProperty(False)
    first = BooleanProperty(True)


class StepTitle(Fit):
    """How far the battle has come."""


class ColumnTitle(Fit):
    """What the big numbers below are."""

    narrow = BooleanProperty(False)
    ledger = ObjectProperty(None)


load_layout("ledger")
