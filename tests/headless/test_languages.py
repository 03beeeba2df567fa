"""An evening in each language, line by line: whatever is said, no sentence breaks a game, and none has a gap left."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.headless.interface import Headless
from companion.table import words
from companion.table.game import Game
from tests.headless.client import say

STEPS = 40


@pytest.fixture(params=words.languages())
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language that there is, spoken for one test."""
    words.use(request.param)
    yield request.param
    words.use(words.ENGLISH)


@pytest.mark.parametrize("mode", range(2), ids=["first way", "last way"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_evening_is_played_and_told_in_every_language(game: Game[Any], mode: int, language: str) -> None:
    headless, chance = Headless(), Random(4)
    reply = say(headless, new={"game": game.name, **game.modes[-mode].setup})
    said = [reply]
    while not (session := headless._game()).finished and len(said) < STEPS:
        item = chance.choice(session.prompts)
        said.append(say(headless, answer=item.prompt.any_answer(chance), ticket=item.ticket))
    said += [say(headless, **{command: True}) for command in ("state", "history", "anytime", "games")]
    texts = [text for reply in said for text in spoken(reply)]
    assert [text for text in texts if "{" in text or "}" in text] == []
    # Another language than English is heard.
    title = said[0]["prompts"][0]["title"]
    words.use(words.ENGLISH)
    english = say(Headless(), new={"game": game.name, **game.modes[-mode].setup})["prompts"][0]["title"]
    assert (title == english) == (language == words.ENGLISH)


def spoken(value: Any) -> Iterator[str]:
    """All texts in a reply."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from spoken(part)
    elif isinstance(value, list):
        for part in value:
            yield from spoken(part)
