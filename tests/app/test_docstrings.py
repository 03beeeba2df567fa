"""Every public method says what it does, unless it takes the place of one that says it.

`ruff` holds modules, classes and functions (its rules D1, D205, D400, D401); what a method overrides only the running
program knows.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
from collections.abc import Collection, Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

import companion
import firmware_bridge
import layouts

pytestmark = pytest.mark.window


def modules() -> Iterator[ModuleType]:
    """Import everything of the product but what pip runs by itself."""
    for package in (companion, firmware_bridge, layouts):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith(("__main__", ".backend")):
                yield importlib.import_module(found.name)


def function_in(member: Any) -> FunctionType | None:
    """Return the function behind a method, a property, or a static or class method."""
    found = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    return found if inspect.isfunction(found) else None


def promised(module: ModuleType) -> set[str]:
    """Return the methods that the protocols of a module describe; a class that keeps one need not say it again."""
    kinds = [kind for kind in vars(module).values() if inspect.isclass(kind) and getattr(kind, "_is_protocol", False)]
    return {name for kind in kinds for name, member in vars(kind).items() if getattr(member, "__doc__", None)}


def silent(module: ModuleType, known: Collection[str] = ()) -> list[str]:
    """Return the public methods of a module that have no docstring and override nothing."""
    return [
        f"{module.__name__}.{kind.__name__}.{name}"
        for kind in vars(module).values()
        if inspect.isclass(kind) and kind.__module__ == module.__name__ and not getattr(kind, "_is_protocol", False)
        for name, member in vars(kind).items()
        if not f"{kind.__name__}.{name}".startswith("_")
        and not name.startswith("_")
        and name not in known
        and (function := function_in(member)) is not None
        and function.__module__ == module.__name__
        and not function.__doc__
        and not any(hasattr(base, name) for base in kind.__mro__[1:])
    ]


def test_every_public_method_has_a_docstring(window: Any) -> None:  # noqa: ARG001 - Kivy's modules need its window
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    found = list(modules())
    known = set().union(*map(promised, found))
    assert [name for module in found for name in silent(module, known)] == []


def test_a_method_without_a_docstring_is_seen() -> None:
    made = ModuleType("made")
    exec(
        "class Base:\n    def said(self):\n        'Do it.'\n"
        "class A(Base):\n    def said(self): ...\n    def silent(self): ...\n    def _own(self): ...\n",
        vars(made),
    )
    assert silent(made) == ["made.A.silent"]
