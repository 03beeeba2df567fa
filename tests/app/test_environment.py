"""What is settled before Kivy is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

PROGRAM = """
import sys
from pathlib import Path
{first}
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
from kivy.clock import Clock
assert bool({first!r}) is ("ssl" in sys.modules), "loaded by Kivy's clock"
done = []
Clock.schedule_once(lambda _: done.append(1), -1)
Clock.tick()
assert done, "Kivy's clock does not go"
import asyncio
async def answer():
    await asyncio.wait_for(asyncio.sleep(0), float(sys.argv[2]))
    return 42
assert asyncio.run(answer()) == 42
assert "ssl" in sys.modules
"""


@pytest.mark.parametrize("first", ["", "import asyncio"])
def test_kivys_clock_goes_without_what_nobody_asks_it_for(first: str, tmp_path: Path) -> None:
    """Loading `asyncio` takes as long as loading the table's page; whoever wants it has the real one."""
    command = [sys.executable, "-c", PROGRAM.format(first=first), str(tmp_path), str(PATIENCE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
