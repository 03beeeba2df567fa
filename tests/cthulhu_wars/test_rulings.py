"""Points on which the printed sources differ are settings of the table (reference section 8)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.card_rulings import OF_CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.rulings import AT_SET_UP, COMMON, of_cards, ruling, rulings
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.cthulhu_wars.evening import Evening


def test_the_table_may_choose_each_of_them_before_the_game() -> None:
    session = new_session(CTHULHU_WARS, {"rulings": "ask"})
    at_once = rulings([f.code for f in FACTIONS.values() if not f.expansion])
    for key, point in at_once.items():
        prompt = session.prompts[0].prompt
        assert prompt.key == f"setup/ruling/{key}"
        assert [o["id"] for o in prompt.as_json()["options"]] == list(point.readings), "the printed rule comes first"
        session.answer(session.prompts[0].ticket, list(point.readings)[1])
    assert session.state.rulings == dict.fromkeys(at_once, "other")
    assert session.prompts[0].prompt.key == "setup/factions"


def test_what_the_set_up_names_is_not_asked_again() -> None:
    session = new_session(CTHULHU_WARS, {"rulings": "ask", "options": {"D2": "other"}})
    assert session.prompts[0].prompt.key == "setup/ruling/D3"


def test_without_asking_the_printed_rules_hold() -> None:
    session = new_session(CTHULHU_WARS, {})
    assert session.prompts[0].prompt.key == "setup/factions"
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"rulings": "yes"})


ALL = [(f.code, f.rulings) for f in FACTIONS.values() if f.rulings]


def changed(game: Evening, key: str) -> list[str]:
    """Say in mid-game that a point is read otherwise; return the lines of the log that came of it."""
    before = len(game.state.facts)
    game.session.interject("ruling")
    game.play(("ruling", key))
    assert isinstance(game.prompt, Choose)
    readings = [o.id for o in game.prompt.options]
    assert game.prompt.suggested == (ruling(game.state.rulings, key),)
    game.play((f"ruling/{key}", next(r for r in readings if r != ruling(game.state.rulings, key))))
    return [fact.text() for fact in game.state.facts[before:]]


@pytest.mark.parametrize("key", [key for key in COMMON if key not in AT_SET_UP])
def test_each_common_ruling_can_be_changed_in_mid_game(key: str) -> None:
    """Reference 8: each that is marked *option*, with a line in the log; undo takes it back."""
    game = Evening("GC", "CC", "BG")
    (line,) = changed(game, key)
    assert line == f"{COMMON[key].title}: {list(COMMON[key].readings.values())[1]}."
    assert ruling(game.state.rulings, key) == "other"
    game.session.undo(2)
    assert ruling(game.state.rulings, key) == "printed"


@pytest.mark.parametrize(("code", "key"), [(code, key) for code, points in ALL for key in points])
def test_each_ruling_of_a_faction_can_be_changed_in_mid_game(code: str, key: str) -> None:
    """The same for those of the factions that play; D44 is two factions' together."""
    game = Evening("GC" if code != "GC" else "CC", code, "YS" if code != "YS" else "CC")
    (line,) = changed(game, key)
    assert line.startswith(f"{FACTIONS[code].rulings[key].title}: ")
    assert ruling(game.state.rulings, key) != "printed"


CARDS = [(card, key) for card, points in OF_CARDS.items() for key in points]


@pytest.mark.parametrize(("card", "key"), CARDS)
def test_each_ruling_of_a_card_can_be_changed_where_the_card_is_in_use(card: str, key: str) -> None:
    """Reference 8 for the cards of section 7: those that are in use, whoever has them, and no others."""
    game = Evening("GC", "CC", "YS", neutral=[card])
    (line,) = changed(game, key)
    assert line.startswith(f"{OF_CARDS[card][key].title}: ")
    assert ruling(game.state.rulings, key) != "printed"


def test_rulings_of_cards_are_asked_for_once_the_cards_are_named() -> None:
    session = new_session(
        CTHULHU_WARS, {"rulings": "ask", "factions": ["GC", "CC", "BG"], "neutral": ["azathoth_free"]}
    )
    keys = []
    while not session.prompts[0].prompt.key.startswith("action/"):
        prompt = session.prompts[0].prompt
        keys.append(prompt.key)
        session.answer(session.prompts[0].ticket, prompt.any_answer(Random(1)))
    assert [key for key in keys if key.startswith("setup/ruling/")][-len(of_cards(["azathoth_free"])) :] == [
        f"setup/ruling/{key}" for key in of_cards(["azathoth_free"])
    ]
    assert keys[-1].startswith("setup/ruling/")


def test_those_of_absent_factions_are_not_offered_nor_how_many_each_plays() -> None:
    game = Evening("GC", "CC", "YS")
    game.session.interject("ruling")
    assert isinstance(game.prompt, Choose)
    assert [o.id for o in game.prompt.options] == ["D3", "D4", "D6", "D8", "D28", "D32", "D37", "D39", "D76"]
    game.answer([])
    assert game.key == "action/GC"


def test_it_holds_from_then_on() -> None:
    """D3: 30 Doom in the Action Phase ends the game at once, where it ended after the turn before."""
    game = Evening("GC", "CC", "YS")
    changed(game, "D3")
    game.correct(GC_doom=30)
    assert not game.key.startswith("action/")


def test_it_can_be_changed_in_the_middle_of_a_declaration() -> None:
    """The question that was open comes back; undo takes the reading back."""
    game = Evening("GC", "CC", "YS")
    game.correct(GC_deep_one=1)
    game.play(("action/GC", "battle/CC"))
    open_one = game.key
    changed(game, "D37")
    assert game.key == open_one
    assert ruling(game.state.rulings, "D37") == "other"


def test_every_option_of_the_reference_is_a_ruling() -> None:
    """Reference 8, everything marked *option*."""
    marked = {"D2", "D3", "D8", "D16", "D28", "D36", "D37", "D39", "D44", "D45", "D52", "D54", "D58", "D61", "D4"}
    marked |= {"D66", "D68", "D70", "D71", "D72", "D75", "D76", "D78", "D79", "D80", "D81"}
    assert marked <= set(rulings())
