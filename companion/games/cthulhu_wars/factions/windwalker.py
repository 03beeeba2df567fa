"""Windwalker (light blue): reference section 6, `WW`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import (
    ActionsStopped,
    CounterSet,
    GateGone,
    PieceAbilityUsed,
    PiecesLeft,
    PowerGained,
    PowerSpent,
    ResultIgnored,
    UnitsMoved,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaMarker,
    Awakening,
    BattleAbility,
    CustomCounter,
    OffBoardInputs,
    Progress,
    Requirement,
    Spellbook,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import BOARDS, COUNTED, LIBRARIES, area_name
from companion.games.cthulhu_wars.model.neutral_cards import BYATIS, FILTH
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, BOOKS_TO_WIN, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import pick_area, pick_kind, with_token
from companion.games.cthulhu_wars.rules.duel_losses import doom_for_losses
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import called, label, lose, off_gate, one_of_each, pick_figure
from companion.games.cthulhu_wars.rules.losses import leave_gates
from companion.games.cthulhu_wars.rules.pool import enter, kinds, pool, unit_gates
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Choose, Option
from companion.table.rulings import Ruling
from companion.table.script import Script, pick_one, yes
from companion.table.state import TemplatedFact
from companion.table.words import N_, NN_, _

CODE: Final = N_("WW")
WENDIGO: Final = "wendigo"
GNOPH_KEH: Final = "gnoph_keh"
RHAN_TEGOTH: Final = "rhan_tegoth"
ITHAQUA: Final = "ithaqua"
POLES: Final = {
    **dict.fromkeys(BOARDS, ("arctic_ocean", "antarctica")),
    "earth66": ("arctic_ocean", "mountains_of_madness"),
    **dict.fromkeys(LIBRARIES, ("lake_of_hali_overlook", "oubliette")),
}
"""The two areas with Windwalker's glyph, by map."""
SIGNS_AT_MOST: Final = 3

UNITS: Final = (
    ACOLYTES,
    Unit(WENDIGO, *NN_("Wendigo", "Wendigo"), Rank.MONSTER, 4, 1, 1),
    Unit(GNOPH_KEH, *NN_("Gnoph-Keh", "Gnoph-Keh"), Rank.MONSTER, 4, 4, 3),
    Unit(RHAN_TEGOTH, *NN_("Rhan Tegoth", "Rhan Tegoth"), Rank.GOO, 1, 6, 3),
    Unit(
        ITHAQUA,
        *NN_("Ithaqua", "Ithaqua"),
        Rank.GOO,
        1,
        6,
        0,
        formula=N_("half of the Doom of the opponent, rounded up"),
    ),
)

BOOKS: Final = (
    Spellbook(
        "arctic_wind",
        N_("Arctic Wind"),
        N_("When Ithaqua moves, any of your units in the area he leaves go with him for free."),
    ),
    Spellbook(
        "berserkergang",
        N_("Berserkergang"),
        N_("For each of your Gnoph-Keh with a Kill the enemy loses a Monster or Cultist of its choice."),
    ),
    Spellbook(
        "cannibalism",
        N_("Cannibalism"),
        N_("After any battle in which an enemy unit was Killed, place a Wendigo or an Acolyte there."),
    ),
    Spellbook("herald", N_("Herald of the Outer Gods"), N_("Your Rituals always cost 5.")),
    Spellbook(
        "howl",
        N_("Howl"),
        N_("Before a battle with a Wendigo the enemy must send one of its units to an adjacent area."),
    ),
    Spellbook(
        "ice_age",
        N_("Ice Age"),
        N_("1 Power: put the token into any area; enemy Actions there cost 1 Power more."),
    ),
)


class IceAgePlaced(TemplatedFact, frozen=True):
    """The Ice Age token is put into an area, or moved there from another one."""

    TEXT = N_("Ice Age in {area}")
    ON_BOARD = N_("Put the Ice Age token into {area}")

    who: str
    area: str
    origin: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].tokens = [self.area]

    def put_back(self) -> str:
        if not self.origin:
            return _("Take the Ice Age token off the map")
        return _("Put the Ice Age token back into {area}").format(area=area_name(self.origin))

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area)}


