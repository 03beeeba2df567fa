"""What a use of an ability must change, for what everybody may do and for the four core factions: written from the
rules reference (sections 3 and 6, `battle.md` 4), with numbers of its own. Nothing here asks the program for a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from companion.games.cthulhu_wars import facts as f
from tests.cthulhu_wars.uses.printed import (
    CULTIST_COSTS,
    CULTISTS,
    GREAT,
    HIGH_PRIESTS,
    INDEPENDENT_COSTS,
    MONSTERS,
    NEUTRAL_COSTS,
    NEUTRAL_MONSTERS,
    UNIQUE_PRIESTS,
)
from tests.cthulhu_wars.uses.watch import Numbers, Use

Statement = Callable[[Use], Mapping[str, int]]
STATEMENTS: Final[dict[str, Statement]] = {}


class WrongError(AssertionError):
    """A use that cannot be brought in line with its statement."""


def states(*names: str) -> Callable[[Statement], Statement]:
    """Enter a statement under one or several names."""

    def enter(statement: Statement) -> Statement:
        for name in names:
            STATEMENTS[name] = statement
        return statement

    return enter


def statement_for(name: str) -> Statement | None:
    """By the whole name, by what follows the faction, or by what stands before a stroke."""
    rest = name.partition(".")[2]
    kind = rest.partition("/")[0] + "/" if "/" in rest else rest
    return STATEMENTS.get(name) or STATEMENTS.get(rest) or STATEMENTS.get(kind)


def must(condition: object, use: Use, words: str) -> None:
    """Refuse a use of which something is not as it must be."""
    if not condition:
        raise WrongError(f"{use.name}: {words}; {use.change} after {use.answers}")


def is_lesser(code: str, unit: str) -> bool:
    """Whether a unit is a Monster or a Cultist."""
    return unit in CULTISTS or is_monster(code, unit)


def is_monster(code: str, unit: str) -> bool:
    """Whether a unit is a Monster; a Filth token is one."""
    return unit in MONSTERS.get(code, {}) or unit in NEUTRAL_MONSTERS or unit == "filth"


def losses(use: Use, *, lesser: bool = False, gained: bool = False) -> dict[str, Counter[str]]:
    """The pieces that went out of play, by faction and kind; with `gained` those that came."""
    found: dict[str, Counter[str]] = {}
    for key, number in use.change.items():
        code, _, rest = key.partition(".")
        if rest.startswith("unit.") and (number > 0) is gained:
            unit = rest.removeprefix("unit.")
            if lesser:
                must(is_lesser(code, unit), use, f"{unit} is neither Monster nor Cultist")
            found.setdefault(code, Counter())[unit] += abs(number)
    return found


def as_numbers(lost: Mapping[str, Counter[str]], sign: int = -1) -> Numbers:
    return {f"{code}.unit.{unit}": sign * n for code, kinds in lost.items() for unit, n in kinds.items()}


def foe_of(use: Use) -> str:
    """The other side of the battle in which it was used."""
    battle = use.state.battle or use.state.running_battle
    return battle.defender if use.who == battle.attacker else battle.attacker


def of_side(use: Use, lost: Mapping[str, Counter[str]], side: str) -> bool:
    """Whether pieces fought on a side of the battle: its own, or Acolytes that Insects from Shaggai brought there."""
    battle = use.state.battle or use.state.running_battle
    there = {(figure.id.partition(".")[0], figure.unit) for figure in battle.figures if figure.side == side}
    return all(code == side or (code, unit) in there for code, kinds in lost.items() for unit in kinds)


def total(lost: Mapping[str, Counter[str]]) -> int:
    return sum(kinds.total() for kinds in lost.values())


def how_many(value: Any) -> int:
    """A number of things picked: an option alone, or a list of them."""
    return len(value) if isinstance(value, list) else int(value is not None)


# -- Common Actions (reference 3.4) ------------------------------------------------------------------------------------


@states("recruit", "recruit/")
def recruit(use: Use) -> Numbers:
    """Recruit Cultist: 1 Power, a High Priest 3, also one who is a Unique one from now on."""
    unit = use.name.partition("/")[2] or "acolyte"
    if unit == "unique":
        unit = use.answer("unique_priest")
        must(unit in UNIQUE_PRIESTS, use, "one of the Unique ones")
    return {"me.power": -CULTIST_COSTS[unit], f"me.unit.{unit}": 1}


def price(use: Use, unit: str) -> int:
    """What a Monster or Terror costs: the printed number, less what books take off."""
    code = use.who
    cost = {**NEUTRAL_COSTS, **MONSTERS[code], "yothan": 6}[unit]
    if unit == "gnoph_keh":
        return use.pool(code, unit)
    if unit == "cat_from_neptune" and use.state.rulings.get("D69") == "other":
        return 1
    if unit in ("ghoul", "fungi", "dark_young") and use.has("thousand_young") and use.pieces(code, "shub_niggurath"):
        return cost - 1
    cheap = {"un_man": ("festival", 0), "reanimated": ("brainless", 1), "yothan": ("extinction", 3)}
    book, less = cheap.get(unit, ("", 0))
    return less if book and use.has(book) else cost


@states("summon/")
def summon(use: Use) -> Numbers:
    """Summon Monster: its price; Ghasts come all at once, a Satyr with an Acolyte, an Un-Man with a gift."""
    unit = use.name.partition("/")[2]
    found = {"me.power": -price(use, unit), f"me.unit.{unit}": 1}
    if unit in ("moonbeast", "dimensional_shambler"):
        # They lie on a card beside the map.
        return {"me.power": -price(use, unit), f"me.mark.aside_{unit}": 1}
    if unit == "ghast":
        found[f"me.unit.{unit}"] = use.pool(use.who, unit)
    if unit == "satyr":
        found["me.unit.acolyte"] = min(1, use.pool(use.who, "acolyte"))
    if unit == "un_man" and use.has("festival"):
        found[f"{use.answer('festival') or only_enemy(use)}.power"] = 1
    return found


def monsters_of(use: Use, code: str) -> dict[str, int]:
    """A faction's Monsters with their cost: its own, and those of its Loyalty Cards."""
    cards = use.state.factions[code].loyalty
    return {**MONSTERS.get(code, {}), **{unit: cost for unit, cost in NEUTRAL_MONSTERS.items() if unit in cards}}


