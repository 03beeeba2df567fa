"""What the tests of this folder say that they hold, for tables of which each row has a test."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path


@cache
def held() -> frozenset[str]:
    """Return the rows that `pytest.mark.holds` names on any test."""
    modules = [import_module(f"{__package__}.{path.stem}") for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    tests = [test for module in modules for name, test in vars(module).items() if name.startswith("test_")]
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", [])]
    return frozenset(row for mark in marks if mark.name == "holds" for row in mark.args)
