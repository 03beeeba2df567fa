"""A disk that can be watched, can fail, and forgets what was not synced when the power is cut.

`disk.c` stands between an unchanged program and its files; this reads what it wrote down, and works out what may be
left at any moment. What was not synced may be lost, come in any order, or in part:

    drop     nothing of it reached the disk
    keep     all of it did, which is what a kill shows
    prefix   of each file, the first of it did
    shuffle  any sectors did
    garb     likewise, and lost sectors of new room hold garbage
    flash    likewise, and the whole block around a sector may be garbage, even what was synced before
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import pytest

MODELS: Final = ("drop", "keep", "prefix", "shuffle", "garb", "flash")
ACKS: Final = "acks"
"""The program under test writes a byte to this file for each record that it was told is safe."""

_SECTOR: Final = 512
_SOURCE: Final = Path(__file__).with_name("disk.c")


Node = tuple[int, int]


@dataclass(frozen=True)
class Call:
    """Something that was done to the disk: `w`rite, `t`runcate, `s`ync, sync of a folder (`D`), `c`reate, `r`ename,
    `d`elete."""

    kind: str
    name: str
    to: str
    node: Node
    offset: int
    data: bytes


def compiler() -> str | None:
    return shutil.which("cc")


needs_a_compiler: Final = pytest.mark.skipif(compiler() is None, reason="needs a C compiler")


def library_of(source: Path, folder: Path) -> Path:
    """Compile a library that a program loads before all others; return it."""
    library = folder / f"{source.stem}.so"
    if not library.exists():
        command = [compiler() or "cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
        subprocess.run(command, check=True)
    return library


@contextmanager
def in_memory() -> Iterator[Path]:
    """Make a folder in memory, where that can be had: what is tested is not the disk itself."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        yield Path(name)


def run(folder: Path, program: str, *arguments: str, record: Path | None = None, faults: str = "") -> str:
    """Run a Python program on a folder, and return what it prints.

    Args:
        folder: what is watched; everything else is left alone.
        program: the source.
        arguments: for it; the folder is the first one.
        record: where to write down what is done to the disk.
        faults: lines of: call, end of the file's name, error number, how many to let through, how many to refuse.
    """
    library = library_of(_SOURCE, folder.parent)
    control = folder.parent / "faults"
    control.write_text(faults)
    watched = {"LD_PRELOAD": str(library), "DISK_FOLDER": str(folder), "DISK_FAULTS": str(control)}
    if record is not None:
        watched["DISK_RECORD"] = str(record)
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder), *arguments],
        env=dict(os.environ) | watched,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def recorded(folder: Path, program: str, *arguments: str, faults: str = "") -> tuple[Path, str, list[Call]]:
    """Run a program on a new folder within this one, and write down all that it does.

    Returns:
        the new folder; what the program prints; what it did to the disk.
    """
    watched, record = folder / "watched", folder / "record"
    watched.mkdir()
    said = run(watched, program, *arguments, record=record, faults=faults)
    return watched, said, list(calls_in(record))


def calls_in(record: Path) -> Iterator[Call]:
    """Read what was written down. A number of a file is used again after it is gone: here each has one of its own."""
    born: Counter[int] = Counter()
    with record.open("rb") as file:
        while kind := file.read(1):
            one = file.read(int.from_bytes(file.read(4), "little")).decode()
            two = file.read(int.from_bytes(file.read(4), "little")).decode()
            node, offset = (int.from_bytes(file.read(8), "little") for _ in range(2))
            born[node] += kind == b"c"
            data = file.read(int.from_bytes(file.read(4), "little"))
            yield Call(kind.decode(), one, two, (node, born[node]), offset, data)


