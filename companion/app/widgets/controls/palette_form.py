"""The form of the page of Actions: chosen once for a whole game, from the keys, the room and the size of type.

The first step in which every row of every player has room is taken, for all players alike. Nothing here knows a window
or a game: texts are measured by the metrics of their font.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from msgspec import Struct

from companion.table.palette import CARDS, GATES, LENT, OWN, PIECES, Palette, PaletteKey, PaletteRow
from layouts.theme import look
from layouts.typeset import extent, parted

__all__ = [
    "BADGE",
    "FormStep",
    "GameForm",
    "GroupKey",
    "KeyWords",
    "Measures",
    "PaletteLayout",
    "PlacedKey",
    "PlacedRow",
    "form_of",
    "price_width",
]

GAP: Final = 6
"""Units between keys, both ways."""
PAD: Final = 16
"""Units of a key beside its words, both sides together."""
_LESS: Final = 6
"""Units of them that may go where a row has no room else."""
_MORE: Final = 90
"""The most units that a key is wider than its words ask."""
_SIGIL: Final = 46
"""Least width of a key that shows a sigil, in units."""
_COLUMN: Final = 38
"""Width of a drawing before a row, in units."""
BADGE: Final = 14
"""Units of a number on a key beside its digits."""


class Measures(Struct, frozen=True):
    """What the form depends on besides the keys, in pixels.

    Args:
        unit: of length.
        type_size: of the words.
        least: the smallest type.
        finger: what a finger hits, half of the gaps included.
        broad: width and height of all rows beside a ledger with names.
        narrow: the same beside a ledger without names.
    """

    unit: float
    type_size: float
    least: float
    finger: float
    broad: tuple[float, float]
    narrow: tuple[float, float]

    @classmethod
    def now(cls, broad: tuple[float, float], narrow: tuple[float, float]) -> Measures:
        """Return those of the look, with the room that there is."""
        return cls(look.u, max(look.least, 0.95 * look.small), look.least, look.finger, broad, narrow)


class FormStep(Struct, frozen=True):
    """A form that the page may have.

    Args:
        name: a letter, as the design has it.
        narrow: whether the ledger stands without names.
        rows: how many rows of keys there are.
        behind: for groups that are not in sight the group behind whose key they stand.
        drawn: whether a drawing stands before each row in place of a word.
    """

    name: str
    narrow: bool
    rows: int
    behind: Mapping[str, str]
    drawn: bool = False


_CARDS: Final = {CARDS: CARDS, LENT: LENT}
_GATES: Final = {**_CARDS, GATES: GATES}
_OWN: Final = {GATES: GATES, OWN: OWN, CARDS: OWN, LENT: OWN}
STEPS: Final = (
    FormStep("A", narrow=False, rows=6, behind=_CARDS),
    FormStep("B", narrow=True, rows=7, behind=_CARDS),
    FormStep("B", narrow=True, rows=7, behind=_CARDS, drawn=True),
    FormStep("C", narrow=True, rows=7, behind=_GATES),
    FormStep("C", narrow=True, rows=7, behind=_GATES, drawn=True),
    FormStep("D", narrow=True, rows=5, behind=_OWN, drawn=True),
    FormStep("E", narrow=True, rows=5, behind={**_OWN, PIECES: OWN}, drawn=True),
)
"""The forms, the one with most in sight first."""


class GroupKey(Struct, frozen=True):
    """The key behind which others stand, with the number of those that can be picked."""

    group: str
    text: str
    keys: tuple[PaletteKey, ...]

    @property
    def id(self) -> str:
        """Its name among the keys."""
        return f"behind/{self.group}"


class KeyWords(Struct, frozen=True):
    """How the words of a key stand: its lines, and whether the price is after the last one or below them.

    Args:
        wide: least width of the key, in pixels.
        lines: its words.
        price: `beside` all lines, `after` the last one, or `below` them.
    """

    wide: float
    lines: tuple[str, ...]
    price: str = "beside"


class PlacedKey(Struct, frozen=True):
    """A key in its row: how far from the left its place begins and how wide it is, in pixels, and its words."""

    key: PaletteKey | GroupKey
    left: float
    wide: float
    words: KeyWords


class PlacedRow(Struct, frozen=True):
    """A row of keys, with the word or the drawing before it."""

    keys: tuple[PlacedKey, ...]
    heading: str = ""
    symbol: str = ""


class PaletteLayout(Struct, frozen=True):
    """Where the keys of a player stand.

    Args:
        rows: from the top.
        slack: the room that is left in the fullest row, in pixels; below 0 it has none.
    """

    rows: tuple[PlacedRow, ...]
    slack: float


class GameForm(Struct, frozen=True):
    """The form of a game, and where the keys of each player stand in it.

    Args:
        type_size: of words, in pixels.
        layouts: by the question in which they are offered.
    """

    step: FormStep
    type_size: float
    layouts: Mapping[str, PaletteLayout]

    @property
    def slack(self) -> float:
        """The room that is left in the fullest row of all, in pixels."""
        return min((layout.slack for layout in self.layouts.values()), default=0.0)


def form_of(palettes: tuple[Palette, ...], measures: Measures) -> GameForm:
    """Return the form of a game: the first step in which every row of every player has room.

    Where none has, the type of the last step is made smaller, down to the least.
    """
    return _form_of(palettes, measures)


@lru_cache(maxsize=8)
def _form_of(palettes: tuple[Palette, ...], measures: Measures) -> GameForm:
    for step in STEPS:
        found = _formed(palettes, measures, step, measures.type_size)
        if found is not None:
            return found
    smaller = measures.type_size
    while smaller > measures.least:
        smaller = max(measures.least, smaller - measures.unit)
        if (found := _formed(palettes, measures, STEPS[-1], smaller)) is not None:
            return found
    last = _formed(palettes, measures, STEPS[-1], measures.least, anyway=True)
    assert last is not None
    return last


def _formed(
    palettes: Sequence[Palette], measures: Measures, step: FormStep, type_size: float, *, anyway: bool = False
) -> GameForm | None:
    """Return the layouts of a step; None if a row has no room, unless it is to be taken anyway."""
    found = {}
    for palette in palettes:
        layout = _Rows(palette, measures, step, type_size).layout(anyway)
        if layout is None:
            return None
        found[palette.prompt] = layout
    return GameForm(step, type_size, found)


class _Rows:
    """The rows of a player in a form."""

    def __init__(self, palette: Palette, measures: Measures, step: FormStep, type_size: float) -> None:
        self._palette, self._step, self._size, self._u = palette, step, type_size, measures.unit
        self._width, high = measures.narrow if step.narrow else measures.broad
        self._high = (high + GAP * self._u) / step.rows - GAP * self._u
        # With half of the gap to its neighbour a key is what a finger needs.
        self._least = max(41 * self._u, measures.finger - GAP * self._u)
        words = [row.heading for row in palette.rows if row.heading]
        drawn = _COLUMN * self._u
        if step.drawn and _priced(palette):
            drawn += price_width(1, type_size)
        column = max(extent(word, "bold", type_size)[0] for word in words) if words and not step.drawn else drawn
        self._column = column + 8 * self._u if words else 0.0

    @property
    def column(self) -> float:
        """Width of what stands before the rows, in pixels."""
        return self._column

    def layout(self, anyway: bool) -> PaletteLayout | None:
        """Return where all keys stand; None if a row has no room, unless it is to be taken anyway."""
        rows, least = list[PlacedRow](), float("inf")
        for row in self._told():
            if not row.keys and row.heading:
                rows.append(PlacedRow((), row.heading, row.symbol))
                continue
            placed, slack = self._placed(row.keys, self._column if row.heading else 0.0)
            least = min(least, slack)
            if slack < -0.5 and not anyway:
                return None
            rows.append(PlacedRow(placed, row.heading, row.symbol))
        return PaletteLayout(tuple(rows), least)

    def _told(self) -> Iterator[_Told]:
        """Yield the keys of each row, with those of groups in place of what stands behind them."""
        behind, (*headed, common, own) = self._step.behind, self._palette.rows
        for row in headed:
            seen = [key for key in row.keys if key.group not in behind]
            shared = self._group_keys([key for key in row.keys if behind.get(key.group) == CARDS])
            yield _Told((*(_shortened(seen) if self._step.drawn and OWN in behind else seen), *shared), row)
        keys = [key for row in (common, own) for key in row.keys]
        groups = self._group_keys([key for row in self._palette.rows for key in row.keys if key.group in behind])
        common_keys = [key for key in common.keys if key.group not in behind]
        own_keys = [key for key in own.keys if key.group not in behind]
        if OWN in behind:
            yield _Told((*common_keys, *groups, *own_keys))
            return
        yield _Told((*common_keys, *groups))
        assert keys
        if self._step.rows - len(headed) < 3:
            yield _Told(tuple(own_keys))
            return
        half = self._half(own_keys)
        yield _Told(tuple(own_keys[:half]))
        yield _Told(tuple(own_keys[half:]))

    def _half(self, keys: Sequence[PaletteKey]) -> int:
        """Return after how many keys of one's own the second row begins: where the fuller row has most room."""
        ways = range(len(keys))
        return max(ways, key=lambda n: (min(self._slack(keys[:n]), self._slack(keys[n:])), -n), default=0)

    def _slack(self, keys: Sequence[PaletteKey | GroupKey]) -> float:
        return self._placed(keys, 0.0)[1] if keys else self._width

    def _group_keys(self, hidden: Sequence[PaletteKey]) -> list[GroupKey]:
        """Return the keys of the groups behind which these stand."""
        found: dict[str, list[PaletteKey]] = {}
        for key in hidden:
            found.setdefault(self._step.behind[key.group], []).append(key)
        order = [group for group in (GATES, LENT, CARDS, OWN) if group in found]
        return [GroupKey(group, self._palette.called(group), tuple(_in_order(found[group]))) for group in order]

    def _placed(self, keys: Sequence[PaletteKey | GroupKey], left: float) -> tuple[tuple[PlacedKey, ...], float]:
        """Return keys in a row that begins after a column, and the room that is left."""
        room = self._width - left - GAP * self._u * (len(keys) - 1)
        ways = [self._ways(key) for key in keys]
        taken = [0] * len(keys)

        def wide() -> list[float]:
            return [max(self._least, some[place].wide) for some, place in zip(ways, taken, strict=True)]

        while sum(wide()) > room:
            # First what gains most by standing in two lines.
            gains = [
                (some[place].wide - some[place + 1].wide, n)
                for n, (some, place) in enumerate(zip(ways, taken, strict=True))
                if place + 1 < len(some)
            ]
            if not gains:
                break
            taken[max(gains)[1]] += 1
        widths = wide()
        if sum(widths) > room:
            widths = [max(self._least, width - _LESS * self._u) for width in widths]
        slack = room - sum(widths)
        if slack < 0 < sum(widths):
            # Nothing else is left: the words are drawn smaller.
            widths = [width * max(0.1, room) / sum(widths) for width in widths]
        more = min(max(0.0, slack) / len(keys), _MORE * self._u)
        starts = accumulate((width + more + GAP * self._u for width in widths), initial=left)
        return tuple(
            PlacedKey(key, start, width + more, some[place])
            for key, start, width, some, place in zip(keys, starts, widths, ways, taken, strict=False)
        ), slack

    def _ways(self, key: PaletteKey | GroupKey) -> list[KeyWords]:
        """Return the ways in which the words of a key may stand, the widest first."""
        if isinstance(key, PaletteKey) and key.sigil:
            return [KeyWords(_SIGIL * self._u, ())]
        badge = len(key.keys) if isinstance(key, GroupKey) else None
        cost = key.cost if isinstance(key, PaletteKey) else None
        return _ways(key.text, cost, badge, self._size, self._high, self._u)


