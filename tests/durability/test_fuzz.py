"""Imports, records, settings and headless lines that no companion wrote end in a sentence, or in a game that plays.

    .venv/bin/python -m tests.durability.test_fuzz 1000000

tries so many (an hour and more on one core; a seed may follow) and prints how long the slowest one took, in seconds of
processor time, and what memory was used.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import OURS
from companion.headless.interface import Headless
from companion.storage.errors import StorageError
from companion.storage.game_archive import SUFFIX
from companion.storage.game_library import Library, bodies_of
from companion.storage.settings import Settings, mistakes
from companion.table.autoplay import play
from companion.table.errors import CompanionError
from companion.table.journal_mirror import lines_of
from companion.table.session import open_session
from companion.table.sqlite_file import said_by
from tests.durability.disk import in_memory
from tests.storage.evenings import evening

LONGEST: Final = 1.0
"""Seconds of processor time that one of them may take."""

JUNK: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 7, 10**15, -(10**18), 2**63, 2**64, 1.5, 1e308, ""),
    *("a", "GC", "x" * 300, "\0", "‮", "\ud83d", "../..", "{0}", "%s", "0", "true"),
    *([], {}, [[]], [None], {"a": 1}, [1, 2, 3, 4, 5, 6], ["GC"], {"GC": 1}, [{}], {"": ""}, [[["x"]]]),
)


def spoiled(value: Any, rng: Random) -> Any:
    """A copy of something in JSON in which one thing is another, missing or there twice."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        match rng.randrange(8):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return value | {rng.choice(["x", "kind", "key", "value", "", "new", "undo"]): rng.choice(JUNK)}
            case _:
                return value | {key: spoiled(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        match rng.randrange(6):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], spoiled(value[at], rng), *value[at + 1 :]]
    return rng.choice(JUNK)


