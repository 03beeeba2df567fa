"""The law of facts (`docs/engine.md`): whatever can be reached from a game's state changes by facts and nothing else.

Held twice: by games played at random, whose facts alone must make the same state, and by reading the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.errors import BadCorrectionError
from companion.table.game import Game
from companion.table.session import Session, new_session
from companion.table.state import Fact, StepReached
from tests.app import all_kinds
from tests.replica import Replica
from tests.table.page import sample
from tests.table.sample_game import CARAVANS

GAMES: Final = Path(__file__).parents[1] / "companion" / "games"
PLAYED: Final[dict[str, Callable[[], Game[Any]]]] = {
    **{game.name: lambda game=game: game for game in OURS},  # type: ignore[misc]
    "caravans": lambda: CARAVANS,
    "all_kinds": lambda: all_kinds.GAMES[0],
    "pearl_divers": lambda: sample().PEARL_DIVERS,
}

ENTRIES: Final = 250
EVENINGS: Final = 6
APART: Final = 12
"""Entries between two comparisons, each of which walks through two whole states: what differs goes on differing."""

STATES: Final = frozenset({"TableState", "RuledState"})
CHANGES: Final = frozenset(
    {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault"}
    | {"sort", "update", "difference_update", "intersection_update", "symmetric_difference_update"}
)
"""Methods by which lists, dicts and sets change."""


# -- by playing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_the_facts_of_a_game_make_its_state(name: str) -> None:
    game = PLAYED[name]()
    for mode in game.modes:
        for seed in range(EVENINGS):
            evening(new_session(game, mode.setup), Random(seed))


def evening(session: Session[Any], chance: Random) -> None:
    """Play, correct, take back and go on again; compare now and then, and after what is taken back."""
    replica = Replica(session)
    replica.compare()
    for number in range(ENTRIES):
        if not play(session, chance, 1):
            break
        if number % APART == 0:
            replica.compare()
        if chance.random() < 0.1:
            _correct(session, chance)
        if chance.random() < 0.05:
            count = chance.randint(1, min(6, len(session.timeline.entries)))
            session.undo(count, past_dice=True)
            replica = Replica(session)
            replica.compare()
            session.redo(count)
    replica.compare()


def _correct(session: Session[Any], chance: Random) -> None:
    counters = session.game.counters(session.state)
    if counters:
        key = chance.choice(sorted(counters))
        try:
            session.correct({key: max(0, counters[key] + chance.randint(-2, 2))})
        except BadCorrectionError:
            assert session.game.counters(session.state) == counters, "refused, and yet it counts"


def test_a_write_past_the_facts_is_seen() -> None:
    session = new_session(CARAVANS, {"rounds": 1})
    replica = Replica(session)
    replica.compare()
    session.state.record(StepReached("race"))
    replica.compare()
    session.state.gold["red"] += 1
    with pytest.raises(AssertionError):
        replica.compare()


def test_a_list_that_fact_and_state_share_hides_nothing() -> None:
    class Shared(Fact, frozen=True):
        towns: list[str]

        def apply(self, state: Any) -> None:
            state.towns = self.towns

    globals()["Shared"] = Shared
    Shared.__qualname__ = "Shared"
    session = new_session(CARAVANS, {"rounds": 1})
    replica = Replica(session)
    session.state.record(Shared(["oasis"]))
    replica.compare()
    vars(session.state)["towns"].append("well")
    with pytest.raises(AssertionError):
        replica.compare()


# -- by reading -----------------------------------------------------------------------------------------------------


class Reader:
    """Finds what writes to a state outside facts, as far as that can be seen without running anything.

    A state is what is annotated as one, or as a class that a state's own attributes are annotated with; so are
    names that are given a part of one. A state's own methods may write, but then only facts may call them.
    """

    def __init__(self, sources: dict[str, str]) -> None:
        self.trees = {place: ast.parse(source) for place, source in sources.items()}
        classes = [node for tree in self.trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        self.facts = _descendants(classes, {"Fact", "Notice", "PlaceChanged", "Ruled", "TemplatedFact", "TextFact"})
        self.states = _descendants(classes, set(STATES))
        known = {node.name for node in classes}
        # A class may be annotated as a part of a part.
        while more := {
            name
            for node in classes
            if node.name in self.states
            for part in ast.walk(node)
            if isinstance(part, ast.AnnAssign)
            for name in _names(part.annotation)
            if name in known - self.states
        }:
            self.states |= more
        self.changers: set[str] = set()
        self.changers = {
            function.name
            for node in classes
            if node.name in self.states
            for function in node.body
            if isinstance(function, ast.FunctionDef) and any(self._writes(function, {"self"}))
        }

    def broken(self) -> list[str]:
        """Where the law is broken."""
        return [
            f"{place}:{line}: {words}" for place, tree in self.trees.items() for line, words in self._in(tree, set())
        ]

    def _in(self, node: ast.AST, states: set[str]) -> Iterator[tuple[int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                # A state builds itself, and a fact is where it changes.
                if child.name not in self.facts | self.states:
                    yield from self._in(child, states)
            elif isinstance(child, ast.FunctionDef | ast.Lambda):
                inner = states | self._parts(child, states)
                if isinstance(child, ast.FunctionDef):
                    yield from self._writes(child, inner)
                yield from self._in(child, inner)
            else:
                yield from self._in(child, states)

    def _parts(self, function: ast.FunctionDef | ast.Lambda, states: set[str]) -> set[str]:
        """Names in a function that stand for a state or a part of one."""
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        found = states | {
            a.arg for a in arguments if a.annotation is not None and set(_names(a.annotation)) & self.states
        }
        before: set[str] = set()
        while found != before:
            before = set(found)
            for node in ast.walk(function):
                match node:
                    case (
                        ast.Assign(targets=[ast.Name(id=name)], value=value)
                        | ast.NamedExpr(target=ast.Name(id=name), value=value)
                    ):
                        found |= {name} if _root(_asked(value)) in found else set()
                    case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                        if _root(_asked(value)) in found:
                            found |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
        return found

    def _writes(self, function: ast.FunctionDef, states: set[str]) -> Iterator[tuple[int, str]]:
        """What a function, without those inside it, writes to a state."""
        for node in _own(function):
            targets: list[ast.expr] = []
            match node:
                case ast.Assign(targets=found) | ast.Delete(targets=found):
                    targets = [part for target in found for part in _flat(target)]
                case ast.AugAssign(target=one) | ast.AnnAssign(target=one):
                    targets = [one]
                case ast.Call(func=ast.Name(id="setattr" | "delattr" as name)):
                    yield node.lineno, f"{name}()"
                case ast.Call(func=ast.Attribute(attr=name, value=value)):
                    if _root(value) in states and (name in CHANGES or name in self.changers):
                        yield node.lineno, ast.unparse(node.func)
            for target in targets:
                if not isinstance(target, ast.Name) and _root(target) in states:
                    yield target.lineno, ast.unparse(target)


def _descendants(classes: list[ast.ClassDef], names: set[str]) -> set[str]:
    found = set(names)
    while more := {c.name for c in classes if any(set(_names(base)) & found for base in c.bases)} - found:
        found |= more
    return found


def _names(node: ast.AST) -> Iterator[str]:
    """Names in an annotation."""
    return (part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _root(node: ast.AST) -> str:
    """The name at which a chain of attributes, subscripts and `vars()` begins, or nothing."""
    while True:
        match node:
            case ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case ast.Call(func=ast.Name(id="vars"), args=[inner]):
                node = inner
            case _:
                break
    return node.id if isinstance(node, ast.Name) else ""


def _asked(value: ast.expr) -> ast.expr:
    """What a method is asked of; anything else as it is."""
    return value.func if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else value


def _flat(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _flat(part)
    else:
        yield target


def _own(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in a function, but not in functions inside it."""
    open_nodes: list[ast.AST] = list(function.body)
    while open_nodes:
        node = open_nodes.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            open_nodes.extend(ast.iter_child_nodes(node))


