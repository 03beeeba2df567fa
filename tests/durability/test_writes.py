"""What an evening writes to the card: counted at the calls to the disk, and small."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from tests.durability.disk import needs_a_compiler, recorded

pytestmark = needs_a_compiler

STEPS: Final = 150

EVENING: Final = """
import sys
from pathlib import Path
from random import Random
from companion.games import GAMES
from companion.storage.game_library import Library
from companion.table.autoplay import play
library = Library(Path(sys.argv[1]), GAMES)
opened = library.start(GAMES[0], GAMES[0].modes[0])
print(play(opened.session, Random(4), int(sys.argv[2])))
opened.close()
"""


def test_an_answer_writes_a_few_blocks(tmp_path: Path) -> None:
    """Ten KB an answer at most: an evening of 2,000 is 20 MB, and a card is written over a thousand times and more."""
    _, said, calls = recorded(tmp_path, EVENING, str(STEPS))
    steps = int(said)
    assert steps == STEPS
    written: Counter[str] = Counter()
    for call in calls:
        if call.kind == "w":
            written[call.name.partition(".game")[2]] += len(call.data)
    assert written[""], "the game file itself was seen"
    assert written.total() < 10_000 * steps, written
