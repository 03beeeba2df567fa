"""A touchscreen companion that sits beside a board game."""

import sys as _sys
from pathlib import Path as _Path

__version__ = "0.3.0"

_parts = _Path(__file__).parent / "parts"
"""Of a wheel: `firmware_bridge` and `layouts`, which lie beside this folder elsewhere (`setting_up/backend.py`)."""
if _parts.is_dir() and str(_parts) not in _sys.path:
    _sys.path.insert(0, str(_parts))
