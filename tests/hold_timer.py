"""The time for which a button must be held, in the hand of a test."""

from __future__ import annotations

from collections.abc import Callable


class HoldTimer:
    """Runs out when a test says so: on a busy machine a short press may take as long as one that counts as held."""

    newest: HoldTimer

    def __init__(self, _: float, run_out: Callable[[], None]) -> None:
        self.run_out = run_out

    def start(self) -> None:
        HoldTimer.newest = self

    def cancel(self) -> None:
        """Nothing runs that would have to be ended."""
