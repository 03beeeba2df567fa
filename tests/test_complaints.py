"""Each complaint of `docs/complaints.md` has its test, and pytest finds it."""

from __future__ import annotations

import re
import subprocess
import sys

from companion.bootstrap import ROOT

PAGE = ROOT / "docs" / "complaints.md"
ROWS = {
    int(found[1]): re.findall(r"`(tests/[^`]+::[^`]+)`", line)
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if (found := re.match(r"\| (\d+) \|", line))
}


def test_there_are_thirty_each_with_a_test() -> None:
    assert list(ROWS) == list(range(1, 31))
    assert all(ROWS.values())


def test_each_test_that_is_named_is_collected() -> None:
    """By pytest itself: one that was renamed, or is no test, fails here."""
    wanted = {name for names in ROWS.values() for name in names}
    files = sorted({name.partition("::")[0] for name in wanted})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n0", "-m", "slow or not slow", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    collected = {line.partition("[")[0] for line in done.stdout.splitlines()}
    assert wanted - collected == set(), done.stderr[-500:]
