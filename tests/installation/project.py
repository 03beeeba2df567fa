"""Somebody's clone of a project, and the project, whose set-up is a program of some lines."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Final

from companion.installation.copies import BACKUPS

SET_UP: Final = """\
import pathlib, sys
pathlib.Path("set-up").write_text("VERSION")
print("installing VERSION", flush=True)
if "WORKS" == "False":
    sys.exit("The network cannot be reached from here.")
python = pathlib.Path(".venv/bin/python")
python.parent.mkdir(parents=True, exist_ok=True)
fails = "echo 'ImportError: no module named dice' >&2; exit 1" if "STARTS" == "False" else ""
python.write_text("#!/bin/sh\\n" + fails + "\\necho '" + '''REFUSED''' + "'\\n")
python.chmod(0o755)
"""
"""Makes an environment whose Python answers to the trial only."""


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Project:
    """Somebody's clone of a project, and the project."""

    def __init__(self, folder: Path) -> None:
        self.origin, self.here, self.data = folder / "origin", folder / "Spiele für uns", folder / "data"
        self.origin.mkdir(parents=True)
        git(self.origin, "init", "-q")
        self.publish("one")
        git(folder, "clone", "-q", str(self.origin), str(self.here))
        (self.data / "games").mkdir(parents=True)
        (self.data / "games" / "evening.game").write_text("ours")

    def publish(self, version: str, *, works: bool = True, starts: bool = True, refuses: tuple[str, ...] = ()) -> str:
        """Publish a new version, and return its id.

        Args:
            version: its name.
            works: whether it can be set up.
            starts: whether its modules can be imported.
            refuses: names of games that it cannot open.
        """
        (self.origin / "companion").mkdir(exist_ok=True)
        (self.origin / "companion" / "__init__.py").write_text("")
        code, refused = SET_UP, json.dumps(dict.fromkeys(refuses, "it is too old"))
        for name, value in (("VERSION", version), ("WORKS", works), ("STARTS", starts), ("REFUSED", refused)):
            code = code.replace(name, str(value))
        place = self.origin / "companion" / "bootstrap.py"
        # What Python compiled from a file of the same second and size it would take for this one's.
        place.write_text(code.ljust(place.stat().st_size + 1) if place.exists() else code)
        git(self.origin, "add", "-A")
        git(self.origin, "commit", "-q", "-m", f"version {version}")
        return git(self.origin, "rev-parse", "HEAD")

    @property
    def set_up(self) -> str:
        """Which version was set up last in the clone."""
        return (self.here / "set-up").read_text()

    def copies(self) -> list[Path]:
        return sorted((self.data / BACKUPS).glob("*.zip"))
