"""The floors of the touchscreen: a lower one never imports a higher one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.instruments.house.checkout import look
from tests.instruments.house.graph import Graph, longest_chain

APP: Final = "companion.app."
FLOORS: Final = ("widgets", "hardware", "table", "pages", "start", "demo")
"""From the lowest up. The robot stands above all, for it touches everything; only the command may know it."""

LONGEST: Final = 7

GRAPH: Final = look(Path(__file__).resolve().parent.parent).known
"""Imports for the type checker alone count like all others."""


def floor(module: str) -> int:
    """How high a module of the app stands."""
    return FLOORS.index(module.removeprefix(APP).split(".")[0])


def upward(graph: Graph) -> list[str]:
    """Imports from a lower floor to a higher one."""
    return [
        f"{module} imports {other}"
        for module, others in sorted(graph.items())
        if module.startswith(APP)
        for other in sorted(others)
        if other.startswith(APP) and floor(other) > floor(module)
    ]


def test_every_module_stands_on_a_floor() -> None:
    folders = {module.removeprefix(APP).split(".")[0] for module in GRAPH if module.startswith(APP)}
    assert folders == set(FLOORS)


def test_a_lower_floor_never_imports_a_higher_one() -> None:
    assert upward(GRAPH) == []


def test_no_chain_of_imports_is_longer_than_seven_modules() -> None:
    """So many there are to follow at most: a page is opened by its name, a body is found in the registry. The robot is
    left out: it stands on top of all that it touches."""
    product = {m: others for m, others in GRAPH.items() if m.startswith(APP) and not m.startswith(f"{APP}demo")}
    own = {m: frozenset(o for o in others if o.startswith(APP)) for m, others in product.items()}
    chain = longest_chain(own)
    assert len(chain) <= LONGEST, " > ".join(chain)


def test_nothing_of_the_product_imports_the_robot() -> None:
    knowing = {
        module
        for module, others in GRAPH.items()
        if not module.startswith(f"{APP}demo") and any(other.startswith(f"{APP}demo") for other in others)
    }
    assert knowing == {"companion.cli"}


@pytest.mark.parametrize(
    ("module", "other", "seen"),
    [
        ("companion.app.widgets.base.widgets", "companion.app.table.page", True),
        ("companion.app.hardware.button_actions", "companion.app.table.map.area_map", True),
        ("companion.app.table.page", "companion.app.pages.settings", True),
        ("companion.app.start.main", "companion.app.demo.tour", True),
        ("companion.app.table.page", "companion.app.widgets.pages.page", False),
        ("companion.app.table.page", "companion.app.table.pages.log", False),
        ("companion.app.table.page", "companion.table.view", False),
    ],
)
def test_a_step_upward_is_seen(module: str, other: str, seen: bool) -> None:
    assert bool(upward({module: frozenset({other})})) == seen
