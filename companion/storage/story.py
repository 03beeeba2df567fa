"""The story of an evening: a few lines that are true and worth telling, from what the journal says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from companion.storage.bgstats_export import ranked, score
from companion.storage.statistics import BattleRecord, Curve, GameStatistics, RollResult
from companion.table.view import PlayerView
from companion.table.words import _, and_list, labelled, n_, opening

__all__ = ["MOST", "StoryLine", "story"]

MOST: Final = 5
"""Lines that are told."""

_CHANGES: Final = 2
"""Changes of hands that are told."""

_RARE: Final = 1 / 8
"""Chance below which a roll is worth telling."""


class StoryLine(Struct, frozen=True):
    """A line of the story.

    Args:
        kind: what it is about: `battle`, `roll`, `lead`, `people`, `short`, `turn`, `losses`.
        symbol: name of a drawing beside it.
        words: the line.
        numbers: what it says in numbers, in the order in which they stand in it.
        players: ids of the players that it is about.
    """

    kind: str
    symbol: str
    words: str
    numbers: tuple[int, ...]
    players: tuple[str, ...]


def story(statistics: GameStatistics) -> list[StoryLine]:
    """Return what is worth telling of a game that is over, at most five lines; nothing of one that goes on."""
    if not statistics.view.finished:
        return []
    told = [StoryLine("battle", "battle", words, (), ()) for words in statistics.view.told[-MOST:]]
    return [*told, *_lines(statistics)][:MOST]


def _lines(statistics: GameStatistics) -> Iterator[StoryLine]:
    """Yield lines, what people talk about most first."""
    for make in (_lead, _people, _bloodiest, _luckiest, _short, _best_turn, _losses):
        if (line := make(statistics)) is not None:
            yield line


def chance_of(roll: RollResult) -> float:
    """Return how likely the dice of a roll show the symbol at least as often as they did."""
    miss, chances = 1 - roll.share, [1.0]
    for __ in range(roll.dice):
        before = [*chances, 0.0]
        chances = [miss * here + roll.share * fewer for here, fewer in zip(before, [0.0, *before], strict=False)]
    return sum(chances[roll.fell :])


def _deciding(statistics: GameStatistics) -> tuple[str, list[Curve]]:
    """Return the number that decides and its curves; nothing where there is none."""
    counted = next((counted for player in statistics.view.players if (counted := score(player)) is not None), None)
    if counted is None:
        return "", []
    # In some games the names of the players change with their parts.
    names = {player.name for player in statistics.view.players}
    return counted.label, [curve for curve in statistics.curves.get(counted.label, []) if curve.player in names]


def _moment(statistics: GameStatistics, entry: int) -> str:
    """Return what the part of the game was called in which an entry was made."""
    return next((name for number, name in reversed(statistics.moments) if number <= entry), "")


def _called(statistics: GameStatistics, player: PlayerView) -> str:
    """Return the person, if known; with the faction where they play several."""
    hands = sum(other.person == player.person for other in statistics.view.players)
    return player.called if hands > 1 else player.person or player.name


def _player(statistics: GameStatistics, name: str) -> PlayerView:
    return next(player for player in statistics.view.players if player.name == name)


def leads(curves: list[Curve]) -> list[tuple[int, str]]:
    """Return when each player came to lead alone who had not been the last to do so: index of the entry, and name."""
    taken: list[tuple[int, str]] = []
    for number in range(max((len(curve.values) for curve in curves), default=0)):
        now = [(value, curve.player) for curve in curves if (value := curve.values[number]) is not None]
        most = max((value for value, __ in now), default=0)
        ahead = [name for value, name in now if value == most]
        if len(now) > 1 and len(ahead) == 1 and (not taken or taken[-1][1] != ahead[0]):
            taken.append((number, ahead[0]))
    return taken


def _lead(statistics: GameStatistics) -> StoryLine | None:
    label, curves = _deciding(statistics)
    taken = leads(curves)
    # What the numbers were before the game began in earnest is nobody's lead.
    if not taken:
        return None
    entry, name = taken[-1]
    player, changes = _player(statistics, name), len(taken) - 1
    words = (
        n_(
            "The lead changed once: {player} took it in {moment}.",
            "The lead changed {n} times; {player} took it last, in {moment}.",
            changes,
        )
        if changes
        else _("{player} led from {moment} to the end.")
    )
    said = words.format(n=changes, player=_called(statistics, player), moment=_moment(statistics, entry))
    return StoryLine("lead", "doom" if label else "", said, (changes,) if changes else (), (player.id,))


def _people(statistics: GameStatistics) -> StoryLine | None:
    """Return who left and who came, the last ones where there are many."""
    changes = statistics.changes[-_CHANGES:]
    if not changes:
        return None
    said = [labelled(one.moment, one.words) for one in changes]
    return StoryLine("people", "people", " ".join(said), (), tuple(dict.fromkeys(one.place for one in changes)))


def _bloodiest(statistics: GameStatistics) -> StoryLine | None:
    def lost(battle: BattleRecord) -> int:
        return sum(side.lost for side in battle.outcome)

    worst = max(statistics.battles, key=lost, default=None)
    if worst is None or not lost(worst):
        return None
    sides = [next((p for p in statistics.view.everybody if p.id == side.player), None) for side in worst.outcome]
    known = [player for player in sides if player is not None]
    where = ", ".join(filter(None, (worst.place, worst.moment)))
    words = n_(
        "Bloodiest battle: {who}, {where}, {n} unit lost.",
        "Bloodiest battle: {who}, {where}, {n} units lost.",
        lost(worst),
    )
    said = words.format(who=and_list([player.name for player in known]), where=where, n=lost(worst))
    return StoryLine("battle", "battle", said, (lost(worst),), tuple(player.id for player in known))


def _luckiest(statistics: GameStatistics) -> StoryLine | None:
    """Return the roll whose result was the least likely; none if nothing rare fell."""
    best = min((roll for roll in statistics.rolls if roll.fell), key=chance_of, default=None)
    if best is None or chance_of(best) > _RARE:
        return None
    once = round(1 / chance_of(best))
    player = next((p for p in statistics.view.everybody if p.id == best.player), None)
    dice = n_("{n} die", "{n} dice", best.dice).format(n=best.dice)
    said = _("Luckiest roll: {player}, {moment}, {symbol} {fell} with {dice}; that comes once in {once} rolls.").format(
        player=_called(statistics, player) if player else best.player,
        moment=best.moment,
        symbol=opening(_(best.symbol)),
        fell=best.fell,
        dice=dice,
        once=once,
    )
    return StoryLine("roll", "dice", said, (best.fell, best.dice, once), (best.player,))


def _short(statistics: GameStatistics) -> StoryLine | None:
    """Return what the best of those who have not won lacked."""
    order = [player for __, player in ranked(statistics.view)]
    first, second = next((p for p in order if p.won), None), next((p for p in order if not p.won), None)
    if second is None:
        return None
    lacking = next((counter for counter in second.small if counter.pips and counter.value < counter.most), None)
    theirs, ours = score(second), score(first) if first is not None else None
    behind = ours.value - theirs.value if ours is not None and theirs is not None else 0
    if theirs is not None and behind > 0 and lacking is not None:
        words = _("{player} was {n} {counter} short, and had {own} of {most} {books}.")
        numbers: tuple[int, ...] = (behind, lacking.value, lacking.most)
    elif theirs is not None and behind > 0:
        words, numbers = _("{player} was {n} {counter} short."), (behind,)
    elif lacking is not None:
        words, numbers = _("{player} had only {own} of {most} {books}."), (lacking.value, lacking.most)
    else:
        return None
    said = words.format(
        player=_called(statistics, second),
        n=behind,
        counter=theirs.label if theirs is not None else "",
        own=lacking.value if lacking is not None else 0,
        most=lacking.most if lacking is not None else 0,
        books=lacking.label if lacking is not None else "",
    )
    return StoryLine("short", "spellbook" if lacking is not None else "doom", said, numbers, (second.id,))


def gains(statistics: GameStatistics, curve: Curve) -> list[tuple[int, str]]:
    """Return what a player has gained in each part of the game, and what that is called."""
    bounds = [*(number for number, __ in statistics.moments), len(curve.values)]
    gained = []
    for (begin, name), end in zip(statistics.moments, bounds[1:], strict=True):
        before, after = curve.values[max(0, begin - 1)], curve.values[min(end, len(curve.values)) - 1]
        if before is not None and after is not None:
            gained.append((after - before, name))
    return gained


def _best_turn(statistics: GameStatistics) -> StoryLine | None:
    label, curves = _deciding(statistics)
    if len(statistics.moments) < 3:
        return None
    best = max(
        ((gain, curve.player, name) for curve in curves for gain, name in gains(statistics, curve)),
        key=lambda one: one[0],
        default=None,
    )
    if best is None or best[0] <= 0:
        return None
    player = _player(statistics, best[1])
    said = _("Most {counter} in one turn: {player}, {n} in {moment}.").format(
        player=_called(statistics, player), moment=best[2], n=best[0], counter=label
    )
    return StoryLine("turn", "trophy", said, (best[0],), (player.id,))


def _losses(statistics: GameStatistics) -> StoryLine | None:
    """Return who has lost most pieces in battles."""
    lost: dict[str, int] = {}
    for battle in statistics.battles:
        for side in battle.outcome:
            lost[side.player] = lost.get(side.player, 0) + side.lost
    player = next((p for p in statistics.view.everybody if lost and p.id == max(lost, key=lambda who: lost[who])), None)
    if player is None or not lost[player.id]:
        return None
    words = n_("{player} lost {n} unit in battle.", "{player} lost {n} units in battle.", lost[player.id])
    said = words.format(player=_called(statistics, player), n=lost[player.id])
    return StoryLine("losses", "kill", said, (lost[player.id],), (player.id,))