class _Told(Struct, frozen=True):
    """The keys of a row before they have their places."""

    keys: tuple[PaletteKey | GroupKey, ...]
    row: PaletteRow = PaletteRow(())

    @property
    def heading(self) -> str:
        return self.row.heading

    @property
    def symbol(self) -> str:
        return self.row.symbol


def _in_order(keys: Sequence[PaletteKey]) -> list[PaletteKey]:
    """Return what stands behind a key: a player's own first, then what cards bring."""
    order = [GATES, OWN, LENT, PIECES, CARDS]
    return sorted(keys, key=lambda key: order.index(key.group))


def _priced(palette: Palette) -> bool:
    """Return whether the price of a row stands before it, because its keys show sigils alone."""
    return any(key.sigil for row in palette.rows for key in row.keys)


def _shortened(keys: Sequence[PaletteKey]) -> list[PaletteKey]:
    """Return keys without the first word that all of a row share: what stands before the row says it."""
    texts = [parted(key.text) for key in keys if key.group != PIECES]
    if len(texts) < 2 or len({words[0] for words in texts}) > 1 or min(map(len, texts)) < 2:
        return list(keys)
    return [_without_first(key) if key.group != PIECES else key for key in keys]


def _without_first(key: PaletteKey) -> PaletteKey:
    return PaletteKey(key.ids, " ".join(parted(key.text)[1:]), key.missing, key.cost, key.sigil, key.colour, key.group)


