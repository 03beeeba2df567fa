"""Haunter of the Dark: his dice, and The Shining Trapezohedron (reference 7); Fly to the Light is in `assign`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import HAUNTER
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, books_earned, earn, has_book
from companion.games.cthulhu_wars.rules.figures import lose, pick_figure
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.table.prompts import Roll
from companion.table.script import Script, ask
from companion.table.words import N_, _

HIT: Final = 6
"""The face that Eliminates."""
NAME: Final = CARD_BOOKS[HAUNTER].name


def dice(state: CthulhuState, battle: Battle, side: str, number: int) -> int | None:
    """Return the spellbooks of the enemy, or None where those of its cards are not known."""
    books = books_earned(state, battle.foe(side))
    return None if books is None else books * number


def pay_for_it(state: CthulhuState, me: str) -> Script[None]:
    """Earn his spellbook for the Power that is paid."""
    yield from ()
    earn(state, me, HAUNTER)


def done(state: CthulhuState, me: str) -> str:
    """Return that the spellbook is earned already, or an empty string."""
    return _("Already done.") if has_book(state, me, HAUNTER) else ""


def can_shine(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether his spellbook can be used."""
    return bool(battle.present(me, unit=HAUNTER)) and has_book(state, me, HAUNTER)


def trapezohedron(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Have the enemy roll a die for each of its units, and Eliminate one of its choice for each 6."""
    foe = battle.foe(me)

    def roll() -> Roll | None:
        number = len(battle.present(foe))
        text = _("A die for each of your units; for each 6 you Eliminate one.")
        key = "battle/trapezohedron"
        return Roll(key=key, who=foe, title=_(NAME), text=text, dice=number, rule="neutral") if number else None

    faces = (yield from ask(state, roll)) or []
    lost = sum(face == HIT for face in faces)
    tell_roll(state, foe, _(NAME), faces, _("{number} Eliminated").format(number=lost))
    for n in range(lost):
        title = _("Which one is Eliminated?")
        figure = yield from pick_figure(state, battle, f"battle/trapezohedron/{n + 1}", foe, title, foe)
        if figure is not None:
            yield from lose(state, battle, figure, Loss.ELIMINATED, me)


POWERS: Final = CardHooks(
    HAUNTER,
    dice=dice,
    actions_in_play=(
        Action("trapezohedron_book", N_("Pay for the Haunter's book"), 1, done, pay_for_it, CARD_BOOKS[HAUNTER].text),
    ),
    battle=(
        BattleAbility(
            "shining_trapezohedron",
            NAME,
            Window.PRE_BATTLE,
            can_shine,
            trapezohedron,
            CARD_BOOKS[HAUNTER].text,
        ),
    ),
)
