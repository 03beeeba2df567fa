"""What one source file says: its imports, its lines, its classes, its sizes."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

NO_CODE: Final = frozenset(
    {
        tokenize.COMMENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
        tokenize.INDENT,
        tokenize.NEWLINE,
        tokenize.NL,
    }
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


def literal_sizes(rules: str) -> int:
    """Numbers other than 0 and 1 on the right of a size, height, width, padding, spacing or font size."""
    found = 0
    for line in rules.splitlines():
        name, _, value = line.strip().partition(":")
        if re.fullmatch(r"(font_)?size|height|width|padding|spacing|most|least|(minimum|row|col)_\w+", name):
            found += sum(float(n) not in (0, 1) for n in re.findall(r"(?<![\w.\[#])\d+(?:\.\d+)?(?![\w.%])", value))
    return found


def code_lines(source: str, tree: ast.AST) -> int:
    """Count the lines with code: no docstring or other text that stands alone, no comment, not blank."""
    texts = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    coded = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(coded - texts)


def class_names(tree: ast.AST) -> list[str]:
    """Return the name of each class, wherever it stands."""
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
