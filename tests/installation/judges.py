"""What systemd and udev themselves say of units and rules."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

NEEDS_SYSTEMD_ANALYZE: Final = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here"
)
NEEDS_UDEVADM: Final = pytest.mark.skipif(shutil.which("udevadm") is None, reason="there is no udevadm here")


def exposure(unit: Path, text: str) -> float:
    """Return how much a unit gives away: 9.6 is one that says nothing of it; lower is safer."""
    unit.write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(unit)], capture_output=True, text=True, check=False
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stderr
    return float(found[1])


def assert_understood(rules: Path, text: str) -> None:
    """Have udev read rules. Skips the test where it is too old to judge them."""
    rules.write_text(text)
    done = subprocess.run(["udevadm", "verify", str(rules)], capture_output=True, text=True, check=False)
    if "Unknown command verb" in done.stderr:
        pytest.skip("the udevadm of this system is too old to judge rules")
    assert done.returncode == 0, done.stderr
