"""Engine, headless interface, odds, opening: what they cost, against the standard library or against themselves."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from math import comb
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.games.cthulhu_wars.battle.odds import DIE, Weights, suffered
from companion.headless.interface import Headless
from companion.storage.game_library import open_file
from companion.table.journal_mirror import beside
from companion.table.session import Session
from tests.instruments.benchmarks import answer
from tests.instruments.benchmarks.figure import Figure, Pairs, as_installed, timed
from tests.instruments.benchmarks.long_game import ALL, FACTIONS, RING, evening, file_of, go_on

ROUNDS: Final = 7
SHORT, LONG, VERY_LONG = 100, 10_000, 100_000
EACH: Final = 200
TWICE: Final = Weights(3, 6, 3)
"""A die that is rolled once more if it misses; `tests/cthulhu_wars/test_odds.py` says why."""


def answers_on_disk() -> Pairs:
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            floor, own = answer.measure(Path(folder), rounds=8)
        yield 1000 * floor, 1000 * own


def in_turns(one: Session[Any], other: Session[Any], seed: int) -> tuple[float, float]:
    """What entries of two games take, each."""
    first, second = (timed(partial(go_on, game, Random(seed), EACH)) / EACH for game in (one, other))
    return first, second


def later_in_a_game(length: int) -> Pairs:
    """The same answers, of a game with that many behind it."""
    early, late = evening(), evening()
    go_on(early, Random(1), SHORT)
    go_on(late, Random(1), length)
    for seed in range(ROUNDS):
        yield in_turns(early, late, seed)


def more_factions() -> Pairs:
    """All games are on the same map, which a table has described itself."""
    for seed in range(ROUNDS):
        few, many = evening(ALL[:2], **RING), evening(ALL[:8], **RING)
        yield in_turns(few, many, seed)


def late_answers() -> Iterator[tuple[Session[Any], Random, float]]:
    """Yield a long game again and again, with what an answer takes; twenty have just been given."""
    session = evening()
    go_on(session, Random(1), LONG)
    for seed in range(ROUNDS * 3):
        chance = Random(seed)
        # The first answer after an undo has the scripts run again, which takes as long as some answers.
        go_on(session, chance, 1)
        yield session, chance, timed(partial(go_on, session, chance, 20)) / 20


def one_undo() -> Pairs:
    """Take an answer back and give another one, late in a game: the scripts run again for it, against answers alone."""

    def anew(session: Session[Any], chance: Random) -> None:
        session.undo(past_dice=True)
        go_on(session, chance, 1)

    for session, chance, answered in late_answers():
        yield answered, timed(partial(anew, session, chance), 20)


def one_redo() -> Pairs:
    for session, _, answered in late_answers():
        session.undo(20, past_dice=True)
        yield answered, timed(session.redo, 20)


def a_page_of_history() -> Pairs:
    sessions = [evening(), evening()]
    for session, length in zip(sessions, (SHORT, LONG), strict=True):
        go_on(session, Random(1), length)

    def page(session: Session[Any]) -> None:
        for line in session.lines(60, 80):
            line.as_json()

    for _ in range(ROUNDS):
        early, late = (timed(partial(page, session), 20) for session in sessions)
        yield early, late


def headless_answers() -> Pairs:
    """An answer to the line interface, against reading the same lines and writing the same replies."""
    for seed in range(ROUNDS):
        headless, chance = Headless(), Random(seed)
        lines: list[bytes] = []
        replies: list[dict[str, Any]] = []
        said: dict[str, Any] = headless.reply(
            json.dumps({"new": {"game": "cthulhu_wars", "factions": list(FACTIONS), "signs": "app"}}).encode()
        )
        took = 0.0
        while said["prompts"] and len(replies) < EACH:
            ticket = said["prompts"][0]["ticket"]
            value = headless._game().prompt_for(ticket).any_answer(chance)
            line = json.dumps({"answer": value, "ticket": ticket}).encode()
            before = time.process_time()
            reply = headless.reply_line(line)
            took += time.process_time() - before
            said = json.loads(reply)
            lines.append(line)
            replies.append(said)

        def echo(lines: list[bytes] = lines, replies: list[dict[str, Any]] = replies) -> None:
            for line, reply in zip(lines, replies, strict=True):
                json.loads(line)
                json.dumps(reply).encode()

        yield timed(echo) / len(replies), 1e6 * took / len(replies)


def children(command: list[str], given: bytes = b"") -> float:
    """Processor time of a program from its start to its end, ms."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=given, stdout=subprocess.DEVNULL, check=True, env=as_installed())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def headless_start() -> Pairs:
    # Where no developer works there are no `typing_extensions`, which msgspec loads if it finds them.
    program = (
        "import sys; sys.modules['typing_extensions'] = None; "
        "from companion.cli import main; sys.exit(main(['headless']))"
    )
    # The first one makes the bytecode.
    children([sys.executable, "-c", program], b'{"quit": true}\n')
    for _ in range(ROUNDS):
        floor = children([sys.executable, "-c", "import json, sqlite3"])
        yield floor, children([sys.executable, "-c", program], b'{"quit": true}\n')


def opening() -> Pairs:
    """A game of 10,000 answers, against reading its file and its copy with the standard library."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.game"
        file_of(path, LONG)

        def floor() -> None:
            path.read_bytes()
            for line in beside(path).read_bytes().splitlines():
                json.loads(line[65:])

        def own() -> None:
            journal, __ = open_file(path, GAMES)
            journal.close()

        own()
        for _ in range(ROUNDS):
            yield timed(floor) / 1000, timed(own) / 1000


def odds(number: int, die: Weights) -> Pairs:
    """All tails of so many pieces against so many dice, both sides, against the binomial formula."""

    def floor() -> None:
        for chance in (die.kill / sum(die), die.pain / sum(die)) * 2:
            sums, so_far = [], 0.0
            for n in range(number, -1, -1):
                so_far += comb(number, n) * chance**n * (1 - chance) ** (number - n)
                sums.append(so_far)

    def own() -> None:
        for _ in range(2):
            suffered.cache_clear()
            suffered(number, number, die)

    for _ in range(ROUNDS):
        yield timed(floor, 50), timed(own, 50)


FIGURES: Final = (
    Figure("answer on disk", "us", "a bare commit", 3.0, answers_on_disk),
    Figure("answer after 10,000", "us", "after 100", 1.1, partial(later_in_a_game, LONG)),
    Figure("answer after 100,000", "us", "after 100", 1.1, partial(later_in_a_game, VERY_LONG)),
    Figure("answer with 8 factions", "us", "with 2", 2.0, more_factions),
    Figure("undo after 10,000, and another answer", "us", "an answer", 10.0, one_undo),
    Figure("redo after 10,000", "us", "an answer", 2.0, one_redo),
    Figure("page of the history after 10,000", "us", "after 100", 1.1, a_page_of_history),
    Figure("headless answer", "us", "an echo of the reply", 3.0, headless_answers),
    Figure("headless start", "ms", "python, json, sqlite3", 2.0, headless_start),
    Figure("opening 10,000 answers", "ms", "reading both files", 5.0, opening),
    Figure("odds 30 v 30", "us", "the closed form", 2.0, partial(odds, 30, DIE)),
    Figure("odds 12 v 12, misses rolled again", "us", "the closed form", 10.0, partial(odds, 12, TWICE)),
)
