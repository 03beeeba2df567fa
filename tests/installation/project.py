"""Somebody's clone of a project, and the project, whose set-up is a program of two lines."""

from __future__ import annotations

import subprocess
from pathlib import Path

from companion.installation.copies import BACKUPS


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

    def publish(self, version: str, *, works: bool = True) -> None:
        """A new version, that can be set up or not."""
        (self.origin / "companion").mkdir(exist_ok=True)
        (self.origin / "companion" / "__init__.py").write_text("")
        code = f"import pathlib, sys\npathlib.Path('set-up').write_text({version!r})\nsys.exit({0 if works else 1})\n"
        place = self.origin / "companion" / "bootstrap.py"
        # What Python compiled from a file of the same second and size it would take for this one's.
        place.write_text(code.ljust(place.stat().st_size + 1) if place.exists() else code)
        git(self.origin, "add", "-A")
        git(self.origin, "commit", "-q", "-m", f"version {version}")

    @property
    def set_up(self) -> str:
        """Which version was set up last."""
        return (self.here / "set-up").read_text()

    def copies(self) -> list[Path]:
        return sorted((self.data / BACKUPS).glob("*.zip"))
