"""Opener of the Way (purple): reference section 6, `OW`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cthulhu_wars.battle.declare import muster
from companion.games.cthulhu_wars.battle.roll import FACES, roll_misses_again
from companion.games.cthulhu_wars.facts import (
    BookFlipped,
    CounterSet,
    DoomGained,
    GateSet,
    PieceResolved,
    PiecesLeft,
    PowerGained,
    PowerSpent,
    UnitsMoved,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    Awakening,
    BattleAbility,
    CardDiscount,
    OffBoardInputs,
    Progress,
    Requirement,
    Spellbook,
    UniqueAbility,
)
from companion.games.cthulhu_wars.model.maps import BOARDS, LIBRARIES, TOMES, area_name, board
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, DIRE_YOG, ROOTED, UNKILLABLE
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import pick_area, pick_faction, pick_kind, split, taken_gates
from companion.games.cthulhu_wars.rules.figures import label, off_gate, one_of_each
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.mind_control import unless_there
from companion.games.cthulhu_wars.rules.pool import (
    enemy_great_old_ones,
    enter,
    gates,
    gates_on_map,
    has_great_old_one,
    kinds,
    pool,
    too_few_units,
)
from companion.games.cthulhu_wars.rules.single_rolls import tell_results
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Assign, Choose, Option, Piece, Place, Placing, Roll
from companion.table.rulings import Ruling
from companion.table.script import Script, ask, pick_one, pick_some, yes
from companion.table.state import TemplatedFact
from companion.table.words import N_, NN_, _, n_

CODE: Final = N_("OW")
MUTANT: Final = "mutant"
ABOMINATION: Final = "abomination"
SPAWN: Final = "spawn_of_yog_sothoth"
YOG: Final = "yog_sothoth"
ASCENDING: Final = "dragon_ascending"
DESCENDING: Final = "dragon_descending"
CHANNEL: Final = "channel_power"
MILLION: Final = "million_favored_ones"
LOST: Final = "lost_unit"
MET: Final = "met_great_old_one"
FOUR: Final = "four"

UNITS: Final = (
    ACOLYTES,
    Unit(MUTANT, *NN_("Mutant", "Mutants"), Rank.MONSTER, 4, 2, 1),
    Unit(ABOMINATION, *NN_("Abomination", "Abominations"), Rank.MONSTER, 3, 3, 2),
    Unit(SPAWN, *NN_("Spawn of Yog-Sothoth", "Spawn of Yog-Sothoth"), Rank.MONSTER, 2, 4, 3, N_("Spawn")),
    Unit(
        YOG,
        *NN_("Yog-Sothoth", "Yog-Sothoth"),
        Rank.GOO,
        1,
        6,
        0,
        formula=N_("2 for each enemy Great Old One"),
    ),
)
STEPS: Final = {ACOLYTE: MUTANT, MUTANT: ABOMINATION, ABOMINATION: SPAWN, SPAWN: MUTANT}
"""What The Million Favored Ones make of each kind."""

BOOKS: Final = (
    Spellbook(CHANNEL, N_("Channel Power"), N_("In a battle, 1 Power: reroll all your misses, as often as you like.")),
    Spellbook(
        ASCENDING,
        N_("Dragon Ascending"),
        N_("Once, at any time: set your Power to that of an enemy of your choice."),
        once=True,
    ),
    Spellbook(DESCENDING, N_("Dragon Descending"), N_("Once, in a Ritual: gain twice its Doom."), once=True),
    Spellbook(
        "dread_curse",
        N_("Dread Curse of Azathoth"),
        N_("2 Power: roll a die per Abomination and Spawn against an area; you share out the results."),
    ),
    Spellbook(
        MILLION,
        N_("The Million Favored Ones"),
        N_("After a battle each of your survivors may become the next higher kind; a Spawn becomes Mutants."),
    ),
    Spellbook("they_break_through", N_("They Break Through"), N_("You can also summon at abandoned and enemy Gates.")),
)


class GateMoved(TemplatedFact, frozen=True):
    """A unit takes a Gate to another area, with whatever holds it."""

    TEXT = N_("{faction}: {unit} takes the Gate in {origin} to {area}")
    ON_BOARD = N_("Move {faction} {unit}, the Gate and the unit on it from {origin} to {area}")
    PUT_BACK = N_("Move {faction} {unit}, the Gate and the unit on it back from {area} to {origin}")

    who: str
    unit: str
    origin: str
    to: str

    def apply(self, state: CthulhuState) -> None:
        state.gate_leaves(self.origin, self.to)

    def gaps(self) -> dict[str, object]:
        faction, unit = names.faction(self.who), names.unit(self.who, self.unit)
        return {"faction": faction, "unit": unit, "origin": area_name(self.origin), "area": area_name(self.to)}


# -- The Beyond One ------------------------------------------------------------------------------------------------


def travellers(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds of units that The Beyond One can move.

    Their cost is 3 or more, or no source tells it; units that nothing moves are left out.
    """
    able = (u for u in kinds(state, me) if state.on_map(me, u.id) > 0 and u.id not in ROOTED)
    return [u.id for u in able if u.cost >= 3 or not (u.id not in CARDS or CARDS[u.id].cost_known)]


