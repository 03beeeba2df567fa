"""Tells systemd that the first page is shown and that the main thread still answers."""

from __future__ import annotations

import logging
import os
import socket

from kivy.clock import Clock

from companion.app.start.restart_delay import forget_failed_starts

_log = logging.getLogger(__name__)


def begin() -> None:
    """Tell systemd that the app is ready, and from now on that it is alive."""
    forget_failed_starts()
    if not os.environ.get("NOTIFY_SOCKET"):
        return
    _tell("READY=1")
    patience = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000
    if patience:
        # Three times within the time after which systemd restarts the app.
        Clock.schedule_interval(lambda _: _tell("WATCHDOG=1"), patience / 3)


def _tell(state: str) -> None:
    where = os.environ["NOTIFY_SOCKET"]
    # An @ stands for the null byte of an abstract socket.
    address = f"\0{where[1:]}" if where.startswith("@") else where
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(state.encode(), address)
    except OSError as error:
        _log.warning("systemd cannot be told (%s)", error)
