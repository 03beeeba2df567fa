"""Runs a long command, shows that it goes on, and says in one sentence why it failed."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic, strftime
from typing import Final

PAUSE: Final = 5.0
"""Seconds between two lines on the terminal."""

KEPT: Final = 400
"""Lines of a command's output that are kept: the last ones."""

SHOWN: Final = 5
"""Lines shown of an output that nobody foresaw: the last ones."""

SAME: Final = "Then run the same command again; it goes on where it stopped."

CAUSES: Final = (
    (r"No space left on device|You don't have enough free space", f"The disk is full. Make room on it. {SAME}"),
    (r"Read-only file system", f"The disk is read-only: the card may be locked or worn out. {SAME}"),
    (
        r"CERTIFICATE_VERIFY_FAILED|certificate verify failed|Release file .* is not valid yet",
        "The other side cannot be trusted. Mostly the clock is wrong: this machine believes that it is {now}. "
        f"Set it right (sudo date -s '2026-01-31 18:00'). {SAME}",
    ),
    (
        r"Temporary failure (in name resolution|resolving)|Could not resolve|Network is unreachable|Could not connect|"
        r"NewConnectionError|ConnectTimeout|Read timed out|Connection (refused|reset|timed out)|Name or service not",
        f"The network cannot be reached from here. Connect this machine to the internet. {SAME}",
    ),
    (
        r"Could not get lock|is locked by another process",
        "Another program is installing system packages, mostly the automatic updates after switching on. "
        f"Wait some minutes. {SAME}",
    ),
    (r"dpkg was interrupted", f"An installation was broken off before. Run: sudo dpkg --configure -a. {SAME}"),
    (r"DO NOT MATCH THE HASHES", f"What came over the network is not the file that it should be. {SAME}"),
    (
        r"Unable to locate package (\S+)|has no installation candidate",
        "This system does not know all the packages that are needed. Raspberry Pi OS and Debian, 12 or 13, do.",
    ),
    (
        r"No matching distribution found for (\S+)",
        "There is no ready build of {0} for this kind of machine and this Python. "
        "Raspberry Pi OS (64-bit) and Debian, 12 or 13, have one for theirs.",
    ),
    (r"Permission denied|EACCES", f"This user may not write there. {SAME}"),
)
"""What the lines of apt-get and pip mean, the surest first."""


def say(text: str) -> None:
    """Print a line at once."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def attend(
    command: list[str],
    step: Callable[[str], str | None],
    *,
    environment: dict[str, str] | None = None,
    pause: float = PAUSE,
) -> tuple[int, list[str]]:
    """Run a command, and print every few seconds how far it is.

    Args:
        command: it is stopped when this program is.
        step: what a line of the command's means in words for people; None if nothing.
        environment: of the command; None hands on ours.
        pause: seconds between two lines on the terminal.

    Returns:
        The command's exit code, and the last lines it printed.
    """
    output: deque[str] = deque(maxlen=KEPT)
    began = told = monotonic()
    now, rest = "still at it", b""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment
    )
    try:
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if selector.select(pause - min(monotonic() - told, pause)):
                    piece = os.read(process.stdout.fileno(), 65536)
                    if not piece:
                        break
                    *lines, rest = (rest + piece).replace(b"\r", b"\n").split(b"\n")
                    for line in (raw.decode(errors="replace").strip() for raw in lines):
                        output.append(line)
                        now = step(line) or now
                if monotonic() - told >= pause:
                    told = monotonic()
                    say(f"   {told - began:3.0f} s  {now}")
        output.append(rest.decode(errors="replace"))
        return process.wait(), list(output)
    except BaseException:
        _stop(process)
        raise
    finally:
        if process.stdout is not None:
            process.stdout.close()


def cause(output: Iterable[str], otherwise: str) -> str:
    """Return the sentence that tells why a command failed; if none of its lines is known, those that tell of errors.

    Args:
        output: the lines it printed.
        otherwise: the sentence if none of its lines is known.
    """
    text = "\n".join(output)
    for pattern, sentence in CAUSES:
        if found := re.search(pattern, text):
            return sentence.format(*found.groups(), now=strftime("%Y-%m-%d %H:%M"))
    errors = [line for line in text.splitlines() if line.lower().startswith(("e:", "error"))][-SHOWN:]
    return "\n".join([*errors, otherwise])


def _stop(process: subprocess.Popen[bytes]) -> None:
    try:
        process.terminate()
        process.wait(10)
    except PermissionError:
        return  # root's, through sudo: it has had the same Ctrl-C from the terminal
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
