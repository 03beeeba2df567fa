"""`companion tower-sim`: a tower for people who have none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Disconnected
from tests.patience import PATIENCE

from .listening import QUICK, expect, throw, up

PROGRAM = "import sys; from companion.cli import main; sys.exit(main(sys.argv[1:]))"


def test_the_command_offers_a_tower_with_trouble_on_request(tmp_path: Path) -> None:
    link = tmp_path / "tower"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "tower-sim", str(link), "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert str(link) in running.stdout.readline()
        with Tower(str(link), QUICK) as tower:
            up(tower)
            assert len(throw(tower, 7).faces) == 7
            running.stdin.write("unplug\n")
            running.stdin.flush()
            expect(tower, Disconnected)
            running.stdin.write("plug\n")
            running.stdin.flush()
            up(tower)
        running.stdin.write("quit\n")
        running.stdin.flush()
        assert running.wait(PATIENCE) == 0
