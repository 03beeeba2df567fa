"""Tcho-Tcho (pink): reference section 6, `TT`."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.games.cthulhu_wars.battle.combat_totals import printed
from companion.games.cthulhu_wars.facts import (
    AssignedKillsBecamePains,
    BookFlipped,
    CardTaken,
    CombatRaised,
    CounterSet,
    DiceReduced,
    DoomGained,
    GateGone,
    PieceAbilityUsed,
    PiecesLeft,
    PowerGained,
    RemovedFromGame,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    Awakening,
    BattleAbility,
    CustomCounter,
    OffBoardInputs,
    Progress,
    Requirement,
    Spellbook,
    StartingForces,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import GLYPHS, PRIMEVAL, SHAGGAI, area_name
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, HIGH_PRIEST, LoyaltyCard, high_priest
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.neutral.cards.registry import offer_cheaper
from companion.games.cthulhu_wars.rules.common_questions import (
    lost_cultists,
    lost_unit,
    other_gates,
    pick_area,
    pick_faction,
    pick_kind,
    pick_only,
)
from companion.games.cthulhu_wars.rules.duel_losses import doom_for_losses
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.high_priests import UNSPEAKABLE_OATH, none_there
from companion.games.cthulhu_wars.rules.losses import eliminate_acolyte, leave_gate, leave_gates
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.games.cthulhu_wars.rules.pool import (
    enter,
    has_priest,
    high_priests,
    kinds,
    no_priest_left,
    pool,
    priests_on_map,
    unit_gates,
)
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.games.cthulhu_wars.rules.surcharges import pay_surcharge, pick_target
from companion.games.cthulhu_wars.turn.common_actions import nobody_to_awaken
from companion.table.prompts import Choose, Count, Option, Roll
from companion.table.rulings import Ruling
from companion.table.script import Script, ask, pick_one, pick_some, yes
from companion.table.state import Notice
from companion.table.words import N_, NN_, _

CODE: Final = N_("TT")
PROTO: Final = "proto_shoggoth"
UBBO: Final = "ubbo_sathla"
GROWTH: Final = "growth"
AWAKENED: Final = "awakened"
BANQUET: Final = "banquet"
DARK: Final = "dark_rituals"
TSANG: Final = "tsang"
LENG: Final = "leng"
SARKOMAND: Final = "sarkomand"
DOOMSDAY: Final = "doomsday"
DOOMSDAY_COSTS: Final = (2, 4)
DARK_PRICE: Final = 2

UNITS: Final = (
    ACOLYTES,
    high_priest(3),
    Unit(PROTO, *NN_("Proto-Shoggoth", "Proto-Shoggoths"), Rank.MONSTER, 6, 2, 1),
    Unit(UBBO, *NN_("Ubbo-Sathla", "Ubbo-Sathla"), Rank.GOO, 1, 6, 0, formula=N_("the Growth")),
)

BOOKS: Final = (
    Spellbook(
        "hierophants",
        N_("Hierophants"),
        N_(
            "Each spellbook you earn (including this one) brings a High Priest; if none is in "
            "your Pool, the Growth rises by 1."
        ),
    ),
    Spellbook("soulless", N_("Soulless"), N_("Your captured Cultists give no Power.")),
    Spellbook(
        "terror",
        N_("Terror"),
        N_("In a battle, each Proto-Shoggoth is +1 die for you, or each is −1 die for the enemy."),
    ),
    Spellbook(
        "idolatry",
        N_("Idolatry"),
        N_("1 Power: move any of your units from adjacent areas to an area with a faction glyph."),
        tribe=TSANG,
    ),
    Spellbook(
        "martyrdom",
        N_("Martyrdom"),
        N_("When a High Priest is Killed in a battle, all Kills on your other units become Pains."),
        tribe=TSANG,
    ),
    Spellbook(
        "tablets",
        N_("Tablets of the Gods"),
        N_("Your Ritual gives an Elder Sign per Gate with a High Priest of yours; then all of them are Eliminated."),
        tribe=TSANG,
    ),
    Spellbook(
        DARK,
        N_("Dark Rituals"),
        N_("0 Power: each enemy with one of your High Priests in its start area pays you 2 Power or 2 Doom."),
        tribe=LENG,
    ),
    Spellbook(
        "fulmination",
        N_("Fulmination"),
        N_("Ubbo-Sathla Killed in a battle may leave the game for an Elder Sign per unit Killed in it."),
        tribe=LENG,
    ),
    Spellbook(
        "surprise",
        N_("Surprise!"),
        N_("2 Power: an enemy Eliminates an Acolyte of its choice, and a Proto-Shoggoth takes its place."),
        tribe=LENG,
    ),
    Spellbook(
        DOOMSDAY,
        N_("Doomsday"),
        N_("Once: a free independent Great Old One that costs 2 or 4 comes to a Gate of yours, free."),
        once=True,
        tribe=SARKOMAND,
    ),
    Spellbook(
        "inerrant",
        N_("Inerrant"),
        N_("Your Ritual gives an Elder Sign per enemy Gate with a Great Old One of yours."),
        tribe=SARKOMAND,
    ),
    Spellbook(
        "otherworld",
        N_("Otherworld Alliances"),
        N_("Your neutral Monsters and Terrors have +1 Combat."),
        tribe=SARKOMAND,
    ),
)


# -- Sycophancy ----------------------------------------------------------------------------------------------------


def sycophancy(state: CthulhuState, me: str, by: str, doom: int) -> Script[int]:
    """Sycophancy: who performs a Ritual gives 1 Doom or has 1 less of it, but not less than before (D65)."""
    name = names.faction(me)
    options = (
        Option("give", _("{faction}: +1 Doom").format(faction=name)),
        Option("less", _("You gain 1 Doom less")),
    )
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=f"sycophancy/{me}",
            who=by,
            title=_("Sycophancy of {faction}").format(faction=name),
            text=_("For your Ritual."),
            options=options,
            rule="sycophancy",
        ),
    )
    if picked == "give":
        state.record(DoomGained(me, 1, _("Sycophancy")))
    elif doom and state.factions[by].doom:
        state.record(DoomGained(by, -1, _("Sycophancy")))
        return doom - 1
    return doom


# -- Ubbo-Sathla ---------------------------------------------------------------------------------------------------


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a controlled Gate and a High Priest on the map."""
    if not state.gates_of(me):
        return _("You control no Gate.")
    return "" if high_priests(state, me) else _("You have no High Priest on the map.")


