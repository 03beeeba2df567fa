"""What each awakening must change (reference 6 and 7)."""

from __future__ import annotations

from collections import Counter

from companion.games.cthulhu_wars.facts import AbilityUsedUp, PiecesLeft
from tests.cthulhu_wars.uses.printed import CULTISTS, GREAT, INDEPENDENT_COSTS, MONSTERS, NEUTRAL_COSTS
from tests.cthulhu_wars.uses.statements import (
    as_numbers,
    losses,
    must,
    only_enemy,
    price,
    priest_who_goes,
    signs,
    states,
)
from tests.cthulhu_wars.uses.watch import Numbers, Use


@states("awaken/")
def awaken(use: Use) -> Numbers:
    """For 3 less if Lavinia Whateley is Eliminated for it."""
    found = dict(_awaken(use))
    power, more = _laws(use, use.name.partition("/")[2])
    found["me.power"] += power
    if more:
        # Those that are not left are 1 Doom each, whatever they are for.
        found |= signs(use, "me", more + found.pop(f"{use.who}.signs", 0) + found.pop(f"{use.who}.doom", 0))
    if _for_less(use, -_awaken(use)["me.power"]):
        found["me.power"] = found["me.power"] + 3
        found["me.unit.lavinia_whateley"] = -1
    return found


def _laws(use: Use, unit: str) -> tuple[int, int]:
    """Power and Elder Signs that others in play give for it: with Gobogeg, whoever has him, 6 Power (Book of Law), for
    himself where the table says so; with Dire Cthulhu a sign for another independent one (Lord and Master). Not with an
    Elder Thing."""
    there = any(use.pieces(code, "gobogeg") for code in use.state.factions)
    himself = unit == "gobogeg" and use.answer("book_of_law/himself", "no") == "yes"
    law = (there or himself) and use.answer("mind_control/gobogeg", "no") != "yes"
    stays = not use.change.get(f"{use.who}.unit.dire_cthulhu")
    dire = use.pieces(use.who, "dire_cthulhu") and stays and unit in INDEPENDENT_COSTS and unit != "dire_cthulhu"
    return 6 * law, int(bool(dire) and use.answer("mind_control/dire_cthulhu", "no") != "yes")


def _for_less(use: Use, cost: int) -> bool:
    """Whether Lavinia Whateley goes for it: nobody is asked if there is too little Power otherwise, with what the area
    takes besides."""
    taxed = any(isinstance(fact, AbilityUsedUp) and fact.ability == "toll" for fact in use.facts)
    short = use.number("power") < cost + taxed and use.pieces(use.who, "lavinia_whateley") > 0
    return bool(use.answer("lavinia_whateley", "yes" if short else "no") == "yes")


def _awaken(use: Use) -> Numbers:
    """Its price, itself in play, and what its steps take or give."""
    unit = use.name.partition("/")[2]
    immortal = use.borrows(use.who, "GC")
    extra = signs(use, "me", 1) if immortal else {}
    if unit in INDEPENDENT_COSTS or unit not in GREAT:
        cost = INDEPENDENT_COSTS.get(unit)
        paid = _told(use, unit) if cost is None else cost
        if unit == "bloated_woman" and use.who == "CC":
            paid, extra = 3, {key: n for code in use.state.enemies("CC") for key, n in signs(use, code, 1).items()}
        if unit == "haunter_of_the_dark" and use.who == "CC":
            paid, extra = 5, {key: n for code in use.state.enemies("CC") for key, n in signs(use, code, 1).items()}
        if (use.who, unit) in (("GC", "the_harbinger"), ("YS", "the_risen_one")):
            paid = 8 if use.who == "GC" else 7
            extra = {
                **extra,
                **{key: n for code in use.state.enemies(use.who) for key, n in signs(use, code, 1).items()},
            }
        if unit in ("dire_cthulhu", "cthulhu_free", "hastur_free"):
            extra = signs(use, "me", 1 + bool(immortal))
        if unit == "dire_yog_sothoth":
            paid, gone = _replaced_by_dire_yog(use)
            extra = {**extra, **gone}
        if unit == "azathoth_free":
            paid = sum(use.answers["azathoth/price"]) + 2
            extra = {**extra, **_azathoth(use, paid)}
        if unit == "glaaki":
            # By the other reading of D75 an Elder Sign as he awakens, besides that of Immortal.
            more = use.state.rulings.get("D75", "printed") == "other"
            extra = signs(use, "me", bool(immortal) + more)
        return {"me.power": -paid, **_others(use, unit), **extra}
    found: Numbers = {"me.power": -GREAT[unit], f"me.unit.{unit}": 1}
    return {**found, **_steps(use, unit), **extra}


