"""A game as one file: carried away, taken in again, and nothing believed of what a stranger wrote."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.errors import StorageError
from companion.storage.game_archive import SUFFIX, pack, unpack
from companion.storage.game_library import Library, bodies_of, read
from companion.table.autoplay import play
from companion.table.errors import CompanionError, DamagedJournalError, JournalError, ReplayMismatchError
from companion.table.journal_mirror import lines_of
from companion.table.limits import LARGEST_FILE
from companion.table.session import Session
from tests.storage.evenings import evening


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    return bodies_of(evening(tmp_path_factory.mktemp("evening") / "a.game", GAMES[0], steps=12))


def at(session: Session[Any]) -> tuple[object, ...]:
    return session.view, [item.prompt for item in session.prompts], [line.as_json() for line in session.history]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_goes_on_elsewhere_at_the_very_question(tmp_path: Path, library: Library, game: Any) -> None:
    path = evening(tmp_path / "a.game", game, steps=40, undo=3)
    carried = tmp_path / f"carried{SUFFIX}"
    pack(bodies_of(path), carried)
    fresh = library.take_in(carried)
    assert at(read(fresh, GAMES)) == at(read(path, GAMES))
    assert bodies_of(fresh) == bodies_of(path)
    opened = library.open(fresh)
    opened.session.redo()
    opened.close()
    assert len(bodies_of(fresh)) == len(bodies_of(path)) + 1


def test_a_game_file_will_do(tmp_path: Path, library: Library) -> None:
    path = evening(tmp_path / "a.game", GAMES[0], steps=20)
    alone = tmp_path / "elsewhere" / "a.game"
    alone.parent.mkdir()
    shutil.copy(path, alone)
    assert bodies_of(library.take_in(alone)) == bodies_of(path)


def test_it_is_the_first_one_on_the_list_and_takes_no_place_of_another(
    tmp_path: Path, library: Library, bodies: list[bytes]
) -> None:
    pack(bodies, tmp_path / f"evening{SUFFIX}")
    names = []
    for _ in range(3):
        names.append(library.take_in(tmp_path / f"evening{SUFFIX}").name)
        assert library.newest(1)[0].path.name == names[-1]
    assert names == ["evening.game", "evening-2.game", "evening-3.game"]


@pytest.mark.parametrize("name", ["..", "-rf", "a b", "Größe", ".hidden", "x" * 200, "a\nb"])
def test_a_strangers_name_is_not_taken_over(tmp_path: Path, library: Library, bodies: list[bytes], name: str) -> None:
    carried = tmp_path / f"{name}{SUFFIX}"
    pack(bodies, carried)
    assert library.take_in(carried).name == "cthulhu_wars.game"


def test_nothing_is_written_over(tmp_path: Path, bodies: list[bytes]) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(StorageError, match="already"):
        pack(bodies, tmp_path / "mine")
    with pytest.raises(StorageError, match="cannot be written"):
        pack(bodies, tmp_path / "no folder" / "new")
    assert (tmp_path / "mine").read_text() == "mine"
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".new")]


def changed(record: int, change: Callable[[Any], Any]) -> Callable[[list[bytes]], bytes]:
    """A file whose chain is right, and whose record is a stranger's."""

    def make(bodies: list[bytes]) -> bytes:
        said = change(json.loads(bodies[record]))
        return lines_of([*bodies[:record], json.dumps(said).encode(), *bodies[record + 1 :]])

    return make


