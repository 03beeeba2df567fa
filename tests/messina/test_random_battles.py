"""Battles played at random through prompts alone, with every invariant of the reference after each answer."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.messina.facts import RoundOver, UnitDestroyed
from companion.games.messina.game import MESSINA
from companion.games.messina.model.names import FACTIONS
from companion.games.messina.model.rulings import RULINGS
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import KINDS
from companion.games.messina.rules.winner import OVERWHELMED
from companion.table.session import Session, new_session
from tests.chance import back_and_forth

MOST = 3000
"""Answers."""

LONGEST_TITLE = 40
"""Characters; the smallest screen shows two lines."""

SUPPORT = ("infantry", "fighter", "bomber", "mech", "civilian")


def begin(chance: Random) -> Session[MessinaState]:
    """Two to five factions with a few Units each, and random rulings."""
    seats = chance.sample(list(FACTIONS), chance.choice((2, 2, 3, 3, 4, 5)))
    units = {}
    for seat in seats:
        units[seat] = {kind: chance.randint(0, 2) for kind in KINDS if chance.random() < 0.6}
        units[seat] |= {f"support.{kind}": 1 for kind in SUPPORT if chance.random() < 0.2}
        units[seat] |= {f"routed.{kind}": 1 for kind in KINDS if chance.random() < 0.1}
    options = {key: chance.choice(list(point.readings)) for key, point in RULINGS.items() if chance.random() < 0.4}
    setup: dict[str, Any] = {"seats": seats, "initiator": chance.choice(seats), "units": units, "options": options}
    return new_session(MESSINA, setup)


def answer(session: Session[MessinaState], chance: Random) -> None:
    item = chance.choice(session.prompts)
    value = item.prompt.any_answer(chance)
    if item.prompt.key.endswith("/next") and session.state.number > 1:
        value = ["done"]
    elif item.prompt.kind == "count" and "/units/" in item.prompt.key:
        value = chance.randint(1, 2)  # armies of hundreds play no differently, only longer
    session.answer(item.ticket, value)


def check(session: Session[MessinaState], before: int) -> None:
    """Units are conserved, and every step does only what it may (reference 2.5, 2.6)."""
    state = session.state
    assert all(MESSINA.help(item.prompt.rule) for item in session.prompts), "a step without help"
    assert all(len(item.prompt.title) <= LONGEST_TITLE for item in session.prompts), "a title longer than two lines"
    ids = [unit.id for unit in (*state.units, *state.destroyed, *state.retreated)]
    assert len(set(ids)) == len(ids)
    assert not any(unit.support or unit.kind not in KINDS for unit in state.retreated)
    if state.step in ("sides", "strength", "skill"):
        assert state.skill == {}, "a Skill Card is out before it is turned up"
    for fact in state.facts[before:]:
        if isinstance(fact, UnitDestroyed):
            assert fact.unit.faction not in state.victors or fact.why in ("a card names its faction", "a card's text")
            if fact.why == "overwhelming superiority":
                assert fact.unit.kind in OVERWHELMED
                assert not fact.unit.support
            if fact.why.startswith("a pair of"):
                assert not fact.unit.support
                assert fact.unit.kind != "fighter"
    if state.victor is not None:
        kills = sum(isinstance(f, UnitDestroyed) and f.why == "overwhelming superiority" for f in this_battle(state))
        assert kills <= state.difference // 5
        assert state.difference == abs(state.totals[0] - state.totals[1])
    if state.victor is not None and [item.prompt.key for item in session.prompts] == [f"{state.number}/next"]:
        assert not state.of(state.losers, support=False), "a loser is left at the site"
        assert not state.of(state.losers, routed=True)
        marked = Counter((r.faction, r.kind) for r in state.routed for _ in range(r.number))
        if any(isinstance(fact, RoundOver) for fact in this_battle(state)):
            return
        assert not Counter((u.faction, u.kind) for u in state.retreated) - marked


def this_battle(state: MessinaState) -> list[Any]:
    """The facts since the battle was opened."""
    opened = max((n for n, fact in enumerate(state.facts) if type(fact).__name__ == "BattleOpened"), default=0)
    return state.facts[opened:]


def play(seed: int) -> Session[MessinaState]:
    """One Round to its end; every undo and redo on the way leads back to the same."""
    chance = Random(seed)
    session = begin(chance)
    for _ in range(MOST):
        if session.finished:
            return session
        before = len(session.state.facts)
        number = session.state.number
        able = [option.id for option in session.interjections if not option.refused]
        if able and chance.random() < 0.04:
            session.interject(chance.choice(able))
        else:
            answer(session, chance)
        check(session, before if session.state.number == number else len(session.state.facts))
        assert not any(line.entry.secret and "value" in line.as_json() for line in session.history)
        if chance.random() < 0.03:
            json.dumps(back_and_forth(session, chance, 8)["view"])
    raise AssertionError(f"Round {seed} does not end")


def test_random_battles() -> None:
    sessions = [play(seed) for seed in range(300)]
    said = "\n".join(fact.text() for session in sessions for fact in session.state.facts)
    for words in (
        "stand-off",
        "overwhelming superiority",
        "a pair of",
        "a card shows the Civ box",
        "routed, to",
        "it was routed",
    ):
        assert words in said, f"nothing random ever came to: {words}"


@pytest.mark.slow
def test_ten_thousand_random_battles() -> None:
    for seed in range(10_000):
        play(seed)
