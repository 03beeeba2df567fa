"""Sizes and colours come from the theme: rules name them, so that Text size and theme reach everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from layouts import FOLDER

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = sorted(FOLDER.glob("*.kv"))
TYPE: Final = re.compile(r"^\s*(?:font_size|most|least):\s*(.+)$")
SIZE: Final = re.compile(r"^\s*(?:height|width|size|padding|spacing|radius|scroll_distance|bar_width):\s*(.+)$")
FINE: Final = 3
"""Pixels: lines as thin as this are the same everywhere."""

IN_CODE: Final = re.compile(
    r'(?:\bextent\([^,]+,\s*"\w+"|(?:\bclipped|\bshortened)\([^,]+),\s*[\d.]+ \* look\.u'
    r"|\b(?:font_size|most|least)=[\d(]"
)


def literal_type(source: str) -> Iterator[str]:
    """Sizes of type that name no role."""
    for line in source.splitlines():
        found = TYPE.match(line)
        if found and (re.search(r"\blook\.u\b", found[1]) or "look." not in found[1]):
            yield line.strip()


def literal_sizes(source: str) -> Iterator[str]:
    """Sizes in pixels that do not grow with the window."""
    for line in source.splitlines():
        found = SIZE.match(line)
        if found is None:
            continue
        rest = re.sub(r"\((?:[^()]|\([^()]*\))*\) \* look\.\w+|[\d.]+ \* (?:look|self|root)\.\w+", "", found[1])
        if any(float(number) > FINE for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", rest)):
            yield line.strip()


def test_no_rule_has_a_literal_size() -> None:
    assert len(RULES) > 1
    sources = {path.name: path.read_text(encoding="utf-8") for path in RULES}
    assert [f"{name}: {line}" for name, source in sources.items() for line in literal_type(source)] == []
    assert [f"{name}: {line}" for name, source in sources.items() for line in literal_sizes(source)] == []


def test_no_code_measures_a_literal_size_of_type() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "companion" / "app").rglob("*.py"))}
    assert len(sources) > 100
    found = {path.relative_to(ROOT).as_posix(): IN_CODE.findall(source) for path, source in sources.items()}
    assert {path: sizes for path, sizes in found.items() if sizes} == {}


def test_a_literal_is_found() -> None:
    assert list(
        literal_type("    most: 36 * look.u\n    font_size: 20\n    most: (76 if look.portrait else 66) * look.u")
    )
    assert len(list(literal_type("    least: 20\n    most: 1.2 * look.u\n    font_size: 0.8 * look.sign"))) == 2
    assert list(literal_sizes("    height: 64\n    padding: [12 * look.u, 4]\n    size: 20, self.height")) == [
        "height: 64",
        "padding: [12 * look.u, 4]",
        "size: 20, self.height",
    ]
    assert not list(
        literal_sizes("    height: max(64 * look.u, 1.2 * look.small)\n    width: (60 if a else 48) * look.u")
    )
    assert IN_CODE.findall('x = extent(text, "bold", 20 * look.u)')
    assert IN_CODE.findall("clipped(text, 20 * look.u, wide, high)")
    assert IN_CODE.findall("Key(text=a, most=36)")
