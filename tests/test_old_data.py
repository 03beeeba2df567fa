"""Data folders that earlier versions left behind (`tests/fixtures`): what is in them opens, or says why not.

Each was made by the code of its version (`tests/data_folder.py`); version 0.1 at commit 9f28178, 0.2 at 531c4a8.
They are never made again.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.storage.settings import Settings
from companion.table.autoplay import play
from companion.table.errors import DamagedJournalError, JournalError, ReplayMismatchError
from companion.table.game_file import recover
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from companion.table.session import Session, open_session
from firmware_bridge.roll_record import RecordedTower, RollRecord
from firmware_bridge.wiring import wiring_from

FIXTURES: Final = Path(__file__).parent / "fixtures"
FOLDERS: Final = sorted(FIXTURES.glob("version_*"))
FILES: Final = sorted(path.relative_to(FIXTURES) for path in FIXTURES.glob("version_*/games/*.game"))
RULES: Final = {game.name: game.rules_version for game in GAMES}


def left(file: Path) -> dict[str, Any]:
    """How the version that wrote a file found it itself."""
    expected: dict[str, Any] = json.loads((FIXTURES / file.parts[0] / "expected.json").read_text(encoding="utf-8"))
    found: dict[str, Any] = expected[file.name]
    return found


def kept(session: Session[Any]) -> list[list[int]]:
    """Dice that fell for open rolls before an undo."""
    found = (getattr(item.prompt, "kept", None) for item in session.prompts)
    return [list(faces) for faces in found if faces is not None]


def test_each_file_of_each_folder_is_looked_at() -> None:
    assert [folder.name for folder in FOLDERS] == ["version_0_1", "version_0_2"]
    for folder in FOLDERS:
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        assert list(expected) == [file.name for file in FILES if file.parts[0] == folder.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[0]}-{file.stem}")
def test_an_old_game_opens_or_says_why_not(file: Path, tmp_path: Path) -> None:
    """By the rules it was begun with: at the same questions. By newer ones: where they lead, or with a reason."""
    expected, path = left(file), tmp_path / file.name
    for old, here in ((FIXTURES / file, path), (beside(FIXTURES / file), beside(path))):
        if old.exists():
            shutil.copyfile(old, here)
    before = {here: here.read_bytes() for here in tmp_path.iterdir()}
    refused = opened(path, expected)
    after = {here: here.read_bytes() for here in tmp_path.iterdir()}
    assert (after == before) is (refused is not None)
    assert refused is not None or set(after) == {path, beside(path)}
    if refused is not None:
        assert "changed" in str(refused)
        if "error" not in expected:
            assert isinstance(refused, ReplayMismatchError)
            assert RULES[file.name.partition("-")[0]] > expected["rules"], f"rules of the same number, yet: {refused}"


def opened(path: Path, expected: dict[str, Any]) -> JournalError | None:
    """Open a game, look at it, play on and open it again; or return why it is refused."""
    try:
        with closing(SqliteJournal(path)) as journal:
            session = open_session(GAMES, journal.records, journal)
            if "error" not in expected:
                look(session, expected)
            go_on(session)
    except (DamagedJournalError, ReplayMismatchError) as error:
        return error
    with closing(SqliteJournal(path)) as journal:
        again = open_session(GAMES, journal.records, journal)
        assert [item.prompt for item in again.prompts] == [item.prompt for item in session.prompts]
    return None


def look(session: Session[Any], expected: dict[str, Any]) -> None:
    """A game that its own version could open."""
    assert session.begun_with == expected["rules"]
    assert len(session.history) == expected["entries"]
    assert len(session.timeline.undone) == expected["undone"]
    assert session.prompts or not expected["asks"]
    if session.game.rules_version == expected["rules"]:
        assert [item.prompt.key for item in session.prompts] == expected["asks"]
        assert kept(session) == expected["kept"]


def go_on(session: Session[Any]) -> None:
    """It can be played: an answer more if it is not over, an undo past it, and both again."""
    play(session, Random(1), 1, interject=0)
    asked = [item.prompt for item in session.prompts]
    session.undo(2, past_dice=True)
    session.redo(2)
    assert [item.prompt for item in session.prompts] == asked


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_old_settings_and_wiring_are_taken_over(folder: Path) -> None:
    stored = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    settings = Settings.load(folder / "settings.toml")
    assert {key: getattr(settings, key) for key in stored} == stored
    wiring = wiring_from(settings.wiring)
    assert (wiring.buttons["player:GC"], wiring.lights["player:GC"], wiring.colour, wiring.knob) == (
        5,
        7,
        (12, 13, 19),
        (20, 21),
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_old_record_of_rolls_is_read(folder: Path, tmp_path: Path) -> None:
    shutil.copyfile(folder / "rolls.db", tmp_path / "rolls.db")
    record = RollRecord(tmp_path / "rolls.db")
    towers = record.towers()
    assert [(tower.uid, tower.source) for tower in towers] == [("3F2A90C1", "g"), ("77D0E415", "r"), ("3F2A90C1", "r")]
    assert towers[1] == RecordedTower("77D0E415", "r", 11)
    assert record.faces(towers[1])[-2:] == [6, 2]
    record.close()


def test_the_whole_beginning_of_an_old_damaged_game_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "copy.game"
    recover(FIXTURES / "version_0_1/games/cthulhu_wars-damaged.game", path)
    with closing(SqliteJournal(path)) as journal:
        assert len(journal.records) == 14
        try:
            assert len(open_session(GAMES, journal.records, journal).history) == 13
        except ReplayMismatchError:
            assert RULES["cthulhu_wars"] > 2
