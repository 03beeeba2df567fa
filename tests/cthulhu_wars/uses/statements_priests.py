"""What Unique High Priests must change: from the rules reference (section 7)."""

from __future__ import annotations

from tests.cthulhu_wars.uses.printed import CULTIST_COSTS, CULTISTS, MONSTERS, NEUTRAL_COSTS
from tests.cthulhu_wars.uses.statements import as_numbers, is_monster, losses, must, price, states, total
from tests.cthulhu_wars.uses.watch import Numbers, Use


def _cost(use: Use, unit: str) -> int:
    """What a Monster or Cultist costs now."""
    return CULTIST_COSTS[unit] if unit in CULTISTS else price(use, unit)


@states("asenath_waite")
def asenath_waite(use: Use) -> Numbers:
    """An enemy Monster or Cultist goes, an own unit for 3 or less comes, and she is Eliminated."""
    lost, came = losses(use, lesser=False), losses(use, gained=True)
    must(lost.pop(use.who, {}) == {"asenath_waite": 1}, use, "she goes")
    must(total(lost) == 1 and use.who not in lost, use, "one of an enemy goes")
    must(all(u in CULTISTS or is_monster(c, u) for c, kinds in lost.items() for u in kinds), use, "Monster or Cultist")
    must(list(came) == [use.who] and total(came) == 1, use, "one of one's own comes")
    cheap = {unit: price(use, unit) for unit in (*MONSTERS[use.who], *NEUTRAL_COSTS, "yothan")}
    must(all(cheap.get(unit, 3) <= 3 for unit in came[use.who]), use, "for 3 or less")
    return {"me.unit.asenath_waite": -1, **as_numbers(lost), **as_numbers(came, 1)}


@states("herbert_west")
def herbert_west(use: Use) -> Numbers:
    """He is Eliminated, up to 3 Acolytes come."""
    number = use.answers.get("herbert_west", 1)
    must(1 <= number <= 3, use, "up to 3")
    return {"me.unit.herbert_west": -1, "me.unit.acolyte": number}


@states("joseph_curwen")
def joseph_curwen(use: Use) -> Numbers:
    """He is Eliminated, and a Gate of one's own goes or a new one comes."""
    removed = use.answer("joseph_curwen") == "remove"
    return {"me.unit.joseph_curwen": -1, "gates": -1 if removed else 1}


def _together(use: Use, unit: str, number: int) -> int:
    """What several of a kind cost: each Gnoph-Keh is 1 cheaper than the one before."""
    less = sum(range(number)) if unit == "gnoph_keh" else 0
    return _cost(use, unit) * number - less


@states("crawford_tillinghast")
def crawford_tillinghast(use: Use) -> Numbers:
    """He is Eliminated, and Monsters and Cultists for 3 Power at most come."""
    came = losses(use, gained=True)
    must(set(came) <= {use.who}, use, "one's own")
    must(sum(_together(use, u, n) for kinds in came.values() for u, n in kinds.items()) <= 3, use, "for 3 Power")
    return {"me.unit.crawford_tillinghast": -1, **as_numbers(came, 1)}


@states("pitpipo")
def pitpipo(_use: Use) -> Numbers:
    """He is Killed instead of another one."""
    return {"me.unit.pitpipo": -1}
