"""Odds of a roll, exact, as if every unit took one result and no ability changed any.

Source: battle reference 2.4.
"""

from __future__ import annotations

from companion.games.cthulhu_wars.battle.combat_totals import to_roll
from companion.games.cthulhu_wars.battle.odds import Losses, suffered
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import dice_words
from companion.table.words import _, decimal, percent


def outlook(state: CthulhuState, battle: Battle, side: str) -> str:
    """Return the odds of one side's dice against the other: `Kill 77%, Pain 59%`."""
    return _at_least_one(_chances(state, battle, side))


def outlook_again(battle: Battle, side: str) -> str:
    """Return the odds of the missed dice of a side, if they are rolled again."""
    return _at_least_one(suffered(len(battle.present(battle.foe(side))), battle.misses[side]))


def both_outlooks(state: CthulhuState, battle: Battle) -> str:
    """Return the odds of both sides before the dice, with the units lost on average."""
    lines = []
    for side in battle.sides:
        chances = _chances(state, battle, side)
        killed, pained = chances.means
        lines.append(
            _("{faction}, {dice}: {chances}, on average {killed} and {pained}").format(
                faction=names.faction(side),
                dice=dice_words(to_roll(state, battle, side)),
                chances=_at_least_one(chances),
                killed=decimal(killed),
                pained=decimal(pained),
            )
        )
    return "\n".join(lines)


def tails(state: CthulhuState, battle: Battle, side: str) -> dict[str, tuple[float, ...]]:
    """Return how likely the dice of a side bring at least one, two and so on of each result."""
    chances = _chances(state, battle, side)
    return {KILL: chances.killed[1:], PAIN: chances.pained[1:]}


def _chances(state: CthulhuState, battle: Battle, side: str) -> Losses:
    return suffered(len(battle.present(battle.foe(side))), to_roll(state, battle, side))


def _at_least_one(chances: Losses) -> str:
    kill, pain = (sum(tails[1:2]) for tails in (chances.killed, chances.pained))
    return _("Kill {kill}, Pain {pain}").format(kill=percent(kill), pain=percent(pain))
