"""Sums up evenings: games, wins, time and luck of each person, faction and group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, field

from companion.storage.bgstats_export import score
from companion.storage.evenings import MOST_PLAYED, Evening, Played, commonest
from companion.storage.statistics import GameStatistics
from companion.table.view import PlayerView

__all__ = ["Total", "by_faction", "by_group", "by_person", "evening_of"]

_LONGEST: Final = 60


class Total(Struct):
    """The sums of a person, a group or a faction.

    Args:
        name: whose they are.
        games: how many.
        wins: how many were won.
        seconds: the length of all games whose length is known.
        timed: how many games these are.
        fell: how many dice showed the weightiest symbol.
        expected: how many do on average.
        seats: how often each seat was played, by its name.
    """

    name: str
    games: int = 0
    wins: int = 0
    seconds: float = 0.0
    timed: int = 0
    fell: int = 0
    expected: float = 0.0
    seats: Counter[str] = field(default_factory=Counter)


def evening_of(statistics: GameStatistics, id: str, game: str, when: float, seconds: float) -> Evening | None:  # noqa: A002
    """Return what is kept of a game that is over; None of one that has no result that people count.

    Args:
        statistics: how it went.
        id: name of its file, without the ending.
        game: name of the game.
        when: it ended, in seconds.
        seconds: how long the players were asked.
    """
    view = statistics.view
    if not view.finished or view.outcome or not any(player.big for player in view.players):
        return None
    players = [
        player
        for one in view.players
        for before in range(len(one.former) + 1)
        if before == len(one.former) or one.former[before]
        for player in [_played(statistics, one, before)]
    ]
    players += [_played(statistics, one, before) for one in view.gone for before, name in enumerate(one.former) if name]
    players.sort(key=lambda player: player.left)
    turns = max(0, len({name for __, name in statistics.moments}) - 1)
    return Evening(id[:200], game, max(0.0, when), min(max(0.0, seconds), 1e7), turns, tuple(players[:MOST_PLAYED]))


def _played(statistics: GameStatistics, player: PlayerView, before: int) -> Played:
    """Return what is kept of a person who played something, by how many people had played it before."""
    counted, left = score(player), before < len(player.former)
    person = player.former[before] if left else player.person if player.person in statistics.people else ""
    symbol = statistics.luck[0].symbol if statistics.luck else ""
    rolls = [
        roll for roll in statistics.rolls if (roll.player, roll.symbol, roll.before) == (player.id, symbol, before)
    ]
    return Played(
        player.id[:_LONGEST],
        player.name[:_LONGEST].strip(),
        person[:_LONGEST].strip(),
        counted.value if counted is not None and not left else 0,
        player.won and not left,
        sum(roll.dice for roll in rolls),
        sum(roll.fell for roll in rolls),
        round(sum(roll.dice * roll.share for roll in rolls), 2),
        left,
    )


def by_person(evenings: Iterable[Evening]) -> list[Total]:
    """Return the sums of each person, who played most first."""
    return _totals(evenings, lambda evening: [(player.name, [player]) for player in evening.players if player.name])


def by_faction(evenings: Iterable[Evening]) -> list[Total]:
    """Return the sums of each faction, likewise."""
    found = _totals(
        evenings, lambda evening: [(player.seat, [player]) for player in evening.players if not player.left]
    )
    for total in found:
        # Its name is another one in another language; the one used most often is taken.
        total.name = commonest(total.seats) or total.name
    return found


def by_group(evenings: Iterable[Evening]) -> list[Total]:
    """Return the sums of each group of people, likewise; games without a name are left out."""

    def people(evening: Evening) -> list[tuple[str, list[Played]]]:
        names = sorted({player.name for player in evening.players if player.name and not player.left})
        return [(", ".join(names), list(evening.players))] if len(names) > 1 else []

    return _totals(evenings, people)


def _totals(evenings: Iterable[Evening], parts: Callable[[Evening], list[tuple[str, list[Played]]]]) -> list[Total]:
    found: dict[str, Total] = {}
    for evening in evenings:
        # One person may play several factions: that is one game.
        by_name: dict[str, list[Played]] = {}
        for name, players in parts(evening):
            by_name.setdefault(name, []).extend(players)
        for name, players in by_name.items():
            total = found.setdefault(name, Total(name))
            total.games += 1
            total.wins += any(player.won for player in players)
            total.seconds += evening.seconds
            total.timed += evening.seconds > 0
            total.fell += sum(player.fell for player in players)
            total.expected += sum(player.expected for player in players)
            total.seats.update(player.label or player.seat for player in players)
    return sorted(found.values(), key=lambda total: (-total.games, -total.wins, total.name))
