"""Neutral Terrors that look at Gates and at who comes next to them: the Hound of Tindalos, The Shadow Pharaoh and the
Cacodemon (reference 7)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.table.prompts import Place, Tell
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening

HOUND = "hound_of_tindalos"
PHARAOH = "shadow_pharaoh"


def battle(
    card: str, owner: str, gc: list[str], cc: list[str], area: str = "europe", gate: str = "", **numbers: int
) -> Evening:
    """Great Cthulhu attacks Crawling Chaos in an area, which may have a Gate elsewhere, and the dice are open."""
    game = Evening("GC", "CC", "BG", neutral=[card], first="GC")
    game.state.record(CardTaken(owner, card, owner, 0, 0))
    game.correct(**{f"{owner}_{card}": 1}, GC_power=9, **numbers)
    if gate:
        game.session.interject("gate")
        game.play(("gate/area", gate), ("gate/owner", "CC"))
    game.take_first("book")
    game.fight("GC", area, "CC", gc, cc)
    game.decline("battle/pre_battle")
    return game


def rolled(game: Evening, gc: list[int], cc: list[int]) -> Evening:
    for side, faces in (("GC", gc), ("CC", cc)):
        if faces:
            game.play((f"battle/roll/{side}", faces))
    return game


# -- Hound of Tindalos: Angles of Time ---------------------------------------------------------------------------------


def hound(area: str, gc: list[int], gate: str = "") -> Evening:
    """The Hound of Crawling Chaos fights a Starspawn."""
    game = battle(HOUND, "CC", ["GC.starspawn.1"], [f"CC.{HOUND}.1"], area, gate, GC_starspawn=1)
    return rolled(game, gc, [1, 1, 1, 1])


def test_the_hound_stays_where_a_gate_is() -> None:
    """Angles of Time: Asia has one."""
    game = hound("asia", [1, 1, 1])
    assert (game.key, game["CC"].in_play[HOUND]) == ("battle/board", 1)


def test_the_hound_is_eliminated_in_an_area_without_a_gate() -> None:
    """Angles of Time: Eliminated whenever it is in an area without a Gate."""
    game = hound("europe", [1, 1, 1])
    assert (game.key, game["CC"].in_play[HOUND]) == ("battle/board", 0)


@pytest.mark.holds("hound_of_tindalos.battle_ends")
def test_the_hound_that_retreats_to_an_area_without_a_gate_is_eliminated() -> None:
    """The same where it has come by a Pain; with a Gate there it lives."""
    to = ""
    for gate in (False, True):
        game = hound("asia", [4, 1, 1], to)
        game.play(("battle/near/GC", []))
        assert isinstance(game.prompt, Place)
        to = to or next(o.id for o in game.prompt.pieces[0].areas if o.id not in game.state.gates)
        game.play(("battle/retreat/CC", {f"CC.{HOUND}.1": to}))
        assert (game.key, game["CC"].in_play[HOUND]) == ("battle/board", int(gate))


def test_the_last_page_takes_the_hound_from_where_it_went() -> None:
    """Battle reference 5: what leaves the board is told from where it is, not from where the battle was."""
    game = hound("asia", [4, 1, 1])
    game.play(("battle/near/GC", []))
    assert isinstance(game.prompt, Place)
    to = next(o.id for o in game.prompt.pieces[0].areas if o.id not in game.state.gates)
    game.play(("battle/retreat/CC", {f"CC.{HOUND}.1": to}))
    where = game.state.board.areas[to].name
    assert isinstance(game.prompt, Tell)
    assert game.prompt.lines[-1] == f"Return Crawling Chaos Hound of Tindalos from {where} to the Pool"
    assert not game["CC"].seen.get(to, {}).get(HOUND)


@pytest.mark.parametrize("gates", [{}, {"europe": "GC"}])
def test_a_quick_battle_says_that_the_hound_needs_a_gate(gates: dict[str, str]) -> None:
    """Angles of Time: whether a Gate is there a Quick Battle does not know, but for what its set-up says."""
    fought = Skirmish({"GC": {"starspawn": 1}, "CC": {HOUND: 1}}, gates=gates)
    fought.roll(GC=[1, 1, 1], CC=[1, 1, 1, 1])
    page = fought.prompt("battle/board")
    assert isinstance(page, Tell)
    said = "Crawling Chaos: if no Gate is where Hound of Tindalos is, return it to the Pool"
    assert (said in page.lines) is not bool(gates)
    assert fought.in_play("CC") == {HOUND: 1}


def test_the_hound_that_cannot_be_pained_is_eliminated() -> None:
    """Angles of Time: ... or cannot be Pained; of two pieces with nowhere to go the Hound is lost besides the one that
    is picked."""
    game = battle(
        HOUND, "CC", ["GC.starspawn.1"], [f"CC.{HOUND}.1", "CC.nightgaunt.1"], "asia", GC_starspawn=1, CC_nightgaunt=1
    )
    rolled(game, [4, 4, 1], [1, 1, 1, 1])
    near = [o.id for o in game.prompt.options]  # type: ignore[attr-defined]
    game.play(("battle/near/GC", near), ("battle/nowhere/CC", "CC.nightgaunt.1"))
    assert (game["CC"].in_play[HOUND], game["CC"].in_play["nightgaunt"]) == (0, 0)


def test_a_hound_whose_gate_is_gone_is_eliminated_at_any_moment() -> None:
    """Whenever it is in an area without a Gate: the players see it."""
    game = Evening("GC", "CC", "BG", neutral=[HOUND], first="GC")
    game.state.record(CardTaken("CC", HOUND, "CC", 0, 0))
    assert "hound/CC" not in [o.id for o in game.session.interjections]
    game.correct(CC_hound_of_tindalos=1)
    game.session.interject("hound/CC")
    assert (game["CC"].in_play[HOUND], game.key) == (0, "action/GC")


def test_the_hound_goes_along() -> None:
    """Cronophage: free, so nothing is counted; it is said where a Move is paid."""
    game = Evening("GC", "CC", "BG", neutral=[HOUND], first="GC")
    game.state.record(CardTaken("GC", HOUND, "GC", 0, 0))
    game.correct(GC_hound_of_tindalos=1)
    move = next(o for o in game.prompt.options if o.id == "move/1")  # type: ignore[attr-defined]
    assert "The Hound may follow from one Gate to another for free" in move.detail


# -- The Shadow Pharaoh: Hebephrenia -----------------------------------------------------------------------------------


def pharaoh() -> Evening:
    """Great Cthulhu has the card; The Shadow Pharaoh is in the pool."""
    game = Evening("GC", "CC", "BG", neutral=[PHARAOH], first="GC")
    game.state.record(CardTaken("GC", PHARAOH, "GC", 0, 0))
    game.correct(GC_power=9)
    return game


def test_whoever_is_on_the_gate_leaves_it_as_the_pharaoh_is_summoned() -> None:
    """Hebephrenia: when it comes whoever is on the Gate leaves it; it is summoned at a Gate one controls."""
    game = pharaoh()
    game.play(("action/GC", f"summon/{PHARAOH}"))
    assert (game["GC"].power, game["GC"].in_play[PHARAOH], game.state.gates["south_pacific"]) == (5, 1, None)


def test_of_several_gates_one_says_where_the_pharaoh_comes() -> None:
    """It is asked for only where it matters."""
    game = pharaoh()
    game.session.interject("gate")
    game.play(("gate/area", "europe"), ("gate/owner", "GC"))
    game.play(("action/GC", f"summon/{PHARAOH}"), ("shadow_pharaoh/GC", "europe"))
    assert (game.state.gates["south_pacific"], game.state.gates["europe"]) == ("GC", None)


def test_the_pharaohs_card_does_the_same() -> None:
    """It comes at a Gate that its player controls."""
    game = Evening("GC", "CC", "BG", neutral=[PHARAOH], first="GC")
    game.correct(GC_doom=5)
    game.to_doom_phase()
    game.until("doom_phase/GC", first=True)
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", PHARAOH))
    assert (game["GC"].in_play[PHARAOH], game.state.gates["south_pacific"]) == (1, None)


def test_the_pharaoh_may_move_to_a_gate_of_anybody() -> None:
    """Asked after a Move of its player; declined, nothing happens."""
    for answer, owner in ((["asia"], None), ([], "CC")):
        game = pharaoh()
        game.correct(GC_shadow_pharaoh=1)
        game.play(("action/GC", "move/1"), ("shadow_pharaoh/GC", answer))
        assert game.state.gates["asia"] == owner


# -- Cacodemon: Cosmic Terror ------------------------------------------------------------------------------------------


def cacodemon(owner: str, cc: list[str], **numbers: Any) -> Evening:
    """Great Cthulhu pains all of Crawling Chaos in Europe."""
    game = battle("cacodemon", owner, ["GC.starspawn.1"], cc, GC_starspawn=1, **numbers)
    rolled(game, [4] * len(cc) + [1] * (3 - len(cc)), [])
    if game.key == "battle/roll/CC":
        game.answer([1] * game.prompt.dice)  # type: ignore[attr-defined]
    return game


def refusals(game: Evening, piece: str) -> dict[str, str]:
    assert isinstance(game.prompt, Place), game.key
    (placing,) = (p for p in game.prompt.pieces if p.id == piece)
    return {o.id: o.refused for o in placing.areas}


def test_nobody_is_pained_into_the_cacodemons_area() -> None:
    """Cosmic Terror: enemy units cannot be Pained into its area."""
    game = cacodemon("BG", ["CC.nightgaunt.1"], CC_nightgaunt=1)
    near = [o.id for o in game.prompt.options]  # type: ignore[attr-defined]
    game.play(("battle/near/cacodemon", [near[0]]), ("battle/near/GC", []))
    refused = refusals(game, "CC.nightgaunt.1")
    assert [area for area, why in refused.items() if why] == [near[0]]
    assert refused[near[0]] == "The Cacodemon is there."
    (there,) = (o for o in game.prompt.pieces[0].areas if o.id == near[0])  # type: ignore[attr-defined]
    assert (there.refused_by, there.refused_word) == ("BG", "Cacodemon"), "the map says it beside the area"


@pytest.mark.parametrize(("units", "said"), [(["nightgaunt"], True), (["nightgaunt", "nyarlathotep"], False)])
def test_the_cacodemon_is_said_where_the_table_keeps_the_places(units: list[str], said: bool) -> None:
    """Cosmic Terror, with retreats left to the table: said, but where a Great Old One goes along."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "CC": dict.fromkeys(units, 1)},
        others=["BG"],
        in_play={"BG": {"cacodemon": 1}},
        options={"places": "table"},
    )
    battle.roll(GC=[4, 4, 1])
    text = battle.prompt("battle/retreat/by_hand/CC").text
    assert ("Not into the area of the Cacodemon (Black Goat)." in text) is said


