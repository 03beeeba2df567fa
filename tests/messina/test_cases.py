"""Every worked case of the faction battle (reference section 4, operations `fc_*`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from companion.games.messina.facts import UnitDestroyed
from companion.games.messina.model.units import CIVIL, CIVILIAN, INFANTRY, MECH, WORKER, MessinaUnit, strength
from companion.games.messina.rules.cards import (
    ChanceCard,
    against_loser,
    against_support,
    deal,
    dealing_order,
)
from companion.games.messina.rules.pairs import VICTIMS, counted, draws, pairs, unpaired
from companion.games.messina.rules.retreat import Space, can_enter, open_spaces
from companion.games.messina.rules.sides import by_agreement, lone_stand, standoff_draws
from companion.games.messina.rules.winner import OVERWHELMED, overwhelming
from tests.messina.table import Table
from tests.other_battles import CASES, cases

Values = dict[str, Any]


def units(given: list[Values]) -> list[MessinaUnit]:
    """The Units of a case, one by one."""
    return [
        MessinaUnit(
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


SEATS = (("red", "gold"), ("blue", "green"))
STEPS = {"location": "location_card", "military": "military_track", "crypto": "crypto_track"}


def fc_winner(given: Values) -> Values:
    """Through the game's own questions: the table reads the tracks, a pooled side by its best-placed member."""
    sides = [seats[: max(1, len(side["skill_stars"]))] for seats, side in zip(SEATS, given["sides"], strict=True)]
    table = Table({faction: {} for side in sides for faction in side})
    pooled = next((side for side in sides if len(side) > 1), None)
    if pooled:
        table.give(("1/agreement", "+".join(pooled)))
    for faction in table.state.seats:
        first = next((n for n, side in enumerate(sides) if side[0] == faction), None)
        table.give((f"1/other/{faction}", 0 if first is None else given["sides"][first]["unit_strength"]))
    assert table.state.sides is not None
    order = [sides.index(side) for side in table.state.sides]
    told = [side["skill_stars"] for side in given["sides"]]
    skill = {f: n for side, stars in zip(sides, told, strict=True) for f, n in zip(side, stars, strict=False)}
    table.give(*((f"1/skill/{faction}", skill.get(faction, 0)) for faction in table.state.seats))
    table.give(*((f"1/chance/{place}", given["sides"][side]["chance_stars"]) for place, side in enumerate(order)))
    decided = "total"
    while table.open[0].startswith("1/tie/"):
        step = table.open[0].removeprefix("1/tie/")
        decided = STEPS[step]
        read = [given["sides"][side] for side in order]
        ranks = [side.get("location_card", False) if step == "location" else max(side[step]) for side in read]
        higher = int(ranks[1] > ranks[0])
        best = str(higher) if step == "location" else table.state.sides[higher][0]
        none = "2" if step == "location" else "level"
        table.give((table.open[0], none if ranks[0] == ranks[1] else best))
    assert table.state.victor is not None
    return {
        "totals": [table.state.totals[order.index(side)] for side in (0, 1)],
        "winner": order[table.state.victor],
        "decided_by": decided,
        "difference": table.state.difference,
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
    why = [f"overwhelming cannot take {kind}" for kind in over if kind not in OVERWHELMED]
    why += [f"{pair} pair cannot take {kind}" for pair, kind in paired if kind not in VICTIMS[pair]]
    taken = Counter([*over, *(kind for _, kind in paired)])
    why += [f"there are not {n} {kind}" for kind, n in taken.items() if n > given["loser_site"].get(kind, 0)]
    left: Counter[str] = Counter(given["loser_site"])
    if not why:
        left -= taken
    return {"legal": not why, "why": why, "loser_site_after": dict(left)}


def card(given: Values) -> ChanceCard:
    return ChanceCard(given.get("faction", ""), given.get("red_square", False), given.get("civ", False))


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


def narrow_win(red: dict[str, int], blue: dict[str, int]) -> Table:
    """Red wins by one, so that nobody is overwhelmed; the questions stand at the cards against blue."""
    table = Table({"red": red, "blue": blue})
    mine, theirs = (table.state.unit_strength([faction]) for faction in ("red", "blue"))
    extra = theirs + 1 - mine
    table.give(("1/other/red", max(0, extra)), ("1/other/blue", max(0, -extra)))
    table.give(*((key, 0) for key in ("1/skill/red", "1/skill/blue", "1/chance/0", "1/chance/1")))
    return table


def fc_min_loss(given: Values) -> Values:
    """Every choice that the game offers the loser, tried out; the fewest Units that any of them costs."""
    number = given["faction_cards"] + given["civ_cards"]
    shown = ["name"] * given["faction_cards"] + ["civ"] * given["civ_cards"]

    def fewest(answers: list[tuple[str, Any]]) -> int:
        table = narrow_win({"bomber": number}, {CIVILIAN: given["civ"], INFANTRY: given["other"]})
        table.shows("blue", *shown)
        table.give(*answers)
        key = table.open[0]
        if not key.startswith(("1/order/", "1/lost/", "1/civ/")):
            return sum(isinstance(fact, UnitDestroyed) for fact in table.state.facts)
        prompt = table.prompt(key)
        ways = combinations([option.id for option in prompt.options], prompt.least)
        return min(fewest([*answers, (key, list(way))]) for way in ways)

    return {"fewest_units_lost": fewest([])}


def fc_victor_draws(given: Values) -> Values:
    # One card for each survivor, a Mech one, too.
    return {"cards_drawn_against_victor": sum(given["loser_survivors_at_site"].values())}


def fc_victor_cards(given: Values) -> Values:
    """The table counts the cards that name the victor; the game takes no more Units than there are."""
    table = narrow_win({INFANTRY: given["victor_units_available"]}, {MECH: len(given["cards"])})
    table.reach("1/victor_cards/red")
    hits = sum(card(shown).faction == given["faction"] for shown in given["cards"])
    table.give(("1/victor_cards/red", hits))
    if table.open[0] == "1/victor_lost/red":
        prompt = table.prompt("1/victor_lost/red")
        table.give(("1/victor_lost/red", [option.id for option in prompt.options][: prompt.most]))
    assert "Utility" not in table.said
    return {
        "victor_units_lost": sum(isinstance(fact, UnitDestroyed) for fact in table.state.facts),
        "utility_damage": 0,
    }


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
