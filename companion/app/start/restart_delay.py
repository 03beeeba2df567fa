"""How often systemd has started us in vain, and how long is waited before the next try: longer each time.

It is never given up.

systemd knows of growing pauses from its version 254 on only; Debian 12 has 252.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.setting_up.screens import no_screen

FOLDER: Final = "RUNTIME_DIRECTORY"
"""The variable by which systemd names the unit's own folder in memory."""

COUNT: Final = "starts"
LONGEST: Final = 30
"""Seconds; a television that is switched on is looked for twice a minute at least."""


def pause(starts: int) -> int:
    """Return for how many seconds is waited after so many starts that came to nothing: 0, 1, 2, 4, ... 30."""
    return 0 if starts < 1 else min(LONGEST, 2 ** (starts - 1))


def delay_restart(
    environment: Mapping[str, str] = os.environ,
    missing: Callable[[], bool] = no_screen,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Count a start, and wait first if others before it came to nothing; no longer than until a screen is connected.

    Args:
        environment: names the folder, if systemd has started us.
        missing: whether no screen is connected.
        sleep: waits so many seconds.
    """
    folder = environment.get(FOLDER)
    if not folder:
        return
    count = Path(folder) / COUNT
    starts = _read(count)
    count.write_text(str(starts + 1), encoding="ascii")
    for_a_screen = starts > 0 and missing()
    for _ in range(pause(starts)):
        if for_a_screen and not missing():
            return
        sleep(1)


def stood(environment: Mapping[str, str] = os.environ) -> None:
    """A picture stands: the next start is the first one again."""
    if folder := environment.get(FOLDER):
        (Path(folder) / COUNT).unlink(missing_ok=True)


def _read(count: Path) -> int:
    try:
        return int(count.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0