def test_the_cacodemon_may_be_elsewhere() -> None:
    """Declined, every way is open."""
    game = cacodemon("BG", ["CC.nightgaunt.1"], CC_nightgaunt=1)
    game.play(("battle/near/cacodemon", []), ("battle/near/GC", []))
    assert not any(refusals(game, "CC.nightgaunt.1").values())


def test_ones_own_cacodemon_and_that_of_the_enemy_are_not_asked_for() -> None:
    """It stops enemies only; where the enemy's is, an enemy unit stops a retreat anyway."""
    for owner in ("CC", "GC"):
        game = cacodemon(owner, ["CC.nightgaunt.1"], CC_nightgaunt=1)
        assert game.key == "battle/near/GC"


def test_great_old_ones_and_who_goes_with_one_come_through() -> None:
    """Unless they are GOOs or come with one."""
    game = cacodemon("BG", ["CC.nightgaunt.1", "CC.nyarlathotep.1"], CC_nightgaunt=1, CC_nyarlathotep=1)
    assert game.key == "battle/near/GC"


def test_all_ways_blocked_by_it_is_nowhere_to_go() -> None:
    """No legal area: the unit is Eliminated."""
    game = cacodemon("BG", ["CC.nightgaunt.1"], CC_nightgaunt=1)
    near = [o.id for o in game.prompt.options]  # type: ignore[attr-defined]
    game.play(("battle/near/cacodemon", [near[0]]), ("battle/near/GC", near[1:]))
    assert game["CC"].in_play["nightgaunt"] == 0
