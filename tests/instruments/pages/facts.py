"""Writes `docs/facts.md` from the facts of the games themselves: `python -m tests.instruments.pages.facts`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import companion.games
import companion.table
from companion.table.state import Fact

ROOT: Final = Path(__file__).resolve().parents[3]
PAGE: Final = ROOT / "docs" / "facts.md"

HEAD: Final = """\
# Facts

For anyone who writes rules, or reads `facts` of the headless interface. A fact says what has happened; nothing else
changes the state of a game. Before you write a new one, look whether it is here: facts are named by cause and object.

This page is written by `.venv/bin/python -m tests.instruments.pages.facts`.
Names of version 0.2 are in [headless.md](headless.md).
"""


def facts() -> Iterator[type[Fact]]:
    """Yield every class of facts of the engine and our games, by module."""
    for package in (companion.table, companion.games):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(found.name)
            for kind in vars(module).values():
                if inspect.isclass(kind) and issubclass(kind, Fact) and kind.__module__ == module.__name__:
                    yield kind


def page() -> str:
    """Return the page."""
    parts: dict[str, list[str]] = {}
    for kind in facts():
        said = " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())
        fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
        parts.setdefault(kind.__module__.removeprefix("companion."), []).append(
            f"| `{kind.__name__}` | {fields} | {said} |\n"
        )
    tables = (
        f"\n## `{module}`\n\n| fact | values | what has happened |\n| --- | --- | --- |\n{''.join(rows)}"
        for module, rows in parts.items()
    )
    return HEAD + "".join(tables)


def main() -> int:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
