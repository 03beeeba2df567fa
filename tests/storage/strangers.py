"""Games, sticks and folders that are whole and mean harm, by seed: each value at its bounds and far beyond them.

`python -m tests.storage.strangers 10000` takes so many through import, a stick, opening, export and report, without a
window; every refusal must be a sentence, no file of a stranger's may change, and a good game must open after each.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.games.cthulhu_wars.model.setup_form import BAG
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_archive import SUFFIX, pack
from companion.storage.game_library import Library, bodies_of, read
from companion.storage.html_report import report
from companion.storage.usb_backup import FOLDER
from companion.table.autoplay import play
from companion.table.errors import CompanionError
from companion.table.journal_mirror import lines_of
from companion.table.limits import HIGHEST, LONGEST_RECORD, LONGEST_TEXT, LONGEST_WORDS, MOST_ANSWERED, MOST_RECORDS
from companion.table.session import new_session
from companion.table.state import TableState
from tests.patience import PATIENCE
from tests.table.looks import Memory

Records = list[Any]

MEMORY: Final = 400
"""Megabytes that this process may have at most."""

MANY: Final = 200
"""Of so many games one is as long as a game may be, which takes as long as all others."""

_SETUPS: Final[list[tuple[int, dict[str, Any]]]] = [
    (0, {}),
    (0, {"factions": ["GC", "CC"]}),
    (0, {"factions": ["GC", "CC", "YS"], "names": [{"id": "GC", "name": "Ann"}], "options": {"D3": "other"}}),
    (0, {"factions": ["BG", "SL", "OW", "WW"], "neutral": ["high_priests"], "signs": "app"}),
    (0, {"factions": ["GC", "CC"], "map": {"name": "Ring", "areas": [{"name": f"A{n}"} for n in range(4)]}}),
    (0, {"quick_battle": {"attacker": "GC", "defender": "CC", "pieces": {"GC": {"acolyte": 3}}}}),
    (1, {}),
    (2, {}),
]

_TEXTS: Final = (
    "",
    " ",
    "W" * LONGEST_WORDS,
    "W" * (LONGEST_WORDS + 1),
    "W" * LONGEST_TEXT,
    "W" * (LONGEST_TEXT + 1),
    "W" * 900_000,
    "\n" * 50,
    "a\u0000b\u001b[2J\u202eevil\u2066",
    "{who} {0} {} %s %(x)s",
    "[b][size=9999][ref=x]big[/b] &bl;",
    "<script>alert(1)</script>",
    "../../../etc/passwd",
    "\ud83d",
    "\U0001f409" * 300,
    "GC",
    "acolyte",
)
_NUMBERS: Final = (0, -1, 1, 7, 99, 999, HIGHEST, HIGHEST + 1, -HIGHEST - 1, 2**31, 2**63, 2**64, 10**30, 10**400, 0.5)


def _mild(rng: Random, value: Any) -> Any:
    """Return something else that might well stand in the place of a value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([0, 1, 2, 3, 6, 9, 20, 99, 999, max(0, value - 1), value + 1])
    if isinstance(value, str):
        return rng.choice(["GC", "CC", "acolyte", "deep_one", "touch", "tower", value[::-1], value + "x", "W" * 40, ""])
    if isinstance(value, list):
        return rng.choice([value[::-1], value * 2, value[:1], value[1:]])
    if isinstance(value, dict):
        keys = [*value]
        return {key: value[rng.choice(keys)] for key in keys}
    return value


def _extreme(rng: Random, value: Any) -> Any:
    """Return what a stranger writes in the place of a value."""
    odd = rng.random()
    if odd > 0.5:
        return _mild(rng, value)
    odd *= 2
    if odd < 0.15:
        return rng.choice([None, True, {}, [], "", 0, [[]], {"a": {"b": []}}])
    if odd < 0.2:
        inner: Any = value
        for _ in range(rng.choice([5, 38, 41, 200])):
            inner = [inner]
        return inner
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None, 10, "no"])
    if isinstance(value, int | float):
        return rng.choice(_NUMBERS)
    if isinstance(value, str):
        return rng.choice(_TEXTS)
    if isinstance(value, list):
        more = rng.choice([2, 50, MOST_ANSWERED, 60_000])
        # One that was made long before is not made too long for this machine.
        few = value[:50] or [rng.choice(["GC", 1, "a"])]
        return (few * more)[:60_000] if odd < 0.8 else value[1:]
    many = rng.choice([3, 500, 30_000])
    return {**value, **{f"{rng.choice(['GC', 'x', ''])}.{number}": rng.choice([1, "a", []]) for number in range(many)}}


