"""The firmware's files stand in layers: each includes only headers of files below it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FIRMWARE: Final = Path(__file__).resolve().parents[2] / "firmware_bridge" / "firmware"
LAYERS: Final = ("main", "firmware", "requests", "tower", "events", "journal", "entropy", "line", "board")
"""From the top down; a board's own file belongs to the last."""


def layer(path: Path) -> int:
    return LAYERS.index("board" if path.stem.startswith("board") else path.stem)


def test_every_file_includes_only_headers_below_it() -> None:
    files = [*FIRMWARE.glob("*.c"), *FIRMWARE.glob("*.h")]
    assert {layer(path) for path in files} == set(range(len(LAYERS)))
    upward = [
        f"{path.name} includes {header}.h"
        for path in files
        for header in re.findall(r'#include "(\w+)\.h"', path.read_text(encoding="utf-8"))
        if header != path.stem
        and LAYERS.index(header) <= layer(path)
        and not (header == "board" == LAYERS[layer(path)])
    ]
    assert upward == []


def test_a_file_calls_no_function_of_a_file_above_it() -> None:
    """Declarations are in headers, so that a call without its header does not compile."""
    declared = re.compile(r"^\s*extern [^;=]*\(", re.MULTILINE)
    assert [path.name for path in FIRMWARE.glob("*.c") if declared.search(path.read_text(encoding="utf-8"))] == []


def test_the_page_of_the_firmware_lists_its_files_in_this_order() -> None:
    page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    places = [page.index(f"| `{name}.c` |") for name in LAYERS[:-1]]
    assert places == sorted(places)
    assert places[-1] < page.index("| `board.h` |")
