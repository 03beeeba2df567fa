"""Every way we can think of to damage the line: no roll is thrown twice, no face is wrong, and it always goes on.

The tower numbers its throws, so "not thrown twice" is: the numbers have no gap. "No wrong face" is: the tower, asked
again on a clean line, has the same faces in its journal.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterable

import pytest

from firmware_bridge.errors import LinkLostError
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Disconnected, RollFinished, RollProgress

from .emulator.board import Board
from .listening import QUICK, expect, throw, up

KINDS = ("drop", "dup", "flip")
EXCHANGE = {"rx": 57, "tx": 127}
"""Bytes of one roll: ROLL and ACK to the board, PEND and RES from it."""


def check_journal(board: Board, rolls: list[RollFinished]) -> None:
    """The newest rolls are in the tower's journal exactly as they were told."""
    with Tower(board.port, QUICK) as clean:
        for told in rolls[-15:]:
            again = throw(clean, len(told.faces), told.roll_id)
            assert (again.faces, again.number) == (told.faces, told.number)


def roll_under_faults(board: Board, faults: Iterable[tuple[str, str, int]]) -> None:
    """One roll per fault: each comes out, none is thrown twice."""
    told: list[RollFinished] = []
    tower = Tower(board.port, QUICK)
    with tower:
        up(tower)
        tower.tumble(0)
        for where, kind, position in faults:
            board.do(f"fault {where} {kind} {position}")
            told.append(throw(tower, 6))
            assert told[-1].number == len(told)
            assert None not in told[-1].faces
    damaged = sum(line.startswith("FAULT") for line in board.said)
    assert damaged > 0.8 * len(told), f"only {damaged} of {len(told)} faults hit a byte"
    board.do("fault rx drop 1000000000")
    board.do("fault tx drop 1000000000")
    check_journal(board, told)


@pytest.mark.parametrize("where", ["rx", "tx"])
def test_single_damaged_bytes_sampled(board: Board, where: str) -> None:
    rng = random.Random(where)
    every = [(where, kind, place) for kind in KINDS for place in range(1, EXCHANGE[where] + 1)]
    roll_under_faults(board, rng.sample(every, 45))


@pytest.mark.slow
@pytest.mark.parametrize("where", ["rx", "tx"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_single_damaged_byte_of_an_exchange(board: Board, where: str, kind: str) -> None:
    roll_under_faults(board, [(where, kind, place) for place in range(1, EXCHANGE[where] + 1)])


def finished_within(tower: Tower, seconds: float) -> RollFinished | None:
    """Let the roll run for so long; its faces if they came already."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if isinstance(event := tower.next_event(left), RollFinished):
            return event
    return None


def lossy(board: Board, rolls: int) -> None:
    with Tower(board.port, QUICK) as tower:
        up(tower)
        tower.tumble(0)
        board.do("seed 7")
        board.do("loss rx 5000")
        board.do("loss tx 5000")
        told = [throw(tower, 8) for _ in range(rolls)]
        board.do("loss rx 0")
        board.do("loss tx 0")
    assert [roll.number for roll in told] == list(range(1, rolls + 1))
    check_journal(board, told)


def test_five_bytes_of_a_thousand_lost_both_ways(board: Board) -> None:
    lossy(board, 40)


@pytest.mark.slow
def test_five_bytes_of_a_thousand_lost_both_ways_for_a_long_time(board: Board) -> None:
    lossy(board, 600)


@pytest.mark.parametrize(
    ("what", "dice", "delay"),
    [
        *((["unplug", "plug"], 10, delay) for delay in (0.0, 0.01, 0.03, 0.06, 0.1)),
        *((["reset"], 16, delay) for delay in (0.0, 0.02, 0.05, 0.08)),
    ],
)
def test_unplugged_or_reset_in_the_middle_of_a_roll(board: Board, what: list[str], dice: int, delay: float) -> None:
    with Tower(board.port, QUICK) as tower:
        up(tower)
        tower.tumble(200)
        roll_id = tower.roll(dice)
        early = finished_within(tower, delay)
        for command in what:
            board.do(command)
        roll = early or expect(tower, RollFinished, roll_id=roll_id)
        assert roll.number == 1
        assert throw(tower, dice).number == 2
    check_journal(board, [roll])


def test_unplugged_is_told_and_a_roll_waits_for_the_cable(board: Board) -> None:
    with Tower(board.port, QUICK) as tower:
        up(tower)
        board.do("unplug")
        lost = expect(tower, Disconnected)
        assert isinstance(lost.error, LinkLostError)
        assert "Nothing is lost" in str(lost.error)
        roll_id = tower.roll(4)
        assert tower.info is None
        board.do("plug")
        assert expect(tower, RollFinished, roll_id=roll_id).number == 1


def test_a_hung_board_is_noticed_and_taken_up_again(board: Board) -> None:
    with Tower(board.port, QUICK) as tower:
        up(tower)
        board.do("hang")
        roll_id = tower.roll(3)
        assert "stopped answering" in str(expect(tower, Disconnected).error)
        board.do("go")
        assert expect(tower, RollFinished, roll_id=roll_id).number == 1


def test_boot_noise_and_floods_before_and_during_a_roll(board: Board) -> None:
    rng = random.Random(5)
    with Tower(board.port, QUICK) as tower:
        for number in range(1, 6):
            board.do("inject " + rng.randbytes(400).hex())
            board.do("inject " + (b"avrdude>@!#\x00\xff" * 30).hex())
            assert throw(tower, 5).number == number


def test_garbage_towards_the_board_does_not_crash_it(board: Board) -> None:
    rng = random.Random(6)
    port = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    try:
        before = board.do("count")[0]
        sent = 0
        for _ in range(60):
            sent += os.write(port, rng.randbytes(rng.randrange(1, 120)))
            while board.do("count")[0] < before + sent:  # the board must digest all of it
                assert "CRASH" not in board.said[-1]
    finally:
        os.close(port)
    with Tower(board.port, QUICK) as tower:
        assert throw(tower, 5).number == 1


def test_progress_is_shown_while_the_tower_tumbles(board: Board) -> None:
    with Tower(board.port, QUICK) as tower:
        up(tower)
        tower.tumble(800)
        roll_id = tower.roll(2)
        assert expect(tower, RollProgress, roll_id=roll_id).stage == "tumble"
        expect(tower, RollFinished, roll_id=roll_id)
