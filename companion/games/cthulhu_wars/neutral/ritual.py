"""The Ritual of Annihilation (reference 1.1 and 3.3)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import DoomGained, PowerSpent
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.faction_parts import RitualVariant, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import ELDER_GODS
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.registry import added_signs, ritual_performed
from companion.games.cthulhu_wars.neutral.unique_abilities import uniques
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import gates, great_old_ones, independent_kinds
from companion.games.cthulhu_wars.rules.ritual_marker import advance, ritual_cost
from companion.table.prompts import Blank, Form
from companion.table.script import Script, ask
from companion.table.words import N_, _, n_

TOLD: Final = "told"
"""A Ritual of which the table says everything."""
MORE: Final = 6
"""Doom and Elder Signs that people can write down for a Ritual beyond what was worked out."""


def ritual_gain(state: CthulhuState, me: str) -> str:
    """Return what a Ritual would give, in words."""
    due = ritual_signs(state, me)
    signs = min(due, len(state.bag))
    # Each one that there is not is 1 Doom.
    number = gates(state, me) + due - signs
    gain = _("+{number} Doom").format(number=number)
    if not signs:
        return gain
    return f"{gain}, " + n_("+{number} Elder Sign", "+{number} Elder Signs", signs).format(number=signs)


def ritual_signs(state: CthulhuState, me: str) -> int:
    """Return how many Elder Signs a Ritual gives: 1 per own Great Old One, and by faction rules.

    By another ruling independent ones count, too (D6); one of two figures counts once.
    """
    number = great_old_ones(state, me) + roster.card(me).ritual_signs(state, me) + boards.ritual_signs(state, me)
    if ruling(state.rulings, "D6") == OTHER:
        giving = [name for name in independent_kinds(state, me) if name not in ELDER_GODS]
        number += sum(state.in_play(me, name) > 0 for name in giving)
    return number


def few_signs(left: int) -> str:
    """Return what happens when the last Elder Signs are drawn (reference 3.6)."""
    if not left:
        return _("No Elder Sign is left: each one is 1 Doom instead.")
    words = n_(
        "{n} Elder Sign is left; each further one is 1 Doom instead.",
        "{n} Elder Signs are left; each further one is 1 Doom instead.",
        left,
    )
    return words.format(n=left)


def told_ritual(state: CthulhuState, me: str) -> Script[bool]:
    """Perform a Ritual whose cost and gain the players say, with suggested numbers; return whether they did."""

    def sheet() -> Form:
        power, left, signs = state.factions[me].power, len(state.bag), ritual_signs(state, me)
        numbers = (
            ("cost", _("Power cost"), min(power, ritual_cost(state, me)), power),
            ("doom", _("Doom gained"), gates(state, me), gates(state, me) + MORE),
            ("signs", _("Elder Signs gained"), signs, signs + MORE),
        )
        return Form(
            key=f"ritual/told/{me}",
            who=me,
            title=_("What does the Ritual cost and give?"),
            text="" if left >= signs + MORE else few_signs(left),
            rule="ritual",
            blanks=tuple(Blank(name, label, most=most, suggested=now) for name, label, now, most in numbers),
            confirm=_("Ritual for {cost} Power"),
            decline=_("Back"),
        )

    answer = yield from ask(state, sheet)
    if sheet().declines(answer):
        return False
    told = sheet().filled(answer)

    def gains(_state: CthulhuState, _me: str) -> Script[tuple[int, int]]:
        yield from ()
        return told["doom"], told["signs"]

    said = RitualVariant(TOLD, N_("Ritual of Annihilation"), nothing_in_the_way, gains)
    yield from perform_ritual(state, me, said, told["cost"])
    return True


def perform_ritual(
    state: CthulhuState, me: str, rite: RitualVariant | None = None, cost: int | None = None
) -> Script[None]:
    """Pay the present cost, move the marker, gain 1 Doom per Gate and the Elder Signs, or what the `rite` brings.

    Args:
        cost: what is paid, if the table has said it.
    """
    paid = ritual_cost(state, me) if cost is None else cost
    state.record(PowerSpent(me, paid, _("Ritual of Annihilation")))
    advance(state, me)
    doom, signs = (yield from rite.gains(state, me)) if rite else (gates(state, me), ritual_signs(state, me))
    why = _(rite.name) if rite else _("Ritual of Annihilation")
    if rite is None or rite.id != TOLD:
        signs += yield from added_signs(state, me)
    if doom:
        state.record(DoomGained(me, doom, why))
    drawn = state.factions[me].drawn
    draw(state, me, why, signs)
    drawn = state.factions[me].drawn - drawn
    yield from roster.card(me).after_ritual(state, me, doom)
    for code in state.enemies(me):
        for unique in uniques(state, code):
            if unique.others_ritual:
                doom = yield from unique.others_ritual(state, code, me, doom)
    yield from ritual_performed(state, me, drawn)
