"""Runs the tests of engine and bridge on every promised Python of this machine, and with the oldest allowed packages.

    .venv/bin/python -m tests.instruments.other_pythons

Each gets an environment of its own in `build/pythons`, from the locks in `companion/locks`. A promised Python that is
not on this machine is named and left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final

from companion import bootstrap
from companion.setting_up.attended import say

TESTS: Final = ("tests/table", "tests/bridge")
FOLDER: Final = bootstrap.ROOT / "build" / "pythons"


def main() -> int:
    """Return 0 if all of them passed. They run beside each other: each waits for its packages, its emulators and its
    disk on its own."""
    named = list(environments())
    for name, python, _ in named:
        say(f"== {name}" + ("" if python else " is not on this machine: left out"))
    there = [(name, python, lock) for name, python, lock in named if python]
    with ThreadPoolExecutor(max(1, len(there))) as beside:
        running = {beside.submit(passes, *each): each[0] for each in there}
        failed = sorted(running[done] for done in as_completed(running) if not done.result())
    if failed:
        say(f"Failed: {', '.join(failed)}")
    return 1 if failed else 0


def environments() -> Iterator[tuple[str, Path | None, str]]:
    """A name, the Python and the lock of each environment; the README's own test command has seen this Python."""
    (major, oldest), (_, newest) = bootstrap.OLDEST, bootstrap.NEWEST
    yield f"{major}.{oldest}-lowest", find((major, oldest)), "lowest"
    for minor in range(oldest, newest + 1):
        if (major, minor) != sys.version_info[:2]:
            yield f"{major}.{minor}", find((major, minor)), "test"


def find(version: tuple[int, int]) -> Path | None:
    """Return a Python of this version that really starts; a version manager's stand-in may not."""
    name = f"python{version[0]}.{version[1]}"
    there = [sys.executable] if sys.version_info[:2] == version else []
    there += [str(path) for path in Path.home().glob(f".pyenv/versions/{version[0]}.{version[1]}.*/bin/{name}")]
    if found := shutil.which(name):
        there.append(found)
    return next((Path(python) for python in there if bootstrap.works(Path(python), "-c", "import venv")), None)


def passes(name: str, python: Path, lock: str) -> bool:
    """Make the environment anew, run the tests in it, and say what came of them."""
    folder = FOLDER / name
    if subprocess.run([python, "-m", "venv", "--clear", folder], check=False).returncode:
        return False
    inside = folder / "bin" / "python"
    # Most of what is installed is never loaded here: what is, compiles itself.
    code, said = bootstrap.install_lock(inside, lock, "--no-compile")
    if code:
        say("\n".join([f"== {name}", *said]))
        return False
    # Not installed: the project is found through the path, so that its own environment stays as it is.
    environment = {**os.environ, "PYTHONPATH": str(bootstrap.ROOT), "KIVY_NO_ARGS": "1"}
    with tempfile.TemporaryDirectory() as cache:
        command = [str(inside), "-m", "pytest", "-q", "-o", f"cache_dir={cache}", *TESTS]
        tested = subprocess.run(
            command,
            cwd=bootstrap.ROOT,
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
    say(f"== {name}\n{tested.stdout}")
    return not tested.returncode


if __name__ == "__main__":
    raise SystemExit(main())
