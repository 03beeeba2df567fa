"""The keys of a turn's Actions, each at its place for the whole game: lit, or hollow with the reason behind a tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.controls.palette_form import BADGE, GAP, GameForm, GroupKey, PaletteLayout, PlacedKey
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.palette import PaletteKey
from companion.table.prompts import Option
from companion.table.words import _, labelled
from layouts.colours import CLEAR, Tint, faded, ink_on, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["CellWords", "PageCell", "PaletteButton", "PaletteGrid", "PalettePage", "offered_of"]

_OFF: Final = 0.5
"""Strength of what cannot be picked."""
_QUIET: Final = 0.35
"""Strength of a field in an enemy's colour that cannot be picked."""
_LINE: Final = 1.1
"""Height of a line of words, per size of type."""
_LINES: Final = 3
_PLACES: Final = 8
"""Places of the page behind a key."""
_TURN: Final = "turn/"
"""What the last place picks where there are several pages."""


class PaletteButton(Tappable, CanvasWidget):
    """A key with its words and its price, or with a sigil; what cannot be picked has no shape and half the strength."""

    face = "bold"

    def __init__(self, use: Callable[[PaletteButton], None], refuse: Callable[[PaletteButton], None]) -> None:
        # It is drawn when its place is known.
        super().__init__(size=(0, 0))
        self.placed: PlacedKey | None = None
        self.option, self.able = "", 0
        self._size, self._cost, self._paid = 0.0, "", ""
        self._field, self._badge = RoundedRect(self.canvas), RoundedRect(self.canvas, light=0)
        self._lines = [TextSprite(self.canvas) for _ in range(_LINES)]
        self._price, self._sign = TextSprite(self.canvas), TextSprite(self.canvas)
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(on_use=lambda _: use(self), on_refusal=lambda _: refuse(self))
        self.bind(state=self.later, focused=self.later)

    def show(self, placed: PlacedKey, size: float, paid: str, option: str, cost: str, refused: str, able: int) -> None:
        """Stand for a key.

        Args:
            placed: the key and how its words stand.
            size: of the type, in pixels.
            paid: the symbol of what is paid.
            option: id of what a tap picks; empty if it is not offered.
            cost: its price; empty for none.
            refused: why it cannot be picked; empty if it can.
            able: of what stands behind it, how many can be picked.
        """
        drawn = placed, size, paid, cost, able, bool(refused)
        if drawn != (self.placed, self._size, self._paid, self._cost, self.able, bool(self.refused)):
            self.later()
        self.placed, self._size, self._paid, self._cost, self.able = placed, size, paid, cost, able
        self.option, self.refused = option, refused
        number = cost or (str(able) if isinstance(placed.key, GroupKey) else "")
        self.text = f"{placed.key.text} {number}".rstrip()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(self._size)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its words and price as drawn, in pixels."""
        widths = [line.width for line in self._lines]
        return round(max(widths)), round(0.85 * _LINE * self._size * max(1, sum(map(bool, widths))))

    def draw(self) -> None:
        placed = self.placed
        if placed is None:
            return
        u, key, down = look.u, placed.key, self.state == "down"
        colour = key.colour if isinstance(key, PaletteKey) and key.sigil else ""
        strength = _OFF if self.refused else 1.0
        ink = faded(look.ink, strength)
        back = look.raised
        if colour:
            back, ink = tint_of(colour), faded(ink_on(colour), strength)
            back = faded(back, _QUIET) if self.refused else back
        elif self.refused:
            back = CLEAR
        if down:
            back = mixed(look.raised if back == CLEAR else back, look.ink, 0.3)
        self._field.cover(self, back, 12 * u)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 12 * u)
        if colour and isinstance(key, PaletteKey):
            for part in (*self._lines, self._price, self._sign, self._badge):
                part.hide()
            sigil = SYMBOLS.get(key.sigil, "")
            size = min(0.66 * self.height, 34 * u) if sigil else self._size
            self._lines[0].put(sigil or key.text, "text", size, ink, self.center_x, self.center_y, "middle")
            return
        self._draw_words(placed, ink, strength)

    def _draw_words(self, placed: PlacedKey, ink: Tint, strength: float) -> None:
        u, words, size = look.u, placed.words, self._size
        grouped = isinstance(placed.key, GroupKey)
        number = str(self.able) if grouped else self._cost
        price = extent(number, "strong", size)[0] if number else 0.0
        price += BADGE * u if grouped else 0.82 * size if number else 0.0
        wide = [extent(line, "bold", size)[0] for line in words.lines]
        gap = (8 if grouped else 6) * u if price else 0.0
        below = bool(price) and words.price == "below"
        rows = len(words.lines) + below
        pitch = min(_LINE * size, (self.height - 2 * u) / rows)
        top = self.center_y + pitch * (rows - 1) / 2
        after = bool(price) and words.price == "after"
        beside = bool(price) and not below and not after
        left = self.center_x - (max(wide) + gap + price) / 2 if beside else 0.0
        for place, line in enumerate(self._lines):
            if place >= len(words.lines):
                line.hide()
                continue
            middle = left + max(wide) / 2 if beside else self.center_x
            if after and place == len(words.lines) - 1:
                middle -= (price + 5 * u) / 2
            line.put(words.lines[place], "bold", size, ink, middle, top - place * pitch, "middle")
        if not price:
            for part in (self._price, self._sign, self._badge):
                part.hide()
            return
        level = top - (rows - 1) * pitch if not beside else self.center_y
        at = left + max(wide) + gap if beside else self.center_x - price / 2
        if after:
            at = self.center_x + (wide[-1] + 5 * u - price) / 2
        if grouped:
            self._sign.hide()
            self._badge.put(at, level - 0.6 * size, price, 1.2 * size, faded(look.accent, strength), 0.5 * size)
            tint = faded(look.accent_ink, strength)
            self._price.put(number, "strong", size, tint, at + price / 2, level, "middle")
            return
        self._badge.hide()
        tint = faded(look.power, strength)
        self._price.put(number, "strong", size, tint, at, level)
        sign = SYMBOLS.get(self._paid, "")
        self._sign.put(sign, "text", 0.72 * size, tint, at + self._price.width + u, level)


class PaletteGrid(CanvasWidget):
    """All keys of a player's Actions, in the rows of the form of the game.

    Args:
        use: called with the id of the option, or of the group, that was tapped.
        refuse: called with a key's words and the reason when a hollow one was tapped.
    """

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        super().__init__()
        self._use, self._refuse = use, refuse
        self._layout, self._paid = PaletteLayout((), 0.0), ""
        self._size, self._rows, self._drawn = 0.0, 1, False
        self._heads: list[tuple[TextSprite, TextSprite, TextSprite]] = []
        self._spare: list[PaletteButton] = []
        self.buttons: dict[str, PaletteButton] = {}
        """By the name of each key, in the order in which they stand."""
        self.chips: dict[str, PaletteButton] = {}
        """By each option that is offered: its key, or the one behind which it stands."""

    def show(self, form: GameForm, prompt: str, options: Mapping[str, Option], paid: str) -> None:
        """Show the keys of a player.

        Args:
            form: of the game.
            prompt: the question in which they are offered.
            options: all that is offered now, by id.
            paid: the symbol of what is paid.
        """
        layout = form.layouts[prompt]
        step = form.step.rows, form.type_size, form.step.drawn
        if (layout, step) != (self._layout, (self._rows, self._size, self._drawn)):
            self._layout, (self._rows, self._size, self._drawn) = layout, step
            self.later()
        self._paid, self.chips = paid, {}
        keys = [placed for row in layout.rows for placed in row.keys]
        before, names = self.buttons, {placed.key.id for placed in keys}
        spare = [*self._spare, *(button for name, button in before.items() if name not in names)]
        self.buttons = {}
        for placed in keys:
            button = before.get(placed.key.id) or (spare.pop() if spare else self._made())
            if button.parent is None:
                self.add_widget(button)
                self.later()
            self.buttons[placed.key.id] = button
            self._tell(button, placed, options)
        for button in spare:
            button.focused = False
            if button.parent is not None:
                self.remove_widget(button)
        self._spare = spare

    def _made(self) -> PaletteButton:
        return PaletteButton(self._used, self._refused)

    def _tell(self, button: PaletteButton, placed: PlacedKey, options: Mapping[str, Option]) -> None:
        key = placed.key
        if isinstance(key, GroupKey):
            offered = [option for one in key.keys if (option := offered_of(one, options)) is not None]
            able = sum(not option.refused for option in offered)
            self.chips |= {option.id: button for option in offered}
            # What stands behind it can be read though none of it can be done.
            button.show(placed, self._size, self._paid, key.id, "", "", able)
            return
        option = offered_of(key, options)
        if option is None:
            cost = "" if key.cost is None else str(key.cost)
            button.show(placed, self._size, self._paid, "", cost, key.missing or _("Not now."), 0)
            return
        self.chips[option.id] = button
        cost = "" if option.cost is None or key.text == str(option.cost) else str(option.cost)
        button.show(placed, self._size, self._paid, option.id, cost, option.refused, 0)

    def _used(self, button: PaletteButton) -> None:
        self._use(button.option)

    def _refused(self, button: PaletteButton) -> None:
        assert button.placed is not None
        self._refuse(button.placed.key.text, button.refused)

    @property
    def headings(self) -> list[str]:
        """The words before the rows, in their order."""
        return [row.heading for row in self._layout.rows if row.heading]

    def draw(self) -> None:
        u, rows = look.u, self._layout.rows
        if not rows:
            return
        pitch = (self.height + GAP * u) / self._rows
        high = pitch - GAP * u
        for place, row in enumerate(rows):
            low = self.top - place * pitch - high
            self._draw_head(place, low + high / 2, high)
            for placed in row.keys:
                button = self.buttons[placed.key.id]
                button.pos, button.size = (self.x + placed.left, low), (placed.wide, high)
        for parts in self._heads[len(rows) :]:
            for part in parts:
                part.hide()

    def _draw_head(self, place: int, middle: float, high: float) -> None:
        """Draw what stands before a row: its word or drawing, and the price where its keys show sigils alone."""
        while len(self._heads) <= place:
            before = self.canvas.before
            self._heads.append((TextSprite(before), TextSprite(before), TextSprite(before)))
        u, (word, price, sign), row = look.u, self._heads[place], self._layout.rows[place]
        ink, size = faded(look.ink, 0.92), self._size
        cost = "1" if any(isinstance(placed.key, PaletteKey) and placed.key.sigil for placed in row.keys) else ""
        if self._drawn:
            word.put(SYMBOLS.get(row.symbol, ""), "text", min(38 * u, high), ink, self.x + 3 * u, middle)
            at, level = self.x + 3 * u + word.width + 2 * u, middle
        else:
            up = 0.5 * _LINE * size if cost else 0.0
            word.put(row.heading, "bold", size, ink, self.x + 3 * u, middle + up)
            at, level = self.x + 3 * u, middle - up
        price.put(cost, "strong", size, look.power, at, level)
        sign.put(
            SYMBOLS.get(self._paid, "") if cost else "", "text", 0.72 * size, look.power, at + price.width + u, level
        )


class PageCell(Tappable, CanvasWidget):
    """A key of the page behind another one: its words, and below them what it does or why it cannot be done."""

    face = "bold"

    def __init__(self, use: Callable[[PageCell], None], refuse: Callable[[PageCell], None]) -> None:
        super().__init__(size=(0, 0))
        self.option = self._below = self._cost = self._paid = ""
        self._field, self._ring = RoundedRect(self.canvas), RoundedRect(self.canvas, ring=3)
        self._name, self._words, self._price, self._sign = (TextSprite(self.canvas) for _ in range(4))
        self.bind(on_use=lambda _: use(self), on_refusal=lambda _: refuse(self))
        self.bind(state=self.later, focused=self.later)

    def show(self, text: str, below: str, cost: str, paid: str, option: str, refused: str) -> None:
        """Stand for something.

        Args:
            text: its words.
            below: what it does.
            cost: its price; empty for none.
            paid: the symbol of what is paid.
            option: id of what a tap picks.
            refused: why it cannot be picked; empty if it can.
        """
        self.text, self._below, self._cost, self._paid = text, refused or below, cost, paid
        self.option, self.refused = option, refused
        self.later()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(look.least)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its words as drawn, in pixels."""
        return self._name.width, round(0.85 * self._name.height)

    def draw(self) -> None:
        u, strength = look.u, _OFF if self.refused else 1.0
        ink, back = faded(look.ink, strength), look.raised
        down = self.state == "down"
        self._field.cover(self, mixed(back, look.ink, 0.3) if down else CLEAR if self.refused else back, 12 * u)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 12 * u)
        size = 1.3 * look.least
        price = extent(self._cost, "strong", size)[0] + 0.9 * size if self._cost else 0.0
        room, left = self.width - 24 * u - price, self.x + 12 * u
        words = clipped(self._below, look.least, room + price, 2.4 * look.least) if self._below else ""
        lines = extent(words, "text", look.least, room + price)[1] if words else 0.0
        most, wrap = fitted(self.text, "bold", size, look.least, room, self.height - lines - 8 * u)
        high = extent(self.text, "bold", most, wrap)[1]
        top = self.center_y + (high + lines) / 2
        self._name.put(self.text, "bold", most, ink, left, top - high / 2, wrap=wrap)
        self._words.put(
            words, "text", look.least, faded(look.ink, 0.85), left, top - high - lines / 2, wrap=room + price
        )
        tint, right = faded(look.power, strength), self.right - 12 * u
        self._price.put(self._cost, "strong", size, tint, right - 0.8 * size, top - high / 2, "right")
        sign = SYMBOLS.get(self._paid, "") if self._cost else ""
        self._sign.put(sign, "text", 0.72 * size, tint, right, top - high / 2, "right")


