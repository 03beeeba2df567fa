"""A question that comes several times says which time it is."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.prompts import Count, Prompt
from companion.table.script import REASK, Script, counted
from companion.table.words import _


def steps() -> Script[str]:
    answer: Any = REASK
    while answer is REASK:
        answer = yield Count(key="cultist", who="BG", title=_("Which Cultist?"), least=0, most=2)
    return f"took {answer}"


@pytest.mark.parametrize(("number", "title"), [(1, "Which Cultist?"), (2, "Which Cultist? (2 of 2)")])
def test_it_says_which_time_it_is(number: int, title: str) -> None:
    script = counted(steps(), number, number)
    asked = next(script)
    assert isinstance(asked, Prompt)
    assert (asked.key, asked.title) == ("cultist", title)
    again = script.send(REASK)
    assert isinstance(again, Prompt)
    assert again.title == title, "also when it is built anew"
    with pytest.raises(StopIteration) as end:
        script.send(1)
    assert end.value.value == "took 1"