def placed_of(use: Use, code: str) -> dict[str, int]:
    """Those that may be placed, with their cost: Filth, too, if it has Abhoth."""
    filth = {"filth": 1} if "abhoth" in use.state.factions[code].loyalty else {}
    return {**monsters_of(use, code), **filth}


def only_enemy(use: Use) -> str:
    """An enemy that was not asked for, for there is no other one."""
    (enemy,) = use.state.enemies(use.who)
    return enemy


@states("create_gate")
def create_gate(use: Use) -> Numbers:
    """Create Gate: 3 Power, 2 with Umr at-Tawil."""
    return {"me.power": -2 if use.has("umr_at_tawil") else -3, "me.gates": 1, "gates": 1}


@states("move/")
def move(use: Use) -> Numbers:
    """Move: 1 Power for each unit."""
    _burrow(use)
    return {"me.power": -int(use.name.partition("/")[2])}


def _burrow(use: Use) -> None:
    """Burrow: 1 Power of 2 or more that were spent on a Move comes back."""
    spent = sum(fact.power for fact in use.facts if isinstance(fact, f.PowerSpent) and fact.who == use.who)
    back = sum(fact.power for fact in use.facts if isinstance(fact, f.PowerGained) and fact.why == "Burrow")
    wanted = use.has("burrow") and spent >= 2 and use.answer("burrow") != "no"
    must(back == int(wanted), use, f"{back} back of {spent}")


