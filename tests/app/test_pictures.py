"""Each check of the picture matrix finds a fault that is planted in a real page, and does not find it before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.words import ENGLISH, languages, use

pytestmark = pytest.mark.window

WAYS = ("cthulhu_wars evening", "cthulhu_wars battle", "messina battle", "mythos_encounters combat")
"""To start a game, of which pages are looked at in every language."""

CUT = frozenset({"cthulhu_wars choose", "cthulhu_wars choose palette"})
"""Kinds of pages on which words may be shortened, or stand close, in English too."""

BESIDE = frozenset({"log", "more", "settings", "player", "numpad", "help"})


class Page:
    """A page of a real game, looked over as the matrix does."""

    def __init__(self, face: Any) -> None:
        self.face = face

    def things(self) -> list[Any]:
        from tests.instruments.outside.sight import look_at

        return look_at(self.face.window)

    def option(self, words: str) -> Any:
        """The widget of an option that can be tapped."""
        from tests.instruments.outside.sight import words_of

        seen = self.things()
        return next(s.widget for s in seen if s.touchable and words in words_of(seen, s))

    def label(self) -> Any:
        """A text that is in sight, in a room of its own."""
        from companion.app.widgets.base.widgets import FitLabel

        return next(
            s.widget
            for s in self.things()
            if isinstance(s.widget, FitLabel) and s.text[:6].isalpha() and s.sight == s.box
        )

    def column(self) -> Any:
        """What is scrolled on the page in front."""
        from companion.app.widgets.controls.scroll_list import ScrollList

        return next(s.widget.column for s in self.things() if isinstance(s.widget, ScrollList))

    def findings(self) -> list[Any]:
        """What the checks find now."""
        from tests.instruments.outside.matrix import Inspector

        return Inspector(self.face, None).look("page")


@pytest.fixture
def page(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Page]:  # noqa: ARG001
    """The Actions of a turn in a Cthulhu Wars evening, at 800x480."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play
    from tests.instruments.outside import stage
    from tests.instruments.outside.face import on_window

    stage.resize(window, fingers, (800, 480))
    with on_window(window, fingers, tmp_path, tower="off") as face:
        face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
        chance = Random(4)
        while not face.session.prompts[0].prompt.key.startswith("action/"):
            play(face.session, chance, 1, interject=0)
        face.redraw()
        yield Page(face)
    use(ENGLISH)


def wider(page: Page) -> Any:
    page.face.log_key.width += 40
    return page.face.log_key


def out_of_the_window(page: Page) -> Any:
    page.face.left.x -= 100
    return page.face.left


def two_flicks_down(page: Page) -> Any:
    key = page.option("Pass")
    key.y -= 2000
    return key


def nothing_stands_for_it(page: Page) -> Any:
    key = page.option("Pass")
    key.parent.remove_widget(key)
    return page.face.question


def too_many_words(page: Page) -> Any:
    page.face.verb.text = "Many words that say nothing. " * 12
    page.face.fingers.frames(2)
    return page.face.verb


def a_word_too_long(page: Page) -> Any:
    page.face.verb.text = "Unaussprechlichenkultenbibliothekarsgehilfenanwaerterin"
    page.face.fingers.frames(2)
    return page.face.verb


def shortened(page: Page) -> Any:
    label = page.label()
    label.text = "Recruit Cul…"
    page.face.fingers.frames(2)
    return label


def in_a_small_box(page: Page) -> Any:
    label = page.label()
    label.height = 9
    return label


def below_all_that_scrolls(page: Page) -> Any:
    from companion.app.widgets.rendering.sprites import TextSprite

    column = page.column()
    words = TextSprite(column.canvas)
    words.put("Below", "text", 30, (1, 1, 1, 1), column.center_x, column.y - 10, "middle")
    return column


def below_its_key(page: Page) -> Any:
    from companion.app.widgets.rendering.sprites import TextSprite

    key = page.face.left
    TextSprite(key.canvas).put("Below", "text", 30, (1, 1, 1, 1), key.center_x, key.y + 2, "middle")
    return key


def something_over_it(page: Page) -> Any:
    from companion.app.widgets.rendering.sprites import RoundedRect

    label = page.label()
    RoundedRect(label.canvas).put(label.x, label.y, label.width / 2, label.height, (0.2, 0.2, 0.2, 1), 8)
    return label


def its_neighbour_over_it(page: Page) -> Any:
    from companion.app.widgets.rendering.sprites import TextSprite

    label = page.label()
    TextSprite(page.face.verb.canvas).put("Over it", "bold", label.font_size, (1, 1, 1, 1), label.x, label.center_y)
    return label


def small_type(page: Page) -> Any:
    label = page.label()
    label.most = 19
    page.face.fingers.frames(2)
    return label


def thin(page: Page) -> Any:
    page.face.left.height = 30
    return page.face.left


def pale(page: Page) -> Any:
    label = page.label()
    label._words.tint((0.25, 0.28, 0.3, 1))
    page.face.fingers.frames(1)
    return label


def another_colour(page: Page) -> Any:
    from kivy.graphics import Color, RoundedRectangle

    row = page.option("2")
    with row.canvas.after:
        Color(0.1, 0.3, 0.9, 0.7)
        RoundedRectangle(pos=row.pos, size=row.size, radius=[8])
    return row


