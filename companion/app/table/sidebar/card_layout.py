"""Lay out the name, the pips and the marks of a player's card so that none of them lies over anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.app.table.sidebar.mark_rows import CLOSER, MarkRows, Plan
from companion.table.view import PlayerView
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["CardLayout", "crowded", "named", "unnamed"]

_PACKED: Final = 55
"""Minimum height of a card with a name above low pips and marks, in units."""
_LOW: Final = 48
"""Minimum height of a card with a name above marks and very low pips, in units."""
_NUMBERS: Final = 30
"""Minimum height that big numbers have above marks and pips in one row each, in units."""
_CLOSE: Final = 15
"""Units between two rows of marks that are as close as can be."""
_AFTER: Final = 6
"""Units between a name and marks, or marks and pips."""


class CardLayout(NamedTuple):
    """The places of everything beside sigil and big numbers, above the lower edge of the card.

    Args:
        plan: where the marks are across.
        pips: left end, middle and height of the pips, in pixels.
        lines: middle of each row of marks, in pixels.
        name: that is shown; empty for none.
        left: end of the name, in pixels.
        middle: of the name, in pixels.
        size: of its type.
        wrap: where its lines break; 0 for one line.
    """

    plan: Plan
    pips: tuple[float, float, float]
    lines: tuple[float, ...]
    name: str = ""
    left: float = 0.0
    middle: float = 0.0
    size: float = 0.0
    wrap: float = 0.0

    @property
    def top(self) -> float:
        """Upper end of pips and marks, in pixels."""
        upper = max(self.lines[row] for row, _left in self.plan.places) if self.plan.places else 0.0
        return max(self.pips[1] + self.pips[2] / 2, upper + self.plan.style.sign / 2)


def _most(share: float, high: float) -> float:
    """Return the maximum size of marks: larger ones would overlap the pips, and leave the card."""
    return float(min(max(look.least, 0.95 * look.small), max(20 * look.u, share * high)))


def crowded(rows: MarkRows, player: PlayerView, box: tuple[float, float], high: float) -> CardLayout:
    """Return the layout below the big numbers.

    Pips stand above the marks, or after them in a low card. Marks are in two rows where one is too short.

    Args:
        rows: that draw the pips and marks.
        player: whose card it is.
        box: left and right end of the rows, in pixels.
        high: of the card, in pixels.
    """
    u, most = look.u, _most(0.3, high)
    pitch = max(_CLOSE * u, (0.7 * high - 22 * u) / 1.08 / CLOSER)
    if plan := rows.plan(player, box, most, (box[0],), pitch):
        # Clear of the frame, and of the pips.
        lower = max(0.2 * high, 3 * u + 0.63 * plan.style.sign)
        pips = box[0], max(0.4 * high, lower + 0.5 * plan.style.sign + 2.5 * u), 5 * u
        layout = CardLayout(plan, pips, (lower,))
        return layout if high - layout.top >= _NUMBERS * u else _in_one_row(rows, player, box) or layout
    starts = box[0], None
    plan = rows.plan(player, box, most, starts, _CLOSE * u) or rows.overfull(player, box, starts)
    more = max(0.0, min((high - 62 * u) / 4, 4 * u))
    lines = 12 * u + more, 27 * u + 1.5 * more
    return CardLayout(plan, (box[0], lines[1], 8 * u), lines)


def _in_one_row(rows: MarkRows, player: PlayerView, box: tuple[float, float]) -> CardLayout | None:
    """Return the layout with small marks, and narrow pips after them; None if they have no room."""
    (left, right), u, pipped = box, look.u, rows.pipped(player)
    number = pipped.most if pipped else 0
    plan = rows.plan(player, (left, right - (5.5 * number + _AFTER) * u), look.least, (left,), _CLOSE * u)
    if plan is None:
        return None
    begin, middle = max(plan.ends) + _AFTER * u, 3 * u + 0.63 * plan.style.sign
    wide = min(10 * u, (right - begin) / max(1, number) - plan.style.between)
    return CardLayout(plan._replace(pip=wide), (begin, middle, 8 * u), (middle,))


def named(rows: MarkRows, player: PlayerView, box: tuple[float, float], room: float, high: float) -> CardLayout:
    """Return the layout of a card with room for its name, which is above pips and marks.

    Args:
        rows: that draw the pips and marks.
        player: whose card it is.
        box: left and right end of the rows, in pixels.
        room: maximum width of the name, in pixels.
        high: of the card, in pixels.
    """
    u, middle = look.u, high / 2
    said, plain = player.sits_there or player.name, not (rows.pipped(player) or rows.marked(player))
    size, wrap = fitted(said, "bold", look.body, look.least, room, high if plain else 0)
    plan = rows.plan(player, box, _most(0.34, high), (box[0], None), 22 * u)
    if plan is None:
        return _four_rows(rows, player, box, high, said)
    return CardLayout(
        plan,
        (box[0], middle - 2 * u, 17 * u),
        (middle - 26 * u, middle - 2 * u),
        said,
        box[0],
        middle + (0 if plain else 23 * u),
        size,
        wrap,
    )


def _four_rows(rows: MarkRows, player: PlayerView, box: tuple[float, float], high: float, name: str) -> CardLayout:
    """Return the layout of a high card with many marks: name, a row of marks, pips with marks, and another row."""
    u, left = look.u, box[0]
    apart = (high - 24 * u) / 3
    lines = 12 * u, 12 * u + apart, 12 * u + 2 * apart
    starts = left, left, None
    plan = rows.plan(player, box, look.least, starts, min(apart, 16 * u)) or rows.overfull(player, box, starts)
    return CardLayout(plan, (left, lines[2], 8 * u), lines, name, left, high - 12 * u, look.least)


def unnamed(rows: MarkRows, player: PlayerView, box: tuple[float, float], high: float) -> CardLayout:
    """Return the layout of a low card: with the person's name in the least type, if there is any room for it.

    Args:
        rows: that draw the pips and marks.
        player: whose card it is.
        box: left and right end of the rows, in pixels.
        high: of the card, in pixels.
    """
    u, (left, right), middle = look.u, box, high / 2
    if player.sits_there and high >= _PACKED * u:
        for said in _shortened(player.sits_there, right - left):
            if high >= 74 * u and not rows.plan(player, box, 20 * u, (left, None), _CLOSE * u):
                return _four_rows(rows, player, box, high, said)
            after = left + extent(said, "bold", look.least)[0] + _AFTER * u
            if plan := _two_or_three(rows, player, box, 20 * u, after, _CLOSE * u):
                three = 12 * u, high - 29 * u, high - 13 * u
                return CardLayout(plan, (left, three[1], 6 * u), three, said, left, three[2], look.least)
    low = high < 70 * u
    above, below = (11 * u, 9 * u) if low else (13 * u, 14 * u)
    most, starts = _most(0.34, high), (left, None)
    tall = (13 if low else 17) * u
    if plan := rows.plan(player, box, most, starts, above + below):
        lines = middle - below, middle + above
        beside = max(*plan.ends, left + plan.wide(rows.pipped(player))) + 6 * u
        if player.sits_there and max(90 * u, extent(player.sits_there, "bold", look.least)[0]) <= right - beside:
            return CardLayout(plan, (left, lines[1], tall), lines, player.sits_there, beside, middle, look.least)
        if player.sits_there and high >= _LOW * u and (layout := _low_with_name(rows, player, box, high)):
            return layout
        return CardLayout(plan, (left, lines[1], tall), lines)
    if player.sits_there and high >= _LOW * u and (layout := _low_with_name(rows, player, box, high)):
        return layout
    apart = min(middle - 10 * u, 16 * u)
    rising = left, left, None
    plan = rows.plan(player, box, 20 * u, rising, apart) or rows.overfull(player, box, rising)
    return CardLayout(plan, (left, middle + apart, 8 * u), (middle - apart, middle, middle + apart))


def _low_with_name(rows: MarkRows, player: PlayerView, box: tuple[float, float], high: float) -> CardLayout | None:
    """Return the layout of a very low card with the person's name above narrow pips; None if it has no room."""
    (left, right), u = box, look.u
    more = (high - _LOW * u) / 4
    lines = 11 * u + more, high - 12 * u - more
    for said in _shortened(player.sits_there, right - left):
        after = left + extent(said, "bold", look.least)[0] + _AFTER * u
        for starts in ((left,), (left, after)):
            if plan := rows.plan(player, box, 20 * u, starts, _CLOSE * u):
                return CardLayout(plan, (left, 22.5 * u + 1.2 * more, 5 * u), lines, said, left, lines[1], look.least)
    return None


def _two_or_three(
    rows: MarkRows, player: PlayerView, box: tuple[float, float], most: float, after: float, pitch: float
) -> Plan | None:
    """Return where marks are below a name and after the pips, or after the name, too."""
    left = box[0]
    return rows.plan(player, box, most, (left, None), pitch) or rows.plan(player, box, most, (left, None, after), pitch)


def _shortened(name: str, room: float) -> Iterator[str]:
    """Yield a name that has room, and then shorter forms with an ellipsis."""
    forms = [name, *(f"{name[:end].rstrip()}…" for end in range(len(name) - 1, 2, -1))]
    yield from (said for said in forms if extent(said, "bold", look.least)[0] <= room)
