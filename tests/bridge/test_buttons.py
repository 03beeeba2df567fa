"""Buttons, lamps and knob on gpiozero's mock pins: the only part of the hardware that cannot exist here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_bridge.buttons import HOLDERS, ButtonMoved, ButtonPressed, Buttons, KnobTurned
from firmware_bridge.errors import PinError, WiringError
from firmware_bridge.wiring import NO_WIRING, Wiring, wiring_from
from tests.patience import PATIENCE

TABLE = {
    "buttons": {"roll": 17, "next": 27, "undo": 22, "player:blue": 5},
    "lights": {"roll": 23, "player:blue": 6, "player:red": 7},
    "colour": [12, 13, 19],
    "knob": [20, 21],
    "hold_s": 10,
}
"""So long no short press lasts, however busy the machine is."""


class Clock:
    """Time that moves when told."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def buttons(pins: MockFactory, clock: Clock) -> Iterator[Buttons]:
    with Buttons(wiring_from(TABLE), pins, clock=clock) as opened:
        yield opened


def tap(pins: MockFactory, clock: Clock, pin: int) -> None:
    clock.now += 1
    pins.pin(pin).drive_low()
    pins.pin(pin).drive_high()


def test_every_button_tells_its_job(buttons: Buttons, pins: MockFactory, clock: Clock) -> None:
    assert buttons.state.ready
    assert buttons.state.jobs == ("roll", "next", "undo", "player:blue")
    for job, pin in TABLE["buttons"].items():  # type: ignore[attr-defined]
        tap(pins, clock, pin)
        assert buttons.events() == [
            ButtonMoved(job, True),
            ButtonMoved(job, False),
            ButtonPressed(job, False),
        ]


def test_a_held_button_is_told_once_and_is_no_short_press(pins: MockFactory) -> None:
    with Buttons(wiring_from(TABLE | {"hold_s": 0.2}), pins) as buttons:
        pins.pin(22).drive_low()
        assert buttons.next_event(PATIENCE) == ButtonMoved("undo", True)
        assert buttons.next_event(PATIENCE) == ButtonPressed("undo", held=True)
        pins.pin(22).drive_high()
        assert buttons.next_event(PATIENCE) == ButtonMoved("undo", False)
        assert buttons.events() == []


def test_a_bouncing_contact_is_one_press(buttons: Buttons, pins: MockFactory, clock: Clock) -> None:
    clock.now = 10
    for _ in range(6):
        pins.pin(17).drive_low()
        pins.pin(17).drive_high()
        clock.now += 0.004
    assert [event for event in buttons.events() if isinstance(event, ButtonPressed)] == [ButtonPressed("roll", False)]
    tap(pins, clock, 17)
    assert ButtonPressed("roll", False) in buttons.events()


def test_the_knob_counts_clicks_both_ways(buttons: Buttons, pins: MockFactory) -> None:
    def turn(order: list[tuple[int, bool]]) -> None:
        for pin, high in order:
            pins.pin(pin).drive_high() if high else pins.pin(pin).drive_low()

    turn([(20, False), (21, False), (20, True), (21, True)])
    one_way = buttons.events()
    turn([(21, False), (20, False), (21, True), (20, True)])
    assert {*one_way, *buttons.events()} == {KnobTurned(1), KnobTurned(-1)}
    assert len(one_way) == 1


def test_lamps_show_who_must_act(buttons: Buttons, pins: MockFactory) -> None:
    buttons.light("roll", True)
    assert pins.pin(23).state
    buttons.show_turn("#ff8000", "player:blue")
    assert [round(pins.pin(pin).state, 2) for pin in (12, 13, 19)] == [1.0, 0.5, 0.0]
    assert (pins.pin(6).state, pins.pin(7).state) == (True, False)
    buttons.show_turn(None)
    assert [pins.pin(pin).state for pin in (12, 13, 19, 6)] == [0, 0, 0, False]
    buttons.light("no such lamp", True)
    with pytest.raises(ValueError, match="not a colour"):
        buttons.show_turn("orange")


def test_the_waker_runs_after_the_event_is_there(pins: MockFactory, clock: Clock) -> None:
    woken = threading.Event()
    with Buttons(Wiring({"next": 27}), pins, wake=woken.set, clock=clock) as buttons:
        tap(pins, clock, 27)
        assert woken.wait(PATIENCE)
        assert len(buttons.events()) == 3


def test_without_gpio_hardware_there_is_a_state_and_no_error() -> None:
    buttons = Buttons(wiring_from(TABLE))
    state = buttons.open()
    assert not state.ready
    assert state.sentence.startswith("No buttons: this computer has no GPIO pins")
    buttons.light("roll", True)
    buttons.show_turn("#ffffff", "player:blue")
    assert buttons.next_event(0) is None


