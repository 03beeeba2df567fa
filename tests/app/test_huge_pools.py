"""The largest forces that a table may write down: the dice fall, and the page holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import OURS
from companion.games.mythos_encounters.model.forces import VALUES
from companion.games.mythos_encounters.model.setup_form import MOST, MOST_VALUE
from companion.table.game import Mode
from tests.app.conftest import on_the_window

LARGEST: dict[str, Any] = {
    "values": {key: MOST_VALUE for key in VALUES if not key.endswith("price")},
    "others": 0,
    "gate": "no",
    "attacker": {"cultists": MOST, "servitors": MOST, "monsters": MOST, "insane": MOST, "ring": True},
    "defender": {"cultists": MOST, "servitors": MOST, "monsters": MOST, "insane": MOST, "ring": True},
}


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_largest_pools_of_mythos_encounters_are_rolled(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """It was a fault of the program: more dice than the built-in roller took."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        game = next(game for game in OURS if game.name == "mythos_encounters")
        begun = shell.library.start(game, Mode("all", "", "", LARGEST))
        session = begun.session
        while session.prompts[0].prompt.kind != "roll":
            asked = session.prompts[0]
            ids = {option.id for option in getattr(asked.prompt, "options", ())}
            session.answer(asked.ticket, next((one for one in ("yes", "each") if one in ids), []))
        begun.close()
        shell.play(lambda: shell.library.open(begun.path))
        table = shell.page
        session = table.session
        assert sum(item.prompt.dice for item in session.prompts) > 3000
        fingers.skip(0.6)
        fingers.picture(tmp_path / "before.png")
        for _pool in range(2):
            table.question.body.roll_dice()
            fingers.skip(1.0)
            fingers.frames(3)
            fingers.picture(tmp_path / f"rolled{_pool}.png")
            for half in table.sides.halves if table.sides.parent is not None else ():
                # Their dice lay over the foot of the page.
                assert half._high(half.width, half._sizes()) <= half.height + 1
        assert not [item for item in session.prompts if item.prompt.kind == "roll"]


@pytest.mark.usefixtures("resize")
def test_hundreds_of_dice_on_a_half_are_counted_by_face(fingers: Any) -> None:
    """The highest first; a few are still drawn one by one."""
    from companion.app.table.battle.side_words import dice_of, face_counts
    from companion.app.table.battle.sides import BattleHalf
    from companion.table.view import SideView

    half = BattleHalf()
    half.size = 300, 190
    for number, are_counted in ((12, False), (480, True)):
        side = SideView("", "Attacker", faces=tuple(1 + n % 6 for n in range(number)))
        half.show(side, None)
        fingers.frames(2)
        sizes = half._sizes()
        assert sizes.counted is are_counted
        assert half._high(half.width, sizes) <= half.height + 1
    said = face_counts(dice_of(side)).split("   ")
    assert [part[-2:] for part in said] == ["80"] * 6


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280), (1280, 720)])
@pytest.mark.parametrize("worth", [1, 2, 5, 20])
def test_dice_that_have_fallen_leave_the_heads_of_both_halves(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int], worth: int
) -> None:
    """Eighty dice of the defender lay over the page, and the attacker's half was empty."""
    one = {"cultists": 6, "servitors": 0, "monsters": 0, "insane": 0, "ring": False}
    game = next(game for game in OURS if game.name == "mythos_encounters")
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        setup = {"values": {"cultist": worth}, "others": 0, "gate": "no", "attacker": one, "defender": one}
        shell.play(lambda: shell.library.start(game, Mode("all", "", "", setup)))
        table = shell.page
        session = table.session
        while not any(item.prompt.kind == "roll" for item in session.prompts):
            asked = session.prompts[0]
            ids = {option.id for option in getattr(asked.prompt, "options", ())}
            session.answer(asked.ticket, next((one for one in ("yes", "each") if one in ids), []))
        item = session.prompts[-1]
        session.answer(item.ticket, [1 + place % 6 for place in range(item.prompt.dice)])
        table.opened()
        fingers.skip(1.2)
        fingers.frames(3)
        body = table.question.body
        (idle,) = body._others.values()
        assert idle.dice_high() > 0
        for half in (idle, body.card):
            head = half.head
            assert head.height >= head.least()
            assert head.y >= half.y
            assert head.top <= half.top + 1
