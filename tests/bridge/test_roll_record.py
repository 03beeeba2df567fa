"""The record of rolls that fairness is judged from."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.errors import RecordError
from firmware_bridge.roll_record import RecordedTower, RollRecord
from firmware_bridge.tower_events import Faces, RollFinished


def rolled(number: int, *faces: int | None, source: str = "g") -> RollFinished:
    whole: Faces = faces
    return RollFinished(f"c{number}", whole, "ok", number, source, replayed=False)


def test_faces_come_back_in_the_order_they_fell(tmp_path: Path) -> None:
    record = RollRecord(tmp_path / "rolls.db")
    record.add("AB", rolled(2, 6, 5))
    record.add("AB", rolled(1, 1, 2, 3))
    assert record.towers() == [RecordedTower("AB", "g", 2)]
    assert record.faces(record.towers()[0]) == [1, 2, 3, 6, 5]
    record.close()


def test_a_roll_sent_again_counts_once(tmp_path: Path) -> None:
    record = RollRecord(tmp_path / "rolls.db")
    for _ in range(3):
        record.add("AB", rolled(1, 4, 4))
    assert record.faces(RecordedTower("AB", "g", 1)) == [4, 4]
    record.close()


def test_towers_and_their_two_ways_are_judged_apart(tmp_path: Path) -> None:
    record = RollRecord(tmp_path / "rolls.db")
    record.add("AB", rolled(1, 1))
    record.add("AB", rolled(2, 2, source="r"))
    record.add("CD", rolled(1, 3))
    record.add("CD", rolled(2, 4))
    assert record.towers() == [RecordedTower("CD", "g", 2), RecordedTower("AB", "g", 1), RecordedTower("AB", "r", 1)]
    assert [record.faces(tower) for tower in record.towers()] == [[3, 4], [1], [2]]
    record.close()


def test_a_die_without_a_face_is_left_out(tmp_path: Path) -> None:
    record = RollRecord(tmp_path / "rolls.db")
    record.add("AB", rolled(1, 6, None, 2))
    assert record.faces(record.towers()[0]) == [6, 2]
    record.close()


def test_it_is_there_the_next_evening(tmp_path: Path) -> None:
    record = RollRecord(tmp_path / "rolls.db")
    record.add("AB", rolled(1, 6))
    record.close()
    again = RollRecord(tmp_path / "rolls.db")
    assert again.faces(again.towers()[0]) == [6]
    again.close()


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rolls.db"
    path.write_bytes(b"not a database, certainly not one of rolls" * 40)
    before = path.read_bytes()
    with pytest.raises(RecordError, match=r"rolls\.db cannot be used"):
        RollRecord(path)
    assert path.read_bytes() == before
