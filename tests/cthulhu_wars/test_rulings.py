"""Points on which the printed sources differ are settings of the table (reference section 8)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.roster import FACTIONS
from companion.games.cthulhu_wars.rulings import rulings
from companion.table.errors import BadSetupError
from companion.table.session import new_session


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
