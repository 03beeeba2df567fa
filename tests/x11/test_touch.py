"""Fingers that bounce and pictures that are turned, on the started app, with a finger that X moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.table.session import Session
from tests.x11.games import on_the_table
from tests.x11.product import Product
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

INSIDE, ELSEWHERE = (14, 460), (14, 425)
"""Two points of the key at the lower left where no text stands, at 800x480; further apart than a finger bounces."""
BETWEEN = (2, 478)
"""A point outside all keys."""


def without_dice(session: Session[Any]) -> bool:
    entries = session.timeline.entries
    return len(entries) > 6 and all(entry.kind != "roll" for entry in entries[-4:])


def test_a_finger_that_bounces_on_undo_takes_back_one_step(
    screen: Callable[[int, int], Screen], tmp_path: Path
) -> None:
    game = on_the_table(tmp_path / "data", "cthulhu_wars", without_dice, tower="off", dim="never")
    with screen(800, 480) as display, Product(display, tmp_path / "data") as product:

        def key() -> tuple[int, int, int]:
            return display.picture().at(*INSIDE)

        def undone() -> int:
            return sum(record.get("undo", 0) for record in product.records(game))

        display.until(lambda: key() != display.picture().at(*BETWEEN), "the key at the lower left is drawn")
        resting = key()
        display.tap(*INSIDE)
        display.tap(INSIDE[0] + 2, INSIDE[1] - 1)
        display.until(undone, "the tap has taken back a step")
        display.until(lambda: key() == resting, "the key is drawn as one that nobody holds")
        # What X says comes in turn: once this press can be seen, the bounce has been dealt with.
        display.press(*ELSEWHERE)
        display.until(lambda: key() != resting, "the key is seen pressed again")
        assert undone() == 1