class HowlUsed(UnitsMoved, frozen=True):
    """A unit leaves a battle unharmed before the dice: it took no part."""

    figure: str = ""

    def apply(self, state: CthulhuState) -> None:
        figure = state.running_battle.figure(self.figure)
        figure.status, figure.on_gate = Status.GONE, False


# -- summoning and awakening ---------------------------------------------------------------------------------------


def summon_cost(state: CthulhuState, me: str, unit: Unit) -> int:
    """Return the cost of a Gnoph-Keh: the number of them in the Pool."""
    return pool(state, me, GNOPH_KEH) if unit.id == GNOPH_KEH else unit.cost


def poles(state: CthulhuState, _me: str) -> tuple[str, ...]:
    """Return the glyph areas; on an own map, where only the players see them, any area."""
    return POLES.get(state.map_id, state.board.on_map)


def gates_at_poles(state: CthulhuState, me: str) -> list[str]:
    """Return the glyph areas with a Gate of anybody's; a unit that is one may be anywhere."""
    return [area for area in poles(state, me) if area in state.gates or unit_gates(state)]


def awaken_rhan_tegoth(state: CthulhuState, me: str) -> Script[None]:
    """Place Rhan Tegoth in either glyph area; no Gate and no unit is needed."""
    area = yield from pick_target(
        state, "awaken/rhan_tegoth", me, _("Where does Rhan Tegoth appear?"), lambda: poles(state, me)
    )
    enter(state, me, RHAN_TEGOTH, 1, _("awakens"), area)
    state.record(CounterSet(me, "rhan_tegoth_awakened", 1))


def ithaqua_refused(state: CthulhuState, me: str) -> str:
    """Return why Ithaqua cannot be awakened: Rhan Tegoth was never awake, or no Gate is at a pole."""
    if not state.factions[me].marks.get("rhan_tegoth_awakened"):
        return _("Rhan Tegoth has not been awakened yet.")
    return "" if gates_at_poles(state, me) else _("There is no Gate at either pole.")


def awaken_ithaqua(state: CthulhuState, me: str) -> Script[None]:
    """Remove a Gate at a pole and put Ithaqua there; the unit that controlled it stays in the area.

    Where there is no other Gate a unit that is one makes way: it is Eliminated.
    """
    area = yield from pick_target(
        state,
        "awaken/ithaqua",
        me,
        _("Which Gate makes way for Ithaqua?"),
        lambda: gates_at_poles(state, me),
        text=_("It is removed; the unit on it stays in the area. A unit that is the only Gate there is Eliminated."),
    )
    if area in state.gates:
        state.record(GateGone(area, removed=True))
    else:
        owner, unit = unit_gates(state)[0]
        state.record(PiecesLeft(owner, unit, 1, Loss.ELIMINATED, area, me))
        doom_for_losses(state, owner, [unit])
    enter(state, me, ITHAQUA, 1, _("awakens"), area)
    state.record(CounterSet(me, "ithaqua_awakened", 1))


# -- Actions and what goes on ----------------------------------------------------------------------------------------


def hibernate_refused(state: CthulhuState, me: str) -> str:
    """Return why Hibernate cannot be used, or an empty string."""
    return "" if state.factions[me].power > 0 else _("You have no Power left.")


def enemy_great(state: CthulhuState, me: str) -> int:
    """Return the Great Old Ones in play that enemies control, independent ones too, one of two figures once (D50)."""
    return sum(state.in_play(code, u.id) > 0 for code in state.enemies(me) for u in kinds(state, code, Rank.GOO))


def hibernate(state: CthulhuState, me: str) -> Script[None]:
    """Hibernate: 1 Power per enemy Great Old One in play, no more than one has; then no Action in this phase."""
    yield from ()
    power = state.factions[me].power
    gain = min(power, enemy_great(state, me))
    if gain:
        state.record(PowerGained(me, gain, _("Hibernate")))
    words = _("{faction}: Hibernate, {power} Power kept")
    state.record(ActionsStopped(me, words=words.format(faction=names.faction(me), power=state.factions[me].power)))


def ice_age(state: CthulhuState, me: str) -> Script[None]:
    """Ice Age: the token goes into any area, or moves to another one."""
    area = yield from pick_area(
        state,
        "ice_age/area",
        me,
        _("Ice Age: in which area?"),
        lambda: [a for a in state.board.areas if a not in state.factions[me].tokens],
        refused=with_token,
    )
    state.record(IceAgePlaced(me, area, next(iter(state.factions[me].tokens), "")))


