"""Copies on a USB stick: each game each turn, whatever becomes of the stick; and all of them back on a new card."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.games import GAMES
from companion.storage import usb_backup as stick_module
from companion.storage.atomic_file import write_whole
from companion.storage.background_jobs import BackgroundJobs, SticksFound
from companion.storage.game_archive import SUFFIX, pack, unpack
from companion.storage.game_library import Library, bodies_of
from companion.storage.mount_watch import MountWatch
from companion.storage.usb_backup import FOLDER, Stick, sticks
from companion.table.autoplay import play
from companion.table.journal_mirror import beside, lines_of
from companion.table.limits import LARGEST_COPY
from tests.durability.disk import needs_a_compiler, run
from tests.patience import PATIENCE
from tests.storage.evenings import evening


class Table:
    """A companion with a folder of games and a stick."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "stick"
        self.root.mkdir()
        self.library = Library(folder / "data" / "games", GAMES)
        self.jobs = BackgroundJobs(self.library, str(self.root), lambda: None, lambda: {"doctor.txt": "fine"})

    def played(self, name: str, steps: int = 15, seed: int = 6) -> Path:
        return evening(self.library.folder / name, GAMES[0], steps=steps, seed=seed)

    def more(self, path: Path, steps: int = 3) -> None:
        opened = self.library.open(path)
        play(opened.session, Random(9), steps)
        opened.close()

    def copied(self) -> dict[str, list[bytes]]:
        """What the stick has now, after a turn."""
        self.jobs.copy()
        assert self.jobs.finish(PATIENCE)
        return {path.name: unpack(path).bodies for path in sorted((self.root / FOLDER).glob(f"*{SUFFIX}"))}

    def brought_back(self) -> list[str]:
        self.jobs.bring_back()
        assert self.jobs.finish(PATIENCE)
        return self.jobs.news()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.jobs.close()


def test_sticks_are_found_where_the_system_mounts_them(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/root / ext4 rw 0 0\n/dev/sda1 /media/pi/MY\\040STICK vfat rw 0 0\nnonsense\n"
        "/dev/sdb1 /run/media/ann/ÜSB exfat ro 0 0\ntmpfs /mediation tmpfs rw 0 0\n"
    )
    assert sticks("auto", mounts) == [Path("/media/pi/MY STICK"), Path("/run/media/ann/ÜSB")]
    assert sticks("auto", tmp_path / "none") == []
    assert sticks("off", mounts) == []
    mounts.write_text("/dev/sda1 /media/a ext4 rw 0 0\n" * 2)
    assert sticks("auto", mounts) == [Path("/media/a")], "as the unit has it, in which /media is a place of its own"
    overlay = tmp_path / "overlay"
    overlay.write_text("tmpfs /media/root-rw tmpfs rw 0 0\n/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\n")
    assert sticks("auto", overlay) == [], "a card under an overlay is no stick"
    assert sticks(str(tmp_path), mounts) == [tmp_path]
    assert sticks(str(tmp_path / "none"), mounts) == []


def test_every_game_is_on_the_stick_after_a_turn(table: Table) -> None:
    paths = [table.played(f"{name}.game", seed=seed) for seed, name in enumerate("abc")]
    assert table.copied() == {f"{path.stem}{SUFFIX}": bodies_of(path) for path in paths}
    table.more(paths[1])
    before = {path.name: path.stat().st_ino for path in (table.root / FOLDER).iterdir()}
    assert table.copied() == {f"{path.stem}{SUFFIX}": bodies_of(path) for path in paths}
    after = {path.name: path.stat().st_ino for path in (table.root / FOLDER).iterdir()}
    assert [name for name in after if after[name] != before[name]] == [f"b{SUFFIX}"]


def test_a_game_that_is_being_played_is_copied_and_not_disturbed(table: Table) -> None:
    opened = table.library.open(table.played("a.game", steps=1))
    for number in range(12):
        play(opened.session, Random(number), 1)
        table.jobs.copy(opened.path)
    assert table.jobs.finish(PATIENCE)
    found = unpack(table.root / FOLDER / f"a{SUFFIX}")
    assert found.whole
    play(opened.session, Random(99), 1)
    opened.close()
    assert bodies_of(opened.path)[: len(found.bodies)] == found.bodies
    assert table.jobs.news() == []


