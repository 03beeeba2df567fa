"""The table around the question: undo, log, corrections, what may be done at any time, lock-outs, turning."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.journal_mirror import beside
from tests.app.sizes import sized
from tests.table.test_journal import damage

pytestmark = pytest.mark.window


def _texts(shell: Any) -> str:

    return "\n".join(w.text for w in shell.walk() if getattr(w, "text", ""))


def test_undo_names_what_it_undoes_and_lists_what_to_put_back(start: Any, fingers: Any, shell: Any) -> None:
    table = start("choose", "tell")
    fingers.tap(table.question.body.keys["hunt"])
    fingers.skip(0.4)
    assert table.left.startswith("Undo: What do the Red Foxes do?")
    fingers.tap(table.ids.left)
    assert shell.page is table
    assert table.session.state.food["red"] == 12
    fingers.frames(2)
    assert table.headline.put_back.text == "Move the food marker of red back by 2."
    fingers.tap(table.headline.put_back)
    assert shell.page.heading == "Put back on the board"
    assert "Move the food marker of red back by 2." in _texts(shell)
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert shell.page is table
    assert table.headline.put_back.parent is None, "it was read"


def hunts(table: Any, fingers: Any, times: int) -> None:
    for _ in range(times):
        fingers.tap(table.question.body.keys["hunt"])
        fingers.skip(0.4)


def test_an_undo_is_one_tap_however_much_is_to_be_put_back(start: Any, fingers: Any) -> None:
    """Undo 1. What is to be put back on the board stands above the table, and gathers with the next undo."""
    table = start("choose", "choose", "choose")
    hunts(table, fingers, 2)
    fingers.tap(table.left_key)
    fingers.skip(0.4)
    assert table.headline.put_back.parent is table.header
    assert len(table.headline.put_back.lines) == 1
    fingers.tap(table.left_key)
    fingers.skip(0.4)
    assert not table.session.timeline.entries, "two taps took two steps back"
    assert len(table.headline.put_back.lines) == 2
    fingers.tap(table.redo_key)
    fingers.skip(0.4)
    assert len(table.headline.put_back.lines) == 1, "what was brought back lies there again"
    hunts(table, fingers, 1)
    assert table.headline.put_back.parent is None, "somebody went on"


def test_what_is_to_be_put_back_says_how_much_more_there_is(start: Any, fingers: Any) -> None:
    table = start("choose")
    hunts(table, fingers, 1)
    fingers.tap(table.left_key)
    fingers.frames(2)
    note = table.headline.put_back
    for lines, said in (
        (["Put the marker back", "Take a card"], "Put the marker back  Take a card"),
        (["Put the marker back", *["Take the card with the longest name back to where it lay before"] * 3], "+2"),
        (["Take the card with the longest name back to where it lay before " * 4], "Put back on the board"),
    ):
        note.lines = lines
        fingers.frames(3)
        assert note.text.endswith(said)
        assert note.texture_size[0] <= note.width


def test_a_line_of_the_log_leads_back_to_it(start: Any, fingers: Any, shell: Any) -> None:
    table = start("choose", "count", "tell")
    fingers.tap(table.question.body.keys["hunt"])
    fingers.skip(0.4)
    fingers.tap(table.primary)
    log = table.log_key
    fingers.tap(log)
    assert list(shell.page.keys) == [2, 1]
    fingers.tap(shell.page.keys[1])
    assert shell.page.heading == "Undoes these 2 steps"
    assert len(table.session.timeline.entries) == 2, "a preview changes nothing"
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert not table.session.timeline.entries
    assert shell.page.heading == "Put back on the board"
    shell.back()
    fingers.tap(table.redo_key)
    assert len(table.session.timeline.entries) == 1


def test_a_counter_is_corrected_on_the_numpad(start: Any, fingers: Any, shell: Any) -> None:
    table = start("several")
    fingers.tap(table.ledger.cards[0].numerals[0])
    for digit in "17":
        fingers.tap(shell.page.keys[digit])
    assert shell.page.change == "12 → 17"
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert shell.page is table
    assert table.session.state.food["red"] == 17
    assert table.ledger.cards[0].numerals[0].text == "17"


def test_a_refused_correction_says_so_and_changes_nothing(start: Any, fingers: Any, shell: Any) -> None:
    table = start("several")
    fingers.tap(table.ledger.cards[0].numerals[0])
    for digit in "999":
        fingers.tap(shell.page.keys[digit])
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert shell.banner.message == "Food goes from 0 to 99, and 999 is outside. Nothing has changed."
    assert table.session.state.food["red"] == 12
    fingers.tap(shell.banner.ids.close)
    assert shell.banner.parent is None


def test_a_half_made_choice_survives_a_look_at_the_log(start: Any, fingers: Any, shell: Any) -> None:
    table = start("several")
    fingers.tap(table.question.body.chips["runner"][2])
    log = table.log_key
    fingers.tap(log)
    fingers.tap(shell.page.ids.left)
    assert sorted(table.question.body.selection.picked) == ["runner.1", "runner.2", "totem"]


def test_something_done_at_any_moment_runs_on_top_of_the_question(start: Any, fingers: Any, shell: Any) -> None:
    table = start("count")
    more = table.more_key
    fingers.tap(more)
    fingers.tap(shell.page.keys["storm"])
    assert shell.page is not table, "a refused one does nothing"
    fingers.tap(shell.page.keys["gift"])
    assert table.question.title == "Who gets the food?"
    fingers.skip(0.4)
    fingers.tap(table.question.body.keys["moss"])
    assert table.session.state.food["moss"] == 4
    assert table.question.title == "How many sacks of food?"


def test_the_verb_button_is_dead_for_300_ms_after_it_changes(start: Any, fingers: Any) -> None:
    table = start("tell", "count")
    spot = table.primary.to_window(*table.primary.center)
    fingers.tap(spot)
    fingers.tap(spot)
    assert len(table.session.timeline.entries) == 1, "the second tap was meant for the first question"
    fingers.skip(0.3)
    fingers.tap(spot)
    assert len(table.session.timeline.entries) == 2


def test_a_double_tap_on_an_option_answers_one_question(start: Any, fingers: Any) -> None:
    table = start("choose", "choose")
    key = table.question.body.keys["hunt"]
    spot = key.to_window(*key.center)
    fingers.tap(spot)
    fingers.tap(spot)
    assert len(table.session.timeline.entries) == 1


@pytest.mark.parametrize("kinds", [("choose", "choose"), ("tell", "tell")], ids=["option", "verb"])
def test_a_tap_that_waited_while_a_page_opened_answers_nothing(
    start: Any, fingers: Any, monkeypatch: Any, kinds: tuple[str, str]
) -> None:
    """On a slow machine the next question takes longer to open than touches are locked out: whoever tapped meanwhile
    saw the one before. It counts from the first picture."""
    table = start(*kinds)
    key = table.question.body.keys["hunt"] if kinds[0] == "choose" else table.primary
    spot, show = key.to_window(*key.center), table.question.show

    def slowly(*given: Any) -> None:
        show(*given)
        fingers.pass_by(2.0)

    monkeypatch.setattr(table.question, "show", slowly)
    touch = fingers.down(*spot)
    fingers.up(touch)
    waiting = fingers.down(*spot)
    fingers.up(waiting)
    assert len(table.session.timeline.entries) == 1, "it was meant for the question before"
    fingers.skip(0.35)
    fingers.tap(spot)
    assert len(table.session.timeline.entries) == 2


def test_prompts_turn_to_face_the_far_side(start: Any, fingers: Any, shell: Any) -> None:
    shell.settings.turn = "180"
    shell.settings.far_side = ["red"]
    table = start("choose", "tell")
    assert table.rotated.turned
    key = table.question.body.keys["hunt"]
    x, y = key.to_window(*key.center)
    turning = table.rotated
    assert (x, y) == pytest.approx((2 * turning.center_x - key.center_x, 2 * turning.center_y - key.center_y), abs=400)
    fingers.tap(key)
    assert table.session.timeline.entries[-1].value == ["hunt"]
    assert not table.rotated.turned, "everybody's questions face this side"


def test_a_finished_game_says_who_won_and_leads_home(start: Any, fingers: Any, shell: Any) -> None:
    from companion.app.pages.home import HomePage

    table = start("tell")
    for _ in range(2):
        fingers.skip(0.4)
        fingers.tap(table.primary)
    fingers.skip(0.4)
    assert "The Sand Snakes win with 20 food." in _texts(shell)
    fingers.tap(table.primary)
    assert isinstance(shell.page, HomePage)


def test_the_open_game_comes_back_after_a_power_cut(start: Any, fingers: Any, shell: Any) -> None:
    from companion.app.table.page import TablePage

    table = start("choose", "count")
    fingers.tap(table.question.body.keys["hunt"])
    shell.game.close()  # the plug: nothing else gets a chance to tidy up
    shell.game = None
    shell.resume()
    fingers.skip(0.4)
    assert isinstance(shell.page, TablePage)
    assert shell.page.question.title == "How many sacks of food?"
    assert shell.page.session.state.food["red"] == 14


def test_home_lists_games_and_goes_on_with_the_newest(start: Any, fingers: Any, shell: Any) -> None:
    start("choose", "count")
    fingers.tap(shell.page.question.body.keys["rest"])
    shell.home()
    fingers.skip(0.4)
    assert shell.page.stored[0].last == "What do the Red Foxes do? Rest"
    assert shell.page.primary.text == "Go on"
    fingers.tap(shell.page.primary)
    assert shell.page.question.title == "How many sacks of food?"


def test_a_damaged_file_is_refused_in_words_and_the_others_still_open(shell: Any, fingers: Any) -> None:
    path: Path = shell.library.folder / "broken.game"
    path.write_bytes(b"this is not a game" * 300)
    shell.home()
    fingers.skip(0.4)
    key = shell.page.keys["broken.game"]
    assert "cannot be opened" in key.refused
    assert shell.page.primary.disabled


def test_a_damaged_game_goes_on_from_what_is_whole(start: Any, shell: Any, fingers: Any) -> None:
    table = start("choose", "count", "tell")
    fingers.tap(table.question.body.keys["hunt"])
    fingers.skip(0.4)
    fingers.tap(table.primary)
    path: Path = shell.game.path
    shell.home()
    damage(path, 3)
    before = path.read_bytes()
    shell.home()
    fingers.skip(0.4)
    key = shell.page.keys[path.name]
    assert key.detail == "Damaged. Tap to continue from the intact steps (1); the file is not changed."
    fingers.tap(key)
    fingers.skip(0.4)
    assert shell.page.question.title == "How many sacks of food?"
    assert shell.game.path.name == f"{path.stem}-saved.game"
    assert path.read_bytes() == before
    shell.home()
    assert shell.page.primary.text == "Go on"


def test_two_copies_that_differ_are_both_offered(start: Any, shell: Any, fingers: Any) -> None:
    table = start("choose", "count", "tell")
    fingers.tap(table.question.body.keys["hunt"])
    fingers.skip(0.4)
    path: Path = shell.game.path
    fingers.tap(table.primary)
    shell.home()
    copy = beside(path).read_bytes().splitlines(keepends=True)
    older = path.read_bytes()
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    fingers.skip(0.4)
    for _ in range(3):
        shell.game.session.undo()
        shell.game.session.redo()
    shell.home()
    path.write_bytes(older)
    shell.home()
    fingers.skip(0.4)
    assert len(copy) < len(beside(path).read_bytes().splitlines())
    longer, shorter = shell.page.keys[path.name], shell.page.keys[f"{path.name} (file)"]
    assert "The two copies differ. Tap to continue from the second copy" in longer.detail
    assert "from the game file" in shorter.detail
    fingers.tap(shorter)
    fingers.skip(0.4)
    assert len(shell.game.session.history) == 2
    assert path.read_bytes() == older


def test_on_a_full_disk_the_game_goes_on_with_a_warning_at_every_step(
    start: Any, shell: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start("choose", "count", "tell")
    fingers.tap(table.question.body.keys["hunt"])
    fingers.skip(0.4)

    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "pwrite", full)
    monkeypatch.setattr(os, "fsync", full)
    before = shell.page.question.title
    fingers.tap(table.primary)
    fingers.skip(0.4)
    assert "Repeat the step to play on without saving" in shell.banner.message
    assert shell.page.question.title == before
    fingers.tap(table.primary)
    fingers.skip(0.4)
    assert shell.page.question.title != before
    assert shell.banner.message.startswith("Nothing you do now is saved")
    fingers.tap(shell.banner.ids.close)
    assert shell.banner.parent is None
    shell.attempt(shell.game.session.undo)
    assert shell.banner.message.startswith("Nothing you do now is saved")
    monkeypatch.undo()
    shell.attempt(shell.game.session.redo)
    assert shell.banner.message == ""
    assert len(shell.game.session.history) == 2


def test_a_game_of_older_rules_asks_to_compare_the_numbers(
    start: Any, shell: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.app.pages.shell import OLDER_RULES

    table = start("choose", "count")
    fingers.tap(table.question.body.keys["hunt"])
    shell.home()
    monkeypatch.setattr(type(table.session.game), "rules_version", 2)
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert shell.banner.message == OLDER_RULES
    assert shell.page.question.title == "How many sacks of food?"


def test_an_unforeseen_error_shows_that_the_game_is_safe(
    start: Any, fingers: Any, shell: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from kivy.base import ExceptionManager

    from companion.app.start.application import ErrorHandler
    from companion.app.table.page import TablePage

    table = start("choose", "count")
    fingers.tap(table.question.body.keys["hunt"])
    monkeypatch.setattr(type(table.session.game), "view", lambda *_: 1 // 0)
    catcher = ErrorHandler(shell.show_error)
    assert catcher.handle_exception(ZeroDivisionError("planted")) == ExceptionManager.PASS
    fingers.skip(0.4)
    assert shell.page.heading == "The game is safe"
    assert "planted" not in _texts(shell)
    assert "planted" in caplog.text
    monkeypatch.undo()
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert isinstance(shell.page, TablePage)
    assert shell.page.session.state.food["red"] == 14


def test_settings_are_kept(shell: Any, fingers: Any) -> None:
    from companion.app.demo.touches import touches
    from companion.storage.settings import Settings
    from layouts.palette import THEMES
    from layouts.theme import look

    fingers.tap(shell.page.ids.left)
    for name, value in (("theme", "candle"), ("text", "XL")):
        for widget in touches(shell.page, (name, value)):
            fingers.tap(widget)
            fingers.skip(0.4)
    stored = Settings.load(shell._settings_path)
    assert (stored.theme, stored.text) == ("candle", "XL")
    from kivy.utils import get_color_from_hex

    assert list(look.ground) == pytest.approx(get_color_from_hex(THEMES["candle"].ground))
    assert look.body > 30


def test_whole_game_by_touches_from_the_home_page(shell: Any, fingers: Any) -> None:
    from random import Random

    from companion.app.demo.autopilot import Autopilot

    fingers.tap(shell.page.more_modes_key)
    fingers.skip(0.4)
    fingers.tap(shell.page.keys["all_kinds.quick"])
    table = shell.page
    pilot = Autopilot(fingers, Random(11))
    while not table.session.finished:
        pilot.step(table)
    assert len(table.session.timeline.entries) == 4


def test_a_notice_keeps_its_colour_when_the_theme_changes(shell: Any) -> None:
    """Seen in the light theme: near-black words on dark purple, because both themes have the same ink for alerts."""
    from kivy.utils import get_color_from_hex

    from layouts.palette import THEMES

    shell.show_message("The settings cannot be read.")
    (words,) = (w for w in shell.banner.walk() if "settings" in getattr(w, "text", ""))
    for theme, palette in THEMES.items():
        shell.settings.theme = theme
        shell.apply_settings()
        assert tuple(words.colour()) == tuple(get_color_from_hex(palette.alert_ink))


def test_the_log_is_kept_and_tells_what_is_new_undone_and_redone(shell: Any, start: Any, fingers: Any) -> None:
    page = start("choose", "count")

    def answer() -> None:
        item = page.session.prompts[0]
        page.session.answer(item.ticket, item.prompt.any_answer(Random(1)), source="virtual")
        page.opened()
        fingers.skip(0.4)

    def log() -> Any:
        page.open_log()
        fingers.skip(0.4)
        return shell.page

    answer()
    kept = log()
    first = kept.keys[1]
    shell.back()
    answer()
    assert log() is kept
    assert kept.keys[1] is first
    assert [key.label.partition(".")[0] for key in kept.keys.values()] == ["2", "1"]
    assert kept.pager.column.children[-1] is kept.keys[2]
    shell.back()
    page.undo()
    assert list(log().keys) == [1]
    shell.back()
    page.redo()
    assert list(log().keys) == [2, 1]


def test_what_was_undone_comes_back_with_a_tap_beside_undo(start: Any, fingers: Any, shell: Any) -> None:
    table = start("choose", "choose")
    assert table.redo_key.disabled, "there is nothing to bring back"
    fingers.frames(3)
    places = [(*key.pos, *key.size) for key in (table.left_key, *table.extras.children, table.primary)]
    fingers.tap(table.question.body.keys["hunt"])
    fingers.tap(table.left_key)
    assert len(table.session.timeline.entries) == 0
    assert shell.page is table
    fingers.skip(0.4)
    fingers.frames(3)
    assert not table.redo_key.disabled
    assert table.redo_key.x > table.left_key.x
    assert all(table.redo_key.x <= key.x for key in table.extras.children)
    assert [(*key.pos, *key.size) for key in (table.left_key, *table.extras.children, table.primary)] == places
    fingers.tap(table.redo_key)
    assert table.session.timeline.entries[-1].value == ["hunt"]
    assert table.redo_key.disabled


def test_a_number_that_has_changed_glows_for_a_moment(start: Any, fingers: Any) -> None:
    page = start("choose")
    numeral = next(n for card in page.ledger.cards for n in card.numerals if n.counter.key)
    assert not any(n.glows for card in page.ledger.cards for n in card.numerals)
    page.correct(numeral.counter, numeral.counter.value + 1)
    fingers.frames(2)
    assert [n for card in page.ledger.cards for n in card.numerals if n.glows] == [numeral]
    fingers.skip(1.1)
    assert not numeral.glows


def test_the_way_round_is_drawn_where_there_is_one(start: Any) -> None:
    from msgspec.structs import replace

    from layouts.glyphs import SYMBOLS

    page = start("choose")
    view = page.session.view
    for way in ("clockwise", "counterclockwise"):
        page.show_view(replace(view, direction=way))
        assert page.heading.endswith(SYMBOLS[f"direction-{way}"])
    page.show_view(replace(view, direction="clockwise", players=view.players[:2]))
    assert SYMBOLS["direction-clockwise"] not in page.heading


@sized((480, 800), (720, 1280))
def test_upright_the_way_round_stands_beside_the_race(start: Any, fingers: Any, tmp_path: Path) -> None:
    """The header has no room for it there."""
    from msgspec.structs import replace

    page = start("choose")
    view = page.session.view
    scored = [
        replace(player, big=tuple(replace(counter, most=30) for counter in player.big)) for player in view.players
    ]
    pictures = []
    for way in ("clockwise", "counterclockwise", ""):
        page.show_view(replace(view, direction=way, players=tuple(scored)))
        fingers.frames(2)
        fingers.picture(tmp_path / f"{way}.png")
        pictures.append((tmp_path / f"{way}.png").read_bytes())
    assert len(set(pictures)) == 3, "each looks different"


@sized((800, 480), (480, 800))
def test_what_stands_in_rows_lies_over_nothing(shell: Any, start: Any, fingers: Any) -> None:
    """The keys of the page of all that can be done, and those that turn to the question of another player (found by the
    picture matrix: both stood out of their rows)."""
    table = start("both_pick")
    fingers.frames(2)
    assert len(table.question.tabs.children) == 2
    for key in table.question.tabs.children:
        assert key.top <= table.question.tabs.top + 1
        assert key.to_window(*key.pos)[1] + key.height <= table.question.head.to_window(0, table.question.head.y)[1] + 1
    table.open_more()
    shell.page.turn_to("screen")
    fingers.frames(3)
    quick = shell.page.quick
    for key in quick.keys.values():
        assert quick.y - 1 <= key.y
        assert key.top <= quick.top + 1
    assert quick.top <= min(tab.to_window(*tab.pos)[1] for tab in shell.page.tabs.values()) + 1
