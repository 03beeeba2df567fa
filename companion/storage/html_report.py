"""A game as a page that people can read: standings, curves, dice, battles, the log. It needs nothing but itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from companion.storage.statistics import BattleRecord, Curve, GameStatistics, chronicle
from companion.table.session import LogLine, Session
from companion.table.view import Counter as Shown
from companion.table.view import PlayerView
from companion.table.words import _, decimal, labelled, n_

_STYLE: Final = """<style>
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem;
  color: #1b1b1f; background: #fff; }
h1, h2, h3 { line-height: 1.2; } h2 { border-bottom: 1px solid #ccc; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; } svg { width: 100%; height: auto; }
ol { padding-left: 2.5rem; } li ul { color: #444; padding-left: 1.2rem; } .mark { font-weight: bold; }
@media print { h2 { break-after: avoid; } svg, table { break-inside: avoid; } }
</style>"""

_WIDE: Final = 900
_HIGH: Final = 260
_LEFT: Final = 40
_FOOT: Final = 28


def report(session: Session[Any]) -> str:
    """Return a game as one page of HTML, in the language in use. Secret answers are not in it."""
    found = chronicle(session)
    view = found.view
    parts = [
        f"<h1>{escape(view.title)}</h1>",
        f"<p>{escape(view.finished or ', '.join(view.header))}</p>",
        *_section(_("Standings"), _standings(view.players)),
    ]
    for label, curves in found.curves.items():
        parts += _section(label, _chart(curves, found.moments))
    names = {player.id: player.name for player in view.players}
    parts += _section(_("Dice"), _dice(found.lines, names))
    parts += _section(
        n_("{n} battle", "{n} battles", len(found.battles)).format(n=len(found.battles)), _battles(found.battles)
    )
    parts += _section(_("Full log"), _log(found))
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{escape(view.title)}</title>'
        f'<meta name="viewport" content="width=device-width">{_STYLE}</head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _section(title: str, content: str) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", content] if content else []


def _standings(players: Sequence[PlayerView]) -> str:
    """Return a row for each player with the numbers of the ledger and what else is known."""
    names = list(dict.fromkeys(counter.label for player in players for counter in _counters(player)))
    if not players:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *names))
    rows = []
    for player in players:
        values = {counter.label: counter.value for counter in _counters(player)}
        cells = "".join(f"<td>{values.get(name, '')}</td>" for name in names)
        rows.append(f"<tr><td>{_named(player.name, player.glyph, player.colour)}</td>{cells}</tr>")
    more = "".join(
        f"<p>{labelled(_named(player.name, player.glyph, player.colour), escape('; '.join(player.details)))}</p>"
        for player in players
        if player.details
    )
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>{more}"


def _counters(player: PlayerView) -> list[Shown]:
    return [*player.big, *(counter for counter in player.small if counter.symbol)]


def _named(name: str, glyph: str, colour: str) -> str:
    return f'<span class="mark" style="color: {escape(colour)}">{escape(glyph)}</span> {escape(name)}'


def _chart(curves: Sequence[Curve], moments: Sequence[tuple[int, str]]) -> str:
    """Return the curves of all players as steps, entry by entry.

    Turns are upright lines.
    """
    values = [value for curve in curves for value in curve.values if value is not None]
    length = max((len(curve.values) for curve in curves), default=0)
    if length < 2 or not values:
        return ""
    least, most = min(0, *values), max(1, *values)
    wide, high = _WIDE - _LEFT - 10, _HIGH - _FOOT - 10

    def across(number: int) -> float:
        return _LEFT + wide * number / (length - 1)

    def up(value: int) -> float:
        return 10 + high * (most - value) / (most - least)

    drawn = [
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img" font-family="sans-serif" font-size="12">',
        *(
            f'<line x1="{_LEFT}" x2="{_WIDE - 10}" y1="{up(value):.1f}" y2="{up(value):.1f}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 6}" y="{up(value) + 4:.1f}" text-anchor="end" fill="#555">{value}</text>'
            for value in sorted({least, 0, (least + most) // 2, most})
        ),
    ]
    room = 0.0
    for number, moment in moments:
        x = across(number)
        drawn.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="10" y2="{10 + high}" stroke="#ddd"/>')
        # A label is left out where it would lie over the one before it.
        if x >= room:
            drawn.append(f'<text x="{x:.1f}" y="{_HIGH - 8}" fill="#555">{escape(moment)}</text>')
            room = x + 7 * len(moment) + 10
    for curve in curves:
        path, pen = "", False
        for number, value in enumerate(curve.values):
            if value is not None:
                path += f"H{across(number):.1f}V{up(value):.1f}" if pen else f"M{across(number):.1f} {up(value):.1f}"
            pen = value is not None
        drawn.append(
            f'<path d="{path}" fill="none" stroke="{escape(curve.colour)}" stroke-width="2.5">'
            f"<title>{escape(curve.player)}</title></path>"
        )
    keys = " &#160; ".join(_named(curve.player, curve.glyph, curve.colour) for curve in curves)
    return "".join(drawn) + f"</svg><p>{keys}</p>"


def _dice(lines: Iterable[LogLine], names: Mapping[str, str]) -> str:
    """How often each face fell, for each player and where the dice came from."""
    sources = {
        "tower": _("dice tower"),
        "virtual": _("rolled here"),
        "touch": _("typed in"),
        "hand": _("typed in"),
        "button": _("typed in"),
    }
    fell: dict[tuple[str, str], Counter[int]] = {}
    symbols = 0
    for line in lines:
        entry = line.entry
        if entry.kind == "roll" and isinstance(entry.value, list):
            row = fell.setdefault((names.get(entry.who, entry.who), sources.get(entry.source, entry.source)), Counter())
            row.update(face for face in entry.value if isinstance(face, int))
        elif entry.kind == "roll":
            symbols += 1
    faces = sorted({face for row in fell.values() for face in row})
    rows = []
    for (who, source), row in sorted(fell.items()):
        number = row.total()
        mean = sum(face * times for face, times in row.items()) / number if number else 0
        cells = "".join(f"<td>{row[face]}</td>" for face in faces)
        rows.append(
            f"<tr><td>{escape(who)}, {escape(source)}</td>{cells}<td>{number}</td><td>{decimal(mean, 2)}</td></tr>"
        )
    head = "".join(f"<th>{escape(str(title))}</th>" for title in ("", *faces, _("Dice"), _("Mean")))
    table = f"<table><tr>{head}</tr>{''.join(rows)}</table>"
    typed = n_("{n} roll was typed in as results.", "{n} rolls were typed in as results.", symbols).format(n=symbols)
    return (table if rows else "") + (f"<p>{escape(typed)}</p>" if symbols else "")


def _battles(battles: Iterable[BattleRecord]) -> str:
    return "".join(
        f"<h3>{escape(', '.join(filter(None, (battle.moment, battle.title))))}</h3>{_lines(battle.lines)}"
        for battle in battles
    )


def _log(found: GameStatistics) -> str:
    """All entries, in parts that follow the turns."""
    if not found.lines:
        return ""
    bounds = [number for number, __ in found.moments] or [0]
    names = [name for __, name in found.moments] or [""]
    parts = []
    for place, (begin, name) in enumerate(zip(bounds, names, strict=True)):
        end = bounds[place + 1] if place + 1 < len(bounds) else len(found.lines)
        # The entry with which a moment begins has brought it about.
        begin = begin if place else 0
        title = f"<h3>{escape(name)}</h3>" if name and begin < end else ""
        parts.append(title + _lines(found.lines[begin:end]))
    return "".join(parts)


def _lines(lines: Sequence[LogLine]) -> str:
    if not lines:
        return ""
    shown = []
    for line in lines:
        facts = "".join(f"<li>{escape(text)}</li>" for fact in line.facts if (text := fact.text()))
        note = f" ({escape(line.entry.note)})" if line.entry.note else ""
        shown.append(f"<li>{escape(line.entry.label)}{note}{f'<ul>{facts}</ul>' if facts else ''}</li>")
    return f'<ol start="{lines[0].number}">{"".join(shown)}</ol>'
