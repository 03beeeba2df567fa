"""The table that is kept on the screen equals one that is made anew, at every step of random games."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.window


def test_the_kept_table_equals_a_fresh_one(face: Any) -> None:
    from tests.instruments.outside import evenings, stale

    ways = {name: (name, game, setup) for name, game, setup in evenings.games()}
    steps = {"cthulhu_wars evening": 12, "mythos_encounters combat": 4, "messina battle": 4}
    found = [what for name, n in steps.items() for what in stale.follow(face, ways[name], 1, n, 6, looks=False)]
    # What happened last is told from the page's own memory, which an undo empties: a fresh table tells more.
    found = [what for what in found if "only: RecentEvents " not in what]
    assert not found, "\n".join(found)


def test_what_was_not_brought_up_to_date_is_found(face: Any) -> None:
    """A number that stayed, a key that stayed dead, a colour that only pixels tell."""
    from kivy.graphics import Color, Rectangle

    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside.sight import look_at
    from tests.instruments.outside.stale import differences

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    assert not differences(face, pixels=True)
    label = next(s.widget for s in look_at(face.window) if s.text and s.sight and s.touchable)
    said, label.text = label.text, "of yesterday"
    assert any("of yesterday" in what for what in differences(face, pixels=False))
    label.text = said
    label.disabled = True
    assert any("disabled" in what for what in differences(face, pixels=False))
    label.disabled = False
    face.settle()
    assert not differences(face, pixels=True)
    with face.page.canvas.after:
        Color(1, 0, 0)
        Rectangle(pos=(100, 100), size=(9, 7))
    (found,) = differences(face, pixels=True)
    assert "(100, 373, 109, 380)" in found
