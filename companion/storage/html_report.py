"""A game as a page to share: standings, curves, turns, battles, luck, the log. It needs nothing but itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from companion.storage.bgstats_export import ranked, score
from companion.storage.html_charts import curve_chart, luck_chart
from companion.storage.html_look import Drawings, colour_of, isolated, page
from companion.storage.statistics import BattleRecord, Curve, GameStatistics, chronicle
from companion.storage.story import story
from companion.table.session import LogLine, Session
from companion.table.view import Counter as Shown
from companion.table.view import OutcomeView, PlayerView, SideView, TokenView, View
from companion.table.words import _, decimal, labelled, n_, opening


def report(session: Session[Any]) -> str:
    """Return a game as one page of HTML, in the language in use. Secret answers are not in it."""
    statistics, drawings = chronicle(session), Drawings()
    view = statistics.view
    players = {player.name: player for player in view.everybody}
    named = {player.id: player.name for player in view.everybody}
    parts = [
        f"<h1>{escape(view.title)}</h1>",
        f'<p class="end">{escape(view.finished or ", ".join(view.header))}</p>',
        *_section(_("Standings"), "" if view.outcome else _standings(view, drawings)),
    ]
    lines = "".join(f"<li>{drawings.icon(line.symbol)} {escape(line.words)}</li>" for line in story(statistics))
    parts += _section(
        _("Story of the evening"), f'<div class="card"><ol class="story">{lines}</ol></div>' if lines else ""
    )
    for label, curves in reversed(statistics.curves.items()):
        if view.outcome:
            continue
        chart = curve_chart(curves, statistics.moments, players, drawings)
        parts += _section(label, f'<div class="card">{chart}{_keys(curves, players, drawings)}</div>' if chart else "")
    parts += _section(_("Turn by turn"), "" if view.outcome else _turns(statistics, players, drawings))
    battles = n_("{n} battle", "{n} battles", len(statistics.battles)).format(n=len(statistics.battles))
    parts += _section(battles, _battles(statistics.battles, view, drawings))
    parts += _section(_("Luck"), _luck(statistics, drawings))
    parts += _section(_("Dice"), _carded(_dice(statistics.lines, named)))
    parts += _section(_("Full log"), _log(statistics))
    return page(view.title, "\n".join(parts), drawings.sheet())


def _section(title: str, content: str) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", content] if content else []


def _carded(content: str) -> str:
    return f'<div class="card wide">{content}</div>' if content else ""


def _standings(view: View, drawings: Drawings) -> str:
    """Return a card for each player, the best first, with the numbers of the ledger and what else is known."""
    cards = []
    for __, player in ranked(view):
        counted = score(player)
        others = [
            f"<span>{drawings.icon(counter.symbol)} {escape(counter.label)} {counter.value}</span>"
            for counter in _counters(player)
            if counter is not counted
        ]
        crown = drawings.icon("trophy") + " " if player.won else ""
        faction = f"<div>{isolated(player.name)}</div>" if player.person else ""
        faction += f'<div class="dim">{isolated(player.handed_on)}</div>' if player.former else ""
        deciding = (
            f'<div class="score" title="{escape(counted.label)}">{drawings.icon(counted.symbol)} {counted.value}</div>'
            if counted
            else ""
        )
        won = "won" if player.won else "lost"
        cards.append(
            f'<div class="card player {won}" style="--mine:{colour_of(player.colour)}">{drawings.tile(player)}'
            f'<div class="text"><div class="who">{crown}{isolated(player.person or player.name)}</div>{faction}'
            f'<div class="dim numbers">{" ".join(others)}</div></div>{deciding}</div>'
        )
    cards += [
        f'<div class="card dim">{isolated(words)}</div>' for words in view.changes[-len(view.gone) :] if view.gone
    ]
    return (f'<div class="players">{"".join(cards)}</div>' + _details(view.players, drawings)) if cards else ""


def _details(players: Sequence[PlayerView], drawings: Drawings) -> str:
    """Return the lines behind each player's column, folded."""
    lines = "".join(
        f'<div class="card"><h3>{_name(player, drawings)}</h3>'
        f"{''.join(f'<p>{escape(line)}</p>' for line in player.details)}</div>"
        for player in players
        if player.details
    )
    return (
        f"<details><summary>{escape(_('Units, spellbooks and requirements'))}</summary>{lines}</details>"
        if lines
        else ""
    )


def _counters(player: PlayerView) -> list[Shown]:
    return [*player.big, *(counter for counter in player.small if counter.symbol)]


def _name(player: PlayerView, drawings: Drawings) -> str:
    return f"{drawings.tile(player, small=True)} {isolated(player.called)}"


def _keys(curves: Sequence[Curve], players: Mapping[str, PlayerView], drawings: Drawings) -> str:
    """Return the legend: which line is whose."""
    said = "".join(
        f"<span>{_name(player, drawings)}</span>"
        for curve in curves
        if (player := players.get(curve.player)) is not None
    )
    return f'<p class="keys">{said}</p>'