def awaken_in_action(state: CthulhuState, me: str) -> Script[None]:
    """Eliminate a High Priest, and place Ubbo-Sathla at a controlled Gate."""
    area = yield from pick_target(
        state, "awaken/area", me, _("Where does Ubbo-Sathla appear?"), lambda: state.gates_of(me), refused=other_gates
    )
    yield from awaken_at(state, me, area)


def awaken_in_doom(state: CthulhuState, me: str) -> Script[None]:
    """Awaken Ubbo-Sathla in its place of the Doom Phase, for nothing.

    It is no Action. A card that makes it cost less pays that out.
    """
    cost = yield from offer_cheaper(state, me, 0, priests=1)
    if cost < 0:
        state.record(PowerGained(me, -cost, _("Awaken {unit}").format(unit=names.unit(me, UBBO))))
    area = yield from pick_area(
        state, "awaken/area", me, _("Where does Ubbo-Sathla appear?"), lambda: state.gates_of(me), refused=other_gates
    )
    yield from awaken_at(state, me, area)


def awaken_at(state: CthulhuState, me: str, area: str) -> Script[None]:
    """Awaken Ubbo-Sathla in an area.

    There is no Hell's Banquet in a Doom Phase in which it was awakened.
    """
    yield from give_up_priest(state, "awaken", me)
    enter(state, me, UBBO, 1, _("awakens"), area)
    state.record(CounterSet(me, AWAKENED, 1))
    state.record(CounterSet(me, BANQUET, state.doom_phases))


