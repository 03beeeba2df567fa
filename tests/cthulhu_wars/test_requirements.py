"""How far requirements are, where they are numbers."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.turn.spellbooks import how_far, progress
from companion.table.autoplay import play
from tests.cthulhu_wars.evening import Evening


def details(game: Evening, code: str) -> tuple[str, ...]:
    return next(player.details for player in game.session.view.players if player.id == code)


def test_gates_and_power_are_counted() -> None:
    game = Evening("CC", "GC", "BG")
    game.session.correct({"CC.power": 7})
    assert "– Control 3 Gates or have 12 Power (1 of 3 Gates, 7 of 12 Power)" in details(game, "CC")
    game.session.correct({"CC.power": 5})
    assert "– Control 3 Gates or have 12 Power (1 of 3 Gates, 5 of 12 Power)" in details(game, "CC")
    assert "– Control 4 Gates or have 15 Power (1 of 4 Gates, 5 of 15 Power)" in details(game, "CC")
    assert "– Capture an enemy Cultist" in details(game, "CC")
    assert any("(1 of 3 own ocean Gates, 1 of 4 Gates in oceans)" in line for line in details(game, "GC"))
    assert any("(0 of 5 spellbooks)" in line for line in details(game, "GC"))


def test_the_numbers_of_others_are_followed() -> None:
    game = Evening("TT", "GC", "BG")
    game.session.correct({"GC.doom": 4})
    assert any("(4 of 15 Doom)" in line for line in details(game, "TT"))
    game.session.correct({"GC.doom": 9})
    assert any("(9 of 15 Doom)" in line for line in details(game, "TT"))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_reached_is_met(seed: int) -> None:
    """Of numbers that are all there one is enough, and a requirement that is met has none."""
    codes = [("CC", "GC", "OW", "TT"), ("WW", "DS", "GC"), ("TT", "OW", "WW", "CC")][seed]
    game, chance, counted = Evening(*codes), Random(seed), 0
    for _round in range(60):
        play(game.session, chance, 3)
        state = game.session.state
        if game.session.finished:
            break
        for code in codes:
            kinds = {r.id: r for r in roster.card(code).requirements}
            for name, numbers in progress(state, code):
                assert name not in state.factions[code].met
                counted += bool(numbers)
                assert len(how_far(numbers).split(", ")) == max(1, len(numbers))
                met = kinds[name].met
                if any(p.number >= p.needed for p in numbers) and kinds[name].kind == "automatic" and met:
                    assert met(state, code), name
    assert counted
