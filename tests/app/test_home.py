"""The first page: how the last game stands, how few taps it takes to sit down, and how little of the disk it reads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.storage.game_library import read
from companion.table.autoplay import play
from companion.table.game import Mode
from companion.table.session import new_session
from tests.app.all_kinds import AllKinds
from tests.app.conftest import on_the_window

pytestmark = pytest.mark.window

SIZES = [(800, 480), (720, 1280), (1280, 720)]


def played(shell: Any, number: int, setup: dict[str, Any], steps: int) -> Path:
    """Play a game of ours for so many steps, and put it away."""
    shell.play(lambda: shell.library.start(GAMES[number], Mode("test", "", "", setup)))
    assert shell.game is not None, shell.banner.message
    play(shell.game.session, Random(4), steps)
    path: Path = shell.game.path
    shell.home()
    return path


@pytest.mark.parametrize("size", SIZES)
def test_the_last_game_is_gone_on_with_in_one_tap(ours: Any, fingers: Any, resize: Any, size: tuple[int, int]) -> None:
    path = played(ours, 0, {"factions": ["GC", "CC", "BG", "YS"]}, 60)
    resize(*size)
    fingers.skip(0.4)
    view = ours.library.view(path)
    said = ours.page.last.text
    for player in view.players:
        assert f"{player.name} {player.big[-1].value}" in said
    assert view.header[0] in said
    before = fingers.touches
    fingers.tap(ours.page.primary)
    assert fingers.touches == before + 1
    assert ours.game.path == path


@pytest.mark.parametrize("size", SIZES)
def test_as_last_time_takes_one_tap(ours: Any, fingers: Any, resize: Any, size: tuple[int, int]) -> None:
    """At most 3 were allowed: the same seats, map, Elder Signs and rulings, and a bag that is shuffled anew."""
    setup = {"factions": ["YS", "GC", "BG"], "signs": "chits", "options": {"D3": "other"}}
    path = played(ours, 0, setup, 30)
    state = ours.library.view(path)
    resize(*size)
    fingers.skip(0.4)
    before = fingers.touches
    fingers.tap(ours.page.again_key)
    assert fingers.touches == before + 1
    game = ours.game
    assert game.path != path
    assert game.session.setup["factions"] == ["YS", "GC", "BG"]
    # Those that were given, and those that came up on the way.
    settled = read(path, GAMES).state.rulings
    assert game.session.setup["options"] == settled
    assert settled["D3"] == "other"
    assert game.session.setup["signs"] == "chits"
    assert game.session.setup["map"] == state.map
    # All that was settled is not asked again.
    assert not {item.prompt.key for item in game.session.prompts} & {"setup/factions", "setup/map", "setup/signs"}


def to_the_first_action(ours: Any, fingers: Any) -> tuple[int, list[str]]:
    """Sit down as last time and tap on to the first Action; return how many taps that took, and what was asked."""
    from companion.app.demo.touches import touches

    before, asked = fingers.touches, []
    fingers.tap(ours.page.again_key)
    fingers.skip(0.5)
    table = ours.page
    while not (key := table.session.prompts[0].prompt.key).startswith("action/"):
        asked.append(key)
        prompt = table.session.prompts[0].prompt
        made = len(table.session.timeline.entries)
        if prompt.kind == "choose":
            for widget in touches(table.question.body, [prompt.open_options()[0].id]):
                fingers.tap(widget)
                fingers.skip(0.5)
        if len(table.session.timeline.entries) == made:
            fingers.tap(table.primary)
            fingers.skip(0.5)
    return fingers.touches - before, asked


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("codes", "most"),
    [(["GC", "CC", "BG", "YS"], 4), (["GC", "OW", "WW", "TT"], 5)],
    ids=["printed start areas", "start areas that were picked"],
)
def test_as_last_time_to_the_first_action(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], codes: list[str], most: int
) -> None:
    """One tap takes seats, names and rulings; one more all start areas that were picked; then only what is determined
    anew is asked: First Player, direction, and the board."""
    path = played(ours, 0, {"factions": codes, "signs": "app", "names": [{"id": "GC", "name": "Ann"}]}, 40)
    then = read(path, GAMES).state
    assert then.phase.value != "setup"
    resize(*size)
    fingers.skip(0.4)
    taps, asked = to_the_first_action(ours, fingers)
    now = ours.game.session.state
    assert {code: now.factions[code].start for code in codes} == {code: then.factions[code].start for code in codes}
    assert now.names == {"GC": "Ann"}
    assert taps <= most, asked
    assert not [key for key in asked if key.startswith("setup/start/")]


def test_start_areas_can_be_others_than_last_time(ours: Any) -> None:
    """One tap refuses them; those that a printed map does not have any more are not offered."""
    codes = ["GC", "OW", "WW", "TT"]
    path = played(ours, 0, {"factions": codes, "signs": "app"}, 40)
    again = GAMES[0].again(read(path, GAMES).state)  # type: ignore[attr-defined]
    session = new_session(GAMES[0], again)
    assert session.prompts[0].prompt.key == "setup/starts"
    session.answer(session.prompts[0].ticket, False)
    assert session.prompts[0].prompt.key.startswith("setup/start/")
    for starts in ({"OW": "nowhere"}, {"XX": "asia"}):
        other = new_session(GAMES[0], again | {"starts": starts})
        assert other.prompts[0].prompt.key != "setup/starts"


@pytest.mark.parametrize(
    ("number", "setup"), [(0, {}), (0, {"quick_battle": {}}), (1, {}), (2, {}), (0, {"map": "own"})]
)
@pytest.mark.parametrize("steps", [0, 3, 12, 80])
def test_what_was_asked_can_be_given_again(number: int, setup: dict[str, Any], steps: int) -> None:
    """From wherever a game was left, also in the middle of its set-up."""
    game = GAMES[number]
    for seed in range(3):
        session = new_session(game, setup)
        play(session, Random(seed), steps)
        again = game.again(session.state)  # type: ignore[attr-defined]
        assert "bag" not in again
        other = new_session(game, again)
        for _ in range(400):
            if other.view.players:
                break
            play(other, Random(seed), 1)
        now, then = ({player.name for player in one.view.players} for one in (other, session))
        if game is GAMES[0] and setup == {"map": "own"}:
            continue  # which map it is, is asked again, and a game by chance may describe one for hours
        # In a Round of Messina, who of those at the table fights is asked for each battle.
        assert now >= then or (number == 2 and {*other.state.seating} >= {*session.state.seating})


def test_the_list_can_be_narrowed(ours: Any, fingers: Any) -> None:
    from companion.app.pages.all_games import DELETED

    paths = [played(ours, number, {}, 4) for number in (0, 1, 1)]
    ours.library.delete(paths[2])
    fingers.skip(0.4)
    fingers.tap(ours.page.all_key)
    fingers.skip(0.4)
    page = ours.page
    assert set(page.keys) == {path.name for path in paths}
    fingers.tap(page.filters["Cthulhu Wars"])
    fingers.frames(4)
    assert set(page.keys) == {paths[0].name}
    fingers.tap(page.filters[DELETED])
    fingers.frames(4)
    assert set(page.keys) == {paths[2].name}
    fingers.tap(page.keys[paths[2].name])
    fingers.skip(0.4)
    fingers.tap(page.primary)
    fingers.skip(0.4)
    assert set(page.keys) == {path.name for path in paths}, "there is nothing deleted to be narrowed to any more"


def test_a_game_that_a_fault_keeps_from_being_shown_can_be_deleted(
    ours: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The home page says of such a game what is wrong; *All games* ended on the page of a fault whenever it was opened,
    so that no other game could be reached there."""
    sound, other = (played(ours, number, {}, 4) for number in (0, 1))
    monkeypatch.setattr(GAMES[1], "view", lambda *_: 1 // 0, raising=False)
    ours.home()
    fingers.skip(0.4)
    fingers.tap(ours.page.all_key)
    fingers.skip(0.4)
    fingers.frames(4)
    page = ours.page
    assert "A fault in the companion" in page.keys[other.name].detail
    assert "A fault of the companion" not in page.keys[sound.name].detail
    fingers.tap(page.keys[other.name])
    fingers.skip(0.4)
    fingers.tap(page.remove)
    assert [item.path for item in ours.library.deleted()] == [other]


def test_a_long_game_is_not_read_as_a_whole_for_the_list(ours: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read of a game does not grow with it."""
    path = played(ours, 0, {"factions": ["GC", "CC"]}, 250)
    copy = path.with_name(f"{path.name}-copy")
    assert copy.stat().st_size > 20_000
    read: list[str] = []
    look = os.open

    def watched(name: Any, *more: Any, **others: Any) -> int:
        read.append(str(name))
        return look(name, *more, **others)

    monkeypatch.setattr(os, "open", watched)
    from companion.storage import game_library

    def whole(*_: object) -> None:
        raise AssertionError("the whole game was read")

    monkeypatch.setattr(game_library, "look", whole)
    (item, *__) = ours.library.newest(1)
    assert item.path == path
    assert item.last == ours.library.newest(1)[0].last != ""
    assert str(copy) in read


def test_titles_and_ways_are_known_before_any_rules_are_loaded(tmp_path: Path) -> None:
    """The first page over a library with games loads the modules of none."""
    program = f"""
import sys
from pathlib import Path
from companion.games import GAMES, OURS
from companion.storage.game_library import Library
library = Library(Path({str(tmp_path)!r}), OURS)
if "play" in sys.argv:
    from random import Random
    from companion.table.autoplay import play
    game = library.start(OURS[0], OURS[0].modes[0])
    play(game.session, Random(1), 5)
    game.close()
else:
    print([item.title for item in library.newest(3)], [mode.title for game in OURS for mode in game.modes][:2])
    print([name for name in sys.modules if name.startswith("companion.games.") and name != "companion.games.menu"])
"""
    subprocess.run([sys.executable, "-c", program, "play"], check=True)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['Cthulhu Wars'] ['New game', 'Quick Battle']", "[]"]


def fought(shell: Any) -> Path:
    """Fight a Quick Battle to its end, and put it away."""
    path = played(shell, 0, {"quick_battle": {"attacker": "GC", "defender": "OW"}}, 400)
    assert shell.library.view(path).finished
    return path


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("battles", [1, 4])
def test_an_unfinished_game_is_gone_on_with_after_battles(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], battles: int
) -> None:
    """After a Quick Battle nothing led back to the evening."""
    before = played(ours, 0, {"factions": ["GC", "CC", "BG"]}, 60)
    path = played(ours, 0, {"factions": ["GC", "CC", "BG", "YS"]}, 60)
    last = [fought(ours) for _number in range(battles)][-1]
    resize(*size)
    fingers.skip(0.4)
    page = ours.page
    assert page.primary.text == "Go on"
    assert "Yellow Sign" in page.last.text
    assert page.keys[path.name] is page.last
    assert last.name not in page.keys
    fingers.tap(page.primary)
    assert ours.game.path == path
    ours.home()
    # It is then the game played last; with neither of them only the battle is left.
    ours.library.delete(path)
    ours.library.delete(before)
    ours.home()
    fingers.skip(0.4)
    assert ours.page.primary.text == "How it ended"
    fingers.skip(0.4)
    fingers.tap(ours.page.primary)
    assert ours.game.path == last


def test_a_game_left_weeks_ago_hides_no_result(ours: Any, fingers: Any) -> None:
    path = played(ours, 0, {"factions": ["GC", "CC"]}, 60)
    last = fought(ours)
    then = last.stat().st_mtime - 8 * 86_400
    for file in path.parent.glob(f"{path.name}*"):
        os.utime(file, (then, then))
    ours.home()
    fingers.skip(0.4)
    assert ours.page.primary.text == "How it ended"
    assert ours.page.keys[last.name] is ours.page.last


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", ["M", "XL"])
def test_nothing_lies_over_anything_on_the_card_of_a_battle(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], text: str
) -> None:
    """A number lay under the second skull, and the last one under *How it ended*."""
    from companion.table.view import OutcomeView
    from layouts.theme import look

    path = fought(ours)
    view = ours.library.view(path)
    resize(*size)
    look.choose("dark", text)
    fingers.skip(0.4)
    card = ours.page.last
    assert "Quick Battle" in card.when
    assert card.primary.text == "How it ended"
    for lost, left in ((0, 0), (3, 2), (12, 10)):
        outcome = tuple(OutcomeView(one.player, one.words, lost, left) for one in view.outcome)
        card.stand(replace(view, outcome=outcome))
        fingers.frames(3)
        ends = sorted(part.rect for stand in card._stands[:2] for part in stand[1:])
        assert len(ends) == 4
        parts = [*ends, (*card.primary.pos, *card.primary.size)]
        for number, (left, low, wide, high) in enumerate(parts):
            assert card.x <= left
            assert card.y <= low
            assert left + wide <= card.right
            for other in parts[number + 1 :]:
                beside = left + wide <= other[0] or other[0] + other[2] <= left
                assert beside or low + high <= other[1] or other[1] + other[3] <= low
    look.choose("dark", "M")


class Another(AllKinds):
    """A game of somebody else, with words as long as ours."""

    title = "Duel of the Sorcerers"
    modes = (Mode("duel", "Duel", "Two sorcerers and their dice, by the recommended rulings", {}, "battle"),)

    def __init__(self, number: int) -> None:
        self.name = f"another_{number}"


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800), (720, 1280)])
@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("others", [0, 1, 2, 4])
def test_words_stay_within_their_tile_beside_games_of_others(
    window: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int], text: str, others: int
) -> None:
    """With a fifth tile on the first home page words lay over the tile below."""
    from layouts.theme import look

    resize(*size)
    look.choose("dark", text)
    with on_the_window(window, fingers, tmp_path, (*GAMES, *map(Another, range(others)))) as shell:
        fingers.frames(3)
        tiles = shell.page.tiles.children
        assert len(tiles) == 4 + others
        for tile in tiles:
            title, words = tile._title.rect, tile._words.rect
            assert tile._title.said[0] == tile.title
            assert tile.words.startswith(tile._words.said[0].rstrip("…"))
            for left, low, wide, high in (title, words):
                assert tile.x <= left
                assert left + wide <= tile.right + 1
                assert tile.y <= low
                assert low + high <= tile.top + 1
            assert words[1] + words[3] <= title[1] + 1
    look.choose("dark", "M")
