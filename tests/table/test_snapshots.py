"""Safe points beside a game's file: from one of them a game is what a full replay makes, or it is replayed."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games import GAMES
from companion.table.game import Game
from companion.table.prompts import Prompt
from companion.table.record import Entry
from companion.table.runner import FAR, Runner
from companion.table.session import Session, new_session, open_session
from companion.table.snapshots import SnapshotFile, _sources, safe_file_of
from tests.chance import picture, step
from tests.marked import marked
from tests.table.looks import Memory, start
from tests.table.sample_game import CARAVANS, CaravanGame

PLAYED_AGAIN = 24
"""Entries that are played again at most: those since the last point that was kept, and a turn."""


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every entry that is handed to a script."""
    found: list[Any] = []
    feed = Runner.feed

    def noted(runner: Runner[Any], entry: Entry, accepted: Prompt | None = None) -> None:
        found.append(entry)
        feed(runner, entry, accepted)

    monkeypatch.setattr(Runner, "feed", noted)
    return found


def game_of_length(path: Path, length: int) -> tuple[Memory, Session[Any]]:
    memory = Memory()
    session = new_session(CARAVANS, {"rounds": 9999}, memory, SnapshotFile(path))
    chance = Random(1)
    while len(session.timeline.entries) < length:
        step(session, chance)
    return memory, session


def opened(path: Path, memory: Memory, game: Game[Any] = CARAVANS) -> Session[Any]:
    return open_session([game], memory.records, memory, SnapshotFile(path))


def both_ways(path: Path, memory: Memory, game: Game[Any] = CARAVANS) -> Session[Any]:
    """Open a game from its safe points and by full replay; both must look alike."""
    session = opened(path, memory, game)
    played = open_session([game], memory.records, None)
    assert picture(session) == picture(played)
    return session


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_stored_safe_point_is_what_a_full_replay_makes(name: str, tmp_path: Path) -> None:
    """At any moment, after undo across it and after redo, however the game was started; and it goes on from there."""
    (game,) = (game for game in GAMES if game.name == name)
    used = 0
    for number, mode in enumerate([*game.modes] * 2):
        chance, memory, path = Random(number), Memory(), tmp_path / f"{number}.game"
        session = new_session(game, mode.setup, memory, SnapshotFile(path))
        for _ in range(80):
            if session.finished:
                break
            step(session, chance)
            entries = len(session.timeline.entries)
            if chance.random() < 0.1:
                session.undo(chance.randint(1, min(entries, 30)), past_dice=True)
                if chance.random() < 0.5:
                    session.redo(chance.randint(1, len(session.timeline.undone)))
            if chance.random() < 0.15:
                session = both_ways(path, memory, game)
                used += session._runner.first > 0
    assert used > 4


def test_a_long_game_is_opened_by_playing_a_dozen_answers(tmp_path: Path, fed: list[Any]) -> None:
    path = tmp_path / "a.game"
    memory, _ = game_of_length(path, 1500)
    for _ in range(40):
        fed.clear()
        session = opened(path, memory)
        assert len(fed) <= PLAYED_AGAIN
        step(session, Random(len(memory.records)))
    assert safe_file_of(path).stat().st_size < (1500 / FAR + 2) * 500, "few of the old ones are kept"
    assert safe_file_of(path).stat().st_mode & 0o077 == 0
    both_ways(path, memory)


def test_what_was_long_ago_is_played_again_from_the_point_before_it(tmp_path: Path, fed: list[Any]) -> None:
    path = tmp_path / "a.game"
    memory, _ = game_of_length(path, 1500)
    before = open_session([CARAVANS], memory.records, None)
    session = opened(path, memory)
    fed.clear()
    assert session.lines(700, 708) == before.lines(700, 708) == before.history[700:708]
    assert len(fed) <= FAR + PLAYED_AGAIN + 8
    fed.clear()
    assert session.lines(1490, 1600) == before.history[1490:]
    assert len(fed) <= FAR + 2 * PLAYED_AGAIN
    taken, wanted = session.undo(900, past_dice=True), before.undo(900, past_dice=True)
    assert taken == wanted
    assert picture(session) == picture(before)
    session.redo(900)
    before.redo(900)
    assert picture(session) == picture(before)


def test_undone_step_by_step_a_long_game_looks_as_it_did(tmp_path: Path, fed: list[Any]) -> None:
    path = tmp_path / "a.game"
    memory, _ = game_of_length(path, 700)
    before = open_session([CARAVANS], memory.records, None)
    session = opened(path, memory)
    fed.clear()
    for _ in range(650):
        session.undo(past_dice=True)
    assert len(fed) < 20 * 650, "the whole game was not played again for each"
    before.undo(650, past_dice=True)
    assert session.prompts[0].prompt == before.prompts[0].prompt
    assert picture(session)["state"] == picture(before)["state"]
    both_ways(path, memory)


