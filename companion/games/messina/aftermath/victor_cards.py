"""Cards against the victors, one for each surviving loser at the site (reference 2.6, B4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.messina import names
from companion.games.messina.asking import destroy_some
from companion.games.messina.options import ruling
from companion.games.messina.rules.cards import deal
from companion.games.messina.rules.units import Unit, military
from companion.games.messina.state import MessinaState
from companion.table.prompts import Count
from companion.table.script import Script, ask


def cards_against_victors(state: MessinaState, order: Sequence[str]) -> Script[None]:
    """The losers draw; each card that names the victor it was dealt to costs that faction a Military Unit."""
    number = len(state.of(state.losers, support=False))
    for faction, share in deal(range(number), list(order)).items():
        if not share:
            continue
        hits = yield from ask(state, partial(_hits_prompt, state, faction, len(share)))
        yield from destroy_some(
            state,
            state.key("victor_lost", faction),
            faction,
            f"{names.faction(faction)} gives up",
            _able(state, faction),
            hits,
            "a card names its faction",
            "victor_cards",
        )


def _hits_prompt(state: MessinaState, faction: str, cards: int) -> Count:
    drawn = "1 card" if cards == 1 else f"{cards} cards"
    return Count(
        key=state.key("victor_cards", faction),
        who=state.losers[0],
        title=f"How many name {names.faction(faction)}?",
        text=f"The losers draw {drawn} against {names.faction(faction)}: one for each of their Units that survived at "
        "the site. Civ and red squares do nothing here.",
        least=0,
        most=cards,
        suggested=0,
        rule="victor_cards",
    )


def _able(state: MessinaState, faction: str) -> list[Unit]:
    supports = ruling(state.options, "victor_victims") == "support"
    reading = ruling(state.options, "civilian_is_military")
    return [u for u in state.of([faction]) if (supports or not u.support) and military(u, reading)]
