"""Keeps the catalogues of words: `make words`.

Collects all words that pass through `_`, `n_`, `N_` and `NN_`, brings each language's `companion.po` up to date, and
makes the `companion.mo` of it that the companion reads. `python -m tests.instruments.catalogues de` begins a new
language.

A translation whose English text was reworded is flagged as *fuzzy*, which is gettext's word for unchecked, and is left
out of `companion.mo`. The `companion.mo` of the last time tells which translation belonged to which English text.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from difflib import SequenceMatcher
from pathlib import Path
from string import Formatter
from typing import IO, Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import normalize, read_po, write_po

from companion.table.words import DOMAIN, FOLDER

ROOT: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("companion", "firmware_bridge", "layouts")
KEYWORDS: Final[dict[str, Any]] = {"_": None, "n_": (1, 2), "N_": None, "NN_": (1, 2)}
BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)
WIDTH: Final = 100
ALIKE: Final = 0.6
"""How alike an English text and one that is gone must be for the translation of the one to be offered to the other."""
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
        before = list(catalogue)
        # Babel's own matching also takes translations of texts that are still there.
        catalogue.update(template, no_fuzzy_matching=True)
        flag_reworded(catalogue, list(last_compiled(path)), before)
        save(catalogue, path)
        # As it is read: what has just come in has its plural forms only in the file.
        catalogue = load(path)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        done = sum(bool(m.id and all(forms(m.string)) and not m.fuzzy) for m in catalogue)
        sys.stdout.write(f"{path.parent.parent.name}: {done} of {len(catalogue)}\n")
        sys.stdout.writelines(f"{words}\n" for words in unchecked(catalogue))
        wrong += [f"{path.parent.parent.name}: {words}" for words in strange_gaps(catalogue)]
    sys.stderr.writelines(f"{words}\n" for words in wrong)
    return 1 if wrong else 0


def flag_reworded(catalogue: Catalog, compiled: list[Message], before: list[Message]) -> None:
    """Flag each translation as fuzzy that was made for an English text that is no longer there.

    A text without a translation takes the one of the text that was most like it, and that is flagged, too.

    Args:
        catalogue: with the English texts of today.
        compiled: what was in use after the last `make words`, each translation beside the text that it was made for.
        before: the catalogue as it was found.
    """
    texts, in_use = {forms(message.id) for message in catalogue}, {forms(message.id) for message in compiled}
    gone = [old for old in (*compiled, *before) if forms(old.id) not in texts and any(forms(old.string))]
    flagged = {forms(message.id): message.previous_id for message in before if message.fuzzy}
    for message in catalogue:
        message.previous_id = flagged.get(forms(message.id), [])
        if message.id and not message.fuzzy and forms(message.id) not in in_use:
            old = former(message, [old for old in gone if isinstance(old.id, str) == isinstance(message.id, str)])
            if old:
                message.string = old.string
                message.flags.add("fuzzy")
                message.previous_id = list(forms(old.id))


def former(message: Message, gone: list[Message]) -> Message | None:
    """Return which of the messages this one was: that with its translation or, where it has none, one much like it."""
    if any(forms(message.string)):
        return next((old for old in gone if forms(old.string) == forms(message.string)), None)
    old = max(gone, key=lambda old: likeness(message, old), default=None)
    return old if old and likeness(message, old) >= ALIKE else None


def likeness(message: Message, old: Message) -> float:
    """Return how alike two English texts are, from 0 to 1."""
    # Else letters that are frequent in a text of more than 200 count for nothing.
    texts = SequenceMatcher(None, forms(message.id)[0], forms(old.id)[0], autojunk=False)
    return texts.ratio() if texts.quick_ratio() >= ALIKE else 0.0


def unchecked(catalogue: Catalog) -> Iterator[str]:
    """Yield what is to be done about each translation that nobody has looked at since its English text changed."""
    for message in catalogue:
        if message.id and message.fuzzy:
            yield (
                f"See whether the translation of “{forms(message.id)[0]}” in companion.po of {catalogue.locale} still "
                "fits, change it or leave it, take the word fuzzy above it away, and run `make words`."
            )


def last_compiled(path: Path) -> Catalog:
    """Return the messages as the last `make words` compiled them; none in a new language."""
    compiled = path.with_suffix(".mo")
    return read_mo(io.BytesIO(compiled.read_bytes())) if compiled.exists() else Catalog()


def collect() -> Catalog:
    """Return a catalogue of all marked words, without translations."""
    catalogue = Catalog(domain=DOMAIN, project="companion")
    methods = [("**.py", "tests.instruments.catalogues:python"), ("**.kv", "tests.instruments.catalogues:kv")]
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
        catalogue = read_po(file, domain=DOMAIN)
    # Babel's flag for a catalogue that nobody has begun, which would stand above all messages.
    catalogue.fuzzy = False
    for message in catalogue:
        # Babel takes the former English text, `#| msgid "..."`, for a comment of people.
        lines = [comment.removeprefix("|") for comment in message.user_comments if comment.startswith("|")]
        message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
        if not any(forms(message.string)):
            message.flags.discard("fuzzy")
        if message.fuzzy:
            message.previous_id = [text for old in read_po([*lines, 'msgstr ""']) for text in forms(old.id) if text]
    return catalogue


def save(catalogue: Catalog, path: Path) -> None:
    """Write it without dates and Babel's version, so that nothing changes where no word does."""
    buffer = io.BytesIO()
    write_po(
        buffer, catalogue, omit_header=False, sort_output=True, width=WIDTH, include_lineno=False, ignore_obsolete=True
    )
    words = re.sub(r'"(POT-Creation-Date|PO-Revision-Date|Generated-By): .*\\n"\n', "", buffer.getvalue().decode())
    for message in catalogue:
        if message.previous_id:
            # Babel writes these lines, too, but breaks a long one within its quotes.
            former = zip(("msgid", "msgid_plural"), message.previous_id, strict=False)
            lines = "".join(f"\n#| {kind} {normalize(text, '#| ', WIDTH)}" for kind, text in former)
            here = f"\nmsgid {normalize(forms(message.id)[0], width=WIDTH)}\n"
            words = words.replace(here, f"{lines}{here}")
    path.write_text(words, encoding="utf-8")


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
