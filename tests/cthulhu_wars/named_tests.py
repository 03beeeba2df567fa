"""Which tests of this folder there are, for tables that name theirs."""

from __future__ import annotations

import re
from pathlib import Path


def names_of_tests() -> set[str]:
    """Return the name of each test."""
    paths = Path(__file__).parent.glob("test_*.py")
    return {
        name for path in paths for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), flags=re.MULTILINE)
    }
