"""Great Cthulhu (green): reference section 6, `GC`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CombatRaised, CounterSet, GateSet, PiecesLeft
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    Awakening,
    BattleAbility,
    CardDiscount,
    CustomCounter,
    Progress,
    Requirement,
    Spellbook,
    UniqueAbility,
)
from companion.games.cthulhu_wars.model.maps import BOARDS, LIBRARIES, area_name
from companion.games.cthulhu_wars.model.neutral_cards import HARBINGER, ROOTED
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState, Phase
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import (
    lost_cultists,
    pick_area,
    pick_areas,
    pick_faction,
    unit_options,
)
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import label, lose, pick_figure
from companion.games.cthulhu_wars.rules.losses import eliminate_acolyte, leave_gate
from companion.games.cthulhu_wars.rules.pool import enter, keeper_units, kinds, not_in_play, pool, unit_gates
from companion.games.cthulhu_wars.rules.surcharges import pay_surcharge, pick_target
from companion.table.prompts import Choose, Count, Option
from companion.table.rulings import Ruling
from companion.table.script import Script, ask, pick_some, yes
from companion.table.state import TemplatedFact
from companion.table.words import N_, NN_, _, n_

CODE: Final = N_("GC")
CTHULHU: Final = "cthulhu"
DEEP_ONE: Final = "deep_one"
SHOGGOTH: Final = "shoggoth"
STARSPAWN: Final = "starspawn"
AGAIN: Final = 4

UNITS: Final = (
    ACOLYTES,
    Unit(DEEP_ONE, *NN_("Deep One", "Deep Ones"), Rank.MONSTER, 4, 1, 1),
    Unit(SHOGGOTH, *NN_("Shoggoth", "Shoggoths"), Rank.MONSTER, 2, 2, 2),
    Unit(STARSPAWN, *NN_("Starspawn", "Starspawn"), Rank.MONSTER, 2, 3, 3),
    Unit(CTHULHU, *NN_("Cthulhu", "Cthulhu"), Rank.GOO, 1, 10, 6),
)

BOOKS: Final = (
    Spellbook(
        "absorb",
        N_("Absorb"),
        N_("Before a battle a Shoggoth may swallow your own Monsters and Cultists there: +3 Combat each."),
    ),
    Spellbook(
        "devolve", N_("Devolve"), N_("After anyone's Action, turn any of your Acolytes into Deep Ones from the Pool.")
    ),
    Spellbook(
        "dreams",
        N_("Dreams"),
        N_("2 Power: an enemy Acolyte is Eliminated (its owner picks) and one of yours replaces it."),
    ),
    Spellbook("regenerate", N_("Regenerate"), N_("A Starspawn may carry two results; only two Kills kill it.")),
    Spellbook(
        "submerge",
        N_("Submerge"),
        N_("1 Power: Cthulhu submerges from an ocean with any of your units there; for 0 Power they surface anywhere."),
    ),
    Spellbook(
        "yha_nthlei", N_("Y'ha Nthlei"), N_("Gather Power: +1 per enemy Gate in an ocean while Cthulhu is in play.")
    ),
)


class Submerged(TemplatedFact, frozen=True):
    """Pieces go onto the faction card (Submerge) or all come back from it."""

    who: str
    pieces: tuple[tuple[str, int], ...]
    to: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].card = {} if self.to else dict(self.pieces)

    def text(self) -> str:
        surfaced, submerged = N_("{faction}: surfaced in {area}: {units}"), N_("{faction}: submerged: {units}")
        return self.told(surfaced if self.to else submerged)

    def on_board(self) -> str:
        return self.told(N_("Put {units} into {area}") if self.to else N_("Put {units} on the faction card"))

    def put_back(self) -> str:
        card, ocean = N_("Put {units} back on the faction card"), N_("Put {units} back into the ocean area")
        return self.told(card if self.to else ocean)

    def gaps(self) -> dict[str, object]:
        units = ", ".join(names.pieces(self.who, unit, number) for unit, number in self.pieces)
        return {"faction": names.faction(self.who), "area": area_name(self.to) if self.to else "", "units": units}


# -- awakening -----------------------------------------------------------------------------------------------------


def awakening_cost(state: CthulhuState, me: str) -> int:
    """Return 10 for the first awakening, and 4 for each later one (Immortal)."""
    return AGAIN if state.factions[me].marks.get("awakened") or state.in_play(me, CTHULHU) else 10


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Step 1: any Gate, whoever controls it, must be in the start area; a unit may be it (D44), as the players see."""
    start = state.factions[me].start
    there = start in state.gates or (unit_gates(state) and ruling(state.rulings, "D44") != OTHER)
    return "" if there else _("There is no Gate in {area}.").format(area=area_name(start))


