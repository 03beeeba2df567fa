"""Settings and arrows: what needs no window."""

from __future__ import annotations

import ast
from pathlib import Path

import companion
from companion.shelf.settings import Settings


def test_unreadable_settings_are_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for content in ("", "{", "[]", '{"theme": "pink", "text": 3, "far_side": "red"}'):
        path.write_text(content)
        assert Settings.load(path) == Settings()


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    kept = Settings(theme="light", text="L", dice="type", turn="180", far_side=["a"], open_game="x.game")
    kept.save(path)
    assert Settings.load(path) == kept
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_the_app_knows_no_game_by_name() -> None:
    """Games reach the app through the shelf alone."""
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
