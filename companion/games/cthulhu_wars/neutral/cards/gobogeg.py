"""Gobogeg: what he needs, Threnody and Book of Law (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PowerGained, ResultsAssigned
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import PAIN, Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import GOBOGEG
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.earning import six_books
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.table.script import Script, yes
from companion.table.state import Notice
from companion.table.words import N_, _

LAW: Final = N_("Book of Law")
BY_LAW: Final = 6
"""Power for whoever awakens a Great Old One."""


def refused(state: CthulhuState, _me: str) -> str:
    """Return that nobody has six spellbooks, or an empty string."""
    return "" if any(six_books(state, code) for code in state.seats) else _("Nobody has six spellbooks.")


def book_of_law(state: CthulhuState, me: str, who: str, unit: str) -> Script[None]:
    """Give whoever awakens a Great Old One 6 Power; for Gobogeg himself the table says whether."""
    if not state.in_play(me, GOBOGEG) or (yield from held_down(state, me, GOBOGEG)):
        return
    if unit == GOBOGEG:
        title, text = _("6 Power for Gobogeg himself?"), _("Our sources do not say: read his card.")
        if not (yield from yes(state, "book_of_law/himself", who, title, text=text)):
            return
    state.record(PowerGained(who, BY_LAW, _(LAW)))


def struck(battle: Battle, me: str) -> bool:
    """Return whether he was assigned a result."""
    return any(f.hits and not f.spared for f in battle.figures if (f.owner, f.unit) == (me, GOBOGEG))


def spared_so_far(battle: Battle) -> list[Figure]:
    """Return the pieces of the battle that carry no result."""
    return [f for f in battle.figures if f.status is Status.PRESENT and not f.hits]


def can_mourn(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Threnody takes effect."""
    return struck(battle, me)


def threnody(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Pain all pieces of the battle that carry no result; those of others in the area the table moves."""
    yield from ()
    if pained := spared_so_far(battle):
        state.record(ResultsAssigned(tuple((f.id, (PAIN,)) for f in pained)))
    words = _("{unit}: everybody else in the area is Pained, too; move other players' units on the board (Threnody)")
    state.record(Notice(me, words.format(unit=names.unit(me, GOBOGEG))))


POWERS: Final = CardHooks(
    GOBOGEG,
    too_dear=refused,
    great_awakened=book_of_law,
    battle=(
        BattleAbility(
            "threnody",
            N_("Threnody"),
            Window.PAINS_ASSIGNED,
            can_mourn,
            threnody,
            N_("All units there without a result are Pained."),
            great=True,
            forced=True,
        ),
    ),
)
