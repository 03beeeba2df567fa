"""Keeps the catalogues of words: `make words`.

Collects all words that pass through `_`, `n_`, `N_` and `NN_`, brings each language's `companion.po` up to date, and
makes the `companion.mo` of it that the companion reads. `python -m tests.catalogues de` begins a new language.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.table.words import DOMAIN, FOLDER

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final = ("companion", "firmware_bridge", "layouts")
KEYWORDS: Final[dict[str, Any]] = {"_": None, "n_": (1, 2), "N_": None, "NN_": (1, 2)}
BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)
CALL: Final = re.compile(rb"(?<![\w.])(?:_|n_)\(")


def main(new: list[str]) -> int:
    """Write all catalogues; `new` are codes of languages to begin. Returns 1 if a translation cannot be used."""
    template, wrong = collect(), []
    FOLDER.mkdir(exist_ok=True)
    for code in new:
        path = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            save(Catalog(locale=code, domain=DOMAIN), path)
    for path in sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        catalogue = load(path)
        catalogue.update(template, no_fuzzy_matching=True)
        save(catalogue, path)
        # As it is read: what has just come in has its plural forms only in the file.
        catalogue = load(path)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        done = sum(bool(message.id and all(forms(message.string))) for message in catalogue)
        sys.stdout.write(f"{path.parent.parent.name}: {done} of {len(catalogue)}\n")
        wrong += [f"{path.parent.parent.name}: {words}" for words in strange_gaps(catalogue)]
    sys.stderr.writelines(f"{words}\n" for words in wrong)
    return 1 if wrong else 0


def collect() -> Catalog:
    """Return a catalogue of all marked words, without translations."""
    catalogue = Catalog(domain=DOMAIN, project="companion")
    methods = [("**.py", "tests.catalogues:python"), ("**.kv", "tests.catalogues:kv")]
    for part in PARTS:
        for name, line, words, comments, context in extract_from_dir(ROOT / part, methods, keywords=KEYWORDS):
            catalogue.add(words, locations=[(f"{part}/{name}", line)], auto_comments=comments, context=context)
    return catalogue


def python(file: IO[bytes], keywords: Any, *_tags: Any, **_options: Any) -> Iterator[tuple[Any, ...]]:
    """Words in a module, those inside of an f-string too: Babel's own reader passes over them."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            words = [a.value if isinstance(a, ast.Constant) and isinstance(a.value, str) else None for a in node.args]
            yield node.lineno, node.func.id, words, []


def kv(file: IO[bytes], keywords: Any, *_tags: Any, **_options: Any) -> Iterator[tuple[Any, ...]]:
    """Words in a layout: its values are Python, line by line."""
    for number, line in enumerate(file, 1):
        if CALL.search(line):
            # The name of the property and its colon are no expression.
            value = line.split(b":", 1)[1].strip()
            for _, *found in python(io.BytesIO(value), keywords):
                yield number, *found


def strange_gaps(catalogue: Catalog) -> Iterator[str]:
    """Translations with a gap that the English words have not, or that is no gap: they would break a game."""
    for message in catalogue:
        if message.id:
            # One form may leave a gap out: “a pair of ...” for “{n} pairs of ...”.
            known = {gap for words in forms(message.id) for gap in gaps(words)}
            for words in forms(message.string):
                try:
                    strange = set(gaps(words)) - known
                except ValueError as error:
                    yield f"“{words}” has a gap that is none ({error})"
                else:
                    yield from (f"“{words}” has no words for the gap {gap}" for gap in sorted(strange))


def gaps(words: str) -> list[str]:
    """The names of the gaps in a sentence. Raises `ValueError`."""
    return [name for _, name, _, _ in Formatter().parse(words) if name is not None]


def load(path: Path) -> Catalog:
    """Read a language's catalogue."""
    with path.open("rb") as file:
        return read_po(file, domain=DOMAIN)


def save(catalogue: Catalog, path: Path) -> None:
    """Write it without dates and Babel's version, so that nothing changes where no word does."""
    buffer = io.BytesIO()
    write_po(
        buffer, catalogue, omit_header=False, sort_output=True, width=100, include_lineno=False, ignore_obsolete=True
    )
    path.write_bytes(re.sub(rb'"(POT-Creation-Date|PO-Revision-Date|Generated-By): .*\\n"\n', b"", buffer.getvalue()))


def compiled(catalogue: Catalog) -> bytes:
    """Return what the companion reads; always as of the same day, so that nothing changes where no word does."""
    buffer = io.BytesIO()
    catalogue.creation_date = catalogue.revision_date = BEGUN
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def forms(string: Any) -> tuple[str, ...]:
    """The translations of a message: one, or one for each plural form."""
    # What has just come into a catalogue has no translation at all.
    return tuple(string) if isinstance(string, tuple | list) else (string or "",)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