@lru_cache(maxsize=2048)
def _ways(text: str, cost: int | None, badge: int | None, size: float, high: float, u: float) -> list[KeyWords]:
    def wide(words: str) -> float:
        return extent(words, "bold", size)[0]

    pad, price = PAD * u, price_width(cost, size) if badge is None else 0.0
    beside = price + 6 * u if price else 0.0
    if badge is not None:
        price = extent(str(badge), "strong", size)[0] + BADGE * u
        beside = price + 8 * u
    found = [KeyWords(wide(text) + beside + pad, (text,))]
    words = parted(text)
    # Letters do not fill the height of their lines.
    if high >= 2 * size + u:
        if len(words) > 1:
            halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
            two = min(halves, key=lambda pair: max(map(wide, pair)))
            found.append(KeyWords(max(map(wide, two)) + beside + pad, two))
            if price and badge is None:
                after = min(halves, key=lambda pair: max(wide(pair[0]), wide(pair[1]) + price + 5 * u))
                found.append(KeyWords(max(wide(after[0]), wide(after[1]) + price + 5 * u) + pad, after, "after"))
        if price and (len(words) == 1 or badge is not None):
            found.append(KeyWords(max(wide(text), price) + pad, (text,), "below"))
    if price and len(words) > 1 and high >= 3 * size + u:
        found.append(KeyWords(max(*map(wide, two), price) + pad, two, "below"))
    return sorted(found, key=lambda way: -way.wide)


def price_width(cost: int | None, size: float) -> float:
    """Return how wide a price is with its sign, the same for all of as many digits; 0 where nothing is paid."""
    return 0.0 if cost is None else extent("8" * len(str(cost)), "strong", size)[0] + 0.82 * size
