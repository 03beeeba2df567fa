"""What the collector does while nobody waits, and what is given back."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

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
