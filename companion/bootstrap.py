"""Sets everything up on a fresh Debian or Raspberry Pi OS machine, then starts the app or the tests.

    python3 -m companion.bootstrap run      start the companion (a demo where there is no display)
    python3 -m companion.bootstrap test     check everything

Standard library only: nothing else is there yet. System packages are installed with apt-get (through sudo unless
you are root), Python packages into `.venv` beside this folder: exactly the files that `companion/locks` names.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
PYTHON: Final = VENV / "bin" / "python"
SOURCES: Final = ("companion", "firmware_bridge", "layouts")
"""Folders of what runs at the table."""

LOCKS: Final = ROOT / "companion" / "locks"
"""Which files pip may install, by their hashes; `make lock` writes them from `pyproject.toml`."""
STAMP: Final = VENV / "set-up-for"
OLDEST: Final = (3, 11)
NEWEST: Final = (3, 13)
"""The last Python that the pinned Kivy has a ready build for."""

RUN_PACKAGES: Final = (
    "xvfb",
    "libgl1",
    "libgl1-mesa-dri",
    "libegl1",
    "libgles2",
    "libgbm1",
    "libmtdev1",
    "libxss1",
)
TEST_PACKAGES: Final = (
    "build-essential",
    "pkg-config",
    "gcc-avr",
    "avr-libc",
    "libsimavr-dev",
    "libelf-dev",
    "openbox",
)


class SetUpError(Exception):
    """The set-up cannot go on; the message says what to do."""


def main(arguments: list[str]) -> int:
    """Set up what is missing and hand over to the app or the tests.

    Args:
        arguments: `run` or `test`; what follows goes to the companion command or to pytest.

    Returns:
        The exit code: 1 when the set-up failed, 2 for a wrong call, else the app's or the tests' own.
    """
    if not arguments or arguments[0] not in ("run", "test"):
        say("Use: python3 -m companion.bootstrap run | test")
        return 2
    testing, rest = arguments[0] == "test", arguments[1:]
    os.chdir(ROOT)
    try:
        if not OLDEST <= sys.version_info[:2] <= NEWEST:
            raise SetUpError(
                f"This is Python {sys.version.split()[0]}, and Kivy has no ready build for it. Nothing was changed. "
                "Use Python 3.11, 3.12 or 3.13: python3.13 -m companion.bootstrap"
            )
        install_system_packages(RUN_PACKAGES + (TEST_PACKAGES if testing else ()))
        install_python_packages("test" if testing else "run")
        compile_sources(ROOT)
    except SetUpError as error:
        say(str(error))
        return 1
    return run_tests(rest) if testing else run_app(rest)


def say(text: str) -> None:
    """Tell the person at the terminal, before anything that follows it."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def install_system_packages(wanted: tuple[str, ...]) -> None:
    """Install the Debian packages that are missing; say so where there is no apt-get.

    Raises:
        SetUpError: they cannot be installed.
    """
    # Debian keeps ensurepip in python3-venv; a Python from elsewhere brings its own.
    if importlib.util.find_spec("ensurepip") is None:
        wanted = ("python3-venv", *wanted)
    if shutil.which("apt-get") is None or shutil.which("dpkg-query") is None:
        say("No apt-get here: please see to these Debian packages yourself: " + ", ".join(wanted))
        return
    format_ = "${db:Status-Status}\t${Package}\t${Provides}\n"
    listing = subprocess.run(["dpkg-query", "-W", "-f", format_], capture_output=True, text=True, check=True)
    missing = missing_packages(wanted, listing.stdout)
    if not missing:
        return
    by_hand = "apt-get install " + " ".join(missing)
    root: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            raise SetUpError(f"Some system packages are missing. Nothing was changed. As root, run: {by_hand}")
        root = ["sudo"]
    say("Installing system packages: " + ", ".join(missing))
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    # One unreachable third-party source fails the update; whether that matters, the installation tells.
    subprocess.run([*apt, "update"], check=False)
    if subprocess.run([*apt, "install", "-y", "--no-install-recommends", *missing], check=False).returncode:
        raise SetUpError(
            "The system packages could not be installed; the lines above say why. "
            f"Games and settings are untouched. Check the network, then try again, or run as root: {by_hand}"
        )


def missing_packages(wanted: Iterable[str], listing: str) -> list[str]:
    """Which packages are neither installed nor provided by one that is.

    Args:
        wanted: names of packages. A newer Debian may have one under another name that provides it
            (`libmtdev1t64` for `libmtdev1`).
        listing: a line for each package that dpkg knows: status, name and provides, separated by tabs.
    """
    present: set[str] = set()
    for line in listing.splitlines():
        status, name, provides = line.split("\t")
        if status == "installed":
            present |= {name, *(entry.split()[0] for entry in provides.split(",") if entry.strip())}
    return [name for name in wanted if name not in present]


