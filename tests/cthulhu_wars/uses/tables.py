"""Random tables: factions, people, map, neutral things and rulings; and battles with neutral pieces on either side."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import BY_PLAYERS
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS, HIGH_PRIESTS, PRIESTS, UNIQUE_PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.rulings import AT_SET_UP, COMMON, MOST_POWER, ONE, SUM, rulings
from companion.games.cthulhu_wars.model.setup_form import ALLOWED, BAG, EIGHT, SEVERAL
from companion.games.cthulhu_wars.setup.setup import no_duel
from companion.table.errors import BadSetupError
from companion.table.game import allow_all
from companion.table.session import Session, new_session
from tests.cthulhu_wars.test_battle_invariants import random_battle
from tests.cthulhu_wars.test_own_factions import EXAMPLE
from tests.cthulhu_wars.uses.tally import Tally, Wanted
from tests.cthulhu_wars.uses.taste import book_of

SIZES: Final = {
    "2": ((1, 1), 12),
    "2 people, 2 each": ((2, 2), 8),
    "2 people, 3 each": ((3, 3), 5),
    "3 people, 4 factions": ((2, 1, 1), 4),
    "3 people, 2 each": ((2, 2, 2), 4),
    "3": ((1, 1, 1), 24),
    "4": ((1,) * 4, 26),
    "5": ((1,) * 5, 12),
    "6": ((1,) * 6, 7),
    "7": ((1,) * 7, 3),
    "8": ((1,) * 8, 3),
}
"""How many factions each person plays, and how often such a table is drawn."""
LARGEST: Final = 6
"""Factions for which there is a printed map."""


@contextmanager
def own_faction() -> Iterator[None]:
    """The faction of `docs/own_things.md` is in the game as one that people have made."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "factions").mkdir()
        (Path(folder) / "factions" / "choir.py").write_text(EXAMPLE, encoding="utf-8")
        left_out = CTHULHU_WARS.take_own(Path(folder), allow_all)
        assert not left_out, left_out
        try:
            yield
        finally:
            CTHULHU_WARS.take_own(Path(folder) / "nowhere", allow_all)
            CTHULHU_WARS.folder = None


def own_map(areas: int, chance: Random) -> dict[str, Any]:
    """A board of a table's own: a ring of areas with a few ways across."""
    named = [f"Area {n + 1}" for n in range(areas)]
    glyphs = ["chevron", "dragon", "thorns"]
    return {
        "name": "Ring",
        "areas": [
            {
                "name": name,
                "touches": [named[(n + 1) % areas], chance.choice([x for x in named if x != name])],
                "ocean": n % 4 == 0,
                **({"glyph": chance.choice(glyphs)} if n % 3 == 1 else {}),
            }
            for n, name in enumerate(named)
        ],
        "tracks": {"7": [5, 6, 6, 7, 7, 8, 8, 9, 10], "8": [5, 6, 6, 7, 7, 8, 9, 10]},
    }


def some_setup(chance: Random, wanted: Wanted) -> tuple[str, dict[str, Any]]:
    """A table's set-up, with what is wanted if there is room; and what such a table is called in the table of sizes."""
    size = chance.choices(list(SIZES), [weight for _, weight in SIZES.values()])[0]
    each, _ = SIZES[size]
    number = sum(each)
    rest = [code for code in FACTIONS if code not in wanted.factions]
    chance.shuffle(rest)
    factions = [*wanted.factions, *rest][:number]
    chance.shuffle(factions)
    if each == (1, 1) and no_duel(factions):
        return some_setup(chance, wanted)
    seats = iter(factions)
    hands = [[next(seats) for _ in range(n)] for n in each]
    setup: dict[str, Any] = {"players": hands} if max(each) > 1 else {"factions": factions}
    ruled = number > LARGEST and chance.random() < 0.5
    if ruled:
        setup["map"] = BY_PLAYERS[LARGEST][0]
    elif number > LARGEST or (number < LARGEST and max(each) == 1 and chance.random() < 0.06):
        setup["map"] = own_map(max(number + 3, 10), chance)
    elif chance.random() < 0.7:
        setup["map"] = chance.choice(BY_PLAYERS[number])
    setup["signs"] = "app" if chance.random() < 0.85 else "chits"
    if chance.random() < 0.6 or wanted.things:
        things = [thing for thing in (*CARDS, *BOOKS) if thing not in wanted.things]
        # A few wanted things among a few others are rather taken than among all.
        most = 8 if wanted.things else len(things)
        setup["neutral"] = [*wanted.things, *chance.sample(things, chance.randint(6, most))]
        if chance.random() < 0.4:
            setup["neutral"] += [HIGH_PRIESTS, UNIQUE_PRIESTS][: chance.randint(1, 2)]
    setup["options"] = some_rulings(chance, factions, setup.get("neutral", ())) | wanted.readings
    if ruled:
        setup["options"] |= {EIGHT: ALLOWED}
    if max(each) > 1 and len(each) > 2:
        setup["options"] |= {SEVERAL: ALLOWED, MOST_POWER: chance.choice((SUM, ONE))}
    # The seed gives what lies in the bag, too; a set-up that does not say so has the system shuffle it.
    setup["bag"] = chance.sample(BAG, len(BAG))
    return size, setup