def test_a_game_of_before_there_were_second_copies(table: Table) -> None:
    path = table.played("a.game")
    beside(path).unlink()
    assert table.copied() == {f"a{SUFFIX}": bodies_of(path)}


def test_a_pulled_stick_is_no_trouble_and_is_taken_up_again(table: Table) -> None:
    path = table.played("a.game")
    table.copied()
    shutil.rmtree(table.root)
    table.more(path)
    table.jobs.copy()
    assert table.jobs.finish(PATIENCE)
    assert table.jobs.news() == []
    assert table.jobs.found == SticksFound()
    table.root.mkdir()
    assert table.copied() == {f"a{SUFFIX}": bodies_of(path)}


PULLED: Final = """
import os, shutil, sys
from pathlib import Path
from companion.games import GAMES
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_library import Library
stick, data = Path(sys.argv[1]), Path(sys.argv[2])
jobs = BackgroundJobs(Library(data, GAMES), str(stick), lambda: None)
for faults in sys.argv[3:]:
    Path(os.environ["DISK_FAULTS"]).write_text(faults)
    jobs.copy()
    assert jobs.finish(PATIENCE)
    print(jobs.news(), sorted(path.name for path in (stick / "table-companion").glob("*")))
""".replace("PATIENCE", str(PATIENCE))


@needs_a_compiler
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("write .new 28 0 1000", "the disk is full"),
        ("open .new 30 0 1000", "read-only"),
        ("rename .new 5 0 1000", "is not responding properly"),
    ],
)
def test_a_full_read_only_or_broken_stick_is_said_once(table: Table, fault: str, words: str) -> None:
    """In a real process, by errors of the disk itself; what was on the stick before stays whole."""
    path = table.played("a.game")
    table.copied()
    old = bodies_of(path)
    table.more(path)
    said = run(table.root, PULLED, str(table.library.folder), fault, fault, "").splitlines()
    assert words in said[0]
    assert "The games here are safe" in said[0]
    assert [line.startswith("[]") for line in said] == [False, True, True]
    assert {line[line.index("] ") + 2 :] for line in said} == {f"['a{SUFFIX}']"}
    assert table.copied() == {f"a{SUFFIX}": bodies_of(path)}
    assert len(bodies_of(path)) > len(old)


def test_what_was_half_written_is_replaced_and_never_taken_for_more(table: Table) -> None:
    path = table.played("a.game")
    table.copied()
    copy = table.root / FOLDER / f"a{SUFFIX}"
    whole = copy.read_bytes()
    (copy.with_name(f"{copy.name}.new")).write_bytes(whole[:100])
    for torn in (b"", whole[:200], whole[:-1], bytes(len(whole)), whole[:-50] + bytes(50)):
        copy.write_bytes(torn)
        found = table.copied()
        assert found.get(f"a{SUFFIX}", found.get(f"a-2{SUFFIX}")) == bodies_of(path)


def test_a_copy_that_has_gone_further_or_another_way_is_never_replaced(table: Table, tmp_path: Path) -> None:
    """The game was played on with another companion; or the card was set back."""
    path = table.played("a.game")
    aside = [(file, tmp_path / file.name) for file in (path, beside(path))]
    for file, to in aside:
        shutil.copy(file, to)
    table.more(path, 5)
    further = table.copied()
    for file, to in aside:
        shutil.copy(to, file)
    assert table.copied() == further
    assert table.jobs.found == SticksFound(True, 1)
    opened = table.library.open(path)
    play(opened.session, Random(1), 7)
    opened.close()
    assert table.copied() == further | {f"a-2{SUFFIX}": bodies_of(path)}


