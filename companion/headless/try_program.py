"""Runs a program of people's own in a process of its own, to see whether it comes to an end.

    python -m companion.headless.try_program FOLDER SHA256

It may hang, or end the process it runs in; better this one than the one that holds the evening.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path
from typing import Final

from companion.games import take_own
from companion.table.digest import sha256

FINISHED: Final = 77
"""The exit code that says that the program came to an end, well or with an error that Python tells."""

MEMORY: Final = 1 << 30
"""Bytes that it may use."""


def main(folder: Path, wanted: str) -> None:
    """Take what lies in a folder, but of its programs only the one with this hash; exit with `FINISHED`."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    take_own(folder, lambda content: sha256(content).hexdigest() == wanted)
    # Whatever it has left to be done at the end of the process is not waited for.
    os._exit(FINISHED)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
