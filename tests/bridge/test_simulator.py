"""The simulated tower is a tower to the real link, in good days and bad ones."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.simulator import SimulatedTower
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import (
    Disconnected,
    DropHeld,
    RollFinished,
    RollProgress,
    TowerButton,
    UnaskedDrop,
)
from tests.patience import PATIENCE

from .listening import QUICK, expect, throw, up


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[SimulatedTower]:
    with SimulatedTower(tmp_path / "tower", people_drop=0.02) as running:
        yield running


@pytest.fixture
def tower(simulated: SimulatedTower) -> Iterator[Tower]:
    assert simulated.link is not None
    with Tower(str(simulated.link), QUICK) as connected:
        up(connected)
        connected.tumble(0)
        yield connected


def test_it_rolls_and_remembers(simulated: SimulatedTower, tower: Tower, tmp_path: Path) -> None:
    first = throw(tower, 30)
    assert len(first.faces) == 30
    assert {*first.faces} <= {1, 2, 3, 4, 5, 6}
    tower.close()
    simulated.reset()
    with Tower(str(tmp_path / "tower"), QUICK) as later:
        again = throw(later, 30, first.roll_id)
        assert again.faces == first.faces
        assert again.replayed


def test_people_drop_the_dice_in_several_drops(tower: Tower) -> None:
    tower.use_mode("r")
    roll_id = tower.roll(12)
    expect(tower, RollProgress, drop=3)
    roll = expect(tower, RollFinished, roll_id=roll_id)
    assert len(roll.faces) == 12
    assert roll.source == "r"


@pytest.mark.parametrize("trouble", ["cocked", "few", "many", "jam", "timeout"])
def test_a_spoiled_drop_is_held_and_thrown_again(simulated: SimulatedTower, tower: Tower, trouble: str) -> None:
    tower.use_mode("r")
    simulated.spoil_next_drop(trouble)
    roll_id = tower.roll(3)
    assert expect(tower, DropHeld, roll_id=roll_id).outcome == trouble
    tower.again(roll_id)
    assert None not in expect(tower, RollFinished, roll_id=roll_id).faces


def test_dice_by_hand_and_the_button(simulated: SimulatedTower, tower: Tower) -> None:
    tower.use_mode("r")
    tower.roll(1)
    expect(tower, RollFinished)
    simulated.drop("44-4")
    assert expect(tower, UnaskedDrop).faces == (4, 4, 4)
    simulated.press("hold")
    assert expect(tower, TowerButton).change == "hold"


def test_unplugged_hung_noisy_and_lossy(simulated: SimulatedTower, tower: Tower) -> None:
    numbers = [throw(tower, 4).number]
    simulated.unplug()
    expect(tower, Disconnected)
    simulated.plug()
    numbers.append(throw(tower, 4).number)
    simulated.hang()
    expect(tower, Disconnected)
    simulated.hang(False)
    simulated.noise()
    simulated.damage_next_line()
    numbers.append(throw(tower, 4).number)
    simulated.lose(5)
    numbers += [throw(tower, 4).number for _ in range(20)]
    assert numbers == list(range(1, 24))


class PulledOnce:
    """The simulator's own lock, whose first release by its thread comes just before somebody pulls the cable."""

    def __init__(self, simulated: SimulatedTower) -> None:
        self._lock, self._simulated, self.pulled = simulated._lock, simulated, threading.Event()

    def __enter__(self) -> bool:
        return self._lock.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._lock.__exit__(*error)
        if threading.current_thread() is self._simulated._thread and not self.pulled.is_set():
            self.pulled.set()
            self._simulated.unplug()


def test_pulled_out_just_before_it_waits(tmp_path: Path) -> None:
    """Waiting for a cable that was gone already ended its thread, and no later one got an answer."""
    simulated = SimulatedTower(tmp_path / "tower")
    lock = PulledOnce(simulated)
    simulated._lock = lock  # type: ignore[assignment]
    with simulated:
        assert lock.pulled.wait(PATIENCE)
        simulated.plug()
        with Tower(str(simulated.link), QUICK) as tower:
            up(tower)
            tower.tumble(0)
            throw(tower, 4)


def test_the_same_seed_gives_the_same_faces() -> None:
    def faces() -> tuple[int | None, ...]:
        with SimulatedTower(seed=7) as simulated, Tower(simulated.port, QUICK) as tower:
            tower.tumble(0)
            return throw(tower, 20).faces

    assert faces() == faces()


def test_the_command(tmp_path: Path) -> None:
    link = tmp_path / "tower"
    command = [sys.executable, "-m", "firmware_bridge.simulator", str(link)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert str(link) in process.stdout.readline()
        with Tower(str(link), QUICK) as tower:
            up(tower)
            process.stdin.write("press hold\n")
            process.stdin.flush()
            # A terminal that is taken away takes with it what nobody has read yet.
            expect(tower, TowerButton, change="hold")
            process.stdin.write("drop nonsense\nquit\n")
            process.stdin.flush()
        output, _ = process.communicate(timeout=PATIENCE)
    assert "done" in output
    assert "not possible" in output
    assert process.returncode == 0
    assert not link.exists()
