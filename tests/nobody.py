"""Another user, without any rights, for tests of what such a one is told."""

from __future__ import annotations

import os
import pickle
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def as_nobody(ask: Callable[[], T]) -> T:
    """What a user without any rights gets for an answer; for tests that are marked `root`."""
    assert os.geteuid() == 0, "a test that becomes nobody is marked `root`"
    nobody = pwd.getpwnam("nobody")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
            os.write(write, pickle.dumps(ask()))
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    answer: T = pickle.loads(told)
    return answer


def open_to_all(place: Path) -> None:
    """Let everybody come to a folder of a test's."""
    for folder in (place, *place.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
