"""Nodens: what he adds instead of dice, Healing, and his spellbook Proteus (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, KillsAdded, PainsAdded, RitualSet
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import NODENS
from companion.games.cthulhu_wars.model.state import PROTEUS, CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import BOOK, CARD_BOOKS, earn
from companion.games.cthulhu_wars.rules.common_questions import pick_only
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.prompts import Choose, Option
from companion.table.script import Script, yes
from companion.table.words import N_, _

NODENS_PAINS: Final = 2
NAME: Final = CARD_BOOKS[NODENS].name


def is_there(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Nodens takes part."""
    return battle.took_part(me, NODENS)


def add_kill_and_pains(state: CthulhuState, _battle: Battle, me: str) -> Script[None]:
    """Add 1 Kill and 2 Pains, for he rolls no dice."""
    yield from ()
    words = _("{unit}: 1 more Kill and 2 more Pains").format(unit=names.unit(me, NODENS))
    state.record(KillsAdded(me, 1, words=words))
    state.record(PainsAdded(me, NODENS_PAINS, words=""))


def healing(state: CthulhuState, me: str) -> Script[None]:
    """Offer to move the Ritual marker a step back at the end of the phase, unless it stands on Instant Death."""
    if not state.in_play(me, NODENS) or not 0 < state.ritual < len(state.track) or state.instant_death:
        return
    if (yield from held_down(state, me, NODENS)):
        return
    cost = state.track[state.ritual - 1]
    text = _("A Ritual then costs {cost}.").format(cost=cost)
    if (yield from yes(state, f"healing/{me}", me, _("Healing: ritual marker a step back?"), text=text)):
        state.record(RitualSet(state.ritual - 1, cost))


def ritual_performed(state: CthulhuState, me: str, who: str, _signs: int) -> Script[None]:
    """Earn his spellbook as his player performs a Ritual."""
    yield from ()
    if me == who and state.in_play(me, NODENS) and not state.factions[me].marks.get(f"{BOOK}{NODENS}"):
        earn(state, me, NODENS)


def lendable(state: CthulhuState, me: str) -> list[str]:
    """Return the spellbooks of the faction that do not work for him yet; whether one names a unit people see."""
    faction, own = state.factions[me], [book.id for book in roster.card(me).books]
    return [book for book in faction.books if book in own and not faction.marks.get(f"{PROTEUS}{book}")]


def none_to_lend(state: CthulhuState, me: str) -> str:
    """Return that no spellbook is left to mark, or an empty string."""
    return "" if lendable(state, me) else _("You have no further spellbook of your faction.")


def proteus(state: CthulhuState, me: str) -> Script[None]:
    """Mark a spellbook that names a unit: it works for him as if he were that unit, which the table sees to."""
    yield from ask_surcharge(state, me)

    def build() -> Choose:
        options = tuple(Option(book, names.book(me, book)) for book in lendable(state, me))
        title, text = _("Proteus: which spellbook?"), _("One that names a unit; what it does for Nodens you see to.")
        return Choose(key="proteus", who=me, title=title, text=text, options=options)

    book = yield from pick_only(state, build)
    words = _("{faction}: {book} works for Nodens").format(faction=names.faction(me), book=names.book(me, book))
    state.record(CounterSet(me, f"{PROTEUS}{book}", 1, words))


POWERS: Final = CardHooks(
    NODENS,
    doom_ends=healing,
    ritual_performed=ritual_performed,
    book_actions=(Action("proteus", NAME, 2, none_to_lend, proteus, CARD_BOOKS[NODENS].text),),
    battle=(
        BattleAbility(
            "nodens",
            N_("Nodens"),
            Window.AFTER_ROLL,
            is_there,
            add_kill_and_pains,
            N_("Nodens adds 1 Kill and 2 Pains."),
            forced=True,
        ),
    ),
)