OF_A_PI = """
import os
os.mkfifo(".lgd-nfy0")
FOLDER = os.getcwd()
def __getattr__(name): return 0
"""
"""What lgpio does while it is imported: it makes a pipe in the folder where the program stands."""


def test_the_library_for_pins_may_write_wherever_the_program_stands(tmp_path: Path) -> None:
    """Started by the unit it stands in `/`, where nobody may write: no button worked (seen in a whole boot)."""
    (tmp_path / "lgpio.py").write_text(OF_A_PI)
    code = (
        "import os; from firmware_bridge.buttons import Buttons; from firmware_bridge.wiring import Wiring;"
        "print(Buttons(Wiring(buttons={'next': 5})).open().sentence);"
        "import lgpio; print(os.getcwd(), os.path.exists(lgpio.FOLDER))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd="/proc",
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path)), "GPIOZERO_PIN_FACTORY": "lgpio"},
        capture_output=True,
        text=True,
        check=True,
    )
    sentence, after = done.stdout.splitlines()
    assert "unable to locate Pi revision" in sentence, "the library is there; only this machine is no Pi"
    assert after == "/proc False", "the program stands where it stood, and nothing is left behind"


def test_without_a_wiring_table_nothing_is_touched() -> None:
    assert Buttons(NO_WIRING).open().sentence.startswith("No buttons: the wiring table")


def test_pins_are_free_again_after_closing(pins: MockFactory) -> None:
    for _ in range(2):
        with Buttons(wiring_from(TABLE), pins) as buttons:
            assert buttons.state.ready
        assert not buttons.state.ready


@pytest.fixture
def close_switches() -> Iterator[None]:
    """Threads take turns so often that each of them meets the other in the middle of everything."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("close_switches")
@pytest.mark.parametrize("kind", ["buttons", "knob"])
def test_contacts_that_move_while_pins_are_taken_and_let_go_raise_nothing(pins: MockFactory, kind: str) -> None:
    """gpiozero/gpiozero#821: two of three closings raised in the pin's thread, and with lgpio that was the last one."""
    wiring = wiring_from({kind: {"buttons": {"roll": 17}, "knob": [20, 17]}[kind]})
    raised = []
    with Buttons(wiring, pins):
        pin = pins.pin(17)
    over = threading.Event()

    def finger() -> None:
        try:
            while not over.is_set():
                pin.drive_low()
                pin.drive_high()
        except Exception as error:  # noqa: BLE001 - it is shown
            raised.append(error)

    thread = threading.Thread(target=finger)
    thread.start()
    for _ in range(300):
        with Buttons(wiring, pins) as buttons:
            assert buttons.state.ready
        if raised:
            break
    over.set()
    thread.join()
    assert raised == []
    with Buttons(wiring, pins) as buttons:
        for number in (17, 20, 17, 20) if kind == "knob" else (17,):
            one = pins.pin(number)
            one.drive_high() if one.state is False else one.drive_low()
        assert buttons.next_event(PATIENCE) is not None


def test_a_button_that_is_down_keeps_nobody_from_closing(pins: MockFactory) -> None:
    """Who closed waited until it counted as held; after ten seconds its pin was never free again."""
    with Buttons(wiring_from({"buttons": {"roll": 17}, "hold_s": 10}), pins) as buttons:
        before = set(threading.enumerate())
        pins.pin(17).drive_low()
        assert buttons.next_event(PATIENCE) == ButtonMoved("roll", True)
        (timer,) = set(threading.enumerate()) - before
    timer.join(PATIENCE)
    assert not timer.is_alive()
    assert buttons.events() == []


