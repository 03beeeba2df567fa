"""What moves: the state behind is the new one at once, a touch ends it and counts, and at rest nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.app.test_both_sides import ARMIES

pytestmark = pytest.mark.window

SIZES: Final = pytest.mark.parametrize("shape", [(800, 480), (720, 1280)], ids=["wide", "upright"])


@pytest.fixture
def moves(face: Any) -> Iterator[Any]:  # noqa: ARG001 - its settings come first
    """The app with motions, at its full level."""
    from companion.app.widgets.rendering.motion import motion

    motion.still, motion.level = False, "full"
    yield motion
    motion.restart(still=True)


def evening(face: Any) -> Any:
    """A game of Cthulhu Wars in its first Action Phase; returns its session."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"], "signs": "app", "first": "GC", "direction": 1})
    while not face.session.prompts[0].prompt.key.startswith("action/"):
        face.session.answer(face.session.prompts[0].ticket, face.session.prompts[0].prompt.any_answer(Random(1)))
    face.redraw()
    return face.session


def shown(face: Any, key: str) -> str:
    """The number that is drawn for a counter just now."""
    said = face.numeral(key)._number.said
    return str(said[0])


def correct(face: Any, key: str, value: int) -> None:
    """Set a counter by hand, and come to the first picture after it."""
    from companion.table.view import Counter

    face.fingers.skip(1.0)
    face.page.correct(Counter(key, "", 0), value)
    face.fingers.frames(1)


def test_a_number_counts_to_a_new_value_that_its_readers_have_at_once(face: Any, moves: Any) -> None:
    evening(face)
    before = int(shown(face, "GC.power"))
    correct(face, "GC.power", before + 9)
    assert face.numeral("GC.power").text == str(before + 9), "what the knob and tests read is the new value"
    said = []
    while moves.running:
        said.append(int(shown(face, "GC.power")))
        face.fingers.frames(1)
    assert said == sorted(said)
    assert said[0] < before + 9
    assert len(set(said)) > 4, "one sees it count"
    assert len(said) <= 20, "it is over after 0.3 s"
    assert shown(face, "GC.power") == str(before + 9)


def test_a_touch_ends_every_motion_and_counts(face: Any, moves: Any) -> None:
    evening(face)
    correct(face, "GC.power", 3)
    assert moves.running
    face.fingers.tap(face.log_key)
    assert not moves.running
    assert type(face.page).__name__ == "LogPage"
    face.back()
    assert shown(face, "GC.power") == "3"


def undo(face: Any) -> None:
    face.page.undo(1)


def redo(face: Any) -> None:
    face.page.undo(1)
    face.page.redo()


def reopen(face: Any) -> None:
    path = face.shell.game.path
    face.home()
    face.shell.open_stored(path)


@pytest.mark.parametrize("way", [undo, redo, reopen])
def test_nothing_moves_when_many_steps_come_at_once(face: Any, moves: Any, way: Callable[[Any], None]) -> None:
    evening(face)
    correct(face, "GC.power", 3)
    face.settle()
    face.fingers.skip(1.0)
    way(face)
    assert not moves.running
    face.fingers.frames(1)
    value = face.session.game.counters(face.session.state)["GC.power"]
    assert shown(face, "GC.power") == str(value)


def test_whoever_goes_on_at_once_sees_nothing_move(face: Any, moves: Any) -> None:
    from companion.table.view import Counter

    evening(face)
    correct(face, "GC.power", 3)
    face.page.correct(Counter("GC.power", "", 0), 9)
    assert not moves.running
    face.fingers.frames(1)
    assert shown(face, "GC.power") == "9"


@pytest.mark.parametrize("level", ["less", "off"])
def test_numbers_jump_where_people_want_less(face: Any, moves: Any, level: str) -> None:
    evening(face)
    moves.level = level
    correct(face, "GC.power", 3)
    assert not moves.running
    assert shown(face, "GC.power") == "3"


