"""Lines of every shape: what is no command gets an error object and changes nothing; the process lives on."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.headless.interface import Headless
from companion.headless.line import LONGEST_LINE, next_line
from companion.table.session import Session
from tests.headless.client import Client
from tests.patience import PATIENCE
from tests.table.looks import picture
from tests.table.sample_game import CARAVANS

HOSTILE = [
    b"",
    b"\n",
    b"null",
    b"[]",
    b"3",
    b'"answer"',
    b"{}",
    b"{",
    b'{"answer": [6, 6], "ticket": 1',
    b'{"answer": [6, 6], "ticket": 1} {}',
    b"{'undo': 1}",
    b"\xff\xfe\x00",
    b'{"interject": "\xc3\x28"}',
    b'{"help": "\xed\xa0\x80"}',
    b'{"help": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"undo": NaN}',
    b'{"undo": Infinity}',
    b'{"undo": 1e999}',
    b'{"undo": 1.0}',
    b'{"undo": true}',
    b'{"undo": -1}',
    b'{"undo": 0}',
    b'{"undo": 99}',
    b'{"undo_to": -1}',
    b'{"undo_to": 99}',
    b'{"undo": 1, "past_dice": 1}',
    b'{"undo": ' + b"9" * 5000 + b"}",
    b'{"answer": [6, ' + b"9" * 400 + b'], "ticket": 1}',
    b"[" * 100_000,
    b'{"a":' * 5000 + b"1" + b"}" * 5000,
    b'{"answer": ' + b"[" * 500 + b"]" * 500 + b', "ticket": 1}',
    b'{"undo": 1, "undo": 1}',
    b'{"undo": 1, "redo": 1}',
    b'{"undo": 1, "colour": "red"}',
    b'{"fly": true}',
    b'{"answer": [6, 6]}',
    b'{"answer": [6, 6], "ticket": "1"}',
    b'{"answer": [6, 6], "ticket": true}',
    b'{"answer": [6, 6], "ticket": 999}',
    b'{"answer": [6, 6], "ticket": 1, "source": "moon"}',
    b'{"answer": [6, 6], "ticket": 1, "source": ["hand"]}',
    b'{"answer": [6, 6], "ticket": 1, "original": [7, 7]}',
    b'{"answer": [6, 7], "ticket": 1}',
    b'{"answer": [6], "ticket": 1}',
    b'{"answer": null, "ticket": 1}',
    b'{"ticket": 1}',
    b'{"roll": 999}',
    b'{"roll": "1"}',
    b'{"redo": 1}',
    b'{"correct": {"red.gold": 1000}}',
    b'{"correct": {"red.gold": "1"}}',
    b'{"correct": {"red.gold": 1.5}}',
    b'{"correct": {"nobody": 1}}',
    b'{"correct": ["red.gold"]}',
    b'{"interject": "fly"}',
    b'{"interject": {"a": 1}}',
    b'{"state": false}',
    b'{"help": 3}',
    b'{"new": {}}',
    b'{"new": "caravans"}',
    b'{"new": {"game": ["caravans"]}}',
    b'{"new": {"game": "chess"}}',
    b'{"new": {"game": "caravans", "rounds": 0}}',
    b'{"new": {"game": "caravans", "file": 3}}',
    b'{"new": {"game": "caravans", "file": "a\\u0000b"}}',
    b'{"new": {"game": "caravans", "file": "no folder/a.game"}}',
    b'{"new": {"game": "caravans", "rounds": -1, "file": "never.game"}}',
    b'{"open": 3}',
    b'{"open": "nothing here"}',
    b'{"open": "."}',
    b'{"open": "' + b"a" * 5000 + b'"}',
]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Headless]:
    """A game in progress, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    headless = Headless([CARAVANS])
    assert headless.reply(b'{"new": {"game": "caravans"}}')["ok"]
    yield headless
    headless.close()


def session_of(headless: Headless) -> Session[Any]:
    assert headless._session is not None
    return headless._session


def prompts_of(headless: Headless) -> list[dict[str, Any]]:
    session = session_of(headless)
    return [{"epoch": session.epoch, **item.as_json()} for item in session.prompts]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: repr(line[:40]))
