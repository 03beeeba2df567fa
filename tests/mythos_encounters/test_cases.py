"""Every worked case of the dice-pool combat (reference section 4, operations `dp_*`)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, Force
from companion.games.mythos_encounters.rules.arithmetic import exchangeable, match, mishaps, mixes, pool, result
from companion.games.mythos_encounters.rules.odds import match_counts
from tests.other_battles import CASES, cases


def assembled(given: dict[str, Any]) -> dict[str, int]:
    """A pool with what cards and an earlier segment add to it."""
    bound = given.get("servitors_bound", False)
    force = Force(
        given.get("cultists", 0),
        0 if bound else given.get("servitors", 0),
        given.get("monsters", 0),
        ring=given.get("ring_bonus", False),
    )
    found = pool(force)
    cultist = found.cultist_dice + given.get("extra_per_cultist", 0) * force.cultists
    carried = given.get("carried_dice", 0)
    total = cultist + found.servitor_dice + found.monster_dice + carried
    return {
        "cultist_dice": cultist,
        "servitor_dice": found.servitor_dice,
        "monster_dice": found.monster_dice,
        "carried_dice": carried,
        "total": total,
    }


@pytest.mark.parametrize("case", cases("dp_pool"))
def test_pool(case: dict[str, Any]) -> None:
    assert assembled(case["input"]) == case["expect"]


@pytest.mark.parametrize("case", cases("dp_match"))
def test_match(case: dict[str, Any]) -> None:
    given = case["input"]
    found = match(given["attacker"], given["defender"])
    assert {
        "attacker_ranked": list(found.attacker),
        "defender_ranked": list(found.defender),
        "pairs": [list(pair) for pair in found.pairs],
        "attacker_loses": found.loses(ATTACKER),
        "defender_loses": found.loses(DEFENDER),
        "attacker_left": found.left(ATTACKER),
        "defender_left": found.left(DEFENDER),
        "unmatched": len(found.attacker) - len(found.defender),
    } == case["expect"]


@pytest.mark.parametrize("case", cases("dp_gate"))
def test_gate(case: dict[str, Any]) -> None:
    which = mishaps(case["input"]["rolls"])
    assert {"mishaps": len(which), "which": which} == case["expect"]


@pytest.mark.parametrize("case", cases("dp_combat"))
def test_combat(case: dict[str, Any]) -> None:
    given = case["input"]
    left = {ATTACKER: given["attacker_pool"], DEFENDER: given["defender_pool"]}
    segments, outcome = [], ""
    for number, segment in enumerate(given["segments"], start=1):
        for side in left:
            left[side] += segment.get(f"{side}_added", 0)
        found = match(segment[ATTACKER], segment[DEFENDER])
        assert (len(found.attacker), len(found.defender)) == (left[ATTACKER], left[DEFENDER])
        left = {side: found.left(side) for side in left}
        segments.append(
            {f"{side}_loses": found.loses(side) for side in left} | {f"{side}_left": n for side, n in left.items()}
        )
        early = segment.get("attacker_retreats", False)
        outcome = result(number, left[ATTACKER], left[DEFENDER], left_early=early) or ""
    assert {"segments": segments, "result": outcome} == case["expect"]


@pytest.mark.parametrize("case", cases("dp_reform"))
def test_reform(case: dict[str, Any]) -> None:
    given = case["input"]
    force = Force(given["committed_cultists"], given["committed_servitors"])
    dice = exchangeable(given["dice_left"], force, capped=given["cap"] == "natural")
    found = sorted([list(mix) for mix in mixes(dice)])
    within = [mix for mix in found if mix[0] <= force.cultists and mix[1] <= force.servitors]
    assert {
        "exchangeable": dice,
        "options_cultists_servitors": found,
        "options_within_committed_counts": within,
    } == case["expect"]


@pytest.mark.parametrize("case", cases("dp_odds"))
def test_odds(case: dict[str, Any]) -> None:
    counts = match_counts(case["input"]["attacker_dice"], case["input"]["defender_dice"])
    assert {f"{mine}-{theirs}": ways for (mine, theirs), ways in counts.items()} == case["expect"]["counts"]
    assert sum(counts.values()) == case["expect"]["out_of"]


def test_every_case_of_this_game_is_run_here() -> None:
    known = {"dp_pool", "dp_match", "dp_gate", "dp_combat", "dp_reform", "dp_odds"}
    assert {case["op"] for case in CASES if case["op"].startswith("dp_")} == known
    assert len(CASES) == 75
