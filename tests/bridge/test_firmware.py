"""The real firmware, in an emulator, spoken to by the real link over a pseudo-terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.errors import TowerRefusedError
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import (
    Connected,
    DropHeld,
    RollFinished,
    RollProgress,
    RollRefused,
    TowerButton,
    TowerStatus,
    UnaskedDrop,
)

from .emulator.board import BEAM, BUTTON, LIGHT, Board
from .listening import QUICK, expect, throw, up


def real_dice(board: Board, tower: Tower, dice: int, drop: str) -> str:
    """Ask for a roll of real dice and make the first drop.

    Returns:
        The roll's id.
    """
    tower.use_mode("r")
    after = len(board.said)
    roll_id = tower.roll(dice)
    board.gate_opens(after)
    board.drop(drop)
    return roll_id


def test_the_tower_makes_faces(tower: Tower) -> None:
    roll = throw(tower, 12)
    assert len(roll.faces) == 12
    assert {*roll.faces} <= {1, 2, 3, 4, 5, 6}
    assert (roll.outcome, roll.source, roll.number, roll.replayed) == ("ok", "g", 1, False)


def test_one_roll_may_have_48_dice_and_no_more(tower: Tower) -> None:
    assert len(throw(tower, 48).faces) == 48
    refused = expect(tower, RollRefused, roll_id=tower.roll(49))
    assert isinstance(refused.error, TowerRefusedError)
    assert refused.error.reason == "arg"


def test_the_same_id_gives_the_same_faces(board: Board, tower: Tower) -> None:
    first = throw(tower, 9, "once")
    tower.close()
    with Tower(board.port, QUICK) as later:
        again = throw(later, 9, "once")
        assert again.faces == first.faces
        assert again.number == first.number
        assert again.replayed
        assert throw(later, 9, "other").number == first.number + 1
    with Tower(board.port, QUICK) as greedy:
        refused = expect(greedy, RollRefused, roll_id=greedy.roll(10, "once"))
        assert isinstance(refused.error, TowerRefusedError)
        assert refused.error.reason == "idused"


def test_the_journal_survives_a_power_cut(built: tuple[Path, Path], tmp_path: Path) -> None:
    with Board(built, tmp_path, warp=4) as board, Tower(board.port, QUICK) as tower:
        uid = up(tower).info.uid
        first = throw(tower, 20, "kept")
    with Board(built, tmp_path, warp=4) as board, Tower(board.port, QUICK) as tower:
        info = up(tower).info
        again = throw(tower, 20, "kept")
        assert again.faces == first.faces
        assert again.replayed
        assert (info.uid, info.boot) == (uid, 2)
        assert throw(tower, 20).faces != first.faces


def test_a_result_that_is_lost_whole_before_a_reset_is_not_thrown_twice(board: Board, tower: Tower) -> None:
    board.do("loss tx 1000000")
    before = board.do("count")[1]
    roll_id = tower.roll(30)
    while board.do("count")[1] < before + 300:  # the result has been sent, again and again, into the void
        pass
    board.do("reset")
    board.do("loss tx 0")
    roll = expect(tower, RollFinished, roll_id=roll_id)
    assert roll.replayed
    assert roll.number == 1
    assert throw(tower, 30).number == 2


def test_real_dice_are_read(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 5, "35261")
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (3, 5, 2, 6, 1)


def test_dice_are_seen_to_fall_while_the_board_has_much_to_answer(board: Board, tower: Tower) -> None:
    """A starved machine lets questions pile up, and the board looks at the beam once it has answered them: the dice of
    the emulated board had fallen by then, and it waited for them in vain."""
    tower.use_mode("r")
    after = len(board.said)
    roll_id = tower.roll(5)
    board.gate_opens(after)
    before = board.do("count")[0]
    for _ in range(20):
        tower.ask_status()
    while board.do("count")[0] < before + 40:  # they have begun to come in
        pass
    board.drop("35261")
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (3, 5, 2, 6, 1)


def test_more_dice_than_bays_come_in_several_drops(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 12, "11111")
    for number, drop, dice in ((2, "22222", 5), (3, "6-4", 2)):
        waiting = expect(tower, RollProgress, drop=number, stage="empty")
        assert (waiting.drops, waiting.dice, waiting.done) == (3, dice, 5 * number - 5)
        after = len(board.said)
        board.lay("")
        expect(tower, RollProgress, drop=number, stage="wait")
        board.gate_opens(after)
        board.drop(drop)
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (1,) * 5 + (2,) * 5 + (6, 4)


def test_old_dice_in_the_bays_are_never_taken_for_a_roll(board: Board, tower: Tower) -> None:
    board.lay("66666")
    tower.use_mode("r")
    roll_id = tower.roll(5)
    expect(tower, RollProgress, stage="empty")
    after = len(board.said)
    board.lay("")
    board.gate_opens(after)
    board.drop("12345")
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (1, 2, 3, 4, 5)


def test_a_cocked_die_is_set_straight_and_read_again(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 5, "3?261")
    held = expect(tower, DropHeld)
    assert (held.outcome, held.bays) == ("cocked", "3?261")
    board.lay("34261")
    tower.reread(roll_id)
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (3, 4, 2, 6, 1)


def test_a_cocked_die_thrown_again_through_the_beam_needs_no_button(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 5, "3?261")
    expect(tower, DropHeld, outcome="cocked")
    board.drop("35261")
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (3, 5, 2, 6, 1)


def test_a_held_drop_is_thrown_again(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 5, "3?261")
    expect(tower, DropHeld, outcome="cocked")
    after = len(board.said)
    board.lay("")
    tower.again(roll_id)
    board.gate_opens(after)
    board.drop("11111")
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (1,) * 5


@pytest.mark.parametrize(
    ("drop", "outcome", "faces"),
    [
        ("3?2-1", "few", (3, None, 2, 1, None)),
        ("3526", "few", (3, 5, 2, 6, None)),
        ("3?261", "cocked", (3, None, 2, 6, 1)),
    ],
)
def test_a_held_drop_can_be_ended_as_it_is(
    board: Board, tower: Tower, drop: str, outcome: str, faces: tuple[int | None, ...]
) -> None:
    roll_id = real_dice(board, tower, 5, drop)
    assert expect(tower, DropHeld).outcome == outcome
    tower.end(roll_id)
    roll = expect(tower, RollFinished, roll_id=roll_id)
    assert (roll.faces, roll.outcome) == (faces, outcome)


def test_too_many_dice(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 2, "352")
    assert expect(tower, DropHeld).outcome == "many"
    tower.end(roll_id)
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (None, None)


def test_a_die_stuck_in_the_chute_is_a_jam(board: Board, tower: Tower) -> None:
    tower.use_mode("r")
    after = len(board.said)
    roll_id = tower.roll(3)
    board.gate_opens(after)
    board.do("warp 20")
    board.do(f"pin {BEAM} 0")
    assert expect(tower, DropHeld, roll_id=roll_id).outcome == "jam"
    board.do(f"pin {BEAM} 1")
    board.do("warp 4")
    # An answer means that the firmware has gone round since, and has seen the beam clear.
    tower.ask_status()
    expect(tower, TowerStatus)
    board.drop("421")
    assert expect(tower, RollFinished, roll_id=roll_id).faces == (4, 2, 1)


def test_nobody_drops_dice(tower: Tower) -> None:
    tower.use_mode("r")
    tower.patience(1)
    roll_id = tower.roll(3)
    assert expect(tower, DropHeld, roll_id=roll_id).outcome == "timeout"
    tower.end(roll_id)
    roll = expect(tower, RollFinished, roll_id=roll_id)
    assert roll.faces == (None, None, None)
    assert roll.outcome == "timeout"


def test_a_reset_in_the_middle_of_real_dice_does_not_throw_again(board: Board, tower: Tower) -> None:
    roll_id = real_dice(board, tower, 7, "11111")
    expect(tower, RollProgress, drop=2)
    board.do("reset")
    roll = expect(tower, RollFinished, roll_id=roll_id)
    assert roll.faces == (1, 1, 1, 1, 1, None, None)
    assert roll.outcome == "cut"


def test_after_a_reset_the_tower_reads_real_dice_as_before(board: Board, tower: Tower) -> None:
    tower.use_mode("r")
    board.do("reset")
    expect(tower, Connected)
    roll_id = real_dice(board, tower, 2, "26")
    roll = expect(tower, RollFinished, roll_id=roll_id)
    assert (roll.faces, roll.source) == ((2, 6), "r")


def test_dice_that_nobody_asked_for(board: Board, tower: Tower) -> None:
    tower.use_mode("r")
    tower.ask_status()
    expect(tower, TowerStatus)
    board.drop("66-6?")
    drop = expect(tower, UnaskedDrop)
    assert drop.faces == (6, 6, 6, None)
    assert drop.outcome == "cocked"


def test_the_towers_button_and_its_light(board: Board, tower: Tower) -> None:
    board.do(f"press {BUTTON} 1300")
    assert [expect(tower, TowerButton).change for _ in range(3)] == ["down", "hold", "up"]
    after = len(board.said)
    tower.light("on")
    board.wait(f"PIN {LIGHT} 1", after)
    tower.light("off")
    board.wait(f"PIN {LIGHT} 0", after)


def test_a_dead_noise_source_makes_no_faces(board: Board, tower: Tower) -> None:
    board.do("adc 0 2500")
    tower.ask_status()
    while dict(expect(tower, TowerStatus).values)["entropy"] == "ok":
        tower.ask_status()
    refused = expect(tower, RollRefused, roll_id=tower.roll(5))
    assert isinstance(refused.error, TowerRefusedError)
    assert refused.error.reason == "entropy"


def test_a_roll_left_behind_by_a_closed_program_does_not_block(board: Board, tower: Tower) -> None:
    tower.use_mode("r")
    after = len(board.said)
    tower.roll(3)
    board.gate_opens(after)
    tower.close()
    with Tower(board.port, QUICK) as later:
        assert throw(later, 3).source == "g"


def test_a_forgotten_roll_tells_nothing_more_and_frees_the_tower(board: Board, tower: Tower) -> None:
    tower.use_mode("r")
    after = len(board.said)
    forgotten = tower.roll(3)
    board.gate_opens(after)
    tower.forget(forgotten)
    roll_id = real_dice(board, tower, 1, "5")
    told = []
    while not isinstance(event := tower.next_event(20), RollFinished):
        told.append(event)
    assert event.roll_id == roll_id
    assert event.faces == (5,)
    assert not [
        one for one in told if getattr(one, "roll_id", roll_id) == forgotten and not isinstance(one, RollProgress)
    ]


def test_a_dead_beam_does_not_keep_the_tower_busy_for_ever(board: Board, tower: Tower) -> None:
    tower.use_mode("r")
    board.do("warp 20")
    board.do(f"pin {BEAM} 0")
    held = expect(tower, DropHeld, roll_id=tower.roll(3))
    assert held.outcome == "jam"
    assert held.attempt == 1
