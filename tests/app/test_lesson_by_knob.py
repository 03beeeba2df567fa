"""The lesson by knob and buttons alone, from the home page to a game of one's own."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.sizes import sized

pytestmark = pytest.mark.window


def use(pins: Any, key: Any) -> None:
    """Turn the ring to a key and take it."""
    pins.ring_on(key)
    pins.press("next")
    pins.face.settle()


def answer(face: Any, pins: Any) -> None:
    item = face.item()
    value = True if item.prompt.kind == "tell" else item.prompt.any_answer(Random(2))
    pins.answer(value)


def obey(face: Any, pins: Any) -> None:
    """Do what the coach says."""
    page = face.page
    coach, hint = page.coach, page.coach.hint
    made = len(page.session.timeline.entries)
    if not coach.next_key.disabled:
        use(pins, coach.next_key)
    elif coach.words != hint.words:
        answer(face, pins)
    elif hint.done == "undo":
        pins.press("undo")
    elif hint.done in ("log", "rules"):
        use(pins, page.coach.at)
        if hint.done == "rules":
            use(pins, face.page.tabs["screen"])
            use(pins, face.page.quick.keys["book-open"])
        while face.page is not page:
            pins.press("undo")
            face.settle()
    elif hint.option:
        use(pins, page.coach.at)
        if len(page.session.timeline.entries) == made:
            use(pins, None)
    else:
        answer(face, pins)
    face.settle()


@sized((800, 480), (720, 1280))
def test_the_lesson_by_knob_and_buttons_to_a_game_of_ones_own(
    window: Any, fingers: Any, tmp_path: Path, factory: Any
) -> None:
    """No touch at all: each thing that the coach points at is a stop of the ring."""
    from tests.instruments.outside.hand import Pins
    from tests.instruments.outside.knob import wired

    with wired(window, fingers, tmp_path, factory) as face:
        pins, before = Pins(face, factory), fingers.touches
        use(pins, face.page.keys["cthulhu_wars.lesson"])
        assert face.page.coach is not None
        said: list[str] = []
        for _step in range(60):
            if face.page.coach is None:
                break
            if face.page.coach.words not in said:
                said.append(face.page.coach.words)
            obey(face, pins)
        else:
            raise AssertionError(f"it does not end: {said[-1]}")
        for wanted in ("Undo", "Gather Power", "Doom Phase", "log", "Rules", "roll", "That is all"):
            assert any(wanted in words for words in said), wanted
        assert face.shell.game.path.suffix == ".game", "a real game has begun"
        assert fingers.touches == before
