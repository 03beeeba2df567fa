"""Seats: an oval table with places; two taps a seat, the place and its faction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import ceil, cos, pi, sin
from typing import Any, Final, cast

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.keyboard import KeyboardPage
from companion.app.widgets.pages.page import Page
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import SHUFFLE, Chair, Seats
from companion.table.session import OpenPrompt
from companion.table.words import _, n_
from layouts.colours import CLEAR, faded, ink_on, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

PLACES: Final = 8
"""Places around the table, unless fewer may sit there."""

BENT: Final = 0.62
"""Exponent of the superellipse on which the places are: 1 would be an ellipse."""

LEAST, HIGHEST = 54, 62
"""Height of a faction's key in units: minimum, so that all fit on a page, and maximum."""

NAMES_ACROSS: Final = 6, 4
"""Names in a row, on a wide and on an upright screen."""
NAME_ROWS: Final = 2, 3
"""Rows of them, likewise."""
NAME_HIGH: Final = 46
"""Height of a name's key in units."""


class ChairKey(Tappable, CanvasWidget):
    """A faction to pick for a place."""

    def __init__(self, chair: Chair, use: Callable[[], None]) -> None:
        super().__init__(size_hint_y=None)
        self.chair, self.text = chair, chair.label
        self._back, self._flag = RoundedRect(self.canvas), RoundedRect(self.canvas, light=0.12)
        self._sign, self._label, self._ring = (
            TextSprite(self.canvas),
            TextSprite(self.canvas),
            RoundedRect(self.canvas, ring=3),
        )
        self.height = HIGHEST * look.u
        self.bind(state=self.later, focused=self.later, chosen=self.later, refused=self.later, on_use=lambda _: use())

    def draw(self) -> None:
        u, chair, (x, y), (w, h) = look.u, self.chair, self.pos, self.size
        colour = tint_of(chair.colour)
        quiet = bool(self.refused)
        back = mixed(look.surface, colour, 0.1 if quiet else 0.25)
        back = look.accent if self.chosen else back
        self._back.cover(self, mixed(back, look.ink, 0.2) if self.state == "down" else back, 10 * u)
        self._flag.put(x, y, h, h, faded(colour, 0.4) if quiet else colour, 10 * u)
        mark = SYMBOLS.get(chair.sigil, chair.glyph)
        self._sign.put(mark, "text", 0.72 * h, ink_on(chair.colour), x + h / 2, y + h / 2, "middle")
        ink = look.accent_ink if self.chosen else look.dim if quiet else look.ink
        room = w - h - 16 * u, h - 4 * u
        words = "\n".join(filter(None, (chair.label, self.refused)))
        if extent(words, "bold", look.least, round(room[0]))[1] > room[1]:
            # Its sigil is there, too.
            words = self.refused or chair.label
        size, wrap = fitted(words, "bold", look.body, look.least, *room)
        self._label.put(words, "bold", size, ink, x + h + 8 * u, y + h / 2, wrap=wrap)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)


