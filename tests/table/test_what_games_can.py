"""What a game can do beyond the least is seen of one that is loaded later, too; by each promised Python."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import pytest

from companion.games import OURS
from companion.table.game import SupportsContentCheck, SupportsPreview, SupportsRematch, SupportsUserContent
from companion.table.lesson import SupportsLessons
from companion.table.lookup import SupportsReference, SupportsReminders

KINDS: Final[tuple[type[Any], ...]] = (
    SupportsContentCheck,
    SupportsReference,
    SupportsPreview,
    SupportsReminders,
    SupportsRematch,
    SupportsUserContent,
    SupportsLessons,
)


@pytest.mark.parametrize("number", range(len(OURS)), ids=[game.name for game in OURS])
def test_a_game_that_is_loaded_later_can_what_it_can(number: int) -> None:
    """From 3.12 on Python looks past `__getattr__`: no rules, no lesson, the same Elder Signs in each rematch."""
    later = OURS[number]
    itself = getattr(import_module(f"companion.games.{later.name}.game"), later.name.upper())
    can = [kind.__name__ for kind in KINDS if isinstance(itself, kind)]
    assert [kind.__name__ for kind in KINDS if isinstance(later, kind)] == can
    assert "SupportsReference" in can
