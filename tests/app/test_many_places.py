"""Many pieces go to named places in a list: each place can be tapped, however many chips stand above."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.table.prompts import Option, Place, Placing
from tests.app.sizes import sized

pytestmark = pytest.mark.window

KINDS = ("Civilian", "Infantry", "Bomber", "Fighter", "Mech")
SPACES = (*(Option(letter, f"Space {letter}") for letter in "ABCDEF"), Option("far", "A space farther away"))


@sized((800, 480), (720, 1280), (1280, 720))
def test_thirty_pieces_are_placed_by_touch(face: Any, size: tuple[int, int]) -> None:
    """Fourteen chips left the list of spaces no height at 800x480: a touch on a space hit nothing."""
    from msgspec.structs import replace

    from companion.games.messina.game import MESSINA
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    face.begin(MESSINA, {"seats": ["red", "blue"]})
    pieces = tuple(Placing(f"unit{n}", f"Blue {KINDS[n % 5]}", SPACES, KINDS[n % 5].lower()) for n in range(33))
    text = "The spaces round the site are A to F, clockwise from any you like. " * 3
    prompt = Place(key="origin/blue", who="blue", title="Blue came from where?", text=text, pieces=pieces, on_map=False)
    page = face.page
    page.question.show((replace(face.session.prompts[0], prompt=prompt),), page.context)
    page._arrange(False)
    face.settle()
    head = page.question.head
    _left, low, _wide, high = head._name.rect
    assert head.y <= low, "what explains it stands in its head"
    assert low + high <= head.top + 0.25 * head.font_size
    body, chance = page.question.body, Random(3)
    wanted = {piece.id: chance.choice(SPACES).id for piece in pieces}
    for widget in face.targets(wanted):
        face.fingers.tap(widget)
        face.fingers.skip(0.4)
    assert body.placed == wanted
    assert not face.verb.disabled
    assert face.verb.text == "Place all 33"
