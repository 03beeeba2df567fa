"""Setting the marker of a track right by touch."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.game import Mode
from tests.app.conftest import on_the_window

pytestmark = pytest.mark.window


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_the_ritual_track_is_set_right_by_what_is_printed_on_it(
    window: Any, fingers: Any, resize: Any, until: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """It asked for the number of a space, from 0, beside a track that begins with 5."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        resize(*size)
        setup = {"factions": ["GC", "CC", "BG"], "signs": "app", "direction": 1}
        shell.play(lambda: shell.library.start(OURS[0], Mode("evening", "", "", setup)))
        table = shell.page
        chance = Random(1)
        while table.session.view.header[-1] != "Action Phase":
            play(table.session, chance, 1)
        table.refresh()
        fingers.frames(3)
        fingers.tap(table.headline.tracks[0])
        page = shell.page
        assert [key.text for key in page.keys[:-1]] == ["5", "6", "7", "8", "9", "10"]
        assert [key.chosen for key in page.keys].index(True) == 0
        assert page.primary.disabled, "it stands there already"
        fingers.tap(page.keys[3])
        until(lambda: not page.primary.locked)
        fingers.tap(page.primary)
        assert shell.page is table
        assert table.session.state.ritual == 3
        fingers.tap(table.headline.tracks[0])
        fingers.tap(shell.page.left_key)
        assert table.session.state.ritual == 3
