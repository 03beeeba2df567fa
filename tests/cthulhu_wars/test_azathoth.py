"""Azathoth, the independent Great Old One: his price, his marker, and what kills him (reference 7: RB errata card)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.games.cthulhu_wars.model.roster import card
from companion.table.prompts import Roll
from tests.cthulhu_wars.again import each_turn_again
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening

AZATHOTH = "azathoth_free"


def to_awaken(*others: str, power: int = 9) -> Evening:
    """Crawling Chaos with Nyarlathotep at a Gate, and so much Power."""
    game = Evening("CC", *(others or ("BG", "YS")), neutral=[AZATHOTH], first="CC")
    game.correct(CC_nyarlathotep=1, CC_power=power)
    game.take_first("book")
    return game


def test_he_needs_8_power() -> None:
    """Needs 8 Power."""
    assert to_awaken(power=7).refusal(f"awaken/{AZATHOTH}") == "Azathoth needs 8 Power."
    assert to_awaken(power=8).refusal(f"awaken/{AZATHOTH}") == ""


def awakened(game: Evening, die: int, **faces: int) -> Evening:
    """He is awakened with this die, and the enemies show these faces."""
    game.play(("action/CC", f"awaken/{AZATHOTH}"), ("azathoth/price", [die]))
    game.play(*((f"azathoth/face/{code}", face) for code, face in faces.items()))
    return game


def test_awakened_enemies_show_dice_and_his_marker_goes_to_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reference 7, Azathoth, Awaken (2) to (4), and D68: a die and 2 are lost, 9 - (4 + 2); each enemy gains what it
    shows, the lowest loses 2 Doom; the marker goes to the sum of their faces."""
    each_turn_again(monkeypatch)
    game = to_awaken("BG", "YS", "GC")
    game.correct(BG_power=1, YS_power=2, GC_power=3, BG_doom=5, YS_doom=5, GC_doom=5)
    awakened(game, 4, BG=6, YS=2, GC=3)
    assert (game["CC"].power, game["CC"].marks["azathoth"], game["CC"].in_play[AZATHOTH]) == (3, 6 + 2 + 3, 1)
    assert [(game[code].power, game[code].doom) for code in ("BG", "YS", "GC")] == [(7, 5), (4, 3), (6, 5)]
    assert "Crawling Chaos: Azathoth: rolled 4, 6 Power" in game.log()
    assert "Black Goat: Azathoth: shows 6" in game.log()


def test_azathoth_takes_up_to_2_doom_of_all_who_show_the_lowest() -> None:
    """Reference 7, Azathoth, Awaken (3): all of them, if several; nobody's Doom goes below 0."""
    game = to_awaken("BG", "YS", "GC")
    game.correct(BG_doom=1, YS_doom=5, GC_doom=5)
    awakened(game, 1, BG=2, YS=2, GC=5)
    assert [game[code].doom for code in ("BG", "YS", "GC")] == [0, 3, 5]


def test_what_enemies_show_for_azathoth_is_secret_until_all_have_chosen() -> None:
    """Reference 7, Azathoth, Awaken (3): all are shown at the same time. Until then nothing is gained or logged."""
    game = to_awaken()
    game.correct(BG_power=1, BG_doom=5)
    awakened(game, 1, BG=4)
    assert [item.prompt.secret for item in game.session.prompts] == [True]
    assert (game["BG"].power, game["BG"].doom) == (1, 5)
    assert not [line for line in game.log() if "shows" in line]


@pytest.mark.parametrize(("reading", "marker"), [("printed", 5), ("other", 5 + 4), ("die", 4 + 2)])
def test_d68_where_the_marker_of_azathoth_goes(reading: str, marker: int) -> None:
    """D68: the sum of the enemies' faces (printed); with the awakener's die; or the number of the Azathoth die."""
    game = Evening("CC", "BG", "YS", neutral=[AZATHOTH], first="CC", options={"D68": reading})
    game.correct(CC_nyarlathotep=1, CC_power=9)
    game.take_first("book")
    awakened(game, 4, BG=2, YS=3)
    assert game["CC"].marks["azathoth"] == marker


def test_lavinia_does_not_make_him_cheaper() -> None:
    """It is a loss, not a cost: Lavinia Whateley takes nothing off it."""
    game = Evening("CC", "BG", "YS", neutral=[AZATHOTH, "high_priests", "unique_priests"], first="CC")
    game.correct(CC_nyarlathotep=1, CC_power=12)
    game.take_first("book")
    game.play(("action/CC", "recruit/unique"))
    game.play((game.key, "lavinia_whateley"))
    game.pass_others("CC")
    awakened(game, 1, BG=1, YS=2)
    assert game["CC"].power == 12 - 3 - 3
    assert game["CC"].in_play["lavinia_whateley"] == 1


def test_with_daemon_sultan_it_is_the_same_marker() -> None:
    """Daemon Sultan, rulings: the marker can also be moved by awakening the independent Azathoth; the prices and the
    Combat of Thesis and Antithesis follow."""
    game = to_awaken("DS", "YS")
    awakened(game, 1, DS=1, YS=2)
    assert game["DS"].marks["azathoth"] == 3
    assert "azathoth" not in game["CC"].marks


def test_antithesis_costs_nothing_where_the_marker_stands_above_8() -> None:
    """Reference 7, Azathoth: the marker may stand above 8. Antithesis is 8 minus the marker, and no number is below 0
    (battle reference: a total is at least 0)."""
    game = to_awaken("DS", "YS")
    awakened(game, 1, DS=6, YS=6)
    assert game["DS"].marks["azathoth"] == 12
    game.correct(DS_azathoth=11)
    antithesis = next(a for a in card("DS").awakenings if a.unit == "avatar_antithesis")
    assert antithesis.price(game.state, "DS") == 0