class Disk:
    """What is on the disk for good, and what is not yet."""

    def __init__(self, block: int) -> None:
        self._block = block
        self._names: dict[str, Node] = {}
        self._unnamed: list[Call] = []
        self._safe: dict[Node, bytearray] = {}
        self._loose: dict[Node, list[Call]] = {}

    def hold(self, folder: Path) -> None:
        """Begin with what lies in a folder, all of it safe."""
        for path in folder.iterdir():
            node = (path.stat().st_ino, 0)
            self._names[path.name], self._safe[node] = node, bytearray(path.read_bytes())

    def take(self, call: Call) -> None:
        """Do what the program did."""
        match call.kind:
            case "w" | "t":
                self._loose.setdefault(call.node, []).append(call)
            case "s":
                safe = self._safe.setdefault(call.node, bytearray())
                for one in self._loose.pop(call.node, []):
                    _apply(safe, one.offset, None if one.kind == "t" else one.data)
                # A file that is synced for the first time has its name for good; what became of others has not.
                born = next((c for c in self._unnamed if c.kind == "c" and c.node == call.node), None)
                if born is not None:
                    until = self._unnamed.index(born) + 1
                    for one in [c for c in self._unnamed[:until] if born.name in (c.name, c.to)]:
                        _rename(self._names, one)
                        self._unnamed.remove(one)
            case "D":
                # Only the names in this folder.
                for one in [one for one in self._unnamed if str(Path(one.name).parent) == call.name]:
                    _rename(self._names, one)
                    self._unnamed.remove(one)
            case _:
                self._unnamed.append(call)

    def cut(self, model: str, rng: Random) -> dict[str, bytes]:
        """Return the files that are found after the power was cut."""
        share = {"drop": 0, "keep": len(self._unnamed)}.get(model, rng.randint(0, len(self._unnamed)))
        names = dict(self._names)
        for call in self._unnamed[:share]:
            _rename(names, call)
        return {name: self._content(node, model, rng) for name, node in names.items()}

    def _content(self, node: Node, model: str, rng: Random) -> bytes:
        safe = self._safe.get(node, bytearray())
        loose, found = self._loose.get(node, []), bytearray(safe)
        if model in ("keep", "prefix"):
            loose = loose[: len(loose) if model == "keep" else rng.randint(0, len(loose))]
            for call in loose:
                _apply(found, call.offset, None if call.kind == "t" else call.data)
        elif model != "drop":
            for call in loose:
                if call.kind == "t":
                    if rng.random() < 0.5:
                        _apply(found, call.offset, None)
                    continue
                for at, part in _sectors(call):
                    self._sector(found, at, part, len(safe), model, rng)
        return bytes(found)

    def _sector(self, found: bytearray, at: int, part: bytes, safe: int, model: str, rng: Random) -> None:
        if rng.random() < 0.5:
            _apply(found, at, part)
        elif model == "garb" and at >= safe:
            _apply(found, at, rng.randbytes(len(part)))
        if model == "flash" and rng.random() < 0.3:
            begin = at // self._block * self._block
            end = min(begin + self._block, max(len(found), at + len(part)))
            _apply(found, begin, rng.randbytes(end - begin))


def without_syncs(calls: Sequence[Call]) -> list[Call]:
    """The same program, had it forgotten to sync."""
    return [call for call in calls if call.kind not in "sD"]


def lay(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put these files into a folder, and no others."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _sectors(call: Call) -> Iterator[tuple[int, bytes]]:
    at = call.offset
    while at < call.offset + len(call.data):
        end = (at // _SECTOR + 1) * _SECTOR
        yield at, call.data[at - call.offset : end - call.offset]
        at = end


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    """Write, or cut off if there is nothing to write."""
    if data is None:
        del content[at:]
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    if data is not None:
        content[at : at + len(data)] = data


def _rename(names: dict[str, Node], call: Call) -> None:
    if call.kind == "c":
        names[call.name] = call.node
    elif (node := names.pop(call.name, None)) is not None and call.kind == "r":
        names[call.to] = node


def cut_everywhere(
    folder: Path,
    calls: Sequence[Call],
    rng: Random,
    judge: Callable[[Path, str], Sequence[str]],
    *,
    models: Sequence[str] = MODELS,
    every: int = 1,
    block: int = 4096,
) -> dict[str, Counter[str]]:
    """Cut the power after each call, or each so many, and count what is found.

    Args:
        folder: where what is left is laid.
        calls: what was done to the disk.
        rng: what is left.
        judge: says what people find there, each broken promise in capitals; it is given all acknowledgements so far.
        models: what a cut may do.
        every: so many calls from one cut to the next.
        block: bytes that the card writes at once.
    """
    disk, acks, table = Disk(block), "", {model: Counter[str]() for model in models}
    for index, call in enumerate(calls):
        if call.name == ACKS:
            acks += call.data.decode()
            continue
        disk.take(call)
        if index % every:
            continue
        for model in models:
            lay(folder, disk.cut(model, rng))
            table[model].update(judge(folder, acks))
    return table


def broken(table: Mapping[str, Counter[str]]) -> Counter[str]:
    """Broken promises of all rows."""
    return Counter({word: n for seen in table.values() for word, n in seen.items() if word.isupper()})
