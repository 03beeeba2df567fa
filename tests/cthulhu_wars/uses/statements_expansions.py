"""What a use of an ability of the expansions must change: from the rules reference (section 6)."""

from __future__ import annotations

from collections import Counter

from tests.cthulhu_wars.uses.printed import (
    CULTISTS,
    GREAT,
    INDEPENDENT_COSTS,
)
from tests.cthulhu_wars.uses.statements import (
    as_numbers,
    foe_of,
    is_monster,
    losses,
    monsters_of,
    must,
    of_side,
    only_enemy,
    only_loser,
    placed_of,
    price,
    priest_who_goes,
    signs,
    states,
    total,
)
from tests.cthulhu_wars.uses.watch import Numbers, Use

ORDER = ("acolyte", "mutant", "abomination", "spawn_of_yog_sothoth")
AVATARS = ("avatar_thesis", "avatar_antithesis", "avatar_synthesis")


@states("SL.on_the_board")
def on_the_board(use: Use) -> Numbers:
    """Energy Nexus before a Quick Battle: the Action is carried out on the board. Whoever is there now comes from the
    stock, nobody is lost, no Power is paid here; a Gate whose keeper has gone is abandoned."""
    came, gates = losses(use, gained=True), {key: n for key, n in use.change.items() if key.endswith("gates")}
    must(not losses(use), use, "nobody is lost")
    must(
        use.change.get("abandoned", 0) == -sum(n for key, n in gates.items() if key != "gates"), use, "it is abandoned"
    )
    return {**as_numbers(came, 1), **gates, "abandoned": use.change.get("abandoned", 0)}


@states("beyond_one", "TT.idolatry")
def one_power(_use: Use) -> Numbers:
    """1 Power; what moves is on the map before and after, Gates too."""
    return {"me.power": -1}


@states("WW.ice_age")
def ice_age(use: Use) -> Numbers:
    """1 Power; there is one token, which is placed once and moves from then on."""
    return {"me.power": -1, "me.tokens": int(not use.number("tokens"))}


@states("DS.animate_matter")
def animate_matter(use: Use) -> Numbers:
    """1 Power, flip; a Gate that is in the area already goes."""
    # Where only one area is left nobody is asked.
    to = next(fact.to for fact in use.facts if type(fact).__name__ == "ChaosMoved")  # type: ignore[attr-defined]
    return {"me.power": -1, "me.down": 1, "gates": -int(to in use.gates)}


@states("OW.channel_power")
def channel_power(_use: Use) -> Numbers:
    """1 Power; the same number of misses is rolled again. The roll itself follows."""
    return {"me.power": -1}


@states("OW.dragon_ascending")
def dragon_ascending(use: Use) -> Numbers:
    """The Power of one enemy; for good."""
    enemies = use.state.enemies(use.who)
    more = use.change.get("OW.power", 0)
    must(more in [use.before[f"{code}.power"] - use.number("power") for code in enemies], use, "an enemy's Power")
    return {"me.power": more, "me.down": 1}


@states("OW.dread_curse")
def dread_curse(use: Use) -> Numbers:
    """2 Power, a die for each Abomination and Spawn (half of them with two players); Kills, no more than rolled."""
    dice = use.pieces("OW", "abomination") + use.pieces("OW", "spawn_of_yog_sothoth")
    dice = (dice + 1) // 2 if use.state.duel else dice
    given = use.answers["dread_curse/roll"]
    kills = given.get("kill", 0) if isinstance(given, dict) else given.count(6)
    must(not isinstance(given, list) or len(given) == dice, use, f"{dice} dice")
    lost = losses(use)
    must("OW" not in lost and sum(map(Counter.total, lost.values())) <= kills, use, f"at most {kills} are lost")
    gone = {f"{code}.away": kinds["yothan"] for code, kinds in lost.items() if kinds["yothan"]}
    extinct = "AN" in use.state.factions and "extinction" in use.state.factions["AN"].books
    return {"me.power": -2, **as_numbers(lost), **(gone if extinct else {})}


