"""Small faults put into sources: which there are, how they come to their functions, and those that change nothing."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from types import FunctionType

import pytest

from tests.instruments.mutants import trial
from tests.instruments.mutants.__main__ import SAME, sources
from tests.instruments.mutants.places import compiled, places

SOURCE = """
LEAST: int = 2

def enough(number, more=1):
    if not number:
        return False
    return number >= LEAST and number not in (more, 7)
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "source.py"
    file.write_text(SOURCE, encoding="utf-8")
    return file


def test_each_place_is_named_after_its_function_and_fault(source: Path) -> None:
    found = [(place.name, place.late) for place in places(source, ast.parse(SOURCE))]
    assert found == [
        ("source.LEAST: 2 > 3 in LEAST: int = 2", False),
        ("source.enough: 1 > 2 in number, more=1", False),
        ("source.enough: Not left out in not number", True),
        ("source.enough: False > True in return False", True),
        ("source.enough: And > Or in number >= LEAST and number not in (more, 7)", True),
        ("source.enough: GtE > Gt in number >= LEAST", True),
        ("source.enough: NotIn > In in number not in (more, 7)", True),
        ("source.enough: 7 > 8 in (more, 7)", True),
    ]


def test_a_fault_reaches_the_functions_that_are_there_already(source: Path) -> None:
    tree = ast.parse(SOURCE)
    right = compiled(tree, source)
    space: dict[str, FunctionType] = {}
    exec(right, space)
    enough = space["enough"]
    assert enough(2)
    there = {trial.identity(enough.__code__): [enough]}
    (fault,) = [place for place in places(source, tree) if "GtE > Gt" in place.name]
    assert trial.with_code([], {}, right, compiled(tree, source, fault), there) == "", (
        "no test fails, for there is none"
    )
    assert not enough(2)
    assert compiled(tree, source) == right, "the tree is as it was"


def test_faults_that_change_nothing_are_still_there() -> None:
    names = {place.name for file in sources() for place in places(file, ast.parse(file.read_text(encoding="utf-8")))}
    assert set(tomllib.loads(SAME.read_text(encoding="utf-8"))) <= names
