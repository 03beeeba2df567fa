"""Games that other packages bring, by an entry point: the sample game of `docs/engine.md`, installed and played."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

from companion.games import GROUP, OURS, brought_by
from tests.headless.client import Client, legal_answer

PAGE = (Path(__file__).parents[1] / "docs" / "engine.md").read_text(encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages into which the page's game was installed, as the page says."""
    project, site = tmp_path / "pearl_divers", tmp_path / "site"
    project.mkdir()
    (project / "pearl_divers.py").write_text(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0], encoding="utf-8")
    (project / "pyproject.toml").write_text(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0], encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(site), str(project)], check=True)
    path = os.pathsep.join(filter(None, [str(site), str(Path.cwd()), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYTHONPATH", path)
    return site


@pytest.mark.usefixtures("site")
def test_the_game_of_the_page_is_installed_as_a_package_and_played() -> None:
    chance = Random(3)
    with Client() as client:
        assert [game["name"] for game in client(games=True)["games"]] == [*(g.name for g in OURS), "pearl_divers"]
        reply = client(new={"game": "pearl_divers", "rounds": 2})
        answers = 0
        while reply["prompt"] is not None:
            reply = client(answer=legal_answer(reply["prompt"], chance), ticket=reply["prompt"]["ticket"])
            assert reply["ok"], reply
            answers += 1
    assert answers == 12
    assert reply["state"]["finished"]


def bring(value: str) -> list[str]:
    entries = [EntryPoint("strange", value, GROUP), EntryPoint("sample", "tests.table.sample_game:CARAVANS", GROUP)]
    return [game.name for game in brought_by(entries, [game.name for game in OURS])]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("nowhere:GAME", "cannot be loaded"),
        ("tests.headless.client:Nothing", "cannot be loaded"),
        ("tests.headless.client:Client", "is no game: it has no name"),
        ("companion.games.messina.game:MESSINA", "there is a game “messina” already"),
    ],
)
def test_a_broken_game_is_named_in_the_log_and_stops_no_other(
    value: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "companion"):
        assert len(bring(value)) == 1
    assert said in caplog.text