@states("OW.million_favored_ones")
def million(use: Use) -> Numbers:
    """Each step: one goes, the next kind comes; a Spawn becomes as many Mutants as the pool holds."""
    steps = [fact for fact in use.facts if type(fact).__name__ in ("PiecesLeft", "PiecesEntered")]
    for gone, came in zip(steps[::2], steps[1::2], strict=True):
        must(gone.who == came.who == "OW" and gone.number == 1, use, "one piece at a time")  # type: ignore[attr-defined]
        step = ORDER.index(gone.unit)  # type: ignore[attr-defined]
        wanted = "mutant" if step == 3 else ORDER[step + 1]
        must(came.unit == wanted, use, f"{gone.unit} becomes {wanted}")  # type: ignore[attr-defined]
        must(came.number == 1 or step == 3, use, "one becomes one")  # type: ignore[attr-defined]
    return {key: n for key, n in use.change.items() if key.startswith("OW.unit.")}


# -- Sleeper -----------------------------------------------------------------------------------------------------------


@states("SL.death_from_below")
def death_from_below(use: Use) -> Numbers:
    """One Monster of the lowest cost in the pool."""
    own = monsters_of(use, "SL")
    if "abhoth" in use.state.factions["SL"].loyalty and use.change.get("SL.unit.filth"):
        must(use.pool("SL", "filth"), use, "there is one")
        return {"me.unit.filth": 1}
    lowest = min(cost for unit, cost in own.items() if use.pool("SL", unit))
    came = losses(use, gained=True)
    must(list(came) == ["SL"] and came["SL"].total() == 1, use, "one comes")
    must(all(own.get(u) == lowest for u in came["SL"]), use, f"it costs {lowest}")
    return as_numbers(came, 1)


@states("SL.lethargy")
def lethargy(_use: Use) -> Numbers:
    return {}


@states("SL.ancient_sorcery")
def ancient_sorcery(_use: Use) -> Numbers:
    return {"me.power": -1, "me.unit.serpent_man": -1, "me.away": 1}


@states("SL.capture_monster")
def capture_monster(use: Use) -> Numbers:
    loser = only_loser(use)
    lost = losses(use)[loser]
    must(lost.total() == 1, use, "one Monster")
    must(all(is_monster(loser, unit) for unit in lost), use, "a Monster, no Terror")
    return {"me.power": -1, "me.captives": 1, **as_numbers({loser: lost})}


@states("SL.cursed_slumber")
def cursed_slumber(_use: Use) -> Numbers:
    return {"me.power": -1, "me.card": 1, "gates": -1, "me.gates": -1}


@states("SL.end_slumber")
def end_slumber(use: Use) -> Numbers:
    on_card = use.number("card")
    gate = use.number("mark.gate_on_card")
    must(gate or on_card, use, "something lies on the card")
    return {"me.power": -1, "me.card": -on_card, "gates": 1}


@states("SL.demand_sacrifice")
def demand_sacrifice(use: Use) -> Numbers:
    """An Elder Sign, or the Kills of the enemy are Pains from now on."""
    if use.answer("battle/demand_sacrifice") == "sign":
        return signs(use, "me", 1)
    return {f"{foe_of(use)}.softened": 1, "me.softened": 0}


@states("SL.give_three")
def give_three(use: Use) -> Numbers:
    return {"me.power": -3, f"{use.answer('give_three') or only_enemy(use)}.power": 3}


def _each(use: Use, key: str) -> list[str]:
    hands = [hand for hand in use.state.players if use.who not in hand]
    return [use.answer(f"{key}/{hand[0]}") or hand[0] for hand in hands]


@states("SL.give_one")
def give_one(use: Use) -> Numbers:
    return {"me.power": -3, **{f"{code}.power": 1 for code in _each(use, "give_one")}}


@states("SL.take_one")
def take_one(use: Use) -> Numbers:
    """One at 0 loses nothing. Of several factions of a player one with Power does."""
    lost = {key: n for key, n in use.change.items() if key.endswith(".power") and not key.startswith(use.who)}
    able = [hand for hand in use.state.players if use.who not in hand and any(use.before[f"{c}.power"] for c in hand)]
    must(len(lost) == len(able) and set(lost.values()) <= {-1}, use, "each that has any loses 1")
    return {"me.power": -3, **lost}


