"""Each complaint of `docs/complaints.md` has its test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.bootstrap import ROOT

PAGE = ROOT / "docs" / "complaints.md"
ROWS = {
    int(found[1]): re.findall(r"`(tests/[^`]+::[^`]+)`", line)
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if (found := re.match(r"\| (\d+) \|", line))
}


def test_there_are_thirty_each_with_a_test() -> None:
    assert list(ROWS) == list(range(1, 31))
    assert all(ROWS.values())


def test_each_test_that_is_named_is_there() -> None:
    """One that was renamed, or is no test, fails here."""
    wanted = {name for names in ROWS.values() for name in names}
    assert wanted - {name for file in {name.partition("::")[0] for name in wanted} for name in names_in(file)} == set()


def names_in(file: str) -> list[str]:
    """The tests of a file, as pytest collects and calls them."""
    found = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    return [f"{file}::{thing.name}" for thing in found if isinstance(thing, ast.FunctionDef) and is_test(file, thing)]


def is_test(file: str, thing: ast.FunctionDef) -> bool:
    return Path(file).name.startswith("test_") and thing.name.startswith("test_")