def _spoil(rng: Random, value: Any) -> Any:
    """Return plain JSON of which one part, however deep, is a stranger's."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice([*value])
        if rng.random() < 0.05:
            return {(rng.choice(_TEXTS)[:5000] if name == key else name): part for name, part in value.items()}
        return {**value, key: _spoil(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], _spoil(rng, value[place]), *value[place + 1 :]]
    return _extreme(rng, value)


def _played(rng: Random) -> tuple[Records, Any]:
    number, setup = rng.choice(_SETUPS)
    memory = Memory()
    # What chance decides beforehand is decided by the seed.
    bag = {} if number or "quick_battle" in setup else {"bag": rng.sample(BAG, len(BAG))}
    session = new_session(GAMES[number], {**bag, **setup}, memory)
    play(session, rng, rng.randrange(30))
    if rng.random() < 0.2 and session.timeline.entries:
        session.undo(rng.randint(1, len(session.timeline.entries)), past_dice=True)
    return memory.records, session


def _counters(session: Any) -> dict[str, int]:
    found: dict[str, int] = session.game.counters(session.state)
    return found or {"GC.power": 3}


def _carried(rng: Random, records: Records, session: Any) -> Records:
    state: TableState = session.state
    entries = len(session.timeline.entries)
    record = {"entries": entries, "rules": session.game.rules_version, "state": json.loads(state.packed())}
    for _ in range(rng.randint(1, 3)):
        record["state"] = _spoil(rng, record["state"])
    if rng.random() < 0.2:
        record = _spoil(rng, record)
    after = [_entry(rng, session) for _ in range(rng.randrange(4))]
    return [*records, {"carried": record}, *after]


def _entry(rng: Random, session: Any) -> Any:
    asked = [item.prompt for item in session.prompts]
    can = [option.id for option in session.interjections] or ["x"]
    kind = rng.choice(["answer", "roll", "correct", "interject"])
    key, value = "correct", {rng.choice([*_counters(session)]): rng.choice(_NUMBERS)}
    if kind == "interject":
        key, value = rng.choice(can), {}
    elif kind != "correct" and asked:
        prompt = rng.choice(asked)
        key, value = prompt.key, prompt.any_answer(rng)
    said = {"kind": kind, "key": key, "value": value, "source": "touch", "who": "GC", "label": "x", "note": "y"}
    return {"entry": said | ({"original": [6, 1]} if rng.random() < 0.3 else {})}


def _one_record(rng: Random, records: Records, session: Any) -> Records:
    records = [*records, _entry(rng, session), rng.choice([{"undo": 1}, {"redo": 1}, _entry(rng, session)])]
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(records))
        records[place] = _spoil(rng, records[place])
    return records


def _set_up(rng: Random, records: Records, session: Any) -> Records:  # noqa: ARG001 - one of several
    first = records[0]["new"]
    for _ in range(rng.randint(1, 3)):
        first = {**first, "setup": _spoil(rng, first["setup"])}
    return [{"new": first}, *records[1:]]


def _back_and_forth(rng: Random, records: Records, session: Any) -> Records:
    entries = max(1, len(session.timeline.entries))
    number = rng.choice([10, 300])
    return [*records, *[{"undo": rng.randint(1, entries)}, {"redo": rng.randint(1, entries)}] * number]


def _many(rng: Random, records: Records, session: Any) -> Records:
    """As many as there may be, or one more; each of which takes its time."""
    most = rng.choice([MOST_RECORDS - len(records), MOST_RECORDS, 2 * MOST_RECORDS])
    if rng.random() < 0.5:
        return [*records, *[{"undo": 1}, {"redo": 1}] * (most // 2)]
    counters = [*_counters(session)]
    entries = [
        {"entry": {"kind": "correct", "key": "correct", "value": {rng.choice(counters): n % 3}, "label": "W" * 99}}
        for n in range(50)
    ]
    return [*records, *(entries * (most // 50 + 1))[:most]]


_KINDS: Final[tuple[Callable[[Random, Records, Any], Records], ...]] = (
    _one_record,
    _one_record,
    _set_up,
    _carried,
    _carried,
    _back_and_forth,
)


def game(seed: int) -> bytes:
    """Return a game of a stranger's as one file: its lines are whole, whatever they say."""
    rng = Random(seed)
    records, session = _played(rng)
    make = _many if seed % MANY == 1 else rng.choice(_KINDS)
    made = make(rng, records, session)
    content = lines_of(json.dumps(record).encode() for record in made)
    return content[: -rng.randint(1, 200)] if rng.random() < 0.05 else content


