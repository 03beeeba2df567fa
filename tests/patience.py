"""How long a test waits for something that never comes before it says so."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120.0
"""Seconds. No judgement of speed: it must be enough for the slowest machine that does many other things meanwhile."""
