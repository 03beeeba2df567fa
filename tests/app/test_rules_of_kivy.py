"""Kivy's own rules of looks are read for the widgets that are used, and for no others."""

from __future__ import annotations

import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import companion.app
from companion.app.start.environment import STYLED

pytestmark = pytest.mark.usefixtures("window")


def style() -> Path:
    import kivy

    return Path(kivy.kivy_data_dir) / "style.kv"


def ruled() -> set[str]:
    """The widgets for which Kivy has rules."""
    heads = re.findall(r"^<([^>]*)>", style().read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name.strip(" -").partition("@")[0] for head in heads for name in head.split(",")}


def used() -> set[str]:
    """Kivy's widgets that are used here, by themselves or beneath our own."""
    for found in pkgutil.walk_packages(companion.app.__path__, "companion.app."):
        import_module(found.name)
    from kivy.uix.widget import Widget

    below: list[Any] = [Widget]
    for kind in below:
        below += kind.__subclasses__()
    ours = [kind for kind in below if kind.__module__.startswith("companion.")]
    beneath = {base.__name__ for kind in ours for base in kind.__mro__ if base.__module__.startswith("kivy.uix.")}
    named = {
        name
        for module in loaded()
        for name, thing in vars(module).items()
        if isinstance(thing, type) and thing in below
    }
    return beneath | named


def loaded() -> list[Any]:
    return [module for name, module in sys.modules.items() if name.startswith("companion.app")]


def test_those_are_picked_that_are_used() -> None:
    assert used() & ruled() == set(STYLED)


def test_what_is_picked_is_read_and_nothing_else() -> None:
    from kivy.lang import Builder

    read = [selector.key for selector, rule in Builder.rules if rule.ctx.filename == str(style())]
    assert sorted(read) == sorted(name.lower() for name in STYLED)