def resize(face: Any, size: tuple[int, int] = (720, 1280)) -> None:
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)


def rotate(face: Any) -> None:
    face.shell.rotate_to(180)


def lock(face: Any) -> None:
    face.shell.lock()


def darken(face: Any) -> None:
    face.shell.rest.veil = 1.0


def press(face: Any) -> None:
    from firmware_bridge.buttons import KnobTurned

    face.shell._take_button(KnobTurned(1))


@pytest.mark.parametrize("way", [resize, rotate, lock, darken, press, undo])
def test_whatever_comes_between_ends_it_at_its_final_value(face: Any, moves: Any, way: Callable[[Any], None]) -> None:
    evening(face)
    correct(face, "GC.power", 3)
    assert moves.running
    way(face)
    assert not moves.running
    face.shell.rest.veil = 0.0
    face.fingers.frames(2)
    value = face.session.game.counters(face.session.state)["GC.power"]
    assert shown(face, "GC.power") == str(value)


def test_nothing_moves_on_a_dark_screen(face: Any, moves: Any) -> None:
    evening(face)
    darken(face)
    correct(face, "GC.power", 3)
    assert not moves.running
    face.shell.rest.veil = 0.0


def test_nothing_is_scheduled_when_it_is_over(face: Any, moves: Any) -> None:
    from kivy.clock import Clock

    evening(face)
    correct(face, "GC.power", 3)
    assert moves._tick in Clock.get_events() or moves._tick.is_triggered
    face.fingers.wait(1.0)
    assert not moves.running
    assert not moves._tick.is_triggered


def test_ended_motions_end_at_their_last_share_once() -> None:
    from companion.app.widgets.rendering.motion import Motion

    shares: list[float] = []
    ended: list[str] = []
    moving = Motion()
    with moving.step():
        assert moving.play("a", 1.0, shares.append, lambda: ended.append("a"))
        assert moving.play("a", 1.0, shares.append, lambda: ended.append("b"))
    assert (shares, ended) == ([0.0, 1.0, 0.0], ["a"])
    moving.end()
    moving.end()
    assert (shares, ended) == ([0.0, 1.0, 0.0, 1.0], ["a", "b"])
    assert not moving.play("a", 1.0, shares.append, lambda: ended.append("c")), "it is no step"
    assert (shares[-1], ended[-1]) == (1.0, "c")


def test_the_level_follows_settings_theme_and_desktop(face: Any) -> None:
    from companion.app.widgets.rendering.motion import motion

    shell = face.shell
    for chosen, theme, desktop, level, said in (
        ("auto", "dark", False, "full", "Automatic: full"),
        ("auto", "contrast", False, "less", "Automatic: less, for this theme"),
        ("auto", "dark", True, "less", "Automatic: less, as the desktop asks"),
        ("full", "contrast", True, "full", "Full"),
        ("off", "dark", False, "off", "Off"),
        ("less", "dark", False, "less", "Less"),
    ):
        shell.settings.motion, shell.settings.theme = chosen, theme
        shell.follow_desktop(less_motion=desktop)
        shell.apply_settings()
        assert motion.level == level, (chosen, theme, desktop)
        shell.open_settings()
        assert face.page.rows["motion"].value == said
        face.back()


@pytest.mark.parametrize(
    ("name", "text", "reduced"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations = False\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("kdeglobals", "\udcff", False),
    ],
)
def test_the_desktop_is_asked(tmp_path: Path, name: str, text: str, *, reduced: bool) -> None:
    from companion.setting_up.reduced_motion import desktop_reduces_motion

    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode(errors="surrogateescape"))
    there = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_CURRENT_DESKTOP": "labwc", "PATH": str(tmp_path / "none")}
    assert desktop_reduces_motion(there) == reduced
    assert not desktop_reduces_motion(there | {"XDG_CURRENT_DESKTOP": ""}), "nobody asks without a desktop"