def give_up_priest(state: CthulhuState, key: str, me: str) -> Script[None]:
    """Eliminate an own High Priest by one's own doing, saying which Gate is left."""
    if not high_priests(state, me):
        return
    title = _("Which High Priest goes?")
    unit = yield from pick_kind(state, f"{key}/kind", me, title, me, lambda: high_priests(state, me))
    state.record(PiecesLeft(me, unit, 1, Loss.ELIMINATED, by=me))
    yield from leave_gate(state, f"{key}/gate", me, told=lost_unit(me, unit), unit=unit)
    doom_for_losses(state, me, [unit])


def doom_refused(state: CthulhuState, me: str) -> str:
    """Return why Ubbo-Sathla cannot be awakened in the Doom Phase, or an empty string."""
    return nobody_to_awaken(state, me, UBBO) or awakening_refused(state, me)


def hells_banquet(state: CthulhuState, me: str) -> Script[None]:
    """Hell's Banquet: once awakened, in play or not, a die is added to the Growth in each Doom Phase."""
    marks = state.factions[me].marks
    if not marks.get(AWAKENED) or marks.get(BANQUET) == state.doom_phases:
        return
    if (yield from held_down(state, me, UBBO)):
        state.record(CounterSet(me, BANQUET, state.doom_phases))
        return
    faces = yield from ask(
        state, lambda: Roll(key="hells_banquet/roll", who=me, title=_("Hell's Banquet"), dice=1, rule="growth")
    )
    state.record(CounterSet(me, BANQUET, state.doom_phases))
    tell_roll(state, me, _("Hell's Banquet"), faces, _("+{number} Growth").format(number=sum(faces)))
    grow(state, me, sum(faces))


def grow(state: CthulhuState, me: str, number: int) -> None:
    """Raise the Growth counter."""
    growth = min(MOST_GROWTH, state.factions[me].marks.get(GROWTH, 0) + number)
    state.record(CounterSet(me, GROWTH, growth, _("The Growth of Ubbo-Sathla is {number}").format(number=growth)))


MOST_GROWTH: Final = 99


# -- spellbooks ----------------------------------------------------------------------------------------------------


def hierophants(state: CthulhuState, me: str) -> Script[None]:
    """Bring a High Priest for an earned spellbook, or Growth if none is in the Pool.

    Doomsday comes at once when it is taken, or else later (D54).
    """
    now = state.factions[me].books[-1:] == [DOOMSDAY] and not doomsday_refused(state, me)
    if now and (yield from yes(state, "doomsday/now", me, _("Doomsday now?"))):
        yield from doomsday(state, me)
    if not state.can_use(me, "hierophants"):
        return
    if state.factions[me].books[-1] == "hierophants" and state.priests:
        able = [c for c in state.enemies(me) if has_priest(state, c) and not no_priest_left(state, c)]
        for code in [code for code in able if state.gates_of(code)]:
            enter(state, code, HIGH_PRIEST, 1, _("placed by Hierophants at one of its Gates"))
    if not no_priest_left(state, me):
        enter(state, me, HIGH_PRIEST, 1, _("placed by Hierophants at one of its Gates, or else where it has a unit"))
    else:
        grow(state, me, 1)


def captive_worth(state: CthulhuState, me: str, unit: str) -> int:
    """Soulless: a captured Cultist gives nothing."""
    cultist = roster.card(me).unit(unit).rank is Rank.CULTIST
    return 0 if cultist and state.can_use(me, "soulless") else 1


def idols(state: CthulhuState, me: str) -> list[str]:
    """Return the areas with a faction's glyph or another faction's start token (D53).

    On an own map any area may be one: only the players see the glyphs of factions that do not play.
    """
    if state.map_id not in GLYPHS:
        return list(state.board.areas)
    tokens = {state.factions[code].start for code in state.enemies(me)}
    return [area for area in state.board.areas if area in tokens or area in GLYPHS[state.map_id]]


