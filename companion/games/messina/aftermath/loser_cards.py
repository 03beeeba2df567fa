"""Cards against the losers, each in its owner's order (reference 2.6, B3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from companion.games.messina.facts import CardDrawn
from companion.games.messina.model import names
from companion.games.messina.model.rulings import ruling
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import CIVIL, military
from companion.games.messina.rules.cards import ChanceCard, ChanceEffect, against_loser
from companion.games.messina.rules.common_questions import destroy_some
from companion.table.prompts import Choose, Option, Prompt, as_list
from companion.table.script import Script, ask_together, pick_one
from companion.table.words import N_, _, n_

NAME: Final = ChanceEffect(unit=True, utility=False, civ=False)
SQUARE: Final = ChanceEffect(unit=True, utility=True, civ=False)
CIV: Final = ChanceEffect(unit=False, utility=False, civ=True)
PURE: Final = (SQUARE, NAME, CIV)
"""Cards that do one thing, in the order that costs the loser least."""

WORDS: Final = {
    NAME: N_("A Unit of your choice"),
    SQUARE: N_("A Unit of your choice and a Utility"),
    CIV: N_("A Civilian or Worker"),
    replace(NAME, civ=True): N_("A Unit of your choice, a Civilian or Worker"),
    replace(SQUARE, civ=True): N_("A Unit of your choice and a Utility, a Civilian or Worker"),
}
"""What they do, and those that do two or three things."""


def cards_against(state: MessinaState, shares: Mapping[str, int], damage_by: str) -> Script[None]:
    """Take down what the cards against each losing faction show, and let each faction apply its own.

    Args:
        state: the battle.
        shares: how many cards each of the losing factions has.
        damage_by: a sentence that says who chooses the Utilities that are damaged.
    """
    drawing = {faction: number for faction, number in shares.items() if number}
    shown = yield from ask_together(state, partial(_shown_prompts, state, drawing))
    for faction in drawing:
        answer = shown[state.key("cards", faction)]
        effects = [against_loser(_card(faction, option.partition(".")[0]), faction) for option in as_list(answer)]
        yield from _apply_all(state, faction, effects, damage_by)


def _card(faction: str, fields: str) -> ChanceCard:
    """Return a card by what it shows, like `name+civ`."""
    return ChanceCard(faction if "name" in fields or "square" in fields else "", "square" in fields, "civ" in fields)


def _shown_prompts(state: MessinaState, shares: Mapping[str, int]) -> list[Prompt]:
    return [_shown_prompt(state, faction, number) for faction, number in shares.items()]


def _shown_prompt(state: MessinaState, faction: str, number: int) -> Choose:
    name = names.faction(faction)
    show = {
        "name": name,
        "square": _("{faction} in a box").format(faction=name),
        "civ": _("Civ box"),
        "name+civ": _("{faction} and Civ box").format(faction=name),
        "square+civ": _("{faction} in a box and Civ box").format(faction=name),
    }
    return Choose(
        key=state.key("cards", faction),
        who=faction,
        title=n_("{n} card against {faction}", "{n} cards against {faction}", number).format(n=number, faction=name),
        options=tuple(
            Option(f"{fields}.{n}", said, group=fields) for fields, said in show.items() for n in range(1, number + 1)
        ),
        least=0,
        most=number,
        decline=_("None of them"),
        rule="card",
    )


def _apply_all(state: MessinaState, faction: str, left: list[ChanceEffect], damage_by: str) -> Script[None]:
    """Apply the cards of a loser in an order of its choice.

    The order is asked only where it is more than the choice of Units.
    """
    kinds = set(left)
    if kinds <= set(PURE) and (len(kinds) == 1 or not _order_matters(state)):
        for place, effect in enumerate(PURE):
            yield from _apply(state, faction, place, effect, left.count(effect), damage_by)
    else:
        yield from _one_by_one(state, faction, left, damage_by)


def _order_matters(state: MessinaState) -> bool:
    """Return whether names first and Civ last could cost what another order would save.

    Where all Units may be given up to a name, they cannot: each outcome of another order can be had by giving up the
    same Units, and a Civilian given up to a name is not there any more for Civ.
    """
    pooled = len(state.losers) > 1 and ruling(state.rulings, "dealt_civ") == "any"
    return pooled or ruling(state.rulings, "civilian_is_military") == "civilians"


def _one_by_one(state: MessinaState, faction: str, left: list[ChanceEffect], damage_by: str) -> Script[None]:
    """Card after card; those of the same effect are all one."""
    left = list(left)
    turn = len(PURE)
    while left:
        kinds = list(dict.fromkeys(left))
        effect = kinds[0]
        if len(kinds) > 1 and state.of([faction], support=False):
            picked = yield from pick_one(state, partial(_order_prompt, state, faction, turn, kinds))
            assert picked is not None
            effect = kinds[int(picked)]
        left.remove(effect)
        yield from _apply(state, faction, turn, effect, 1, damage_by)
        turn += 1


def _order_prompt(state: MessinaState, faction: str, turn: int, kinds: list[ChanceEffect]) -> Choose:
    return Choose(
        key=state.key("order", faction, turn),
        who=faction,
        title=_("Which card counts next?"),
        text=_("The order is yours: it can save a Unit."),
        options=tuple(Option(str(place), words(effect)) for place, effect in enumerate(kinds)),
        rule="order",
    )


def words(effect: ChanceEffect) -> str:
    """Say what a card does."""
    return _(WORDS[effect])


def _apply(
    state: MessinaState, faction: str, turn: int, effect: ChanceEffect, number: int, damage_by: str
) -> Script[None]:
    """Carry out so many cards of one effect."""
    if not number:
        return
    if effect.unit:
        # A red square takes any Unit; a plain name takes a Military one (2.6, B3).
        reading = "yes" if effect.utility else ruling(state.rulings, "civilian_is_military")
        able = [u for u in state.of([faction], support=False) if military(u, reading)]
        key = state.key("lost", faction, turn)
        title = _("Which Unit is lost?") if min(number, len(able)) == 1 else _("Which Units are lost?")
        yield from destroy_some(state, key, faction, title, able, number, _("a card names its faction"), "card")
    if effect.utility:
        said = n_(
            "{faction} takes {n} damage on a Utility here, if it has one.",
            "{faction} takes {n} damage on Utilities here, if it has any.",
            number,
        ).format(faction=names.faction(faction), n=number)
        state.record(CardDrawn(f"{said} {damage_by}", words=said))
    if effect.civ:
        pooled = len(state.losers) > 1 and ruling(state.rulings, "dealt_civ") == "any"
        able = [u for u in state.of(state.losers if pooled else [faction], support=False) if u.kind in CIVIL]
        key = state.key("civ", faction, turn)
        who = state.victors[0] if pooled else faction
        title = (
            _("Which one does the Civ box take?")
            if min(number, len(able)) == 1
            else _("Which ones does the Civ box take?")
        )
        yield from destroy_some(state, key, who, title, able, number, _("a card shows the Civ box"), "card")
