"""Runs the unit of a desktop under a systemd of its own, in a place where nobody else sees it, and reports in JSON.

    unshare -m python -m tests.installation.under_systemd HOME

It begins the unit, prints what systemd says of it, and waits for lines on its standard input: `kill` kills the app
without a word and waits until systemd has brought it back; `log out` takes its display away and waits until systemd has
given it up; `log in` does what the desktop does with the companion; the end of the input ends all.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.installation.units import NAME, START
from tests.patience import PATIENCE

PASSED_ON: Final = ("DISPLAY", "PYTHONPATH", "LIBGL_ALWAYS_SOFTWARE", "PATH")
"""As the desktop hands them to systemd."""


def main(home: Path) -> int:
    """Do what the lines say."""
    # A folder in memory in the place of /run: systemd thinks that the machine was begun by it.
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    for folder in ("/run/systemd/system", "/run/mine"):
        Path(folder).mkdir(parents=True, mode=0o700)
    os.environ.update(HOME=str(home), XDG_RUNTIME_DIR="/run/mine")
    with subprocess.Popen(
        ["/lib/systemd/systemd", "--user", "--log-target=null"], stdout=subprocess.DEVNULL
    ) as manager:
        try:
            until(lambda: not systemctl("show-environment").returncode)
            pairs = [f"{name}={os.environ[name]}" for name in PASSED_ON if name in os.environ]
            systemctl("set-environment", *pairs)
            started = systemctl("start", NAME)
            tell({"started": started.returncode, "why": started.stderr, **state()})
            for line in sys.stdin:
                WORDS[line.strip()]()
                tell(state())
            systemctl("stop", NAME)
        finally:
            manager.terminate()
    return 0


def kill() -> None:
    """Kill the app without a word, and wait until it is back."""
    before = state()["NRestarts"]
    systemctl("kill", "--signal=KILL", NAME)
    until(lambda: state()["NRestarts"] != before and state()["ActiveState"] == "active")


def log_out() -> None:
    """Take the display away, as the end of a desktop does, and wait until systemd has given the app up."""
    systemctl("set-environment", "DISPLAY=:4777")
    systemctl("kill", "--signal=KILL", NAME)
    until(lambda: state()["ActiveState"] == "failed")


def log_in() -> None:
    """Begin a desktop: it starts what wants to be started with it."""
    (line,) = re.findall(r"^Exec=(.*)$", START, re.MULTILINE)
    subprocess.run(shlex.split(line), capture_output=True, check=False)


WORDS: Final = {"kill": kill, "log out": log_out, "log in": log_in}


def systemctl(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Ask the systemd of ours."""
    return subprocess.run(["systemctl", "--user", *arguments], capture_output=True, text=True, check=False)


def state() -> dict[str, str]:
    """What systemd says of the unit."""
    said = systemctl("show", NAME, "-p", "MainPID", "-p", "NRestarts", "-p", "ActiveState", "-p", "WatchdogUSec").stdout
    return dict(line.split("=", 1) for line in said.splitlines())


def until(condition: Callable[[], bool]) -> None:
    """Ask again and again."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.1)


def tell(what: object) -> None:
    """One line of JSON."""
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
