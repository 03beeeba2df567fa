"""Nyogtha: From Below (reference 7): a Common Action of one may be done by the other too, in the same Action, free."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import NYOGTHA
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import by_battle, enemy_great, survived
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, pieces_in_pool
from companion.games.cthulhu_wars.rules.mind_control import unless_there
from companion.games.cthulhu_wars.rules.pool import enter
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.script import Script, yes
from companion.table.words import N_, _

BOTH: Final = 2


def also_captures(state: CthulhuState, me: str) -> Script[bool]:
    """Ask whether the other Nyogtha captures, too."""
    if state.on_map(me, NYOGTHA) < BOTH:
        return False
    text = also(_("Free, if one of them did the capturing."), unless_there(state, me))
    return (yield from yes(state, "nyogtha/capture", me, _("Does the other Nyogtha also capture?"), text=text))


def also_battles(state: CthulhuState, me: str, number: int) -> Script[bool]:
    """Ask whether the other Nyogtha battles, too, if one of them has."""
    if number != 1 or state.on_map(me, NYOGTHA) < number:
        return False
    text = also(_("Free, in another area."), unless_there(state, me))
    return (yield from yes(state, "nyogtha/battle", me, _("Does the other Nyogtha also battle?"), text=text))


def reminds(state: CthulhuState, me: str, action: str) -> str:
    """Return the reminder that the other Nyogtha moves, too, of which nothing is counted."""
    both = action == "move" and state.on_map(me, NYOGTHA) == BOTH
    words = _("If one Nyogtha moves, the other also moves, for free")
    return ". ".join(filter(None, (words, unless_there(state, me)))) if both else ""


def also(text: str, unless: str) -> str:
    """Return two sentences, or the first alone."""
    return f"{text} {unless}." if unless else text


def unscathed(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether all survived a battle against an enemy Great Old One."""
    return me in battle.sides and survived(battle, me, NYOGTHA) and enemy_great(battle, me)


def nightmare_web(state: CthulhuState, me: str) -> Script[None]:
    """Place a Nyogtha from the Pool."""
    yield from ask_surcharge(state, me)
    enter(
        state, me, NYOGTHA, 1, _("placed where there is a unit of its own"), where=_("in an area with one of its units")
    )


def dice(_state: CthulhuState, battle: Battle, side: str, number: int) -> int | None:
    """Return 1 die each when they defend, or None for the printed number."""
    return number if side == battle.defender != battle.attacker else None


POWERS: Final = CardHooks(
    NYOGTHA,
    reminds=reminds,
    dice=dice,
    book_actions=(Action("nightmare_web", N_("Nightmare Web"), 2, pieces_in_pool(NYOGTHA), nightmare_web),),
    also_captures=also_captures,
    also_battles=also_battles,
    battle_ends=by_battle(NYOGTHA, unscathed),
)
