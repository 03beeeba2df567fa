"""The own spellbooks of independent Great Old Ones are earned as soon as what the companion counts says so; where only
the players see it, they say it (reference 7)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give


def holding(card: str, *others: str, **numbers: int) -> Evening:
    """Great Cthulhu's Action, with a card and its piece in play."""
    game = Evening("GC", *(others or ("CC", "BG")), neutral=[card, "yig"], first="GC")
    game.state.record(CardTaken("GC", card, "GC", 0, 0))
    game.correct(**{f"GC_{card}": 1}, GC_power=9, **numbers)
    game.take_first("book")
    return game


def earned(game: Evening, card: str) -> bool:
    """Whether it is, after an Action."""
    if game.key == "action/GC":
        game.play(("action/GC", "pass"))
    game.take_first("book")
    return bool(game["GC"].marks.get(f"book_{card}"))


def test_the_brood_with_8_monsters() -> None:
    """Earned: 4 kinds of Monster or 8 Monsters in play, Filth included. 4 Deep Ones and 3 Filth tokens are 7."""
    assert not earned(holding("abhoth", GC_deep_one=4, GC_filth=3), "abhoth")
    assert earned(holding("abhoth", GC_deep_one=4, GC_filth=4), "abhoth")


def test_the_brood_with_4_kinds() -> None:
    """Deep One, Shoggoth, Starspawn and Filth."""
    assert not earned(holding("abhoth", GC_deep_one=1, GC_shoggoth=1, GC_starspawn=1), "abhoth")
    assert earned(holding("abhoth", GC_deep_one=1, GC_shoggoth=1, GC_starspawn=1, GC_filth=1), "abhoth")


def test_the_brood_needs_abhoth() -> None:
    """His book lies on his card; without him there is nothing to earn it with."""
    game = holding("abhoth", GC_deep_one=4, GC_filth=4)
    game.correct(GC_abhoth=0)
    assert not earned(game, "abhoth")


def test_disaster_looms_with_six_books() -> None:
    """Earned: six faction spellbooks."""
    for number in (5, 6):
        game = holding("bloated_woman")
        give(game, "GC", *("absorb", "devolve", "dreams", "regenerate", "submerge", "yha_nthlei")[:number])
        assert earned(game, "bloated_woman") is (number == 6)


def test_nuclear_chaos_as_everybody_has_a_great_old_one() -> None:
    """Earned: every player has a Great Old One in play; the Ancients are left out."""
    assert not earned(holding("azathoth_free", CC_nyarlathotep=1), "azathoth_free")
    assert earned(holding("azathoth_free", CC_nyarlathotep=1, BG_shub_niggurath=1), "azathoth_free")
    assert earned(holding("azathoth_free", "AN", "CC", CC_nyarlathotep=1), "azathoth_free")


def test_interdimensional_as_a_great_old_one_is_killed() -> None:
    """Earned: any Great Old One is Killed anywhere; a Pain is not enough."""
    for face, killed in ((6, True), (4, False)):
        battle = Skirmish({"GC": {"daoloth": 1, "starspawn": 1}, "CC": {"yig": 1}})
        battle.play(("battle/pre_battle/GC", []))
        battle.roll(GC=[face, 1, 1], CC=[1, 1])
        if not killed:
            battle.play(("battle/near/GC", []))
            battle.play((next(iter(battle.open_keys)), {"CC.yig.1": "scandinavia"}))
        assert bool(battle.state.factions["GC"].marks.get("book_daoloth")) is killed


@pytest.mark.holds("byatis.battle_ends")
def test_god_of_forgetfulness_as_byatis_survives_a_kill_of_his_side() -> None:
    """Earned: survives a battle in which an enemy unit is Killed."""
    for gc, cc, won in (([6, 1, 1, 1], [1], True), ([1, 1, 1, 1], [1], False), ([6, 1, 1, 1], [6], False)):
        battle = Skirmish({"GC": {"byatis": 1}, "CC": {"flying_polyp": 1}})
        battle.roll(GC=gc, CC=cc)
        assert bool(battle.state.factions["GC"].marks.get("book_byatis")) is won


@pytest.mark.holds("nyogtha.battle_ends")
def test_nightmare_web_as_all_nyogthas_survive_a_great_old_one() -> None:
    """Earned: survives a battle against an enemy Great Old One; all of its units in the battle do."""
    for enemy, cc, won in (("yig", [1, 1], True), ("yig", [6, 1], False), ("hunting_horror", [1, 1], False)):
        battle = Skirmish({"GC": {"nyogtha": 2}, "CC": {enemy: 1}})
        battle.roll(GC=[1] * 8, CC=cc)
        assert bool(battle.state.factions["GC"].marks.get("book_nyogtha")) is won
