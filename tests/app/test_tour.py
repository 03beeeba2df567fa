"""The demo that `companion demo` plays, cut short."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES


@pytest.mark.usefixtures("window")
def test_the_demo_looks_round_in_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended in silence where a key had come beside those of the table (fails on the parent)."""
    from companion.app.demo import tour
    from companion.app.start.application import make_shell

    monkeypatch.setattr(tour, "STEPS", 4)
    pictures = tour.play(tmp_path, lambda data, dice: make_shell(data, GAMES, dice), lambda _: None)
    taken = {path.stem.split("_", 1)[1] for path in pictures}
    assert {f"{game.name}_{part}" for game in GAMES for part in ("log", "more")} <= taken
    assert all(path.stat().st_size > 1000 for path in pictures)
