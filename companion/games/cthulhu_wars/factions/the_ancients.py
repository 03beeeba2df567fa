"""The Ancients (turquoise): reference section 6, `AN`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import (
    AbilityGivenUp,
    GateSet,
    PowerGained,
    PowerSpent,
    TokenGone,
    TokenPlaced,
    UnitsMoved,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaMarker,
    BattleAbility,
    OffBoardInputs,
    Requirement,
    Spellbook,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import BOARDS, GLYPHS, LIBRARIES, TOMES, area_name, board
from companion.games.cthulhu_wars.model.neutral_cards import NODENS, ROOTED
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, PROTEUS, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import (
    pick_area,
    pick_faction,
    pick_kind,
    pick_only,
    unit_options,
)
from companion.games.cthulhu_wars.rules.figures import lose, pick_figure
from companion.games.cthulhu_wars.rules.losses import leave_gate
from companion.games.cthulhu_wars.rules.pool import (
    gate_keepers,
    in_pool,
    keeper_units,
    kinds,
    pieces_on_map,
    unit_gates,
)
from companion.games.cthulhu_wars.rules.surcharges import pay_surcharge, surcharge
from companion.games.cthulhu_wars.turn import common_actions as common
from companion.table.prompts import Choose, Option
from companion.table.rulings import Ruling
from companion.table.script import Script, pick_one, pick_some, yes
from companion.table.words import N_, NN_, _, n_

CODE: Final = N_("AN")
UN_MAN: Final = "un_man"
REANIMATED: Final = "reanimated"
YOTHAN: Final = "yothan"
CATHEDRALS: Final = 4
CHEAPEST: Final = "cheapest"
DEAREST: Final = "dearest"

UNITS: Final = (
    ACOLYTES,
    Unit(UN_MAN, *NN_("Un-Man", "Un-Men"), Rank.MONSTER, 3, 3, 0),
    Unit(REANIMATED, *NN_("Reanimated", "Reanimated"), Rank.MONSTER, 3, 4, 2),
    Unit(YOTHAN, *NN_("Yothan", "Yothans"), Rank.TERROR, 3, 6, 7),
)

BOOKS: Final = (
    Spellbook(
        "brainless",
        N_("Brainless"),
        N_("Reanimated cost 1, but move, capture and attack only together with another kind of your units."),
    ),
    Spellbook("consecration", N_("Consecration"), N_("A Ritual gives an Elder Sign for Cathedrals, 2 for all four.")),
    Spellbook("extinction", N_("Extinction"), N_("Yothans cost 3; a lost one leaves the game.")),
    Spellbook("festival", N_("Festival"), N_("Un-Men are free; for each an enemy of your choice gains 1 Power.")),
    Spellbook(
        "unholy_ground",
        N_("Unholy Ground"),
        N_("In your battle at a Cathedral: remove a Cathedral, and the enemy loses a Great Old One there."),
    ),
    Spellbook(
        "worship_services",
        N_("Worship Services"),
        N_("Gather Power: 1 for each Cathedral at an enemy's Gate, and 1 for that enemy."),
    ),
)
PRICES: Final = {UN_MAN: ("festival", 0), REANIMATED: ("brainless", 1), YOTHAN: ("extinction", 3)}
"""Which spellbook gives which kind of unit another price."""


def summon_cost(state: CthulhuState, me: str, unit: Unit) -> int:
    """Return the printed cost of a Monster, or that of the spellbook."""
    book, price = PRICES.get(unit.id, ("", 0))
    return price if book and state.can_use(me, book) else unit.cost


# -- Cathedrals ----------------------------------------------------------------------------------------------------


def cathedrals(state: CthulhuState, me: str) -> list[str]:
    """Return the areas that hold a Cathedral."""
    return state.factions[me].tokens


def cathedral_cost(state: CthulhuState, me: str, area: str) -> int:
    """Return 1 where no other Cathedral is in a neighbouring area, else 3."""
    return 3 if any(state.board.touch(area, other) for other in cathedrals(state, me)) else 1


def hallowed(state: CthulhuState, me: str, area: str) -> str:
    """Return why no Cathedral may be built where one stands in an area of that kind, or an empty string (D64)."""
    kinds = [state.board.areas[other].glyph for other in cathedrals(state, me)]
    glyph = state.board.areas[area].glyph
    if glyph not in kinds:
        return ""
    return (
        _("There is already a Cathedral in an area with this glyph.")
        if glyph
        else _("There is already a Cathedral in an area without a glyph.")
    )


def building_sites(state: CthulhuState, me: str) -> list[Option]:
    """Return every area with the cost of a Cathedral there, or why there can be none."""

    def site(area: str) -> Option:
        cost = cathedral_cost(state, me, area) + surcharge(state, me, area)
        refused = hallowed(state, me, area) or common.too_dear(state, me, cost)
        return Option(area, area_name(area), refused, _("{power} Power").format(power=cost))

    return [site(area) for area in state.board.areas]


def cathedral_refused(state: CthulhuState, me: str) -> str:
    """Return why Cathedral cannot be used, or an empty string."""
    if gate_keepers(state, me) <= 0:
        return _("You have no Cultist on the map.")
    if len(cathedrals(state, me)) >= CATHEDRALS:
        return _("All four Cathedrals stand.")
    reasons = [option.refused for option in building_sites(state, me)]
    return "" if "" in reasons else reasons[-1]


def build_cathedral(state: CthulhuState, me: str) -> Script[None]:
    """Build a Cathedral where a Cultist stands; a Gate may be there."""
    area = yield from pick_only(
        state,
        lambda: Choose(
            key="cathedral",
            who=me,
            title=_("Where is the new Cathedral?"),
            text=_("One of your Cultists is there. 3 Power next to another Cathedral, else 1."),
            rule="cathedral",
            options=tuple(building_sites(state, me)),
            on_map=True,
        ),
    )
    state.record(PowerSpent(me, cathedral_cost(state, me, area), _("Build a Cathedral")))
    pay_surcharge(state, me, area)
    state.record(TokenPlaced(me, area))


def stands_at(glyph: str | None) -> Callable[[CthulhuState, str], bool]:
    """Return whether a Cathedral is in an area with this glyph."""
    return lambda state, me: any(state.board.areas[area].glyph == glyph for area in cathedrals(state, me))


# -- Dematerialization ---------------------------------------------------------------------------------------------


DEMATERIALIZATION: Final = "dematerialization"


def dematerialization_refused(state: CthulhuState, me: str) -> str:
    """Return why Dematerialization cannot be used, or an empty string."""
    return "" if pieces_on_map(state, me) else _("You have no unit on the map.")


def dematerialize(state: CthulhuState, me: str) -> Script[None]:
    """Dematerialization: any units of one area go to one other area; a Gate left behind is abandoned."""
    origin = yield from pick_area(
        state, "dematerialization/from", me, _("Dematerialization: from where?"), lambda: state.board.areas
    )
    to = yield from pick_area(
        state,
        "dematerialization/to",
        me,
        _("Where do they appear?"),
        lambda: [area for area in state.board.areas if area != origin],
    )

    def build() -> Choose:
        able = [unit for unit in kinds(state, me) if unit.id not in ROOTED]
        options = unit_options(state, me, able, holds_gate=origin in state.held_gates(me))
        return Choose(
            key="dematerialization/units",
            who=me,
            title=_("Which of your units there?"),
            options=tuple(options),
            least=0,
            most=len(options),
            decline=_("None of them"),
        )

    picked = yield from pick_some(state, build)
    if not picked and (me, DEMATERIALIZATION) in state.used_up and ruling(state.rulings, "D78") != OTHER:
        # Moving none is nothing.
        state.record(AbilityGivenUp(me, DEMATERIALIZATION))
    if f"{ACOLYTE}.1" in picked and state.gates.get(origin) == me:
        state.record(GateSet(origin, None))
    others = {unit for unit in keeper_units(state, me) if unit != ACOLYTE}
    for unit in kinds(state, me):
        number = sum(option.rpartition(".")[0] == unit.id for option in picked)
        if number:
            state.record(UnitsMoved(me, unit.id, number, to, n_("goes", "go", number), origin))
    # Another kind of Cultist may have held the Gate; an Acolyte on it is told apart.
    if any(option.rpartition(".")[0] in others for option in picked):
        yield from leave_gate(
            state, "dematerialization/gate", me, origin, told=_("Some of your units leave this area.")
        )


# -- spellbooks ----------------------------------------------------------------------------------------------------


def summoned(state: CthulhuState, me: str, unit: str) -> Script[None]:
    """Festival: for each Un-Man an enemy gains 1 Power."""
    if unit == UN_MAN and state.can_use(me, "festival"):
        enemy = yield from pick_faction(
            state, "festival", me, _("Festival: 1 Power for which enemy?"), lambda: state.enemies(me)
        )
        state.record(PowerGained(enemy, 1, _("Festival")))


def ritual_signs(state: CthulhuState, me: str) -> int:
    """Consecration: an Elder Sign for Cathedrals in play, 2 for all four."""
    standing = len(cathedrals(state, me))
    if not standing or not state.can_use(me, "consecration"):
        return 0
    return 2 if standing >= CATHEDRALS else 1


def leaves_game(state: CthulhuState, me: str, unit: str) -> bool:
    """Return whether a lost unit leaves the game: a Yothan does (Extinction), and like one Nodens by Proteus (D74)."""
    lent = unit == NODENS and bool(state.factions[me].marks.get(f"{PROTEUS}extinction"))
    gone = unit == YOTHAN or (lent and ruling(state.rulings, "D74") != OTHER)
    return gone and state.can_use(me, "extinction")


def may_not_attack(state: CthulhuState, battle: Battle, me: str) -> str:
    """Brainless: Reanimated need another kind of unit to declare a battle."""
    alone = state.can_use(me, "brainless") and {f.unit for f in battle.present(me)} == {REANIMATED}
    return _("Reanimated alone may not declare a battle.") if alone else ""


def reminds(state: CthulhuState, me: str, action: str) -> str:
    """Brainless: where Reanimated stand, and with whom, the players see."""
    if action not in ("move", "capture", "battle") or not state.on_map(me, REANIMATED):
        return ""
    return _("Reanimated only with another kind of your units") if state.can_use(me, "brainless") else ""


def worship_services(state: CthulhuState, me: str) -> Script[list[tuple[str, str, int]]]:
    """Worship Services: 1 for each Cathedral at an enemy-controlled Gate, and 1 for whoever controls it.

    A unit that is a Gate counts by D44; the Cathedral counts once for the Ancients.
    """
    if not state.can_use(me, "worship_services"):
        return []
    served = {area: {state.gates[area]} - {None, me} for area in cathedrals(state, me) if area in state.gates}
    found: list[tuple[str, str]] = [(area, owner) for area, owners in served.items() for owner in owners if owner]
    if ruling(state.rulings, "D44") != OTHER:
        for owner, unit in unit_gates(state):
            area = (yield from ask_where(state, me, owner, unit)) if owner != me else None
            if area is not None and (area, owner) not in found:
                found.append((area, owner))
    label = names.book(me, "worship_services")
    own = len({area for area, __ in found})
    return [*([(me, label, own)] if own else []), *((owner, label, 1) for __, owner in found)]


def ask_where(state: CthulhuState, me: str, owner: str, unit: str) -> Script[str | None]:
    """Ask at which Cathedral a unit stands that is a Gate, if at one."""

    def build() -> Choose:
        options = tuple(Option(area, area_name(area)) for area in cathedrals(state, me))
        return Choose(
            key=f"worship_services/{owner}.{unit}",
            who=me,
            title=_("{unit}: at a Cathedral?").format(unit=names.unit(owner, unit)),
            text=_("It is a Gate, and counts for Worship Services."),
            options=options,
            least=0,
            on_map=True,
            decline=_("At none"),
        )

    return (yield from pick_one(state, build))


# -- Unholy Ground -------------------------------------------------------------------------------------------------


def can_desecrate(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether there is a Cathedral and an enemy Great Old One in the area (D63).

    Where areas are not tracked only the players see the Cathedral.
    """
    there = battle.area in cathedrals(state, me) or not state.follows
    return there and bool(battle.present(battle.foe(me), Rank.GOO))


