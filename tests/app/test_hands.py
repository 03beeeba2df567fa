"""The finger that taps only what is in sight, and the hand on knob and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window

SEATS = {"factions": ["GC", "CC", "BG", "YS"]}


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path, factory: Any) -> Iterator[Any]:  # noqa: ARG001
    from tests.instruments.outside.knob import wired

    with wired(window, fingers, tmp_path, factory) as made:
        yield made


def act(face: Any) -> None:
    """Begin an evening and come to its first Action."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play

    face.begin(CTHULHU_WARS, SEATS)
    chance = Random(4)
    while not face.session.prompts[0].prompt.key.startswith("action/"):
        play(face.session, chance, 1, interject=0)
    face.redraw()


def test_the_finger_counts_taps_and_taps_nothing_that_cannot_be_seen(face: Any) -> None:
    from tests.instruments.outside.hand import OutOfReachError, SightedFinger

    act(face)
    finger = SightedFinger(face)
    face.left.y -= 500
    with pytest.raises(OutOfReachError, match="out of sight"):
        finger.tap(face.left)
    face.left.y += 500
    face.left.disabled = True
    with pytest.raises(OutOfReachError, match="not there"):
        finger.tap(face.left)
    face.left.disabled = False
    assert finger.cost.taps == 0
    entries = len(face.session.timeline.entries)
    finger.tap(face.left)
    assert len(face.session.timeline.entries) == entries - 1
    assert finger.cost.taps == 1


def test_the_finger_comes_to_a_key_that_is_half_in_sight(face: Any, window: Any) -> None:
    """It went to and fro by a whole view where half of a key was seen at both ends."""
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.scrollview import ScrollView
    from kivy.uix.widget import Widget

    from companion.app.widgets.base.buttons import Key
    from tests.instruments.outside.hand import SightedFinger

    tapped: list[str] = []
    view = ScrollView(size_hint=(None, None), size=(600, 200))
    key = Key(text="here", use=lambda: tapped.append("here"))
    key.height = 64
    column = BoxLayout(orientation="vertical", size_hint_y=None, height=400)
    for widget in (Widget(size_hint_y=None, height=168), key, Widget(size_hint_y=None, height=168)):
        column.add_widget(widget)
    view.add_widget(column)
    window.add_widget(view)
    face.settle()
    SightedFinger(face).tap(key)
    window.remove_widget(view)
    assert tapped == ["here"]


def test_taps_of_an_evening_are_counted(face: Any) -> None:
    from tests.instruments.outside.taps import evening, report

    robot = evening(face, 2, 16)
    costs = [cost for name, found in robot.costs.items() for cost in found if name.startswith("common")]
    assert costs
    assert all(cost.taps + cost.places > 0 for cost in costs)
    assert all(cost.taps == 1 for cost in robot.costs["undo"])
    assert "common Action" in report([robot])


def test_knob_and_buttons_answer_every_question(face: Any, factory: Any, fingers: Any) -> None:
    """The beginning of an evening; `python -m tests.instruments.outside.knob` plays whole ones."""
    from tests.instruments.outside.hand import Pins
    from tests.instruments.outside.knob import evening

    robot = evening(face, Pins(face, factory), 3, 10, {})
    assert not robot.stuck
    assert len(robot.took) + robot.undone == 10
    assert fingers.touches == 0


def test_what_the_ring_never_comes_to_is_said(face: Any, factory: Any) -> None:
    from kivy.uix.button import Button

    from tests.instruments.outside.hand import OutOfReachError, Pins
    from tests.instruments.outside.knob import Robot

    act(face)
    pins = Pins(face, factory)
    beside = Button(text="only for fingers", font_size=30)
    face.question.add_widget(beside)
    face.settle()
    with pytest.raises(OutOfReachError, match="only for fingers"):
        pins.ring_on(beside)
    assert "only for fingers" in Robot(face, pins, Random(1))._unringed()
