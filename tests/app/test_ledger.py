"""The ledger and the strip of small cells: every number whole, none on another, and large enough for the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.view import Counter, PlayerView
from layouts.glyphs import SYMBOLS
from tests.app.test_big_battle import ink

pytestmark = pytest.mark.window

SIZES: Final = ((800, 480), (720, 1280), (1280, 720), (1024, 600))
FAR: Final = 30
"""Least size of digits that are read across the table, in units."""
NUMBERS: Final = {"power": 28, "doom": 29}


def written(sprite: Any) -> str:
    """What a text or a symbol says where it is drawn; empty if it is not."""
    return str(sprite.said[0]) if sprite.spot is not None else ""


def crowd(number: int) -> tuple[PlayerView, ...]:
    """So many players with numbers of two digits; the second acts, the last has passed."""
    return tuple(
        PlayerView(
            f"p{n}",
            f"Opener of the Way {n}",
            f"P{n}",
            f"#{(0x3050E0 + 0x171307 * n) % 0xFFFFFF:06x}",
            "P",
            big=tuple(Counter(f"p{n}.{name}", name, value, symbol=name) for name, value in NUMBERS.items()),
            small=(
                Counter("", "Spellbooks", n % 7, 6, "spellbook", pips=True),
                Counter("", "Gates", 10, symbol="gate"),
                Counter("", "Elder Signs", 12, symbol="elder-sign"),
                Counter("", "captives", 3, symbol="captive"),
            ),
            active=n == 1,
            first=n == number - 1,
            done=n == number - 1,
            sigil="bubastis",
            person=("Anna", "Wilhelmina", "", "Bo")[n % 4],
        )
        for n in range(number)
    )


def parts(card: Any) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """What is drawn on a row beside its sigil, and the box of its ink."""
    texts = [card._name, *(part for mark in card._marks for part in mark)]
    texts += [part for numeral in card.numerals for part in (numeral._number, numeral._sign)]
    yield from ((str(text.said[0]), ink(text)) for text in texts if text.spot is not None)


def apart(found: list[tuple[str, tuple[float, float, float, float]]], where: object) -> None:
    """See that nothing lies over anything else."""
    for (one, a), (other, b) in combinations(found, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        along = min(a[3], b[3]) - max(a[1], b[1])
        assert across <= 1.5 or along <= 1.5, (one, other, where, across, along)


@pytest.fixture
def ledger(shell: Any, window: Any) -> Iterator[Any]:  # noqa: ARG001 - it watches the sizes
    from companion.app.table.sidebar.ledger import Ledger

    made = Ledger(lambda _: None, lambda *_: None)
    made.size_hint = None, None
    window.add_widget(made)
    yield made
    window.remove_widget(made)


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("number", range(2, 9))
def test_no_number_is_cut_or_lies_on_another(
    ledger: Any, shell: Any, fingers: Any, resize: Any, number: int, text: str
) -> None:
    """With names up to six players, without names all eight, and on an upright screen."""
    from layouts.theme import look

    shell.settings.text = text
    for screen, size in (
        *(((800, 480), (312, 352)) for _ in range(number <= 6)),
        ((800, 480), (168, 406)),
        ((720, 1280), (480, 261)),
    ):
        resize(*screen)
        shell.apply_settings()
        ledger.pos, ledger.size = (20, 20), (size[0] * look.u, size[1] * look.u)
        ledger.show(crowd(number))
        fingers.frames(3)
        for card in ledger.cards:
            where, found = (screen, size, text, card.player.id), list(parts(card))
            apart(found, where)
            assert [written(numeral._number) for numeral in card.numerals] == ["28", "29"]
            assert min(numeral.size_of_type for numeral in card.numerals) >= FAR * look.u - 0.01, where
            assert min(card.height, card.width) >= look.finger - 2.1 * look.u, where
            flag = card._flag.rect[0] + card._flag.rect[2]
            for said, (left, low, right, top) in found:
                assert flag - 1 <= left, (said, where)
                assert right <= card.right + 1, (said, where)
                assert card.y - 1 <= low, (said, where)
                assert top <= card.top + 1, (said, where)
            pips = [pip for pip in card._pips if pip.spot is not None]
            assert len(pips) == 6
            assert all(card.y < pip.rect[1] and pip.rect[0] + pip.rect[2] <= flag for pip in pips)
            sigil = ink(card._sigil)
            assert sigil[1] >= max(pip.rect[1] + pip.rect[3] for pip in pips) - 0.12 * (sigil[3] - sigil[1]), where


@pytest.mark.parametrize("number", [2, 4, 6, 7, 8])
@pytest.mark.parametrize(
    ("screen", "size"), [((800, 480), (106, 356)), ((720, 1280), (464, 49.2)), ((1280, 720), (106, 356))]
)
def test_the_strip_shows_both_numbers_of_every_player(
    window: Any, fingers: Any, resize: Any, number: int, screen: tuple[int, int], size: tuple[float, float]
) -> None:
    from companion.app.table.header.bars import ScoreStrip
    from layouts.theme import look

    resize(*screen)
    strip = ScoreStrip(lambda _: None)
    strip.size_hint, strip.pos = (None, None), (8, 74)
    strip.size = size[0] * look.u, size[1] * look.u
    window.add_widget(strip)
    try:
        strip.show(crowd(number))
        fingers.frames(3)
        for cell, zone in zip(strip._cells, strip.zones, strict=False):
            found = [(written(text), ink(text)) for text in (cell._one, cell._other)]
            assert [said for said, _box in found] == ["28", "29"]
            apart([*found, ("sigil", ink(cell._sigil))], (number, size))
            for _said, (left, low, right, top) in found:
                assert strip.x <= left
                assert right <= zone.right + 1
                assert strip.y - 1 <= low
                assert top <= strip.top + 1
            if not look.portrait:
                least = min(float(str(text.said[2])) for text in (cell._one, cell._other))
                assert least >= FAR * look.u - 1
    finally:
        window.remove_widget(strip)


def test_turn_price_and_numbers_are_read_across_the_table(
    window: Any, fingers: Any, resize: Any, tmp_path: Path
) -> None:
    """Power, Doom, turn and Ritual price: digits of at least 30 units on every page of Actions."""
    from layouts.theme import look
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off") as face:
        for codes in (["GC", "CC", "BG", "WW"], ["GC", "DS", "BG", "YS", "WW", "SL"]):
            face.begin(OURS[0], {"factions": codes, "signs": "app", "direction": 1})
            while not face.session.prompts[0].prompt.key.startswith("action/"):
                play(face.session, Random(3), 1)
            for size in SIZES:
                resize(*size)
                face.page.refresh()
                face.settle()
                (bar,), lead = face.page.headline.tracks, face.page.headline.lead
                assert bar.get_root_window() is not None
                assert lead.get_root_window() is not None
                assert bar._cells[0].said[2] >= FAR * look.u - 1, size
                assert lead._turn.said[2] >= FAR * look.u - 1, size
                for card in face.page.ledger.cards:
                    assert all(numeral.size_of_type >= FAR * look.u - 0.01 for numeral in card.numerals)
                race = face.page.top_bar.race
                assert race.get_root_window() is not None
                discs = sorted(disc.rect for disc, _sigil in race._discs if disc.spot is not None)
                assert len(discs) == len(codes)
                assert all(one[0] + one[2] <= other[0] for one, other in pairwise(discs)), "no chip lies on another"


def told(view: Any) -> list[Any]:
    """What the game tells of its players, as the ledger is to show it."""
    found: list[Any] = []
    for player in view.players:
        books = next(counter for counter in player.small if counter.pips)
        numbers = [(str(c.value), SYMBOLS[c.symbol]) for c in player.big]
        crown = SYMBOLS["first-player"] * player.first + SYMBOLS["check"] * player.done
        found.append((numbers, books.most, crown, SYMBOLS[player.sigil]))
    return found


def on_card(card: Any) -> tuple[Any, ...]:
    """The same as it is drawn on a row."""
    numbers = [(written(numeral._number), written(numeral._sign)) for numeral in card.numerals]
    return numbers, sum(pip.spot is not None for pip in card._pips), written(card._crown), written(card._sigil)


@pytest.mark.parametrize(("factions", "seed"), [("GC CC BG WW", 3), ("GC CC BG YS OW SL WW TT", 5)])
def test_the_ledger_says_the_same_facts_at_every_size(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, factions: str, seed: int
) -> None:
    from tests.instruments.benchmarks.long_game import RING
    from tests.instruments.outside.face import on_window

    codes = factions.split()
    with on_window(window, fingers, tmp_path, tower="off") as face:
        setup = {"factions": codes, "signs": "app", "direction": 1, **(RING if len(codes) > 7 else {})}
        face.begin(OURS[0], setup)
        chance, looked = Random(seed), 0
        while looked < 2:
            play(face.session, chance, 1 if not looked else 37)
            prompts = face.session.prompts
            if not prompts or face.session.view.sides or not prompts[0].prompt.key.startswith("action/"):
                continue
            face.page.refresh()
            looked += 1
            for size in SIZES:
                for text in ("S", "M", "XL"):
                    resize(*size)
                    face.look(text=text)
                    assert [*map(on_card, face.page.ledger.cards)] == told(face.session.view), (size, text)
                    for card in face.page.ledger.cards:
                        marks = [written(value) for _sign, value in card._marks if value.spot is not None]
                        all_of_them = [str(c.value) for c in card.player.small if c.symbol and not c.pips]
                        assert marks == all_of_them[: len(marks)]
                        assert len(marks) >= 2 or not card.named, (size, text)


def test_a_number_that_is_alone_has_the_middle(window: Any, fingers: Any, resize: Any) -> None:
    """A player of Mythos Encounters or Messina has one number: at the top, in the colour of Power, before."""
    from companion.app.table.header.bars import ScoreStrip
    from layouts.theme import look

    resize(800, 480)
    strip = ScoreStrip(lambda _: None)
    strip.size_hint, strip.pos, strip.size = (None, None), (8, 74), (92, 359)
    window.add_widget(strip)
    try:
        points = (Counter("", "Points", 7),)
        strip.show([PlayerView(str(n), f"Player {n}", str(n), "#3070e0", str(n), big=points) for n in range(3)])
        fingers.frames(3)
        for zone, cell in zip(strip.zones, strip._cells, strict=False):
            _left, low, _wide, high = cell._one.rect
            assert low + high / 2 == pytest.approx(zone.center_y, abs=1.5)
            assert cell._one._tint == tuple(look.ink)
            assert not cell._other.rect[2]
    finally:
        window.remove_widget(strip)


@pytest.mark.parametrize("high", [359, 364])
def test_eight_players_in_a_column_are_each_as_high_as_a_finger(
    window: Any, fingers: Any, resize: Any, high: int
) -> None:
    """Beside a question that wants the width, 8.3 to 8.9 mm before; 359 is what help in the header leaves."""
    from companion.app.table.header.bars import ScoreStrip
    from layouts.theme import look

    resize(800, 480)
    strip = ScoreStrip(lambda _: None)
    strip.size_hint, strip.pos, strip.size = (None, None), (8, 74), (92, high)
    window.add_widget(strip)
    try:
        strip.show(crowd(8))
        fingers.frames(3)
        assert all(zone.height > look.finger - 0.5 for zone in strip.zones)
        for above, below in pairwise(strip.zones):
            assert abs(above.y - below.top) < 0.01
        assert strip.zones[-1].y >= 68, "the keys at the foot begin there"
        assert strip.zones[0].top <= 480
    finally:
        window.remove_widget(strip)
