"""Where a small fault can be put into a source, and how each is called.

A name says what is changed in which function, without the line, so that it stays the same when lines shift.
"""

from __future__ import annotations

import ast
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple

OTHERS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
LONGEST: Final = 80
"""Letters of the expression in a name."""


class Place(NamedTuple):
    """Another value for a field of a node. It is late if it is in a function, and does not run at the import."""

    name: str
    file: Path
    line: int
    late: bool
    node: ast.AST
    field: str
    value: object


def faults(node: ast.AST) -> Iterator[tuple[str, str, object]]:
    """Yield words, field and new value of each fault that a node can have."""
    match node:
        case ast.Compare(ops=ops):
            for n, op in enumerate(ops):
                other = OTHERS[type(op)]
                yield f"{type(op).__name__} > {other.__name__}", "ops", [*ops[:n], other(), *ops[n + 1 :]]
        case ast.BoolOp(op=op):
            yield f"{type(op).__name__} > {OTHERS[type(op)].__name__}", "op", OTHERS[type(op)]()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "Not left out", "operand", ast.copy_location(ast.UnaryOp(ast.Not(), operand), node)
        case ast.Constant(value=bool(value)):
            yield f"{value} > {not value}", "value", not value
        case ast.Constant(value=int(value)):
            yield f"{value} > {value + 1}", "value", value + 1


def places(file: Path, tree: ast.Module) -> list[Place]:
    """Return the places of a file, from the top down."""
    counted: Counter[str] = Counter()
    found = []
    for statement in tree.body:
        named = statement.target if isinstance(statement, ast.AnnAssign) else statement
        within = getattr(named, "name", None) or getattr(named, "id", "module")
        for node, parent, late in walk(statement, statement):
            for words, field, value in faults(node):
                about = ast.unparse(parent if isinstance(node, ast.Constant) else node)
                name = f"{file.stem}.{within}: {words} in {textwrap.shorten(about, LONGEST, placeholder=' ...')}"
                counted[name] += 1
                number = f" #{counted[name]}" if counted[name] > 1 else ""
                line: int = getattr(node, "lineno")  # noqa: B009 - not every node has one, these have
                found.append(Place(name + number, file, line, late, node, field, value))
    return found


def walk(node: ast.AST, parent: ast.AST, *, late: bool = False) -> Iterator[tuple[ast.AST, ast.AST, bool]]:
    """Yield a node and all below it, each with its parent and whether it is in the body of a function."""
    yield node, parent, late
    # The defaults of arguments are made as the function is.
    for field, value in ast.iter_fields(node):
        inside = late or (field == "body" and isinstance(node, (ast.FunctionDef, ast.Lambda)))
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from walk(child, node, late=inside)


def compiled(tree: ast.Module, file: Path, place: Place | None = None) -> CodeType:
    """Return the code of a file, with a fault in it if one is given."""
    right = getattr(place.node, place.field) if place else None
    if place:
        setattr(place.node, place.field, place.value)
    try:
        return compile(tree, str(file.resolve()), "exec", dont_inherit=True)
    finally:
        if place:
            setattr(place.node, place.field, right)


def all_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of everything that is defined in a code, from the top down."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from all_codes(constant)
