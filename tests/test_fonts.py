"""The fonts are what their sources say, and hold every character that the screens can show."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from fontTools.ttLib import TTFont

from layouts import FOLDER, FONTS
from layouts.build_fonts import DRAWINGS, LETTERS, MADE_OF, build, outline
from layouts.glyphs import IN_TEXT, PLAIN, SYMBOLS, UNITS

ROOT: Final = Path(__file__).resolve().parent.parent
TEXT_FACES: Final = tuple(MADE_OF)


@cache
def font(file: str) -> Any:
    return TTFont(FONTS / file)


def test_the_fonts_are_built_from_the_drawings_and_faces_beside_them() -> None:
    """`python -m layouts.build_fonts` would change nothing."""
    built = build()
    assert {path.name for path in FONTS.glob("*.ttf")} == set(built)
    for file, content in built.items():
        assert (FONTS / file).read_bytes() == content, f"{file} is not what its sources make"


def test_every_drawing_has_a_name_and_every_name_a_drawing() -> None:
    names = [name for file in ("symbols.list", "units.list") for name in (FONTS / file).read_text("utf-8").split()]
    assert len(names) == len(set(names))
    assert set(names) == {path.stem for path in DRAWINGS.iterdir()}
    assert set(PLAIN.values()) <= set(names)


def test_a_drawing_keeps_to_its_square() -> None:
    """Two units of margin, so that symbols beside each other stay apart."""
    for name in SYMBOLS:
        glyph = outline(name, 4800, 0)
        assert min(glyph.xMin, glyph.yMin) >= 165, name
        assert max(glyph.xMax, glyph.yMax) <= 4630, name


@pytest.mark.parametrize("file", TEXT_FACES)
def test_a_face_has_the_letters_of_all_five_languages(file: str) -> None:
    known = font(file).getBestCmap()
    assert [letter for letter in LETTERS if ord(letter) not in known] == (["ẞ"] if file == "title.ttf" else [])


@pytest.mark.parametrize("file", [*TEXT_FACES, "symbols.ttf", "units.ttf"])
def test_no_letter_reaches_out_of_its_line(file: str) -> None:
    """What stands above or below the line is cut off when it is drawn."""
    face = font(file)
    known = face.getBestCmap()
    wanted = (*(LETTERS if file in TEXT_FACES else ()), *(UNITS if file == "units.ttf" else IN_TEXT).values())
    for character in wanted:
        glyph = face["glyf"][known[ord(character)]] if ord(character) in known else None
        if glyph is not None:
            assert face["hhea"].descent <= glyph.yMin <= glyph.yMax <= face["hhea"].ascent, (file, character)


@pytest.mark.parametrize("file", [*TEXT_FACES, "symbols.ttf", "units.ttf"])
def test_a_face_has_every_symbol(file: str) -> None:
    """The silhouettes of units are in a font of their own: each is drawn alone, never within a text."""
    face = font(file)
    known = face.getBestCmap()
    for name, character in (UNITS if file == "units.ttf" else IN_TEXT).items():
        assert face["glyf"][known[ord(character)]].numberOfContours > 0, name


def test_every_character_of_our_words_is_in_the_faces() -> None:
    sources = [*FOLDER.glob("*.kv"), *(ROOT / "companion").rglob("*.py"), *(ROOT / "companion").rglob("*.json")]
    ours = {character for path in sources for character in path.read_text(encoding="utf-8") if character > " "}
    assert {"→", "⚅", "✓"} <= ours
    for file in ("text.ttf", "text-bold.ttf", "strong.ttf"):
        assert {character for character in ours - {"\u00a0"} if ord(character) not in font(file).getBestCmap()} == set()


def test_a_built_face_bears_no_name_that_is_reserved() -> None:
    """The Open Font License: a changed font has another name."""
    for file in TEXT_FACES:
        names = {record.toUnicode() for record in font(file)["name"].names if record.nameID in (1, 3, 4, 6, 16, 25)}
        assert all(name.startswith("Companion") for name in names), (file, names)
