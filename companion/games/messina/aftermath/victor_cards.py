"""Cards against the victors, one for each surviving loser at the site (reference 2.6, B4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.messina import names
from companion.games.messina.asking import destroy_some
from companion.games.messina.rules.units import Unit, military
from companion.games.messina.rulings import ruling
from companion.games.messina.state import MessinaState
from companion.table.prompts import Count, Prompt
from companion.table.script import Script, ask_together


def cards_against_victors(state: MessinaState, shares: Mapping[str, int]) -> Script[None]:
    """The losers draw; each card that names the victor it was dealt to costs that faction a Military Unit."""
    drawing = {faction: number for faction, number in shares.items() if number}
    hits = yield from ask_together(state, partial(_hits_prompts, state, drawing))
    for faction in drawing:
        yield from destroy_some(
            state,
            state.key("victor_lost", faction),
            faction,
            f"{names.faction(faction)} gives up",
            _able(state, faction),
            hits[state.key("victor_cards", faction)],
            "a card names its faction",
            "victor_cards",
        )


def _hits_prompts(state: MessinaState, shares: Mapping[str, int]) -> list[Prompt]:
    return [_hits_prompt(state, faction, number) for faction, number in shares.items()]


def _hits_prompt(state: MessinaState, faction: str, cards: int) -> Count:
    name = names.faction(faction)
    drawn = f"{names.number(cards, 'card')} against {name}"
    return Count(
        key=state.key("victor_cards", faction),
        who=faction,
        title=f"How many name {name}?",
        text=f"{drawn}. Losers draw one for each Unit that survived at the site. Civ and red squares do nothing here.",
        least=0,
        most=cards,
        suggested=0,
        rule="victor_cards",
    )


def _able(state: MessinaState, faction: str) -> list[Unit]:
    supports = ruling(state.rulings, "victor_victims") == "support"
    reading = ruling(state.rulings, "civilian_is_military")
    return [u for u in state.of([faction]) if (supports or not u.support) and military(u, reading)]
