"""A USB stick by touch: copied to each turn, brought back with one tap, exports and reports by a key."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.game_archive import SUFFIX, pack, unpack
from companion.storage.game_library import bodies_of
from companion.storage.mount_watch import MountWatch
from companion.storage.settings import Settings
from companion.storage.usb_backup import FOLDER
from companion.table.autoplay import play
from companion.table.game_file import records_of_copy
from companion.table.journal_mirror import beside
from tests.patience import PATIENCE
from tests.storage.evenings import evening

pytestmark = pytest.mark.window


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    made = tmp_path / "STICK"
    made.mkdir()
    Settings(copies=str(made)).save(tmp_path / "data" / "settings.toml")
    return made


@pytest.fixture
def started(window: Any, fingers: Any, resize: Any, stick: Path) -> Iterator[Callable[[], Any]]:  # noqa: ARG001
    from companion.app.start.application import make_shell
    from firmware_bridge.dice import VirtualDice

    shells: list[Any] = []

    def start() -> Any:
        made = make_shell(stick.parent / "data", GAMES, VirtualDice(), copies=True)
        shells.append(made)
        window.add_widget(made)
        made.resume()
        fingers.skip(0.4)
        return made

    yield start
    for made in shells:
        made.put_away()
        made.jobs.close()
        window.remove_widget(made)


def settle(shell: Any, fingers: Any) -> None:
    """Until the jobs are done, and what they found is on the screen."""
    assert shell.jobs.finish(PATIENCE)
    fingers.frames(3)
    fingers.skip(0.4)


def test_a_new_card_has_all_games_back_with_one_tap(started: Any, fingers: Any, stick: Path, tmp_path: Path) -> None:
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    for seed, game in enumerate(GAMES):
        evening(games / f"{game.name}.game", game, steps=10, seed=seed)
    before = {path.name: bodies_of(path) for path in games.glob("*.game")}
    shell = started()
    settle(shell, fingers)
    assert len(list((stick / FOLDER).iterdir())) == 3
    shutil.rmtree(games)
    games.mkdir()
    shell.home()
    shell.back_up()
    settle(shell, fingers)
    (key,) = [key for key in shell.page.pager.column.children if getattr(key, "label", "").startswith("Restore")]
    fingers.picture(tmp_path / "home.png")
    fingers.tap(key)
    settle(shell, fingers)
    assert {path.name: bodies_of(path) for path in games.glob("*.game")} == before
    assert shell.banner.message == "3 games came back from the stick."
    assert len(shell.page.stored) == 3


def test_a_stick_that_is_plugged_in_while_nothing_happens(
    started: Any, fingers: Any, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the home page; that the kernel tells of it is tested where it is waited for."""
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    evening(games / "a.game", GAMES[0], steps=10)
    stick.rmdir()
    wait = MountWatch.wait
    monkeypatch.setattr(MountWatch, "wait", lambda watch: wait(watch) or True)
    shell = started()
    settle(shell, fingers)
    assert not shell.jobs.found.there
    stick.mkdir()
    shell.jobs._watch.ring()
    end = time.monotonic() + PATIENCE
    while not shell.jobs.found.there:
        assert time.monotonic() < end, "nobody has noticed"
        fingers.frames(1)
    assert unpack(stick / FOLDER / f"a{SUFFIX}").bodies == bodies_of(games / "a.game")


def test_each_turn_and_each_end_is_copied(started: Any, fingers: Any, stick: Path) -> None:
    shell = started()
    game = shell.library.games[0]
    shell.play(lambda: shell.library.start(game, game.modes[0]))
    path, chance = shell.game.path, Random(5)
    for _ in range(2):
        while shell.game.session.view.header[0] == shell.page.moment:
            play(shell.game.session, chance, 1)
        shell.page.refresh()
        assert shell.jobs.finish(PATIENCE)
        # Without a lock: the game is open.
        known = records_of_copy(beside(path).read_bytes()).bodies
        assert unpack(stick / FOLDER / f"{path.stem}{SUFFIX}").bodies == known
    play(shell.game.session, chance, 1)
    shell.home()
    settle(shell, fingers)
    assert unpack(stick / FOLDER / f"{path.stem}{SUFFIX}").bodies == bodies_of(path)


def test_a_game_is_exported_from_the_list(started: Any, fingers: Any, stick: Path, tmp_path: Path) -> None:
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    evening(games / "a.game", GAMES[0], steps=10)
    shell = started()
    from companion.app.pages.all_games import AllGamesPage

    shell.open(AllGamesPage())
    settle(shell, fingers)
    assert shell.page.export.disabled
    assert shell.page.export.refused == "First tap a game in the list."
    fingers.tap(shell.page.keys["a.game"])
    assert not shell.page.export.refused
    fingers.tap(shell.page.export)
    settle(shell, fingers)
    assert (stick / FOLDER / "a.html").read_text().startswith("<!doctype html>")
    assert unpack(stick / FOLDER / f"a{SUFFIX}").bodies == bodies_of(games / "a.game")
    assert str(stick / FOLDER) in shell.banner.message
    fingers.picture(tmp_path / "export.png")


def test_a_fault_can_be_reported_from_its_page(started: Any, fingers: Any, stick: Path, tmp_path: Path) -> None:
    shell = started()
    game = shell.library.games[0]
    shell.play(lambda: shell.library.start(game, game.modes[0]))
    play(shell.game.session, Random(5), 4)
    shell.show_error()
    fingers.skip(0.4)
    (key,) = shell.page.extras.children
    fingers.picture(tmp_path / "panic.png")
    fingers.tap(key)
    settle(shell, fingers)
    assert (stick / FOLDER / "problem-1.zip").is_file()
    assert "problem-1.zip" in shell.banner.message


def test_a_game_is_imported_from_a_folder(started: Any, fingers: Any, tmp_path: Path) -> None:
    """Nothing is there, then a game, then the same once more, then one whose end was damaged on its way."""
    from companion.app.pages.all_games import AllGamesPage

    (tmp_path / "elsewhere").mkdir()
    path = evening(tmp_path / "elsewhere" / "a.game", GAMES[0], steps=10)
    shell = started()
    shell.open(AllGamesPage())
    settle(shell, fingers)
    fingers.tap(shell.page.import_key)
    assert not shell.page.keys
    assert not shell.page.primary.ready
    folder = tmp_path / "data" / "imports"
    assert list(folder.iterdir()) == []
    pack(bodies_of(path), folder / f"a{SUFFIX}")
    whole = (folder / f"a{SUFFIX}").read_bytes()
    shell.back()
    settle(shell, fingers)
    fingers.tap(shell.page.import_key)
    fingers.skip(0.4)
    fingers.tap(shell.page.keys[f"a{SUFFIX}"])
    fingers.skip(0.4)
    fingers.picture(tmp_path / "import.png")
    for said in ("Imported: a.game", "is already here: a.game"):
        fingers.tap(shell.page.primary)
        settle(shell, fingers)
        assert said in shell.banner.message
    assert bodies_of(tmp_path / "data" / "games" / "a.game") == bodies_of(path)
    (tmp_path / "data" / "games" / "a.game").unlink()
    beside(tmp_path / "data" / "games" / "a.game").unlink()
    (folder / f"a{SUFFIX}").write_bytes(whole[:-30] + b"?" + whole[-29:])
    for said in ("Import it again", "Imported: a.game"):
        fingers.tap(shell.page.primary)
        settle(shell, fingers)
        assert said in shell.banner.message
    assert bodies_of(tmp_path / "data" / "games" / "a.game") == bodies_of(path)[:-1]
    shell.back()
    assert list(shell.page.keys) == ["a.game"]