def idolatry(state: CthulhuState, me: str) -> Script[None]:
    """Idolatry: any units in neighbouring areas go to an area with a glyph; Gates that they leave are abandoned."""
    area = yield from pick_target(state, "idolatry/area", me, _("Idolatry: to which area?"), lambda: idols(state, me))
    words = _("{faction}: any of its units next to {area} go there")
    state.record(Notice(me, words.format(faction=names.faction(me), area=area_name(area))))

    yield from leave_gates(
        state, "idolatry/gates", me, _("Which Gates are left?"), near=lambda gate: state.board.touch(area, gate)
    )


def visited(gates: int, units: list[tuple[str, str]], visitors: int) -> int:
    """Return at how many Gates so many own units can be; a unit that is a Gate may share an area."""
    return min(gates + len(units), visitors + len(units)) if visitors else 0


def and_units(words: str, units: list[tuple[str, str]]) -> str:
    """Return words about Gates, with the units that are Gates."""
    said = (_("{unit} counts, too.").format(unit=names.unit(owner, unit)) for owner, unit in units)
    return " ".join([words, *said])


def tablets(state: CthulhuState, me: str, _doom: int) -> Script[None]:
    """Tablets of the Gods: an Elder Sign per Gate with a High Priest (D52), then all of them are Eliminated."""
    if not state.can_use(me, "tablets") or none_there(state, me):
        return

    def build() -> Count | None:
        own = ruling(state.rulings, "D52") == OTHER
        units = [] if own else unit_gates(state)
        # Whose ruling it is need not be loaded where there is no such unit.
        if units and ruling(state.rulings, "D44") == OTHER:
            units = []
        most = visited(len(state.gates_of(me) if own else state.gates), units, priests_on_map(state, me))
        if not most:
            return None
        words = _("Gates that you control.") if own else _("Any player's Gates.")
        return Count(
            key="tablets/gates",
            who=me,
            title=_("Gates with your High Priests?"),
            text=and_units(words, units),
            rule="tablets",
            least=0,
            most=most,
        )

    number = (yield from ask(state, build)) or 0
    draw(state, me, _("Tablets of the Gods"), number)
    lost = {unit: state.on_map(me, unit) for unit in high_priests(state, me)}
    for unit, priests in lost.items():
        state.record(PiecesLeft(me, unit, priests, Loss.ELIMINATED, by=me))
    if lost:
        yield from leave_gates(state, "tablets/left", me, _("Which Gates did they hold?"), most=sum(lost.values()))
        doom_for_losses(state, me, [unit for unit, priests in lost.items() for __ in range(priests)])


def candidates(state: CthulhuState) -> list[LoyaltyCard]:
    """Return the independent Great Old Ones that nobody has and that cost exactly so much."""
    free = [CARDS[name] for name in state.neutral if name in CARDS]
    return [c for c in free if c.independent and c.cost_known and c.unit.cost in DOOMSDAY_COSTS]


def doomsday_lacks(state: CthulhuState, me: str) -> str:
    """Return what is missing for Doomsday, whenever it may be used."""
    if DOOMSDAY in state.factions[me].flipped:
        return _("It has been used.")
    if not state.gates_of(me):
        return _("You control no Gate.")
    return "" if candidates(state) else _("No independent Great Old One costing 2 or 4 is available.")


def doomsday_refused(state: CthulhuState, me: str) -> str:
    """Return why Doomsday cannot be used: by one reading it is an Action (D54)."""
    if ruling(state.rulings, "D54") == OTHER:
        return _("It is an Action at this table.")
    return doomsday_lacks(state, me)


def doomsday_action_refused(state: CthulhuState, me: str) -> str:
    """Return why Doomsday Action cannot be used, or an empty string."""
    if ruling(state.rulings, "D54") != OTHER:
        return _("It is not an Action: under More, at any time.")
    return doomsday_lacks(state, me)


