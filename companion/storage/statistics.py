"""Statistics of a game: its numbers after each entry, its dice, its battles. Plain data, worked out by playing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

from msgspec import Struct, field

from companion.table.people import PersonRenamed, PlaceChanged, PlaceTakenOver
from companion.table.prompts import Prompt, Roll
from companion.table.record import Entry
from companion.table.runner import Runner
from companion.table.session import LogLine, Session
from companion.table.view import OutcomeView, PlayerView, SideView, View


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


class BattleRecord(Struct):
    """Entries during which two sides stood against each other.

    Args:
        title: the two sides.
        moment: when it was.
        lines: what was done and what came of it.
        fell: how often each symbol fell, both sides together.
        place: where it was, if that is known.
        sides: both sides as they stood at its end.
        outcome: what became of them, if that is known.
    """

    title: str
    moment: str
    lines: list[LogLine] = field(default_factory=list)
    fell: dict[str, int] = field(default_factory=dict)
    place: str = ""
    sides: tuple[SideView, ...] = ()
    outcome: tuple[OutcomeView, ...] = ()


class Luck(Struct):
    """A player's dice where a symbol counted, against what chance has in store.

    Args:
        player: their column.
        symbol: which.
        dice: how many were rolled.
        fell: how many showed it.
        chances: how likely each number of them, from 0 on, is; 0 to 1.
    """

    player: PlayerView
    symbol: str
    dice: int = 0
    fell: int = 0
    chances: list[float] = field(default_factory=lambda: [1.0])

    def roll(self, dice: int, fell: int, share: float) -> None:
        """Add a roll, of which each die shows the symbol with this probability."""
        self.dice += dice
        self.fell += fell
        for _ in range(dice):
            before = [*self.chances, 0.0]
            self.chances = [
                (1 - share) * here + share * fewer for here, fewer in zip(before, [0.0, *before], strict=False)
            ]

    @property
    def expected(self) -> float:
        """The number of dice that show the symbol on average."""
        return sum(number * chance for number, chance in enumerate(self.chances))

    @property
    def usual(self) -> tuple[int, int]:
        """The usual range: fewer than the first and more than the second number come in 25 of 1000 games at most."""
        return self._quantile(0.025), self._quantile(0.975)

    def _quantile(self, share: float) -> int:
        so_far = 0.0
        for number, chance in enumerate(self.chances):
            so_far += chance
            if so_far >= share - 1e-9:
                return number
        return len(self.chances) - 1


class RollResult(Struct, frozen=True):
    """One roll where a symbol counted.

    Args:
        player: id of whose dice they were.
        symbol: what counted.
        dice: how many were rolled.
        fell: how many showed it.
        share: how likely one die shows it, 0 to 1.
        moment: when it was.
        number: of the entry.
        before: how many people had played it before whoever rolled.
    """

    player: str
    symbol: str
    dice: int
    fell: int
    share: float
    moment: str
    number: int
    before: int = 0


class ChangeOfHands(Struct, frozen=True):
    """A place at the table that changed hands.

    Args:
        place: id of it.
        moment: when it was.
        words: what happened.
    """

    place: str
    moment: str
    words: str


class GameStatistics(Struct, frozen=True):
    """A game from its beginning up to now.

    Args:
        view: how it stands.
        curves: the big numbers of all players, by what they are called.
        moments: the number of the entry with which each moment (a turn, a round) began, and what it is called.
        battles: in the order they were fought.
        lines: all entries.
        luck: of each player who rolled, for each symbol that counted, the weightiest symbol first.
        rolls: each roll where a symbol counted, one for each symbol.
        people: all names that people gave; at the end a number stands for whoever gave none.
        changes: places that changed hands.
    """

    view: View
    curves: dict[str, list[Curve]]
    moments: list[tuple[int, str]]
    battles: list[BattleRecord]
    lines: list[LogLine]
    luck: list[Luck]
    rolls: list[RollResult] = field(default_factory=list)
    people: set[str] = field(default_factory=set)
    changes: list[ChangeOfHands] = field(default_factory=list)

    @property
    def fiercest(self) -> BattleRecord | None:
        """The battle in which the weightiest symbol fell most often; the first of them."""
        symbol = self.luck[0].symbol if self.luck else ""
        fought = [battle for battle in self.battles if battle.fell.get(symbol)]
        return max(fought, key=lambda battle: battle.fell[symbol], default=None)

    @property
    def dice(self) -> int:
        """The number of dice that were rolled where symbols counted."""
        first = self.luck[0].symbol if self.luck else ""
        return sum(luck.dice for luck in self.luck if luck.symbol == first)


def chronicle(session: Session[Any]) -> GameStatistics:
    """Play a game once more, beside the one on the table, and note how it went."""
    telling = told(session)
    while True:
        try:
            next(telling)
        except StopIteration as end:
            found: GameStatistics = end.value
            return found


def told(session: Session[Any]) -> Generator[None, None, GameStatistics]:
    """Do what `chronicle` does entry by entry, so that the caller can do something else in between."""
    runner = Runner(session.game, session.setup)
    runner.rebuild([])
    entries = list(session.timeline.entries)
    lines: list[LogLine] = []
    luck: dict[tuple[str, str], Luck] = {}
    rolls: list[RollResult] = []
    people: set[str] = set()
    changes: list[ChangeOfHands] = []
    curves: dict[str, dict[str, Curve]] = {}
    moments: list[tuple[int, str]] = []
    battles: list[BattleRecord] = []
    fighting = ""
    view = session.game.view(runner.state)
    for number in range(len(entries) + 1):
        thrown: Counter[str] = Counter()
        if number:
            entry = entries[number - 1]
            fallen = _thrown(entry, runner.parts(), view, number)
            thrown = Counter({roll.symbol: roll.fell for roll in fallen})
            for roll in fallen:
                rolls.append(roll)
                player = next(player for player in view.players if player.id == roll.player)
                one = luck.setdefault((roll.player, roll.symbol), Luck(player, roll.symbol))
                one.roll(roll.dice, roll.fell, roll.share)
            runner.feed(entry)
            facts = runner.facts_of(number - 1, number)[0]
            lines.append(LogLine(number, entry, facts))
            for fact in facts:
                if isinstance(fact, PersonRenamed | PlaceTakenOver) and fact.name:
                    people.add(fact.name)
                if isinstance(fact, PlaceChanged):
                    changes.append(ChangeOfHands(fact.place, view.header[0] if view.header else "", fact.text()))
            yield
        view = session.game.view(runner.state)
        _note(view, number, curves)
        if not view.finished:
            people.update(player.person for player in view.players if player.person)
        moment = view.header[0] if view.header else ""
        if moment and (not moments or moments[-1][1] != moment):
            moments.append((number, moment))
        sides = " – ".join(side.title for side in view.sides)
        if number and (sides or fighting):
            if sides and sides != fighting:
                battles.append(BattleRecord(sides, moment))
            battles[-1].lines.append(lines[number - 1])
            for symbol, fell in thrown.items():
                battles[-1].fell[symbol] = battles[-1].fell.get(symbol, 0) + fell
        elif sides:
            battles.append(BattleRecord(sides, moment))
        if sides:
            battles[-1].place, battles[-1].sides, battles[-1].outcome = view.place, view.sides, view.outcome
        fighting = sides
    named = {label: list(players.values()) for label, players in curves.items()}
    symbols = list(dict.fromkeys(symbol for __, symbol in luck))
    players = [player.id for player in session.view.players]
    found = sorted(luck.items(), key=lambda item: (symbols.index(item[0][1]), (*players, item[0][0]).index(item[0][0])))
    return GameStatistics(
        session.view, named, moments, battles, lines, [one for __, one in found], rolls, people, changes
    )


def _thrown(entry: Entry, asked: Iterable[Prompt], view: View, number: int) -> list[RollResult]:
    """Return what fell with this entry, if it was a player's roll where symbols count."""
    roll = next((prompt for prompt in asked if prompt.key == entry.key), None)
    if not isinstance(roll, Roll) or not roll.symbols or all(player.id != roll.who for player in view.players):
        return []
    fell, moment = roll.count(entry.value), view.header[0] if view.header else ""
    before = next(len(player.former) for player in view.players if player.id == roll.who)
    return [
        RollResult(roll.who, symbol, roll.dice, fell[symbol], len(faces) / roll.sides, moment, number, before)
        for symbol, faces in roll.symbols.items()
    ]


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
