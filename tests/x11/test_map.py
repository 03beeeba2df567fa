"""The map on the started app: every area that is asked about is tapped where it is drawn, by X."""

from __future__ import annotations

from collections.abc import Callable
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

ACCENT: Final = bytes.fromhex(THEMES["dark"].accent[1:])
"""The colour round whatever can be picked."""
UNDO: Final = (40, 440)
"""A point of the key at the lower left, at 800x480: *Undo*, then *Back* from what is to be put back."""
BETWEEN: Final = (2, 478)
"""A point outside all keys."""
HEAD: Final = (0, 0, 800, 36)
"""Where a page says its name."""
FOOT: Final = 400
"""The foot of the page begins here."""
LEAST: Final = 40
"""Pixels; no area that can be tapped is smaller."""


def outlined(shown: Picture) -> list[tuple[int, int]]:
    """Middles of the areas asked about: shapes drawn in the accent's colour on the panel."""
    left = {
        (x, y)
        for y in range(190, FOOT - 8)
        for x in range(16, shown.width - 16)
        if all(abs(a - b) < 12 for a, b in zip(shown.at(x, y), ACCENT, strict=True))
    }
    middles = []
    while left:
        shape, edge = set(), [left.pop()]
        while edge:
            x, y = edge.pop()
            shape.add((x, y))
            around = {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & left
            left -= around
            edge += around
        across, along = [x for x, _ in shape], [y for _, y in shape]
        if min(max(across) - min(across), max(along) - min(along)) > LEAST:
            middles.append(((min(across) + max(across)) // 2, (min(along) + max(along)) // 2))
    return sorted(middles)


def press_when_it_listens(display: Screen, x: int, y: int) -> None:
    """Put the finger down, and again until the place shows it: a new question takes no touches for a moment."""
    around = (x - 35, y - 25, 70, 50)
    resting = display.picture().part(*around)

    def pressed() -> bool:
        if display.picture().part(*around) != resting:
            return True
        # A finger that leaves the place before it is lifted has done nothing.
        display.move(*BETWEEN)
        display.release()
        display.press(x, y)
        return False

    display.press(x, y)
    display.until(pressed, f"the place {x}, {y} is drawn pressed")


def undo(display: Screen) -> None:
    """Take back a step, and go back from what is to be put back on the board."""
    head = display.picture().part(*HEAD)
    press_when_it_listens(display, *UNDO)
    display.release()
    display.until(lambda: display.picture().part(*HEAD) != head, "what to put back is there")
    press_when_it_listens(display, *UNDO)
    display.release()


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
        display.until(lambda: len(outlined(display.picture())) == len(wanted), "every area asked about is outlined")
        places = outlined(display.picture())
        answers = []
        for place in places:
            before = len(product.records(game))
            press_when_it_listens(display, *place)
            display.release()
            display.until(lambda: outlined(display.picture()) != places, "the next question is there")
            answers += product.records(game)[before]["entry"]["value"]
            undo(display)
            display.until(lambda: outlined(display.picture()) == places, "the map is there again")
        assert sorted(answers) == sorted(wanted)
