"""The hardware page on a real window, with a simulated tower on a real pseudo-terminal and buttons on mock pins."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.simulator import SimulatedTower
from firmware_bridge.tower_events import RollFinished
from tests.hold_timer import HoldTimer

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
WIRING = {
    "buttons": {"roll": 17, "next": 27, "undo": 22, "player:red": 5},
    "lights": {"roll": 23},
    "knob": [20, 21],
    "debounce_ms": 1,
    "hold_s": 0.2,
}


@pytest.fixture
def shell(factory: MockFactory, tower: SimulatedTower, plug: Callable[..., Any], until: Any) -> Any:
    made = plug(str(tower.link), factory, wiring=WIRING)
    until(lambda: made.hub.tower.connected)
    return made


@pytest.fixture
def page(shell: Any, fingers: Any) -> Any:
    """The hardware page, opened as people do: from the settings."""
    fingers.tap(shell.page.ids.left)
    fingers.tap(shell.page.links["HARDWARE"])
    fingers.skip(0.4)
    return shell.page


def test_it_says_whether_the_tower_answers_and_what_it_is(page: Any, until: Any, tower: SimulatedTower) -> None:
    assert f"is connected on {tower.link}" in page.leaf.sentence
    until(lambda: "Rolls so far: 0." in page.leaf.about)
    tower.unplug()
    until(lambda: "cable was pulled" in page.leaf.sentence or "There is no" in page.leaf.sentence)
    assert page.leaf.signs.ids.tries.disabled


def test_a_test_roll_shows_its_dice_and_leaves_every_game_alone(
    page: Any, until: Any, fingers: Any, shell: Any, tower: SimulatedTower
) -> None:
    fingers.tap(page.leaf.signs.ids.fewer)
    assert page.leaf.verb == "Test roll: 4 dice"
    fingers.tap(page.leaf.signs.ids.roll)
    until(lambda: page.leaf.rolled)
    assert sum(sign in "⚀⚁⚂⚃⚄⚅" for sign in page.leaf.rolled) == 4
    assert tower.board.rolls == 1
    assert not shell.hub.tower.rolls
    assert shell.library.newest(5) == []


def test_a_test_roll_that_is_given_up_leaves_the_tower_free(
    page: Any, until: Any, fingers: Any, shell: Any, tower: SimulatedTower
) -> None:
    shell.settings.tower_mode = "r"
    shell.apply_settings()
    fingers.tap(page.leaf.signs.ids.roll)
    until(lambda: tower.board.stage == "wait")
    fingers.skip(0.4)
    fingers.tap(page.primary)
    until(lambda: tower.board.stage == "idle")


def test_every_line_on_the_wire_can_be_read(page: Any, until: Any, fingers: Any, tower: SimulatedTower) -> None:
    fingers.tap(page.keys["Data"])
    tower.damage_next_line()
    until(lambda: "← !" in page.leaf.sheet.text or "← #HB" in page.leaf.sheet.text)
    until(lambda: "garbled" in page.leaf.sheet.text)
    stop, wipe = reversed(page.leaf.children[0].children)
    fingers.tap(stop)
    still = page.leaf.sheet.text
    fingers.wait(0.5)
    assert page.leaf.sheet.text == still
    fingers.tap(stop)
    fingers.tap(wipe)
    assert len(page.leaf.sheet.text) < len(still)


def test_buttons_light_up_while_down_and_lead_nowhere_but_for_held_undo(
    page: Any, until: Any, fingers: Any, shell: Any, factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever came here by knob and buttons alone could not leave."""
    monkeypatch.setattr("firmware_bridge.buttons.Timer", HoldTimer)
    fingers.tap(page.keys["Buttons"])
    assert page.leaf.sentence == "4 buttons ready. Hold undo to go back."
    pin = factory.pin(27)
    pin.drive_low()
    until(lambda: page.leaf.keys["next"].chosen)
    pin.drive_high()
    until(lambda: not page.leaf.keys["next"].chosen)
    assert page.leaf.keys["next"].mark == "1"
    pin.drive_low()
    HoldTimer.newest.run_out()
    until(lambda: "held" in page.leaf.keys["next"].mark)
    pin.drive_high()
    undo = factory.pin(22)
    undo.drive_low()
    undo.drive_high()
    until(lambda: page.leaf.keys["undo"].mark == "1")
    fingers.frames(3)
    assert shell.page is page
    for number in (20, 21):
        factory.pin(number).drive_low()
    for number in (20, 21):
        factory.pin(number).drive_high()
    until(lambda: page.leaf.knob == 1)
    undo.drive_low()
    HoldTimer.newest.run_out()
    until(lambda: shell.page is not page)
    undo.drive_high()


