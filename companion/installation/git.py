"""Runs git, and says what its refusals mean: no network, no rights, no room, or a lock that an earlier git left."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Final

from companion.installation.steps import InstallationError
from companion.table.words import N_, _

CAUSES: Final = (
    (
        r"Unable to create '(?P<file>[^']*\.lock)': File exists",
        N_("An earlier git left its lock, for example at a power cut. If no git runs, remove the lock: rm '{file}'"),
    ),
    (r"No space left on device|Disk quota exceeded|[Ff]ile too large", N_("The disk is full: make room on it.")),
    (
        r"Read-only file system",
        N_(
            "This part of the companion may not write the program's folder. In a terminal, run: companion update; "
            "or set the companion up again with: companion install --system"
        ),
    ),
    (
        r"certificate|SSL",
        N_("The other side cannot be trusted; mostly the clock of this machine is wrong. Is date and time right?"),
    ),
    (
        r"Permission denied \(|Authentication failed|could not read Username|access denied|returned error: 40[13]",
        N_("The place that it comes from lets nobody in without a password or key."),
    ),
    (
        r"[Pp]ermission denied|insufficient permission|dubious ownership",
        N_("This user may not write the program's folder: mend its owner, or run it as the user who owns it."),
    ),
    (
        r"[Cc]ould not resolve|[Nn]etwork is unreachable|[Cc]onnection|timed? ?out|unable to access|unexpectedly|"
        r"early EOF|[Nn]o route to host|Operation too slow",
        N_("Is there a network?"),
    ),
    (
        r"not (?:appear to be )?a git repository|[Rr]epository .*not found|couldn't find remote ref",
        N_("The place that it comes from is not there (any more)."),
    ),
)
"""What the lines of git mean, the surest first."""

SLOW: Final = ("-c", "http.lowSpeedLimit=100", "-c", "http.lowSpeedTime=60")
"""A network that brings nothing for a minute counts as none."""


def git(folder: Path, *arguments: str, why: str = "") -> str:
    """Run git, and return what it prints.

    Args:
        folder: the repository.
        arguments: for git.
        why: a sentence that goes before the cause.

    Raises:
        InstallationError: it did not work; the message says what stands in the way.
    """
    done = run(folder, *arguments)
    if done.returncode:
        raise InstallationError(cause(done.stderr, why or f"git {' '.join(arguments)}"))
    return done.stdout.strip()


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in the words that `CAUSES` knows, without a question to anybody. Raises `InstallationError`."""
    # What is set for another repository, as in a hook of git's, is not meant for this one.
    ours = {name: value for name, value in os.environ.items() if name not in ("GIT_DIR", "GIT_INDEX_FILE")}
    ours |= {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=30"}
    try:
        return subprocess.run(
            ["git", "--no-optional-locks", *SLOW, *arguments],
            cwd=folder,
            env=ours,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except FileNotFoundError as error:
        raise InstallationError(_("git is missing: sudo apt-get install git. Nothing was changed.")) from error


def cause(said: str, why: str) -> str:
    """Return the sentence that tells why git failed, with git's own last line."""
    last = next((line for line in reversed(said.strip().splitlines()) if line), "")
    for pattern, sentence in CAUSES:
        if found := re.search(pattern, said):
            meant = _(sentence).format(file=found.groupdict().get("file", ""))
            return f"{why} {meant} ({last})"
    return f"{why} ({last})"
