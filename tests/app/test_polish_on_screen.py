"""Polish on real pages: numbers of 1, 2 to 4 and others stand with the form that goes with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import OURS
from companion.table import words
from companion.table.autoplay import play
from tests.app.conftest import on_the_window
from tests.app.test_words_on_screen import shown


@pytest.fixture
def table(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    """An evening of 30 answers, at its table, in Polish."""
    with on_the_window(window, fingers, tmp_path, OURS) as shell:
        shell.settings.language = "pl"
        shell.apply_settings()
        game = next(game for game in shell.library.games if game.name == "cthulhu_wars")
        shell.play(lambda: shell.library.start(game, game.modes[0]))
        play(shell.page.session, Random(2), 30, interject=0)
        fingers.skip(0.4)
        yield shell.page
    words.use(words.ENGLISH)


def test_steps_to_take_back_have_their_form(table: Any, fingers: Any) -> None:
    shell, lines, found = table.host, table.session.history, {}
    for steps in (1, 2, 5, 12, 22):
        table.open_log()
        shell.page._preview(lines[-steps])
        fingers.skip(0.4)
        found[steps] = next(text for text in shown(shell) if text.startswith("Cofnie"))
        shell.back()
        shell.back()
    assert found == {
        1: "Cofnie ten krok",
        2: "Cofnie te 2 kroki",
        5: "Cofnie tych 5 kroków",
        12: "Cofnie tych 12 kroków",
        22: "Cofnie te 22 kroki",
    }


def test_labels_before_a_number_have_the_form_of_several(table: Any, fingers: Any) -> None:
    """“Akolici: 6”: there is no one form for a label and for a number with a noun."""
    view = table.session.view
    table.open_player(view.players[0])
    fingers.skip(0.4)
    texts = list(shown(table.host))
    assert [text for text in texts if text.startswith("Akolici: ")]
    assert not [text for text in texts if "Akolitów" in text]
