"""Looking something up in the middle of a game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window


@pytest.fixture
def table(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Any:  # noqa: ARG001
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play
    from companion.table.game import Mode
    from tests.app.conftest import on_the_window

    with on_the_window(window, fingers, tmp_path, (CTHULHU_WARS,)) as shell:
        mode = Mode("evening", "", "", {"factions": ["GC", "CC", "BG", "YS"]})
        shell.play(lambda: shell.library.start(CTHULHU_WARS, mode))
        play(shell.page.session, Random(1), 20)
        shell.page.refresh()
        fingers.skip(0.4)
        yield shell.page


def said(page: Any) -> list[str]:
    return [text.text for text in page.pager.column.children[::-1]]


def test_a_rule_is_looked_up_in_two_taps(table: Any, fingers: Any) -> None:
    taps = fingers.touches
    fingers.tap(table.extras.children[0])
    fingers.skip(0.4)
    fingers.tap(table.host.page.quick.keys["book-open"])
    fingers.skip(0.4)
    assert fingers.touches - taps == 2
    page = table.host.page
    assert page.heading in {"Rules", *(player.name for player in table.session.view.players)}
    fingers.tap(page.keys[0])
    assert "Pains go to units without a result. They retreat; what cannot be assigned is lost." in said(page)


def test_the_card_of_a_faction_is_a_tap_from_its_numbers(table: Any, fingers: Any) -> None:
    player = table.session.view.players[1]
    table.open_player(player)
    fingers.skip(0.4)
    fingers.tap(table.host.page.extras.children[0])
    fingers.skip(0.4)
    assert table.host.page.heading == player.name
    assert "Spellbooks" in said(table.host.page)


def test_the_log_of_one_player(table: Any, fingers: Any) -> None:
    from companion.table.autoplay import play

    play(table.session, Random(2), 60 - len(table.session.timeline.entries))
    table.refresh()
    table.open_log()
    fingers.skip(0.4)
    log, page = table.host.page, table
    whose = {number: page.session.timeline.entries[number - 1].who for number in range(1, 61)}
    player = next(iter(page.session.view.players)).id
    fingers.tap(log.filters[player])
    theirs = [number for number in range(60, 0, -1) if whose[number] == player]
    assert list(log.keys) == theirs[: len(log.keys)]
    assert len(log.keys) >= min(8, len(theirs))
    assert {key.whose for key in log.keys.values()} == {page.session.view.players[0].colour}
    fingers.tap(log.filters[""])
    assert next(iter(log.keys)) == 60
    assert len({whose[number] for number in log.keys}) > 1
