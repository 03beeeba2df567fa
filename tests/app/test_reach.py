"""Everything that can be chosen is in sight or one flick away, also where there is much of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.table.words import ENGLISH, use

pytestmark = pytest.mark.window


@pytest.fixture
def face(face: Any) -> Iterator[Any]:
    """In English again after it."""
    yield face
    use(ENGLISH)


def found(face: Any, *checks: str) -> list[str]:
    """What these checks find on the page in front."""
    from tests.instruments.outside.matrix import Inspector

    return [f"{f.text}: {f.what}" for f in Inspector(face, None, checks).look("page")]


def _anytime(face: Any) -> list[str]:
    """What may be done at any moment, once somebody has Elder Signs."""
    names = [option.id for option in face.session.interjections]
    return names if any(name.startswith("signs/") for name in names) else []


def test_what_six_factions_may_do_at_any_moment(face: Any) -> None:
    """Those of a faction stand in one tile, under its sigil."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BB", "AN", "SL", "YS"]})
    chance = Random(1)
    while len(_anytime(face)) < 20 and not face.session.finished:
        play(face.session, chance, 1)
    assert len(_anytime(face)) >= 20
    face.redraw()
    face.page.open_more()
    face.settle()
    assert found(face, "reach", "finger", "overlap") == []
    entries = len(face.session.timeline.entries)
    able = next(o.id for o in face.session.interjections if o.id.startswith("signs/"))
    key = face.page.keys[able]
    assert "Elder Signs" in key.text
    face.fingers.tap(key.to_window(*key.center))
    face.settle()
    assert len(face.session.timeline.entries) > entries or face.item().prompt.key.startswith("signs/")


def test_every_step_of_a_battle_of_messina(face: Any) -> None:
    """The sheets of pieces, of which there are very many, the cards and the kills by number."""
    from tests.instruments.outside import evenings, matrix

    inspector = matrix.Inspector(face, None, ["reach", "overlap"])
    ways = [way for way in evenings.games() if way[0] == "messina battle"]
    matrix.every_step(inspector, ways, [0])
    assert inspector.pictures > 20
    assert [f"{f.kind}: {f.text}: {f.what}" for f in inspector.found.values()] == []
