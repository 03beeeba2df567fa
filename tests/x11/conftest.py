"""X displays for the started app."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.x11.screen import Screen


@pytest.fixture
def screen(tmp_path: Path) -> Callable[[int, int], Screen]:
    """Makes a display of the wanted size for a `with` block; pictures of what went wrong go to `tmp_path`."""
    return lambda width, height: Screen(width, height, tmp_path)
