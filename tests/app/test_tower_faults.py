"""Whatever happens to the tower in the middle of a roll, the table gets its dice: none wrong, none thrown twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_bridge.simulator import SimulatedTower

pytestmark = pytest.mark.window

GIVE_UP = 4.0
"""Seconds that people wait for a tower before they roll otherwise."""

MOST_TURNS = 20_000
"""Looks at the screen."""


def trouble(tower: SimulatedTower, chance: Random) -> None:
    """Something goes wrong, or right again."""
    match chance.randrange(9):
        case 0:
            tower.unplug()
        case 1 | 2:
            tower.plug()
        case 3:
            tower.reset()
        case 4:
            tower.hang(chance.random() < 0.5)
        case 5:
            tower.noise(chance.randint(1, 300))
        case 6:
            tower.damage_next_line()
        case 7:
            tower.lose(chance.choice((0.0, 20.0)))
        case _:
            tower.spoil_next_drop(chance.choice(("cocked", "few", "many", "jam", "timeout")))


def cards(table: Any) -> list[Any]:
    """The rolls on the screen."""
    body = table.question.body
    return [] if body is None else getattr(body, "cards", None) or [body.card]


def play(table: Any, tower: SimulatedTower, fingers: Any, bell: threading.Event, chance: Random) -> None:
    """Use the primary button whenever it offers something, as people do; trouble comes at any moment."""
    end = time.monotonic() + GIVE_UP
    mended = False
    for _ in range(MOST_TURNS):
        if table.session.finished:
            return
        if not mended and chance.random() < 0.2:
            trouble(tower, chance)
        fingers.skip(0.35)
        if time.monotonic() > end:
            if mended:
                # Enough: the built-in dice are always there.
                open_card = next((card for card in cards(table) if card.phase == "tower"), None)
                fingers.tap(open_card.here_key if open_card else table.primary)
                continue
            mended, end = True, time.monotonic() + GIVE_UP
            tower.hang(False)
            tower.lose(0)
            tower.plug()
        held = next((card for card in cards(table) if card.held), None)
        if held is not None and chance.random() < 0.7:
            fingers.tap(held._panel.decide.children[0])
        elif table.primary.ready and not table.primary.disabled:
            fingers.tap(table.primary)
            end = max(end, time.monotonic() + 1)
        else:
            bell.wait(0.01)
            bell.clear()
    raise AssertionError(f"stuck at {table.question.title!r}: {table.primary.text!r}")


@pytest.mark.parametrize("mode", ["g", "r"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 10))])
def test_every_roll_comes_out_whatever_happens(
    plug: Callable[..., Any],
    begin: Any,
    fingers: Any,
    until: Any,
    bell: threading.Event,
    tmp_path: Path,
    mode: str,
    seed: int,
) -> None:
    chance = Random(seed)
    with SimulatedTower(tmp_path / "tower", seed=seed, people_drop=0.05) as tower:
        shell = plug(str(tower.link), dice="tower", tower_mode=mode)
        until(lambda: shell.hub.tower.connected)
        table = begin(shell, "roll", "together")
        play(table, tower, fingers, bell, chance)
        rolls = [entry for entry in table.session.timeline.entries if entry.kind == "roll"]
        assert len(rolls) == 6
        results = dict(tower.board._journal)
        for entry in rolls:
            if entry.source != "tower":
                continue
            roll_id = entry.note.split("roll ")[1].split(";")[0]
            assert "".join(map(str, entry.value)) == results[roll_id].faces, "not the faces that fell"
        ids = [entry.note.split("roll ")[1].split(";")[0] for entry in rolls if entry.source == "tower"]
        assert len(set(ids)) == len(ids), "one throw answered two rolls"
