"""The real firmware in an emulator, and a tower that talks to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.tower import Tower

from .emulator.board import Board, build
from .listening import QUICK, up


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Emulator and firmware image, compiled once."""
    return build(tmp_path_factory.mktemp("firmware"))


@pytest.fixture
def board(built: tuple[Path, Path], tmp_path: Path) -> Iterator[Board]:
    """A board with empty memory, at four times real time."""
    with Board(built, tmp_path, warp=4) as running:
        running.lay("")
        yield running


@pytest.fixture
def tower(board: Board) -> Iterator[Tower]:
    """A tower that is connected to the board."""
    with Tower(board.port, QUICK) as connected:
        connected.tumble(0)
        connected.patience(3600)
        up(connected)
        yield connected
