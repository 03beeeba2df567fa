"""Neutral pieces and spellbooks in a battle: dice that differ from the printed number, and what they may do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.battle.combat_totals import (
    MIRI_NIGRI,
    NIGRI_DICE,
    gates_known,
    miri_nigri,
    tokens_known,
    whole_combat,
)
from companion.games.cthulhu_wars.battle.neutral_results import RESULTS
from companion.games.cthulhu_wars.facts import (
    AddedDiceTold,
    DiceForbidden,
    DoomGained,
    KillsAdded,
    PowerGained,
    UnitDiceTold,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import (
    ABHOTH,
    AZATHOTH,
    BOOKS,
    CARDS,
    CHAUGNAR,
    CTHUGHA,
    DAOLOTH,
    DHOLE,
    FILTH,
    SHRIVELING,
    VAMPIRE,
    VOONITH,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.rules.azathoth_marker import put, stands
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import called, lose, pick_figure
from companion.games.cthulhu_wars.rules.mind_control import controlled, held_down_elsewhere
from companion.games.cthulhu_wars.rules.pool import unit_cost
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one, yes
from companion.table.words import N_, _

MOST_DICE: Final = 30


def ask_dice(state: CthulhuState, battle: Battle) -> Script[None]:
    """Ask for the dice of pieces whose number only the table can tell."""
    for side in battle.sides:
        for unit, number in battle.kinds(side).items():
            # Whose Combat Cthugha has is known last.
            if unit not in CARDS or not CARDS[unit].asks or unit == CTHUGHA:
                continue
            if unit == ABHOTH and tokens_known(state, side):
                continue
            if unit == AZATHOTH and stands(state, side):
                continue
            title = _("Dice for {units}?").format(units=names.pieces(side, unit, number))
            # His tokens in the battle count at least; others may lie elsewhere.
            least = state.on_map(side, FILTH) if unit == ABHOTH else 0
            build = _dice_question(f"battle/dice/{side}/{unit}", side, title, _(CARDS[unit].text), least)
            answer = yield from ask(state, build)
            state.record(UnitDiceTold(side, unit, int(answer or 0)))
            if unit == AZATHOTH:
                put(state, side, int(answer or 0))
        if state.on_map(side, CHAUGNAR) > 0 and (yield from with_elder_thing(state, battle, side, CHAUGNAR)):
            state.record(AddedDiceTold(side, MIRI_NIGRI, 0))
        elif state.on_map(side, CHAUGNAR) > 0 and not gates_known(state):
            title, text = _("Do you control a Gate there?"), _("Miri Nigri: 3 dice more.")
            there = yield from yes(state, f"battle/miri_nigri/{side}", side, title, text=text)
            state.record(AddedDiceTold(side, MIRI_NIGRI, NIGRI_DICE if there else 0))
    for side in battle.sides:
        if battle.present(side, unit=CTHUGHA):
            yield from copy_combat(state, battle, side)


def with_elder_thing(state: CthulhuState, battle: Battle, me: str, unit: str) -> Script[bool]:
    """Whether an enemy's Elder Thing is with a Great Old One that adds dice from anywhere; asked if it is elsewhere."""
    if battle.present(me, unit=unit):
        return controlled(battle, me)
    return bool(miri_nigri(state, battle, me)) and (yield from held_down_elsewhere(state, battle, me, unit))


