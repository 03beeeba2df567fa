"""A battle on the screen whose tower, the real firmware in an emulator, is unplugged, reset, hung or drowned in noise
in the middle of its rolls: the battle gets its dice, none wrong, none thrown twice.

Two seeds run each time; all twenty: `.venv/bin/python -m pytest -m "slow or not slow" tests/app/test_battle_faults.py`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.test_layout import faults
from tests.bridge.emulator.board import Board, build

pytestmark = pytest.mark.window

ARMIES = {
    "attacker": "GC",
    "defender": "CC",
    "area": "south_atlantic",
    "pieces": {"GC": {"deep_one": 4, "shoggoth": 2}, "CC": {"nightgaunt": 3, "flying_polyp": 3}},
    "in_play": {"GC": {"deep_one": 4, "shoggoth": 2}, "CC": {"nightgaunt": 3, "flying_polyp": 3}},
    "books": {"GC": [], "CC": []},
    "others": [],
}
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 20))]
WAIT = 5.0
"""Seconds that people look at a tower before it is mended, and once more before they roll otherwise."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("firmware"))


def trouble(board: Board, chance: Random) -> str:
    """Something goes wrong with the tower, or right again."""
    noise = f"inject {chance.randbytes(chance.randint(1, 40)).hex()}"
    common = ("unplug", "plug", "plug", "reset", "hang", "go", "loss tx 20000", "loss tx 0")
    command = chance.choice((*common, noise))
    board.do(command)
    return command


def mend(board: Board) -> None:
    """The cable is in, the tower answers, the line is clean."""
    for command in ("go", "loss tx 0", "loss rx 0", "plug"):
        board.do(command)


def cards(table: Any) -> list[Any]:
    """The rolls on the screen."""
    body = table.question.body
    return getattr(body, "cards", None) or ([body.card] if hasattr(body, "card") else [])


def fight(shell: Any, board: Board, fingers: Any, bell: threading.Event, chance: Random, seen: dict[str, str]) -> None:
    """Use the primary button whenever it offers something; trouble comes at any moment of a roll."""
    from companion.app.demo.touches import touches

    table, end, mended = shell.page, time.monotonic() + WAIT, False
    while not table.session.finished:
        rolling = cards(table)
        if rolling and not mended and chance.random() < 0.3:
            trouble(board, chance)
        fingers.skip(0.35)
        for card in rolling:
            message = card._panel.message if card._panel is not None else card.phase
            if message not in seen:
                # Each state of a roll has its picture, and nothing in it is cut.
                seen[message] = "; ".join(faults(shell, message))
        if rolling and time.monotonic() > end:
            if mended:
                waiting = next((card for card in cards(table) if card.phase == "tower"), None)
                fingers.tap(waiting.here_key if waiting else table.primary)
                end = time.monotonic() + WAIT
                continue
            mend(board)
            mended, end = True, time.monotonic() + WAIT
        if table.primary.ready and not table.primary.disabled:
            fingers.tap(table.primary)
        elif not rolling:
            body = table.question.body
            fingers.tap(next(iter(touches(body, body.prompt.any_answer(chance)))))
        else:
            bell.wait(0.02)
            bell.clear()
            fingers.frames(1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_gets_its_dice_whatever_befalls_the_tower(
    plug: Callable[..., Any],
    fingers: Any,
    until: Any,
    bell: threading.Event,
    built: tuple[Path, Path],
    tmp_path: Path,
    seed: int,
) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    chance, seen = Random(seed), dict[str, str]()
    with Board(built, tmp_path, warp=4) as board:
        shell = plug(board.port, games=[CTHULHU_WARS], dice="tower", tower_mode="g")
        until(lambda: shell.hub.tower.connected)
        shell.play(
            lambda: shell.library.start(CTHULHU_WARS, Mode("battle", "Quick Battle", "", {"quick_battle": ARMIES}))
        )
        fight(shell, board, fingers, bell, chance, seen)
        table = shell.page
        rolls = [entry for entry in table.session.timeline.entries if entry.kind == "roll"]
        assert [len(entry.value) for entry in rolls] == [8, 3]
        thrown = [entry for entry in rolls if entry.source == "tower"]
        ids = [entry.note.split("roll ")[1].split(";")[0] for entry in thrown]
        assert len(set(ids)) == len(ids), "one throw answered two rolls"
        record = shell.hub.tower.record
        fell = sorted(face for tower in record.towers() for face in record.faces(tower))
        assert fell == sorted(face for entry in thrown for face in entry.value), "not the faces that fell, or twice"
    assert not any(seen.values()), seen
