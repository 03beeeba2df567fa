"""Star Vampire: Vampirism (reference 7). Its dice are rolled even where the total is less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import VAMPIRE
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.prompts import Count
from companion.table.script import Script, ask
from companion.table.words import N_, _


def vampirism(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Take Power from the enemy for the results of the Star Vampires' own dice."""
    foe, dice = battle.foe(me), sum(f.unit == VAMPIRE and f.id in battle.veterans for f in battle.figures)
    enemy = state.factions[foe]
    pains = yield from ask(state, _share("pains", me, _("Pains of the Star Vampires?"), min(dice, battle.pains[me])))
    kills = yield from ask(
        state,
        _share("kills", me, _("Kills of the Star Vampires?"), min(dice - int(pains or 0), battle.kills[me])),
    )
    why = names.unit(me, VAMPIRE)
    power, doom = min(int(pains or 0), enemy.power), min(int(kills or 0), enemy.doom)
    if power:
        state.record(PowerGained(foe, -power, why))
        state.record(PowerGained(me, power, why))
    if doom:
        state.record(DoomGained(foe, -doom, why))
        state.record(DoomGained(me, doom, why))


def _share(key: str, me: str, title: str, most: int) -> Callable[[], Count]:
    text = _("Roll their dice separately.")
    return lambda: Count(key=f"battle/star_vampire/{key}", who=me, title=title, text=text, least=0, most=most)


def can_use_vampirism(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Star Vampire takes part."""
    return battle.took_part(me, VAMPIRE)


POWERS: Final = CardHooks(
    VAMPIRE,
    rolls_apart=True,
    battle=(
        BattleAbility(
            "vampirism",
            N_("Vampirism"),
            Window.AFTER_ROLL,
            can_use_vampirism,
            vampirism,
            N_("Take Power and Doom for what the Star Vampires rolled."),
        ),
    ),
)