def _junk(rng: Random) -> bytes:
    """Return what is no game at all."""
    return rng.choice(
        [
            b"",
            b"\n" * rng.choice([10, 3_000_000]),
            b"0" * rng.choice([63, 3_000_000]),
            (b"0" * 64 + b" \n") * rng.choice([1, 40_000]),
            b"SQLite format 3\0" + rng.randbytes(4000),
            lines_of([b"{}" * 20, b"x" * (LONGEST_RECORD + 1)]),
            rng.randbytes(2000),
        ]
    )


def fill(folder: Path, rng: Random, ending: str, number: int) -> None:
    """Put games, junk and what is no file into a folder, under names of a stranger's."""
    folder.mkdir(parents=True, exist_ok=True)
    for place in range(number):
        name = rng.choice(["x", "evening", "a b", "Größe", "-rf", "." * 3, "W" * 200, "a\nb", "{who}", "[b]", "%s"])
        path = folder / f"{name}-{place}{ending}"
        if os.path.lexists(path):
            continue
        kind = rng.randrange(12)
        if kind == 0:
            path.mkdir()
        elif kind == 1:
            os.mkfifo(path)
        elif kind == 2:
            path.symlink_to(rng.choice([path.name, "nowhere", "/dev/zero", "/etc/passwd"]))
        elif kind == 3:
            path.touch()
            os.truncate(path, rng.choice([50_000_000, 10**11]))
        elif kind < 6:
            path.write_bytes(_junk(rng))
        else:
            path.write_bytes(game(MANY * rng.randrange(10**6)))
        if rng.random() < 0.2 and not path.is_symlink():
            when = rng.choice([0, 2**31, 2**33, 1_700_000_000])
            os.utime(path, (when, when))


