"""Nyogtha: From Below (reference 7: RB, HRF). A Common Action of one of the two may be done by the other too, in the
same Action, free: Move, Capture, Battle in two different areas, one resolved after the other."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import CardTaken
from tests.cthulhu_wars.evening import Evening


def below(*, number: int = 2, **numbers: int) -> Evening:
    """Great Cthulhu's Action with Nyogtha's two units, against Crawling Chaos and Black Goat."""
    game = Evening("GC", "CC", "BG", neutral=["nyogtha"], first="GC")
    game.state.record(CardTaken("GC", "nyogtha", "GC", 0, 0))
    game.correct(GC_nyogtha=number, GC_power=9, **numbers)
    return game


def captured(game: Evening) -> int:
    return sum(sum(held.values()) for held in game["GC"].captives.values())


def capture(game: Evening, *, by: str) -> Evening:
    """A Cultist of Crawling Chaos."""
    game.play(("action/GC", "capture"), ("capture", "CC"))
    game.play(("capture/gate", []))
    if by:
        game.play(("nyogtha/capture", by))
    return game


def test_the_other_nyogtha_captures_too_free() -> None:
    """1 Power for both."""
    game = capture(below(), by="yes")
    game.play(("capture", "BG"), ("capture/gate", []))
    assert (game["GC"].power, captured(game)) == (8, 2)
    assert game.key != "nyogtha/capture", "there are two of them, not three"


def test_it_need_not_and_may_not_have_been_one_of_them() -> None:
    """Declined: whoever has captured, one Cultist."""
    game = capture(below(), by="no")
    assert (game["GC"].power, captured(game)) == (8, 1)
    assert game.key != "capture"


def test_one_nyogtha_alone_captures_once() -> None:
    """There is no other one."""
    game = capture(below(number=1), by="")
    assert (captured(game), game.key) == (1, "action/CC")


def test_nobody_is_left_to_capture() -> None:
    """It is not asked for what cannot be."""
    game = below()
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"))
    game.session.interject("gate")
    game.play(("gate/area", "africa"), ("gate/owner", "abandoned"))
    game.correct(CC_acolyte=1, BG_acolyte=0)
    game.play(("action/GC", "capture"))
    assert (captured(game), game["GC"].power, game.key) == (1, 8, "action/GC")


def attack(game: Evening, *, nyogthas: int, area: str = "europe") -> Evening:
    """Great Cthulhu's first battle, without results."""
    game.play(("action/GC", "battle/CC"), ("battle/area", area))
    pieces = [f"GC.nyogtha.{n + 1}" for n in range(nyogthas)] or ["GC.deep_one.1"]
    game.play(("battle/pieces/GC", pieces), ("battle/pieces/CC", ["CC.nightgaunt.1"]))
    return rolled(game)


def rolled(game: Evening) -> Evening:
    """Nobody hits anybody, and the battle is over."""
    while game.key != "battle/board":
        prompt = game.prompt
        game.answer([1] * prompt.dice if game.key.startswith("battle/roll") else [])  # type: ignore[attr-defined]
    game.answer(True)
    return game


def test_the_other_nyogtha_battles_too_free() -> None:
    """In another area, after the first; 1 Power for both."""
    game = attack(below(CC_nightgaunt=2), nyogthas=1)
    game.play(("nyogtha/battle", "yes"))
    assert game.key == "battle/area"
    assert game.refusal("europe") == "There was already a battle here this turn."
    game.play(("battle/area", "africa"), ("battle/enemy", "CC"))
    game.play(("battle/pieces/GC", ["GC.nyogtha.1"]), ("battle/pieces/CC", ["CC.nightgaunt.1"]))
    rolled(game)
    assert (game["GC"].power, game.state.battled) == (8, [] if game.state.active != "GC" else ["europe", "africa"])
    assert game.key != "nyogtha/battle"


def test_the_second_battle_may_be_left_out() -> None:
    """It may be done."""
    game = attack(below(CC_nightgaunt=2), nyogthas=1)
    game.play(("nyogtha/battle", "no"))
    assert (game["GC"].power, game.key) == (8, "action/CC")


def test_no_second_battle_where_both_have_fought_or_none() -> None:
    """In two different areas, and an Action of a Nyogtha."""
    assert attack(below(CC_nightgaunt=2), nyogthas=2).key == "action/CC"
    assert attack(below(CC_nightgaunt=2, GC_deep_one=1), nyogthas=0).key == "action/CC"


def test_the_free_battle_pays_the_ice_age_once_per_action() -> None:
    """Ice Age: once per Action; the first battle was elsewhere, the second is there."""
    game = Evening("GC", "WW", "BG", neutral=["nyogtha"], first="GC", starts={"WW": "antarctica"})
    game.state.record(CardTaken("GC", "nyogtha", "GC", 0, 0))
    game.state.factions["WW"].tokens = ["africa"]
    game.correct(GC_nyogtha=2, GC_power=9, BG_ghoul=2)
    for number, area in enumerate(("europe", "africa")):
        game.play(("action/GC", "battle/BG") if not number else ("nyogtha/battle", "yes"), ("battle/area", area))
        if number:
            game.play(("battle/enemy", "BG"))
        game.play(("battle/pieces/GC", ["GC.nyogtha.1"]), ("battle/pieces/BG", ["BG.ghoul.1"]))
        rolled(game)
    assert game["GC"].power == 7


def test_a_move_says_that_the_other_moves_along() -> None:
    """Free: nothing is counted, but it is said where one pays."""
    game = below()
    move = next(o for o in game.prompt.options if o.id == "move/1")  # type: ignore[attr-defined]
    assert "If one Nyogtha moves, the other also moves, for free" in move.detail
    single = below(number=1)
    move = next(o for o in single.prompt.options if o.id == "move/1")  # type: ignore[attr-defined]
    assert "Nyogtha" not in move.detail
