"""Makes a data folder as it lies beside a table that has played many evenings: `python -m tests.data_folder FOLDER`.

Such a folder is made once for every released version, by the code of that version, and kept in `tests/fixtures`;
`tests/test_old_data.py` opens each with the code of today. Every game plays itself from a fixed seed. `expected.json`
says how each file stood when it was written, or why it could not be opened even then.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.table.autoplay import play
from companion.table.errors import JournalError
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session, open_session
from firmware_bridge.roll_record import RollRecord
from firmware_bridge.tower_events import RollFinished

Until = Callable[[Session[Any]], bool]

BAG: Final = [1, 2, 1, 3, 1, 2] * 6
"""Elder Signs in an order of their own: a game that shuffles them would be another one each time."""

SETTINGS: Final = {
    "theme": "candle",
    "text": "XL",
    "dice": "tower",
    "odds": "on",
    "turn": "180",
    "far_side": ["GC", "defender"],
    "tower": "on",
    "tower_port": "socket://dice.local:4001",
    "tower_mode": "r",
    "wiring": {
        "buttons": {"roll": 17, "next": 27, "undo": 22, "player:GC": 5, "player:CC": 6},
        "lights": {"roll": 23, "next": 24, "player:GC": 7},
        "colour": [12, 13, 19],
        "knob": [20, 21],
    },
    "open_game": "cthulhu_wars-middle_of_a_battle.game",
}


def evening(*factions: str) -> dict[str, Any]:
    return {"factions": list(factions), "bag": BAG}


def asks(*parts: str) -> Until:
    """An open question has one of these in its key."""
    return lambda session: any(part in item.prompt.key for item in session.prompts for part in parts)


def entries(number: int) -> Until:
    return lambda session: len(session.timeline.entries) >= number


def secret(session: Session[Any]) -> bool:
    return len(session.timeline.entries) > 10 and any(item.prompt.secret for item in session.prompts)


def over(session: Session[Any]) -> bool:
    return session.finished and len(session.timeline.entries) > 9


GAMES_PLAYED: Final[Mapping[str, tuple[str, dict[str, Any], Until]]] = {
    "cthulhu_wars-set_up": ("cthulhu_wars", {"bag": BAG}, asks("setup/first", "setup/map", "setup/signs")),
    "cthulhu_wars-own_rulings": ("cthulhu_wars", {"bag": BAG, "rulings": "ask"}, entries(30)),
    "cthulhu_wars-two_factions": ("cthulhu_wars", evening("GC", "CC"), entries(80)),
    "cthulhu_wars-three_factions": ("cthulhu_wars", evening("GC", "BG", "YS"), entries(90)),
    "cthulhu_wars-four_factions": ("cthulhu_wars", evening("YS", "CC", "BG", "GC"), entries(120)),
    "cthulhu_wars-middle_of_a_battle": ("cthulhu_wars", evening("CC", "BG", "GC"), asks("battle/pain")),
    "cthulhu_wars-before_the_dice": ("cthulhu_wars", evening("YS", "GC"), asks("battle/roll")),
    "cthulhu_wars-finished": ("cthulhu_wars", evening("GC", "CC"), over),
    "cthulhu_wars-four_finished": ("cthulhu_wars", evening("YS", "CC", "BG", "GC"), over),
    "cthulhu_wars-quick_battle": ("cthulhu_wars", {"quick_battle": {}}, asks("battle/kill")),
    "cthulhu_wars-quick_battle_set_up": ("cthulhu_wars", {"quick_battle": {}}, entries(4)),
    "cthulhu_wars-quick_battle_finished": ("cthulhu_wars", {"quick_battle": {}}, over),
    "mythos_encounters-open": ("mythos_encounters", {}, asks("roll/")),
    "mythos_encounters-cards": ("mythos_encounters", {}, entries(20)),
    "mythos_encounters-finished": ("mythos_encounters", {}, over),
    "messina-set_up": ("messina", {}, entries(6)),
    "messina-secret_question": ("messina", {}, secret),
    "messina-own_rulings": ("messina", {"rulings": "ask"}, entries(60)),
    "messina-finished": ("messina", {}, over),
}
"""File: game, set-up, and when the evening is broken off."""

LONGEST: Final = 250
"""Entries of one game; another seed is tried for what does not get there."""


def make(folder: Path) -> None:
    """Fill an empty folder."""
    games = folder / "games"
    games.mkdir(parents=True)
    for stem, (name, setup, until) in GAMES_PLAYED.items():
        path, seed = games / f"{stem}.game", 0
        while not played(path, name, setup, until, Random(seed)):
            for part in games.glob(f"{path.name}*"):
                part.unlink()
            seed += 1
    undone(games / "cthulhu_wars-undone.game")
    interrupted(games / "cthulhu_wars-interrupted.game")
    no_name(games / "mythos_encounters-no_name.game")
    damaged(games / "cthulhu_wars-damaged.game")
    rolls(folder / "rolls.db")
    (folder / "settings.json").write_text(json.dumps(SETTINGS, indent=1), encoding="utf-8")
    expected = {path.name: outcome(path) for path in sorted(games.glob("*.game"))}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


def played(path: Path, name: str, setup: Mapping[str, Any], until: Until, rng: Random) -> bool:
    """Write a game that plays itself; return whether it came to where it should be broken off."""
    session, journal = begin(path, name, setup)
    with closing(journal):
        while not until(session) and not session.finished and len(session.timeline.entries) < LONGEST:
            play(session, rng, 1)
    return until(session)


def begin(path: Path, name: str, setup: Mapping[str, Any]) -> tuple[Session[Any], SqliteJournal]:
    journal = SqliteJournal(path)
    return new_session(next(game for game in GAMES if game.name == name), setup, journal), journal


def undone(path: Path) -> None:
    """An evening with corrections, undo, redo, and dice that fell and were taken back: the open roll keeps them."""
    session, journal = begin(path, "cthulhu_wars", evening("CC", "GC", "BG"))
    rng = Random(7)
    while len([item for item in session.prompts if item.prompt.kind == "roll"]) < 2:
        play(session, rng, 1, interject=0)
        if len(session.timeline.entries) % 9 == 0:
            session.undo(3, past_dice=True)
            session.redo(2)
            session.correct({"GC.doom": rng.randint(0, 5)})
    play(session, rng, 1, interject=0)
    session.undo(1, past_dice=True)
    assert any(getattr(item.prompt, "kept", None) for item in session.prompts)
    journal.close()


def interrupted(path: Path) -> None:
    """An evening that stops within something that may be done at any moment, one of these done before."""
    session, journal = begin(path, "cthulhu_wars", evening("BG", "YS"))
    play(session, Random(8), 25, interject=0)
    session.interject(next(option.id for option in session.interjections if not option.refused))
    while not session.interjections:
        item = session.prompts[0]
        session.answer(item.ticket, item.prompt.any_answer(Random(8)))
    play(session, Random(9), 10, interject=0)
    session.interject(next(option.id for option in session.interjections if not option.refused))
    journal.close()


def no_name(path: Path) -> None:
    """A card of which nobody gave the name."""
    session, journal = begin(path, "mythos_encounters", {})
    rng = Random(10)
    while not any(item.prompt.kind == "write" for item in session.prompts):
        item = session.prompts[0]
        options = getattr(item.prompt, "options", ())
        more = [option.id for option in options if option.id in ("attacker", "more") and not option.refused]
        cards = item.prompt.key.startswith("cards/") and more
        session.answer(item.ticket, more[:1] if cards else item.prompt.any_answer(rng))
    session.answer(session.prompts[0].ticket, "")
    journal.close()


def damaged(path: Path) -> None:
    """An evening of which a record no longer holds what was written."""
    session, journal = begin(path, "cthulhu_wars", evening("GC", "CC"))
    play(session, Random(11), 20)
    journal.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE record SET body = replace(body, 'virtual', 'virtuaL') WHERE number = 15")


def rolls(path: Path) -> None:
    """Two towers, one of them in both its ways, and a die that nobody could read."""
    record, rng = RollRecord(path), Random(12)
    for number in range(1, 61):
        faces = tuple(rng.randint(1, 6) for _ in range(rng.randint(1, 8)))
        uid, source = ("3F2A90C1", "g") if number % 3 else ("3F2A90C1", "r") if number % 2 else ("77D0E415", "r")
        record.add(uid, RollFinished(f"c{number}", faces, "ok", number, source, replayed=False))
    record.add("77D0E415", RollFinished("c99", (6, None, 2), "cocked", 99, "r", replayed=False))
    record.close()


def outcome(path: Path) -> dict[str, Any]:
    """How a game file opens with this code; the file is closed again."""
    try:
        journal = SqliteJournal(path)
    except JournalError as error:
        return {"error": type(error).__name__, "says": str(error)}
    try:
        session = open_session(GAMES, journal.records, journal)
    except JournalError as error:
        return {"error": type(error).__name__, "says": str(error)}
    finally:
        journal.close()
    return {
        "rules": session.begun_with,
        "entries": len(session.history),
        "undone": len(session.timeline.undone),
        "kept": [list(kept) for item in session.prompts if (kept := getattr(item.prompt, "kept", None)) is not None],
        "asks": [item.prompt.key for item in session.prompts],
    }


if __name__ == "__main__":
    make(Path(sys.argv[1]))
