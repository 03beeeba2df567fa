"""Asteroid Cat: Abandoned to Lusts (reference 7): on an enemy's slot, whose book its player picks."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesEntered, SlotTaken
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import ASTEROID_CAT
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, SLOT, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_on_map
from companion.games.cthulhu_wars.rules.common_questions import pick_faction, pick_only
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _


def taken(state: CthulhuState, code: str, requirement: str) -> bool:
    """Return whether a Cat lies on the slot of a requirement."""
    return bool(state.factions[code].marks.get(f"{SLOT}{requirement}"))


def slots(state: CthulhuState, me: str) -> list[tuple[str, str]]:
    """Return the empty slots of enemies that lack a spellbook, as `(faction, requirement)`."""
    return [
        (code, requirement.id)
        for code in state.of_others(me)
        if len(state.factions[code].books) < BOOKS_TO_WIN
        for requirement in roster.card(code).requirements
        if requirement.id not in state.factions[code].met and not taken(state, code, requirement.id)
    ]


def no_slot(state: CthulhuState, me: str) -> str:
    """Return that no enemy has an empty slot, or an empty string."""
    return "" if slots(state, me) else _("No enemy has an empty spellbook slot.")


def abandoned_to_lusts(state: CthulhuState, me: str) -> Script[None]:
    """Move a Cat from the map onto an empty slot of an enemy that has a unit in its area."""
    yield from ask_surcharge(state, me)

    def enemies() -> list[str]:
        return [*dict.fromkeys(code for code, __ in slots(state, me))]

    title, text = _("Asteroid Cat: to which enemy?"), _("One that has a unit in its area.")
    code = yield from pick_faction(state, "asteroid_cat/enemy", me, title, enemies, text=text)

    def build() -> Choose:
        options = tuple(
            Option(requirement, names.requirement(code, requirement))
            for owner, requirement in slots(state, me)
            if owner == code
        )
        return Choose(key="asteroid_cat/slot", who=me, title=_("Asteroid Cat: onto which slot?"), options=options)

    requirement = yield from pick_only(state, build)
    if state.on_map(me, ASTEROID_CAT) > 0:
        state.record(SlotTaken(me, code, requirement, 1))


def owner(state: CthulhuState) -> str:
    """Return who has the card, or an empty string."""
    return next((code for code, faction in state.factions.items() if ASTEROID_CAT in faction.loyalty), "")


def picks_book(state: CthulhuState, code: str, requirement: str) -> str:
    """Return who picks the book of a slot with a Cat, or an empty string."""
    return owner(state) if taken(state, code, requirement) else ""


def comes_back(state: CthulhuState, code: str, requirement: str) -> Script[None]:
    """Return the Cat from the slot to a Gate of its player; without one the table says where it goes."""
    if not taken(state, code, requirement):
        return
    me = owner(state)

    def build() -> Choose | None:
        if state.gates_of(me):
            return None
        options = (Option("map", _("It comes to the map")), Option("pool", _("It goes to your Pool")))
        title = _("{unit} without a Gate of yours").format(unit=names.unit(me, ASTEROID_CAT))
        text = _("Our sources do not say what happens without a Gate: read its card.")
        return Choose(key=f"asteroid_cat/{me}/no_gate", who=me, title=title, text=text, options=options)

    to = yield from pick_one(state, build)
    state.record(SlotTaken(me, code, requirement, -1))
    if to != "pool":
        words = _("comes to the map") if to else _("comes to a controlled Gate")
        state.record(PiecesEntered(me, ASTEROID_CAT, 1, words))


POWERS: Final = CardHooks(
    ASTEROID_CAT,
    picks_book=picks_book,
    book_picked=comes_back,
    actions=(
        Action(
            "abandoned_to_lusts",
            N_("Abandoned to Lusts"),
            0,
            while_on_map(ASTEROID_CAT, no_slot),
            abandoned_to_lusts,
            N_("An Asteroid Cat onto an empty spellbook slot of an enemy in its area; you pick the book for it"),
        ),
    ),
)
