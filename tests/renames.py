"""Gives names of the code new names, everywhere.

    python -m tests.renames TABLE

TABLE has a line for each name, "old new [glob ...]": with globs, only files whose path fits one of them are changed.
Lines that begin with # are comments. Replaced are names in Python code, the fields of f-strings, strings that are the
name and nothing else (but what is translated), names in backticks in comments, docstrings and Markdown, and words of
.kv rules. It can be run again on a branch that was begun before.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

TRANSLATED: Final = frozenset({"_", "n_", "N_", "NN_"})
KEPT: Final = ("docs/history/", "tests/moves.py", "tests/renames.py")
Row = tuple[str, str, tuple[str, ...]]


def read_table(table: Path) -> list[Row]:
    """Return the rows of a table: the old name, the new one, and globs of files."""
    rows = (line.split("#")[0].split() for line in table.read_text(encoding="utf-8").splitlines())
    return [(row[0], row[1], tuple(row[2:])) for row in rows if len(row) >= 2]


def in_backticks(text: str, names: Mapping[str, str]) -> str:
    """Return a text with the names that stand in backticks replaced."""

    def quoted(found: re.Match[str]) -> str:
        return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), found[0])

    return re.sub(r"`[^`\n]+`", quoted, text)


def in_string(text: str, names: Mapping[str, str], before: Sequence[str]) -> str:
    """Return a string token with names replaced.

    Args:
        text: the token as it is written, with its quotes.
        names: new names by old ones.
        before: the tokens before it, the last one at the end.
    """
    whole = re.fullmatch(r"([rbfRBF]*)('''|\"\"\"|'|\")(.*)\2", text, re.DOTALL)
    if whole is None:
        return text
    prefix, quote, inside = whole.groups()
    if before[-1:] == ["("] and len(before) > 1 and before[-2] in TRANSLATED:
        return text
    if inside in names:
        inside = names[inside]
    elif "f" in prefix.lower():
        fields = re.compile(r"(?<!\{)\{[^{}]+\}(?!\})")
        inside = fields.sub(lambda f: re.sub(r"\b\w+\b", lambda w: names.get(w[0], w[0]), f[0]), inside)
    else:
        inside = in_backticks(inside, names)
    return f"{prefix}{quote}{inside}{quote}"


def in_python(source: str, names: Mapping[str, str]) -> str:
    """Return a Python source with names replaced."""
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if token.type == tokenize.NAME:
            new = names.get(token.string, token.string)
        elif token.type == tokenize.STRING:
            new = in_string(token.string, names, [t.string for t in tokens[max(0, place - 2) : place]])
        elif token.type == tokenize.COMMENT:
            new = in_backticks(token.string, names)
        else:
            continue
        if new != token.string:
            (row, start), (last, end) = token.start, token.end
            text = lines[row - 1][:start] + new + lines[last - 1][end:]
            lines[row - 1 : last] = text.splitlines(keepends=True)
            # What is left of this token has the same place: tokens are taken from the last to the first.
    return "".join(lines)


def renamed(path: str, text: str, names: Mapping[str, str]) -> str:
    """Return the text of a file with names replaced, by the kind of the file."""
    if path.endswith(".py"):
        return in_python(text, names)
    if path.endswith(".kv"):
        return re.sub(r"\b\w+\b", lambda word: names.get(word[0], word[0]), text)
    return in_backticks(text, names)


def main(arguments: list[str]) -> int:
    """Rename what a table names."""
    rows = read_table(Path(arguments[0]))
    listed = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
    changed = 0
    for path in listed:
        if path.startswith(KEPT) or not path.endswith((".py", ".kv", ".md")) or not Path(path).is_file():
            continue
        names = {old: new for old, new, globs in rows if not globs or any(fnmatch(path, glob) for glob in globs)}
        text = Path(path).read_text(encoding="utf-8")
        new = renamed(path, text, names)
        if new != text:
            Path(path).write_text(new, encoding="utf-8")
            changed += 1
    print(f"{changed} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
