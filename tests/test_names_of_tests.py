"""Names of tests are short enough for a line of a report; sources name no issue and no commit before."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
LONGEST: Final = 70
"""Letters of a test's name, and of the name of one of its cases."""

PASSING: Final = re.compile(r"\b(issue \d+|(fails )?on\s+the\s+parent)\b", re.IGNORECASE)
"""What nobody can look up who has only the sources."""


def test_no_function_of_the_tests_has_a_longer_name() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(TESTS.rglob("*.py"))}
    names = [
        f"{path.relative_to(TESTS)}: {node.name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(node.name) > LONGEST
    ]
    assert not names, "\n".join(names)


def test_no_case_of_this_run_has_a_longer_name(request: pytest.FixtureRequest) -> None:
    cases = {item.nodeid: item.nodeid.partition("[")[2].removesuffix("]") for item in request.session.items}
    names = [node for node, case in cases.items() if len(case) > LONGEST]
    assert not names, "\n".join(names)


def test_no_source_names_an_issue_or_the_commit_before() -> None:
    parts = (TESTS, *(TESTS.parent / part for part in ("companion", "firmware_bridge", "layouts")))
    paths = [path for part in parts for kind in ("*.py", "*.kv", "*.c", "*.h") for path in sorted(part.rglob(kind))]
    assert len(paths) > 500
    found = {path: PASSING.search(path.read_text(encoding="utf-8")) for path in paths}
    assert not any(found.values()), "\n".join(f"{path}: {said[0]}" for path, said in found.items() if said)