NO_GAME: dict[str, Callable[[list[bytes]], bytes]] = {
    "nothing": lambda _: b"",
    "words": lambda _: b"Dear diary\n" * 50,
    "zeros": lambda _: bytes(10_000),
    "a database": lambda _: b"SQLite format 3\0" + bytes(4000),
    "one line without an end": lambda _: b"0" * 5_000_000,
    "a flipped bit at the beginning": lambda bodies: b"~" + lines_of(bodies)[1:],
    "another first record": changed(0, lambda _: {"old": {}}),
    "an unknown game": changed(0, lambda said: {"new": said["new"] | {"game": "../../etc/passwd"}}),
    "newer rules": changed(0, lambda said: {"new": said["new"] | {"rules": 10**9}}),
    "a set-up of another shape": changed(0, lambda said: {"new": said["new"] | {"setup": {"factions": 7}}}),
    "no text for a name": changed(0, lambda said: {"new": said["new"] | {"game": [1]}}),
    "a record that means nothing": changed(3, lambda _: {"sudo": 1}),
    "an undo of more than there is": changed(3, lambda _: {"undo": 10**18}),
    "an undo of less than nothing": changed(3, lambda _: {"undo": -1}),
    "an answer that does not fit": changed(3, lambda said: {"entry": said["entry"] | {"value": {"a": [None]}}}),
    "an answer to another question": changed(3, lambda said: {"entry": said["entry"] | {"key": "x"}}),
    "an unknown kind of entry": changed(3, lambda said: {"entry": said["entry"] | {"kind": "exec"}}),
    "deep": lambda bodies: lines_of([bodies[0], b'{"entry":' + b"[" * 5000 + b"]" * 5000 + b"}"]),
    "a long record": lambda bodies: lines_of([bodies[0], b'{"entry":"' + b"x" * 2_000_000 + b'"}']),
    "billions of steps back and forth": lambda bodies: lines_of(
        [*bodies, *[b'{"undo":%d}' % (len(bodies) - 1), b'{"redo":%d}' % (len(bodies) - 1)] * 50_000]
    ),
}


@pytest.mark.parametrize("kind", NO_GAME)
def test_a_hostile_file_ends_in_a_sentence(tmp_path: Path, library: Library, bodies: list[bytes], kind: str) -> None:
    hostile = tmp_path / f"hostile{SUFFIX}"
    hostile.write_bytes(content := NO_GAME[kind](bodies))
    with pytest.raises((JournalError, ReplayMismatchError)) as error:
        library.take_in(hostile)
    assert str(error.value).rstrip().endswith((".", ")"))
    assert hostile.read_bytes() == content
    assert not list(library.folder.iterdir())


def test_what_is_no_file_is_said_to_be_none(tmp_path: Path, library: Library) -> None:
    """A pipe would keep us waiting for ever; a device never ends."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "huge").touch()
    os.truncate(tmp_path / "huge", LARGEST_FILE + 1)
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path, tmp_path / "loop", tmp_path / "none"):
        with pytest.raises(CompanionError, match="choose another one"):
            library.take_in(path)
    with pytest.raises(CompanionError, match="too large"):
        library.take_in(tmp_path / "huge")


def test_a_damaged_one_is_told_and_its_whole_beginning_can_be_had(
    tmp_path: Path, library: Library, bodies: list[bytes]
) -> None:
    torn = tmp_path / f"torn{SUFFIX}"
    torn.write_bytes(lines_of(bodies)[:-20])
    assert not unpack(torn).whole
    with pytest.raises(DamagedJournalError, match="after step 12"):
        library.take_in(torn)
    assert bodies_of(library.take_in(torn, partly=True)) == bodies[:-1]


def test_what_a_stranger_changed_is_refused_or_is_another_game_that_plays(
    tmp_path: Path, library: Library, bodies: list[bytes]
) -> None:
    """Bytes at random, with a right chain over them or without."""
    rng = Random(4)
    for number in range(25):
        record = rng.randrange(len(bodies))
        body = bytearray(bodies[record])
        body[rng.randrange(len(body))] = rng.randrange(256)
        if b"\n" in body:
            continue
        hostile = tmp_path / f"h{number}{SUFFIX}"
        hostile.write_bytes(lines_of([*bodies[:record], bytes(body), *bodies[record + 1 :]]))
        try:
            fresh = library.take_in(hostile)
        except CompanionError:
            continue
        opened = library.open(fresh)
        play(opened.session, Random(number), 3)
        opened.close()
