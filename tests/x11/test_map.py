"""The map on the started app: every area that is asked about is tapped where it is drawn, by X."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from companion.table.prompts import Choose
from companion.table.session import Session
from layouts.palette import THEMES
from tests.x11.hand import hand
from tests.x11.screen import Picture, Screen

pytestmark = pytest.mark.window

LAND, SEA, LIGHT = (bytes.fromhex(getattr(THEMES["dark"], name)[1:]) for name in ("land", "sea", "power"))
LIT: Final = [
    tuple(base + 0.36 * (light - base) for base, light in zip(ground, LIGHT, strict=True)) for ground in (LAND, SEA)
]
"""The colours of whatever can be picked, on land and at sea."""
FOOT: Final = 406
"""The foot of the page begins here."""
MAP: Final = (118, 100, 672, FOOT - 104)
"""Where all areas lie."""
LEAST: Final = 20
"""Pixels; no area that can be tapped has a smaller side."""


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


def test_each_area_answers_where_it_is_drawn(screen: Callable[[int, int], Screen], tmp_path: Path) -> None:
    """Found with taps at 800x480: one inside Europe answered West Africa."""
    wanted: list[str] = []

    def asked(session: Session[Any]) -> bool:
        prompt = session.prompts[0].prompt
        if not isinstance(prompt, Choose) or not prompt.on_map or prompt.most > 1 or len(prompt.open_options()) < 6:
            return False
        wanted.extend(option.id for option in prompt.open_options())
        return True

    with hand(screen, tmp_path, asked, screen="full") as it:
        display = it.display
        display.until(lambda: len(lit(display.picture())) >= len(wanted), "every area asked about is lit")
        places, lands, answers = lit(display.picture()), display.picture().part(*MAP), []
        entries = it.seen["entries"]
        # An area at the edge is seen twice; points all over every area are asked in `tests/app/test_map.py`.
        for place in places[:: max(1, len(places) // 8)]:
            it.ready(entries)
            before = len(it.entries())
            display.tap(*place)
            display.until(lambda before=before: len(it.entries()) > before, "the answer is on the disk")  # type: ignore[misc]
            answers += it.entries()[before]["entry"]["value"]
            it.ready(entries + 1)
            it.tap("Undo")
            it.ready(entries)
            display.until(lambda: display.picture().part(*MAP) == lands, "the map is there again")
        assert len(answers) >= 8
        assert set(answers) <= set(wanted)
        assert len(set(answers)) >= len(answers) - 1
