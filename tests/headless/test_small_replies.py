"""What keeps replies small: the map only when it is another one, the history in pages."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from companion.headless.interface import Headless
from tests.headless.client import legal_answer, say

SETUP = {"game": "cthulhu_wars", "factions": ["GC", "CC"], "map": "earth33", "first": "GC", "signs": "app"}


def step(headless: Headless, reply: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Answer; some picks are refused, and then others are tried."""
    prompt = reply["prompts"][0]
    while True:
        command = {"answer": legal_answer(prompt, chance), "ticket": prompt["ticket"]}
        reply = headless.reply(json.dumps(command).encode())
        if reply["ok"]:
            return reply


def the_map(reply: dict[str, Any]) -> dict[str, Any]:
    return {name: reply["state"][name] for name in ("areas", "links") if name in reply["state"]}


def test_the_map_is_told_when_it_has_changed_and_when_it_is_asked_for() -> None:
    """Who keeps what was told last always has the map, and mostly nothing of it is told."""
    headless, watcher, chance = Headless(), Headless(), Random(3)
    told: dict[str, Any] = {}
    reply, silent = say(headless, new=SETUP), 0
    again = say(watcher, new=SETUP | {"bag": headless._game().setup["bag"]})
    for _ in range(60):
        told |= the_map(reply)
        silent += not the_map(reply)
        assert told == the_map(say(watcher, state=True))
        seed = chance.random()
        reply, again = step(headless, reply, Random(seed)), step(watcher, again, Random(seed))
    assert told["areas"]
    assert told["links"]
    assert 40 < silent < 60


def test_the_history_can_be_had_in_pages() -> None:
    headless, chance = Headless(), Random(3)
    reply = say(headless, new=SETUP)
    for _ in range(30):
        reply = step(headless, reply, chance)
    whole = say(headless, history=True)
    assert (len(whole["history"]), whole["entries"]) == (30, 30)
    pages = [say(headless, history=True, **{"from": first, "most": 7})["history"] for first in range(1, 40, 7)]
    assert [line for page in pages for line in page] == whole["history"]
    assert [len(page) for page in pages] == [7, 7, 7, 7, 2, 0]
    assert say(headless, history=True, **{"from": 29})["history"] == whole["history"][28:]
    for bad in ({"from": 0}, {"from": -1}, {"most": -1}, {"from": "1"}, {"most": True}):
        refused = headless.reply(json.dumps({"history": True, **bad}).encode())
        assert refused["error"]["code"] == "bad_line", bad


def without_epoch(thing: Any) -> Any:
    """The same without the epochs in it."""
    if isinstance(thing, dict):
        return {name: without_epoch(value) for name, value in thing.items() if name != "epoch"}
    return [without_epoch(value) for value in thing] if isinstance(thing, list) else thing


def test_a_line_tells_all_that_its_reply_holds() -> None:
    """What is told again as it was last is never of another moment: after an undo, and in another game, too."""
    lines, whole = Headless(), Headless()
    for seed in (1, 2):
        chance = Random(seed)
        command: dict[str, Any] = {"new": SETUP | {"bag": [1, 2, 3] * 12}}
        for number in range(80):
            line = json.dumps(command).encode()
            said, reply = lines.reply_line(line), whole.reply(line)
            # Each game has an epoch of its own.
            assert without_epoch(json.loads(said)) == without_epoch(json.loads(json.dumps(reply)))
            prompt = reply["prompts"][0]
            command = {"answer": legal_answer(prompt, chance), "ticket": prompt["ticket"]}
            if number % 9 == 8:
                command = {"undo": 2, "past_dice": True}
