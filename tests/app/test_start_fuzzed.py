"""The real start over data that nobody wrote: whatever stands in settings and games, it starts, and every game that is
offered opens or says why not.

    FOLDERS=500 .venv/bin/python -m companion.bootstrap test tests/app/test_start_fuzzed.py

tries more of them.
"""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import OURS
from companion.storage.game_library import bodies_of
from companion.storage.settings import Settings
from companion.table.game_file import build
from companion.table.journal_mirror import beside, lines_of
from tests.durability.test_fuzz import scrambled, spoiled
from tests.storage.evenings import evening

pytestmark = pytest.mark.window

FOLDERS: Final = int(os.environ.get("FOLDERS", "12"))
SETTINGS: Final[dict[str, Any]] = {
    "theme": "light",
    "text": "XL",
    "language": "en",
    "far_side": ["GC"],
    "wiring": {"buttons": {"roll": 17}},
    "tower": "off",
    "tower_port": "auto",
    "copies": "off",
    "open_game": "0.game",
}


def prepare(data: Path, bodies: list[list[bytes]], rng: Random) -> None:
    """A folder with settings and games of which something is otherwise than it was written; some games are as they
    were."""
    games = data / "games"
    games.mkdir(parents=True)
    if rng.random() < 0.5:
        # As versions of before have written them.
        text = json.dumps(spoiled(SETTINGS, rng)).encode("utf-8", "surrogatepass")
        (data / "settings.json").write_bytes(scrambled(text, rng) if rng.random() < 0.3 else text)
    else:
        path = data / "settings.toml"
        Settings(tower="off", copies="off", open_game="0.game").save(path)
        path.write_bytes(scrambled(path.read_bytes(), rng))
    for number, whole in enumerate(bodies):
        path, kind = games / f"{number}.game", rng.randrange(4)
        if kind == 0:
            beside(path).write_bytes(scrambled(lines_of(whole), rng))
            continue
        records = [json.loads(body) for body in whole]
        at = rng.randrange(len(records))
        if kind != 3:
            records[at] = spoiled(records[at], rng)
        build(path, [json.dumps(record).encode() for record in records], 1)
        if kind == 1:
            path.write_bytes(scrambled(path.read_bytes(), rng))


def test_data_that_nobody_wrote(window: Any, fingers: Any, resize: Any, tmp_path: Path, caplog: Any) -> None:  # noqa: ARG001
    from kivy.uix.floatlayout import FloatLayout

    from companion.app.pages.unexpected_error import UnexpectedErrorPage
    from companion.app.start.application import CompanionApp

    bodies = [bodies_of(evening(tmp_path / f"{game.name}.game", game, steps=8)) for game in OURS]
    offered = opened = 0
    for seed in range(FOLDERS):
        data = tmp_path / f"data{seed}"
        prepare(data, bodies, Random(seed))
        app: Any = CompanionApp(data)
        app.root = FloatLayout()
        window.add_widget(app.root)
        app.open_data()
        fingers.frames(2)
        assert app.shell is not None, seed
        assert not isinstance(app.shell.page, UnexpectedErrorPage), seed
        for item in app.shell.library.every():
            offered += 1
            app.shell.play(partial(app.shell.library.open, item.path))
            fingers.frames(2)
            opened += app.shell.game is not None
            assert app.shell.game is not None or app.shell.banner.message, (seed, item)
            assert not isinstance(app.shell.page, UnexpectedErrorPage), seed
        app.on_stop()
        window.remove_widget(app.root)
    assert "unforeseen" not in caplog.text
    assert 0 < opened < offered
