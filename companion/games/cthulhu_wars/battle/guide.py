"""The whole battle, in the order of the rulebook's battle chapter (battle reference 2)."""

from __future__ import annotations

from companion.games.cthulhu_wars.battle.cleanup import clean_up
from companion.games.cthulhu_wars.battle.declare import BATTLE_COST, declare, recount
from companion.games.cthulhu_wars.battle.dice_questions import ask_dice
from companion.games.cthulhu_wars.battle.emptied_sides import waits_if_emptied
from companion.games.cthulhu_wars.battle.retreat import retreats
from companion.games.cthulhu_wars.battle.roll import roll_both
from companion.games.cthulhu_wars.battle.untracked import counted_battle
from companion.games.cthulhu_wars.battle.windows import offer, table_order
from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import BattleBegan, BattleEnded, KillsBecamePains, PowerSpent, WindowClosed
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Figure, Stage, Status
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Window
from companion.games.cthulhu_wars.neutral.cards.registry import also_battles, battle_begins, battle_ends
from companion.games.cthulhu_wars.rules.assign import assign, assign_added, is_killed, survives
from companion.games.cthulhu_wars.rules.figures import called, lose
from companion.games.cthulhu_wars.rules.surcharges import pay_surcharge
from companion.games.cthulhu_wars.rules.untracked import within_battle
from companion.table.script import Script
from companion.table.state import Notice, StepReached
from companion.table.words import _

Settled = dict[tuple[Window, str], tuple[int, int]]
"""How many results pieces carried, and how many pieces were called, as a side was done with a window."""


def battle(state: CthulhuState, attacker: str, enemy: str = "") -> Script[None]:
    """Declare a battle, pay 1 Power and fight; some cards let a second battle follow elsewhere.

    Args:
        enemy: whom, if that is settled.
    """
    yield from battle_at(state, attacker, enemy=enemy)
    began = next(fact for fact in reversed(state.facts) if isinstance(fact, BattleBegan))
    if (yield from also_battles(state, attacker, began.pieces)):
        yield from battle_at(state, attacker, free=True)


def battle_at(
    state: CthulhuState, attacker: str, area: str = "", enemy: str = "", *, free: bool = False
) -> Script[None]:
    """Run a battle in an area that is settled, as part of another battle declared there.

    Whoever may act in between does so once it is paid; then the battle goes on with those who are still there.
    """
    declared = yield from declare(state, attacker, area, enemy)
    if not free:
        state.record(PowerSpent(attacker, min(BATTLE_COST, state.factions[attacker].power), _("Battle")))
    pay_surcharge(state, attacker, declared.area)
    yield from boards.attacked(state, attacker, declared.defender)
    for code in table_order(state, declared) if state.guides else ():
        between = roster.card(code).interrupts(state, declared, code, bool(area))
        if (yield from within_battle(state, code, names.faction(code), "", between)) is not False:
            declared = yield from recount(state, declared)
    yield from fight(state, declared)


def fight(state: CthulhuState, declared: Battle) -> Script[None]:
    """Fight a declared battle to its end."""
    yield from waits_if_emptied(state, stages(state, declared))


def stages(state: CthulhuState, declared: Battle) -> Script[None]:
    """Go through the stages of a battle."""
    first_fact = len(state.facts)
    figures = still_there(state, declared)
    pieces, keepers = [f.id for f in figures], [f.id for f in figures if f.on_gate]
    state.record(BattleBegan(declared.area, *declared.sides, tuple(pieces), tuple(keepers)))
    state.record(StepReached(Stage.PRE_BATTLE))
    battle = state.running_battle
    if not state.guides or declared.area not in state.board.areas:
        yield from counted_battle(state, battle)
        return
    yield from battle_begins(state, battle)
    for code in table_order(state, battle):
        yield from offer(state, battle, Window.PRE_BATTLE, code)
    if not battle.over():
        yield from ask_dice(state, battle)
        for side in battle.sides:
            before_roll = roster.card(side).before_roll(state, battle, side)
            yield from within_battle(state, side, names.faction(side), "", before_roll)
        yield from offer_all(state, battle, Window.TOTALS)
        yield from roll_both(state, battle)
        yield from offer_all(state, battle, Window.REROLL)
        yield from offer_all(state, battle, Window.ROLLED)
        yield from offer_all(state, battle, Window.AFTER_ROLL)
        for side in battle.sides:
            after_roll = roster.card(side).after_roll(state, battle, side)
            yield from within_battle(state, side, names.faction(side), "", after_roll)
        yield from offer_all(state, battle, Window.TOPPED_UP)
        soften(state, battle)
        state.record(StepReached(Stage.KILLS))
        yield from assign(state, battle, KILL)
        yield from after_the_kills(state, battle)
        state.record(StepReached(Stage.PAINS))
        yield from assign(state, battle, PAIN)
        yield from after_the_pains(state, battle)
        yield from remove_the_killed(state, battle)
        yield from retreats(state, battle)
        for side in battle.sides:
            yield from offer(state, battle, Window.KILLED, side)
        yield from offer_all(state, battle, Window.AFTER_BATTLE)
    yield from battle_ends(state, battle)
    yield from clean_up(state, battle, first_fact)
    state.record(BattleEnded())
    state.record(StepReached(""))


