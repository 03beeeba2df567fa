"""Hands on the glass: what comes of touches on the started app, with a finger that X moves.

The repeat, the dead time, the waking touch and the lock were seen to fail with what they test taken out of the app.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.table.session import Session
from tests.x11 import glass
from tests.x11.games import on_the_table
from tests.x11.hand import hand
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

Screens = Callable[[int, int], Screen]
MORE = (446, 443)
"""A point of the key *More* at 800x480."""
LIT, DIM = 200, 160
"""The brightest of the letters, 0 to 255: on a screen that is lit at least so bright, on one that is dimmed less."""


def acting(session: Session[Any]) -> bool:
    """An Action of somebody, some steps into the game, none of the last by dice."""
    entries = session.timeline.entries
    quiet = len(entries) > 6 and all(entry.kind != "roll" for entry in entries[-4:])
    return quiet and session.prompts[0].prompt.key.startswith("action/")


def rituals(session: Session[Any]) -> bool:
    """The Doom Phase, in which one player after the other may do without a Ritual by one tap."""
    return session.prompts[0].prompt.key.startswith("doom_phase/") and len(session.state.to_do) > 2


def test_a_held_key_repeats_and_all_that_was_changed_is_one_entry(screen: Screens, tmp_path: Path) -> None:
    """Hold-to-repeat, and accumulated changes as one entry of log and undo."""
    with hand(screen, tmp_path, acting) as it:
        it.display.tap(*MORE)
        it.page("MorePage")
        it.tap("Put it right")
        it.tap("Numbers of all players")
        it.page("NumbersPage")
        pluses = [box for name, box in it.seen["keys"].items() if name == "+"]
        assert pluses, it.seen["keys"]
        left, top, right, bottom = pluses[0]
        before = it.display.picture()
        it.display.press((left + right) / 2, (top + bottom) / 2)
        it.display.until(lambda: it.display.picture() != before, "the key is seen pressed")
        seen: list[bytes] = []

        def stepped() -> bool:
            # The number beside it is another one each time; the key itself stays pressed.
            now = it.display.picture().part(round(left) - 90, round(top), 86, round(bottom - top)).data
            if now not in seen[-1:]:
                seen.append(now)
            return len(seen) > 4

        it.display.until(stepped, "it goes on counting while it is held")
        it.display.release()
        assert it.entries() == []
        it.tap("Confirm")
        it.page("TablePage")
        it.display.until(it.entries, "it is written")
        (record,) = it.entries()
        assert record["entry"]["kind"] == "correct"


def test_a_page_in_front_takes_every_touch(screen: Screens, tmp_path: Path) -> None:
    """No tap-through: where a key of the table lies under another page, a tap does nothing to the game."""
    with hand(screen, tmp_path, acting) as it:
        table = it.seen["keys"]
        it.display.tap(*MORE)
        it.page("MorePage")
        over = it.seen["boxes"]

        def free(x: float, y: float) -> bool:
            return not any(a - 3 <= x <= c + 3 and b - 3 <= y <= d + 3 for a, b, c, d in over)

        middles = [((a + c) / 2, (b + d) / 2) for a, b, c, d in table.values()]
        under = [point for point in middles if free(*point)]
        assert under, "nothing of the table lies where the page in front has no key"
        for point in under:
            it.display.tap(*point)
        it.tap("Back to the game")
        it.page("TablePage")
        assert it.entries() == []


def test_two_quick_taps_on_the_bright_button_are_one_answer(screen: Screens, tmp_path: Path) -> None:
    """It is dead for a while after its meaning has changed: the second tap was meant for the first question.

    300 ms as it comes (`test_table.py` measures them), five seconds here. Both taps lie further apart than a finger
    bounces.
    """
    with hand(screen, tmp_path, rituals, {glass.SLOW: "5"}) as it:
        it.display.until(lambda: it.seen["open"] and it.seen["settled"], "it takes touches")
        first = it.display.picture()
        it.display.tap(535, 443)
        it.display.until(it.entries, "the first tap has answered")
        it.display.tap(735, 443)
        it.display.until(lambda: it.display.picture() != first and it.seen["open"] and it.seen["settled"], "the next")
        # What X says comes in turn: once this press is seen, the second tap has been dealt with.
        resting = it.display.picture()
        it.display.press(14, 460)
        it.display.until(lambda: it.display.picture() != resting, "a key is seen pressed")
        assert len(it.entries()) == 1


def test_the_touch_that_wakes_the_dark_screen_does_nothing_else(screen: Screens, tmp_path: Path) -> None:
    """Dimmed after a while, then off; the whole waking gesture is swallowed, however long the finger lies there."""
    with hand(screen, tmp_path, acting, {glass.QUICK: "1"}, dim="1") as it:
        # It may have gone dark while it started.
        it.display.tap(2, 478)
        it.display.until(lambda: it.light() > LIT, "it is lit")
        it.display.until(lambda: 0 < it.light() < DIM, "it is dimmed")
        it.display.until(lambda: it.light() == 0, "it is dark")
        undo = it.find("Undo")
        it.display.press(*undo)
        it.display.move(undo[0] + 30, undo[1])
        it.display.release()
        resting = it.display.settled(lambda: it.light() > LIT, "it is lit")
        tried: list[float] = []

        def pressed() -> bool:
            # For a moment after it woke the screen takes nothing; each try is further off than a finger bounces.
            if it.display.picture() != resting:
                return True
            tried.append(undo[0] - 60 + 40 * (len(tried) % 3))
            it.display.release()
            it.display.press(tried[-1], undo[1])
            return False

        it.display.until(pressed, "the key is seen pressed")
        assert it.entries() == [], "the waking touch did nothing"
        it.display.release()
        it.display.until(lambda: sum(r.get("undo", 0) for r in it.entries()) == 1, "the next one counts")


def test_the_lock_takes_touches_away_until_its_key_is_held(screen: Screens, tmp_path: Path) -> None:
    with hand(screen, tmp_path, acting) as it:
        it.display.tap(*MORE)
        it.page("MorePage")
        it.tap("This screen")
        it.tap("Lock")
        it.display.until(lambda: it.seen["locked"], "it is locked")
        undo = it.find("Undo")
        it.display.tap(*undo)
        it.display.tap(600, 200)
        it.display.tap(*it.find("Hold to unlock"))
        it.display.press(*it.find("Hold to unlock", 0.8))
        it.display.until(lambda: not it.seen["locked"], "holding its key opens it, a tap does not")
        it.display.release()
        assert it.entries() == []
        it.tap("Undo")
        it.display.until(lambda: sum(r.get("undo", 0) for r in it.entries()) == 1, "touches count again")


def test_light_turn_mute_and_home_are_on_the_tab_of_this_screen(screen: Screens, tmp_path: Path) -> None:
    """The quick panel."""
    with hand(screen, tmp_path, acting) as it:
        bright = it.light()
        it.display.tap(*MORE)
        it.page("MorePage")
        settings = tmp_path / "data" / "settings.toml"
        it.tap("This screen")
        it.tap("100 %")
        it.display.until(lambda: it.light() < bright, "the picture is darker")
        it.tap("Sounds")
        it.display.until(lambda: 'sound = "on"' in settings.read_text(), "sounds are on")
        # Further off than a finger bounces.
        it.tap("Sounds", 40)
        it.display.until(lambda: 'sound = "off"' in settings.read_text(), "and muted")
        lying = it.box("Home")
        it.tap("Rotate")
        it.display.until(lambda: it.box("Home") and it.box("Home") != lying, "the picture turns")
        it.tap("Home")
        it.display.until(lambda: it.seen["page"] == "HomePage", "home, touched where it is seen")
        assert it.entries() == []


@pytest.mark.parametrize("degrees", ["90", "180", "270"])
def test_a_picture_turned_by_a_quarter_is_touched_where_it_is_seen(
    screen: Screens, tmp_path: Path, degrees: str
) -> None:
    with hand(screen, tmp_path, acting, rotation=degrees) as it:
        it.tap("Undo")
        it.display.until(lambda: sum(r.get("undo", 0) for r in it.entries()) == 1, "it is undo")


@pytest.mark.parametrize(("side", "corner"), [("left_side", 0), ("far_side", 1), ("right_side", 2), ("", 3)])
def test_what_is_asked_faces_the_side_of_who_decides(screen: Screens, tmp_path: Path, side: str, corner: int) -> None:
    """Four sides: whoever acts sits there, and the way to undo lies at their left hand."""
    whose: list[str] = []

    def moment(session: Session[Any]) -> bool:
        whose[:] = [session.prompts[0].prompt.who] if session.prompts else []
        return acting(session)

    on_the_table(tmp_path / "tried", "cthulhu_wars", moment)
    seat: dict[str, Any] = {side: whose} if side else {}
    with hand(screen, tmp_path, acting, turn="sides", **seat) as it:
        left, top, right, bottom = it.box("Undo") or it.find("Undo") * 2
        where = (("left", "top"), ("right", "top"), ("right", "bottom"), ("left", "bottom"))[corner]
        assert ("left" if left + right < 800 else "right", "top" if top + bottom < 480 else "bottom") == where
        it.tap("Undo")
        it.display.until(lambda: sum(r.get("undo", 0) for r in it.entries()) == 1, "it is undo")
