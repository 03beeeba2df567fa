"""Azathoth, the independent Great Old One: what his awakening takes (reference 7: RB errata card)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, everybody_great
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.azathoth_marker import HIGHEST, ask_where
from companion.games.cthulhu_wars.rules.surcharges import more_at_gates
from companion.table.prompts import Roll
from companion.table.script import Script, ask
from companion.table.words import _

NEEDED: Final = 8
MORE: Final = 2
"""Power that is lost besides the die."""


def refused(state: CthulhuState, me: str) -> str:
    """Return why Azathoth cannot be awakened, or an empty string."""
    needed, words = NEEDED + more_at_gates(state, me), _("{unit} needs {power} Power.")
    return "" if state.factions[me].power >= needed else words.format(unit=names.unit(me, AZATHOTH), power=needed)


def price(state: CthulhuState, me: str) -> Script[int]:
    """Roll a die and add 2: a loss of Power, not a cost.

    The players say where his marker goes, most likely to the same number.
    """

    def roll() -> Roll:
        title, text = _("Azathoth: how much Power is lost?"), _("A die and 2 more.")
        return Roll(key="azathoth/price", who=me, title=title, text=text, dice=1, rule="neutral")

    lost = sum((yield from ask(state, roll))) + MORE
    yield from ask_where(state, me, min(HIGHEST, lost), _("As his card says; filled in is the Power that is lost."))
    return lost


POWERS: Final = CardHooks(
    AZATHOTH, price=price, loses=True, too_dear=refused, noticed=as_soon_as(AZATHOTH, everybody_great)
)
