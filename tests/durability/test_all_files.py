"""Everything that an evening writes, damaged at once: a game with its safe points, the settings, the record of rolls,
the copies on a stick. The power cut at each write, a bit flipped in each byte, each write refused.

    .venv/bin/python -m tests.durability.test_all_files

tries all of it and prints the tables (an hour; a number after it: a bit of every n-th byte only).
"""

from __future__ import annotations

import errno
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import OURS
from companion.storage.game_archive import SUFFIX, unpack
from companion.storage.game_library import Library, bodies_of, read
from companion.storage.settings import Settings, mistakes
from companion.table.errors import CompanionError, JournalError
from companion.table.game_file import look
from companion.table.session import open_session
from companion.table.sqlite_file import said_by
from firmware_bridge.errors import RecordError
from firmware_bridge.roll_record import RollRecord
from tests.durability.disk import (
    ACKS,
    MODELS,
    Call,
    Disk,
    broken,
    cut_everywhere,
    in_memory,
    lay,
    needs_a_compiler,
    recorded,
    without_syncs,
)
from tests.durability.games import left

pytestmark = needs_a_compiler

EVENING: Final = """
import os, sys
from pathlib import Path
from random import Random
from companion.games import OURS
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.fallback_journal import FallbackJournal
from companion.storage.game_library import Library
from companion.storage.settings import Settings
from companion.table.autoplay import play
from companion.table.errors import CompanionError
from firmware_bridge.errors import RecordError
from firmware_bridge.roll_record import RollRecord
from firmware_bridge.tower_events import RollFinished

folder, steps = Path(sys.argv[1]), int(sys.argv[2])
acks = os.open(folder / "acks", os.O_CREAT | os.O_WRONLY, 0o600)
append = FallbackJournal.append

def appended(self, *records):
    append(self, *records)
    if not self.warning:
        os.write(acks, b"g" * len(records))

def attempt(action):
    # What a page does: it says so, and goes on.
    try:
        return action()
    except (CompanionError, RecordError) as error:
        assert str(error)
        print(error)

FallbackJournal.append = appended
for made in ("games", "stick"):
    (folder / made).mkdir(exist_ok=True)
library = Library(folder / "games", OURS)
jobs = BackgroundJobs(library, str(folder / "stick"), lambda: None)
rolls = attempt(lambda: RollRecord(folder / "rolls.db"))
chance, opened = Random(3), library.start(OURS[0], OURS[0].modes[0])
for turn in range(4):
    for _ in range(steps // 4):
        attempt(lambda: play(opened.session, chance, 1))
    if rolls is not None:
        number = turn + 1
        roll = RollFinished("c", (1 + turn, 6), "ok", number, "g", replayed=False)
        attempt(lambda: (rolls.add("AB", roll), os.write(acks, b"r")))
    if turn == 1 and opened.path.exists():
        # The plug: what comes next begins with the safe points.
        opened.close()
        opened = attempt(lambda: library.open(opened.path)) or library.open(opened.path)
    jobs.copy(opened.path)
    assert jobs.finish(60)
    said = jobs.news()
    os.write(acks, b"x" if said else b"s")
    attempt(lambda: Settings(theme="light", open_game=opened.path.name).save(folder / "settings.toml"))
jobs.export(opened.path)
assert jobs.finish(60)
os.write(acks, b"e")
opened.close()
if rolls is not None:
    rolls.close()
"""


@dataclass
class Evening:
    """What one has done to the disk, and what is there after it.

    Args:
        calls: in their order.
        name: of its game file.
        bodies: its records.
        opened: all files while it is played.
        closed: all files after it.
    """

    calls: list[Call]
    name: str
    bodies: list[bytes]
    opened: dict[str, bytes] = field(repr=False)
    closed: dict[str, bytes] = field(repr=False)


def evening(folder: Path, steps: int) -> Evening:
    watched, _, calls = recorded(folder, EVENING, str(steps))
    (path,) = (watched / "games").glob("*.game")
    found = {path.relative_to(watched).as_posix(): path.read_bytes() for path in watched.rglob("*") if path.is_file()}
    del found[ACKS]
    disk = Disk(4096)
    for call in calls:
        if call.data == b"e" and call.name == ACKS:
            break
        if call.name != ACKS:
            disk.take(call)
    return Evening(calls, path.name, bodies_of(path), disk.cut("keep", Random(1)), found)