def test_gnome_is_asked_by_its_own_program(tmp_path: Path) -> None:
    from companion.setting_up.reduced_motion import desktop_reduces_motion

    program = tmp_path / "gsettings"
    program.write_text("#!/bin/sh\necho false\n")
    program.chmod(0o755)
    there = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_CURRENT_DESKTOP": "GNOME", "PATH": f"{tmp_path}:/usr/bin:/bin"}
    assert desktop_reduces_motion(there)
    program.write_text("#!/bin/sh\necho true\n")
    assert not desktop_reduces_motion(there)


def test_the_disc_of_the_race_slides(face: Any, moves: Any) -> None:
    evening(face)
    race = face.page.top_bar.race
    disc = race._discs[0][1]
    began = disc.rect[0]
    correct(face, "GC.doom", 20)
    places = []
    while moves.running:
        places.append(disc.rect[0])
        face.fingers.frames(1)
    assert places == sorted(places)
    assert began <= places[0] < places[-1] <= disc.rect[0]
    assert len(set(places)) > 8


def test_the_marker_of_a_track_goes_on_and_the_space_that_it_leaves_burns(face: Any, moves: Any) -> None:
    session = evening(face)
    track = face.page._view.tracks[0]
    bar = next(w for w in face.page.walk() if type(w).__name__ == "TrackBar" and w.get_root_window() is not None)
    correct(face, track.key, track.at + 1)
    assert moves.running
    assert bar.track.at == track.at + 1, "the new space can be read at once"
    assert bar._flame.spot is not None
    assert bar._marker.rect[0] < bar._cells[0].rect[0]
    face.fingers.tap(face.log_key)
    face.back()
    assert bar._flame.spot is None
    assert bar._marker.spot is None
    correct(face, track.key, track.at)
    assert bar._flame.spot is None, "it only burns where it is used up"
    assert session.game.counters(session.state)[track.key] == track.at


def test_the_colour_of_the_turn_wipes_in_under_readable_figures(face: Any, moves: Any) -> None:
    from companion.table.session import LabelledAnswer
    from layouts.colours import ink_on, tint_of

    session = evening(face)
    card, head = face.page.ledger.cards[1], face.page.question.head
    face.fingers.skip(1.0)
    face.page.answer(session.prompts[0].ticket, LabelledAnswer(["pass"], "virtual"))
    face.fingers.frames(4)
    assert card.player.active
    assert card._back.rect[2] > card._wipe.rect[2] > 0
    edge = card._wipe.rect[0] + card._wipe.rect[2]
    for numeral in card.numerals:
        left, _low, wide, _high = numeral._number.rect
        wanted = ink_on(card.player.colour) if left + wide < edge else None
        assert wanted is None or numeral._number._tint == wanted
    assert head._wipe.spot is None, "its field has the colour"
    face.fingers.wait(0.5)
    assert not moves.running
    assert card._wipe.spot is None
    assert head._wipe.spot is None
    assert all(text.spot is None for text in head._still_old)
    assert card._back._tint == tuple(tint_of(card.player.colour))


def test_with_less_motion_the_colour_of_the_turn_fades_in(face: Any, moves: Any) -> None:
    from companion.table.session import LabelledAnswer

    session = evening(face)
    moves.level = "less"
    card = face.page.ledger.cards[1]
    face.fingers.skip(1.0)
    face.page.answer(session.prompts[0].ticket, LabelledAnswer(["pass"], "virtual"))
    face.fingers.frames(4)
    assert moves.running
    assert card._wipe.rect == card._back.rect, "nothing changes its place or size"
    assert 0 < card._wipe._tint[3] < 1


