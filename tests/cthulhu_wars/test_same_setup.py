"""*Same setup*: what a table said of its game is not asked again for the next one."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import board, layouts
from companion.table.errors import BadSetupError
from companion.table.session import new_session
from tests.cthulhu_wars.evening import Evening


def test_neutral_pieces_said_at_the_table_are_kept_for_whoever() -> None:
    """Monsters, an independent Great Old One, a spellbook and High Priests: in the pool, or taken since."""
    game = Evening("GC", "CC", "BG")
    game.session.interject("neutral")
    chosen = {
        "neutral/monsters": ["gug", "satyr"],
        "neutral/great": ["byatis"],
        "neutral/books": ["shriveling"],
        "neutral/priests": ["high_priests", "unique_priests"],
    }
    while game.key.startswith("neutral/"):
        game.answer(chosen.get(game.key, []))
    game.state.record(CardTaken("CC", "gug", "CC", 0, 0))
    game.state.record(BookTaken("GC", "shriveling", ""))
    again = CTHULHU_WARS.again(game.state)
    assert {*again["neutral"]} == {name for names in chosen.values() for name in names}
    other = new_session(CTHULHU_WARS, again)
    assert CTHULHU_WARS.again(other.state)["neutral"] == again["neutral"]


def test_the_answer_which_areas_touch_is_kept() -> None:
    """The four edges of the 6-player map on which sources differ: asked once, and not of the same table again."""
    game = Evening("GC", "CC", "BG", "YS", "OW", "SL")
    first, *others = game.state.board.disputed
    assert "borders" in CTHULHU_WARS.again(game.state)
    told = ["/".join(first)]
    other = Evening("GC", "CC", "BG", "YS", "OW", "SL", borders=told)
    assert [entry.key for entry in other.session.timeline.entries if entry.key == "setup/borders"] == []
    assert (other.state.board.touch(*first), [other.state.board.touch(*pair) for pair in others]) == (
        True,
        [False] * len(others),
    )
    assert CTHULHU_WARS.again(other.state)["borders"] == told


@pytest.mark.parametrize("wrong", ["asia/nowhere", "asia", "", "asia/"])
def test_a_pair_of_areas_that_nobody_disputes_is_refused(wrong: str) -> None:
    """Misspelt, it would say that the areas do not touch, and nobody would be asked."""
    pair = "/".join(board(layouts(6)[0]).disputed[0])
    with pytest.raises(BadSetupError, match="borders"):
        CTHULHU_WARS.prepare({"factions": ["GC", "CC", "BG", "YS", "OW", "SL"], "borders": [pair, wrong]})


def test_rulings_are_kept() -> None:
    """Also those of a neutral card, and what was chosen in the middle of the game."""
    game = Evening("GC", "CC", "BG", neutral=["abhoth"], options={"D72": "other"})
    game.session.interject("ruling")
    game.play(("ruling", "D3"), ("ruling/D3", "other"))
    again = CTHULHU_WARS.again(game.state)
    assert again["options"] == {"D72": "other", "D3": "other"}
    assert new_session(CTHULHU_WARS, again).state.rulings == again["options"]