def test_a_malformed_line_changes_nothing(table: Headless, line: bytes, tmp_path: Path) -> None:
    before, asked = picture(session_of(table)), prompts_of(table)
    reply = table.reply(line)
    assert reply["ok"] is False
    assert reply["error"]["code"] != "internal"
    assert reply["error"]["message"].endswith((".", "!"))
    assert (reply["prompt"], reply["prompts"]) == (asked[0], asked)
    assert picture(session_of(table)) == before
    assert list(tmp_path.iterdir()) == []


def test_the_process_outlives_them_all_and_a_line_of_10_mb() -> None:
    with Client() as client:
        game = GAMES[0].name
        asked = client(new={"game": game})
        for line in HOSTILE:
            # A newline within would make two lines of it.
            reply = client.raw(line.replace(b"\n", b" "))
            assert (reply["ok"], reply["prompts"]) == (False, asked["prompts"])
        reply = client.raw(b'{"answer": "' + b"x" * 10_000_000 + b'", "ticket": 1}')
        assert reply["error"]["code"] == "bad_line"
        assert "longer" in reply["error"]["message"]
        assert client(state=True)["prompts"] == asked["prompts"]
        assert client(quit=True)["ok"]
        assert client.process.wait(PATIENCE) == 0


def test_a_line_too_long_is_thrown_away_to_its_end_and_no_further() -> None:
    lines = io.BytesIO(b"x" * (3 * LONGEST_LINE) + b"\n{}\n" + b"y" * LONGEST_LINE + b"\nend")
    assert len(next_line(lines)) > LONGEST_LINE
    assert next_line(lines) == b"{}\n"
    assert len(next_line(lines)) == LONGEST_LINE + 1
    assert next_line(lines) == b"end"
    assert next_line(lines) == b""


@pytest.mark.parametrize("command", ["state", "history", "anytime"])
def test_without_a_game_there_is_nothing_to_see(command: str) -> None:
    reply = Headless([CARAVANS]).reply(json.dumps({command: True}).encode())
    assert (reply["error"]["code"], reply["prompt"], reply["prompts"]) == ("not_now", None, [])


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
WORDS = st.sampled_from(
    ["answer", "ticket", "roll", "correct", "interject", "undo", "undo_to", "redo", "state", "history"]
)
MORE = st.sampled_from(["anytime", "help", "games", "source", "original", "past_dice", "new"])
PRELOADED = st.sampled_from([1, 2, 3, True, [6, 6], ["scout"], {"red.gold": 5}, "rest", {"camel.1": ["gold"]}])
RELAXED = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])


@RELAXED
@given(line=st.binary(max_size=80))
def test_random_bytes(table: Headless, line: bytes) -> None:
    before = picture(session_of(table))
    assert table.reply(line)["error"]["code"] == "bad_line"
    assert picture(session_of(table)) == before


@RELAXED
@given(command=st.dictionaries(WORDS | MORE, PRELOADED | VALUES, min_size=1, max_size=3))
def test_random_commands(table: Headless, command: dict[str, Any]) -> None:
    """Some of these are good commands by chance; what is refused changes nothing."""
    before = picture(session_of(table))
    reply = table.reply(json.dumps(command).encode())
    json.dumps(reply)
    if not reply["ok"]:
        assert reply["error"]["code"] != "internal"
        assert picture(session_of(table)) == before


SETUP_KEYS = st.sampled_from(
    ["factions", "options", "players", "map", "quick_battle", "bag", "first", "rounds", "signs"]
)
BATTLE_KEYS = st.sampled_from(["attacker", "defender", "pieces", "in_play", "books", "area", "map", "gates", "others"])
CODES = st.sampled_from(["GC", "CC", "BG", "YS", "XX"])
NEAR = (
    CODES
    | st.lists(CODES, max_size=3)
    | st.dictionaries(CODES, st.dictionaries(st.text(max_size=3), SCALARS, max_size=2))
)


@RELAXED
@given(
    game=st.sampled_from([game.name for game in GAMES]),
    setup=st.dictionaries(
        SETUP_KEYS, VALUES | NEAR | st.dictionaries(BATTLE_KEYS, NEAR | VALUES, max_size=4), max_size=4
    ),
)
def test_random_set_ups_of_the_real_games(game: str, setup: dict[str, Any]) -> None:
    headless = Headless()
    reply = headless.reply(json.dumps({"new": {"game": game, **setup}}).encode())
    assert reply["ok"] or reply["error"]["code"] in ("bad_setup", "bad_line"), reply["error"]
