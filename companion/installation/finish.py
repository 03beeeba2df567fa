"""Brings an update of a clone to its end, or takes it back. A copy of it runs alone, with Python's own library only.

    python3 CLONE/.git/companion/finish.py

Everything was fetched, set up and tried before; what is left is to move the clone's files and its link `.venv`. A cut
may leave files of both versions, with which nothing of the companion might start. So a copy of this lies in git's
folder for as long as there is something to finish, and whatever starts the companion runs it first.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

STATE: Final = "update.json"
RESERVE: Final = "reserve"
"""The file that reserves the room which the new files need: a full disk is found before anything is changed."""

BEFORE: Final = "before.json"
REF: Final = "refs/companion/before"
"""The name in git of the version that was here before the last update."""

FINISHING: Final = "COMPANION_FINISHING"
"""The variable that tells the set-up that `finish` has started it, so that it does not start `finish` itself."""


def main(folder: Path) -> int:
    """Finish what is described in a folder; return 0 if the newer version is in place, or nothing was to be done."""
    try:
        state = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
    try:
        return finish(folder, state)
    except OSError as error:
        return back(folder, state, f"The newer version could not be put in its place ({error}).")


def finish(folder: Path, state: dict[str, Any]) -> int:
    """Finish an update, or go on where that was cut off; result as for `main`. Raises `OSError`."""
    root = Path(state["root"])
    again = state["began"]
    if again:
        # Of the git that was cut with us: before, there was none.
        unlock(root)
    elif git(root, "status", "--porcelain", "--untracked-files=no") != "":
        return leave(folder, "Files of the program were changed here; the update was dropped.")
    elif git(root, "rev-parse", "HEAD") != state["from"]:
        return leave(folder, "Another version was fetched here meanwhile; the update was dropped.")
    (folder / RESERVE).unlink(missing_ok=True)
    write(folder / STATE, {**state, "began": True})
    # A file whose date alone is another one is no change, but git takes it for one until it has looked.
    git(root, "update-index", "-q", "--refresh")
    # What is in the way of a new file is kept, and the update refused.
    if git(root, "reset", "--quiet", "--hard" if again else "--keep", state["to"]) is None:
        return back(folder, state, "The files of the newer version could not be put in their place.")
    link(root, folder, state, state["environment"])
    os.sync()
    if subprocess.run(
        [state["python"], "-m", "companion.bootstrap", "run", "--version"],
        cwd=root,
        env=os.environ | {FINISHING: "1"},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode:
        return back(folder, state, "The newer version could not be set up in its place.")
    if git(root, "update-ref", REF, state["before"]) is None:
        return back(folder, state, "git refused to note which version was here before.")
    write(folder / BEFORE, {"environment": state["environment_before"]})
    (folder / STATE).unlink()
    tidy(folder, state)
    (folder / "finish.py").unlink(missing_ok=True)
    return 0


def back(folder: Path, state: dict[str, Any], why: str) -> int:
    """Restore the files and the environment of the version before."""
    root = Path(state["root"])
    unlock(root)
    if git(root, "reset", "--quiet", "--hard", state["from"]) is None:
        sys.stderr.write(f"{why} The files of before cannot be put back either: make room, and start again.\n")
        return 1
    if state["environment_before"]:
        link(root, folder, state, state["environment_before"])
    os.sync()
    return leave(folder, f"{why} The version of before is in its place again.")


def unlock(root: Path) -> None:
    """Remove the locks that a git of this left."""
    for name in ("*.lock", "refs/**/*.lock"):
        for lock in list((root / ".git").glob(name)):
            lock.unlink(missing_ok=True)


def leave(folder: Path, why: str) -> int:
    """Give up an update for a reason: print it, and remove the description of what was to be finished."""
    for name in (STATE, RESERVE):
        (folder / name).unlink(missing_ok=True)
    sys.stderr.write(f"{why}\n")
    return 1


def link(root: Path, folder: Path, state: dict[str, Any], environment: str) -> None:
    """Make `.venv` a link to an environment; if it is a folder, that is moved to the others first."""
    venv, fresh = root / ".venv", root / ".git" / "companion" / "venv.new"
    if not (Path(environment) / "bin" / "python").exists() or not environment:
        # The set-up makes one.
        return
    if venv.is_dir() and not venv.is_symlink():
        # Its own programs begin with the name `.venv`, which leads to it again after going back.
        kept = Path(state["environment_before"])
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(kept, ignore_errors=True)
        venv.rename(kept)
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(environment)
    fresh.replace(venv)
    for changed in (root, folder):
        sync(changed)


def tidy(folder: Path, state: dict[str, Any]) -> None:
    """Remove the environments of neither version."""
    kept = {Path(state[name]).parent for name in ("environment", "environment_before") if state[name]}
    for path in (folder / "versions").glob("*"):
        if path not in kept:
            shutil.rmtree(path, ignore_errors=True)


def git(root: Path, *arguments: str) -> str | None:
    """Run git in the clone; return what it prints, or None if it did not work."""
    done = subprocess.run(
        ["git", "--no-optional-locks", *arguments],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return None if done.returncode else done.stdout.strip()


def write(path: Path, what: dict[str, Any]) -> None:
    """Write a file as a whole: the old one or the new one is there, whatever happens to the power."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(what, file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync(path.parent)


def sync(folder: Path) -> None:
    """Sync a folder, so that the names in it survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent))
