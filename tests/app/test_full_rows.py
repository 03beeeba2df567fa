"""A row of the ledger that is full: everything of it is read, and nothing lies over anything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

import pytest

from companion.table.view import Counter, PlayerView
from layouts.glyphs import SYMBOLS
from tests.app.sizes import sized
from tests.app.test_big_battle import ink
from tests.app.test_ledger_facts import written

pytestmark = pytest.mark.window

MARKS: Final = {"gate": 4, "elder-sign": 12, "captive": 2, "people": 3, "doom": 29}
"""Symbols of what a faction may have beside its pips, the most that are seen together, and large numbers of them."""
ROW: Final = 353
"""Width of a row where the ledger is beside the question, in units."""


def player(number: int, power: int, doom: int, person: str = "", values: Mapping[str, int] = MARKS) -> PlayerView:
    """A player with so many marks, whose turn it is."""
    shown = dict(list(values.items())[:number])
    return PlayerView(
        "BB",
        "Bubastis",
        "BB",
        "#806000",
        "B",
        big=(Counter("power", "Power", power, symbol="power"), Counter("doom", "Doom", doom, symbol="doom")),
        small=(
            Counter("", "Spellbooks", 2, 6, "spellbook", pips=True),
            *(Counter("", name, value, symbol=name) for name, value in shown.items()),
        ),
        active=True,
        first=True,
        sigil="bubastis",
        person=person,
    )


def drawn(card: Any) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """What is drawn on a card beside its sigil: its name, and the box of its ink."""
    for place, pip in enumerate(card._rows.pips):
        if pip.spot is not None:
            left, low, wide, high = pip.rect
            yield f"pip {place}", (left, low, left + wide, low + high)
    texts = [card._name, *(part for mark in card._rows.marks for part in mark)]
    texts += [part for numeral in card.numerals for part in (numeral._number, numeral._sign)]
    for text in texts:
        if text.spot is not None:
            yield str(text.said[0]), ink(text)


def look_at(card: Any, fingers: Any, shown: PlayerView, size: tuple[float, float], *, crowded: bool = False) -> None:
    """Show a player on a card of this size in units, and see that all of it is there and apart."""
    from layouts.theme import look

    card.size = size[0] * look.u, size[1] * look.u
    card.show(shown, crowded, frozenset())
    card.look_changed()
    fingers.frames(2)
    parts = list(drawn(card))
    told = [counter for counter in shown.small if counter.symbol and not counter.pips]
    marks = [(written(sign), written(value)) for sign, value in card._rows.marks if sign.spot is not None]
    assert marks == [(SYMBOLS[counter.symbol], str(counter.value)) for counter in told]
    assert sum(name.startswith("pip") for name, _box in parts) == 6
    flag = card._flag.rect[0] + card._flag.rect[2]
    for name, (left, low, right, top) in parts:
        where = shown.person, size, name
        assert flag <= left, where
        assert right <= card.right, where
        assert card.y + 1 <= low, where
        assert top <= card.top - 1, where
    for (one, a), (other, b) in combinations(parts, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        along = min(a[3], b[3]) - max(a[1], b[1])
        assert across <= 1 or along <= 1, (one, other, shown.person, size, across, along)


@pytest.fixture
def card(shell: Any, window: Any) -> Iterator[Any]:  # noqa: ARG001 - it watches the sizes
    from companion.app.table.sidebar.ledger import PlayerCard

    made = PlayerCard(lambda _: None, lambda *_: None)
    made.size_hint = None, None
    window.add_widget(made)
    yield made
    window.remove_widget(made)


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("high", [48, 57, 63, 78, 96])
@sized((800, 480))
def test_marks_lie_on_no_number(card: Any, shell: Any, fingers: Any, high: int, text: str) -> None:
    """The fourth and the fifth mark were drawn over the Power of two digits."""
    shell.settings.text = text
    shell.apply_settings()
    for number in (2, 3, 4, 5):
        for power, doom in ((0, 1), (11, 4), (20, 28)):
            look_at(card, fingers, player(number, power, doom), (ROW, high))
            look_at(
                card, fingers, player(number, power, doom, values=MARKS | {"elder-sign": 1, "doom": 5}), (ROW, high)
            )


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("high", [48, 54, 57, 78])
@pytest.mark.parametrize("person", ["58", "Dorothea", "Maximilian von Hohenstein"])
@sized((800, 480))
def test_a_person_is_named_beside_all_marks(
    card: Any, shell: Any, fingers: Any, high: int, person: str, text: str
) -> None:
    """A long name ends with an ellipsis where the marks take its room."""
    shell.settings.text = text
    shell.apply_settings()
    for number in (2, 3, 4, 5):
        for power, doom in ((0, 1), (11, 4), (20, 28)):
            look_at(card, fingers, player(number, power, doom, person), (ROW, high))
            if high < 55 and number > 4:
                continue
            said = written(card._name)
            assert said == person or (said.endswith("…") and person.startswith(said[:-1]) and len(said) > 3)
            assert said == person or number > 3 or len(person) > 9


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("high", [44, 47, 52, 56, 62, 78])
@sized((800, 480))
def test_marks_of_a_half_row_lie_on_no_number(card: Any, shell: Any, fingers: Any, high: int, text: str) -> None:
    """Six and more factions stand in two columns."""
    shell.settings.text = text
    shell.apply_settings()
    for number in (2, 3, 4, 5):
        for power, doom in ((0, 1), (11, 4), (20, 28)):
            for wide in ((ROW - 5) / 2, 168):
                if number < 4 or high > 52:
                    look_at(card, fingers, player(number, power, doom, "Anna"), (wide, high), crowded=True)


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("high", [57, 78])
@pytest.mark.parametrize("person", ["", "Dorothea"])
@sized((1280, 720))
def test_a_full_row_of_a_large_screen_is_drawn_like_a_small_one(
    card: Any, shell: Any, fingers: Any, high: int, person: str, text: str
) -> None:
    shell.settings.text = text
    shell.apply_settings()
    for number in (2, 5):
        look_at(card, fingers, player(number, 20, 28, person), (ROW, high))
        look_at(card, fingers, player(number, 20, 28, person), ((ROW - 5) / 2, high), crowded=True)
