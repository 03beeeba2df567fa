"""A small game that uses every kind of question, for tests of the engine.

Two caravans race for treasure. Each round: both roll (at once), the losers of the roll load losses on their camels, the
leader sends a scout to a town, and somebody bids. Rounds end at a safe point. Anybody may rest at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.errors import BadCorrectionError, BadSetupError
from companion.table.game import Mode
from companion.table.prompts import Assign, Choose, Count, Option, Piece, Place, Placing, Prompt, Roll, Tell
from companion.table.script import Script, ask, ask_together, pick_one, safe_point
from companion.table.state import Fact, TableState
from companion.table.view import Counter, PlayerView, View

PLAYERS = ("red", "blue")
TOWNS = ("oasis", "well", "ruin")


class Caravans(TableState):
    """Gold and water of each player, where the scouts are, and the round."""

    rounds: int
    round: int
    broken: bool
    gold: dict[str, int]
    water: dict[str, int]
    scouts: dict[str, str]

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds, self.round, self.broken = rounds, 1, False
        self.gold = dict.fromkeys(PLAYERS, 3)
        self.water = dict.fromkeys(PLAYERS, 2)
        self.scouts = {}


class Gained(Fact, frozen=True):
    """Gold came or went."""

    player: str
    gold: int

    def apply(self, state: Caravans) -> None:
        state.gold[self.player] += self.gold

    def text(self) -> str:
        return f"{self.player}: {self.gold:+} gold"

    def on_board(self) -> str:
        return f"give {self.player} {self.gold} gold"

    def put_back(self) -> str:
        return f"take {self.gold} gold from {self.player}"


class Drank(Fact, frozen=True):
    """Water came or went."""

    player: str
    water: int

    def apply(self, state: Caravans) -> None:
        state.water[self.player] += self.water


class Scouted(Fact, frozen=True):
    """A scout stands in a town."""

    player: str
    town: str

    def apply(self, state: Caravans) -> None:
        state.scouts[self.player] = self.town


class RoundEnded(Fact, frozen=True):
    """On to the next round."""

    def apply(self, state: Caravans) -> None:
        state.round += 1


def whole_game(state: Caravans) -> Script[None]:
    """All rounds from the state's own on."""
    while state.round <= state.rounds:
        yield from safe_point()
        yield from one_round(state)
        state.record(RoundEnded())


def one_round(state: Caravans) -> Script[None]:
    """Race, losses, scouting, bidding, the word at the end."""
    rolls = yield from ask_together(state, lambda: [_race(state, player) for player in PLAYERS])
    totals = {player: sum(rolls[f"{state.round}/race/{player}"]) for player in PLAYERS}
    ahead, behind = sorted(PLAYERS, key=lambda player: -totals[player])
    state.record(Gained(ahead, 2))
    losses = yield from ask(state, lambda: _losses(state, behind))
    for taken in (losses or {}).values():
        for result in taken:
            state.record(Gained(behind, -1) if result == "gold" else Drank(behind, -1))
    action = yield from pick_one(state, lambda: _action(state, ahead))
    if action in ("scout", "explore"):
        placed = yield from ask(state, lambda: _scouting(state, ahead))
        state.record(Scouted(ahead, placed["scout"]))
    elif action == "crash":
        state.record(Gained(ahead, 100))
        raise ArithmeticError("the script of this option is broken")
    bid = yield from ask(state, lambda: _bid(state, behind))
    state.record(Gained(behind, -bid))
    yield from ask(
        state, lambda: Tell(key=f"{state.round}/end", who=ahead, title="Night falls", lines=("Turn the board.",))
    )


def _race(state: Caravans, player: str) -> Prompt:
    # Who has no water has no camel to race with: a forced, empty roll.
    dice = min(2, max(0, state.water[player]))
    return Roll(key=f"{state.round}/race/{player}", who=player, title="Race", dice=dice, rule="race")


def _losses(state: Caravans, player: str) -> Assign | None:
    results = {k: 1 for k, n in (("gold", state.gold[player]), ("water", state.water[player])) if n > 0}
    if not results:
        return None
    camels = (Piece("camel.1", "first camel"), Piece("camel.2", "second camel", refused="it is lame"))
    return Assign(key=f"{state.round}/losses", who=player, title="Losses", results=results, pieces=camels)


