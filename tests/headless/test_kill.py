"""SIGKILL at random moments of play, of carrying a game to another file and of saving what is whole of one, over all
games: no acknowledged step is missing, and the game always opens.

    .venv/bin/python -m tests.headless.test_kill 900
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from companion.games import OURS
from companion.table.journal_mirror import beside
from tests.headless.client import Client, Gone, legal_answer

ANY = object()

STEPS = 12
"""Acknowledged steps between the opening of the file and a kill."""

Step = tuple[str, Any]


class Evening:
    """One game file, what was acknowledged of it, and what was under way when the process died."""

    def __init__(self, file: Path, rng: Random, game: str) -> None:
        self.file, self.rng, self.game = file, rng, game
        self.moves = 0
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.maybe: tuple[list[Step], list[Step]] | None = None
        self.questions: list[dict[str, Any]] | None = None
        self.steps_in_all = 0

    def sit_down(self, client: Client) -> dict[str, Any]:
        """Open the file and compare it with what was acknowledged."""
        if not self.file.exists():
            return client(new={"game": self.game, "file": str(self.file)})
        reply = self.move(client) if self.steps and self.rng.random() < 0.25 else client(open=str(self.file))
        if not reply["ok"] and not self.steps and self.maybe is None:
            # Killed before the first reply: a file without its first line promises nothing yet.
            self.file.unlink()
            return client(new={"game": self.game, "file": str(self.file)})
        assert reply["ok"], reply
        stored = [(line["key"], line.get("value")) for line in client(history=True)["history"]]
        if matches(stored, self.steps) and self.questions is not None:
            assert without_tickets(reply) == self.questions
        elif self.maybe is not None:
            assert matches(stored, self.maybe[0])
            self.undone = self.maybe[1]
        else:
            assert stored == self.steps
        self.steps, self.maybe, self.questions = stored, None, without_tickets(reply)
        return reply

    def move(self, client: Client) -> dict[str, Any]:
        """Go on from another file: a game that was carried there, or what is whole of one. Killed in between, there is
        all of it or nothing."""
        self.moves += 1
        fresh, carried = (self.file.with_name(f"{self.file.stem}-{self.moves}.{end}") for end in ("game", "carried"))
        try:
            if self.rng.random() < 0.5:
                carried.write_bytes(beside(self.file).read_bytes())
                # A step that was never acknowledged may be the last line of it, and torn.
                reply = client(**{"import": str(carried), "file": str(fresh), "partly": True})
            else:
                reply = client(open=str(self.file), recover_to=str(fresh))
        except Gone:
            if fresh.exists():
                self.file = fresh
            raise
        self.file = fresh
        return reply

    def play(self, client: Client, reply: dict[str, Any], after: int, then: Callable[[], None]) -> None:
        """Play until the process is gone, or the game is over; call `then` after so many acknowledged steps."""
        begun, started = self.steps_in_all, False
        while True:
            if not started and self.steps_in_all - begun >= after:
                started = True
                then()
            if reply["prompt"] is None:
                return
            asked = without_tickets(reply)
            command, self.maybe = self.next_move(reply)
            reply = client(**command)
            if not reply["ok"] and reply["error"]["code"] == "bad_answer":
                # Of the right shape and yet not allowed, such as an attack without Combat: nothing has changed.
                self.maybe = None
                assert without_tickets(reply) == asked
                continue
            assert reply["ok"], (command, reply["error"])
            steps, undone = self.maybe
            if steps and steps[-1][1] is ANY:
                steps[-1] = (steps[-1][0], self.faces_of(reply, client))
            self.steps, self.undone, self.maybe = steps, undone, None
            self.questions = without_tickets(reply)
            self.steps_in_all += 1

    def faces_of(self, reply: dict[str, Any], client: Client) -> Any:
        assert reply["ok"]
        return client(history=True)["history"][-1]["value"]

    def next_move(self, reply: dict[str, Any]) -> tuple[dict[str, Any], tuple[list[Step], list[Step]]]:
        """A command, and what the game holds after it."""
        rng, steps, undone = self.rng, list(self.steps), list(self.undone)
        chance = rng.random()
        if chance < 0.05 and steps:
            number = rng.randint(1, min(3, len(steps)))
            undone += [steps.pop() for _ in range(number)]
            return {"undo": number, "past_dice": True}, (steps, undone)
        if chance < 0.09 and undone:
            steps.append(undone.pop())
            return {"redo": 1}, (steps, undone)
        prompt = rng.choice(reply["prompts"])
        if prompt["kind"] == "roll" and "kept" not in prompt and rng.random() < 0.5:
            return {"roll": prompt["ticket"]}, ([*steps, (prompt["key"], ANY)], [])
        value = legal_answer(prompt, rng)
        # A secret answer is in the history without its value.
        shown = None if prompt.get("secret") else value
        return {"answer": value, "ticket": prompt["ticket"]}, ([*steps, (prompt["key"], shown)], [])


def matches(stored: list[Step], expected: list[Step]) -> bool:
    """Whether these are the same steps, dice of an unread reply being any."""
    return len(stored) == len(expected) and all(
        mine == theirs or (mine[0] == theirs[0] and theirs[1] is ANY)
        for mine, theirs in zip(stored, expected, strict=True)
    )


def without_tickets(reply: dict[str, Any]) -> list[dict[str, Any]]:
    return [{k: v for k, v in prompt.items() if k not in ("ticket", "epoch")} for prompt in reply["prompts"]]


def kill_often(folder: Path, kills: int, seed: int, games: Sequence[str] = ("cthulhu_wars",)) -> int:
    """Play with this many kills; return how many steps were acknowledged.

    Most kills come at a random moment after a fixed number of acknowledged steps, so that a slow machine plays as much
    as a fast one; the others come before the file is open.
    """
    rng, total = Random(seed), 0
    evening = Evening(folder / "0.game", rng, games[0])
    for number in range(kills):
        with Client() as client:
            early = number % 6 == 5
            timer = Timer(rng.uniform(0.05, 0.5) if early else rng.uniform(0.0, 0.02), client.process.kill)
            try:
                if early:
                    timer.start()
                reply = evening.sit_down(client)
                evening.play(client, reply, STEPS, (lambda: None) if early else timer.start)
            except Gone:
                pass
            finally:
                timer.cancel()
        if evening.file.exists() and evening.questions == []:
            total += evening.steps_in_all
            evening = Evening(folder / f"{number + 1}.game", rng, rng.choice(games))
    with Client() as client:
        evening.sit_down(client)
    return total + evening.steps_in_all


def test_25_kills(tmp_path: Path) -> None:
    """21 of them after at least this many steps; a game that ended a little before may cost a few."""
    assert kill_often(tmp_path, 25, 1) > 18 * STEPS


@pytest.mark.slow
def test_100_kills(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 100, 2) > 72 * STEPS


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        names = [game.name for game in reversed(OURS)]
        steps = kill_often(Path(name), int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0, names)
    sys.stdout.write(f"{sys.argv[1]} kills, {steps} acknowledged steps, none of them lost\n")
