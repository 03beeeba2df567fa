"""SHA-256 as Python itself brings it along.

`hashlib` would load OpenSSL for it, 3.7 MiB of which a game needs nothing else. Python's `random` leaves it out, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["sha256"]

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256  # since Python 3.12
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256
