"""More than two people who play several factions each: a ruling of the table's own, off by default.

For each person the rules hold that the seed S4 (reference 3.8) has for two people with several factions each.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.rules.first_player import candidates
from companion.games.cthulhu_wars.turn.victory import winners
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Form
from companion.table.session import Session, new_session
from tests.cthulhu_wars.evening import Evening, units

MOVE = ("move", units(1))
SIX: dict[str, Any] = {
    "players": [["GC", "YS"], ["CC", "BG"], ["SL", "WW"]],
    "names": [{"id": "GC", "name": "Ann"}, {"id": "CC", "name": "Ben"}],
    "map": "earth66",
    "options": {"several": "other", "several_power": "sum"},
}


def answer(session: Session[Any], key: str, value: Any) -> None:
    assert session.prompts[0].prompt.key == key
    session.answer(session.prompts[0].ticket, value, source="hand")


def log(session: Session[Any]) -> list[str]:
    return [line for fact in session.state.facts if (line := fact.text())]


def six(**setup: Any) -> Evening:
    """Three people with two factions each; the third has no name."""
    return Evening(**{**SIX, **setup})


# -- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [[["GC", "YS"], ["CC", "BG"], ["SL", "WW"]], [["GC", "YS"], ["CC"], ["BG"]]])
def test_it_is_off_by_default(players: list[list[str]]) -> None:
    """Only two people play several factions each (reference 3.8), unless the table rules otherwise."""
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"players": players})
    session = new_session(CTHULHU_WARS, {"players": players, "options": {"several": "other"}, "signs": "app"})
    assert session.state.players == players or session.prompts[0].prompt.key == "setup/map"


def test_nobody_plays_more_than_three_factions() -> None:
    """S4: each player can control 3 factions; two people play equally many, as ever."""
    ruled: dict[str, Any] = {"options": {"several": "other"}}
    with pytest.raises(BadSetupError, match="One person can play up to 3 factions"):
        new_session(CTHULHU_WARS, {"players": [["GC", "YS", "BG", "SL"], ["CC"], ["WW"]], **ruled})
    with pytest.raises(BadSetupError, match="All players have the same number of factions"):
        new_session(CTHULHU_WARS, {"players": [["GC", "YS"], ["CC"]], **ruled})


def test_without_the_ruling_three_people_are_not_asked() -> None:
    session = new_session(CTHULHU_WARS, {"seating": "table", "signs": "app"})
    answer(session, "setup/seats", [{"id": "GC"}, {"id": "CC"}, {"id": "YS"}])
    assert session.state.players == [["GC"], ["CC"], ["YS"]]


def test_how_many_and_which_factions_each_plays_is_asked_at_the_seats() -> None:
    """What the rules for two people leave open for more is asked: how many each, which, and whose Power counts."""
    session = new_session(CTHULHU_WARS, {"seating": "table", "signs": "app", "options": {"several": "other"}})
    assert session.prompts[0].prompt.text.endswith("The next page asks how many factions each of you plays.")
    answer(session, "setup/seats", [{"id": "GC", "name": "Ann"}, {"id": "CC", "name": "Ben"}, {"id": "SL"}])
    form = session.prompts[0].prompt
    assert isinstance(form, Form)
    assert [(b.label, b.least, b.most, b.suggested) for b in form.blanks] == [
        ("Ann", 1, 3, 2),
        ("Ben", 1, 3, 2),
        ("Sleeper", 1, 3, 2),
    ]
    answer(session, "setup/hands/1", {"GC": 3, "CC": 3, "SL": 3})
    assert session.prompts[0].prompt.text.startswith("9 factions are too many.")
    answer(session, "setup/hands/2", {"GC": 2, "CC": 1, "SL": 3})
    picking = session.prompts[0].prompt
    assert isinstance(picking, Choose)
    assert picking.title == "Ann: pick 1 more faction"
    assert [o.id for o in picking.options] == [code for code in roster.FACTIONS if code not in ("GC", "CC", "SL")]
    answer(session, "setup/more/GC", "YS")
    answer(session, "setup/more/SL", ["BG", "WW"])
    answer(session, "setup/ruling/several_power", "one")
    assert session.state.players == [["GC", "YS"], ["CC"], ["SL", "BG", "WW"]]
    assert session.state.names == {"GC": "Ann", "YS": "Ann", "CC": "Ben"}
    assert (session.state.map_id, len(session.state.track)) == ("earth66", 12), "by the number of factions"
    assert (
        "Playing: Ann (Great Cthulhu with Yellow Sign), Ben (Crawling Chaos), "
        "Player 3 (Sleeper with Black Goat with Windwalker)" in log(session)
    )
    assert "Whose Power is the most?: the most Power of one faction counts." in log(session)


def test_one_each_stays_possible_and_leaves_nothing_open() -> None:
    session = new_session(CTHULHU_WARS, {"signs": "app", "options": {"several": "other"}})
    answer(session, "setup/factions", ["GC", "CC", "YS"])
    while session.prompts[0].prompt.key.startswith("setup/seat/"):
        session.answer(session.prompts[0].ticket, "CC")
    answer(session, "setup/hands/1", dict.fromkeys(("GC", "CC", "YS"), 1))
    assert session.state.players == [["GC"], ["CC"], ["YS"]]
    assert "several_power" not in session.state.rulings
    assert not session.state.several


def test_where_all_seats_are_taken_nobody_can_have_more() -> None:
    """Six people on the 6-player map: nothing is asked."""
    session = new_session(CTHULHU_WARS, {"seating": "table", "signs": "app", "options": {"several": "other"}})
    answer(session, "setup/seats", [{"id": code} for code in ("GC", "CC", "BG", "YS", "SL", "WW")])
    assert len(session.state.players) == 6


def test_the_same_table_again_has_the_same_hands_and_ruling() -> None:
    game = six()
    again = CTHULHU_WARS.again(game.state)
    assert (again["players"], again["options"]) == (SIX["players"], SIX["options"])
    assert new_session(CTHULHU_WARS, again).state.rulings == SIX["options"]


# -- play ----------------------------------------------------------------------------------------------------------


def test_each_person_acts_with_each_faction_in_turn() -> None:
    """S4: an Action for one of your factions, then the other, in any order; then it is the next person's turn."""
    game = six()
    assert not game.state.duel
    for code in ("GC", "YS", "CC"):
        assert game.key == f"action/{code}"
        game.act(code, "move", MOVE)
    game.act("BG", "move", MOVE)
    game.play(("action/SL", "rather/WW"), ("action/WW", "move"), MOVE)
    game.act("SL", "move", MOVE)
    assert game.key == "action/GC"