def beyond_one_refused(state: CthulhuState, me: str) -> str:
    """Return why Beyond One cannot be used, or an empty string."""
    if not travellers(state, me):
        return _("You have no unit costing 3 or more on the map.")
    if not state.loose_gates():
        return _("No Gate is on the map.")
    return "" if set(state.board.areas) - set(state.gates) else _("Every area has a Gate.")


def beyond_one(state: CthulhuState, me: str) -> Script[None]:
    """Move a unit with the Gate of its area and its keeper to an area without a Gate."""
    origin = yield from pick_area(
        state,
        "beyond_one/from",
        me,
        _("The Beyond One: which Gate goes?"),
        state.loose_gates,
        text=_("One of your units costing 3 or more is there, and no enemy Great Old One."),
        rule="beyond_one",
    )
    unit = yield from pick_kind(
        state,
        "beyond_one/unit",
        me,
        _("Which of your units goes with it?"),
        me,
        lambda: travellers(state, me) if origin in state.gates else [],
    )
    to = yield from pick_target(
        state,
        "beyond_one/to",
        me,
        _("Where do they appear?"),
        lambda: [area for area in state.board.areas if origin in state.gates and area not in state.gates],
        rule="beyond_one",
        refused=taken_gates,
    )
    state.record(GateMoved(me, unit, origin, to))


# -- Yog-Sothoth ---------------------------------------------------------------------------------------------------


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a Spawn on the map."""
    return "" if state.on_map(me, SPAWN) else _("You have no Spawn of Yog-Sothoth on the map.")


def awaken_yog_sothoth(state: CthulhuState, me: str) -> Script[None]:
    """Replace a Spawn by Yog-Sothoth; it is no loss."""
    area = yield from pick_target(
        state, "awaken/area", me, _("Which Spawn becomes Yog-Sothoth?"), lambda: state.board.areas
    )
    state.record(PiecesLeft(me, SPAWN, 1, Loss.EXCHANGED, area, words=_("becomes Yog-Sothoth")))
    enter(state, me, YOG, 1, _("awakens"), area)
    state.record(CounterSet(me, "awakened", 1))


def combat(state: CthulhuState, _battle: Battle, side: str) -> dict[str, int]:
    """Yog-Sothoth: 2 for each Great Old One of the enemies; with two players always 4."""
    return {YOG: 4 if state.duel else 2 * enemy_great_old_ones(state, side)}


def unseen(_state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: the Great Old Ones of all enemies."""
    return OffBoardInputs(great=bool(battle.present(me, unit=YOG)))


# -- the two Dragons -----------------------------------------------------------------------------------------------