def _replaced_by_dire_yog(use: Use) -> tuple[int, Numbers]:
    """The Opener pays 6 for a Spawn, others gain an Elder Sign; the rest pay 10 less what the dearest one costs."""
    (gone,) = (x.unit for x in use.facts if type(x) is PiecesLeft and x.unit != "lavinia_whateley")
    found: Numbers = {f"me.unit.{gone}": -1}
    if use.who == "OW":
        must(gone == "spawn_of_yog_sothoth", use, "a Spawn goes")
        return 6, {**found, **{key: n for code in use.state.enemies("OW") for key, n in signs(use, code, 1).items()}}
    there = {unit for unit in (*NEUTRAL_COSTS, *MONSTERS.get(use.who, {}), "yothan") if use.pieces(use.who, unit)}
    costs = {unit: priced(use, unit) for unit in there - {"filth", "acolyte"} | {gone}}
    must(costs[gone] == max(costs.values()), use, "the dearest goes")
    return 10 - costs[gone], found


def priced(use: Use, unit: str) -> int:
    """What a Monster or Terror costs now."""
    return price(use, unit)


def _azathoth(use: Use, paid: int) -> Numbers:
    """A die and 2 are lost. Each enemy gains what it shows, the lowest lose 2 Doom, and the one marker, Daemon Sultan's
    if it plays, goes to the sum; by the other readings of D68 with the own die, or to the number that is lost."""
    faces = {code: use.answers[f"azathoth/face/{code}"] for code in use.state.of_others(use.who)}
    found = Counter({f"{code}.power": face for code, face in faces.items()})
    for code, face in faces.items():
        if face == min(faces.values()):
            found[f"{code}.doom"] -= min(2, use.before[f"{code}.doom"])
    reading, whose = use.state.rulings.get("D68", "printed"), "DS" if "DS" in use.state.seats else use.who
    stands = {"printed": sum(faces.values()), "other": sum(faces.values()) + paid - 2, "die": paid}[reading]
    found[f"{'me' if whose == use.who else whose}.mark.azathoth"] = stands - use.before.get(f"{whose}.mark.azathoth", 0)
    return {key: n for key, n in found.items() if n}


def _told(use: Use, unit: str) -> int:
    """What one costs whose price is no number. Cthugha costs 6 less what the Great Old One costs that he
    replaces, an Avatar the Azathoth marker; that is not to be told."""
    if unit != "cthugha":
        return 0
    if "cthugha/worth" in use.answers:
        return 6 - int(use.answers["cthugha/worth"])
    gone = [key.rpartition(".")[2] for key in _replaced(use)]
    must(len(gone) <= 1, use, "one is replaced")
    if not gone:
        # With four Cathedrals, without a Great Old One.
        return 6
    return 6 - (use.number("mark.azathoth") if gone[0].startswith("avatar_") else cost_of_great(use, gone[0]))


def cost_of_great(use: Use, unit: str) -> int:
    """What a Great Old One costs now."""
    again = {"cthulhu": 4} if use.before.get("GC.mark.awakened") else {}
    again |= {"bloated_woman": 3} if use.who == "CC" else {}
    again |= {"tsathoggua": 4} if use.borrows(use.who, "GC") and use.number("mark.awakened") else {}
    return int({**INDEPENDENT_COSTS, **GREAT, **again}[unit] or 0)