# -- Windwalker --------------------------------------------------------------------------------------------------------


@states("hibernate")
def hibernate(use: Use) -> Numbers:
    """1 for each enemy Great Old One in play, one of several figures once; no more than one has (D50)."""
    known = {*GREAT, *INDEPENDENT_COSTS}
    great = sum(use.pieces(code, unit) > 0 for code in use.state.enemies(use.who) for unit in known)
    return {"me.power": min(use.number("power"), great)}


@states("WW.berserkergang")
def berserkergang(use: Use) -> Numbers:
    """One Monster or Cultist of the enemy for each Gnoph-Keh with a Kill, as long as there is one."""
    raging = sum(type(fact).__name__ == "PieceAbilityUsed" for fact in use.facts)
    lost = losses(use, lesser=True)
    must(of_side(use, lost, foe_of(use)) and total(lost) <= raging, use, "one each")
    must(raging and lost, use, "somebody was there")
    return as_numbers(lost)


@states("WW.eternal_kill", "WW.eternal_pain")
def eternal(_use: Use) -> Numbers:
    return {"me.power": -1}


@states("WW.cannibalism")
def cannibalism(use: Use) -> Numbers:
    came = losses(use, gained=True)
    must(list(came) == ["WW"] and came["WW"].total() == 1, use, "one comes")
    must(set(came["WW"]) <= {"wendigo", "acolyte"}, use, "a Wendigo or an Acolyte")
    return as_numbers(came, 1)


# -- Daemon Sultan -----------------------------------------------------------------------------------------------------


@states("psychosis")
def psychosis(_use: Use) -> Numbers:
    return {"me.unit.acolyte": 1}


@states("DS.chaos_gate")
def chaos_gate(_use: Use) -> Numbers:
    return {"me.power": -1, "gates": 1, "me.down": 1}


@states("DS.consummation")
def consummation(_use: Use) -> Numbers:
    """It goes down, another one comes up."""
    return {"me.power": -1}


@states("DS.fiendish_growth")
def fiendish_growth(use: Use) -> Numbers:
    number = use.answers.get("fiendish_growth/factions", 1)
    came = losses(use, gained=True)
    total = sum(map(Counter.total, came.values()))
    own = {*placed_of(use, "DS"), "acolyte"}
    must(set(came) <= {"DS"} and set(came.get("DS", ())) <= own, use, "own Monsters and Acolytes")
    must(total == min(number, sum(use.pool("DS", unit) for unit in own)), use, "one for each faction")
    return {"me.power": -1, "me.down": 1, **as_numbers(came, 1)}


@states("DS.traitors")
def traitors(use: Use) -> Numbers:
    came = losses(use, gained=True)
    (other,) = came
    must(other != "DS" and came[other].total() == 1 and set(came[other]) <= set(CULTISTS), use, "another's Cultist")
    alone = use.answer("traitors/alone") == "yes"
    # Who of several kinds held the Gate is asked.
    mine = use.answer("traitors/keeper") or next(iter(losses(use)["DS"]))
    must(mine in CULTISTS, use, "a Cultist goes")
    found = {"me.power": -1, "me.down": 1, f"me.unit.{mine}": -1, "me.gates": -1, f"{other}.gates": 1}
    found |= as_numbers(came, 1)
    return {**found, **signs(use, "me", int(alone))}


@states("DS.undirected_energy")
def undirected_energy(use: Use) -> Numbers:
    return {"me.power": use.answers.get("undirected_energy", 1) - 1, "me.down": 1}