def surcharge(state: CthulhuState, me: str, area: str) -> int:
    """Ice Age: 1 Power more in the area with the token."""
    return int(area in state.factions[me].tokens)


def ferox(state: CthulhuState, me: str) -> bool:
    """Return whether Ferox counts: Ithaqua is in play."""
    return bool(state.in_play(me, ITHAQUA))


def ritual_cost(state: CthulhuState, me: str) -> int:
    """Return 5, the cost of every Ritual by Herald of the Outer Gods, also on Instant Death."""
    return 5 if state.can_use(me, "herald") else state.ritual_cost


def arctic_wind(state: CthulhuState, me: str, _spent: int) -> Script[None]:
    """Arctic Wind: units that go with Ithaqua for free; the companion must know of one that held a Gate."""
    yield from leave_gates(
        state,
        "arctic_wind",
        me,
        _("Arctic Wind: off a Gate?"),
        near=lambda _gate: bool(state.can_use(me, "arctic_wind") and state.in_play(me, ITHAQUA)),
        most=1,
        text=_(
            "A unit on a Gate may go with Ithaqua for free, like any of your units there; its Gate is then abandoned."
        ),
        rule="arctic_wind",
        decline=_("No"),
    )


# -- requirements --------------------------------------------------------------------------------------------------


def is_first_player(state: CthulhuState, me: str) -> bool:
    """Return whether its player has the First Player marker; never in the first turn."""
    return state.doom_phases > 0 and state.first in state.hand(me)


def other_pole_has_gate(state: CthulhuState, me: str) -> bool:
    """Return whether it can be seen; on a map of the table's own the players say so."""
    other = [area for area in POLES.get(state.map_id, ()) if area != state.factions[me].start]
    return any(area in state.gates for area in other)


def complete(state: CthulhuState, code: str) -> bool:
    """Return whether a faction has six spellbooks on its card."""
    return len(state.factions[code].books) >= BOOKS_TO_WIN


def another_is_complete(state: CthulhuState, me: str) -> bool:
    """Return whether another faction has six spellbooks."""
    return any(complete(state, code) for code in state.enemies(me))


def others_books(state: CthulhuState, me: str) -> tuple[Progress, ...]:
    """Return the most spellbooks of an enemy."""
    most = max((len(state.factions[code].books) for code in state.enemies(me)), default=0)
    return (Progress(N_("spellbooks"), most, BOOKS_TO_WIN),)


def sacrifice_ithaqua(state: CthulhuState, me: str) -> Script[None]:
    """With two players Ithaqua may be given up instead of waiting for the other's sixth spellbook (D31)."""
    if not state.duel or not state.in_play(me, ITHAQUA) or another_is_complete(state, me):
        return
    text = _("No: the other has six spellbooks on its card, including neutral ones.")
    if (yield from yes(state, "six_books/sacrifice", me, _("Do you sacrifice Ithaqua for it?"), text=text)):
        state.record(PiecesLeft(me, ITHAQUA, 1, Loss.SACRIFICED, by=me))
        doom_for_losses(state, me, [ITHAQUA])


def signs_due(state: CthulhuState, me: str) -> int:
    """Return 1 Elder Sign per enemy player with six spellbooks on a card, at most 3."""
    others = [hand for hand in state.players if me not in hand and any(complete(state, code) for code in hand)]
    return min(SIGNS_AT_MOST, len(others))


def signs_for_the_complete(state: CthulhuState, me: str) -> Script[None]:
    """Draw the Elder Signs for enemies with six spellbooks."""
    yield from ()
    draw(state, me, _("enemies with six spellbooks"), signs_due(state, me))


