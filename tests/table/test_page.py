"""The game of `docs/engine.md` is taken from the page, type-checked, and played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.table.autoplay import play
from companion.table.prompts import Prompt
from companion.table.session import new_session, open_session
from tests.table.looks import Memory, picture
from tests.table.page import GAME, PAGE, PLAY, sample


def test_it_is_played_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(PLAY, "docs/engine.md", "exec"), dict(vars(sample())))
    assert (tmp_path / "voyage.game").exists()


@pytest.mark.parametrize("seed", range(20))
def test_random_voyages(seed: int) -> None:
    page, memory, rng = sample(), Memory(), Random(seed)
    session = new_session(page.PEARL_DIVERS, {"rounds": 3}, memory)
    while play(session, rng, 1, interject=0.2):
        assert min(session.state.pearls.values()) >= 0
        before, count = picture(session), rng.randint(1, len(session.history))
        session.undo(count, past_dice=True)
        session.redo(count)
        assert picture(session) == before
        assert picture(open_session([page.PEARL_DIVERS], memory.records, None)) == before
    assert session.view.finished


def test_its_types_are_those_of_the_engine(tmp_path: Path) -> None:
    file = tmp_path / "voyage.py"
    file.write_text(GAME + "\n\n" + PLAY, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stdout


def ours(kind: type[Prompt]) -> bool:
    """Whether a kind of question is the engine's, and not one that a test has made."""
    return kind.__module__.startswith("companion.table.")


def test_every_question_and_every_member_of_a_game_is_explained() -> None:
    from companion.table.game import Game

    for kind in filter(ours, Prompt.__subclasses__()):
        assert f"\n| `{kind.__name__}` | " in PAGE
    members = [name for name in vars(Game) if not name.startswith("_")] + list(Game.__annotations__)
    for name in members:
        assert re.search(rf"^\| .*`{name}[(`]", PAGE, re.MULTILINE), name