def test_the_crown_goes_to_the_first_player(face: Any, moves: Any) -> None:
    from msgspec.structs import replace

    evening(face)
    ledger, players = face.page.ledger, face.page._view.players
    face.fingers.skip(1.0)
    with moves.step():
        ledger.show([replace(player, first=place == 2) for place, player in enumerate(players)])
    face.fingers.frames(6)
    assert ledger._crown.spot is not None
    assert ledger.cards[2]._crown.spot is None, "it is on its way"
    moves.end()
    face.fingers.frames(1)
    assert ledger._crown.spot is None
    assert ledger.cards[2]._crown.spot is not None


def thrown(face: Any, mine: tuple[int, ...] = (6, 5, 1, 6), theirs: tuple[int, ...] = (6, 4)) -> Any:
    """A Quick Battle whose dice have just been thrown; returns its session."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.session import LabelledAnswer

    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    session = face.session
    numbers = [item.prompt.dice for item in session.prompts]
    rolls = [(*faces, *[1] * number)[:number] for faces, number in zip((mine, theirs), numbers, strict=True)]
    face.fingers.skip(1.0)
    given = [LabelledAnswer(list(roll), "virtual") for roll in rolls]
    face.page.answer_all([(item.ticket, one) for item, one in zip(session.prompts, given, strict=True)])
    face.fingers.frames(2)
    return session


def results(half: Any) -> list[str]:
    """The numbers of a half's results as they are drawn."""
    return [str(parts[2].said[0]) for parts in half._results[: len(half.side.results)]]


def flying(face: Any) -> int:
    """How many pictures fly."""
    return sum(sprite.spot is not None for sprite in face.shell.layer.sprites)


@SIZES
def test_dice_fall_one_after_the_other_and_results_count_as_they_land(
    face: Any, moves: Any, shape: tuple[int, int]
) -> None:
    resize(face, shape)
    thrown(face)
    half = face.page.sides.halves[0]
    final = [str(number) for _name, number in half.side.results]
    assert sum(map(int, final)) == 3, "the state behind is the new one"
    assert results(half) == ["0"] * len(final)
    seen, frames = [], 0
    while face.page.sides.thrown:
        seen.append(sum(map(int, results(half))))
        if not frames:
            assert flying(face) > 0
        face.fingers.frames(1)
        frames += 1
    assert seen == sorted(seen)
    assert set(seen) >= {0, 1, 2, 3}, shape
    assert frames <= 76, "1.2 s in all"
    assert results(half) == final
    moves.end()
    assert flying(face) == 0
    assert len(half._dice.places) == len(half._fallen)


def test_no_result_is_told_before_its_die_has_landed(face: Any, moves: Any) -> None:
    thrown(face)
    body, left = face.page.question.body, face.page.left_key
    heads = [part.head._words for part in body.parts]
    label = face.page.left
    assert moves.running
    assert all(words.spot is None for words in heads)
    assert "6" not in label
    assert not any(sign.isdigit() for sign in face.page.primary.text)
    face.fingers.wait(1.5)
    assert all(words.spot is not None for words in heads)
    assert face.page.left.startswith(label)
    assert left.hold > 0


@pytest.mark.parametrize("after", [0.4, 0.7, 1.0])
def test_a_touch_while_dice_fall_puts_them_in_place_and_counts(face: Any, moves: Any, after: float) -> None:
    thrown(face)
    face.fingers.wait(after)
    assert moves.running
    face.fingers.tap(face.log_key)
    assert not moves.running
    assert flying(face) == 0
    assert type(face.page).__name__ == "LogPage", after
    face.back()
    half = face.page.sides.halves[0]
    assert results(half) == [str(number) for _name, number in half.side.results]


@pytest.mark.parametrize("level", ["less", "off"])
def test_dice_are_there_at_once_where_people_want_less(face: Any, moves: Any, level: str) -> None:
    face.shell.settings.motion = level
    face.shell.apply_settings()
    thrown(face)
    assert not face.page.sides.thrown
    assert flying(face) == 0
    half = face.page.sides.halves[0]
    assert results(half) == [str(number) for _name, number in half.side.results]
    assert moves.level == level


