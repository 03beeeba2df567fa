"""What people have made themselves: the screen says what of it cannot be used, and keeps what is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.shelf.own import put_by
from companion.table.state import Keepsake

pytestmark = pytest.mark.window


def test_what_cannot_be_used_is_said_when_the_app_starts(window: Any, fingers: Any, tmp_path: Path) -> None:
    from companion.games import OURS
    from tests.app.conftest import on_the_window

    folder = tmp_path / "own" / OURS[0].name / "factions"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text("FACTION =")
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        shell.resume()
        assert "broken.py: line 1: SyntaxError" in shell.banner.message
        assert "start again" in shell.banner.message
        (folder / "broken.py").unlink()


def test_a_disk_that_keeps_nothing_is_said_and_the_game_goes_on(start: Any, shell: Any, tmp_path: Path) -> None:
    start("choose")
    keepsake = Keepsake("maps/one.json", {"name": "One"}, words="kept")
    own = tmp_path / "own"
    own.write_text("a file where a folder should be")
    shell.game.session.keep(keepsake)
    assert "cannot be kept for the next time" in shell.game.warning
    own.unlink()
    shell.game.session.keep(keepsake)
    assert shell.game.warning == ""
    assert (own / shell.game.session.game.name / "maps" / "one.json").is_file()


def test_an_old_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    for name in ("One", "Two"):
        put_by(tmp_path, Keepsake("maps/one.json", {"name": name}, words="kept"))
    assert [path.name for path in (tmp_path / "maps").iterdir()] == ["one.json"]
    assert "Two" in (tmp_path / "maps" / "one.json").read_text(encoding="utf-8")