def install_python_packages(purpose: str) -> None:
    """Make the virtual environment and install the project into it, unless that is done already.

    Args:
        purpose: the lock to install, `run` or `test`; the second holds the first. A Raspberry Pi gets `pi` too, for
            the buttons, where there is a build of it.

    Raises:
        SetUpError: the environment cannot be made or the packages cannot be fetched.
    """
    state = fingerprint()
    if STAMP.exists():
        stamped, *installed = STAMP.read_text(encoding="utf-8").split()
        if stamped == state and (purpose in installed or "test" in installed):
            return
        STAMP.unlink()
    if not works(PYTHON, "-m", "pip", "--version"):
        say(f"Making {VENV}")
        if subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False).returncode:
            raise SetUpError(
                "Python could not make a virtual environment; the lines above say why. "
                "Games and settings are untouched. On Debian, run as root: apt-get install python3-venv"
            )
    say("Installing Python packages (a few minutes on a Raspberry Pi, once)")
    if install_lock(PYTHON, purpose) or install_project(PYTHON):
        raise SetUpError(
            "The Python packages could not be installed; the lines above say why. "
            "Games and settings are untouched. Check the network, then run the same command again."
        )
    if on_raspberry_pi() and install_lock(PYTHON, "pi", "--only-binary=lgpio"):
        say(
            "The library for GPIO pins (lgpio) has no ready build for this Python, so arcade buttons on the pins "
            "will not work. The touchscreen and the dice tower do. Python 3.11 and 3.12 have one."
        )
    STAMP.write_text(f"{state}\n{purpose}\n", encoding="utf-8")


def compile_sources(folder: Path) -> None:
    """Compile what is new now, after the set-up or an update, so that no picture waits for it.

    Args:
        folder: of the project; where nothing can be written in it, nothing is.
    """
    sources = [path for part in SOURCES for path in (folder / part).rglob("*.py")]
    compiled = [(path, Path(importlib.util.cache_from_source(str(path)))) for path in sources]
    if any(not into.exists() or into.stat().st_mtime < path.stat().st_mtime for path, into in compiled):
        command = [str(PYTHON), "-m", "compileall", "-q", *(str(folder / part) for part in SOURCES)]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def install_lock(python: Path, lock: str, *options: str) -> int:
    """Install what a lock names, and refuse a file whose hash is another; return pip's exit code."""
    return pip(python, *options, "--require-hashes", "-r", str(LOCKS / f"{lock}.txt"))


def install_project(python: Path) -> int:
    """Install this folder as it stands, with nothing but what a lock has brought; return pip's exit code."""
    return pip(python, "--no-deps", "--no-build-isolation", "-e", str(ROOT))


def pip(python: Path, *arguments: str) -> int:
    """Let pip install something; return its exit code."""
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, check=False).returncode


def fingerprint() -> str:
    """What the installation depends on: the wanted versions, the Python, and where the project lies."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    for lock in sorted(LOCKS.glob("*.txt")):
        digest.update(lock.read_bytes())
    digest.update(f"{sys.version_info[:2]} {ROOT}".encode())
    return digest.hexdigest()


def works(program: Path, *arguments: str) -> bool:
    """Whether this program is there and runs; a venv outlives the Python it was made from."""
    return program.exists() and not subprocess.run([program, *arguments], capture_output=True, check=False).returncode


def on_raspberry_pi() -> bool:
    """Whether this machine says that it is a Raspberry Pi."""
    model = Path("/proc/device-tree/model")
    return model.exists() and b"Raspberry Pi" in model.read_bytes()


def has_display() -> bool:
    """Whether a window can be opened here: X11, Wayland, or the bare screen of a Raspberry Pi."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    desktop_has_the_screen = any(Path("/tmp/.X11-unix").glob("X*"))
    return on_raspberry_pi() and not desktop_has_the_screen and any(Path("/dev/dri").glob("card*"))


def run_app(rest: list[str]) -> int:
    """Become the companion; with no display and no arguments, its demo, which makes a virtual display."""
    if not rest and not has_display():
        say("No display here: playing the demo on a virtual one. (To use this machine's desktop: DISPLAY=:0)")
        rest = ["demo"]
    companion = str(VENV / "bin" / "companion")
    os.execv(companion, [companion, *rest])


def run_tests(rest: list[str]) -> int:
    """Style, format, types and tests; all of them, so that one run shows everything. pytest comes last.

    Args:
        rest: further arguments for pytest.

    Returns:
        The exit code of the first that failed, or 0.
    """
    python = str(PYTHON)
    steps = {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        # In the order of their names: the slow ones, with windows, come first, and no core waits for them at the end.
        "pytest": [python, "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", *rest],
    }
    # Without a display each worker makes a virtual one of its own, and no window of theirs covers another.
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    failed: dict[str, int] = {}
    for name, command in steps.items():
        if name == "pytest" and failed:
            say(f"Failed so far: {', '.join(failed)}")
        say(f"== {name}")
        code = subprocess.run(command, check=False, env=environment).returncode
        if code:
            failed[name] = code
    return next(iter(failed.values()), 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