def awakened(unit: str) -> Callable[[CthulhuState, str], bool]:
    """Return a function that tells whether a unit has been awakened."""
    return lambda state, me: bool(state.factions[me].marks.get(f"{unit}_awakened"))


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Ithaqua: half of the battle opponent's Doom, rounded up."""
    return {ITHAQUA: (state.factions[battle.foe(side)].doom + 1) // 2}


def unseen(_state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: the enemy's Doom, for Ithaqua."""
    return OffBoardInputs(numbers=(f"{battle.foe(me)}.doom",) if battle.present(me, unit=ITHAQUA) else ())


def unmoved(state: CthulhuState) -> tuple[str, ...]:
    """Return the kinds of unit that Howl cannot send away: only Byatis, or Filth tokens, too (D66)."""
    return (BYATIS, FILTH) if ruling(state.rulings, "D66") == OTHER else (BYATIS,)


def can_howl(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to howl can be used."""
    stay = unmoved(state)
    return bool(battle.present(me, unit=WENDIGO)) and any(f.unit not in stay for f in battle.present(battle.foe(me)))


def howl(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Have the enemy move one of its units to any adjacent area (Howl).

    It is no Pain. Where areas are not tracked the area is not asked: the unit has left the battle all the same.
    """
    foe = battle.foe(me)
    figure = yield from pick_figure(
        state, battle, "battle/howl", foe, _("Howl: which of your units leaves?"), foe, but=unmoved(state)
    )
    if figure is None:
        return
    area = COUNTED
    if state.follows:
        area = yield from pick_area(
            state,
            "battle/howl/area",
            foe,
            _("{unit}: to which area?").format(unit=called(figure)),
            lambda: state.board.areas[battle.area].adjacent,
            text=_("Any adjacent area, also one with enemy units."),
            rule="howl",
        )
    off_gate(state, battle, figure)
    state.record(HowlUsed(foe, figure.unit, 1, area, _("retreats"), battle.area, figure.id))


def raging(battle: Battle, me: str) -> list[Figure]:
    """Return the Gnoph-Keh with a Kill that have not raged yet."""
    return [f for f in battle.present(me, unit=GNOPH_KEH) if KILL in f.hits and f.id not in battle.paid]


def within_reach(battle: Battle, foe: str) -> list[Figure]:
    """Return the enemy's Monsters and Cultists without an assigned Kill."""
    return [f for f in battle.present(foe, Rank.CULTIST, Rank.MONSTER) if KILL not in f.hits]


def can_rage(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to rage can be used."""
    return bool(raging(battle, me)) and bool(within_reach(battle, battle.foe(me)))


def berserkergang(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Berserkergang: for each Gnoph-Keh with a Kill the enemy Eliminates a Monster or Cultist; none left: ignored."""
    foe = battle.foe(me)

    for number, figure in enumerate(raging(battle, me)):
        state.record(PieceAbilityUsed(figure.id))

        def build(number: int = number) -> Choose:
            options = tuple(Option(f.id, label(f)) for f in within_reach(battle, foe))
            return Choose(
                key=f"battle/berserkergang/{number}",
                who=foe,
                title=_("Berserkergang: which do you lose?"),
                rule="berserkergang",
                options=one_of_each(battle, options),
            )

        victim = yield from pick_one(state, build)
        if victim is not None:
            yield from lose(state, battle, battle.figure(victim), Loss.ELIMINATED, me)


def eternal(result: str, window: Window) -> BattleAbility:
    """Eternal in one of its two windows: a Kill, or a Pain, has no effect on Rhan Tegoth for 1 Power."""

    def struck(battle: Battle, me: str) -> list[Figure]:
        return [f for f in battle.present(me, unit=RHAN_TEGOTH) if result in f.hits and not f.spared]

    def usable(state: CthulhuState, battle: Battle, me: str) -> bool:
        return bool(struck(battle, me)) and state.factions[me].power > 0

    def script(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
        yield from ()
        for figure in struck(battle, me):
            state.record(PowerSpent(me, 1, _("Eternal")))
            words = _("{unit}: the result has no effect on him (Eternal)")
            state.record(ResultIgnored(figure.id, words=words.format(unit=called(figure))))

    text = N_("1 Power: the result assigned to Rhan Tegoth has no effect.")
    return BattleAbility(f"eternal_{result}", N_("Eternal"), window, usable, script, text, great=True)


def bred(state: CthulhuState, me: str) -> list[str]:
    """Return the units that Cannibalism can bring from the Pool."""
    return [unit for unit in (WENDIGO, ACOLYTE) if pool(state, me, unit) > 0]


def can_feed(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to feed can be used."""
    killed = any(owner != me and how is Loss.KILLED for owner, __, how in battle.lost)
    return killed and bool(bred(state, me))


def cannibalism(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cannibalism: one Wendigo or Acolyte from the pool is placed where the battle was."""
    unit = yield from pick_kind(
        state, "battle/cannibalism", me, _("Cannibalism: which piece?"), me, lambda: bred(state, me)
    )
    enter(state, me, unit, 1, _("placed by Cannibalism"), battle.area)


REQUIREMENTS: Final = (
    Requirement("first_player", N_("You are the First Player"), met=is_first_player),
    Requirement("other_pole", N_("A Gate is at the pole where you did not start"), met=other_pole_has_gate),
    Requirement(
        "six_books",
        N_("Another faction has 6 spellbooks; or, with two players, sacrifice Ithaqua"),
        met=another_is_complete,
        progress=others_books,
        also=sacrifice_ithaqua,
    ),
    Requirement(
        "any_moment",
        N_("At any time: 1 Elder Sign per enemy player with 6 spellbooks, at most 3"),
        "anytime",
        also=signs_for_the_complete,
        short=N_("Elder Signs"),
        claim=N_("Elder Signs for spellbooks"),
        signs_now=signs_due,
    ),
    Requirement("awaken_rhan_tegoth", N_("Awaken Rhan Tegoth"), met=awakened(RHAN_TEGOTH)),
    Requirement("awaken_ithaqua", N_("Awaken Ithaqua"), met=awakened(ITHAQUA)),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Windwalker"),
    colour="#b9e7fc",
    glyph="WW",
    sound="wind",
    ability_name=N_("Hibernate"),
    ability_text=N_(
        "As an Action, gain 1 Power per enemy Great Old One, up to the Power you have. You "
        "then take no more Actions this phase and keep your Power."
    ),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(
        Awakening(RHAN_TEGOTH, 6, nothing_in_the_way, awaken_rhan_tegoth, poles),
        Awakening(ITHAQUA, 6, ithaqua_refused, awaken_ithaqua, gates_at_poles),
    ),
    start=POLES,
    settles=3,
    goes_first=False,
    expansion=True,
    unique=UniqueAbility(
        actions=(
            Action(
                "hibernate",
                N_("Hibernate"),
                0,
                hibernate_refused,
                hibernate,
                N_("You take no more Actions this phase and keep your Power"),
            ),
        )
    ),
    actions=(Action("ice_age", N_("Ice Age"), 1, nothing_in_the_way, ice_age, book="ice_age"),),
    summon_cost=summon_cost,
    ritual_cost=ritual_cost,
    guards_cultists=ferox,
    toll=surcharge,
    token=AreaMarker(N_("Ice Age"), 1),
    after_move=arctic_wind,
    worth={GNOPH_KEH: 2.5},
    battle=(
        BattleAbility("howl", N_("Howl"), Window.PRE_BATTLE, can_howl, howl, book="howl"),
        BattleAbility(
            "berserkergang",
            N_("Berserkergang"),
            Window.KILLS_ASSIGNED,
            can_rage,
            berserkergang,
            book="berserkergang",
            repeat=True,
        ),
        eternal(KILL, Window.KILLS_ASSIGNED),
        eternal(PAIN, Window.PAINS_ASSIGNED),
        BattleAbility(
            "cannibalism",
            N_("Cannibalism"),
            Window.AFTER_BATTLE,
            can_feed,
            cannibalism,
            book="cannibalism",
            third_party=True,
            late=True,
        ),
    ),
    combat=combat,
    unseen=unseen,
    marks=(CustomCounter("rhan_tegoth_awakened", N_("Rhan Tegoth awakened"), 1),),
    onlooker=("cannibalism",),
    one_source=(
        N_("With two players a Gnoph-Keh is worth 3 Doom, and a Rhan Tegoth saved by Eternal 3."),
        N_("With two players, the requirement for another player's six spellbooks may be met by sacrificing Ithaqua."),
    ),
    rulings={
        "D66": Ruling(
            N_("A Filth token in a battle with Howl"),
            {PRINTED: N_("may be sent away like any unit"), OTHER: N_("stays: it never moves")},
        ),
    },
    help={
        "arctic_wind": N_(
            "When Ithaqua moves, any of your units in the area he leaves may go to the same area for free."
        ),
        "berserkergang": N_("Not one already assigned a Kill; Great Old Ones are safe."),
        "howl": N_(
            "The unit has left the battle unharmed. It is no Pain: Madness does not apply, nobody is Eliminated. "
            "Byatis never leaves; whether a Filth token may is a ruling."
        ),
    },
)