def damaged(text: bytes) -> Iterator[bytes]:
    chance = Random(1)
    for at in chance.sample(range(len(text)), 60):
        yield text[:at] + bytes([text[at] ^ 1 << chance.randrange(8)]) + text[at + 1 :]
    for at in chance.sample(range(len(text)), 15):
        yield text[:at]
        yield text[:at] + bytes(200) + text[at + 200 :]
    yield b""
    yield bytes(5000)


def test_a_damaged_one_changes_nothing(tmp_path: Path) -> None:
    """Whatever became of the file, the game is the same: points count up to the first one whose hash is wrong."""
    path = tmp_path / "a.game"
    memory, _ = game_of_length(path, 200)
    wanted = picture(opened(path, memory))
    text = safe_file_of(path).read_bytes()
    for content in damaged(text):
        safe_file_of(path).write_bytes(content)
        assert picture(opened(path, memory)) == wanted


def test_another_history_another_rule_or_another_word_throws_it_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    memory, session = game_of_length(path, 60)
    assert opened(path, memory)._runner.first > 0
    text = safe_file_of(path).read_bytes()

    class Newer(CaravanGame):
        rules_version = CaravanGame.rules_version + 1

    assert opened(path, memory, Newer())._runner.first == 0
    safe_file_of(path).write_bytes(text)
    with marked():
        assert opened(path, memory)._runner.first == 0
    safe_file_of(path).write_bytes(text)
    monkeypatch.setattr("companion.table.snapshots._sources", lambda _: b"a line of a rule was changed")
    assert opened(path, memory)._runner.first == 0
    monkeypatch.undo()
    safe_file_of(path).write_bytes(text)
    other = Memory()
    other.records = json.loads(json.dumps(memory.records))
    entry = next(record["entry"] for record in other.records if record.get("entry", {}).get("kind") == "roll")
    entry["source"] = "hand"
    assert opened(path, other)._runner.first == 0, "one word of one entry is another"
    assert picture(opened(path, memory)) == picture(session)


def test_a_source_that_is_written_anew_makes_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by as many letters, in a folder within the package, and where its time is put back."""
    for name in ("rules_of_ours/__init__.py", "rules_of_ours/parts/cards.json"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("7")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("rules_of_ours")
    read = _sources.__wrapped__
    known, part = read("rules_of_ours"), tmp_path / "rules_of_ours" / "parts" / "cards.json"
    assert read("rules_of_ours") == known
    before = part.stat()
    # The system's clock for files goes by ticks.
    while part.stat().st_ctime_ns == before.st_ctime_ns:
        part.write_text("8")
    os.utime(part, ns=(before.st_mtime_ns, before.st_mtime_ns))
    assert read("rules_of_ours") != known
    del sys.modules["rules_of_ours"]


@pytest.mark.parametrize("state", [b"{}", b"[]", b"\xff", b"[" * 100_000, b'{"step": 1}', b'{"gold": {"red": "all"}}'])
def test_what_is_no_state_is_not_believed_whatever_its_hash(state: bytes, tmp_path: Path) -> None:
    """Nothing in such a file is carried out; what has not the types of the state is no state."""
    path = tmp_path / "a.game"
    memory, session = game_of_length(path, 60)
    entries = session.timeline.entries
    head, line = safe_file_of(path).read_bytes().splitlines()
    number = int(line[65:73])
    chain = hashlib.sha256(
        SnapshotFile.origin(CARAVANS, session.setup) + msgspec.json.encode(entries[:number]) + state
    ).hexdigest()
    safe_file_of(path).write_bytes(b"%s\n%s %08d %s\n" % (head, chain.encode(), number, state))
    again = opened(path, memory)
    assert again._runner.first == 0
    assert picture(again) == picture(session)
    # From then on there are good ones.
    for number in range(12):
        step(again, Random(number))
    assert both_ways(path, memory)._runner.first > 0


def test_a_disk_that_refuses_them_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    safe_file_of(path).mkdir()
    memory, session = game_of_length(path, 60)
    assert picture(opened(path, memory)) == picture(session)


def test_a_game_that_is_looked_at_leaves_none(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    memory, _ = game_of_length(path, 60)
    safe_file_of(path).unlink()
    open_session([CARAVANS], memory.records, None, SnapshotFile(path, keeps=False))
    assert not list(tmp_path.iterdir())


def test_an_attribute_without_a_type_is_found_at_the_first_safe_point() -> None:
    class Careless(CaravanGame):
        def begin(self, setup: Any) -> Any:
            state = super().begin(setup)
            vars(state)["camels"] = 3
            return state

    with pytest.raises(TypeError, match="camels must be declared"):
        new_session(Careless(), {"rounds": 1})
    assert start().state.packed()
