"""Clocks that stop when nobody is there, and a turn that reaches its limit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.test_clock import begin
from tests.app.test_clock import ours as ours

pytestmark = pytest.mark.window


def test_the_clock_stops_when_nobody_touches_anything(ours: Any, fingers: Any) -> None:
    """People who have gone to eat found a quarter of an hour on the clock of whoever had the turn."""
    page = begin(ours, fingers)
    times = page.game.times
    ours.rest.stirred()
    who = next(iter(times.asked))
    before = times.seconds(who)
    for _minute in range(20):
        fingers.skip(60)
    assert page.clock.stopped
    assert times.seconds(who) - before < 7 * 60
    ours.rest.stirred()
    fingers.tap(page.clock)
    assert not page.clock.stopped, "the touch that wakes it does not stop it again"
    fingers.skip(30)
    assert who in times.running


def test_a_turn_that_takes_too_long_is_told_by_colour_and_sound_only(
    ours: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from layouts.theme import look

    heard: list[str] = []
    monkeypatch.setattr(ours.sounds, "play", heard.append)
    ours.settings.turn_limit, ours.settings.sound = "2", "on"
    page = begin(ours, fingers, clock="off")
    entries = len(page.session.timeline.entries)
    heard.clear()
    fingers.skip(100)
    assert not page.clock.over
    fingers.skip(30)
    fingers.frames(2)
    assert page.clock.over
    assert page.clock._press._tint == tuple(look.alert)
    assert heard == ["turn"]
    fingers.skip(60)
    assert heard == ["turn"], "once"
    assert len(page.session.timeline.entries) == entries, "never an answer"
