"""One card against each losing faction that supported (reference 2.6, C)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.messina import names
from companion.games.messina.asking import destroy_some
from companion.games.messina.rules.cards import Card, against_support
from companion.games.messina.rules.units import CIVILIAN
from companion.games.messina.state import MessinaState
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_some


def cards_against_support(state: MessinaState, factions: Sequence[str], chooser: str) -> Script[None]:
    """One card for all supporting Units of a faction together.

    Args:
        state: the battle.
        factions: the losers.
        chooser: who picks the Civilian that Civ takes; empty for its owner.
    """
    for faction in factions:
        if not state.of([faction], support=True):
            continue
        fields = yield from pick_some(state, partial(_card_prompt, state, faction))
        effect = against_support(Card(faction if "name" in fields else "", civ="civ" in fields), faction)
        if effect.unit:
            able = state.of([faction], support=True)
            key = state.key("support_lost", faction)
            yield from destroy_some(
                state, key, faction, "Which supporting Unit is lost?", able, 1, "a card names its faction", "support"
            )
        if effect.civ:
            able = [u for u in state.of([faction], support=True) if u.kind == CIVILIAN]
            key = state.key("support_civ", faction)
            who = chooser or faction
            yield from destroy_some(
                state, key, who, "Which supporting Civilian goes?", able, 1, "a card shows Civ", "support"
            )


def _card_prompt(state: MessinaState, faction: str) -> Choose:
    return Choose(
        key=state.key("support_card", faction),
        who=faction,
        title=f"{names.faction(faction)} draws one card for its support",
        text="Tap what it shows; nothing else on it matters.",
        options=(Option("name", f"Names {names.faction(faction)}"), Option("civ", "Red Civ")),
        least=0,
        most=2,
        decline="None of it",
        rule="support",
    )
