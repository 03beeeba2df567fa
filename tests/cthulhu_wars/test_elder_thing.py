"""Elder Thing: Mind Control (reference 7, one source). An enemy Great Old One there cannot use its special ability;
its books still work."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening

pytestmark = pytest.mark.usefixtures("battles_again")


def test_devour_is_not_offered_against_an_elder_thing() -> None:
    """Cthulhu's special ability."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"elder_thing": 1, "nightgaunt": 1}})
    assert "battle/pre_battle/GC" not in battle.open_keys
    free = Skirmish({"GC": {"cthulhu": 1}, "CC": {"nightgaunt": 2}})
    assert "battle/pre_battle/GC" in free.open_keys


def test_ones_own_elder_thing_does_nothing_to_ones_own() -> None:
    """An enemy Great Old One."""
    battle = Skirmish({"GC": {"cthulhu": 1, "elder_thing": 1}, "CC": {"nightgaunt": 2}})
    assert "battle/pre_battle/GC" in battle.open_keys


def test_books_of_the_great_old_one_still_work() -> None:
    """Absorb is a book of the Shoggoth, Seek and Destroy one of the Hunting Horror; neither needs the ability."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1, "shoggoth": 1, "deep_one": 1}, "CC": {"elder_thing": 1}}, books={"GC": ["absorb"]}
    )
    battle.play(("battle/pre_battle/GC", "absorb"))


@pytest.mark.parametrize("minded", [True, False])
def test_the_harbinger_is_not_offered(minded: bool) -> None:
    """Nyarlathotep's."""
    enemy = {"cthulhu": 1, "elder_thing" if minded else "deep_one": 1}
    battle = Skirmish({"CC": {"nyarlathotep": 1, "hunting_horror": 1}, "GC": enemy}, books={"CC": ["madness"]})
    battle.play(("battle/pre_battle/GC", [])) if "battle/pre_battle/GC" in battle.open_keys else None
    battle.roll(CC=[6, 1, 1], GC=[1] * battle.dice("GC"))
    battle.play(("battle/kill/GC", {"GC.cthulhu.1": ["kill"]}))
    assert ("battle/kills_assigned/CC" in battle.open_keys) is not minded


@pytest.mark.parametrize("minded", [True, False])
def test_eternal_is_not_offered(minded: bool) -> None:
    """Rhan Tegoth's."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "CC": {"elder_thing" if minded else "flying_polyp": 2}})
    battle.roll(WW=[1, 1, 1], CC=[6, *[1] * (battle.dice("CC") - 1)])
    assert ("battle/kills_assigned/WW" in battle.open_keys) is not minded


@pytest.mark.holds("hastur: Vengeance")
@pytest.mark.parametrize("minded", [True, False])
def test_vengeance_is_none(minded: bool) -> None:
    """Hastur's: the owner assigns after all."""
    battle = Skirmish({"YS": {"hastur": 1}, "CC": {"nightgaunt": 1, "elder_thing" if minded else "flying_polyp": 1}})
    battle.roll(YS=[6, *[1] * (battle.dice("YS") - 1)], CC=[1] * battle.dice("CC"))
    (kill,) = (item.prompt for item in battle.session.prompts if item.prompt.key == "battle/kill/CC")
    assert kill.who == ("CC" if minded else "YS")


@pytest.mark.parametrize("minded", [True, False])
def test_snakebite_of_an_independent_one_is_none(minded: bool) -> None:
    """Independent ones too."""
    enemy = {"elder_thing": 1} if minded else {"flying_polyp": 1}
    battle = Skirmish({"CC": {**enemy, "nightgaunt": 1}, "GC": {"yig": 1, "acolyte": 1}})
    battle.roll(CC=[6, *[1] * (battle.dice("CC") - 1)], GC=[1, 1])
    battle.play(("battle/kill/GC", {"GC.acolyte.1": ["kill"]}))
    assert ("battle/more_kills/GC" in battle.open_keys) is not minded


def evening(*, here: str) -> Evening:
    """Great Cthulhu attacks Crawling Chaos; Black Goat has an Elder Thing somewhere."""
    game = Evening("GC", "CC", "BG", neutral=["elder_thing"], first="GC")
    game.state.record(CardTaken("BG", "elder_thing", "BG", 0, 0))
    game.correct(BG_elder_thing=1, GC_cthulhu=1, GC_power=9, CC_nightgaunt=2)
    game.take_first("book")
    game.fight("GC", "europe", "CC", ["GC.cthulhu.1"], ["CC.nightgaunt.1", "CC.nightgaunt.2"])
    game.play(("battle/mind_control/BG", here))
    return game


@pytest.mark.holds("elder_thing.battle_begins")
def test_the_elder_thing_of_somebody_else_is_asked_for() -> None:
    """It need not be in the battle: in its area is enough. Declined, nothing is changed."""
    assert evening(here="yes").key == "battle/roll/GC"
    assert evening(here="no").key == "battle/pre_battle/GC"


def test_nobody_is_asked_without_a_great_old_one() -> None:
    """It does nothing to others."""
    game = Evening("GC", "CC", "BG", neutral=["elder_thing"], first="GC")
    game.state.record(CardTaken("BG", "elder_thing", "BG", 0, 0))
    game.correct(BG_elder_thing=1, GC_deep_one=1, GC_power=9, CC_nightgaunt=1)
    game.fight("GC", "europe", "CC", ["GC.deep_one.1"], ["CC.nightgaunt.1"])
    assert game.key == "battle/roll/GC"


