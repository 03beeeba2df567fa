"""A battle of three factions by touches: own rulings, secret cards, a card's text in mid-battle, dealing to a pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.test_examples_by_touch import SIZES, Viewer
from tests.app.test_scripted_game_by_touch import PICTURES

pytestmark = pytest.mark.window

SETUP: dict[str, Any] = {
    "rulings": "ask",
    "seats": ["red", "blue", "green"],
    "initiator": "red",
    "units": {
        "red": {"mech": 3, "fighter": 2, "support.bomber": 1},
        "blue": {"infantry": 2, "worker": 1},
        "green": {"bomber": 1, "civilian": 2},
    },
}

BEFORE: tuple[tuple[str, Any], ...] = (
    ("ruling/victimless_pairs", "draw_cards"),
    ("ruling/pair_kills", "must"),
    ("ruling/civilian_is_military", "civilians"),
    ("ruling/dealt_civ", "any"),
    ("ruling/victor_victims", "support"),
    ("ruling/standoff", "damage_only"),
    ("ruling/stacking", "all"),
    ("ruling/excess", "victor"),
    ("strengths", ["mech"]),
    ("strength/mech", 6),
    ("1/agreement", "blue+green"),
    ("1/other/red", 0),
    ("1/other/blue", 6),
    ("1/other/green", 0),
)

AFTER: tuple[tuple[str, Any], ...] = (
    ("1/skill/blue", 1),
    ("1/skill/green", 0),
    ("1/chance/0", 2),
    ("1/chance/1", 0),
)


def words(shell: Any) -> list[str]:
    """Everything that can be read on the screen."""
    return [str(getattr(w, "text", "") or getattr(w, "label", "")) for w in shell.walk()]


@SIZES
def test_three_factions_by_touch(shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    """Reference 2.3 to 2.6 on the screen; nothing of a secret card can be read before all are turned up."""
    from companion.games.messina.game import MESSINA
    from companion.table.game import Mode

    viewer = Viewer(fingers, shell, Path(PICTURES or tmp_path) / "three_factions_{}x{}".format(*size))
    shell.play(lambda: shell.library.start(MESSINA, Mode("battle", "Battle", "", SETUP)))
    for step in BEFORE:
        viewer.look(step[0])
        viewer.answer(*step)
    viewer.answer("1/skill/red", 5)
    viewer.settle()
    assert "Hand the screen to Blue." in words(shell)
    assert "Undo: Your Skill Card" in words(shell)
    viewer.tap(viewer.table.ids.extras.children[1])
    viewer.settle()
    viewer.look("log_with_a_secret")
    of_card = [said for said in words(shell) if "Your Skill Card" in said]
    assert of_card
    assert all(said.endswith("Your Skill Card") for said in of_card), of_card
    shell.back()
    viewer.interject("card_text")
    for step in (("card_text/what", "destroyed"), ("card_text/which", "green.bomber.1")):
        viewer.look(step[0])
        viewer.answer(*step)
    for step in AFTER:
        viewer.answer(*step)
    assert viewer.table.session.state.totals == [16, 34]
    viewer.answer("1/overwhelming", ["blue.infantry.1", "blue.worker.1", "green.civilian.1"])
    viewer.look("after_overwhelming")
    assert not viewer.found, "\n".join(viewer.found)


BIG: dict[str, Any] = {
    "seats": ["red", "blue", "green"],
    "initiator": "red",
    "units": {
        "red": {"bomber": 5, "civilian": 3, "worker": 5, "infantry": 3, "support.bomber": 3},
        "blue": {"fighter": 1, "infantry": 2, "worker": 2, "mech": 2, "bomber": 1},
        "green": {"bomber": 2, "mech": 2},
    },
}

ROUND: tuple[tuple[str, Any], ...] = (
    ("1/agreement", "blue+green"),
    *((f"1/other/{faction}", 0) for faction in ("red", "blue", "green")),
    *((f"1/skill/{faction}", 0) for faction in ("red", "blue", "green")),
    ("1/chance/0", 0),
    ("1/chance/1", 1),
    ("1/tie/location", "2"),
    ("1/tie/military", {"red": "1", "blue": "2", "green": "2"}),
    ("1/direction", "forward"),
    ("1/first/losers", "blue"),
    ("1/cards/blue", ["name.1", "name.2", "square.1", "civ.1"]),
    ("1/cards/green", ["name.1"]),
    ("1/lost/blue/0", ["blue.fighter.1"]),
    ("1/lost/blue/1", ["blue.infantry.1", "blue.infantry.2"]),
    ("1/lost/green/1", ["green.bomber.1"]),
    ("1/victor_cards/red", 0),
    ("1/marched/blue", "no"),
    ("1/came_from", ["C"]),
    ("1/free_spaces/blue", ["A", "B"]),
    ("1/cliffs/blue", []),
    ("1/pole/blue", []),
    ("1/retreat/blue", "A"),
    ("1/room/blue", "yes"),
    ("1/marched/green", "no"),
    ("1/free_spaces/green", ["A"]),
    ("1/room/green", "yes"),
    ("1/board", True),
    ("1/next", "here"),
    ("2/fighters", ["red", "blue"]),
    ("2/initiator", "blue"),
    ("2/trigger", "yes"),
    ("2/units/red", []),
)

CHANGED = (
    "tie",
    "direction",
    "first",
    "cards",
    "lost",
    "came_from",
    "free_spaces",
    "cliffs",
    "board",
    "next",
    "fighters",
)
"""Pages worth a picture."""


class RoundViewer(Viewer):
    """Sorts factions on a track, too."""

    def _place(self, body: Any, _prompt: Any, value: dict[str, str]) -> None:
        for piece, area in value.items():
            self.tap(body.keys[piece])
            self.tap(body.area_keys[area])
        self._confirm()


@SIZES
def test_a_round_by_touch(shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    """A tie by the tracks, all cards against a side, the last page, and on at the same site."""
    from companion.games.messina.game import MESSINA
    from companion.table.game import Mode

    viewer = RoundViewer(fingers, shell, Path(PICTURES or tmp_path) / "round_{}x{}".format(*size))
    shell.play(lambda: shell.library.start(MESSINA, Mode("battle", "Battle", "", BIG)))
    for step in ROUND:
        if step[0].split("/")[1] in CHANGED or step[0] == "2/units/red":
            viewer.look(step[0])
        viewer.answer(*step)
    viewer.look("2/units/blue")
    assert [unit.kind for unit in viewer.table.session.state.carried] == []
    assert len(viewer.table.session.state.of(["red"])) == 19
    assert not viewer.found, "\n".join(viewer.found)
