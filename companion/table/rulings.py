"""Points of the rules that tables read in different ways, asked for before a game if people wish.

A set-up gives rulings under the key `options`, and asks for the rest with `"rulings": "ask"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from msgspec import Meta, Struct

from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one
from companion.table.setup import refuse, says
from companion.table.state import TableState, TextFact
from companion.table.words import N_, _

SENTENCE: Final = N_("The rulings are: {rulings}.")


class RuledState(TableState):
    """The state of a game with such points; `rulings` holds the readings that were chosen."""

    rulings: dict[str, str]


class Ruling(Struct, frozen=True):
    """One point; its words are marked with `N_`.

    Args:
        title: what it is about.
        readings: what people read for each; the first one is the default.
        text: a sentence more.
    """

    title: str
    readings: dict[str, str]
    text: str = ""


class Ruled(TextFact, frozen=True):
    """The table has chosen how a point is read."""

    key: str
    reading: str

    def apply(self, state: RuledState) -> None:
        state.rulings[self.key] = self.reading


class Rulings(dict[str, Ruling]):
    """All such points of a game, in the order in which they are asked for."""

    def in_force(self, chosen: Mapping[str, str], key: str) -> str:
        """Return the reading in force: the one that was chosen, or the default."""
        return chosen.get(key, next(iter(self[key].readings)))

    def without(self, *keys: str) -> Rulings:
        """Return the same points but for some."""
        return Rulings({key: point for key, point in self.items() if key not in keys})

    def allow(self, chosen: Any) -> bool:
        """Return whether these are points of this game with readings that they may have; any JSON will do."""
        return isinstance(chosen, dict) and all(
            key in self and isinstance(reading, str) and reading in self[key].readings
            for key, reading in chosen.items()
        )

    @property
    def sentence(self) -> str:
        """The sentence that lists the points there are, for one that there is not."""
        return _(SENTENCE).format(rulings=", ".join(self))

    @property
    def said(self) -> Meta:
        """The same sentence, as what refuses a field of a set-up."""
        return says(SENTENCE, rulings=", ".join(self))

    def check(self, chosen: Any) -> None:
        """Refuse points and readings that do not exist. Raises `BadSetupError`."""
        if not self.allow(chosen):
            refuse(self.sentence)

    def ask(self, state: RuledState, keys: str = "ruling") -> Script[None]:
        """Let the table choose for every point that is not given yet.

        Args:
            state: the game.
            keys: what the keys of the questions begin with.
        """
        for key in self:
            if key not in state.rulings:
                yield from self.choose(state, key, keys)

    def choose(self, state: RuledState, key: str, keys: str, *, again: bool = False) -> Script[None]:
        """Let the table choose for one point.

        Args:
            keys: what the key of the question begins with.
            again: whether a reading is in force already, which may stay.
        """
        point = self[key]
        suggested = (self.in_force(state.rulings, key),) if again else ()
        picked = yield from pick_one(state, partial(_question, f"{keys}/{key}", point, suggested))
        assert picked is not None
        words = _("{point}: {reading}.").format(point=_(point.title), reading=_(point.readings[picked]))
        state.record(Ruled(key, picked, words=words))


def _question(key: str, point: Ruling, suggested: tuple[str, ...] = ()) -> Choose:
    options = tuple(Option(reading, _(words)) for reading, words in point.readings.items())
    title, text = _(point.title), _(point.text)
    if suggested:
        # A short title, for there is a page behind this question.
        title, text = _("How do you play it from now on?"), " ".join(filter(None, (f"{title}.", text)))
    return Choose(key=key, who=TABLE, title=title, text=text, options=options, suggested=suggested, rule="rulings")