@states("move")
def move_more(use: Use) -> Numbers:
    """The same, asked for; a single one that could is not."""
    _burrow(use)
    return {"me.power": -how_many(use.answers.get("move", "the only one"))}


@states("capture")
def capture(use: Use) -> Numbers:
    """Capture Cultist: 1 Power; the piece sits on the captor's card. With Nyogtha a second one, free."""
    lost = losses(use)
    number = 2 if use.answer("nyogtha/capture", "no") == "yes" else 1
    must(sum(map(Counter.total, lost.values())) == number, use, f"{number} captured")
    must(all(unit in CULTISTS for kinds in lost.values() for unit in kinds), use, "only a Cultist is")
    # Honeymoon: whom a Cat from Venus captures goes home at once, for 1 Power each.
    home = sum(isinstance(fact, f.CaptiveFreed) for fact in use.facts)
    must(not home or use.pieces(use.who, "cat_from_venus"), use, "the Cat is there")
    return {"me.power": home - 1, "me.captives": number - home, **as_numbers(lost)}


@states("control")
def control(_use: Use) -> Numbers:
    return {"me.gates": 1}


@states("abandon")
def abandon(_use: Use) -> Numbers:
    return {"me.gates": -1}


@states("pass")
def drop(use: Use) -> Numbers:
    return {"me.power": -use.number("power")}


# -- Great Cthulhu -----------------------------------------------------------------------------------------------------


@states("GC.dreams")
def dreams(use: Use) -> Numbers:
    foe = use.answer("dreams/enemy") or only_loser(use)
    return {"me.power": -2, "me.unit.acolyte": 1, f"{foe}.unit.acolyte": -1}


def only_loser(use: Use) -> str:
    """Whose piece it was, if nobody had to be asked for."""
    lost = [code for code in losses(use) if code != use.who]
    must(len(lost) == 1, use, "one enemy loses a piece")
    return lost[0]


@states("GC.submerge")
def submerge(use: Use) -> Numbers:
    return {"me.power": -1, "me.card": 1 + how_many(use.answers.get("submerge/with", []))}


@states("GC.surface")
def surface(use: Use) -> Numbers:
    return {"me.card": -use.number("card")}


@states("GC.devolve")
def devolve(use: Use) -> Numbers:
    number = use.answers.get("devolve/number") or 1
    return {"me.unit.acolyte": -number, "me.unit.deep_one": number}


@states("GC.devour")
def devour(use: Use) -> Numbers:
    lost = losses(use, lesser=True)
    must(of_side(use, lost, foe_of(use)) and total(lost) == 1, use, "the enemy loses one piece")
    return as_numbers(lost)


@states("GC.absorb")
def absorb(use: Use) -> Numbers:
    """Any number of own others; the Shoggoth grows by 3 for each (and by what they had grown)."""
    lost = losses(use, lesser=True)
    grew = [fact for fact in use.facts if isinstance(fact, f.CombatRaised) and fact.figure.startswith("GC.shoggoth")]
    grown = sum(fact.combat for fact in grew)
    number = how_many(use.answers.get("battle/absorb")) if "battle/absorb" in use.answers else None
    must(of_side(use, lost, use.who) and number in (None, total(lost)), use, "own pieces that were picked")
    must(grown >= 3 * total(lost) and grown % 3 == 0, use, "3 Combat each")
    return as_numbers(lost)


# -- Crawling Chaos ----------------------------------------------------------------------------------------------------


@states("CC.abduct")
def abduct(use: Use) -> Numbers:
    lost = losses(use, lesser=True)
    given = lost[use.who]["nightgaunt"]
    others = {code: Counter({u: n for u, n in kinds.items() if u != "nightgaunt"}) for code, kinds in lost.items()}
    must(of_side(use, others, foe_of(use)), use, "Nightgaunts, and pieces of the enemy")
    must(total(lost) - given == given == use.answers.get("battle/abduct", 1), use, "as many of the enemy")
    return as_numbers(lost)


