"""Dire Yog-Sothoth: his price, his dice, To Rule Them All, and It Walks Unseen (reference 7, book: one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import Captured, CounterSet, PiecesLeft
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, CardDiscount
from companion.games.cthulhu_wars.model.neutral_cards import DIRE_YOG
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.neutral.cards import lavinia_whateley
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import has_book
from companion.games.cthulhu_wars.rules.common_questions import MootError, pick_only
from companion.games.cthulhu_wars.rules.pool import kinds, unit_cost
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _, labelled

FULL: Final = 10
"""His price, less the cost of whom he replaces."""


def own_price(me: str) -> CardDiscount | None:
    """Return the price that a faction's own card has for him, or None."""
    return next((own for own in roster.card(me).kin if own.card == DIRE_YOG), None)


def replaceable(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds on the map that he may replace: by a faction's own card one, else the dearest."""
    if own := own_price(me):
        return [own.replaces] if state.on_map(me, own.replaces) > 0 else []
    there = [unit for unit in kinds(state, me, Rank.MONSTER, Rank.TERROR) if state.on_map(me, unit.id) > 0]
    dearest = max((unit_cost(state, me, unit) for unit in there), default=0)
    return [unit.id for unit in there if unit_cost(state, me, unit) == dearest]


def cost(state: CthulhuState, me: str) -> int:
    """Return what he costs now."""
    if own := own_price(me):
        return own.power
    return FULL - max((unit_cost(state, me, roster.card(me).unit(unit)) for unit in replaceable(state, me)), default=0)


def refused(state: CthulhuState, me: str) -> str:
    """Return why he cannot be awakened, or an empty string."""
    if not replaceable(state, me):
        return _("You have nobody on the map whom he can replace.")
    least = cost(state, me) - lavinia_whateley.less(state, me)
    return "" if least <= state.factions[me].power else _("It costs {cost} Power.").format(cost=least)


def price(state: CthulhuState, me: str) -> Script[int]:
    """Replace whom he replaces, and return what he costs."""
    due = cost(state, me)

    def build() -> Choose | None:
        options = tuple(Option(unit, names.unit(me, unit)) for unit in replaceable(state, me))
        title = _("{unit}: who is replaced?").format(unit=names.unit(me, DIRE_YOG))
        return Choose(key="dire_yog_sothoth/replaced", who=me, title=title, options=options) if options else None

    unit = yield from pick_one(state, build)
    if unit is None:
        raise MootError
    state.record(PiecesLeft(me, unit, 1, Loss.EXCHANGED, by=me))
    if (own := own_price(me)) and own.counts:
        state.record(CounterSet(me, own.counts, 1))
    return due


def dice(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return the Great Old Ones that enemies have in play, or None in a Quick Battle, which knows no others."""
    if state.skirmish:
        return None
    great = sum(state.in_play(code, unit.id) for code in state.enemies(side) for unit in kinds(state, code, Rank.GOO))
    return great * number


def prey(state: CthulhuState, me: str) -> list[tuple[str, str]]:
    """Return the Great Old Ones of enemies on the map, as `(faction, unit)`."""
    return [
        (code, unit.id)
        for code in state.enemies(me)
        for unit in kinds(state, code, Rank.GOO)
        if state.on_map(code, unit.id) > 0
    ]


def no_prey(state: CthulhuState, me: str) -> str:
    """Return that no enemy Great Old One is on the map, or an empty string."""
    return "" if prey(state, me) else _("No enemy Great Old One is on the map.")


def rule_them_all(state: CthulhuState, me: str) -> Script[None]:
    """Capture an enemy Great Old One in his area that none of its rank or above protects."""
    yield from ask_surcharge(state, me)

    def build() -> Choose:
        options = tuple(
            Option(f"{code}/{unit}", labelled(names.faction(code), names.unit(code, unit)))
            for code, unit in prey(state, me)
        )
        title, text = _("Capture which Great Old One?"), _("One in his area, by the rules for Cultists.")
        return Choose(key="rule_them_all", who=me, title=title, text=text, options=options)

    code, __, unit = (yield from pick_only(state, build)).partition("/")
    state.record(Captured(code, unit, me))


def reminds(state: CthulhuState, me: str, action: str) -> str:
    """Return the reminder that he may Move along, of which nothing is counted."""
    along = action == "move" and has_book(state, me, DIRE_YOG)
    return _("Dire Yog-Sothoth may move along, for free") if along else ""


POWERS: Final = CardHooks(
    DIRE_YOG,
    price=price,
    too_dear=refused,
    at_gate=False,
    dice=dice,
    reminds=reminds,
    actions_in_play=(
        Action(
            "rule_them_all",
            N_("To Rule Them All"),
            4,
            no_prey,
            rule_them_all,
            N_("Capture a Great Old One in his area, by the rules for Cultists"),
            great=True,
        ),
    ),
)
