"""Combats played at random through prompts alone, with every invariant of the reference after each answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.mythos_encounters.facts import CombatEnded
from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER
from companion.games.mythos_encounters.model.rulings import RULINGS, ruling
from companion.games.mythos_encounters.model.state import SIDES, CombatState
from companion.games.mythos_encounters.rules.arithmetic import exchangeable, match
from companion.table.prompts import Choose
from companion.table.session import Session, new_session
from tests.chance import back_and_forth

MOST = 2000
"""Answers; random players at last pass, too."""


def begin(chance: Random) -> Session[CombatState]:
    """A combat with random rulings; pools of up to about 40 dice."""
    options = {key: chance.choice(list(point.readings)) for key, point in RULINGS.items() if chance.random() < 0.3}
    setup: dict[str, Any] = {"options": options, "others": chance.randint(0, 3)}
    for side in SIDES:
        top = chance.choice((1, 3, 8))
        setup[side] = {kind: chance.randint(0, top) for kind in ("cultists", "servitors", "monsters")}
        setup[side]["ring"] = chance.random() < 0.5
    return new_session(MYTHOS_ENCOUNTERS, setup)


def answer(session: Session[CombatState], chance: Random) -> None:
    """One answer; cards are played less and less often."""
    item = chance.choice(session.prompts)
    prompt = item.prompt
    value = prompt.any_answer(chance)
    if prompt.rule == "cards" and isinstance(prompt, Choose) and prompt.optional and chance.random() < 0.6:
        value = []
    if prompt.key.endswith("/next") and chance.random() < 0.6:
        value = ["done"]
    session.answer(item.ticket, value)


def correct(session: Session[CombatState], chance: Random) -> None:
    """A number is another one on the board, at any moment."""
    counters = MYTHOS_ENCOUNTERS.counters(session.state)
    if counters:
        session.correct({chance.choice(sorted(counters)): chance.randint(0, 12)})


def check(session: Session[CombatState], before: dict[str, int]) -> None:
    """Section 1.4 and 1.3, 1.8 of the reference."""
    state = session.state
    assert [player.id for player in session.view.players] == state.seats
    assert len(set(state.seats)) == len(state.people)
    for side in state.forces:
        committed, fighting, bound = state.forces[side], state.fighting(side), state.bound(side)
        assert all(number >= 0 for number in bound.values())
        assert fighting.cultists + bound.get("cultists", 0) >= committed.cultists
        assert fighting.servitors + bound.get("servitors", 0) >= committed.servitors
    assert all(MYTHOS_ENCOUNTERS.help(item.prompt.rule) for item in session.prompts), "a step without help"
    assert all(number >= 0 for number in state.pools.values())
    assert state.segment in (1, 2)
    if state.step == "losses" and state.faces and before:
        found = match(state.faces[ATTACKER], state.faces[DEFENDER], ruling(state.rulings, "tie"))
        mine, theirs = found.loses(ATTACKER), found.loses(DEFENDER)
        columns = min(len(found.attacker), len(found.defender))
        ties = sum(who == "tie" for _, _, who in found.pairs)
        assert mine <= columns
        assert theirs <= columns
        each = {"both": 2, "attacker": 1, "defender": 1, "none": 0}[found.tie]
        assert mine + theirs == columns - ties + each * ties
        swapped = match(found.defender, found.attacker, found.tie)
        if found.tie in ("both", "none"):
            assert (swapped.loses(DEFENDER), swapped.loses(ATTACKER)) == (mine, theirs)
    if state.step == "reform":
        for item in session.prompts:
            if "/reform/" in item.prompt.key:
                side = item.prompt.key.split("/")[2]
                capped = ruling(state.rulings, "reform_cap") == "natural"
                dice = exchangeable(state.pools[side], state.fighting(side), capped=capped)
                for option in item.prompt.as_json()["options"]:
                    if option["id"] == "other":
                        continue
                    cultists, servitors = map(int, option["id"].split("+"))
                    assert cultists + 2 * servitors == dice


def play(seed: int) -> Session[CombatState]:
    """One combat to its end; every undo and redo on the way leads back to the same."""
    chance = Random(seed)
    session = begin(chance)
    for _ in range(MOST):
        if session.finished:
            return session
        before = dict(session.state.pools)
        able = [option.id for option in session.interjections if not option.refused]
        if able and chance.random() < 0.03:
            session.interject(chance.choice(able))
        else:
            answer(session, chance)
        check(session, before)
        if chance.random() < 0.03:
            correct(session, chance)
        if chance.random() < 0.05:
            back_and_forth(session, chance, 6)
    raise AssertionError(f"combat {seed} does not end")


def test_random_combats() -> None:
    facts = [fact for seed in range(300) for fact in play(seed).state.facts]
    outcomes = {fact.outcome for fact in facts if isinstance(fact, CombatEnded)}
    assert outcomes >= {
        "attacker_wins",
        "defender_wins",
        "attacker_retreats",
        "defender_holds_attacker_retreats",
        "nobody_arrives",
        "empty_node",
    }


@pytest.mark.slow
def test_ten_thousand_random_combats() -> None:
    for seed in range(10_000):
        play(seed)
