"""Dire Azathoth: where he awakens, his die, Mindless Destruction, and The Blind Idiot God (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import BattleBegan, DoomGained, PieceLost, PowerGained, UnitDiceTold
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import DIRE_AZATHOTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, CombatOf
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.mind_control import held_down_elsewhere, was_controlled
from companion.games.cthulhu_wars.rules.people import ended, player
from companion.table.prompts import Count, Roll, Tell
from companion.table.script import Script, ask, yes
from companion.table.words import N_, _

DESTRUCTION: Final = N_("Mindless Destruction")
PRICE: Final = 20
"""Power for which his spellbook is earned, which wins."""


def enemy_starts(state: CthulhuState, me: str) -> list[str]:
    """Return the Gates of a faction in start areas of enemies."""
    starts = {state.factions[code].start for code in state.enemies(me)}
    return [area for area in state.gates_of(me) if area in starts]


def roll_die(state: CthulhuState, _battle: Battle, me: str, _combat_of: CombatOf) -> Script[None]:
    """Roll the die that is his Combat in this battle."""

    def roll() -> Roll:
        title, text = _("{unit}: his die").format(unit=names.unit(me, DIRE_AZATHOTH)), _("So many dice he rolls.")
        return Roll(key=f"battle/dire_azathoth/{me}", who=me, title=title, text=text, dice=1, rule="neutral")

    faces = yield from ask(state, roll)
    state.record(UnitDiceTold(me, DIRE_AZATHOTH, sum(faces)))


def deaths(state: CthulhuState, side: str) -> int:
    """Return how many units of others a side has Killed or Eliminated in the battle."""
    number = 0
    for fact in reversed(state.facts):
        if isinstance(fact, BattleBegan):
            break
        number += isinstance(fact, PieceLost) and fact.by == side != fact.who and fact.how.a_loss
    return number


def destruction(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Give each side 1 Doom or 1 Power for each unit that it has Killed or Eliminated, if he is in the area."""
    sides = {side: number for side in battle.sides if (number := deaths(state, side))}
    here = any((f.owner, f.unit) == (me, DIRE_AZATHOTH) for f in battle.figures)
    if not sides or not (here or state.on_map(me, DIRE_AZATHOTH) > 0):
        return
    if here and was_controlled(battle, me):
        return
    if not here:
        title = _("Is {unit} in {area}?").format(unit=names.unit(me, DIRE_AZATHOTH), area=area_name(battle.area))
        if not (yield from yes(state, "battle/dire_azathoth/there", me, title, text=_(DESTRUCTION))):
            return
        if (yield from held_down_elsewhere(state, battle, me, DIRE_AZATHOTH)):
            return
    for side, number in sides.items():

        def build(side: str = side, number: int = number) -> Count:
            title = _("Mindless Destruction: how much Doom?")
            text = _("{number} in all; the rest is Power.").format(number=number)
            key = f"battle/mindless_destruction/{side}"
            return Count(key=key, who=side, title=title, text=text, least=0, most=number, automatic=False)

        doom = int((yield from ask(state, build)) or 0)
        if doom:
            state.record(DoomGained(side, doom, _(DESTRUCTION)))
        if number > doom:
            state.record(PowerGained(side, number - doom, _(DESTRUCTION)))


def blind_idiot_god(state: CthulhuState, me: str) -> Script[None]:
    """Win the game, with whatever spellbooks and Doom."""
    said = _("{players}: The Blind Idiot God wins the game at once.").format(players=player(state, state.hand(me)))
    key = "blind_idiot_god"
    yield from ask(state, lambda: Tell(key=key, who=me, title=said, verb=_("End the game"), rule="victory"))
    state.record(ended(state, [state.hand(me)]))


POWERS: Final = CardHooks(
    DIRE_AZATHOTH,
    alone=True,
    awakens_at=enemy_starts,
    asks_dice=roll_die,
    actions_in_play=(
        Action(
            "blind_idiot_god",
            CARD_BOOKS[DIRE_AZATHOTH].name,
            PRICE,
            nothing_in_the_way,
            blind_idiot_god,
            CARD_BOOKS[DIRE_AZATHOTH].text,
            known=True,
        ),
    ),
    battle_ends=destruction,
)
