"""What tests of the storage begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.storage.game_library import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty one, for the games that we bring along."""
    return Library(tmp_path / "games", GAMES)
