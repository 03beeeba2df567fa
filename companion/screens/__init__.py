"""Pages for a television or a phone on the same network: who may see what, and the process that serves them."""

from __future__ import annotations

from typing import Final

FILE: Final = "screens.json"
"""Name of the file in the data folder that says which game is shown elsewhere; there is none while that is off."""