def test_all_games_come_back_on_a_new_card(table: Table) -> None:
    paths = [table.played(f"{name}.game", seed=seed) for seed, name in enumerate("abc")]
    table.copied()
    before = {path.name: bodies_of(path) for path in paths}
    shutil.rmtree(table.library.folder)
    table.library.folder.mkdir()
    table.copied()
    assert table.jobs.found == SticksFound(True, 3)
    assert table.brought_back() == ["3 games came back from the stick."]
    assert {item.path.name: bodies_of(item.path) for item in table.library.every()} == before
    assert not [item.trouble for item in table.library.every() if item.trouble]
    assert table.jobs.found == SticksFound(True, 0)
    assert table.brought_back() == ["0 games came back from the stick."]


def test_what_a_strangers_stick_holds_is_never_trusted(table: Table) -> None:
    folder = table.root / FOLDER
    folder.mkdir()
    bodies = bodies_of(evening(table.root / "x.game", GAMES[0], steps=10))
    os.mkfifo(folder / f"pipe{SUFFIX}")
    (folder / f"loop{SUFFIX}").symlink_to(folder / f"loop{SUFFIX}")
    (folder / f"folder{SUFFIX}").mkdir()
    (folder / f"words{SUFFIX}").write_text("Dear diary")
    (folder / f"other{SUFFIX}").write_bytes(lines_of([b'{"sudo":1}']))
    (folder / f"huge{SUFFIX}").touch()
    os.truncate(folder / f"huge{SUFFIX}", 10**12)
    (folder / f"torn{SUFFIX}").write_bytes(lines_of(bodies)[:-9])
    for age, name in enumerate(("huge", "words", "other", "torn")):
        os.utime(folder / f"{name}{SUFFIX}", (10**9 - age, 10**9 - age))
    table.jobs.copy()
    assert table.brought_back() == ["1 game came back from the stick. 1 could not be read."]
    assert [bodies_of(item.path) for item in table.library.every()] == [bodies[:-1]]


@pytest.mark.parametrize("wish", ["stick", "off"])
def test_a_game_and_its_page_are_written_where_there_is_room(table: Table, wish: str) -> None:
    path = table.played("a.game")
    jobs = table.jobs if wish == "stick" else BackgroundJobs(table.library, "off", lambda: None)
    jobs.export(path)
    jobs.report_problem(path)
    jobs.report_problem(path)
    assert jobs.finish(PATIENCE)
    folder = table.root / FOLDER if wish == "stick" else table.library.folder.parent / "exports"
    assert [str(folder) in words for words in jobs.news()] == [True, True, True]
    names = {"a.html", f"a{SUFFIX}", "problem-1.zip", "problem-2.zip"}
    assert {file.name for file in folder.iterdir()} == names
    assert unpack(folder / f"a{SUFFIX}").bodies == bodies_of(path)