class SeatPage(Page):
    """The faction and the name at a place; the seat is taken as soon as the faction is known.

    Args:
        chairs: the factions.
        chair: the faction here now, or None.
        name: who sits here.
        taken: factions at other places, with a text about who plays them.
        letters: maximum length of a name.
        names: to pick in one tap, and whether somebody of that name is at another place.
        likes: what people like to play, by name: they sit down with it if it is free.
        take: called with faction and name.
    """

    def __init__(
        self,
        chairs: tuple[Chair, ...],
        chair: Chair | None,
        name: str,
        taken: dict[str, str],
        letters: int,
        names: dict[str, bool],
        likes: dict[str, str],
        take: Callable[[Chair | None, str], None],
    ) -> None:
        super().__init__(_("Who sits here?"))
        self._take, self._letters = take, letters
        self.chair, self.name = chair, name
        free = {one.id: one for one in chairs if one.id not in taken}
        self._likes = {who: free[seat] for who, seat in likes.items() if seat in free}
        self.keys: dict[str, ChairKey] = {}
        self.name_keys: dict[str, Key] = {}
        self.name_key = self.add_extra(_("Name"), self._write)
        board = BoxLayout(orientation="vertical", spacing=look.gap)
        self.content.add_widget(board)
        if names:
            board.add_widget(self._names(names))
        self.pager, grid = ScrollList(), GridLayout(cols=2 if look.portrait else 3, size_hint_y=None, spacing=look.gap)
        grid.bind(minimum_height=grid.setter("height"))
        board.add_widget(self.pager)
        self.pager.add(grid)
        self.pager.bind(height=lambda _, height: self._fit(height, grid))
        for one in chairs:
            key = ChairKey(one, lambda one=one: self._sit(one, self.name))  # type: ignore[misc]
            key.refused = taken.get(one.id, "")
            self.keys[one.id] = key
            grid.add_widget(key)
        self.leave_key = Key(text=_("Leave it empty"), size_hint_y=None, use=lambda: self._sit(None, ""))
        if chair is not None:
            grid.add_widget(self.leave_key)
        self._show()

    def act(self) -> None:
        self._sit(self.chair, self.name)

    def _names(self, names: dict[str, bool]) -> GridLayout:
        """Return rows of keys for names; at most as many as there is room for."""
        cols = NAMES_ACROSS[look.portrait]
        rows = min(NAME_ROWS[look.portrait], ceil(len(names) / cols))
        grid = GridLayout(cols=cols, size_hint_y=None, height=rows * (NAME_HIGH * look.u + look.gap), spacing=look.gap)
        for name, elsewhere in [*names.items()][: rows * cols]:
            liked = self._likes.get(name)
            sign = SYMBOLS.get(liked.sigil, "") if liked is not None else ""
            key = Key(text=name, sign=sign, size_hint_y=1, disabled=elsewhere)
            key.bind(on_use=lambda _, name=name: self._pick_name(name))
            self.name_keys[name] = key
            grid.add_widget(key)
        for _n in range(rows * cols - len(self.name_keys)):
            grid.add_widget(Widget())
        return grid

    def _sit(self, chair: Chair | None, name: str) -> None:
        self.host.back()
        self._take(chair, name)

    def _pick_name(self, name: str) -> None:
        self.name = "" if self.name == name else name
        chair = self.chair or (self._likes.get(name) if self.name else None)
        if chair is not None:
            self._sit(chair, self.name)
        else:
            self._show()

    def _fit(self, height: float, grid: GridLayout) -> None:
        rows = ceil(len(grid.children) / grid.cols)
        each = (height - (rows - 1) * look.gap) / rows
        for key in grid.children:
            key.height = min(each, HIGHEST * look.u) if each >= LEAST * look.u else HIGHEST * look.u

    def _write(self) -> None:
        self.keyboard = KeyboardPage(_("Who sits here?"), self.name, self._written, self._letters)
        self.host.open(self.keyboard)

    def _written(self, words: str) -> None:
        self.host.back()
        self.name = words
        self._show()

    def _show(self) -> None:
        for key in self.keys.values():
            key.chosen = key.chair is self.chair
        for name, name_key in self.name_keys.items():
            name_key.chosen = name == self.name
        # A name that has a key of its own is bright there; beside a pencil the longest has no room.
        typed = "" if self.name in self.name_keys else self.name
        self.name_key.text = typed or (_("Other name") if self.name_keys else _("Name"))
        self.name_key.sign = "" if typed else SYMBOLS["pencil"]
        self.primary.set_action(_("Done") if self.chair is not None else _("Tap a faction"), self.chair is not None)


