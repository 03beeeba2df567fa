"""Each step of a test's battle or evening once more: taken back, made again, and the game opened from its records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.table.prompts import Answer
from companion.table.session import Session, new_session, open_session
from tests.chance import picture
from tests.cthulhu_wars import battles, evening
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.table.looks import OnDisk


def each_step_again(patch: pytest.MonkeyPatch) -> None:
    """Hold that after every answer in a `Skirmish` undo and redo, and opening it again, change nothing."""
    _again(patch, battles, Skirmish)


def each_turn_again(patch: pytest.MonkeyPatch) -> None:
    """The same in an `Evening`. What such a test does must be entries of the game, none of them a fact by itself."""
    _again(patch, evening, Evening)


def _again(patch: pytest.MonkeyPatch, module: Any, driver: type[Skirmish] | type[Evening]) -> None:
    kept: dict[int, OnDisk] = {}
    play: Any = driver.play

    def begin(game: Any, setup: Mapping[str, Any]) -> Session[Any]:
        records = OnDisk()
        session = new_session(game, setup, records)
        kept[id(session)] = records
        return session

    def twice(table: Any, *steps: tuple[str, Answer]) -> Any:
        for step in steps:
            play(table, step)
            session = table.session
            seen, records = picture(session), kept[id(session)].records
            assert picture(open_session([CTHULHU_WARS], records, None)) == seen
            session.undo(1, past_dice=True)
            session.redo(1)
            assert picture(session) == seen
        return table

    patch.setattr(module, "new_session", begin)
    patch.setattr(driver, "play", twice)
