"""Byatis: his Elder Sign, and his spellbook God of Forgetfulness (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import BYATIS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import by_battle, enemy_killed, survived
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.drive_cultists import drive_cultists
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.table.script import Script, yes
from companion.table.words import N_, _


def victorious(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether he survived a battle in which an enemy unit was Killed."""
    return me in battle.sides and survived(battle, me, BYATIS) and enemy_killed(battle, me)


def undisturbed(state: CthulhuState, me: str) -> Script[None]:
    """Draw an Elder Sign if no enemy unit is with him."""
    if state.in_play(me, BYATIS):
        title = _("Is Byatis free of enemy units?")
        if (yield from yes(state, f"byatis/{me}", me, title)):
            draw(state, me, names.unit(me, BYATIS))


POWERS: Final = CardHooks(
    BYATIS,
    book_actions=(
        Action(
            "god_of_forgetfulness",
            N_("God of Forgetfulness"),
            1,
            nothing_in_the_way,
            drive_cultists("god_of_forgetfulness", N_("Whose Cultists move to Byatis?"), ocean=None, own=False),
            N_("All enemy Cultists in an adjacent area move to his."),
        ),
    ),
    doom_begins=undisturbed,
    battle_ends=by_battle(BYATIS, victorious),
)
