"""Arcade buttons, knob and lamps on gpiozero's mock pins, working a real window."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.simulator import SimulatedTower
from tests.hold_timer import HoldTimer

pytestmark = pytest.mark.window

BUTTONS = {"roll": 17, "next": 27, "undo": 22, "player:red": 5, "player:blue": 6, "player:moss": 16}
WIRING = {
    "buttons": BUTTONS,
    "lights": {"roll": 23, "next": 24, "undo": 25, "player:red": 7, "player:blue": 8},
    "colour": [12, 13, 19],
    "knob": [20, 21],
    "debounce_ms": 1,
}


class Pins:
    """Presses buttons and turns the knob, as fingers would; the rest of the app is real."""

    def __init__(self, factory: MockFactory, fingers: Any, until: Any, jobs: dict[str, int]) -> None:
        self.factory, self.fingers, self._until, self._jobs = factory, fingers, until, jobs
        self._last = 0.0

    def press(self, job: str) -> None:
        """A short press, after the lock-out of whatever came up last, and no bounce of the one before."""
        self.fingers.skip(0.4)
        self.press_at_once(job)

    def press_at_once(self, job: str) -> None:
        """A short press, whatever has just come up."""
        self._down(job).drive_high()
        self.fingers.frames(2)

    def hold(self, job: str, done: Callable[[], Any]) -> None:
        """Press until something has come about, after the lock-out of whatever came up last."""
        self.fingers.skip(0.4)
        pin = self._down(job)
        HoldTimer.newest.run_out()
        self._until(done)
        pin.drive_high()
        self.fingers.frames(2)

    def _down(self, job: str) -> Any:
        """Put a finger down, and no bounce of the press before: contacts are watched in real time, where frames with
        nothing to draw take less than it."""
        self._until(lambda: time.monotonic() - self._last > 0.002)
        self._last = time.monotonic()
        pin = self.factory.pin(self._jobs[job])
        pin.drive_low()
        return pin

    def turn(self, clicks: int) -> None:
        """Turn the knob; clockwise is positive."""
        from tests.instruments.outside.hand import turn

        turn(self.factory, clicks)
        self.fingers.frames(2)

    def lit(self, pin: int) -> bool:
        """Whether a lamp is on."""
        return bool(self.factory.pin(pin).state)


@pytest.fixture
def pins(factory: MockFactory, fingers: Any, until: Any, monkeypatch: pytest.MonkeyPatch) -> Pins:
    monkeypatch.setattr("firmware_bridge.buttons.Timer", HoldTimer)
    return Pins(factory, fingers, until, BUTTONS)


@pytest.fixture
def wired(factory: MockFactory, plug: Callable[..., Any]) -> Any:
    return plug(factory=factory, wiring=WIRING)


def last(table: Any) -> Any:
    entries = table.session.timeline.entries
    return entries[-1] if entries else None


def test_roll_rolls(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "roll")
    pins.press("roll")
    assert (last(table).key, last(table).source) == ("roll", "virtual")


def test_roll_does_nothing_where_no_dice_are_asked_for(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "choose")
    pins.press("roll")
    assert last(table) is None


def test_a_players_button_steps_through_their_choices_and_next_takes_one(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "choose")
    job = f"player:{table.session.prompts[0].prompt.who}"
    names = [name for name, key in table.question.body.keys.items() if not key.refused]
    pins.press(job)
    pins.press(job)
    focused = [name for name, key in table.question.body.keys.items() if key.focused]
    assert focused == [names[1]]
    pins.press("next")
    assert last(table).value == focused


def test_a_button_of_somebody_else_does_nothing(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "choose")
    who = table.session.prompts[0].prompt.who
    other = next(job for job in BUTTONS if job.startswith("player:") and job != f"player:{who}")
    pins.press(other)
    assert not any(key.focused for key in table.question.body.keys.values())


def test_the_knob_sets_the_number_and_next_takes_it(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "count")
    before = table.question.body.value
    pins.turn(2)
    pins.turn(-1)
    assert table.question.body.value == before + 1
    pins.press("next")
    assert last(table).value == before + 1


def test_past_the_end_of_a_number_the_knob_goes_on_and_comes_back(
    wired: Any, begin: Any, pins: Pins, fingers: Any
) -> None:
    """While a number was asked for, nobody without a finger came to the log, to *More* or to any other number."""
    table = begin(wired, "count")
    body = table.question.body
    pins.turn(int(body.range.most - body.value))
    fingers.skip(0.6)
    reached = []
    for _ in range(60):
        pins.turn(1)
        ring = [widget for widget in wired.walk() if getattr(widget, "focused", False)]
        if not ring:
            break
        reached += ring
    assert {table.log_key, table.more_key, table.ledger.cards[0].numerals[0]} <= {*reached}
    assert body.value == body.range.most
    pins.turn(-1)
    assert body.value == body.range.most - 1, "without a ring the knob is the number's again"
    pins.press("next")
    assert last(table).value == body.range.most - 1


def test_a_knob_that_is_spun_stays_with_the_number(wired: Any, begin: Any, pins: Pins) -> None:
    """Whoever wants the most spins further than that, and `next` is to take it."""
    table = begin(wired, "count")
    body = table.question.body
    for _ in range(int(body.range.most) + 10):
        pins.turn(1)
    assert not any(getattr(widget, "focused", False) for widget in wired.walk())
    pins.press("next")
    assert last(table).value == body.range.most


def test_who_locked_the_screen_by_the_knob_unlocks_it_by_holding_next(
    wired: Any, begin: Any, pins: Pins, fingers: Any
) -> None:
    """Without a finger it stayed locked for the rest of the evening; a short press must not open it."""
    begin(wired, "choose")
    wired.lock()
    fingers.frames(1)
    opener = wired._lock.opener
    for _ in range(60):
        if opener.focused:
            break
        pins.turn(1)
    assert opener.focused
    pins.press("next")
    assert wired._lock is not None
    assert "Hold" in wired.banner.message
    pins.hold("next", lambda: wired._lock is None)
    assert wired._lock is None


def test_a_game_is_deleted_by_knob_and_for_good_only_by_holding_next(wired: Any, begin: Any, pins: Pins) -> None:
    from companion.app.widgets.pages.services import PageId

    begin(wired, "choose")
    pins.turn(1)
    pins.press("next")
    wired.home()
    wired.show(PageId.ALL_GAMES)
    page, (name,) = wired.page, [path.name for path in wired.library.folder.glob("*.game")]

    def ring_on(key: Any) -> None:
        for _ in range(60):
            if key.focused:
                return
            pins.turn(1)
        raise AssertionError(f"the ring does not come to {key.text!r}")

    ring_on(page.keys[name])
    pins.press("next")
    ring_on(page.remove)
    pins.press("next")
    assert wired.library.every() == []
    ring_on(page.remove)
    pins.press("next")
    assert len(wired.library.deleted()) == 1, "a tap does not erase it, and neither does a short press"
    pins.hold("next", lambda: not wired.library.deleted())
    assert wired.library.deleted() == []


def test_a_click_for_the_question_before_leaves_the_next_number_alone(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "count")
    pins.press("next")
    body, before = table.question.body, table.question.body.value
    assert not table.question.settled
    wired.hand.turn(1)
    assert body.value == before
    assert not any(getattr(widget, "focused", False) for widget in wired.walk())


def test_the_knob_reaches_help_log_and_every_number_after_the_choices(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "choose")
    numeral = table.ledger.cards[0].numerals[0]
    log = table.log_key
    reached = []
    for _ in range(60):
        pins.turn(1)
        reached += [widget for widget in wired.walk() if getattr(widget, "focused", False)]
        if numeral in reached and log in reached and reached[-1] is log:
            break
    assert numeral in reached
    choices = [key for key in table.question.body.keys.values() if key in reached]
    assert reached.index(choices[-1]) < reached.index(log)
    pins.press("next")
    assert wired.page is not table
    assert wired.page.heading == "Log: what happened"


def test_a_players_button_counts_up_and_begins_again_at_the_end(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "count")
    body = table.question.body
    job = f"player:{body.prompt.who}"
    for _ in range(int(body.range.most - body.value)):
        pins.press(job)
    assert body.value == body.range.most
    pins.press(job)
    assert body.value == body.range.least


def test_undo_takes_back_and_past_dice_it_must_be_held(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "roll")
    pins.press("roll")
    pins.press("undo")
    assert last(table) is not None
    assert "Hold the undo button" in wired.banner.message
    pins.hold("undo", lambda: last(table) is None)
    while wired.page is not table:
        pins.press("next")
    pins.press("roll")
    assert last(table).kind == "roll"


def test_nothing_can_be_pressed_in_the_moment_after_a_question_has_come_up(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "roll")
    pins.press("roll")
    count = len(table.session.timeline.entries)
    pins.press_at_once("roll")
    assert len(table.session.timeline.entries) == count


def test_lamps_show_who_must_act_and_what_can_be_pressed(wired: Any, begin: Any, pins: Pins) -> None:
    table = begin(wired, "roll")
    assert table.session.prompts[0].prompt.who == "red"
    assert pins.lit(7)
    assert not pins.lit(8)
    assert pins.lit(23)
    assert not pins.lit(25)
    shown = [pins.factory.pin(pin).state for pin in (12, 13, 19)]
    assert shown == pytest.approx([0xC0 / 255, 0x39 / 255, 0x2B / 255], abs=0.01)
    wired.home()
    assert [pins.factory.pin(pin).state for pin in (12, 13, 19)] == [0, 0, 0]
    assert not pins.lit(7)


def test_the_lamp_of_next_is_lit_while_it_takes_the_choice_with_the_ring(wired: Any, begin: Any, pins: Pins) -> None:
    """It was dark whenever the bright button could not be used, although `next` took the choice with the ring."""
    table = begin(wired, "choose")
    assert not table.primary.ready
    assert not pins.lit(24)
    pins.turn(1)
    assert pins.lit(24)
    pins.press("next")
    assert table.session.timeline.entries
    assert not pins.lit(24), "another question, and no ring"


def test_lamps_tell_of_a_game_that_is_open_before_the_pins_are(
    wired: Any, begin: Any, pins: Pins, fingers: Any
) -> None:
    """As after a start with a game on the table, and after a change of language: it was dark whose turn it is."""
    begin(wired, "roll")
    wired.hub.let_go()
    wired.follow_hardware()
    assert [pins.lit(pin) for pin in (7, 8, 23, 25)] == [True, False, True, False]
    wired.settings.language = "de"
    wired.apply_settings()
    fingers.frames(2)
    assert [pins.lit(pin) for pin in (7, 8)] == [True, False]
    assert pins.factory.pin(12).state > 0


def test_lamps_are_about_the_page_in_front(wired: Any, begin: Any, pins: Pins, fingers: Any) -> None:
    """They told of the table below: `roll` was lit where it does nothing, and `undo` dark where it leads back."""
    table = begin(wired, "roll")
    wired.open_settings()
    fingers.frames(2)
    assert [pins.lit(pin) for pin in (23, 25)] == [False, True]
    pins.press("undo")
    assert wired.page is table
    assert [pins.lit(pin) for pin in (23, 25)] == [True, False]
    wired.home()
    fingers.frames(2)
    assert not pins.lit(23)


def test_while_the_tower_is_at_it_roll_does_nothing_and_is_dark(
    factory: MockFactory, plug: Callable[..., Any], begin: Any, pins: Pins, tower: SimulatedTower, until: Any
) -> None:
    shell = plug(str(tower.link), factory, wiring=WIRING, dice="tower", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    table = begin(shell, "roll")
    until(lambda: "Drop" in table.question.body.card._panel.message)
    assert not pins.lit(23)


def test_dice_that_have_just_landed_are_not_taken_by_a_press_under_way(
    factory: MockFactory, plug: Callable[..., Any], begin: Any, pins: Pins, tower: SimulatedTower, until: Any
) -> None:
    """Whoever presses the tower's button twice has not said that it read their dice right."""
    shell = plug(str(tower.link), factory, wiring=WIRING, dice="tower", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    table = begin(shell, "roll")
    card = table.question.body.card
    until(lambda: "Drop" in card._panel.message)
    tower.drop("1" * card.prompt.dice)
    until(lambda: card.phase == "fallen")
    shell.hand.tower_button("down")
    assert last(table) is None, "nobody has seen them"
    pins.press("roll")
    assert last(table).source == "tower"


def test_next_pressed_on_and_on_uses_nothing_of_a_page_that_has_just_come(
    factory: MockFactory, plug: Callable[..., Any], begin: Any, pins: Pins, fingers: Any
) -> None:
    """The second press put the ring on that page's first key, and each one after it used that."""
    shell = plug(factory=factory, wiring=WIRING, dice="type")
    table = begin(shell, "roll")
    pins.press("next")
    page = shell.page
    assert page is not table
    for _ in range(5):
        shell.hand.press("next", held=False)
        fingers.frames(2)
    assert shell.page is page
    assert not any(getattr(widget, "focused", False) for widget in page.walk())


def test_a_button_in_the_dark_only_lights_the_screen(wired: Any, begin: Any, pins: Pins, fingers: Any) -> None:
    """It lit the screen when it went down, and answered what nobody had seen when it came up."""
    table = begin(wired, "tell")
    wired.settings.dim = "1"
    wired.apply_settings()
    fingers.skip(61)
    fingers.skip(121)
    assert wired.rest.veil == 1
    pins.press("next")
    assert wired.rest.veil == 0
    assert last(table) is None
    pins.press("next")
    assert last(table) is not None


def test_a_button_that_was_down_when_a_question_came_does_nothing_there(
    wired: Any, begin: Any, pins: Pins, fingers: Any
) -> None:
    """A press counts when the finger leaves; what it was put down for is gone then, as for a finger on the glass."""
    table = begin(wired, "tell", "choose")
    assert table.primary.ready
    pin = pins.factory.pin(BUTTONS["next"])
    pin.drive_low()
    fingers.frames(1)
    wired.open_settings()
    fingers.skip(0.4)
    pin.drive_high()
    fingers.frames(2)
    assert wired.page is not table
    assert not any(getattr(widget, "focused", False) for widget in wired.page.walk())


def test_next_on_a_key_that_has_done_all_it_can_is_not_the_verb_button(wired: Any, pins: Pins) -> None:
    """Whoever pressed once more than there were dice had answered with them."""
    from companion.app.table.prompts.shared.dice_entry import DicePage
    from companion.table.prompts import TABLE, Roll

    taken: list[Any] = []
    roll = Roll(key="", who=TABLE, title="", dice=2, symbols={"kill": (6,), "pain": (4, 5)})
    page = DicePage(roll, taken.append)
    wired.open(page)
    more = page.symbol_rows["kill"].more
    while not more.focused:
        pins.turn(1)
    for _ in range(4):
        pins.press("next")
    assert page.symbols["kill"] == 2
    assert taken == []
    assert more.focused, "the ring stays where it was seen"
    while any(getattr(widget, "focused", False) for widget in wired.walk()):
        pins.turn(1)
    pins.press("next")
    assert taken == [{"kill": 2, "pain": 0}]


def test_knob_and_next_take_a_message_away(wired: Any, begin: Any, pins: Pins) -> None:
    """It lay over the keys at the top until something succeeded."""
    begin(wired, "choose")
    wired.show_message("Something went wrong.")
    for _ in range(30):
        if wired.banner.close_key.focused:
            break
        pins.turn(1)
    pins.press("next")
    assert not wired.banner.message
    assert not wired.banner.close_key.focused


def test_a_screen_that_knob_and_next_lock_once_more_opens_at_one_hold(
    wired: Any, begin: Any, pins: Pins, fingers: Any
) -> None:
    """Buttons go on while it is locked, and come to *Lock* again: a second lock lay over the first, and one of them
    stayed when the key was held. The screen took no touch until the companion was started again."""
    table = begin(wired, "choose")
    for _ in range(2):
        table.open_more()
        wired.page.turn_to("screen")
        for _ in range(30):
            if wired.page.quick.keys["lock"].focused:
                break
            pins.turn(1)
        pins.press("next")
        assert wired.page is table
    (lock,) = [widget for widget in wired.children if type(widget).__name__ == "LockScreen"]
    fingers.tap(lock.opener, hold=1.1)
    fingers.skip(0.4)
    fingers.tap(table.question.body.keys["hunt"])
    assert len(table.session.timeline.entries) == 1


def test_a_secret_is_uncovered_and_answered_by_buttons(wired: Any, begin: Any, pins: Pins) -> None:
    from companion.app.table.prompts.shared.hand_over import HandOverPrompt

    table = begin(wired, "secret")
    assert isinstance(table.question.body, HandOverPrompt)
    pins.press("next")
    assert not isinstance(table.question.body, HandOverPrompt)


def test_a_wrong_wiring_table_is_said_and_the_app_starts(factory: MockFactory, plug: Callable[..., Any]) -> None:
    shell = plug(factory=factory, wiring={"buttons": {"roll": 99}})
    assert "not {'roll': 99}" in shell.banner.message
    assert not shell.hub.buttons_state.ready


def test_without_pins_the_app_starts_the_same(plug: Callable[..., Any], begin: Any, fingers: Any) -> None:
    shell = plug(wiring=WIRING)
    assert not shell.banner.message
    assert "no GPIO pins" in shell.hub.buttons_state.sentence
    table = begin(shell, "roll")
    fingers.tap(table.primary)
    assert last(table).kind == "roll"


CODES = {"GC": 5, "CC": 6, "BG": 16, "YS": 26}


def test_a_whole_battle_by_buttons_alone(
    factory: MockFactory, plug: Callable[..., Any], fingers: Any, until: Any
) -> None:
    """From the home page to the end of a battle with three buttons and one for each player; no touch at all."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.prompts import Roll

    jobs = {"roll": 17, "next": 27, "undo": 22, **{f"player:{code}": pin for code, pin in CODES.items()}}
    shell = plug(factory=factory, games=[CTHULHU_WARS], dice="here", wiring={"buttons": jobs, "debounce_ms": 1})
    pins = Pins(factory, fingers, until, jobs)
    battle = next(key for name, key in shell.page.keys.items() if "battle" in name)
    for _ in range(20):
        if battle.focused:
            break
        pins.press("player:GC")
    pins.press("next")
    table, chance = shell.page, Random(2)
    # At random some questions take hundreds of presses; one that a busy machine loses changes all that follow.
    for _ in range(10_000):
        if table.session.finished:
            break
        asked = [item.prompt for item in table.session.prompts]
        if any(isinstance(prompt, Roll) for prompt in asked):
            pins.press("roll")
            continue
        who = asked[0].who if asked[0].who in CODES else "GC"
        pins.press(f"player:{who}" if chance.random() < 0.6 else "next")
    assert table.session.finished
    rolls = [entry for entry in table.session.timeline.entries if entry.kind == "roll"]
    assert len(rolls) >= 2
    assert fingers.touches == 0
