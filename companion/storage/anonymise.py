"""Takes out of a bug report what people have called things: themselves, files, folders, sticks, the computer.

Of lines written by programs only forms that are known to hold no name are kept; of sentences, all words that are no
name here.
"""

from __future__ import annotations

import os
import pwd
import re
import socket
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.storage import evenings
from companion.storage.marked_log import CLOSES, OPENS
from companion.storage.settings import CHOICES, FILE, Settings
from companion.storage.settings_file import LONGEST
from companion.storage.usb_backup import sticks
from companion.table.file_names import plain
from companion.table.ordinary_file import read_file

GONE: Final = "…"

_HEAD: Final = re.compile(r"(\d{4}-\d\d-\d\d [\d:,]+ [A-Z]+ \[[\w.]+\] )(.*)")
_FRAME: Final = re.compile(r'(\s+(?:[|+] *)?)File "(.*)", line \d+,? in (.+)')
_ERROR: Final = re.compile(r"([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Group))(?::.*)?")
_SAID_BY_PYTHON: Final = re.compile(
    r"\s*(?:[|+] *)?(?:Traceback \(most recent call last\):"
    r"|(?:The above exception was the direct cause of|During handling of the above exception, another exception).*"
    r"|Fatal Python error: [A-Za-z ]+|(?:Current thread|Thread) 0x[0-9a-f]+ .*\(most recent call first\):)"
)
_THREAD_NAME: Final = re.compile(r" \[.*\]")
_PARTS: Final = ("companion", "firmware_bridge", "layouts")
_ROOT: Final = Path(__file__).resolve().parents[2]
_COMMON: Final = frozenset(
    (
        *(
            "/",
            "home",
            "root",
            "media",
            "mnt",
            "run",
            "tmp",
            "usr",
            "opt",
            "var",
            "lib",
            "user",
            "users",
            "share",
            ".local",
        ),
        *(
            "data",
            "games",
            "imports",
            "exports",
            "own",
            "backups",
            "copies",
            "maps",
            "factions",
            "kivy",
            "rolls",
            "rolls.db",
            "evenings",
            "evenings.json",
        ),
        *("companion", "table-companion", "companion.log", "crash.log", "settings", "settings.toml", "settings.json"),
    )
)
"""Names that are the same on most machines and tell of nobody."""

_IN_A_WORD: Final = re.compile(r"\w")

_MOST_FILES: Final = 20_000


class Replacer:
    """Replaces names in a text where they are whole words; where two begin alike, the longer one is replaced.

    However many names there are, each word of a text is looked up once for each length that a name has.

    Args:
        others: what stands in the place of each name.
    """

    def __init__(self, others: Mapping[str, str]) -> None:
        self._others = {name: other for name, other in others.items() if name}
        lengths: dict[str, set[int]] = {}
        for name in self._others:
            lengths.setdefault(name[0], set()).add(len(name))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}
        firsts = "".join(map(re.escape, self._lengths))
        self._starts = re.compile(rf"(?<!\w)[{firsts}]" if firsts else r"(?!)")

    @property
    def lengths(self) -> int:
        """How many lengths the names have that begin alike."""
        return max(map(len, self._lengths.values()), default=0)

    def __call__(self, text: str) -> str:
        """Return a text without the names."""
        parts: list[str] = []
        end = 0
        for start in self._starts.finditer(text):
            at = start.start()
            if at < end:
                continue
            for length in self._lengths[start[0]]:
                other = self._others.get(text[at : at + length])
                if other is not None and not _IN_A_WORD.match(text, at + length):
                    parts += (text[end:at], other)
                    end = at + length
                    break
        return "".join((*parts, text[end:]))


