"""Abilities of neutral Terrors and independent Great Old Ones on results and afterwards.

Sources: reference 7, `battle.md` 4.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cthulhu_wars.facts import (
    AssignedKillsBecamePains,
    CardReturned,
    CardTaken,
    DoomGained,
    KillsAdded,
    PainsAdded,
    PieceResolved,
    PiecesEntered,
    PiecesLeft,
    PowerGained,
    PowerSpent,
    RemovedFromGame,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import (
    AZATHOTH,
    CARDS,
    CTHUGHA,
    DEAREST,
    ELDER_SHOGGOTH,
    NODENS,
    QUACHIL,
    YGOLONAC,
    YIG,
)
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.assign import assigner, is_killed, spread
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, earn, forget, has_book
from companion.games.cthulhu_wars.rules.elder_signs import draw, promised
from companion.games.cthulhu_wars.rules.figures import called, label, off_gate, one_of_each
from companion.games.cthulhu_wars.rules.mind_control import was_controlled
from companion.games.cthulhu_wars.rules.pool import enter, in_pool, like_cultists, pool, unit_cost
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one
from companion.table.words import N_, _, labelled

NODENS_PAINS: Final = 2
SURVIVED: Final = (Status.PRESENT, Status.STAYED, Status.RETREATED)


# -- Nodens --------------------------------------------------------------------------------------------------------


def can_judge(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Nodens takes part."""
    return battle.took_part(me, NODENS)


def judge(state: CthulhuState, _battle: Battle, me: str) -> Script[None]:
    """Nodens rolls no dice; he adds 1 Kill and 2 Pains."""
    yield from ()
    words = _("{unit}: 1 Kill and 2 Pains more").format(unit=names.unit(me, NODENS))
    state.record(KillsAdded(me, 1, words=words))
    state.record(PainsAdded(me, NODENS_PAINS, words=""))


# -- Yig: Snakebite ------------------------------------------------------------------------------------------------