class PalettePage(CanvasWidget):
    """The page behind a key: eight places in two columns; what more there is stands on further pages.

    Args:
        use: called with the id of what was tapped.
        refuse: called with its words and the reason when it cannot be picked.
    """

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        super().__init__()
        self._use, self._refuse = use, refuse
        self._told: Sequence[CellWords] = ()
        self._paid, self._at = "", 0
        self._cells = [PageCell(self._used, lambda cell: refuse(cell.text, cell.refused)) for _ in range(_PLACES)]
        self.keys: dict[str, PageCell] = {}
        """Of those in sight, by the id of what they pick."""

    def show(self, told: Sequence[CellWords], paid: str, *, anew: bool) -> None:
        """Show what stands here; `anew` from the first page on."""
        self._told, self._paid = told, paid
        self._at = 0 if anew else self._at
        self._turn_to(min(self._at, self._pages - 1))

    def find(self, option: str) -> bool:
        """Turn to the page of an option; return whether it is here."""
        place = next((n for n, words in enumerate(self._told) if words.option == option), None)
        if place is None:
            return False
        self._turn_to(place // self._each)
        return True

    @property
    def _each(self) -> int:
        """Number of keys of a page; where there are several the last place turns it."""
        return _PLACES if len(self._told) <= _PLACES else _PLACES - 1

    @property
    def _pages(self) -> int:
        return max(1, -(-len(self._told) // self._each))

    def _turn_to(self, page: int) -> None:
        self._at, self.keys = page, {}
        shown = list(self._told[page * self._each : (page + 1) * self._each])
        for place, cell in enumerate(self._cells):
            turns = self._pages > 1 and place == _PLACES - 1
            there = place < len(shown) or turns
            if there and cell.parent is None:
                self.add_widget(cell)
            elif not there and cell.parent is not None:
                self.remove_widget(cell)
            if turns:
                said = _("{number} of {most}").format(number=page + 1, most=self._pages)
                cell.show(labelled(_("More"), said), "", "", "", _TURN, "")
            elif there:
                words = shown[place]
                cell.show(words.text, words.below, words.cost, self._paid, words.option, words.refused)
                self.keys[words.option] = cell
        self.later()

    def _used(self, cell: PageCell) -> None:
        if cell.option == _TURN:
            self._turn_to((self._at + 1) % self._pages)
        else:
            self._use(cell.option)

    def draw(self) -> None:
        gap = GAP * look.u
        wide, high = (self.width - gap) / 2, (self.height + gap) / (_PLACES / 2) - gap
        for place, cell in enumerate(self._cells):
            row, column = divmod(place, 2)
            cell.pos = self.x + column * (wide + gap), self.top - (row + 1) * high - row * gap
            cell.size = wide, high


class CellWords(NamedTuple):
    """What a place on the page behind a key says; the fields are those of `PageCell.show`."""

    text: str
    below: str
    cost: str
    option: str
    refused: str


def offered_of(key: PaletteKey, options: Mapping[str, Option]) -> Option | None:
    """Return what is offered for a key; None if nothing is."""
    return next((options[name] for name in key.ids if name in options), None)
