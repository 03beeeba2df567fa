"""The colour and sigil of a faction stand on every page that names one."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.window


def test_whoever_picks_a_faction_sees_its_colour_and_sigil(face: Any) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.games.cthulhu_wars.model import names, roster
    from layouts.colours import tint_of
    from layouts.glyphs import SYMBOLS

    face.begin(CTHULHU_WARS, {"quick_battle": {}})
    keys = face.page.question.body.keys
    assert set(keys) == set(roster.FACTIONS)
    for code, key in keys.items():
        assert key._stripe._tint == tuple(tint_of(roster.card(code).colour))
        assert key._mark.said[0] == SYMBOLS[names.sigil(code)]


def test_a_players_page_and_keypad_have_their_colour(face: Any) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app", "direction": 1})
    table, player = face.page, face.session.view.players[1]
    table.open_player(player)
    face.settle()
    assert face.page.whose == player.colour
    face.back()
    table.open_counter(player.big[0], player.name)
    face.settle()
    assert face.page.whose == player.colour
    assert player.name in face.page.heading
