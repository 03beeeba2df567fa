"""The lesson: by touches alone, by the knob alone, left at any time, and never a stored game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.sizes import sized

pytestmark = pytest.mark.window

SIZES = [(800, 480), (720, 1280)]


def begin(ours: Any, fingers: Any) -> Any:
    """Tap the lesson on the home page."""
    ours.home()
    fingers.skip(0.4)
    fingers.tap(ours.page.keys["cthulhu_wars.lesson"])
    fingers.skip(0.5)
    return ours.page


def obey(ours: Any, fingers: Any) -> None:
    """Do what the coach says, as a finger does it."""
    page, coach, hint = ours.page, ours.page.coach, ours.page.coach.hint
    fingers.skip(0.5)
    if not coach.next_key.disabled:
        fingers.tap(coach.next_key)
    elif coach.words != hint.words:
        answer(page, fingers)
    elif hint.done == "undo":
        fingers.tap(page.left_key)
    elif hint.done == "log":
        fingers.tap(page.coach.at)
        fingers.skip(0.5)
        fingers.tap(ours.page.primary)
    elif hint.done == "rules":
        fingers.tap(page.coach.at)
        fingers.skip(0.5)
        fingers.tap(ours.page.tabs["screen"])
        fingers.frames(2)
        fingers.tap(ours.page.quick.keys["book-open"])
        fingers.skip(0.5)
        while ours.page is not page:
            fingers.tap(ours.page.primary)
            fingers.skip(0.5)
    elif hint.option:
        made = len(page.session.timeline.entries)
        fingers.tap(page.coach.at)
        fingers.skip(0.5)
        if len(page.session.timeline.entries) == made:
            fingers.tap(page.primary)
    else:
        answer(page, fingers)
    fingers.skip(0.5)
    fingers.frames(3)


def answer(page: Any, fingers: Any) -> None:
    """Answer the question in front by touches."""
    from companion.app.demo.autopilot import Autopilot

    Autopilot(fingers, Random(2)).step(page)


@sized(*SIZES)
def test_the_lesson_by_touches_to_a_game_of_ones_own(
    ours: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    from tests.app.test_layout import faults

    page = begin(ours, fingers)
    said: list[str] = []
    found: list[str] = []
    for _step in range(60):
        if ours.page.coach is None:
            break
        page = ours.page
        fingers.skip(0.5)
        fingers.frames(2)
        if page.coach.words not in said:
            said.append(page.coach.words)
            # Three keys at the foot of an upright screen are narrow on every table.
            found += [fault for fault in faults(ours, f"hint {len(said)}") if "Key is 45x62" not in fault]
            fingers.picture(tmp_path / f"lesson_{len(said):02}_{size[0]}.png")
        doom = {code: faction.doom for code, faction in getattr(page.session.state, "factions", {}).items()}
        assert all(doom[code] <= 2 for code in ("CC", "BG", "YS") if code in doom), "the others perform no Ritual"
        assert page.game.path.name not in {path.name for path in ours.library.folder.iterdir()}
        obey(ours, fingers)
    else:
        raise AssertionError(f"it does not end: {said[-1]}")
    for wanted in ("Undo", "Gather Power", "Doom Phase", "log", "Rules", "roll", "That is all"):
        assert any(wanted in words for words in said), wanted
    assert not found
    assert ours.page.coach is None
    assert ours.game.session.prompts[0].prompt.key == "setup/seats"
    assert ours.game.path.suffix == ".game", "a real game has begun"
    ours.home()
    assert ours.library.every() == [], "what was only looked at is not kept either"


def test_the_ring_is_around_what_is_meant(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    fingers.frames(3)
    places = {id(page.ledger.cards[0]): "ledger", id(page.left_key): "undo", id(page.primary): "verb"}
    seen = set()
    for _ in range(25):
        if page.coach.at is not None and page.coach.at.get_root_window() is not None:
            fingers.frames(3)
            left, low = page.coach.at.to_window(*page.coach.at.pos)
            right, top = page.coach.at.to_window(page.coach.at.right, page.coach.at.top)
            assert page.coach._points == (left, low, right, top)
            seen.add(places.get(id(page.coach.at), "else"))
        if ours.page is page:
            obey(ours, fingers)
    assert {"ledger", "undo", "verb"} <= seen


def test_it_can_be_left_at_any_time_and_nothing_is_left_of_it(ours: Any, fingers: Any) -> None:
    for steps in (0, 2, 5, 8):
        begin(ours, fingers)
        for _ in range(steps):
            obey(ours, fingers)
        before, words = ours.page, ours.page.coach.words
        fingers.tap(before.coach.leave_key)
        fingers.skip(0.5)
        assert "Leave the lesson?" in before.coach.words
        # Whoever stays goes on where they were.
        fingers.tap(before.coach.next_key)
        fingers.skip(0.5)
        assert (ours.page, before.coach.words) == (before, words)
        fingers.tap(before.coach.leave_key)
        fingers.skip(0.5)
        fingers.tap(before.coach.leave_key)
        fingers.skip(0.5)
        assert ours.page is not before
        assert type(ours.page).__name__ == "HomePage"
        assert ours.settings.open_game == ""
        assert [path.name for path in ours.library.folder.iterdir()] == []


@sized(*SIZES)
def test_home_asks_as_leaving_does(ours: Any, fingers: Any, size: tuple[int, int]) -> None:  # noqa: ARG001
    """*Home* under *More* left the lesson at once."""
    page = begin(ours, fingers)
    words = page.coach.words

    def go_home() -> None:
        fingers.tap(page.more_key)
        fingers.skip(0.5)
        fingers.tap(ours.page.tabs["screen"])
        fingers.frames(2)
        fingers.tap(ours.page.quick.keys["home"])
        fingers.skip(0.5)

    go_home()
    assert ours.page is page
    assert page.coach.words == "Leave the lesson? Nothing of it is kept."
    fingers.tap(page.coach.next_key)
    fingers.skip(0.5)
    assert page.coach.words == words
    go_home()
    go_home()
    assert ours.page is page, "twice is no answer"
    fingers.tap(page.coach.leave_key)
    fingers.skip(0.5)
    assert type(ours.page).__name__ == "HomePage"


def test_who_does_something_else_is_not_stuck(ours: Any, fingers: Any) -> None:
    """Passing at once, undoing past the beginning, more undos: the coach follows."""
    page = begin(ours, fingers)
    page.go_left()
    page.go_left()
    fingers.skip(0.5)
    while ours.page is not page:
        ours.back()
    assert page.session.prompts[0].prompt.key.startswith("action/")
    fingers.tap(page.question.body.key_of("pass"))
    fingers.skip(0.5)
    assert page.session.prompts[0].prompt.key.startswith("gather_power")
    told: list[str] = []
    while "Gather Power" not in page.coach.words:
        told.append(page.coach.words)
        fingers.tap(page.coach.next_key)
        fingers.skip(0.5)
    assert len(told) == 4, "what the others have done, round by round"
    assert all(faction.power == 0 for faction in page.session.state.factions.values())


@sized(*SIZES)
def test_the_sentence_stays_above_pages_that_are_opened(ours: Any, fingers: Any) -> None:
    """Nothing that is to be done vanishes under More, Rules or the log."""
    page = begin(ours, fingers)
    for key in (page.more_key, page.log_key):
        fingers.tap(key)
        fingers.skip(0.5)
        assert ours.page is not page
        line = page.coach._line
        assert line.parent is ours.page
        assert line.top >= ours.page.top - 1
        assert line.said.text == page.coach.words
        ours.back()
        fingers.skip(0.5)
    assert ours.page is page
    ours.home()
    fingers.skip(0.5)
    assert page.coach._line.parent is not ours.page


def test_who_plays_on_past_what_is_shown_meets_no_fault(ours: Any, fingers: Any) -> None:
    """Others passed where they could only say whether there was anything else: the companion stopped with a fault."""
    from companion.table.session import LabelledAnswer

    page = begin(ours, fingers)
    chance = Random(5)
    for _step in range(60):
        item = page.session.prompts[0]
        page.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(chance)))
    assert ours.page is page


def test_another_language_ends_it_on_the_home_page(ours: Any, fingers: Any) -> None:
    begin(ours, fingers)
    ours.settings.language = "de"
    ours.apply_settings()
    fingers.skip(0.5)
    assert ours.game is None
    ours.settings.language = "en"
    ours.apply_settings()
    assert type(ours.pages[0]).__name__ == "HomePage"


def test_the_knob_reaches_the_coach(ours: Any, fingers: Any) -> None:
    from companion.app.hardware.button_actions import FocusRing

    page = begin(ours, fingers)
    focus, ringed = FocusRing(), []
    for _ in range(60):
        focus.step(page, 1, farther=True)
        ringed.append(focus._key)
        if focus._key is page.coach.next_key:
            break
    assert page.coach.next_key in ringed
    place = page.coach.place
    focus.use()
    assert page.coach.place == place + 1


def test_what_the_lesson_has_one_do_moves_as_in_a_game(
    ours: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the first that anybody sees of the companion, and nothing moved in it."""
    from companion.app.widgets.rendering.motion import motion

    begin(ours, fingers)
    motion.restart(still=False)
    motion.level = "full"
    ran, play = list[bool](), motion.play

    def note(*given: Any, **options: Any) -> bool:
        ran.append(play(*given, **options))
        return ran[-1]

    monkeypatch.setattr(motion, "play", note)
    for _ in range(8):
        obey(ours, fingers)
    motion.restart(still=True)
    assert any(ran)
