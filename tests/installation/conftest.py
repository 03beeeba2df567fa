"""X displays for the started app."""

from tests.x11.conftest import screen

__all__ = ["screen"]
