"""Makes a release and checks it: `make release`.

Builds wheel and source archive in `dist/`, and installs what was built, alone, into an environment of its own for every
promised Python of this machine; begins every game there, shows the first picture on a virtual display, and tags the
commit. Nothing is tagged if any check fails. What is checked first: nothing uncommitted, a dated entry of this version
at the top of the changelog, no such tag yet. `python -m tests.instruments.release --try` does all but that and the tag.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Final

from companion import __version__, bootstrap
from companion.app.demo.virtual_display import display
from companion.setting_up.attended import say
from companion.setting_up.backend import PARTS, WITHIN
from tests.instruments.other_pythons import find
from tests.patience import PATIENCE

ROOT: Final = bootstrap.ROOT
DIST: Final = ROOT / "dist"
LEFT_OUT: Final = ("layouts/faces/", "layouts/symbols/")
"""What the fonts are made from; the source archive has it."""

BUILD: Final = "from companion.setting_up import backend as b; b.build_{}({!r})"


class ReleaseError(Exception):
    """This is no release yet; the message says what is missing."""


def main(arguments: list[str]) -> int:
    """Return 0 if the release is made and tagged, or, with `--try`, could be."""
    # What lies on this path would count as installed.
    os.environ.pop("PYTHONPATH", None)
    try:
        if arguments == ["--try"]:
            built = build_and_check()
            say(f"{built.name} and its sources lie in {DIST}. Nothing is tagged.")
            return 0
        tag = f"v{__version__}"
        if output("git", "status", "--porcelain"):
            raise ReleaseError("There are changes that are not committed.")
        if output("git", "tag", "--list", tag):
            raise ReleaseError(f"There is a tag {tag} already. Raise the version in companion/__init__.py.")
        check_changelog((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)
        wheel = build_and_check()
        output("git", "tag", "-a", tag, "-m", f"Version {__version__}")
    except ReleaseError as error:
        say(str(error))
        return 1
    say(f"{tag} is tagged, and {wheel.name} lies in {DIST}. To publish it: git push origin main {tag}")
    return 0


def build_and_check() -> Path:
    """Build, install and play; return the wheel. Raises `ReleaseError`."""
    wheel = build()
    check_contents(wheel)
    (source,) = DIST.glob("*.tar.gz")
    minors = range(bootstrap.OLDEST[1], bootstrap.NEWEST[1] + 1)
    for minor in minors:
        python = find((3, minor))
        if python is None:
            say(f"Python 3.{minor} is not on this machine: left out")
            continue
        for built in (wheel, source) if minor == minors[0] else (wheel,):
            say(f"{built.name}, Python 3.{minor}")
            with tempfile.TemporaryDirectory() as folder:
                check_installed(built, Path(folder), python)
    return wheel


def check_changelog(text: str, version: str) -> None:
    """The newest entry is this version's, with its day. Raises `ReleaseError`."""
    newest = re.search(r"^## (.*)$", text, re.MULTILINE)
    if newest is None or not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", newest[1]):
        raise ReleaseError(f"The changelog must begin with “## {version} (YEAR-MONTH-DAY)”.")


def build() -> Path:
    """Make wheel and source archive; return the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for kind in ("sdist", "wheel"):
        output(sys.executable, "-c", BUILD.format(kind, str(DIST)))
    (wheel,) = DIST.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """All that the packages read when they run is in the wheel. Raises `ReleaseError`."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = [pattern.removesuffix("*") for pattern in packages["packages"]["find"]["include"]]
    kept = belonging(folders)
    with zipfile.ZipFile(wheel) as archive:
        missing = {PARTS + name if name.startswith(WITHIN) else name for name in kept} - set(archive.namelist())
    missing = {
        name
        for name in missing
        if not name.startswith(tuple(PARTS + name for name in LEFT_OUT))
        and not Path(name).name.startswith(".")
        # What translators write; the companion reads what is made of it.
        and not name.endswith(".po")
    }
    if missing:
        raise ReleaseError(f"The wheel lacks {', '.join(sorted(missing))}.")


def belonging(folders: list[str]) -> list[str]:
    """Every file of the project in these folders, as git has them, or as a source archive lists its own."""
    if (ROOT / ".git").exists():
        return output("git", "ls-files", *folders).splitlines()
    listed = (ROOT / "table_companion.egg-info" / "SOURCES.txt").read_text(encoding="utf-8").splitlines()
    return [name for name in listed if name.split("/")[0] in folders]


def check_installed(built: Path, folder: Path, base: Path = Path(sys.executable)) -> None:
    """In an environment of its own the command says its version, begins each game and shows a picture.

    Args:
        built: a wheel or a source archive.
        folder: for the environment.
        base: the Python of it.

    Raises:
        ReleaseError: something of it does not work.
    """
    output(str(base), "-m", "venv", str(folder / "venv"))
    python = folder / "venv" / "bin" / "python"
    options = ("--no-deps", "--no-build-isolation")
    if bootstrap.install_lock(python, "run")[0] or bootstrap.pip(python, *options, str(built))[0]:
        raise ReleaseError(f"{built.name} cannot be installed.")
    command = str(python.with_name("companion"))
    if output(command, "--version", cwd=folder).strip() != __version__:
        raise ReleaseError("The installed command says another version.")
    listed = json.loads(output(command, "headless", cwd=folder, given='{"games": true}\n').splitlines()[0])
    lines = "".join(json.dumps({"new": {"game": game["name"]}}) + "\n" for game in listed["games"])
    replies = [json.loads(line) for line in output(command, "headless", cwd=folder, given=lines).splitlines()]
    if len(replies) < 3 or not all(reply["ok"] and reply["prompt"] for reply in replies):
        raise ReleaseError(f"Installed, the games do not begin: {replies}")
    check_picture(command, folder)


def check_picture(command: str, folder: Path) -> None:
    """The app tells, as it would tell systemd, that its first picture stands. Raises `ReleaseError`."""
    with display(800, 480), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(folder / "notify"))
        ear.settimeout(PATIENCE)
        ours = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify")}
        app = subprocess.Popen([command, "--data", str(folder / "data"), "app"], cwd=folder, env=ours)
        try:
            said = ear.recv(100)
        except TimeoutError as error:
            raise ReleaseError("Installed, the app shows no picture.") from error
        finally:
            app.terminate()
            app.wait(PATIENCE)
    if said != b"READY=1":
        raise ReleaseError(f"Installed, the app says {said!r}.")


def output(*command: str, cwd: Path = ROOT, given: str = "") -> str:
    """What a command prints. Raises `ReleaseError` if it fails."""
    done = subprocess.run(command, cwd=cwd, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
