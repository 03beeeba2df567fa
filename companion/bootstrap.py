"""Sets everything up on a fresh Debian or Raspberry Pi OS machine, then starts the app or the tests.

    python3 -m companion.bootstrap run      start the companion (a demo where there is no display)
    python3 -m companion.bootstrap test     check everything

Standard library only: nothing else is there yet. System packages are installed with apt-get (through sudo unless
you are root), Python packages into `.venv` beside this folder, at the versions in `constraints.txt`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
CONSTRAINTS: Final = ROOT / "companion" / "constraints.txt"
STAMP: Final = VENV / "set-up-for"

RUN_PACKAGES: Final = ("python3-venv", "xvfb", "xauth", "libgl1", "libgl1-mesa-dri", "libegl1", "libmtdev1")
TEST_PACKAGES: Final = ("build-essential", "pkg-config", "gcc-avr", "avr-libc", "libsimavr-dev", "libelf-dev")


def main(arguments: list[str]) -> int:
    """Set up what is missing and hand over to the app or the tests."""
    if not arguments or arguments[0] not in ("run", "test"):
        sys.stderr.write("Use: python3 -m companion.bootstrap run | test\n")
        return 2
    testing, rest = arguments[0] == "test", arguments[1:]
    os.chdir(ROOT)
    install_system_packages(RUN_PACKAGES + (TEST_PACKAGES if testing else ()))
    install_python_packages("dev" if testing else "")
    return run_tests(rest) if testing else run_app(rest)


def install_system_packages(wanted: tuple[str, ...]) -> None:
    """Install the Debian packages that are missing; say so where there is no apt-get."""
    if shutil.which("apt-get") is None:
        sys.stderr.write("No apt-get here: please see to these packages yourself: " + ", ".join(wanted) + "\n")
        return
    missing = [name for name in wanted if not is_installed(name)]
    if not missing:
        return
    prefix = [] if os.geteuid() == 0 else ["sudo"]
    sys.stderr.write("Installing system packages: " + ", ".join(missing) + "\n")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*prefix, "apt-get", "update", "-q"], check=True, env=environment)
    subprocess.run(
        [*prefix, "apt-get", "install", "-y", "-q", "--no-install-recommends", *missing],
        check=True,
        env=environment,
    )


def is_installed(package: str) -> bool:
    """Whether Debian has this package installed."""
    answer = subprocess.run(["dpkg-query", "-W", "-f=${Status}", package], capture_output=True, text=True, check=False)
    return "ok installed" in answer.stdout


def install_python_packages(extra: str) -> None:
    """Make the virtual environment and install the project into it, unless that is done already."""
    wanted = extra + hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + CONSTRAINTS.read_bytes()).hexdigest()
    done = STAMP.read_text().split() if STAMP.exists() else []
    if wanted in done:
        return
    if not (VENV / "bin" / "pip").exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    target = f".[{extra}]" if extra else "."
    subprocess.run([str(VENV / "bin" / "pip"), "install", "--quiet", "-c", str(CONSTRAINTS), "-e", target], check=True)
    STAMP.write_text("\n".join([*done, wanted]))


def has_display() -> bool:
    """Whether a window can be opened here: X11, Wayland, or the bare screen of a Raspberry Pi."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    model = Path("/proc/device-tree/model")
    on_pi = model.exists() and b"Raspberry Pi" in model.read_bytes()
    return on_pi and any(Path("/dev/dri").glob("card*"))


def on_virtual_display(command: list[str]) -> list[str]:
    """The same command on a virtual display, where there is no real one."""
    if has_display():
        return command
    return ["xvfb-run", "-a", "-s", "-screen 0 1280x1280x24", *command]


def run_app(rest: list[str]) -> int:
    """Start the app, or the demo game where there is no display."""
    companion = str(VENV / "bin" / "companion")
    if rest or has_display():
        return subprocess.run([companion, *rest], check=False).returncode
    sys.stderr.write("No display here: playing the demo on a virtual one.\n")
    return subprocess.run(on_virtual_display([companion, "demo"]), check=False).returncode


def run_tests(rest: list[str]) -> int:
    """Style, types, tests; stops at the first that fails."""
    python = str(VENV / "bin" / "python")
    steps = [[python, "-m", "ruff", "check", "."], [python, "-m", "mypy"]]
    for step in [*steps, on_virtual_display([python, "-m", "pytest", *rest])]:
        result = subprocess.run(step, check=False).returncode
        if result:
            return result
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