@states("CC.thousand_forms")
def thousand_forms(use: Use) -> Numbers:
    rolled = sum(use.answers["thousand_forms/roll"])
    number = (rolled + 1) // 2 if use.state.duel else rolled
    mine = use.change.get(f"{use.who}.power", 0)
    if mine:
        return {"me.power": number, "me.down": 1}
    lost = {key: n for key, n in use.change.items() if key.endswith(".power")}
    must(sum(lost.values()) == -number and all(n < 0 for n in lost.values()), use, f"{number} Power are lost")
    return {**lost, "me.down": 1}


@states("CC.pay_four")
def pay_four(_use: Use) -> Numbers:
    return {"me.power": -4}


@states("CC.pay_six")
def pay_six(_use: Use) -> Numbers:
    return {"me.power": -6}


@states("CC.pay_ten")
def pay_ten(_use: Use) -> Numbers:
    return {"me.power": -10}


def worth_to_harbinger(use: Use, unit: str, owner: str) -> int:
    """Half the present awakening cost; Cthulhu is worth 2."""
    marker = use.before.get(f"{owner}.mark.azathoth", 0)
    costs = {**INDEPENDENT_COSTS, **GREAT, "cthulhu": 4, "avatar_thesis": marker, "avatar_antithesis": 8 - marker}
    if unit == "tsathoggua" and use.borrows(owner, "GC") and use.before.get(f"{owner}.mark.awakened"):
        return 2
    cost = costs[unit]
    # What no source tells is asked at the table.
    return int(use.answer("battle/harbinger/cost", 0) or 0) // 2 if cost is None else cost // 2


@states("CC.harbinger_kill", "CC.harbinger_pain")
def harbinger(use: Use) -> Numbers:
    picked = use.answer("battle/harbinger")
    target = next(
        cast(f.PieceAbilityUsed, fact).figure for fact in use.facts if type(fact).__name__ == "PieceAbilityUsed"
    )
    owner, unit, *_ = target.split(".")
    if picked == "signs":
        return signs(use, "me", 2)
    return {"me.power": worth_to_harbinger(use, unit, owner)}


def priest_who_goes(use: Use) -> str:
    """Of the High Priests, of whom a Unique one is one, too, the one who was picked or the only one."""
    there = [unit for unit in HIGH_PRIESTS if use.pieces(use.who, unit)]
    return f"me.unit.{use.answer('awaken/kind') or there[0]}"


def signs(use: Use, who: str, number: int) -> Numbers:
    """Elder Signs; when all 36 are handed out each further one is 1 Doom (reference 3.6)."""
    code = use.who if who == "me" else who
    drawn = min(number, use.change.get(f"{code}.signs", 0)) if number else 0
    short = number - drawn
    # Signs lie in the bag as long as not all 36 have been handed out.
    must(not short or not use.state.bag, use, "there are Elder Signs left")
    return {key: n for key, n in {f"{code}.signs": drawn, f"{code}.doom": short}.items() if n}


# -- Black Goat --------------------------------------------------------------------------------------------------------


@states("BG.avatar")
def avatar(_use: Use) -> Numbers:
    return {"me.power": -1}


