"""Asks the updater's unit to do something, since this process may not write the program itself."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.installation.steps import InstallationError
from companion.installation.system_units import RUN, UPDATER
from companion.installation.updater import ANSWER, PROGRESS
from companion.table.words import _

PAUSE: Final = 0.5
"""Seconds between two looks at the progress of the updater."""

Start = Callable[[str], "subprocess.Popen[str]"]


def by_systemd(verb: str) -> subprocess.Popen[str]:
    """Have systemd start the unit; the process ends when the unit has."""
    # Without a terminal polkit's rule alone decides, and nobody is asked for a password.
    command = ["systemctl", "start", "--no-ask-password", f"{UPDATER}@{verb}.service"]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def ask(verb: str, say: Callable[[str], None], run: Path = RUN, start: Start = by_systemd) -> dict[str, Any]:
    """Have the updater do something, and return its answer.

    Args:
        verb: one of the updater's.
        say: hears how far it is, a line at a time.
        run: where the updater writes.
        start: starts it.

    Raises:
        InstallationError: it could not be done; the message is the updater's own, or says why it was not started.
    """
    before, told = _stamp(run / ANSWER), ""
    try:
        process = start(verb)
    except OSError as error:
        raise InstallationError(
            _("The updater cannot be started ({why}). Nothing was changed.").format(why=error.strerror)
        ) from error
    with process:
        while process.poll() is None:
            line = _read(run / PROGRESS)
            if line and line != told:
                told = line
                say(line)
            time.sleep(PAUSE)
        assert process.stderr is not None
        said = process.stderr.read().strip()
    if _stamp(run / ANSWER) == before:
        raise InstallationError(_not_started(said))
    answer = json.loads(_read(run / ANSWER))
    if "error" in answer:
        raise InstallationError(answer["error"])
    return dict(answer)


def _not_started(output: str) -> str:
    last = (output.splitlines() or [""])[-1]
    if any(word in output.lower() for word in ("access denied", "authentication", "authorization", "not permitted")):
        return _(
            "This user may not start the updater. Nothing was changed. To mend its rights, in a terminal: "
            "companion install --system ({why})"
        ).format(why=last)
    return _("The updater did not run to its end ({why}). In a terminal: journalctl -u '{unit}*'").format(
        why=last, unit=UPDATER
    )


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
