"""Drives an evening from tests through the public session only: prompts, answers, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, RequirementMet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.state import CthulhuState, FactionState
from companion.table.prompts import Answer, Choose, Count, Form, Option, Prompt, Tell, Write
from companion.table.session import Session, new_session, open_session


class Evening:
    """A game whose questions are answered by name; an unexpected question fails the test.

    Args:
        factions: who plays, clockwise.
        starts: where those start that pick their area; the first possible one if that is not said.
        setup: further keys of the set-up.
    """

    def __init__(self, *factions: str, starts: Mapping[str, str] | None = None, **setup: Any) -> None:
        who: dict[str, Any] = {"factions": list(factions)} if "players" not in setup else {}
        if "GC" not in [code for hand in setup.get("players", [factions]) for code in hand]:
            who["first"] = factions[0]
        self.session: Session[Any] = new_session(CTHULHU_WARS, {"signs": "app", **who, **setup})
        while self.key.startswith(("first_player/direction", "setup/")):
            if self.key == "setup/board":
                self.answer(True)
                break
            if isinstance(self.prompt, Write):
                self.answer(self.prompt.suggested)
                continue
            start = (starts or {}).get(self.key.removeprefix("setup/start/"))
            self.answer("1" if "direction" in self.key else start or self.options()[0])

    @property
    def state(self) -> CthulhuState:
        state: CthulhuState = self.session.state
        return state

    def __getitem__(self, code: str) -> FactionState:
        return self.state.factions[code]

    @property
    def prompt(self) -> Prompt:
        return self.session.prompts[0].prompt

    @property
    def key(self) -> str:
        return self.prompt.key if self.session.prompts else ""

    def options(self) -> list[str]:
        """Ids that can be picked now."""
        assert isinstance(self.prompt, Choose), self.prompt
        return [o.id for o in self.prompt.open_options()]

    def ids(self) -> list[str]:
        """Those of all entries, greyed ones too."""
        assert isinstance(self.prompt, Choose), self.prompt
        return [o.id for o in self.prompt.options]

    def option(self, name: str) -> Option:
        """An entry of the open question."""
        assert isinstance(self.prompt, Choose), self.prompt
        return next(o for o in self.prompt.options if o.id == name)

    def refusal(self, name: str) -> str:
        """Why an entry is greyed; empty if it is not."""
        return self.option(name).refused

    def answer(self, value: Answer) -> None:
        """Answer the first open question."""
        self.session.answer(self.session.prompts[0].ticket, value, source="hand")

    def play(self, *steps: tuple[str, Answer]) -> None:
        """Answer questions in order; each step names the key that must be asked."""
        for key, value in steps:
            open_keys = {item.prompt.key: item.ticket for item in self.session.prompts}
            assert key in open_keys, f"asked {list(open_keys)}, expected {key}"
            self.session.answer(open_keys[key], value, source="hand")

    def once(self, *steps: tuple[str, Answer]) -> None:
        """Answer as people did in earlier versions: the game is stored, with these answers at its end, and opened."""
        first = {"game": CTHULHU_WARS.name, "rules": CTHULHU_WARS.rules_version, "setup": self.session.setup}
        entries = [entry.as_json() for entry in self.session.timeline.entries]
        entries += [{"kind": "answer", "key": key, "value": value} for key, value in steps]
        records: list[dict[str, Any]] = [{"new": first}, *({"entry": entry} for entry in entries)]
        self.session = open_session([CTHULHU_WARS], records, None)

    def correct(self, **counters: int) -> None:
        """Correct counters; `GC_power=3` means `GC.power`."""
        self.session.correct({k.replace("_", ".", 1): v for k, v in counters.items()})

    def act(self, code: str, action: str, *more: tuple[str, Answer]) -> None:
        """Take an Action, answering its questions, and finish the turn if asked."""
        self.play((f"action/{code}", action), *more)
        if self.key == f"action/{code}" and "finish" in self.options():
            self.answer("finish")

    def claim(self, code: str, requirement: str, book: str) -> None:
        """Say that a requirement is met, and take a book for it."""
        self.session.interject(f"claim/{code}")
        self.play((f"claim/{code}", requirement), (f"book/{code}", book))

    def fight(self, code: str, area: str, foe: str, mine: list[str], theirs: list[str]) -> None:
        """Declare a battle, and say who is in it."""
        self.play((f"action/{code}", f"battle/{foe}"), ("battle/area", area))
        self.play((f"battle/pieces/{code}", mine), (f"battle/pieces/{foe}", theirs))

    def decline(self, *keys: str) -> None:
        """Decline as long as the question begins so."""
        while self.key.startswith(keys):
            self.answer([])

    def take_first(self, *keys: str) -> None:
        """Take the first option as long as the question begins so."""
        while self.key.startswith(keys):
            self.answer(self.options()[0])

    def until(self, *keys: str, first: bool = False) -> None:
        """Decline, or take the first option, until a question begins so."""
        while not self.key.startswith(keys):
            self.answer(self.options()[0] if first else [])

    def end_battle(self) -> None:
        """Decline all that is left of a battle."""
        while self.key.startswith("battle/"):
            self.answer(True if self.key == "battle/board" else [])

    def pass_all(self) -> None:
        """Everybody passes until Gather Power."""
        while self.key.startswith("action/"):
            self.answer("finish" if "finish" in self.options() else "pass")

    def pass_others(self, code: str) -> None:
        """Everybody but one passes."""
        while self.key.startswith("action/") and self.key != f"action/{code}":
            self.answer("pass")

    def to_doom_phase(self) -> None:
        """Pass, gather, and let the first of any tied players be First Player."""
        self.pass_all()
        while self.state.phase != "doom":
            if self.key == "gather_power":
                self.answer(True)
            elif self.key == "first_player/direction":
                self.answer("1")
            elif self.key.startswith("oath/"):
                self.answer([])
            else:
                self.answer(self.options()[0])

    def to_doom_phase_of_two(self) -> None:
        """Come to the Doom Phase where nobody may drop to 0: correct the Power away."""
        while self.state.phase != "doom" or self.key.startswith("book"):
            code = self.state.active
            if not self.key.startswith("action/"):
                self.answer(True if self.key == "gather_power" else self.options()[0])
                continue
            if self[code].power > 1:
                self.correct(**{f"{code}_power": 1})
            self.act(code, "move")

    def log(self) -> list[str]:
        """All lines of the log."""
        return [f.text() for line in self.session.history for f in line.facts if f.text()]


def units(number: int) -> list[str]:
    """The answer to a Move of so many units, none of them from a Gate."""
    return [f"unit.{n + 1}" for n in range(number)]


def onwards(game: Evening, key: str) -> None:
    """Decline, or take the first that there is, until something is asked."""
    while game.key != key:
        go_on(game)


def go_on(game: Evening) -> None:
    """Decline the open question, or take the first that there is."""
    if game.key.startswith("action/"):
        game.answer("finish" if "finish" in game.options() else "pass")
    elif isinstance(game.prompt, Tell):
        game.answer(True)
    elif isinstance(game.prompt, Form):
        game.answer({})
    elif isinstance(game.prompt, Count):
        game.answer(game.prompt.least)
    else:
        assert isinstance(game.prompt, Choose), game.prompt
        game.answer([] if not game.prompt.least else game.options()[0])


def give(game: Evening, code: str, *books: str) -> None:
    """Give books for requirements that are met; those that the companion sees by itself come last."""
    open_ones = [r for r in card(code).requirements if r.id not in game[code].met]
    for book, requirement in zip(books, sorted(open_ones, key=lambda r: r.met is not None), strict=False):
        game.state.record(RequirementMet(code, requirement.id))
        game.state.record(BookTaken(code, book, requirement.id))
    game.correct(**{f"{code}_doom": 1})
    game.correct(**{f"{code}_doom": 0})


def holding(*cards: str, options: Mapping[str, str] | None = None, **numbers: int) -> Evening:
    """Great Cthulhu's Action, with these cards and one piece of each in play."""
    game = Evening("GC", "CC", "BG", neutral=list(cards), first="GC", options=dict(options or {}))
    for name in cards:
        game.state.record(CardTaken("GC", name, "GC", 0, 0))
    game.correct(**{f"GC_{name}": 1 for name in cards}, GC_power=9, **numbers)
    return game


def battle(game: Evening) -> str:
    """Great Cthulhu's two Deep Ones against two Acolytes of Crawling Chaos; return where."""
    game.correct(GC_deep_one=2)
    area = game["GC"].start
    game.fight("GC", area, "CC", ["GC.deep_one.1", "GC.deep_one.2"], ["CC.acolyte.1", "CC.acolyte.2"])
    return area
