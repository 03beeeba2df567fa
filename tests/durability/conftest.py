"""Folders in memory, where that can be had: nothing here is about the disk itself."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """One for all tests of a file."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        yield Path(name)


@pytest.fixture
def found(memory: Path) -> Path:
    """A folder in it that may hold something already."""
    folder = memory / "found"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """One for one test."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        yield Path(name)
