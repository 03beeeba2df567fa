"""Runs git, and says why it failed: no network, no rights, no room, a lock, or damaged files of its own.

A fetch never fills the disk, and leaves nothing behind if it is cut off.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Final

from companion.installation.room import most_of
from companion.installation.steps import InstallationError
from companion.table.words import N_, _

LOCKED: Final = N_(
    "An earlier git left its lock, for example at a power cut. If no git runs, remove the lock: rm '{file}'"
)
DAMAGED: Final = N_(
    "Git's own files in this folder are damaged, for example by a power cut; clone the companion again beside it, "
    "the games stay where they are."
)

CAUSES: Final = (
    (r"Unable to create '(?P<file>[^']*\.lock)': File exists", LOCKED),
    (
        r"No space left on device|Disk quota exceeded|[Ff]ile too large",
        N_("The disk is full: make room on it."),
    ),
    (
        r"Read-only file system",
        N_(
            "This part of the companion may not write the program's folder. In a terminal, run: companion update; "
            "or set the companion up again with: companion install --system"
        ),
    ),
    (
        r"(?m)^(?:error|fatal|warning): .*(?:not a git repository|index file .*(?:small|corrupt)|"
        r"bad (?:signature|index|object|tree|(?:default )?revision 'HEAD)|broken ref|appears to be broken|"
        r"ambiguous argument 'HEAD|[Nn]ot a valid object|does not match index|too short to be a packfile|"
        r"packfile .* cannot|is corrupt|object file .* is empty|unable to read (?:tree|sha1|blob)|"
        r"missing (?:blob|tree|commit)|all necessary objects|inflate: |bad config)",
        DAMAGED,
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
        r"not appear to be a git repository|[Rr]epository .*not found|couldn't find remote ref",
        N_("The place that it comes from is not there (any more)."),
    ),
)
"""What the lines of git mean, the surest first."""

SLOW: Final = ("-c", "http.lowSpeedLimit=100", "-c", "http.lowSpeedTime=60")
"""Options by which git gives up a network that brings nothing for a minute."""


UNFINISHED: Final = ("pack/tmp_*", "pack/.tmp-*", "??/tmp_obj_*")
"""Patterns of files that git leaves among its objects when it is stopped, or when the disk is full."""

LOCKS: Final = ("*.lock", "refs/**/*.lock")


class GitError(InstallationError):
    """A command of git failed.

    Args:
        said: what git wrote.
        why: a sentence that goes before the cause.

    Attributes:
        ours: whether the repository on this machine may be the cause, and not the network or the disk.
        damaged: whether its files are known to be damaged.
    """

    code: ClassVar[str] = "installation"

    def __init__(self, output: str, why: str) -> None:
        found = next((sentence for pattern, sentence in CAUSES if re.search(pattern, output)), "")
        self.ours, self.damaged = found in ("", LOCKED, DAMAGED), found == DAMAGED
        super().__init__(cause(output, why))


def git(folder: Path, *arguments: str, why: str = "", most: int | None = None) -> str:
    """Run git, and return what it prints.

    Args:
        folder: the repository.
        arguments: for git.
        why: a sentence that goes before the cause.
        most: bytes that it may write into one file; None for any number.

    Raises:
        GitError: it did not work; the message says what stands in the way.
    """
    done = run(folder, *arguments, most=most)
    if done.returncode:
        raise GitError(done.stderr, why or f"git {' '.join(arguments)}")
    return done.stdout.strip()


def fetch(folder: Path, *arguments: str) -> None:
    """Fetch into a repository, leaving room on the disk for games; nothing stays of a fetch that fails.

    Args:
        folder: the repository.
        arguments: for `git fetch`.

    Raises:
        InstallationError: it did not work; the message says what stands in the way.
    """
    why = _("The newest version cannot be fetched. Nothing was changed.")
    _sweep(folder)
    try:
        most = most_of(folder)
    except InstallationError as error:
        raise InstallationError(f"{why} {error}") from error
    try:
        # What comes is one file, whose size has a limit; packing all of it anew would take as much room again.
        git(folder, "-c", "fetch.unpackLimit=1", "-c", "gc.auto=0", "fetch", "--quiet", *arguments, why=why, most=most)
    except BaseException:
        _sweep(folder)
        raise


def lay(folder: Path, id_: str, into: Path) -> None:
    """Lay the files of a version into an empty folder. Raises `GitError`."""
    with subprocess.Popen(
        ["git", "archive", "--format=tar", id_],
        cwd=folder,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as packed:
        assert packed.stdout is not None
        assert packed.stderr is not None
        unpacked = subprocess.run(
            ["tar", "-x", "-C", str(into)],
            env=_environment(),
            stdin=packed.stdout,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        # Where tar could not write, git must not wait for somebody to read on.
        packed.stdout.close()
        said = packed.stderr.read()
    if packed.returncode or unpacked.returncode:
        why = _("The files of the newer version cannot be written. Nothing was changed.")
        raise GitError(f"{unpacked.stderr}{said}", why)


def lock_of(folder: Path) -> Path | None:
    """Return the first lock that lies in git's folder of a repository; None if there is none."""
    return next((path for name in LOCKS for path in sorted(folder.glob(name))), None)


def run(folder: Path, *arguments: str, most: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run git in English, which `CAUSES` knows, and without questions to anybody. Raises `InstallationError`."""
    limit = [] if most is None else ["prlimit", f"--fsize={most}:"]
    try:
        return subprocess.run(
            [*limit, "git", "--no-optional-locks", *SLOW, *arguments],
            cwd=folder,
            env=_environment(),
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            # Python ignores the signal at the limit: so does git then, and says what stands in the way.
            restore_signals=most is None,
            check=False,
        )
    except FileNotFoundError as error:
        raise InstallationError(_("git is missing: sudo apt-get install git. Nothing was changed.")) from error


def cause(output: str, why: str) -> str:
    """Return the sentence that tells why git failed, with git's own last line."""
    last = next((line for line in reversed(output.strip().splitlines()) if line), "")
    for pattern, sentence in CAUSES:
        if found := re.search(pattern, output):
            meant = _(sentence).format(file=found.groupdict().get("file", ""))
            return f"{why} {meant} ({last})"
    return f"{why} ({last})"


def _environment() -> dict[str, str]:
    # What is set for another repository, as in a hook of git's, is not meant for this one.
    ours = {name: value for name, value in os.environ.items() if name not in ("GIT_DIR", "GIT_INDEX_FILE")}
    return ours | {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=30",
    }


def _sweep(folder: Path) -> None:
    """Remove what a git that was stopped has left; another one at work would begin again."""
    objects = run(folder, "rev-parse", "--git-path", "objects").stdout.strip()
    for path in _unfinished(folder / objects) if objects else ():
        with contextlib.suppress(OSError):
            path.unlink()


def _unfinished(objects: Path) -> Iterator[Path]:
    for name in UNFINISHED:
        yield from objects.glob(name)
