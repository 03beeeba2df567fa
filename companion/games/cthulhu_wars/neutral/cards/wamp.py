"""Wamp: Crypt Dweller (reference 7): in the Doom Phase an enemy places all that are in the Pool."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import WAMP
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, pieces_in_pool
from companion.games.cthulhu_wars.rules.common_questions import pick_faction
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.table.script import Script
from companion.table.words import N_, _, n_


def crypt_dweller(state: CthulhuState, me: str) -> Script[None]:
    """Have an enemy place all Wamps of the Pool in areas without a Gate, one or several."""
    title = _("Which enemy places the Wamps?")
    enemy = yield from pick_faction(state, f"crypt_dweller/{me}", me, title, lambda: state.of_others(me))
    number = pool(state, me, WAMP)
    words = n_("placed by {faction} in an area without a Gate", "placed by {faction} in areas without a Gate", number)
    enter(state, me, WAMP, number, words.format(faction=names.faction(enemy)))


POWERS: Final = CardHooks(
    WAMP,
    doom_phase=(
        Action(
            "crypt_dweller",
            N_("Crypt Dweller"),
            0,
            pieces_in_pool(WAMP),
            crypt_dweller,
            N_("An enemy of your choice places all Wamps from your Pool in areas without a Gate"),
        ),
    ),
)
