"""Pieces that fight on a side that is not their owner's: Laughingstock and Mind Parasite (reference 7, one source)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.table.prompts import Choose, Form
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening

pytestmark = pytest.mark.usefixtures("battles_again")


# -- Laughingstock -----------------------------------------------------------------------------------------------------


def with_penguins(*onlooking: str) -> Skirmish:
    """Great Cthulhu with 3 Deep Ones against 3 Polyps; a Penguin of Great Cthulhu is elsewhere."""
    return Skirmish(
        {"GC": {"deep_one": 3, "albino_penguin": 1}, "CC": {"flying_polyp": 3}},
        in_play={"GC": {"deep_one": 3, "albino_penguin": 2}},
        others=list(onlooking),
    )


def test_penguins_come_to_ones_own_battle() -> None:
    """Move any of them to a battle; in your battle they fight for you: Combat −2, so 3 − 4 is 0 dice."""
    battle = with_penguins()
    battle.play(("battle/pre_battle/GC", "laughingstock"))
    if "battle/laughingstock" in battle.open_keys:
        battle.play(("battle/laughingstock", 1))
    assert sum(f.unit == "albino_penguin" for f in battle.battle.figures) == 2
    assert battle.dice("GC") == 0


def test_penguins_stay_away_if_their_player_likes() -> None:
    battle = with_penguins().play(("battle/pre_battle/GC", []))
    assert battle.dice("GC") == 1


def test_without_a_penguin_elsewhere_nothing_is_offered() -> None:
    battle = Skirmish(
        {"GC": {"deep_one": 3, "albino_penguin": 1}, "CC": {"flying_polyp": 3}},
        in_play={"GC": {"deep_one": 3, "albino_penguin": 1}},
    )
    assert "battle/pre_battle/GC" not in battle.open_keys


def test_penguins_fight_in_battles_of_others_for_the_side_that_is_chosen() -> None:
    """Also one of others: they fight for the side you choose until it ends; a lost one goes to its owner's pool."""
    game = Evening("GC", "CC", "BG", neutral=["albino_penguin"], first="GC")
    game.state.record(CardTaken("GC", "albino_penguin", "GC", 0, 0))
    game.correct(GC_albino_penguin=2, CC_flying_polyp=3, BG_ghoul=1)
    game.act("GC", "move/1")
    game.fight("CC", "europe", "BG", [f"CC.flying_polyp.{n}" for n in (1, 2, 3)], ["BG.ghoul.1"])
    game.until("battle/pre_battle/GC")
    game.play(("battle/pre_battle/GC", "laughingstock"), ("battle/laughingstock/side", "CC"))
    game.play(("battle/laughingstock", 1))
    game.until("battle/roll")
    rolls = {item.prompt.key: item.prompt for item in game.session.prompts}
    assert rolls["battle/roll/CC"].dice == 1, "3 Polyps 3, a Penguin less 2"  # type: ignore[attr-defined]
    while game.key.startswith("battle/"):
        answers = {"battle/roll/CC": [1], "battle/board": True}
        game.answer(answers.get(game.key, []))
    assert game["GC"].in_play["albino_penguin"] == 2
    assert game["CC"].in_play.get("albino_penguin", 0) == 0


# -- Mind Parasite -----------------------------------------------------------------------------------------------------


@pytest.mark.holds("insect_from_shaggai.battle_begins")
def test_acolytes_with_insects_fight_on_their_side() -> None:
    """Acolytes that are not on a Gate fight on your side, without anybody's books; lost ones are their owner's."""
    battle = Skirmish({"CC": {"flying_polyp": 2, "acolyte": 2}, "GC": {"insect_from_shaggai": 1, "deep_one": 1}})
    assert [f.side for f in battle.battle.figures if f.unit == "acolyte"] == ["GC", "GC"]
    assert (battle.dice("CC"), battle.dice("GC")) == (2, 1)
    battle.roll(CC=[6, 1], GC=[1])
    asked = battle.prompt("battle/kill/GC")
    assert "Acolyte of Crawling Chaos" in [piece.label for piece in asked.pieces]  # type: ignore[attr-defined]
    battle.play(("battle/kill/GC", {"CC.acolyte.1": ["kill"]}))
    assert battle.in_play("CC") == {"flying_polyp": 2, "acolyte": 1}
    assert battle.in_play("GC") == {"insect_from_shaggai": 1, "deep_one": 1}


def test_frenzy_does_not_work_on_them() -> None:
    """Without anybody's books: Frenzy gives Cultists Combat 1, but not those that the Insects have."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 1, "acolyte": 2}, "BG": {"insect_from_shaggai": 1, "ghoul": 1, "acolyte": 1}},
        books={"BG": ["frenzy"], "CC": []},
    )
    while "battle/roll/CC" not in battle.open_keys:
        (key,) = list(battle.open_keys)[:1]
        battle.play((key, []))
    assert (battle.dice("CC"), battle.dice("BG")) == (1, 1)


def test_the_acolyte_on_the_gate_stays_with_its_owner() -> None:
    """Acolytes that are not on a Gate."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 1, "acolyte": 2}, "GC": {"insect_from_shaggai": 1, "deep_one": 1}},
        gates={"europe": "CC"},
    )
    sides = {f.on_gate: f.side for f in battle.battle.figures if f.unit == "acolyte"}
    assert sides == {True: "CC", False: "GC"}


def test_of_the_same_side_nothing_changes() -> None:
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"insect_from_shaggai": 1, "acolyte": 1}})
    assert [f.side for f in battle.battle.figures if f.unit == "acolyte"] == ["GC"]
    assert not isinstance(battle.session.prompts[0].prompt, Form)
    assert not isinstance(battle.session.prompts[0].prompt, Choose)


# -- What befalls them -------------------------------------------------------------------------------------------------


def test_a_guest_whose_place_ygolonac_takes_leaves_its_own_player() -> None:
    """Orifices: an enemy piece is replaced; here an Acolyte of his own player, which fought for the enemy."""
    battle = Skirmish({"GC": {"ygolonac": 1, "acolyte": 1}, "CC": {"insect_from_shaggai": 1, "flying_polyp": 1}})
    battle.roll(CC=[6], GC=[1]).play(("battle/orifices", "GC.acolyte.1"))
    assert battle.in_play("GC") == {}
    assert battle.in_play("CC") == {"insect_from_shaggai": 1, "flying_polyp": 1, "ygolonac": 1}


def test_prime_cause_replaces_no_guest() -> None:
    """Elder Shoggoth: one of your units; an Acolyte that the Insects have is not."""
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "insect_from_shaggai": 1}, "CC": {"flying_polyp": 1, "acolyte": 1}})
    battle.play(("battle/pre_battle/GC", "prime_cause"))
    options = battle.prompt("battle/prime_cause").options  # type: ignore[attr-defined]
    assert {option.id for option in options} == {"GC.elder_shoggoth.1", "GC.insect_from_shaggai.1"}
