"""A Quick Battle: two factions fight without a game around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.asking import pick_area, pick_areas, pick_faction
from companion.games.cthulhu_wars.battle.declare import NO_COMBAT, cannot_attack, may_attack, on_gate, stand_in
from companion.games.cthulhu_wars.battle.field import Battle, Figure
from companion.games.cthulhu_wars.battle.guide import fight
from companion.games.cthulhu_wars.battle.pieces import pieces as pieces_counted
from companion.games.cthulhu_wars.battle.quick_setup import lay_out, missing
from companion.games.cthulhu_wars.faction import Unseen
from companion.games.cthulhu_wars.facts import (
    BookTaken,
    CardTaken,
    Entered,
    GateSet,
    Marked,
    NeutralsChosen,
    NumberTold,
    PhaseBegan,
    RitualSet,
    TokenPlaced,
)
from companion.games.cthulhu_wars.given import GivenBattle
from companion.games.cthulhu_wars.neutral import BOOKS, CARDS, GHATANOTHOA, SHRIVELING
from companion.games.cthulhu_wars.pool import enemy_great_old_ones, kinds
from companion.games.cthulhu_wars.roster import FACTIONS
from companion.games.cthulhu_wars.state import (
    ACOLYTE,
    BOOKS_TO_WIN,
    ENEMY_GREAT,
    INSTANT_DEATH_COST,
    CthulhuState,
    Phase,
)
from companion.games.cthulhu_wars.units import RANK_SYMBOLS, Rank
from companion.table.prompts import TABLE, Answer, Choose, Count, Option
from companion.table.script import Script, ask, ask_together, pick_some
from companion.table.words import _, n_


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
    ready = {attacker, defender} <= set(given.pieces)
    onlookers = {} if ready or given.others is not UNSET else (yield from pick_onlookers(state, (attacker, defender)))
    lay_out(state, given, (attacker, defender, *(onlookers if given.others is UNSET else given.others)))
    for code, books in onlookers.items():
        for book in books:
            state.record(BookTaken(code, book, ""))
    area = given.area or (
        yield from pick_area(state, "quick/area", TABLE, _("Where is the battle?"), lambda: state.board.areas)
    )
    yield from ask_books(state, [side for side in (attacker, defender) if side not in given.books])
    if given.neutral is not UNSET:
        state.record(NeutralsChosen((*CARDS, SHRIVELING), silent=True))
        for side in (attacker, defender):
            yield from ask_neutrals(state, side)
    asked: set[str] = set()
    battle = yield from take_sides(state, given, Battle(area, attacker, defender), asked)
    for code in state.seats:
        yield from look_round(state, given, battle, code, asked)
    yield from fight(state, Battle(area, attacker, defender, on_gate(battle.figures, keeper(state, battle))))
    state.record(PhaseBegan(Phase.OVER, 0, _("The battle is over")))


def pick_onlookers(state: CthulhuState, sides: tuple[str, str]) -> Script[dict[str, list[str]]]:
    """Ask which of the others have a spellbook that they may use in this battle; return those books by faction."""
    found = [(f, book) for f in FACTIONS.values() if f.code not in sides for book in f.books if book.id in f.onlooker]

    def build() -> Choose | None:
        if not found:
            return None
        options = tuple(
            Option(
                f"{f.code}.{book.id}",
                _("{faction}: {book}").format(faction=_(f.name), book=_(book.name)),
                detail=_(book.text),
            )
            for f, book in found
        )
        return Choose(
            key="quick/others",
            who=TABLE,
            title=_("Is anybody else at the table?"),
            text=_("These spellbooks may be used in battles of others."),
            rule="battle",
            options=options,
            least=0,
            most=len(options),
            decline=_("Nobody with these"),
        )

    owners: dict[str, list[str]] = {}
    for picked in (yield from pick_some(state, build)):
        code, book = picked.split(".")
        owners.setdefault(code, []).append(book)
    return owners


def ask_books(state: CthulhuState, sides: Sequence[str]) -> Script[None]:
    """Ask which spellbooks sides own, at the same moment; those of different tribes do not go together."""
    found = yield from ask_together(state, lambda: [which_books(side, "") for side in sides])
    for side in sides:
        answer = found[f"quick/books/{side}"]
        picked = [answer] if isinstance(answer, str) else answer
        sets = [{b.id for b in books} for books in roster.sets_of_books(roster.card(side))]
        while not any(set(picked) <= books for books in sets):
            words = _("Some of these are of different tribes.")
            picked = yield from pick_some(state, lambda side=side, words=words: which_books(side, words))  # type: ignore[misc]
        for book in picked:
            state.record(BookTaken(side, book, ""))


def which_books(side: str, text: str) -> Choose:
    """Which spellbooks a side owns."""
    return Choose(
        key=f"quick/books/{side}",
        who=side,
        title=_("{faction}: spellbooks?").format(faction=names.faction(side)),
        brief=_("Spellbooks?"),
        text=text,
        options=tuple(Option(b.id, _(b.name), detail=_(b.text)) for b in roster.card(side).books),
        least=0,
        most=BOOKS_TO_WIN,
        decline=_("None"),
    )


def ask_neutrals(state: CthulhuState, side: str) -> Script[None]:
    """Ask which neutral pieces a side has, and whether it has the neutral spellbook for battles."""

    def build() -> Choose:
        options = [Option(name, names.unit_of(CARDS[name].unit)) for name in state.neutral if name in CARDS]
        full = _("It has six spellbooks.") if len(state.factions[side].books) >= BOOKS_TO_WIN else ""
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


def take_sides(state: CthulhuState, given: GivenBattle, empty: Battle, asked: set[str]) -> Script[Battle]:
    """The pieces of both sides, as given or as asked; an attack with Combat 0 is not accepted."""
    area, attacker, defender = empty.area, empty.attacker, empty.defender
    here: dict[str, list[Figure]] = {}
    if not (given.pieces or asks_between(state, given, empty)):
        here = yield from pieces_of_both(state, given, empty)
    pieces, text = dict(given.pieces), ""
    while True:
        mine = here.pop(attacker, None) or (yield from pieces_of(state, given, empty, attacker, pieces, text))
        attack = Battle(area, attacker, defender, mine)
        yield from look_round(state, given, attack, attacker, asked)
        text = cannot_attack(state, attack, attacker)
        if not text:
            break
        pieces.pop(attacker, None)
    theirs = here.pop(defender, None) or (yield from pieces_of(state, given, empty, defender, pieces, ""))
    return Battle(area, attacker, defender, mine + theirs)


def asks_between(state: CthulhuState, given: GivenBattle, empty: Battle) -> bool:
    """Whether some pieces of the attacker call for a question before it is known that they may attack."""
    side = empty.attacker
    everybody = pieces_counted(side, {u.id: u.count - state.absent(side, u.id) for u in kinds(state, side)})
    attack = Battle(empty.area, side, empty.defender, everybody)
    return missing(state, given, attack, side) != Unseen() or any(f.unit == GHATANOTHOA for f in everybody)


def pieces_of_both(state: CthulhuState, given: GivenBattle, battle: Battle) -> Script[dict[str, list[Figure]]]:
    """Ask for the pieces of both sides at the same moment."""
    answers = yield from ask_together(state, lambda: [who_fights(state, given, battle, s, "") for s in battle.sides])
    return {side: bring(state, battle, side, answers[f"quick/pieces/{side}"]) for side in battle.sides}


def pieces_of(
    state: CthulhuState,
    given: GivenBattle,
    battle: Battle,
    side: str,
    known: Mapping[str, Mapping[str, int]],
    text: str,
) -> Script[list[Figure]]:
    """The pieces of a side, as known or as asked."""
    if side in known:
        return pieces_counted(side, known[side])
    picked = yield from pick_some(state, lambda: who_fights(state, given, battle, side, text))
    return bring(state, battle, side, picked)


def who_fights(state: CthulhuState, given: GivenBattle, battle: Battle, side: str, text: str) -> Choose:
    """Which pieces of a side fight."""
    units = kinds(state, side)
    stock = {u.id: u.count - state.absent(side, u.id) for u in units}
    options = tuple(
        Option(f"{u.id}.{n + 1}", names.unit(side, u.id), group=u.id, symbol=RANK_SYMBOLS[u.rank])
        for u in reversed(units)
        for n in range(stock[u.id])
    )

    def unknown(alone: Battle) -> bool:
        return missing(state, given, alone, side) != Unseen()

    any_of = may_attack(state, battle, side, stock, unknown) if side == battle.attacker else {}
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


def bring(state: CthulhuState, battle: Battle, side: str, picked: Answer) -> list[Figure]:
    """The pieces that were picked come straight from the stock."""
    pieces = Counter(option.split(".")[0] for option in ([picked] if isinstance(picked, str) else picked))
    for unit, number in pieces.items():
        more = number - state.in_play(side, unit)
        if more > 0:
            state.record(Entered(side, unit, more, n_("takes part", "take part", more), battle.area))
    return pieces_counted(side, pieces)


def look_round(state: CthulhuState, given: GivenBattle, battle: Battle, code: str, asked: set[str]) -> Script[None]:
    """Ask for what counts in this battle besides the pieces in it, each thing once."""
    unseen = missing(state, given, battle, code)
    if unseen.ritual and "ritual" not in asked:
        asked.add("ritual")
        yield from ask_ritual(state, code)
    if unseen.gates and f"{code}.gates" not in asked:
        asked.add(f"{code}.gates")
        yield from ask_gates(state, code)
    if unseen.tokens and f"{code}.tokens" not in asked:
        asked.add(f"{code}.tokens")
        yield from ask_tokens(state, code)
    for unit in unseen.in_play:
        if f"{code}.{unit}" not in asked:
            asked.add(f"{code}.{unit}")
            yield from ask_in_play(state, battle, code, unit)
    if unseen.great and f"{code}.great" not in asked:
        asked.add(f"{code}.great")
        yield from ask_great(state, code)
    foe = battle.foe(code)
    told = foe in given.pieces or foe in given.in_play
    if not told and battle.present(code, unit=GHATANOTHOA) and f"{foe}.{ACOLYTE}" not in asked:
        asked.add(f"{foe}.{ACOLYTE}")
        yield from ask_in_play(state, battle, foe, ACOLYTE)
    for key in unseen.numbers:
        if key not in asked:
            asked.add(key)
            yield from ask_number(state, key, code)


def ask_ritual(state: CthulhuState, code: str) -> Script[None]:
    """Ask what a Ritual costs, and put the marker there."""
    cost = yield from ask(
        state,
        lambda: Count(
            key="quick/ritual",
            who=code,
            title=_("What does a Ritual cost now?"),
            rule="ritual",
            least=state.track[0],
            most=INSTANT_DEATH_COST,
        ),
    )
    state.record(RitualSet(state.track.index(cost), cost))


def ask_gates(state: CthulhuState, code: str) -> Script[None]:
    """Ask where the faction controls Gates."""
    title = _("{faction}: which Gates?").format(faction=names.faction(code))
    everywhere = state.board.areas
    for area in (
        yield from pick_areas(state, f"quick/gates/{code}", code, title, lambda: everywhere, _("None"), rule="gates")
    ):
        state.record(GateSet(area, code))


def ask_tokens(state: CthulhuState, code: str) -> Script[None]:
    """Ask where the faction has tokens of its own."""
    title = _("{token}: in which areas?").format(token=names.token(code))
    text = _("All on the map, of {faction}.").format(faction=names.faction(code))
    everywhere = state.board.areas
    for area in (
        yield from pick_areas(state, f"quick/tokens/{code}", code, title, lambda: everywhere, _("None"), text=text)
    ):
        state.record(TokenPlaced(code, area))


def ask_in_play(state: CthulhuState, battle: Battle, code: str, unit: str) -> Script[None]:
    """Ask how many pieces of a kind are in play, those in the battle counted too."""
    kind = roster.card(code).unit(unit)
    number = yield from ask(
        state,
        lambda: Count(
            key=f"quick/in_play/{code}/{unit}",
            who=code,
            title=_("{units} in play?").format(units=names.unit_label(code, unit)),
            text=_("All of {faction} on the map, those in this battle too.").format(faction=names.faction(code)),
            least=len(battle.present(code, unit=unit)),
            most=kind.count - state.absent(code, unit),
        ),
    )
    more = number - state.in_play(code, unit)
    if more > 0:
        state.record(Entered(code, unit, more, n_("is in play", "are in play", more)))


def ask_great(state: CthulhuState, code: str) -> Script[None]:
    """Ask how many Great Old Ones the enemies of a faction have in play."""
    most = sum(u.count for enemy in FACTIONS if enemy != code for u in roster.card(enemy).of_rank(Rank.GOO))
    number = yield from ask(
        state,
        lambda: Count(
            key=f"quick/great/{code}",
            who=code,
            title=_("Enemy Great Old Ones in play?"),
            text=_("All that the enemies of {faction} have, those in this battle too.").format(
                faction=names.faction(code)
            ),
            least=enemy_great_old_ones(state, code),
            most=most,
        ),
    )
    note = n_(
        "The enemies of {faction} have {n} Great Old One in play",
        "The enemies of {faction} have {n} Great Old Ones in play",
        number,
    )
    state.record(Marked(code, ENEMY_GREAT, number, note.format(faction=names.faction(code), n=number)))


def ask_number(state: CthulhuState, key: str, who: str) -> Script[None]:
    """Ask for one of the numbers on a faction's card."""
    number = yield from ask(
        state,
        lambda: Count(
            key=f"quick/{key}", who=who, title=_("{counter}?").format(counter=names.counter(key)), least=0, most=99
        ),
    )
    state.record(NumberTold(key, number))


def keeper(state: CthulhuState, battle: Battle) -> str:
    """The piece that holds the Gate of the area: a Cultist of the side that controls it, or another one that can."""
    owner = state.gates.get(battle.area)
    if owner not in battle.sides or state.fixed(battle.area):
        return ""
    cultist = next((f.id for f in battle.present(owner, unit=ACOLYTE)), "")
    return cultist or stand_in(state, battle.present(owner), owner)
