"""Dire Cthulhu: his Elder Signs, and his spellbook Non-Euclidean (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillsCancelled, PainsAdded
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, DIRE_CTHULHU
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Window
from companion.games.cthulhu_wars.neutral.cards.earning import by_battle
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, has_book
from companion.games.cthulhu_wars.rules.common_questions import pick_kind
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.games.cthulhu_wars.rules.pool import kinds, pieces_on_map
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.state import Notice
from companion.table.words import N_, _, labelled

MASTER: Final = N_("Lord and Master")
ENOUGH: Final = 3
"""Enemy units Killed in one battle that earn his spellbook."""
NAME: Final = CARD_BOOKS[DIRE_CTHULHU].name


def awakens(state: CthulhuState, me: str) -> Script[None]:
    """Give an Elder Sign as he awakens."""
    yield from ()
    draw(state, me, names.unit(me, DIRE_CTHULHU))


def lord_and_master(state: CthulhuState, me: str, who: str, unit: str) -> Script[None]:
    """Give an Elder Sign each time his player awakens another independent Great Old One."""
    if me != who or unit not in CARDS or unit == DIRE_CTHULHU or not state.in_play(me, DIRE_CTHULHU):
        return
    if not (yield from held_down(state, me, DIRE_CTHULHU)):
        draw(state, me, _(MASTER))


def three_killed(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether three enemy units were Killed."""
    killed = [owner for owner, __, how in battle.lost if owner != me and how is Loss.KILLED]
    return me in battle.sides and len(killed) >= ENOUGH


def bystanders(state: CthulhuState, battle: Battle) -> list[str]:
    """Return the factions besides both sides that may have units in the area."""
    return [code for code in state.seats if code not in battle.sides and pieces_on_map(state, code) > 0]


def can_turn_aside(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a result can go to somebody else."""
    there = battle.took_part(me, DIRE_CTHULHU) and has_book(state, me, DIRE_CTHULHU)
    return there and bool(battle.kills[me] or battle.pains[me]) and bool(bystanders(state, battle))


def turn_aside(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Give a Kill or a Pain to a faction that looks on; it picks the unit, and moves one that is Pained itself."""

    def build() -> Choose:
        results = [(KILL, _("a Kill"))] * bool(battle.kills[me]) + [(PAIN, _("a Pain"))] * bool(battle.pains[me])
        options = tuple(
            Option(f"{code}/{result}", labelled(names.faction(code), words))
            for code in bystanders(state, battle)
            for result, words in results
        )
        title, text = _("Non-Euclidean: to whom?"), _("A faction with units in the area.")
        return Choose(key="battle/non_euclidean", who=me, title=title, text=text, options=options)

    picked = yield from pick_one(state, build)
    if picked is None:
        return
    victim, __, result = picked.partition("/")

    def there() -> list[str]:
        return [unit.id for unit in kinds(state, victim) if state.on_map(victim, unit.id) > 0]

    title = _("Which unit there takes it?")
    unit = yield from pick_kind(state, "battle/non_euclidean/unit", victim, title, victim, there)
    words = _("{unit} of {faction} takes the result (Non-Euclidean)")
    said = words.format(unit=names.unit(victim, unit), faction=names.faction(victim))
    if result == PAIN:
        state.record(PainsAdded(me, -1, words=said))
        state.record(Notice(victim, _("{faction}: move it to an adjacent area").format(faction=names.faction(victim))))
        return
    state.record(KillsCancelled(me, 1, words=said))
    yield from lose_unit(state, victim, unit, Loss.KILLED, battle.area, me)


POWERS: Final = CardHooks(
    DIRE_CTHULHU,
    awakened=awakens,
    great_awakened=lord_and_master,
    battle_ends=by_battle(DIRE_CTHULHU, three_killed),
    battle=(
        BattleAbility(
            "non_euclidean",
            NAME,
            Window.TOPPED_UP,
            can_turn_aside,
            turn_aside,
            CARD_BOOKS[DIRE_CTHULHU].text,
            repeat=True,
            late=True,
        ),
    ),
)
