"""Cthugha: what he costs and how many dice he has (reference 7). Fire Vampires are in `battle.neutral_results`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesLeft
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH, CARDS, CTHUGHA, DEAREST
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.neutral.cards import priests
from companion.games.cthulhu_wars.neutral.cards.earning import by_battle, great_enemy_killed
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.common_questions import MootError
from companion.games.cthulhu_wars.rules.pool import kinds, unit_cost
from companion.games.cthulhu_wars.rules.surcharges import more_at_gates
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one
from companion.table.words import _

FULL: Final = 6


def awakening_cost(state: CthulhuState, me: str, unit: str) -> int | None:
    """Return what a Great Old One costs to awaken now, or None if no source tells."""
    if unit in CARDS and not CARDS[unit].cost_known and unit != AZATHOTH:
        return None
    card = roster.card(me)
    if card.worth_mark and unit not in CARDS:
        return state.factions[me].marks.get(card.worth_mark, 0)
    return unit_cost(state, me, card.unit(unit))


def replaceable(state: CthulhuState, me: str) -> list[str]:
    """Great Old Ones that he can replace."""
    return [u.id for u in kinds(state, me, Rank.GOO) if state.on_map(me, u.id) > 0 and u.id != CTHUGHA]


def too_dear(state: CthulhuState, me: str, unit: str) -> str:
    """Why he cannot replace this one; empty if he can."""
    worth = awakening_cost(state, me, unit)
    return cannot_pay(state, me, FULL - (DEAREST if worth is None else worth))


def cannot_pay(state: CthulhuState, me: str, cost: int) -> str:
    """Why he is too dear at this price, whatever takes something off it and wherever he appears; empty if he is not."""
    least = cost + more_at_gates(state, me) - priests.less(state, me)
    return "" if least <= state.factions[me].power else _("It costs {cost} Power.").format(cost=least)


def replaces_nobody(state: CthulhuState, me: str) -> bool:
    """Whether there is no Great Old One to replace, and none is needed."""
    return roster.card(me).awakens_alone(state, me) and not replaceable(state, me)


def refused(state: CthulhuState, me: str) -> str:
    """Return why Cthugha cannot be awakened, or an empty string."""
    if replaces_nobody(state, me):
        return cannot_pay(state, me, FULL)
    reasons = [too_dear(state, me, unit) for unit in replaceable(state, me)]
    return "" if "" in reasons else next(iter(reasons), _("You have no Great Old One in play."))


def to_pay(cost: int) -> str:
    """Return a price in words; below 0 it is gained."""
    return (_("{cost} Power to pay") if cost >= 0 else _("{cost} Power to gain")).format(cost=abs(cost))


def price(state: CthulhuState, me: str) -> Script[int]:
    """Replace an own Great Old One, and return 6 less its awakening cost.

    Below 0 it is gained. A faction that needs no Great Old One pays 6.
    """
    if replaces_nobody(state, me):
        return FULL

    def build() -> Choose | None:
        options = []
        for unit in replaceable(state, me):
            worth = awakening_cost(state, me, unit)
            said = "" if worth is None else to_pay(FULL - worth)
            options.append(Option(unit, names.unit(me, unit), too_dear(state, me, unit), said))
        title = _("Cthugha: who is replaced?")
        if all(option.refused for option in options):
            return None
        return Choose(key="cthugha/replaced", who=me, title=title, options=tuple(options))

    unit = yield from pick_one(state, build)
    if unit is None:
        raise MootError
    worth = awakening_cost(state, me, unit)
    if worth is None:
        title = _("What does {unit} cost?").format(unit=names.unit(me, unit))
        text = _(CARDS[unit].text)
        least = max(0, FULL + more_at_gates(state, me) - priests.less(state, me) - state.factions[me].power)
        worth = yield from ask(
            state, lambda: Count(key="cthugha/worth", who=me, title=title, text=text, least=least, most=DEAREST)
        )
    if unit not in replaceable(state, me):
        raise MootError
    state.record(PiecesLeft(me, unit, 1, Loss.EXCHANGED, by=me))
    return FULL - int(worth or 0)


POWERS: Final = CardHooks(CTHUGHA, price=price, too_dear=refused, battle_ends=by_battle(CTHUGHA, great_enemy_killed))
