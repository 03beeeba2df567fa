"""What the app may know: no window is needed for it."""

from __future__ import annotations

import ast
from pathlib import Path

import companion


def test_the_app_knows_no_game_by_name() -> None:
    """Games reach the app through the library alone."""
    app = Path(companion.__file__).parent / "app"
    games = [p.name for p in (app.parent / "games").iterdir() if p.is_dir() and not p.name.startswith("_")]
    assert games
    for path in app.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.startswith("companion.games."), path
        for game in games:
            assert game not in text, path
