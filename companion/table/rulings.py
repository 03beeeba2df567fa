"""Points of a game's rules that a table may read otherwise: settings, asked for before the game if people want that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.table.errors import BadSetupError
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one
from companion.table.state import Fact, TableState


class RuledState(TableState):
    """The state of a game with such settings; `options` holds the choices that were made."""

    options: dict[str, Any]


@dataclass(frozen=True)
class Ruling:
    """One setting.

    Args:
        title: what it is about.
        values: what people read for each choice; the first one is the default.
        text: a sentence more.
    """

    title: str
    values: dict[str, str]
    text: str = ""


@dataclass(frozen=True)
class Ruled(Fact):
    """The table has chosen how a point is read."""

    key: str
    value: str
    words: str

    def apply(self, state: RuledState) -> None:
        state.options[self.key] = self.value

    def text(self) -> str:
        return self.words


class Rulings(dict[str, Ruling]):
    """All settings of a game, in the order in which they are asked for."""

    def in_force(self, options: Mapping[str, Any], key: str) -> str:
        """Return the reading in force: the one that was chosen, or the default."""
        chosen: str = options.get(key, next(iter(self[key].values)))
        return chosen

    def allow(self, options: Any) -> bool:
        """Return whether these are settings of this game with values that they may have; any JSON will do."""
        return isinstance(options, dict) and all(
            key in self and isinstance(value, str) and value in self[key].values for key, value in options.items()
        )

    def check(self, options: Any) -> None:
        """Refuse settings that there are not. Raises `BadSetupError`."""
        if not self.allow(options):
            raise BadSetupError(f"The rulings are: {', '.join(self)}. Nothing was started.")

    def ask(self, state: RuledState, keys: str = "ruling") -> Script[None]:
        """Let the table choose every setting that is not given yet.

        Args:
            state: the game.
            keys: what the keys of the questions begin with.
        """
        for key, setting in self.items():
            if key not in state.options:
                picked = yield from pick_one(state, partial(_question, f"{keys}/{key}", setting))
                assert picked is not None
                state.record(Ruled(key, picked, f"{setting.title}: {setting.values[picked]}."))


def _question(key: str, setting: Ruling) -> Choose:
    options = tuple(Option(value, words) for value, words in setting.values.items())
    return Choose(key=key, who=TABLE, title=setting.title, text=setting.text, options=options, rule="rulings")
