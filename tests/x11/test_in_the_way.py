"""A data folder full of pipes and devices without end: the first page comes, with the game that was on the table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.doctor.running import SOCKET
from companion.table.session import Session
from tests.x11.games import on_the_table
from tests.x11.product import Product
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

BESIDE = ("-clock", "-safe", "-wal", "-journal", ".aside")
ALONE = ("companion.log", "crash.log", "allowed-programs.txt", "evenings.json", "rolls.db", "kivy/style.kv")


def _begun(session: Session[Any]) -> bool:
    return len(session.timeline.entries) > 2


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipes", "devices"])
def test_the_first_page_comes(
    screen: Callable[[int, int], Screen], tmp_path: Path, make: Callable[[Path], object]
) -> None:
    data = tmp_path / "data"
    game = on_the_table(data, "cthulhu_wars", _begun, tower="off", copies="off")
    (data / "kivy").mkdir()
    for path in (*(game.with_name(game.name + end) for end in BESIDE), *(data / name for name in ALONE)):
        path.unlink(missing_ok=True)
        make(path)
    with screen(800, 480) as display, Product(display, data) as product:
        # The doctor is answered once a page stands.
        display.until((data / SOCKET).exists, "a page stands")
        assert product.process.poll() is None
        assert len(product.records(game)) > 2