def in_battle(marker: int) -> Evening:
    """He fights two Deep Ones in Europe, with his marker so far."""
    game = Evening("CC", "GC", "YS", neutral=[AZATHOTH], first="CC")
    game.state.record(CardTaken("CC", AZATHOTH, "CC", 0, 0))
    game.correct(CC_azathoth_free=1, CC_azathoth=marker, GC_deep_one=2, CC_nightgaunt=1)
    while game.key != "action/CC":
        game.answer("1" if "direction" in game.key else game.options()[0] if "book" in game.key else "pass")
    return game


def fought(game: Evening, *faces: int, nightgaunt: bool = False) -> Evening:
    """Crawling Chaos attacks, and Great Cthulhu's dice fall so."""
    marker = game["CC"].marks["azathoth"]
    here = [f"CC.{AZATHOTH}.1", *(["CC.nightgaunt.1"] if nightgaunt else [])]
    game.fight("CC", "europe", "GC", here, ["GC.deep_one.1", "GC.deep_one.2"])
    game.decline("battle/pre_battle")
    game.play(("battle/roll/CC", [1] * marker), ("battle/roll/GC", list(faces)))
    return game


def test_his_combat_is_where_the_marker_stands() -> None:
    """Combat: position of the Azathoth marker on the Doom track."""
    game = in_battle(5)
    game.fight("CC", "europe", "GC", [f"CC.{AZATHOTH}.1"], ["GC.deep_one.1"])
    assert isinstance(game.prompt, Roll)
    assert game.prompt.dice == 5


def test_a_kill_lowers_the_marker_by_a_die() -> None:
    """Killed only when his marker reaches 0: an assigned Kill lowers it by a die. 6 - 4; he stays where he is."""
    game = fought(in_battle(6), 6, 1)
    game.play(("azathoth/struck", [4]))
    assert (game["CC"].marks["azathoth"], game["CC"].in_play[AZATHOTH]) == (2, 1)
    assert "Crawling Chaos: Azathoth: rolled 4, his marker is on 2" in game.log()
    assert game.key == "battle/board"


def test_at_0_he_is_killed_and_the_card_is_everybodys_again() -> None:
    """Killed: card and figure go back to the common pool."""
    game = fought(in_battle(4), 6, 1)
    game.play(("azathoth/struck", [4]))
    assert (game["CC"].marks["azathoth"], game["CC"].in_play[AZATHOTH]) == (0, 0)
    game.answer(True)
    assert AZATHOTH in game.state.neutral


def test_one_kill_a_battle() -> None:
    """Two Kills against him alone: one die."""
    game = fought(in_battle(8), 6, 6)
    game.play(("azathoth/struck", [3]))
    assert (game["CC"].marks["azathoth"], game.key) == (5, "battle/board")


def test_a_pain_that_cannot_be_taken_counts_as_a_kill() -> None:
    """With nowhere to go the marker is lowered by a die, and he stays."""
    game = fought(in_battle(6), 4, 1)
    near = [o.id for o in game.prompt.options]  # type: ignore[attr-defined]
    game.play(("battle/near/GC", near), ("azathoth/struck", [2]))
    assert (game["CC"].marks["azathoth"], game["CC"].in_play[AZATHOTH]) == (4, 1)
    assert game.key == "battle/board"


def test_a_pain_that_he_takes_lowers_nothing() -> None:
    """He retreats like others."""
    game = fought(in_battle(6), 4, 1)
    game.play(("battle/near/GC", []))
    game.answer(game.prompt.any_answer(Random(1)))
    assert game["CC"].marks["azathoth"] == 6


def test_the_marker_can_be_put_right() -> None:
    """The board is the truth: it is a number of the ledger, and tapped like others."""
    game = in_battle(6)
    (player,) = (p for p in game.session.view.players if p.id == "CC")
    assert [c.value for c in player.small if c.key == "CC.azathoth"] == [6]
    game.correct(CC_azathoth=7)
    assert game["CC"].marks["azathoth"] == 7


def test_without_a_marker_the_table_says_his_dice() -> None:
    """In a Quick Battle nobody has told where it stands: his dice are asked for, and so is what a Kill leaves."""
    battle = Skirmish({"CC": {AZATHOTH: 1}, "GC": {"deep_one": 2}})
    battle.play((f"battle/dice/CC/{AZATHOTH}", 3)).roll(CC=[1, 1, 1], GC=[6, 1])
    battle.play(("azathoth/struck", [3]))
    assert battle.in_play("CC") == {}


def test_a_kill_that_the_harbinger_is_paid_for_still_strikes_him() -> None:
    """Crawling Chaos, The Harbinger: it pays for a Great Old One that takes results, which stay. Paid for Azathoth, his
    Kill was forgotten."""
    battle = Skirmish({"GC": {AZATHOTH: 1}, "CC": {"nyarlathotep": 1, "flying_polyp": 2}})
    battle.play((f"battle/dice/GC/{AZATHOTH}", 3)).roll(GC=[1, 1, 1], CC=[6, 1])
    battle.play(("battle/kills_assigned/CC", ["harbinger_kill"]), ("battle/harbinger", ["power"]))
    battle.play(("azathoth/struck", [3]))
    assert battle.in_play("GC") == {}
