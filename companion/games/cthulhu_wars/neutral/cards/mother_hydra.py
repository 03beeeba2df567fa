"""Mother Hydra: The Agony Sting, and her spellbook The Zygote (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import HYDRA
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, pieces_in_pool
from companion.games.cthulhu_wars.neutral.drive_cultists import drive_cultists
from companion.games.cthulhu_wars.rules.pool import enter, pieces_on_map, pool
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.script import Script
from companion.table.words import N_, _


def no_zygote(state: CthulhuState, me: str) -> str:
    """Return why The Zygote cannot be used, or an empty string: Acolytes come where there is a unit, a Gate is none."""
    if not pieces_on_map(state, me):
        return _("You have no unit on the map.")
    return pieces_in_pool(ACOLYTE)(state, me)


def zygote(state: CthulhuState, me: str) -> Script[None]:
    """Place all Acolytes of the Pool."""
    yield from ask_surcharge(state, me)
    enter(state, me, ACOLYTE, pool(state, me, ACOLYTE), _("placed, each where there is a unit of its own"))


POWERS: Final = CardHooks(
    HYDRA,
    actions_in_play=(
        Action(
            "agony_sting",
            N_("The Agony Sting"),
            1,
            nothing_in_the_way,
            drive_cultists("agony_sting", N_("The Agony Sting: which ocean?"), ocean=True, own=False),
            N_("Enemy Cultists in an ocean move to adjacent land."),
            great=True,
        ),
    ),
    book_actions=(Action("zygote", N_("The Zygote"), 1, no_zygote, zygote),),
)
