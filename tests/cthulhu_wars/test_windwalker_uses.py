"""Each of Windwalker's abilities in random evenings and battles: how often, and each use held against a second
statement of what it does, made here from the reference (section 6, `WW`) without the faction's own code."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.factions.windwalker import HowlUsed, IceAgePlaced
from companion.games.cthulhu_wars.facts import (
    AbilityUsed,
    ActionBegan,
    ActionsStopped,
    BattleBegan,
    GateGone,
    GateSet,
    PieceLost,
    PiecesEntered,
    PowerGained,
    PowerSpent,
    ResultIgnored,
    RitualAdvanced,
)
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.table.state import Fact
from tests.chance import step
from tests.cthulhu_wars.test_battle_invariants import random_answer, random_battle
from tests.cthulhu_wars.test_random_games import CORE, evening

GREAT = {
    "cthulhu",
    "nyarlathotep",
    "shub_niggurath",
    "king_in_yellow",
    "hastur",
    "yog_sothoth",
    "tsathoggua",
    "ubbo_sathla",
    "avatar_thesis",
    "avatar_antithesis",
    "avatar_synthesis",
}
INDEPENDENT = {name for name, card in CARDS.items() if card.unit is not None and card.unit.rank is Rank.GOO}
SPENT_ON_SURCHARGE = "Action in "


def numbers(state: CthulhuState) -> dict[str, int]:
    """What the statements below look at, before an answer."""
    enemies = [f for code, f in state.factions.items() if code != "WW"]
    return {
        "power": state.factions["WW"].power,
        "great": sum(n > 0 for f in enemies for unit, n in f.in_play.items() if unit in GREAT | INDEPENDENT),
        "pool": 4 - state.factions["WW"].in_play.get("gnoph_keh", 0),
        "battle": len(state.facts),
    }


def hold(state: CthulhuState, before: dict[str, int], new: list[Fact], used: Counter[str]) -> None:
    """Each new fact that is a use of an ability did what the reference says."""
    spent = [f for f in new if isinstance(f, PowerSpent)]
    for fact in new:
        match fact:
            case ActionsStopped(who="WW"):
                used["Hibernate"] += 1
                gain = sum(f.power for f in new if isinstance(f, PowerGained) and f.who == "WW")
                assert gain == min(before["power"], before["great"])
                assert "WW" not in (state.active, *state.to_do) or not state.can_act("WW")
            case IceAgePlaced():
                used["Ice Age"] += 1
                began = max(n for n, f in enumerate(state.facts) if isinstance(f, ActionBegan))
                paid = [f for f in state.facts[began:] if isinstance(f, PowerSpent) and f.why == "Ice Age"]
                assert [(f.who, f.power) for f in paid] == [("WW", 1)]
                assert state.factions["WW"].tokens == [fact.area]
            case PowerSpent(why=why) if why.startswith(SPENT_ON_SURCHARGE):
                used["Ice Age, paid"] += 1
                assert (fact.who != "WW", fact.power <= 1) == (True, True)
            case HowlUsed():
                used["Howl"] += 1
                assert not any(isinstance(f, PieceLost) for f in new), "nothing is Eliminated"
                assert fact.to in state.board.areas[fact.origin].adjacent
            case ResultIgnored(figure=name) if name.startswith("WW.rhan_tegoth"):
                used["Eternal"] += 1
                assert [(f.who, f.power) for f in spent if f.why == "Eternal"] == [("WW", 1)]
                assert state.factions["WW"].in_play["rhan_tegoth"] == 1
            case PiecesEntered(who="WW", why="placed by Cannibalism"):
                used["Cannibalism"] += 1
                began = max(n for n, f in enumerate(state.facts) if isinstance(f, BattleBegan))
                lost = [f for f in state.facts[began:] if isinstance(f, PieceLost) and f.who != "WW"]
                assert any(f.how == "Killed" for f in lost)
                assert fact.unit in ("wendigo", "acolyte")
            case AbilityUsed(who="WW", ability="berserkergang"):
                used["Berserkergang"] += 1
            case PiecesEntered(who="WW", unit="gnoph_keh") if spent:
                used["Gnoph-Keh"] += 1
                assert before["pool"] in [f.power for f in spent if f.who == "WW"]
            case PiecesEntered(who="WW", unit="ithaqua", why="awakens"):
                used["Ithaqua"] += 1
                assert any(isinstance(f, GateGone) and f.area == fact.area for f in new)
            case PiecesEntered(who="WW", unit="rhan_tegoth", why="awakens"):
                used["Rhan Tegoth"] += 1
            case RitualAdvanced() if "herald" in state.factions["WW"].books and any(f.who == "WW" for f in spent):
                used["Herald"] += 1
                assert 5 in [f.power for f in spent if f.who == "WW"]


def surcharges(facts: list[Fact]) -> None:
    """Ice Age, the other way round: an enemy's Action with a battle or a new Gate in the area has paid for it."""
    frozen, action = "", list[Fact]()
    for fact in [*facts, ActionBegan()]:
        if not isinstance(fact, ActionBegan):
            action.append(fact)
            continue
        paid = any(isinstance(f, PowerSpent) and f.why.startswith(SPENT_ON_SURCHARGE) for f in action)
        for one in action:
            if isinstance(one, BattleBegan) and one.area == frozen and one.attacker != "WW":
                assert paid, action
            if isinstance(one, PowerSpent) and one.why == "Create Gate" and one.who != "WW":
                there = any(isinstance(f, GateSet) and (f.area, f.owner) == (frozen, one.who) for f in action)
                assert paid or not there, action
        for one in action:
            frozen = one.area if isinstance(one, IceAgePlaced) else frozen
        action = []


def one_evening(seed: int, used: Counter[str], codes: list[str]) -> None:
    """A random evening with Windwalker."""
    session, chance = evening(seed, codes=codes)
    while not session.finished:
        if "WW" not in session.state.factions and session.state.phase != "setup":
            return
        known, there = len(session.state.facts), "WW" in session.state.factions
        before = numbers(session.state) if there else {}
        step(session, chance)
        if there:
            hold(session.state, before, session.state.facts[known:], used)
    surcharges(session.state.facts)


def one_battle(seed: int, used: Counter[str]) -> None:
    """A random battle with Windwalker on a side or looking on."""
    chance = Random(seed)
    battle = random_battle(chance, ["WW", *chance.sample([c for c in FACTIONS if c != "WW"], 3)])
    while not battle.session.finished:
        item = chance.choice(battle.session.prompts)
        known, before = len(battle.state.facts), numbers(battle.state)
        answer: Any = random_answer(item.prompt, chance)
        battle.session.answer(item.ticket, answer, source="hand")
        hold(battle.state, before, battle.state.facts[known:], used)


def test_battles_hold_the_statements() -> None:
    """A few, for the gate."""
    used = Counter[str]()
    for seed in range(30):
        one_battle(seed, used)
    assert {"Howl", "Cannibalism"} <= set(used)


@pytest.mark.slow
def test_each_ability_is_used_often_and_does_what_it_says() -> None:
    """400 evenings and 800 battles: each at least 20 times."""
    used = Counter[str]()
    for seed in range(400):
        one_evening(2 * seed + 1, used, ["WW", *CORE[:3]] if seed % 2 else list(FACTIONS))
    for seed in range(800):
        one_battle(1000 + seed, used)
    assert min(used.values()) >= 20, used
    assert len(used) == 11, used
