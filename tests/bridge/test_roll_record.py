"""The record of rolls that fairness is judged from."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.errors import RecordError
from firmware_bridge.roll_record import RecordedTower, RollRecord
from firmware_bridge.tower_events import Faces, RollFinished
from tests.durability.disk import ACKS, Disk, calls_in, lay, needs_a_compiler, run


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


ROLLS = """
import os, sys
from pathlib import Path
from firmware_bridge.roll_record import RollRecord
from firmware_bridge.tower_events import RollFinished
folder = Path(sys.argv[1])
acks = os.open(folder / "acks", os.O_CREAT | os.O_WRONLY, 0o600)
record = RollRecord(folder / "rolls.db")
for number in range(1, 41):
    record.add("AB", RollFinished(f"c{number}", (1 + number % 6, 6), "ok", number, "g", replayed=False))
    os.write(acks, b".")
record.close()
"""


@needs_a_compiler
@pytest.mark.parametrize("model", ["drop", "shuffle"])
def test_a_power_cut_costs_no_roll(tmp_path: Path, model: str) -> None:
    """993 of 1,004 power cuts lost all rolls since the last checkpoint."""
    watched, found = tmp_path / "watched", tmp_path / "found"
    watched.mkdir()
    found.mkdir()
    run(watched, ROLLS, record=tmp_path / "record")
    disk, rng, recorded = Disk(4096), Random(1), 0
    for index, call in enumerate(calls_in(tmp_path / "record")):
        if call.name == ACKS:
            recorded += call.kind == "w"
            continue
        disk.take(call)
        if index % 3 == 0 and recorded:
            lay(found, disk.cut(model, rng))
            record = RollRecord(found / "rolls.db")
            faces = record.faces(RecordedTower("AB", "g", recorded))
            record.close()
            assert len(faces) in (2 * recorded, 2 * recorded + 2)
    assert recorded == 40


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        record = RollRecord(tmp_path / "data" / "rolls.db")
        record.add("AB", rolled(1, 6))
        modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
        record.close()
        assert (modes, stat.S_IMODE((tmp_path / "data").stat().st_mode)) == ({0o600}, 0o700)
    finally:
        os.umask(before)


def test_any_byte_of_its_layout_may_be_damaged(tmp_path: Path) -> None:
    """It opens or says why not: what SQLite says of such a file need not be text (found by flipping each bit)."""
    path = tmp_path / "rolls.db"
    RollRecord(path).close()
    whole = path.read_bytes()
    begin = whole.index(b"CREATE TABLE roll")
    refused = []
    for place in range(begin, whole.index(b"WITHOUT ROWID", begin)):
        path.write_bytes(whole[:place] + b"\xc1" + whole[place + 1 :])
        try:
            RollRecord(path).close()
        except RecordError as error:
            refused.append(str(error))
    assert refused
    assert all("cannot be used" in words for words in refused)
