"""Whom a battle is declared against is picked with the Action (reference 3.4; battle reference 2.1)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.turn.common_choices import former_choices
from companion.table.errors import BadAnswerError
from companion.table.prompts import Choose
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_sleeper import declared


def ways(game: Evening) -> dict[str, str]:
    """The ways to battle, each with why it is refused."""
    return {o.id: o.refused for o in game.prompt.options if o.tile == "battle"}  # type: ignore[attr-defined]


def test_each_enemy_is_a_way_to_battle() -> None:
    """Battle reference 2.1: declare the area and the enemy; an enemy without a unit on the map cannot be attacked."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=1)
    assert ways(game) == {"battle/CC": "", "battle/BG": ""}
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"))
    game.correct(CC_acolyte=0)
    assert ways(game) == {"battle/CC": "It has no unit on the map.", "battle/BG": ""}


def test_the_only_enemy_need_not_be_named() -> None:
    game = Evening("GC", "CC")
    game.correct(GC_deep_one=1)
    (option,) = (o for o in game.prompt.options if o.tile == "battle")  # type: ignore[attr-defined]
    assert (option.id, option.label, option.short) == ("battle/CC", "Battle", "Battle")


def test_a_battle_is_moot_when_its_enemy_is_gone_before_the_area_is_picked() -> None:
    """The board is the truth: somebody who is corrected away meanwhile is nobody to be attacked."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=1)
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"), ("action/GC", "battle/CC"))
    game.correct(CC_acolyte=0)
    game.play(("battle/area", "asia"))
    assert game.key == "action/GC"
    assert game["GC"].power == 8


@pytest.mark.parametrize("said", [(), (("battle/pieces/GC", ["GC.deep_one.1"]),)])
def test_a_battle_is_moot_when_its_enemy_is_gone_before_sides_are_said(
    said: tuple[tuple[str, list[str]], ...],
) -> None:
    """The same a question later, whether or not the attacker has said its own: there was nobody to be picked."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=1)
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"))
    game.play(("action/GC", "battle/CC"), ("battle/area", "asia"), *said)
    game.correct(CC_acolyte=0)
    assert game.key == "action/GC"
    assert game["GC"].power == 8


def test_games_open_in_which_the_enemy_was_asked_for_after_the_area() -> None:
    """Stored games are opened by every later version, at the same question."""
    games = []
    for _ in range(2):
        game = Evening("GC", "CC", "BG", bag=[1] * 36)
        game.correct(GC_deep_one=2)
        games.append(game)
    now, before = games
    now.play(("action/GC", "battle/CC"), ("battle/area", "asia"))
    before.once(("action/GC", "battle"), ("battle/area", "asia"), ("battle/enemy", "CC"))
    for step in ((), (("battle/pieces/GC", ["GC.deep_one.1"]), ("battle/pieces/CC", ["CC.acolyte.1"]))):
        now.play(*step)
        before.play(*step)
        assert [i.prompt for i in now.session.prompts] == [i.prompt for i in before.session.prompts]
        assert now.state.packed() == before.state.packed()


def test_a_battle_that_was_stored_so_is_unlimited_with_six_books() -> None:
    """Reference 3.7: the turn's Action is still open after it."""
    game = Evening("GC", "CC", "BG")
    (battle,) = (c for c in former_choices(game.state, "GC") if c.id == "battle")
    assert not battle.unlimited
    game["GC"].books.extend(["absorb", "devolve", "dreams", "regenerate", "submerge", "yha_nthlei"])
    (battle,) = (c for c in former_choices(game.state, "GC") if c.id == "battle")
    assert battle.unlimited


def test_a_battle_that_was_stored_so_may_be_that_of_the_energy_nexus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The area is settled, and the enemy was asked for at once."""
    game = declared(SL_formless_spawn=2)
    with pytest.raises(BadAnswerError):
        game.answer("battle")
    with monkeypatch.context() as stored:
        stored.setattr(Choose, "check", Choose.check_stored)
        stored.setattr(Choose, "summary", lambda *_: "Battle")
        game.play(("energy_nexus/SL", "battle"))
    game.play(
        ("battle/enemy", "CC"),
        ("battle/pieces/SL", ["SL.wizard.1", "SL.formless_spawn.1"]),
        ("battle/pieces/CC", ["CC.hunting_horror.1"]),
    )
    assert game.key == "energy_nexus/SL"
