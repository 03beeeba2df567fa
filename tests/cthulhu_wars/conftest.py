"""What holds for every test of Cthulhu Wars."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from tests.cthulhu_wars.again import each_step_again, each_turn_again


@pytest.fixture(autouse=True)
def the_factions_are_those_of_before() -> Iterator[None]:
    """A test that takes a faction out or brings one in leaves all of them as they were, in the rulebook's order."""
    before = list(FACTIONS)
    yield
    assert list(FACTIONS) == before


@pytest.fixture
def battles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles are taken back and opened again after each step."""
    each_step_again(monkeypatch)


@pytest.fixture
def evenings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evenings are."""
    each_turn_again(monkeypatch)
