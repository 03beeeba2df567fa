"""Gates and Elder Signs beside each player's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.game import Mode
from tests.app.conftest import on_the_window

pytestmark = pytest.mark.window


def rows(shell: Any, fingers: Any, factions: list[str], seed: int, answers: int) -> Iterator[list[Any]]:
    """Play a game at random; after each answer the rows of the ledger, if it is in sight."""
    setup = {"factions": factions, "signs": "app", "direction": 1}
    shell.play(lambda: shell.library.start(OURS[0], Mode("evening", "", "", setup)))
    table, chance = shell.page, Random(seed)
    for _answer in range(answers):
        play(table.session, chance, 1)
        table.refresh()
        fingers.frames(3)
        yield table.ledger.cards if table.left_side.parent is not None else []


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1024, 600)])
def test_every_player_has_the_same_marks(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A 0 is wider than a 1: who had no Gate had no Elder Signs on the screen either (fails on the parent)."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        seen = set()
        for cards in rows(shell, fingers, ["GC", "CC", "BG", "YS"], 3, 60):
            for card in cards:
                gates = next(counter.value for counter in card.player.small if counter.symbol == "gate")
                seen.add(gates)
                assert all(sign.spot is not None for sign, _number in card._marks[:2]), card.player.name
        assert {0, 1} <= seen


@pytest.mark.parametrize(
    ("size", "factions"),
    [
        ((800, 480), ["BG", "SL", "TT"]),
        ((480, 800), ["BG", "YS"]),
        ((720, 1280), ["GC", "CC", "BG", "YS"]),
        ((1024, 600), ["OW", "SL", "YS", "BB"]),
    ],
)
def test_all_factions_are_named_or_none(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int], factions: list[str]
) -> None:
    """Only Sleeper stood there by name, between Black Goat and Tcho-Tcho (fails on the parent at 800x480)."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        looked = 0
        for cards in filter(None, rows(shell, fingers, factions, 1, 30)):
            looked += 1
            assert len({card._name.spot is not None for card in cards}) == 1
        assert looked


def test_what_marks_a_player_lies_on_nothing_else(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Crown and tick lay on the sigils of low cards and ran into the frame of whoever acts (fails on the parent)."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(800, 480)
        marked = 0
        for cards in rows(shell, fingers, ["GC", "BG", "SL", "OW", "WW"], 3, 60):
            for card in cards:
                for sign, _number in card._marks:
                    if sign.spot is not None:
                        assert card.y + 3 <= sign.rect[1], card.player.name
                if card.player.first or card.player.done:
                    marked += 1
                    right = card._tab.rect[0] + card._tab.rect[2]
                    assert right <= card._sigil.rect[0], card.player.name
        assert marked