def fill_library(folder: Path, rng: Random, number: int) -> None:
    """Put game files with their copies into a folder of games, of which some are whole and some are not."""
    fill(folder, rng, ".game", number // 2)
    fill(folder, rng, ".game-copy", number // 2)
    # One whose place among the others is a stranger's, too, and one that says that it was deleted.
    for path in [*folder.glob("*.game")][:2]:
        path.with_name(f"{path.name}-safe").write_bytes(_junk(rng))
        if rng.random() < 0.3:
            path.with_name(f"{path.name}.deleted").write_bytes(b"")


class Evening:
    """A companion of somebody's with a good game, which strangers meet.

    Args:
        folder: an empty one.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = Library(folder / "data" / "games", GAMES)
        memory = Memory()
        session = new_session(GAMES[0], {"factions": ["GC", "CC"]}, memory)
        play(session, Random(1), 20)
        self.asked = [item.prompt for item in session.prompts]
        pack([json.dumps(record).encode() for record in memory.records], folder / f"good{SUFFIX}")
        self.good = self.library.take_in(folder / f"good{SUFFIX}")
        self.said: Counter[str] = Counter()

    @contextmanager
    def in_words(self, step: str) -> Iterator[None]:
        """Let something be refused, in a sentence; whatever else is wrong comes out."""
        try:
            yield
        except CompanionError as error:
            self._judge(str(error))
            self.said[f"{step} refused"] += 1
        else:
            self.said[f"{step} done"] += 1

    def meet(self, seed: int) -> None:
        """Take a game, and now and then a stick or a folder, through all that is done with one."""
        rng = Random(seed)
        file = self.folder / f"x{SUFFIX}"
        file.write_bytes(content := game(seed))
        fresh: list[Path] = []
        with self.in_words("import"):
            fresh.append(self.library.take_in(file, partly=rng.random() < 0.5))
        with self.in_words("bring back"):
            fresh.append(self.library.take_in(file, partly=True, play=False))
        assert file.read_bytes() == content
        for path in fresh:
            self._use(path, rng)
        file.unlink()
        if seed % 20 == 0:
            self._stick(rng)
        if seed % 20 == 10:
            self._library(rng)
        with self.in_words("good"):
            opened = self.library.open(self.good)
            assert [item.prompt for item in opened.session.prompts] == self.asked
            opened.close()

    def _use(self, path: Path, rng: Random) -> None:
        before = bodies_of(path)
        self.library.newest(3)
        with self.in_words("standing"):
            self._judge(self.library.standing(path), 20_000)
        with self.in_words("export"):
            pack(bodies_of(path), self.folder / f"out{SUFFIX}")
        (self.folder / f"out{SUFFIX}").unlink(missing_ok=True)
        with self.in_words("report"):
            session = read(path, GAMES)
            assert session.view.as_json()
            report(session).encode()
        assert bodies_of(path) == before
        with self.in_words("again"):
            self.library.again(path).close()
        with self.in_words("open"):
            opened = self.library.open(path)
            try:
                with self.in_words("play"):
                    play(opened.session, rng, 3)
                with self.in_words("undo"):
                    opened.session.undo(past_dice=True)
            finally:
                opened.close()
        self.library.delete(path)
        self.library.erase(path)

    def _stick(self, rng: Random) -> None:
        with tempfile.TemporaryDirectory(dir=self.folder) as root:
            fill(Path(root) / FOLDER, rng, SUFFIX, 12)
            jobs = BackgroundJobs(Library(Path(root) / "new" / "games", GAMES), root, lambda: None)
            fill(jobs.imports, rng, SUFFIX, 3)
            jobs.copy()
            jobs.bring_back()
            for path in jobs.offered():
                jobs.take_in(path)
            jobs.copy()
            assert jobs.finish(PATIENCE)
            for words in jobs.news():
                self._judge(words)
                assert "A fault of the companion" not in words, words
            jobs.close()
            self.said["sticks"] += 1

    def _library(self, rng: Random) -> None:
        with tempfile.TemporaryDirectory(dir=self.folder) as root:
            fill_library(Path(root) / "games", rng, 12)
            library = Library(Path(root) / "games", GAMES)
            for item in [*library.newest(3), *library.every(), *library.deleted()]:
                self._judge(item.trouble or item.title)
                assert len(item.last) <= LONGEST_WORDS
                with self.in_words("open of a library"):
                    opened = library.save(item.path, item.halves[0][0]) if item.halves else library.open(item.path)
                    opened.close()
                for half, _steps in item.halves:
                    with self.in_words("save"):
                        library.save(item.path, half).close()
            self.said["folders"] += 1

    def _judge(self, words: str, most: int = 1500) -> None:
        """It has an end, room on a screen, and nothing of a programmer's."""
        assert 0 < len(words) <= most, words[:2000]
        assert "Traceback" not in words
        assert "object at 0x" not in words, words


def peak() -> int:
    """Return the most megabytes that this program has had; `getrusage` counts those of its parent, too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def main() -> int:
    """Meet so many strangers, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        evening, wrong = Evening(Path(folder)), 0
        for seed in range(given.first, given.first + given.number):
            try:
                evening.meet(seed)
            except Exception as error:
                wrong += 1
                sys.stderr.write(f"seed {seed}: {type(error).__name__}: {str(error)[:500]}\n")
                if given.number == 1:
                    raise
                evening = Evening(Path(tempfile.mkdtemp(dir=folder)))
        for name, times in sorted(evening.said.items()):
            sys.stdout.write(f"{times:8} {name}\n")
        sys.stdout.write(f"{given.number} strangers, {wrong} wrong, at most {peak()} MB\n")
    return int(wrong > 0 or peak() > MEMORY)


if __name__ == "__main__":
    sys.exit(main())
