"""The map on the started app: every area that is asked about is tapped where it is drawn, by X."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from companion.table.prompts import Choose
from companion.table.session import Session
from layouts.palette import THEMES
from tests.x11.games import on_the_table
from tests.x11.product import Product
from tests.x11.screen import Picture, Screen

pytestmark = pytest.mark.window

LAND, SEA, LIGHT = (bytes.fromhex(getattr(THEMES["dark"], name)[1:]) for name in ("land", "sea", "power"))
LIT: Final = [
    tuple(base + 0.36 * (light - base) for base, light in zip(ground, LIGHT, strict=True)) for ground in (LAND, SEA)
]
"""The colours of whatever can be picked, on land and at sea."""
UNDO: Final = (40, 440)
"""A point of the key at the lower left, at 800x480: *Undo*, then *Back* from what is to be put back."""
NOTE: Final = (400, 22)
"""A point of what is to be put back on the board, above the table."""
BETWEEN: Final = (2, 478)
"""A point outside all keys."""
HEAD: Final = (0, 0, 800, 36)
"""Where a page says its name."""
FOOT: Final = 406
"""The foot of the page begins here."""
MAP: Final = (118, 100, 672, FOOT - 104)
"""Where all areas lie."""
LEAST: Final = 20
"""Pixels; no area that can be tapped has a smaller side."""
BOUNCES: Final = 0.2
"""Seconds; a finger that is back in its place sooner may be taken for one that bounces."""


def lit(shown: Picture) -> list[tuple[int, int]]:
    """A point in each of the areas asked about: shapes filled with the colours of what can be picked."""
    left = {
        (x, y)
        for y in range(MAP[1], MAP[1] + MAP[3])
        for x in range(MAP[0], MAP[0] + MAP[2])
        if any(all(abs(a - b) < 4 for a, b in zip(shown.at(x, y), colour, strict=True)) for colour in LIT)
    }
    points = []
    while left:
        shape, edge = set(), [left.pop()]
        while edge:
            x, y = edge.pop()
            shape.add((x, y))
            around = {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & left
            left -= around
            edge += around
        # What is between the letters of a label is no area.
        if len(shape) > LEAST * LEAST:
            deep = [p for p in shape if all((p[0] + a, p[1] + b) in shape for a in (-7, 0, 7) for b in (-7, 0, 7))]
            points.append(min(deep or shape))
    return sorted(points)


def press_when_it_listens(display: Screen, x: int, y: int) -> None:
    """Put the finger down, and again until the place shows it: a new question takes no touches for a moment."""
    around = (x - 12, y - 12, 24, 24)
    resting = display.picture().part(*around)
    down = time.monotonic()

    def pressed() -> bool:
        nonlocal down
        if display.picture().part(*around) != resting:
            return True
        if time.monotonic() - down > BOUNCES:
            # A finger that leaves the place before it is lifted has done nothing; one that is back sooner bounces.
            display.move(*BETWEEN)
            display.release()
            display.press(x, y)
            down = time.monotonic()
        return False

    display.press(x, y)
    display.until(pressed, f"the place {x}, {y} is drawn pressed")


def undo(display: Screen, lands: Picture) -> None:
    """Take back a step until the map looks like this again; what is to be put back on the board, if anything is, is
    read and put away."""

    def tap(x: int, y: int, what: str) -> None:
        before = display.picture()
        press_when_it_listens(display, x, y)
        display.release()

        def went_on() -> bool:
            now = display.picture()
            return now.part(*MAP) == lands or now.part(*HEAD) != before.part(*HEAD)

        display.until(went_on, what)

    tap(*UNDO, "the step is taken back")
    if display.picture().part(*MAP) != lands:
        tap(*NOTE, "what is to be put back is in front")
        tap(*UNDO, "it is put away")


def test_each_area_answers_where_it_is_drawn(screen: Callable[[int, int], Screen], tmp_path: Path) -> None:
    """Found with taps at 800x480: one inside Europe answered West Africa."""
    wanted: list[str] = []

    def asked(session: Session[Any]) -> bool:
        prompt = session.prompts[0].prompt
        if not isinstance(prompt, Choose) or not prompt.on_map or prompt.most > 1 or len(prompt.open_options()) < 6:
            return False
        wanted.extend(option.id for option in prompt.open_options())
        return True

    game = on_the_table(tmp_path / "data", "cthulhu_wars", asked, tower="off", screen="full")
    with screen(800, 480) as display, Product(display, tmp_path / "data") as product:
        display.until(lambda: len(lit(display.picture())) >= len(wanted), "every area asked about is lit")
        places, lands, answers = lit(display.picture()), display.picture().part(*MAP), []

        def answered(before: int) -> bool:
            return len(product.records(game)) > before

        # An area at the edge is seen twice; points all over every area are asked in `tests/app/test_map.py`.
        for place in places[:: max(1, len(places) // 8)]:
            before = len(product.records(game))
            press_when_it_listens(display, *place)
            display.release()
            # Pressed it looks different, too.
            display.until(partial(answered, before), "the answer is on the disk")
            display.until(lambda: display.picture().part(*MAP) != lands, "the next question is there")
            answers += product.records(game)[before]["entry"]["value"]
            undo(display, lands)
            display.until(lambda: display.picture().part(*MAP) == lands, "the map is there again")
        assert len(answers) >= 8
        assert set(answers) <= set(wanted)
        assert len(set(answers)) >= len(answers) - 1