def folder(name: str) -> dict[str, str]:
    """The sources of a game of ours."""
    return {str(path.relative_to(GAMES)): path.read_text(encoding="utf-8") for path in (GAMES / name).rglob("*.py")}


@pytest.mark.parametrize("name", [game.name for game in OURS])
def test_no_source_writes_to_a_state_outside_facts(name: str) -> None:
    assert Reader(folder(name)).broken() == []


STATE: Final = """
class Hand:
    cards: list[str]
class Sea(TableState):
    def __init__(self): self.fish: list[int] = []; self.hands: dict[str, Hand] = {}
    def fill(self): self.fish.append(1)
class Caught(Fact):
    def apply(self, state: Sea): state.fill(); state.fish.append(2)
"""


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("def f(state: Sea): state.fish = []", "state.fish"),
        ("def f(state: Sea): state.fish[0] += 1", "state.fish[0]"),
        ("def f(state: Sea): state.fish.append(1)", "state.fish.append"),
        ("def f(state: Sea): del state.hands['a']", "state.hands['a']"),
        ("def f(state: Sea): state.fill()", "state.fill"),
        ("def f(state: Sea): a, state.b = 1, 2", "state.b"),
        ("def f(state: Sea): setattr(state, 'fish', 1)", "setattr()"),
        ("def f(state: Sea): vars(state)['fish'] = 1", "vars(state)['fish']"),
        ("def f(hand: Hand): hand.cards.clear()", "hand.cards.clear"),
        ("def f(state: Sea):\n    mine = state.hands['a']\n    mine.cards = []", "mine.cards"),
        ("def f(state: Sea):\n    mine = state.hands.get('a')\n    mine.cards = []", "mine.cards"),
        ("def f(state: Sea):\n    for hand in state.hands.values(): hand.cards = []", "hand.cards"),
        ("def f(state: Sea):\n    def g(): state.fish.pop()\n    g()", "state.fish.pop"),
        ("class Game:\n    def f(self, state: Sea): state.fish = []", "state.fish"),
        ("class Two(Caught):\n    def apply(self, state: Sea): state.fish = []", ""),
        ("def f(state: Sea): fish = list(state.fish); fish.append(1)", ""),
        ("def f(state: Sea): state.record(Caught())", ""),
    ],
)
def test_a_write_outside_facts_is_read(function: str, found: str) -> None:
    broken = Reader({"x.py": STATE + function}).broken()
    assert [line.rpartition(": ")[2] for line in broken] == ([found] if found else [])
