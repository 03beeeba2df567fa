"""Forms, ranked dice and the hand-over of the other two games, beside their sketches in docs/pictures."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from layouts.glyphs import SYMBOLS

pytestmark = pytest.mark.window

SIZES = pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280), (1024, 600)])


def until(face: Any, size: tuple[int, int], name: str, kind: str) -> None:
    """Begin a game on a window of this size, and play until a kind of question is asked."""
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    game = next(game for game in GAMES if game.name == name)
    face.begin(game, dict(game.modes[0].setup))
    chance = Random(3)
    for _ in range(80):
        prompt = face.item().prompt
        if (kind == "secret" and face.covered()) or prompt.kind == kind or (kind == "rows" and _rows(prompt)):
            return
        face.answer(face.item().ticket, prompt.any_answer(chance))
    raise AssertionError(f"{name} never asked {kind}")


def _rows(prompt: Any) -> bool:
    return getattr(prompt, "rows", None) is not None


def findings(face: Any, size: tuple[int, int]) -> list[str]:
    """What the picture matrix finds."""
    from tests.instruments.outside.matrix import Inspector

    inspector = Inspector(face, None)
    inspector.setting = (size, "dark", "M")
    return [f"{f.check}: {f.text} {f.what}" for f in inspector.look(face.kind())]


def in_sight(face: Any) -> set[Any]:
    from tests.instruments.outside.sight import look_at

    return {thing.widget for thing in look_at(face.window) if thing.sight and thing.sight.area > 0.99 * thing.box.area}


@SIZES
def test_a_form_says_by_colour_sigil_and_drawing_whose_and_what_is_counted(face: Any, size: tuple[int, int]) -> None:
    """Sketch: a bar in each side's colour above its column, and the drawing of each kind of piece before its name."""
    from companion.app.widgets.controls.player_bar import HasPlayerBar
    from tests.instruments.outside.stage import grab

    until(face, size, "mythos_encounters", "form")
    players = {player.id: player for player in face.session.view.players}
    body = face.page.question.body
    bars = [widget for widget in body.walk() if isinstance(widget, HasPlayerBar)]
    assert len(bars) == 2
    pixels = grab(face)
    for bar, side in zip(bars, ("first", "second"), strict=True):
        x, y = bar.to_window(bar.x, bar.y)
        top = face.window.height - y - bar.height
        colour = pixels.ground(*(round(v) for v in (x + 8, top + 4, x + bar.width - 8, top + bar.height - 4)))
        wanted = players[side].colour
        assert all(abs(a - int(wanted[n : n + 2], 16)) < 40 for a, n in zip(colour, (1, 3, 5), strict=True))
    said = " ".join(widget.text for widget in body.walk() if getattr(widget, "text", ""))
    assert all(SYMBOLS[name] in said for name in ("cultist", "servitor", "monster", "insane-cultist"))
    assert not findings(face, size)


def test_five_rows_of_a_form_are_in_sight_on_the_small_display(face: Any) -> None:
    until(face, (800, 480), "mythos_encounters", "form")
    body, seen = face.page.question.body, in_sight(face)
    rows = [row for row in body.rows.values() if {row.more, row.whether} & seen]
    assert len(rows) == 9, "of each side four kinds, and the ring of one"
    assert rows == [row for row in body.rows.values() if body.asks(row.blank)]
    assert not body.pager.overflow


@SIZES
def test_dice_of_insane_cultists_are_asked_from_two_of_them_on(face: Any, size: tuple[int, int]) -> None:
    until(face, size, "mythos_encounters", "form")
    body, finger = face.page.question.body, face.fingers
    insane, each = body.rows["attacker.insane"], body.rows["attacker.insane_each"]
    body.pager.show(insane)
    face.settle()
    finger.tap(insane.more)
    assert each.parent is None
    body.pager.show(insane)
    finger.tap(insane.more)
    face.settle()
    assert each.parent is not None
    assert insane in in_sight(face) or insane.more in in_sight(face), "what was counted stays in sight"
    assert not findings(face, size)
    body.pager.show(each)
    face.settle()
    finger.tap(each.whether)
    assert body.values["attacker.insane_each"] == 1
    body.pager.show(insane)
    face.settle()
    finger.tap(insane.fewer)
    assert body.values["attacker.insane_each"] == 0
    assert each.parent is None


