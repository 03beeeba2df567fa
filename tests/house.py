"""Measures the house: how its modules hang together, and what of it is unchecked. No judgement, only numbers.

    python -m tests.house [CHECKOUT]

Prints the numbers of this checkout or of another one, so that a before and an after can be laid side by side. Imports
inside functions count like any other; those for the type checker alone are told apart.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

PARTS: Final = ("companion", "firmware_bridge", "layouts")
APP: Final = "companion/app"
RULES: Final = "layouts.kv"
KINDS: Final = ("top", "inside", "typing")
Graph: TypeAlias = Mapping[str, frozenset[str]]


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


def look(root: Path) -> House:
    """Read a checkout."""
    paths = [path for part in PARTS for path in sorted((root / part).rglob("*.py"))]
    texts = {path: path.read_text(encoding="utf-8") for path in (*paths, *(root / "tests").rglob("*.py"))}
    rules = [path.read_text(encoding="utf-8") for path in sorted((root / "layouts").rglob("*.kv"))]
    sources = {module_name(path.relative_to(root)): path for path in paths}
    graphs: dict[str, dict[str, set[str]]] = {kind: {name: set() for name in (*sources, RULES)} for kind in KINDS}
    for name, path in sources.items():
        for module, kind in imported(ast.parse(texts[path]), name, path.name == "__init__.py"):
            graphs[kind][name].add(nearest(module, sources))
    for module in re.findall(r"^#:import \w+ (\S+)", "\n".join(rules), re.MULTILINE):
        graphs["top"][RULES].add(nearest(module, sources))
    top, inside, typing = ({m: found - {m, ""} for m, found in graphs[kind].items()} for kind in KINDS)
    lines: Counter[str] = Counter()
    for path, text in texts.items():
        folders = path.relative_to(root).parent.parts
        lines["tests" if folders[0] == "tests" else "/".join(folders[:3])] += len(text.splitlines())
    app = {path: texts[path] for path in paths if path.is_relative_to(root / APP)}
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
        app_packages=tuple(p.parent.relative_to(root / APP).as_posix() for p in app if p.name == "__init__.py"),
        app_loose=tuple(p.name for p in app if p.parent == root / APP and p.name != "__init__.py"),
    )


def module_name(path: Path) -> str:
    """`companion/app/page.py` is `companion.app.page`, and a package goes by its own name."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[str, str]]:
    """Every module that a source may name in an import, and where it stands: `top`, `inside` or `typing`."""
    above = module.split(".") if is_package else module.split(".")[:-1]

    def walk(node: ast.AST, kind: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, kind) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*above[: len(above) - node.level + 1], *filter(None, [node.module])] if node.level else [])
            base = base or node.module or ""
            yield from ((f"{base}.{alias.name}", kind) for alias in node.names)
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.If) and child in node.body and "TYPE_CHECKING" in ast.unparse(node.test):
                yield from walk(child, "typing")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                yield from walk(child, "inside")
            else:
                yield from walk(child, kind)

    return walk(tree, "top")


def nearest(name: str, known: Iterable[str]) -> str:
    """The module of ours that a name belongs to: `companion.app.page.Page` is in `companion.app.page`."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def circles(graph: Graph) -> list[list[str]]:
    """Sets of modules that all reach each other, the largest first (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in order:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == order[module]:
            circle = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            found.append(sorted(circle))

    for module in sorted(graph):
        if module not in order:
            visit(module)
    return sorted((circle for circle in found if len(circle) > 1), key=lambda c: (-len(c), c))


def longest_chain(graph: Graph) -> list[str]:
    """The longest way down the imports; a circle is one step of it, named by its first module."""
    head = {module: circle[0] for circle in circles(graph) for module in circle}
    below: dict[str, set[str]] = {}
    for module, others in graph.items():
        mine = head.get(module, module)
        below.setdefault(mine, set()).update({head.get(other, other) for other in others} - {mine})
    known: dict[str, list[str]] = {}

    def chain(module: str) -> list[str]:
        if module not in known:
            known[module] = [module, *max((chain(other) for other in sorted(below[module])), key=len, default=[])]
        return known[module]

    return max((chain(module) for module in sorted(below)), key=len, default=[])


def literal_sizes(rules: str) -> int:
    """Numbers other than 0 and 1 on the right of a size, height, width, padding, spacing or font size."""
    found = 0
    for line in rules.splitlines():
        name, _, value = line.strip().partition(":")
        if re.fullmatch(r"(font_)?size|height|width|padding|spacing|most|least|(minimum|row|col)_\w+", name):
            found += sum(float(n) not in (0, 1) for n in re.findall(r"(?<![\w.\[#])\d+(?:\.\d+)?(?![\w.%])", value))
    return found


def report(house: House) -> Iterator[str]:
    """The numbers, in lines to read."""
    yield f"modules {len(house.imports)}, imports {sum(map(len, house.imports.values()))}, in functions {house.inside}"
    for what, graph in (("circles", house.imports), ("circles with imports for the type checker", house.known)):
        rings = circles(graph)
        yield f"{what}: {len(rings)}, modules in them {sum(map(len, rings))}"
        yield from (f"  {len(ring):2} {', '.join(ring)}" for ring in rings)
    dotted = APP.replace("/", ".") + "."
    within = {m: frozenset(o for o in found if o.startswith(dotted)) for m, found in house.imports.items()}
    for what, graph in (
        ("", house.imports),
        (f" within {APP}", {m: o for m, o in within.items() if m.startswith(dotted)}),
    ):
        chain = longest_chain(graph)
        yield f"longest chain{what} {len(chain)}: {' > '.join(chain)}"
    yield f"{APP}: packages {len(house.app_packages)}, itself among them; loose files {len(house.app_loose)}"
    kind = "Any" if house.host_is_any else "typed"
    yield f"{APP}: what surrounds a page (which is {kind}) asked {house.host_uses} times, .ids {house.id_looks} times"
    yield f".kv: lines {house.kv_lines}, literal sizes {house.sizes}"
    yield f"lines of Python: {house.lines.total() - house.lines['tests']} without tests"
    yield from (f"  {number:6} {name}" for name, number in sorted(house.lines.items()))


if __name__ == "__main__":
    print("\n".join(report(look(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent))))
