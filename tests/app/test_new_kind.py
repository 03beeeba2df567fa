"""A new kind of question is two files, one for the engine and one for the screen: nothing lists the kinds.

`moment` and `moment_body` are such files. In the product the one would also be named in `companion.table.prompts` and
the other in `companion.app.table.prompts`, and two pages describe every kind.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.headless.interface import Headless
from companion.table.autoplay import play
from companion.table.session import new_session
from tests.app.moment import Meetings

pytestmark = pytest.mark.window


@pytest.fixture
def table(shell: Any, fingers: Any) -> Any:
    """Starts the meetings in a mode; returns the table page."""
    import tests.app.moment_body  # noqa: F401 - it enters itself

    def begin(mode: int) -> Any:
        game = Meetings()
        shell.library.games = (game,)
        shell.play(lambda: shell.library.start(game, game.modes[mode]))
        fingers.skip(0.4)
        return shell.page

    return begin


def test_it_is_played_by_chance() -> None:
    session = new_session(Meetings(), {})
    assert play(session, Random(2), 10) == 3
    assert session.finished


def test_it_is_played_without_a_screen() -> None:
    headless = Headless((Meetings(),))

    def send(**command: Any) -> dict[str, Any]:
        return headless.reply(json.dumps(command).encode())

    reply = send(new={"game": "meetings"})
    assert (reply["prompt"]["kind"], reply["prompt"]["first"]) == ("moment", 8)
    refused = send(answer="21:10", ticket=reply["prompt"]["ticket"])
    assert refused["error"]["code"] == "bad_answer"
    for when in ("9:30", "12:00", "20:45"):
        reply = send(answer=when, ticket=reply["prompt"]["ticket"])
        assert reply["ok"], reply
    assert reply["state"]["finished"] == "Met at 9:30, 12:00, 20:45."


def test_it_is_played_by_touch(table: Any, fingers: Any) -> None:
    from companion.app.demo.autopilot import Autopilot, screen_kind

    page = table(0)
    assert screen_kind(page) == "moment"
    assert page.primary.disabled
    pilot = Autopilot(fingers, Random(4))
    while not page.session.finished:
        pilot.step(page)
    chance = Random(4)
    expected = [f"{chance.randint(8, 20)}:{chance.choice(('00', '15', '30', '45'))}" for _ in range(3)]
    assert page.session.state.met == expected
    assert {entry.source for entry in page.session.timeline.entries} == {"touch"}


def test_a_kind_that_no_widget_asks_is_said_and_the_game_is_safe(table: Any, fingers: Any, shell: Any) -> None:
    """Such a question used to be taken for something to read, and the app fell over it."""
    from companion.app.demo.autopilot import Autopilot
    from companion.app.pages.home import HomePage
    from tests.app.test_layout import faults

    page = table(1)
    Autopilot(fingers, Random(4)).step(page)
    fingers.skip(0.4)
    assert page.question.title == "This question cannot be shown"
    (said,) = page.question.holder.children[0].pager.column.children
    assert "(riddle)" in said.text
    assert "The game is saved up to here." in said.text
    assert not faults(shell, "unknown kind")
    fingers.tap(page.left_key)
    assert page.question.title == "When do you meet?", "the step can be taken back"
    Autopilot(fingers, Random(5)).step(page)
    fingers.skip(0.4)
    assert page.primary.text == "Home"
    fingers.tap(page.primary)
    assert isinstance(shell.page, HomePage)
    (stored,) = shell.library.newest(3)
    assert stored.trouble == ""
