"""A Quick Battle: two factions fight without a game around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.cthulhu_wars.battle.declare import NO_COMBAT, cannot_attack, may_attack, on_gate, stand_in
from companion.games.cthulhu_wars.battle.guide import fight
from companion.games.cthulhu_wars.battle.windows import table_order
from companion.games.cthulhu_wars.facts import (
    BookTaken,
    GateSet,
    NeutralsChosen,
    PhaseBegan,
    PiecesEntered,
    ThirdPartyAdded,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_figures import pieces as pieces_counted
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure
from companion.games.cthulhu_wars.model.faction_parts import OffBoardInputs
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, HIGH_PRIEST, HIGH_PRIESTS, SHRIVELING
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import QuickBattleSetup
from companion.games.cthulhu_wars.model.state import ACOLYTE, BOOKS_TO_WIN, CthulhuState, Phase
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.quick_battle.counts import look_round
from companion.games.cthulhu_wars.quick_battle.neutrals import ask_neutrals
from companion.games.cthulhu_wars.quick_battle.setup import lay_out, missing
from companion.games.cthulhu_wars.rules.common_questions import pick_area, pick_faction
from companion.games.cthulhu_wars.rules.pool import chosen_priest, kinds, stock
from companion.table.prompts import TABLE, Answer, Choose, Option, Prompt, as_list
from companion.table.script import Script, ask_together, pick_some
from companion.table.words import NN_, _, labelled, n_


def quick_battle(state: CthulhuState) -> Script[None]:
    """Ask for what is missing, fight, and end."""
    given = state.given_battle
    assert given is not None
    attacker = given.attacker or (
        yield from pick_faction(state, "quick/attacker", TABLE, _("Who attacks?"), lambda: FACTIONS)
    )
    defender = given.defender or (
        yield from pick_faction(
            state, "quick/defender", TABLE, _("Who defends?"), lambda: [c for c in FACTIONS if c != attacker]
        )
    )
    lay_out(state, given, (attacker, defender, *(() if given.others is UNSET else given.others)))
    area = given.area or (
        yield from pick_area(state, "quick/area", TABLE, _("Where is the battle?"), lambda: state.board.areas)
    )
    empty = Battle(area, attacker, defender)
    if given.neutral is not UNSET:
        state.record(NeutralsChosen((*CARDS, SHRIVELING, HIGH_PRIESTS), silent=True))
        for side in empty.sides:
            yield from ask_neutrals(state, given, side)
    asked: set[str] = set()
    battle = yield from take_sides(state, empty, given, asked)
    battle = yield from act_between(state, battle, given, asked)
    yield from fight(state, Battle(area, attacker, defender, on_gate(battle.figures, keeper(state, battle))))
    state.record(PhaseBegan(Phase.OVER, 0, words=_("The battle is over")))


def take_sides(state: CthulhuState, empty: Battle, given: QuickBattleSetup, asked: set[str]) -> Script[Battle]:
    """Ask who fights, with which spellbooks, and which others count, all at the same time.

    What else counts with those is asked next. An attack with Combat 0 is refused: the attacker's pieces are picked
    again.
    """
    attacker, __ = empty.sides
    answers = yield from ask_together(state, lambda: list(who_and_what(state, empty, given)))
    yield from take_books(state, empty, answers)
    here = {
        side: bring(state, empty, side, answers[f"quick/pieces/{side}"])
        if f"quick/pieces/{side}" in answers
        else pieces_counted(side, given.pieces[side])
        for side in empty.sides
    }
    while True:
        battle = Battle(empty.area, *empty.sides, [figure for side in empty.sides for figure in here[side]])
        yield from look_round(state, battle, given, asked)
        refusal = cannot_attack(state, battle, attacker)
        if not refusal:
            return battle
        picked = yield from pick_some(state, partial(who_fights, state, empty, attacker, state, given, refusal))
        here[attacker] = bring(state, empty, attacker, picked)


def act_between(state: CthulhuState, battle: Battle, given: QuickBattleSetup, asked: set[str]) -> Script[Battle]:
    """Let whoever may act before any ability do so on the board, and ask who is there then, perhaps nobody."""

    def who_is_left() -> list[Prompt]:
        return [who_is_there_now(state, battle, side, given) for side in battle.sides]

    for code in table_order(state, battle) if state.guides else ():
        if not (yield from roster.card(code).interrupts(state, battle, code, False)):
            continue
        answers = yield from ask_together(state, who_is_left)
        here = [bring(state, battle, side, answers[f"quick/pieces_now/{side}"]) for side in battle.sides]
        battle = Battle(battle.area, *battle.sides, [figure for figures in here for figure in figures])
        if state.gates.get(battle.area) in battle.sides and not state.fixed(battle.area) and not keeper(state, battle):
            state.record(GateSet(battle.area, None))
        yield from look_round(state, battle, given, asked)
    return battle


def who_is_there_now(state: CthulhuState, battle: Battle, side: str, given: QuickBattleSetup) -> Choose:
    """Build the question which pieces fight after an Action in between."""
    return replace(
        who_fights(state, battle, side, state, given, ""),
        key=f"quick/pieces_now/{side}",
        title=_("{faction}: who is here now?").format(faction=names.faction(side)),
        brief=_("Who is here now?"),
        least=0,
        decline=_("Nobody"),
        suggested=tuple(figure.id.removeprefix(f"{side}.") for figure in battle.present(side)),
        any_of={},
        lacking="",
    )


def who_and_what(state: CthulhuState, battle: Battle, given: QuickBattleSetup) -> list[Prompt]:
    """Build all questions that are asked at once, as far as they are not answered."""
    prompts: list[Prompt] = []
    best = with_all_books(state, battle, given)
    prompts += [who_fights(state, battle, s, best, given, "") for s in battle.sides if s not in given.pieces]
    asks_others = bool(prompts) and given.others is UNSET
    prompts += [which_books(state, side, "") for side in battle.sides if side not in given.books]
    found = books_for_others(battle.sides) if asks_others else []
    return [*prompts, who_looks_on(found)] if found else prompts


def take_books(state: CthulhuState, battle: Battle, answers: dict[str, Any]) -> Script[None]:
    """Give the sides and the other factions the spellbooks that were picked.

    Spellbooks of different tribes do not go together.
    """
    for side in battle.sides:
        if f"quick/books/{side}" not in answers:
            continue
        picked = as_list(answers[f"quick/books/{side}"])
        sets = [{b.id for b in books} for books in roster.sets_of_books(roster.card(side))]
        while not any(set(picked) <= books for books in sets):
            words = _("Some of these belong to different tribes.")
            picked = yield from pick_some(state, partial(which_books, state, side, words))
        for book in picked:
            state.record(BookTaken(side, book, ""))
    for name in as_list(answers.get("quick/others", [])):
        code, book = name.split(".")
        if code not in state.factions:
            state.record(ThirdPartyAdded(code))
        state.record(BookTaken(code, book, ""))


def with_all_books(state: CthulhuState, battle: Battle, given: QuickBattleSetup) -> CthulhuState:
    """Return the table as if both sides owned each spellbook they were not asked for yet."""
    table = CthulhuState.unpacked(state.packed())
    for side in battle.sides:
        for book in roster.card(side).books if side not in given.books else ():
            table.record(BookTaken(side, book.id, ""))
    return table


def who_fights(
    state: CthulhuState, battle: Battle, side: str, best: CthulhuState, given: QuickBattleSetup, text: str
) -> Choose:
    """Build the question which pieces of a side fight.

    Args:
        best: the table as it is at best for the attacker, as long as not all is known.
    """
    units = kinds(state, side)
    there = {u.id: stock(state, side, u.id) - state.absent(side, u.id) for u in units}
    if HIGH_PRIEST in there and chosen_priest(state, side):
        # He is one of them.
        there[HIGH_PRIEST] -= 1
    options = tuple(
        Option(f"{u.id}.{n + 1}", names.unit(side, u.id), group=u.id, symbol=symbol(side, u.id))
        for u in reversed(units)
        for n in range(there[u.id])
    )

    def unknown(alone: Battle) -> bool:
        return missing(best, alone, side, given) != OffBoardInputs()

    any_of = may_attack(best, battle, side, there, unknown) if side == battle.attacker else {}
    return Choose(
        key=f"quick/pieces/{side}",
        who=side,
        title=_("{faction}: who fights?").format(faction=names.faction(side)),
        brief=_("Who fights?"),
        text=text,
        options=options,
        most=len(options),
        any_of=any_of,
        lacking=_(NO_COMBAT),
        taken=NN_("This one fights", "These {n} fight"),
    )


def which_books(state: CthulhuState, side: str, text: str) -> Choose:
    """Build the question which spellbooks a side owns."""
    return Choose(
        key=f"quick/books/{side}",
        who=side,
        title=_("{faction}: spellbooks?").format(faction=names.faction(side)),
        brief=_("Spellbooks?"),
        text=text,
        options=tuple(Option(b.id, _(b.name), detail=_(b.text)) for b in roster.card(side).books),
        least=0,
        most=BOOKS_TO_WIN - len(state.factions[side].books),
        decline=_("None"),
    )


def books_for_others(sides: Sequence[str]) -> list[Option]:
    """Return the spellbooks that factions outside the battle may use in it."""
    found = ((f, book) for f in FACTIONS.values() if f.code not in sides for book in f.books if book.id in f.onlooker)
    return [Option(f"{f.code}.{b.id}", labelled(_(f.name), _(b.name)), detail=_(b.text)) for f, b in found]


def who_looks_on(books: Sequence[Option]) -> Choose:
    """Build the question which others have one of these spellbooks."""
    return Choose(
        key="quick/others",
        who=TABLE,
        title=_("Is anybody else at the table?"),
        brief=_("Others?"),
        text=_("These spellbooks can be used in other players' battles."),
        rule="battle",
        options=tuple(books),
        least=0,
        most=len(books),
        decline=_("Nobody"),
    )


def bring(state: CthulhuState, battle: Battle, side: str, picked: Answer) -> list[Figure]:
    """Bring the picked pieces straight from the stock."""
    pieces = Counter(option.split(".")[0] for option in as_list(picked))
    for unit, number in pieces.items():
        more = number - state.in_play(side, unit)
        if more > 0:
            state.record(PiecesEntered(side, unit, more, n_("takes part", "take part", more), battle.area))
    return pieces_counted(side, pieces)


def keeper(state: CthulhuState, battle: Battle) -> str:
    """Return the piece that holds the Gate of the area.

    It is a Cultist of the side that controls the Gate, or another piece that can hold one.
    """
    owner = state.gates.get(battle.area)
    if owner not in battle.sides or state.fixed(battle.area):
        return ""
    cultist = next((f.id for f in battle.present(owner, unit=ACOLYTE)), "")
    return cultist or stand_in(state, battle.present(owner), owner)
