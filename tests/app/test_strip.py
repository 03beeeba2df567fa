"""The strip of pictures at the head of the README is one of today's companion."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import ROOT
from tests.instruments.outside import strip

pytestmark = pytest.mark.window


def test_the_strip_shows_five_different_pages(
    window: Any,
    fingers: Any,
    resize: Any,  # noqa: ARG001
    tmp_path: Path,
) -> None:
    found = strip.pictures(window, fingers, tmp_path / "data")
    made = found[strip.STRIP]
    wide, high = strip.SIZE[0] // 2, strip.SIZE[1] // 2
    parts = [made.part(place * (wide + strip.GAP), 0, wide, high) for place in range(len(strip.SCENES))]
    assert made.width == len(parts) * wide + (len(parts) - 1) * strip.GAP
    assert len({part.data for part in parts}) == len(parts)
    assert all(len(part.colours()) > 200 for part in parts)
    saved = made.save(tmp_path / "strip.png").read_bytes()
    shown = (strip.FOLDER / "strip.png").read_bytes()
    assert struct.unpack(">II", shown[16:24]) == struct.unpack(">II", saved[16:24])
    assert len(shown) < 400_000, "whoever reads the README loads it"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, picture in found.items():
        assert f"(docs/pictures/{name}.png)" in readme
        assert name == strip.STRIP or (picture.width, picture.height) == strip.SIZE
