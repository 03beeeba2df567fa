"""Tables that are served on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.table.session import new_session
from tests.screens.table import Table, served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A served game of Cthulhu Wars."""
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app", "direction": 1})
    with served(session, tmp_path) as made:
        yield made
