"""How independent Great Old Ones' spellbooks are earned (reference 7).

Where what the companion counts tells it, the companion notices it; else the players say so.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.rules.card_books import BOOK, earn
from companion.games.cthulhu_wars.rules.pool import kinds
from companion.table.script import Script

KINDS, MONSTERS = 4, 8
"""Kinds of Monster, or Monsters, that earn The Brood."""


def _due(state: CthulhuState, me: str, card: str) -> bool:
    return state.in_play(me, card) > 0 and not state.factions[me].marks.get(f"{BOOK}{card}")


def as_soon_as(card: str, met: Callable[[CthulhuState, str], bool]) -> Callable[[CthulhuState, str], Script[None]]:
    """Return a hook that earns the spellbook of a card as soon as something is so."""

    def script(state: CthulhuState, me: str) -> Script[None]:
        yield from ()
        if _due(state, me, card) and met(state, me):
            earn(state, me, card)

    return script


def by_battle(
    card: str, met: Callable[[CthulhuState, Battle, str], bool]
) -> Callable[[CthulhuState, Battle, str], Script[None]]:
    """Return a hook that earns the spellbook of a card by what has happened in a battle."""

    def script(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
        yield from ()
        if _due(state, me, card) and met(state, battle, me):
            earn(state, me, card)

    return script


def many_monsters(state: CthulhuState, me: str) -> bool:
    """Return whether 4 kinds of Monster or 8 Monsters are in play, Filth included."""
    there = [number for unit in kinds(state, me, Rank.MONSTER) if (number := state.in_play(me, unit.id)) > 0]
    return len(there) >= KINDS or sum(there) >= MONSTERS


def six_books(state: CthulhuState, me: str) -> bool:
    """Return whether six spellbooks are on the faction card."""
    return len(state.factions[me].books) >= BOOKS_TO_WIN


def everybody_great(state: CthulhuState, _me: str) -> bool:
    """Return whether every player whose factions have a Great Old One has one in play."""
    hands = [hand for hand in state.players if any(roster.card(code).of_rank(Rank.GOO) for code in hand)]
    return all(any(great(state, code) for code in hand) for hand in hands)


def great(state: CthulhuState, code: str) -> bool:
    """Return whether a faction has a Great Old One in play, an independent one too."""
    return any(state.in_play(code, unit.id) > 0 for unit in kinds(state, code, Rank.GOO))


def great_one_slain(state: CthulhuState, _me: str) -> bool:
    """Return whether any Great Old One was Killed, in a battle or not."""
    return any(_is_great(owner, unit) for owner, unit in state.slain)


def great_enemy_killed(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Great Old One of the enemy was Killed in the battle."""
    foe = battle.foe(me) if me in battle.sides else None
    return any(owner == foe and how is Loss.KILLED and _is_great(owner, unit) for owner, unit, how in battle.lost)


def _is_great(owner: str, unit: str) -> bool:
    return roster.card(owner).unit(unit).rank is Rank.GOO


def survived(battle: Battle, me: str, card: str) -> bool:
    """Return whether all pieces of a kind that were there at the roll outlived the battle."""
    there = [f for f in battle.figures if (f.owner, f.unit) == (me, card) and f.id in battle.veterans]
    return bool(there) and all(f.status is not Status.GONE for f in there)


def enemy_killed(battle: Battle, me: str) -> bool:
    """Return whether a unit of the enemy was Killed."""
    return any(owner == battle.foe(me) and how is Loss.KILLED for owner, __, how in battle.lost)


def enemy_great(battle: Battle, me: str) -> bool:
    """Return whether an enemy Great Old One was there at the roll."""
    foe = battle.foe(me)
    return any(f.side == foe and f.rank is Rank.GOO and f.id in battle.veterans for f in battle.figures)
