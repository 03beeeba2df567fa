"""The worked examples of the two other battle systems, by touches on a real window, step by step with pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.sizes import sized
from tests.app.test_layout import faults
from tests.app.test_scripted_game_by_touch import PICTURES, Hand
from tests.messina import worked_example
from tests.mythos_encounters import printed_example
from tests.mythos_encounters.printed_example import Pools

pytestmark = pytest.mark.window

SIZES = sized((800, 480), (720, 1280))


FORCES = {
    "attacker.cultists": 3,
    "attacker.servitors": 3,
    "defender.cultists": 2,
    "defender.servitors": 2,
    "defender.ring": 1,
}
UNITS = {
    "1/units/red": {"infantry": 2, "mech": 2, "support.fighter": 1},
    "1/units/blue": {"mech": 1, "infantry": 2, "worker": 1},
}


def printed() -> Iterator[printed_example.Step]:
    """The printed example with its pieces on one sheet."""
    for step in printed_example.EXAMPLE:
        key = "" if isinstance(step, Pools) else step[0]
        if key == "1/attacker/cultists":
            yield "1/forces", FORCES
        elif not key.startswith(("1/attacker/", "1/defender/")):
            yield step


def worked() -> Iterator[tuple[str, Any]]:
    """The worked example with the Units of each faction on one sheet."""
    for key, value in worked_example.EXAMPLE:
        if key in UNITS:
            yield key, UNITS[key]
        elif not key.startswith("1/units/"):
            yield key, value


class Viewer(Hand):
    """Answers by touch, and before that takes a picture of every step and looks for faults."""

    def __init__(self, fingers: Any, shell: Any, folder: Path) -> None:
        super().__init__(fingers, shell, folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.steps = 0
        self.found: list[str] = []

    def look(self, name: str) -> None:
        self.settle()
        self.steps += 1
        words = name.replace("/", "_")
        self.fingers.picture(self.folder / f"{self.steps:02}_{words}.png")
        self.found += faults(self.shell, words)

    def picture(self, name: str) -> None:
        if name in ("dice", "hand_over"):
            self.look(name)


@SIZES
def test_the_printed_example(shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    """Two pools of dice from assemble to reform (reference 1.5), every pool as printed."""
    from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS

    viewer = Viewer(fingers, shell, Path(PICTURES or tmp_path) / "printed_example_{}x{}".format(*size))
    shell.play(lambda: shell.library.start(MYTHOS_ENCOUNTERS, MYTHOS_ENCOUNTERS.modes[0]))
    for step in printed():
        if isinstance(step, Pools):
            state = viewer.table.session.state
            assert (state.pools["attacker"], state.pools["defender"]) == step
        else:
            viewer.look(step[0])
            viewer.answer(*step)
    viewer.look("over")
    assert viewer.table.session.view.finished == "Geoff wins."
    assert not viewer.found, "\n".join(viewer.found)


@SIZES
def test_the_worked_example(shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    """Two factions with secret cards, from the meeting to the retreat (reference 2.8)."""
    from companion.games.messina.game import MESSINA

    viewer = Viewer(fingers, shell, Path(PICTURES or tmp_path) / "worked_example_{}x{}".format(*size))
    shell.play(lambda: shell.library.start(MESSINA, MESSINA.modes[0]))
    for step in worked():
        viewer.look(step[0])
        viewer.answer(*step)
        if step[0] == "1/skill/red":
            assert viewer.table.session.timeline.entries[-1].label == "Your Skill Card"
    viewer.look("over")
    assert viewer.table.session.view.finished == "The Round is over."
    assert not viewer.found, "\n".join(viewer.found)
