"""Fingers on undo that bounce or hold, on the started app, with a finger that X moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.table.session import Session
from tests.x11.games import on_the_table
from tests.x11.product import Product
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

Screens = Callable[[int, int], Screen]

INSIDE, ELSEWHERE = (14, 460), (14, 425)
"""Two points of the key at the lower left where no text stands, at 800x480; further apart than a finger bounces."""
BETWEEN = (2, 478)
"""A point outside all keys."""


def without_dice(session: Session[Any]) -> bool:
    entries = session.timeline.entries
    return len(entries) > 6 and all(entry.kind != "roll" for entry in entries[-4:])


def past_dice(session: Session[Any]) -> bool:
    entries = session.timeline.entries
    return len(entries) > 4 and entries[-1].kind == "roll" and entries[-2].kind != "roll"


@contextmanager
def one_undo(screen: Screens, folder: Path, moment: Callable[[Session[Any]], bool]) -> Iterator[Screen]:
    """With a finger that is put on undo once, one step is taken back however the finger leaves it."""
    game = on_the_table(folder / "data", "cthulhu_wars", moment, tower="off", dim="never")
    with screen(800, 480) as display, Product(display, folder / "data") as product:

        def key() -> tuple[int, int, int]:
            return display.picture().at(*INSIDE)

        def undone() -> int:
            return sum(record.get("undo", 0) for record in product.records(game))

        display.until(lambda: key() != display.picture().at(*BETWEEN), "the key at the lower left is drawn")
        resting = key()
        display.press(*INSIDE)
        yield display
        display.until(undone, "a step is taken back")
        # The bar has the colour of whoever is asked now. Were the key still held, the next press would not be seen.
        resting = display.settled(lambda: True, "the picture rests").at(*INSIDE)
        display.release()
        # What X says comes in turn: once this press can be seen, what came before it has been dealt with.
        display.press(*ELSEWHERE)
        display.until(lambda: key() != resting, "the key is seen pressed again")
        assert undone() == 1


def test_a_finger_that_bounces_on_undo_takes_back_one_step(screen: Screens, tmp_path: Path) -> None:
    with one_undo(screen, tmp_path, without_dice) as display:
        display.bounce(INSIDE[0] + 2, INSIDE[1] - 1)


def test_holding_undo_past_dice_takes_back_one_step(screen: Screens, tmp_path: Path) -> None:
    """Found with real X events: the release of the finger took back a second step."""
    with one_undo(screen, tmp_path, past_dice):
        pass  # The finger lies on it until the step is taken back.
