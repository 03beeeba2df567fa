"""The public interface in JSON lines: the same session that the screen drives. See `docs/headless.md`.

One JSON object per line on standard input, one per line on standard output. Bad input of any shape gets an error
object and changes nothing; the process never ends because of it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from companion.games import GAMES, take_own
from companion.headless.line import BadLineError, next_line, parse, text_of, thing, whole
from companion.table.errors import CompanionError, NotNowError
from companion.table.game import Allowed, Game
from companion.table.prompts import Prompt
from companion.table.session import Session, new_session
from companion.table.state import Fact, SavedItem
from companion.table.view import PlayerView, View
from companion.table.words import _

if TYPE_CHECKING:
    from companion.table.journal import SqliteJournal
    from firmware_bridge.dice import VirtualDice

# What concerns files (`companion.headless.files`) and the built-in roller are loaded when first needed: without them it
# starts in two thirds of the time.

_ENCODE: Final = msgspec.json.Encoder().encode

SOURCES: Final = ("touch", "button", "tower", "hand", "virtual")


class Headless:
    """One conversation: at most one game is open at a time.

    Args:
        games: the games that can be played.
        dice: the built-in roller, for `roll`.
        own: where what people make is put by for their next game; None keeps none of it.
    """

    def __init__(
        self, games: Iterable[Game[Any]] = GAMES, dice: VirtualDice | None = None, own: Path | None = None
    ) -> None:
        self.ended = False
        self._games = games
        self._dice = dice
        self._own = own
        self._session: Session[Any] | None = None
        self._journal: SqliteJournal | None = None
        # What was told last of the map, which is a large part of the state and mostly stays as it is.
        self._board: object = None
        # The last column of each player, which can never be another one, and what was told of it.
        self._columns: dict[str, tuple[PlayerView, msgspec.Raw]] = {}
        self._commands: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], frozenset[str]]] = {
            "new": (self._new, frozenset()),
            "open": (self._open, frozenset({"recover_to", "half"})),
            "import": (self._import, frozenset({"file", "partly"})),
            "export": (self._export, frozenset()),
            "report": (self._report, frozenset()),
            "answer": (self._answer, frozenset({"ticket", "epoch", "key", "source", "original"})),
            "roll": (self._roll, frozenset({"epoch", "key"})),
            "correct": (self._correct, frozenset({"source"})),
            "interject": (self._interject, frozenset({"source"})),
            "undo": (self._undo, frozenset({"past_dice"})),
            "undo_to": (self._undo_to, frozenset({"past_dice"})),
            "redo": (self._redo, frozenset()),
            "state": (self._state, frozenset()),
            "history": (self._history, frozenset({"from", "most"})),
            "anytime": (self._anytime, frozenset()),
            "help": (self._help, frozenset()),
            "games": (self._list_games, frozenset()),
            "quit": (self._quit, frozenset()),
        }

    def reply(self, line: bytes) -> dict[str, Any]:
        """Carry out one line and return the reply as plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self._reply(line))
        return found

    def reply_line(self, line: bytes) -> bytes:
        """Carry out one line and return the line that answers it."""
        said = self._reply(line)
        # The first question is told twice, and the columns of most players are those of the reply before.
        said["prompts"] = [_once(prompt) for prompt in said["prompts"]]
        if said["prompts"]:
            said["prompt"] = said["prompts"][0]
        if "state" in said:
            said["state"]["players"] = [self._column(player) for player in said["state"]["players"]]
        return _ENCODE(said) + b"\n"

    def _column(self, player: PlayerView) -> msgspec.Raw:
        known = self._columns.get(player.id)
        if known is None or known[0] is not player:
            known = self._columns[player.id] = player, _once(player)
        return known[1]

    def _reply(self, line: bytes) -> dict[str, Any]:
        try:
            found = self._carry_out(parse(line))
        except CompanionError as error:
            return self._refusal(error.code, str(error))
        except Exception as error:  # noqa: BLE001 - the last line of defence: a caller's game must outlive our faults
            sys.excepthook(type(error), error, error.__traceback__)
            message = f"A fault of the companion ({type(error).__name__}). The step was not taken; the game is safe."
            return self._refusal("internal", message)
        return {"ok": True, **self._prompts(), **found}

    def close(self) -> None:
        """Release the game file."""
        if self._journal is not None:
            self._journal.close()
        self._journal = self._session = None

    def _refusal(self, code: str, message: str) -> dict[str, Any]:
        return {"ok": False, "error": {"code": code, "message": message}, **self._prompts()}

    def _carry_out(self, command: dict[str, Any]) -> dict[str, Any]:
        names = [name for name in command if name in self._commands]
        if len(names) != 1:
            raise BadLineError(f"Each line holds one command out of: {', '.join(self._commands)}. Nothing has changed.")
        run, allowed = self._commands[names[0]]
        for key in command:
            if key != names[0] and key not in allowed:
                raise BadLineError(f"“{key[:40]}” does not belong to “{names[0]}”. Nothing has changed.")
        return run(command)

    def _prompts(self) -> dict[str, Any]:
        session = self._session
        prompts = [{"epoch": session.epoch, **p.as_json()} for p in session.prompts] if session else []
        return {"prompt": prompts[0] if prompts else None, "prompts": prompts}

    def _now(self, facts: Iterable[Fact], **more: Any) -> dict[str, Any]:
        view = self._game().view
        board = view.areas, view.links
        state = {field: getattr(view, field) for field in View.__struct_fields__}
        if board == self._board:
            del state["areas"], state["links"]
        self._board = board
        return {"state": state, "facts": [fact.as_json() for fact in facts], **more}

    def _game(self) -> Session[Any]:
        if self._session is None:
            raise NotNowError("No game is open. Start one with “new” or “open”.")
        return self._session

    # -- games and files --------------------------------------------------------------------------------------

    def _new(self, command: dict[str, Any]) -> dict[str, Any]:
        setup = thing(command["new"], "new")
        name, file = setup.pop("game", None), setup.pop("file", None)
        game = next((g for g in self._games if g.name == name), None)
        if game is None:
            raise BadLineError(f"“game” is one of: {', '.join(g.name for g in self._games)}. Nothing was started.")
        if file is None:
            session = new_session(game, setup)
            return self._take_up(session, None, session.state.facts)
        from companion.headless import files

        session, journal = files.begin(game, setup, files.new_file(file, "file"))
        return self._take_up(session, journal, session.state.facts)

    def _open(self, command: dict[str, Any]) -> dict[str, Any]:
        from companion.headless import files

        session, journal = files.open_stored(command, self._games)
        older = {} if session.begun_with == session.game.rules_version else {"begun_with": session.begun_with}
        return self._take_up(session, journal, (), **older)

    def _import(self, command: dict[str, Any]) -> dict[str, Any]:
        from companion.headless import files

        session, journal = files.take_in(command, self._games, partly=_flag(command, "partly"))
        return self._take_up(session, journal, ())

    def _export(self, command: dict[str, Any]) -> dict[str, Any]:
        from companion.headless import files

        path = files.new_file(command["export"], "export")
        self._game()
        files.export(self._journal, path)
        return {}

    def _report(self, command: dict[str, Any]) -> dict[str, Any]:
        from companion.headless import files

        path = files.new_file(command["report"], "report")
        files.report_of(self._game(), path)
        return {}

    def _take_up(
        self, session: Session[Any], journal: SqliteJournal | None, facts: Iterable[Fact], **more: Any
    ) -> dict[str, Any]:
        self.close()
        self._session, self._journal, self._board = session, journal, None
        session.keep = self._keep
        return self._now(facts, **more)

    def _keep(self, keepsake: SavedItem) -> None:
        if self._own is None:
            return
        from companion.storage.user_files import put_by

        try:
            put_by(self._own / self._game().game.name, keepsake)
        except CompanionError as error:
            sys.stderr.write(f"{error}\n")

    def _quit(self, command: dict[str, Any]) -> dict[str, Any]:
        _asked(command, "quit")
        self.close()
        self.ended = True
        return {}

    # -- play -------------------------------------------------------------------------------------------------

    def _answer(self, command: dict[str, Any]) -> dict[str, Any]:
        session, ticket = self._game(), whole(command.get("ticket"), "ticket")
        original, prompt = command.get("original"), _asked_for(session, ticket, command)
        if original is not None:
            if prompt.kind != "roll":
                raise BadLineError("“original” belongs to dice only. Nothing has changed.")
            prompt.check(original)
        facts = session.answer(ticket, command["answer"], source=_source(command), original=original)
        return self._now(facts)

    def _roll(self, command: dict[str, Any]) -> dict[str, Any]:
        session, ticket = self._game(), whole(command["roll"], "roll")
        prompt = _asked_for(session, ticket, command).as_json()
        if prompt["kind"] != "roll":
            raise BadLineError("That question is not a roll. Nothing has changed.")
        faces = prompt["kept"] if "kept" in prompt else self._thrown(prompt["dice"], prompt["sides"])
        return self._now(session.answer(ticket, faces, source="virtual"))

    def _thrown(self, dice: int, sides: int) -> list[int]:
        from firmware_bridge.dice import VirtualDice

        self._dice = self._dice or VirtualDice()
        return self._dice.roll(dice, sides)

    def _correct(self, command: dict[str, Any]) -> dict[str, Any]:
        changes = thing(command["correct"], "correct")
        return self._now(self._game().correct(changes, source=_source(command)))

    def _interject(self, command: dict[str, Any]) -> dict[str, Any]:
        key = text_of(command["interject"], "interject")
        return self._now(self._game().interject(key, source=_source(command)))

    def _undo(self, command: dict[str, Any]) -> dict[str, Any]:
        return self._take_back(whole(command["undo"], "undo"), command)

    def _undo_to(self, command: dict[str, Any]) -> dict[str, Any]:
        stay = whole(command["undo_to"], "undo_to")
        if stay < 0:
            raise BadLineError("“undo_to” is the number of the last entry that stays, or 0. Nothing has changed.")
        return self._take_back(len(self._game().timeline.entries) - stay, command)

    def _take_back(self, count: int, command: Mapping[str, Any]) -> dict[str, Any]:
        undone = self._game().undo(count, past_dice=_flag(command, "past_dice"))
        taken = [entry.as_public_json() for entry in undone.entries]
        return self._now((), undone=taken, board=list(undone.board))

    def _redo(self, command: dict[str, Any]) -> dict[str, Any]:
        return self._now(self._game().redo(whole(command["redo"], "redo")))

    # -- to look at -------------------------------------------------------------------------------------------

    def _state(self, command: dict[str, Any]) -> dict[str, Any]:
        _asked(command, "state")
        self._board = None
        return self._now((), counters=self._game().game.counters(self._game().state))

    def _history(self, command: dict[str, Any]) -> dict[str, Any]:
        _asked(command, "history")
        session = self._game()
        number, first = len(session.timeline.entries), whole(command.get("from", 1), "from")
        most = whole(command.get("most", number), "most")
        if first < 1 or most < 0:
            raise BadLineError("“from” counts from 1, and “most” from 0. Nothing has changed.")
        lines = session.lines(first - 1, first - 1 + most)
        return {"history": [line.as_json() for line in lines], "entries": number}

    def _anytime(self, command: dict[str, Any]) -> dict[str, Any]:
        _asked(command, "anytime")
        return {"anytime": [option.as_json() for option in self._game().interjections]}

    def _help(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"help": self._game().game.help(text_of(command["help"], "help"))}

    def _list_games(self, command: dict[str, Any]) -> dict[str, Any]:
        _asked(command, "games")
        return {"games": [_describe(game) for game in self._games]}


