"""A key that must be held, on the started app, with a finger that X moves."""

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

INSIDE = (14, 460)
"""A point of the key at the lower left where no text stands, at 800x480."""
ELSEWHERE = (14, 425)
"""Another one, further away than a finger bounces."""
BETWEEN = (2, 478)
"""A point outside all keys."""


def past_dice(session: Session[Any]) -> bool:
    entries = session.timeline.entries
    return len(entries) > 4 and entries[-1].kind == "roll" and entries[-2].kind != "roll"


def test_holding_undo_past_dice_takes_back_one_step(screen: Callable[[int, int], Screen], tmp_path: Path) -> None:
    """Found with real X events: the release of the finger took back a second step."""
    game = on_the_table(tmp_path / "data", "cthulhu_wars", past_dice, tower="off")
    with screen(800, 480) as display, Product(display, tmp_path / "data") as product:

        def key() -> tuple[int, int, int]:
            return display.picture().at(*INSIDE)

        def undone() -> int:
            return sum(record.get("undo", 0) for record in product.records(game))

        display.until(lambda: key() != display.picture().at(*BETWEEN), "the key at the lower left is drawn")
        resting = key()
        display.press(*INSIDE)
        display.until(undone, "the hold has taken back a step")
        display.until(lambda: key() == resting, "the key is drawn as one that nobody holds")
        display.release()
        # What X says comes in turn: once the second press can be seen, the release has been dealt with.
        display.press(*ELSEWHERE)
        display.until(lambda: key() != resting, "the key is seen pressed again")
        assert undone() == 1
