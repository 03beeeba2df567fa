"""A battle with many pieces and many dice: both halves show all of it, beside any question."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.table.view import PlayerView, SideView, TokenView, View
from tests.app.sizes import sized

pytestmark = pytest.mark.window

STEPS = ("Before", "Roll", "Kills", "Pains", "Retreat", "Done")
KINDS = ("Deep One", "Shoggoth", "Starspawn", "Hunting Horror", "Great Cthulhu", "Acolyte")
SYMBOLS_OF = ("monster", "terror", "servitor", "worker", "great-old-one", "cultist")


def side(player: str, title: str, faces: tuple[int, ...], *, rolled: bool = True) -> SideView:
    """Six kinds, two pieces of each but the fifth, with six drawings."""
    numbers = [2, 2, 2, 2, 1, 2]
    total = " + ".join(f"{n} {kind}{'s' * (n > 1)} {n}" for n, kind in zip(numbers, KINDS, strict=True))
    kills, pains = sum(face == 6 for face in faces), sum(face in (4, 5) for face in faces)
    return SideView(
        player,
        title,
        tuple(f"{kind}: kill" for n, kind in zip(numbers, KINDS, strict=True) for _ in range(n)),
        f"{total} = {len(faces)}",
        faces if rolled else (),
        (("Kill", kills), ("Pain", pains)) if rolled else (),
        marks=tuple("kill" if face == 6 else "pain" if face > 3 else "" for face in faces) if rolled else (),
        number=len(faces),
        unit="dice",
        tokens=tuple(TokenView(symbol, kind, n) for symbol, kind, n in zip(SYMBOLS_OF, KINDS, numbers, strict=True)),
    )


def show(shell: Any, start: Any, fingers: Any, *, rolled: bool = True) -> list[Any]:
    table = start("assign")
    thirteen, four = (6, 5, 4, 6, 1, 2, 3, 4, 5, 6, 1, 1, 4), (6, 4, 1, 2)
    sides = (
        side("red", "Attack: Great Cthulhu", thirteen, rolled=rolled),
        side("blue", "Defence: Crawling Chaos", four, rolled=rolled),
    )
    looks = (("red", "Great Cthulhu", "#c0392b", "▲"), ("blue", "Crawling Chaos", "#2f7fd0", "●"))
    players = tuple(PlayerView(who, name, who, colour, glyph) for who, name, colour, glyph in looks)
    table.show_view(View("Battle", players=players, sides=sides, place="South Pacific", steps=STEPS, step=2))
    fingers.skip(0.5)
    fingers.frames(3)
    assert shell.page is table
    halves: list[Any] = table.sides.halves
    return halves


def shapes(widget: Any) -> Iterator[Any]:
    """What a widget draws itself."""
    from companion.app.widgets.rendering.sprites import Batch

    for canvas in (widget.canvas.before, widget.canvas):
        for batch in canvas.children:
            if isinstance(batch, Batch):
                yield from (part for part in batch.parts if part.spot is not None)


def written(widget: Any) -> Iterator[tuple[str, Any]]:
    """The texts and symbols that a widget draws, and what draws them."""
    from companion.app.widgets.rendering.sprites import TextSprite

    for shape in shapes(widget):
        if isinstance(shape, TextSprite):
            yield str(shape.said[0]), shape


def ink(shape: Any) -> tuple[float, float, float, float]:
    """Left, low, right and top of the letters themselves, in pixels of the window."""
    x, y, wide, high = shape.rect
    alpha, top = shape.spot.pixels, y + high
    rows = [row for row in range(high) if any(alpha[row * wide : (row + 1) * wide])]
    columns = [column for column in range(wide) if any(alpha[column::wide])]
    assert y < top
    return x + columns[0], top - rows[-1] - 1, x + columns[-1] + 1, top - rows[0]


def drawn(half: Any) -> list[str]:
    """The texts and symbols of a half, all of them inside it."""
    found = []
    for text, shape in written(half):
        x, y, w, h = shape.rect
        assert half.x - 1 <= x, f"{text!r} reaches out"
        assert x + w <= half.right + 1, f"{text!r} reaches out"
        # Letters have room above and below them.
        assert half.y - 0.2 * h <= y, f"{text!r} reaches out below"
        assert y + h <= half.top + 0.2 * h, f"{text!r} reaches out above"
        found.append(text)
    return found


@pytest.mark.parametrize("step", range(len(STEPS)))
@pytest.mark.parametrize("text", ["M", "XL"])
def test_the_place_of_a_battle_stands_on_one_line(
    shell: Any, fingers: Any, resize: Any, start: Any, text: str, step: int
) -> None:
    resize(800, 480)
    shell.settings.text = text
    shell.apply_settings()
    table = start("assign")
    sides = (side("red", "Attack: Great Cthulhu", ()), side("blue", "Defence: Crawling Chaos", ()))
    table.show_view(View("Battle", sides=sides, place="North America West", steps=STEPS, step=step))
    fingers.frames(3)
    head = table.headline.steps
    assert STEPS[step] in drawn(head), "all of it is in its row, and what is going on has its name"
    inks = sorted(ink(shape) for _text, shape in written(head))
    assert all(one[2] < other[0] for one, other in pairwise(inks)), "nothing lies over another"
    left, low, right, top = inks[0]
    assert top - low < 0.9 * head.height
    assert right - left > 3 * (top - low), "the name is on one line"


def test_the_moment_is_gone_where_the_heading_needs_its_room(shell: Any, fingers: Any, resize: Any, start: Any) -> None:
    """Beside the map of a battle its last words lay under the place of that."""
    from companion.app.widgets.pages.page import PhaseLabel

    resize(720, 1280)
    show(shell, start, fingers)
    table = shell.page
    moment = next(widget for widget in table.header.walk() if isinstance(widget, PhaseLabel))
    assert [text for text, _shape in written(moment)] == [table.moment]
    assert shell.page is table
    table.wide_heading = True
    fingers.frames(3)
    assert not [*written(moment)]
    table.wide_heading = False
    fingers.frames(3)
    assert [text for text, _shape in written(moment)] == [table.moment]


@sized((800, 480), (1280, 720))
def test_what_befell_a_narrow_half_stays_in_it(shell: Any, fingers: Any) -> None:
    """With the largest words the first drawing stood half beside it."""
    from companion.app.table.battle.sides import BattleHalf
    from layouts.theme import look

    shell.settings.text = "XL"
    shell.apply_settings()
    for number in (0, 10, 34):
        half = BattleHalf(right=True)
        half.size = 132 * look.u, 177 * look.u
        results = (("Kill", number), ("Pain", number))
        half.show(SideView("a", "GC", results=results, number=4, tokens=(TokenView("monster", "Ghast", 2),)), None)
        fingers.frames(2)
        assert drawn(half).count(str(number)) == 2


@pytest.mark.parametrize("text", ["M", "XL"])
@sized((800, 480), (1280, 720))
def test_what_has_no_room_in_a_narrow_half_is_left_out_whole(shell: Any, fingers: Any, text: str) -> None:
    """Of how a sum of Avatar Synthesis comes about the last line lay under the key below."""
    from companion.app.table.battle.sides import BattleHalf
    from layouts.theme import look

    shell.settings.text = text
    shell.apply_settings()
    half = BattleHalf(right=True)
    half.size = 132 * look.u, 180 * look.u
    tokens = TokenView("cultist", "Acolyte", 1), TokenView("great-old-one", "Avatar", 1)
    sums = (
        "Acolyte 0 = 8",
        "Acolyte 0 + Avatar Synthesis 8 = 8",
        "Acolyte 0 + Avatar Synthesis 8 + Moon 0 + Cats 3 = 11",
    )
    told = []
    for total in sums:
        half.show(SideView("a", "DS", total=total, number=8, tokens=tokens), None)
        fingers.frames(2)
        told.append(total in drawn(half))
        assert total in half.text, "a tap tells all of it"
    assert told[0]
    assert not told[-1]


@pytest.mark.parametrize("players", range(2, 9))
@sized((800, 480), (480, 800), (720, 1280))
def test_the_numbers_beside_a_battle_are_apart(
    window: Any,  # noqa: ARG001 - Kivy needs its window
    fingers: Any,
    size: tuple[int, int],
    players: int,
) -> None:
    from companion.app.table.header.bars import ScoreStrip
    from companion.app.table.proportions import STRIP
    from companion.table.view import Counter
    from layouts.theme import look

    look.fit(*size)
    strip = ScoreStrip(lambda _: None)
    strip.size = (0.98 * size[0], 42 * look.u) if look.portrait else (STRIP * look.u, 360 * look.u)
    big = Counter("power", "Power", 19), Counter("doom", "Doom", 28)
    strip.show([PlayerView(str(n), "Ann", "A", "#c0392b", "A", big=big) for n in range(players)])
    fingers.frames(2)
    assert drawn(strip).count("19") == drawn(strip).count("28") == players
    inks = [ink(shape) for text, shape in written(strip) if text.isdigit()]
    for place, one in enumerate(inks):
        assert one[3] - one[1] > 0.6 * look.least, "it can be read"
        for other in inks[place + 1 :]:
            across, up = max(one[0], other[0]) - min(one[2], other[2]), max(one[1], other[1]) - min(one[3], other[3])
            assert max(across, up) > 2 * look.u


@pytest.mark.parametrize("text", ["M", "XL"])
@sized((800, 480), (480, 800), (720, 1280), (1280, 720))
def test_dice_results_and_pieces_of_both_halves_are_in_sight(
    shell: Any, fingers: Any, start: Any, tmp_path: Path, text: str
) -> None:
    from layouts.glyphs import SYMBOLS

    shell.settings.text = text
    shell.apply_settings()
    halves = show(shell, start, fingers)
    fingers.picture(tmp_path / "battle.png")
    for board, kills, pains, dice in ((halves[0], "3", "5", 13), (halves[1], "1", "1", 4)):
        said = drawn(board)
        assert sum(said.count(SYMBOLS[f"die-{face}"]) for face in range(1, 7)) == dice, "every die is there"
        for symbol in ("kill", "pain", *SYMBOLS_OF):
            assert SYMBOLS[symbol] in said
        assert {kills, pains, str(dice)} <= set(said)


def test_before_the_dice_the_sum_is_there(shell: Any, fingers: Any, resize: Any, start: Any) -> None:
    resize(720, 1280)
    for board in show(shell, start, fingers, rolled=False):
        assert board.side.total in drawn(board)


def test_dice_that_have_just_fallen_turn_and_come_to_rest(fingers: Any, resize: Any, start: Any) -> None:
    """Within 1.2 s, and nobody waits: the question below takes its answer meanwhile, which puts them to rest."""
    from companion.app.widgets.rendering.motion import motion
    from layouts.glyphs import SYMBOLS

    resize(800, 480)
    motion.restart(still=False)
    table = start("assign")
    before = SideView("red", "Red", ("Chief",), "Chief 2 = 2", number=2)
    table.show_view(View("Battle", sides=(before,)))
    fingers.frames(3)
    fell = SideView("red", "Red", ("Chief",), "Chief 2 = 2", (6, 1), (("Kill", 1),), ("kill", ""), 2)
    with motion.step():
        table.show_view(View("Battle", sides=(fell,)))
    fingers.wait(0.2)
    (half,) = table.sides.halves
    assert not {SYMBOLS["die-6"], SYMBOLS["die-1"]} <= set(drawn(half)), "they turn"
    fingers.tap(table.question.body.keys["runner.1"])
    assert table.question.body.taken["runner.1"]
    assert {SYMBOLS["die-6"], SYMBOLS["die-1"]} <= set(drawn(half))
    motion.restart(still=True)


def test_dice_that_lay_there_already_do_not_turn(fingers: Any, resize: Any, start: Any) -> None:
    from layouts.glyphs import SYMBOLS

    resize(800, 480)
    table = start("assign")
    side_view = SideView("red", "Red", ("Chief",), "", (6, 1), (("Kill", 1),), ("kill", ""), 2)
    table.show_view(View("Battle", sides=(side_view,)))
    fingers.frames(2)
    (half,) = table.sides.halves
    assert {SYMBOLS["die-6"], SYMBOLS["die-1"]} <= set(drawn(half))


def test_dice_that_are_taken_away_are_no_longer_drawn(window: Any) -> None:  # noqa: ARG001 - Kivy needs its window
    """The dice of a drop that was held stayed over the words for what came next."""
    from companion.app.widgets.base.marks import Die
    from companion.app.widgets.controls.dice import DiceRow

    row = DiceRow(size=(300, 40))
    row.show((Die(3), Die(0, "?")), "two dice")
    row.draw()
    assert list(shapes(row))
    row.show((), "")
    assert not list(shapes(row))
