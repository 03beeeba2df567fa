"""The charts of the HTML report: numbers over the game, and luck with dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final

from companion.storage.html_look import Drawings, colour_of, isolated, seen_on_surface
from companion.storage.statistics import Curve, Luck
from companion.table.view import PlayerView
from companion.table.words import _, decimal, n_
from layouts.colours import ink_on

__all__ = ["curve_chart", "luck_chart"]

_WIDE: Final = 900
_HIGH: Final = 300
_LEFT: Final = 44
_RIGHT: Final = 48
_FOOT: Final = 28
_TOP: Final = 18
_MARK: Final = 34
"""Most that a sigil at the end of a line takes."""
_LETTER: Final = 7.5
"""Width of a letter; on a phone, whose page shows the chart smaller, letters are twice as large (`report.css`)."""
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 500, 1000)


def curve_chart(
    curves: Sequence[Curve], moments: Sequence[tuple[int, str]], players: Mapping[str, PlayerView], drawings: Drawings
) -> str:
    """Return one number of all players as lines, entry by entry; empty if nothing has changed yet.

    Args:
        curves: of one number.
        moments: index of the entry with which each turn began, and its name.
        players: by name.
        drawings: of the page.
    """
    values = [value for curve in curves for value in curve.values if value is not None]
    length = max((len(curve.values) for curve in curves), default=0)
    if length < 2 or not values:
        return ""
    least, most = min(0, *values), max(1, *values)
    wide, high = _WIDE - _LEFT - _RIGHT, _HIGH - _FOOT - _TOP

    def across(number: int) -> float:
        return _LEFT + wide * number / (length - 1)

    def up(value: float) -> float:
        return _TOP + high * (most - value) / (most - least)

    step = next((step for step in _STEPS if (most - least) / step <= 6), 2000)
    drawn = [
        f'<svg class="chart curves" viewBox="0 0 {_WIDE} {_HIGH}" role="img" font-family="sans-serif" font-size="13">',
        *_scale(range(-(-least // step) * step, most + 1, step), up),
        *_turns([(across(number), name) for number, name in moments], high),
    ]
    ends: list[tuple[float, Curve]] = []
    for curve in curves:
        path, pen = "", False
        for number, value in enumerate(curve.values):
            if value is not None:
                path += f"H{across(number):.1f}V{up(value):.1f}" if pen else f"M{across(number):.1f} {up(value):.1f}"
            pen = value is not None
        drawn.append(
            f"<g><title>{escape(curve.player)}</title>"
            f'<path class="curve" d="{path}" fill="none" stroke="{seen_on_surface(curve.colour)}" stroke-width="3" '
            'stroke-linejoin="round" stroke-linecap="round"/></g>'
        )
        if (last := curve.values[-1]) is not None:
            ends.append((up(last), curve))
    drawn += _marks(ends, players, drawings)
    return "".join(drawn) + "</svg>"


def _scale(values: range, up: Callable[[float], float]) -> list[str]:
    """Return a line and a number for each of these values."""
    return [
        f'<line x1="{_LEFT}" x2="{_WIDE - _RIGHT}" y1="{up(value):.1f}" y2="{up(value):.1f}" '
        f'stroke="currentColor" opacity=".18"/><text x="{_LEFT - 8}" y="{up(value) + 4:.1f}" text-anchor="end" '
        f'fill="currentColor" opacity=".7">{value}</text>'
        for value in values
    ]


def _turns(places: Sequence[tuple[float, str]], high: float) -> list[str]:
    """Return a line where each turn begins; a name is left out where it would lie over the one before it.

    Names for which there is no room at twice the size are marked, so that a phone leaves them out.
    """
    drawn, room, large = [], 0.0, 0.0
    for x, name in places:
        drawn.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_TOP + high}" stroke="currentColor" opacity=".12"/>'
        )
        wide = _LETTER * len(name)
        if x >= room and x + wide + 10 <= _WIDE:
            fine = x < large or x + 2 * wide > _WIDE
            drawn.append(
                f'<text class="{"fine" if fine else ""}" x="{x:.1f}" y="{_HIGH - 6}" fill="currentColor" '
                f'opacity=".7">{escape(name)}</text>'
            )
            room, large = x + wide + 10, large if fine else x + 2 * wide + 20
    return drawn


def _marks(ends: list[tuple[float, Curve]], players: Mapping[str, PlayerView], drawings: Drawings) -> list[str]:
    """Return the players' sigils at the ends of their lines, one below the other."""
    ends.sort(key=lambda end: end[0])
    side = min(_MARK, (_HIGH - _FOOT) / max(1, len(ends)))
    heights: list[float] = []
    for y, __ in ends:
        heights.append(max(y, heights[-1] + side if heights else _TOP))
    low: float = _HIGH - _FOOT
    for at in range(len(heights) - 1, -1, -1):
        heights[at] = min(heights[at], low)
        low = heights[at] - side
    drawn = []
    for middle, curve in zip(heights, [curve for __, curve in ends], strict=True):
        colour, player = colour_of(curve.colour), players.get(curve.player)
        ink = "#000" if ink_on(colour)[0] == 0 else "#fff"
        x, y = _WIDE - _RIGHT + 8, middle - side / 2
        drawn.append(
            f'<rect x="{x}" y="{y:.1f}" width="{side:.1f}" height="{side - 2:.1f}" rx="6" fill="{colour}"/>'
            + _mark(player.sigil if player else "", curve.glyph, (x, y, side), ink, drawings)
        )
    return drawn


