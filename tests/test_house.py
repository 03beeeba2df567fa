"""The measuring of the house (`tests.instruments.house`) measures right."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.instruments.house.checkout import STOREYED, look
from tests.instruments.house.graph import circles, floors, longest_chain
from tests.instruments.house.kivy_names import private_names
from tests.instruments.house.sources import class_names, code_lines, imported, literal_sizes

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


def test_what_goes_back_up_is_as_little_as_can_be() -> None:
    imports = graph(
        **{
            "game.top": "game.rules.a game.low",
            "game.rules": "",
            "game.rules.a": "game.low",
            "game.rules.b": "game.top",
        },
        **{"game.low": "game.rules.b other", "game": "game.top", "other": "game"},
    )
    found = floors(imports, "game")
    assert (found.rooms, found.arrows, len(found.chain)) == (3, 5, 3)
    assert len(found.up) == 2
    straight = floors(graph(**{"game.a": "game.b game.c", "game.b": "game.c", "game.c": ""}), "game")
    assert (straight.chain, straight.up) == (("a", "b", "c"), ())
    assert floors(imports, "nothing").rooms == 0


def test_private_names_of_kivy_are_found_and_our_own_are_not() -> None:
    """Used on a thing or by `self`, or overridden; a class of ours may inherit in two steps."""
    source = """
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.uix.scrollview import ScrollView
class Mine:
    def __init__(self): self._own = Clock._last_tick
class List(ScrollView):
    _bar = 1
    def _bind_inactive_bar_color(self): ...
class Longer(List):
    def show(self, other): self._bar, other._trigger_layout, other._own, super()._update_effect_bounds()
class Face(CoreLabel):
    def draw(self): return self._render_end()
"""
    found = private_names({"x.py": ast.parse(source)})
    assert list(found) == [
        "_bind_inactive_bar_color",
        "_last_tick",
        "_render_end",
        "_trigger_layout",
        "_update_effect_bounds",
    ]
    assert found["_last_tick"] == ["x.py"]


def test_lines_of_code_are_counted_without_words() -> None:
    source = '"""A module.\n\nOf words.\n"""\n\nx = (  # one\n    1,\n\n)\n# no code\ny = """a\n\nb"""\n"""Of y."""\n'
    assert code_lines(source, ast.parse(source)) == 6
    assert class_names(ast.parse("class A:\n    class B: ...\ndef f():\n    class C: ...")) == ["A", "B", "C"]


def test_this_checkout_is_read() -> None:
    house = look(ROOT)
    assert "companion.table.errors" in house.imports["companion.table.session"]
    assert house.imports["companion.table.words"] == {"companion.table.digest"}
    assert house.lines["companion/table"] > 1000


def test_no_modules_of_ours_go_round_in_a_circle() -> None:
    """Also with imports for the type checker."""
    assert circles(look(ROOT).known) == []


def test_no_room_imports_one_on_a_higher_floor() -> None:
    """Rooms are the folders and the loose files of a folder, in whatever order leaves the fewest arrows back up."""
    imports = look(ROOT).known
    assert {folder: found.up for folder in STOREYED if (found := floors(imports, folder)).up} == {}
