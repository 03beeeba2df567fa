"""What there is to know of a checkout, read from its files."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.instruments.house.graph import Graph
from tests.instruments.house.sources import imported, literal_sizes, module_name, nearest

PARTS: Final = ("companion", "firmware_bridge", "layouts")
APP: Final = "companion/app"
RULES: Final = "layouts.kv"
KINDS: Final = ("top", "inside", "typing")
STOREYED: Final = (
    "companion",
    "companion.games.cthulhu_wars",
    "companion.games.messina",
    "companion.games.mythos_encounters",
    APP.replace("/", "."),
    "companion.app.table",
    "companion.app.look",
    "companion.app.widgets",
)
"""Folders whose floors are told, where there are such folders."""


@dataclass(frozen=True)
class House:
    """What there is to know of a checkout.

    Attributes:
        imports: each module and what of our own it imports at run time; all .kv files together are one, `layouts.kv`.
        known: the same with imports for the type checker alone.
        inside: how many imports of our own stand inside functions.
        lines: lines of Python by package.
        host_is_any: whether what a page asks of its surroundings is unchecked.
        host_uses: how often pages ask (`.host`, once `.shell`).
        id_looks: `.ids` there, which nothing ever checks.
        sizes: numbers given as such for a size in .kv rules, with or without the unit `look.u`.
        app_packages, app_loose: folders in companion/app, and files that are in none.
    """

    imports: Graph
    known: Graph
    inside: int
    lines: Counter[str]
    host_is_any: bool
    host_uses: int
    id_looks: int
    sizes: int
    kv_lines: int
    app_packages: tuple[str, ...]
    app_loose: tuple[str, ...]


def python_files(root: Path, *parts: str) -> dict[str, str]:
    """Return the text of each Python file below some folders of a checkout, by its name there."""
    paths = [path for part in parts for path in sorted((root / part).rglob("*.py"))]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def look(root: Path) -> House:
    """Read a checkout."""
    product, tests = python_files(root, *PARTS), python_files(root, "tests")
    rules = [path.read_text(encoding="utf-8") for path in sorted((root / "layouts").rglob("*.kv"))]
    sources = {module_name(Path(file)): file for file in product}
    graphs: dict[str, dict[str, set[str]]] = {kind: {name: set() for name in (*sources, RULES)} for kind in KINDS}
    for name, file in sources.items():
        for module, kind in imported(ast.parse(product[file]), name, file.endswith("/__init__.py")):
            graphs[kind][name].add(nearest(module, sources))
    for module in re.findall(r"^#:import \w+ (\S+)", "\n".join(rules), re.MULTILINE):
        graphs["top"][RULES].add(nearest(module, sources))
    top, inside, typing = ({m: found - {m, ""} for m, found in graphs[kind].items()} for kind in KINDS)
    lines: Counter[str] = Counter()
    for file, text in product.items():
        lines["/".join(Path(file).parent.parts[:3])] += len(text.splitlines())
    lines["tests"] = sum(len(text.splitlines()) for text in tests.values())
    app = {Path(file).relative_to(APP): text for file, text in product.items() if file.startswith(f"{APP}/")}
    return House(
        imports={m: frozenset(top[m] | inside[m]) for m in top},
        known={m: frozenset(top[m] | inside[m] | typing[m]) for m in top},
        inside=sum(map(len, inside.values())),
        lines=lines,
        host_is_any=any(re.search(r"^    shell(: Any| = ObjectProperty)", t, re.MULTILINE) for t in app.values()),
        host_uses=sum(len(re.findall(r"self\.(shell|host)\.", text)) for text in app.values()),
        id_looks=sum(len(re.findall(r"\.ids\b", text)) for text in app.values()),
        sizes=sum(map(literal_sizes, rules)),
        kv_lines=sum(len(text.splitlines()) for text in rules),
        app_packages=tuple(path.parent.as_posix() for path in app if path.name == "__init__.py"),
        app_loose=tuple(path.name for path in app if len(path.parts) == 1 and path.name != "__init__.py"),
    )
