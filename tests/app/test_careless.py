"""What a careless table does in a battle: taps beside, types wrongly, corrects late, speaks German."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.app.sizes import sized
from tests.app.test_big_battle import drawn, written
from tests.app.test_layout import faults

pytestmark = pytest.mark.window

Army = Mapping[str, int]
SIZES = sized((800, 480), (720, 1280), (480, 800))
CULT: Final = {"deep_one": 4, "shoggoth": 1, "acolyte": 1}
CHAOS: Final = {"nightgaunt": 3, "flying_polyp": 3}


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        yield made


def fought(face: Any, armies: Mapping[str, Army], until: str, others: Mapping[str, Sequence[str]] | None = None) -> Any:
    """A Quick Battle between two armies, the attacker's first, up to a question; others have these books."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    attacker, defender = armies
    given = {"attacker": attacker, "defender": defender, "area": "europe", "pieces": armies, "in_play": armies}
    books: dict[str, Sequence[str]] = {attacker: [], defender: [], **(others or {})}
    face.begin(CTHULHU_WARS, {"quick_battle": {**given, "books": books, "others": [*(others or {})]}})
    session = face.session
    while not session.prompts[0].prompt.key.startswith(until):
        for item in session.prompts:
            prompt = item.prompt
            if prompt.kind == "roll":
                session.answer(item.ticket, ([4, 4, 4] + [1] * prompt.dice)[: prompt.dice])
            else:
                session.answer(item.ticket, prompt.any_answer(Random(1)) if getattr(prompt, "least", 1) else [])
    face.redraw()
    return session


def rolled(face: Any, faces: Sequence[int]) -> None:
    """Both sides' dice begin with these, and show ones else."""
    for item in face.session.prompts:
        face.answer(item.ticket, [*faces, *[1] * item.prompt.dice][: item.prompt.dice])


# -- a tap on what is refused ------------------------------------------------------------------------------------


def test_a_tap_beside_the_areas_that_are_asked_about_leaves_the_way_on(face: Any) -> None:
    """The reason stood in the primary button for good: “Nowhere near” could not be said any more."""
    session = fought(face, {"GC": CULT, "CC": CHAOS}, "battle/near")
    assert (face.verb.text, face.verb.disabled) == ("Nowhere near", False)
    face.fingers.tap(face.page.question.body.map.keys["australia"])
    assert (face.verb.text, face.verb.disabled) == ("You cannot pick that area now.", True)
    made = len(session.timeline.entries)
    face.fingers.tap(face.verb)
    assert len(session.timeline.entries) == made
    face.fingers.wait(3)
    assert (face.verb.text, face.verb.disabled) == ("Nowhere near", False)
    face.fingers.tap(face.verb)
    assert len(session.timeline.entries) > made


def test_a_tap_on_a_refused_area_leaves_who_is_placed_and_the_way_on(face: Any) -> None:
    """All were placed, and nothing could be confirmed."""
    session = fought(face, {"GC": CULT, "CC": CHAOS}, "battle/near")
    while session.prompts[0].prompt.key.startswith("battle/near"):
        face.answer(session.prompts[0].ticket, ["arabia"])
    body = face.page.question.body
    for piece, area in zip(body.ask.pieces, ("north_asia", "scandinavia", "north_asia"), strict=True):
        face.fingers.tap(body.keys[piece.id])
        face.fingers.tap(body.map.keys[area])
    face.settle()
    placed = dict(body.placed)
    face.fingers.tap(body.map.keys["arabia"])
    assert face.verb.disabled
    # Another one begins to be read anew.
    face.fingers.wait(2)
    face.fingers.tap(body.map.keys["arabia"])
    face.fingers.wait(2)
    assert face.verb.disabled
    face.fingers.wait(1)
    assert (face.verb.text, face.verb.disabled, body.placed) == ("Place all 3", False, placed)


def _mark_of(face: Any, who: str) -> str:
    """What stands for a player in a text."""
    from companion.app.widgets.base.marks import player_mark

    return player_mark(face.page.question.body.context.player(who))


def test_a_refusal_is_gone_with_the_next_tap(face: Any) -> None:
    fought(face, {"GC": CULT, "CC": CHAOS}, "battle/near")
    keys = face.page.question.body.map.keys
    face.fingers.tap(keys["australia"])
    face.fingers.tap(keys["arabia"])
    mine, theirs = (_mark_of(face, who) for who in ("GC", "CC"))
    said = f"{mine}\N{NO-BREAK SPACE}1 area   {theirs}\N{NO-BREAK SPACE}nowhere"
    assert face.verb.text == said
    face.fingers.wait(3)
    assert face.verb.text == said, "what was meant before does not come back"


