"""The public interface in JSON lines: the same session that the screen drives. See `docs/headless.md`.

One JSON object per line on standard input, one per line on standard output. Bad input of any shape gets an error
object and changes nothing; the process never ends because of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any, Final

from companion.games import GAMES
from companion.table.errors import CompanionError, NotNowError
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session, open_session
from companion.table.state import Fact
from firmware_bridge.dice import VirtualDice

LONGEST_LINE: Final = 1_000_000
"""Characters; a longer line is refused unread."""


class BadLineError(CompanionError, ValueError):
    """The line is not a command. Nothing has changed."""

    code = "bad_line"


class Headless:
    """One conversation: at most one game is open at a time."""

    def __init__(self) -> None:
        self._session: Session[Any] | None = None
        self._journal: SqliteJournal | None = None
        self._dice = VirtualDice()
        self._commands: dict[str, tuple[Callable[[dict[str, Any]], list[Fact]], frozenset[str]]] = {
            "new": (self._new, frozenset()),
            "open": (self._open, frozenset()),
            "answer": (self._answer, frozenset({"ticket", "source", "original"})),
            "roll": (self._roll, frozenset()),
            "correct": (self._correct, frozenset({"source"})),
            "interject": (self._interject, frozenset({"source"})),
            "undo": (self._undo, frozenset({"past_dice"})),
            "redo": (self._redo, frozenset()),
        }
        self._queries: dict[str, Callable[[Any], dict[str, Any]]] = {
            "state": lambda _: {"counters": self._game_session().game.counters(self._game_session().state)},
            "history": lambda _: {"history": [line.as_json() for line in self._game_session().history]},
            "games": lambda _: {"games": [_game(g) for g in GAMES]},
            "help": lambda topic: {"help": self._game_session().game.help(str(topic))},
            "anytime": lambda _: {"anytime": [o.as_json() for o in self._game_session().interjections]},
        }

    def reply(self, line: str) -> dict[str, Any]:
        """Carry out one line and return the reply."""
        try:
            return self._carry_out(_parse(line))
        except CompanionError as error:
            refused = {"ok": False, "error": {"code": error.code, "message": str(error)}}
            return refused | self._prompts()

    def _carry_out(self, command: dict[str, Any]) -> dict[str, Any]:
        names = [n for n in command if n in self._commands or n in self._queries]
        if len(names) != 1:
            known = ", ".join([*self._commands, *self._queries])
            raise BadLineError(f"Each line holds one command out of: {known}. Nothing has changed.")
        (name,) = names
        allowed = self._commands[name][1] if name in self._commands else frozenset()
        for key in command:
            if key != name and key not in allowed:
                raise BadLineError(f"“{key[:40]}” does not belong to “{name}”. Nothing has changed.")
        if name in self._queries:
            return {"ok": True} | self._queries[name](command[name]) | self._prompts()
        facts = self._commands[name][0](command)
        return {
            "ok": True,
            **self._prompts(),
            "state": self._game_session().view.as_json(),
            "facts": [f.as_json() for f in facts],
        }

    def _prompts(self) -> dict[str, Any]:
        prompts = [p.as_json() for p in self._session.prompts] if self._session else []
        return {"prompt": prompts[0] if prompts else None, "prompts": prompts}

    def _game_session(self) -> Session[Any]:
        if self._session is None:
            raise NotNowError("No game is open. Start one with “new” or “open”.")
        return self._session

    def _new(self, command: dict[str, Any]) -> list[Fact]:
        setup = _object(command["new"])
        name, file = setup.pop("game", None), setup.pop("file", None)
        game = next((g for g in GAMES if g.name == name), None)
        if game is None:
            raise BadLineError(f"“game” is one of: {', '.join(g.name for g in GAMES)}. Nothing was started.")
        game.prepare(setup)
        if file is not None and (not isinstance(file, str) or Path(file).exists()):
            raise BadLineError("“file” names a new file; nothing is overwritten. Nothing was started.")
        self._close()
        self._journal = SqliteJournal(Path(file)) if file else None
        self._session = new_session(game, setup, self._journal)
        return list(self._session.state.facts)

    def _open(self, command: dict[str, Any]) -> list[Fact]:
        file = command["open"]
        if not isinstance(file, str) or not Path(file).is_file():
            raise BadLineError("“open” names a game file, and there is none of that name. Nothing has changed.")
        self._close()
        self._journal = SqliteJournal(Path(file))
        try:
            self._session = open_session(GAMES, list(self._journal.records), self._journal)
        except CompanionError:
            self._close()
            raise
        return []

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal = self._session = None

    def _answer(self, command: dict[str, Any]) -> list[Fact]:
        session = self._game_session()
        ticket = _whole(command.get("ticket"), "ticket")
        source = command.get("source", "hand")
        if source not in ("touch", "button", "tower", "hand", "virtual"):
            raise BadLineError("“source” is touch, button, tower, hand or virtual. Nothing has changed.")
        return session.answer(ticket, command["answer"], source=source, original=command.get("original"))

    def _roll(self, command: dict[str, Any]) -> list[Fact]:
        session, ticket = self._game_session(), _whole(command["roll"], "roll")
        prompt = session.prompt_for(ticket)
        if prompt.kind != "roll":
            raise BadLineError("That question is not a roll. Nothing has changed.")
        asked = prompt.as_json()
        faces = asked.get("kept") or self._dice.roll(asked["dice"], asked["sides"])
        return session.answer(ticket, faces, source="virtual")

    def _correct(self, command: dict[str, Any]) -> list[Fact]:
        return self._game_session().correct(_object(command["correct"]), source="hand")

    def _interject(self, command: dict[str, Any]) -> list[Fact]:
        return self._game_session().interject(str(command["interject"]), source="hand")

    def _undo(self, command: dict[str, Any]) -> list[Fact]:
        count = _whole(command["undo"], "undo")
        self._game_session().undo(count, past_dice=command.get("past_dice") is True)
        return []

    def _redo(self, command: dict[str, Any]) -> list[Fact]:
        return self._game_session().redo(_whole(command["redo"], "redo"))


def run(lines: Iterable[bytes], out: IO[str]) -> int:
    """Answer every line until the input ends. Returns the exit code."""
    headless = Headless()
    for line in lines:
        reply = headless.reply(line.decode("utf-8", "replace"))
        out.write(json.dumps(reply, ensure_ascii=False) + "\n")
        out.flush()
    return 0


def _parse(line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BadLineError(f"The line is longer than {LONGEST_LINE} characters. Nothing has changed.")
    try:
        found = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadLineError(f"The line is not JSON ({str(error)[:80]}). Nothing has changed.") from error
    return _object(found)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadLineError('An object like {"answer": ..., "ticket": 1} is needed. Nothing has changed.')
    return dict(value)


def _whole(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadLineError(f"“{name}” is a whole number. Nothing has changed.")
    return value


def _game(game: Any) -> dict[str, Any]:
    modes = [{"id": m.id, "title": m.title, "text": m.text, "setup": dict(m.setup)} for m in game.modes]
    return {"name": game.name, "title": game.title, "rules": game.rules_version, "modes": modes}
