"""What git refuses is told apart: no network, no rights, no room, a lock; each as git itself says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.installation.git import cause, git
from companion.installation.steps import InstallationError
from tests.installation.project import git as plain_git
from tests.nobody import as_nobody, open_to_all

SAID = {
    "network": (
        "fatal: unable to access 'https://example.org/x/': Could not resolve host: example.org",
        "Is there a network",
    ),
    "ssh": ("ssh: connect to host example.org port 22: Network is unreachable", "Is there a network"),
    "broken off": ("fatal: early EOF\nfatal: fetch-pack: invalid index-pack output", "Is there a network"),
    "slow": (
        "error: RPC failed; curl 28 Operation too slow. Less than 100 bytes/sec transferred the last 60 seconds",
        "Is there a network",
    ),
    "clock": (
        "fatal: unable to access 'https://example.org/x/': server certificate verification failed. CAfile: none",
        "the clock of this machine is wrong",
    ),
    "room": ("fatal: write error: No space left on device", "The disk is full"),
    "read-only": (
        "error: cannot open '.git/FETCH_HEAD': Read-only file system",
        "may not write the program's folder.*companion install --system",
    ),
    "rights": ("error: cannot open '.git/FETCH_HEAD': Permission denied", "This user may not write"),
    "password": (
        "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
        "lets nobody in without a password",
    ),
    "key": ("git@example.org: Permission denied (publickey).", "lets nobody in without a password"),
    "lock": (
        "fatal: Unable to create '/home/anna/x/.git/index.lock': File exists.\n\nAnother git process seems to run",
        "An earlier git left its lock.*rm '/home/anna/x/.git/index.lock'",
    ),
    "branch lock": (
        "error: cannot lock ref 'HEAD': Unable to create '/home/anna/x/.git/refs/heads/main.lock': File exists.",
        "An earlier git left its lock.*rm '/home/anna/x/.git/refs/heads/main.lock'",
    ),
    "limit": ("fatal: write error: File too large\nfatal: fetch-pack: invalid index-pack output", "The disk is full"),
    "gone": ("fatal: '/srv/x' does not appear to be a git repository", r"is not there \(any more\)"),
    "branch": ("fatal: couldn't find remote ref refs/heads/main", r"is not there \(any more\)"),
}


@pytest.mark.parametrize("what", SAID)
def test_each_cause_has_its_sentence(what: str) -> None:
    said, sentence = SAID[what]
    error = InstallationError(cause(said, "It cannot be fetched. Nothing was changed."))
    with pytest.raises(InstallationError, match=rf"^It cannot be fetched\. Nothing was changed\. .*{sentence}"):
        raise error


def test_what_nobody_foresaw_is_told_in_gits_own_words() -> None:
    assert cause("warning: x\nfatal: quite unheard of\n", "It failed.") == "It failed. (fatal: quite unheard of)"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    plain_git(tmp_path, "init", "-q")
    plain_git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    return tmp_path


def test_a_network_that_is_not_there(repository: Path) -> None:
    with pytest.raises(InstallationError, match="Is there a network"):
        git(repository, "fetch", "http://127.0.0.1:1/x")


@pytest.mark.root
def test_a_lock_and_rights_by_git_itself(repository: Path) -> None:
    (repository / ".git" / "index.lock").touch()
    with pytest.raises(InstallationError, match="left its lock"):
        git(repository, "reset", "--hard", "HEAD")
    (repository / ".git" / "index.lock").unlink()
    open_to_all(repository)

    def refused() -> str:
        try:
            return git(repository, "-c", f"safe.directory={repository}", "reset", "--hard", "HEAD")
        except InstallationError as error:
            return str(error)

    assert "This user may not write" in as_nobody(refused)