@pytest.mark.holds("bokrug.battle_ends", "bokrug: Ghosts of Ib")
def test_bokrug_with_an_elder_thing_does_not_wait_on_his_card() -> None:
    """Ghosts of Ib: an Elder Thing in his area takes that away; Killed, his card is everybody's again."""
    for enemy, free in (("elder_thing", True), ("flying_polyp", False)):
        battle = Skirmish({"GC": {"bokrug": 1}, "CC": {enemy: 2}})
        battle.roll(GC=[1], CC=[6, *[1] * (battle.dice("CC") - 1)])
        assert ("bokrug" not in battle.state.factions["GC"].loyalty) is free


@pytest.mark.holds("ithaqua: Ferox")
def test_ferox_may_be_off() -> None:
    """Ithaqua's: the companion does not see whether an Elder Thing is with him, so it says so and refuses nothing."""
    game = Evening("GC", "WW", "BG", "CC", neutral=["elder_thing"], first="GC", starts={"WW": "antarctica"})
    game.correct(WW_ithaqua=1, GC_deep_one=1)
    game.play(("action/GC", "capture"))
    (windwalker,) = (o for o in game.prompt.options if o.id == "WW")  # type: ignore[attr-defined]
    assert windwalker.refused == "Only a Great Old One can capture its Cultists now."
    game = Evening("GC", "WW", "BG", "CC", neutral=["elder_thing"], first="GC", starts={"WW": "antarctica"})
    game.state.record(CardTaken("GC", "elder_thing", "GC", 0, 0))
    game.correct(WW_ithaqua=1, GC_deep_one=1, GC_elder_thing=1)
    game.play(("action/GC", "capture"))
    (windwalker,) = (o for o in game.prompt.options if o.id == "WW")  # type: ignore[attr-defined]
    assert not windwalker.refused
    assert "Elder Thing" in windwalker.detail


@pytest.mark.holds("tulzscha: Undying Flame")
@pytest.mark.parametrize(("here", "doom"), [("yes", 0), ("no", 1)])
def test_undying_flame_is_out(here: str, doom: int) -> None:
    """Tulzscha's: asked, where an enemy has an Elder Thing."""
    game = Evening("GC", "CC", "BG", neutral=["elder_thing", "tulzscha"], first="GC")
    game.state.record(CardTaken("BG", "elder_thing", "BG", 0, 0))
    game.state.record(CardTaken("GC", "tulzscha", "GC", 0, 0))
    game.correct(BG_elder_thing=1, GC_tulzscha=1, CC_doom=5)
    game.pass_all()
    game.play(("gather_power", True), ("mind_control/tulzscha", here))
    assert game["GC"].doom == doom


@pytest.mark.holds("ubbo_sathla: Hell's Banquet")
@pytest.mark.parametrize("here", ["yes", "no"])
def test_hells_banquet_is_out(here: str) -> None:
    """Ubbo-Sathla's: asked, where an enemy has an Elder Thing and she is on the map."""
    game = Evening("TT", "CC", "BG", neutral=["elder_thing"], first="TT")
    game.state.record(CardTaken("BG", "elder_thing", "BG", 0, 0))
    game.correct(BG_elder_thing=1)
    game.state.factions["TT"].marks["awakened"] = 1
    game.correct(TT_ubbo_sathla=1)
    game.pass_all()
    while game.key != "mind_control/ubbo_sathla":
        assert game.key != "hells_banquet/roll", "she is asked for first"
        game.answer(True if game.key == "gather_power" else "1" if "direction" in game.key else game.options()[0])
    game.answer(here)
    assert (game.key == "hells_banquet/roll") is (here == "no")


def test_actions_of_great_old_ones_say_so() -> None:
    """Avatar: who has it sees that it may not be used with an enemy's Elder Thing."""
    game = Evening("BG", "CC", "YS", neutral=["elder_thing"], first="BG")
    game.correct(BG_shub_niggurath=1)
    game.take_first("book")
    said = "Not with an enemy's Elder Thing there"
    (avatar,) = (o for o in game.prompt.options if o.id == "avatar")  # type: ignore[attr-defined]
    assert said not in avatar.detail
    game.state.record(CardTaken("CC", "elder_thing", "CC", 0, 0))
    game.correct(CC_elder_thing=1)
    (avatar,) = (o for o in game.prompt.options if o.id == "avatar")  # type: ignore[attr-defined]
    assert said in avatar.detail


def test_requires_attention_says_so() -> None:
    """An Elder God counts as a Great Old One (reference 6, BB): Bastet's own Ritual is none with an Elder Thing."""
    game = Evening("BB", "CC", "YS", neutral=["elder_thing"], first="BB")
    game.correct(BB_bastet=1)
    game.take_first("book")
    game.state.record(CardTaken("CC", "elder_thing", "CC", 0, 0))
    game.correct(CC_elder_thing=1)
    game.to_doom_phase()
    game.until("doom_phase/BB")
    assert game.option("requires_attention").detail.endswith("Not with an enemy's Elder Thing there")
    game.correct(CC_elder_thing=0)
    assert "Elder Thing" not in game.option("requires_attention").detail
