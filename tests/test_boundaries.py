"""The arrows between the parts of the house, held by reading every source file."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final = ("companion", "firmware_bridge", "layouts")
SOURCES: Final = sorted(
    path.relative_to(ROOT) for part in PARTS for kind in ("*.py", "*.kv") for path in (ROOT / part).rglob(kind)
)
PYTHON: Final = [path for path in SOURCES if path.suffix == ".py"]
TEXTS: Final = sorted(
    path.relative_to(ROOT)
    for part in PARTS
    for path in (ROOT / part).rglob("*")
    if path.suffix in {".py", ".kv", ".json", ".md", ".c", ".h", ".txt"}
    and not path.is_relative_to(ROOT / "companion" / "games")
)
GAME_WORDS: Final = frozenset(
    word
    for folder in (ROOT / "companion" / "games").iterdir()
    if folder.is_dir() and (folder / "__init__.py").exists()
    for word in folder.name.split("_")
    # "wars" and "encounters" are plain English, not a name.
    if word not in {"wars", "encounters"}
)

NO_CHANCE_OR_CLOCK: Final = frozenset({"random", "secrets", "time", "datetime", "threading"})
# A dataclass takes forty times as long to come into being as a struct of msgspec, and its objects ten times: there are
# hundreds of the ones at a start and of the others with every answer.
SLOW: Final = frozenset({"dataclasses"})
# They load OpenSSL, which takes 3.7 MiB and is needed for nothing that is done here.
CIPHERS: Final = frozenset({"hashlib", "hmac", "secrets", "ssl"})
FORBIDDEN: Final[dict[str, frozenset[str]]] = {
    "companion/": frozenset({"kivy", "companion.app"}) | CIPHERS,
    "companion/table/": NO_CHANCE_OR_CLOCK
    | SLOW
    | {"sqlite3", "serial", "firmware_bridge", "companion.games", "companion.storage", "layouts"},
    "companion/games/": NO_CHANCE_OR_CLOCK
    | SLOW
    | {"os", "sqlite3", "serial", "firmware_bridge", "companion.storage", "layouts"},
    "companion/storage/": frozenset({"companion.games", "firmware_bridge", "layouts"}),
    "companion/screens/": frozenset({"companion.games", "companion.storage", "firmware_bridge"}),
    # It is run by itself, and a stranger may get into it.
    "companion/screens/server.py": frozenset({"companion", "layouts", "msgspec"}),
    "firmware_bridge/": frozenset({"companion", "kivy", "layouts"}) | CIPHERS,
    "layouts/": frozenset({"companion", "kivy", "firmware_bridge"}),
}
"""A file may import nothing that stands at any of the folders it lies in."""

ALLOWED: Final[dict[str, frozenset[str]]] = {
    "companion/app/*": frozenset({"kivy", "companion.app"}),
    "companion/cli.py": frozenset({"companion.app"}),
    # Where Python brings none of its own; and what sets up the companion, which no evening waits for.
    "companion/table/digest.py": frozenset({"hashlib"}),
    # A report is a page in the look of the app: its colours and drawings.
    "companion/storage/html_*.py": frozenset({"layouts"}),
    "companion/bootstrap.py": frozenset({"hashlib"}),
    "companion/setting_up/backend.py": frozenset({"hashlib"}),
    "companion/table/journal.py": frozenset({"sqlite3"}),
    "companion/table/game_file.py": frozenset({"sqlite3"}),
    "companion/table/sqlite_file.py": frozenset({"sqlite3"}),
    # Game.prepare adds a game's chance up front, before the script starts; replays never draw again.
    "companion/games/*/game.py": frozenset({"random"}),
    # What the rules of the .kv files watch is a thing of Kivy, as they are.
    "layouts/theme.py": frozenset({"kivy"}),
    # Who draws letters is asked how large they are: all else of it is reckoned.
    "layouts/typeset.py": frozenset({"kivy"}),
    "layouts/*.kv": frozenset({"kivy"}),
}


LATE: Final = (
    "companion/cli.py",
    "companion/app/start/application.py",
    "companion/app/table/page.py",
    "companion/storage/background_jobs.py",
    "companion/headless/interface.py",
)
"""Files that import parts of our own inside functions: commands by design, the app, whose first picture waits for none
of them, the table, which waits for no page that is opened from it, the background jobs, which seldom write, and the
headless interface, which often needs no file."""


def imported(source: str, path: Path) -> Iterator[str]:
    """Every module that a source names in an import, wherever in the file; relative ones spelled out."""
    if path.suffix == ".kv":
        yield from re.findall(r"^\s*#:\s*import\s+\S+\s+(\S+)", source, re.MULTILINE)
        return
    yield from imported_by(ast.parse(source), path)


def imported_by(tree: ast.AST, path: Path) -> Iterator[str]:
    """Every module that a part of a Python source names in an import."""
    package = path.parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *([node.module] if node.module else [])))
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"__import__", "importlib.import_module"}:
            yield from (
                argument.value
                for argument in node.args[:1]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )


def within(module: str, whole: str) -> bool:
    return module == whole or module.startswith(whole + ".")


def crossings(source: str, path: Path) -> set[str]:
    """What this file imports against the arrows."""
    place = path.as_posix()
    forbidden = {name for folder, names in FORBIDDEN.items() if place.startswith(folder) for name in names}
    forbidden -= {name for pattern, names in ALLOWED.items() if fnmatch(place, pattern) for name in names}
    modules = set(imported(source, path))
    return {name for name in forbidden for module in modules if within(module, name)}


def other_games(source: str, path: Path) -> set[str]:
    """Games that a game's file imports beside its own."""
    if len(path.parts) < 4 or path.parts[:2] != ("companion", "games"):
        return set()
    return {
        module
        for module in imported(source, path)
        # What all of them say before their rules are loaded is no game.
        if within(module, "companion.games")
        and module.count(".") >= 2
        and module.split(".")[2] not in {path.parts[2], "menu"}
    }


