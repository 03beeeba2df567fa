"""The table of what works where: each row names a test or a command that there is."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
ROWS: Final = [
    row.strip("| ").split(" | ")
    for row in re.findall(r"^\| .* \|$", PAGE.partition("## What works where")[2].partition("\n## ")[0], re.MULTILINE)[
        2:
    ]
]
PLACES: Final = 3


def test_the_table_is_there() -> None:
    assert len(ROWS) > 10
    assert all(len(row) == PLACES + 2 for row in ROWS)
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_each_promise_names_what_holds_it(row: list[str]) -> None:
    held_by = re.findall(r"`([^`]+)`", row[-1])
    assert held_by
    for name in held_by:
        if name.startswith("tests."):
            assert find_spec(f"{name}.__main__"), f"{name} is no command"
            assert f"-m {name} " in (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8"), name
        else:
            file, _, test = name.partition("::")
            source = (ROOT / file).read_text(encoding="utf-8")
            assert f"def {test or 'test_'}" in source, f"{name} is no test"
