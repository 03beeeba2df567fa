"""Cards against the victors, one for each surviving loser at the site (reference 2.6, B4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.messina.model import names
from companion.games.messina.model.rulings import ruling
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import MessinaUnit, military
from companion.games.messina.rules.common_questions import destroy_some
from companion.table.prompts import Count, Prompt
from companion.table.script import Script, ask_together
from companion.table.words import _, n_


def cards_against_victors(state: MessinaState, shares: Mapping[str, int]) -> Script[None]:
    """Have the losers draw cards; each that names its victor costs it a Military Unit."""
    drawing = {faction: number for faction, number in shares.items() if number}
    hits = yield from ask_together(state, partial(_hits_prompts, state, drawing))
    for faction in drawing:
        lost = hits[state.key("victor_cards", faction)]
        yield from destroy_some(
            state,
            state.key("victor_lost", faction),
            faction,
            n_("Which Unit does {faction} lose?", "Which Units does {faction} lose?", lost).format(
                faction=names.faction(faction)
            ),
            _able(state, faction),
            lost,
            _("a card names its faction"),
            "victor_cards",
        )


def _hits_prompts(state: MessinaState, shares: Mapping[str, int]) -> list[Prompt]:
    return [_hits_prompt(state, faction, number) for faction, number in shares.items()]


def _hits_prompt(state: MessinaState, faction: str, cards: int) -> Count:
    name = names.faction(faction)
    return Count(
        key=state.key("victor_cards", faction),
        who=faction,
        title=_("How many name {faction}?").format(faction=name),
        text=n_(
            "{n} card against {faction}. Losers draw one for each Unit that survived at the site. "
            "Boxes do nothing here.",
            "{n} cards against {faction}. Losers draw one for each Unit that survived at the site. "
            "Boxes do nothing here.",
            cards,
        ).format(n=cards, faction=name),
        least=0,
        most=cards,
        suggested=0,
        rule="victor_cards",
    )


def _able(state: MessinaState, faction: str) -> list[MessinaUnit]:
    supports = ruling(state.rulings, "victor_victims") == "support"
    reading = ruling(state.rulings, "civilian_is_military")
    return [u for u in state.of([faction]) if (supports or not u.support) and military(u, reading)]
