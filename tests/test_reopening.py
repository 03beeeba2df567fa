"""Every game, opened again after every answer: from the file and from the last safe point it is the same game.

Answers are the ones that get lost easily: nothing, an empty text, 0, and as much as the question takes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.table.game import Game
from companion.table.journal import SqliteJournal
from companion.table.prompts import Answer, Assign, Choose, Count, Prompt, Roll, Write
from companion.table.runner import Runner
from companion.table.session import Session, new_session, open_session
from tests.chance import picture
from tests.table.looks import OnDisk
from tests.table.sample_game import CARAVANS, CaravanGame

LONGEST: Final = 40
"""Answers of one game: reopening all of it after each takes time with the square of that."""

SEEDS: Final = 3
MOST_SEEDS: Final = 60
"""Games per way to start one; the more the rarer a kind of question is."""


def least(prompt: Prompt, chance: Random) -> Answer:
    """The smallest answer, where there is one: declined, empty or 0."""
    match prompt:
        case Choose():
            picked = chance.sample([option.id for option in prompt.open_options()], prompt.least)
            return prompt.any_answer(chance) if prompt.lacks(picked) else picked
        case Count():
            return prompt.least
        case Write():
            return ""
        case Roll(kept=None):
            return [1] * prompt.dice
    return prompt.any_answer(chance)


def most(prompt: Prompt, chance: Random) -> Answer:
    """The fullest answer."""
    match prompt:
        case Choose():
            able = [option.id for option in prompt.open_options()]
            picked = chance.sample(able, min(prompt.most, len(able)))
            return prompt.any_answer(chance) if prompt.lacks(picked) else picked
        case Count():
            # Armies of hundreds play no differently, only longer.
            return min(prompt.most, prompt.least + 3)
        case Write():
            return "Ω" * prompt.most
        case Roll(kept=None):
            return [prompt.sides] * prompt.dice
        case Assign():
            return max((prompt.any_answer(chance) for _ in range(4)), key=lambda answer: len(json.dumps(answer)))
    return prompt.any_answer(chance)


def assert_the_safe_point_is_one(session: Session[Any]) -> None:
    """A fresh script over the last safe point asks what the running one asks, and has come to the same."""
    runner = Runner(session.game, session.setup, session._runner.points)
    runner.rebuild(session.timeline.entries)
    found = [prompt.as_json() for prompt in runner.parts()]
    asked = [prompt.as_json() for prompt in session._runner.parts()]
    assert found == asked, f"after {[entry.key for entry in session.timeline.entries][-3:]}"
    before = len(session.state.facts) - len(runner.state.facts)
    told = [fact.as_json() for fact in session.state.facts[before:]]
    assert [fact.as_json() for fact in runner.state.facts] == told
    assert {k: repr(v) for k, v in vars(runner.state).items() if k != "facts"} == picture(session)["state"]


def play(game: Game[Any], setup: Mapping[str, Any], seed: int, seen: Counter[str]) -> OnDisk:
    """Play, and after each answer open the game again and go on with that; `seen` gets what was answered how."""
    chance, disk = Random(seed), OnDisk()
    bent = chance.choice((0.95, 0.7, 0.3))
    session = new_session(game, setup, disk)
    for _ in range(LONGEST):
        if session.finished:
            break
        able = [option.id for option in session.interjections if not option.refused]
        if able and chance.random() < 0.15:
            session.interject(chance.choice(able))
        else:
            item = chance.choice(session.prompts)
            how = least if chance.random() < (0.5 if isinstance(item.prompt, Write) else bent) else most
            value = how(item.prompt, chance)
            if item.prompt.optional or isinstance(item.prompt, Count):
                seen[f"{item.prompt.kind}, {how.__name__}"] += 1
            if not value and not isinstance(value, bool):
                seen[f"{item.prompt.kind}: {json.dumps(value)}"] += 1
            session.answer(item.ticket, value)
        before = picture(session)
        assert_the_safe_point_is_one(session)
        session = open_session([game], disk.records, disk)
        assert picture(session) == before
    return disk


def both_ways(seen: Counter[str]) -> bool:
    """Whether each kind of question that came was answered with the least and with the most there is."""
    kinds = {words.partition(",")[0] for words in seen if "," in words}
    return bool(seen["choose: []"]) and all(seen[f"{kind}, {how}"] for kind in kinds for how in ("least", "most"))


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_every_answer_is_there_again(name: str, tmp_path: Path) -> None:
    """Whatever was declined, left empty or filled to the brim, in every way to start a game; at last from a file."""
    seen: Counter[str] = Counter()
    (game,) = (game for game in GAMES if game.name == name)
    for seed in range(MOST_SEEDS):
        for mode in game.modes:
            disk = play(game, mode.setup, seed, seen)
        if seed >= SEEDS and both_ways(seen):
            break
    # Otherwise nothing would be held by this.
    assert both_ways(seen), seen
    journal = SqliteJournal(tmp_path / "a.game")
    for record in disk.records:
        journal.append(record)
    journal.close()
    again = SqliteJournal(tmp_path / "a.game")
    again.close()
    assert again.records == disk.records
    assert picture(open_session([game], again.records, None)) == picture(open_session([game], disk.records, None))


def test_a_card_without_a_name_does_not_end_a_game() -> None:
    """The very case that was found: a card is played, and its name is declined."""
    disk = OnDisk()
    (game,) = (game for game in GAMES if game.name == "mythos_encounters")
    force = {"cultists": 2, "servitors": 0, "monsters": 0, "insane": 0, "ring": False}
    session = new_session(game, {"others": 0, "gate": "no", "attacker": force, "defender": force}, disk)
    for key, value in (("1/cards/1/1", "first"), ("1/cards/1/1/effect", "more"), ("1/cards/1/1/name", "")):
        assert session.prompts[0].prompt.key == key
        session.answer(session.prompts[0].ticket, value)
    assert picture(open_session([game], disk.records, None)) == picture(session)
    # So files were written that version 0.1 itself could not open any more.
    stored = disk.records
    del stored[-1]["entry"]["value"]
    assert picture(open_session([game], stored, None)) == picture(session)


class Forgetful(CaravanGame):
    """A game with a safe point in the middle of a round, where only the script knows how far it is."""

    name = "forgetful"

    def script(self, state: Any) -> Any:
        from companion.table.script import ask, safe_point

        first = yield from ask(state, lambda: Count(key="first", who="table", title="First", least=0, most=3))
        yield from safe_point()
        yield from ask(state, lambda: Count(key=f"second/{first}", who="table", title="Second", least=0, most=3))


def test_a_safe_point_that_is_none_is_found() -> None:
    session = new_session(Forgetful(), {})
    session.answer(session.prompts[0].ticket, 2)
    with pytest.raises(AssertionError, match="after"):
        assert_the_safe_point_is_one(session)


def test_the_sample_game_is_sound() -> None:
    for seed in range(8):
        play(CARAVANS, {"rounds": 3}, seed, Counter())