def some_rulings(chance: Random, codes: Iterable[str], cards: Iterable[str]) -> dict[str, str]:
    """A reading for some of the rulings; how many factions two people play is said by who plays what."""
    every = {key: point for key, point in rulings(codes, cards).items() if key not in AT_SET_UP}
    return {key: chance.choice(list(point.readings)) for key, point in every.items() if chance.random() < 0.4}


def count_table(tally: Tally, size: str, session: Session[Any]) -> None:
    """Count at what kind of table an evening is."""
    state = session.state
    tally.tables[size] += 1
    tally.maps["own" if state.given.own_map else state.map_id] += 1
    tally.factions.update(state.seats)
    tally.things.update(state.given.neutral)
    for key, point in rulings(state.seats, state.given.neutral).items():
        if key not in AT_SET_UP:
            tally.rulings[f"{key} {state.rulings.get(key, next(iter(point.readings)))}"] += 1
    each = {len(hand) for hand in state.players}
    if len(state.players) == 2 and len(each) == 1:
        tally.rulings[f"D2 {dict(enumerate(COMMON['D2'].readings, 1))[each.pop()]}"] += 1


def some_battle(chance: Random, wanted: Wanted) -> Session[Any]:
    """A Quick Battle of two random factions with two looking on, with what is wanted among them."""
    rest = [code for code in FACTIONS if code not in wanted.factions]
    chance.shuffle(rest)
    codes = [*wanted.factions, *rest][:4]
    chance.shuffle(codes)
    session = random_battle(chance, codes).session
    setup = copy.deepcopy(session.setup)
    with_wanted(setup["quick_battle"], wanted)
    with_neutrals(setup["quick_battle"], chance, wanted)
    there = [card for kinds in setup["quick_battle"]["pieces"].values() for card in kinds if card in CARDS]
    setup["options"] |= some_rulings(chance, codes, there) | wanted.readings
    try:
        return new_session(CTHULHU_WARS, setup)
    except BadSetupError:
        # It cannot be declared with these pieces.
        return session


def with_wanted(quick: dict[str, Any], wanted: Wanted) -> None:
    """Add the spellbooks and the pieces that are needed for what is wanted."""
    for name in filter(None, map(book_of, wanted.names)):
        code, _, book = name.partition(".")
        if book not in quick["books"].get(code, [book]):
            quick["books"][code].append(book)
    for code, unit in wanted.pieces:
        if code in quick["pieces"] and not quick["pieces"][code].get(unit):
            quick["pieces"][code][unit] = 1
            quick["in_play"][code][unit] = max(1, quick["in_play"][code].get(unit, 0))


def with_neutrals(quick: dict[str, Any], chance: Random, wanted: Wanted) -> None:
    """Add neutral pieces on either side."""
    named = [thing for thing in wanted.things if thing in CARDS]
    rest = chance.sample([card for card in CARDS if card not in named], 6)
    sides = [quick["attacker"], quick["defender"]] * 3
    for card, side in zip([*named, *rest], sides, strict=False):
        number = chance.randint(1, CARDS[card].unit.count)
        quick["pieces"][side][card] = number
        quick["in_play"].setdefault(side, {})[card] = number
    for side, unique in zip(sides[:2], chance.sample(sorted(PRIESTS), 2), strict=True):
        with_more(quick, side, chance, unique)


def with_more(quick: dict[str, Any], side: str, chance: Random, unique: str) -> None:
    """Add Filth tokens, a High Priest or the Unique one to a side now and then."""
    card, more = FACTIONS[side], dict[str, int]()
    if chance.random() < 0.2:
        more["filth"] = chance.randint(1, 12)
    if card.cultists and not card.has("high_priest") and chance.random() < 0.4:
        more[unique if chance.random() < 0.5 else "high_priest"] = 1
    for unit, number in more.items():
        quick["pieces"][side][unit] = number
        quick["in_play"].setdefault(side, {})[unit] = number
