"""The two other games through the headless program: a set-up given, questions answered, secrets kept."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.table.autoplay import play
from companion.table.game import Game
from companion.table.session import new_session
from tests.headless.client import Client


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_that_is_said_is_plain_json(game: Game[Any], seed: int) -> None:
    """Facts and views of every game are objects and lists to their last part."""
    session, chance = new_session(game, dict(game.modes[0].setup)), Random(seed)
    for _ in range(60):
        play(session, chance, 5)
        said = [session.view.as_json(), *(item.as_json() for item in session.prompts)]
        assert json.loads(json.dumps(said))
    said = [line.as_json() for line in session.history]
    assert len(json.loads(json.dumps(said))) == len(said)


def answer(client: Client, reply: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """Answer the open question with this key."""
    ticket = next(p["ticket"] for p in reply["prompts"] if p["key"] == key)
    return client(answer=value, ticket=ticket)


@pytest.mark.parametrize("value", [[], {}, None, 1, "no such reading"])
@pytest.mark.parametrize(("game", "key"), [("cthulhu_wars", "D3"), ("mythos_encounters", "tie"), ("messina", "excess")])
def test_a_setting_may_be_any_json_and_is_refused_in_words(game: str, key: str, value: Any) -> None:
    with Client() as client:
        assert client(new={"game": game, "options": {key: value}})["error"]["code"] == "bad_setup"
        assert client(new={"game": game, "options": [value]})["error"]["code"] == "bad_setup"


def test_a_faction_may_be_any_json_and_is_refused_in_words() -> None:
    with Client() as client:
        assert client(new={"game": "messina", "seats": [[], "red"]})["error"]["code"] == "bad_setup"


def test_two_ranked_rows_are_told_in_full() -> None:
    side = {"cultists": 2, "servitors": 0}
    setup = {"others": 0, "gate": "no", "attacker": side, "defender": {**side, "ring": False}}
    with Client() as client:
        reply = client(new={"game": "mythos_encounters", **setup})
        reply = answer(client, reply, "1/cards/1/1", [])
        reply = answer(client, reply, "1/roll/1/attacker", [2, 6])
        reply = answer(client, reply, "1/roll/1/defender", [5, 2])
        rows = reply["prompt"]["rows"]
        assert rows["columns"] == [
            {"upper": 6, "lower": 5, "upper_lost": False, "lower_lost": True},
            {"upper": 2, "lower": 2, "upper_lost": True, "lower_lost": True},
        ]


def test_a_secret_card_is_in_no_history_and_no_undo() -> None:
    setup = {"seats": ["red", "blue"], "initiator": "red", "units": {"red": {"mech": 1}, "blue": {"mech": 1}}}
    with Client() as client:
        reply = client(new={"game": "messina", **setup})
        reply = answer(client, reply, "1/other/red", 0)
        reply = answer(client, reply, "1/other/blue", 0)
        assert all(prompt["secret"] for prompt in reply["prompts"])
        answer(client, reply, "1/skill/red", 4)
        last = client(history=True)["history"][-1]
        assert last["key"] == "1/skill/red"
        assert "value" not in last
        assert "value" not in client(undo=1)["undone"][0]
