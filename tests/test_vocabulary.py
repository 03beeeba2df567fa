"""What the games say in general terms to any screen: drawings that there are, tiles, tracks, reckonings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Any, Final

import pytest
from msgspec import Struct

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.game import Game, Mode
from companion.table.prompts import Choose, Prompt
from companion.table.session import new_session
from companion.table.view import View
from layouts import FOLDER

DRAWN: Final = {
    name
    for drawings in ("symbols.list", "units.list")
    for name in (FOLDER / "fonts" / drawings).read_text(encoding="utf-8").split()
}
MODES: Final = [(game, mode) for game in OURS for mode in game.modes if mode.id != "rulings"]


TITLE: Final = 36
"""Letters of a question that have room in large type, with the longest printed names of areas and factions."""


def symbols(thing: Any) -> Iterator[str]:
    """All names of drawings in a question, a view, or a part of one."""
    if isinstance(thing, Struct):
        for item in thing.__struct_fields__:
            value = getattr(thing, item)
            if item in ("symbol", "silhouette"):
                yield value
            elif item == "cells":
                yield from (cell[1:] for cell in value if cell.startswith(":"))
            else:
                yield from symbols(value)
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from symbols(value)


def check_question(prompt: Prompt, view: View, *, own_names: bool) -> None:
    """The title is short; tiles are whole and under one drawing; a reckoning has a cell for each heading."""
    if not own_names and prompt.key.split("/")[0] != "end":
        # The last words may take the whole page.
        assert len(prompt.title) <= TITLE, prompt.title
    if isinstance(prompt, Choose):
        tiled = [key for key, __ in groupby(prompt.options, key=lambda o: (o.tile or f"option {o.id}", o.symbol))]
        assert len({tile for tile, __ in tiled}) == len(tiled), prompt.options
    if prompt.sheet is not None:
        assert {row.player for row in prompt.sheet.rows} <= {player.id for player in view.players}
        assert {len(row.cells) for row in prompt.sheet.rows} == {len(prompt.sheet.headings)}


def check_view(view: View, counters: dict[str, int]) -> None:
    """Markers stand on their tracks, and a tap on them corrects what they show."""
    for track in view.tracks:
        assert 0 <= track.at < len(track.cells)
        assert not track.key or counters[track.key] == track.at
    for player in view.players:
        for counter in (*player.big, *player.small):
            assert 0 <= counter.value <= counter.most if counter.pips else True
            assert not counter.key or counters[counter.key] == counter.value
        assert [c.symbol == "" for c in player.small] == sorted(c.symbol == "" for c in player.small)


@pytest.mark.parametrize(("game", "mode"), MODES, ids=[f"{game.name}-{mode.id}" for game, mode in MODES])
def test_what_a_game_says_can_be_drawn(game: Game[Any], mode: Mode) -> None:
    assert {mode.symbol, mode.drawing} <= {*DRAWN, ""}
    for seed in range(2):
        session, chance = new_session(game, mode.setup), Random(seed)
        while not session.finished and len(session.timeline.entries) < 200:
            shown = [item.prompt for item in session.prompts]
            view = session.view
            check_view(view, game.counters(session.state))
            for prompt in shown:
                check_question(
                    prompt, view, own_names=mode.id in ("own_map", "board") or game.name == "mythos_encounters"
                )
            assert {*symbols([*shown, view, session.interjections]), ""} <= {*DRAWN, ""}
            play(session, chance, 1, interject=0.1)
