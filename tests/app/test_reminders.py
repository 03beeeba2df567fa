"""What is often got wrong stands beside the question where there is room, behind its `?` always, or nowhere if that
is turned off."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.cthulhu_wars.facts import Captured
from tests.app.sizes import sized
from tests.app.test_help_levels import SIZES, evening, tap

__all__ = ["evening"]


def gather(shell: Any, fingers: Any) -> Any:
    """Come to Gather Power with a captured Cultist."""
    session = shell.page.session
    session.state.record(Captured("CC", "acolyte", "GC"))
    while session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, ["pass"])
    shell.page.refresh()
    fingers.skip(0.4)
    return shell.page


@sized(*SIZES)
def test_it_stands_beside_the_question_without_a_scroll_and_behind_help(
    evening: Any, fingers: Any, size: tuple[int, int]
) -> None:
    page = gather(evening, fingers)
    body = page.question.body
    said = "Often missed: Captured pieces go home to their owners' Pools now. (Gather Power)"
    assert body.reminder.text == said
    assert not body.pager.overflow
    assert page.question.help_key.marked
    assert (body.reminder.parent is not None) is (size != (1280, 720))
    tap(fingers, page.question.help_key)
    assert any(said in getattr(line, "text", "") for line in evening.page.pager.column.children)


def test_help_begins_with_why_it_is_asked_now(evening: Any, fingers: Any) -> None:
    page = gather(evening, fingers)
    body = page.question.body
    body.item = replace(body.item, prompt=replace(body.prompt, why="Fertility Cult: Summoning is free."))
    tap(fingers, page.question.help_key)
    lines = [line.text for line in reversed(evening.page.pager.column.children)]
    assert lines[0].endswith("Fertility Cult: Summoning is free.")


def test_it_is_turned_off_in_the_settings(evening: Any, fingers: Any) -> None:
    evening.settings.hints = "off"
    page = gather(evening, fingers)
    assert not page.question.help_key.marked
    assert page.question.body.reminder.text == ""
    assert page.question.body.reminder.parent is None


@sized(*SIZES, (480, 800))
def test_it_stands_below_choices_too_where_there_is_room(
    evening: Any, fingers: Any, size: tuple[int, int], tmp_path: Any
) -> None:
    """Not below lists to read alone; no page scrolls for it, and `?` is marked everywhere."""
    page, session = evening.page, evening.page.session
    session.answer(session.prompts[0].ticket, ["move"])
    assert session.prompts[0].prompt.key == "move"
    page.refresh()
    fingers.wait(0.5)
    fingers.picture(tmp_path / f"hint_{size[0]}.png")
    body = page.question.body
    said = "Often missed: Each unit moves at most once in an Action. (Move)"
    assert body.reminder.text == said
    assert page.question.help_key.marked
    assert not body.pager.overflow
    assert body.reminder.parent is not None