@SIZES
def test_what_is_filled_in_stands_on_the_colour_of_its_side(face: Any, size: tuple[int, int]) -> None:
    """A form of zeros between minus and plus looked like a spreadsheet."""
    until(face, size, "mythos_encounters", "form")
    row = face.page.question.body.rows["attacker.cultists"]
    shows = row.more if row.compact else row.number
    assert not shows.tint[3]
    assert not row.fewer.colours()[1][3], "there is nothing to take away"
    face.fingers.tap(row.more)
    assert shows.tint[3]
    assert row.fewer.colours()[1][3]


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_a_form_is_kept_and_given_the_next_numbers(face: Any, size: tuple[int, int]) -> None:
    """Widgets are made once per kind; one form after the other was made anew with all its keys."""
    from tests.instruments.outside.stale import differences

    until(face, size, "messina", "form")
    chance, body = Random(5), face.page.question.body
    before = {id(widget) for widget in body.walk()}
    first = face.item().prompt
    face.answer(face.item().ticket, {blank.id: blank.most for blank in first.blanks})
    second = face.item().prompt
    assert second.kind == "form"
    assert second.who != first.who
    assert face.page.question.body is body
    assert {id(widget) for widget in body.walk()} == before, "the same blanks stand as they did"
    assert body.values == {blank.id: blank.suggested for blank in second.blanks}, "numbers are those of the new form"
    forms = 0
    for _ in range(30):
        if face.item() is None:
            break
        if face.item().prompt.kind == "form":
            forms += 1
            assert not differences(face, pixels=True)
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    assert forms > 1


@SIZES
def test_ranked_dice_stand_below_and_above_whose_they_are(face: Any, size: tuple[int, int]) -> None:
    until(face, size, "mythos_encounters", "rows")
    rows = face.item().prompt.rows
    assert rows.whose == tuple(face.session.state.fighters[side] for side in ("attacker", "defender"))
    assert not findings(face, size)


@SIZES
def test_the_hand_over_shows_whose_secret_it_is(face: Any, size: tuple[int, int]) -> None:
    """Sketch: their sigil on a disc of their colour, to be read from the other side of the table."""
    from companion.app.table.prompts.shared.hand_over import SigilDisc
    from tests.instruments.outside.stage import grab

    until(face, size, "messina", "secret")
    crest = next(widget for widget in face.page.question.body.walk() if isinstance(widget, SigilDisc))
    assert crest.height > 90 * min(size) / 480
    x, y = crest.to_window(crest.center_x, crest.center_y)
    at, radius = face.window.height - y, round(0.28 * min(crest.height, crest.width))
    colour = grab(face).ground(round(x) - radius, round(at) - radius, round(x) + radius, round(at) + radius)
    wanted = face.page.question.colour
    assert all(abs(a - int(wanted[n : n + 2], 16)) < 40 for a, n in zip(colour, (1, 3, 5), strict=True))
    assert not findings(face, size)


def test_a_name_with_a_hyphen_is_broken_there_and_nowhere_else() -> None:
    """A Proto-Shoggoth was broken in the middle of a word where tokens stand close."""
    from layouts.typeset import extent, hyphened

    assert hyphened("Proto-Shoggoth", "text", 20, 100) == "Proto-\nShoggoth"
    assert hyphened("Proto-Shoggoth", "text", 20, 400) == "Proto-Shoggoth"
    assert hyphened("Dark Young", "text", 20, 60) == "Dark Young"
    assert hyphened("Abscheulich-\nkeit", "text", 20, 60) == "Abscheulich-\nkeit", "it is broken already"
    assert extent(hyphened("Proto-Shoggoth", "text", 20, 100), "text", 20)[0] <= 100