def test_a_tap_on_a_piece_that_takes_its_result_itself_leaves_the_way_on(face: Any) -> None:
    """What one side refuses is said in the one button that both are confirmed with."""
    session = fought(face, {"GC": CULT, "CC": CHAOS}, "battle/roll")
    rolled(face, [6, 6, 4, 4])
    face.settle()
    while session.prompts[0].prompt.key.startswith("battle/kill"):
        face.fingers.tap(face.verb)
        face.settle()
    body = face.page.question.body
    assert len(body.bodies) == 2
    before = (face.verb.text, face.verb.disabled, [dict(side.taken) for side in body.bodies])
    refused = [(side, piece) for side in body.bodies for piece in side.ask.pieces if piece.refused]
    side, piece = refused[0]
    face.fingers.tap(side.keys[piece.id])
    assert (face.verb.text, face.verb.disabled) == (f"{piece.label}: {piece.refused}", True)
    face.fingers.wait(3)
    assert (face.verb.text, face.verb.disabled, [dict(side.taken) for side in body.bodies]) == before


# -- dice ----------------------------------------------------------------------------------------------------------


def test_a_face_tapped_wrongly_is_taken_back_where_symbols_are_counted_too(face: Any) -> None:
    """There the key for it was neither seen nor of use."""
    fought(face, {"GC": {"deep_one": 3}, "CC": {"nightgaunt": 1}}, "battle/roll")
    face.fingers.tap(face.page.question.body.card.typing_key)
    face.settle()
    page = face.page
    rubout = page.board.ids.rubout
    assert (rubout.opacity, rubout.disabled) == (0, True), "symbols have a minus of their own"
    face.fingers.tap(page.swap_key)
    face.settle()
    assert (rubout.opacity, rubout.disabled) == (1, False)
    face.fingers.tap(page.face_keys[6])
    face.fingers.tap(rubout)
    assert page.faces == []


def test_the_odds_are_those_of_the_dice_that_the_table_corrected(face: Any) -> None:
    """They stayed those of the dice before."""
    session = fought(face, {"GC": {"deep_one": 2}, "CC": {"flying_polyp": 2}}, "battle/roll")
    session.correct({"CC.dice": 5})
    side = session.view.sides[1]
    assert side.number == 5
    assert side.odds[0].at_least[0] == pytest.approx(1 - (5 / 6) ** 5)


# -- what stands where ---------------------------------------------------------------------------------------------

NEAR: Final = {"CC": ["madness"], "BG": ["necrophagy"], "WW": ["cannibalism"]}
OPENER: Final = {"mutant": 3, "abomination": 2, "spawn_of_yog_sothoth": 1, "acolyte": 2}
SLEEPER: Final = {"wizard": 2, "serpent_man": 2, "formless_spawn": 2, "tsathoggua": 1}


@SIZES
@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_rolls_result_stands_in_its_half_where_others_may_step_in(
    face: Any, size: tuple[int, int], text: str, language: str
) -> None:
    """Three lines about them left no room for it: it was written across them. They are their
    sigils and books then; a tap on a half tells the rest."""
    face.look(language=language, text=text)
    try:
        fought(face, {"OW": OPENER, "SL": SLEEPER}, "battle/roll", NEAR)
        rolled(face, [6, 4, 4])
        face.settle()
        sides = face.page.sides
        if sides.parent is not None:
            for half in sides.halves:
                drawn(half)
            note = sides._note
            assert note.said, size
            assert note.rect[1] + note.rect[3] <= min(half.y for half in sides.halves) + 1
            face.fingers.tap(sides.halves[0])
            told = {getattr(row, "text", "") for row in face.page.pager.column.children}
            assert set(face.session.view.notes) <= told
    finally:
        face.look(language="en", text="M")


@SIZES
def test_german_names_stand_beside_each_other(face: Any) -> None:
    """Long ones lay over their neighbours and out of the page: a word is broken where its cell is too narrow for it."""
    face.look(language="de")
    try:
        army = {"wizard": 2, "serpent_man": 3, "formless_spawn": 4, "tsathoggua": 1, "acolyte": 4}
        fought(face, {"SL": army, "WW": {"wendigo": 4, "gnoph_keh": 4}}, "battle/roll")
        rolled(face, [6, 6])
        face.settle()
        (grid, *_) = [body.grid for body in face.page.question.body.bodies]
        shapes = [shape for shape in grid._labels if shape.said]
        shapes += [shape for token in grid.tokens.values() for said, shape in written(token) if len(said) > 3]
        names = [(str(shape.said[0]), shape.rect) for shape in shapes if shape.rect[2]]
        assert len(names) >= 5
        for said, (left, _low, wide, _high) in names:
            assert grid.x - 2 <= left, said
            assert left + wide <= grid.right + 2, said
        for (one, a), (other, b) in combinations(names, 2):
            across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
            up = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
            assert across <= 2 or up <= 4, (one, other)
    finally:
        face.look(language="en")


@SIZES
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_keys_below_a_retreat_say_all_they_say(face: Any, size: tuple[int, int], language: str) -> None:
    """Upright, with the key for redo there, their words were cut."""
    face.look(language=language)
    try:
        armies = {"OW": {"spawn_of_yog_sothoth": 1}, "SL": {"serpent_man": 2}}
        session = fought(face, armies, "battle/retreat")
        face.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
        for _step in range(3):
            face.undo(1)
            face.settle()
            assert not faults(face.shell, f"undone at {size}")
    finally:
        face.look(language="en")
