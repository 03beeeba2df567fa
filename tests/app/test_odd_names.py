"""Every page over a data folder in which a file of each kind has a name that is no text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import OURS, take_own
from companion.storage.game_archive import SUFFIX
from companion.storage.settings import FILE, Settings
from companion.table.game import allow_all
from tests.app.conftest import on_the_window
from tests.headless.test_odd_machines import ODD, data
from tests.patience import PATIENCE

__all__ = ["data"]

pytestmark = pytest.mark.window


def test_no_page_stumbles_over_a_name_that_is_no_text(
    window: Any, fingers: Any, resize: Any, data: Path, tmp_path: Path
) -> None:
    """What an import said of *Jörg* in Latin-1 could not be drawn: the error page came."""
    from companion.app.widgets.pages.services import PageId

    resize(800, 480)
    try:
        with on_the_window(window, fingers, data, OURS) as shell:
            shell.resume()
            fingers.skip(0.6)
            shell.page.go_left()
            for place in PageId:
                shell.home()
                fingers.skip(0.4)
                if place is not PageId.APPROVE_PROGRAM:
                    shell.show(place)
                    fingers.skip(0.4)
                fingers.picture(tmp_path / f"{place.name}.png")
            shell.home()
            for name in ("", "", "torn"):
                path = data / "imports" / f"{name}{ODD}{SUFFIX}"
                shell.jobs.take_in(path)
                assert shell.jobs.finish(PATIENCE)
                fingers.skip(0.4)
                assert shell.banner.message
                fingers.picture(tmp_path / f"banner{name}.png")
            shell.play(lambda: shell.library.open(data / "games" / f"{ODD}.game"))
            fingers.skip(0.4)
            assert shell.game is not None, shell.banner.message
            assert shell.library.find(Settings.load(data / FILE).open_game) == shell.game.path
            shell.jobs.export(shell.game.path)
            shell.jobs.report_problem(shell.game.path)
            assert shell.jobs.finish(PATIENCE)
            fingers.skip(0.4)
            shell.game.session.view.as_json()
            shell.play(lambda: shell.library.open(data / "games" / f"torn{ODD}.game"))
            fingers.skip(0.4)
            shell.home()
            shell.show_error()
            fingers.skip(0.4)
    finally:
        take_own(tmp_path / "nowhere", allow_all)