def test_the_dice_of_an_undone_and_redone_roll_do_not_fall(face: Any, moves: Any) -> None:
    thrown(face)
    face.fingers.wait(1.5)
    face.page.undo(2)
    face.page.redo()
    assert not moves.running
    assert flying(face) == 0


def test_only_new_dice_fall() -> None:
    from companion.app.table.battle.sides import _fallen_since
    from companion.app.widgets.base.marks import Die

    def dice(*faces: int) -> list[Die]:
        return [Die(face) for face in faces]

    assert _fallen_since(dice(), dice(6, 1)) == [0, 1]
    assert _fallen_since(dice(6, 1), dice(6, 1)) == []
    assert _fallen_since(dice(6, 1), dice(6, 4)) == [1], "a reroll"
    assert _fallen_since(dice(6, 1), dice(6, 1, 3, 2)) == [2, 3], "a second throw"
    assert _fallen_since(dice(6, 1, 3), dice(6, 3)) == [], "one is taken away"


def test_a_thousand_dice_leave_nothing_behind(face: Any, moves: Any) -> None:
    import gc

    from companion.app.table.battle.thrown_dice import ThrownDice
    from companion.app.widgets.base.marks import Die

    thrown(face)
    face.fingers.wait(1.5)
    half, layer = face.page.sides.halves[0], face.shell.layer
    counts = []
    for number in range(1, 41):
        with moves.step(calm=False):
            half._fallen = tuple(Die(place % 6 + 1, "Kill" if place % 6 == 5 else "") for place in range(25))
            half._throw(range(25))
        face.fingers.frames(1 + number % 40)
        moves.end()
        face.fingers.frames(1)
        counts.append(len(layer.sprites))
    gc.collect()
    assert counts[1:] == counts[1:2] * len(counts[1:]), "sprites are used again"
    assert not moves._running
    assert not any(type(one) is ThrownDice for one in gc.get_objects())


EVENINGS: Final = ("cthulhu_wars evening", "mythos_encounters combat", "messina battle", "cthulhu_wars evening")


def stamped(grid: Any) -> int:
    """How many results are drawn on tokens."""
    return sum(back.spot is not None for token in grid.tokens.values() for _edge, back, _word in token._stamps)


def test_results_fly_from_the_dice_to_the_pieces_when_these_have_landed(face: Any, moves: Any) -> None:
    thrown(face)
    grids = [body.grid for body in face.page.question.body.bodies]
    assert [stamped(grid) for grid in grids] == [0, 0], "the dice still fall"
    taken = [sum(map(len, body.taken.values())) for body in face.page.question.body.bodies]
    assert sum(taken) > 0, "but they are filled in already"
    face.fingers.wait(1.25)
    assert moves.running
    assert 4 <= flying(face) <= 2 * sum(taken)
    face.fingers.wait(0.6)
    assert not moves.running
    assert all(0 < stamped(grid) <= number for grid, number in zip(grids, taken, strict=True))
    assert flying(face) == 0


def test_a_result_given_by_a_tap_flies_and_the_tap_counts_at_once(face: Any, moves: Any) -> None:
    thrown(face)
    face.fingers.wait(1.6)
    body = next(body for body in face.page.question.body.bodies if sum(body.ask.results.values()) == 1)
    name, token = next((n, t) for n, t in body.grid.tokens.items() if t.usable and not t.chosen)
    face.fingers.tap(token)
    assert body.taken[name] or any(body.taken[other] for other in body.taken)
    assert moves.running
    assert token.coming
    assert flying(face) == 2
    face.fingers.tap(token)
    assert not any(body.taken.values()), "a second tap in flight counts, too"
    moves.end()
    face.fingers.frames(1)
    assert flying(face) == 0
    assert not token.coming
    assert stamped(body.grid) == 0