def unholy_ground(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Unholy Ground: a Cathedral from anywhere is removed; the enemy Eliminates a Great Old One of the battle."""
    foe = battle.foe(me)
    if state.follows:
        area = yield from pick_area(
            state,
            f"battle/unholy_ground/{me}",
            me,
            _("Unholy Ground: which Cathedral?"),
            lambda: cathedrals(state, me),
            text=_("To use it again one must still stand in the area of the battle."),
        )
        state.record(TokenGone(me, area))
    victim = yield from pick_figure(
        state,
        battle,
        "battle/unholy_ground/victim",
        foe,
        _("Unholy Ground: which do you lose?"),
        foe,
        Rank.GOO,
    )
    if victim is not None:
        yield from lose(state, battle, victim, Loss.ELIMINATED, me)


def unseen(state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: the Cathedrals, for Unholy Ground."""
    return OffBoardInputs(tokens=me in battle.sides and state.can_use(me, "unholy_ground"))


# -- the free Monsters ---------------------------------------------------------------------------------------------


def free_monsters(pick: Callable[[list[int]], int]) -> Callable[[CthulhuState, str], Script[None]]:
    """Every enemy summons a Monster from its pool for free: one of the price that `pick` takes among all prices."""

    def script(state: CthulhuState, me: str) -> Script[None]:
        for enemy in state.enemies(me):
            yield from free_monster(state, enemy, pick)

    return script


def free_monster(state: CthulhuState, enemy: str, pick: Callable[[list[int]], int]) -> Script[None]:
    """Give an enemy a free Monster of a price, of its choice.

    It may be one of a neutral card that it has. Without one in the Pool, or without a Gate, there is nothing.
    """

    def able() -> list[str]:
        kinds = [u for u in in_pool(state, enemy, Rank.MONSTER) if not common.not_even_free(state, enemy, u)]
        prices = {u.id: common.summon_cost(state, enemy, u) for u in kinds}
        return [unit for unit, price in prices.items() if price == pick(list(prices.values()))]

    if not able():
        return
    if ruling(state.rulings, "D61") == OTHER:
        title = _("{faction}: free Monster?").format(faction=names.faction(enemy))
        if not (yield from yes(state, f"free_monster/{enemy}", enemy, title)):
            return
    title = _("Which Monster comes for free?")
    unit = yield from pick_kind(state, f"free_monster/{enemy}", enemy, title, enemy, able)
    yield from common.summoned(state, enemy, unit, _("summoned for free"))


REQUIREMENTS: Final = (
    Requirement("chevron", N_("A Cathedral in a chevron area"), met=stands_at("chevron"), short=N_("Chevron")),
    Requirement("dragon", N_("A Cathedral in a dragon area"), met=stands_at("dragon"), short=N_("Dragon")),
    Requirement("thorns", N_("A Cathedral in a thorns area"), met=stands_at("thorns"), short=N_("Thorns")),
    Requirement("no_glyph", N_("A Cathedral in an area without a glyph"), met=stands_at(None), short=N_("No glyph")),
    Requirement(CHEAPEST, N_("Each enemy summons its cheapest Monster for free, as an Action"), "action"),
    Requirement(DEAREST, N_("Each enemy summons its costliest Monster for free, as an Action"), "action"),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("The Ancients"),
    colour="#137d9c",
    glyph="AN",
    sound="old",
    ability_name=N_("Dematerialization"),
    ability_text=N_("Once per Doom Phase, move any of your units from one area to any other area."),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(),
    start={
        layout: tuple(a for a in board(layout).areas if a not in (*GLYPHS[layout], *TOMES))
        for layout in (*BOARDS, *LIBRARIES)
    },
    settles=1,
    expansion=True,
    unique=UniqueAbility(
        doom_phase=(Action(DEMATERIALIZATION, N_("Dematerialization"), 0, dematerialization_refused, dematerialize),),
    ),
    actions=(
        Action(
            "cathedral",
            N_("Build a Cathedral"),
            0,
            cathedral_refused,
            build_cathedral,
            N_("1 Power, or 3 next to another one"),
            symbol="build-gate",
            short=N_("Cathedral"),
        ),
        Action(
            CHEAPEST,
            N_("Cheapest Monsters for all enemies"),
            0,
            nothing_in_the_way,
            free_monsters(min),
            requirement=CHEAPEST,
            short=N_("Cheapest"),
        ),
        Action(
            DEAREST,
            N_("Costliest Monsters for all enemies"),
            0,
            nothing_in_the_way,
            free_monsters(max),
            requirement=DEAREST,
            short=N_("Costliest"),
        ),
    ),
    summon_cost=summon_cost,
    summoned=summoned,
    shares=worship_services,
    ritual_signs=ritual_signs,
    leaves_game=leaves_game,
    may_not_attack=may_not_attack,
    awakens_alone=lambda s, c: len(cathedrals(s, c)) >= CATHEDRALS,
    reminds=reminds,
    unseen=unseen,
    worth={UN_MAN: 1.5, REANIMATED: 2.5, YOTHAN: 4.5},
    token=AreaMarker(N_("Cathedral"), CATHEDRALS, eradicated=1),
    lays_out=(N_("4 Cathedrals ready"),),
    battle=(
        BattleAbility(
            "unholy_ground",
            N_("Unholy Ground"),
            Window.KILLS_ASSIGNED,
            can_desecrate,
            unholy_ground,
            book="unholy_ground",
            repeat=True,
        ),
    ),
    rulings={
        "D61": Ruling(
            N_("A Monster that an enemy of the Ancients may summon for free"),
            {PRINTED: N_("is summoned if that is possible"), OTHER: N_("may be declined")},
        ),
        "D78": Ruling(
            N_("Dematerialization begun, and no unit moved"),
            {PRINTED: N_("can still be used"), OTHER: N_("is used up")},
        ),
        "D79": Ruling(
            N_("The Ancients with fewer than four Cathedrals and an independent Great Old One"),
            {PRINTED: N_("may awaken another one"), OTHER: N_("may not")},
        ),
    },
    one_source=(N_("Umr at-Tawil does not change the cost of a Cathedral."),),
    help={
        "cathedral": N_(
            "One Cathedral in an area with the chevron, one with the dragon, one with the "
            "thorns, one with no glyph (oceans count). It is not a unit and may share an area "
            "with a Gate."
        ),
    },
)
