"""A whole battle by touches on a real window, its dice from the real firmware in an emulator."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bridge.emulator.board import Board, build

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
"""A folder to keep the pictures in; by default they go to the test's own."""

ARMIES = {
    "attacker": "GC",
    "defender": "CC",
    "area": "south_atlantic",
    "pieces": {"GC": {"deep_one": 4, "shoggoth": 2}, "CC": {"nightgaunt": 3, "flying_polyp": 3}},
    "in_play": {"GC": {"deep_one": 4, "shoggoth": 2}, "CC": {"nightgaunt": 3, "flying_polyp": 3}},
}


@pytest.mark.parametrize("mode", ["g", "r"])
def test_a_whole_battle_with_the_emulated_tower(
    plug: Callable[..., Any], fingers: Any, until: Any, tmp_path: Path, mode: str
) -> None:
    """Every die of the battle comes from the ATmega328P: made by it (g), or dropped into its bays (r)."""
    from companion.app.demo.autopilot import Autopilot
    from companion.app.table.prompts.roll import JointRollPrompt, RollPrompt
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    folder = Path(PICTURES or tmp_path) / f"firmware_{mode}"
    folder.mkdir(parents=True, exist_ok=True)
    chance = Random(11)
    with Board(build(tmp_path), tmp_path, warp=4) as board:
        board.lay("")
        shell = plug(board.port, games=[CTHULHU_WARS], dice="tower", tower_mode=mode)
        until(lambda: shell.hub.tower.connected)
        shell.play(
            lambda: shell.library.start(CTHULHU_WARS, Mode("battle", "Quick Battle", "", {"quick_battle": ARMIES}))
        )
        table = shell.page
        pilot = Autopilot(fingers, Random(3))
        while not table.session.finished:
            fingers.skip(0.4)
            body = table.question.body
            if not isinstance(body, RollPrompt | JointRollPrompt):
                pilot.step(table)
                continue
            fingers.picture(folder / "asked.png")
            count = _rolls(table)
            if table.primary.ready:
                fingers.tap(table.primary)
            if mode == "r":
                _drop_all(body, board, until, chance, fingers, folder)
                fingers.skip(0.4)
                fingers.picture(folder / "fallen.png")
                fingers.tap(table.primary)
            until(lambda count=count, body=body: _rolls(table) > count and table.question.body is not body)
        rolls = [entry for entry in table.session.timeline.entries if entry.kind == "roll"]
        assert len(rolls) == 2
        assert {entry.source for entry in rolls} == {"tower"}
        record = shell.hub.tower.record
        (tower,) = record.towers()
        assert (tower.source, tower.rolls) == (mode, len(rolls))
        assert sorted(record.faces(tower)) == sorted(face for entry in rolls for face in entry.value)


def _rolls(table: Any) -> int:
    return sum(entry.kind == "roll" for entry in table.session.timeline.entries)


def _drop_all(body: Any, board: Board, until: Any, chance: Random, fingers: Any, folder: Path) -> None:
    """Do what the screen says until all dice have been read."""
    cards = getattr(body, "cards", None) or [body.card]
    while any(card.phase != "fallen" for card in cards):
        says = [card._panel.message for card in cards if card.phase == "tower"]
        if any(message.startswith("Take the dice out") for message in says):
            board.lay("")
        dropping = next((m for m in says if m.startswith("Drop ")), "")
        if dropping:
            fingers.picture(folder / "drop.png")
            board.drop("".join(str(chance.randint(1, 6)) for _ in range(int(dropping.split()[1]))))
        shown = [(card.phase, card._panel.message if card._panel else "") for card in cards]
        until(lambda shown=shown: [(c.phase, c._panel.message if c._panel else "") for c in cards] != shown)