class Judge:
    """Compares what is found with what was played."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.standing = cache(self._standing)

    def _standing(self, number: int) -> Any:
        """How the game stands after so many records, by playing all of it."""
        records = [said_by(body) for body in self._evening.bodies[:number]]
        return self.seen(open_session(OURS, [record for record in records if record is not None], None))

    @staticmethod
    def seen(session: Any) -> Any:
        return session.view, [item.prompt for item in session.prompts]

    def game(self, folder: Path, promised: int) -> str:
        """`whole`, or `told` with all of it still there; otherwise in capitals what is broken."""
        path, bodies = folder / "games" / self._evening.name, self._evening.bodies
        # A game that was only looked at leaves no file.
        promised = promised if promised > 1 else 0
        said, found = left(path, promised)
        if said.isupper():
            return said
        if found != bodies[: len(found)]:
            return "CHANGED"
        if (found or path.exists()) and said == "whole" and self.seen(read(path, OURS)) != self.standing(len(found)):
            return "ANOTHER GAME BY ITS SAFE POINTS"
        return said if len(found) >= promised else "LOST"

    def stick(self, folder: Path, promised: int) -> str:
        try:
            found = [unpack(file) for file in (folder / "stick").rglob(f"*{SUFFIX}")]
        except JournalError:
            return "HALF A COPY"
        if any(not one.whole or one.bodies != self._evening.bodies[: len(one.bodies)] for one in found):
            return "HALF A COPY"
        return "whole" if max((len(one.bodies) for one in found), default=0) >= promised else "COPY LOST"

    def rolls(self, folder: Path, promised: int) -> str:
        try:
            record = RollRecord(folder / "rolls.db")
        except RecordError:
            return "told"
        try:
            faces = [face for tower in record.towers() for face in record.faces(tower)]
        except RecordError:
            return "told"
        finally:
            record.close()
        whole = [face for turn in range(4) for face in (1 + turn, 6)]
        return "whole" if faces == whole[: len(faces)] and len(faces) >= 2 * promised else "ROLLS LOST"

    def settings(self, folder: Path) -> str:
        path = folder / "settings.toml"
        found = Settings.load(path)
        if mistakes(path):
            return "told"
        plain = Settings()
        old_or_new = (plain.theme, plain.open_game), ("light", self._evening.name)
        return "whole" if (found.theme, found.open_game) in old_or_new else "SETTINGS CHANGED"

    def worst(self, folder: Path, acks: str) -> list[str]:
        """All that is broken of the game, the copies on the stick, the settings and the rolls."""
        seen = {
            self.game(folder, acks.count("g")),
            self.stick(folder, acks[: acks.rfind("s") + 1].count("g")),
            self.settings(folder),
            self.rolls(folder, acks.count("r")),
        }
        return [word for word in seen if word.isupper()] or ["told" if "told" in seen else "whole"]


@pytest.fixture(scope="module")
def played(memory: Path) -> Evening:
    return evening(memory, 28)


def test_the_evening_wrote_everything(played: Evening) -> None:
    ends = {name.removeprefix(f"games/{played.name}") for name in played.closed}
    stem = played.name.removesuffix(".game")
    copies = {f"stick/table-companion/{stem}{SUFFIX}", f"stick/table-companion/{stem}.html"}
    assert ends == {"", "-copy", "-safe", "settings.toml", "rolls.db", *copies}
    assert {name for name in played.opened if "-wal" in name} == {f"games/{played.name}-wal", "rolls.db-wal"}


def test_nothing_acknowledged_is_lost_in_a_power_cut(played: Evening, found: Path) -> None:
    table = cut_everywhere(found, played.calls, Random(4096), Judge(played).worst, every=13)
    assert not broken(table), table
    assert not sum(table[model]["told"] for model in MODELS if model != "flash"), table
    assert all(seen["whole"] > 10 for seen in table.values())


def test_without_its_syncs_it_is_found_out(played: Evening, found: Path) -> None:
    """The control."""
    table = cut_everywhere(
        found, without_syncs(played.calls), Random(4096), Judge(played).worst, models=["drop", "shuffle"], every=13
    )
    assert table["drop"]["LOST"] > 5
    assert broken(table)["COPY LOST"] + broken(table)["HALF A COPY"] > 2


# -- bit flips -------------------------------------------------------------------------------------------------


def flip_everywhere(folder: Path, evening: Evening, files: Mapping[str, bytes], every: int) -> dict[str, Counter[str]]:
    """Flip a bit of each byte, or each so many, and count what comes of it, file by file."""
    judge, rng, table = Judge(evening), Random(every), dict[str, Counter[str]]()
    library, there = Library(folder / "library" / "games", OURS), folder / "there"
    there.mkdir(exist_ok=True)
    for name, content in files.items():
        if name.endswith((".html", "-shm")):
            continue
        path = there / name
        kind = name.replace(evening.name.removesuffix(".game"), "NAME")
        seen = table.setdefault(kind, Counter())
        for at in range(rng.randrange(every), len(content), every):
            damaged = bytearray(content)
            damaged[at] ^= 1 << rng.randrange(8)
            # Looking at some of them mends them, or ends their logs.
            lay(there, {**files, name: bytes(damaged)})
            match path.name.removeprefix(evening.name):
                case "settings.toml":
                    word = judge.settings(there).lower()
                case "rolls.db" | "rolls.db-wal":
                    word = judge.rolls(there, 4)
                case _ if name.startswith("stick"):
                    word = taken_in(library, path, evening)
                case _:
                    word = judge.game(there, len(evening.bodies))
            seen[word] += 1
    return table


def taken_in(library: Library, path: Path, evening: Evening) -> str:
    """What comes of a copy that is brought here."""
    try:
        fresh = library.take_in(path)
    except CompanionError:
        return "told"
    found = bodies_of(fresh)
    library.erase(fresh)
    return "whole" if found == evening.bodies else "CHANGED"


def test_no_flipped_bit_is_silent(played: Evening, memory: Path) -> None:
    """People's own words in the settings may be any; all else is as it was, or told."""
    folder = memory / "flips"
    folder.mkdir()
    for files in (played.opened, played.closed):
        table = flip_everywhere(folder, played, files, 197)
        assert not broken(table), table
        for name in ("games/NAME.game", "games/NAME.game-copy", "games/NAME.game-safe", "settings.toml", "rolls.db"):
            assert table[name], name
        assert set(table["games/NAME.game-safe"]) == {"whole"}


