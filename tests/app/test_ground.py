"""The field behind a page: whose turn it is is seen before a word is read, and nothing is drawn of it at rest."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from layouts.colours import tint_of
from layouts.fields import field_of
from layouts.glyphs import SYMBOLS
from layouts.modes import NOBODY, mode_look

pytestmark = pytest.mark.window


def to_an_action(face: Any) -> Any:
    """Play up to the first Action, and return who is asked."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "YS"], "signs": "app", "direction": 1})
    chance = Random(1)
    while not face.session.prompts[0].prompt.key.startswith("action/"):
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(chance))
    face.fingers.skip(0.5)
    return next(player for player in face.session.view.players if player.id == face.session.prompts[0].prompt.who)


def shown(face: Any, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place of the window, from its lower left."""
    from tests.instruments.outside.stage import grab

    face.fingers.frames(2)
    return tuple(grab(face).framed([]).part(round(x), round(face.window.height - y), 1, 1).data[2::-1])


def near(one: tuple[int, ...], tint: Any) -> bool:
    return all(abs(a - 255 * b) < 6 for a, b in zip(one, tint, strict=False))


def test_the_page_has_the_colour_of_who_decides_up_to_its_edge(face: Any) -> None:
    who = to_an_action(face)
    page = face.page
    (place,) = page.fields()
    assert place.colour == who.colour
    assert place.box[2] == page.right
    assert near(shown(face, page.right - 2, place.box[1] + 2), field_of(who.colour, "dark").dark)
    spine = shown(face, place.box[0] - page.spine() / 2, page.center_y)
    assert near(spine, tint_of(who.colour)), "the row of who acts opens into the field"


def test_a_page_above_the_table_has_its_field_a_players_page_their_own(face: Any) -> None:
    who = to_an_action(face)
    face.fingers.tap(face.page.log_key)
    assert face.page.backdrop == (who.colour, SYMBOLS[who.silhouette])
    face.shell.back()
    other = next(player for player in face.session.view.players if player.id != who.id)
    face.page.open_player(other)
    face.fingers.frames(2)
    (place,) = face.page.fields()
    assert place.colour == other.colour


def test_a_side_of_a_battle_shows_what_fights_and_two_fields_meet(face: Any) -> None:
    to_an_action(face)
    session = face.session
    session.correct({"GC.shoggoth": 2, "YS.undead": 2, "YS.byakhee": 1})
    chance = Random(3)
    for _ in range(400):
        sides, item = session.view.sides, session.prompts[0]
        if sides and all(side.tokens for side in sides) and item.prompt.kind == "roll":
            break
        battles = [o.id for o in getattr(item.prompt, "options", ()) if o.id.startswith("battle/") and not o.refused]
        face.answer(item.ticket, [battles[0]] if battles else item.prompt.any_answer(chance))
    face.fingers.skip(0.5)
    first, second = face.page.fields()[:2]
    assert second.meets
    assert not first.meets
    assert {first.colour, second.colour} == {
        player.colour for player in session.view.players if player.id in {side.player for side in session.view.sides}
    }
    assert first.beast.drawing
    assert second.beast.drawing


def test_the_contrast_theme_has_no_field(face: Any) -> None:
    to_an_action(face)
    face.look(theme="contrast")
    page = face.page
    assert page.fields()
    assert shown(face, page.right - 2, page.ids.foot.top + 2) == (0, 0, 0)


def test_at_rest_nothing_of_it_is_drawn_again(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.widgets.rendering.ground import Ground

    to_an_action(face)
    drawn: list[object] = []
    monkeypatch.setattr(Ground, "put", lambda *given, **__: drawn.append(given))
    face.fingers.skip(3)
    assert not drawn


def test_a_way_to_play_without_a_look_has_a_colour_by_its_place() -> None:
    assert mode_look("moon", 1).colour == mode_look("battle").colour
    assert mode_look("monster").own
    assert not mode_look("").own, "nobody's look"
    assert NOBODY in SYMBOLS
