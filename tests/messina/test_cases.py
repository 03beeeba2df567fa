"""Every worked case of the faction battle (reference section 4, operations `fc_*`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.messina.rules.cards import (
    Card,
    against_loser,
    against_support,
    against_victor,
    deal,
    dealing_order,
    fewest_lost,
)
from companion.games.messina.rules.pairs import counted, draws, illegal, pairs, unpaired
from companion.games.messina.rules.retreat import Space, can_enter, open_spaces
from companion.games.messina.rules.sides import by_agreement, lone_stand, standoff_draws
from companion.games.messina.rules.units import CIVIL, CIVILIAN, INFANTRY, MECH, WORKER, Unit, strength
from companion.games.messina.rules.winner import Showing, higher, overwhelming, tie_break
from tests.other_battles import CASES, cases

Values = dict[str, Any]


def units(given: list[Values]) -> list[Unit]:
    """The Units of a case, one by one."""
    return [
        Unit(
            f"{entry['type']}.{n}",
            entry.get("faction", "x"),
            entry["type"],
            "role" in entry,
            entry.get("routed", False),
        )
        for entry in given
        for n in range(entry["count"])
    ]


def fc_strength(given: Values) -> Values:
    return {"strength": strength(units(given["units"]), given["values"])}


def fc_winner(given: Values) -> Values:
    sides = given["sides"]
    first, second = (Showing(s["unit_strength"], tuple(s["skill_stars"]), s["chance_stars"]) for s in sides)
    found, by = higher(first, second), "total"
    if found is None:
        found, by = tie_break(
            [s.get("location_card", False) for s in sides],
            [s.get("military", []) for s in sides],
            [s.get("crypto", []) for s in sides],
        )
    return {
        "totals": [first.total, second.total],
        "winner": found,
        "decided_by": by,
        "difference": abs(first.total - second.total),
    }


def fc_overwhelming(given: Values) -> Values:
    return {"kills": overwhelming(given["difference"])}


def fc_pairs(given: Values) -> Values:
    kinds = counted(units(given["victor_units"]))
    formed = pairs(kinds)
    if given.get("victimless_pairs") == "draw_cards":
        formed = given["pairs_with_a_victim"]
    left = unpaired(kinds, formed)
    return {"pairs": formed, "unpaired": left, "cards_drawn_against_loser": draws(left)}


def fc_nonrandom_legal(given: Values) -> Values:
    over, paired = given["overwhelming_victims"], [tuple(pair) for pair in given["pair_victims"]]
    why = illegal(over, paired, given["loser_site"])
    left: Counter[str] = Counter(given["loser_site"])
    if not why:
        left -= Counter([*over, *(kind for _, kind in paired)])
    return {"legal": not why, "why": why, "loser_site_after": dict(left)}


def card(given: Values) -> Card:
    return Card(given.get("faction", ""), given.get("red_square", False), given.get("civ", False))


def fc_loser_cards(given: Values) -> Values:
    site: Counter[str] = Counter(given["loser_site"])
    log: list[str] = []
    utility = 0
    choices = list(given.get("choices", []))
    for shown in given["cards"]:
        effect = against_loser(card(shown), given["faction"])
        utility += effect.utility and given["utilities_at_site"] > 0
        if effect.nothing:
            log.append("no effect")
        elif effect.unit:
            log.append(f"lost {choices[0]}" if +site else "no unit left")
            if +site:
                site[choices.pop(0)] -= 1
        else:
            civil = [kind for kind in (CIVILIAN, WORKER) if site[kind]]
            # With both there it would be the owner's choice; the cases name it then.
            victim = choices.pop(0) if civil and choices else (civil or [""])[0]
            log.append(f"lost {victim}" if civil else "no civ left")
            if civil:
                site[victim] -= 1
    return {"log": log, "utility_damage": utility, "loser_site_after": dict(+site)}


def fc_min_loss(given: Values) -> Values:
    lost = fewest_lost(given["civ"], given["other"], given["faction_cards"], given["civ_cards"])
    return {"fewest_units_lost": lost}


def fc_victor_draws(given: Values) -> Values:
    # One card for each survivor, a Mech one, too.
    return {"cards_drawn_against_victor": sum(given["loser_survivors_at_site"].values())}


def fc_victor_cards(given: Values) -> Values:
    hits = sum(against_victor(card(shown), given["faction"]) for shown in given["cards"])
    return {"victor_units_lost": min(hits, given["victor_units_available"]), "utility_damage": 0}


def fc_start(given: Values) -> Values:
    backward = given["direction"] == "backward"
    return {"order": dealing_order(given["seats"], given["initiator"], backward, given["pool"])}


def fc_deal(given: Values) -> Values:
    assigned = deal(range(len(given["cards"])), given["order"])
    hits = {
        faction: sum(against_loser(card(given["cards"][n]), faction).unit for n in share)
        for faction, share in assigned.items()
    }
    lost = {faction: min(number, given["units"][faction]) for faction, number in hits.items()}
    return {"assigned": assigned, "hits": hits, "units_lost": lost}


def fc_sides(given: Values) -> Values:
    factions = given["factions"]
    if given["agreements"]:
        found: Any = by_agreement(factions, given["agreements"][0])
        mode = "alliance"
    else:
        found = lone_stand(factions, given["asking_order"], given["willing_alone"])
        mode = "lone_stand" if found else "no_sides_all_take_damage"
    return {"sides": found and [list(side) for side in found], "mode": mode}


def fc_standoff(given: Values) -> Values:
    found = standoff_draws({faction: units(own) for faction, own in given["units"].items()})
    return {"cards_drawn_against": found, "overwhelming_kills": 0, "killing_pairs": 0}


def fc_support(given: Values) -> Values:
    drawing = [faction for faction, own in given["support"].items() if sum(own.values())]
    result = {}
    for faction in drawing:
        effect = against_support(card(given["cards"][faction]), faction)
        civil = sum(number for kind, number in given["support"][faction].items() if kind in CIVIL)
        result[faction] = {
            "own_choice_lost": int(effect.unit),
            "civilian_lost_victor_choice": int(effect.civ and civil > 0),
        }
    return {"cards_drawn": len(drawing), "result": result}


def fc_retreat(given: Values) -> Values:
    room = dict(given.get("room", {}))
    spaces = [
        Space(
            s["space"],
            s.get("hostile", False),
            s.get("victor_came_from", False),
            s.get("cliff", False),
            s.get("north_pole", False),
        )
        for s in given.get("adjacent", [])
    ]
    kinds = {u["id"]: _kind(u) for u in given["units"]}
    staying = [u["id"] for u in given["units"] if "marched_from" not in u]
    legal = open_spaces(spaces, [kinds[name] for name in staying]) if staying else []
    chosen = next((s for s in legal if s.name == given.get("chosen")), None)
    moved: dict[str, str] = {}
    dead = []
    for unit in given["units"]:
        origin = unit.get("marched_from")
        target = origin or (chosen.name if chosen and can_enter(kinds[unit["id"]], chosen) else "")
        if target and room.get(target, 99) > 0:
            room[target] = room.get(target, 99) - 1
            moved[unit["id"]] = target
        else:
            dead.append(unit["id"])
    return {"legal_defender_spaces": [s.name for s in legal], "moved_and_routed": moved, "destroyed": dead}


def _kind(unit: Values) -> str:
    """A kind with these properties."""
    if unit["kind"] == "air":
        return "fighter"
    return INFANTRY if unit["human"] else MECH


OPS: dict[str, Callable[[Values], Values]] = {
    name: work for name, work in globals().items() if name.startswith("fc_") and callable(work)
}


@pytest.mark.parametrize("case", cases(*OPS))
def test_case(case: Values) -> None:
    assert OPS[case["op"]](case["input"]) == case["expect"]


@pytest.mark.parametrize("case", cases("fc_script"))
def test_script(case: Values) -> None:
    steps = [OPS[step["op"]](step["input"]) for step in case["input"]["steps"]]
    assert steps == case["expect"]["steps"]


def test_every_case_of_this_game_is_run_here() -> None:
    assert {case["op"] for case in CASES if case["op"].startswith("fc_")} == {*OPS, "fc_script"}
