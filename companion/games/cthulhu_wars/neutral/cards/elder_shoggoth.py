"""Elder Shoggoth: Prime Cause (reference 7, D71)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained, PieceResolved, PiecesJoined, PiecesLeft, PowerSpent
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH, CARDS, DEAREST, ELDER_SHOGGOTH
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import label, off_gate, one_of_each, survivors
from companion.games.cthulhu_wars.rules.pool import enter, in_pool, unit_cost
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one
from companion.table.words import N_, _


def price(state: CthulhuState, me: str, unit: Unit, *, free: bool) -> int:
    """Return half of what the new unit would cost now, rounded down.

    The Elder Shoggoth itself is free; so is a unit whose cost no source tells, as long as nobody has said it.
    """
    return 0 if free or not cost_known(unit) else unit_cost(state, me, unit) // 2


def cost_known(unit: Unit) -> bool:
    """Return whether a source tells what a unit costs; Azathoth costs nothing, for his price is a loss."""
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


def payable_units(state: CthulhuState, me: str, *, free: bool) -> Iterator[Unit]:
    """Yield the kinds of unit in the Pool that can be paid."""
    for unit in in_pool(state, me):
        if price(state, me, unit, free=free) <= state.factions[me].power:
            yield unit


def own_units(battle: Battle, me: str) -> list[Figure]:
    """Return a faction's own pieces that are there, before or after the battle, without those of others on its side."""
    return [figure for figure in survivors(battle, me) if figure.owner == me]


def can_exchange(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether there is a unit of the battle that Prime Cause can exchange."""
    return any(any(payable_units(state, me, free=f.unit == ELDER_SHOGGOTH)) for f in own_units(battle, me))


def can_use_prime_cause(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Prime Cause can be used before the dice (D71)."""
    there = battle.present(me, unit=ELDER_SHOGGOTH)
    return bool(there) and ruling(state.rulings, "D71") != OTHER and can_exchange(state, battle, me)


def can_use_it_later(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether it can be used after the battle, by the other reading (D71)."""
    there = battle.took_part(me, ELDER_SHOGGOTH)
    return there and ruling(state.rulings, "D71") == OTHER and can_exchange(state, battle, me)


def prime_cause(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Exchange a unit of the battle for one of the Pool (Prime Cause), which takes part in what is left of the battle.

    The players see to the conditions of a Great Old One.
    """

    def who() -> Choose | None:
        options = tuple(
            Option(
                f.id, label(f), "" if any(payable_units(state, me, free=f.unit == ELDER_SHOGGOTH)) else _("Too costly.")
            )
            for f in own_units(battle, me)
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
            for u in payable_units(state, me, free=free)
        )
        text = _("A Great Old One only if it was awakened before and everything else it needs is in place.")
        title = _("Prime Cause: by which unit?")
        return Choose(key="battle/prime_cause/by", who=me, title=title, text=text, options=options) if options else None

    unit = yield from pick_one(state, by)
    if unit is None:
        return
    kind = roster.card(me).unit(unit)
    cost, area = (yield from told_price(state, me, kind, free=free)), battle.area_of(figure)
    if cost:
        state.record(PowerSpent(me, cost, _("Prime Cause")))
    off_gate(state, battle, figure)
    state.record(PieceResolved((picked,), Status.GONE))
    state.record(PiecesLeft(me, figure.unit, 1, Loss.EXCHANGED, area, me))
    enter(state, me, unit, 1, _("takes its place"), area)
    if not battle.rolled:
        state.record(PiecesJoined(fresh(battle, f"{me}.{unit}", 1)))
    if not free and kind.rank is Rank.TERROR:
        state.record(DoomGained(battle.foe(me), 1, _("Prime Cause")))
    if not free and kind.rank is Rank.GOO:
        draw(state, battle.foe(me), _("Prime Cause"))


WORDS: Final = N_("Replace one of your units there with one from your Pool, for half its cost.")

POWERS: Final = CardHooks(
    ELDER_SHOGGOTH,
    battle=(
        BattleAbility(
            "prime_cause",
            N_("Prime Cause"),
            Window.PRE_BATTLE,
            can_use_prime_cause,
            prime_cause,
            WORDS,
        ),
        BattleAbility(
            "prime_cause_later",
            N_("Prime Cause"),
            Window.AFTER_BATTLE,
            can_use_it_later,
            prime_cause,
            WORDS,
        ),
    ),
)
