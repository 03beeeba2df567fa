"""The halves of a battle in the narrow column beside a map: everything is seen, and nothing is a code."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.view import PlayerView, SideView, TokenView
from tests.app.sizes import sized
from tests.app.test_big_battle import drawn, written

pytestmark = pytest.mark.window

NAMES = {"GC": "Great Cthulhu", "AN": "The Ancients", "YS": "Yellow Sign", "SL": "Sleeper", "ZZ": "Unaussprechlich"}


def half_of(code: str, faces: tuple[int, ...], results: tuple[tuple[str, int], ...] = ()) -> Any:
    """The half of a faction in a narrow column, with dice of these faces."""
    from companion.app.table.battle.sides import BattleHalf
    from layouts.theme import look

    half = BattleHalf(right=code == "AN")
    half.size = 132 * look.u, 178 * look.u
    player = PlayerView(code, NAMES[code], code, "#2f7fd0", "▲", sigil="great-cthulhu")
    marks = tuple("kill" if face == 6 else "pain" if face > 3 else "" for face in faces)
    found = results or (("Kill", marks.count("kill")), ("Pain", marks.count("pain")))
    tokens = TokenView("monster", "Shoggoth", 2), TokenView("cultist", "Acolyte", 1, stamps=("pain",))
    title = f"Attack: {NAMES[code]}"
    half.show(SideView(code, title, faces=faces, marks=marks, results=found, number=4, tokens=tokens), player)
    return half


def over(one: Any, other: Any) -> bool:
    """Whether the middles of two shapes lie over one another; lines of text have room above and below."""
    (a, b, c, d), (e, f, g, h) = one.rect, other.rect
    return bool(min(a + c, e + g) - max(a, e) > 2 and min(b + 0.8 * d, f + 0.8 * h) - max(b + 0.2 * d, f + 0.2 * h) > 2)


def on(disc: Any, sign: Any) -> bool:
    """Whether a sign stands in the middle of a disc that is drawn for it."""
    from layouts.glyphs import SYMBOLS

    (a, b, c, d), (e, f, g, h) = disc.rect, sign.rect
    return bool(
        disc.said[0] == SYMBOLS["seat-disc"] and abs(a + c / 2 - e - g / 2) < 2 and abs(b + d / 2 - f - h / 2) < 2
    )


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("code", ["GC", "AN"])
@sized((800, 480), (1280, 720))
def test_no_die_lies_over_a_number(shell: Any, fingers: Any, text: str, code: str) -> None:
    """A single die lay over how many Pains there are."""
    from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
    from tests.app.test_big_battle import shapes

    shell.settings.text = text
    shell.apply_settings()
    for number in (0, 1, 2, 3, 4, 7, 12, 30):
        for befell in ((), (("Kill", 12), ("Pain", 14))):
            half = half_of(code, tuple(6 - place % 6 for place in range(number)), befell)
            fingers.frames(2)
            kills, pains = (str(count) for _name, count in half.side.results)
            assert {kills, pains} <= set(drawn(half))
            backs = {id(back) for back, _pips in half._dice._dice}
            pips = {id(pip) for _back, pip in half._dice._dice}
            dice = [part for part in shapes(half) if isinstance(part, RoundedRect) and id(part) in backs]
            words = [part for part in shapes(half) if isinstance(part, TextSprite) and id(part) not in pips]
            assert not [word.said[0] for word in words for die in dice if over(word, die)], number
            assert not [(a.said[0], b.said[0]) for a, b in combinations(words, 2) if over(a, b) and not on(a, b)], (
                number
            )
            assert len(dice) == number or half._count.spot is not None


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("code", NAMES)
@sized((800, 480), (1280, 720))
def test_a_narrow_half_names_its_faction_by_no_code(shell: Any, fingers: Any, text: str, code: str) -> None:
    """*GC* stood there; a long name takes two lines, and one without room is left to the sigil."""
    shell.settings.text = text
    shell.apply_settings()
    for faces in ((), (4,), (6, 5, 4, 1), (1, 2, 3, 4, 5, 6) * 5):
        half = half_of(code, faces)
        fingers.frames(2)
        said = [text for text, _shape in written(half)]
        assert code not in said
        if len(faces) < 5:
            assert (NAMES[code] in said) == (code != "ZZ")
        drawn(half)


CAME = (
    ("unit-dark-young", ()),
    ("unit-fungi", ("pain",)),
    ("unit-ghoul", ()),
    ("cultist", ()),
    ("cultist", ("pain",)),
)
LEFT = ("cultist", ("kill",)), ("unit-ghoul", ("move",))


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("code", ["GC", "AN"])
@sized((800, 480), (1280, 720))
def test_a_piece_that_retreats_stays_in_its_half(shell: Any, fingers: Any, text: str, code: str) -> None:
    """A Pained Acolyte was left out beside the map where she was to be placed."""
    from layouts.glyphs import SYMBOLS

    shell.settings.text = text
    shell.apply_settings()
    units = {SYMBOLS[name] for name, _stamps in CAME}
    for kinds, faces in ((5, (4, 4, 1, 1)), (6, (4,)), (7, (4, 4, 1))):
        tokens = [TokenView(name, name, 1, stamps=stamps) for name, stamps in CAME]
        tokens += [TokenView(name, name, 1, stamps=stamps, gone=True) for name, stamps in LEFT]
        half = half_of(code, faces)
        half.show(replace(half.side, tokens=tuple(tokens[:kinds])), half.player)
        fingers.frames(2)
        drawings = [text for text, _shape in written(half)]
        # The lost ones are left out first.
        assert sum(drawing in units for drawing in drawings) >= min(kinds, 6)
        assert SYMBOLS["move"] in drawings or kinds < 7
        drawn(half)


@pytest.mark.parametrize("width", [180, 240, 300, 420])
def test_a_row_of_the_last_page_names_its_faction_by_no_code(resize: Any, fingers: Any, width: int) -> None:
    from companion.app.table.pages.standings import Ranking
    from companion.table.view import Counter, View
    from layouts.theme import look

    resize(800, 480)
    doom = (Counter("doom", "Doom", 30),)
    players = [PlayerView(code, name, code, "#2f7fd0", "▲", big=doom) for code, name in NAMES.items()]
    ranking = Ranking()
    ranking.size = width * look.u, 300 * look.u
    ranking.show(View("", players=tuple(players)), {})
    fingers.frames(2)
    said = [text for text, _shape in written(ranking)]
    assert not {*NAMES} & {*said}
    assert width < 420 or {*NAMES.values()} <= {*said}
    for text, shape in written(ranking):
        left, _low, wide, _high = shape.rect
        assert left + wide <= ranking.right + 1, text


def test_the_roll_of_one_side_alone_is_called_by_its_name(start: Any, fingers: Any) -> None:
    table = start("together", "assign")
    body = table.question.body
    names = [body.context.player(card.prompt.who).name for card in body.cards]
    said = body._verb(body.cards[:1])
    fingers.frames(1)
    assert said == f"Roll for {names[0]} here"