def unlike(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies with other Power than oneself."""
    return [c for c in state.enemies(me) if state.factions[c].power != state.factions[me].power]


def ascending_refused(state: CthulhuState, me: str) -> str:
    """Return why Ascending cannot be used, or an empty string."""
    return "" if unlike(state, me) else _("Every enemy has as much Power as you.")


def ascending_gives(state: CthulhuState, me: str) -> int:
    """Return the most Power that Dragon Ascending brings now."""
    return max((state.factions[c].power - state.factions[me].power for c in unlike(state, me)), default=0)


def ascend(state: CthulhuState, me: str, enemy: str) -> None:
    """Dragon Ascending: one's Power becomes that of an enemy."""
    more = state.factions[enemy].power - state.factions[me].power
    why = _("Dragon Ascending, the Power of {faction}").format(faction=names.faction(enemy))
    state.record(PowerGained(me, more, why))
    state.record(BookFlipped(me, ASCENDING))


def dragon_ascending(state: CthulhuState, me: str) -> Script[None]:
    """Dragon Ascending at any moment."""
    enemy = yield from pick_faction(
        state, ASCENDING, me, _("Dragon Ascending: whose Power?"), lambda: unlike(state, me)
    )
    ascend(state, me, enemy)


def ascending_in_gather_power(state: CthulhuState, me: str) -> Script[None]:
    """Dragon Ascending between the half-of-leader rule and the choice of the First Player, where it brings Power."""

    def build() -> Choose | None:
        power = {c: state.factions[c].power for c in unlike(state, me)}
        if not state.can_use(me, ASCENDING) or max(power.values(), default=0) <= state.factions[me].power:
            return None
        options = tuple(
            Option(c, names.faction(c), detail=_("{power} Power").format(power=n)) for c, n in power.items()
        )
        return Choose(
            key=ASCENDING,
            who=me,
            title=_("Dragon Ascending: whose Power?"),
            text=_("Before the First Player is determined."),
            rule=ASCENDING,
            options=options,
            least=0,
            decline=_("Not now"),
        )

    enemy = yield from pick_one(state, build)
    if enemy is not None:
        ascend(state, me, enemy)


def dragon_descending(state: CthulhuState, me: str, doom: int) -> Script[None]:
    """Dragon Descending: the Doom of a Ritual once more."""
    if not doom or not state.can_use(me, DESCENDING):
        return
    title = _("Dragon Descending: {doom} more Doom?").format(doom=doom)
    if (yield from yes(state, DESCENDING, me, title, rule=DESCENDING)):
        state.record(DoomGained(me, doom, _("Dragon Descending")))
        state.record(BookFlipped(me, DESCENDING))


# -- They Break Through --------------------------------------------------------------------------------------------


def summons_at(state: CthulhuState, me: str) -> str:
    """Return where a Summon may be, in words; empty for the usual areas."""
    if state.can_use(me, "they_break_through") and gates_on_map(state):
        return _("At any Gate")
    where = _("Where you control a Gate, or Yog-Sothoth is")
    return ". ".join(filter(None, (where, unless_there(state, me)))) if state.on_map(me, YOG) else ""


# -- Dread Curse of Azathoth ---------------------------------------------------------------------------------------


def cursers(state: CthulhuState, me: str) -> int:
    """Return the dice of Dread Curse: Abominations and Spawn in play; half of them, rounded up, with two players."""
    number = state.in_play(me, ABOMINATION) + state.in_play(me, SPAWN)
    return (number + 1) // 2 if state.duel else number


def cursed(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies with a unit on the map."""
    return [c for c in state.enemies(me) if any(state.on_map(c, u.id) > 0 for u in kinds(state, c))]


def dread_curse_refused(state: CthulhuState, me: str) -> str:
    """Return why Dread Curse cannot be used, or an empty string."""
    if not cursers(state, me):
        return _("You have no Abomination or Spawn in play.")
    return "" if cursed(state, me) else _("No enemy unit is on the map.")


def dread_curse(state: CthulhuState, me: str) -> Script[None]:
    """Dread Curse of Azathoth: no battle. Opener shares the results out, each faction picks its units."""
    area = yield from pick_target(
        state,
        "dread_curse/area",
        me,
        _("Dread Curse: which area?"),
        lambda: state.board.areas,
        text=_("One with enemy units."),
        rule="dread_curse",
    )

    def there() -> Choose:
        options = tuple(Option(c, names.faction(c)) for c in cursed(state, me))
        return Choose(
            key="dread_curse/whom",
            who=me,
            title=_("Which enemies are in {area}?").format(area=area_name(area)),
            text=_("Those that you curse."),
            rule="dread_curse",
            options=options,
            most=len(options),
        )

    enemies = yield from pick_some(state, there)
    roll = Roll(
        key="dread_curse/roll",
        who=me,
        title=_("Dread Curse of Azathoth"),
        rule="dread_curse",
        dice=cursers(state, me),
        symbols=FACES,
    )
    given = yield from ask(state, lambda: roll)
    results = roll.count(given)
    tell_results(state, me, _("Dread Curse of Azathoth"), roll, given)
    kills = yield from share(state, "dread_curse/kills", me, _("Dread Curse, Kills"), results[KILL], enemies)
    pains = yield from share(state, "dread_curse/pains", me, _("Dread Curse, Pains"), results[PAIN], enemies)
    for enemy in enemies:
        if kills[enemy] or pains[enemy]:
            yield from strike(state, me, enemy, area, kills[enemy], pains[enemy])


def share(state: CthulhuState, key: str, me: str, title: str, total: int, enemies: list[str]) -> Script[dict[str, int]]:
    """Ask how results are shared out among enemies; nobody is asked for none."""
    if not total:
        return dict.fromkeys(enemies, 0)
    return (yield from split(state, key, me, title, total, dict.fromkeys(enemies, total)))


def strike(state: CthulhuState, me: str, enemy: str, area: str, kills: int, pains: int) -> Script[None]:
    """Apply an enemy's part of the results, one for each unit; the rest is lost."""
    figures = yield from muster(state, Battle(area, me, enemy), enemy, _("All units there."))
    left = list(figures)
    fates: dict[str, list[Figure]] = {}
    for result, number in ((KILL, kills), (PAIN, pains)):
        able = [f for f in left if result != KILL or f.unit not in UNKILLABLE]
        hit = yield from spread(state, f"dread_curse/{result}/{enemy}", enemy, result, number, able)
        fates[result] = [f for f in left if f.id in hit]
        left = [f for f in left if f.id not in hit]
    for figure in fates[KILL]:
        yield from lose_unit(state, enemy, figure.unit, Loss.KILLED, area, me, on_gate=figure.on_gate)

    def build() -> Place | None:
        options = tuple(Option(a, area_name(a)) for a in state.ways(enemy, area))
        pieces = tuple(Placing(f.id, label(f), options, symbol(enemy, f.unit), enemy) for f in fates[PAIN])
        if not pieces:
            return None
        title = _("{faction}: go where?").format(faction=names.faction(enemy))
        return Place(key=f"dread_curse/flee/{enemy}", who=me, title=title, rule="dread_curse", pieces=pieces)

    places = yield from ask(state, build)
    for figure in fates[PAIN]:
        if figure.on_gate and state.gates.get(area) == enemy:
            state.record(GateSet(area, None))
        state.record(UnitsMoved(enemy, figure.unit, 1, places[figure.id], _("is driven"), area))


def spread(
    state: CthulhuState, key: str, owner: str, result: str, number: int, figures: list[Figure]
) -> Script[list[str]]:
    """Let the owner say which of its units take results; return their ids."""

    def build() -> Assign | None:
        if not number or not figures:
            return None
        if result == KILL:
            title = n_("{faction} suffers {n} Kill", "{faction} suffers {n} Kills", number)
        else:
            title = n_("{faction} suffers {n} Pain", "{faction} suffers {n} Pains", number)
        return Assign(
            key=key,
            who=owner,
            title=title.format(faction=names.faction(owner), n=number),
            text=_("Pick who takes them."),
            rule="dread_curse",
            results={result: number},
            pieces=tuple(Piece(f.id, label(f), symbol=symbol(owner, f.unit)) for f in figures),
        )

    answer = yield from ask(state, build)
    return [name for name, hits in (answer or {}).items() if hits]


# -- battle --------------------------------------------------------------------------------------------------------


def can_channel(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether there are misses, and Power to roll them again (D10: whatever the Kills)."""
    return battle.misses[me] > 0 and state.factions[me].power > 0


def channel_power(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Channel Power: 1 Power to roll all misses again."""
    state.record(PowerSpent(me, 1, _("Channel Power")))
    times = battle.used.count((me, CHANNEL))
    yield from roll_misses_again(state, battle, f"battle/{CHANNEL}/{me}/{times}", me, _("Channel Power"))


def can_refill(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Power is out, and there are misses and an enemy with Power."""
    return (
        battle.misses[me] > 0
        and not state.factions[me].power
        and state.can_use(me, CHANNEL)
        and bool(unlike(state, me))
    )


def refill(state: CthulhuState, _battle: Battle, me: str) -> Script[None]:
    """Dragon Ascending in the middle of a battle, to pay for Channel Power."""
    yield from dragon_ascending(state, me)


def promotable(state: CthulhuState, battle: Battle, me: str) -> Iterator[Figure]:
    """Return survivors that were not promoted yet and whose next kind is in the Pool."""
    survived = (Status.PRESENT, Status.STAYED, Status.RETREATED)
    for figure in battle.figures:
        step = STEPS.get(figure.unit)
        if figure.side == figure.owner == me and figure.status in survived and step and pool(state, me, step) > 0:
            yield figure


def can_promote(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to promote can be used."""
    return any(promotable(state, battle, me))


def promote(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Promote units one after another (The Million Favored Ones).

    Pieces may come back from the Pool at once.
    """

    def becomes(figure: Figure) -> str:
        step = STEPS[figure.unit]
        number = pool(state, me, step) if figure.unit == SPAWN else 1
        return _("becomes {pieces}").format(pieces=names.pieces(me, step, number))

    def build() -> Choose:
        options = tuple(Option(f.id, label(f), detail=becomes(f)) for f in promotable(state, battle, me))
        return Choose(
            key=f"battle/million/{me}",
            who=me,
            title=_("Favored Ones: who is promoted?"),
            text=_("One after another; a new piece is not promoted again."),
            rule=MILLION,
            options=one_of_each(battle, options),
            least=0,
            decline=_("Done"),
        )

    while (picked := (yield from pick_one(state, build))) is not None:
        figure = battle.figure(picked)
        step = STEPS[figure.unit]
        number = pool(state, me, step) if figure.unit == SPAWN else 1
        off_gate(state, battle, figure)
        state.record(PieceResolved((picked,), Status.GONE))
        area = battle.area_of(figure)
        words = _("becomes {pieces}").format(pieces=names.pieces(me, step, number))
        state.record(PiecesLeft(me, figure.unit, 1, Loss.EXCHANGED, area, words=words))
        enter(state, me, step, number, n_("is promoted", "are promoted", number), area)


def after_battle(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Note whether a unit was lost, and whether Great Old Ones of both sides have met."""
    yield from ()
    marks = state.factions[me].marks
    if not marks.get(LOST) and any(owner == me for owner, __, __ in battle.lost):
        state.record(CounterSet(me, LOST, 1))
    great = {f.side for f in battle.figures if f.rank is Rank.GOO}
    if me in battle.sides and not marks.get(MET) and set(battle.sides) <= great:
        state.record(CounterSet(me, MET, 1))


# -- requirements --------------------------------------------------------------------------------------------------


def enemy_gates_missing(state: CthulhuState, me: str) -> str:
    """Return why own units cannot be at two enemy Gates, or an empty string."""
    there = sum(gates(state, code) for code in state.enemies(me))
    return _("Enemies control fewer than 2 Gates.") if there < 2 else too_few_units(state, me, 2)


def great_old_ones_missing(state: CthulhuState, me: str) -> str:
    """Return why an own Great Old One cannot be with an enemy's, or an empty string."""
    if not has_great_old_one(state, me):
        return _("You have no Great Old One in play.")
    if any(has_great_old_one(state, code) for code in state.enemies(me)):
        return ""
    return _("No enemy has a Great Old One in play.")


def twelve_gates(state: CthulhuState, _me: str) -> bool:
    """Return whether 12 Gates are on the map, fewer in small games (D16)."""
    return gates_on_map(state) >= twelve(state)


def twelve(state: CthulhuState) -> int:
    """Return how many Gates the requirement of twelve needs."""
    small = {PRINTED: 3, FOUR: 4, OTHER: 2}[ruling(state.rulings, "D16")]
    return 10 if len(state.seats) <= small else 12


REQUIREMENTS: Final = (
    Requirement(
        "eight_gates",
        N_("8 Gates are on the map"),
        met=lambda s, _me: gates_on_map(s) >= 8,
        short=N_("8 Gates"),
        progress=lambda s, _me: (Progress(N_("Gates"), gates_on_map(s), 8),),
    ),
    Requirement(
        "twelve_gates",
        N_("12 Gates are on the map (10 in small games)"),
        met=twelve_gates,
        short=N_("12 Gates"),
        progress=lambda s, _me: (Progress(N_("Gates"), gates_on_map(s), twelve(s)),),
    ),
    Requirement(
        "two_enemy_gates",
        N_("Your units are in 2 areas with a Gate that an enemy controls"),
        short=N_("2 enemy Gates"),
        claim=N_("2 areas with enemy Gates"),
        refused=enemy_gates_missing,
    ),
    Requirement(
        "lose_unit",
        N_("Lose a unit in a battle"),
        met=lambda s, me: bool(s.factions[me].marks.get(LOST)),
        short=N_("Lost unit"),
    ),
    Requirement(
        "share_area",
        N_("Your Great Old One is in an area with an enemy's"),
        met=lambda s, me: bool(s.factions[me].marks.get(MET)),
        partly=True,
        short=N_("shared area"),
        claim=N_("Great Old Ones share an area"),
        refused=great_old_ones_missing,
    ),
    Requirement(
        "awaken",
        N_("Awaken Yog-Sothoth"),
        met=lambda s, me: bool(s.factions[me].marks.get("awakened")),
        short=N_("Yog-Sothoth"),
    ),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Opener of the Way"),
    colour="#6540b2",
    glyph="OW",
    sound="open",
    ability_name=N_("The Beyond One"),
    ability_text=N_(
        "1 Power: a unit costing 3 or more takes the Gate in its area, and the unit on it, to another area."
    ),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(Awakening(YOG, 6, awakening_refused, awaken_yog_sothoth),),
    kin=(CardDiscount(DIRE_YOG, 0, 6, replaces=SPAWN, counts="awakened"),),
    lays_out_with={"TT": N_("your faction token in your start area")},
    start={layout: tuple(a for a in board(layout).areas if a not in TOMES) for layout in (*BOARDS, *LIBRARIES)},
    settles=5,
    expansion=True,
    unique=UniqueAbility(
        actions=(
            Action(
                "beyond_one",
                N_("The Beyond One"),
                1,
                beyond_one_refused,
                beyond_one,
                N_("Not where an enemy Great Old One is."),
                short=N_("Beyond One"),
            ),
        ),
    ),
    actions=(
        Action(
            "dread_curse",
            N_("Dread Curse of Azathoth"),
            2,
            dread_curse_refused,
            dread_curse,
            book="dread_curse",
            short=N_("Dread Curse"),
        ),
    ),
    anytime=(
        Action(
            ASCENDING,
            N_("Dragon Ascending"),
            0,
            ascending_refused,
            dragon_ascending,
            N_("Once: have the Power of an enemy"),
            book=ASCENDING,
            gives=ascending_gives,
        ),
    ),
    gathered=ascending_in_gather_power,
    after_ritual=dragon_descending,
    summons_at=summons_at,
    gate_units=(YOG,),
    combat=combat,
    unseen=unseen,
    after_battle=after_battle,
    battle=(
        BattleAbility(
            CHANNEL, N_("Channel Power"), Window.REROLL, can_channel, channel_power, book=CHANNEL, repeat=True
        ),
        BattleAbility(
            ASCENDING,
            N_("Dragon Ascending"),
            Window.REROLL,
            can_refill,
            refill,
            N_("Then Channel Power can be paid."),
            book=ASCENDING,
        ),
        BattleAbility(MILLION, N_("The Million Favored Ones"), Window.AFTER_BATTLE, can_promote, promote, book=MILLION),
    ),
    rulings={
        "D16": Ruling(
            N_("Opener of the Way needs 10 Gates instead of 12"),
            {
                PRINTED: N_("in games of 2 or 3 factions"),
                FOUR: N_("in games of 2 to 4 factions"),
                OTHER: N_("in games of 2 factions"),
            },
        ),
        "D44": Ruling(
            N_("Yog-Sothoth where a text says Gate without “controlled”"),
            {PRINTED: N_("counts"), OTHER: N_("does not count")},
        ),
    },
    one_source=(
        N_(
            "With two players Yog-Sothoth has Combat 4, Dread Curse rolls half the dice, rounded "
            "up, and 10 Gates are enough instead of 12."
        ),
    ),
    help={
        "beyond_one": N_(
            "One of your units costing 3 or more, the Gate in its area and the unit controlling "
            "it move to an area without a Gate. Nothing else comes along, and control is kept. "
            "Yog-Sothoth may move, but is never the Gate."
        ),
        "dread_curse": N_(
            "This is not a battle. 6 is a Kill, 4 and 5 are Pains. Share them out among the "
            "enemies there; each picks its own units, one result each. You choose where Pained "
            "units go."
        ),
        ASCENDING: N_("Once per game, set your Power to that of one enemy, more or less than yours."),
        DESCENDING: N_("Once per game a Ritual gives you its Doom twice, but its Elder Signs only once."),
        MILLION: N_(
            "Acolyte to Mutant, Mutant to Abomination, Abomination to Spawn, Spawn to all "
            "Mutants of the Pool. The piece must be in the Pool; those that were kept out of the "
            "battle are not promoted."
        ),
    },
)
