"""A kind of question that the product does not have, with a game that asks it: the engine's half of a new kind.

The other half is `moment_body`. Nothing else anywhere knows of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.table.errors import BadAnswerError, BadCorrectionError
from companion.table.game import Mode
from companion.table.prompts import TABLE, Answer, Chance, Option, Prompt
from companion.table.script import Script, ask, safe_point
from companion.table.state import Fact, TableState
from companion.table.view import View

QUARTERS = ("00", "15", "30", "45")


class Moment(Prompt, frozen=True, kw_only=True):
    """A moment of the day: a quarter of an hour between two hours."""

    kind: ClassVar[str] = "moment"

    first: int = 8
    last: int = 20

    def check(self, value: Answer) -> None:
        hour, _, quarter = value.partition(":") if isinstance(value, str) else ("", "", "")
        if not hour.isdigit() or not self.first <= int(hour) <= self.last or quarter not in QUARTERS:
            raise BadAnswerError(f"Say a quarter of an hour from {self.first} to {self.last}. Nothing has changed.")

    def any_answer(self, chance: Chance) -> Answer:
        return f"{chance.randint(self.first, self.last)}:{chance.choice(QUARTERS)}"

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"first": self.first, "last": self.last}


class Riddle(Prompt, frozen=True, kw_only=True):
    """A kind that no screen knows."""

    kind: ClassVar[str] = "riddle"

    def check(self, value: Answer) -> None:
        """Any answer will do."""

    def any_answer(self, chance: Chance) -> Answer:
        return chance.choice(("egg", "sphinx"))


class Met(Fact, frozen=True):
    """The players met."""

    when: str

    def apply(self, state: Any) -> None:
        state.met.append(self.when)

    def text(self) -> str:
        return f"They meet at {self.when}."


class Diary(TableState):
    """When the players met."""

    met: list[str]
    riddle: bool

    def __init__(self, riddle: bool) -> None:
        super().__init__()
        self.met = []
        self.riddle = riddle


class Meetings:
    """Three meetings; in the mode `riddle` there is a riddle after the first."""

    name = "meetings"
    title = "Meetings"
    rules_version = 1
    modes: tuple[Mode, ...] = (Mode("new", "New", "", {}), Mode("riddle", "Riddle", "", {"riddle": True}))

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        return {"riddle": False, **setup}

    def begin(self, setup: Mapping[str, Any]) -> Diary:
        return Diary(setup["riddle"])

    def script(self, state: Diary) -> Script[None]:
        while len(state.met) < 3:
            yield from safe_point()
            if state.riddle and state.met:
                yield from ask(state, lambda: Riddle(key="riddle", who=TABLE, title="What has four legs?"))
            when = yield from ask(state, lambda: Moment(key="when", who=TABLE, title="When do you meet?"))
            state.record(Met(when))

    def view(self, state: Diary) -> View:
        return View(title=self.title, finished=f"Met at {', '.join(state.met)}." if len(state.met) == 3 else "")

    def counters(self, state: Diary) -> dict[str, int]:  # noqa: ARG002
        return {}

    def correct(self, state: Diary, key: str, value: int) -> None:  # noqa: ARG002
        raise BadCorrectionError("There are no numbers here. Nothing has changed.")

    def interjections(self, state: Diary) -> tuple[Option, ...]:  # noqa: ARG002
        return ()

    def interjection(self, state: Diary, key: str) -> Script[None]:  # noqa: ARG002
        yield from ()

    def help(self, topic: str) -> str:  # noqa: ARG002
        return ""