def copy_combat(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cthugha has the Combat of one enemy Great Old One in the battle, else 0; Elder Gods have none."""
    foe = battle.foe(me)
    kinds = {f.unit: len(battle.present(foe, unit=f.unit)) for f in battle.present(foe, Rank.GOO)}
    dice = {unit: whole_combat(state, battle, foe, unit) // number for unit, number in kinds.items()}

    def build() -> Choose | None:
        if len(set(dice.values())) < 2:
            return None
        words = _("{unit}: {n}")
        options = tuple(Option(u, words.format(unit=names.unit(foe, u), n=n)) for u, n in dice.items())
        title = _("Cthugha: whose Combat?")
        return Choose(key="battle/cthugha", who=me, title=title, options=options)

    picked = yield from pick_one(state, build)
    number = dice[picked] if picked else max(dice.values(), default=0)
    state.record(UnitDiceTold(me, CTHUGHA, number))


def _dice_question(key: str, who: str, title: str, text: str, least: int) -> Callable[[], Count]:
    return lambda: Count(key=key, who=who, title=title, text=text, least=least, most=MOST_DICE)


# -- what they may do ----------------------------------------------------------------------------------------------


def shrivel(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate an enemy Monster or Cultist; its owner gains what it would cost to summon or recruit it now."""
    foe = battle.foe(me)
    figure = yield from pick_figure(
        state, battle, "battle/shriveling", me, _("Who is Eliminated?"), foe, Rank.MONSTER, Rank.CULTIST
    )
    if figure is None:
        return
    owner = figure.owner
    cost = unit_cost(state, owner, roster.card(owner).unit(figure.unit))
    yield from lose(state, battle, figure, Loss.ELIMINATED, me)
    if cost:
        state.record(PowerGained(owner, cost, _(BOOKS[SHRIVELING].name)))


def can_shrivel(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the enemy has a Monster or Cultist that can be shrivelled."""
    return bool(battle.present(battle.foe(me), Rank.MONSTER, Rank.CULTIST))


def dim(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """One enemy Great Old One rolls no dice."""
    foe = battle.foe(me)
    figure = yield from pick_figure(
        state, battle, "battle/daoloth", me, _("Which Great Old One rolls no dice?"), foe, Rank.GOO
    )
    if figure is not None:
        words = _("{unit} rolls no dice (Cosmic Unity)")
        state.record(DiceForbidden(figure.id, words=words.format(unit=called(figure))))


def can_dim(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Daoloth can dim dice of the enemy."""
    asked = {f.unit for f in battle.present(battle.foe(me), Rank.GOO)}
    return bool(asked) and bool(battle.present(me, unit=DAOLOTH))


def drain(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
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
    text = _("Roll their dice apart.")
    return lambda: Count(key=f"battle/star_vampire/{key}", who=me, title=title, text=text, least=0, most=most)


def can_drain(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Star Vampire takes part."""
    return battle.took_part(me, VAMPIRE)


def be_vicious(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """As many Kills as Vooniths."""
    state.record(KillsAdded(me, vooniths(battle, me) - battle.kills[me], words=names.unit(me, VOONITH)))
    yield from ()


def vooniths(battle: Battle, me: str) -> int:
    """Return the number of Vooniths that were in the battle from its beginning."""
    return sum(f.unit == VOONITH and f.side == me and f.id in battle.veterans for f in battle.figures)


def can_be_vicious(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the Vooniths can raise the number of Kills."""
    return vooniths(battle, me) > battle.kills[me]


def destroy(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Pay for a lost Dhole: 2 Elder Signs, and 2 Doom or 2 Power for the enemy."""
    foe, why = battle.foe(me), names.unit(me, DHOLE)
    draw(state, me, why, SIGNS)
    options = (Option("doom", _("2 Doom")), Option("power", _("2 Power")))
    title = _("What does {faction} gain?").format(faction=names.faction(foe))
    picked = yield from pick_one(state, lambda: Choose(key="battle/dhole", who=me, title=title, options=options))
    state.record(DoomGained(foe, 2, why) if picked == "doom" else PowerGained(foe, 2, why))


def can_destroy(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Dhole was lost in the battle."""
    return any((owner, unit) == (me, DHOLE) and how in DEATHS for owner, unit, how in battle.lost)


SIGNS: Final = 2
DEATHS: Final = (Loss.KILLED, Loss.ELIMINATED)

ABILITIES: Final = (
    BattleAbility(
        SHRIVELING,
        BOOKS[SHRIVELING].name,
        Window.PRE_BATTLE,
        can_shrivel,
        shrivel,
        N_("Eliminate an enemy Monster or Cultist; its owner gains its cost in Power."),
        book=SHRIVELING,
    ),
    BattleAbility(
        "cosmic_unity",
        N_("Cosmic Unity"),
        Window.PRE_BATTLE,
        can_dim,
        dim,
        N_("One enemy Great Old One rolls no dice."),
        great=True,
    ),
    BattleAbility(
        "vampirism",
        N_("Vampirism"),
        Window.AFTER_ROLL,
        can_drain,
        drain,
        N_("Take Power and Doom for what the Star Vampires rolled."),
    ),
    BattleAbility(
        "vicious", N_("Vicious"), Window.TOPPED_UP, can_be_vicious, be_vicious, N_("As many Kills as Vooniths.")
    ),
    BattleAbility(
        "planetary_destruction",
        N_("Planetary Destruction"),
        Window.AFTER_BATTLE,
        can_destroy,
        destroy,
        N_("2 Elder Signs for you, 2 Doom or 2 Power for the enemy."),
    ),
    *RESULTS,
)
"""What neutral pieces and spellbooks may do in battles, as far as it is established."""
