"""Sets everything up on a fresh Debian or Raspberry Pi OS machine, then starts the app or the tests.

    python3 -m companion.bootstrap run      start the companion (a demo where there is no display)
    python3 -m companion.bootstrap test     check everything

Standard library only: nothing else is there yet. System packages are installed with apt-get (through sudo unless
you are root), Python packages into `.venv` beside this folder: exactly the files that `companion/locks` names.
"""

from __future__ import annotations

import sys
from typing import Final

STOPPED: Final = "\nStopped. Games and settings are untouched. Run the same command again; it goes on where it stopped."

try:
    import importlib.util
    import os
    import re
    import shutil
    import struct
    import subprocess
    from pathlib import Path

    from companion.setting_up import packages, pins
    from companion.setting_up.attended import attend, cause, say
    from companion.setting_up.packages import SetUpError
    from companion.setting_up.screens import has_display, on_raspberry_pi, screen_elsewhere
    from companion.setting_up.users import user_name
except KeyboardInterrupt:
    # From a slow card that takes a second.
    sys.stderr.write(f"{STOPPED}\n")
    sys.exit(130)

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
OF_A_WORKER: Final = 1_200_000_000
"""Bytes of memory that a process needs that runs tests."""


def main(arguments: list[str]) -> int:
    """Set up what is missing and hand over to the app or the tests.

    Args:
        arguments: `run` or `test`; what follows goes to the companion command or to pytest.

    Returns:
        The exit code: 1 when the set-up failed, 2 for a wrong call, 130 when it was stopped, else the app's or the
        tests' own.
    """
    if not arguments or arguments[0] not in ("run", "test"):
        say("Use: python3 -m companion.bootstrap run | test")
        return 2
    verb, rest = arguments[0], arguments[1:]
    try:
        if verb == "run":
            finish_update(arguments)
        set_up(verb, rest)
        return run_tests(rest) if verb == "test" else run_app(rest)
    except SetUpError as error:
        say(str(error))
        return 1
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        say(cause([str(error)], f"The set-up cannot go on: {error.strerror}{where}."))
        return 1
    except KeyboardInterrupt:
        say(STOPPED)
        return 130


def finish_update(arguments: list[str]) -> None:
    """Bring an update of this folder to its end, if one was prepared or cut short, and begin anew with what it brought.

    Args:
        arguments: of this program.
    """
    unfinished = ROOT / ".git" / "companion" / "update.json"
    if not unfinished.exists() or os.environ.get("COMPANION_FINISHING"):
        return
    say("Bringing the last update to its end")
    subprocess.run([sys.executable, str(unfinished.with_name("finish.py"))], check=False)
    if not unfinished.exists():
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "companion.bootstrap", *arguments])


def set_up(verb: str, rest: list[str]) -> None:
    """Install what is missing, unless that is done already.

    Args:
        verb: `run` or `test`.
        rest: what the companion is to do.

    Raises:
        SetUpError: this cannot be done here, or did not work.
    """
    check_place(verb)
    os.chdir(ROOT)
    virtual = verb == "test" or plays_demo(rest) or rest[:1] == ["demo"]
    purposes = {verb, *(["xvfb"] if virtual else [])}
    state = fingerprint()
    stamped = STAMP.read_text(encoding="utf-8").split() if STAMP.exists() else []
    done = set(stamped[1:]) if stamped[:1] == [state] else set()
    if not purposes <= done:
        packages.install(
            packages.RUN + (packages.VIRTUAL if virtual else ()) + (packages.TEST if verb == "test" else ())
        )
        if not {verb, "test"} & done:
            STAMP.unlink(missing_ok=True)
            install_python_packages(verb)
        STAMP.write_text("\n".join([state, *sorted(done | purposes)]) + "\n", encoding="utf-8")
    compile_sources(ROOT)


def check_place(verb: str) -> None:
    """Refuse a Python, a user or a folder that will not do. Raises `SetUpError`."""
    if not (ROOT / "pyproject.toml").exists():
        raise SetUpError("This companion is installed already, as a package of Python. Start it with: companion")
    check_python(verb)
    before = os.environ.get("SUDO_UID", "0")
    if os.geteuid() == 0 and before != "0":
        remove_what_root_compiled(ROOT)
        raise SetUpError(
            "This was started with sudo; games and files would belong to root. Nothing was changed. "
            f"Leave sudo out (python3 -m companion.bootstrap {verb}): it is asked for where it is needed."
        )
    place = next(folder for folder in (VENV, ROOT) if folder.exists())
    if not os.access(place, os.W_OK):
        owner = user_name(place.stat().st_uid)
        if place.stat().st_uid != os.geteuid() and not os.statvfs(place).f_flag & os.ST_RDONLY:
            way = f"Give it to this user: sudo chown -R {user_name(os.geteuid())} '{ROOT}'"
            raise SetUpError(f"{place} belongs to {owner} (a start with sudo does that). {way}")
        raise SetUpError(f"{place} cannot be written: the disk is read-only. Copy the folder to your home folder.")