def scrambled(text: bytes, rng: Random) -> bytes:
    """Bytes that were damaged on their way, or made up."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        match rng.randrange(7):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[end:]
            case 2:
                text = text[:end] + text[at:]
            case 3:
                text = text[:at] + rng.randbytes(rng.randrange(1, 20)) + text[at:]
            case 4:
                text = text[:at] + rng.choice((b"{", b"[", b'"', b"\n", b"\0", b"9" * 40)) * 9 + text[at:]
            case _:
                text = text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
    return text


class Bench:
    """What is needed to try one after the other, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._library = Library(folder / "games", OURS)
        games = [evening(folder / f"{game.name}.game", game, steps=8) for game in OURS]
        self._bodies = [bodies_of(path) for path in games]
        self._headless: Headless | None = None
        self._turns = 0
        self.seen: Counter[str] = Counter()
        self.kinds: tuple[Callable[[Random], None], ...] = (self.imported, self.record, self.settings, self.line)

    def _noted(self, kind: str, action: Callable[[], object]) -> None:
        try:
            action()
        except CompanionError as error:
            self.seen[f"{kind}: {error.code if str(error) else 'SILENT'}"] += 1
        else:
            self.seen[f"{kind}: taken"] += 1

    def imported(self, rng: Random) -> None:
        bodies = rng.choice(self._bodies)
        file = self._folder / f"x{SUFFIX}"
        file.write_bytes(scrambled(lines_of(bodies), rng))
        self._noted("import", lambda: self._library.take_in(file, partly=rng.random() < 0.3))
        for path in self._library.folder.iterdir():
            path.unlink()

    def record(self, rng: Random) -> None:
        records = [json.loads(body) for body in rng.choice(self._bodies)]
        at = rng.randrange(len(records))
        said = said_by(json.dumps(spoiled(records[at], rng)).encode())
        if said is None:
            self.seen["record: damage"] += 1
            return
        records[at] = said

        def go_on() -> None:
            session = open_session(OURS, records, None)
            assert session.view.title
            assert len(session.history) == len(session.timeline.entries)
            play(session, rng, 1)

        self._noted("record", go_on)

    def settings(self, rng: Random) -> None:
        plain = {"theme": "light", "text": "XL", "far_side": ["GC"], "wiring": {"buttons": {"roll": 17}}, "mine": [1]}
        text = json.dumps(spoiled(plain, rng)).encode()
        path, earlier = self._folder / "settings.toml", self._folder / "settings.json"
        path.unlink(missing_ok=True)
        earlier.unlink(missing_ok=True)
        file = rng.choice((path, earlier))
        if file == path:
            text = b"# mine\ntheme = 'light'\nfar_side = ['GC']  # there\nmine = [1]\n[wiring.buttons]\nroll = 17\n"
        file.write_bytes(scrambled(text, rng) if rng.random() < 0.5 else text)
        before = file.read_bytes()
        settings = Settings.load(path)
        assert isinstance(mistakes(path), str)
        settings.theme = "candle"
        try:
            settings.save(path)
        except StorageError:
            self.seen["settings: shelf"] += 1
            assert file.read_bytes() == before
        else:
            self.seen["settings: taken"] += 1
            assert file == path or file.read_bytes() == before
            assert Settings.load(path).theme == "candle"

    def line(self, rng: Random) -> None:
        if self._headless is None or self._turns > 300:
            self._headless, self._turns = Headless(OURS), 0
            game = rng.choice(OURS)
            assert self._headless.reply(json.dumps({"new": {"game": game.name}}).encode())["ok"]
        self._turns += 1
        prompts = self._headless.reply(b'{"help": "x"}')["prompts"] or [{"ticket": 1}]
        prompt = rng.choice(prompts)
        ids = [option.get("id") for option in prompt.get("options", [])] or ["x"]
        value = rng.choice(([rng.choice(ids)], rng.randrange(9), True, {"kill": 1}))
        command: dict[str, Any] = rng.choice(
            (
                {"answer": value, "ticket": prompt["ticket"]},
                {"answer": [rng.choice(ids)], "ticket": prompt["ticket"], "source": "tower", "original": [1, 2]},
                {"roll": prompt["ticket"]},
                {"correct": {"GC.power": rng.randrange(40), "CC.doom": 3}},
                {"interject": rng.choice(("signs", "first", "x"))},
                {"undo": rng.randrange(4), "past_dice": True},
                {"undo_to": rng.randrange(4)},
                {"redo": 1},
                {"state": True},
                {"history": True},
                {"new": {"game": rng.choice(OURS).name, "factions": ["GC", "CC"], "options": {}}},
            )
        )
        if rng.random() < 0.6:
            command = spoiled(command, rng)
        text = json.dumps(command).encode("utf-8", "surrogatepass")
        # Names of files are left out: what is made up could be one outside of the folder.
        text = scrambled(text, rng) if rng.random() < 0.3 else text
        if b"file" in text or b"export" in text or b"import" in text or b"report" in text or b"open" in text:
            return
        reply = self._headless.reply(text)
        json.dumps(reply)
        assert reply["ok"] or reply["error"]["code"] != "internal", text
        self.seen[f"line: {'taken' if reply['ok'] else reply['error']['code']}"] += 1


def fuzz(folder: Path, number: int, seed: int) -> tuple[Counter[str], float]:
    """Try so many; return what came of them, and how long the slowest one took."""
    bench, slowest = Bench(folder), 0.0
    for turn in range(number):
        chance = Random(f"{seed}/{turn}")
        kind = bench.kinds[turn % len(bench.kinds)]
        begun = time.process_time()
        try:
            kind(chance)
        except BaseException as error:
            error.add_note(f"turn {turn} of seed {seed}")
            raise
        slowest = max(slowest, time.process_time() - begun)
    return bench.seen, slowest


def test_a_sample_of_all_kinds(folder: Path) -> None:
    seen, __ = fuzz(folder, 600, 1)
    for kind in ("import", "record", "settings", "line"):
        assert [name for name in seen if name.startswith(f"{kind}:") and not name.endswith(": taken")]
        assert seen[f"{kind}: taken"]
        assert not seen[f"{kind}: SILENT"]


def main() -> int:
    """Try as many as the command line says."""
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    # A thing that asks for more memory than this ends here.
    resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, 4 * 2**30))
    with in_memory() as folder:
        os.chdir(folder)
        seen, slowest = fuzz(folder, number, seed)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{number} tried, the slowest {slowest:.2f} s, {memory} MB\n")
    sys.stdout.writelines(f"{count:8} {what}\n" for what, count in sorted(seen.items()))
    return 0 if not any("SILENT" in what for what in seen) and slowest <= LONGEST else 1


if __name__ == "__main__":
    raise SystemExit(main())
