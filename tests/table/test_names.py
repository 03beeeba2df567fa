"""Names that are refused, wherever people give one: for the reason that is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from companion.games import GAMES
from companion.games.cthulhu_wars.model.drawn_map import DrawnArea, OwnMap
from companion.games.mythos_encounters.model.setup_form import SeatSetup
from companion.table.errors import BadAnswerError, BadSetupError
from companion.table.limits import is_one_line
from companion.table.names import fault_in
from companion.table.prompts import Chair, Seats, Write

FAMILY: Final = "👨‍👩‍👧"
"""Three emoji, joined by characters that nobody sees: five in all, on one line."""

FAULTS: Final = {
    FAMILY: "invisible",
    "Ann ": "space",
    " Ann": "space",
    "Ann\u00a0": "space",
    "A\nB": "one line",
    "Ann\n": "one line",
    "A\u2028B": "one line",
    "A\u200bB": "invisible",
    "\u202eAnn": "invisible",
    "A\x07": "invisible",
    "W" * 61: "longer than",
}

CASES: Final = (
    *("family", "space behind", "space before", "hard space", "two lines", "line end", "line separator"),
    *("no width", "right to left", "bell", "61 letters"),
)
"""Names of these cases: most of them cannot be printed."""


def _seat(name: str) -> None:
    Seats(key="k", who="", title="t", chairs=(Chair("a", "A"), Chair("b", "B"))).check(
        [{"id": "a", "name": name}, {"id": "b"}]
    )


def _write(name: str) -> None:
    Write(key="k", who="", title="t").check(name)


def _set_up(name: str) -> None:
    GAMES[0].prepare({"factions": ["GC", "CC"], "names": [{"id": "GC", "name": name}]})


def _mythos(name: str) -> None:
    SeatSetup(name=name)


def _map(name: str) -> None:
    OwnMap(name, [DrawnArea("A", touches=["B"]), DrawnArea("B")])


GIVEN: Final[dict[str, Callable[[str], None]]] = {
    "a seat": _seat,
    "words": _write,
    "a set-up": _set_up,
    "a player of Mythos Encounters": _mythos,
    "a map": _map,
}


@pytest.mark.parametrize("where", GIVEN)
@pytest.mark.parametrize("name", FAULTS, ids=CASES)
def test_a_name_is_refused_for_the_true_reason(where: str, name: str) -> None:
    with pytest.raises((BadAnswerError, BadSetupError)) as refused:
        GIVEN[where](name)
    # A set-up counts the letters before it looks at them.
    assert FAULTS[name] in str(refused.value) or (where, len(name)) == ("a set-up", 61)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("where", GIVEN)
@pytest.mark.parametrize("name", ["Ann", "Żółć", "☂", "👩", "Ann B", "ÆØÅ"])
def test_a_name_that_can_be_shown_is_taken(where: str, name: str) -> None:
    GIVEN[where](name)


@pytest.mark.parametrize("name", [*FAULTS, "Ann", "", "👩"], ids=[*CASES, "Ann", "nothing", "emoji"])
def test_what_is_no_line_has_a_fault_and_nothing_else(name: str) -> None:
    assert bool(fault_in(name, 1000)) != is_one_line(name)