def awaken_cthulhu(state: CthulhuState, me: str) -> Script[None]:
    """Place Cthulhu in the start area."""
    start = state.factions[me].start
    pay_surcharge(state, me, start)
    enter(state, me, CTHULHU, 1, _("awakens"), start)
    state.record(CounterSet(me, "awakened", state.factions[me].marks.get("awakened", 0) + 1))
    yield from ()


def immortal(state: CthulhuState, me: str) -> Script[None]:
    """Immortal: an Elder Sign for each awakening."""
    draw(state, me, _("Immortal"))
    yield from ()


# -- spellbook Actions ---------------------------------------------------------------------------------------------


def dreams_refused(state: CthulhuState, me: str) -> str:
    """Return why Dreams cannot be used, or an empty string."""
    if not pool(state, me, ACOLYTE):
        return _("You have no Acolyte in your Pool.")
    if not any(state.on_map(c, ACOLYTE) for c in state.enemies(me)):
        return _("No enemy has an Acolyte on the map.")
    return ""


def dreams(state: CthulhuState, me: str) -> Script[None]:
    """Dreams: the enemy Eliminates one of its Acolytes in an area; one of yours is placed there."""
    enemy = yield from pick_faction(
        state,
        "dreams/enemy",
        me,
        _("Dreams: whose Acolyte?"),
        lambda: [c for c in state.enemies(me) if state.on_map(c, ACOLYTE)],
    )
    area = yield from pick_target(state, "dreams/area", me, _("Dreams: in which area?"), lambda: state.board.areas)
    yield from eliminate_acolyte(state, "dreams", enemy, me, area, replaced=True, told=lost_cultists(_("Dreams")))
    enter(state, me, ACOLYTE, 1, _("placed by Dreams"), area)


def submerge_refused(state: CthulhuState, me: str) -> str:
    """Return why Submerge cannot be used, or an empty string."""
    return not_in_play(state, me, CTHULHU) or (_("Cthulhu is already submerged.") if state.factions[me].card else "")


def submerge(state: CthulhuState, me: str) -> Script[None]:
    """Submerge: Cthulhu and any of your units in his ocean area go onto the faction card."""
    area = yield from pick_area(state, "submerge/area", me, _("In which ocean is Cthulhu?"), state.board.oceans)

    def build() -> Choose:
        options = unit_options(state, me, [u for u in kinds(state, me) if u.id not in (CTHULHU, *ROOTED)])
        return Choose(
            key="submerge/with",
            who=me,
            title=_("Who submerges with Cthulhu?"),
            text=_("Any of your units in the same area."),
            options=tuple(options),
            least=0,
            most=len(options),
            decline=_("Cthulhu alone"),
        )

    picked = yield from pick_some(state, build)
    pieces = {CTHULHU: 1}
    for option in picked:
        unit = option.split(".")[0]
        pieces[unit] = pieces.get(unit, 0) + 1
    if set(pieces) & set(keeper_units(state, me)):
        yield from leave_gate(state, "submerge/gate", me, area, told=_("Some of your units there leave the map."))
    pieces = {unit: min(number, state.in_play(me, unit)) for unit, number in pieces.items()}
    state.record(Submerged(me, tuple((unit, number) for unit, number in pieces.items() if number)))


def surface_refused(state: CthulhuState, me: str) -> str:
    """Return why Surface cannot be used, or an empty string."""
    return "" if state.factions[me].card else _("Cthulhu is not submerged.")


def surface(state: CthulhuState, me: str) -> Script[None]:
    """Submerge, second half: all of them come back in any one area, as a 0-cost Action."""
    area = yield from pick_target(state, "submerge/to", me, _("Where do they surface?"), lambda: state.board.areas)
    state.record(Submerged(me, tuple(state.factions[me].card.items()), area))


def devolve_refused(state: CthulhuState, me: str) -> str:
    """Return why Devolve cannot be used, or an empty string."""
    if not state.on_map(me, ACOLYTE):
        return _("You have no Acolyte on the map.")
    return "" if pool(state, me, DEEP_ONE) else _("No Deep One is in your Pool.")


