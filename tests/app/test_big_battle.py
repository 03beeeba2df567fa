"""A battle with many pieces and many dice on the ledger: what the dice have come to is always there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.table.view import PlayerView, SideView, View

pytestmark = pytest.mark.window

STEPS = ("Before", "Roll", "Kills", "Pains", "Retreat", "Done")
KINDS = ("Deep One", "Shoggoth", "Starspawn", "Hunting Horror", "Great Cthulhu", "Acolyte")


def side(player: str, title: str, faces: tuple[int, ...], *, rolled: bool = True) -> SideView:
    """Six kinds, two pieces of each but the fifth."""
    numbers = [2, 2, 2, 2, 1, 2]
    total = " + ".join(f"{n} {kind}{'s' * (n > 1)} {n}" for n, kind in zip(numbers, KINDS, strict=True))
    lines = tuple(f"{kind}: kill" for n, kind in zip(numbers, KINDS, strict=True) for _ in range(n))
    kills, pains = sum(face == 6 for face in faces), sum(face in (4, 5) for face in faces)
    results = (("Kill", kills), ("Pain", pains)) if rolled else ()
    return SideView(player, title, lines, f"{total} = {len(faces)}", faces if rolled else (), results)


def show(shell: Any, start: Any, fingers: Any, *, rolled: bool = True) -> list[Any]:
    table = start("assign")
    thirteen, four = (6, 5, 4, 6, 1, 2, 3, 4, 5, 6, 1, 1, 4), (6, 4, 1, 2)
    sides = (
        side("red", "Great Cthulhu attacks", thirteen, rolled=rolled),
        side("blue", "Crawling Chaos defends", four, rolled=rolled),
    )
    looks = (("red", "#c0392b", "▲"), ("blue", "#2f7fd0", "●"))
    players = tuple(PlayerView(who, who, who, colour, glyph) for who, colour, glyph in looks)
    table.show_view(View("Battle", players=players, sides=sides, steps=STEPS, step=2))
    fingers.skip(0.4)
    fingers.frames(3)
    assert shell.page is table
    boards: list[Any] = table.sides.boards
    return boards


def drawn(board: Any) -> list[str]:
    """The texts of a side, top down, all of them inside it."""
    from kivy.uix.label import Label

    found = []
    for label in board.ids.told.children[::-1]:
        if isinstance(label, Label) and label.text:
            assert label.y >= board.y - 1, f"{label.text!r} reaches out below"
            assert label.top <= board.ids.told.top + 1
            assert label.texture_size[0] <= label.width + 1
            assert label.texture_size[1] <= label.height + 1
            found.append(label.text)
    return found


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_results_and_dice_come_before_the_sum_and_are_never_dropped(
    shell: Any, fingers: Any, resize: Any, start: Any, tmp_path: Path, size: tuple[int, int], text: str
) -> None:
    resize(*size)
    shell.settings.text = text
    shell.change_settings()
    boards = show(shell, start, fingers)
    fingers.picture(tmp_path / "battle.png")
    for board, kills, pains, dice in ((boards[0], 3, 5, 13), (boards[1], 1, 1, 4)):
        said = drawn(board)
        assert [line.split(" ", 1)[1] for line in said[:2]] == [
            "1 Kill" if kills == 1 else f"{kills} Kills",
            "1 Pain" if pains == 1 else f"{pains} Pains",
        ]
        assert len(said[2].split()) == dice, "every die is there"
        assert said[3].endswith(f"= {dice}"), "of the sum its end, which is what is rolled"


def test_before_the_dice_the_whole_sum_is_there_if_it_fits(shell: Any, fingers: Any, resize: Any, start: Any) -> None:
    resize(720, 1280)
    for board in show(shell, start, fingers, rolled=False):
        assert drawn(board)[0] == board.side.total


def test_a_sum_that_fits_is_not_shortened(fingers: Any, resize: Any, start: Any) -> None:
    resize(800, 480)
    table = start("assign")
    table.show_view(View("Battle", sides=(SideView("red", "Red", ("Chief",), "Chief 2 = 2", (6, 1), (("Kill", 1),)),)))
    fingers.frames(3)
    result, dice, *rest = drawn(table.sides.boards[0])
    assert result.endswith(" 1 Kill")
    assert len(dice.split()) == 2
    assert rest == ["Chief 2 = 2", "Chief"]