def _mark(sigil: str, glyph: str, place: tuple[float, float, float], ink: str, drawings: Drawings) -> str:
    x, y, side = place
    if drawings.icon(sigil):
        inner = 0.76 * side
        at = f'x="{x + (side - inner) / 2:.1f}" y="{y - 1 + (side - inner) / 2:.1f}"'
        return f'<use href="#d-{sigil}" {at} width="{inner:.1f}" height="{inner:.1f}" fill="{ink}"/>'
    middle = f'x="{x + side / 2:.1f}" y="{y + 0.66 * side:.1f}"'
    return f'<text {middle} text-anchor="middle" fill="{ink}">{escape(glyph)}</text>'


def luck_chart(lucks: Sequence[Luck], drawings: Drawings) -> str:
    """Return a row for each player: how many results fell, on a band in which 95 of 100 such games lie."""
    most = max((max(luck.usual[1], luck.fell) for luck in lucks), default=0) + 1
    rows = []
    for luck in lucks:
        colour = seen_on_surface(luck.player.colour)
        least, largest = luck.usual
        room = 560 / most
        band = (
            f'<svg class="chart" viewBox="0 0 600 44" role="img" font-size="15" font-weight="700">'
            f'<rect x="{20 + room * least - 6:.1f}" y="12" width="{room * (largest - least) + 12:.1f}" height="20" '
            'rx="8" fill="currentColor" opacity=".22"/>'
            f'<rect x="{20 + room * luck.expected - 1.5:.1f}" y="7" width="3" height="30" fill="currentColor"/>'
            f'<circle cx="{20 + room * luck.fell:.1f}" cy="22" r="15" fill="{colour}"/>'
            f'<text x="{20 + room * luck.fell:.1f}" y="27.5" text-anchor="middle" '
            f'fill="{"#000" if ink_on(colour)[0] == 0 else "#fff"}">{luck.fell}</text></svg>'
        )
        dice = n_("{n} die", "{n} dice", luck.dice).format(n=luck.dice)
        expected = _("{fell}, {expected} expected").format(fell=luck.fell, expected=decimal(luck.expected))
        name = isolated(luck.player.person or luck.player.name)
        rows.append(
            f"<tr><td>{drawings.tile(luck.player, small=True)} {name}</td>"
            f'<td class="band">{band}</td><td>{escape(expected)}<br><small>{escape(dice)}</small></td></tr>'
        )
    return f'<div class="wide"><table class="luck">{"".join(rows)}</table></div>' if rows else ""
