"""Delays the start after failed ones, longer each time, without ever giving up.

systemd itself can only do so from its version 254 on; Debian 12 has 252.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.setting_up.screens import no_screen

FOLDER: Final = "RUNTIME_DIRECTORY"
"""Environment variable with the unit's own folder in memory."""

COUNT: Final = "starts"
LONGEST: Final = 30
"""Maximum seconds; a television that is switched on is found within half a minute."""


def pause_after(starts: int) -> int:
    """Return the seconds to wait after this many failed starts: 0, 1, 2, 4, ... 30."""
    return 0 if starts < 1 else min(LONGEST, 2 ** (starts - 1))


def delay_restart(
    environment: Mapping[str, str] = os.environ,
    missing: Callable[[], bool] = no_screen,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Count a start; wait first if earlier ones failed, or until a screen is connected.

    Args:
        environment: names the folder, if systemd has started the app.
        missing: returns whether no screen is connected.
        sleep: waits for this many seconds.
    """
    folder = environment.get(FOLDER)
    if not folder:
        return
    count = Path(folder) / COUNT
    starts = _read(count)
    count.write_text(str(starts + 1), encoding="ascii")
    for_a_screen = starts > 0 and missing()
    for _ in range(pause_after(starts)):
        if for_a_screen and not missing():
            return
        sleep(1)


def forget_failed_starts(environment: Mapping[str, str] = os.environ) -> None:
    """Forget failed starts, since a page is shown."""
    if folder := environment.get(FOLDER):
        (Path(folder) / COUNT).unlink(missing_ok=True)


def _read(count: Path) -> int:
    try:
        return int(count.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0
