"""The settings file: old ones load, hand-written ones are never lost."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.shelf.errors import ShelfError
from companion.shelf.settings import CHOICES, Settings, mistakes

WIRING = {"buttons": {"roll": 17, "next": 27}, "knob": [20, 21]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    kept = Settings(theme="light", text="L", dice="type", turn="180", far_side=["a"], open_game="x.game")
    kept.save(path)
    assert Settings.load(path) == kept
    assert mistakes(path) == ""
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_without_a_file_all_is_as_it_comes(path: Path) -> None:
    assert Settings.load(path) == Settings()
    assert mistakes(path) == ""


def test_each_choice_has_its_default_among_its_values() -> None:
    assert all(getattr(Settings(), name) in values for name, values in CHOICES.items())
    assert CHOICES["text"] == ("S", "M", "L", "XL")


def test_a_missing_comma_costs_no_wiring(path: Path) -> None:
    """Issue 8, 1.12: it loaded as defaults without a word, and the next save wiped what was written by hand."""
    written = json.dumps({"theme": "light", "wiring": WIRING}, indent=1).replace("17,", "17")
    path.write_text(written)
    settings = Settings.load(path)
    assert settings == Settings()
    assert "line 6, column 4" in mistakes(path)
    settings.theme = "candle"
    with pytest.raises(ShelfError, match="line 6, column 4"):
        settings.save(path)
    assert path.read_text() == written
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"text": ' + b"9" * 5000 + b"}",
        b" " * 2_000_000,
    ],
    ids=["empty", "open", "list", "null", "no text", "deep", "deeper", "long number", "huge"],
)
def test_what_cannot_be_read_is_never_written_over(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert Settings.load(path) == Settings()
    assert "cannot be read" in mistakes(path)
    assert len(mistakes(path)) < 400
    with pytest.raises(ShelfError, match="nothing is saved over"):
        Settings(theme="light").save(path)
    assert path.read_bytes() == content


def test_a_folder_in_the_way_is_said(path: Path) -> None:
    path.mkdir()
    assert Settings.load(path) == Settings()
    assert "it is no file of settings" in mistakes(path)


def test_a_wrong_value_is_named_and_stays_until_another_is_chosen(path: Path) -> None:
    stored: dict[str, Any] = {"theme": "pink", "text": "L", "far_side": "red", "tower_port": 7, "wiring": WIRING}
    path.write_text(json.dumps(stored))
    settings = Settings.load(path)
    assert settings == Settings(text="L", wiring=WIRING)
    said = mistakes(path)
    assert '“theme” is "pink", and must be one of dark, light, contrast, candle' in said
    assert '“far_side” is "red"' in said
    assert "“tower_port” is 7" in said
    settings.text = "S"
    settings.save(path)
    assert stored | {"text": "S"} == {name: json.loads(path.read_text())[name] for name in stored}
    settings.theme = "light"
    settings.save(path)
    assert json.loads(path.read_text())["theme"] == "light"


def test_what_a_later_version_knows_is_named_and_kept(path: Path) -> None:
    path.write_text(json.dumps({"sound": {"loud": 3}, "text": "L"}))
    settings = Settings.load(path)
    assert "“sound” means nothing here and is left as it is" in mistakes(path)
    settings.save(path)
    assert json.loads(path.read_text())["sound"] == {"loud": 3}
    assert Settings.load(path) == Settings(text="L")


def test_many_mistakes_are_not_all_told(path: Path) -> None:
    path.write_text(json.dumps({"x" * 500 + str(number): number for number in range(50)}))
    assert "There are 47 more mistakes." in mistakes(path)
    assert len(mistakes(path)) < 600


def test_a_full_disk_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Settings().save(path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ShelfError, match="the disk is full: make room on it"):
        Settings(theme="light").save(path)
    assert path.read_bytes() == before
