"""Chooses between two implementations of SHA-256: Python's own, and OpenSSL's for the records of a very long game.

`hashlib` would always load OpenSSL, 3.7 MiB of memory that a game needs for nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

__all__ = ["sha256", "sha256_for"]

_MANY: Final = 4000
"""Records from which on OpenSSL is faster: it hashes each in half of the time, but must be loaded first."""

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
    """Return the SHA-256 that takes the least time for a number of records."""
    if number < _MANY:
        return sha256
    import hashlib

    return hashlib.sha256
