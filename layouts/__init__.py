"""How it looks: the .kv files and fonts. No rules, no behaviour."""

from pathlib import Path

FOLDER = Path(__file__).parent
FONTS = FOLDER / "fonts"
