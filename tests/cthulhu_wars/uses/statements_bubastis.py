"""What a use of an ability of Bubastis must change: from the rules reference (section 6, `BB`)."""

from __future__ import annotations

from tests.cthulhu_wars.uses.printed import CATS
from tests.cthulhu_wars.uses.rituals import TRACKS, cost
from tests.cthulhu_wars.uses.statements import as_numbers, foe_of, how_many, losses, must, of_side, states, total
from tests.cthulhu_wars.uses.watch import Numbers, Use


@states("BB.pay_two")
def pay_two(_use: Use) -> Numbers:
    return {"me.power": -2}


@states("BB.catnapping")
def catnapping(use: Use) -> Numbers:
    """1 Power; the Gate of a chosen enemy in the area is abandoned, and nothing goes out of play."""
    area, picked = use.answer("catnapping/area"), use.answers.get("catnapping/whom", use.state.enemies("BB"))
    left = use.gates.get(area) in ([picked] if isinstance(picked, str) else picked) and area in use.gates
    found: Numbers = {"me.power": -1, "abandoned": int(left)}
    found |= {f"{use.gates[area]}.gates": -1} if left else {}
    if not left and "abandoned" in use.change:
        # Who went held a Gate elsewhere, as the table says.
        found |= {key: n for key, n in use.change.items() if key == "abandoned" or key.endswith(".gates")}
    return found


@states("BB.on_the_moon")
def on_the_moon(_use: Use) -> Numbers:
    """Who is there is said; nothing changes."""
    return {}


@states("BB.ailurophobia")
def ailurophobia(use: Use) -> Numbers:
    """1 Doom for each kind of Cat that the players name; at most the four."""
    kinds = use.answers.get("ailurophobia", [])
    number = how_many(kinds)
    must(number <= sum(bool(use.pieces("BB", cat)) for cat in CATS), use, "kinds that are there")
    return {"me.doom": number}


@states("BB.requires_attention")
def requires_attention(use: Use) -> Numbers:
    """The cost, 4 Doom, 1 Elder Sign for a Gate and 2 for a Great Old One; and Sycophancy."""
    there = use.answers.get("requires_attention", [])
    there = [there] if isinstance(there, str) else there
    drawn = ("gate" in there) + 2 * ("great" in there)
    bought = int(use.answers.get("prophetess/BB/signs", 0) or 0)
    drawn += bought
    less, found = 0, {"me.power": -cost(use) - 3 * bought}
    track = use.state.own_track or TRACKS[len(use.state.seats)]
    found["ritual"] = int(use.before["ritual"] < len(track))
    for code in use.state.factions:
        if code != "BB" and use.borrows(code, "TT"):
            gives = use.answer(f"sycophancy/{code}") == "give"
            found |= {f"{code}.doom": 1} if gives else {}
            less += not gives
    seen = use.change.get("BB.signs", 0)
    must(seen == drawn or not use.state.bag, use, f"{drawn} Elder Signs")
    return {**found, "me.signs": seen, "me.doom": 4 - less + drawn - seen}


@states("BB.predator")
def predator(use: Use) -> Numbers:
    """One unit of the enemy goes, of a type that it has lost in the battle; none if it has no other."""
    foe, gone = foe_of(use), losses(use)
    must(of_side(use, gone, foe) and total(gone) <= 1, use, "one of the enemy")
    lost = {unit for _, unit, _ in use.state.running_battle.lost}
    must(all(unit in lost for kinds in gone.values() for unit in kinds), use, f"one of {lost}")
    extinct = {key: number for key, number in use.change.items() if key == f"{foe}.away"}
    return {**as_numbers(gone), **extinct}
