"""Yig: Snakebite, and his spellbook Messenger of Yig (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained, GateGone, KillsAdded, PainsAdded, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import YIG
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.assign import assigner, spread
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, earn, has_book
from companion.games.cthulhu_wars.rules.pool import like_cultists
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _


def can_use_snakebite(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Cultist of Yig's side has been assigned a Kill."""
    own = like_cultists(state, me)
    struck = any(KILL in f.hits for f in battle.figures if f.side == me and f.unit in own)
    return struck and battle.took_part(me, YIG)


def snakebite(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Add a Kill against the enemy; it is a Pain where this side's Kills are (D45)."""
    foe = battle.foe(me)
    words = _("{unit}: 1 more Kill on {faction}").format(unit=names.unit(me, YIG), faction=names.faction(foe))
    point = battle.softened.get(me)
    if point and ruling(state.rulings, point) != OTHER:
        state.record(PainsAdded(me, 1, words=_("Snakebite counts as a Pain")))
        return
    state.record(KillsAdded(me, 1, words=words))
    yield from spread(state, battle, foe, KILL, 1, assigner(state, battle, foe))


def no_gate(state: CthulhuState, me: str) -> str:
    """Return why his spellbook cannot be earned, or an empty string."""
    if has_book(state, me, YIG):
        return _("Already done.")
    return "" if state.held_gates(me) else _("You control no Gate.")


def remove_gate(state: CthulhuState, me: str) -> Script[None]:
    """Remove an own Gate, by which his spellbook is earned."""
    title = _("Which Gate is removed?")
    area = yield from pick_target(state, "gate_for_yig/area", me, title, lambda: state.held_gates(me))
    state.record(GateGone(area, removed=True))
    earn(state, me, YIG)


def messenger(state: CthulhuState, me: str) -> Script[None]:
    """Let each other faction give 1 Power, or gain 1 Doom for it."""
    why = _(CARD_BOOKS[YIG].name)
    for code in state.enemies(me):

        def build(code: str = code) -> Choose:
            poor = "" if state.factions[code].power > 0 else _("You have none.")
            name = names.faction(me)
            options = (
                Option("power", _("1 Power of yours for {faction}").format(faction=name), poor),
                Option("doom", _("{faction}: +1 Doom").format(faction=name)),
            )
            return Choose(key=f"messenger_of_yig/{code}", who=code, title=_("Messenger of Yig"), options=options)

        if (yield from pick_one(state, build)) == "power":
            state.record(PowerGained(code, -1, why))
            state.record(PowerGained(me, 1, why))
        else:
            state.record(DoomGained(me, 1, why))


POWERS: Final = CardHooks(
    YIG,
    actions_in_play=(Action("gate_for_yig", N_("Remove a Gate for Yig's book"), 0, no_gate, remove_gate, known=True),),
    book_doom_phase=(
        Action("messenger_of_yig", CARD_BOOKS[YIG].name, 0, nothing_in_the_way, messenger, CARD_BOOKS[YIG].text),
    ),
    battle=(
        BattleAbility(
            "snakebite",
            N_("Snakebite"),
            Window.MORE_KILLS,
            can_use_snakebite,
            snakebite,
            N_("When one of your Cultists is assigned a Kill: one more Kill on the enemy."),
            great=True,
        ),
    ),
)
