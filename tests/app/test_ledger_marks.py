"""Gates and Elder Signs beside each player's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.game import Mode
from companion.table.view import PlayerView
from tests.app.conftest import on_the_window

pytestmark = pytest.mark.window


def rows(shell: Any, fingers: Any, factions: list[str], seed: int, answers: int) -> Iterator[list[Any]]:
    """Play a game at random; after each answer the rows of the ledger, if it is in sight."""
    setup = {"factions": factions, "signs": "app", "direction": 1}
    shell.play(lambda: shell.library.start(OURS[0], Mode("evening", "", "", setup)))
    table, chance = shell.page, Random(seed)
    for _answer in range(answers):
        play(table.session, chance, 1)
        table.refresh()
        fingers.frames(3)
        yield table.ledger.cards if table.sidebar.parent is not None else []


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1024, 600)])
def test_every_player_has_the_same_marks(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A 0 is wider than a 1: who had no Gate had no Elder Signs on the screen either."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        seen = set()
        for cards in rows(shell, fingers, ["GC", "CC", "BG", "YS"], 3, 60):
            for card in cards:
                gates = next(counter.value for counter in card.player.small if counter.symbol == "gate")
                seen.add(gates)
                assert all(sign.spot is not None for sign, _number in card._rows.marks[:2]), card.player.name
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
    """Only Sleeper stood there by name, between Black Goat and Tcho-Tcho."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        looked = 0
        for cards in filter(None, rows(shell, fingers, factions, 1, 30)):
            looked += 1
            assert len({card._name.spot is not None for card in cards}) == 1
        assert looked


def test_what_marks_a_player_lies_on_nothing_else(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Crown and tick lay on the sigils of low cards and ran into the frame of whoever acts."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(800, 480)
        marked = 0
        for cards in rows(shell, fingers, ["GC", "BG", "SL", "OW", "WW"], 3, 60):
            for card in cards:
                for sign, _number in card._rows.marks:
                    if sign.spot is not None:
                        assert card.y + 3 <= sign.rect[1], card.player.name
                if card.player.first or card.player.done:
                    marked += 1
                    left, low, wide, _high = card._tab.rect
                    x, y, _w, tall = card._sigil.rect
                    # Of a symbol's line the middle is drawn.
                    assert left + wide <= x or y + 0.9 * tall <= low, card.player.name
        assert marked


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_marks_of_eight_players_lie_on_no_pips(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """With the largest words they lay on them, and ran out of the card."""
    from tests.instruments.benchmarks.long_game import ALL, RING
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off", dice="here") as face:
        resize(*size)
        face.look(text="XL")
        face.begin(OURS[0], {"factions": list(ALL[:8]), "signs": "app", "direction": 1, **RING})
        while not face.session.prompts[0].prompt.key.startswith("action/"):
            play(face.session, Random(1), 1)
        face.redraw()
        cards = face.page.ledger.cards
        assert len(cards) == 8
        for card in cards:
            left, low, _wide, high = card._rows.pips[0].rect
            for _sign, number in card._rows.marks[:2]:
                x, y, wide, tall = number.rect
                # Of a line of text digits take the middle.
                assert y + 0.8 * tall <= low + 0.2 * high or x + wide < left, card.player.name
                assert y + 0.2 * tall >= card.y + 3, card.player.name


@pytest.mark.parametrize("high", [359, 364])
def test_eight_players_in_a_column_are_each_as_high_as_a_finger(
    window: Any, fingers: Any, resize: Any, high: int
) -> None:
    """Beside a question that wants the width, 8.3 to 8.9 mm before; 359 is what help in the header leaves."""
    from companion.app.table.header.bars import ScoreStrip
    from layouts.theme import look

    resize(800, 480)
    strip = ScoreStrip(lambda _: None)
    strip.size_hint, strip.pos, strip.size = (None, None), (8, 74), (104, high)
    window.add_widget(strip)
    try:
        strip.show([PlayerView(str(n), f"Player {n}", str(n), "#3070e0", str(n)) for n in range(8)])
        fingers.frames(3)
        assert len(strip.zones) == 8
        assert all(zone.height > look.finger - 0.5 for zone in strip.zones)
        for above, below in pairwise(strip.zones):
            assert abs(above.y - below.top) < 0.01
        assert strip.zones[-1].y >= 68, "the keys at the foot begin there"
        assert strip.zones[0].top <= 480
        for zone, cell in zip(strip.zones, strip._cells, strict=False):
            left, low, wide, tall = cell[0].rect
            assert zone.collide_point(left + wide / 2, low + tall / 2)
    finally:
        window.remove_widget(strip)


@pytest.mark.parametrize("shape", [(104, 359), (784, 52)])
def test_a_number_that_is_alone_has_the_middle(window: Any, fingers: Any, resize: Any, shape: tuple[int, int]) -> None:
    """A player of Mythos Encounters or Messina has one number: at the top, in the colour of Power, before."""
    from companion.app.table.header.bars import ScoreStrip
    from companion.table.view import Counter
    from layouts.theme import look

    resize(800, 480)
    strip = ScoreStrip(lambda _: None)
    strip.size_hint, strip.pos, strip.size = (None, None), (8, 74), shape
    window.add_widget(strip)
    try:
        points = (Counter("", "Points", 7),)
        strip.show([PlayerView(str(n), f"Player {n}", str(n), "#3070e0", str(n), big=points) for n in range(3)])
        fingers.frames(3)
        for zone, (_back, side, _sigil, alone, below, _edge) in zip(strip.zones, strip._cells, strict=False):
            left, low, wide, high = alone.rect
            room = side.rect[0] + side.rect[2], zone.right
            assert low + high / 2 == pytest.approx(zone.center_y, abs=1.5)
            assert left + wide / 2 == pytest.approx(sum(room) / 2, abs=1.5)
            assert alone._tint == tuple(look.ink)
            assert not below.rect[2]
    finally:
        window.remove_widget(strip)


def test_a_name_stands_wherever_it_has_room_in_the_least_type(resize: Any) -> None:
    """Where there was room for it in the least type and in no larger one, no faction was named: sizes are few, and the
    one below the next was asked for."""
    from companion.app.table.sidebar.ledger import PlayerCard
    from layouts.theme import look
    from layouts.typeset import extent

    resize(800, 480)
    card = PlayerCard(lambda _: None, lambda _, __: None)
    card.height = 90 * look.u
    for name in ("Great Cthulhu", "Sleeper"):
        card.show(PlayerView(name, name, name, "#808080", "?"), False, frozenset({name}))
        wide = extent(name, "bold", look.least)[0]
        assert [card._named(wide + more) for more in (-1, 0, 1, 8)] == [False, True, True, True]
