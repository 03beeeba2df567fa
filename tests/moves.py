"""Moves modules and rewrites every import of them.

    python -m tests.moves TABLE

TABLE has a line for each move, "old/path.py new/path.py"; lines that begin with # are comments. A row whose old path
is not there is passed over, so that the table can be run again on a branch that was begun before the moves. Imports
are rewritten in all Python sources and .kv rules; dotted names and paths in other texts, too.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

CODE: Final = ("companion", "firmware_bridge", "layouts", "tests")
TEXTS: Final = {".py", ".kv", ".md", ".toml", ".txt", ".in", ".cfg", ".yaml", ".yml", ".sh", ".po", ".json", ""}
KEPT: Final = ("docs/history/",)


def module_name(path: str) -> str:
    """Return the dotted name of a source file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def read_table(table: Path) -> dict[str, str]:
    """Return new paths by old ones."""
    rows = (line.split("#")[0].split() for line in table.read_text(encoding="utf-8").splitlines())
    return {row[0]: row[1] for row in rows if len(row) == 2}


def move(root: Path, table: Mapping[str, str]) -> None:
    """Move the files, and give every new folder an `__init__.py`."""
    for old, new in table.items():
        if not (root / old).exists():
            continue
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "mv", old, new], cwd=root, check=True)
    for new in table.values():
        for folder in (root / new).parents:
            if folder == root:
                break
            if folder.is_dir() and not (folder / "__init__.py").exists():
                (folder / "__init__.py").touch()


def rewritten(source: str, package: str, modules: Mapping[str, str]) -> str:
    """Return a Python source with its imports as the table has them.

    Args:
        source: the text of a module.
        package: the dotted name of its package, for relative imports.
        modules: new dotted names by old ones.
    """
    lines = source.splitlines(keepends=True)
    for node in sorted(
        (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import | ast.ImportFrom)),
        key=lambda n: -n.lineno,
    ):
        new = "\n".join(_import(node, package, modules))
        if new and node.end_lineno is not None:
            indent = " " * node.col_offset
            tail = lines[node.end_lineno - 1][node.end_col_offset :]
            text = new.replace("\n", f"\n{indent}")
            lines[node.lineno - 1 : node.end_lineno] = [f"{indent}{text}{tail}"]
    return "".join(lines)


def _import(node: ast.Import | ast.ImportFrom, package: str, modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the statements that take the place of one; nothing if it stays."""
    if isinstance(node, ast.Import):
        if any(alias.name in modules for alias in node.names):
            for alias in node.names:
                named = f" as {alias.asname}" if alias.asname else ""
                yield f"import {modules.get(alias.name, alias.name)}{named}"
        return
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    base = ".".join([*above, *([node.module] if node.module else [])])
    groups: dict[str, list[str]] = defaultdict(list)
    changed = base in modules
    for alias in node.names:
        whole = f"{base}.{alias.name}"
        if whole in modules:
            changed = True
            parent, _, name = modules[whole].rpartition(".")
            shown = alias.asname or alias.name
            groups[parent].append(name if name == shown else f"{name} as {shown}")
        else:
            named = f" as {alias.asname}" if alias.asname else ""
            groups[modules.get(base, base)].append(f"{alias.name}{named}")
    if changed:
        for parent, names in groups.items():
            yield (
                f"from {parent} import ({', '.join(names)})"
                if len(names) > 3
                else f"from {parent} import {', '.join(names)}"
            )


def any_of(names: Iterable[str]) -> str:
    """Return a pattern for any of these names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def within_strings(source: str, names: re.Pattern[str], modules: Mapping[str, str]) -> str:
    """Return a Python source in whose strings and comments modules have their new names."""
    lines = source.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
        if token.type not in (tokenize.STRING, tokenize.COMMENT):
            continue
        text = names.sub(lambda found: modules[found[0]], token.string)
        if text != token.string:
            (row, start), (last, end) = token.start, token.end
            lines[row - 1 : last] = [lines[row - 1][:start] + text + lines[last - 1][end:]]
    return "".join(lines)


def main(arguments: list[str]) -> int:
    """Move what a table names."""
    root = Path.cwd()
    table = read_table(Path(arguments[0]))
    modules = {module_name(old): module_name(new) for old, new in table.items()}
    before = {new: old for old, new in table.items()}
    move(root, table)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    # A path may be given from the package on, as in `storage/fallback_journal.py`.
    short = {old.removeprefix("companion/"): new.removeprefix("companion/") for old, new in table.items()}
    names = re.compile(rf"(?<![\w.])(?:{any_of(modules)})(?![\w])")
    places = re.compile(rf"(?<![\w/])(?:{any_of([*table, *short])})(?!\w)")
    for name in filter(None, files.split("\0")):
        path = root / name
        if path.suffix not in TEXTS or name.startswith(KEPT) or not path.is_file() or path.is_symlink():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        new = text
        if path.suffix == ".py":
            origin = module_name(before.get(name, name))
            package = origin if name.endswith("__init__.py") else origin.rpartition(".")[0]
            new = within_strings(new, names, modules)
            new = rewritten(new, package, modules)
        else:
            new = names.sub(lambda found: modules[found[0]], new)
        new = places.sub(lambda found: {**short, **table}[found[0]], new)
        if new != text:
            path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