class SeatKey(Tappable, CanvasWidget):
    """A place at the table."""

    def __init__(self, use: Callable[[], None]) -> None:
        super().__init__()
        self.chair: Chair | None = None
        self.name = ""
        self._back, self._edge = RoundedRect(self.canvas), RoundedRect(self.canvas, ring=2)
        self._sign, self._label = TextSprite(self.canvas), TextSprite(self.canvas)
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(state=self.later, focused=self.later, on_use=lambda _: use())
        self.show(None, "")

    def show(self, chair: Chair | None, name: str) -> None:
        """Show who sits here, if anybody."""
        self.chair, self.name = chair, name
        self.text = ", ".join(filter(None, (chair.label, name))) if chair is not None else _("Empty seat")
        self.later()

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        chair = self.chair
        colour = tint_of(chair.colour) if chair is not None else look.hollow if look.fielded else look.raised
        self._edge.cover(self, faded(look.ink, 0.45) if chair is None and look.fielded else CLEAR, 14 * u)
        self._back.cover(self, mixed(colour, look.ink, 0.3) if self.state == "down" else colour, 14 * u)
        ink = ink_on(chair.colour) if chair is not None else look.dim
        mark = SYMBOLS.get(chair.sigil, chair.glyph) if chair is not None else SYMBOLS["plus"]
        words = (self.name or chair.label) if chair is not None else ""
        longest = extent(words, "bold", look.least)[0] if words else 0.0
        strip = (2.4 if longest > w - 6 * u else 1.25) * look.least if words else 0.0
        side = min(0.8 * (h - strip), 0.6 * w)
        self._sign.put(mark, "text", side, ink, x + w / 2, y + strip + (h - strip) / 2, "middle")
        size, wrap = fitted(words, "bold", look.small, look.least, w - 6 * u, strip)
        self._label.put(words, "bold", size, ink, x + w / 2, y + strip / 2 + 3 * u, "middle", wrap=wrap)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 14 * u)


class RoundTable(Widget):
    """The table and its places, clockwise from the lower left.

    Args:
        number: of places.
        words: text on the table.
        use: called with the place that was tapped.
        shuffle: called when dice are to decide who plays what; None where they cannot.
    """

    def __init__(self, number: int, words: str, use: Callable[[int], None], shuffle: Callable[[], None] | None) -> None:
        super().__init__()
        self._words = TextSprite(self.canvas)
        self._first, self.text = words, words
        self.places = [SeatKey(lambda place=place: use(place)) for place in range(number)]  # type: ignore[misc]
        for place in self.places:
            self.add_widget(place)
        self.shuffle_key = Key(text=_("Shuffle the factions"), sign=SYMBOLS["dice"], size_hint=(None, None))
        if shuffle is not None:
            self.shuffle_key.bind(on_use=lambda _: shuffle())
            self.add_widget(self.shuffle_key)
        self.bind(pos=self._lay, size=self._lay)
        look.tell(self._lay)

    def show(self, taken: Sequence[tuple[Chair | None, str]]) -> None:
        """Show who sits where, each chair with a person's name or nothing, and what can be tapped next."""
        for place, seat in zip(self.places, taken, strict=True):
            place.show(*seat)
        number = sum(chair is not None for chair, __ in taken)
        again = _("Tap a taken seat to name who sits there, or to change it.")
        self.text = again if number > 2 else f"{self._first} {again}" if number else self._first
        self._lay()

    def _lay(self, *_: Any) -> None:
        u, (x, y), (w, h) = look.u, self.center, self.size
        wide, high = min(122 * u, 0.25 * w), min(100 * u, 0.29 * h)
        across, up = (w - wide) / 2, (h - high) / 2
        room = 0.76 * (2 * across - 0.75 * wide), 0.6 * (2 * up - 0.75 * high)
        size, wrap = fitted(self.text, "text", look.body, look.least, *room)
        tall = extent(self.text, "text", size, round(wrap))[1]
        shuffle, number = self.shuffle_key, len(self.places)
        # On a wide screen between the two lowest places, where the table is too low for it.
        gap = 2 * across * sin(pi / number) ** BENT - wide - 2 * look.gap
        wanted = extent(shuffle.text, "text", look.option)[0] + 70 * u
        shuffle.size = min(wanted, room[0] if look.portrait else gap), look.target
        shuffle.center = x, self.center_y - up
        if look.portrait:
            y += (look.target + look.gap) / 2
            shuffle.top = y - tall / 2 - look.gap
        self._words.put(self.text, "text", size, look.ink, x, y, "middle", wrap=wrap)
        for place, key in enumerate(self.places):
            # A superellipse, so that places at the corners use the room there.
            angle = -pi / 2 - 2 * pi * (place + 0.5) / number
            c, s = cos(angle), sin(angle)
            key.size = wide, high
            bent = [(1 if part > 0 else -1) * abs(part) ** BENT for part in (c, s)]
            key.pos = x + across * bent[0] - wide / 2, self.center_y + up * bent[1] - high / 2


