"""“Undo to here” over 10,000 answers, down to the very first one: against the start of a bare window."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Final

from companion.app.demo.virtual_display import display
from tests.instruments.benchmarks.figure import Figure, Pairs, timed
from tests.instruments.benchmarks.long_game import evening, go_on
from tests.instruments.benchmarks.start import BARE, stamps

ROUNDS: Final = 5
LENGTH: Final = 10_000


def pairs() -> Pairs:
    """The bare window's first picture, and all answers taken back at once."""
    session = evening()
    go_on(session, Random(1), LENGTH)
    with display(), tempfile.TemporaryDirectory() as folder:
        # The first one makes Kivy's folder.
        stamps(BARE, Path(folder))
        for _ in range(ROUNDS):
            bare = stamps(BARE, Path(folder))[0][0]
            yield bare, timed(lambda: session.undo(LENGTH, past_dice=True)) / 1000
            session.redo(LENGTH)


FIGURES: Final = (Figure("to here over 10,000 answers", "ms", "a bare window", 0.3, pairs),)