def _action(state: Caravans, player: str) -> Choose:
    options = [
        Option("scout", "Send a scout"),
        Option("feast", "Feast", refused="" if state.gold[player] else "no gold"),
    ]
    if state.broken:
        options.append(Option("crash", "Crash"))
    return Choose(
        key=f"{state.round}/action",
        who=player,
        title="Action",
        options=tuple(options),
        former=("explore",),
        least=0,
        rule="action",
    )


def _scouting(state: Caravans, player: str) -> Place:
    taken = set(state.scouts.values())
    towns = tuple(Option(town, town.title(), refused="taken" if town in taken else "") for town in TOWNS)
    if all(town.refused for town in towns):
        towns = tuple(Option(town, town.title()) for town in TOWNS)
    return Place(key=f"{state.round}/scout", who=player, title="Scout", pieces=(Placing("scout", "Scout", towns),))


def _bid(state: Caravans, player: str) -> Count:
    return Count(key=f"{state.round}/bid", who=player, title="Bid", least=0, most=max(0, state.gold[player]))


def _rest(state: Caravans) -> Script[None]:
    who = yield from pick_one(state, lambda: _who_rests(state))
    if who is not None:
        state.record(Drank(who, 1))


def _who_rests(state: Caravans) -> Choose:
    options = tuple(Option(player, player.title()) for player in PLAYERS)
    return Choose(key=f"rest/{sum(state.water.values())}", who="table", title="Who rests?", options=options)


def _find_gold(state: Caravans) -> Script[None]:
    """An interjection that asks nothing."""
    state.record(Gained("red", 1))
    yield from ()


class CaravanGame:
    """The game as the engine sees it. Set-up: `{"rounds": 1..9999}`, and `"broken"` for an option that crashes."""

    name = "caravans"
    title = "Caravans"
    rules_version = 1
    modes: tuple[Mode, ...] = (Mode("short", "Short race", "3 rounds", {"rounds": 3}),)

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        if not set(setup) <= {"rounds", "broken"}:
            raise BadSetupError("Only the number of rounds can be set. Nothing was started.")
        rounds = setup.get("rounds", 3)
        if not isinstance(rounds, int) or not 1 <= rounds <= 9999:
            raise BadSetupError("1 to 9999 rounds are possible. Nothing was started.")
        return {**setup, "rounds": rounds}

    def begin(self, setup: Mapping[str, Any]) -> Caravans:
        state = Caravans(setup["rounds"])
        state.broken = setup.get("broken", False)
        return state

    def script(self, state: Caravans) -> Script[None]:
        return whole_game(state)

    def view(self, state: Caravans) -> View:
        players = tuple(
            PlayerView(
                player, player.title(), player[0], "#000000", player[0], (Counter(f"{player}.gold", "Gold", gold),)
            )
            for player, gold in state.gold.items()
        )
        return View(self.title, (f"Round {state.round}",), players)

    def counters(self, state: Caravans) -> dict[str, int]:
        gold = {f"{player}.gold": value for player, value in state.gold.items()}
        return gold | {f"{player}.water": value for player, value in state.water.items()}

    def correct(self, state: Caravans, key: str, value: int) -> None:
        if not 0 <= value <= 99:
            raise BadCorrectionError(f"{key} is a number from 0 to 99. Nothing has changed.")
        player, what = key.split(".")
        if what == "gold":
            state.record(Gained(player, value - state.gold[player]))
        else:
            state.record(Drank(player, value - state.water[player]))

    def interjections(self, state: Caravans) -> tuple[Option, ...]:
        poor = "" if state.gold["red"] < 5 else "red has enough"
        return Option("rest", "Rest"), Option("find", "Find gold", refused=poor)

    def interjection(self, state: Caravans, key: str) -> Script[None]:
        return _rest(state) if key == "rest" else _find_gold(state)

    def help(self, topic: str) -> str:
        return {"race": "Both roll; the higher sum is ahead.", "action": "Who is ahead may act."}.get(topic, "")


CARAVANS = CaravanGame()
