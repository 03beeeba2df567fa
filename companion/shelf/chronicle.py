"""How a game went: its numbers after each entry, its dice, its battles. Plain data, worked out from the game itself."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from companion.table.runner import Runner
from companion.table.session import LogLine, Session
from companion.table.view import View


class Curve(Struct, frozen=True):
    """A number of a player, at the beginning and after each entry.

    Args:
        player: name.
        colour: `#rrggbb`.
        glyph: the player's mark.
        values: oldest first; None where there was no such number.
    """

    player: str
    colour: str
    glyph: str
    values: list[int | None] = field(default_factory=list)


class Battle(Struct, frozen=True):
    """Entries during which two sides stood against each other.

    Args:
        title: the two sides.
        moment: when it was.
        lines: what was done and what came of it.
    """

    title: str
    moment: str
    lines: list[LogLine] = field(default_factory=list)


class Chronicle(Struct, frozen=True):
    """A game from its beginning up to now.

    Args:
        view: how it stands.
        curves: the big numbers of all players, by what they are called.
        moments: the number of the entry with which each moment (a turn, a round) began, and what it is called.
        battles: in the order they were fought.
        lines: all entries.
    """

    view: View
    curves: dict[str, list[Curve]]
    moments: list[tuple[int, str]]
    battles: list[Battle]
    lines: list[LogLine]


def chronicle(session: Session[Any]) -> Chronicle:
    """Play a game once more, beside the one on the table, and note how it went."""
    runner = Runner(session.game, session.setup)
    runner.rebuild([])
    lines = session.history
    curves: dict[str, dict[str, Curve]] = {}
    moments: list[tuple[int, str]] = []
    battles: list[Battle] = []
    fighting = ""
    for number in range(len(lines) + 1):
        if number:
            runner.feed(lines[number - 1].entry)
        view = session.game.view(runner.state)
        _note(view, number, curves)
        moment = view.header[0] if view.header else ""
        if moment and (not moments or moments[-1][1] != moment):
            moments.append((number, moment))
        sides = " – ".join(side.title for side in view.sides)
        if number and (sides or fighting):
            if sides and sides != fighting:
                battles.append(Battle(sides, moment))
            battles[-1].lines.append(lines[number - 1])
        elif sides:
            battles.append(Battle(sides, moment))
        fighting = sides
    named = {label: list(players.values()) for label, players in curves.items()}
    return Chronicle(session.view, named, moments, battles, lines)


def _note(view: View, number: int, curves: dict[str, dict[str, Curve]]) -> None:
    """Add the big numbers of all players to their curves."""
    for player in view.players:
        for counter in player.big:
            curve = curves.setdefault(counter.label, {}).setdefault(
                player.id, Curve(player.name, player.colour, player.glyph)
            )
            curve.values.extend([None] * (number - len(curve.values)))
            curve.values.append(counter.value)
    for players in curves.values():
        for curve in players.values():
            curve.values.extend([None] * (number + 1 - len(curve.values)))
