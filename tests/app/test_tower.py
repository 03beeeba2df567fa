"""Dice from the tower, in the game: a simulated tower on a real pseudo-terminal, real touches on a real window."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.simulator import SimulatedTower
from tests.app.sizes import sized

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
"""A folder to keep the pictures in; by default they go to the test's own."""


@pytest.fixture
def made(tower: SimulatedTower, plug: Callable[..., Any], until: Any) -> Any:
    """The app with a tower that makes the faces."""
    shell = plug(str(tower.link), dice="tower")
    until(lambda: shell.hub.tower.connected)
    return shell


@pytest.fixture
def read(tower: SimulatedTower, plug: Callable[..., Any], until: Any) -> Any:
    """The app with a tower that reads real dice."""
    shell = plug(str(tower.link), dice="tower", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    return shell


def rolled(table: Any) -> Any:
    """The last entry, if it is a roll."""
    entries = table.session.timeline.entries
    return entries[-1] if entries and entries[-1].kind == "roll" else None


def panel(table: Any) -> Any:
    return table.question.body.card._panel


def asked_for(table: Any, until: Any) -> None:
    """Wait until the tower asks for dice."""
    until(lambda: panel(table).message.startswith("Drop"))


def fall(table: Any, until: Any, tower: SimulatedTower, dice: str) -> None:
    """Drop dice, and wait until they have been read."""
    tower.drop(dice)
    until(lambda: table.question.body.card.phase == "fallen")


def use(table: Any, fingers: Any) -> None:
    """Touch the primary button when it has settled."""
    fingers.skip(0.4)
    fingers.tap(table.primary)


def type_in(page: Any, fingers: Any, *faces: int) -> None:
    """Type dice in and take them."""
    for number in faces:
        fingers.tap(page.face_keys[number])
    fingers.skip(0.4)
    fingers.tap(page.primary)


def test_the_tower_rolls_at_a_touch(made: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower) -> None:
    table = begin(made, "roll")
    assert table.primary.text == "Roll 3 dice in the tower"
    fingers.tap(table.primary)
    until(lambda: rolled(table))
    entry = rolled(table)
    assert entry.source == "tower"
    assert entry.note.startswith(f"tower {made.hub.tower.info.uid}, roll c")
    assert len(entry.value) == 3
    assert tower.board.rolls == 1
    fingers.tap(table.ids.extras.children[1])
    line = next(iter(made.page.keys.values()))
    assert "(tower)" in line.label
    assert entry.note in line.detail


def test_real_dice_need_only_be_dropped(read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower) -> None:
    table = begin(read, "roll")
    until(lambda: panel(table).message == "Drop 3 dice into the tower.")
    assert not table.primary.ready
    fall(table, until, tower, "352")
    assert table.question.body.card.shown == "⚂ ⚄ ⚁"
    assert rolled(table) is None, "people look first whether they were read right"
    use(table, fingers)
    assert rolled(table).value == [3, 5, 2]
    assert rolled(table).source == "tower"


def test_a_leaning_die_is_set_straight_and_read_again(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(read, "roll")
    asked_for(table, until)
    tower.drop("3?2")
    until(lambda: panel(table).held)
    assert "is leaning" in panel(table).message
    assert panel(table).bays.startswith("⚂ ? ⚁")
    tower.board.bays = "362"
    assert table.primary.text == "Read again"
    use(table, fingers)
    until(lambda: table.question.body.card.phase == "fallen")
    use(table, fingers)
    assert rolled(table).value == [3, 6, 2]
    assert "thrown again" not in rolled(table).note


def test_a_drop_thrown_again_is_in_the_log(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(read, "roll")
    asked_for(table, until)
    tower.drop("3?2")
    until(lambda: panel(table).held)
    _, again = reversed(panel(table).decide.children)
    fingers.skip(0.4)
    fingers.tap(again)
    asked_for(table, until)
    fall(table, until, tower, "111")
    use(table, fingers)
    assert rolled(table).value == [1, 1, 1]
    assert rolled(table).note.endswith("; rolled again: one is leaning")


def test_a_misread_die_is_corrected_and_the_first_reading_kept(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(read, "roll")
    asked_for(table, until)
    fall(table, until, tower, "352")
    fingers.skip(0.4)
    fingers.tap(table.question.body.card.retype_key)
    type_in(read.page, fingers, 3, 6, 2)
    entry = rolled(table)
    assert (entry.value, entry.original, entry.source) == ([3, 6, 2], [3, 5, 2], "hand")
    fingers.tap(table.ids.extras.children[1])
    assert "first showed ⚂ ⚄ ⚁" in next(iter(read.page.keys.values())).detail


def test_a_pulled_cable_never_blocks(read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower) -> None:
    table = begin(read, "roll")
    asked_for(table, until)
    tower.unplug()
    until(lambda: not read.hub.tower.connected)
    assert "not connected" in panel(table).message
    fingers.skip(0.4)
    fingers.tap(table.question.body.card.typing_key)
    type_in(read.page, fingers, 1, 2, 3)
    assert rolled(table).value == [1, 2, 3]
    assert rolled(table).note.startswith("instead of tower")


def test_a_drop_cut_short_by_a_power_failure_is_said_and_rolled_again(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(read, "roll")
    asked_for(table, until)
    tower.unplug()
    until(lambda: "not connected" in panel(table).message)
    tower.plug()
    until(lambda: table.question.body.card.failed)
    assert "its power failed partway through" in panel(table).message
    assert table.primary.text == "Roll again"
    use(table, fingers)
    asked_for(table, until)
    fall(table, until, tower, "246")
    use(table, fingers)
    assert rolled(table).value == [2, 4, 6]
    assert rolled(table).note.endswith("rolled again: its power failed partway through")


def test_without_the_tower_the_verb_leaves_the_choice_to_people(
    made: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(made, "roll")
    tower.unplug()
    until(lambda: not made.hub.tower.connected)
    assert not table.primary.ready
    assert table.question.body.card.tower_key.disabled
    assert table.question.body.card.tower_refusal == "The tower is not connected."
    fingers.skip(0.4)
    fingers.tap(table.question.body.card.here_key)
    assert rolled(table).source == "virtual"


def test_both_sides_roll_in_the_tower_and_are_told_together(
    made: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(made, "together")
    assert table.primary.text == "Roll both in the tower"
    fingers.tap(table.primary)
    until(lambda: len([e for e in table.session.timeline.entries if e.kind == "roll"]) == 2)
    assert {e.source for e in table.session.timeline.entries if e.kind == "roll"} == {"tower"}
    assert tower.board.rolls == 2
    assert not made.banner.message


def test_a_crash_before_the_dice_are_taken_does_not_throw_them_twice(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower, plug: Callable[..., Any]
) -> None:
    table = begin(read, "tell", "roll")
    use(table, fingers)
    asked_for(table, until)
    fall(table, until, tower, "352")
    name = table.game.path
    thrown = tower.board.rolls
    shell = plug(str(tower.link), dice="tower", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    shell.play(lambda: shell.library.open(name))
    until(lambda: shell.page.question.body.card.phase == "fallen")
    assert shell.page.question.body.card.shown == "⚂ ⚄ ⚁"
    assert tower.board.rolls == thrown


def test_a_roll_that_was_given_up_before_a_restart_is_asked_for_anew(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower, plug: Callable[..., Any]
) -> None:
    """It came up with “nobody dropped them”, before anybody could."""
    table = begin(read, "tell", "roll")
    use(table, fingers)
    asked_for(table, until)
    table.undo()
    until(lambda: tower.board.stage == "idle")
    name = table.game.path
    shell = plug(str(tower.link), dice="tower", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    shell.play(lambda: shell.library.open(name))
    use(shell.page, fingers)
    asked_for(shell.page, until)
    fall(shell.page, until, tower, "352")
    use(shell.page, fingers)
    assert rolled(shell.page).value == [3, 5, 2]
    assert "again" not in rolled(shell.page).note


def test_dice_dropped_before_anybody_asked_are_offered(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    read.settings.dice = "ask"
    table = begin(read, "roll")
    until(lambda: tower.board.mode == "r")
    fall(table, until, tower, "354")
    assert table.question.body.card.said == "These dice lie in the tower."
    use(table, fingers)
    assert rolled(table).value == [3, 5, 4]


def test_the_towers_own_button_rolls_and_blinks_while_it_may(
    made: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(made, "roll")
    until(lambda: tower.light == 2)
    fingers.skip(0.4)
    tower.press("down")
    until(lambda: rolled(table))
    assert rolled(table).source == "tower"
    made.home()
    until(lambda: tower.light == 0)


def test_undone_dice_of_the_tower_stand(made: Any, begin: Any, fingers: Any, until: Any) -> None:
    table = begin(made, "roll")
    fingers.tap(table.primary)
    until(lambda: rolled(table))
    faces = rolled(table).value
    table.undo()
    fingers.skip(0.4)
    assert table.primary.text == "Use the dice that fell"
    fingers.tap(table.primary)
    assert rolled(table).value == faces


def test_back_and_forth_before_the_dice_are_taken_does_not_throw_again(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(read, "choose", "roll")
    while not hasattr(table.question.body, "card"):
        fingers.skip(0.4)
        fingers.tap(next(iter(table.question.body.keys.values())))
        if table.primary.ready:
            fingers.skip(0.4)
            fingers.tap(table.primary)
    asked_for(table, until)
    fall(table, until, tower, "352")
    table.undo()
    table.redo()
    fingers.skip(0.4)
    assert table.question.body.card.shown == "⚂ ⚄ ⚁"
    assert tower.board.rolls == 1


def test_every_roll_is_recorded_for_fairness(made: Any, begin: Any, fingers: Any, until: Any) -> None:
    table = begin(made, "roll")
    fingers.tap(table.primary)
    until(lambda: rolled(table))
    record = made.hub.tower.record
    assert record.faces(record.towers()[0]) == rolled(table).value


@sized((800, 480), (720, 1280))
@pytest.mark.parametrize("kind", ["roll", "together"])
def test_whatever_the_tower_says_is_readable(
    tower: SimulatedTower,
    plug: Callable[..., Any],
    begin: Any,
    fingers: Any,
    until: Any,
    tmp_path: Path,
    size: tuple[int, int],
    kind: str,
) -> None:
    """No text cut off and every target large: the ways to roll, a drop, a held drop, fallen dice, a roll cut short."""
    from tests.app.test_layout import faults

    shell = plug(str(tower.link), dice="ask", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    folder = Path(PICTURES or tmp_path)
    table = begin(shell, kind)
    found: list[str] = []

    def look_at(name: str) -> None:
        fingers.skip(0.4)
        fingers.picture(folder / f"tower_{kind}_{name}_{size[0]}.png")
        found.extend(faults(shell, name))

    card = getattr(table.question.body, "card", None) or table.question.body.cards[1]
    look_at("ways")
    fingers.tap(card.tower_key)
    until(lambda: card._panel.message.startswith("Drop"))
    look_at("drop")
    dice = card.prompt.dice
    tower.drop(("3?21" + "-" * 5)[:dice])
    until(lambda: card._panel.held)
    look_at("held")
    tower.unplug()
    until(lambda: not shell.hub.tower.connected)
    look_at("away")
    tower.plug()
    until(lambda: card.failed)
    look_at("failed")
    fingers.tap(table.primary)
    until(lambda: card._panel.message.startswith("Drop"))
    tower.drop("35216"[:dice])
    until(lambda: card.phase == "fallen")
    look_at("fallen")
    assert not found, "\n".join(found)


def test_more_dice_than_bays_fall_in_several_drops(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    table = begin(read, "together")
    card = table.question.body.cards[0]
    assert card.prompt.dice == 6
    until(lambda: card._panel.message == "Drop 5 dice into the tower. Drop 1 of 2, 0 read so far.")
    tower.drop("35216")
    until(lambda: card._panel.message == "Drop 1 die into the tower. Drop 2 of 2, 5 read so far.")
    tower.drop("4")
    until(lambda: card.phase == "fallen")
    other = table.question.body.cards[1]
    until(lambda: other._panel.message.startswith("Drop 4 dice"))
    tower.drop("1234")
    until(lambda: other.phase == "fallen")
    use(table, fingers)
    rolls = [entry.value for entry in table.session.timeline.entries if entry.kind == "roll"]
    assert rolls == [[3, 5, 2, 1, 6, 4], [1, 2, 3, 4]]


def test_one_side_types_its_dice_in_while_the_tower_is_at_the_others(
    read: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    read.settings.dice = "ask"
    table = begin(read, "together")
    mine, theirs = table.question.body.cards
    fingers.tap(theirs.tower_key)
    until(lambda: theirs._panel.message.startswith("Drop 4 dice"))
    fingers.tap(mine.typing_key)
    fingers.skip(0.4)
    read.page.swap()
    fingers.skip(0.4)
    type_in(read.page, fingers, 6, 6, 5, 5, 4, 4)
    assert rolled(table).value == [6, 6, 5, 5, 4, 4]
    assert panel(table).message.startswith("Drop 4 dice"), "the tower goes on with the same roll"
    fall(table, until, tower, "1234")
    use(table, fingers)
    assert rolled(table).value == [1, 2, 3, 4]
    assert tower.board.rolls == 1


def test_the_tower_lights_the_dark_screen_and_does_nothing_else(
    made: Any, begin: Any, fingers: Any, until: Any, tower: SimulatedTower
) -> None:
    """Its button wakes it."""
    table = begin(made, "choose", "choose")
    until(lambda: made.hub.tower.connected)
    made.settings.dim = "1"
    made.apply_settings()
    fingers.skip(61)
    fingers.skip(121)
    assert made.rest.veil == 1
    tower.press("down")
    until(lambda: made.rest.veil == 0)
    assert table.session.timeline.entries == []
