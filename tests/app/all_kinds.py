"""A little game that asks every kind of question once a round; made for looking at the screen, not for playing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.errors import BadCorrectionError
from companion.table.game import Game, Mode
from companion.table.prompts import (
    TABLE,
    Assign,
    Choose,
    Count,
    Option,
    Piece,
    Place,
    Placing,
    Roll,
    Tell,
    Write,
)
from companion.table.script import Script, ask, ask_together, pick_one, pick_some, safe_point
from companion.table.state import Fact, TableState
from companion.table.view import AreaView, Counter, PlayerView, SideView, View

PLAYERS = (
    ("red", "Red Foxes", "Fox", "#c0392b", "▲", 12, 7),
    ("blue", "Blue Herons", "Heron", "#2f7fd0", "●", 8, 15),
    ("sand", "Sand Snakes", "Snake", "#e0b050", "◆", 20, 0),
    ("moss", "Moss Hares", "Hare", "#3f8f4f", "★", 3, 28),
)
EIGHT = PLAYERS + tuple((f"{p[0]}2", f"Young {p[1]}", p[2], p[3], "WXYZ"[n], p[6], p[5]) for n, p in enumerate(PLAYERS))
AREAS = (
    ("north_marsh", "North Marsh", 0.1, 0.1, False),
    ("long_lake", "Long Lake", 0.35, 0.15, True),
    ("east_wood", "East Wood", 0.75, 0.12, False),
    ("old_mill", "Old Mill", 0.2, 0.5, False),
    ("the_crossroads", "The Crossroads", 0.5, 0.48, False),
    ("harbour", "Harbour", 0.85, 0.5, True),
    ("south_downs", "South Downs", 0.3, 0.9, False),
    ("far_island", "Far Island", 0.8, 0.92, True),
)
LINKS = (("north_marsh", "long_lake"), ("long_lake", "the_crossroads"), ("old_mill", "the_crossroads"))
SYMBOLS = {"kill": (6,), "pain": (4, 5)}


class Table(TableState):
    """Food and fame by player, and the battle that runs."""

    players: tuple[tuple[Any, ...], ...]
    food: dict[str, int]
    fame: dict[str, int]
    rounds: int
    battle: dict[str, list[int]]
    only: tuple[str, ...]

    def __init__(self, players: tuple[tuple[Any, ...], ...]) -> None:
        super().__init__()
        self.players = players
        self.food = {p[0]: p[5] for p in players}
        self.fame = {p[0]: p[6] for p in players}
        self.rounds = 1
        self.battle = {}
        self.only = ()


class Ate(Fact, frozen=True):
    """Food went up or down."""

    who: str
    change: int

    def apply(self, state: Any) -> None:
        state.food[self.who] += self.change

    def text(self) -> str:
        return f"{self.who} has {self.change:+} food."

    def on_board(self) -> str:
        return f"Move the food marker of {self.who}."

    def put_back(self) -> str:
        return f"Move the food marker of {self.who} back by {self.change}."


class Fought(Fact, frozen=True):
    """Dice of a battle, or its end."""

    faces: dict[str, list[int]]

    def apply(self, state: Any) -> None:
        state.battle = dict(self.faces)


class Corrected(Fact, frozen=True):
    """A number was set by hand."""

    who: str
    value: int

    def apply(self, state: Any) -> None:
        state.food[self.who] = self.value


class NextRound(Fact, frozen=True):
    """The round counter goes up."""

    def apply(self, state: Any) -> None:
        state.rounds += 1

    def text(self) -> str:
        return "A new round begins."


class AllKinds:
    """The game. Its set-up may hold `players` (4 or 8) and `only`, the kinds to ask."""

    name = "all_kinds"
    title = "Every Kind of Question"
    rules_version = 1
    modes: tuple[Mode, ...] = (
        Mode("new", "New game", "Four players round a map.", {"players": 4}),
        Mode("eight", "Eight players", "A crowded table.", {"players": 8}),
        Mode("quick", "Quick battle", "Straight to the dice.", {"players": 4, "only": ["together"]}),
    )

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        return {"players": 4, "only": list(ORDER), **setup}

    def begin(self, setup: Mapping[str, Any]) -> Table:
        state = Table(EIGHT if setup["players"] == 8 else PLAYERS)
        state.only = tuple(setup["only"])
        return state

    def script(self, state: Table) -> Script[None]:
        while state.rounds <= 2:
            yield from safe_point()
            for kind in state.only:
                yield from QUESTIONS[kind](state)
            state.record(NextRound())

    def view(self, state: Table) -> View:
        players = tuple(
            PlayerView(
                id=key,
                name=name,
                short=short,
                colour=colour,
                glyph=glyph,
                big=(
                    Counter(f"{key}.food", "Food", state.food[key]),
                    Counter(f"{key}.fame", "Fame", state.fame[key], 30),
                ),
                small=(Counter("", "Huts", 3), Counter("", "Books", 2), Counter("", "Boats", 11)),
                details=("Swift: moves twice.", "Proud: never retreats first."),
                active=key == "red",
                first=key == "blue",
                done=key == "moss",
            )
            for key, name, short, colour, glyph, _, _ in state.players
        )
        sides = tuple(
            SideView(
                who,
                f"{who.title()} Foxes",
                ("2 × Runner 1", "1 × Chief 4"),
                "6 dice",
                tuple(faces),
                (("kill", 1), ("pain", 2)),
            )
            for who, faces in state.battle.items()
        )
        return View(
            title=self.title,
            header=(f"Round {state.rounds}", "Harvest", "Red Foxes act"),
            players=players,
            counters=(Counter("", "Feast costs", 5),),
            areas=tuple(AreaView(i, n, x, y, w, ("▲",) if i == "harbour" else ()) for i, n, x, y, w in AREAS),
            links=LINKS,
            sides=sides,
            steps=("Declare", "Roll", "Assign", "Clean up") if sides else (),
            step=2 if sides else -1,
            finished="The Sand Snakes win with 20 food." if state.rounds > 2 else "",
        )

    def counters(self, state: Table) -> dict[str, int]:
        return {f"{k}.food": v for k, v in state.food.items()}

    def correct(self, state: Table, key: str, value: int) -> None:
        if not 0 <= value <= 99:
            raise BadCorrectionError(f"Food goes from 0 to 99, and {value} is outside. Nothing has changed.")
        state.record(Corrected(key.split(".")[0], value))

    def interjections(self, state: Table) -> tuple[Option, ...]:  # noqa: ARG002
        return (
            Option("gift", "Blue Herons give food away", detail="1 food, to anyone"),
            Option("storm", "Call a storm", refused="There is no storm left this round."),
        )

    def interjection(self, state: Table, key: str) -> Script[None]:  # noqa: ARG002
        to = yield from pick_one(
            state,
            lambda: Choose(key="gift.to", who="blue", title="Who gets the food?", options=_people(state, "blue")),
        )
        if to:
            state.record(Ate(to, 1))

    def help(self, topic: str) -> str:
        return {"pick": "The player who acts picks one thing. Nothing else may be done in between."}.get(topic, "")


def _people(state: Table, but: str = "") -> tuple[Option, ...]:
    return tuple(Option(p[0], p[1]) for p in state.players if p[0] != but)


def _area_options() -> tuple[Option, ...]:
    return tuple(
        Option(i, n, refused="Nobody of yours stands next to it." if i == "far_island" else "") for i, n, *_ in AREAS
    )


def _choose(state: Table) -> Script[None]:
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key="choose",
            who="red",
            title="What do the Red Foxes do?",
            text="One action, paid at once.",
            rule="pick",
            options=(
                Option("hunt", "Hunt", detail="+2 food"),
                Option("feast", "Hold a feast", refused="Costs 5 food; you have 3."),
                Option("rest", "Rest", detail="Nothing happens"),
                Option("raid", "Raid a neighbour", detail="1 food, then a battle"),
                Option("build", "Build a hut in an area you hold", detail="3 food"),
            ),
        ),
    )
    if picked == "hunt":
        state.record(Ate("red", 2))


def _several(state: Table) -> Script[None]:
    runners = tuple(Option(f"runner.{n}", "Runner", group="runner") for n in range(1, 4))
    chiefs = (
        Option("chief.1", "Chief", group="chief"),
        Option("chief.2", "Chief", "already fought", group="chief"),
    )
    yield from pick_some(
        state,
        lambda: Choose(
            key="several",
            who="blue",
            title="Who goes into battle?",
            options=(*runners, *chiefs, Option("totem", "The Great Totem", detail="Combat 4")),
            least=0,
            most=5,
            suggested=("runner.1", "totem"),
            decline="Nobody goes",
        ),
    )


def _map(state: Table) -> Script[None]:
    yield from pick_some(
        state,
        lambda: Choose(
            key="map",
            who="sand",
            title="Which areas hold Sand Snakes?",
            text="Tap each; the companion only asks about neighbours.",
            options=_area_options(),
            least=1,
            most=8,
            on_map=True,
        ),
    )


def _one_area(state: Table) -> Script[None]:
    yield from pick_one(
        state,
        lambda: Choose(key="one_area", who="sand", title="Where is the battle?", options=_area_options(), on_map=True),
    )


def _count(state: Table) -> Script[None]:
    number = yield from ask(
        state,
        lambda: Count(
            key="count",
            who="moss",
            title="How many sacks of food?",
            text="As counted.",
            least=0,
            most=12,
            suggested=4,
        ),
    )
    state.record(Ate("moss", number))


def _roll(state: Table) -> Script[None]:
    yield from ask(state, lambda: Roll(key="roll", who="red", title="Roll for the weather", dice=3, odds="A six 42 %."))


def _together(state: Table) -> Script[None]:
    answers = yield from ask_together(
        state,
        lambda: [
            Roll(
                key=f"fight.{who}",
                who=who,
                title="Battle dice",
                dice=dice,
                symbols=SYMBOLS,
                odds=f"Kill {kill}%, Pain {pain}%",
            )
            for who, dice, kill, pain in (("red", 6, 67, 91), ("blue", 4, 52, 80))
        ],
    )
    faces = {k.split(".")[1]: v if isinstance(v, list) else [6] * v.get("kill", 0) for k, v in answers.items()}
    state.record(Fought(faces))


def _assign(state: Table) -> Script[None]:
    yield from ask(
        state,
        lambda: Assign(
            key="assign",
            who="red",
            title="Who takes 1 Kill and 2 Pains?",
            results={"kill": 1, "pain": 2},
            pieces=(
                Piece("runner.1", "Runner"),
                Piece("runner.2", "Runner"),
                Piece("chief", "Chief", capacity=2),
                Piece("guest", "Guest", refused="Guests are safe."),
            ),
        ),
    )
    state.record(Fought({}))


def _place(state: Table) -> Script[None]:
    areas = tuple(o for o in _area_options() if o.id in ("old_mill", "harbour", "far_island", "long_lake"))
    yield from ask(
        state,
        lambda: Place(
            key="place",
            who="blue",
            title="Where do they retreat to?",
            pieces=(Placing("runner.1", "Runner", areas), Placing("chief.1", "Chief", areas)),
        ),
    )


def _shelf(state: Table) -> Script[None]:
    shelves = (
        Option("top", "Top shelf"),
        Option("low", "Low shelf", refused="It is full."),
        Option("box", "The box"),
    )
    yield from ask(
        state,
        lambda: Place(
            key="shelf",
            who=TABLE,
            title="Put the pieces away",
            pieces=(Placing("cup", "The cup", shelves),),
            on_map=False,
        ),
    )


def _secret(state: Table) -> Script[None]:
    yield from pick_one(
        state,
        lambda: Choose(
            key="secret",
            who="sand",
            title="Which token do you keep?",
            options=(Option("one", "Worth 1"), Option("three", "Worth 3")),
            secret=True,
        ),
    )


def _both_pick(state: Table) -> Script[None]:
    yield from ask_together(
        state,
        lambda: [
            Choose(
                key=f"card.{who}",
                who=who,
                title="Play a card face down",
                options=(Option("a", "Ambush"), Option("b", "Bluff")),
                secret=True,
            )
            for who in ("red", "moss")
        ],
    )


def _tell(state: Table) -> Script[None]:
    lines = ("Remove 1 Runner of the Red Foxes from Harbour.", "Move the Chief from Harbour to Old Mill.")
    yield from ask(
        state,
        lambda: Tell(
            key="tell",
            who=TABLE,
            title="On the board",
            text="The battle is over.",
            lines=lines,
            verb="All moved",
        ),
    )


def _write(state: Table) -> Script[None]:
    yield from ask(
        state,
        lambda: Write(key="write", who="red", title="What is the card called?", most=20, decline="No name"),
    )


QUESTIONS = {
    "choose": _choose,
    "several": _several,
    "map": _map,
    "one_area": _one_area,
    "count": _count,
    "roll": _roll,
    "together": _together,
    "assign": _assign,
    "place": _place,
    "shelf": _shelf,
    "secret": _secret,
    "both_pick": _both_pick,
    "write": _write,
    "tell": _tell,
}
ORDER = tuple(QUESTIONS)

GAMES: tuple[Game[Any], ...] = (AllKinds(),)