def doomsday(state: CthulhuState, me: str) -> Script[None]:
    """Doomsday: an independent Great Old One with its card comes to a controlled Gate; it is not awakened."""
    options = tuple(Option(c.id, names.unit_of(c.unit), detail=_(c.text)) for c in candidates(state))
    name = yield from pick_only(
        state, lambda: Choose(key="doomsday/who", who=me, title=_("Doomsday: who comes?"), options=options)
    )
    area = yield from pick_area(
        state, "doomsday/gate", me, _("At which Gate?"), lambda: state.gates_of(me), refused=other_gates
    )
    if name not in state.neutral:
        # Somebody has taken the card meanwhile.
        return
    state.record(BookFlipped(me, DOOMSDAY))
    state.record(CardTaken(me, name, me, 0, 0))
    enter(state, me, name, CARDS[name].unit.count, _("placed by Doomsday"), area)


def ritual_books(state: CthulhuState, me: str, doom: int) -> Script[None]:
    """Give what a Ritual brings by spellbooks of different tribes."""
    yield from tablets(state, me, doom)
    yield from inerrant(state, me)


def inerrant(state: CthulhuState, me: str) -> Script[None]:
    """Inerrant: an Elder Sign per enemy-controlled Gate with a Great Old One, also an independent one."""

    def build() -> Count | None:
        gates = sum(owner not in (None, me) for owner in state.gates.values())
        units = [(owner, unit) for owner, unit in unit_gates(state) if owner != me]
        most = visited(gates, units, sum(state.on_map(me, unit.id) for unit in kinds(state, me, Rank.GOO)))
        if not most:
            return None
        title = _("Enemy Gates with a Great Old One?")
        text = and_units(_("Controlled by an enemy, with one of your Great Old Ones there."), units)
        return Count(key="inerrant", who=me, title=title, text=text, least=0, most=most)

    if state.can_use(me, "inerrant"):
        draw(state, me, _("Inerrant"), (yield from ask(state, build)) or 0)


def dark_refused(state: CthulhuState, me: str) -> str:
    """Return why Dark cannot be used, or an empty string."""
    if DARK in state.factions[me].flipped:
        return _("It is face down until the Doom Phase.")
    return none_there(state, me)


def most_struck(state: CthulhuState, me: str) -> int:
    """Return in the start areas of how many enemies the High Priests can be; areas may be shared."""
    starts = Counter(state.factions[code].start or code for code in state.enemies(me))
    return sum(number for __, number in starts.most_common(priests_on_map(state, me)))


def dark_rituals(state: CthulhuState, me: str) -> Script[None]:
    """Have enemies with a High Priest in their start area pay 2 Power or 2 Doom.

    An enemy with neither is immune (D56).
    """

    def build() -> Choose:
        enemies = state.enemies(me)
        return Choose(
            key="dark_rituals/enemies",
            who=me,
            title=_("Whose start area has a High Priest?"),
            options=tuple(Option(code, names.faction(code)) for code in enemies),
            least=0,
            most=max(1, most_struck(state, me)),
            rule=DARK,
        )

    state.record(BookFlipped(me, DARK))
    for code in (yield from pick_some(state, build)):
        yield from pay_for_dark_rituals(state, me, code)


def pay_for_dark_rituals(state: CthulhuState, me: str, code: str) -> Script[None]:
    """Let one enemy pay in Power or in Doom."""

    def build() -> Choose | None:
        faction = state.factions[code]
        options = (
            Option("power", _("2 Power"), "" if faction.power >= DARK_PRICE else _("You have less.")),
            Option("doom", _("2 Doom"), "" if faction.doom >= DARK_PRICE else _("You have less.")),
        )
        if all(o.refused for o in options):
            return None
        return Choose(key=f"dark_rituals/{code}", who=code, title=_("Dark Rituals: what do you pay?"), options=options)

    picked = yield from pick_one(state, build)
    if picked == "power":
        state.record(PowerGained(code, -DARK_PRICE, _("Dark Rituals")))
        state.record(PowerGained(me, DARK_PRICE, _("Dark Rituals")))
    elif picked == "doom":
        state.record(DoomGained(code, -DARK_PRICE, _("Dark Rituals")))
        state.record(DoomGained(me, DARK_PRICE, _("Dark Rituals")))
    else:
        state.record(Notice(code, _("{faction}: neither 2 Power nor 2 Doom").format(faction=names.faction(code))))


