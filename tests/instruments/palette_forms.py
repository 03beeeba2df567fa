"""Lay the page of Actions out without a window, for every game that there can be, and say what has no room.

    .venv/bin/python -m tests.instruments.palette_forms

Each faction, number of players, screen, size of text and language; with `--pairs` also each pair of a neutral Monster
and an independent Great Old One, for four players.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from companion.app.table.proportions import measures
from companion.app.widgets.controls.palette_form import GAP, GameForm, GroupKey, Measures, form_of
from companion.games.cthulhu_wars.model.neutral_cards import (
    BOOKS,
    CARDS,
    GREAT_OLD_ONES,
    HIGH_PRIESTS,
    MONSTERS,
    TERRORS,
    UNIQUE_PRIESTS,
)
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.turn.palette_keys import palette_of
from companion.table import words
from companion.table.palette import Palette
from layouts.theme import SCALES, look

SCREENS: Final = ((800, 480), (720, 1280), (1280, 720))
FULLEST: Final = (*CARDS, *BOOKS, HIGH_PRIESTS, UNIQUE_PRIESTS)
ONE_OF_EACH: Final = ("ghast", "father_dagon", HIGH_PRIESTS)
BOXES: Final = ((), ONE_OF_EACH, FULLEST)
PAIRS: Final = tuple((monster.id, great.id) for monster, great in product((*MONSTERS, *TERRORS), GREAT_OLD_ONES))
PLAYERS: Final = range(2, 9)

Case = tuple[tuple[str, ...], tuple[str, ...], tuple[int, int], str, str]
"""Factions, box, screen, text size and language."""


def seats(first: str, number: int) -> tuple[str, ...]:
    """Return a table of so many factions that begins with one."""
    codes = list(FACTIONS)
    at = codes.index(first)
    return tuple((codes[at:] + codes[:at])[:number])


def cases(boxes: Sequence[tuple[str, ...]] = BOXES) -> Iterator[Case]:
    """Yield every case; those of a language, a screen and a text size follow each other."""
    tables = [seats(code, number) for code in FACTIONS for number in PLAYERS]
    for language, screen, text in product(words.languages(), SCREENS, SCALES):
        yield from ((table, box, screen, text, language) for table, box in product(tables, boxes))


def prepared(case: Case) -> tuple[tuple[Palette, ...], Measures]:
    """Return the palettes of a case, and the measures of its page; language and look are then those of the case."""
    table, box, (width, height), text, language = case
    words.use(language)
    look.fit(width, height)
    look.choose("dark", text)
    return tuple(palette_of(code, table, box) for code in table), measures(width, height)


def faults(case: Case) -> Iterator[str]:
    """Yield what is wrong in the form of a case."""
    palettes, room = prepared(case)
    form = form_of(palettes, room)
    where = f"{'+'.join(case[0])} with {len(case[1])} cards, {case[2]}, {case[3]}, {case[4]}: {form.step.name}"
    if form.slack < -0.5:
        yield f"{where}: a row is {-form.slack / room.unit:.0f} units too wide"
    for palette in palettes:
        yield from (f"{where}, {palette.prompt}: {what}" for what in faults_of(palette, form, room))


def faults_of(palette: Palette, form: GameForm, room: Measures) -> Iterator[str]:
    """Yield what is wrong in the layout of one player."""
    layout, (width, height) = form.layouts[palette.prompt], room.narrow if form.step.narrow else room.broad
    pitch = (height + GAP * room.unit) / form.step.rows
    if pitch < room.finger - 0.5:
        yield f"rows of {pitch / room.unit:.1f} are lower than a finger"
    if len(layout.rows) > form.step.rows:
        yield f"{len(layout.rows)} rows, not {form.step.rows}"
    seen = Counter[str]()
    for row in layout.rows:
        end = 0.0
        for placed in row.keys:
            if placed.left < end - 0.5 or placed.left + placed.wide > width + 0.5:
                yield f"{placed.key.text} stands on its neighbour, or beyond the row"
            end = placed.left + placed.wide + GAP * room.unit
            if placed.wide + GAP * room.unit < room.finger - 0.5:
                yield f"{placed.key.text} is narrower than a finger"
            seen.update(key.id for key in (placed.key.keys if isinstance(placed.key, GroupKey) else (placed.key,)))
    known = [key for row in palette.rows for key in row.keys]
    if missing := {key.id for key in known} - set(seen):
        yield f"no place for {', '.join(sorted(missing))}"
    if layout.rows[-1].keys[-1].key.id != "pass":
        yield "the last key is not Pass"


def main() -> int:
    """Look at all cases, and print what is wrong and which forms there are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", action="store_true", help="each pair of neutral cards, for four players")
    given, found, wrong = parser.parse_args(), Counter[tuple[str, ...]](), 0
    chosen = cases() if not given.pairs else (case for case in cases(PAIRS) if len(case[0]) == 4)
    for case in chosen:
        for what in faults(case):
            print(what)
            wrong += 1
        found[case[4], case[3], f"{case[2][0]}x{case[2][1]}", form_of(*prepared(case)).step.name] += 1
    for (language, text, screen, name), number in sorted(found.items()):
        print(f"{language:3} {text:3} {screen:9} {name} {number:6}")
    print(f"{sum(found.values())} games, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
