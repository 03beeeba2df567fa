"""A game in memory says all anew when the language has changed."""

from __future__ import annotations

from random import Random

from companion.games import OURS
from companion.table.autoplay import play
from companion.table.session import new_session
from tests.marked import marked


def test_a_game_is_told_once_more_in_another_language() -> None:
    game = OURS[0]
    session = new_session(game, game.modes[0].setup)
    play(session, Random(2), 12)
    session.undo(past_dice=True)
    before = [item.prompt.title for item in session.prompts]
    keys = [item.prompt.key for item in session.prompts]
    tickets = {item.ticket for item in session.prompts}
    counters, undone = game.counters(session.state), len(session.timeline.undone)
    with marked():
        session.rebuild_log()
        assert [item.prompt.key for item in session.prompts] == keys
        assert not tickets & {item.ticket for item in session.prompts}
        assert game.counters(session.state) == counters
        assert len(session.timeline.undone) == undone == 1
        assert all(title.startswith("⟦") for title in (item.prompt.title for item in session.prompts))
        assert all("⟦" in fact.text() for line in session.history for fact in line.facts if fact.text())
    session.rebuild_log()
    assert [item.prompt.title for item in session.prompts] == before