def _turns(statistics: GameStatistics, players: Mapping[str, PlayerView], drawings: Drawings) -> str:
    """Return a row for each turn with the deciding number of all players at its end, and how many battles it had."""
    if len(statistics.moments) < 2 or not statistics.curves:
        return ""
    label, curves = next(reversed(statistics.curves.items()))
    fought = Counter(battle.moment for battle in statistics.battles)
    head = "".join(
        f"<th>{drawings.tile(player, small=True)}</th>"
        for curve in curves
        if (player := players.get(curve.player)) is not None
    )
    rows = []
    bounds = [number for number, __ in statistics.moments[1:]] + [len(statistics.lines) + 1]
    before: dict[str, int | None] = {}
    for (__, name), end in zip(statistics.moments, bounds, strict=True):
        cells = []
        for curve in curves:
            value = curve.values[min(end, len(curve.values)) - 1]
            gained = value - (before.get(curve.player) or 0) if value is not None else 0
            before[curve.player] = value
            more = f" <small>{gained:+}</small>" if gained else ""
            cells.append(f"<td>{'' if value is None else value}{more}</td>")
        rows.append(f"<tr><td>{escape(name)}</td>{''.join(cells)}<td>{fought[name] or ''}</td></tr>")
    titles = f"<th>{escape(label)}</th>{head}<th>{escape(_('Battles'))}</th>"
    return _carded(f"<table><tr>{titles}</tr>{''.join(rows)}</table>")


def _battles(battles: Iterable[BattleRecord], view: View, drawings: Drawings) -> str:
    """Return a card for each battle: who stood there, their dice, what became of them; what was done is folded."""
    by_id = {player.id: player for player in view.everybody}
    cards = []
    for battle in battles:
        title = escape(", ".join(filter(None, (battle.moment, battle.place or battle.title))))
        became = {one.player: one for one in battle.outcome}
        sides = "".join(_side(side, became.get(side.player), by_id.get(side.player), drawings) for side in battle.sides)
        cards.append(
            f'<div class="card"><h3>{drawings.icon("battle")} {title}</h3><div class="sides">{sides}</div>'
            f"<details><summary>{escape(_steps(len(battle.lines)))}</summary>{_lines(battle.lines)}</details></div>"
        )
    return "".join(cards)


def _side(side: SideView, became: OutcomeView | None, player: PlayerView | None, drawings: Drawings) -> str:
    """Return one side of a battle as it stood at its end, with its luck where that is known."""
    tile = drawings.tile(player, small=True) + " " if player is not None else ""
    person = f' <span class="dim">{isolated(player.person)}</span>' if player is not None and player.person else ""
    fell = [f"{drawings.icon(result)} {number} {escape(opening(_(result)))}" for result, number in side.results]
    if became is not None and became.dice:
        fell = [
            f"{drawings.icon(symbol)} {escape(_('{fell}, {expected} expected').format(fell=n, expected=decimal(mean)))}"
            for symbol, n, mean in became.results
        ]
    fate = f"<p>{escape(became.words)}</p>" if became is not None else ""
    dice = f"{side.number} {escape(side.unit)}" if side.number is not None and side.unit else ""
    pieces = [_token(token, drawings) for token in side.tokens] or [escape(line) for line in side.lines]
    lines = f'<ul class="pieces">{"".join(f"<li>{piece}</li>" for piece in pieces)}</ul>' if pieces else ""
    return (
        f"<div><div>{tile}<strong>{escape(side.title)}</strong>{person}</div>"
        f'<p class="dim">{"; ".join(filter(None, (dice, *fell)))}</p>{fate}{lines}</div>'
    )


def _token(token: TokenView, drawings: Drawings) -> str:
    """Return alike pieces of a side and what has befallen them."""
    said = f"{token.number} {escape(token.label)}"
    stamps = "".join(f" {drawings.icon(stamp)}" for stamp in token.stamps)
    return f'<span class="gone">{said}</span>{stamps}' if token.gone else said + stamps


def _luck(statistics: GameStatistics, drawings: Drawings) -> str:
    """Return a chart for each symbol that counted."""
    charts = []
    for symbol in dict.fromkeys(luck.symbol for luck in statistics.luck):
        rows = luck_chart([luck for luck in statistics.luck if luck.symbol == symbol], drawings)
        head = _("{symbol}: rolled (circle), on average (line), in 95 of 100 such games (band)").format(
            symbol=opening(_(symbol))
        )
        charts.append(f'<div class="card"><p>{drawings.icon(symbol)} {escape(head)}</p>{rows}</div>')
    return "".join(charts)


def _dice(lines: Iterable[LogLine], names: Mapping[str, str]) -> str:
    """Return how often each face fell, for each player and where the dice came from."""
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


def _log(statistics: GameStatistics) -> str:
    """Return the log: all entries, folded in parts that follow the turns."""
    if not statistics.lines:
        return ""
    bounds = [number for number, __ in statistics.moments] or [0]
    names = [name for __, name in statistics.moments] or [""]
    parts = []
    for place, (begin, name) in enumerate(zip(bounds, names, strict=True)):
        end = bounds[place + 1] if place + 1 < len(bounds) else len(statistics.lines)
        # The entry with which a moment begins has brought it about.
        begin = begin if place else 0
        if begin >= end:
            continue
        title = labelled(name, _steps(end - begin))
        parts.append(f"<details><summary>{escape(title)}</summary>{_lines(statistics.lines[begin:end])}</details>")
    return f'<div class="card">{"".join(parts)}</div>'


def _steps(number: int) -> str:
    return n_("{n} step", "{n} steps", number).format(n=number)


def _lines(lines: Sequence[LogLine]) -> str:
    if not lines:
        return ""
    shown = []
    for line in lines:
        facts = "".join(f"<li>{escape(text)}</li>" for fact in line.facts if (text := fact.text()))
        note = f" ({escape(line.entry.note)})" if line.entry.note else ""
        shown.append(f"<li>{escape(line.entry.label)}{note}{f'<ul>{facts}</ul>' if facts else ''}</li>")
    return f'<ol class="log" start="{lines[0].number}">{"".join(shown)}</ol>'
