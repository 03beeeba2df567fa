"""Folders in memory, where that can be had: nothing here is about the disk itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.disk import in_memory


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """One for all tests of a file."""
    with in_memory() as made:
        yield made


@pytest.fixture
def found(memory: Path) -> Path:
    """A folder in it that may hold something already."""
    folder = memory / "found"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """One for one test."""
    with in_memory() as made:
        yield made
