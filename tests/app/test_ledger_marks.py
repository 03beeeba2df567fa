"""Gates and Elder Signs beside each player's numbers."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.game import Mode
from tests.app.conftest import on_the_window

pytestmark = pytest.mark.window


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1024, 600)])
def test_every_player_has_the_same_marks(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A 0 is wider than a 1: who had no Gate had no Elder Signs on the screen either (fails on the parent)."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        setup = {"factions": ["GC", "CC", "BG", "YS"], "signs": "app", "direction": 1}
        shell.play(lambda: shell.library.start(OURS[0], Mode("evening", "", "", setup)))
        table, chance = shell.page, Random(3)
        seen = set()
        for _answer in range(60):
            play(table.session, chance, 1)
            table.refresh()
            fingers.frames(2)
            for card in table.ledger.cards if table.left_side.parent is not None else ():
                gates = next(counter.value for counter in card.player.small if counter.symbol == "gate")
                seen.add(gates)
                assert [sign._shown for sign, _number in card._marks[:2]] == [True, True], card.player.name
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
        setup = {"factions": factions, "signs": "app", "direction": 1}
        shell.play(lambda: shell.library.start(OURS[0], Mode("evening", "", "", setup)))
        table, chance, looked = shell.page, Random(1), 0
        for _answer in range(30):
            play(table.session, chance, 1)
            table.refresh()
            fingers.frames(3)
            if table.left_side.parent is not None:
                looked += 1
                assert len({card._name._shown for card in table.ledger.cards}) == 1
        assert looked


def test_what_marks_a_player_lies_on_nothing_else(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Crown and tick lay on the sigils of low cards and ran into the frame of whoever acts (fails on the parent)."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(800, 480)
        setup = {"factions": ["GC", "BG", "SL", "OW", "WW"], "signs": "app", "direction": 1}
        shell.play(lambda: shell.library.start(OURS[0], Mode("evening", "", "", setup)))
        table, chance, marked = shell.page, Random(3), 0
        for _answer in range(60):
            play(table.session, chance, 1)
            table.refresh()
            fingers.frames(3)
            for card in table.ledger.cards if table.left_side.parent is not None else ():
                for sign, _number in card._marks:
                    if sign._shown:
                        assert card.y + 3 <= sign._shape.pos[1], card.player.name
                if card.player.first or card.player.done:
                    marked += 1
                    right = card._tab._shape.pos[0] + card._tab._shape.size[0]
                    assert right <= card._sigil._shape.pos[0], card.player.name
        assert marked
