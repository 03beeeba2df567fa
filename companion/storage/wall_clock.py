"""Tells whether the clock of this machine is right: a small computer without a clock chip begins at any time.

It is right once a person or a network has set it since the start, or where a chip has kept time meanwhile.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from companion.table.words import N_

MONTHS: Final = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)

MARK: Final = Path("/run/systemd/timesync/synchronized")
"""A file that exists once systemd has set the clock from a network (systemd-timesyncd.service(8))."""

CHIPS: Final = Path("/sys/class/rtc")
"""The clocks that run on while the machine is switched off."""

_UNSYNC: Final = 0x0040
"""`STA_UNSYNC` of adjtimex(2): nobody keeps the clock right."""

_DAY: Final = 86_400.0


def is_set(mark: Path = MARK, chips: Path = CHIPS) -> bool:
    """Return whether the clock was set since the start of this machine.

    Args:
        mark: the file that systemd leaves.
        chips: where the kernel shows the clocks of the machine.
    """
    return mark.exists() or _kernel_says_so() or any(map(_kept_time, chips.glob("rtc*")))


def began() -> float:
    """Return when this machine was switched on, by what its clock says now."""
    return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


def _kernel_says_so() -> bool:
    # Only where a game ends anybody wants to know.
    import ctypes

    class Timex(ctypes.Structure):
        _fields_ = (
            ("modes", ctypes.c_uint),
            ("offset", ctypes.c_long),
            ("freq", ctypes.c_long),
            ("maxerror", ctypes.c_long),
            ("esterror", ctypes.c_long),
            ("status", ctypes.c_int),
            ("rest", ctypes.c_byte * 256),
        )

    try:
        said = Timex()
        return ctypes.CDLL(None).adjtimex(ctypes.byref(said)) >= 0 and not said.status & _UNSYNC
    except (OSError, AttributeError):
        return False  # a system without that call


def _kept_time(chip: Path) -> bool:
    """Return whether the clock was set at the start from this chip, which kept time while the power was off."""
    try:
        from_it = (chip / "hctosys").read_text(encoding="ascii").strip() == "1"
        says = float((chip / "since_epoch").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False  # it has no time at all
    # One that has stood still begins long ago, and the system then goes by something else. It may keep local time.
    return from_it and abs(says - time.time()) < _DAY and says > Path(__file__).stat().st_mtime - _DAY
