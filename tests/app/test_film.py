"""The film of the README shows dice that fall and a Great Old One that awakens, and is small."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import ROOT
from tests.instruments.outside import film, strip

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_the_film_moves(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:  # noqa: ARG001
    found = film.film(window, fingers, tmp_path / "data")
    assert len({picture.data for picture in found}) > 30
    assert {(picture.width, picture.height) for picture in found} == {(strip.SIZE[0] // 2, strip.SIZE[1] // 2)}
    kept = strip.FOLDER / film.FILM
    assert kept.read_bytes()[:6] == b"GIF89a"
    assert kept.stat().st_size <= film.MOST
    assert f"(docs/pictures/{film.FILM})" in (ROOT / "README.md").read_text(encoding="utf-8")
