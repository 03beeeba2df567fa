"""What is often got wrong, said where it matters: each with the section of the reference that it comes from."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import Captured
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.view.help import TITLES
from companion.games.cthulhu_wars.view.reminders import MISTAKES
from tests.cthulhu_wars.evening import Evening


def said(game: Evening) -> list[str]:
    """What is said beside the open question."""
    return [reminder.text for reminder in CTHULHU_WARS.reminders(game.state, game.prompt)]


def at_ritual(game: Evening) -> None:
    game.to_doom_phase()
    game.until("doom_phase/", first=True)


def test_each_names_a_topic_of_the_rules() -> None:
    """Its source can be looked up under that name."""
    assert {mistake.topic for mistake in MISTAKES} <= set(TITLES)


def test_an_elder_sign_at_a_ritual_is_said_only_to_who_has_a_great_old_one() -> None:
    """Reference 3.3, item 4."""
    game = Evening("GC", "CC", "BG")
    at_ritual(game)
    assert said(game) == []
    game = Evening("GC", "CC", "BG")
    game.correct(GC_cthulhu=1)
    at_ritual(game)
    assert said(game) == [
        "A Ritual gives an Elder Sign for each of your own Great Old Ones, none for independent ones."
    ]


def test_instant_death_is_said_when_the_next_ritual_brings_it() -> None:
    """Reference 3.3, Instant Death."""
    game = Evening("GC", "CC", "BG")
    game.session.correct({"ritual": len(game.state.track) - 1})
    game.pass_all()
    game.answer(True)
    game.session.correct({f"{code}.power": 12 for code in ("GC", "CC", "BG")})
    game.until("doom_phase/", first=True)
    assert any("Instant Death" in text for text in said(game))


def test_captured_cultists_go_home_and_abandoned_gates_feed_everybody() -> None:
    """Reference 3.1, items 3 and 4: each where there is one."""
    game = Evening("GC", "CC", "BG")
    game.pass_all()
    assert said(game) == []
    game = Evening("GC", "CC", "BG")
    game.state.record(Captured("CC", "acolyte", "GC"))
    game.play(("action/GC", "abandon"))
    game.pass_all()
    assert len(said(game)) == 2


def test_that_a_requirement_does_not_decide_the_book() -> None:
    """Reference 3.7: the pairing is free."""
    game = Evening("GC", "CC", "BG")
    game.to_doom_phase()
    assert game.key.startswith("book/")
    assert said(game) == ["Whichever requirement you met, you may take any spellbook."]


@pytest.mark.parametrize("level", ["clerk", "scribe"])
def test_below_the_referee_nothing_of_it_is_said(level: str) -> None:
    """It goes with the level of help."""
    game = Evening("GC", "CC", "BG", options={"help": level})
    game.state.record(Captured("CC", "acolyte", "GC"))
    game.pass_all()
    assert said(game) == []
