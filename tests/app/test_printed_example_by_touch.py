"""The printed example of the dice-pool combat, played by touches on a real window, step by step with pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.test_layout import faults
from tests.app.test_scripted_game_by_touch import PICTURES, Hand
from tests.mythos_encounters.printed_example import EXAMPLE, Pools

pytestmark = pytest.mark.window


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["800x480", "720x1280"])
def test_the_printed_example_by_touch(
    shell: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """From assemble to reform (reference 1.5): a picture of every step, every pool as printed, nothing cut off."""
    from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS

    resize(*size)
    folder = Path(PICTURES or tmp_path) / "printed_example_{}x{}".format(*size)
    folder.mkdir(parents=True, exist_ok=True)
    shell.play(lambda: shell.library.start(MYTHOS_ENCOUNTERS, MYTHOS_ENCOUNTERS.modes[0]))
    hand = Hand(fingers, shell, folder)
    found: list[str] = []
    for step in EXAMPLE:
        if isinstance(step, Pools):
            state = hand.table.session.state
            assert (state.pools["attacker"], state.pools["defender"]) == step
            continue
        hand.settle()
        name = step[0].replace("/", "_")
        fingers.picture(folder / f"{len(list(folder.glob('*.png'))):02}_{name}.png")
        found += faults(shell, name)
        hand.answer(*step)
    hand.settle()
    fingers.picture(folder / "99_over.png")
    assert hand.table.session.view.finished == "The attacker wins."
    assert not found, "\n".join(found)
