"""The scripted evening through the public JSON-lines interface, as a program of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cthulhu_wars.scripted_game import BAG, EVENING, RESULT, Interject, Totals
from tests.patience import PATIENCE


class Conversation:
    """A running `companion headless`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.reply: dict[str, Any] = {}

    def say(self, **command: Any) -> dict[str, Any]:
        """Send one line, and return the reply to it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert reply["ok"], reply
        self.reply = reply
        return reply

    def answer(self, key: str, value: Any) -> None:
        """Answer the open question with this key."""
        tickets = {p["key"]: p["ticket"] for p in self.reply["prompts"]}
        assert key in tickets, f"asked {list(tickets)}, expected {key}"
        self.say(answer=value, ticket=tickets[key])

    def totals(self) -> Totals:
        """Power and Doom as the ledger shows them."""
        power, doom = zip(*[[c["value"] for c in p["big"]] for p in self.reply["state"]["players"]], strict=True)
        return Totals(power, doom)


@contextmanager
def headless() -> Iterator[Conversation]:
    """Start the program and end it by closing its input."""
    command = [sys.executable, "-c", "from companion.cli import main; raise SystemExit(main(['headless']))"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Conversation(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


def test_a_full_four_player_game_with_every_total_worked_by_hand(tmp_path: Path) -> None:
    """Set-up to victory; each total equals the sum in `scripted_game.py`; then the file holds the same game."""
    file = str(tmp_path / "evening.game")
    with headless() as game:
        game.say(new={"game": "cthulhu_wars", "bag": BAG, "file": file})
        for step in EVENING:
            if isinstance(step, Totals):
                assert game.totals() == step
            elif isinstance(step, Interject):
                game.say(interject=step.key)
            else:
                game.answer(*step)
        assert game.reply["prompt"] is None
        assert game.reply["state"]["finished"] == RESULT
        log = game.say(history=True)["history"]
    with headless() as again:
        again.say(open=file)
        assert again.say(history=True)["history"] == log
