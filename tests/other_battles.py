"""The worked cases of the two other battle systems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "other_battles_cases.json").read_text(encoding="utf-8")
)["cases"]


def cases(*ops: str) -> list[Any]:
    """The cases with one of these operations, as pytest parameters named by their ids."""
    import pytest

    return [pytest.param(case, id=case["id"]) for case in CASES if case["op"] in ops]
