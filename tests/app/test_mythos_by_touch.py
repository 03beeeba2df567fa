"""Several combats by touches: names, pieces kept out, a deflected loss, a card that is not known, the next targets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.test_examples_by_touch import SIZES, Viewer
from tests.app.test_scripted_game_by_touch import PICTURES

pytestmark = pytest.mark.window

SETUP: dict[str, Any] = {
    "players": [
        {"name": "Geoff", "god": "Nyarlathotep"},
        {"name": "Daniel", "god": "Great Cthulhu"},
        {"name": "Sam", "god": "Ithaqua"},
        {"name": "Maximilian", "god": "Shub-Niggurath"},
        {"god": "Tsathoggua"},
    ],
    "gate": "yes",
    "attacker": {"cultists": 3, "servitors": 3, "monsters": 1},
    "defender": {"cultists": 2, "servitors": 2, "ring": True},
}

FIRST: tuple[tuple[str, Any], ...] = (
    ("1/gate/crossing", 3),
    ("1/gate/roll", [1, 1, 5]),
    ("1/gate/table", [1, 5]),
    ("1/gate/mishaps", True),
    ("1/cards/1/1", "fourth"),
    ("1/cards/1/1/effect", "bind"),
    ("1/cards/1/1/side", "defender"),
    ("1/cards/1/1/amount", 6),
    ("1/cards/1/2", "first"),
    ("1/cards/1/2/effect", "dhole"),
    ("1/cards/1/2/side", "attacker"),
    ("1/cards/1/2/amount", 3),
    ("1/cards/1/2/price", 2),
    ("1/cards/1/3", []),
    ("1/roll/1/attacker", [6, 5, 4, 3, 2, 1, 1, 1, 1, 2, 2, 2, 2]),
    ("1/roll/1/defender", [6, 3, 2, 1]),
    ("1/match/1", True),
    ("1/losses/1/3", "second"),
    ("1/losses/1/3/effect", "deflect"),
    ("1/losses/1/3/side", "defender"),
    ("1/losses/1/3/victim", "first"),
    ("1/losses/1/4", "third"),
    ("1/losses/1/4/effect", "note"),
    ("1/losses/1/4/name", ""),
    ("1/losses/1/4/what", "A Card More"),
    ("1/losses/1/5", []),
    ("1/off/1", True),
    ("1/retreat", "stay"),
    ("1/cards/2/5", []),
    ("1/roll/2/attacker", [6, 6, 6, 6, 6, 6, 6, 6]),
    ("1/roll/2/defender", [2, 1, 1, 1]),
    ("1/match/2", True),
    ("1/losses/2/5", []),
    ("1/off/2", True),
    ("1/post/5", "first"),
    ("1/post/5/effect", "west"),
    ("1/post/5/dice", 3),
    ("1/post/5/roll", [3, 2, 4]),
    ("1/post/5/back", 2),
    ("1/post/5/place", "origin"),
    ("1/post/6", []),
    ("1/victor/give_up", "keep"),
    ("1/reform/attacker", "1+3"),
    ("1/bound/defender", "leave"),
    ("1/board", True),
    ("1/next", "target"),
)

OTHERS: tuple[tuple[str, Any], ...] = (
    ("2/defender", "fourth"),
    ("2/attacker/cultists", 0),
    ("2/attacker/servitors", 1),
    ("2/attacker/monsters", 0),
    ("2/attacker/insane", 0),
    ("2/defender/cultists", 0),
    ("2/defender/servitors", 1),
    ("2/defender/monsters", 0),
    ("2/defender/insane", 0),
    ("2/defender/ring", "no"),
    ("2/cards/1/1", "fifth"),
    ("2/cards/1/1/effect", "bind"),
    ("2/cards/1/1/side", "attacker"),
    ("2/cards/1/1/amount", 2),
    ("2/cards/1/2", []),
    ("2/no_dice/1", True),
    ("2/post/2", []),
    ("2/reform/defender", "0+1"),
    ("2/board", True),
    ("2/next", "target"),
    ("3/defender", "fifth"),
    ("3/attacker/cultists", 0),
    ("3/attacker/servitors", 0),
    ("3/attacker/monsters", 0),
    ("3/attacker/insane", 1),
    ("3/defender/cultists", 0),
    ("3/defender/servitors", 0),
    ("3/defender/monsters", 0),
    ("3/defender/insane", 2),
    ("3/defender/ring", "no"),
    ("3/defender/insane_each", "no"),
    ("3/cards/1/1", []),
    ("3/roll/1/attacker", [1, 1]),
    ("3/roll/1/defender", [6, 5]),
    ("3/match/1", True),
    ("3/losses/1/1", []),
    ("3/off/1", True),
    ("3/post/1", []),
    ("3/board", True),
    ("3/next", "target"),
    ("4/defender", "empty"),
    ("4/attacker/cultists", 1),
    ("4/attacker/servitors", 0),
    ("4/attacker/monsters", 0),
    ("4/attacker/insane", 0),
    ("4/gate", "yes"),
    ("4/gate/crossing", 1),
    ("4/gate/roll", [2]),
    ("4/board", True),
    ("4/next", "done"),
)


@SIZES
def test_four_combats_by_touch(shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    """Reference 1.2 to 1.8 on the screen, with the longest names and the fullest last page."""
    from companion.app.table.prompts.choose_long import at_length
    from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
    from companion.table.game import Mode

    viewer = Viewer(fingers, shell, Path(PICTURES or tmp_path) / "four_combats_{}x{}".format(*size))
    shell.play(lambda: shell.library.start(MYTHOS_ENCOUNTERS, Mode("combat", "Combat", "", SETUP)))
    for step in FIRST + OTHERS:
        viewer.look(step[0])
        prompt = viewer.table.session.prompts[0].prompt
        # A roll is the two halves themselves; a long list has the room of a page. Others may take it.
        told = prompt.kind == "choose" and at_length(prompt)
        wide = prompt.key.endswith(("/board", "/match/1", "/match/2")) or prompt.kind == "roll" or told
        assert viewer.table.question.wide or not wide
        viewer.answer(*step)
    viewer.look("over")
    assert (
        viewer.table.session.view.finished
        == "1. Geoff wins. 2. Maximilian wins. 3. Tsathoggua wins. 4. Geoff takes the empty Node."
    )
    assert not viewer.found, "\n".join(viewer.found)
