"""What counts in a Quick Battle besides the pieces in it: numbers on one sheet, tokens on the map."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.cthulhu_wars.corrections.corrections import counters
from companion.games.cthulhu_wars.facts import CounterSet, GatesTold, NumberTold, PiecesEntered, RitualSet, TokenPlaced
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import QuickBattleSetup
from companion.games.cthulhu_wars.model.state import (
    ACOLYTE,
    ENEMY_GREAT,
    GATES_IN_BOX,
    INSTANT_DEATH_COST,
    CthulhuState,
)
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.games.cthulhu_wars.quick_battle.setup import missing
from companion.games.cthulhu_wars.rules.common_questions import pick_areas
from companion.games.cthulhu_wars.rules.pool import chosen_priest, enemy_great_old_ones
from companion.table.prompts import TABLE, Blank, Form
from companion.table.script import Script, ask
from companion.table.words import _, n_

__all__ = ["look_round"]


def look_round(state: CthulhuState, battle: Battle, given: QuickBattleSetup, asked: set[str]) -> Script[None]:
    """Ask for what counts in this battle besides the pieces in it, each thing once."""
    for code in state.seats:
        unseen = missing(state, battle, code, given)
        if unseen.tokens and f"{code}.tokens" not in asked:
            asked.add(f"{code}.tokens")
            yield from ask_tokens(state, code)
    new = {name: code for name, code in wanted(state, battle, given).items() if name not in asked}
    asked.update(new)
    told = yield from ask_numbers(state, lambda: [blank(state, battle, name, code) for name, code in new.items()])
    for name, number in told.items():
        tell(state, name, number)


def wanted(state: CthulhuState, battle: Battle, given: QuickBattleSetup) -> dict[str, str]:
    """Return the numbers that count, each with its owner.

    Keys are `ritual`, `gates/…`, `great/…`, `in_play/…/…`, or a key of `corrections.counters`.
    """
    found: dict[str, str] = {}
    for code in state.seats:
        unseen, foe = missing(state, battle, code, given), battle.foe(code)
        if unseen.ritual:
            found.setdefault("ritual", code)
        if unseen.gates:
            found[f"gates/{code}"] = code
        found |= {f"in_play/{code}/{unit}": code for unit in unseen.in_play}
        if unseen.great:
            found[f"great/{code}"] = code
        told = foe in given.pieces or foe in given.in_play
        counting = (card for card, powers in POWERS.items() if powers.counts_cultists)
        if not told and any(battle.present(code, unit=card) for card in counting):
            found[f"in_play/{foe}/{ACOLYTE}"] = foe
        unique = chosen_priest(state, code)
        if code not in given.pieces and unique in POWERS and POWERS[unique].from_afar:
            found[f"in_play/{code}/{unique}"] = code
        found |= {key: key.partition(".")[0] for key in unseen.numbers}
    return found


def ask_numbers(state: CthulhuState, blanks: Callable[[], list[Blank]]) -> Script[dict[str, int]]:
    """Ask for numbers on one sheet, each filled in with the least that it can be; return all of them."""

    def build() -> Form | None:
        able = tuple(blank for blank in blanks() if blank.least < blank.most)
        if not able:
            return None
        return Form(
            key="quick/counts",
            who=TABLE,
            title=_("What else counts?"),
            text=_("In play means everything on the map, including this battle."),
            rule="battle",
            blanks=able,
        )

    told = (yield from ask(state, build)) or {}
    return {blank.id: told.get(blank.id, blank.suggested) for blank in blanks()}


def blank(state: CthulhuState, battle: Battle, name: str, code: str) -> Blank:
    """Return the blank for a number."""
    kind, __, rest = name.partition("/")
    group = names.faction(code)
    if kind == "ritual":
        label, least, most = _("Cost of a Ritual"), state.track[0], INSTANT_DEATH_COST
        return Blank(name, label, group, least, most, min(most, max(least, state.ritual_cost)))
    if kind == "gates":
        beside = len(state.gates_of(code))
        return Blank(name, _("Gates"), group, beside, beside + GATES_IN_BOX, beside)
    if kind == "in_play":
        unit = rest.partition("/")[2]
        least = max(len(battle.present(code, unit=unit)), state.in_play(code, unit))
        most = max(least, roster.card(code).unit(unit).count - state.absent(code, unit))
        return Blank(name, _("{units} in play").format(units=names.unit_label(code, unit)), group, least, most, least)
    if kind == "great":
        least = enemy_great_old_ones(state, code)
        most = sum(u.count for enemy in FACTIONS if enemy != code for u in roster.card(enemy).of_rank(Rank.GOO))
        return Blank(name, _("Enemy Great Old Ones in play"), group, least, most, least)
    return Blank(name, names.counter_alone(name), group, suggested=counters(state)[name])


def tell(state: CthulhuState, name: str, number: int) -> None:
    """Set a number that the players have told."""
    kind, __, rest = name.partition("/")
    if kind == "ritual":
        state.record(RitualSet(state.track.index(number), number))
    elif kind == "gates":
        state.record(GatesTold(rest, number, number - len(state.gates_of(rest))))
    elif kind == "in_play":
        code, __, unit = rest.partition("/")
        more = number - state.in_play(code, unit)
        if more > 0:
            state.record(PiecesEntered(code, unit, more, n_("is in play", "are in play", more)))
    elif kind == "great":
        note = n_(
            "The enemies of {faction} have {n} Great Old One in play",
            "The enemies of {faction} have {n} Great Old Ones in play",
            number,
        )
        state.record(CounterSet(rest, ENEMY_GREAT, number, note.format(faction=names.faction(rest), n=number)))
    else:
        state.record(NumberTold(name, number))


def ask_tokens(state: CthulhuState, code: str) -> Script[None]:
    """Ask where the faction has tokens of its own."""
    title = _("{token}: in which areas?").format(token=names.token(code))
    text = _("Everything {faction} has on the map.").format(faction=names.faction(code))
    everywhere = state.board.areas
    for area in (
        yield from pick_areas(state, f"quick/tokens/{code}", code, title, lambda: everywhere, _("None"), text=text)
    ):
        state.record(TokenPlaced(code, area))
