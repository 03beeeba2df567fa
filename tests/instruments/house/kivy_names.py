"""Private names of Kivy that a checkout uses or overrides, found by reading its sources and Kivy's.

What Kivy compiles has no sources to read: a private name of it is found where something other than `self` is asked for
a private name that no class of ours defines.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PRIVATE: Final = re.compile(r"_(?!_)\w*[A-Za-z]\w*$")
ONESELF: Final = frozenset({"self", "cls", "super()"})
CHOSEN: Final = {"kivy.core.text.Label": "LabelSDL2"}
"""The class that Kivy chooses at run time for a name."""

KIVY: Final = "kivy."
"""Stands before the name of a base that is Kivy's."""


@dataclass
class Class:
    """A class, or several of one name: its bases, the private names it defines, and those it asks itself for."""

    bases: set[str] = field(default_factory=set)
    defines: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)


def private_names(sources: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """Return each private name of Kivy with the files that use or override it.

    Args:
        sources: the parsed files that may know Kivy, by name.
    """
    ours = classes(sources.values())
    own_names = {name for one in ours.values() for name in one.defines}
    own_names |= {node.name for tree in sources.values() for node in tree.body if isinstance(node, ast.FunctionDef)}
    found: dict[str, set[str]] = defaultdict(set)
    for file, tree in sources.items():
        theirs, here = from_kivy(tree), classes([tree])
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                mine = here[node.name]
                inherited = _inherited(node.name, ours)
                known = mine.defines | {name for base in _ancestors(node.name, ours) for name in ours[base].defines}
                for name in (mine.defines & inherited) | (mine.uses & inherited - known):
                    found[name].add(file)
            elif isinstance(node, ast.Attribute) and PRIVATE.match(node.attr):
                receiver = _plain(node.value)
                if receiver in theirs or (receiver not in ONESELF and node.attr not in own_names):
                    found[node.attr].add(file)
    return {name: sorted(files) for name, files in sorted(found.items())}


def from_kivy(tree: ast.Module) -> dict[str, str]:
    """Return what a file imports from Kivy: the name it has there, by the name it has here."""
    return {
        alias.asname or alias.name: CHOSEN.get(f"{node.module}.{alias.name}", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kivy"
        for alias in node.names
    }


def classes(trees: Iterable[ast.Module]) -> dict[str, Class]:
    """Read all classes of some sources."""
    found: dict[str, Class] = defaultdict(Class)
    for tree in trees:
        theirs = from_kivy(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                one = found[node.name]
                for base in (ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases):
                    one.bases.add(KIVY + theirs[base] if base in theirs else base)
                one.defines |= set(filter(PRIVATE.match, _defined(node)))
                one.uses |= {part.attr for part in _of_itself(node) if PRIVATE.match(part.attr)}
    return dict(found)


def _defined(tree: ast.ClassDef) -> Iterator[str]:
    """Yield what a class gives itself: methods, attributes of the class, and those of its objects."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
    yield from (part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    yield from (part.attr for part in _of_itself(tree) if isinstance(part.ctx, ast.Store))


def _of_itself(tree: ast.ClassDef) -> Iterator[ast.Attribute]:
    """Yield each attribute of `self`, of the class or of `super()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _plain(node.value) in ONESELF:
            yield node


def _plain(node: ast.expr) -> str:
    """Return a name, or `super()`; nothing for whatever else an attribute is asked of."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        return "super()"
    return node.id if isinstance(node, ast.Name) else ""


def _ancestors(name: str, ours: Mapping[str, Class]) -> set[str]:
    """Return the classes of ours that a class inherits from, itself left out."""
    found: set[str] = set()
    left = {name}
    while left:
        left = {base for one in left for base in ours[one].bases if base in ours} - found
        found |= left
    return found - {name}


def _inherited(name: str, ours: Mapping[str, Class]) -> set[str]:
    """Return the private names of Kivy that a class of ours inherits."""
    bases = {base for one in {name, *_ancestors(name, ours)} for base in ours[one].bases}
    return {
        private
        for base in bases
        if base.startswith(KIVY) and base.removeprefix(KIVY) in kivy_classes()
        for one in {base.removeprefix(KIVY), *_ancestors(base.removeprefix(KIVY), kivy_classes())}
        for private in kivy_classes()[one].defines
    }


@cache
def kivy_classes() -> dict[str, Class]:
    """Read the classes of the Kivy that is installed; it is not imported."""
    spec = find_spec("kivy")
    if spec is None or spec.origin is None:
        return {}
    folder = Path(spec.origin).parent
    parts = [path for part in ("core", "uix", "graphics", "input", "lang") for path in (folder / part).rglob("*.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (*parts, *folder.glob("*.py"))]
    found = classes(trees)
    for one in found.values():
        one.bases = {base.removeprefix(KIVY) for base in one.bases}
    return found
