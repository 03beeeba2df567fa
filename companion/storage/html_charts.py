"""The charts of the HTML report: numbers over the game, and luck with dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import compress
from typing import Final

from companion.storage.curve_chart import ChartFrame, chart_frame, names_that_fit
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
"""The largest height of a sigil at the end of a line."""
_LETTER: Final = 7.5
"""Width of a letter; on a phone, whose page shows the chart smaller, letters are twice as large (`report.css`)."""


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
    frame = chart_frame(curves)
    if frame is None:
        return ""
    frame = frame._replace(first=0, left=_LEFT, right=_WIDE - _RIGHT, bottom=_HIGH - _FOOT, top=_TOP)
    drawn = [
        f'<svg class="chart curves" viewBox="0 0 {_WIDE} {_HIGH}" role="img" font-family="sans-serif" font-size="13">',
        *_scale(frame),
        *_turns([(frame.across(number), name) for number, name in moments]),
    ]
    for curve in curves:
        path, pen = "", False
        for number, value in enumerate(curve.values):
            if value is not None:
                x, y = frame.across(number), frame.up(value)
                path += f"H{x:.1f}V{y:.1f}" if pen else f"M{x:.1f} {y:.1f}"
            pen = value is not None
        drawn.append(
            f"<g><title>{escape(curve.player)}</title>"
            f'<path class="curve" d="{path}" fill="none" stroke="{seen_on_surface(curve.colour)}" stroke-width="3" '
            'stroke-linejoin="round" stroke-linecap="round"/></g>'
        )
    side, marks = frame.marks(curves, _MARK, _HIGH - _FOOT)
    drawn += [_tile(curve, players.get(curve.player), y, side, drawings) for y, curve in marks]
    return "".join(drawn) + "</svg>"


def _scale(frame: ChartFrame) -> list[str]:
    """Return a line and a number for each step of the scale."""
    return [
        f'<line x1="{_LEFT}" x2="{_WIDE - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity=".18"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor" opacity=".7">{value}</text>'
        for value in frame.scale(6)
        for y in (frame.up(value),)
    ]


def _turns(places: Sequence[tuple[float, str]]) -> list[str]:
    """Return a line where each turn begins; a name is left out where it would lie over the one before it.

    Names for which there is no room at twice the size are marked, so that a phone leaves them out.
    """
    drawn, names = [], [(x, _LETTER * len(name)) for x, name in places]
    fits = names_that_fit(names, 0, _WIDE - 10, 10)
    large = iter(names_that_fit([(x, 2 * width) for x, width in compress(names, fits)], 0, _WIDE, 20))
    for (x, name), clear in zip(places, fits, strict=True):
        drawn.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_HIGH - _FOOT}" stroke="currentColor" opacity=".12"/>'
        )
        if clear:
            drawn.append(
                f'<text class="{"" if next(large) else "fine"}" x="{x:.1f}" y="{_HIGH - 6}" fill="currentColor" '
                f'opacity=".7">{escape(name)}</text>'
            )
    return drawn


def _tile(curve: Curve, player: PlayerView | None, middle: float, side: float, drawings: Drawings) -> str:
    """Return a player's sigil at the end of their line."""
    colour = colour_of(curve.colour)
    ink = "#000" if ink_on(colour)[0] == 0 else "#fff"
    x, y = _WIDE - _RIGHT + 8, middle - side / 2
    tile = f'<rect x="{x}" y="{y:.1f}" width="{side:.1f}" height="{side - 2:.1f}" rx="6" fill="{colour}"/>'
    if player and drawings.icon(player.sigil):
        inner = 0.76 * side
        at = f'x="{x + (side - inner) / 2:.1f}" y="{y - 1 + (side - inner) / 2:.1f}"'
        return f'{tile}<use href="#d-{player.sigil}" {at} width="{inner:.1f}" height="{inner:.1f}" fill="{ink}"/>'
    at = f'x="{x + side / 2:.1f}" y="{y + 0.66 * side:.1f}"'
    return f'{tile}<text {at} text-anchor="middle" fill="{ink}">{escape(curve.glyph)}</text>'


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
