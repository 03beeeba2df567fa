"""Tries a version of the program without a display, in its own environment, before it may take the place of another.

    VERSION/.venv/bin/python -m companion.installation.trial FOLDER

Imports every module, reads the settings in FOLDER, which is a copy of the data folder, and opens each game there.
Prints a JSON object: the games that cannot be opened, by their names, each with the reason. An exit code other than 0
means that the version is not to be used. Updaters of other versions call this, so that it stays as it is.

Factions of people's own are programs, and this may run as the user who owns the program of the companion. So none of
them is run, whatever was allowed on the screen, and a game in which one plays is neither opened nor refused.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Final

import companion
from companion.games import GAMES
from companion.storage.game_library import Library
from companion.storage.settings import FILE, Settings
from companion.table.errors import CompanionError, MissingContentError

APART: Final = frozenset({"companion.setting_up.backend"})
"""Modules that are not loaded: they need what builds packages, and no game needs them."""


def main(arguments: list[str]) -> int:
    """Try the version that this is; return 0 if it may be used."""
    data = Path(arguments[0])
    try:
        load_all()
        Settings.load(data / FILE)
        refused = unopened(data)
    except Exception as error:  # noqa: BLE001 - whatever it is, it must be told
        # Kivy, once it is loaded, keeps what else is written to the standard stream.
        assert sys.__stderr__ is not None
        traceback.print_exc(file=sys.__stderr__)
        sys.__stderr__.write(f"{type(error).__name__}: {error}\n")
        return 1
    sys.stdout.write(json.dumps(refused) + "\n")
    return 0


def load_all() -> None:
    """Import every module. Raises whatever an import raises."""
    with tempfile.TemporaryDirectory() as kivy:
        # As `companion.app.start.environment` has it, on a screen that nobody sees.
        os.environ.update(
            KIVY_HOME=kivy,
            KIVY_NO_ARGS="1",
            KIVY_NO_CONFIG="1",
            KIVY_NO_CONSOLELOG="1",
            KIVY_NO_FILELOG="1",
            KIVY_WINDOW="sdl2",
            SDL_VIDEODRIVER="offscreen",
        )
        for name in sorted(module.name for module in pkgutil.walk_packages(companion.__path__, "companion.")):
            if name not in APART and not name.endswith("__main__") and ".parts." not in name:
                load(name)


def load(name: str) -> None:
    """Import a module; one that draws may fail where no window can be made.

    Raises whatever the import raises.
    """
    try:
        importlib.import_module(name)
    except Exception:
        drawn = getattr(sys.modules.get("kivy.core.window"), "Window", False)
        if not name.startswith("companion.app.") or drawn is not None:
            raise


def unopened(data: Path) -> dict[str, str]:
    """Open each game of a data folder, and return those that refuse, by name, with the reason."""
    library = Library(data / "games", GAMES)
    refused = {}
    for path in sorted((data / "games").glob("*.game")):
        try:
            library.open(path).close()
        except MissingContentError:
            continue
        except CompanionError as error:
            refused[os.fsencode(path.name).decode(errors="replace")] = str(error)
    return refused


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