@states("DS.cosmic_ruler")
def cosmic_ruler(use: Use) -> Numbers:
    """Another Avatar than the one with the Kill is Eliminated; with an Elder Thing at Synthesis nothing happens."""
    lost = losses(use)
    if not lost and use.answer("mind_control/avatar_synthesis") == "yes":
        return {}
    must(list(lost) == ["DS"] and lost["DS"].total() == 1 and set(lost["DS"]) <= set(AVATARS), use, "one Avatar")
    saved = next(fact.figure for fact in use.facts if type(fact).__name__ == "ResultIgnored")  # type: ignore[attr-defined]
    must(saved.split(".")[1] not in lost["DS"], use, "not the one that is saved")
    return as_numbers(lost)


@states("DS.temptation")
def temptation(use: Use) -> Numbers:
    found: Counter[str] = Counter()
    for hand in use.state.players:
        if "DS" in hand:
            continue
        value = use.answer(f"temptation/{hand[0]}")
        must(value, use, "everybody chooses")
        code, what = str(value).split(".")
        found[f"{code}.{what}"] += 1
        found[f"me.{what}"] += 1
    return dict(found)


# -- The Ancients ------------------------------------------------------------------------------------------------------


@states("AN.dematerialization", "dematerialization")
def dematerialization(use: Use) -> Numbers:
    """All pieces and Gates stay on the map; a Gate that nobody stays on is abandoned."""
    # Others may have to say meanwhile which Gates of theirs they have lost by a correction.
    lost = {key: number for key, number in use.change.items() if key.endswith(".gates")}
    must(all(number < 0 for number in lost.values()), use, "none is taken")
    picked = use.answers.get("dematerialization/units", [])
    if "acolyte.1" in picked and use.gates.get(use.answer("dematerialization/from")) == use.who:
        # The first of them is said to stand on the Gate.
        must(lost.get(f"{use.who}.gates"), use, "its Gate is left")
    return {"gates": 0, **lost, "abandoned": -sum(lost.values())}


@states("AN.cathedral")
def cathedral(use: Use) -> Numbers:
    """3 with another Cathedral in a neighbouring area, else 1."""
    area = next(fact.area for fact in use.facts if type(fact).__name__ == "TokenPlaced")  # type: ignore[attr-defined]
    others = [other for other in use.state.factions["AN"].tokens if other != area]
    near = set(use.state.board.areas[area].adjacent)
    return {"me.power": -3 if near & set(others) else -1, "me.tokens": 1}


@states("AN.unholy_ground")
def unholy_ground(use: Use) -> Numbers:
    """A Cathedral goes, an enemy Great Old One of the battle too (or another Avatar, by Cosmic Ruler)."""
    lost = losses(use)
    great = {*GREAT, *INDEPENDENT_COSTS}
    # Of Azathoth it only lowers the marker.
    spared = not lost and bool(use.before.get(f"{foe_of(use)}.unit.azathoth_free"))
    must(list(lost) == [foe_of(use)] or spared, use, "the enemy loses")
    must(all(set(kinds) <= great and kinds.total() == 1 for kinds in lost.values()), use, "a Great Old One")
    return {"me.tokens": -1, **as_numbers(lost)}


def _free(use: Use, best: str) -> Numbers:
    """Each enemy with a Monster in its pool and a Gate: one of its cheapest, or dearest."""
    came = losses(use, gained=True)
    for code in use.state.enemies(use.who):
        there = {unit: _price_for(use, code, unit) for unit in monsters_of(use, code) if use.pool(code, unit)}
        if "servitor" in there:
            # No other Monster is summoned while one is in the pool.
            there = {"servitor": 1}
        if not any(use.before[f"{other}.books"] for other in use.state.enemies(code)):
            # It lies on a faction book of an enemy.
            there.pop("moonbeast", None)
        can = bool(there) and (use.before[f"{code}.gates"] or code == "OW")
        aside = [u for u in ("moonbeast", "dimensional_shambler") if use.change.get(f"{code}.mark.aside_{u}")]
        got = Counter({u: n for u, n in came.get(code, Counter()).items() if u in there} | dict.fromkeys(aside, 1))
        if "satyr" in got and "acolyte" in came[code]:
            # It comes with an Acolyte (an Earth Cat is called so, too).
            must(came[code]["acolyte"] == 1, use, "one Acolyte")
            del got["acolyte"]
        must(set(came.get(code, ())) <= {*there, "acolyte"}, use, f"{code}: Monsters of the pool")
        number = use.pool(code, "ghast") if "ghast" in got else 1
        must(got.total() == 0 or (can and got.total() == number), use, f"{code} may have none")
        declined = use.answers.get(f"free_monster/{code}") in ("no", ["no"])
        must(got or not can or declined or code == "OW", use, f"{code} must have one")
        if got:
            wanted = min(there.values()) if best == "cheapest" else max(there.values())
            must(all(there[u] == wanted for u in got), use, f"{code}: one of {wanted}")
    return as_numbers(came, 1)


