"""Each command does what the page says, over the real session and a real file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.headless.interface import Headless
from companion.table.errors import DamagedJournalError
from companion.table.journal import SqliteJournal
from firmware_bridge.dice import VirtualDice
from tests.headless.client import Client, legal_answer
from tests.table.sample_game import CARAVANS
from tests.table.test_journal import damage


class Talk:
    """Short commands."""

    def __init__(self, headless: Headless) -> None:
        self.headless = headless

    def __call__(self, **command: Any) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(json.dumps(self.headless.reply(json.dumps(command).encode())))
        return reply

    def good(self, **command: Any) -> dict[str, Any]:
        reply = self(**command)
        assert reply["ok"], reply
        return reply

    def give(self, value: Any, **more: Any) -> dict[str, Any]:
        return self.good(answer=value, ticket=self.good(state=True)["prompt"]["ticket"], **more)


@pytest.fixture
def talk() -> Iterator[Talk]:
    # Dice that always show fives, so that a roll made here can be told from all others.
    headless = Headless([CARAVANS], VirtualDice(lambda _sides: 4))
    yield Talk(headless)
    headless.close()


def test_prompt_is_the_first_of_the_open_questions(talk: Talk) -> None:
    reply = talk.good(new={"game": "caravans"})
    assert [prompt["key"] for prompt in reply["prompts"]] == ["1/race/red", "1/race/blue"]
    assert reply["prompt"] == reply["prompts"][0]


def test_an_answer_brings_the_new_facts_and_the_state(talk: Talk) -> None:
    talk.good(new={"game": "caravans"})
    talk.give([6, 6])
    reply = talk.give([1, 1])
    assert [fact["text"] for fact in reply["facts"]] == ["red: +2 gold"]
    assert reply["state"]["players"][0]["big"][0]["value"] == 5
    assert reply["prompt"]["kind"] == "assign"


def test_an_answer_keeps_its_source_and_what_the_dice_showed_first(talk: Talk) -> None:
    talk.good(new={"game": "caravans"})
    talk.give([6, 6], source="tower", original=[6, 1])
    (line,) = talk.good(history=True)["history"]
    assert (line["value"], line["original"], line["source"]) == ([6, 6], [6, 1], "tower")


def test_the_built_in_roller_answers_a_roll(talk: Talk) -> None:
    ticket = talk.good(new={"game": "caravans"})["prompt"]["ticket"]
    talk.good(roll=ticket)
    (line,) = talk.good(history=True)["history"]
    assert (line["value"], line["source"]) == ([5, 5], "virtual")


def test_the_built_in_roller_gives_dice_that_have_fallen_as_they_fell(talk: Talk) -> None:
    talk.good(new={"game": "caravans"})
    talk.give([6, 1])
    assert talk(undo=1)["error"]["code"] == "dice_barrier"
    prompt = talk.good(undo=1, past_dice=True)["prompt"]
    assert prompt["kept"] == [6, 1]
    talk.good(roll=prompt["ticket"])
    assert talk.good(history=True)["history"][0]["value"] == [6, 1]


def test_only_a_roll_is_rolled(talk: Talk) -> None:
    talk.good(new={"game": "caravans"})
    talk.give([6, 6])
    ticket = talk.give([1, 1])["prompt"]["ticket"]
    assert talk(roll=ticket)["error"]["code"] == "bad_line"


def test_undo_to_a_line_of_the_history(talk: Talk) -> None:
    talk.good(new={"game": "caravans"})
    for value in ([6, 6], [1, 1], {"camel.1": ["gold"]}, [], 1):
        talk.give(value)
    reply = talk.good(undo_to=3)
    assert [entry["key"] for entry in reply["undone"]] == ["1/bid", "1/action"]
    assert reply["board"] == ["take -1 gold from blue"]
    assert len(talk.good(history=True)["history"]) == 3
    assert talk.good(redo=2)["prompt"]["key"] == "1/end"
    assert talk(undo_to=5)["error"]["code"] == "not_now"
    assert talk.good(undo_to=0, past_dice=True)["prompt"]["key"] == "1/race/red"


def test_correct_interject_anytime_help_and_games(talk: Talk) -> None:
    talk.good(new={"game": "caravans"})
    talk.good(correct={"red.gold": 1})
    assert talk.good(state=True)["counters"]["red.gold"] == 1
    assert [option["id"] for option in talk.good(anytime=True)["anytime"]] == ["rest", "find"]
    assert talk.good(interject="rest")["prompt"]["title"] == "Who rests?"
    assert talk.good(help="race")["help"] == "Both roll; the higher sum is ahead."
    assert talk.good(help="nothing")["help"] == ""
    assert [game["name"] for game in talk.good(games=True)["games"]] == ["caravans"]


def test_a_game_in_a_file_is_opened_again_where_it_was(talk: Talk, tmp_path: Path) -> None:
    file = str(tmp_path / "a.game")
    talk.good(new={"game": "caravans", "file": file})
    asked = talk.give([6, 6])["prompts"]
    assert talk(open=file)["error"]["code"] == "journal"
    talk.good(new={"game": "caravans"})
    assert [p["key"] for p in talk.good(open=file)["prompts"]] == [p["key"] for p in asked]


def test_a_file_is_never_overwritten(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text("mine")
    reply = talk(new={"game": "caravans", "file": str(tmp_path / "a.game")})
    assert reply["error"]["code"] == "bad_line"
    assert (tmp_path / "a.game").read_text() == "mine"


def test_a_game_that_cannot_be_opened_leaves_the_other_one_open(talk: Talk, tmp_path: Path) -> None:
    asked = talk.good(new={"game": "caravans"})["prompts"]
    (tmp_path / "a.game").write_text("no game")
    reply = talk(open=str(tmp_path / "a.game"))
    assert (reply["error"]["code"], reply["prompts"]) == ("journal", asked)


def test_a_damaged_game_says_so_and_is_saved_to_another_file(talk: Talk, tmp_path: Path) -> None:
    file, copy = str(tmp_path / "a.game"), str(tmp_path / "b.game")
    talk.good(new={"game": "caravans", "file": file})
    for value in ([6, 6], [1, 1], {"camel.1": ["gold"]}, []):
        talk.give(value)
    talk.headless.close()
    damage(Path(file), 4)
    assert talk(open=file)["error"]["code"] == DamagedJournalError.code == "damaged"
    assert talk.good(open=file, recover_to=copy)["prompt"]["kind"] == "assign"
    talk.give({"camel.1": ["water"]})
    assert talk(open=file, recover_to=copy)["error"]["code"] == "bad_line"


def test_a_game_of_newer_rules_says_so(talk: Talk, tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "a.game")
    journal.append({"new": {"game": "caravans", "rules": 2, "setup": {"rounds": 3}}})
    journal.close()
    error = talk(open=str(tmp_path / "a.game"))["error"]
    assert error["code"] == "replay_mismatch"
    assert "rules version 2; this is version 1" in error["message"]


def test_a_game_of_older_rules_opens_and_says_so(talk: Talk, tmp_path: Path) -> None:
    file = str(tmp_path / "a.game")
    talk.good(new={"game": "caravans", "file": file})
    talk.headless.close()
    assert "begun_with" not in talk.good(open=file)
    journal = SqliteJournal(tmp_path / "b.game")
    journal.append({"new": {"game": "caravans", "rules": 0, "setup": {"rounds": 3}}})
    journal.close()
    assert talk.good(open=str(tmp_path / "b.game"))["begun_with"] == 0


def test_a_fault_of_a_game_is_an_error_object_and_a_report(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    talk.good(new={"game": "caravans", "broken": True})
    for value in ([6, 6], [1, 1], {"camel.1": ["gold"]}):
        talk.give(value)
    before = talk.good(state=True)
    reply = talk(answer=["crash"], ticket=before["prompt"]["ticket"])
    assert (reply["error"]["code"], "ArithmeticError" in reply["error"]["message"]) == ("internal", True)
    assert "the script of this option is broken" in capsys.readouterr().err
    assert [p["key"] for p in reply["prompts"]] == [p["key"] for p in before["prompts"]]
    assert talk.good(state=True)["counters"] == before["counters"]


def test_a_whole_game_over_the_real_command() -> None:
    """Answers made from the documented fields alone carry a two-player evening to its end."""
    rng = Random(4)
    with Client() as client:
        reply = client(new={"game": "cthulhu_wars", "factions": ["GC", "CC"]})
        for _ in range(8000):
            if reply["prompt"] is None:
                break
            prompt = rng.choice(reply["prompts"])
            reply = client(answer=legal_answer(prompt, rng), ticket=prompt["ticket"])
            assert reply["ok"], reply["error"]
        assert reply["prompt"] is None
        assert reply["state"]["finished"]
