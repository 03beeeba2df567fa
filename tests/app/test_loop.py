"""The sleeping loop, in a process of its own because it takes Kivy's loop over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.app.demo.virtual_display import display
from tests.patience import PATIENCE

pytestmark = pytest.mark.window

# The waiter is watched: how long the loop means to sleep says everything, and no busy machine can change it. A wait
# that took longer than asked is the machine's; one that ended before was ended by somebody.
PROGRAM = """
import json, sys, threading, traceback
from pathlib import Path
from time import monotonic
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
from kivy.animation import Animation
from kivy.app import App
from kivy.cache import Cache
from kivy.clock import Clock
from kivy.core.window import Window
from companion.app.start import loop, sdl_fingers
from companion.app.start.application import make_shell
from companion.games import GAMES
from firmware_bridge.dice import VirtualDice

PATIENCE = float(sys.argv[2])
seen = {}

class Watched:
    def __init__(self, waiter):
        self.waiter, self.waits, self.begun, self.more = waiter, [], 0, threading.Condition()

    def wait(self, seconds):
        with self.more:
            self.begun += 1
            self.more.notify_all()
        began = monotonic()
        self.waiter.wait(seconds)
        with self.more:
            self.waits.append((seconds, monotonic() - began > 0.9 * seconds))
            self.more.notify_all()

    def wake(self):
        self.waiter.wake()

    def until(self, condition):
        with self.more:
            assert self.more.wait_for(condition, PATIENCE), self.waits[-20:]

    def asleep(self):
        return self.begun > len(self.waits)

    def full(self, count):
        return [whole and asked > 0.9 * loop.LONGEST_SLEEP for asked, whole in self.waits[-count:]] == [True] * count

class Probe(App):
    def build(self):
        sdl_fingers.install()
        seen["longest"] = loop.LONGEST_SLEEP
        # Nobody waits for half a minute in a test; how long it means to sleep is what counts.
        loop.LONGEST_SLEEP = seen["meant"] = 0.5
        self.waiter = Watched(loop.choose_waiter())
        self.loop = loop.install(self.waiter)
        shell = make_shell(Path(sys.argv[1]) / "data", GAMES, VirtualDice())
        # The screen that is dimmed after a while wakes it, too.
        shell.settings.dim = "never"
        shell.rest.follow(shell.settings)
        return shell

    def load_kv(self, filename=None):
        pass

    def on_start(self):
        self.root.home()
        threading.Thread(target=self.run_script, daemon=True).start()

    def run_script(self):
        try:
            self.script()
        except BaseException:
            # Kivy takes standard error for its log.
            seen["error"] = traceback.format_exc()
        finally:
            Clock.schedule_once(lambda dt: self.stop(), 0)

    def script(self):
        waiter = self.waiter
        # Kivy's own look at its cache, twice a minute, would end one sleep more on a machine that is slow to begin.
        Clock.unschedule(Cache._purge_by_timeout)
        waiter.until(lambda: waiter.full(2))
        first, turns = len(waiter.waits), self.loop.turns
        waiter.until(lambda: len(waiter.waits) >= first + 6)
        seen["rest"] = waiter.waits[first:first + 6]
        seen["rest_turns"] = self.loop.turns - turns
        # From here on nothing but a wake-up ends a sleep within anybody's patience.
        loop.LONGEST_SLEEP = 3600.0
        seen["woken_from"] = []
        woken = 0
        for _ in range(20):
            waiter.until(waiter.asleep)
            done = threading.Event()
            Clock.schedule_once(lambda dt: done.set(), 0)
            woken += done.wait(PATIENCE)
            seen["woken_from"].append(waiter.waits[-1][0])
        seen["woken"] = woken
        waiter.until(waiter.asleep)
        done, asked, first = threading.Event(), monotonic(), len(waiter.waits)
        seen["timer_due"] = 0.2
        Clock.schedule_once(lambda dt: done.set(), seen["timer_due"])
        assert done.wait(PATIENCE)
        seen["timer"] = monotonic() - asked
        seen["timer_asked"] = [seconds for seconds, whole in waiter.waits[first:] if whole]
        flips, done = [], threading.Event()
        Window.bind(on_flip=lambda *_: flips.append(1))
        def animate(dt):
            seen["before"] = len(waiter.waits)
            moving = Animation(opacity=0.5, duration=0.5)
            moving.bind(on_complete=lambda *_: (seen.update(after=len(waiter.waits)), done.set()))
            moving.start(self.root)
        Clock.schedule_once(animate, 0)
        assert done.wait(PATIENCE)
        seen["frames"] = len(flips)
        seen["frame_waits"] = [seconds for seconds, whole in waiter.waits[seen["before"]:seen["after"]]]

Probe().run()
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    home = tmp_path_factory.mktemp("loop")
    with display():
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(home), str(PATIENCE)],
            capture_output=True,
            text=True,
            timeout=3 * PATIENCE,
            env=dict(os.environ),
        )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert "error" not in result, result["error"]
    return result


def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from companion.app.start.main import main;"
        "sys.exit(main(Path(sys.argv[1])))"
    )
    bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE, env=bare
    )
    assert done.returncode == 1
    assert "No display was found." in done.stdout