def _replaced(use: Use) -> Numbers:
    """Whom Cthugha replaces; Lavinia Whateley goes for his price."""
    lost = as_numbers(losses(use))
    return {
        key: n for key, n in lost.items() if key.startswith(f"{use.who}.unit.") and not key.endswith("lavinia_whateley")
    }


def _others(use: Use, unit: str) -> Numbers:
    """An independent one: all its figures come that are still in the game; Cthugha replaces a Great Old One."""
    number = 2 - use.before.get(f"{use.who}.out.nyogtha", 0) if unit == "nyogtha" else 1
    found = {f"me.unit.{unit}": number, **(_replaced(use) if unit == "cthugha" else {})}
    if unit == "eihort" and (acolytes := min(use.pieces(use.who, "acolyte"), use.pool(use.who, "brood"))):
        found |= {"me.unit.acolyte": -acolytes, "me.unit.brood": acolytes}
    return found


def _steps(use: Use, unit: str) -> Numbers:
    before = use.before
    if unit == "cthulhu":
        again = before.get("GC.mark.awakened", 0) > 0
        return {"me.power": -4 if again else -10}
    if unit == "tsathoggua":
        cheap = use.borrows(use.who, "GC") and before.get(f"{use.who}.mark.awakened", 0)
        return {"me.power": -4 if cheap else -8}
    if unit == "shub_niggurath":
        lost = losses(use)
        if _for_less(use, GREAT[unit]):
            # She goes for the price, not for this.
            del lost[use.who]["lavinia_whateley"]
        must(list(lost) == [use.who] and lost[use.who].total() == 2, use, "2 Cultists are removed")
        must(all(kind in CULTISTS for kind in lost[use.who]), use, "Cultists")
        return as_numbers(lost)
    if unit == "yog_sothoth":
        return {"me.unit.spawn_of_yog_sothoth": -1}
    if unit == "ithaqua":
        gate = use.change.get("gates", 0)
        lost = losses(use)
        if _for_less(use, GREAT[unit]):
            del lost[use.who]["lavinia_whateley"]
        gone = as_numbers(lost)
        must(gate == -1 or list(gone.values()) == [-1], use, "a Gate goes")
        return {"gates": -1} if gate else gone
    if unit == "ubbo_sathla":
        return {priest_who_goes(use): -1}
    if unit.startswith("avatar_"):
        return _avatar(use, unit)
    return {}


def _avatar(use: Use, unit: str) -> Numbers:
    larva = {f"me.unit.{unit.replace('avatar', 'larva')}": -1}
    others = use.state.of_others(use.who)
    who = use.answer("awaken/gift")
    ones = others if who == "all" or unit == "avatar_synthesis" else [who or only_enemy(use)]
    if unit == "avatar_thesis":
        number = use.answers.get("awaken/thesis", 0)
        gift = {f"{code}.power": 1 if who == "all" else 2 for code in ones}
        return {"me.power": -number, "me.mark.azathoth": number - use.number("mark.azathoth"), **larva, **gift}
    if unit == "avatar_antithesis":
        # The marker may stand above 8; nothing is gained by it.
        due = max(0, 8 - use.number("mark.azathoth"))
        gift = {f"{code}.doom": 1 for code in ones} if who == "all" else signs(use, ones[0], 1)
        return {"me.power": -due, **larva, **gift}
    number = sum(use.answers["awaken/azathoth"]) + 2
    if len(use.state.seats) <= 3:
        number = (number + 1) // 2
    lost = {
        key: n
        for key, n in use.change.items()
        if n < 0 and key.partition(".")[2] in ("power", "doom") and not key.startswith(use.who)
    }
    if use.state.winners is None:
        have = sum(use.before[f"{code}.{what}"] for code in others for what in ("power", "doom"))
        must(-sum(lost.values()) == min(number, have), use, f"the enemies lose {number}")
    return {**larva, **lost}