def _price_for(use: Use, code: str, unit: str) -> int:
    other = Use(use.name, code, use.entry, use.first, use.before, use.gates, use.state)
    return price(other, unit)


@states("AN.cheapest")
def cheapest(use: Use) -> Numbers:
    return _free(use, "cheapest")


@states("AN.dearest")
def dearest(use: Use) -> Numbers:
    return _free(use, "dearest")


# -- Tcho-Tcho ---------------------------------------------------------------------------------------------------------


@states("unspeakable_oath")
def unspeakable_oath(use: Use) -> Numbers:
    """He may lie on the faction card; who has one there alone gives up that one."""
    on_card = use.number("on_card.high_priest")
    alone = on_card > 0 and use.pieces(use.who, "high_priest") == on_card
    card = use.answer("unspeakable_oath/from", "card" if alone else "map") == "card"
    return {"me.unit.high_priest": -1, "me.power": 2, **({"me.card": -1} if card else {})}


@states("TT.awaken_in_doom")
def awaken_in_doom(use: Use) -> Numbers:
    """For nothing but a High Priest; what it costs less than nothing is paid out."""
    found = Counter({priest_who_goes(use): -1, "me.unit.ubbo_sathla": 1})
    if use.answer("lavinia_whateley", "no") == "yes":
        found.update({"me.unit.lavinia_whateley": -1, "me.power": 3})
    return dict(found)


@states("TT.dark_rituals")
def dark_rituals(use: Use) -> Numbers:
    """Each enemy with a priest in its start area pays 2 Power or 2 Doom to Tcho-Tcho; who has only one of them pays
    that, who has neither is immune (D56)."""
    picked = use.answers.get("dark_rituals/enemies", [])
    found: Counter[str] = Counter({"me.down": 1})
    for code in [picked] if isinstance(picked, str) else picked:
        rich = {what: use.before[f"{code}.{what}"] >= 2 for what in ("power", "doom")}
        what = use.answer(f"dark_rituals/{code}") or next((w for w, able in rich.items() if able), "")
        must(not what or rich[what], use, "what it has")
        if what:
            found[f"{code}.{what}"] -= 2
            found[f"me.{what}"] += 2
    return dict(found)


@states("TT.surprise")
def surprise(use: Use) -> Numbers:
    foe = use.answer("surprise/enemy") or only_loser(use)
    return {"me.power": -2, "me.unit.proto_shoggoth": 1, f"{foe}.unit.acolyte": -1}


@states("TT.doomsday", "TT.doomsday_action")
def doomsday(use: Use) -> Numbers:
    came = losses(use, gained=True)
    must(list(came) == ["TT"] and came["TT"].total() == 1, use, "one comes")
    must(all(INDEPENDENT_COSTS.get(unit) in (2, 4) for unit in came["TT"]), use, "of cost 2 or 4")
    return {"me.down": 1, **as_numbers(came, 1)}


@states("TT.remove_gate")
def remove_gate(_use: Use) -> Numbers:
    return {"gates": -1, "me.gates": -1}


@states("TT.fulmination")
def fulmination(use: Use) -> Numbers:
    """Out of the game; an Elder Sign for each unit Killed in the battle (D55)."""
    killed = sum(str(how) == "Killed" for _, _, how in use.state.running_battle.lost)
    return {"me.away": 1, **signs(use, "me", killed)}