def test_a_stick_that_hangs_keeps_nobody_waiting(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that the screen calls waits for it, closing included."""
    hanging, go_on = threading.Event(), threading.Event()

    def write(path: Path, content: bytes) -> None:
        hanging.set()
        assert go_on.wait(PATIENCE)
        write_whole(path, content)

    monkeypatch.setattr(stick_module, "write_whole", write)
    path = table.played("a.game")
    for _ in range(50):
        table.jobs.copy(path)
    assert hanging.wait(PATIENCE)
    for _ in range(50):
        table.jobs.copy(path)
    table.jobs.bring_back()
    assert table.jobs.news() == []
    table.more(path)
    go_on.set()
    assert table.copied() == {f"a{SUFFIX}": bodies_of(path)}
    table.jobs.close()


def test_a_job_that_fails_does_not_end_all_later_ones(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    path = table.played("a.game")
    with monkeypatch.context() as patch:
        patch.setattr(Stick, "take_copies", lambda *_: 1 // 0)
        table.jobs.copy()
        assert table.jobs.finish(PATIENCE)
    assert "A fault in the companion" in table.jobs.news()[0]
    assert table.copied() == {f"a{SUFFIX}": bodies_of(path)}


def test_jobs_go_on_where_nobody_can_be_told(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever a call of the screen's raises in the thread of the jobs."""

    def strange() -> None:
        raise RuntimeError("as nobody knows it")

    path = table.played("a.game")
    jobs = BackgroundJobs(table.library, str(table.root / "none"), strange, dict)
    jobs.take_in(table.root / "nothing")
    jobs.export(path)
    assert jobs.finish(PATIENCE)
    jobs.close()
    assert len(jobs.news()) == 2
    assert "nobody could be told of a background job" in caplog.text


LINE_FEEDS: Final = b"\n" * 60_000_000
"""As large as what is read of a stick at all."""


@pytest.mark.parametrize(
    "content",
    [
        LINE_FEEDS[:LARGEST_COPY],
        LINE_FEEDS,
        b"0" * LARGEST_COPY,
        b"SQLite format 3\0" + bytes(1_000_000),
        (b"0" * 64 + b" \n") * 300_000,
        b"",
    ],
    ids=["line feeds", "too many", "no line feed", "a database", "nothing but records taken back", "nothing"],
)
def test_what_cannot_be_read_is_read_once_and_costs_little(
    table: Table, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However large a stranger's file is, it is read up to the first line that is none; and not again each turn."""
    path = table.played("a.game")
    (table.root / FOLDER).mkdir()
    (table.root / FOLDER / f"x{SUFFIX}").write_bytes(content)
    read: list[str] = []
    reading = stick_module.without_lock

    def counted(path: Path, playing: Path | None) -> object:
        read.append(path.name)
        return reading(path, playing)

    monkeypatch.setattr(stick_module, "without_lock", counted)
    tracemalloc.start()
    for _ in range(3):
        table.jobs.copy()
        assert table.jobs.finish(PATIENCE)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert read.count(f"x{SUFFIX}") == 1
    # Once as it is, and once more as whatever is made of it.
    assert most < 2 * LARGEST_COPY + 10_000_000
    assert table.jobs.news() == []
    assert table.jobs.found == SticksFound(True, 0)
    assert (table.root / FOLDER / f"x{SUFFIX}").read_bytes() == content
    assert unpack(table.root / FOLDER / f"a{SUFFIX}").bodies == bodies_of(path)


def test_a_file_that_was_mended_is_read_again(table: Table) -> None:
    copy = table.root / FOLDER / f"x{SUFFIX}"
    copy.parent.mkdir()
    copy.write_text("Dear diary")
    table.jobs.copy()
    assert table.jobs.finish(PATIENCE)
    assert table.jobs.found == SticksFound(True, 0)
    pack(bodies_of(evening(table.root / "x.game", GAMES[0], steps=10)), copy.with_name("new"))
    copy.with_name("new").replace(copy)
    table.copied()
    assert table.jobs.found == SticksFound(True, 1)


def test_the_same_game_twice_on_a_stick_comes_back_once_and_furthest(table: Table) -> None:
    bodies = bodies_of(evening(table.root / "x.game", GAMES[0], steps=10))
    (table.root / FOLDER).mkdir()
    for name, number in (("a", 5), ("b", 11), ("c", 8), ("d", 11)):
        pack(bodies[:number], table.root / FOLDER / f"{name}{SUFFIX}")
    assert table.brought_back() == ["1 game came back from the stick."]
    assert [bodies_of(item.path) for item in table.library.every()] == [bodies]


# -- comes and goes --------------------------------------------------------------------------------------------

ALONE: Final = ("unshare", "--user", "--map-root-user", "--mount", "--propagation", "private")
"""A process that may mount what nobody else sees."""

PLUGGED: Final = """
import subprocess, sys, threading
from pathlib import Path
subprocess.run(["mount", "-t", "tmpfs", "none", "/media"], check=True)
stick = Path("/media/STICK")
stick.mkdir()
from companion.games import GAMES
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_library import Library
from companion.storage.mount_watch import MountWatch
bell, waits, wait = threading.Event(), [], MountWatch.wait
def counted(self):
    waits.append(1)
    return wait(self)
MountWatch.wait = counted
jobs = BackgroundJobs(Library(Path(sys.argv[1]), GAMES), "auto", bell.set)
def noticed():
    # The bell rings at the end of a copy, too, maybe late.
    while bell.wait(PATIENCE):
        bell.clear()
        if jobs.stirred():
            return True
    raise AssertionError("nobody has noticed")
def turn(stirred):
    jobs.copy()
    assert jobs.finish(PATIENCE)
    found = sorted(path.name for path in (stick / "table-companion").glob("*"))
    print(stirred, jobs.found.there, found)
turn(jobs.stirred())
for command in (["mount", "-t", "tmpfs", "none", str(stick)], ["umount", str(stick)]):
    subprocess.run(command, check=True)
    turn(noticed())
# Once for each job, once for each change, once to sleep.
assert len(waits) <= 10, waits
print(jobs.news())
""".replace("PATIENCE", str(PATIENCE))


def test_a_stick_is_noticed_when_it_comes_and_goes(table: Table) -> None:
    """Real mounts, in a namespace of their own; in between no job runs."""
    if subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode or not Path("/media").is_dir():
        pytest.skip("this user may not mount anything, even for itself")
    table.played("a.game")
    command = [*ALONE, sys.executable, "-c", PLUGGED, str(table.library.folder)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "False False []",
        f"True True ['a{SUFFIX}']",
        "True False []",
        "[]",
    ]


UNMOUNTED: Final = """
import os, subprocess, sys
from pathlib import Path
subprocess.run(["mount", "-t", "tmpfs", "none", "/media"], check=True)
stick = Path("/media/STICK")
stick.mkdir()
from companion.games import GAMES
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_library import Library
data = Path(sys.argv[1])
left = [0]
def hook(event, arguments):
    # Whatever is done to a file may be the moment at which it is unmounted.
    if event in ("open", "os.mkdir", "os.rename", "os.remove", "os.listdir", "os.scandir") and left[0]:
        left[0] -= 1
        if not left[0]:
            subprocess.run(["umount", "-l", str(stick)], check=True)
moment, written = 0, 0
# Everything is loaded before.
BackgroundJobs(Library(data, GAMES), "off", lambda: None).export(next(data.glob("*.game")))
sys.addaudithook(hook)
while moment < 1000:
    moment += 1
    subprocess.run(["mount", "-t", "tmpfs", "none", str(stick)], check=True)
    jobs, game = BackgroundJobs(Library(data, GAMES), sys.argv[2], lambda: None), next(data.glob("*.game"))
    # Before its thread has begun: how much it had done by then was chance.
    left[0] = moment
    jobs.copy()
    jobs.export(game)
    assert jobs.finish(PATIENCE)
    reached, left[0] = not left[0], 0
    jobs.close()
    if not reached:
        break
    jobs = BackgroundJobs(Library(data, GAMES), sys.argv[2], lambda: None)
    jobs.copy()
    assert jobs.finish(PATIENCE)
    jobs.close()
    assert not list(stick.iterdir()), (moment, list(stick.rglob("*")))
print("moments", moment)
""".replace("PATIENCE", str(PATIENCE))


@pytest.mark.parametrize("wish", ["auto", "/media/STICK"])
def test_nothing_is_written_where_a_stick_was_mounted(table: Table, wish: str) -> None:
    """`umount -l` at each moment of a copy and of an export leaves an empty folder on this machine's own disk."""
    if subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode or not Path("/media").is_dir():
        pytest.skip("this user may not mount anything, even for itself")
    table.played("a.game")
    command = [*ALONE, sys.executable, "-c", UNMOUNTED, str(table.library.folder), wish]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 10


def test_without_a_list_of_mounts_only_the_bell_is_heard(tmp_path: Path) -> None:
    for mounts in (tmp_path / "none", tmp_path / "plain"):
        watch = MountWatch(mounts)
        for _ in range(1000):
            watch.ring()
        assert not watch.wait()
        watch.ring()
        assert not watch.wait()
        watch.close()
        (tmp_path / "plain").touch()


def test_a_bell_that_is_rung_after_the_end_is_no_trouble(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier ring may wake the thread of the jobs, which finds the last one and goes before the last ring."""
    others = set(threading.enumerate())
    assert table.jobs.finish(PATIENCE)
    (thread,) = set(threading.enumerate()) - others
    ring = MountWatch.ring

    def late(watch: MountWatch) -> None:
        ring(watch)
        thread.join(PATIENCE)
        ring(watch)

    monkeypatch.setattr(MountWatch, "ring", late)
    table.jobs.close()
    assert not thread.is_alive()
