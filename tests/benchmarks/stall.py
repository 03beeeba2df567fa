"""The longest that anybody waits in a long game, the collector included: of 10,000 answers the slowest one, against the
median of an answer with its drawing. One program does both on a virtual display. All answers of an evening are drawn,
and after it twenty in a row of each four hundred; then comes what the app does while people look at the question and in
a calm moment, which counts, too: somebody may touch the screen just then.

The same game is played several times, and of each step the shortest time counts: what the program does in it is the
same each time, and what else the machine does is not."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from statistics import median
from typing import Final

from companion.app.demo.virtual_display import display
from tests.benchmarks.figure import Figure, Pairs, as_installed

ROUNDS: Final = 3
TIMES: Final = 3
LENGTH: Final = 10_000
EVENING: Final = 400

PROGRAM: Final = """
import json
import sys
from pathlib import Path
from random import Random
from time import process_time
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]) / "kivy")
from kivy.base import EventLoop
from kivy.core.window import Window
from companion.app.look import painted
from companion.app.look.drawing import follow
from companion.app.pages.memory import employ, glance, settle
from companion.app.start.application import make_shell
from companion.games import GAMES
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.table.game import Mode
from firmware_bridge.dice import VirtualDice
from tests.benchmarks.long_game import FACTIONS, hold_back

EventLoop.ensure_window()
shell = make_shell(Path(sys.argv[1]), GAMES, VirtualDice())
Window.add_widget(shell)
# As the app does when it has loaded all.
employ()
mode = Mode("long", "", "", {"factions": list(FACTIONS), "signs": "app"})
shell.play(lambda: shell.library.start(CTHULHU_WARS, mode))
session, page, chance = shell.game.session, shell.page, Random(int(sys.argv[3]))
session._journal = None
drawn, others = [], []
# The first picture of a table belongs to the start.
EventLoop.idle()

# By the clock of whoever paints, so that steps of a battle are not taken for something that moves.
seconds = [0.0]
painted.monotonic = lambda: seconds[0]

def look_on():
    # People look at a question for some seconds; meanwhile the app makes what may be asked next, a step at a time.
    seconds[0] += 3
    page.question._settled()
    steps, more = page.question._ahead, True
    while more:
        before = process_time()
        follow()
        more = next(steps, page) is not page
        EventLoop.idle()
        others.append(process_time() - before)

look_on()
length, evening = int(sys.argv[2]), int(sys.argv[4])
for number in range(length):
    hold_back(session)
    if number % evening == 0:
        # What was answered meanwhile is drawn at once, as in no evening; nor has the collector been sent so long.
        page.refresh()
        EventLoop.idle()
        glance()
    item = chance.choice(session.prompts)
    value = item.prompt.any_answer(chance)
    before = process_time()
    session.answer(item.ticket, value, source="virtual")
    if number >= evening and number % evening >= 20:
        others.append(process_time() - before)
        continue
    page.refresh()
    EventLoop.idle()
    drawn.append(process_time() - before)
    before = process_time()
    glance()
    others.append(process_time() - before)
    before = process_time()
    settle()
    others.append(process_time() - before)
    look_on()
print(json.dumps([drawn, others]))
"""


def played(seed: int) -> tuple[list[float], list[float]]:
    """What each answer took with its drawing, and what all else did, in seconds."""
    with display(), tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, folder, str(LENGTH), str(seed), str(EVENING)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, env=as_installed()).stdout
    drawn, others = json.loads(said.splitlines()[-1])
    return drawn, others


def longest() -> Pairs:
    for seed in range(ROUNDS):
        drawn, others = (
            [min(step) for step in zip(*same, strict=True)]
            for same in zip(*(played(seed) for _time in range(TIMES)), strict=True)
        )
        yield 1000 * median(drawn), 1000 * max(*drawn, *others)


FIGURES: Final = (Figure("longest stall of 10,000 answers", "ms", "the median answer, drawn", 2.0, longest),)