def check_python(verb: str) -> None:
    """Refuse a Python without ready builds of all packages. Raises `SetUpError`."""
    if struct.calcsize("P") < 8:
        raise SetUpError(
            "This is a 32-bit system, and there are no ready builds for it. Nothing was changed. "
            "Write the card anew with Raspberry Pi OS (64-bit)."
        )
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return
    why = (
        "the companion needs 3.11 or a newer one"
        if sys.version_info[:2] < OLDEST
        else "Kivy, which draws the screen, has no ready build for it yet"
    )
    names = [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    better = next((n for n in names if (p := shutil.which(n)) and works(Path(p), "-c", "import venv, ensurepip")), "")
    way = (
        f"Use another one of this machine: {better} -m companion.bootstrap {verb}"
        if better
        else "Python 3.11, 3.12 or 3.13 will do; Raspberry Pi OS and Debian, 12 and 13, have one."
    )
    raise SetUpError(f"This is Python {sys.version.split()[0]}, and {why}. Nothing was changed. {way}")


def plays_demo(rest: list[str]) -> bool:
    """Return whether the demo is played in place of the app: there is no screen, neither here nor beside us."""
    return not rest and not has_display() and not screen_elsewhere()


def install_python_packages(purpose: str) -> None:
    """Make the virtual environment and install the project into it.

    Args:
        purpose: the lock to install, `run` or `test`; the second holds the first. A Raspberry Pi gets the library for
            its pins, too.

    Raises:
        SetUpError: the environment cannot be made or the packages cannot be fetched.
    """
    if not works(PYTHON, "-m", "pip", "--version"):
        say(f"Making {VENV}")
        code, said = attend([sys.executable, "-m", "venv", "--clear", str(VENV)], lambda _: None)
        if code:
            otherwise = "Python could not make a virtual environment. On Debian, run: sudo apt-get install python3-venv"
            raise SetUpError(cause(said, otherwise))
    remove_half_done(VENV)
    if words := packages.too_little_memory():
        say(words)
    say("Installing Python packages; some minutes on a Raspberry Pi, once")
    for source in (purpose, ""):
        if not source:
            say("Installing the companion itself")
        code, said = install_lock(PYTHON, source) if source else install_project(PYTHON)
        if code:
            otherwise = "The Python packages could not be installed; the lines above say why."
            raise SetUpError(cause(said, otherwise))
    if on_raspberry_pi() and not pins.works(PYTHON) and not pins.take_from_system(PYTHON):
        code, _ = install_lock(PYTHON, "pi", "--only-binary=lgpio")
        if code or not pins.works(PYTHON):
            say(
                "The library for GPIO pins (lgpio) is missing, so arcade buttons on the pins will not work; "
                f"the touchscreen and the dice tower do. On Raspberry Pi OS: sudo apt-get install {packages.PINS}"
            )


def remove_half_done(venv: Path) -> None:
    """Have pip forget what it had not written to the end when it was stopped: it refuses to renew that.

    Args:
        venv: the virtual environment.
    """
    for said in venv.glob("lib/python*/site-packages/*.dist-info"):
        if not (said / "RECORD").exists():
            shutil.rmtree(said)


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


def remove_what_root_compiled(folder: Path) -> None:
    """Remove what Python, as root, has left in a project of somebody else's: they could neither renew nor remove it.

    Args:
        folder: of the project.
    """
    for part in SOURCES:
        for compiled in list((folder / part).rglob("__pycache__")):
            if compiled.stat().st_uid == 0:
                shutil.rmtree(compiled)


def install_lock(python: Path, lock: str, *options: str) -> tuple[int, list[str]]:
    """Install what a lock names, and refuse a file whose hash is another; return pip's exit code and lines."""
    named = LOCKS / f"{lock}.txt"
    whole = len(re.findall(r"^[\w.-]+==(?!.*win32)", named.read_text(encoding="utf-8"), re.MULTILINE))
    return pip(python, *options, "--require-hashes", "-r", str(named), whole=whole)


def install_project(python: Path) -> tuple[int, list[str]]:
    """Install this folder as it stands, with nothing but what a lock has brought; return pip's exit code and lines."""
    return pip(python, "--no-deps", "--no-build-isolation", "-e", str(ROOT))


def pip(python: Path, *arguments: str, whole: int = 1) -> tuple[int, list[str]]:
    """Let pip install something; return its exit code and lines.

    Args:
        python: of the environment.
        arguments: what to install.
        whole: how many packages that is.
    """
    seen: set[str] = set()

    def step(line: str) -> str | None:
        if found := re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line):
            seen.add(found[1])
            return f"{found[1]} ({len(seen)} of {max(whole, len(seen))})"
        if found := re.match(r"Downloading (\S+).*(\(.*\))", line):
            return f"fetching {found[1].split('-')[0]} {found[2]} ({len(seen)} of {max(whole, len(seen))})"
        if "Retrying" in line:
            return "no answer from the network; trying again"
        return "putting them in their place" if line.startswith("Installing collected") else None

    command = [str(python), "-m", "pip", "install", "--progress-bar=off", "--disable-pip-version-check", *arguments]
    # A constraint of the user's own, or a wish to install elsewhere, is meant for other projects.
    without = ("PIP_CONSTRAINT", "PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_QUIET", "PYTHONPATH", "PYTHONHOME")
    return attend(command, step, environment={n: value for n, value in os.environ.items() if n not in without})


