"""The settings file: hand-written ones are never lost, earlier ones are taken over, notes stay."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion import cli
from companion.storage.errors import StorageError
from companion.storage.settings import CHOICES, FILE, NOTES, ROWS, Settings, labels, mistakes, override
from companion.storage.settings_file import WIRING
from firmware_bridge.wiring import wiring_from

PINS = {"buttons": {"roll": 17, "next": 27, "player:AB": 5}, "knob": [20, 21]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE


@pytest.fixture(autouse=True)
def plain() -> Iterator[None]:
    override([], {})
    yield
    override([], {})


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / FILE
    kept = Settings(theme="light", text="L", dice="type", turn="180", far_side=["a"], wiring=PINS, open_game="x.game")
    kept.save(path)
    assert Settings.load(path) == kept
    assert mistakes(path) == ""
    assert [p.name for p in path.parent.iterdir()] == [FILE]


def test_without_a_file_all_is_default_and_the_first_says_what_may_be_set(path: Path) -> None:
    """The file did not exist until something was set, and two things stood nowhere."""
    assert Settings.load(path) == Settings()
    assert mistakes(path) == ""
    Settings().save(path)
    text = path.read_text()
    names = {field.name for field in msgspec.structs.fields(Settings)}
    assert set(tomllib.loads(text)) == names - {"wiring"}
    assert set(NOTES) == names - {"wiring"}
    for name in NOTES:
        assert re.search(rf"^# .+\n{name} = ", text, re.MULTILINE), name
    assert "debounce_ms" in text
    assert "hold_s" in text
    assert Settings.load(path) == Settings()
    before = path.stat().st_mtime_ns
    Settings.load(path).save(path)
    assert path.stat().st_mtime_ns == before, "nothing changed, nothing is written"


def test_the_notes_on_wiring_are_a_wiring_once_the_signs_are_taken_away(path: Path) -> None:
    Settings().save(path)
    codes = tuple(f"{name} = {value}" if value else name for name, value, _ in WIRING)
    lines = path.read_text().splitlines()
    shown = [
        line.removeprefix("# ") if line.startswith(tuple(f"# {code}" for code in codes)) else line for line in lines
    ]
    path.write_text("\n".join(shown))
    assert mistakes(path) == ""
    wiring = wiring_from(Settings.load(path).wiring)
    assert wiring.buttons == {"roll": 17, "next": 27, "undo": 22, "player:AB": 5}
    assert (wiring.colour, wiring.knob, wiring.debounce_ms, wiring.hold_s) == ((12, 13, 19), (20, 21), 30, 1.0)


def test_each_choice_has_its_default_among_its_values() -> None:
    assert all(getattr(Settings(), name) in values for name, values in CHOICES.items())
    assert CHOICES["text"] == ("S", "M", "L", "XL")


def test_each_value_on_the_page_has_a_label_of_its_own() -> None:
    for name, row in ROWS.items():
        said = labels(name)
        assert name == "language" or tuple(said) == CHOICES[name]
        assert len({*said.values()}) == len(said), name
        assert name == "language" or len(row.labels) == len(said) or "{n}" in row.labels[-1], name
    assert labels("dim") == {"never": "Never", "1": "1 min", "2": "2 min", "5": "5 min", "10": "10 min"}


def test_a_step_goes_round_and_leaves_what_is_no_value() -> None:
    settings = Settings(text="L", language="tlh")
    assert settings.next_of("text", 2) == "S"
    assert settings.next_of("text", -1) == "M"
    assert settings.next_of("language", 1) == "en"


MINE = """\
# Anna's table. Do not touch!
text = 'L'      # for Bert's eyes
theme="light"
brightness = 75
odds = true
music = {loud = 3}  # of a later version

