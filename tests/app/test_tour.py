"""The demo that `companion demo` plays, cut short."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES


@pytest.mark.usefixtures("window")
def test_the_demo_looks_round_in_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended in silence where a key had come beside those of the table."""
    from companion.app.demo import tour
    from companion.app.start.application import make_shell

    monkeypatch.setattr(tour, "STEPS", 4)
    pictures = tour.play(tmp_path, lambda data, dice: make_shell(data, GAMES, dice), lambda _: None)
    taken = {path.stem.split("_", 1)[1] for path in pictures}
    assert {f"{game.name}_{part}" for game in GAMES for part in ("log", "more")} <= taken
    assert all(path.stat().st_size > 1000 for path in pictures)


@pytest.mark.usefixtures("window")
def test_no_picture_of_the_demo_is_dark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its finger is nobody's: after a quarter of an hour the screen was dark, and so were the last twenty pictures."""
    from kivy.core.image import Image

    from companion.app.demo import tour
    from companion.app.demo.fingertips import Fingertips
    from companion.app.start.application import make_shell

    taken = Fingertips.picture

    def later(fingers: Fingertips, path: Path) -> Path:
        fingers.skip(60)
        return taken(fingers, path)

    monkeypatch.setattr(tour, "STEPS", 1)
    monkeypatch.setattr(Fingertips, "picture", later)
    pictures = tour.play(tmp_path, lambda data, dice: make_shell(data, GAMES, dice), lambda _: None)
    assert len(pictures) > 20
    for path in pictures:
        shown = Image.load(str(path), keep_data=True)
        points = ((x, y) for x in range(0, shown.width, 5) for y in range(0, shown.height, 5))
        assert max(max(shown.read_pixel(x, y)[:3]) for x, y in points) > 0.8, path.name