def late_imports(source: str, path: Path) -> list[str]:
    """What is imported of our own inside functions, except in `main`."""
    functions = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name != "main"
    )
    return [module for function in functions for module in imported_by(function, path) if module.split(".")[0] in PARTS]


def swapped(source: str) -> list[str]:
    """Functions that take the key of a question after the person it is put to: both are words, no type tells them
    apart, so that one order holds everywhere."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args]
            people = [name for name in names if name in ("who", "owner", "me", "player", "code", "side")]
            if "key" in names and people and names.index(people[0]) < names.index("key"):
                found.append(node.name)
    return found


def battles_out_of_order(source: str) -> list[str]:
    """Functions of a battle that do not take the state first and the battle next, as hooks of factions and cards do."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            names = [argument.arg.lstrip("_") for argument in node.args.args]
            of_battle = [
                a.arg.lstrip("_") for a in node.args.args if a.annotation and ast.unparse(a.annotation) == "Battle"
            ]
            if "state" in names and of_battle and names[:2] != ["state", of_battle[0]]:
                found.append(node.name if isinstance(node, ast.FunctionDef) else "lambda")
    return found


def game_names(text: str, words: frozenset[str]) -> set[str]:
    """Which of these words occur in a text, also inside longer words."""
    return set(re.findall("|".join(map(re.escape, sorted(words))), text.lower()))


def folder_of(path: Path) -> str:
    """Return the innermost folder of `FORBIDDEN` that a file lies in."""
    return max((folder for folder in FORBIDDEN if path.as_posix().startswith(folder)), key=len)


def read(path: Path) -> str:
    """Return the text of a file of this checkout."""
    return (ROOT / path).read_text(encoding="utf-8")


def assert_none(found: Iterable[str]) -> None:
    """Fail with all that was found, a line each."""
    lines = list(found)
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_imports_follow_the_arrows(folder: str) -> None:
    paths = [path for path in SOURCES if folder_of(path) == folder]
    assert paths
    assert_none([f"{path} -> {name}" for path in paths for name in sorted(crossings(read(path), path))])


def test_no_game_imports_another() -> None:
    assert_none([f"{path} -> {name}" for path in SOURCES for name in sorted(other_games(read(path), path))])


def test_no_game_is_named_outside_its_folder() -> None:
    assert_none([f"{path}: {word}" for path in TEXTS for word in sorted(game_names(read(path), GAME_WORDS))])


def test_imports_stand_at_the_top() -> None:
    paths = [path for path in PYTHON if not any(fnmatch(path.as_posix(), pattern) for pattern in LATE)]
    assert_none([f"{path} -> {name}" for path in paths for name in late_imports(read(path), path)])


def test_a_question_has_its_key_before_the_person_it_is_put_to() -> None:
    paths = [path for path in PYTHON if path.parts[0] == "companion"]
    assert_none([f"{path}: {name}" for path in paths for name in swapped(read(path))])


def test_a_person_before_the_key_is_seen() -> None:
    assert swapped("def pick(state, who, key): ...\ndef yes(state, key, who): ...") == ["pick"]


def test_functions_of_a_battle_take_the_state_and_then_the_battle() -> None:
    paths = [path for path in PYTHON if path.parts[:2] == ("companion", "games")]
    assert_none([f"{path}: {name}" for path in paths for name in battles_out_of_order(read(path))])


def test_a_battle_before_the_state_is_seen() -> None:
    good = "def lose(_state, battle: Battle, me): ..."
    source = f"def roll(battle: Battle, state): ...\n{good}\ndef who(state, me, fight: Battle): ..."
    assert battles_out_of_order(source) == ["roll", "who"]


