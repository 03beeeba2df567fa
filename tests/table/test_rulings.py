"""Rulings of a table: the default, what is asked for, what is refused."""

from __future__ import annotations

import pytest

from companion.table.errors import BadSetupError
from companion.table.rulings import Ruled, RuledState, Ruling, Rulings

RULINGS = Rulings({"tie": Ruling("A tie", {"both": "Both lose", "none": "Nobody loses"}), "luck": Ruling("", {"": ""})})


def test_the_first_value_is_the_default() -> None:
    assert RULINGS.in_force({}, "tie") == "both"
    assert RULINGS.in_force({"tie": "none"}, "tie") == "none"


def test_only_what_is_not_given_is_asked_for() -> None:
    state = RuledState()
    state.rulings = {"luck": ""}
    script = RULINGS.ask(state, "setup")
    prompt = next(script)
    assert prompt.as_json()["key"] == "setup/tie"  # type: ignore[union-attr]
    with pytest.raises(StopIteration):
        script.send(["none"])
    assert state.rulings == {"luck": "", "tie": "none"}
    assert state.facts == [Ruled("tie", "none", words="A tie: Nobody loses.")]


@pytest.mark.parametrize("chosen", [[], None, "tie", {"tie": "all"}, {"tie": []}, {"tie": {}}, {"tide": "both"}])
def test_what_there_is_not_is_refused(chosen: object) -> None:
    assert not RULINGS.allow(chosen)
    with pytest.raises(BadSetupError, match="The rulings are: tie, luck"):
        RULINGS.check(chosen)
