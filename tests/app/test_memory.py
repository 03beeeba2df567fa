"""What the collector does while nobody waits, and what is given back."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.game import Mode
from tests.patience import PATIENCE


class Ring:
    """Something that only the collector can take away."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def memory(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:  # noqa: ARG001 - what it imports needs one
    from companion.app.pages import memory

    monkeypatch.setattr(memory, "gc", gc)
    yield memory
    memory.tidy()


def test_much_that_stays_is_left_alone_until_a_game_is_put_away(memory: Any) -> None:
    memory.tidy()
    little = gc.get_freeze_count()
    memory.settle()
    assert gc.get_freeze_count() == little, "nothing has come since"
    rings = [Ring() for _ in range(memory.MANY + 1)]
    gc.collect()
    memory.settle()
    assert gc.get_freeze_count() >= little + memory.MANY
    left = weakref.ref(rings[0])
    rings.clear()
    gc.collect()
    assert left() is not None
    memory.tidy()
    assert left() is None


def test_pages_that_were_left_within_a_game_do_not_stay_until_its_end(memory: Any) -> None:
    """A page that is open while a table thinks is left alone by the collector: each look at the settings kept 1 MB."""
    memory.tidy()
    stood, left = gc.get_freeze_count(), []
    for _ in range(12):
        memory.page_closed()
        page = [Ring() for _ in range(memory.MANY + 1)]
        left.append(weakref.ref(page[0]))
        gc.collect()
        memory.settle()
        del page
        assert gc.get_freeze_count() < stood + 80_000
    assert sum(ring() is None for ring in left) > 5


def test_a_long_game_without_a_page_that_was_closed_is_not_looked_through(memory: Any, shell: Any) -> None:
    """That takes as long as a few pictures: the longest stall of 10,000 answers (fails on the parent)."""
    memory.tidy()
    rings = [Ring() for _ in range(memory.MUCH + 1)]
    gc.collect()
    memory.settle()
    left = weakref.ref(rings.pop())
    rings += [Ring() for _ in range(memory.MANY + 1)]
    gc.collect()
    memory.settle()
    assert left() is not None
    shell.open_settings()
    shell.back()
    rings += [Ring() for _ in range(memory.MANY + 1)]
    gc.collect()
    memory.settle()
    assert left() is None


def test_it_looks_through_what_a_step_made_after_its_picture_and_not_before(
    memory: Any, ours: Any, fingers: Any
) -> None:
    """By itself it came five times within an answer, and every second time for as long as three milliseconds."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.session import Given

    ours.play(lambda: ours.library.start(CTHULHU_WARS, Mode("begun", "", "", {"factions": ["GC", "CC", "BG", "YS"]})))
    fingers.wait(1)
    usual, came = gc.get_threshold(), list[int]()

    def come(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            came.append(told["generation"])

    # Python's own; all other tests have it come less often.
    gc.set_threshold(700, 10, 10)
    memory.employ()
    gc.callbacks.append(come)
    try:
        for number in range(6):
            item = ours.game.session.prompts[0]
            ours.page.answer(item.ticket, Given(item.prompt.any_answer(Random(number))))
            fingers.frames(2)
            assert came == []
            fingers.wait(0.2)
            assert came == [1]
            came.clear()
    finally:
        gc.callbacks.remove(come)
        gc.set_threshold(*usual)


def test_it_comes_when_a_table_thinks_and_when_a_game_is_put_away(
    memory: Any, shell: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(memory, "settle", lambda: seen.append("step"))
    monkeypatch.setattr(memory, "tidy", lambda: seen.append("game"))

    def wait(what: str) -> None:
        end = time.monotonic() + PATIENCE
        while what not in seen and time.monotonic() < end:
            fingers.frames(1)
        assert what in seen

    shell.choices_changed()
    assert seen == []
    wait("step")
    shell.home()
    wait("game")


LARGE_PIECES = """
import ctypes
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
from companion.app.pages.memory import keep_little

class Told(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks rest".split()] + [
        ("more", ctypes.c_size_t * 5)
    ]

told = ctypes.CDLL(None).mallinfo2
told.restype = Told

def grown(size):
    # What is larger than any before, and freed, is what the library learns from.
    bytes(16_000_000)
    before = told().hblks
    held = bytes(size)
    return told().hblks - before

first = grown(4_000_000)
keep_little()
print(first, grown(8_000_000))
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="another C library")
def test_large_pieces_go_back_to_the_system(tmp_path: Path) -> None:
    """A hundred pieces of a picture lay between what is small and stays: 6 MB after an evening's first answers."""
    program = f"import sys\nfrom pathlib import Path\n{LARGE_PIECES}"
    said = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["0", "1"]


@pytest.mark.usefixtures("memory")
def test_a_battle_after_the_other_leaves_nothing_behind(ours: Any, fingers: Any) -> None:
    """A rematch takes the place of a table without the home page between them; what the collector was to leave alone
    stayed for ever then, 18 MB for each battle."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.session import Given

    def think() -> None:
        for _ in range(4):
            # The bar of a list waits a moment and fades, and holds its page as long.
            fingers.skip(1)

    armies = {"GC": {"deep_one": 4, "acolyte": 3}, "YS": {"byakhee": 3, "acolyte": 2}}
    setup = {"quick_battle": {"attacker": "GC", "defender": "YS", "others": [], "pieces": armies}}
    ours.play(lambda: ours.library.start(CTHULHU_WARS, Mode("begun", "", "", setup)))
    left, chance = [], Random(1)
    for _ in range(3):
        item = ours.game.session.prompts[0]
        ours.page.answer(item.ticket, Given(item.prompt.any_answer(chance)))
        think()
        gc.freeze()
        left.append(weakref.ref(ours.page))
        ours.page.on_again()
        assert ours.page is not left[-1]()
    think()
    assert [page() for page in left] == [None, None, None]