def can_bite(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Cultist of Yig's side has been assigned a Kill."""
    own = like_cultists(state, me)
    struck = any(KILL in f.hits for f in battle.figures if f.side == me and f.unit in own)
    return struck and battle.took_part(me, YIG)


def bite(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Snakebite: a Kill more against the enemy; it is a Pain where this side's Kills are (D45)."""
    foe = battle.foe(me)
    words = _("{unit}: a Kill more against {faction}").format(unit=names.unit(me, YIG), faction=names.faction(foe))
    point = battle.softened.get(me)
    if point and ruling(state.rulings, point) != OTHER:
        state.record(PainsAdded(me, 1, words=_("Snakebite counts as a Pain")))
        return
    state.record(KillsAdded(me, 1, words=words))
    yield from spread(state, battle, foe, KILL, 1, assigner(state, battle, foe))


# -- Cthugha: Fire Vampires ----------------------------------------------------------------------------------------


def burning(state: CthulhuState, battle: Battle, me: str) -> list[Figure]:
    """Enemy pieces that are Killed."""
    return [f for f in battle.present(battle.foe(me)) if KILL in f.hits and is_killed(state, battle, f)]


def can_spare(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Fire Vampires can spare a piece."""
    return battle.took_part(me, CTHUGHA) and bool(burning(state, battle, me))


def spare(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Fire Vampires: a Killed enemy piece is Pained instead, for 1 Power; what its Kill has set off stays."""

    def build() -> Choose:
        options = tuple(Option(f.id, label(f)) for f in burning(state, battle, me))
        title = _("Fire Vampires: who is only Pained?")
        return Choose(key="battle/fire_vampires", who=me, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    if picked is None:
        return
    words = _("{unit} is only Pained (Fire Vampires)").format(unit=called(battle.figure(picked)))
    state.record(AssignedKillsBecamePains((picked,), words=words))
    state.record(PowerGained(me, 1, _("Fire Vampires")))
    if has_book(state, me, CTHUGHA):
        draw(state, me, _(CARD_BOOKS[CTHUGHA].name))


# -- Y'Golonac: Orifices -------------------------------------------------------------------------------------------


def survivors(battle: Battle, side: str, *ranks: Rank) -> list[Figure]:
    """Pieces of a side that are still there after the battle."""
    return [f for f in battle.figures if f.side == side and f.status in SURVIVED and (not ranks or f.rank in ranks)]


def can_enter(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a piece can enter in place of a Killed one."""
    killed = (me, YGOLONAC, Loss.KILLED) in battle.lost
    there = survivors(battle, battle.foe(me), Rank.TERROR, Rank.MONSTER, Rank.CULTIST)
    return killed and bool(there) and not was_controlled(battle, me)


def orifices(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Orifices: Y'Golonac takes the place of an enemy piece, which its owner picks, and goes there with his card."""
    foe = battle.foe(me)

    def build() -> Choose:
        hosts = survivors(battle, foe, Rank.TERROR, Rank.MONSTER, Rank.CULTIST)
        options = tuple(Option(f.id, label(f)) for f in hosts)
        title = _("Orifices: who is replaced?")
        return Choose(key="battle/orifices", who=foe, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    if picked is None or YGOLONAC not in state.factions[me].loyalty:
        return
    host = battle.figure(picked)
    area = host.area or battle.area
    off_gate(state, battle, host)
    state.record(PieceResolved((picked,), Status.GONE))
    state.record(PiecesLeft(host.owner, host.unit, 1, Loss.EXCHANGED, area, me))
    state.record(CardReturned(me, YGOLONAC))
    state.record(CardTaken(foe, YGOLONAC, foe, 0, 0))
    state.record(PiecesEntered(foe, YGOLONAC, 1, _("takes its place"), area))
    forget(state, me, YGOLONAC)
    earn(state, foe, YGOLONAC)


# -- Quachil Uttaus: Dust to Dust ----------------------------------------------------------------------------------


def dust(state: CthulhuState, battle: Battle, me: str) -> list[str]:
    """Kinds of enemy units lost in the battle that lie in their pool."""
    foe = battle.foe(me)
    lost = dict.fromkeys(unit for owner, unit, how in battle.lost if owner == foe and how.a_loss)
    return [unit for unit in lost if pool(state, foe, unit) > 0]


def can_crumble(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Quachil Uttaus can crumble a piece."""
    return battle.took_part(me, QUACHIL) and bool(dust(state, battle, me))


def crumble(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Dust to Dust: the enemy removes a lost unit from the game, or an Elder Sign goes to the user."""
    foe = battle.foe(me)
    sign = Option("sign", labelled(names.faction(me), promised(state, 1)))

    def build() -> Choose:
        words = _("{unit} leaves the game")
        units = [Option(unit, words.format(unit=names.unit(foe, unit))) for unit in dust(state, battle, me)]
        return Choose(key="battle/dust_to_dust", who=foe, title=_("Dust to Dust"), options=(sign, *units))

    picked = yield from pick_one(state, build)
    if picked in (None, sign.id):
        draw(state, me, _("Dust to Dust"))
    else:
        state.record(RemovedFromGame(foe, picked))


# -- Elder Shoggoth: Prime Cause -----------------------------------------------------------------------------------


def price(state: CthulhuState, me: str, unit: Unit, *, free: bool) -> int:
    """Return half of what the new unit would cost now, rounded down.

    The Elder Shoggoth itself is free; so is a unit whose cost no source tells, as long as nobody has said it.
    """
    return 0 if free or not cost_known(unit) else unit_cost(state, me, unit) // 2


def cost_known(unit: Unit) -> bool:
    """Whether a source tells what a unit costs; Azathoth costs nothing, his price is a loss."""
    card = CARDS.get(unit.id)
    return card is None or card.cost_known or card.id == AZATHOTH


def told_price(state: CthulhuState, me: str, unit: Unit, *, free: bool) -> Script[int]:
    """Ask for the cost where no source tells it, and return half of it."""
    if free or cost_known(unit):
        return price(state, me, unit, free=free)
    title, text = _("What does {unit} cost?").format(unit=names.unit(me, unit.id)), _(CARDS[unit.id].text)

    def build() -> Count:
        most = min(DEAREST, 2 * state.factions[me].power + 1)
        return Count(key="battle/prime_cause/cost", who=me, title=title, text=text, least=0, most=most)

    return min(int((yield from ask(state, build)) or 0) // 2, state.factions[me].power)


def forms(state: CthulhuState, me: str, *, free: bool) -> Iterator[Unit]:
    """Kinds of unit in the pool that can be paid."""
    for unit in in_pool(state, me):
        if price(state, me, unit, free=free) <= state.factions[me].power:
            yield unit


def own_survivors(battle: Battle, me: str) -> list[Figure]:
    """One's own pieces that are still there; those of others that fought on one's side are none."""
    return [figure for figure in survivors(battle, me) if figure.owner == me]


def can_cause(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Prime Cause can exchange a unit of the battle."""
    there = own_survivors(battle, me) if battle.took_part(me, ELDER_SHOGGOTH) else []
    return any(any(forms(state, me, free=f.unit == ELDER_SHOGGOTH)) for f in there)


def cause(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Exchange a unit of the battle for one of the Pool (Prime Cause).

    The players see to the conditions of a Great Old One.
    """

    def who() -> Choose | None:
        options = tuple(
            Option(f.id, label(f), "" if any(forms(state, me, free=f.unit == ELDER_SHOGGOTH)) else _("Too dear."))
            for f in own_survivors(battle, me)
        )
        title = _("Prime Cause: who is replaced?")
        if all(o.refused for o in options):
            return None
        return Choose(key="battle/prime_cause", who=me, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, who)
    if picked is None:
        return
    figure = battle.figure(picked)
    free = figure.unit == ELDER_SHOGGOTH

    def by() -> Choose | None:
        options = tuple(
            Option(u.id, names.unit(me, u.id), cost=price(state, me, u, free=free) or None)
            for u in forms(state, me, free=free)
        )
        text = _("A Great Old One only if it has been awakened before and all else that it needs is there.")
        title = _("Prime Cause: by which unit?")
        return Choose(key="battle/prime_cause/by", who=me, title=title, text=text, options=options) if options else None

    unit = yield from pick_one(state, by)
    if unit is None:
        return
    kind = roster.card(me).unit(unit)
    cost, area = (yield from told_price(state, me, kind, free=free)), figure.area or battle.area
    if cost:
        state.record(PowerSpent(me, cost, _("Prime Cause")))
    off_gate(state, battle, figure)
    state.record(PieceResolved((picked,), Status.GONE))
    state.record(PiecesLeft(me, figure.unit, 1, Loss.EXCHANGED, area, me))
    enter(state, me, unit, 1, _("takes its place"), area)
    if not free and kind.rank is Rank.TERROR:
        state.record(DoomGained(battle.foe(me), 1, _("Prime Cause")))
    if not free and kind.rank is Rank.GOO:
        draw(state, battle.foe(me), _("Prime Cause"))


RESULTS: Final = (
    BattleAbility("nodens", N_("Nodens"), Window.AFTER_ROLL, can_judge, judge, N_("Nodens adds 1 Kill and 2 Pains.")),
    BattleAbility(
        "snakebite",
        N_("Snakebite"),
        Window.MORE_KILLS,
        can_bite,
        bite,
        N_("A Cultist of yours is assigned a Kill: a Kill more against the enemy."),
        great=True,
    ),
    BattleAbility(
        "fire_vampires",
        N_("Fire Vampires"),
        Window.KILLS_ASSIGNED,
        can_spare,
        spare,
        N_("A Killed enemy unit is only Pained, and you gain 1 Power."),
        repeat=True,
        late=True,
        great=True,
    ),
    BattleAbility(
        "orifices",
        N_("Orifices"),
        Window.KILLED,
        can_enter,
        orifices,
        N_("Y'Golonac replaces a surviving enemy, and is that player's."),
        great=True,
    ),
    BattleAbility(
        "dust_to_dust",
        N_("Dust to Dust"),
        Window.AFTER_BATTLE,
        can_crumble,
        crumble,
        N_("The enemy takes a lost unit out of the game, or you take an Elder Sign."),
    ),
    BattleAbility(
        "prime_cause",
        N_("Prime Cause"),
        Window.AFTER_BATTLE,
        can_cause,
        cause,
        N_("Replace a unit of yours there by one of your pool, for half its cost."),
    ),
)
"""What they may do there, as far as it is established."""
