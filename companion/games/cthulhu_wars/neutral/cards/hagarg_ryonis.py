"""Hagarg Ryonis: her 3 Pains, Subversion, and her spellbook Laziness (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, PainsAdded, PowerGained, PowerSpent, SignTaken
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import HAGARG
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, yes
from companion.table.words import N_, _

PAINS: Final = 3
SUBVERSION: Final = N_("Subversion")
CHOSEN: Final = "subversion/"
"""Mark, with a faction behind it: the turn in which its player was chosen."""
LAZY: Final = 1
"""Power that is lost by whoever has exactly so much."""


def is_there(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether she takes part."""
    return battle.took_part(me, HAGARG)


def add_pains(state: CthulhuState, _battle: Battle, me: str) -> Script[None]:
    """Add 3 Pains, for she rolls no dice."""
    yield from ()
    words = _("{unit}: {number} more Pains").format(unit=names.unit(me, HAGARG), number=PAINS)
    state.record(PainsAdded(me, PAINS, words=words))


def subversion(state: CthulhuState, me: str) -> Script[None]:
    """Choose a player whose Ritual in this Doom Phase gives its owner an Elder Sign."""
    chosen = any(state.factions[me].marks.get(f"{CHOSEN}{code}") == state.turn for code in state.seats)
    if not state.in_play(me, HAGARG) or chosen or (yield from held_down(state, me, HAGARG)):
        return

    def build() -> Choose:
        options = tuple(
            Option(c, names.faction(c), sigil=names.sigil(c), colour=roster.card(c).colour) for c in state.of_others(me)
        )
        text = _("You take one of the Elder Signs that its Ritual gives in this Doom Phase.")
        title, key = _("Subversion: whose Ritual?"), f"subversion/{me}"
        return Choose(key=key, who=me, title=title, text=text, options=options, least=0, automatic=False)

    picked = yield from pick_one(state, build)
    if picked is not None:
        words = _("{faction}: Subversion of {other}").format(faction=names.faction(me), other=names.faction(picked))
        state.record(CounterSet(me, f"{CHOSEN}{picked}", state.turn, words))


def takes_sign(state: CthulhuState, me: str, who: str, signs: int) -> Script[None]:
    """Take one of the Elder Signs of the Ritual of whoever was chosen, if there is one."""
    yield from ()
    of_hand = any(state.factions[me].marks.get(f"{CHOSEN}{code}") == state.turn for code in state.hand(who))
    if me != who and of_hand and signs and state.factions[who].signs and state.in_play(me, HAGARG):
        state.record(SignTaken(who, me, len(state.factions[who].signs) - 1))


def sleepers(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies with exactly 1 Power."""
    return [code for code in state.enemies(me) if state.factions[code].power == LAZY]


def hibernating(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies that hibernate with Power left."""
    return [code for code in state.enemies(me) if code in state.resting and state.factions[code].power > 0]


def nobody_lazy(state: CthulhuState, me: str) -> str:
    """Return why Laziness cannot be used, or an empty string."""
    if sleepers(state, me) or hibernating(state, me):
        return ""
    return _("No enemy has exactly 1 Power, and nobody hibernates.")


def laziness(state: CthulhuState, me: str) -> Script[None]:
    """Take 1 Power from each enemy with exactly 1, and for 1 Power 1 of whoever hibernates."""
    why = _(CARD_BOOKS[HAGARG].name)
    lazy = sleepers(state, me)
    if state.factions[me].power == LAZY:
        title, text = _("Does your last Power go, too?"), _("Our sources do not say: read her card.")
        if (yield from yes(state, "laziness/own", me, title, text=text)):
            lazy.append(me)
    for code in hibernating(state, me):
        if code in lazy or state.factions[me].power < LAZY or me in lazy:
            continue
        title = _("Pay 1 Power so that {faction} loses 1?").format(faction=names.faction(code))
        if (yield from yes(state, f"laziness/{code}", me, title)):
            state.record(PowerSpent(me, LAZY, why))
            state.record(PowerGained(code, -LAZY, why))
    for code in lazy:
        state.record(PowerGained(code, -min(LAZY, state.factions[code].power), why))


def no_power(state: CthulhuState, me: str) -> bool:
    """Return whether her player has no Power."""
    return not state.factions[me].power


POWERS: Final = CardHooks(
    HAGARG,
    first_player=subversion,
    ritual_performed=takes_sign,
    noticed=as_soon_as(HAGARG, no_power),
    book_actions=(Action("laziness", CARD_BOOKS[HAGARG].name, 0, nobody_lazy, laziness, CARD_BOOKS[HAGARG].text),),
    battle=(
        BattleAbility(
            "hagarg_ryonis",
            N_("Hagarg Ryonis"),
            Window.AFTER_ROLL,
            is_there,
            add_pains,
            N_("Hagarg Ryonis adds 3 Pains."),
            forced=True,
        ),
    ),
)