def run(lines: BinaryIO, out: BinaryIO, own: Path, allowed: Allowed) -> int:
    """Answer every line until `quit` or the end of the input.

    Args:
        lines: the commands.
        out: takes the replies.
        own: folder of what people have made themselves; what of it cannot be used is said on standard error.
        allowed: which programs in it may be run.

    Returns:
        The exit code.
    """
    sys.stderr.writelines(f"{sentence}\n" for sentence in take_own(own, allowed))
    headless = Headless(own=own)
    # What is loaded by now stays. The collector need not look at it, and least of all at the end of the process.
    gc.freeze()
    try:
        while not headless.ended and (line := next_line(lines)):
            out.write(headless.reply_line(line))
            out.flush()
    finally:
        headless.close()
    return 0


def _once(value: object) -> msgspec.Raw:
    """Encode as JSON what many replies repeat."""
    return msgspec.Raw(_ENCODE(value))


def _asked_for(session: Session[Any], ticket: int, command: Mapping[str, Any]) -> Prompt:
    """Return the question that a command is about. Raises `StaleAnswerError`."""
    names = {name: text_of(command[name], name) for name in ("epoch", "key") if name in command}
    return session.prompt_for(ticket, **names)


def _source(command: Mapping[str, Any]) -> str:
    source = command.get("source", "hand")
    if source not in SOURCES:
        raise BadLineError(f"“source” is one of: {', '.join(SOURCES)}. Nothing has changed.")
    return str(source)


def _asked(command: Mapping[str, Any], name: str) -> None:
    if command[name] is not True:
        raise BadLineError(f'Ask with {{"{name}": true}}. Nothing has changed.')


def _flag(command: Mapping[str, Any], name: str) -> bool:
    flag = command.get(name, False)
    if not isinstance(flag, bool):
        raise BadLineError(f"“{name}” is true or false. Nothing has changed.")
    return flag


def _describe(game: Game[Any]) -> dict[str, Any]:
    modes = [{"id": m.id, "title": _(m.title), "text": _(m.text), "setup": dict(m.setup)} for m in game.modes]
    return {"name": game.name, "title": _(game.title), "rules": game.rules_version, "modes": modes}