def test_it_sleeps_while_nothing_happens(measured: dict[str, Any]) -> None:
    """It sleeps as long as it may, one turn follows each sleep; `tests.instruments.benchmarks.at_rest` has the cost."""
    assert measured["longest"] >= 30
    # The collector comes once, in the first calm moment.
    assert sum(seconds == measured["meant"] for seconds, _ in measured["rest"]) >= len(measured["rest"]) - 1
    assert sum(whole for _, whole in measured["rest"]) >= 5, "something wakes it"
    assert measured["rest_turns"] <= 7


def test_another_thread_wakes_it_from_a_sleep_of_an_hour(measured: dict[str, Any]) -> None:
    assert measured["woken"] == 20
    assert min(measured["woken_from"][1:]) > 3500


def test_a_timer_counts_from_when_it_was_set(measured: dict[str, Any]) -> None:
    """Not from the last turn, which lies up to a whole sleep back: never early, and it is what the loop sleeps for."""
    assert measured["timer"] >= 0.9 * measured["timer_due"]
    assert 0 < max(measured["timer_asked"]) <= measured["timer_due"]


def test_animations_still_run(measured: dict[str, Any]) -> None:
    """It never sleeps while something moves."""
    assert measured["frames"] >= 2
    assert measured["frame_waits"] == []


def test_a_device_that_is_plugged_in_wakes_the_loop_without_a_desktop(tmp_path: Path) -> None:
    """And is then looked for among what SDL has open, a while long; with none the waits are as long as they may be."""
    found = json.loads(
        subprocess.run(
            [sys.executable, "-c", DEVICES, str(tmp_path), str(PATIENCE)], capture_output=True, text=True, check=True
        ).stdout
    )
    assert found["quiet"] == [0.2, False]
    assert found["plugged"][0] < 0.5 * PATIENCE, "the kernel told of it"
    assert found["plugged"][1]
    assert found["looked"] > 0


DEVICES = """
import json, sys, threading
from pathlib import Path
from time import monotonic
from companion.app.start import loop
loop.INPUT_DEVICES, patience = Path(sys.argv[1]), float(sys.argv[2])
waiter = loop.DescriptorWaiter()
looked = []
look = waiter._look_for_devices
waiter._look_for_devices = lambda: (looked.append(1), look())
waiter._settled = 0.0
def wait(seconds):
    began = monotonic()
    waiter.wait(seconds)
    return monotonic() - began, monotonic() < waiter._settled
took, settling = wait(0.2)
quiet = [0.2 if took >= 0.2 and not looked else took, settling]
threading.Timer(0.1, (loop.INPUT_DEVICES / "event9").touch).start()
plugged = wait(patience)
wait(0.01)
print(json.dumps({"quiet": quiet, "plugged": plugged, "looked": len(looked)}))
"""


class Display:
    """A display that shows a picture when its time has come, sixty times a second, in a time of its own; and a finger
    that moves on it. It stands in for Kivy's `EventLoop`, its window and its clock."""

    MOVES = 1 / 120

    def __init__(self, work: float) -> None:
        self.work, self._collected = work, 0.0
        self.now, self.shown, self.quit, self.status = 0.0, 0, False, "started"
        self.window, self.canvas, self.needs_redraw = self, self, False
        self.input_events: list[object] = []
        self._flipped: list[Any] = []

    def fbind(self, _: str, call: Any) -> None:
        self._flipped.append(call)

    def mainloop(self) -> None:
        """Collect what the finger did."""
        self._collected = self.now

    def idle(self) -> None:
        """Draw, and wait until the display takes the picture."""
        self.now += self.work
        self.now = (int(self.now * 60 + 1e-9) + 1) / 60
        self.shown += 1
        for call in self._flipped:
            call()
        self.quit = self.now >= 1.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def wait(self, _: float) -> None:
        """Sleep until the finger moves, unless it has since that was collected."""
        self.now = max(self.now, (int(self._collected / self.MOVES + 1e-9) + 1) * self.MOVES)

    def wake(self) -> None:
        """Nobody does."""

    def time(self) -> float:
        return self.now

    def get_min_timeout(self) -> float:
        return self.now + 1.0


@pytest.mark.parametrize("work", [0.001, 0.005, 0.012, 0.016])
def test_a_display_that_makes_us_wait_shows_every_picture(
    window: Any,  # noqa: ARG001 - Kivy must be there
    work: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Found while the log was scrolled by a finger: a frame was counted from when the last picture was shown, and where
    that is when the display takes it, the next one came too late for the next time (thirty a second before).
    It takes `work` seconds to draw one: little, or nearly all there is."""
    from companion.app.start import loop

    shown = Display(work)
    monkeypatch.setattr(loop, "monotonic", shown.time)
    monkeypatch.setattr(loop, "sleep", shown.sleep)
    kept = loop.SleepingLoop(shown)
    kept._loop = kept._clock = shown
    kept.mainloop()
    assert shown.shown >= 55


def test_layouts_hold_no_behaviour() -> None:
    """A .kv file imports nothing but looks."""
    from layouts import FOLDER

    allowed = {"layouts.theme.look", "kivy.utils.get_color_from_hex", "layouts.glyphs.SYMBOLS"}
    for path in Path(FOLDER).glob("*.kv"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#:import"):
                assert line.split()[2] in allowed, path
