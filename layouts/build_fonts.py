"""Makes the fonts of the app: `python -m layouts.build_fonts` writes `fonts/*.ttf` anew (needs fonttools).

`fonts/symbols.ttf` holds the drawings of `symbols/` alone, each filling its line. The faces for text are made from
those in `faces/`, as they were published, with the symbols added as characters; a built face has a name of our own, as
the Open Font License asks of changed fonts. The same sources always give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.ttProgram import Program

from layouts import FOLDER, FONTS
from layouts.glyphs import IN_TEXT, PLAIN, UNITS

DRAWINGS: Final = FOLDER / "symbols"
FACES: Final = FOLDER / "faces"
GRID: Final = 48
"""The side of a drawing, in units."""

MADE_OF: Final = {
    "text.ttf": ("Text", "Regular", ("AtkinsonHyperlegibleNext_400Regular.ttf",)),
    "text-bold.ttf": ("Text", "Bold", ("AtkinsonHyperlegibleNext_600SemiBold.ttf",)),
    "strong.ttf": ("Strong", "Regular", ("AtkinsonHyperlegibleNext_800ExtraBold.ttf",)),
    "title.ttf": (
        "Title",
        "Regular",
        ("metamorphous-latin-400-normal.woff", "metamorphous-latin-ext-400-normal.woff"),
    ),
}
"""A face's file -> family, style and the published files that it is made of."""

_DO_NOTHING: Final = bytes.fromhex("b801ff85b0048db00021")
"""A font without any program is hinted by FreeType on its own, which bends the drawings."""


def outline(name: str, em: int, foot: float) -> Glyph:
    """Return a drawing as a glyph.

    Args:
        name: of the drawing.
        em: units of the em, which is the drawing's side.
        foot: where its lower edge stands, in the font's units.
    """
    svg = (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")
    if f'viewBox="0 0 {GRID} {GRID}"' not in svg or re.search(r"stroke|transform|<text|<g\b", svg):
        raise ValueError(f"{name}.svg is not a filled path on the grid")
    pen = TTGlyphPen(None)
    scale = em / GRID
    placed = TransformPen(Cu2QuPen(pen, em / 2000, reverse_direction=False), (scale, 0, 0, -scale, 0, foot + em))
    for path in re.findall(r'\sd="([^"]+)"', svg):
        parse_path(path, placed)
    # A point half way between two control points is implied: two thirds of those of a silhouette are.
    glyph = pen.glyph(dropImpliedOnCurves=True)
    glyph.recalcBounds(None)
    return glyph


def build_symbols(symbols: Mapping[str, str], family: str) -> bytes:
    """Return a font of symbols alone: a line of size s is s pixels high, and each symbol s wide."""
    builder = FontBuilder(1000, isTTF=True)
    order = [".notdef", *symbols]
    glyphs = {".notdef": TTGlyphPen(None).glyph()} | {name: outline(name, 1000, -120) for name in symbols}
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(character): name for name, character in symbols.items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (1000, getattr(glyphs[name], "xMin", 0)) for name in order})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWinAscent=880, usWinDescent=120)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    return _written(builder.font)


def build_face(family: str, style: str, sources: tuple[str, ...]) -> bytes:
    """Return a face for text, with the symbols: as large as the em, in the middle of the capitals."""
    font = TTFont(FACES / sources[0], recalcTimestamp=False)
    for more in sources[1:]:
        _take(font, TTFont(FACES / more))
    em = font["head"].unitsPerEm
    foot = font["OS/2"].sCapHeight / 2 - em / 2
    characters = {ord(character): f"symbol.{name}" for name, character in IN_TEXT.items()}
    characters |= {ord(character): f"symbol.{name}" for character, name in PLAIN.items()}
    for name in IN_TEXT:
        _add(font, f"symbol.{name}", outline(name, em, foot), em)
    if NARROW not in font.getBestCmap():
        _add(font, "narrow", Glyph(), round(em / 6))
        characters[NARROW] = "narrow"
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(characters)
    _lower(font, em)
    full = f"Companion {family}"
    for record in font["name"].names:
        if record.nameID in _NAMES:
            record.string = _NAMES[record.nameID].format(full=full, plain=full.replace(" ", ""), style=style)
        elif record.nameID in (16, 17, 21, 22, 25):
            record.string = full if record.nameID in (16, 21, 25) else style
    return _written(font)


_NAMES: Final = {
    1: "{full}",
    2: "{style}",
    3: "{plain}-{style}",
    4: "{full} {style}",
    6: "{plain}-{style}",
}
"""The entries of a font's name table that hold its name, and how each is written."""


LETTERS: Final = "".join(map(chr, range(0x21, 0x7F))) + (
    "ÄÖÜẞäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿÁÉÍÑÓÚÜáéíñóúü¿¡ªºĄĆĘŁŃÓŚŹŻąćęłńóśźż«»‹›„“”‚‘’–—…·•×−±°½"
)
"""The letters of English, German, French, Spanish and Polish, and the signs in our own sentences."""

NARROW: Final = 0x202F
"""The narrow space that no line breaks at, before French signs; the published faces lack it and would show a box."""

LINE: Final = (0.9, -0.21)
"""The highest and the lowest point of a line, in em: less than in the published face, which has room for accents upon
accents."""


def _lower(font: TTFont, em: int) -> None:
    """Make the lines of a face as low as its letters allow, accents and tails included."""
    characters = font.getBestCmap()
    glyphs = [font["glyf"][characters[ord(letter)]] for letter in LETTERS if ord(letter) in characters]
    ascent = max(LINE[0], max(glyph.yMax for glyph in glyphs) / em)
    descent = min(LINE[1], min(glyph.yMin for glyph in glyphs) / em)
    line, other = font["hhea"], font["OS/2"]
    line.ascent = other.sTypoAscender = round(ascent * em)
    line.descent = other.sTypoDescender = round(descent * em)
    line.lineGap = other.sTypoLineGap = 0


def _add(font: TTFont, name: str, glyph: Glyph, width: int) -> None:
    font["glyf"][name] = glyph
    font["hmtx"][name] = (width, getattr(glyph, "xMin", 0))


def _take(font: TTFont, more: TTFont) -> None:
    """Take the characters that a font lacks from another part of the same face."""
    known, glyphs = font.getBestCmap(), more["glyf"]
    wanted = {code: name for code, name in more.getBestCmap().items() if code not in known}
    needed = list(wanted.values())
    for name in needed:
        needed += [part for part in glyphs[name].getComponentNames(glyphs) if part not in needed]
    for name in needed:
        glyph = glyphs[name]
        for part in getattr(glyph, "components", ()):
            part.glyphName = f"more.{part.glyphName}"
        _add(font, f"more.{name}", glyph, more["hmtx"][name][0])
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({code: f"more.{name}" for code, name in wanted.items()})


def _written(font: TTFont) -> bytes:
    font["prep"] = newTable("prep")
    font["prep"].program = Program()
    font["prep"].program.fromBytecode(_DO_NOTHING)
    font.flavor = None
    font.recalcTimestamp = False
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def build() -> dict[str, bytes]:
    """Return every font's file name and content."""
    alone = {
        "symbols.ttf": build_symbols(IN_TEXT, "Companion Symbols"),
        "units.ttf": build_symbols(UNITS, "Companion Units"),
    }
    return alone | {file: build_face(*parts) for file, parts in MADE_OF.items()}


def main(folder: Path = FONTS) -> None:
    """Write the fonts."""
    for file, content in build().items():
        (folder / file).write_bytes(content)
        print(f"{file}: {len(content)} bytes")


if __name__ == "__main__":
    main()
