"""Each state of a roll has its picture in the halves of a real battle, at every size, and nothing in it is cut."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.simulator import SimulatedTower
from tests.app.sizes import sized
from tests.app.test_battle_faults import ARMIES
from tests.app.test_layout import faults

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
SPOILT = {"cocked": "12?--", "few": "12---", "many": "12345", "jam": ""}
"""How the dice of Crawling Chaos, who has three, come to lie."""


@sized((800, 480), (720, 1280))
def test_each_state_of_a_roll_has_its_picture_in_a_battle(
    tower: SimulatedTower,
    plug: Callable[..., Any],
    fingers: Any,
    until: Any,
    tmp_path: Path,
    size: tuple[int, int],
) -> None:
    """Waiting for a drop, a leaning die, too few, too many, a jam, unplugged, cut short, two rolls at once, fallen, and
    corrected by hand."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    shell = plug(str(tower.link), games=[CTHULHU_WARS], dice="ask", tower_mode="r", odds="on")
    until(lambda: shell.hub.tower.connected)
    folder, found, said = Path(PICTURES or tmp_path), list[str](), dict[str, str]()

    def battle() -> Any:
        shell.home()
        setup = {"quick_battle": ARMIES}
        shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("battle", "Quick Battle", "", setup)))
        fingers.skip(0.4)
        return shell.page

    def look_at(name: str, card: Any) -> None:
        fingers.skip(0.4)
        fingers.picture(folder / f"battle_roll_{name}_{size[0]}.png")
        said[name] = card._panel.message if card._panel is not None and card.phase == "tower" else card.phase
        found.extend(f"{name}: {fault}" for fault in faults(shell, name))

    def dropping(card: Any) -> None:
        fingers.tap(card.tower_key)
        until(lambda: card._panel is not None and card._panel.message.startswith("Drop"))

    for outcome, bays in SPOILT.items():
        card = battle().question.body.cards[1]
        dropping(card)
        if outcome == "cocked":
            look_at("drop", card)
        if bays:
            tower.drop(bays)
        else:
            tower.spoil_next_drop(outcome)
        until(lambda card=card: card.held or card.failed)
        look_at(outcome, card)
    table = battle()
    first, second = table.question.body.cards
    dropping(first)
    tower.unplug()
    until(lambda: not shell.hub.tower.connected)
    look_at("unplugged", first)
    tower.plug()
    until(lambda: first.failed)
    look_at("cut_short", first)
    fingers.tap(second.tower_key)
    fingers.frames(3)
    look_at("two_at_once", second)
    assert not found, "\n".join(found)
    assert len({said[name] for name in ("drop", *SPOILT, "unplugged", "cut_short")}) == 7, said


def test_misses_are_rolled_again_in_the_tower(
    tower: SimulatedTower, plug: Callable[..., Any], fingers: Any, until: Any
) -> None:
    """Channel Power: a re-roll of two dice is a new roll of two: the tower is asked for it with a number of its own."""
    from companion.app.demo.touches import touches
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    shell = plug(str(tower.link), games=[CTHULHU_WARS], dice="ask", tower_mode="r")
    until(lambda: shell.hub.tower.connected)
    setup = {
        "quick_battle": {
            "attacker": "OW",
            "defender": "GC",
            "area": "europe",
            "pieces": {"OW": {"mutant": 3}, "GC": {"acolyte": 1}},
            "books": {"OW": ["channel_power"], "GC": []},
        }
    }
    shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("battle", "Quick Battle", "", setup)))
    table = shell.page

    def in_the_tower(bays: str) -> None:
        card = table.question.body.card
        fingers.tap(card.tower_key)
        until(lambda: card._panel is not None and card._panel.message.startswith(f"Drop {len(bays)}"))
        tower.drop(bays)
        until(lambda: card.phase == "fallen")
        fingers.skip(0.4)
        fingers.tap(table.primary)

    def again() -> None:
        fingers.skip(0.4)
        for widget in touches(table.question.body, ["channel_power"]):
            fingers.tap(widget)
        fingers.skip(0.4)
        if table.session.prompts[0].prompt.key == "battle/reroll/OW":
            fingers.tap(table.primary)
            fingers.skip(0.4)

    fingers.skip(0.4)
    in_the_tower("612")
    again()
    in_the_tower("13")
    rolls = [entry for entry in table.session.timeline.entries if entry.kind == "roll"]
    assert [(entry.value, entry.source) for entry in rolls] == [([6, 1, 2], "tower"), ([1, 3], "tower")]
    assert len({entry.note for entry in rolls}) == 2, "each has a number of its own"


def test_dice_of_the_tower_fall_as_all_others_do(
    tower: SimulatedTower, plug: Callable[..., Any], fingers: Any, until: Any
) -> None:
    """What the tower rolls answers at once; the step in which it did so let nothing move in the next."""
    from companion.app.widgets.rendering.motion import motion
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode
    from companion.table.prompts import Roll
    from companion.table.session import LabelledAnswer

    shell = plug(str(tower.link), games=[CTHULHU_WARS], dice="ask", tower_mode="g")
    until(lambda: shell.hub.tower.connected)
    setup = {"quick_battle": ARMIES}
    shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("battle", "Quick Battle", "", setup)))
    fingers.skip(1.0)
    table = shell.page
    item = table.session.prompts[0]
    table.answer(item.ticket, LabelledAnswer([1] * item.prompt.dice, "hand"))
    fingers.skip(1.0)
    motion.restart(still=False)
    motion.level = "full"
    fingers.tap(table.primary)
    until(lambda: not isinstance(table.session.prompts[0].prompt, Roll))
    assert table.sides.thrown
    motion.restart(still=True)
