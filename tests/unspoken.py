"""Finds words for people in the sources that pass through no function of `companion.table.words`.

A text counts as words if it has a space or is one word with a capital letter; ids and keys have none. What stays unseen
here, like a single small word, the made-up language of `tests.marked` shows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SPEAKERS: Final = frozenset({"_", "n_", "N_", "NN_"})
ERRORS: Final = frozenset({"ValueError", "TypeError", "RuntimeError", "AssertionError"})
LOG: Final = frozenset({"info", "warning", "error", "critical", "exception", "Formatter", "MarkingFormatter"})
PATTERNS: Final = frozenset({"compile", "sub"})
DOCTOR: Final = frozenset({"Finding"})
"""The doctor speaks English, in a terminal."""
NOT_SAID: Final = (
    ERRORS | LOG | PATTERNS | DOCTOR | {"BareScreenError", "TypeVar", "Literal", "choice", "execute", "register"}
)
"""What is called with words that nobody at the table reads."""
NAMES: Final = frozenset({"Companion", "Label", "Strong", "Title"})
"""The name of the program, of its fonts, and of a widget of Kivy."""
WORDS: Final = re.compile(r"(?=.*[^\W\d_]{2}).* |^[A-Z][a-z]+[.:!?]?$", re.DOTALL)
MARKUP: Final = re.compile(r"<style>.*?</style>|<[^<>]*>", re.DOTALL)
"""What a browser reads, and not people."""
PROGRAM: Final = re.compile(r"^[A-Z_]{3,} ")
"""Commands for a data base."""


def unspoken(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and texts of a module that a translator would never see."""
    yield from _in(ast.parse(path.read_text(encoding="utf-8")))


def unspoken_in_layout(path: Path) -> Iterator[tuple[int, str]]:
    """The same of a layout; only what is a text there is read."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        name, __, value = line.strip().partition(": ")
        if name == "text":
            for _line, text in _in(ast.parse(value)):
                yield number, text


def not_literal(path: Path) -> Iterator[tuple[int, str]]:
    """Lines on which words are put together before they are looked up, so that no catalogue has them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
            for argument in node.args:
                if isinstance(argument, ast.JoinedStr | ast.BinOp) or _name(argument) == "format":
                    yield node.lineno, ast.unparse(node)


def looked_up(path: Path) -> Iterator[str]:
    """Words of a module that are written where they are asked for or marked."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _are_words(text: str) -> bool:
    return text not in NAMES and bool(WORDS.search(MARKUP.sub("", text))) and not PROGRAM.match(text)


def _in(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS | NOT_SAID:
        return
    if isinstance(node, ast.Dict):
        # Its keys are names for the program.
        node = ast.Tuple(node.values)
    if isinstance(node, ast.Compare):
        yield from _in(
            ast.Tuple([part for part in (node.left, *node.comparators) if not isinstance(part, ast.Constant)])
        )
        return
    if isinstance(node, ast.Assert):
        yield from _in(node.test)
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Assign | ast.AnnAssign) and "__all__" in ast.unparse(node).partition("=")[0]:
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in node.values)
        if _are_words(text):
            yield node.lineno, text
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _in(part.value)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if _are_words(node.value):
            yield node.lineno, node.value
        return
    for child in ast.iter_child_nodes(node):
        yield from _in(child)


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        return _name(node.func)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
