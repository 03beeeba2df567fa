"""How it looks: colours, sizes, symbols, fonts and the .kv files. No rules, no behaviour."""

from pathlib import Path

FOLDER = Path(__file__).parent
FONTS = FOLDER / "fonts"