def without_names(texts: Mapping[str, str], data: Path, more: Iterable[str] = ()) -> dict[str, str]:
    """Return the files of a bug report without names.

    Args:
        texts: what the log, the settings and the doctor say, by the names of the files.
        data: the folder of the games.
        more: further names.
    """
    hidden = Replacer(dict.fromkeys({*names_here(data), *more}, GONE))
    ways: dict[str, Callable[[str], str]] = {FILE: _settings, "companion.log": _log, "crash.log": _log}

    def sentences(text: str) -> str:
        # The doctor quotes the log and what is wrong in the settings.
        return hidden(re.sub(rf"(the last one: |{re.escape(FILE)}: ).*", rf"\1{GONE}", text))

    return {name: ways.get(name, sentences)(text) for name, text in texts.items()}


def names_here(data: Path) -> set[str]:
    """Return the names that people have given on this machine, as far as the companion can meet them."""
    paths: list[Path] = [data, *_of(data.resolve), *_of(Path.cwd), *_of(Path.home), *sticks("auto")]
    names = {part for path in paths for part in (str(path), *path.parts)}
    for number, (folder, folders, files) in enumerate(os.walk(data)):
        for name in (*folders, *files):
            names |= {name, Path(name).stem, name.split(".")[0], plain(Path(folder, name))}
        if number > _MOST_FILES:
            break
    names |= {socket.gethostname(), socket.gethostname().split(".")[0], os.environ.get("USER", "")}
    try:
        me = pwd.getpwuid(os.geteuid())
        names |= {me.pw_name, *me.pw_gecos.split(",")}
    except KeyError:
        pass  # a user of whom the machine knows no name
    known = evenings.read(data / evenings.FILE) or evenings.Evenings()
    names |= {*evenings.names_of(known.evenings), *(one.name for one in known.profiles)}
    try:
        settings = tomllib.loads(read_file(data / FILE, LONGEST).decode())
    except (OSError, ValueError):
        settings = {}
    for text in _texts(settings):
        names |= {text, *Path(text).parts, Path(text).stem}
    return {name for name in names if name and name not in _COMMON}


def _of(path: Callable[[], Path]) -> list[Path]:
    try:
        return [path()]
    except (OSError, RuntimeError):
        return []  # a working folder that is gone, a user without a home


def _texts(value: Any) -> Iterator[str]:
    """Yield what people may have written in settings."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if isinstance(part, str) and not (key in CHOICES and part in CHOICES[key]):
            yield part
        yield from _texts(part)


def _settings(text: str) -> str:
    """Return the settings with a fixed set of values; of each other one only that it was made."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return f"# {GONE}\n"
    said = [
        f'{name} = "{value if str(value) in CHOICES[name] else GONE}"' if name in CHOICES else f"{name} = {GONE}"
        for name, value in values.items()
        if name in Settings.__struct_fields__
    ]
    return "\n".join(said) + "\n"


def _log(text: str) -> str:
    """Return the program's own words in a log; what a line was given to say is marked in it, and left out."""
    return "".join(f"{line}\n" for one in text.splitlines() if (line := _log_line(one)) is not None)


def _log_line(line: str) -> str | None:
    if head := _HEAD.fullmatch(line):
        said = re.sub(rf"{OPENS}[^{CLOSES}]*{CLOSES}", GONE, head[2])
        # A message longer than its line, or one that was cut off.
        return head[1] + said.partition(OPENS)[0]
    if frame := _FRAME.fullmatch(line):
        where = _ours(frame[2])
        shown = line.replace(frame[2], where, 1)
        return shown if where != GONE else shown.removesuffix(frame[3]) + GONE
    if _SAID_BY_PYTHON.fullmatch(line):
        return _THREAD_NAME.sub("", line)
    if error := _ERROR.fullmatch(line):
        return f"{error[1]}: {GONE}"
    return None


def _ours(path: str) -> str:
    """Return the path of a source within the program or a library, without the folder in which people have put it."""
    if path.startswith(f"{_ROOT}/"):
        inner = path[len(str(_ROOT)) + 1 :]
        if inner.split("/")[0] in _PARTS:
            return inner
    library = re.search(r"/(?:site-packages|dist-packages|python3\.\d+)/([\w./-]+)$", path)
    return library[1] if library else path if path.startswith("<frozen") else GONE
