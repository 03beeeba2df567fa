"""A named set of rulings is chosen in one tap (reference section 8): the rulebook, or the summary sheet S4."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.rulings import COMMON, rulings
from companion.games.cthulhu_wars.neutral.ritual import ritual_signs
from companion.games.cthulhu_wars.setup.ruling_choice import LATER, SETS
from companion.games.cthulhu_wars.view.help import topic
from companion.games.menu import CTHULHU_WARS as MENU
from companion.table.prompts import Choose
from companion.table.session import Session, new_session, open_session
from tests.cthulhu_wars.evening import Evening

SHEET = dict.fromkeys(("D2", "D3", "D4", "D6", "D28", "D32"), "other")


def answer(session: Session[Any], key: str, value: Any) -> None:
    assert session.prompts[0].prompt.key == key
    session.answer(session.prompts[0].ticket, value, source="hand")


def log(session: Session[Any]) -> list[str]:
    return [line for fact in session.state.facts if (line := fact.text())]


def test_own_rulings_begins_with_the_sets() -> None:
    """*New game, own rulings* on the home page: one tap more chooses all of them."""
    (mode,) = (mode for mode in MENU.modes if mode.id == "rulings")
    session = new_session(CTHULHU_WARS, mode.setup)
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert [(o.id, o.label) for o in prompt.options] == [
        ("rulebook", "Rulebook"),
        ("summary_2015", "Summary sheet of 2015"),
        ("each", "One by one"),
    ]
    assert "(D7)" in prompt.text
    assert "(D27)" in prompt.text
    assert "stays as printed" in prompt.text
    assert "summary sheet of 2015" in topic(prompt.rule)


def test_the_rulebook_reads_everything_as_printed() -> None:
    session = new_session(CTHULHU_WARS, {"seating": "table", "rulings": "choose"})
    answer(session, "setup/rulings", "rulebook")
    assert session.prompts[0].prompt.key == "setup/seats"
    assert session.state.rulings == {}
    assert log(session) == ["Rulings: Rulebook"]


def test_the_summary_sheet_is_read_as_it_says() -> None:
    """D2, D3, D4, D6, D28 and D32 as S4 has them; the log says which set, and what it says."""
    session = new_session(CTHULHU_WARS, {"seating": "table", "rulings": "choose"})
    answer(session, "setup/rulings", "summary_2015")
    assert session.prompts[0].prompt.key == "setup/seats"
    assert session.state.rulings == SHEET
    assert log(session) == [
        "Rulings: Summary sheet of 2015",
        *(f"{COMMON[key].title}: {COMMON[key].readings['other']}." for key in SHEET),
    ]
    session.undo()
    assert session.state.rulings == {}


def test_the_sheet_differs_from_the_rulebook_where_the_reference_says_so() -> None:
    """D7 and D27 are no rulings here: they stay as printed."""
    assert SETS["summary_2015"].readings == SHEET
    assert not {"D7", "D27"} & set(rulings())


def test_with_two_people_the_sheet_has_two_factions_each_and_with_more_one() -> None:
    """D2 is of two players only."""
    session = new_session(CTHULHU_WARS, {"seating": "table", "rulings": "summary_2015", "signs": "app"})
    answer(session, "setup/seats", [{"id": "GC"}, {"id": "CC"}])
    assert session.prompts[0].prompt.key == "setup/draft/1"
    session = new_session(CTHULHU_WARS, {"seating": "table", "rulings": "summary_2015", "signs": "app"})
    answer(session, "setup/seats", [{"id": "GC"}, {"id": "CC"}, {"id": "YS"}])
    assert session.state.players == [["GC"], ["CC"], ["YS"]]


def test_who_plays_what_is_not_ruled_where_it_is_given() -> None:
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "rulings": "summary_2015", "signs": "app"})
    assert "D2" not in session.state.rulings
    assert session.state.rulings["D3"] == "other"
    assert session.state.duel


def test_a_reading_that_is_given_stays() -> None:
    setup = {"rulings": "summary_2015", "options": {"D4": "printed", "eight": "other"}, "seating": "table"}
    state = new_session(CTHULHU_WARS, setup).state
    assert state.rulings == SHEET | {"D4": "printed", "eight": "other"}


@pytest.mark.parametrize(("given", "first"), [("ask", "D2"), ("each", "D2")])
def test_one_by_one_asks_for_every_point(given: str, first: str) -> None:
    session = new_session(CTHULHU_WARS, {"rulings": given})
    asked = []
    while session.prompts[0].prompt.key.startswith("setup/ruling/"):
        asked.append(session.prompts[0].prompt.key.removeprefix("setup/ruling/"))
        session.answer(session.prompts[0].ticket, "printed")
    assert asked[0] == first
    assert {*COMMON} <= {*asked}
    chosen = new_session(CTHULHU_WARS, {"rulings": "choose"})
    answer(chosen, "setup/rulings", "each")
    assert chosen.prompts[0].prompt.key == "setup/ruling/D2"


def test_a_game_of_before_is_not_asked_for_what_there_was_not() -> None:
    """Its stored set-up says `ask`, and its answers know nothing of D6 and others: it opens and goes on."""
    asked = [key for key in ("D2", "D3", "D4", "D8", "D9", "D28", "D36", "D37", "D39") if key not in LATER]
    records: list[dict[str, Any]] = [{"new": {"game": "cthulhu_wars", "rules": 9, "setup": {"rulings": "ask"}}}]
    for key in asked:
        entry = {"kind": "answer", "key": f"setup/ruling/{key}", "value": ["printed"], "source": "touch"}
        records.append({"entry": entry})
    session = open_session([CTHULHU_WARS], records, None)
    assert session.prompts[0].prompt.key == "setup/factions"
    answer(session, "setup/factions", ["GC", "CC", "YS"])


def test_the_same_table_again_keeps_the_readings_of_a_set() -> None:
    game = Evening("GC", "CC", "YS", rulings="summary_2015")
    again = CTHULHU_WARS.again(game.state)
    session = new_session(CTHULHU_WARS, again)
    assert session.state.rulings == {k: v for k, v in SHEET.items() if k != "D2"}
    assert "Rulings: Summary sheet of 2015" in log(session)
    del again["options"]["D6"]
    assert not [line for line in log(new_session(CTHULHU_WARS, again)) if line.startswith("Rulings")]


# -- D6 ------------------------------------------------------------------------------------------------------------


def at_the_ritual(reading: str, **pieces: int) -> Evening:
    """Great Cthulhu before its Ritual, with Cthulhu, and with the cards of other Great Old Ones in play."""
    cards = [name for name in pieces if name in CARDS]
    game = Evening("GC", "CC", "YS", options={"D6": reading}, neutral=cards)
    game.to_doom_phase()
    game.take_first("book/")
    for name in cards:
        game.state.neutral.remove(name)
        game["GC"].loyalty.append(name)
    game["GC"].in_play.update({"cthulhu": 1, **pieces})
    game.correct(GC_power=12)
    assert game.key == "doom_phase/GC"
    return game


@pytest.mark.parametrize(
    ("reading", "pieces", "signs"),
    [
        ("printed", {}, 1),
        ("printed", {"yig": 1, "byatis": 1}, 1),
        ("other", {}, 1),
        ("other", {"yig": 1}, 2),
        ("other", {"yig": 1, "ygolonac": 1}, 3),
        ("other", {"yig": 0}, 1),
        ("other", {"nyogtha": 2}, 2),
        ("other", {"nodens": 1, "hagarg_ryonis": 1}, 1),
    ],
)
def test_d6_independent_great_old_ones_give_an_elder_sign_by_the_sheet(
    reading: str, pieces: dict[str, int], signs: int
) -> None:
    """D6: RB counts the faction's own; S4 every Great Old One that one controls, one of two figures once (D50).

    Elder Gods give none (reference 6, Elder Gods).
    """
    game = at_the_ritual(reading, **pieces)
    before = len(game["GC"].signs)
    assert f"+{signs} Elder Sign" in str(game.option("ritual").detail)
    game.play(("doom_phase/GC", "ritual"))
    assert len(game["GC"].signs) - before == signs


def test_d6_bastet_is_an_elder_god_and_gives_none() -> None:
    """Reference 6 (Bubastis): Elder Gods never give the Elder Sign of a Ritual, whatever is read of others."""
    game = Evening("BB", "GC", "YS", options={"D6": "other"})
    game["BB"].in_play["bastet"] = 1
    assert ritual_signs(game.state, "BB") == 0


def test_what_is_often_missed_is_not_said_where_it_is_not_so() -> None:
    """That independent ones give none is said only as long as that holds."""
    for reading, said in (("printed", True), ("other", False)):
        game = at_the_ritual(reading)
        words = [one.text for one in CTHULHU_WARS.reminders(game.state, game.prompt)]
        assert any("none for independent ones" in line for line in words) is said
