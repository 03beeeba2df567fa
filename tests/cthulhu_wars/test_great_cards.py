"""What independent Great Old Ones and some Terrors do outside of battles, and their own spellbooks (reference 7)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, CounterSet
from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, holding


def earned(game: Evening, card: str) -> Evening:
    """The players say that the card's own spellbook is earned."""
    game.session.interject("card_book/GC")
    if game.key == "card_book":
        game.answer(card)
    return game


def doom_phase(game: Evening) -> Evening:
    game.to_doom_phase()
    return game


@pytest.mark.parametrize(
    ("card", "action", "area"),
    [
        ("father_dagon", "tsunami", "asia"),
        ("mother_hydra", "agony_sting", "indian_ocean"),
    ],
)
def test_its_action_costs_1(card: str, action: str, area: str) -> None:
    """Tsunami, The Agony Sting: an Action for 1 Power, while it is in play."""
    game = holding(card)
    game.play(("action/GC", action), (action, area))
    assert game["GC"].power == 8
    game = holding(card)
    game.correct(**{f"GC_{card}": 0})
    assert action not in [o.id for o in game.prompt.options] if isinstance(game.prompt, Choose) else True


def test_whose_cultists_are_driven_off_lose_their_gate() -> None:
    """Tsunami: all Cultists of a land area go to oceans, so its Gate is abandoned (reference 3.5)."""
    game = holding("father_dagon")
    game.play(("action/GC", "tsunami"), ("tsunami", "asia"))
    assert game.state.gates["asia"] is None


def test_the_agony_sting_leaves_ones_own_gates() -> None:
    """The Agony Sting names enemy Cultists."""
    game = holding("mother_hydra")
    game.play(("action/GC", "agony_sting"), ("agony_sting", "south_pacific"))
    assert game.state.gates["south_pacific"] == "GC"


def test_nobody_else_has_them() -> None:
    game = Evening("GC", "CC", "BG", neutral=["abhoth"])
    assert isinstance(game.prompt, Choose)
    assert "filth" not in [o.id for o in game.prompt.options]


def test_its_book_is_earned_when_players_say_so_and_counts_for_no_more() -> None:
    """Its book lies on its own card and never counts as one of your books."""
    game = earned(holding("nyogtha"), "nyogtha")
    assert game["GC"].books == []
    assert game["GC"].marks["book_nyogtha"] == 1
    assert "card_book/GC" not in [o.id for o in game.session.interjections]
    game.session.undo(2)
    assert not game["GC"].marks.get("book_nyogtha")


def test_nightmare_web_places_a_nyogtha() -> None:
    """Action, 2 Power."""
    game = holding("nyogtha")
    assert isinstance(game.prompt, Choose)
    assert "nightmare_web" not in [o.id for o in game.prompt.options]
    earned(game, "nyogtha").play(("action/GC", "nightmare_web"))
    assert (game["GC"].power, game["GC"].in_play["nyogtha"]) == (7, 2)


def test_the_zygote_places_all_acolytes_of_the_pool() -> None:
    """Action, 1 Power."""
    game = earned(holding("mother_hydra", GC_acolyte=2), "mother_hydra")
    game.play(("action/GC", "zygote"))
    assert (game["GC"].power, game["GC"].in_play["acolyte"]) == (8, 6)


def test_god_of_forgetfulness_calls_the_enemies_cultists_of_an_area() -> None:
    """Action, 1 Power; their Gate is abandoned."""
    game = earned(holding("byatis"), "byatis")
    game.play(("action/GC", "god_of_forgetfulness"), ("god_of_forgetfulness", "asia"))
    assert (game["GC"].power, game.state.gates["asia"]) == (8, None)


def test_nuclear_chaos() -> None:
    """Everybody rolls: the highest gain that much Power, the lowest that many Elder Signs; the owner may change the
    own die by 1; not again before Gather Power."""
    game = earned(holding("azathoth_free"), "azathoth_free")
    game.play(("action/GC", "nuclear_chaos"))
    game.play(("nuclear_chaos/GC", [6]), ("nuclear_chaos/CC", [3]), ("nuclear_chaos/BG", [2]))
    game.play(("nuclear_chaos/own", 7))
    assert (game["GC"].power, game["CC"].power) == (16, 8)
    assert [len(game[code].signs) for code in ("GC", "CC", "BG")] == [0, 0, 2]
    assert [line for line in game.log() if "rolled" in line] == [
        "Great Cthulhu: Nuclear Chaos: rolled 6, highest",
        "Crawling Chaos: Nuclear Chaos: rolled 3, nothing",
        "Black Goat: Nuclear Chaos: rolled 2, lowest",
    ]
    assert game.key != "action/GC" or game.refusal("nuclear_chaos") == "It is face down until the next Gather Power."


def test_ceremonys_condition_gives_every_enemy_2_power() -> None:
    """Tulzscha: earned by an Action: every enemy gains 2 Power."""
    game = holding("tulzscha")
    game.play(("action/GC", "ceremony_of_annihilation"))
    assert (game["GC"].power, game["CC"].power, game["BG"].power) == (9, 10, 10)
    assert game["GC"].marks["book_tulzscha"] == 1