def surprise_refused(state: CthulhuState, me: str) -> str:
    """Return why Surprise cannot be used, or an empty string."""
    if not pool(state, me, PROTO):
        return _("No Proto-Shoggoth is in your Pool.")
    return "" if any(state.on_map(c, ACOLYTE) for c in state.enemies(me)) else _("No enemy Acolyte is on the map.")


def surprise(state: CthulhuState, me: str) -> Script[None]:
    """Surprise!: an enemy Eliminates an Acolyte where it likes; a Proto-Shoggoth takes its place."""
    enemy = yield from pick_faction(
        state,
        "surprise/enemy",
        me,
        _("Surprise! Whose Acolyte?"),
        lambda: [c for c in state.enemies(me) if state.on_map(c, ACOLYTE)],
    )
    title = _("Where do you lose an Acolyte?")
    area = yield from pick_area(state, "surprise/area", enemy, title, lambda: state.board.areas)
    pay_surcharge(state, me, area)
    yield from eliminate_acolyte(state, "surprise", enemy, me, area, replaced=True, told=lost_cultists(_("Surprise!")))
    enter(state, me, PROTO, 1, _("placed by Surprise!"), area)


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Ubbo-Sathla counts the Growth; with Otherworld Alliances neutral Monsters and Terrors have 1 more each."""
    found = {UBBO: state.factions[side].marks.get(GROWTH, 0)}
    if state.can_use(side, "otherworld"):
        for unit, number in battle.kinds(side).items():
            if unit in CARDS and not CARDS[unit].independent:
                found[unit] = printed(state, battle, side, unit, number) + number
    return found


def unseen(_state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: the Growth."""
    return OffBoardInputs(numbers=(f"{me}.{GROWTH}",) if battle.present(me, unit=UBBO) else ())