def devolve(state: CthulhuState, me: str) -> Script[None]:
    """Devolve: after any player's Action, Acolytes become Deep Ones one for one."""
    number = yield from ask(
        state,
        lambda: Count(
            key="devolve/number",
            who=me,
            title=_("Devolve: how many Acolytes?"),
            least=1,
            most=max(1, min(state.on_map(me, ACOLYTE), pool(state, me, DEEP_ONE))),
        ),
    )

    left = yield from pick_areas(
        state,
        "devolve/gates",
        me,
        _("Which of them held a Gate?"),
        lambda: state.held_gates(me),
        _("None of them"),
        text=_("A Gate whose Acolyte becomes a Deep One is abandoned."),
        most=number,
    )
    number = min(number, state.on_map(me, ACOLYTE), pool(state, me, DEEP_ONE))
    if number <= 0:
        return
    become = n_("becomes a Deep One", "become Deep Ones", number)
    state.record(PiecesLeft(me, ACOLYTE, number, Loss.EXCHANGED, words=become))
    enter(state, me, DEEP_ONE, number, n_("appears by Devolve", "appear by Devolve", number))
    for area in left:
        state.record(GateSet(area, None))


def yha_nthlei(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Y'ha Nthlei: +1 Power per enemy-controlled Gate in an ocean while Cthulhu is in play (submerged counts)."""
    if not state.can_use(me, "yha_nthlei") or not state.in_play(me, CTHULHU):
        return []
    oceans = state.board.oceans()
    number = sum(owner not in (None, me) and area in oceans for area, owner in state.gates.items())
    for owner, unit in unit_gates(state):
        title = _("Is {unit} in an ocean?").format(unit=names.unit(owner, unit))
        if owner != me and (yield from yes(state, f"yha_nthlei/{owner}.{unit}", me, title)):
            number += 1
    return [(names.book(me, "yha_nthlei"), number)] if number else []


# -- battle --------------------------------------------------------------------------------------------------------


def can_devour(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to devour can be used."""
    return bool(battle.present(me, unit=CTHULHU) and battle.present(battle.foe(me), Rank.CULTIST, Rank.MONSTER))


def devour(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Devour: the enemy picks one of its own Monsters or Cultists in the battle and Eliminates it."""
    foe = battle.foe(me)
    figure = yield from pick_figure(
        state, battle, "battle/devour", foe, _("Devour: which do you lose?"), foe, Rank.CULTIST, Rank.MONSTER
    )
    if figure is not None:
        yield from lose(state, battle, figure, Loss.DEVOURED, me)


def can_absorb(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to absorb can be used."""
    return bool(battle.present(me, unit=SHOGGOTH)) and len(battle.present(me, Rank.CULTIST, Rank.MONSTER)) > 1


def absorb(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Absorb: own Monsters and Cultists vanish into one Shoggoth, +3 Combat each; a boost is carried over."""
    shoggoth = yield from pick_figure(
        state, battle, "battle/absorb/shoggoth", me, _("Absorb: which Shoggoth grows?"), me, unit=SHOGGOTH
    )
    if shoggoth is None:
        return

    def build() -> Choose:
        options = tuple(
            Option(
                f.id,
                label(f),
                group=f.unit + ".gate" * f.on_gate,
            )
            for f in battle.present(me, Rank.CULTIST, Rank.MONSTER)
            if f is not shoggoth
        )
        return Choose(
            key="battle/absorb",
            who=me,
            title=_("Absorb: which of your units?"),
            text=_("Each adds 3 to a Shoggoth's Combat."),
            options=options,
            least=0,
            most=len(options),
        )

    for figure_id in (yield from pick_some(state, build)):
        figure = battle.figure(figure_id)
        state.record(CombatRaised(shoggoth.id, 3 + figure.bonus))
        yield from lose(state, battle, figure, Loss.ABSORBED, me)


def takes(state: CthulhuState, figure: Figure) -> int:
    """Return how many results a unit can take: a Starspawn two (Regenerate)."""
    return 2 if figure.unit == STARSPAWN and state.can_use(figure.side, "regenerate") else 1


def count_kills(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Kill and/or Devour 1 and 2 enemy units; both in one battle need 3.

    A Kill that an ability has cancelled counts, one that became a Pain does not (D8).
    """
    yield from ()
    if me not in battle.sides:
        return
    foe = battle.foe(me)
    number = sum(owner == foe and how.like_a_kill for owner, __, how in battle.lost)
    alive = [f for f in battle.figures if f.side == foe and f.status is not Status.GONE and KILL in f.hits]
    number += sum(f.spared or ruling(state.rulings, "D8") == OTHER for f in alive)
    faction = state.factions[me]
    for mark, needed in (("kill_two", 2), ("kill_one", 1)):
        if number >= needed and mark not in faction.met and not faction.marks.get(mark):
            state.record(CounterSet(me, mark, 1))
            number -= needed


# -- requirements --------------------------------------------------------------------------------------------------


def ocean_gates(state: CthulhuState, me: str) -> bool:
    """Return whether 3 ocean Gates are controlled, or 4 Gates are in oceans."""
    return any(p.number >= p.needed for p in in_oceans(state, me))


def in_oceans(state: CthulhuState, me: str) -> tuple[Progress, ...]:
    """Return the own Gates in oceans, and all of them."""
    areas = state.board.areas
    owners = [owner for area, owner in state.gates.items() if area in areas and areas[area].ocean]
    if not state.follows:
        return ()
    return Progress(N_("own ocean Gates"), owners.count(me), 3), Progress(N_("Gates in oceans"), len(owners), 4)


REQUIREMENTS: Final = (
    Requirement(
        "first_doom",
        N_("First Doom Phase of the game"),
        "doom-phase",
        lambda s, _me: s.phase is Phase.DOOM and s.doom_phases == 1,
        signs=1,
    ),
    Requirement(
        "kill_one",
        N_("Kill or Devour 1 enemy unit in a battle"),
        met=lambda s, me: bool(s.factions[me].marks.get("kill_one")),
    ),
    Requirement(
        "kill_two",
        N_("Kill or Devour 2 enemy units in a battle"),
        met=lambda s, me: bool(s.factions[me].marks.get("kill_two")),
    ),
    Requirement("awaken", N_("Awaken Cthulhu"), met=lambda s, me: bool(s.factions[me].marks.get("awakened"))),
    Requirement(
        "ocean_gates", N_("Control 3 ocean Gates, or 4 Gates are in oceans"), met=ocean_gates, progress=in_oceans
    ),
    Requirement(
        "five_books",
        N_("Own 5 spellbooks in a Doom Phase"),
        "doom-phase",
        lambda s, me: s.phase is Phase.DOOM and len(s.factions[me].books) == 5,
        signs=1,
        last=True,
        progress=lambda s, me: (Progress(N_("spellbooks"), len(s.factions[me].books), 5),),
    ),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Great Cthulhu"),
    colour="#35b277",
    glyph="GC",
    sound="deep",
    ability_name=N_("Immortal"),
    ability_text=N_("Cthulhu costs 4 after the first time, and each awakening gives an Elder Sign."),
    units=UNITS,
    books=BOOKS,
    unique=UniqueAbility(awakened=immortal, price_again=AGAIN),
    requirements=REQUIREMENTS,
    kin=(CardDiscount(HARBINGER, 0, 8, counts="awakened"),),
    awakenings=(
        Awakening(CTHULHU, awakening_cost, awakening_refused, awaken_cthulhu, lambda s, c: (s.factions[c].start,)),
    ),
    actions=(
        Action("dreams", N_("Dreams"), 2, dreams_refused, dreams, book="dreams"),
        Action("submerge", N_("Submerge"), 1, submerge_refused, submerge, book="submerge"),
        Action("surface", N_("Surface"), 0, surface_refused, surface, N_("Ends Submerge."), book="submerge", ends=True),
    ),
    between_actions=(Action("devolve", N_("Devolve"), 0, devolve_refused, devolve, book="devolve"),),
    battle=(
        BattleAbility(
            "devour",
            N_("Devour"),
            Window.PRE_BATTLE,
            can_devour,
            devour,
            N_("The enemy loses a Monster or Cultist."),
            great=True,
        ),
        BattleAbility("absorb", N_("Absorb"), Window.PRE_BATTLE, can_absorb, absorb, book="absorb", repeat=True),
    ),
    gather=yha_nthlei,
    takes=takes,
    after_battle=count_kills,
    start={**dict.fromkeys(BOARDS, ("south_pacific",)), **dict.fromkeys(LIBRARIES, ("hyperquarium",))},
    goes_first=True,
    worth={CTHULHU: 7},
    rulings={
        "D8": Ruling(
            N_("A Kill that an ability turns into a Pain"),
            {PRINTED: N_("does not count for Great Cthulhu's spellbooks"), OTHER: N_("counts")},
        ),
    },
    marks=(CustomCounter("awakened", N_("Cthulhu awakened"), 99),),
)
