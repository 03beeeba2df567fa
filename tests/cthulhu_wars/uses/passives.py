"""Abilities that nobody picks: what must be so when they are at work, by the facts that show it (reference 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.games.cthulhu_wars import facts as f
from companion.table.state import Fact, StepReached
from tests.cthulhu_wars.uses.printed import (
    CATS,
    CULTISTS,
    GREAT,
    INDEPENDENT_COSTS,
    MONSTERS,
    NEUTRAL_CULTISTS,
    UNIQUE_PRIESTS,
)
from tests.cthulhu_wars.uses.rituals import TRACKS, yog_gates
from tests.cthulhu_wars.uses.watch import Numbers, Watch, after, before

Seen = tuple[str, str]
"""A name, and what is wrong (empty if nothing is)."""

KILL: Final = "kill"
OTHERWORLD: Final = (
    ("gug", "Gug", 3),
    ("shantak", "Shantak", 2),
    ("elder_thing", "Elder Thing", 2),
    ("dimensional_shambler", "Dimensional Shambler", 2),
    ("gnorri", "Gnorri", 2),
    ("satyr", "Satyr", 1),
    ("voonith", "Voonith", 1),
    ("asteroid_cat", "Asteroid Cat", 1),
    ("dhole", "Dhole", 5),
    ("cacodemon", "Cacodemon", 3),
)
"""Reference 7: printed Combat of neutral Monsters and Terrors."""


def passives(watch: Watch, n: int) -> Iterator[Seen]:
    """What fact number `n` shows, while the watch stands right behind it."""
    fact = watch.facts[n]
    yield from _paid(watch, n, fact)
    yield from _battle(watch, fact)
    yield from _others(watch, n, fact)


def _change(watch: Watch, n: int, key: str) -> int:
    return watch.at[n + 1].get(key, 0) - watch.at[n].get(key, 0)


def _meanwhile(watch: Watch, n: int) -> list[Fact]:
    """What has come about since the Action or phase began in which fact number `n` is."""
    found: list[Fact] = []
    for earlier in reversed(watch.facts[:n]):
        if isinstance(earlier, f.ActionBegan | f.PhaseBegan | f.ActionPhaseBegan):
            break
        found.append(earlier)
    return found


def _paid(watch: Watch, n: int, fact: Fact) -> Iterator[Seen]:
    """Power, Doom and Elder Signs with the name of an ability."""
    if isinstance(fact, f.PowerGained):
        gain = _change(watch, n, f"{fact.who}.power")
        if fact.why == "Passion":
            removed = any(isinstance(x, f.PiecesLeft | f.Captured) and x.who == "YS" for x in _meanwhile(watch, n))
            yield "YS.passion", "" if gain == 1 and removed else f"{gain} Power, and nobody was removed"
        elif fact.why == "Burrow":
            spent = sum(x.power for x in _meanwhile(watch, n) if isinstance(x, f.PowerSpent) and x.who == "SL")
            yield "SL.burrow", "" if gain == 1 and spent >= 2 else f"{gain} for {spent} spent"
        elif fact.why == "Ancient Sorcery":
            there = watch.at[before(watch.facts, n)]
            back = watch.at[n].get("SL.unit.serpent_man", 0) - there.get("SL.unit.serpent_man", 0)
            yield "SL.sorcery_ends", "" if gain == back > 0 else f"{gain} Power for {back} Serpent Men"
        elif fact.why == "Stars Are Right":
            doom = watch.at[n][f"{fact.who}.doom"] - watch.at[before(watch.facts, n)][f"{fact.who}.doom"]
            right = doom == gain and watch.state.phase == "doom"
            yield "neutral.stars_are_right", "" if right else f"{gain} Power for {doom} Doom"
        elif fact.why == "The Mao Ceremony":
            given = 0
            for earlier in reversed(watch.facts[:n]):
                if isinstance(earlier, f.PowerGained | f.PhaseBegan):
                    break
                if isinstance(earlier, f.PiecesLeft) and earlier.who == fact.who and str(earlier.how) == "Sacrificed":
                    given += earlier.number * (earlier.unit in CULTISTS)
            yield "neutral.mao_ceremony", "" if gain == given > 0 else f"{gain} Power for {given} Cultists"
        elif fact.why == "Eradication":
            worms = watch.at[n].get(f"{fact.who}.unit.worm_of_ghroth", 0)
            yield "neutral.worm_of_ghroth", "" if 0 <= -gain <= worms else f"{gain} Power with {worms} in play"
        elif fact.why == "Catnapping":
            moves = [x.power for x in _meanwhile(watch, n) if isinstance(x, f.PowerSpent)]
            right = fact.who == "BB" and gain <= sum(moves)
            yield "BB.moon_left", "" if right else f"{gain} Power"
        elif fact.why == "Festival":
            yield "AN.festival", "" if gain == 1 and fact.who != "AN" else f"{gain} Power for {fact.who}"
    if isinstance(fact, f.AbilityUsedUp) and fact.ability == "toll":
        paid = watch.facts[before(watch.facts, n)]
        right = isinstance(paid, f.PowerSpent) and paid.who == fact.who != "WW" and paid.power <= 1
        yield "WW.ice_age_surcharge", "" if right else "1 Power of an enemy"
    if isinstance(fact, f.SignDrawn) and fact.why == "Immortal":
        came = [x for x in _meanwhile(watch, n) if isinstance(x, f.PiecesEntered) and x.who == fact.who]
        great = any(x.unit in GREAT or x.unit in INDEPENDENT_COSTS for x in came)
        right = great and _change(watch, n, f"{fact.who}.signs") == 1
        yield "GC.immortal", "" if right else "an Elder Sign for an awakening"
    if isinstance(fact, f.SignDrawn) and fact.why == "The Third Eye":
        yield "YS.third_eye", "" if watch.at[n].get("YS.unit.hastur") else "Hastur is not in play"
    if isinstance(fact, f.DoomGained) and fact.why == "Dragon Descending":
        rituals = [x for x in watch.facts[:n] if isinstance(x, f.DoomGained) and x.why == "Ritual of Annihilation"]
        yield "OW.dragon_descending", "" if rituals[-1].doom == fact.doom else "the Doom of the Ritual again"
    if isinstance(fact, f.DoomGained) and fact.why == "Ermengarde Stubbs":
        battle = watch.state.battle
        right = fact.doom == -1 and battle is not None and battle.attacker == fact.who
        yield "neutral.ermengarde_stubbs", "" if right else "1 Doom of whoever attacks"
    if isinstance(fact, f.DoomGained) and fact.why == "Sycophancy":
        yield "TT.sycophancy", "" if fact.doom in (1, -1) else f"{fact.doom} Doom"


def _battle(watch: Watch, fact: Fact) -> Iterator[Seen]:
    """What results did to pieces that outlive them, what dice were made of, who was asked."""
    battle = watch.state.battle
    if battle is None:
        return
    if isinstance(fact, StepReached) and fact.name == "cleanup" and battle.rolled:
        yield from _survivors(watch.at[-1], battle)
        foe = battle.defender if battle.attacker == "SL" else battle.attacker
        if "SL" in battle.sides and foe in battle.softened and watch.state.rulings.get("D45", "printed") == "printed":
            killed = [x.id for x in battle.figures if x.side == "SL" and KILL in x.hits]
            yield "SL.demand_sacrifice_pains", f"Kills on {killed}" if killed else ""
    if isinstance(fact, f.Rolled):
        yield from _dice(watch, battle, fact)
    if isinstance(fact, f.KillsAdded) and fact.words.startswith("Bastet"):
        there = any(x.unit == "bastet" and x.side == fact.who and x.id in battle.veterans for x in battle.figures)
        yield "BB.bastet", "" if there and fact.kills == 1 else "a Kill without her"
    if isinstance(fact, f.RemovedFromGame) and fact.unit == "yothan":
        # Dust to Dust takes one out of the game, too.
        dust = any(figure.unit == "quachil_uttaus" and figure.side != "AN" for figure in battle.figures)
        if not dust:
            yield "AN.extinction", "" if usable(watch.at[-2], "AN", "extinction") else "without the book"


def _survivors(at: Numbers, battle: Any) -> Iterator[Seen]:
    for figure in battle.figures:
        yield from _azathoth(at, battle, figure)
        kills, gone = figure.hits.count(KILL), figure.status == "gone"
        by_itself = figure.spared or figure.id in battle.eased
        if (
            figure.unit == "starspawn"
            and usable(at, figure.side, "regenerate")
            and figure.hits
            and not by_itself
            and kills
        ):
            killed = any((o, u, str(h)) == (figure.side, figure.unit, "Killed") for o, u, h in battle.lost)
            wrong = (kills >= 2 and not gone) or (kills == 1 and killed and not _others_killed(battle, figure))
            yield "GC.regenerate", f"{kills} Kills, {figure.status}" if wrong else ""
        if figure.unit == "nyarlathotep" and usable(at, figure.side, "emissary") and kills and not by_itself:
            foe = battle.defender if figure.side == battle.attacker else battle.attacker
            veterans = [x for x in battle.figures if x.side == foe and x.id in battle.veterans]
            great = [x for x in veterans if x.unit in GREAT or x.unit in INDEPENDENT_COSTS]
            if not great:
                killed = any((o, u, str(h)) == ("CC", "nyarlathotep", "Killed") for o, u, h in battle.lost)
                yield "CC.emissary", "Nyarlathotep was Killed" if killed else ""


def _azathoth(at: Numbers, battle: Any, figure: Any) -> Iterator[Seen]:
    """Only a marker at 0 kills him, or an Elder Thing of an enemy that was there when he was assigned the Kill."""
    if figure.unit != "azathoth_free" or KILL not in figure.hits or figure.spared or figure.id in battle.eased:
        return
    if any((o, u, str(h)) == (figure.owner, figure.unit, "Eliminated") for o, u, h in battle.lost):
        return  # Unholy Ground came first: the Kill finds nobody
    marker = max(at.get(f"{code}.mark.azathoth", 0) for code in ("DS", figure.owner))
    held = any(x.unit == "elder_thing" and x.owner != figure.owner and x.status != "exempt" for x in battle.figures)
    killed = any((o, u, str(h)) == (figure.owner, figure.unit, "Killed") for o, u, h in battle.lost)
    right = killed if held or battle.onlookers else killed is (marker == 0)
    yield "neutral.azathoth_killed", "" if right else f"Killed: {killed}, marker {marker}, Elder Thing: {held}"


def _others_killed(battle: Any, figure: Any) -> bool:
    alike = [x for x in battle.figures if x.side == figure.side and x.unit == figure.unit and x is not figure]
    return any(x.hits.count(KILL) >= 2 for x in alike)


def _dice(watch: Watch, battle: Any, fact: f.Rolled) -> Iterator[Seen]:
    """The dice of pieces that a spellbook or a formula gives another number than the printed one."""
    state, at, me = watch.state, watch.at[-1], fact.who
    # Acolytes that Insects from Shaggai brought there have nobody's spellbooks.
    own = [x for x in battle.figures if x.side == me and x.id.startswith(f"{me}.")]
    there = [x for x in own if x.id in battle.veterans]
    number = {unit: sum(x.unit == unit for x in there) for unit in {x.unit for x in there}}
    parts = fact.total.rpartition(" = ")[0]

    # What Cosmic Unity has put out rolls nothing, whatever its Combat is.
    number = {unit: n for unit, n in number.items() if not any(x.unit == unit and x.id in battle.dimmed for x in there)}

    def dice(name: str) -> int | None:
        for part in parts.split(" + "):
            label, _, last = part.rpartition(" ")
            if name in label:
                # What abilities have given is not the piece's own.
                shown: int = int(last) - sum(
                    x.bonus for x in there if x.unit != "avatar_synthesis" and named(x.unit, name)
                )
                return shown
        return None

    def named(unit: str, name: str) -> bool:
        return unit.replace("_", " ") == name.lower().replace("-", " ")

    if usable(at, me, "frenzy") and number.get("acolyte"):
        yield "BG.frenzy", "" if dice("Acolyte") == number["acolyte"] else parts
    if singers := number.get("singer"):
        yield "DC.chorus", "" if dice("Singer") == singers * (2 if singers >= 3 else 1) else parts
    for unit, label, each in OTHERWORLD:
        if usable(at, me, "otherworld") and number.get(unit):
            yield "TT.otherworld", "" if dice(label) == (each + 1) * number[unit] else f"{number[unit]} {unit}: {parts}"
    if number.get("hastur"):
        track = state.own_track or TRACKS.get(len(state.seats), TRACKS[4])
        track = TRACKS[4] if state.skirmish else track
        price = track[state.ritual] if state.ritual < len(track) else 10
        yield "YS.hastur_combat", "" if dice("Hastur") == price else f"{parts}, a Ritual costs {price}"
    if number.get("tsathoggua"):
        foe = battle.defender if me == battle.attacker else battle.attacker
        power = max(2, state.factions[foe].power)
        yield "SL.tsathoggua_combat", "" if dice("Tsathoggua") == power else f"{parts}, the enemy has {power}"
    if number.get("ubbo_sathla"):
        growth = state.factions[me].marks.get("growth", 0)
        yield "TT.ubbo_sathla_combat", "" if dice("Ubbo-Sathla") == growth else f"{parts}, the Growth is {growth}"
    if number.get("avatar_synthesis"):
        die = dice("Avatar Synthesis") or 0
        yield "DS.synthesis_combat", "" if 3 <= die <= 8 else parts


def _others(watch: Watch, n: int, fact: Fact) -> Iterator[Seen]:
    if isinstance(fact, f.TurnBegan | f.PhaseBegan):
        yield from _hierophants(watch, n)
    if isinstance(fact, f.CounterSet) and fact.mark == "growth":
        more = fact.value - watch.at[n].get("TT.mark.growth", 0)
        if _by_a_die(watch, n):
            rolled = sum(watch.session.timeline.entries[-1].value)
            right = watch.at[n].get("TT.mark.awakened") and (more == rolled or fact.value == 99)
            yield "TT.hells_banquet", "" if right else f"{more} more"
        elif more != 1:
            yield "TT.hierophants", f"{more} more"
    if isinstance(fact, f.PowerSpent) and fact.why == "Ritual of Annihilation" and n not in watch.told:
        if usable(watch.at[n], fact.who, "herald"):
            yield "WW.herald", "" if fact.power == 5 else f"{fact.power} Power"
        if usable(watch.at[n], fact.who, "consecration") and watch.at[n].get("AN.tokens"):
            yield "AN.consecration", ""
    if isinstance(fact, f.PowerSpent) and fact.why == "Create Gate" and usable(watch.at[n], fact.who, "umr_at_tawil"):
        yield "neutral.umr_at_tawil", "" if fact.power == 2 else f"{fact.power} Power"
    if isinstance(fact, f.Captured) and fact.by != fact.who and usable(watch.at[n], fact.who, "soulless"):
        yield "TT.soulless", ""
    if isinstance(fact, f.Captured) and fact.who == "WW" and watch.at[n].get("WW.unit.ithaqua"):
        captor = watch.state.factions[fact.by].in_play
        great = any(captor.get(unit) for unit in (*GREAT, *INDEPENDENT_COSTS))
        right = great or "great_race_of_yith" in watch.state.factions[fact.by].loyalty or fact.unit in MONSTERS["WW"]
        # With an Elder Thing Great Old Ones have no ability; where it stands the table knows.
        right = right or any(watch.at[n].get(f"{code}.unit.elder_thing") for code in watch.state.enemies("WW"))
        yield "WW.ferox", "" if right else f"{fact.by} has no Great Old One"


def usable(at: Numbers, code: str, book: str) -> bool:
    """Whether a faction had a spellbook then that no Moonbeast lay on."""
    return bool(at.get(f"{code}.book.{book}")) and not at.get(f"{code}.mark.covered_{book}")


def _hierophants(watch: Watch, n: int) -> Iterator[Seen]:
    """For each spellbook that was earned since the last turn began: a High Priest, or Growth if none is left."""
    earned, came = [], 0
    for i in range(n - 1, 0, -1):
        fact, at = watch.facts[i], watch.at[i]
        if isinstance(fact, f.TurnBegan | f.PhaseBegan):
            break
        if isinstance(fact, f.BookTaken) and fact.who == "TT" and fact.requirement:
            if usable(watch.at[i + 1], "TT", "hierophants"):
                earned.append(i)
        elif isinstance(fact, f.PiecesEntered) and fact.who == "TT" and "Hierophants" in fact.why:
            came += 1
        elif isinstance(fact, f.CounterSet) and fact.mark == "growth" and not _by_a_die(watch, i):
            came += fact.value - at.get("TT.mark.growth", 0)
            if left := _priests_left(at, watch.state.seats):
                yield "TT.hierophants", f"Growth, with {left} High Priests in the pool"
    for _ in earned:
        yield "TT.hierophants", "" if came == len(earned) else f"{came} for {len(earned)} spellbooks"


def _by_a_die(watch: Watch, n: int) -> bool:
    """Whether Growth rises by Hell's Banquet."""
    earlier = watch.facts[before(watch.facts, n)]
    return isinstance(earlier, f.CounterSet) and earlier.mark == "banquet"


