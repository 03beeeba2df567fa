"""Pieces that fight for another faction are called by their own player's card (reference 7, one source)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.battle import retreat
from companion.games.cthulhu_wars.facts import PiecesJoined
from tests.cthulhu_wars.battles import Skirmish

GUEST = "GC.starspawn.crawford.1"
"""Great Cthulhu's, and no kind of Black Goat's, for which it fights."""


def with_a_guest(**books: list[str]) -> Skirmish:
    """Crawford Tillinghast has called a Starspawn for Black Goat, which Crawling Chaos attacks."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "BG": {"ghoul": 1}}, books={"CC": [], "BG": [], **books})
    battle.state.record(PiecesJoined((GUEST,), side="BG"))
    return battle


def test_invisibility_may_keep_out_a_guest() -> None:
    """Invisibility: one Monster or Cultist of either side."""
    battle = with_a_guest(CC=["invisibility"])
    battle.play(("battle/pre_battle/CC", "invisibility"))
    options = battle.prompt("battle/invisibility").options  # type: ignore[attr-defined]
    assert {option.id: option.label for option in options}[GUEST] == "Black Goat: Starspawn"
    battle.play(("battle/invisibility", GUEST))
    assert battle.battle.figure(GUEST).status == "exempt"


def test_a_guest_that_survives_having_nowhere_to_go_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Battle reference 2.5: one pained unit is Eliminated, if it can be."""
    battle = with_a_guest()
    monkeypatch.setattr(retreat, "survives", lambda *_: "Eternal")
    for _ in retreat.lose_one(battle.state, battle.battle, "BG", GUEST):
        raise AssertionError("nothing is asked")
    said = "Starspawn is not Eliminated although it cannot retreat (Eternal)"
    assert said in [fact.text() for fact in battle.state.facts]