def soften(state: CthulhuState, battle: Battle) -> None:
    """Count the Kills of a side as Pains where that was agreed before the dice."""
    for side, point in battle.softened.items():
        left_out = battle.added.get(side, 0) if ruling(state.rulings, point) == OTHER else 0
        if battle.kills[side] > left_out:
            state.record(KillsBecamePains(side, battle.kills[side] - left_out))


def still_there(state: CthulhuState, declared: Battle) -> list[Figure]:
    """Return the pieces of a declared battle that are still on the map."""
    kinds = {(f.owner, f.unit) for f in declared.figures}
    absent = {name for side, unit in kinds for name in declared.beyond(side, unit, state.on_map(side, unit))}
    return [f for f in declared.figures if f.id not in absent]


def offer_all(state: CthulhuState, battle: Battle, window: Window) -> Script[None]:
    """Offer a window to the attacker, the defender, then third parties; then what comes late in it."""
    for late in (False, True):
        for code in table_order(state, battle):
            yield from offer(state, battle, window, code, late=late)
    state.record(WindowClosed())


def after_the_kills(state: CthulhuState, battle: Battle) -> Script[None]:
    """Offer what answers to Kills, then what may still make some; as long as it does, all of it again (state 9)."""
    settled: Settled = {}
    while True:
        yield from offer_sides(state, battle, Window.MORE_KILLS, settled)
        yield from offer_all(state, battle, Window.KILLS_ASSIGNED)
        before = battle.results()
        yield from offer_sides(state, battle, Window.BEFORE_PAINS, settled)
        if battle.results() == before:
            return


def offer_sides(state: CthulhuState, battle: Battle, window: Window, settled: Settled) -> Script[None]:
    """Offer both sides a window in which results are assigned, again to whoever was done before the last of them.

    No window is over by it: what is assigned sets off the same as the results before.

    Args:
        settled: what had been assigned and called when a side was done with a window; it is kept up to date.
    """
    while waiting := [s for s in battle.sides if settled.get((window, s)) != (battle.results(), len(battle.called))]:
        yield from offer(state, battle, window, waiting[0])
        settled[window, waiting[0]] = (battle.results(), len(battle.called))


def after_the_pains(state: CthulhuState, battle: Battle) -> Script[None]:
    """Offer what answers to Pains; those that it adds are spread in turn, and may set off others (D36)."""
    spread = battle.called
    while True:
        before = battle.results()
        yield from offer_all(state, battle, Window.PAINS_ASSIGNED)
        added = [name for name in battle.called if name not in spread]
        spread += added
        for victim in battle.sides:
            yield from assign_added(state, battle, victim, added)
        if battle.results() == before:
            return


def remove_the_killed(state: CthulhuState, battle: Battle) -> Script[None]:
    """Remove the Killed units of both sides at the same time (D7)."""
    for figure in [f for f in battle.figures if f.status is Status.PRESENT and f.hits]:
        if is_killed(state, battle, figure):
            yield from lose(state, battle, figure, Loss.KILLED, battle.foe(figure.side))
        elif KILL in figure.hits and not figure.spared and (by := survives(state, battle, figure)):
            said = _("{unit} is Pained instead of Killed ({ability})")
            state.record(Notice(figure.side, said.format(unit=called(figure), ability=by)))
