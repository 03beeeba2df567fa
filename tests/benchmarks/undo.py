"""How much longer an undo takes late in a game than early.

    .venv/bin/python -m tests.benchmarks.undo

Times an undo with the log read after it, 100 and 2,000 entries into the sample game, in turn on the same machine. The
target is a ratio of the medians below 3: an undo runs again what came since the last safe point, not the whole evening.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from companion.table.autoplay import play
from tests.table.looks import start

ROUNDS: Final = 15
MOST_RATIO: Final = 3.0


def measure() -> tuple[float, float]:
    """Medians in milliseconds, early and late."""
    took: dict[int, list[float]] = {100: [], 2000: []}
    games = {length: start(9999) for length in took}
    for seed in range(ROUNDS):
        for length, session in games.items():
            play(session, Random(seed), length - len(session.timeline.entries))
            before = perf_counter()
            session.undo(past_dice=True)
            assert session.history
            took[length].append(1000 * (perf_counter() - before))
    return median(took[100]), median(took[2000])


if __name__ == "__main__":
    early, late = measure()
    print(f"after 100 entries {early:.2f} ms, after 2,000 {late:.2f} ms: ratio {late / early:.2f}, target {MOST_RATIO}")
