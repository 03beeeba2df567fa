"""A Quick Battle: two factions fight without a game around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import UNSET

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.asking import pick_area, pick_faction
from companion.games.cthulhu_wars.battle.declare import NO_COMBAT, cannot_attack, may_attack, on_gate, stand_in
from companion.games.cthulhu_wars.battle.field import Battle, Figure
from companion.games.cthulhu_wars.battle.guide import fight
from companion.games.cthulhu_wars.battle.pieces import pieces as pieces_counted
from companion.games.cthulhu_wars.battle.quick_counts import look_round
from companion.games.cthulhu_wars.battle.quick_setup import lay_out, missing
from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, Entered, NeutralsChosen, OnlookerCame, PhaseBegan
from companion.games.cthulhu_wars.given import GivenBattle
from companion.games.cthulhu_wars.neutral import BOOKS, CARDS, SHRIVELING
from companion.games.cthulhu_wars.parts import Unseen
from companion.games.cthulhu_wars.pool import kinds
from companion.games.cthulhu_wars.roster import FACTIONS
from companion.games.cthulhu_wars.state import ACOLYTE, BOOKS_TO_WIN, CthulhuState, Phase
from companion.games.cthulhu_wars.units import RANK_SYMBOLS
from companion.table.prompts import TABLE, Answer, Choose, Option, Prompt, as_list
from companion.table.script import Script, ask_together, pick_some
from companion.table.words import _, labelled, n_


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
        state.record(NeutralsChosen((*CARDS, SHRIVELING), silent=True))
        for side in empty.sides:
            yield from ask_neutrals(state, given, side)
    battle = yield from take_sides(state, given, empty)
    yield from fight(state, Battle(area, attacker, defender, on_gate(battle.figures, keeper(state, battle))))
    state.record(PhaseBegan(Phase.OVER, 0, words=_("The battle is over")))


def ask_neutrals(state: CthulhuState, given: GivenBattle, side: str) -> Script[None]:
    """Ask which neutral pieces a side has, and whether it has the neutral spellbook for battles."""

    def build() -> Choose:
        options = [Option(name, names.unit_of(CARDS[name].unit)) for name in state.neutral if name in CARDS]
        full = _("It has six spellbooks.") if len(given.books.get(side, ())) >= BOOKS_TO_WIN else ""
        options += [Option(name, _(BOOKS[name].name), full) for name in state.neutral if name in BOOKS]
        return Choose(
            key=f"quick/neutral/{side}",
            who=side,
            title=_("{faction}: neutral pieces?").format(faction=names.faction(side)),
            options=tuple(options),
            least=0,
            most=sum(not option.refused for option in options),
            decline=_("None"),
        )

    for name in (yield from pick_some(state, build)):
        state.record(CardTaken(side, name, side, 0, 0) if name in CARDS else BookTaken(side, name, ""))


def take_sides(state: CthulhuState, given: GivenBattle, empty: Battle) -> Script[Battle]:
    """Who fights, with which spellbooks, and who looks on, at the same moment; then what else counts with those. An
    attack with Combat 0 is not accepted: then the attacker's pieces are picked anew."""
    attacker, __ = empty.sides
    answers = yield from ask_together(state, lambda: list(who_and_what(state, given, empty)))
    yield from take_books(state, empty, answers)
    here = {
        side: bring(state, empty, side, answers[f"quick/pieces/{side}"])
        if f"quick/pieces/{side}" in answers
        else pieces_counted(side, given.pieces[side])
        for side in empty.sides
    }
    asked: set[str] = set()
    while True:
        battle = Battle(empty.area, *empty.sides, [figure for side in empty.sides for figure in here[side]])
        yield from look_round(state, given, battle, asked)
        refusal = cannot_attack(state, battle, attacker)
        if not refusal:
            return battle
        picked = yield from pick_some(state, partial(who_fights, state, state, given, empty, attacker, refusal))
        here[attacker] = bring(state, empty, attacker, picked)