def test_an_import_inside_a_function_is_seen() -> None:
    source = "import os\ndef {}():\n    import json\n    from ..table import errors"
    place = Path("companion/storage/x.py")
    assert late_imports(source.format("f"), place) == ["companion.table", "companion.table.errors"]
    assert late_imports(source.format("main"), place) == []


def test_every_part_is_looked_at() -> None:
    looked_at = {path.as_posix() for path in SOURCES}
    seen = {"companion/bootstrap.py", "companion/table/session.py", "firmware_bridge/wire.py", "layouts/widgets.kv"}
    assert seen <= looked_at
    assert "cthulhu" in GAME_WORDS


def test_the_bootstrap_needs_nothing_but_python() -> None:
    paths = [
        path
        for path in SOURCES
        if path.match("companion/bootstrap.py")
        or (path.match("companion/setting_up/*.py") and path.name != "backend.py")
    ]
    assert len(paths) > 1
    arrows = {(path, module) for path in paths for module in imported(read(path), path)}
    assert_none(
        f"{path} -> {module}"
        for path, module in sorted(arrows)
        if not within(module, "companion.setting_up") and module.split(".")[0] not in sys.stdlib_module_names
    )


def test_the_package_itself_imports_nothing_of_ours() -> None:
    path = Path("companion/__init__.py")
    names = {module.split(".")[0] for module in imported(read(path), path)}
    assert names == {"sys", "pathlib"}


@pytest.mark.parametrize(
    ("place", "source", "found"),
    [
        ("companion/table/x.py", "import random", {"random"}),
        ("companion/table/x.py", "def f():\n    from time import sleep", {"time"}),
        ("companion/table/x.py", "import sqlite3", {"sqlite3"}),
        ("companion/games/a/x.py", "from dataclasses import dataclass", {"dataclasses"}),
        ("companion/table/journal.py", "import sqlite3", set()),
        ("companion/table/journal.py", "import kivy.clock", {"kivy"}),
        ("companion/table/x.py", "from companion.games import GAMES", {"companion.games"}),
        ("companion/table/x.py", "from ..games import GAMES", {"companion.games"}),
        ("companion/table/x.py", "from companion import games", {"companion.games"}),
        ("companion/table/x.py", "from companion.storage.game_library import Library", {"companion.storage"}),
        ("companion/storage/x.py", "from companion.app import widgets", {"companion.app"}),
        ("companion/storage/x.py", "from kivy.clock import Clock", {"kivy"}),
        ("companion/storage/x.py", "from companion.table.journal import SqliteJournal", set()),
        ("companion/games/a/x.py", "import os.path", {"os"}),
        ("companion/games/a/x.py", "from ...app import widgets", {"companion.app"}),
        ("companion/games/a/x.py", "import ostrich", set()),
        ("companion/games/a/x.py", "from random import choice", {"random"}),
        ("companion/games/a/game.py", "from random import choice", set()),
        ("companion/games/a/game.py", "from secrets import choice", {"secrets"}),
        ("firmware_bridge/x.py", "import hashlib", {"hashlib"}),
        (
            "companion/headless/x.py",
            "import importlib\nimportlib.import_module('companion.app.start.main')",
            {"companion.app"},
        ),
        ("companion/cli.py", "from companion.app import main", set()),
        ("companion/cli.py", "import kivy", {"kivy"}),
        ("companion/app/widgets/base/x.py", "import kivy, firmware_bridge, companion.app.widgets.pages.page", set()),
        ("firmware_bridge/x.py", "from companion.table.prompts import Roll", {"companion"}),
        ("firmware_bridge/x.py", "from .wire import decode", set()),
        ("layouts/__init__.py", "import companion", {"companion"}),
        ("layouts/__init__.py", "import kivy", {"kivy"}),
        ("layouts/theme.py", "from kivy.event import EventDispatcher", set()),
        ("layouts/theme.py", "from companion.table.view import View", {"companion"}),
        ("layouts/x.kv", "#:import look companion.app.widgets.look\n<X>:", {"companion"}),
        ("layouts/x.kv", "#:import look layouts.theme.look\n#:import hex kivy.utils.get_color_from_hex", set()),
    ],
)
def test_a_crossing_is_seen(place: str, source: str, found: set[str]) -> None:
    assert crossings(source, Path(place)) == found


def test_a_game_in_another_game_is_seen() -> None:
    source = "from companion.games.b.state import B\nfrom companion.games.a.state import A"
    assert "companion.games.b.state" in other_games(source, Path("companion/games/a/x.py"))
    assert not other_games("from .state import A", Path("companion/games/a/x.py"))


def test_a_game_named_in_passing_is_seen() -> None:
    assert game_names('TITLE = "GreatCTHULHU_wars"', frozenset({"cthulhu", "messina"})) == {"cthulhu"}
