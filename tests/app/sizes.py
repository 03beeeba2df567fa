"""Tests that are run on windows of several sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

Test: TypeAlias = Callable[..., Any]


def sized(*sizes: tuple[int, int]) -> Callable[[Test], Test]:
    """Have a test run on a window of each of these sizes, which it may ask for as `size`."""
    each = pytest.mark.parametrize("size", sizes, indirect=True, ids=["{}x{}".format(*size) for size in sizes])

    def mark(test: Test) -> Test:
        return pytest.mark.usefixtures("size")(each(test))

    return mark
