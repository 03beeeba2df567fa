"""Writes a bug report: one file with the game, how it went, and what is known of the machine."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.storage.anonymise import Replacer, without_names
from companion.storage.game_archive import SUFFIX, write_new
from companion.storage.html_report import report
from companion.storage.inspector import FAULT
from companion.table.errors import CompanionError
from companion.table.file_names import plain
from companion.table.game import Game
from companion.table.game_file import rescue
from companion.table.journal_mirror import lines_of
from companion.table.limits import MOST_PLAYED_AGAIN, MOST_SOUGHT
from companion.table.prompts import Write
from companion.table.record import Record
from companion.table.runner import Runner
from companion.table.session import game_of, open_session
from companion.table.sqlite_file import body_of, said_by
from companion.table.timeline import Timeline
from companion.table.words import _

_log = logging.getLogger(__name__)

_LONGEST_LOG: Final = 500_000
"""Bytes; its end is what matters."""

_KEPT: Final = frozenset({"key", "kind", "source", "who"})
"""Fields of a record that hold ids of the rules, and so no name of a person."""


class TooMuchError(CompanionError):
    """A game holds too much to take all names out of it."""


def problem(
    to: Path,
    game: Path | None,
    games: Iterable[Game[Any]],
    texts: Mapping[str, str],
    *,
    nameless: Path | None = None,
) -> None:
    """Write a bug report: one new zip file.

    Args:
        to: the file; there must be none.
        game: that it is about; a damaged one is in it as far as it can be read.
        games: that can be played here.
        texts: other texts by the name they get: the log, what the doctor says.
        nameless: the data folder, to take out what people wrote and named there and on this computer; None leaves it.

    Raises:
        CompanionError: nothing of the game can be read, or the file cannot be written.
    """
    games, files, written = tuple(games), {}, set[str]()
    if game is not None:
        bodies = rescue(game)
        try:
            if nameless is not None:
                bodies, written = renamed(bodies, games)
            files[f"{plain(Path(game.stem)) if nameless is None else 'game'}{SUFFIX}"] = lines_of(bodies)
            files["report.html"] = report(open_session(games, _records(bodies), None)).encode()
        except CompanionError as error:
            files["report.txt"] = str(error).encode()
        except Exception:  # noqa: BLE001 - what is wrong with a game is what the report is for
            _log.exception("unforeseen error with the game of a report")
            files["report.txt"] = _(FAULT).encode()
    texts = {name: text[-_LONGEST_LOG:] for name, text in texts.items()}
    if nameless is not None:
        texts = without_names(texts, nameless, written)
    files |= {name: text.encode(errors="backslashreplace") for name, text in texts.items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in files.items():
            # The clock of a small computer may stand before the first year that zip files know.
            folder.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    write_new(to, packed.getvalue())


def renamed(bodies: Sequence[bytes], games: Iterable[Game[Any]]) -> tuple[list[bytes], set[str]]:
    """Put “Name 1” and so on in the place of all that people have written in a game; it plays the same.

    Returns:
        The records anew, and what was taken out.

    Raises:
        TooMuchError: it holds more than can be looked for; then it stays out of the report.
    """
    records = _records(bodies)
    places = _written(records, tuple(games))
    people, things = _people(records), _things(records, places)
    others = {text: _("Name {number}").format(number=number) for number, text in enumerate(sorted(people | things), 1)}
    # An area is known to the rules by the name that people gave it; a person never is.
    ids = {text: others[text] for text in things}
    anything, things_only = Replacer(others), Replacer(ids)
    if sum(map(len, bodies)) * anything.lengths > MOST_SOUGHT:
        raise TooMuchError(
            _("The game is not in this report: it names more than can be taken out. A report with names holds it.")
        )
    changed = []
    for number, record in enumerate(records):
        said = _renamed(record, anything, things_only)
        if number in places:
            said["entry"]["value"] = others[record["entry"]["value"]]
        changed.append(body_of(said))
    return changed, set(others)


def _records(bodies: Sequence[bytes]) -> list[dict[str, Any]]:
    return [said for body in bodies if (said := said_by(body)) is not None]


def _written(records: Sequence[Mapping[str, Any]], games: Sequence[Game[Any]]) -> set[int]:
    """Return the records with something that people wrote; where the rules cannot tell, those with any text."""
    texts = {
        number
        for number, record in enumerate(records)
        if isinstance(record.get("entry"), dict)
        and record["entry"].get("kind") == "answer"
        and isinstance(record["entry"].get("value"), str)
        and record["entry"]["value"]
    }
    places = set()
    try:
        told = list(map(Record.of, records))
        game, first = game_of(games, told)
        runner, timeline, again = Runner(game, first.setup), Timeline(), 0
        runner.rebuild([])
        # Once, in the order in which it was played: a stranger's game may have thousands of texts.
        for number, record in enumerate(told[1:], 1):
            key = record.entry.key if record.entry is not None else ""
            if number in texts and any(isinstance(asked, Write) and asked.key == key for asked in runner.parts()):
                places.add(number)
            again += record.undo is not None or record.redo is not None
            if again > MOST_PLAYED_AGAIN:
                return texts
            if record.undo is not None:
                timeline.undo(record.undo)
                runner.rebuild(timeline.entries)
                continue
            for entry in timeline.redo(record.redo) if record.redo is not None else Timeline.of([record]).entries:
                if record.entry is not None:
                    timeline.add(entry)
                runner.feed(entry)
    except Exception:  # noqa: BLE001 - whatever is wrong with the game, no name may get out because of it
        return texts
    return places


def _people(records: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the names that were given with the seats."""
    entries = (record.get("entry") for record in records)
    return {name for entry in entries if isinstance(entry, dict) for name in _names(entry.get("value"))}


def _things(records: Sequence[Mapping[str, Any]], places: Iterable[int]) -> set[str]:
    """Return what was written as an answer or is named in the set-up: cards, areas, a map."""
    new = records[0].get("new") if records else None
    named = _names(new.get("setup")) if isinstance(new, dict) else ()
    return {*named, *(records[number]["entry"]["value"] for number in places)}


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (text for key, text in value.items() if key == "name" and isinstance(text, str) and text)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _names(part)


def _renamed(value: Any, others: Replacer, ids: Replacer) -> Any:
    if isinstance(value, dict):
        return {
            ids(key): ids(part) if key in _KEPT and isinstance(part, str) else _renamed(part, others, ids)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_renamed(part, others, ids) for part in value]
    if isinstance(value, str):
        return others(value)
    return value