def a_seat_in_another_colour(page: Page) -> Any:
    """Each seat has a field in its own colour; where all but one share theirs, the odd one says something."""
    from kivy.graphics import Color, Rectangle

    mine = page.face.item().prompt.who
    cards = page.face.page.ledger.cards
    odd = next(card for card in cards if card.player.id != mine)
    for card in cards:
        with card.canvas.after:
            Color(*(0.9, 0.1, 0.1, 0.95) if card is odd else (0.1, 0.3, 0.9, 0.95))
            Rectangle(pos=card.pos, size=card.size)
    return odd


FAULTS: dict[str, tuple[str, Callable[[Page], Any]]] = {
    "over its neighbour": ("overlap", wider),
    "out of the window": ("reach", out_of_the_window),
    "two flicks down": ("reach", two_flicks_down),
    "an option without a key": ("reach", nothing_stands_for_it),
    "too many words": ("text cut", too_many_words),
    "a broken word": ("text cut", a_word_too_long),
    "an ellipsis": ("text cut", shortened),
    "in a small box": ("text cut", in_a_small_box),
    "below all that scrolls": ("text cut", below_all_that_scrolls),
    "below its key": ("text cut", below_its_key),
    "something over words": ("text covered", something_over_it),
    "words over words": ("text covered", its_neighbour_over_it),
    "small type": ("text small", small_type),
    "thin": ("finger", thin),
    "pale": ("contrast", pale),
    "another colour": ("colour only", another_colour),
    "a seat in another colour": ("colour only", a_seat_in_another_colour),
}

ON_SETTINGS = frozenset(
    {
        "an ellipsis",
        "in a small box",
        "below all that scrolls",
        "something over words",
        "words over words",
        "small type",
        "pale",
    }
)
"""Faults of what the page of Actions has not: a text in a room of its own, and a column that scrolls."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(page: Page, name: str) -> None:
    from tests.instruments.outside.sight import box_of

    check, plant = FAULTS[name]
    if name in ON_SETTINGS:
        page.face.shell.open_settings()
        page.face.settle()
    before = {(f.text, f.what) for f in page.findings()}
    widget = plant(page)
    place = box_of(widget, page.face.window.height)
    after = [f for f in page.findings() if f.check == check and f.box.cut(place)]
    assert {(f.text, f.what) for f in after} - before


def test_a_text_that_is_hidden_is_not_cut(page: Page) -> None:
    """A key that stands for nothing now keeps the words of the last time, unseen."""
    from companion.app.widgets.rendering.sprites import TextSprite

    before = {(f.text, f.what) for f in page.findings() if f.check == "text cut"}
    key = page.option("Pass")
    TextSprite(key.canvas).put("Below", "text", 30, (1, 1, 1, 1), key.center_x, key.y - 10, "middle")
    assert any("Below" in f.what for f in page.findings())
    key.opacity = 0
    assert {(f.text, f.what) for f in page.findings() if f.check == "text cut"} == before


def test_every_check_is_proven_by_a_fault() -> None:
    from tests.instruments.outside.checks import CHECKS

    assert {check for check, _ in FAULTS.values()} == set(CHECKS)


@pytest.mark.slow
def test_nothing_is_found_on_some_pages(page: Page) -> None:
    """The first steps of the games, and the kinds of pages that they come to in every setting of the matrix; `python -m
    tests.instruments.outside.pictures` looks at whole evenings."""
    from tests.instruments.outside import evenings, matrix

    inspector = matrix.Inspector(page.face, None)
    ways = {way[0]: way for way in evenings.games()}
    known = matrix.every_step(inspector, [ways[name] for name in WAYS], [0], steps=12)
    matrix.in_pairs(inspector, some_of(known), matrix.pairs())
    assert inspector.pictures > 300
    assert [f"{f.kind}: {f.text}: {f.what}" for f in inspector.found.values()] == []


def some_of(known: dict[str, Any]) -> dict[str, Any]:
    """The pages beside the table, which are the same in each game, of one of them only."""
    beside = {name.rpartition(" ")[2]: name for name in known if name.rpartition(" ")[2] in BESIDE}
    return {name: known[name] for name in known if name.rpartition(" ")[2] not in BESIDE or name in beside.values()}


def test_words_of_every_language_have_room(page: Page) -> None:
    """A picture of some kinds of pages; `python -m tests.instruments.outside.pictures --language CODE` looks at all."""
    from tests.instruments.outside import evenings, matrix

    ways = {way[0]: way for way in evenings.games()}
    english = matrix.Inspector(page.face, None, ["text cut"])
    known = matrix.every_step(english, [ways[name] for name in WAYS], [0], steps=12)
    some = some_of(known)
    wrong = []
    for language in languages()[1:]:
        page.face.look(language=language)
        inspector = matrix.Inspector(page.face, None, ["text cut"])
        matrix.in_pairs(inspector, some, [matrix.AT_FIRST])
        assert inspector.pictures > 15
        wrong += [f"{language}: {f.kind}: {f.text!r} {f.what}" for f in inspector.found.values() if f.kind not in CUT]
    assert not wrong


def test_a_long_label_beside_numbers_has_room(page: Page) -> None:
    """“Bombowce” was three pixels too long beside three columns of numbers."""
    from tests.instruments.outside import evenings, matrix

    ways = {way[0]: way for way in evenings.games()}
    known = matrix.every_step(matrix.Inspector(page.face, None, []), [ways["messina battle"]], [0], steps=12)
    page.face.look(language="pl")
    inspector = matrix.Inspector(page.face, None, ["text cut", "finger"])
    matrix.in_pairs(inspector, {"messina form": known["messina form"]}, [((1280, 720), "dark", "M")])
    assert inspector.pictures
    assert not inspector.found