def test_what_is_raised_on_a_pin_is_logged_once_and_the_others_go_on(
    pins: MockFactory, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed = Buttons._pressed

    def strange(buttons: Buttons, job: str) -> None:
        if job == "roll":
            raise Busy("as nobody knows it")
        pressed(buttons, job)

    monkeypatch.setattr(Buttons, "_pressed", strange)
    with Buttons(wiring_from(TABLE), pins, clock=clock) as buttons:
        for _ in range(3):
            tap(pins, clock, 17)
            tap(pins, clock, 27)
        assert buttons.events().count(ButtonPressed("next", False)) == 3
    (record,) = caplog.records
    assert "GPIO17" in record.message
    assert "as nobody knows it" in caplog.text


def test_a_waker_that_raises_costs_no_event(pins: MockFactory, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    def strange() -> None:
        raise Busy("as nobody knows it")

    with Buttons(wiring_from(TABLE), pins, strange, clock) as buttons:
        for _ in range(3):
            tap(pins, clock, 27)
        assert buttons.events().count(ButtonPressed("next", False)) == 3
    assert [record.message for record in caplog.records] == ["nobody could be told of an event"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"buttons": {"roll": 28}}, "“buttons” in the wiring table must name a pin for each job; pins are the GPIO"),
        ({"buttons": {"roll": True}}, "GPIO numbers 0 to 27"),
        ({"lights": {"roll": "17"}}, "“lights” in the wiring table"),
        ({"colour": [1, 2, 30]}, "needs 3 pins; pins are the GPIO numbers 0 to 27"),
        ({"debounce_ms": 0.5}, "number from 1 to 500"),
        ({"hold_s": True}, "number from 0.2 to 10"),
        ({"buttons": {"rol": 17}}, "“rol”, which is not a known name. Did you mean “roll”?"),
        ({"lights": {"playr:GC": 17}}, "“playr:GC”, which is not a known name. Did you mean “player:”?"),
        ({"debonce_ms": 30}, "Did you mean “debounce_ms”?"),
        ({"buttons": {"jukebox": 17}}, "“jukebox”, which is not a known name. Everything else works"),
        ({"buttons": {"roll": 17, "next": 17}}, "pin 17 to two"),
        ({"buttons": {"roll": 17}, "lights": {"roll": 17}}, "pin 17 to two"),
        ({"buttons": [17]}, "must name a pin for each job"),
        ({"colour": [1, 2]}, "needs 3 pins"),
        ({"knob": 4}, "needs 2 pins"),
        ({"hold_s": 0}, "number from 0.2 to 10"),
        ({"button": {}}, "“button”"),
    ],
)
def test_a_wrong_wiring_table_is_refused_with_a_sentence(table: dict[str, object], says: str) -> None:
    with pytest.raises(WiringError, match="Correct the wiring table") as caught:
        wiring_from(table)
    assert says in str(caught.value)


def test_a_table_of_version_0_2_names_a_players_button_as_it_did() -> None:
    """Up to 0.2 such a job was `faction:...`, in the buttons and in the lights."""
    old = wiring_from({"buttons": {"roll": 17, "faction:GC": 5}, "lights": {"faction:GC": 7}})
    assert old == wiring_from({"buttons": {"roll": 17, "player:GC": 5}, "lights": {"player:GC": 7}})
    with pytest.raises(WiringError, match=r"“player:GC” twice.*settings"):
        wiring_from({"buttons": {"player:GC": 5, "faction:GC": 6}})


class Busy(Exception):  # noqa: N818 - as lgpio has it
    """`lgpio.error` is a child of Exception, and of nothing else."""


@pytest.mark.parametrize(
    ("pin", "holder"),
    [(2, "I2C"), (3, "I2C"), (4, "1-Wire"), *[(pin, "SPI") for pin in range(7, 12)], (14, "UART"), (15, "UART")],
)
@pytest.mark.parametrize("kind", ["buttons", "lights", "knob", "colour"])
def test_a_pin_that_is_taken_is_named_with_what_holds_it(
    pins: MockFactory, pin: int, holder: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gpiozero/gpiozero#1045, raspberrypi/bookworm-feedback#179, adafruit/Adafruit_Blinka#847: 'GPIO busy'."""
    there = pins.pin

    def pin_of(name: int, *more: object, **others: object) -> object:
        if name == pin:
            raise Busy("'GPIO busy'")
        return there(name, *more, **others)

    monkeypatch.setattr(pins, "pin", pin_of)
    table = {"buttons": {"roll": pin}, "lights": {"roll": pin}, "knob": [20, pin], "colour": [12, 13, pin]}
    buttons = Buttons(wiring_from({"buttons": {"next": 27}} | {kind: table[kind]}), pins)
    with pytest.raises(PinError) as told:
        buttons.open()
    assert f"pin {pin} cannot be used ('GPIO busy'). {holder} takes it" in str(told.value)
    assert not buttons.state.ready


def test_a_pin_that_another_program_has_is_named(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_: int) -> None:
        raise Busy("'GPIO busy'")

    monkeypatch.setattr(pins, "pin", busy)
    with pytest.raises(PinError, match=r"pin 27 cannot be used .'GPIO busy'.* Close other programs"):
        Buttons(Wiring({"next": 27}), pins).open()


def test_a_library_for_pins_that_stumbles_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles() -> None:
        raise Busy("no chip")

    monkeypatch.setattr("firmware_bridge.buttons._factory_of_this_machine", stumbles)
    assert "no GPIO pins (no chip)" in Buttons(Wiring({"next": 27})).open().sentence


def test_no_pin_of_the_example_can_be_taken_by_a_bus() -> None:
    """The page named GPIO 7, which SPI takes."""
    example = (Path(__file__).parents[2] / "docs/buttons.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```", example, re.MULTILINE | re.DOTALL)
    assert not HOLDERS.keys() & set(wiring_from(tomllib.loads(block)["wiring"]).pins())
