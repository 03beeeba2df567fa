"""The updater's unit, asked from the screen; a program stands for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.installation.by_unit import ask
from companion.installation.steps import InstallationError

Unit = Callable[[str], "subprocess.Popen[str]"]


def unit(code: str, folder: Path) -> Unit:
    def start(verb: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", f"import pathlib, sys, time; answer = pathlib.Path('answer.json'); {code}", verb],
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def test_an_answer_comes_back_with_what_was_said_meanwhile(tmp_path: Path) -> None:
    heard: list[str] = []
    code = (
        "pathlib.Path('progress').write_text('the games'); sys.stdin.readline(); answer.write_text('{\"news\": [1]}')"
    )

    started: list[subprocess.Popen[str]] = []

    def hear(line: str) -> None:
        heard.append(line)
        assert started[0].stdin is not None
        started[0].stdin.close()

    def start(verb: str) -> subprocess.Popen[str]:
        program = f"import pathlib, sys; answer = pathlib.Path('answer.json'); {code}"
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", program, verb],
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return started[0]

    assert ask("look", hear, tmp_path, start) == {"news": [1]}
    assert heard == ["the games"]


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ('answer.write_text(\'{"error": "The disk is full."}\'); sys.exit(1)', "^The disk is full.$"),
        (
            "sys.exit('Failed to start x.service: Access denied')",
            "may not start the updater. Nothing was changed.*--system",
        ),
        ("sys.exit('Failed to start: Interactive authentication required.')", "may not start the updater"),
        ("sys.exit('Job failed.')", "did not run to its end .Job failed.* journalctl"),
        ("pass", "did not run to its end"),
    ],
)
def test_what_went_wrong_is_told_apart(code: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text('{"news": ["of an earlier time"]}')
    with pytest.raises(InstallationError, match=sentence):
        ask("look", lambda _: None, tmp_path, unit(code, tmp_path))


def test_without_systemd_it_is_said(tmp_path: Path) -> None:
    def start(_: str) -> subprocess.Popen[str]:
        return subprocess.Popen([str(tmp_path / "none")], text=True)

    with pytest.raises(InstallationError, match="cannot be started"):
        ask("look", lambda _: None, tmp_path, start)