def test_the_dead_fade_over_the_next_question(face: Any, moves: Any) -> None:
    thrown(face)
    face.fingers.wait(1.6)
    keys = [item.prompt.key for item in face.session.prompts]
    face.fingers.tap(face.verb)
    assert [item.prompt.key for item in face.session.prompts] != keys, "nothing waits"
    assert moves.running
    assert flying(face) > 0
    face.fingers.wait(1.0)
    assert not moves.running
    assert flying(face) == 0


@pytest.mark.parametrize(
    "seed", [0, 2, pytest.param(1, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)]
)
def test_ended_at_random_moments_all_is_as_if_nothing_had_moved(face: Any, moves: Any, seed: int) -> None:
    from companion.table.session import LabelledAnswer
    from tests.instruments.outside import evenings, stale

    chance = Random(seed)
    ways = {name: (name, game, setup) for name, game, setup in evenings.games()}
    name, game, setup = ways[EVENINGS[seed]]
    face.begin(game, setup)
    for _ in range(40):
        if face.session.finished:
            break
        ticket, value = evenings.sensible(face.session, chance)[:2]
        given = getattr(value, "value", value)
        table = face.page
        face.fingers.skip(0.4)
        table.answer(ticket, LabelledAnswer(given, "virtual"))
        face.fingers.frames(chance.randrange(1, 50))
        way = chance.choice(("touch", "undo", "rotate", "dark", "wait", "lock", "tower"))
        if way == "touch":
            face.fingers.tap((2.0, face.window.height - 2.0))
        elif way == "undo":
            table.undo(1)
            table.redo()
        elif way == "rotate":
            face.shell.rotate_to(chance.choice((90, 180, 270)))
            face.shell.rotate_to(0)
        elif way == "dark":
            face.shell.rest.veil = 1.0
            face.shell.rest.veil = 0.0
        elif way == "lock":
            face.shell.lock()
            face.shell._unlock()
        elif way == "tower":
            face.shell._take_tower_button("pressed")
        else:
            face.fingers.wait(2.0)
        while face.page is not table:
            face.back()
        assert not moves.running, (name, way)
        face.settle()
        if way == "lock":
            # A page that is made anew has never been locked.
            continue
        found = [what for what in stale.differences(face, pixels=False) if "only: RecentEvents " not in what]
        assert not found, (name, way, found)


def test_dice_of_the_tower_land_as_they_are_read(face: Any, moves: Any) -> None:
    from companion.app.widgets.base.marks import Die
    from companion.app.widgets.controls.dice import DiceRow

    evening(face)
    row = DiceRow(size=(400, 60), pos=(10, 10))
    face.page.add_widget(row)
    with moves.step(calm=False):
        row.show((Die(3),), "3")
    face.fingers.frames(2)
    assert moves.running
    with moves.step(calm=False):
        row.show((Die(3), Die(5), Die(1)), "3 5 1")
    face.fingers.frames(1)
    shown = [back.spot is not None for back, _pips in row._parts._dice]
    assert shown == [True, True, False], "one after the other, and who lies there stays"
    face.fingers.wait(1.5)
    assert not moves.running
    assert all(back.spot is not None for back, _pips in row._parts._dice)
    row.show((Die(2),), "2")
    assert not moves.running, "it is no step"
    face.page.remove_widget(row)


@pytest.mark.parametrize("place", [1, 2], ids=["mythos_encounters", "messina"])
def test_the_other_games_move_too(face: Any, moves: Any, place: int) -> None:
    """Numbers and turns: Messina's battles have no dice, and a page of its own ranks those of Mythos Encounters."""
    from random import Random

    from companion.games import GAMES
    from companion.table.session import LabelledAnswer

    face.begin(GAMES[place], GAMES[place].modes[0].setup)
    session, chance, moved = face.session, Random(3), 0
    for _step in range(60):
        if session.finished or not session.prompts:
            break
        item = session.prompts[0]
        face.fingers.skip(1.0)
        face.page.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(chance), "virtual"))
        moved += moves.running
        moves.end()
        assert not face.page.sides.thrown
    assert moved
