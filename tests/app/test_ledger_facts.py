"""The ledger says the same at every size of screen and text."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from layouts.glyphs import SYMBOLS

pytestmark = pytest.mark.window

LOOKS: Final = tuple(
    product(((800, 480), (480, 800), (720, 1280), (1280, 720), (1024, 600), (1920, 1080)), ("S", "M", "XL"))
)


def written(sprite: Any) -> str:
    """What a text or a symbol says where it is drawn; empty if it is not."""
    return str(sprite.said[0]) if sprite.spot is not None else ""


def on_card(card: Any) -> tuple[Any, ...]:
    """What is drawn on a player's card, and where it lies on nothing else of it."""
    from layouts.colours import tint_of

    numbers = [(written(numeral._number), written(numeral._sign)) for numeral in card.numerals]
    pips = [pip for pip in card._rows.pips if pip.spot is not None]
    full = sum(pip._tint == pips[0]._tint for pip in pips) if pips and card.player.small[0].value else 0
    marks = [(written(sign), written(value)) for sign, value in card._rows.marks if sign.spot is not None]
    edge = min(numeral._number.rect[0] for numeral in card.numerals) if not card.crowded else card.right
    for part in (*pips, *(value for _sign, value in card._rows.marks if value.spot is not None)):
        left, low, wide, high = part.rect
        assert left + wide <= edge, card.player.name
        assert card.y <= low + 0.25 * high, card.player.name
        assert low + 0.75 * high <= card.top, card.player.name
    active = card._edge.spot is not None and card._back._tint == tuple(tint_of(card.player.colour))
    return numbers, len(pips), full, marks, written(card._crown), active, written(card._sigil)


def on_tracks(bars: Any) -> list[str]:
    """What is drawn on the tracks, each space within its bar."""
    from layouts.theme import look

    said = []
    for bar in bars:
        assert bar.get_root_window() is not None, "it is not shown"
        assert bar._sign.spot is not None
        for back, word in bar._cells:
            if word.spot is not None:
                left, _low, wide, _high = word.rect
                assert back.rect[0] <= left, written(word)
                assert left + wide <= back.rect[0] + back.rect[2] <= bar.right + 1, written(word)
                said.append(written(word) + ("!" if back._tint == tuple(look.ritual) else ""))
    return said


def facts(table: Any) -> list[Any]:
    assert table.sidebar.parent is not None, "no ledger is shown"
    return [*map(on_card, table.ledger.cards), on_tracks(table.headline.tracks)]


def told(view: Any) -> list[Any]:
    """The same facts as the game tells them."""
    found: list[Any] = []
    for player in view.players:
        books = next(counter for counter in player.small if counter.pips)
        marks = [(SYMBOLS[c.symbol], str(c.value)) for c in player.small if c.symbol and not c.pips]
        numbers = [(str(c.value), SYMBOLS[c.symbol]) for c in player.big]
        crown = SYMBOLS["first-player"] * player.first + SYMBOLS["check"] * player.done
        found.append((numbers, books.most, books.value, marks, crown, player.active, SYMBOLS[player.sigil]))
    track = view.tracks[0]
    left = [SYMBOLS[cell[1:]] if cell.startswith(":") else cell for cell in track.cells[track.at :]]
    return [*found, [left[0] + "!", *left[1:]]]


@pytest.mark.parametrize(
    ("factions", "seed"),
    [
        ("GC CC BG YS", 3),
        ("GC CC BG YS OW SL WW TT", 5),
        pytest.param("GC CC", 3, marks=pytest.mark.slow),
        pytest.param("CC BG SL OW WW", 4, marks=pytest.mark.slow),
    ],
)
def test_the_ledger_says_the_same_facts_at_every_size(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, factions: str, seed: int
) -> None:
    """An upright screen left out costs of the Ritual track, the largest words the Elder Signs."""
    from companion.app.table.sidebar.ledger import most_slim
    from tests.instruments.benchmarks.long_game import RING
    from tests.instruments.outside.face import on_window

    codes = factions.split()
    with on_window(window, fingers, tmp_path, tower="off") as face:
        setup = {"factions": codes, "signs": "app", "direction": 1, **(RING if len(codes) > 7 else {})}
        face.begin(OURS[0], setup)
        chance, looked, compared = Random(seed), 0, 0
        while looked < 3:
            if face.session.finished:
                face.begin(OURS[0], setup)
            play(face.session, chance, 1 if not looked else 37)
            prompts = face.session.prompts
            if not prompts or face.session.view.sides or not prompts[0].prompt.key.startswith("action/"):
                continue
            if not looked:
                # Numbers of two digits take the most room.
                face.correct(f"{codes[0]}.signs", 12)
            face.page.refresh()
            looked += 1
            for size, text in LOOKS:
                resize(*size)
                face.look(text=text)
                if len(codes) > most_slim() and face.page.sidebar.parent is None:
                    # So many Actions take the whole width.
                    continue
                assert facts(face.page) == told(face.session.view), (size, text)
                compared += 1
        assert compared >= len(LOOKS)


def test_people_are_named_in_their_rows(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """On a small wide screen with four players their names stood nowhere; they lie on no pips and marks."""
    from tests.instruments.outside.face import on_window

    people = {"GC": "Anna", "CC": "Bertram", "BG": "Cleo", "YS": "Dorothea"}
    with on_window(window, fingers, tmp_path, tower="off") as face:
        named = [{"id": code, "name": name} for code, name in people.items()]
        face.begin(OURS[0], {"factions": list(people), "signs": "app", "direction": 1, "names": named})
        chance = Random(3)
        while not face.session.prompts[0].prompt.key.startswith("action/"):
            play(face.session, chance, 1)
        face.page.refresh()
        for size in ((800, 480), (720, 1280), (1280, 720)):
            resize(*size)
            face.settle()
            for card in face.page.ledger.cards:
                assert written(card._name) == people[card.player.id]
                assert on_card(card)[1] == 6
        resize(800, 480)
        face.settle()
        for card in face.page.ledger.cards:
            pip, (_left, low, _wide, _high) = card._rows.pips[0].rect, card._name.rect
            assert pip[1] + pip[3] <= low + 4
            assert all(value.rect[1] + 0.8 * value.rect[3] <= pip[1] + 1 for _sign, value in card._rows.marks[:2])
