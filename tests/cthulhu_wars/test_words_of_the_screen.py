"""What a screen says in the words of the rulebook, and in whole questions."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.table.prompts import Assign, Tell
from companion.table.session import new_session
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_faction_actions import with_books
from tests.test_vocabulary import TITLE


def test_spellbooks_and_elder_signs_have_their_whole_names() -> None:
    """They were *Books* and *Signs* on a player's page."""
    view = new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app", "direction": 1}).view
    for player in view.players:
        assert [counter.label for counter in player.small[:3]] == ["Spellbooks", "Gates", "Elder Signs"]


@pytest.mark.parametrize(("unit", "name"), [("acolyte", "Acolyte"), ("nightgaunt", "Nightgaunt")])
def test_a_unit_that_retreats_alone_is_asked_about_by_a_question(unit: str, name: str) -> None:
    """It ended with three dots, as if something were cut."""
    battle = Skirmish({"GC": {"starspawn": 1}, "CC": {unit: 1}})
    battle.roll(GC=[4, 1, 1])
    battle.play(("battle/near/GC", []))
    assert battle.prompt("battle/retreat/CC").title == f"{name}: retreat where?"


def test_the_keeper_of_a_gate_that_retreats_is_told_from_the_others() -> None:
    battle = Skirmish({"GC": {"starspawn": 1}, "CC": {"acolyte": 1}})
    battle.battle.figure("CC.acolyte.1").on_gate = True
    battle.roll(GC=[4, 1, 1])
    battle.play(("battle/near/GC", []))
    assert battle.prompt("battle/retreat/CC").title == "Acolyte (Gate): retreat where?"


def test_units_that_take_a_curse_are_shown_by_their_drawings() -> None:
    """They were single letters on the screen."""
    game = with_books(Evening("OW", "YS", "GC", starts={"OW": "antarctica"}, first="OW"), "OW", "dread_curse")
    game.correct(OW_abomination=2, OW_spawn_of_yog_sothoth=1, YS_undead=1)
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "europe"), ("dread_curse/whom", ["YS"]))
    game.play(("dread_curse/roll", [6, 5, 1]), ("battle/pieces/YS", ["YS.acolyte.1", "YS.acolyte.2", "YS.undead.1"]))
    assert isinstance(game.prompt, Assign)
    units = ("acolyte", "acolyte", "undead")
    assert [piece.symbol for piece in game.prompt.pieces] == [symbol("YS", unit) for unit in units]


def test_a_header_says_who_suffers_kills_and_pains() -> None:
    """“Black Goat: 1 Kill” did not say whether she deals it; nor where an enemy picks."""
    battle = Skirmish({"GC": {"starspawn": 1}, "BG": {"acolyte": 1, "ghoul": 2}})
    battle.roll(GC=[6, 4, 4])
    assert battle.prompt("battle/kill/BG").title == "Black Goat suffers 1 Kill"
    battle.play(("battle/kill/BG", {"BG.acolyte.1": ["kill"]}))
    assert "battle/pain/BG" not in battle.open_keys, "both Ghouls"
    battle = Skirmish({"OW": {"mutant": 1, "abomination": 2}, "GC": {"starspawn": 2}})
    battle.roll(OW=[1] * battle.dice("OW"), GC=[4, 4, 1, 1, 1, 1])
    title = battle.prompt("battle/pain/OW").title
    assert title == "Opener of the Way suffers 2 Pains"
    assert len(title.replace("2", "10")) <= TITLE


@pytest.mark.parametrize("topic", ["setup", "battle"])
def test_the_help_says_that_places_of_units_are_not_kept(topic: str) -> None:
    """The map looked as if it followed the pieces, and nothing said that it does not."""
    assert "but not where they stand" in CTHULHU_WARS.help(topic)


def test_that_help_stands_beside_the_first_board() -> None:
    game = Evening("GC", "CC", "BG", "YS")
    game.session.undo()
    assert (game.key, game.prompt.rule) == ("setup/board", "setup")


def test_the_page_of_both_sides_says_who_suffers_kills_and_pains() -> None:
    """“1 Kill” beside a sigil did not say whether that faction deals it."""
    battle = Skirmish({"GC": {"starspawn": 1, "acolyte": 2}, "CC": {"acolyte": 2, "hunting_horror": 1}})
    battle.roll(GC=[6, 6, 4], CC=[6, 5])
    assert battle.prompt("battle/kill/CC").brief == "suffers 2 Kills"
    assert battle.prompt("battle/kill/GC").brief == "suffers 1 Kill"


def test_a_unit_that_would_leave_its_gate_says_so_as_a_consequence() -> None:
    """“The Gate is abandoned.” read as if it were so already."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"))
    assert game.option("south_pacific").detail == "The Gate will be abandoned."


@pytest.mark.parametrize("other", ["TT", "YS"])
def test_openers_token_is_laid_out_only_beside_tcho_tcho(other: str) -> None:
    """The line began “If Tcho-Tcho also plays”, also where she did not."""
    game = Evening("OW", other, "GC", starts={"OW": "antarctica"}, first="OW")
    game.session.undo()
    assert isinstance(game.prompt, Tell)
    told = [line for line in game.prompt.lines if "faction token in your start area" in line]
    assert bool(told) == (other == "TT")
    assert not any("also plays" in line for line in game.prompt.lines)
