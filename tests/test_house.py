"""The measuring of the house (`tests.house`) measures right."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house import circles, imported, literal_sizes, longest_chain, look

ROOT = Path(__file__).resolve().parent.parent


def graph(**imports: str) -> dict[str, frozenset[str]]:
    return {module: frozenset(others.split()) for module, others in imports.items()}


def test_circles_are_all_that_reach_each_other() -> None:
    assert circles(graph(a="b", b="c", c="a d", d="e", e="d", f="a", g="")) == [["a", "b", "c"], ["d", "e"]]
    assert circles(graph(a="b c", b="c", c="")) == []


def test_the_longest_chain_takes_a_circle_as_one_step() -> None:
    assert longest_chain(graph(a="b d", b="c", c="", d="e", e="d f", f="c")) == ["a", "d", "f", "c"]


def test_imports_inside_functions_and_for_the_type_checker_are_told_apart() -> None:
    source = (
        "import one.two\nfrom .near import X\nif TYPE_CHECKING:\n    from one import three\n"
        "def f():\n    from ..above import Y\n"
    )
    assert list(imported(ast.parse(source), "companion.app.page", False)) == [
        ("one.two", "top"),
        ("companion.app.near.X", "top"),
        ("one.three", "typing"),
        ("companion.above.Y", "inside"),
    ]


def test_sizes_given_as_such_are_counted() -> None:
    assert (
        literal_sizes("height: 24 * look.u\nwidth: look.gap\npadding: [0, 6 * look.u]\ntext: '12'\nsize: 1, 2.5") == 3
    )


def test_this_checkout_is_read() -> None:
    house = look(ROOT)
    assert "companion.table.errors" in house.imports["companion.table.session"]
    assert house.imports["companion.table.words"] == {"companion.table.digest"}
    assert house.lines["companion/table"] > 1000


def test_no_modules_of_ours_go_round_in_a_circle() -> None:
    """Also with imports for the type checker."""
    assert circles(look(ROOT).known) == []
