"""Declare a battle: the area, the enemy, and who is there (battle reference 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.games.cthulhu_wars.battle.combat_totals import combat
from companion.games.cthulhu_wars.battle.likely_units import likely
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_figures import piece, pieces
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure
from companion.games.cthulhu_wars.model.faction_parts import nothing_in_the_way
from companion.games.cthulhu_wars.model.maps import COUNTED, area_name
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import MootError, pick_faction, pick_only, unit_options
from companion.games.cthulhu_wars.rules.pool import keeper_units, kinds
from companion.games.cthulhu_wars.rules.surcharges import target
from companion.games.cthulhu_wars.rules.untracked import BATTLE_AREA
from companion.table.prompts import Answer, Choose, Option, Prompt, as_list
from companion.table.script import Script, ask_together, pick_some
from companion.table.words import N_, NN_, _

BATTLE_COST: Final = 1
NO_COMBAT: Final = N_("Cannot attack with Combat 0")


def cannot_attack(state: CthulhuState, battle: Battle, side: str) -> str:
    """Return why these pieces may not declare a battle, or an empty string."""
    if combat(state, battle, side) <= 0:
        return _("Their total Combat is 0, so they cannot attack.")
    return roster.card(side).may_not_attack(state, battle, side)


def nobody_attacks(state: CthulhuState, code: str, enemies: Iterable[str], area: str = "") -> dict[str, str]:
    """Return why not even all own pieces on the map together could declare a battle, by enemy, or an empty string.

    Args:
        enemies: against whom; some Combat is made of what that faction has.
        area: where; anywhere if that is not settled.
    """
    card = roster.card(code)
    # No formula takes anything off a printed number: then they need not be lined up, which takes its time.
    able = any(unit.combat > 0 and state.on_map(code, unit.id) > 0 for unit in card.units)
    if able and card.may_not_attack is nothing_in_the_way:
        return dict.fromkeys(enemies, "")
    everywhere = pieces(code, {unit.id: state.on_map(code, unit.id) for unit in kinds(state, code)})
    found = {}
    for enemy in enemies:
        battle = Battle(area, code, enemy, everywhere)
        weak = not able and combat(state, battle, code) <= 0
        found[enemy] = _("Your units have Combat 0.") if weak else card.may_not_attack(state, battle, code)
    return found


def is_there(state: CthulhuState, code: str) -> bool:
    """Return whether a faction has a unit on the map, which can be attacked."""
    faction, card = state.factions[code], roster.card(code)
    there = [unit for unit, number in faction.in_play.items() if number > faction.card.get(unit, 0)]
    # Mostly it has one of its own, and then neutral ones need not be looked at.
    return any(map(card.has, there)) or any(unit.id in there for unit in kinds(state, code))


def may_attack(
    state: CthulhuState,
    battle: Battle,
    side: str,
    stock: Mapping[str, int],
    unknown: Callable[[Battle], bool] = lambda _battle: False,
) -> dict[str, int]:
    """Return the least number of each kind of unit that gives Combat.

    Kinds that never have any are left out.

    Args:
        stock: how many of each kind there may be.
        unknown: whether it cannot be told of these pieces yet; then they will do.
    """
    found, card = {}, roster.card(side)
    for unit_id, number in stock.items():
        if number and card.has(unit_id) and card.unit(unit_id).combat > 0:
            # No formula takes anything off a printed number.
            found[unit_id] = 1
            continue
        for n in range(1, number + 1):
            alone = Battle(battle.area, battle.attacker, battle.defender, pieces(side, {unit_id: n}))
            if unknown(alone) or combat(state, alone, side) > 0:
                found[unit_id] = n
                break
    return found


def declare(state: CthulhuState, me: str, area: str = "", enemy: str = "") -> Script[Battle]:
    """Ask for everything that a declaration needs; an attack with Combat 0 is not accepted.

    Args:
        area: where it is, if that is settled.
        enemy: against whom, if that is.
    """
    area = area or (yield from pick_battle_area(state, me))
    enemy = enemy or (
        yield from pick_faction(
            state,
            "battle/enemy",
            me,
            _("Who do you attack?"),
            lambda: [c for c in state.enemies(me) if is_there(state, c)],
        )
    )
    if nobody_attacks(state, me, [enemy], area)[enemy] or not is_there(state, enemy):
        raise MootError
    empty = Battle(area, me, enemy)
    here = yield from musters(state, empty)
    while refusal := cannot_attack(state, Battle(area, me, enemy, here[me]), me):
        if nobody_attacks(state, me, [enemy], area)[enemy]:
            raise MootError
        text = f"{refusal} " + _("Pick all your units there, or undo.")
        here[me] = yield from muster(state, empty, me, text)
    return Battle(area, me, enemy, here[me] + here[enemy])


def recount(state: CthulhuState, declared: Battle) -> Script[Battle]:
    """Ask who of a declared battle is still there after an Action in between, and who has come; perhaps nobody."""
    area, attacker, defender = declared.area, *declared.sides
    here = yield from musters(state, Battle(area, attacker, defender), [f.id for f in declared.figures])
    return Battle(area, attacker, defender, here[attacker] + here[defender])


def pick_battle_area(state: CthulhuState, me: str) -> Script[str]:
    """Ask for the area; each only once in a turn, and any where pieces are not followed."""
    if not state.guides:
        return state.unknown_area()

    def build() -> Choose:
        over = _("There was already a battle here this turn.")
        options = tuple(
            Option(area, area_name(area), over) if area in state.battled else target(state, me, area, BATTLE_COST)
            for area in state.board.areas
        )
        return Choose(
            key=BATTLE_AREA, who=me, title=_("Battle: in which area?"), rule="battle", options=options, on_map=True
        )

    return (yield from pick_only(state, build))


def musters(state: CthulhuState, battle: Battle, before: list[str] | None = None) -> Script[dict[str, list[Figure]]]:
    """Ask which pieces of both sides are in the area, at the same moment: all of both take part (battle reference 2.1).

    Args:
        before: those that were there, if the battle is declared and this is asked again.
    """

    def build() -> list[Prompt]:
        prompts = [who_is_here(state, battle, side, _("All units there take part."), before) for side in battle.sides]
        if before is None and any(prompt.is_moot() for prompt in prompts):
            raise MootError
        return [*prompts]

    answers = yield from ask_together(state, build)
    picked = {key.rpartition("/")[2]: value for key, value in answers.items()}
    return {side: figures_of(state, battle, side, picked.get(side, [])) for side in battle.sides}


def muster(state: CthulhuState, battle: Battle, side: str, text: str) -> Script[list[Figure]]:
    """Ask which pieces of one side are there."""
    picked = yield from pick_some(state, lambda: who_is_here(state, battle, side, text, None))
    if not picked:
        raise MootError
    return figures_of(state, battle, side, picked)


def who_is_here(state: CthulhuState, battle: Battle, side: str, text: str, before: list[str] | None) -> Choose:
    """Build the question which pieces of a side are in the area.

    Likely ones are filled in, and the Cultist on the Gate is told apart.
    """
    holds_gate = battle.area in state.held_gates(side)
    there = reversed(kinds(state, side))
    options = unit_options(state, side, there, prefix=f"{side}.", holds_gate=holds_gate)
    any_of, brief, title = {}, _("Who is here?"), _("{faction}: who is here?")
    if before is not None:
        suggested = [o.id for o in options if o.id in before]
        brief, title = _("Who is here now?"), _("{faction}: who is here now?")
    else:
        if side == battle.attacker:
            any_of = may_attack(state, battle, side, {u.id: state.on_map(side, u.id) for u in kinds(state, side)})
            if any_of.get(ACOLYTE) == 1:
                any_of[f"{ACOLYTE}.gate"] = 1
        suggested = filled_in(state, battle, side, any_of)
    said, placed = text if before is None else "", _("{area}. {sentence}")
    return Choose(
        key=f"battle/pieces/{side}" if before is None else f"battle/pieces_now/{side}",
        who=side,
        title=title.format(faction=names.faction(side)),
        brief=brief,
        about=(battle.area, *battle.sides),
        text=said if battle.area.startswith(COUNTED) else placed.format(area=area_name(battle.area), sentence=said),
        rule="battle",
        options=tuple(options),
        least=1 if before is None else 0,
        most=len(options),
        decline=_("Nobody"),
        suggested=tuple(suggested),
        any_of=any_of,
        lacking=_(NO_COMBAT),
        taken=NN_("This one fights", "These {n} fight"),
    )


def filled_in(state: CthulhuState, battle: Battle, side: str, any_of: Mapping[str, int]) -> list[str]:
    """Return the ids of the pieces that are likely there, or those of the only kind that can be."""
    number = likely(state, side, battle.area)
    if any_of and not any(number.get(unit, 0) >= n for unit, n in any_of.items()):
        able = {unit: n for unit, n in any_of.items() if not unit.endswith(".gate")}
        number |= able if len(able) == 1 else {}
    elif not number:
        able = {unit.id: 1 for unit in kinds(state, side) if state.on_map(side, unit.id)}
        number = able if len(able) == 1 else {}
    return [f"{side}.{unit}.{n + 1}" for unit, most in number.items() for n in range(most)]


def figures_of(state: CthulhuState, battle: Battle, side: str, picked: Answer) -> list[Figure]:
    """Return the picked pieces, one of them on the Gate if the side holds it."""
    ids = as_list(picked)
    figures = [piece(name) for name in ids]
    if battle.area not in state.held_gates(side):
        return figures
    keeper = f"{side}.{ACOLYTE}.1"
    return on_gate(figures, keeper if keeper in ids else stand_in(state, figures, side))


def stand_in(state: CthulhuState, figures: list[Figure], side: str) -> str:
    """Return the id of a piece that holds the Gate where no Acolyte does, or an empty string."""
    kinds = [kind for kind in keeper_units(state, side) if kind != ACOLYTE]
    return next((f.id for f in figures if f.unit in kinds), "")


def on_gate(figures: list[Figure], keeper: str) -> list[Figure]:
    """Return the pieces with the keeper of the Gate marked as being on it."""
    return [piece(f.id, on_gate=f.id == keeper) for f in figures]
