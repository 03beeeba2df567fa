"""The demo that `companion demo` plays, cut short."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.patience import PATIENCE

SHORT = """
import sys
from pathlib import Path
from companion.app.start import environment
prepare = environment.prepare
def cut_short(folder):
    prepare(folder)
    from companion.app.demo import tour
    tour.STEPS, tour.PAUSE = 1, 0.0
environment.prepare = cut_short
from companion.app.demo.main import main
sys.exit(main(Path(sys.argv[1])))
"""


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


def test_the_demo_counts_its_pictures_and_says_last_where_they_are(tmp_path: Path) -> None:
    """It was at picture 131 of about 110, and the line that named the folder stood above a list of them all."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "999_of_an_earlier_demo.png").touch()
    done = subprocess.run(
        [sys.executable, "-c", SHORT, "pictures"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    written = sorted((tmp_path / "pictures").glob("*.png"))
    assert lines[-1] == f"{len(written)} pictures are in {tmp_path / 'pictures'}"
    assert [int(path.name.partition("_")[0]) for path in written] == [*range(1, len(written) + 1)]
    assert "companion.bootstrap run" in done.stdout, "and what to do next"
    told = [re.match(r" +(\d+) pictures so far; playing \S+, (\d+) of (\d+)$", line) for line in lines]
    counted = [tuple(map(int, one.groups())) for one in told if one is not None]
    modes = sum(len(game.modes) for game in GAMES)
    assert {of for _, _, of in counted} == {modes}
    assert [mode for _, mode, _ in counted] == [*range(1, modes + 1)]
    assert counted == sorted(counted)
    assert counted[-1][0] <= len(written)