def who_and_what(state: CthulhuState, given: GivenBattle, battle: Battle) -> list[Prompt]:
    """All that is asked at once, as far as it is not given."""
    prompts: list[Prompt] = []
    best = with_all_books(state, given, battle)
    prompts += [who_fights(state, best, given, battle, s, "") for s in battle.sides if s not in given.pieces]
    asks_others = bool(prompts) and given.others is UNSET
    prompts += [which_books(state, side, "") for side in battle.sides if side not in given.books]
    found = books_for_others(battle.sides) if asks_others else []
    return [*prompts, who_looks_on(found)] if found else prompts


def take_books(state: CthulhuState, battle: Battle, answers: dict[str, Any]) -> Script[None]:
    """The sides have the spellbooks that were said, and the onlookers theirs; those of different tribes do not go
    together."""
    for side in battle.sides:
        if f"quick/books/{side}" not in answers:
            continue
        picked = as_list(answers[f"quick/books/{side}"])
        sets = [{b.id for b in books} for books in roster.sets_of_books(roster.card(side))]
        while not any(set(picked) <= books for books in sets):
            words = _("Some of these are of different tribes.")
            picked = yield from pick_some(state, partial(which_books, state, side, words))
        for book in picked:
            state.record(BookTaken(side, book, ""))
    for name in as_list(answers.get("quick/others", [])):
        code, book = name.split(".")
        if code not in state.factions:
            state.record(OnlookerCame(code))
        state.record(BookTaken(code, book, ""))


def with_all_books(state: CthulhuState, given: GivenBattle, battle: Battle) -> CthulhuState:
    """The same table, if both sides owned each spellbook that they have not been asked for yet."""
    table = CthulhuState.unpacked(state.packed())
    for side in battle.sides:
        for book in roster.card(side).books if side not in given.books else ():
            table.record(BookTaken(side, book.id, ""))
    return table


def who_fights(
    state: CthulhuState, best: CthulhuState, given: GivenBattle, battle: Battle, side: str, text: str
) -> Choose:
    """Which pieces of a side fight.

    Args:
        best: the table as it is at best for the attacker, as long as not all is known.
    """
    units = kinds(state, side)
    stock = {u.id: u.count - state.absent(side, u.id) for u in units}
    options = tuple(
        Option(f"{u.id}.{n + 1}", names.unit(side, u.id), group=u.id, symbol=RANK_SYMBOLS[u.rank])
        for u in reversed(units)
        for n in range(stock[u.id])
    )

    def unknown(alone: Battle) -> bool:
        return missing(best, given, alone, side) != Unseen()

    any_of = may_attack(best, battle, side, stock, unknown) if side == battle.attacker else {}
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
    )


def which_books(state: CthulhuState, side: str, text: str) -> Choose:
    """Which spellbooks a side owns."""
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
    """The spellbooks that those who are not in the battle may use in it."""
    found = ((f, book) for f in FACTIONS.values() if f.code not in sides for book in f.books if book.id in f.onlooker)
    return [Option(f"{f.code}.{b.id}", labelled(_(f.name), _(b.name)), detail=_(b.text)) for f, b in found]


def who_looks_on(books: Sequence[Option]) -> Choose:
    """Which of the others have one of these spellbooks."""
    return Choose(
        key="quick/others",
        who=TABLE,
        title=_("Is anybody else at the table?"),
        brief=_("Others?"),
        text=_("These spellbooks may be used in battles of others."),
        rule="battle",
        options=tuple(books),
        least=0,
        most=len(books),
        decline=_("Nobody"),
    )


def bring(state: CthulhuState, battle: Battle, side: str, picked: Answer) -> list[Figure]:
    """The pieces that were picked come straight from the stock."""
    pieces = Counter(option.split(".")[0] for option in as_list(picked))
    for unit, number in pieces.items():
        more = number - state.in_play(side, unit)
        if more > 0:
            state.record(Entered(side, unit, more, n_("takes part", "take part", more), battle.area))
    return pieces_counted(side, pieces)


def keeper(state: CthulhuState, battle: Battle) -> str:
    """The piece that holds the Gate of the area: a Cultist of the side that controls it, or another one that can."""
    owner = state.gates.get(battle.area)
    if owner not in battle.sides or state.fixed(battle.area):
        return ""
    cultist = next((f.id for f in battle.present(owner, unit=ACOLYTE)), "")
    return cultist or stand_in(state, battle.present(owner), owner)
