"""Virtual display for machines without a real one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class DisplayError(Exception):
    """There is no display, and none can be started."""


@contextmanager
def display(width: int = 1280, height: int = 1280) -> Iterator[None]:
    """Use the real display, or run Xvfb for as long as the block lasts.

    Args:
        width: of the virtual display, in pixels.
        height: of the virtual display, in pixels.

    Raises:
        DisplayError: Xvfb is not installed or did not start.
    """
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY"):
        yield
        return
    if shutil.which("Xvfb") is None:
        raise DisplayError("This machine has no display, and Xvfb is not installed. Run: apt-get install xvfb")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise DisplayError("The virtual display did not start. Try again, or set DISPLAY to one that runs.")
        os.environ["DISPLAY"] = f":{number}"
        os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
        yield
    finally:
        os.environ.pop("DISPLAY", None)
        server.terminate()
        server.wait(10)
