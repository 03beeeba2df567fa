"""Data folders that no companion wrote: what lies in one after an accident, a bad card, an editor a newer version."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.table.autoplay import play
from companion.table.game_file import build
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from companion.table.session import new_session

GOOD: Final = "good.game"


@dataclass(frozen=True)
class Folder:
    """A data folder and what must come of it.

    Args:
        make: puts what is wrong into the folder; the good game and settings are there already.
        starts: whether the companion starts, with the good game in its list; else the page that says why not.
        says: words that must stand on the screen.
    """

    make: Callable[[Path], object]
    starts: bool = True
    says: str = ""


def prepare(data: Path) -> None:
    """A data folder with one good game."""
    (data / "games").mkdir(parents=True)
    settings(data, tower="off")
    with closing(SqliteJournal(data / "games" / GOOD)) as journal:
        play(new_session(GAMES[0], {}, journal), Random(1), 12)


def settings(data: Path, **more: Any) -> None:
    (data / "settings.json").write_text(json.dumps({"tower": "off", **more}))


def toml(data: Path, text: bytes) -> None:
    (data / "settings.toml").write_bytes(text)


def raw(data: Path, text: str | bytes) -> None:
    (data / "settings.json").write_bytes(text.encode() if isinstance(text, str) else text)


def bad(data: Path) -> Path:
    """Where a bad game lies, newer than the good one."""
    return data / "games" / "zbad.game"


def chained(path: Path, *bodies: str) -> None:
    """A file whose chain is right, whatever is in it; it was on the table when the companion ended."""
    build(path, [])
    beside(path).unlink()
    chain = b""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for body in bodies:
            chain = hashlib.sha256(chain + body.encode()).digest()
            db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", (body, chain))
    settings(path.parent.parent, open_game=path.name)


def records(*found: Any) -> Callable[[Path], object]:
    """A game on the table that begins rightly and holds these records."""
    first = {"new": {"game": GAMES[0].name, "rules": 1, "setup": GAMES[0].prepare({"factions": ["GC", "CC"]})}}
    return lambda data: chained(bad(data), json.dumps(first), *map(json.dumps, found))


def entry(**more: Any) -> dict[str, Any]:
    return {"entry": {"kind": "answer", "key": "setup/signs", "value": ["app"], "source": "touch", **more}}


def stranger(data: Path) -> None:
    with closing(sqlite3.connect(bad(data))) as db:
        db.execute("CREATE TABLE bookmark (address TEXT)")


def replaced(name: str, *, folder: bool = False) -> Callable[[Path], object]:
    """Something else lies where the companion has its own."""

    def make(data: Path) -> None:
        path = data / name
        path.unlink(missing_ok=True)
        if folder:
            path.mkdir()
        else:
            path.write_bytes(b"no such thing " * 100)

    return make


def games_are(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """The folder of the games is something else."""

    def replace(data: Path) -> None:
        (data / "games").rename(data / "elsewhere")
        make(data / "games")

    return replace


HOSTILE: Final[dict[str, Folder]] = {
    "nothing is wrong": Folder(Path.exists),
    # Game files.
    "a link that leads nowhere": Folder(lambda data: bad(data).symlink_to("gone.game"), says="leads nowhere"),
    "a link to itself": Folder(lambda data: bad(data).symlink_to("zbad.game")),
    "a folder": Folder(lambda data: bad(data).mkdir(), says="no such file"),
    "a pipe": Folder(lambda data: os.mkfifo(bad(data)), says="no such file"),
    "an empty file": Folder(lambda data: bad(data).touch(), says="an empty file"),
    "a text": Folder(lambda data: bad(data).write_text("Dear diary, " * 500), says="cannot be opened"),
    "another database": Folder(stranger, says="another program"),
    "a name with a line break": Folder(lambda data: (data / "games" / "z\n\x07bad.game").write_text("x")),
    "a name of 255 letters": Folder(lambda data: (data / "games" / ("z" * 250 + ".game")).write_text("x" * 99)),
    "a name that is no text": Folder(lambda data: Path(os.fsdecode(bytes(data / "games") + b"/z\xff.game")).touch()),
    "a folder as log": Folder(lambda data: (data / "games" / f"{GOOD}-shm").mkdir()),
    "no record is an object": Folder(lambda data: chained(bad(data), "[]"), says="damaged"),
    "a record is no JSON": Folder(lambda data: chained(bad(data), "{"), says="damaged"),
    "a record is nested deep": Folder(lambda data: chained(bad(data), '{"new":' + "[" * 99_999), says="damaged"),
    "the first record is another": Folder(
        lambda data: chained(bad(data), '{"undo": 1}'), says="does not contain a game"
    ),
    "the game is a number": Folder(
        lambda data: chained(bad(data), '{"new": {"game": 7}}'), says="does not contain a game"
    ),
    "a game of another version": Folder(
        lambda data: chained(bad(data), '{"new": {"game": "chess", "rules": 1, "setup": {}}}'), says="“chess”"
    ),
    "rules of another version": Folder(
        lambda data: chained(bad(data), json.dumps({"new": {"game": GAMES[0].name, "rules": 99, "setup": {}}})),
        says="rules version 99",
    ),
    "a set-up of something else": Folder(
        lambda data: chained(bad(data), json.dumps({"new": {"game": GAMES[0].name, "rules": 1, "setup": {"x": [1]}}})),
    ),
    "an entry with a field more": Folder(records(entry(weather={"rain": True}))),
    "an entry of no kind": Folder(records({"entry": {}}), says="cannot replay"),
    "an entry that is a list": Folder(records({"entry": []}), says="cannot replay"),
    "an answer of another shape": Folder(records(entry(value={"a": [{}]}))),
    "a correction of something else": Folder(records({"entry": {"kind": "correct", "key": "x", "value": {"y": 1}}})),
    "an unknown record": Folder(records({"weather": "rain"}), says="cannot replay"),
    "more undone than done": Folder(records({"undo": 3}), says="cannot replay"),
    # Settings.
    "settings with a missing comma": Folder(lambda data: raw(data, '{"tower": "off"\n "text": "L"}'), says="line 2"),
    "settings nested deep": Folder(lambda data: raw(data, '{"wiring": ' + "[" * 99_999), says="nested too deep"),
    "settings with half a letter": Folder(lambda data: raw(data, r'{"language": "\ud83d"}'), says="half a character"),
    "settings with a missing quote": Folder(lambda data: toml(data, b'tower = "off\ntext = "L"'), says="line 1"),
    "settings in TOML that are no text": Folder(lambda data: toml(data, b"\xff\x00"), says="is not valid text"),
    "settings that name a thing twice": Folder(lambda data: toml(data, b'text="L"\ntext="S"'), says="line 2"),
    "settings nested deep in TOML": Folder(lambda data: toml(data, b"wiring = " + b"[" * 9_999), says="deep"),
    "settings that are a list": Folder(lambda data: raw(data, "[]"), says="line 1"),
    "settings that are no text": Folder(lambda data: raw(data, b"\xff\x00\xfe"), says="is not valid text"),
    "settings that are empty": Folder(lambda data: raw(data, b""), says="line 1"),
    "settings that are a folder": Folder(replaced("settings.json", folder=True), says="a folder is in the way"),
    "settings of a later version": Folder(lambda data: settings(data, hologram="on"), says="“hologram” is not a known"),
    "wrong values": Folder(lambda data: settings(data, theme=["pink"], text=3, odds=None), says="“theme”"),
    "a wiring of lists": Folder(lambda data: settings(data, wiring={"buttons": [[[]]]}), says="“buttons” in the"),
    "a game on the table of 5,000 letters": Folder(lambda data: settings(data, open_game="x" * 5000)),
    "a game on the table with a zero": Folder(lambda data: settings(data, open_game="a\0b")),
    "a game on the table outside": Folder(lambda data: settings(data, open_game="../settings.json")),
    "the game on the table is gone": Folder(lambda data: settings(data, open_game="gone.game")),
    # What else lies there.
    "rolls that are a text": Folder(replaced("rolls.db")),
    "rolls that are a folder": Folder(replaced("rolls.db", folder=True)),
    "a log that is a folder": Folder(replaced("companion.log", folder=True)),
    "the drawing's folder is a file": Folder(replaced("kivy")),
    "the games are a file": Folder(games_are(Path.touch), starts=False, says="a file of that name is in the way"),
    "the games are a link that leads nowhere": Folder(
        games_are(lambda path: path.symlink_to("gone")), starts=False, says="in the way"
    ),
}
