"""The commands of `tests.instruments.outside` as they are run from a terminal."""

from __future__ import annotations

import subprocess
import sys

from companion.bootstrap import ROOT
from tests.patience import PATIENCE

PLANTED = "from tests.instruments.outside.stage import on_stage\nwith on_stage():\n    raise ValueError('planted')\n"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_an_error_is_said_and_ends_it() -> None:
    """Kivy takes `sys.stderr` for itself; what went wrong was said to nobody."""
    ended = run("-c", PLANTED)
    assert ended.returncode
    assert "ValueError: planted" in ended.stderr


def test_a_check_that_there_is_not_is_no_clean_run() -> None:
    ended = run("-m", "tests.instruments.outside.pictures", "--only", "text cat", "--minutes", "0")
    assert ended.returncode
    assert "text cat" in ended.stderr
