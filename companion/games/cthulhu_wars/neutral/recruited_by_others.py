"""Neutral Cultists whom anybody may recruit for their player (reference 7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.script import Script
from companion.table.words import _


def recruit_for(owner: str, card: str, state: CthulhuState, me: str) -> Script[None]:
    """Recruit one for its player, whose it stays."""
    yield from ask_surcharge(state, me)
    enter(state, owner, card, 1, _("recruited"))


def recruited_by_others(card: str) -> Callable[[CthulhuState, str, str], list[Action]]:
    """Return a function for the Action by which another faction recruits a Cultist for its player."""

    def actions(state: CthulhuState, holder: str, _me: str) -> list[Action]:
        if pool(state, holder, card) <= 0:
            return []
        action = Action(
            f"recruit_for/{card}",
            _("Recruit {unit}").format(unit=names.unit_of(CARDS[card].unit)),
            CARDS[card].unit.cost,
            nothing_in_the_way,
            partial(recruit_for, holder, card),
            _("It stays a unit of {faction}").format(faction=names.faction(holder)),
            symbol="recruit",
        )
        return [action]

    return actions
