"""The log is grouped as the header of the table said, turn by turn and phase by phase."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.storage.game_library import Library
from companion.table.autoplay import play
from companion.table.game import Mode
from companion.table.headings import FARTHEST, above, under
from companion.table.session import LogLine, Session, new_session
from tests.table.sample_game import CARAVANS

MODE = Mode("evening", "", "", {"factions": ["GC", "CC", "BG", "YS"]})


def headers(session: Session[Any], chance: Random, steps: int) -> list[tuple[str, ...]]:
    """Play, and return what the table's header said before each entry."""
    said: list[tuple[str, ...]] = []
    while len(said) < steps and not session.finished:
        before, entries = session.view.header, len(session.timeline.entries)
        play(session, chance, 1)
        said += [before] * (len(session.timeline.entries) - entries)
    return said


def told(session: Session[Any]) -> list[tuple[str, ...]]:
    """The part of each entry, as the log groups them."""
    lines = session.history
    parts = under(lines, above(session, 1))
    return [parts[line.number].words for line in lines]


def test_each_line_stands_under_what_the_header_said() -> None:
    for seed in range(6):
        session = new_session(CTHULHU_WARS, MODE.setup)
        said = headers(session, Random(seed), 260)
        assert told(session) == said
        assert len(set(said)) > 4
        for number in (1, 2, 40, 99, len(said)):
            assert above(session, number).words == said[number - 1], "wherever the log begins"


def test_an_undo_takes_the_heading_back() -> None:
    session = new_session(CTHULHU_WARS, MODE.setup)
    said = headers(session, Random(3), 260)
    for count in (1, 30, 60):
        session.undo(count, past_dice=True)
        said = said[:-count]
        assert told(session) == said


def test_a_stored_game_has_the_same_headings(tmp_path: Path) -> None:
    """Opened from a safe point, what lies before is looked up only as far as it is wanted."""
    library = Library(tmp_path, (CTHULHU_WARS,), tmp_path / "own")
    game = library.start(CTHULHU_WARS, MODE)
    said = headers(game.session, Random(5), 300)
    path = game.path
    game.close()
    again = library.open(path)
    for number in range(len(said), 0, -37):
        assert above(again.session, number).words == said[number - 1]
    again.close()


@pytest.mark.parametrize(("name", "part"), [("messina", "Battle"), ("mythos_encounters", "Combat")])
def test_battles_of_one_evening_are_parts_of_their_own(name: str, part: str) -> None:
    game = next(game for game in GAMES if game.name == name)
    seen = set()
    for seed in range(12):
        session = new_session(game, game.modes[0].setup)
        said = headers(session, Random(seed), 400)
        for (*_others, one), words in zip(told(session), said, strict=True):
            assert one in words or not one.startswith(part)
            seen.add(one)
    assert {f"{part} 2", f"{part} 3"} <= seen


def test_a_game_without_parts_is_not_gone_through_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(CARAVANS, {"rounds": 400})
    play(session, Random(1), 1500)
    made, read, lines = len(session.timeline.entries), [], session.lines
    assert made > 2 * FARTHEST

    def counted(start: int, stop: int) -> list[LogLine]:
        read.append(stop - start)
        return lines(start, stop)

    monkeypatch.setattr(session, "lines", counted)
    assert above(session, made).words == ()
    assert sum(read) == FARTHEST