def _priests_left(at: Numbers, seats: Sequence[str]) -> int:
    """High Priests in Tcho-Tcho's pool: all three, less those in play, a Unique one among them, captured or out of the
    game."""
    kinds = ("high_priest", *UNIQUE_PRIESTS)
    gone = sum(at.get(f"TT.{where}.{unit}", 0) for where in ("unit", "out") for unit in kinds)
    return 3 - gone - sum(at.get(f"{code}.held.TT.{unit}", 0) for code in seats for unit in kinds)


# -- Gather Power ------------------------------------------------------------------------------------------------------


def harvest(watch: Watch, n: int) -> Iterator[Seen]:
    """Gather Power (reference 3.1), reckoned again from what is on the table as the Actions end: fact number `n`."""
    state = watch.state
    given: dict[str, f.PowerGained] = {}
    here = n
    while len(given) < len(state.seats):
        here = after(watch.facts, here)
        fact = watch.facts[here]
        assert isinstance(fact, f.PowerGained), fact
        given[fact.who] = fact
    at = watch.at[n + 1]
    sums = {}
    for code in state.seats:
        fact = given[code]
        extras = _extras(fact.why)
        asleep, card = at.get(f"{code}.mark.gate_on_card", 0), at.get(f"{code}.card", 0)
        control = at.get(f"{code}.gates", 0) + yog_gates(at, code, watch.state.turn) + bool(asleep and card)
        neutral = sum(at.get(f"{code}.unit.{unit}", 0) for unit in (*NEUTRAL_CULTISTS, "brood"))
        own = at.get(f"{code}.unit.acolyte", 0) + at.get(f"{code}.unit.high_priest", 0) if code != "BB" else 0
        cultists = own + neutral
        abandoned = at["abandoned"] + sum(
            bool(at.get(f"{c}.mark.gate_on_card", 0) and not at.get(f"{c}.card", 0)) for c in state.seats
        )
        captives = _captives(watch, code, n)
        sums[code] = at[f"{code}.power"] + cultists + 2 * control + abandoned + captives + sum(extras.values())
        yield from _checked_extras(watch, n, code, extras)
    most = max(sums.values())
    for code in state.seats:
        wanted = max(sums[code], (most + 1) // 2) - at[f"{code}.power"]
        right = given[code].power == wanted
        yield "common.gather_power", "" if right else f"{code}: {wanted}, but {given[code].power}: {given[code].why}"
        if wanted > sums[code] - at[f"{code}.power"]:
            yield "common.half_of_leader", ""


def _captives(watch: Watch, code: str, n: int) -> int:
    """1 for each captured Cultist or Monster; Soulless ones give nothing."""
    held = _held(watch, code, n)
    free = usable(watch.at[n + 1], "TT", "soulless")
    return sum(
        number
        for owner, kinds in held.items()
        for unit, number in kinds.items()
        if not (owner == "TT" and free and unit in CULTISTS)
    )


def _held(watch: Watch, code: str, n: int) -> dict[str, dict[str, int]]:
    """What lies captured on a card as the Actions end."""
    held: dict[str, dict[str, int]] = {}
    for fact in watch.facts[: n + 1]:
        if isinstance(fact, f.Captured) and fact.by == code:
            kinds = held.setdefault(fact.who, {})
            kinds[fact.unit] = kinds.get(fact.unit, 0) + 1
        if isinstance(fact, f.CaptiveFreed) and fact.by == code:
            held[fact.who][fact.unit] -= 1
        if isinstance(fact, f.CaptivesReturned) and fact.by == code:
            held.clear()
    return held


USUAL: Final = ("Cultists", "Gates", "abandoned Gates", "captured Cultists", "captured Monsters", "raised to half")


def _extras(why: str) -> dict[str, int]:
    """What abilities added, by the words of the log."""
    found: dict[str, int] = {}
    for part in why.split(", ") if why != "nothing" else []:
        label, _, number = part.rpartition(" ")
        if not number.lstrip("-").isdigit():
            continue
        if not label.startswith(USUAL):
            found[label] = found.get(label, 0) + int(number)
    if "The Red Sign" in found:  # Its label holds a comma: "Dark Young, The Red Sign 2".
        found["Dark Young"] = found.pop("The Red Sign")
    return found


def _checked_extras(watch: Watch, n: int, code: str, extras: dict[str, int]) -> Iterator[Seen]:
    state, at, gates = watch.state, watch.at[n + 1], watch.gates[n + 1]
    cultists = sum(
        number for kinds in _held(watch, code, n).values() for unit, number in kinds.items() if unit in CULTISTS
    )
    for label, number in extras.items():
        if label == "Feast":
            yield "YS.feast", "" if number <= at.get("YS.tokens", 0) else f"{number} Power"
        elif label == "Y'ha Nthlei":
            oceans = {area.id for area in state.board.areas.values() if area.ocean}
            there = sum(area in oceans and owner not in (None, code) for area, owner in gates.items())
            yog = yog_gates(at, "OW", watch.state.turn)
            right = there <= number <= there + yog and usable(at, code, "yha_nthlei") and at.get("GC.unit.cthulhu")
            yield "GC.yha_nthlei", "" if right else f"{number} Power, {there} Gates"
        elif label == "Dark Young":
            right = number == at.get("BG.unit.dark_young", 0) and usable(at, code, "red_sign")
            yield "BG.red_sign", "" if right else f"{number} Power"
        elif label == "Cat Power":
            right = code == "BB" and number == sum(at.get(f"BB.unit.{cat}", 0) for cat in CATS)
            yield "BB.cat_power", "" if right else f"{number} Power"
        elif label == "Worship Services":
            right = 1 <= number <= 4 and usable(at, "AN", "worship_services")
            yield "AN.worship_services", "" if right else f"{number} Power"
        elif label == "Great Race of Yith":
            right = number == cultists and at.get(f"{code}.unit.great_race_of_yith")
            yield "neutral.great_race_of_yith", "" if right else f"{number} Power for {cultists} captives"
        else:
            held = at.get(f"{code}.gates", 0) + yog_gates(at, code, watch.state.turn)
            possible = {
                "High Priests": number == 1 and code == "BB",
                "Dark Demon": number == -at.get(f"{code}.unit.dark_demon", 0),
                "Mummify": 0 > number >= -at.get(f"{code}.unit.acolyte", 0),
                "Green Decay": -cultists <= number <= 0
                and at.get(f"{code}.unit.glaaki")
                and at.get(f"{code}.mark.book_glaaki"),
                "Tomb-Herd": 0 < number <= 6 - at.get(f"{code}.unit.acolyte", 0) and at.get(f"{code}.unit.glaaki"),
                "Brown Jenkin": number >= 2 and at.get(f"{code}.unit.brown_jenkin"),
                "Disaster Looms": 0 > number >= -2 * (held + 1) and at.get(f"{code}.mark.book_bloated_woman"),
            }
            yield f"neutral.gather {label}", "" if possible.get(label) else f"{number} Power"
