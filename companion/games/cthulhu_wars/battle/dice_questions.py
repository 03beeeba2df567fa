"""Questions for the dice of pieces whose number the companion cannot know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.battle.combat_totals import printed_by_formula, whole_combat
from companion.games.cthulhu_wars.facts import UnitDiceTold
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.table.prompts import Count
from companion.table.script import Script, ask
from companion.table.words import _

MOST_DICE: Final = 30


def ask_dice(state: CthulhuState, battle: Battle) -> Script[None]:
    """Ask for the dice of pieces whose number only the table can tell."""
    for side in battle.sides:
        for unit, number in battle.kinds(side).items():
            if _is_asked(state, battle, side, unit, number):
                yield from _ask_of(state, side, unit, number)
        yield from registry.ask_added_dice(state, battle, side)
    for side in battle.sides:
        yield from registry.ask_dice(state, battle, side, lambda side, unit: whole_combat(state, battle, side, unit))


def _is_asked(state: CthulhuState, battle: Battle, side: str, unit: str, number: int) -> bool:
    if unit not in CARDS or not CARDS[unit].asks:
        return False
    powers = registry.POWERS.get(unit)
    if powers is not None and powers.asks_dice is not None:
        return False
    return printed_by_formula(state, battle, side, unit, number) is None


def _ask_of(state: CthulhuState, side: str, unit: str, number: int) -> Script[None]:
    powers = registry.POWERS.get(unit)
    title = _("Dice for {units}?").format(units=names.pieces(side, unit, number))
    least = powers.least_dice(state, side) if powers else 0
    build = _dice_question(f"battle/dice/{side}/{unit}", side, title, _(CARDS[unit].text), least)
    answer = int((yield from ask(state, build)) or 0)
    state.record(UnitDiceTold(side, unit, answer))
    if powers:
        powers.dice_told(state, side, answer)


def _dice_question(key: str, who: str, title: str, text: str, least: int) -> Callable[[], Count]:
    return lambda: Count(key=key, who=who, title=title, text=text, least=least, most=MOST_DICE)
