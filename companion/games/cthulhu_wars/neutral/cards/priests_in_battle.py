"""What Unique High Priests do in battles (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import (
    DoomGained,
    KillMoved,
    KillsAdded,
    PainsAdded,
    PiecesEntered,
    PiecesJoined,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import CRAWFORD, ERMENGARDE, KEZIAH, PITPIPO, PRIESTS
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.cards.priests import DEAREST, give_up
from companion.games.cthulhu_wars.rules.assign import assigner, spread
from companion.games.cthulhu_wars.rules.common_questions import gate_left
from companion.games.cthulhu_wars.rules.figures import called, label, lose, one_of_each, side_taken
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.pool import in_pool, unit_cost
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, yes
from companion.table.words import N_, _

BY_CRAWFORD: Final = "crawford"
"""What the ids of those begin with whom he brings, after owner and kind."""


def can_call(state: CthulhuState, _battle: Battle, me: str) -> bool:
    """Return whether the ability to call can be used."""
    return state.on_map(me, CRAWFORD) > 0 and bool(callable_kinds(state, me, DEAREST))


def callable_kinds(state: CthulhuState, me: str, rest: int) -> dict[str, int]:
    """Monsters and Cultists of the pool that cost no more than is left, with what each costs."""
    price = {
        unit.id: unit_cost(state, me, unit)
        for unit in in_pool(state, me, Rank.MONSTER, Rank.CULTIST)
        if unit.id != CRAWFORD
    }
    return {unit: cost for unit, cost in price.items() if cost <= rest}


def crawford(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate him, and bring Monsters and Cultists for 3 Power to the battle.

    Those that survive are Eliminated afterwards.
    """
    side = yield from side_taken(state, battle, "battle/crawford/side", me)
    here = battle.present(me, unit=CRAWFORD)
    if here:
        yield from lose(state, battle, here[0], Loss.ELIMINATED, me)
    elif not (yield from give_up(state, me, CRAWFORD)):
        return
    rest = DEAREST
    while True:

        def build(rest: int = rest) -> Choose:
            options = tuple(Option(u, names.unit(me, u), cost=c) for u, c in callable_kinds(state, me, rest).items())
            title = _("Who comes? {rest} Power left").format(rest=rest)
            decline = _("That is all")
            return Choose(
                key="battle/crawford", who=me, title=title, options=options, least=0, decline=decline, automatic=False
            )

        unit = yield from pick_one(state, build)
        if unit is None:
            return
        # Those that cost nothing come without end only as long as there are some in the pool.
        rest -= callable_kinds(state, me, rest)[unit]
        state.record(PiecesEntered(me, unit, 1, _("comes"), battle.area))
        state.record(PiecesJoined(fresh(battle, f"{me}.{unit}.{BY_CRAWFORD}", 1), side=side))


def eliminate_called(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Who came by him and is still there is Eliminated."""
    for figure in [f for f in battle.figures if f.owner == me and f".{BY_CRAWFORD}." in f.id]:
        if figure.status is not Status.GONE:
            yield from lose(state, battle, figure, Loss.ELIMINATED, me)


def ermengarde(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Whoever declares a battle in her area, her player too, loses 1 Doom at once."""
    if not state.on_map(me, ERMENGARDE) or not state.factions[battle.attacker].doom:
        return
    there = any(f.owner == me and f.unit == ERMENGARDE for f in battle.figures)
    if me not in battle.sides:
        title = _("Is Ermengarde Stubbs there?")
        there = yield from yes(state, "battle/ermengarde_stubbs", me, title)
    if there and state.factions[battle.attacker].doom:
        state.record(DoomGained(battle.attacker, -1, names.unit(me, ERMENGARDE)))


def struck(battle: Battle, me: str, result: str) -> bool:
    """Return whether Keziah Mason has been assigned this result."""
    return any(f.owner == me and f.unit == KEZIAH and result in f.hits for f in battle.figures)


def keziah_kill(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cause 2 more Kills for a Kill on her; they are Pains where this side's Kills are (D45)."""
    foe = battle.foe(me)
    point = battle.softened.get(me)
    if point and ruling(state.rulings, point) != OTHER:
        state.record(PainsAdded(me, 2, words=_("Keziah Mason: 2 Pains more")))
        return
    state.record(KillsAdded(me, 2, words=_("Keziah Mason: 2 Kills more")))
    yield from spread(state, battle, foe, KILL, 2, assigner(state, battle, foe, added=True))


def keziah_pain(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cause 2 more Pains for a Pain on her."""
    foe = battle.foe(me)
    state.record(PainsAdded(me, 2, words=_("Keziah Mason: 2 Pains more")))
    yield from spread(state, battle, foe, PAIN, 2, assigner(state, battle, foe, added=True))


def killed(battle: Battle, me: str) -> list[str]:
    """Ids of one's own pieces with a Kill."""
    return [f.id for f in battle.present(me) if KILL in f.hits and f.owner == me and not f.spared]


def can_stand_in(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Pitpipo, elsewhere, can take a Kill."""
    away = state.on_map(me, PITPIPO) > 0 and not any(f.owner == me and f.unit == PITPIPO for f in battle.figures)
    return away and bool(killed(battle, me))


def pitpipo(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Let Pitpipo take a Kill of his player although he was not in the battle."""

    def build() -> Choose:
        options = tuple(Option(name, label(battle.figure(name))) for name in killed(battle, me))
        title = _("Whose Kill does Pitpipo take?")
        return Choose(key="battle/pitpipo", who=me, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    if picked is None or not state.on_map(me, PITPIPO):
        return
    gate = yield from gate_left(state, "battle/pitpipo/gate", me)
    said = _("{unit} is spared for Pitpipo")
    state.record(KillMoved(picked, words=said.format(unit=called(battle.figure(picked)))))
    yield from lose_unit(state, me, PITPIPO, Loss.KILLED, gate or "", battle.foe(me), on_gate=gate is not None)


POWERS: Final = (
    CardHooks(
        CRAWFORD,
        battle_ends=eliminate_called,
        battle=(
            BattleAbility(
                "crawford_tillinghast",
                PRIESTS[CRAWFORD].unit.name,
                Window.PRE_BATTLE,
                can_call,
                crawford,
                PRIESTS[CRAWFORD].text,
                third_party=True,
            ),
        ),
    ),
    CardHooks(ERMENGARDE, battle_begins=ermengarde),
    CardHooks(
        KEZIAH,
        battle=(
            BattleAbility(
                "keziah_kill",
                PRIESTS[KEZIAH].unit.name,
                Window.MORE_KILLS,
                lambda _s, b, me: struck(b, me, KILL),
                keziah_kill,
                N_("2 Kills more against the enemy."),
            ),
            BattleAbility(
                "keziah_pain",
                PRIESTS[KEZIAH].unit.name,
                Window.PAINS_ASSIGNED,
                lambda _s, b, me: struck(b, me, PAIN),
                keziah_pain,
                N_("2 Pains more against the enemy."),
            ),
        ),
    ),
    CardHooks(
        PITPIPO,
        battle=(
            BattleAbility(
                "pitpipo",
                PRIESTS[PITPIPO].unit.name,
                Window.KILLS_ASSIGNED,
                can_stand_in,
                pitpipo,
                PRIESTS[PITPIPO].text,
            ),
        ),
    ),
)
"""Those whose abilities are used in battles."""
