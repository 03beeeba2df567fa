"""What the picture matrix found in real games: each of these pages is looked over again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.words import ENGLISH, use

pytestmark = pytest.mark.window

AREAS = [f"Land {number}" for number in range(12)]
RING = [{"name": area, "touches": [AREAS[number - 1]]} for number, area in enumerate(AREAS)]
EIGHT = {
    "factions": ["GC", "CC", "BG", "OW", "SL", "WW", "AN", "YS"],
    "signs": "app",
    "map": {"name": "Ring", "areas": RING},
}
"""So many can play on a map of their own only."""


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.outside import stage
    from tests.outside.face import on_window

    stage.resize(window, fingers, (800, 480))
    with on_window(window, fingers, tmp_path, tower="off") as made:
        yield made
    use(ENGLISH)


def found(face: Any, check: str) -> list[Any]:
    from tests.outside.matrix import Inspector

    return Inspector(face, None, [check]).look("page")


def played_to(face: Any, who: str, kind: str = "") -> None:
    """Play eight factions at random until a question that needs the width is asked of one of them."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play

    face.begin(CTHULHU_WARS, EIGHT)
    chance = Random(1)
    for _ in range(900):
        play(face.session, chance, 1, interject=0)
        prompt = face.session.prompts[0].prompt
        if prompt.who == who and prompt.key.startswith(kind):
            face.redraw()
            if face.question.body.wide:
                return
    pytest.fail("no such question came")


def test_whose_turn_it_is_among_eight_is_told_by_more_than_colour(face: Any) -> None:
    """Its frame was looked for where a finger may come down, not where the card is."""
    played_to(face, "YS", "action/")
    assert not found(face, "colour only")


def test_what_is_to_be_put_back_leaves_the_first_of_eight_free(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finger may come down above the first card, and did so on the line above it."""
    played_to(face, "GC")
    monkeypatch.setattr(type(face.page), "put_back", ["Put the captured Black Goat Cultist back on the map"])
    face.page.show_view(face.session.view)
    face.settle()
    from tests.outside.sight import box_of

    line = box_of(face.page.headline.put_back, face.window.height)
    assert line.width > 600
    assert not found(face, "overlap")
    assert not found(face, "finger")


def test_a_sigil_in_the_place_of_a_long_name_has_room(face: Any) -> None:
    played_to(face, "GC", "action/")
    chip = next(chip for chip in face.question.body.grid.chips.values() if chip.text and not chip.refused)
    long = "Unaussprechlichenkultenbibliothekar"
    chip.show(replace(chip.way, text=chip.way.text, whole=long, sigil=""), "", chip.size_of_type)
    chip.show(replace(chip.way, text=long, whole=long, sigil=""), "", chip.size_of_type)
    face.fingers.frames(2)
    assert any(long in f.text for f in found(face, "text cut")), "words are no sigil"
    chip.show(replace(chip.way, text="§", whole=long, sigil="§"), "", chip.size_of_type)
    face.fingers.frames(2)
    assert not any(long in f.text for f in found(face, "text cut"))