def fingerprint() -> str:
    """Return what the installation depends on: versions, the Python, and the folder."""
    # The page that renews the companion uses what is here, and the app has no room for OpenSSL.
    import hashlib

    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    for lock in sorted(LOCKS.glob("*.txt")):
        digest.update(lock.read_bytes())
    digest.update(f"{sys.version_info[:2]} {ROOT}".encode(errors="surrogateescape"))
    return digest.hexdigest()


def works(program: Path, *arguments: str) -> bool:
    """Return whether this program is there and runs; a venv outlives the Python it was made from."""
    return program.exists() and not subprocess.run([program, *arguments], capture_output=True, check=False).returncode


def run_app(rest: list[str]) -> int:
    """Become the companion; with no display and no arguments, its demo, which makes a virtual display.

    Raises:
        SetUpError: the screen of this machine is not ours to open from here; the message says how.
    """
    if plays_demo(rest):
        say("No display here: playing the demo on a virtual one, some minutes, and saving pictures of it.")
        rest = ["demo"]
    elif not rest and (elsewhere := screen_elsewhere()) and not has_display():
        raise SetUpError(
            "All is set up. The screen of this machine belongs to its desktop; to start the companion there, run: "
            f"DISPLAY={elsewhere} python3 -m companion.bootstrap run"
        )
    companion = str(VENV / "bin" / "companion")
    os.execv(companion, [companion, *rest])


def workers() -> int:
    """Return how many processes run tests beside each other.

    Each waits a third of its time for a disk or a window, so there is one more than cores, where memory has room.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(len(os.sched_getaffinity(0)) + 1, memory // OF_A_WORKER))


def run_tests(rest: list[str]) -> int:
    """Run style, format, types and tests; all of them, so that one run shows everything.

    Args:
        rest: further arguments for pytest.

    Returns:
        The exit code of the first that failed, or 0.
    """
    import tempfile

    python = str(PYTHON)
    # In the order of their names: the slow ones, with windows, come first, and no core waits for them at the end.
    tests = [python, "-m", "pytest", "-n", str(workers()), "--dist", "loadfile", "--no-loadscope-reorder", *rest]
    # Without a display each worker makes a virtual one of its own, and no window of theirs covers another.
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    codes: dict[str, int] = {}

    def run(name: str, command: list[str]) -> None:
        say(f"== {name}")
        codes[name] = subprocess.run(command, check=False, env=environment).returncode

    run("ruff check", [python, "-m", "ruff", "check", "."])
    run("ruff format", [python, "-m", "ruff", "format", "--check", "."])
    # mypy uses one core only: it works beside the tests, and says what it found after them.
    with (
        tempfile.TemporaryFile() as found,
        subprocess.Popen([python, "-m", "mypy"], env=environment, stdout=found, stderr=subprocess.STDOUT) as types,
    ):
        run("pytest", tests)
        codes["mypy"] = types.wait()
        found.seek(0)
        say(f"== mypy\n{found.read().decode(errors='replace').rstrip()}")
    if failed := [name for name, code in codes.items() if code]:
        say(f"Failed: {', '.join(failed)}")
    return next((code for code in codes.values() if code), 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
