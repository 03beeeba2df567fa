"""What holds for every test of Cthulhu Wars."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.cthulhu_wars.roster import FACTIONS


@pytest.fixture(autouse=True)
def the_factions_are_those_of_before() -> Iterator[None]:
    """A test that takes a faction out or brings one in leaves all of them as they were, in the rulebook's order."""
    before = list(FACTIONS)
    yield
    assert list(FACTIONS) == before
