"""SHA-256 as Python itself brings it along, and for the records of a very long game as OpenSSL does.

`hashlib` would load OpenSSL for it, 3.7 MiB of which a game needs nothing else. Python's `random` leaves it out, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

__all__ = ["sha256", "sha256_for"]

_MANY: Final = 4000
"""So many records take as long as it takes to load OpenSSL, which needs half of the time for each."""

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


def sha256_for(number: int) -> Any:
    """Return what hashes so many records in the least time."""
    if number < _MANY:
        return sha256
    import hashlib

    return hashlib.sha256
