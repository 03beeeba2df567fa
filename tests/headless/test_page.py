"""Every example of `docs/headless.md` is run, and the page leaves nothing out."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.headless.interface import SOURCES, Headless
from companion.headless.line import BadLineError
from companion.table import errors, prompts
from companion.table.journal import SqliteJournal

PAGE = (Path(__file__).parents[2] / "docs" / "headless.md").read_text(encoding="utf-8")
BLOCKS = [[line for line in block.splitlines() if line] for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)]


def fits(found: Any, shown: Any) -> bool:
    """Whether a reply is what the page shows of it."""
    if shown == "…":
        return True
    if isinstance(shown, dict):
        return isinstance(found, dict) and all(key in found and fits(found[key], value) for key, value in shown.items())
    if isinstance(shown, list) and isinstance(found, list):
        if shown and shown[-1] == "…":
            shown, found = shown[:-1], found[: len(shown) - 1]
        return len(found) == len(shown) and all(map(fits, found, shown))
    return bool(found == shown)


def prepare(folder: Path) -> None:
    """The files that the examples of errors speak of."""
    (folder / "diary.txt").write_text("Dear diary")
    with_game = {"new": {"game": "cthulhu_wars", "rules": 99, "setup": {}}}
    journal = SqliteJournal(folder / "newer.game")
    journal.append(with_game)
    journal.close()
    headless = Headless()
    setup = {"game": "cthulhu_wars", "factions": ["GC", "CC"], "file": str(folder / "damaged.game")}
    assert headless.reply(json.dumps({"new": setup}).encode())["ok"]
    assert headless.reply(b'{"answer": "app", "ticket": 1}')["ok"]
    headless.close()
    with sqlite3.connect(folder / "damaged.game") as db:
        db.execute("UPDATE record SET body = replace(body, 'app', 'apq') WHERE number = 2")
    db.close()


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0][:60])
def test_example(block: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path)
    headless = Headless()
    assert len(block) % 2 == 0
    for sent, shown in zip(block[::2], block[1::2], strict=True):
        assert (sent[:2], shown[:2]) == ("> ", "< ")
        reply = json.loads(json.dumps(headless.reply(sent[2:].encode())))
        assert fits(reply, json.loads(shown[2:])), (sent, reply)
    headless.close()


def test_a_reply_that_differs_is_seen() -> None:
    assert not fits({"ok": True}, {"ok": False})
    assert not fits({"a": [1, 2]}, {"a": [1]})
    assert not fits({}, {"a": "…"})
    assert fits({"a": [1, 2], "b": 3}, {"a": [1, "…"]})


def sent_and_shown(mark: str) -> str:
    return "\n".join(line for block in BLOCKS for line in block if line.startswith(mark))


def test_every_command_has_its_row_and_is_used_in_an_example() -> None:
    sent = sent_and_shown("> ")
    for name in Headless()._commands:
        assert f'| `{{"{name}":' in PAGE
        assert f'{{"{name}":' in sent or name == "interject"


def ours(kind: type[prompts.Prompt]) -> bool:
    """Whether a kind of question is the engine's, and not one that a test has made."""
    return kind.__module__.startswith("companion.table.")


def test_every_kind_of_question_is_explained_and_shown() -> None:
    shown = sent_and_shown("< ")
    for kind in filter(ours, prompts.Prompt.__subclasses__()):
        assert f"`{kind.kind}`: " in PAGE
        assert f'"kind": "{kind.kind}"' in shown


def test_every_code_is_explained_and_shown() -> None:
    family = {BadLineError.code}
    waiting = list(errors.CompanionError.__subclasses__())
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if one.__module__ == errors.__name__:
            family.add(one.code)
    shown = sent_and_shown("< ")
    for code in family:
        assert f"\n| `{code}` | " in PAGE
        assert f'"code": "{code}"' in shown, code
    for source in SOURCES:
        assert f"`{source}`" in PAGE