def can_terrify(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to terrify can be used."""
    return bool(battle.present(me, unit=PROTO))


def terror(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Terror: one mode for all Proto-Shoggoths there."""
    options = (Option("more", _("+1 die for me, each")), Option("less", _("−1 die for the enemy, each")))
    picked = yield from pick_one(
        state,
        lambda: Choose(key="battle/terror", who=me, title=_("Terror: more or less dice?"), options=options),
    )
    there = battle.present(me, unit=PROTO)
    if picked == "more":
        for figure in there:
            state.record(CombatRaised(figure.id, 1))
    elif there:
        foe = battle.foe(me)
        words = _("{faction}: {number} fewer dice (Terror)").format(faction=names.faction(foe), number=len(there))
        state.record(DiceReduced(foe, len(there), words=words))


def martyrs(state: CthulhuState, battle: Battle, me: str) -> list[Figure]:
    """Return the High Priests that are assigned a Kill."""
    there = [f for f in battle.figures if f.side == me and f.status is Status.PRESENT]
    return [f for f in there if f.unit in high_priests(state, me) and KILL in f.hits]


def can_be_martyr(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether another unit has a Kill that can become a Pain."""
    others = [f for f in battle.figures if f.side == me and f.status is Status.PRESENT and KILL in f.hits]
    return bool(martyrs(state, battle, me)) and len(others) > 1


def martyrdom(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Martyrdom: the Kill on one High Priest stays; those on all other units become Pains."""
    found = martyrs(state, battle, me)
    # Kills that are assigned later become Pains, too, and the same one keeps his.
    priest = next((f for f in found if f.id in battle.paid), next(iter(found), None))
    if priest is None:
        # The table has taken him out by a correction meanwhile.
        return
    state.record(PieceAbilityUsed(priest.id))
    others = [f for f in battle.figures if f.side == me and KILL in f.hits and f is not priest]
    words = _("{faction}: all Kills but the one on a High Priest become Pains (Martyrdom)")
    state.record(AssignedKillsBecamePains(tuple(f.id for f in others), words=words.format(faction=names.faction(me))))
    yield from ()


def can_fulminate(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Fulminate can be used; its piece must still be in the Pool.

    Dust to Dust may have taken it out of the game, or Prime Cause may have placed it.
    """
    return (me, UBBO, Loss.KILLED) in battle.lost and pool(state, me, UBBO) > 0


def fulmination(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Fulmination: Ubbo-Sathla leaves the game for an Elder Sign per unit Killed, its own too (D55)."""
    yield from ()
    state.record(RemovedFromGame(me, UBBO))
    draw(state, me, _("Fulmination"), sum(how is Loss.KILLED for __, __, how in battle.lost))


def mourn(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Note any Great Old One that was Killed in a battle of anybody's."""
    yield from ()
    killed = [roster.card(owner).unit(unit).rank for owner, unit, how in battle.lost if how is Loss.KILLED]
    if Rank.GOO in killed and not state.factions[me].marks.get("great_old_one"):
        state.record(CounterSet(me, "great_old_one", 1))


# -- requirements --------------------------------------------------------------------------------------------------


def others_ritual(state: CthulhuState, me: str) -> bool:
    """Return whether another player has performed a Ritual or has 15 Doom."""
    others = [state.factions[code] for code in state.of_others(me)]
    return any(other.rituals or other.doom >= 15 for other in others)


def others_doom(state: CthulhuState, me: str) -> tuple[Progress, ...]:
    """Return the most Doom of another player."""
    most = max((state.factions[code].doom for code in state.of_others(me)), default=0)
    return (Progress(N_("Doom"), most, 15),)


def three_signs(state: CthulhuState, me: str) -> tuple[Progress, ...]:
    """Return the Elder Signs of the three that are needed."""
    return (Progress(N_("Elder Signs"), len(state.factions[me].signs), 3),)


def remove_refused(state: CthulhuState, me: str) -> str:
    """Return why Remove cannot be used, or an empty string."""
    start = state.factions[me].start
    words = _("You do not control the Gate in {area}.")
    return "" if state.gates.get(start) == me else words.format(area=area_name(start))


ANY_GATE: Final = frozenset((PRIMEVAL, SHAGGAI))
"""Boards on which it may be any Gate of its own."""


def remove_gate(state: CthulhuState, me: str) -> Script[None]:
    """Remove the Gate of the start area; the Cultist stays.

    Where Gates are counted it is one of its own.
    """
    start = state.factions[me].start
    if ANY_GATE.intersection(state.boards) and not state.counts_gates:
        title = _("Which Gate?")
        start = yield from pick_area(state, "remove_gate", me, title, lambda: state.held_gates(me))
    for area in state.held_gates(me)[:1] if state.counts_gates else [start]:
        if area in state.gates:
            state.record(GateGone(area, removed=True))
    yield from ()


REQUIREMENTS: Final = (
    Requirement(
        "others", N_("Another player performs a Ritual or has 15 Doom"), met=others_ritual, progress=others_doom
    ),
    Requirement("sign", N_("Earn an Elder Sign"), met=lambda s, me: bool(s.factions[me].drawn or s.factions[me].signs)),
    Requirement(
        "three_signs", N_("Own 3 Elder Signs"), met=lambda s, me: len(s.factions[me].signs) >= 3, progress=three_signs
    ),
    Requirement("remove_gate", N_("Remove the Gate of your start area, as an Action"), "action"),
    Requirement(
        "great_old_one",
        N_("Any Great Old One is Killed in a battle"),
        met=lambda s, me: bool(s.factions[me].marks.get("great_old_one")),
    ),
    Requirement("awaken", N_("Awaken Ubbo-Sathla"), met=lambda s, me: bool(s.factions[me].marks.get(AWAKENED))),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Tcho-Tcho"),
    colour="#f08cc4",
    glyph="TT",
    sound="drums",
    ability_name=N_("Sycophancy"),
    ability_text=N_("Whoever performs a Ritual gives you 1 Doom or gains 1 less."),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(Awakening(UBBO, 6, awakening_refused, awaken_in_action, CthulhuState.gates_of, priests=1),),
    start=GLYPHS,
    start_of_eight={"earth66": ("arctic_ocean", "mountains_of_madness")},  # One of the two of the pole glyph.
    begins=StartingForces(priests=1),
    settles=2,
    expansion=True,
    unique=UniqueAbility(others_ritual=sycophancy),
    actions=(
        Action("idolatry", N_("Idolatry"), 1, nothing_in_the_way, idolatry, book="idolatry"),
        Action(DARK, N_("Dark Rituals"), 0, dark_refused, dark_rituals, book=DARK),
        Action("surprise", N_("Surprise!"), 2, surprise_refused, surprise, book="surprise"),
        Action("doomsday_action", N_("Doomsday"), 0, doomsday_action_refused, doomsday, book=DOOMSDAY),
        Action(
            "remove_gate",
            N_("Remove the Gate of your start area for a spellbook"),
            0,
            remove_refused,
            remove_gate,
            requirement="remove_gate",
            short=N_("Remove Gate"),
        ),
    ),
    anytime=(
        UNSPEAKABLE_OATH,
        Action(
            DOOMSDAY,
            N_("Doomsday"),
            0,
            doomsday_refused,
            doomsday,
            N_("Once: an independent Great Old One comes to a Gate of yours"),
            book=DOOMSDAY,
        ),
    ),
    doom_phase=(
        Action(
            "awaken_in_doom",
            N_("Awaken Ubbo-Sathla"),
            0,
            doom_refused,
            awaken_in_doom,
            N_("For a High Priest, without Power."),
        ),
    ),
    doom_begins=hells_banquet,
    after_ritual=ritual_books,
    captive_worth=captive_worth,
    worth={UBBO: 3},
    book_earned=hierophants,
    combat=combat,
    unseen=unseen,
    after_battle=mourn,
    battle=(
        BattleAbility("terror", N_("Terror"), Window.TOTALS, can_terrify, terror, book="terror"),
        BattleAbility(
            "martyrdom", N_("Martyrdom"), Window.KILLS_ASSIGNED, can_be_martyr, martyrdom, book="martyrdom", repeat=True
        ),
        BattleAbility(
            "fulmination", N_("Fulmination"), Window.AFTER_BATTLE, can_fulminate, fulmination, book="fulmination"
        ),
    ),
    marks=(CustomCounter(GROWTH, N_("Growth"), MOST_GROWTH), CustomCounter(AWAKENED, N_("Ubbo-Sathla awakened"), 1)),
    one_source=(
        N_("Sycophancy also answers a Ritual that is performed in another way, such as Requires Attention."),
        N_("With eight players its start area is one of Windwalker's."),
    ),
    lays_out=(
        N_("Growth marker on 0 of the Doom track"),
        N_("choose your tribe in secret: Tsang, Leng or, with neutral pieces, Sarkomand"),
    ),
    rulings={
        "D52": Ruling(
            N_("Tablets of the Gods: which Gates count"),
            {PRINTED: N_("any with one of your High Priests"), OTHER: N_("only those that you control")},
        ),
        "D54": Ruling(
            N_("When Doomsday is used"),
            {PRINTED: N_("when the spellbook is taken, or else at any time"), OTHER: N_("as an Action")},
        ),
    },
    help={
        "sycophancy": N_(
            "The choice stands even if the Ritual gave no Doom; nobody drops below the Doom they had before."
        ),
        "growth": N_("Ubbo-Sathla's Combat is the Growth. Once awakened, a die is added in each later Doom Phase."),
        "tablets": N_("Mandatory with a Ritual. You may give up High Priests for Power first."),
        DARK: N_("An enemy that has only one of the two pays that. The spellbook is face down until the Doom Phase."),
    },
)
