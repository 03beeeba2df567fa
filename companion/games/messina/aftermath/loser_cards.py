"""Cards against the losers, each in its owner's order (reference 2.6, B3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.games.messina import names
from companion.games.messina.asking import destroy_some
from companion.games.messina.facts import Drawn
from companion.games.messina.options import ruling
from companion.games.messina.rules.cards import Card, Effect, against_loser, deal
from companion.games.messina.rules.units import CIVIL, military
from companion.games.messina.state import MessinaState
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, pick_some

FIELDS: Final = ("name", "square", "civ")


def cards_against(state: MessinaState, order: Sequence[str], number: int, damage_by: str) -> Script[None]:
    """Deal so many cards to the losing factions, take down what they show, and let each faction apply its own.

    Args:
        state: the battle.
        order: the losing factions, in the order in which they are dealt to.
        number: of cards.
        damage_by: who chooses the Utilities that are damaged, in words.
    """
    for faction, share in deal(range(number), list(order)).items():
        cards = []
        for n in share:
            fields = yield from pick_some(state, partial(_card_prompt, state, faction, n, number))
            cards.append(Card(faction if "name" in fields else "", "square" in fields, "civ" in fields))
        yield from _apply_all(state, faction, cards, damage_by)


def _card_prompt(state: MessinaState, faction: str, place: int, number: int) -> Choose:
    name = names.faction(faction)
    return Choose(
        key=state.key("card", faction, place),
        who=faction,
        title=f"Card {place + 1} of {number} against {name}",
        text="Tap what it shows; nothing else on it matters.",
        options=(
            Option("name", f"Names {name}"),
            Option("square", "Red square"),
            Option("civ", "Red Civ"),
        ),
        least=0,
        most=len(FIELDS),
        decline="None of it",
        rule="card",
    )


def _apply_all(state: MessinaState, faction: str, cards: list[Card], damage_by: str) -> Script[None]:
    """The loser chooses the order; cards of the same effect are all one."""
    left = [effect for card in cards if not (effect := against_loser(card, faction)).nothing]
    turn = 0
    while left:
        kinds = list(dict.fromkeys(left))
        effect = kinds[0]
        if len(kinds) > 1 and state.of([faction], support=False):
            picked = yield from pick_one(state, partial(_order_prompt, state, faction, turn, kinds))
            assert picked is not None
            effect = kinds[int(picked)]
        left.remove(effect)
        yield from _apply(state, faction, turn, effect, damage_by)
        turn += 1


def _order_prompt(state: MessinaState, faction: str, turn: int, kinds: list[Effect]) -> Choose:
    return Choose(
        key=state.key("order", faction, turn),
        who=faction,
        title="Which card counts next?",
        text="The order is yours: it can save a Unit.",
        options=tuple(Option(str(place), words(effect)) for place, effect in enumerate(kinds)),
        rule="order",
    )


def words(effect: Effect) -> str:
    """Say what a card does."""
    parts = []
    if effect.unit:
        parts.append("a Unit of your choice" + (" and a Utility" if effect.utility else ""))
    if effect.civ:
        parts.append("a Civilian or Worker")
    said = ", ".join(parts)
    return said[0].upper() + said[1:]


def _apply(state: MessinaState, faction: str, turn: int, effect: Effect, damage_by: str) -> Script[None]:
    if effect.unit:
        # A red square takes any Unit; a plain name takes a Military one (2.6, B3).
        reading = "yes" if effect.utility else ruling(state.options, "civilian_is_military")
        able = [u for u in state.of([faction], support=False) if military(u, reading)]
        key = state.key("lost", faction, turn)
        yield from destroy_some(state, key, faction, "Which Unit is lost?", able, 1, "a card names its faction", "card")
    if effect.utility:
        said = f"{names.faction(faction)} takes 1 damage on a Utility at the site, if it has one"
        state.record(Drawn(f"{said}.", f"{said}: {damage_by} which, never a Shield."))
    if effect.civ:
        pooled = len(state.losers) > 1 and ruling(state.options, "dealt_civ") == "any"
        able = [u for u in state.of(state.losers if pooled else [faction], support=False) if u.kind in CIVIL]
        key = state.key("civ", faction, turn)
        who = state.victors[0] if pooled else faction
        yield from destroy_some(state, key, who, "Which one does Civ take?", able, 1, "a card shows Civ", "card")