@states("BG.ghroth")
def ghroth(use: Use) -> Numbers:
    rolled = sum(use.answers["ghroth/roll"])
    number = (rolled + 1) // 2 if use.state.duel else rolled
    fungi = use.pieces(use.who, "fungi")
    areas = use.answers.get("ghroth/areas", 1 if fungi == 1 else 0)
    came, lost = losses(use, gained=True), losses(use, lesser=True)
    if number > areas:
        must(not lost and sum(map(Counter.total, came.values())) <= 1, use, "at most one Acolyte is placed")
        must(all(set(kinds) == {"acolyte"} for kinds in came.values()), use, "only an Acolyte is")
        return {"me.power": -2, **as_numbers(came, 1)}
    there = sum(use.pieces(code, unit) for code in use.state.enemies(use.who) for unit in CULTISTS)
    on_cards = sum(use.before.get(f"{code}.card", 0) for code in use.state.enemies(use.who))
    number_lost = total(lost)
    must(use.who not in lost and not came, use, "enemies' Cultists")
    must(all(unit in CULTISTS for kinds in lost.values() for unit in kinds), use, "Cultists")
    must(min(number, there - on_cards) <= number_lost <= min(number, there), use, f"{number} of {there} are lost")
    # Those on faction cards are not affected unless their owner offers them, or has no other (D42).
    cards = {key: n for key, n in use.change.items() if key.endswith(".card")}
    must(all(0 >= n >= -lost[key.partition(".")[0]].total() for key, n in cards.items()), use, "offered by owners")
    return {"me.power": -2, **as_numbers(lost), **cards}


@states("BG.two_cultists")
def two_cultists(use: Use) -> Numbers:
    lost = losses(use)
    must(list(lost) == [use.who] and lost[use.who].total() == 2, use, "2 Cultists")
    must(all(unit in CULTISTS for unit in lost[use.who]), use, "Cultists")
    return as_numbers(lost)


@states("BG.blood_sacrifice")
def blood_sacrifice(use: Use) -> Numbers:
    lost = losses(use)
    must(list(lost) == [use.who] and lost[use.who].total() == 1, use, "1 Cultist")
    must(all(unit in CULTISTS for unit in lost[use.who]), use, "a Cultist")
    return {**as_numbers(lost), **signs(use, "me", 1)}


# -- Yellow Sign -------------------------------------------------------------------------------------------------------


@states("YS.desecrate")
def desecrate(use: Use) -> Numbers:
    """2 Power, 1 with The Third Eye; a die not above the units there places a token (and an Elder Sign with The Third
    Eye); either way a Monster or Cultist of cost 2 or less is placed."""
    eye = use.has("third_eye") and use.pieces(use.who, "hastur") > 0
    success = sum(use.answers["desecrate/roll"]) <= use.answers.get("desecrate/units", 1)
    came = losses(use, gained=True)
    must(set(came) <= {use.who} and sum(map(Counter.total, came.values())) <= 1, use, "one piece at most")
    costs = {**placed_of(use, "YS"), **CULTIST_COSTS}
    must(all(costs[unit] <= 2 and use.pool("YS", unit) for unit in came.get(use.who, ())), use, "a cheap one")
    if not came:
        here = {unit: use.pool(use.who, unit) for unit in ("acolyte", "undead", "byakhee")}
        must(not any(here.values()), use, "none only if the pool holds none")
    found = {"me.power": -1 if eye else -2, "me.tokens": int(success), **as_numbers(came, 1)}
    return {**found, **signs(use, "me", int(eye and success))}


@states("YS.not_to_be_named", "YS.screaming_dead", "YS.shriek")
def one_power(use: Use) -> Numbers:
    """1 Power, and they go."""
    who = {"YS.not_to_be_named": "hastur", "YS.screaming_dead": "king_in_yellow", "YS.shriek": "byakhee"}[use.name]
    moved = [fact for fact in use.facts if type(fact) is f.UnitsMoved and fact.unit == who]
    must(moved and all(1 <= fact.number <= use.pieces("YS", who) for fact in moved), use, f"{who} moves")
    return {"me.power": -1}


@states("YS.zingaya")
def zingaya(use: Use) -> Numbers:
    foe = use.answer("zingaya/enemy") or only_loser(use)
    return {"me.power": -1, "me.unit.undead": 1, f"{foe}.unit.acolyte": -1}


@states("YS.three_doom")
def three_doom(use: Use) -> Numbers:
    return {f"{use.answer('three_doom/enemy') or only_enemy(use)}.doom": 3}
