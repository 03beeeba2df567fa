"""Writes `docs/settings.md` from the settings themselves: `python -m tests.instruments.pages.settings`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from companion.storage.settings import CHOICES, NOTES, ROWS, Settings
from companion.table.words import languages

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "settings.md"

HEAD: Final = """\
# Settings

Most are on the page *Settings* of the screen. All of them are in the file `settings.toml`, in
`~/.local/share/table-companion`, which is there after the first start, with a note to each. Change it while the
companion is closed. What stands behind a `#` is a note; yours stay. A slip is named on the screen with its line and the
nearest right word; all else holds, and nothing of yours is lost. The `settings.json` of earlier versions is taken over
once and stays as it is.

For one time, without changing the file: `.venv/bin/companion --set theme=light app`, or a variable,
`COMPANION_THEME=light`. The command line goes before variables, variables before the file. Lists take commas:
`--set far_side=GC,CC`. `--data FOLDER` takes another folder for games and settings altogether.

| name | on the page | may be | comes as | what for |
| --- | --- | --- | --- | --- |
"""

TAIL: Final = """
Buttons, lamps and the knob have the tables `[wiring]`, `[wiring.buttons]` and `[wiring.lights]`:
see [buttons.md](buttons.md). A slip in them is named, too; no button works until it is put right.
"""


def page() -> str:
    """The page."""
    comes, choices = Settings(), {**CHOICES, "language": languages()}
    rows = []
    for name, note in NOTES.items():
        value = getattr(comes, name)
        kind = "a list of names" if isinstance(value, list) else "text"
        may = ", ".join(f"`{choice}`" for choice in choices[name]) if name in choices else kind
        title = f"*{ROWS[name].title}*" if name in ROWS else ""
        rows.append(f"| `{name}` | {title} | {may} | {f'`{value}`' if value else 'empty'} | {note} |\n")
    return HEAD + "".join(rows) + TAIL


def main() -> int:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
