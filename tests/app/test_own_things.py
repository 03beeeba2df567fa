"""What people have made themselves: the screen says what of it cannot be used, and keeps what is made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import OURS, take_own
from companion.storage.program_approval import AllowedPrograms
from companion.storage.user_files import put_by
from companion.table.autoplay import play
from companion.table.game import Mode, allow_all
from companion.table.state import SavedItem
from tests.app.conftest import on_the_window
from tests.cthulhu_wars.test_own_factions import EXAMPLE

pytestmark = pytest.mark.window


@pytest.fixture
def choir(tmp_path: Path) -> Iterator[None]:
    """The faction of `docs/own_things.md` lies in the data folder."""
    folder = tmp_path / "own" / OURS[0].name / "factions"
    folder.mkdir(parents=True)
    (folder / "choir.py").write_text(EXAMPLE, encoding="utf-8")
    AllowedPrograms(tmp_path).allow(EXAMPLE.encode())
    yield
    take_own(tmp_path / "nowhere", allow_all, OURS)


def test_what_cannot_be_used_is_said_when_the_app_starts(window: Any, fingers: Any, tmp_path: Path) -> None:
    folder = tmp_path / "own" / OURS[0].name / "factions"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text("FACTION =")
    AllowedPrograms(tmp_path).allow(b"FACTION =")
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        shell.resume()
        assert "broken.py: line 1: SyntaxError" in shell.banner.message
        assert "start again" in shell.banner.message
        (folder / "broken.py").unlink()


@pytest.mark.usefixtures("choir")
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_an_evening_with_a_faction_of_ones_own_is_on_the_screen(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """No drawing stands for it: what it may claim in the header and below the ledger has none either (the page broke
    off with a fault as soon as anybody else was asked)."""
    chance = Random(3)
    resize(*size)
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        setup = {"factions": ["DC", "GC", "BG"], "signs": "app"}
        shell.play(lambda: shell.library.start(OURS[0], Mode("test", "", "", setup)))
        offered = set()
        for _ in range(60):
            play(shell.game.session, chance, 1, interject=0)
            shell.page.refresh()
            fingers.frames(1)
            offered |= set(shell.page.headline.near_keys)
        assert any(name.startswith("claim/DC/") for name in offered)
        shell.page.open_more()
        fingers.skip(0.4)
        chips = {name: chip.label for name, chip in shell.page.keys.items() if name.startswith("claim/")}
        assert chips["claim/DC"] == chips["claim/GC"] == "Requirement met", "sigil and colour say whose it is"
        shell.back()
        shell.page.open_rules("DC")
        assert [key.text for key in shell.page.keys if key.chosen] == ["DC"]
        shell.back()
        for opened in (shell.page.open_rules, shell.page.open_log, shell.page.open_more):
            opened()
            fingers.skip(0.4)
            shell.back()


def test_a_disk_that_keeps_nothing_is_said_and_the_game_goes_on(start: Any, shell: Any, tmp_path: Path) -> None:
    start("choose")
    keepsake = SavedItem("maps/one.json", {"name": "One"}, words="kept")
    own = tmp_path / "own"
    own.write_text("a file where a folder should be")
    shell.game.session.keep(keepsake)
    assert "cannot be saved for next time" in shell.game.warning
    own.unlink()
    shell.game.session.keep(keepsake)
    assert shell.game.warning == ""
    assert (own / shell.game.session.game.name / "maps" / "one.json").is_file()


def test_an_old_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    for name in ("One", "Two"):
        put_by(tmp_path, SavedItem("maps/one.json", {"name": name}, words="kept"))
    assert [path.name for path in (tmp_path / "maps").iterdir()] == ["one.json"]
    assert "Two" in (tmp_path / "maps" / "one.json").read_text(encoding="utf-8")


def asks_about(shell: Any, file: str) -> bool:
    """Whether the page in front asks about a file."""
    return any(label.text.startswith(f"{file} is a program") for label in shell.page.walk() if hasattr(label, "text"))


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_the_screen_asks_before_it_runs_a_program(
    window: Any, fingers: Any, until: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Two files; one is left out, one is run, and is not asked about again."""
    folder = tmp_path / "own" / OURS[0].name / "factions"
    folder.mkdir(parents=True)
    mark = tmp_path / "it-ran"
    (folder / "a.py").write_text(f"open({str(mark)!r}, 'w').close()\nFACTION = 5", encoding="utf-8")
    (folder / "choir.py").write_text(EXAMPLE, encoding="utf-8")
    resize(*size)
    try:
        with on_the_window(window, fingers, tmp_path, OURS) as shell:
            shell.resume()
            fingers.skip(0.6)
            fingers.picture(tmp_path / "asks.png")
            assert any(
                label.text.startswith("a.py is a program") for label in shell.page.walk() if hasattr(label, "text")
            )
            fingers.tap(shell.page.leave_out_key)
            fingers.skip(0.6)
            assert not mark.exists()
            assert asks_about(shell, "choir.py")
            fingers.tap(shell.page.primary)
            until(lambda: "nobody has allowed this program" in shell.banner.message)
            assert "choir.py" not in shell.banner.message
            assert len(shell.pages) == 1
            shell.play(lambda: shell.library.start(OURS[0], Mode("test", "", "", {"factions": ["DC", "GC"]})))
            assert shell.game.session.setup["factions"] == ["DC", "GC"], "it would not have begun without"
        with on_the_window(window, fingers, tmp_path, OURS) as shell:
            shell.resume()
            fingers.skip(0.6)
            assert any(
                label.text.startswith("a.py is a program") for label in shell.page.walk() if hasattr(label, "text")
            )
            fingers.tap(shell.page.leave_out_key)
            fingers.skip(0.6)
            assert len(shell.pages) == 1
            assert not mark.exists()
    finally:
        take_own(tmp_path / "nowhere", allow_all, OURS)