def test_a_face_that_the_card_has_changed_is_no_face(played: Evening, found: Path) -> None:
    """It was counted, or, where it was no number any more, ended the page of the tower."""
    content = played.closed["rolls.db"]
    for digit in b"x4":
        damaged = bytearray(content)
        damaged[content.index(b"16 ")] = digit
        lay(found, {"rolls.db": bytes(damaged)})
        assert Judge(played).rolls(found, 4) == "told"


# -- writes that are refused -----------------------------------------------------------------------------------

ENDS: Final = ("-safe", "settings.toml.new", "rolls.db", "rolls.db-wal", f"{SUFFIX}.new", ".html.new", ".game", "-copy")


def all_faults(skips: Sequence[int]) -> list[str]:
    return [
        f"{call} {end} {error} {skip} 999\n"
        for call, error in (("write", errno.ENOSPC), ("write", errno.EIO), ("sync", errno.EIO), ("open", errno.EIO))
        for end in ENDS
        for skip in skips
    ]


def refused(folder: Path, fault: str) -> str:
    """Play an evening on a disk that refuses from some moment on; all that was acknowledged is there after it."""
    watched, said, _ = recorded(folder, EVENING, "16", faults=fault)
    acks = Counter((watched / ACKS).read_text())
    games = list((watched / "games").glob("*.game"))
    found = look(games[0]).bodies if games else []
    assert len(found) >= (acks["g"] if acks["g"] > 1 else 0), fault
    if found:
        records = [json.loads(body) for body in found]
        fresh = open_session(OURS, records, None)
        assert Judge.seen(read(games[0], OURS)) == Judge.seen(fresh), fault
    for file in (watched / "stick").rglob(f"*{SUFFIX}"):
        assert unpack(file).whole, fault
    assert mistakes(watched / "settings.toml") == "", fault
    return "said" if said else "all went on"


@pytest.mark.parametrize("fault", [f"write -safe {errno.ENOSPC} 1 999\n", f"write {SUFFIX}.new {errno.EIO} 1 999\n"])
def test_a_refused_write_costs_nothing(tmp_path: Path, fault: str) -> None:
    assert refused(tmp_path, fault) == "all went on"


def main() -> int:
    """Try everything, and print the tables."""
    every = int(sys.argv[1]) if sys.argv[1:] else 1
    with in_memory() as folder:
        for made in ("found", "flips"):
            (folder / made).mkdir()
        whole = evening(folder, 60)
        bad: Counter[str] = Counter()

        def say(table: dict[str, Counter[str]], what: str) -> None:
            bad.update(broken(table))
            for row, seen in table.items():
                sys.stdout.write(f"{what} {row:36} {seen.total():6}: {dict(seen)}\n")
                sys.stdout.flush()

        for block in (4096, 16384):
            cuts = cut_everywhere(folder / "found", whole.calls, Random(block), Judge(whole).worst, block=block)
            say(cuts, f"{block // 1024:2} KiB")
        for files, state in ((whole.opened, "open"), (whole.closed, "closed")):
            say(flip_everywhere(folder / "flips", whole, files, every), f"flips, {state}")
        table: dict[str, Counter[str]] = {}
        for number, fault in enumerate(all_faults(range(0, 12, 3))):
            (folder / f"fault{number}").mkdir()
            call, end, error, *_ = fault.split()
            word = refused(folder / f"fault{number}", fault)
            table.setdefault(f"{call} {end} {errno.errorcode[int(error)]}", Counter())[word] += 1
        say(table, "refused")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