def test_messenger_of_yig_is_not_earned_without_a_gate() -> None:
    """Reference 7, Yig: earned by an Action, removing a Gate that you control; it cannot be claimed beside that."""
    game = holding("yig")
    game.play(("action/GC", "abandon"))
    game.take_first("abandon")
    assert game.refusal("gate_for_yig") == "You control no Gate."
    assert "card_book/GC" not in [o.id for o in game.session.interjections]


def test_messenger_of_yig() -> None:
    """Reference 7, Yig: each other faction gives you 1 Power or you gain 1 Doom; earned by an Action, removing a Gate
    that you control."""
    game = holding("yig")
    game.play(("action/GC", "gate_for_yig"))
    game.take_first("gate_for_yig")
    assert ("south_pacific" in game.state.gates, game["GC"].marks["book_yig"]) == (False, 1)
    assert game.key != "action/GC" or game.refusal("move/1") == "Your Action is done."
    doom_phase(game)
    game.until("doom_phase/GC", first=True)
    game.correct(GC_power=3, CC_power=4, GC_doom=5)
    game.play(("doom_phase/GC", "messenger_of_yig"), ("messenger_of_yig/CC", "power"), ("messenger_of_yig/BG", "doom"))
    assert (game["GC"].power, game["GC"].doom, game["CC"].power) == (4, 6, 3)


def test_power_of_the_messenger_earns_a_book_before_the_ritual() -> None:
    """Reference 3.7: automatic requirements are claimed when they are first true, here 12 Power of Crawling Chaos."""
    game = Evening("CC", "GC", "BG", neutral=["yig"])
    game.state.record(CardTaken("CC", "yig", "CC", 0, 0))
    game.state.record(CounterSet("CC", "book_yig", 1))
    game.correct(CC_yig=1)
    doom_phase(game)
    game.until("doom_phase/CC", first=True)
    game.correct(CC_power=10)
    game.play(("doom_phase/CC", "messenger_of_yig"), ("messenger_of_yig/GC", "power"), ("messenger_of_yig/BG", "power"))
    game.play(("book/CC", "madness"), ("doom_phase/CC", "ritual"))
    assert game["CC"].met == ["three_gates"]


def test_power_that_eradication_takes_has_earned_a_book() -> None:
    """The same where the Worms of Ghroth take Power at the end of Gather Power."""
    game = Evening("GC", "CC", "BG", neutral=["worm_of_ghroth"])
    game.state.record(CardTaken("CC", "worm_of_ghroth", "CC", 0, 0))
    game.correct(CC_worm_of_ghroth=3)
    game.pass_all()
    game.correct(CC_power=5)
    game.play(("gather_power", True), ("book/CC", "madness"), ("eradication/CC", [3]))
    assert (game["CC"].met, game["CC"].power) == (["three_gates"], 10)
    assert "Crawling Chaos: Eradication: rolled 3, success" in game.log()


def test_the_innsmouth_look_is_not_optional() -> None:
    """Doom Phase: Remove one own Acolyte from the game, gain 6 Power."""
    game = earned(holding("father_dagon", GC_acolyte=4), "father_dagon")
    doom_phase(game)
    while not game.key.startswith("doom_phase/GC"):
        game.answer(game.options()[0] if isinstance(game.prompt, Choose) and game.prompt.least else [])
    assert game["GC"].away == {"acolyte": 1}


def test_the_revelations_follow_orifices() -> None:
    """Earned: just received him by Orifices."""
    battle = Skirmish({"CC": {"flying_polyp": 1, "nightgaunt": 1}, "GC": {"ygolonac": 1, "deep_one": 1}})
    battle.roll(CC=[6], GC=[1, 1]).play(("battle/kill/GC", {"GC.ygolonac.1": ["kill"]}))
    battle.play(("battle/orifices", "CC.nightgaunt.1"))
    assert battle.state.factions["CC"].marks["book_ygolonac"] == 1


@pytest.mark.holds("byatis: Toad of Berkeley, his Elder Sign")
@pytest.mark.parametrize(("alone", "signs"), [("yes", 1), ("no", 0)])
def test_byatis_alone_gives_an_elder_sign_in_the_doom_phase(alone: str, signs: int) -> None:
    """Toad of Berkeley: no enemy unit in his area in the Doom Phase: 1 Elder Sign."""
    game = doom_phase(holding("byatis"))
    game.until("byatis/GC", first=True)
    before = len(game["GC"].signs)
    game.answer(alone)
    assert game["GC"].met == ["first_doom"], "which gives one itself"
    assert len(game["GC"].signs) == before + 1 + signs


def test_bokrug_comes_back_at_the_end_of_the_doom_phase() -> None:
    """Ghosts of Ib: Killed, he waits on his card and returns to any area without enemy units; none: he waits on."""
    game = doom_phase(holding("bokrug"))
    game.correct(GC_bokrug=0)
    while game.key != "bokrug/GC":
        game.answer(game.options()[0] if isinstance(game.prompt, Choose) and game.prompt.least else [])
    game.answer(["europe"])
    assert game["GC"].in_play["bokrug"] == 1


def test_loathsome_titter() -> None:
    """Brown Jenkin, Gather Power: at an enemy's Gate 2 Power and 1 more per enemy Cultist there."""
    game = holding("brown_jenkin")
    game.pass_all()
    game.play(("brown_jenkin/GC", "yes"), ("brown_jenkin/GC/cultists", 3), ("gather_power", True))
    assert game["GC"].power == 6 + 2 + 2 + 3