[wiring.buttons]   # the red box
roll = 17
"player:AB" = 5
"""


def test_notes_order_and_all_that_is_not_changed_stay_byte_by_byte(path: Path) -> None:
    path.write_text(MINE)
    settings = Settings.load(path)
    assert (settings.text, settings.brightness, settings.odds) == ("L", "75", "on")
    settings.save(path)
    assert path.read_text() == MINE
    settings.theme = "candle"
    settings.save(path)
    assert path.read_text() == MINE.replace('theme="light"', 'theme="candle"')
    settings.open_game = "evening.game"
    settings.save(path)
    assert Settings.load(path) == settings
    left = [line for line in MINE.splitlines() if "theme" not in line]
    assert [line for line in path.read_text().splitlines() if line in left] == left


def test_lines_that_end_as_on_windows(path: Path) -> None:
    path.write_bytes(MINE.replace("\n", "\r\n").encode())
    settings = Settings.load(path)
    settings.text = "S"
    settings.save(path)
    assert Settings.load(path) == settings


def test_a_missing_quote_costs_no_wiring(path: Path) -> None:
    """A slip loaded as defaults without a word, and the next save wiped what was written by hand."""
    written = MINE.replace("roll = 17", "roll = 17 18")
    path.write_text(written)
    settings = Settings.load(path)
    assert settings == Settings()
    assert "line 9, column 11" in mistakes(path)
    settings.theme = "candle"
    with pytest.raises(StorageError, match="line 9, column 11"):
        settings.save(path)
    assert path.read_text() == written
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"text",
        b"\xff\xfe",
        b"\xef\xbb\xbftext = 'L'",
        b"a = " + b"[" * 100_000,
        b"text = " + b"9" * 5000,
        b" " * 2_000_000,
        b"text = 'L'\ntext = 'S'",
        b"[wiring]\n[wiring]",
        b"text = 1979-99-99",
        b"\0",
    ],
    ids=["open", "word", "no text", "mark", "deep", "long number", "huge", "twice", "table twice", "date", "zero"],
)
def test_what_cannot_be_read_is_never_written_over(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert Settings.load(path) == Settings()
    assert "cannot be read" in mistakes(path)
    assert len(mistakes(path)) < 400
    with pytest.raises(StorageError, match="is not overwritten"):
        Settings(theme="light").save(path)
    assert path.read_bytes() == content


@given(some.binary(max_size=60) | some.text("ab=\"'[]{}#.,\n 1tx", max_size=40).map(str.encode))
def test_any_bytes_survive_or_stay_what_they_say(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / FILE
    path.write_bytes(content)
    settings = Settings.load(path)
    settings.open_game = "evening.game"
    try:
        settings.save(path)
    except StorageError:
        assert path.read_bytes() == content
    else:
        said = tomllib.loads(content.decode())
        kept = tomllib.loads(path.read_text())
        assert kept == {**(kept if not content else said), "open_game": "evening.game"}


def test_a_folder_in_the_way_is_said(path: Path) -> None:
    path.mkdir()
    assert Settings.load(path) == Settings()
    assert "a folder is in the way" in mistakes(path)


def test_a_wrong_value_is_named_with_its_line_and_stays_until_changed(path: Path) -> None:
    path.write_text('# mine\ntheme = "pink"\ntext = "L"\nfar_side = "red"\ntower_port = 7\n')
    settings = Settings.load(path)
    assert settings == Settings(text="L")
    said = mistakes(path)
    assert 'Line 2: “theme” is "pink" but must be one of dark, light, contrast, candle' in said
    assert 'Line 4: “far_side” is "red"' in said
    assert "Line 5: “tower_port” is 7" in said
    settings.text = "S"
    settings.save(path)
    assert 'theme = "pink"' in path.read_text()
    settings.theme = "light"
    settings.save(path)
    assert 'theme = "light"' in path.read_text()
    assert "tower_port = 7" in path.read_text()


def test_what_means_nothing_is_named_with_line_and_the_nearest_and_kept(path: Path) -> None:
    path.write_text('text = "L"\ntheem = "light"\n[music]\nloud = 3\n')
    settings = Settings.load(path)
    assert "Line 2: “theem” is not a known setting and is ignored. Did you mean “theme”?" in mistakes(path)
    assert "Line 3: “music” is not a known setting and is ignored." in mistakes(path)
    settings.dice = "here"
    settings.save(path)
    assert tomllib.loads(path.read_text())["music"] == {"loud": 3}
    assert Settings.load(path) == Settings(text="L", dice="here")


def test_many_mistakes_are_not_all_told(path: Path) -> None:
    path.write_text("".join(f"{'x' * 500}{number} = {number}\n" for number in range(50)))
    assert "There are 47 more mistakes." in mistakes(path)
    assert len(mistakes(path)) < 700


def test_a_full_disk_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Settings().save(path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="the disk is full: make room on it"):
        Settings(theme="light").save(path)
    assert path.read_bytes() == before


def test_an_earlier_file_is_taken_over_once_and_stays(path: Path) -> None:
    earlier = path.with_suffix(".json")
    stored: dict[str, Any] = {
        "theme": "candle",
        "wiring": PINS,
        "open_game": "a.game",
        "music": {"loud": 3},
        "odd": None,
    }
    earlier.write_text(json.dumps(stored))
    settings = Settings.load(path)
    assert settings == Settings(theme="candle", wiring=PINS, open_game="a.game")
    assert str(earlier) in mistakes(path)
    settings.save(path)
    assert Settings.load(path) == settings
    assert tomllib.loads(path.read_text())["music"] == {"loud": 3}
    assert json.loads(earlier.read_text()) == stored
    earlier.write_text('{"theme": "dark"}')
    assert Settings.load(path) == settings, "from now on it is this file that counts"


def test_an_earlier_file_that_cannot_be_read_is_not_passed_over(path: Path) -> None:
    earlier = path.with_suffix(".json")
    earlier.write_text('{"theme": "light",\n "wiring": {"buttons": {"roll": 17 "next": 27}}}')
    assert "line 2, column 36" in mistakes(path)
    with pytest.raises(StorageError, match="line 2, column 36"):
        Settings(theme="light").save(path)
    assert not path.exists()


def test_command_line_before_environment_before_file(path: Path) -> None:
    path.write_text(MINE)
    override(
        ["text=XL"], {"COMPANION_TEXT": "S", "COMPANION_DICE": "type", "COMPANION_FAR_SIDE": "GC, CC", "HOME": "x"}
    )
    settings = Settings.load(path)
    assert (settings.text, settings.dice, settings.far_side) == ("XL", "type", ["GC", "CC"])
    settings.save(path)
    assert path.read_text() == MINE, "it is for this time"
    settings.theme = "dark"
    settings.save(path)
    assert path.read_text() == MINE.replace('theme="light"', 'theme="dark"')


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("theme=pink", "theme=pink is not allowed: it must be one of dark, light, contrast, candle."),
        ("them=dark", "“them” is not a known setting and is ignored. Did you mean “theme”?"),
        ("theme", "“theme” is not a known setting"),
        ("wiring=x", "wiring=x is not allowed: it must be a table of the settings file."),
    ],
)
def test_a_slip_on_the_command_line_is_said_before_anything_starts(
    said: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--data", str(tmp_path / "data"), "--set", said, "app"]) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_wrong_variable_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path), "app"]
    done = subprocess.run(
        command, env={**os.environ, "COMPANION_DIM": "soon"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "COMPANION_DIM is not allowed: it must be one of never, 1, 2, 5, 10.\n"
