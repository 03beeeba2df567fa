"""Losses that nobody picked are said with the next question: else a table would not know what to take off the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.messina.facts import UnitDestroyed
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.table.prompts import Prompt, Tell, Together
from companion.table.script import REASK, Script
from companion.table.state import Fact
from companion.table.words import _


def told(state: MessinaState, steps: Script[None]) -> Script[None]:
    """Run steps, and have each question say which Units were lost since the last answer without anybody's choice."""
    answer: Any = None
    since = len(state.facts)
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration:
            return
        lost = _sentences(state.facts[since:])
        if lost and isinstance(asked, Together):
            asked = Together(tuple(_with(prompt, lost) for prompt in asked.parts))
        elif lost and isinstance(asked, Prompt):
            asked = _with(asked, lost)
        answer = yield asked
        if answer is not REASK:
            since = len(state.facts)


def _with(prompt: Prompt, lost: str) -> Prompt:
    """Return a question that says first what was lost; the last page of a battle lists it anyhow."""
    return prompt if isinstance(prompt, Tell) else replace(prompt, text=" ".join(filter(None, (lost, prompt.text))))


def _sentences(facts: Sequence[Fact]) -> str:
    lost = [fact.unit for fact in facts if isinstance(fact, UnitDestroyed) and fact.forced]
    said = []
    for faction, support in dict.fromkeys((unit.faction, unit.support) for unit in lost):
        units = names.units(unit for unit in lost if (unit.faction, unit.support) == (faction, support))
        sentence = _("{faction} loses {units} in support.") if support else _("{faction} loses {units}.")
        said.append(sentence.format(faction=names.faction(faction), units=units))
    return " ".join(said)