@widget_for(Seats)
class SeatsPrompt(PromptWidget):
    """The table with its seats; the primary button takes them."""

    wide = True
    # Keep the seats taken so far if another prompt is asked in between.
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        number = min(PLACES, self.seats.most)
        self.taken: list[tuple[Chair | None, str]] = [(None, "")] * number
        self._before: dict[str, list[tuple[Chair | None, str]]] = {}
        self.table = RoundTable(number, item.prompt.text, self._open, self._shuffle if self.seats.shuffles else None)
        board = BoxLayout()
        board.add_widget(self.table)
        self.add_widget(board)
        self._begin()

    def _begin(self) -> None:
        """Show who sits where: as before the shuffle that was undone, or as it was dealt."""
        self._seat(self._before.get(self.prompt.key) or self._dealt())
        self._update_action()

    def _dealt(self) -> list[tuple[Chair | None, str]]:
        """Return the seats with what is filled in, at the places that are taken already."""
        seated, chairs = self.seats.seated, {chair.id: chair for chair in self.seats.chairs}
        places = [place for place, (chair, __) in enumerate(self.taken) if chair is not None]
        if not seated:
            return self.taken
        if len(places) != len(seated):
            places = [*range(len(seated))]
        found: list[tuple[Chair | None, str]] = [(None, "")] * len(self.taken)
        for place, seat in zip(places, seated, strict=True):
            found[place] = chairs[seat["id"]], seat.get("name", "")
        return found

    def _seat(self, taken: list[tuple[Chair | None, str]]) -> None:
        self.taken = [*taken]
        self.table.show(taken)

    def _shuffle(self) -> None:
        self._before[self.prompt.key] = self.taken
        self.answer({SHUFFLE: self.value})

    @cached_property
    def _known(self) -> dict[str, str]:
        """People from earlier games whose names fit here, with the id of what they like to play or nothing."""
        found = self.context.known_people(max(a * b for a, b in zip(NAMES_ACROSS, NAME_ROWS, strict=True)))
        return {name: seat for name, seat in found.items() if len(name) <= self.seats.letters}

    @property
    def seats(self) -> Seats:
        """The prompt."""
        return cast(Seats, self.prompt)

    @property
    def value(self) -> list[dict[str, str]]:
        """The seats that are taken, clockwise."""
        return [{"id": chair.id, **({"name": name} if name else {})} for chair, name in self.taken if chair is not None]

    def act(self) -> None:
        self.answer(self.value)

    def _open(self, place: int) -> None:
        chair, name = self.taken[place]
        elsewhere = {
            one.id: _("Taken by {name}").format(name=who) if who else _("Sits elsewhere")
            for number, (one, who) in enumerate(self.taken)
            if one is not None and number != place
        }
        sits = [who for number, (one, who) in enumerate(self.taken) if one is not None and who and number != place]
        names = {who: who in sits for who in (*self._known, *sits, *filter(None, [name]))}
        self.page = SeatPage(
            self.seats.chairs,
            chair,
            name,
            elsewhere,
            self.seats.letters,
            names,
            self._known,
            lambda c, n: self._sit(place, c, n),
        )
        self.context.open_page(self.page)

    def _sit(self, place: int, chair: Chair | None, name: str) -> None:
        self.taken[place] = (chair, name if chair is not None else "")
        self.table.show(self.taken)
        self._update_action()

    def _update_action(self) -> None:
        number, least = len(self.value), self.seats.least
        more = least - number
        lacking = n_("Seat {n} more", "Seat {n} more", more).format(n=more)
        said = n_("Play with {n}", "Play with {n}", number).format(n=number)
        self.table.shuffle_key.disabled = number < least
        self.set_action(said if number >= least else lacking, number >= least)