def record(shell: Any, faces: list[int], source: str = "g", uid: str = "0BADCAFE") -> None:
    first = 10_000 if source == "r" else 0
    for place in range(0, len(faces), 6):
        part = tuple(faces[place : place + 6])
        shell.hub.tower.record.add(uid, RollFinished("c", part, "ok", first + place, source, replayed=False))


def test_fairness_says_too_few_until_there_is_something_to_see(page: Any, fingers: Any, shell: Any) -> None:
    fingers.tap(page.keys["Fairness"])
    assert page.leaf.words == "No tower has rolled here yet."
    record(shell, [1, 2, 3, 4, 5, 6] * 3)
    page.turn_to("Fairness")
    assert page.leaf.words.startswith("Not enough rolls to judge yet: 42 more dice are needed.")


def test_fairness_shows_counts_with_the_range_of_fair_dice(page: Any, shell: Any) -> None:
    record(shell, [1, 2, 3, 4, 5, 6, 6, 1, 2, 3, 4, 5] * 20)
    page.turn_to("Fairness")
    assert [bar.count for bar in page.leaf.bars] == [40] * 6
    assert all(0 < bar.band[0] < bar.band[1] <= 1 for bar in page.leaf.bars)
    assert "Chi-square 0.0; for 95 of 100 fair towers it lies between 0.8 and 12.8." in page.leaf.words


def test_loaded_dice_are_called_suspicious_and_towers_are_told_apart(page: Any, shell: Any, fingers: Any) -> None:
    record(shell, [1, 2, 3, 4, 5, 6] * 40)
    record(shell, [6, 6, 6, 4, 5, 6] * 20, source="r")
    page.turn_to("Fairness")
    assert len(page.leaf.keys) == 2
    fingers.frames(2)
    fingers.tap(page.leaf.keys[1])
    assert page.leaf.words.startswith("Suspicious")
    fingers.tap(page.leaf.keys[0])
    assert not page.leaf.words.startswith("Suspicious")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["800x480", "720x1280"])
def test_every_leaf_is_readable_and_every_target_large(
    page: Any, shell: Any, fingers: Any, resize: Any, until: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    from tests.app.test_layout import faults

    folder = Path(PICTURES or tmp_path)
    resize(*size)
    record(shell, [1, 2, 3, 4, 5, 6, 6, 1] * 30)
    record(shell, [6, 6, 6, 4, 5, 6] * 20, source="r")
    found = []
    for name in page.keys:
        fingers.tap(page.keys[name])
        if name == "Tower":
            fingers.tap(page.leaf.signs.ids.roll)
            until(lambda: page.leaf.rolled)
        if name == "Data":
            until(lambda: page.leaf.sheet.text.count("\n") > 2)
        fingers.skip(0.4)
        found += faults(shell, name)
        fingers.picture(folder / f"hardware_{name}_{size[0]}.png")
    shell.back()
    fingers.skip(0.4)
    found += faults(shell, "settings")
    fingers.picture(folder / f"settings_{size[0]}.png")
    assert not found, "\n".join(found)
