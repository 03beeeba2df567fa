"""Each class that a docstring or a page of the docs names is there, so that whoever looks for it finds it."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = [path for part in ("companion", "firmware_bridge", "layouts") for path in (ROOT / part).rglob("*.py")]
QUOTED: Final = re.compile(r"`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)[`(.\[]")
RAISES: Final = re.compile(r"^( *)Raises:\n((?:(?:\1 +.*)?\n?)+)", re.MULTILINE)
FORMER: Final = re.compile(r"^\| `\w+`(?: \([\w ]+\))? \| (?=`\w+` \|$)", re.MULTILINE)
NOT_OURS: Final = frozenset({"Headphones"})
"""A sound card."""


def public_names(trees: list[ast.Module]) -> Iterator[str]:
    """Yield each name of Python, of our modules, and of what they import from elsewhere."""
    yield from dir(builtins)
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            # Kivy reads the arguments of the command line when it is imported.
            modules = [alias.name for alias in node.names if not alias.name.startswith("kivy")]
            yield from (name for module in modules for name in dir(importlib.import_module(module)))


def named(text: str) -> set[str]:
    """Return the names of classes in a docstring or a page: those in backticks, and those that are raised."""
    raised = (re.findall(r"^ +([A-Z]\w+):", block, re.MULTILINE) for _indent, block in RAISES.findall(text))
    return {*QUOTED.findall(text), *(name for names in raised for name in names)}


def test_each_class_that_is_named_is_there() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    known = {*public_names([*trees.values()]), *NOT_OURS}
    # The page for scripts lists the names that facts had in earlier versions.
    texts = [(path, FORMER.sub("| ", path.read_text(encoding="utf-8"))) for path in (ROOT / "docs").glob("*.md")]
    for path, tree in trees.items():
        strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
        texts += [
            (path, node.value) for node in strings if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
    assert len({name for _path, text in texts for name in named(text)}) > 150
    assert {(str(path.relative_to(ROOT)), name) for path, text in texts for name in named(text) - known} == set()


def test_a_name_is_seen_wherever_it_is_given() -> None:
    assert named("Do `Quoted` and `Quoted2.it`, not `This one`, `OR` this `one`.") == {"Quoted", "Quoted2"}
    text = (
        "Do it.\n\n    Raises:\n        OneError: so,\n            it is.\n        OtherError: else.\n    Note: no.\n"
    )
    assert named(text) == {"OneError", "OtherError"}