def test_the_log_says_whose_turn_it_is() -> None:
    """Log and end page name the person; who has no name goes by the number round the table."""
    game = six()
    for code in ("GC", "YS", "CC", "BG"):
        game.act(code, "move", MOVE)
    assert [line for line in log(game.session) if "turn:" in line] == [
        "Ann's turn: Great Cthulhu",
        "Ann's turn: Yellow Sign",
        "Ben's turn: Crawling Chaos",
        "Ben's turn: Black Goat",
        "Player 3's turn: Sleeper",
    ]
    first = "First Player: Ann (Great Cthulhu with Yellow Sign), as always in the first turn"
    assert first in log(game.session)


def test_own_factions_do_not_cooperate() -> None:
    """S4: they may even battle one another, and one's own other faction is no other player."""
    game = six()
    game.correct(GC_deep_one=1)
    assert "battle/YS" in game.options()
    assert game.state.of_others("GC") == ["CC", "BG", "SL", "WW"]


def test_doom_is_added_up_and_one_faction_with_six_spellbooks_suffices() -> None:
    """S4: the most total Doom wins; if either faction has six spellbooks the person is eligible."""
    game = six()
    game.correct(GC_doom=16, YS_doom=13, CC_doom=12, BG_doom=15, SL_doom=10, WW_doom=18)
    game["YS"].books.extend(book.id for book in roster.card("YS").books)
    game["BG"].books.extend(book.id for book in roster.card("BG").books)
    assert winners(game.state) == [["GC", "YS"]]
    game.correct(BG_doom=30)
    for code in ("GC", "YS"):
        game.take_first("book/")
        game.act(code, "move", MOVE)
    game.play(("last_claim/WW", "no"))
    assert game.key == "end", "the turn is over when both factions have acted"
    assert game.prompt.title == "Victory: Ben (Crawling Chaos with Black Goat)."
    lines = game.prompt.as_json()["lines"]
    assert "Ann (Great Cthulhu with Yellow Sign): 16 + 13 = 29 Doom, 0 and 6 spellbooks" in lines
    assert "Player 3 (Sleeper with Windwalker): 10 + 18 = 28 Doom, 0 and 1 spellbook" in lines
    game.answer(True)
    while game.key:
        game.answer(True)
    assert game.session.view.finished == "Victory: Ben (Crawling Chaos with Black Goat)."
    assert "Game over: won by Ben (Crawling Chaos with Black Goat)" in log(game.session)
    assert [p.person for p in game.session.view.players] == ["Ann", "Ann", "Ben", "Ben", "Player 3", "Player 3"]
    assert [p.id for p in game.session.view.players if p.won] == ["CC", "BG"]


@pytest.mark.parametrize(("reading", "first"), [("sum", [["GC", "YS"]]), ("one", [["CC", "BG"]])])
def test_whose_power_is_the_most_was_said_at_set_up(reading: str, first: list[list[str]]) -> None:
    """Reference 3.2 with S4, which does not say whether the Power of a person is added up."""
    game = six(options={"several": "other", "several_power": reading})
    for code, power in {"GC": 6, "YS": 6, "CC": 9, "BG": 1, "SL": 2, "WW": 2}.items():
        game[code].power = power
    assert candidates(game.state) == first


def test_it_can_be_changed_in_mid_game_but_not_who_plays_what() -> None:
    game = six()
    game.session.interject("ruling")
    assert "several_power" in game.options()
    assert not {"several", "D2"} & set(game.options())
    game.play(("ruling", "several_power"), ("ruling/several_power", "one"))
    assert game.state.rulings["several_power"] == "one"


def test_unequal_hands_play_on_to_the_next_turn() -> None:
    """Four factions for three people: one of them plays two; the order round the table is that of the people."""
    game = Evening(
        players=[["GC"], ["CC", "BG"], ["YS"]],
        map="earth35",
        options={"several": "other", "several_power": "sum"},
    )
    for code in ("GC", "CC", "BG", "YS", "GC"):
        assert game.key == f"action/{code}"
        game.act(code, "move", MOVE)
    assert game.state.track == (5, 6, 7, 7, 8, 8, 9, 10), "the track of four factions"
